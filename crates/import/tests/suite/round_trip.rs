//! What is written is read back the same, to the last bit.

use throng_import::{
    Format, Meaning, ReadOptions, Severity, read_geojson, read_scene, read_wkt, write, write_scene,
};
use throng_mesh::{Layer, Part, Scene};

use crate::common::Random;

#[test]
fn scene_files_keep_everything() {
    let mut random = Random(1);
    for round in 0..2000 {
        let scene = random.scene();
        let text = write_scene(&scene);
        let read = read_scene(&text);
        assert_eq!(read.diagnostics, [], "round {round}: {text}");
        assert_eq!(read.scene, scene, "round {round}: {text}");
    }
}

#[test]
fn geojson_keeps_everything() {
    let mut random = Random(2);
    for round in 0..2000 {
        let scene = random.scene();
        let text = write(&scene, Format::GeoJson).expect("GeoJSON can express any scene");
        let read = read_geojson(&text, &ReadOptions::default());
        assert_eq!(read.diagnostics, [], "round {round}: {text}");
        assert_eq!(read.scene, scene, "round {round}: {text}");
        assert_eq!(Format::detect("place.json", text.as_bytes()), Some(Format::GeoJson), "{text}");
    }
}

#[test]
fn geojson_without_our_mark_keeps_its_layers() {
    let text = r#"{"throng": 1, "layers": [
      {"id": "a", "walkable": [[[0,0],[9,0],[9,9]]], "openings": [[[1,1],[2,1],[2,2]]]},
      {"id": "b", "walkable": [[[9,0,1],[20,0,1],[9,9]]], "regions": [{"label": "grass", "polygon": [[9,0],[12,0],[9,3]]}]}],
      "connections": [{"between": ["a", "b"], "segment": [[9,0],[9,9]]}]}"#;
    let scene = read_scene(text).scene;
    let ours = write(&scene, Format::GeoJson).expect("GeoJSON can express any scene");
    // As a map program would write it again.
    let theirs = ours.replace("\"throng\":1,", "").replace("\"layers\":[\"a\",\"b\"],", "");
    assert_ne!(ours, theirs);
    assert_eq!(read_geojson(&theirs, &ReadOptions::default()).scene, scene);
}

#[test]
fn wkt_keeps_what_it_can_express() {
    let mut random = Random(3);
    let square = |x: f64, y: f64, side: f64, z: f64| {
        vec![[x, y, z], [x + side, y, z], [x + side, y + side, z], [x, y + side, z]]
    };
    for round in 0..200 {
        // Rooms in a row, each with obstacles of its own.
        let mut layer = Layer::new("ground");
        let (mut polygons, mut chains) = (Vec::new(), Vec::new());
        for room in 0..1 + random.below(3) {
            let x = 10.0 * room as f64;
            let height = random.below(2) as f64;
            layer.walkable.push(square(x, 0.0, 8.0, height));
            polygons
                .extend((0..random.below(3)).map(|n| square(x + 1.0 + 2.0 * n as f64, 2.0, 1.25, height)));
            chains.push(vec![[x, 1.0, 0.0], [x + 0.5, 1.5, height]]);
            chains.push(vec![[x + 7.0, 7.0, height]]);
        }
        layer.obstacles = polygons.into_iter().chain(chains).collect();
        let scene = Scene::of_layer("", layer);
        let text = write(&scene, Format::Wkt).expect("one layer, obstacles in one room each");
        let read = read_wkt(&text, &ReadOptions::default());
        assert_eq!(read.diagnostics, [], "round {round}: {text}");
        assert_eq!(read.scene, scene, "round {round}: {text}");
    }
}

#[test]
fn wkt_refuses_what_it_cannot_express() {
    let room = vec![[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [9.0, 9.0, 0.0]];
    let layer = Layer { walkable: vec![room.clone()], ..Layer::new("a") };
    let check = |layers: Vec<Layer>, what: &str| {
        let scene = Scene { layers, ..Scene::default() };
        let error = write(&scene, Format::Wkt).expect_err(what).to_string();
        assert_eq!(
            error,
            format!("WKT cannot express {what}; write GeoJSON (.geojson) or a scene file (.json)")
        );
    };
    check(vec![layer.clone(), Layer::new("b")], "a scene that has not exactly one layer");
    check(vec![Layer { openings: vec![room.clone()], ..layer.clone() }], "openings");
    check(vec![Layer { walkable: vec![], ..layer.clone() }], "a layer without walkable rings");
    let twice = Layer { walkable: vec![room.clone(), room.clone()], obstacles: vec![room], ..layer };
    check(vec![twice], "an obstacle that stands in several walkable rings");
}

#[test]
fn a_scene_file_reads_well() {
    let text = r#"{
  "throng": 1,
  "name": "two floors",
  "layers": [
    {
      "id": "ground",
      "walkable": [
        [[0,0],[20,0],[20,10],[0,10]]
      ],
      "obstacles": [
        [[4,4],[6,4],[6,6]],
        [[12.5,5]]
      ],
      "regions": [
        { "label": "grass", "polygon": [[0,0],[5,0],[5,2]] }
      ]
    },
    {
      "id": "ramp",
      "walkable": [
        [[20,2],[30,2,3],[30,5,3],[20,5]]
      ]
    }
  ],
  "connections": [
    { "between": ["ground", "ramp"], "segment": [[20,2],[20,5]] }
  ]
}
"#;
    let read = read_scene(text);
    assert_eq!(read.diagnostics, []);
    assert_eq!(write_scene(&read.scene), text);
    assert_eq!(read.lines.rings[&(throng_mesh::LayerId(0), Part::Obstacle(1))], [12]);
}

#[test]
fn what_is_not_finite_is_an_error_after_writing() {
    let layer =
        Layer { walkable: vec![vec![[f64::NAN, 0.0, 0.0], [1.0, f64::INFINITY, 0.0]]], ..Layer::new("a") };
    let read = read_scene(&write_scene(&Scene::of_layer("", layer)));
    assert_eq!(read.diagnostics.len(), 2);
    assert!(read.diagnostics.iter().all(|diagnostic| diagnostic.severity == Severity::Error));
}

#[test]
fn drawings_are_read_only() {
    let error = write(&Scene::default(), Format::Svg).expect_err("no SVG");
    assert_eq!(
        error.to_string(),
        "Svg is read only; write a scene file (.json), GeoJSON (.geojson) or WKT (.wkt)"
    );
    assert_eq!(ReadOptions::default().meaning, Meaning::Auto);
}
