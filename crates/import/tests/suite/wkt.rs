//! What well-known text is taken as, and what is said about mistakes in it.

use throng_import::{Imported, Meaning, ReadOptions, read_wkt};
use throng_mesh::{LayerId, Part};

use crate::common::said;

fn read(text: &str) -> Imported {
    read_wkt(text, &ReadOptions::default())
}

fn check(text: &str, expected: &str) {
    assert_eq!(said(&read(text)), [expected], "{text}");
}

#[test]
fn polygons_are_walkable_and_holes_are_not() {
    let read = read("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0),\n (4 4, 5 4, 5 5, 4 4))");
    assert_eq!(said(&read), [""; 0]);
    let layer = &read.scene.layers[0];
    assert_eq!(layer.walkable, [[[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [9.0, 9.0, 0.0], [0.0, 9.0, 0.0]]]);
    assert_eq!(layer.obstacles, [[[4.0, 4.0, 0.0], [5.0, 4.0, 0.0], [5.0, 5.0, 0.0]]]);
    assert_eq!(read.lines.rings[&(LayerId(0), Part::Obstacle(0))], [2; 3]);
    assert_eq!(read.notes, ["1 polygon was taken as walkable; use --as obstacles for the other reading"]);
}

#[test]
fn all_geometries_are_read() {
    let text = "\u{feff}SRID=28992;GEOMETRYCOLLECTION (MULTIPOLYGON (((0 0, 9 0, 9 9)), EMPTY, ((20 0, 29 0, 29 9))),
        LineString(1 1, 2 1), MULTILINESTRING ((3 1, 4 1, 4 2), EMPTY));
        multipoint (5 1, 6 1); MULTIPOINT ((7 1), (8 1))
        POINT Z (5 2 1.5) POINT M (5 3 7) POINTZM (5 4 2 9) POINT (6 4 2) POLYGON EMPTY;;";
    let read = read(text);
    assert_eq!(said(&read), [""; 0]);
    let layer = &read.scene.layers[0];
    assert_eq!((layer.walkable.len(), layer.obstacles.len()), (2, 11));
    let heights: Vec<f64> = layer.obstacles[7..].iter().map(|point| point[0][2]).collect();
    assert_eq!(heights, [1.5, 0.0, 2.0, 2.0], "a measure is no height");
}

#[test]
fn polygons_can_be_obstacles() {
    let options = ReadOptions { meaning: Meaning::Obstacles, margin: 1.0, ..ReadOptions::default() };
    let read = read_wkt("POLYGON ((0 0, 9 0, 9 9)) POLYGON ((20 0, 29 0, 29 9))", &options);
    assert_eq!(read.scene.bounds(), Some([[-1.0, -1.0], [30.0, 10.0]]));
    assert_eq!(read.scene.layers[0].obstacles.len(), 2);
}

#[test]
fn an_srid_says_degrees() {
    let read = read("SRID=4326;POLYGON ((5 52, 6 52, 6 53, 5 53))");
    let [low, high] = read.scene.bounds().expect("a square");
    assert!(high[1] - low[1] > 100_000.0, "a degree is 111 km");
}

#[test]
fn mistakes_are_told_with_line_and_column() {
    let corner = "corners are x and y with a space, and commas between corners";
    check(
        "POLYGON ((0 0, 1 0 0 1 2))",
        &format!("line 1: error: column 24: expected `,` or `)`, and found `2`; {corner}"),
    );
    check(
        "POLYGON (0 0, 1 0)",
        "line 1: error: column 10: expected `(`, and found `0`; a polygon is POLYGON ((0 0, 4 0, 4 3)), with two parentheses",
    );
    check(
        "POLYGON ((0 0,\n nan 0))",
        "line 2: error: column 2: expected a number, and found `nan`; a corner is two or three numbers with spaces: 4.5 -2",
    );
    check(
        "POLYGON ((0 0, 1e999 0))",
        "line 1: error: column 16: a coordinate is too large a number; give it a number in meters",
    );
    check(
        "POLYGON ((0 0, 1 0",
        "line 1: error: column 19: the file ends where `,` or `)` was expected; is the file complete?",
    );
    check(
        "POLYGN ((0 0, 1 0))",
        "line 1: error: column 1: expected a geometry, and found `POLYGN`; did you mean POLYGON?",
    );
    check(
        "POINT Z (1 2)",
        "line 1: error: column 13: a position has 3 numbers, and this one has 2; \
         with Z or M a position has three numbers, with ZM four",
    );
    check(
        "SRID 5;",
        "line 1: error: column 6: expected `=`, and found `5`; write SRID=4326; before the geometry, or nothing",
    );
}

#[test]
fn what_comes_before_a_mistake_is_kept() {
    let read = read("POLYGON ((0 0, 9 0, 9 9))\nPOLYGON ((0 0, x");
    assert_eq!(read.diagnostics.len(), 1);
    assert_eq!(read.scene.layers[0].walkable.len(), 1);
}

#[test]
fn nesting_is_limited() {
    let read = read(&"GEOMETRYCOLLECTION (".repeat(100_000));
    assert_eq!(read.diagnostics[0].what, "collections are nested too deep");
}
