//! Any bytes as a 3D model, for fuzzers and for tests with random bytes: what comes of it is a place.
//!
//! 1. The first byte chooses the format, the way, whether triangles have an outside, and whether rooms have floors of their own.
//! 2. The rest is the file. Large models, and those that are too wide for quick work, are left out.
//! 3. Extracting must neither panic nor hang. A scene that comes of it has no errors, and is the same after writing it and reading that.

use std::ops::ControlFlow;

use super::{ExtractOptions, VoxelOptions, Way, extract};
use crate::model::{Model, ModelOptions, read_model_bytes};
use crate::scene_json::read_scene;
use crate::write_scene::write_scene;

/// A name for each format, which is told by it.
const FILES: [&str; 5] = ["fuzzed.obj", "fuzzed.gltf", "fuzzed.stl", "fuzzed.ply", "fuzzed.ifc"];

/// More would take too long for a fuzzer.
const MOST_TRIANGLES: usize = 600;
/// Columns of voxels along a side.
const MOST_VOXELS: f64 = 200.0;

/// Reads and extracts a model; panics if what comes back is not a place.
pub fn fuzz_extract(bytes: &[u8]) {
    let Some((&first, file)) = bytes.split_first() else { return };
    // Digits for formats, so that seeds can be written by hand: "0v 0 0 0…" is an OBJ file, "5v…" one that is extracted by voxels.
    let choice = usize::from(first.wrapping_sub(b'0'));
    let none = |_: &str| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    let room_floors = choice / (4 * FILES.len()) % 2 == 1;
    let reading = ModelOptions { room_floors, ..ModelOptions::default() };
    let read = read_model_bytes(FILES[choice % FILES.len()], file, &reading, &none);
    let Ok(read) = read else { return };
    if read.model.triangles.len() > MOST_TRIANGLES {
        return;
    }
    let width = width(&read.model);
    let way = if (choice / FILES.len()).is_multiple_of(2) {
        Way::Exact
    } else {
        let cell = (width / MOST_VOXELS).max(0.05);
        Way::Voxel(VoxelOptions { cell: [cell; 2], tile: 64, ..VoxelOptions::default() })
    };
    let two_sided = choice / (2 * FILES.len()) % 2 == 1;
    let options = ExtractOptions { way, two_sided, min_area: 0.01, ..ExtractOptions::default() };
    let Ok(extraction) = extract(&read.model, &options, &|_, _, _| ControlFlow::Continue(())) else { return };
    let scene = &extraction.scene;
    let errors: Vec<String> = throng_mesh::check(scene)
        .iter()
        .filter(|problem| problem.fault.is_error())
        .map(ToString::to_string)
        .collect();
    assert_eq!(errors, [""; 0], "an extracted scene has errors");
    let again = read_scene(&write_scene(scene));
    assert_eq!(again.diagnostics, [], "an extracted scene is written with faults");
    assert_eq!(&again.scene, scene, "the scene changed by writing and reading it");
}

/// The longer side of the box around a model, seen from above. (m)
fn width(model: &Model) -> f64 {
    let mut bounds = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    for [x, y, _] in &model.vertices {
        bounds = [[bounds[0][0].min(*x), bounds[0][1].min(*y)], [bounds[1][0].max(*x), bounds[1][1].max(*y)]];
    }
    (bounds[1][0] - bounds[0][0]).max(bounds[1][1] - bounds[0][1]).max(0.0)
}
