//! No input makes a reader panic, and what is cut off is never taken for whole.

use throng_import::{Format, ReadOptions, read_bytes, write};
use throng_mesh::Scene;

use crate::common::Random;

const FORMATS: [Format; 3] = [Format::Scene, Format::GeoJson, Format::Wkt];

/// A file of each format, with something of everything.
fn files() -> Vec<(Format, String)> {
    let mut random = Random(5);
    let mut scene = random.scene();
    while scene.connections.is_empty() || scene.layers.iter().all(|layer| layer.terrain.is_none()) {
        scene = random.scene();
    }
    let map = r#"{"type": "FeatureCollection", "crs": {"properties": {"name": "EPSG:28992"}}, "features": [
        {"type": "Feature", "properties": {"kind": "room", "level": "1"}, "geometry":
          {"type": "MultiPolygon", "coordinates": [[[[0,0],[9,0],[9,9]],[[5,1],[6,1],[6,2]]]]}},
        {"type": "Feature", "properties": null, "geometry": {"type": "GeometryCollection", "geometries": [
          {"type": "MultiPoint", "coordinates": [[1,1]]}, {"type": "LineString", "coordinates": [[1,1],[2,2]]}]}}]}"#;
    let wkt = "SRID=28992;GEOMETRYCOLLECTION (POLYGON Z ((0 0 1, 9 0 1, 9 9 1), (5 1 1, 6 1 1, 6 2 1)), POINT (1 1))\n\
               MULTILINESTRING ((1 1, 2 2), EMPTY); MULTIPOINT ((1 2), (3 4))";
    vec![
        (Format::Scene, write(&scene, Format::Scene).expect("any scene")),
        (Format::GeoJson, write(&scene, Format::GeoJson).expect("any scene")),
        (Format::GeoJson, map.to_owned()),
        (Format::Wkt, wkt.to_owned()),
    ]
}

/// Reads bytes in all formats; returns whether the first finds no fault.
fn is_fine(bytes: &[u8], format: Format) -> bool {
    for other in FORMATS {
        // The result does not matter here: no panic is what is tested.
        let _ = read_bytes("x", bytes, Some(other), &ReadOptions::default());
    }
    Format::detect("x.json", bytes);
    Format::detect("x", bytes);
    read_bytes("x", bytes, Some(format), &ReadOptions::default())
        .is_ok_and(|read| read.diagnostics.is_empty())
}

#[test]
fn a_file_cut_off_anywhere_is_told() {
    for (format, text) in files() {
        let whole = text.trim_end().len();
        assert!(is_fine(text.as_bytes(), format), "{text}");
        for length in 0..whole {
            let fine = is_fine(&text.as_bytes()[..length], format);
            // Well-known text has no end mark: several geometries may be cut between two of them.
            assert!(
                !fine || format == Format::Wkt,
                "{format:?} cut off after {length} bytes: {}",
                &text[..length]
            );
        }
    }
}

#[test]
fn changed_bytes_do_no_harm() {
    let mut random = Random(6);
    for (format, text) in files() {
        for _ in 0..3000 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..1 + random.below(3) {
                let at = random.below(bytes.len());
                match random.below(4) {
                    0 => bytes[at] = random.next() as u8,
                    1 => bytes[at] = b"[]{},:\"'0-e.() \n\\u"[random.below(18)],
                    2 => drop(bytes.remove(at)),
                    _ => {
                        let end = (at + random.below(40)).min(bytes.len());
                        let piece = bytes[at..end].to_vec();
                        let to = random.below(bytes.len());
                        bytes.splice(to..to, piece);
                    }
                }
            }
            is_fine(&bytes, format);
        }
    }
}

#[test]
fn empty_scenes_are_written_and_read() {
    for format in [Format::Scene, Format::GeoJson] {
        let text = write(&Scene::default(), format).expect("any scene");
        let read = read_bytes("x", text.as_bytes(), Some(format), &ReadOptions::default()).expect("text");
        assert_eq!(read.scene, Scene::default(), "{text}");
    }
}
