//! Which format a file has, and what is said about files that are not read.

use std::error::Error;

use throng_import::{Format, ReadError, ReadOptions, read_bytes, read_file};

#[test]
fn formats_are_known_by_name_and_contents() {
    let scene = b"{\"throng\": 1, \"layers\": []}";
    let map = b"{\"features\": [], \"type\": \"FeatureCollection\"}";
    for (name, bytes, expected) in [
        ("a.json", &scene[..], Some(Format::Scene)),
        ("a.json", &map[..], Some(Format::GeoJson)),
        ("A.JSON", &map[..], Some(Format::GeoJson)),
        ("a", &map[..], Some(Format::GeoJson)),
        ("a.txt", &scene[..], Some(Format::Scene)),
        ("a.geojson", b"", Some(Format::GeoJson)),
        ("a.json", b"{\"type\": \"FeatureCollection\", \"featurs\": []}", Some(Format::GeoJson)),
        ("a.json", b"{\"layers\": [ // walls", Some(Format::Scene)),
        ("a.json", b"", Some(Format::Scene)),
        ("a.json", b"{\"nodes\": [], \"edges\": {\"throng\": 1}}", None),
        ("a.wkt", b"", Some(Format::Wkt)),
        ("a.txt", b"\n SRID=28992;POINT (1 1)", Some(Format::Wkt)),
        ("a.txt", b"\xef\xbb\xbfpolygon((0 0, 1 1, 2 2))", Some(Format::Wkt)),
        ("a.txt", b"<?xml version='1.0'?>\n<svg width='10'>", Some(Format::Svg)),
        ("a", b"type octile\nheight 3", Some(Format::GridMap)),
        ("a", b"0\nSECTION\n2\nHEADER", Some(Format::Dxf)),
        ("a.svg", b"", Some(Format::Svg)),
        ("a.dxf", b"", Some(Format::Dxf)),
        ("a.map", b"", Some(Format::GridMap)),
        ("a.obj", scene, None),
        ("a", b"", None),
        ("a", b"hello", None),
    ] {
        assert_eq!(Format::detect(name, bytes), expected, "{name} {}", String::from_utf8_lossy(bytes));
    }
}

fn refused(name: &str, bytes: &[u8]) -> String {
    let error = read_bytes(name, bytes, Format::detect(name, bytes), &ReadOptions::default());
    error.expect_err("not a place").to_string()
}

#[test]
fn files_that_are_not_read_get_advice() {
    assert_eq!(
        refused("a.json", b"{\"nodes\": [1], \"edges\": []}"),
        "the format of a.json is not known; it is JSON with `nodes`, `edges`; \
         a scene file has `throng`, `name`, `layers`, `connections`, and GeoJSON has `type` and `features`"
    );
    assert_eq!(
        refused("b.glb", b"glTF"),
        "the format of b.glb is not known; it is a 3D model: `throng extract` makes a scene file of its walkable surfaces"
    );
    assert_eq!(
        refused("c.osm", b"<osm>"),
        "the format of c.osm is not known; convert it to GeoJSON, with `osmium export FILE -o place.geojson`, \
         `ogr2ogr place.geojson FILE` or QGIS"
    );
    assert_eq!(
        refused("d", b"hello"),
        "the format of d is not known; known are scene files (.json), GeoJSON (.geojson), WKT (.wkt), SVG (.svg), \
         DXF (.dxf) and grid maps (.map); for 3D models there is `throng extract`"
    );
    assert_eq!(
        refused("e.wkt", b"POINT (1 1)\n\xff"),
        "e.wkt is not text in UTF-8: line 2 has other bytes; save it as UTF-8"
    );
}

#[test]
fn files_are_read_from_disk() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("throng-import-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let path = folder.join("room.wkt");
    std::fs::write(&path, "POLYGON ((0 0, 9 0, 9 9))")?;
    let read = read_file(&path, &ReadOptions::default());
    std::fs::remove_dir_all(&folder)?;
    assert_eq!(read?.scene.num_corners(), 3);
    let missing = read_file(&path, &ReadOptions::default());
    assert!(matches!(missing, Err(ReadError::Unreadable { .. })), "{missing:?}");
    Ok(())
}
