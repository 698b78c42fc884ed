//! The program, run as users run it.

mod support;

use serde_json::Value;
use support::{FLOORS, Folder, json, throng};

#[test]
fn demo_builds_verifies_and_draws_a_station() {
    let folder = Folder::new("demo");
    let answer = json(&["demo", "--json", "--out", &folder.file("out")]);
    assert_eq!(
        (&answer["checked"], &answer["layers"], &answer["components"]),
        (&true.into(), &34.into(), &1.into())
    );
    for picture in answer["pictures"].as_array().expect("pictures") {
        let text = std::fs::read_to_string(picture.as_str().expect("a file")).expect("the picture");
        assert!(text.starts_with("<svg"), "{}", &text[..40]);
    }
    assert_eq!((&answer["routes"], answer["pictures"].as_array().map(Vec::len)), (&1000.into(), Some(3)));
    assert!(
        answer["route_us"].as_f64() > Some(0.0) && answer["route_length"].as_f64() > Some(10.0),
        "{answer}"
    );
    let told = throng(&["demo", "--out", &folder.file("out")], "").stdout;
    assert!(told.contains("1000 routes") && told.contains("station-routes.svg"), "{told}");
}

#[test]
fn build_reports_sizes_and_saves() {
    let folder = Folder::new("build");
    let (scene, saved) = (folder.with("floors.json", FLOORS), folder.file("floors.ecm"));
    let answer = json(&["build", &scene, "--json", "--verify", "--save", &saved]);
    let wanted = [
        "layers",
        "connections",
        "obstacle_vertices",
        "vertices",
        "edges",
        "bending_points",
        "cells",
        "components",
        "area",
        "bytes",
    ];
    assert!(wanted.iter().all(|key| answer[*key].is_number()), "{answer}");
    for key in ["read", "clean", "voronoi", "connect", "mesh", "total"] {
        assert!(answer["ms"][key].is_number(), "{answer}");
    }
    assert_eq!(
        (&answer["layers"], &answer["connections"], &answer["components"]),
        (&2.into(), &1.into(), &1.into())
    );
    assert!((answer["area"].as_f64().expect("a number") - 228.0).abs() < 1e-9, "{answer}");
    let again = json(&["build", &saved, "--json"]);
    assert_eq!(again["cells"], answer["cells"], "the saved mesh");
    // Threads do not matter.
    for threads in ["1", "2", "3"] {
        let file = folder.file(threads);
        json(&["build", "ramps2", "--json", "--threads", threads, "--save", &file]);
    }
    let bytes = |name: &str| std::fs::read(folder.0.join(name)).expect("saved");
    assert!(bytes("1") == bytes("2") && bytes("2") == bytes("3"), "the same bits on any number of threads");
    // A damaged file is refused.
    let mut damaged = bytes("1");
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    std::fs::write(folder.0.join("damaged.ecm"), damaged).expect("a file");
    let refused = throng(&["query", &folder.file("damaged.ecm")], "");
    assert_eq!(refused.code, 1, "{}", refused.stderr);
    assert!(refused.stderr.contains("damaged.ecm"), "{}", refused.stderr);
}

#[test]
fn query_answers_line_by_line() {
    let folder = Folder::new("query");
    let scene = folder.with("floors.json", FLOORS);
    let requests = r#"{"op":"locate","at":[1,1],"layer":"ground","id":7}
{"op":"locate","at":[25,3],"layer":"ramp"}
{"op":"nearest","at":[19.5,3.5],"layer":"ground"}
{"op":"retract","at":[25,3],"layer":"ramp"}
{"op":"visible","from":[19,3.5],"from_layer":"ground","to":[29,3.5],"to_layer":"ramp"}
{"op":"visible","from":[8,4],"from_layer":"ground","to":[10,4],"to_layer":"ground"}
{"op":"visibility","at":[25,3],"layer":"ramp"}
{"op":"nearest","at":[5.5,4.5],"layer":"ground"}
{"op":"nearest","at":[1,1]}
{"op":"nearest","at":[1,1],"layer":"attic"}
{"op":"fly"}
nonsense

{"op":"stats"}
{"op":"verify","id":"last"}"#;
    let answer = throng(&["query", &scene], requests);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let lines: Vec<Value> =
        answer.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 14, "{}", answer.stdout);
    assert_eq!(
        (&lines[0]["walkable"], &lines[0]["id"], &lines[0]["height"]),
        (&true.into(), &7.into(), &0.0.into())
    );
    assert!((lines[1]["height"].as_f64().expect("a number") - 1.5).abs() < 1e-9, "{}", lines[1]);
    assert!(
        (lines[2]["distance"].as_f64().expect("a number") - (1.5f64 * 1.5 + 0.25).sqrt()).abs() < 1e-9,
        "{}",
        lines[2]
    );
    assert_eq!((&lines[3]["point"], &lines[3]["clearance"]), (&serde_json::json!([25.0, 3.5]), &1.5.into()));
    assert_eq!(
        (&lines[4]["visible"], &lines[4]["clearance"]),
        (&true.into(), &1.0.into()),
        "the wall at the end"
    );
    assert_eq!((&lines[5]["visible"], &lines[5]["clearance"]), (&false.into(), &0.0.into()));
    assert!(lines[6]["area"].as_f64() > Some(30.0), "the ramp and some of the ground: {}", lines[6]);
    assert_eq!(lines[7]["walkable"], false);
    assert!(lines[7]["nearest_walkable"].is_array() && lines[7]["error"].is_string(), "{}", lines[7]);
    for (line, words) in [(8, "layer"), (9, "there are ground, ramp"), (10, "no op \"fly\""), (11, "JSON")] {
        assert!(lines[line]["error"].as_str().is_some_and(|e| e.contains(words)), "{}", lines[line]);
    }
    assert_eq!(lines[12]["components"], 1);
    assert_eq!((&lines[13]["ok"], &lines[13]["id"]), (&true.into(), &"last".into()));
}

#[test]
fn check_names_file_line_layer_ring_and_vertex() {
    let folder = Folder::new("check");
    let good = folder.with("floors.json", FLOORS);
    assert_eq!(json(&["check", &good, "--json"])["errors"], 0);
    let bad = folder.with(
        "bad.json",
        &FLOORS.replace("[6,4],[6,6]", "[6,1e999],[6,6]").replace("[20,5]] } ] }", "[20,6]] } ] }"),
    );
    let answer = throng(&["check", &bad], "");
    assert_eq!(answer.code, 1, "{}", answer.stdout);
    assert!(
        answer.stdout.contains("bad.json:5: error: layer \"ground\", obstacle 0, vertex 1"),
        "{}",
        answer.stdout
    );
    let off = folder.with("off.json", &FLOORS.replace("[20,5]] } ] }", "[20,6]] } ] }"));
    let answer = throng(&["check", &off], "");
    assert!(
        answer
            .stdout
            .contains("off.json:7: error: layer \"ramp\", connection 0: the connection does not lie"),
        "{}",
        answer.stdout
    );
    assert_eq!(throng(&["build", &off], "").code, 1);
}

#[test]
fn convert_there_and_back() {
    let folder = Folder::new("convert");
    let scene = folder.with("floors.json", FLOORS);
    let (there, back) = (folder.file("floors.geojson"), folder.file("back.json"));
    json(&["convert", &scene, &there, "--json"]);
    json(&["convert", &there, &back, "--json"]);
    assert_eq!(json(&["build", &back, "--json"])["cells"], json(&["build", &scene, "--json"])["cells"]);
    assert_eq!(throng(&["convert", &scene, &folder.file("floors.txt")], "").code, 1, "no such format");
}

#[test]
fn draw_makes_svg_and_png() {
    let folder = Folder::new("draw");
    let scene = folder.with("floors.json", FLOORS);
    let svg = folder.file("a.svg");
    json(&["draw", &scene, "--out", &svg, "--spokes", "--see", "2,2,ground", "--cells", "1,2", "--json"]);
    assert!(std::fs::read_to_string(&svg).expect("a picture").starts_with("<svg"), "an SVG image");
    let png = folder.file("a.png");
    json(&["draw", &scene, "--out", &png, "--view", "oblique", "--clearance", "--json"]);
    assert!(std::fs::read(&png).expect("a picture").starts_with(b"\x89PNG"), "a PNG image");
    assert_eq!(throng(&["draw", &scene, "--out", &folder.file("a.gif")], "").code, 1, "no such format");
}

#[test]
fn scene_lists_and_writes_places() {
    let folder = Folder::new("scene");
    let places = json(&["scene", "--list", "--json"]);
    let places = places["places"].as_array().expect("a list");
    assert!(places.len() >= 20, "{places:?}");
    let file = folder.file("ramps.json");
    json(&["scene", "ramps", "--out", &file, "--json"]);
    assert_eq!(json(&["build", &file, "--json"])["cells"], json(&["build", "ramps", "--json"])["cells"]);
    let answer = throng(&["scene", "stadion"], "");
    assert_eq!(answer.code, 1);
    assert!(answer.stderr.contains("stadium"), "{}", answer.stderr);
}

#[test]
fn wrong_usage_is_told_apart_from_wrong_input() {
    assert_eq!(throng(&["dance"], "").code, 2, "no such verb");
    assert_eq!(throng(&["build"], "").code, 2, "no file");
    assert_eq!(throng(&["build", "city", "--margin", "-1"], "").code, 2, "no such margin");
    let answer = throng(&["build", "nowhere.json"], "");
    assert_eq!(answer.code, 1, "no such file");
    assert!(answer.stderr.contains("nowhere.json"), "{}", answer.stderr);
    assert!(throng(&["completions", "bash"], "").stdout.contains("throng"), "a script");
}
