//! Any bytes as a file, for fuzzers and for tests with random bytes.
//!
//! 1. The first byte chooses the format and what polygons mean.
//! 2. The rest is the file. Its reader must neither panic nor hang.
//! 3. A scene without errors has finite coordinates only, and is the same after writing it as a scene file and reading that.

pub use crate::extract::fuzz_extract;

use throng_mesh::{Layer, Scene};

use crate::imported::Severity;
use crate::options::{Meaning, ReadOptions};
use crate::read::{Format, read_bytes};
use crate::scene_json::read_scene;
use crate::write_scene::write_scene;

const FORMATS: [Format; 6] =
    [Format::Scene, Format::GeoJson, Format::Wkt, Format::Svg, Format::Dxf, Format::GridMap];

const MEANINGS: [Meaning; 3] = [Meaning::Auto, Meaning::Walkable, Meaning::Obstacles];

/// Reads a file; panics if what comes back is not consistent.
pub fn fuzz_readers(bytes: &[u8]) {
    let Some((&first, file)) = bytes.split_first() else { return };
    // Digits for formats, so that seeds can be written by hand: "3<svg…" is an SVG file.
    let choice = usize::from(first.wrapping_sub(b'0'));
    let meaning = MEANINGS[choice / FORMATS.len() % MEANINGS.len()];
    let options = ReadOptions { meaning, ..ReadOptions::default() };
    let Ok(imported) = read_bytes("fuzzed", file, Some(FORMATS[choice % FORMATS.len()]), &options) else {
        return;
    };
    if imported.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return;
    }
    assert!(is_finite(&imported.scene), "a scene without errors has a coordinate that is not finite");
    let again = read_scene(&write_scene(&imported.scene));
    assert_eq!(
        again.scene, imported.scene,
        "the scene changed by writing and reading it: {:?}",
        again.diagnostics
    );
}

fn is_finite(scene: &Scene) -> bool {
    let rings = scene.layers.iter().flat_map(Layer::rings).map(|(_, ring)| ring);
    let regions = scene.layers.iter().flat_map(|layer| &layer.regions).map(|region| &region.polygon);
    let segments = scene.connections.iter().flat_map(|connection| connection.segment.as_flattened());
    rings.chain(regions).flatten().flatten().chain(segments).all(|coordinate| coordinate.is_finite())
}
