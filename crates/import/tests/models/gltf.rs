//! glTF files: accessors, transforms, modes, and what is refused.

use throng_import::{ModelOptions, read_model_bytes};

use crate::common::{error, is_closed, near, nothing, read, volume_and_area};
use crate::cube::{base64, glb, gltf};

/// A file with one buffer, and views, accessors, meshes and nodes as given.
fn file(buffer: &[u8], views: &str, accessors: &str, primitives: &str, nodes: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{nodes}],"meshes":[{{"primitives":[{primitives}]}}],
"accessors":[{accessors}],"bufferViews":[{views}],
"buffers":[{{"byteLength":{},"uri":"data:;base64,{}"}}]}}"#,
        buffer.len(),
        base64(buffer)
    )
}

fn floats(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

#[test]
fn transforms_above_a_node_are_applied_and_mirrors_stay_outside() {
    let nodes = r#"{"children":[1],"translation":[10,0,0],"rotation":[0,0.70710678118654752,0,0.70710678118654752]},{"mesh":0,"name":"cube","scale":[-1,2,1]}"#;
    let text = gltf().replace(r#"{"mesh":0,"name":"cube"}"#, nodes);
    let model = read("a.gltf", text).model;
    let [volume, _] = volume_and_area(&model, 0);
    assert!(near(volume, 16.0) && is_closed(&model, 0), "{volume}");
    // Width -2 to 0 along x turns to z of the file, from 0 to 2, which is y from -2 to 0 here.
    let axis = |axis: usize| {
        let all = model.vertices.iter().map(move |at| at[axis]);
        [all.clone().fold(f64::MAX, f64::min), all.fold(f64::MIN, f64::max)].map(|c| (c * 1e6).round() / 1e6)
    };
    assert_eq!([axis(0), axis(1), axis(2)], [[8.0, 10.0], [-2.0, 0.0], [0.0, 4.0]]);
}

#[test]
fn a_matrix_is_read_column_by_column() {
    let matrix = r#"{"mesh":0,"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 5,6,7,1]}"#;
    let model = read("a.gltf", gltf().replace(r#"{"mesh":0,"name":"cube"}"#, matrix)).model;
    let low = model.vertices.iter().fold([f64::MAX; 3], |low, at| [0, 1, 2].map(|i| low[i].min(at[i])));
    // The cube is from z = -2 to 0 in the file.
    assert_eq!(low, [5.0, -7.0, 6.0]);
}

#[test]
fn strips_and_fans_without_indices_are_read() {
    let strip = floats(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0]);
    let view = r#"{"buffer":0,"byteLength":48}"#;
    let accessor = r#"{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}"#;
    let with = |mode: u32| {
        let primitive = format!(r#"{{"attributes":{{"POSITION":0}},"mode":{mode}}}"#);
        file(&strip, view, accessor, &primitive, r#"{"mesh":0}"#)
    };
    assert_eq!(read("a.gltf", with(5)).model.triangles, [[0, 1, 2], [2, 1, 3]]);
    assert_eq!(read("a.gltf", with(6)).model.triangles, [[0, 1, 2], [0, 2, 3]]);
    assert!(error("a.gltf", with(1)).contains("points or lines"), "{}", error("a.gltf", with(1)));
}

#[test]
fn quantized_and_sparse_positions_are_read() {
    // Four corners of zeros, three of which a sparse part sets; bytes that are fractions of 127.
    let buffer = [&[1_u8, 2, 3][..], &[0], &[127, 0, 0, 127, 127, 0, 0, 127, 0]].concat();
    let views = r#"{"buffer":0,"byteLength":3},{"buffer":0,"byteOffset":4,"byteLength":9}"#;
    let accessor = r#"{"componentType":5120,"normalized":true,"count":4,"type":"VEC3","sparse":{"count":3,"indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":1}}}"#;
    let text = file(&buffer, views, accessor, r#"{"attributes":{"POSITION":0},"mode":6}"#, r#"{"mesh":0}"#);
    let text = text.replacen('{', r#"{"extensionsRequired":["KHR_mesh_quantization"],"#, 1);
    let model = read("a.gltf", text).model;
    assert_eq!(model.vertices, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 1.0]]);
    assert_eq!(model.triangles.len(), 2);
}

#[test]
fn buffers_beside_the_file_are_read() {
    let text = gltf();
    let begin = text.find("data:").unwrap();
    let end = begin + text[begin..].find('"').unwrap();
    let outside = format!("{}my%20cube.bin{}", &text[..begin], &text[end..]);
    let file = glb();
    let bytes = file[file.len() - 168..].to_vec();
    let siblings = |name: &str| if name == "my cube.bin" { Ok(bytes.clone()) } else { nothing(name) };
    let model =
        read_model_bytes("a.gltf", outside.as_bytes(), &ModelOptions::default(), &siblings).unwrap().model;
    assert_eq!(model.triangles.len(), 12);
    let message = error("a.gltf", &outside);
    assert!(
        message.contains("a.gltf, buffer 0: the file my cube.bin") && message.contains("put the file beside"),
        "{message}"
    );
}

#[test]
fn compression_and_other_versions_are_refused_with_a_way_out() {
    let needs = |name: &str| gltf().replacen('{', &format!(r#"{{"extensionsRequired":["{name}"],"#), 1);
    let draco = error("a.gltf", needs("KHR_draco_mesh_compression"));
    assert!(draco.contains("KHR_draco_mesh_compression") && draco.contains("without Draco"), "{draco}");
    assert!(error("a.gltf", needs("EXT_meshopt_compression")).contains("without meshopt"));
    assert_eq!(read("a.gltf", needs("KHR_materials_unlit")).model.triangles.len(), 12);
    assert!(error("a.gltf", gltf().replace("\"2.0\"", "\"1.0\"")).contains("glTF 1.0"));
    assert!(error("a.gltf", "{\n\"asset\": ,}").contains("line 2"));
    assert!(
        error("a.gltf", gltf().replace("\"count\":8", "\"count\":9"))
            .contains("accessor 0: it needs 108 bytes")
    );
    assert!(error("a.glb", &glb()[..100]).contains("goes beyond the end"));
}

#[test]
fn a_node_that_is_its_own_child_ends() {
    let text = gltf().replace(r#"{"mesh":0,"name":"cube"}"#, r#"{"mesh":0,"children":[0,0,7]}"#);
    let read = read("a.gltf", text);
    assert_eq!(read.model.triangles.len(), 12);
    assert!(read.notes[0].contains("does not exist"), "{:?}", read.notes);
}
