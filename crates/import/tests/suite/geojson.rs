//! What maps and drawings in GeoJSON are taken as, and what is said about it.

use throng_import::{Coordinates, Imported, Meaning, ReadOptions, read_geojson};
use throng_mesh::{LayerId, Part};

use crate::common::said;

fn square(x: f64, y: f64, side: f64) -> String {
    let (x1, y1) = (x + side, y + side);
    format!("[[{x},{y}],[{x1},{y}],[{x1},{y1}],[{x},{y1}],[{x},{y}]]")
}

fn feature(properties: &str, kind: &str, coordinates: &str) -> String {
    format!(
        "{{\"type\": \"Feature\", \"properties\": {{{properties}}}, \
         \"geometry\": {{\"type\": \"{kind}\", \"coordinates\": {coordinates}}}}}"
    )
}

fn polygon(properties: &str, x: f64, y: f64, side: f64) -> String {
    feature(properties, "Polygon", &format!("[{}]", square(x, y, side)))
}

/// A collection with a feature on each line, from the second on.
fn collection(features: &[String]) -> String {
    format!("{{\"type\": \"FeatureCollection\", \"features\": [\n{}]}}", features.join(",\n"))
}

fn read_as(meaning: Meaning, features: &[String]) -> Imported {
    read_geojson(&collection(features), &ReadOptions { meaning, ..ReadOptions::default() })
}

/// How many walkable rings, obstacles and openings the layers have.
fn counts(imported: &Imported) -> Vec<(&str, usize, usize, usize)> {
    let layers = imported.scene.layers.iter();
    layers
        .map(|layer| (layer.id.as_str(), layer.walkable.len(), layer.obstacles.len(), layer.openings.len()))
        .collect()
}

#[test]
fn buildings_are_obstacles_in_a_box() {
    let features = [
        polygon("\"building\": \"yes\"", 0.0, 0.0, 10.0),
        polygon("\"kind\": \"building\"", 20.0, 5.0, 10.0),
        feature("\"highway\": \"steps\"", "LineString", "[[0,0],[500,0]]"),
        feature("\"barrier\": \"wall\"", "LineString", "[[11,0],[12,0],[12,3]]"),
        feature("\"shop\": \"bakery\"", "Point", "[1,1]"),
    ];
    let read = read_as(Meaning::Auto, &features);
    assert_eq!(said(&read), [""; 0]);
    assert_eq!(counts(&read), [("ground", 1, 4, 0)]);
    assert_eq!(read.scene.bounds(), Some([[-10.0, -10.0], [40.0, 25.0]]));
    assert_eq!(
        read.notes,
        [
            "2 shapes were passed over, being neither walkable nor an obstacle",
            "2 polygons were taken as obstacles within a margin of 10 m; use --as walkable for the other reading",
        ]
    );
    assert_eq!(read.lines.rings[&(LayerId(0), Part::Obstacle(1))], [3; 4]);
    let other = read_as(Meaning::Walkable, &features);
    assert_eq!(counts(&other), [("ground", 2, 0, 0)], "the wall stands between the two");
}

#[test]
fn ground_with_obstacles_is_the_place() {
    let mut features = vec![polygon("\"kind\": \"ground\"", 0.0, 0.0, 100.0)];
    features.extend((0..5).map(|n| polygon("\"kind\": \"obstacle\"", 10.0 * f64::from(n), 5.0, 5.0)));
    let read = read_as(Meaning::Auto, &features);
    assert_eq!(counts(&read), [("ground", 1, 5, 0)]);
    assert_eq!(read.scene.bounds(), Some([[0.0, 0.0], [100.0, 100.0]]));
    let boxed = read_as(Meaning::Obstacles, &features);
    assert_eq!(counts(&boxed), [("ground", 1, 5, 0)]);
    assert_eq!(boxed.scene.bounds(), Some([[-10.0, -5.0], [55.0, 20.0]]));
}

#[test]
fn a_platform_in_a_city_is_not_the_place() {
    let mut features = vec![polygon("\"kind\": \"platform\"", 0.0, 0.0, 1.0)];
    features.extend((0..5).map(|n| polygon("\"building\": \"yes\"", 10.0 + 10.0 * f64::from(n), 5.0, 5.0)));
    assert_eq!(counts(&read_as(Meaning::Auto, &features)), [("ground", 1, 5, 0)]);
    let platform = read_as(Meaning::Walkable, &features);
    assert_eq!(platform.scene.bounds(), Some([[0.0, 0.0], [1.0, 1.0]]));
    assert_eq!(platform.notes[0], "5 obstacles lie outside of the walkable polygons and had no effect");
}

#[test]
fn polygons_without_properties_are_judged_by_their_shape() {
    let alone = read_as(Meaning::Auto, &[polygon("", 0.0, 0.0, 10.0)]);
    assert_eq!(counts(&alone), [("ground", 1, 0, 0)]);
    assert_eq!(alone.notes, ["1 polygon was taken as walkable; use --as obstacles for the other reading"]);

    let scattered: Vec<String> = (0..4).map(|n| polygon("", 30.0 * f64::from(n), 0.0, 10.0)).collect();
    assert_eq!(counts(&read_as(Meaning::Auto, &scattered)), [("ground", 1, 4, 0)]);

    let tiles: Vec<String> =
        (0..4).map(|n| polygon("", f64::from(n % 2) * 10.0, f64::from(n / 2) * 10.0, 10.0)).collect();
    assert_eq!(counts(&read_as(Meaning::Auto, &tiles)), [("ground", 4, 0, 0)]);

    let mut inside = scattered;
    inside.insert(2, polygon("", -10.0, -10.0, 200.0));
    let read = read_as(Meaning::Auto, &inside);
    assert_eq!(counts(&read), [("ground", 1, 4, 0)]);
    assert_eq!(read.scene.bounds(), Some([[-10.0, -10.0], [190.0, 190.0]]));
}

#[test]
fn levels_become_layers() {
    let features = [
        polygon("\"kind\": \"room\", \"level\": 1", 0.0, 0.0, 10.0),
        polygon("\"kind\": \"room\", \"level\": \"0\"", 0.0, 0.0, 10.0),
        polygon("\"kind\": \"door\", \"level\": \"0\"", 10.0, 2.0, 1.0),
        polygon("\"kind\": \"room\"", 11.0, 0.0, 10.0),
        polygon("\"kind\": \"furniture\", \"level\": 1", 2.0, 2.0, 1.0),
        polygon("\"kind\": \"furniture\"", 4.0, 4.0, 1.0),
    ];
    let read = read_as(Meaning::Auto, &features);
    assert_eq!(counts(&read), [("0", 3, 1, 1), ("1", 1, 1, 0)]);
    assert_eq!(
        read.notes[0],
        "the walkable polygons are on 2 levels, which became the layers \"0\", \"1\"; \
         they are not connected: add connections to the scene file"
    );
}

#[test]
fn indoor_maps_are_rooms() {
    let unit = |category: &str, x: f64| {
        polygon(&format!("\"category\": \"{category}\", \"level_id\": \"g\""), x, 0.0, 10.0).replacen(
            "{",
            "{\"feature_type\": \"unit\", ",
            1,
        )
    };
    let read = read_as(Meaning::Auto, &[unit("walkway", 0.0), unit("room", 10.0), unit("opentobelow", 5.0)]);
    assert_eq!(counts(&read), [("g", 2, 1, 0)]);
}

#[test]
fn degrees_become_meters() {
    // A square of about 100 m in Utrecht.
    let (x, y, dx, dy) = (5.12, 52.09, 0.001_459_5, 0.000_898_6);
    let ring = format!("[[[{x},{y}],[{},{y}],[{},{}],[{x},{}]]]", x + dx, x + dx, y + dy, y + dy);
    let text = format!("{{\"type\": \"Polygon\", \"coordinates\": {ring}}}");
    let read = read_geojson(&text, &ReadOptions::default());
    let [low, high] = read.scene.bounds().expect("a square");
    for axis in 0..2 {
        assert!((high[axis] - 50.0).abs() < 0.05 && (low[axis] + 50.0).abs() < 0.05, "{low:?} {high:?}");
    }
    assert!(read.notes[0].starts_with("coordinates were taken as degrees"), "{}", read.notes[0]);
    let meters = ReadOptions { coordinates: Coordinates::Meters, ..ReadOptions::default() };
    assert_eq!(read_geojson(&text, &meters).scene.bounds(), Some([[x, y], [x + dx, y + dy]]));
}

#[test]
fn all_geometries_are_read() {
    let text = format!(
        r#"{{"type": "GeometryCollection", "geometries": [
            {{"type": "MultiPolygon", "coordinates": [[{}, {}], [{}]]}},
            {{"type": "MultiLineString", "coordinates": [[[1,1],[2,1]], [[3,1],[4,1],[4,2]]]}},
            {{"type": "MultiPoint", "coordinates": [[1,8],[2,8]]}},
            {{"type": "Point", "coordinates": [3,8,1]}}]}}"#,
        square(0.0, 0.0, 10.0),
        square(4.0, 4.0, 2.0),
        square(20.0, 0.0, 10.0)
    );
    let read = read_geojson(&text, &ReadOptions::default());
    assert_eq!(said(&read), [""; 0]);
    assert_eq!(counts(&read), [("ground", 2, 7, 0)]);
    assert_eq!(read.scene.layers[0].obstacles[6], [[3.0, 8.0, 1.0]]);
}

#[test]
fn mistakes_are_told_all_in_one_go() {
    let features = [
        feature("", "Polygone", "[]"),
        feature("", "Polygon", "[[[0,0],[1],[1,\"a\"],[1e999,1]]]"),
        feature("", "Polygon", "5"),
        "{\"type\": \"Feature\", \"geometry\": {\"type\": \"Point\"}}".to_owned(),
        "{\"type\": \"Feature\", \"geometry\": null}".to_owned(),
        "{}".to_owned(),
        "7".to_owned(),
    ];
    let read = read_as(Meaning::Auto, &features);
    let types = "FeatureCollection, Feature, Point, MultiPoint, LineString, MultiLineString, Polygon, MultiPolygon, \
                 GeometryCollection";
    assert_eq!(
        said(&read),
        [
            "line 2: error: feature 0: there is no GeoJSON type \"Polygone\"; did you mean \"Polygon\"?".to_owned(),
            "line 3: error: feature 1, ring 0, vertex 1: a position has two or three numbers, and this one has 1; \
             write [x, y] or [x, y, height]"
                .to_owned(),
            "line 3: error: feature 1, ring 0, vertex 2: a position must be a list of numbers; write [x, y] or [x, y, height]"
                .to_owned(),
            "line 3: error: feature 1, ring 0, vertex 3: a coordinate is too large a number; write [x, y] or [x, y, height]"
                .to_owned(),
            "line 4: error: feature 2: expected a list of rings, and found a number; put it in square brackets: […]".to_owned(),
            "line 5: error: feature 3: the Point has no `coordinates`; add them, or remove it".to_owned(),
            format!("line 7: error: feature 5: the object has no `type`; the types are {types}"),
            "line 8: error: feature 6: expected a GeoJSON object, and found a number; write { \"type\": …, … }".to_owned(),
        ]
    );
    assert_eq!(read.notes[0], "1 feature was passed over, having no geometry");
}

#[test]
fn an_empty_file_is_an_error() {
    let read = read_as(Meaning::Auto, &[]);
    assert_eq!(
        said(&read),
        ["no line: error: there is nothing walkable in this file, and no obstacle; \
          add a polygon, or lines and points that are obstacles"]
    );
}
