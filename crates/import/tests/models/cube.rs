//! The same cube in every format: 2 m wide at the origin, on the floor.

use crate::common::{corners, is_closed, near, read, volume_and_area};

/// Corners with z up, and faces counterclockwise seen from outside.
const CORNERS: [[f32; 3]; 8] = [
    [0.0, 0.0, 0.0],
    [2.0, 0.0, 0.0],
    [2.0, 2.0, 0.0],
    [0.0, 2.0, 0.0],
    [0.0, 0.0, 2.0],
    [2.0, 0.0, 2.0],
    [2.0, 2.0, 2.0],
    [0.0, 2.0, 2.0],
];
const FACES: [[u32; 4]; 6] =
    [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];

/// With y up.
fn y_up([x, y, z]: [f32; 3]) -> [f32; 3] {
    [x, z, -y]
}

fn triangles() -> Vec<[u32; 3]> {
    FACES.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect()
}

pub(crate) fn obj() -> String {
    let vertices = CORNERS.map(y_up).map(|[x, y, z]| format!("v {x} {y} {z}\n")).concat();
    let faces = FACES.map(|face| format!("f {}\n", face.map(|corner| (corner + 1).to_string()).join(" ")));
    format!("o cube\n{vertices}{}", faces.concat())
}

fn buffer() -> Vec<u8> {
    let mut bytes: Vec<u8> = CORNERS.map(y_up).as_flattened().iter().flat_map(|c| c.to_le_bytes()).collect();
    bytes.extend(triangles().as_flattened().iter().flat_map(|&corner| (corner as u16).to_le_bytes()));
    bytes
}

fn json(uri: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0,"name":"cube"}}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":8,"type":"VEC3"}},{{"bufferView":1,"componentType":5123,"count":36,"type":"SCALAR"}}],
"bufferViews":[{{"buffer":0,"byteLength":96}},{{"buffer":0,"byteOffset":96,"byteLength":72}}],
"buffers":[{{"byteLength":168{uri}}}]}}"#
    )
}

pub(crate) fn gltf() -> String {
    json(&format!(r#","uri":"data:application/octet-stream;base64,{}""#, base64(&buffer())))
}

pub(crate) fn glb() -> Vec<u8> {
    let mut text = json("").into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let chunk = |kind: &[u8], body: &[u8]| [&(body.len() as u32).to_le_bytes(), kind, body].concat();
    let body = [chunk(b"JSON", &text), chunk(b"BIN\0", &buffer())].concat();
    let length = (12 + body.len() as u32).to_le_bytes();
    [b"glTF".as_slice(), &2_u32.to_le_bytes(), &length, &body].concat()
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let word =
            three.iter().fold(0_u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        for letter in 0..4 {
            let index = (word >> (18 - 6 * letter)) & 63;
            text.push(if letter <= three.len() { char::from(LETTERS[index as usize]) } else { '=' });
        }
    }
    text
}

pub(crate) fn stl_text() -> String {
    let corner = |corner: u32| {
        let [x, y, z] = CORNERS[corner as usize];
        format!("vertex {x} {y} {z}\n")
    };
    let facet = |triangle: [u32; 3]| {
        format!("facet normal 0 0 0\nouter loop\n{}endloop\nendfacet\n", triangle.map(corner).concat())
    };
    format!("solid cube\n{}endsolid cube\n", triangles().into_iter().map(facet).collect::<String>())
}

/// Its header looks like text.
pub(crate) fn stl_binary() -> Vec<u8> {
    let mut bytes = b"solid cube facet normal".to_vec();
    bytes.resize(80, b' ');
    bytes.extend(12_u32.to_le_bytes());
    for triangle in triangles() {
        bytes.extend([0; 12]);
        bytes.extend(triangle.iter().flat_map(|&at| CORNERS[at as usize]).flat_map(f32::to_le_bytes));
        bytes.extend([0; 2]);
    }
    bytes
}

fn ply_header(format: &str) -> String {
    format!(
        "ply\nformat {format} 1.0\ncomment a cube\nelement vertex 8\nproperty uchar red\nproperty float x\nproperty float y\nproperty double z\nelement face 6\nproperty list uchar int vertex_indices\nproperty short flag\nend_header\n"
    )
}

pub(crate) fn ply_text() -> String {
    let vertices = CORNERS.map(|[x, y, z]| format!("255 {x} {y} {z}\n")).concat();
    let faces = FACES.map(|[a, b, c, d]| format!("4 {a} {b} {c} {d} -7\n")).concat();
    ply_header("ascii") + &vertices + &faces
}

pub(crate) fn ply_binary(big: bool) -> Vec<u8> {
    let order = |mut bytes: Vec<u8>| {
        if big {
            bytes.reverse();
        }
        bytes
    };
    let mut bytes = ply_header(if big { "binary_big_endian" } else { "binary_little_endian" }).into_bytes();
    for [x, y, z] in CORNERS {
        bytes.push(255);
        bytes.extend(order(x.to_le_bytes().to_vec()));
        bytes.extend(order(y.to_le_bytes().to_vec()));
        bytes.extend(order(f64::from(z).to_le_bytes().to_vec()));
    }
    for face in FACES {
        bytes.push(4);
        face.iter().for_each(|corner| bytes.extend(order(corner.to_le_bytes().to_vec())));
        bytes.extend(order((-7_i16).to_le_bytes().to_vec()));
    }
    bytes
}

#[test]
fn a_cube_is_the_same_in_every_format() {
    let ifc = crate::ifc_shapes::block("2.,2.,2.");
    let files: [(&str, Vec<u8>); 10] = [
        ("cube.obj", obj().into_bytes()),
        ("cube.gltf", gltf().into_bytes()),
        ("cube.glb", glb()),
        ("cube.stl", stl_text().into_bytes()),
        ("cube.stl", stl_binary()),
        ("cube.ply", ply_text().into_bytes()),
        ("cube.ply", ply_binary(false)),
        ("cube.ply", ply_binary(true)),
        ("cube.ifc", ifc.clone().into_bytes()),
        ("cube", ifc.into_bytes()),
    ];
    for (name, bytes) in files {
        let model = read(name, &bytes).model;
        assert_eq!((model.vertices.len(), model.triangles.len(), model.parts.len()), (8, 12, 1), "{name}");
        assert!(is_closed(&model, 0), "{name}");
        let [volume, area] = volume_and_area(&model, 0);
        assert!(near(volume, 8.0) && near(area, 24.0), "{name}: volume {volume}, area {area}");
        let (low, high) =
            corners(&model).as_flattened().iter().fold(([i64::MAX; 3], [i64::MIN; 3]), |(low, high), at| {
                ([0, 1, 2].map(|i| low[i].min(at[i])), [0, 1, 2].map(|i| high[i].max(at[i])))
            });
        assert_eq!((low, high), ([0; 3], [20_000; 3]), "{name}");
    }
}

#[test]
fn formats_are_told_by_what_is_in_a_file() {
    let files: [(Vec<u8>, &str); 6] = [
        (obj().into_bytes(), "Obj"),
        (gltf().into_bytes(), "Gltf"),
        (glb(), "Gltf"),
        (stl_text().into_bytes(), "Stl"),
        (stl_binary(), "Stl"),
        (ply_binary(true), "Ply"),
    ];
    for (bytes, expected) in files {
        let format = throng_import::ModelFormat::detect("model", &bytes).unwrap();
        assert_eq!(format!("{format:?}"), expected);
    }
    assert_eq!(throng_import::ModelFormat::detect("notes.txt", b"nothing of interest"), None);
}
