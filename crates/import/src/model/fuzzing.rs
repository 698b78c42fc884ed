//! Any bytes as a 3D model, for fuzzers and for tests with random bytes.
//!
//! 1. The first byte chooses the format, and whether rooms have floors of their own.
//! 2. The rest is the file. Its reader must neither panic nor hang.
//! 3. A model has triangles with corners that exist, parts that cover them in order, and only finite coordinates.

use super::Model;
use super::read::{ModelFormat, ModelOptions, read_format};

const FORMATS: [ModelFormat; 5] =
    [ModelFormat::Obj, ModelFormat::Gltf, ModelFormat::Stl, ModelFormat::Ply, ModelFormat::Ifc];

/// Reads a model; panics if what comes back is not consistent.
pub fn fuzz_models(bytes: &[u8]) {
    let Some((&first, file)) = bytes.split_first() else { return };
    // Digits for formats, so that seeds can be written by hand: "0v 0 0 0…" is an OBJ file, and "9ISO…" a building with floors of rooms.
    let choice = usize::from(first.wrapping_sub(b'0'));
    let format = FORMATS[choice % FORMATS.len()];
    let room_floors = choice / FORMATS.len() % 2 == 1;
    let options = ModelOptions { room_floors, ..ModelOptions::default() };
    let siblings = |_: &str| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    if let Ok(read) = read_format(format, file, &options, &siblings) {
        check(&read.model);
    }
}

fn check(model: &Model) {
    let is_finite = |at: &[f64]| at.iter().all(|coordinate| coordinate.is_finite());
    assert!(!model.triangles.is_empty(), "a model without triangles");
    assert!(is_finite(model.vertices.as_flattened()), "a coordinate is not finite");
    let count = model.vertices.len() as u32;
    assert!(model.triangles.as_flattened().iter().all(|&corner| corner < count), "a corner does not exist");
    let mut end = 0;
    for part in &model.parts {
        assert_eq!(part.triangles.start, end, "parts do not follow each other");
        assert!(part.triangles.end > end, "a part is empty");
        end = part.triangles.end;
        assert!(part.storey.is_none_or(|storey| (storey as usize) < model.storeys.len()), "no such storey");
    }
    assert_eq!(end as usize, model.triangles.len(), "parts do not cover all triangles");
    for room in &model.rooms {
        assert!(room.outline.len() >= 3 && is_finite(room.outline.as_flattened()), "a room has no outline");
        assert!(room.top.is_finite(), "a room has no top");
    }
    for door in &model.doors {
        assert!(is_finite(door.segment.as_flattened()), "a door is nowhere");
        assert!(
            is_finite(&[door.depth, door.bottom, door.top]) && door.bottom <= door.top,
            "a door has no height"
        );
    }
    assert!(model.storeys.iter().all(|storey| storey.elevation.is_finite()), "a storey is nowhere");
}
