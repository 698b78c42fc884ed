//! Routes by the program: requests, pictures, and what it says where there is no way.

mod support;

use serde_json::{Value, json};
use support::{FLOORS, Folder, throng};

/// Two rooms with a door of 0.9 m between them, and a third one apart.
const ROOMS: &str = r#"{ "throng": 1, "name": "rooms",
  "layers": [ { "id": "rooms",
    "walkable":  [ [[0,0],[10,0],[10,4],[0,4]], [[20,0],[24,0],[24,4],[20,4]] ],
    "obstacles": [ [[5,0],[5.2,0],[5.2,1],[5,1]], [[5,1.9],[5.2,1.9],[5.2,4],[5,4]] ] } ] }"#;

/// The answers to requests, one each.
fn ask(scene: &str, requests: &[Value]) -> Vec<Value> {
    let text: String = requests.iter().map(|request| format!("{request}\n")).collect();
    ask_lines(scene, &text)
}

fn ask_lines(scene: &str, text: &str) -> Vec<Value> {
    let answer = throng(&["query", scene], text);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let answers = answer.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let answers: Vec<Value> = answers.collect();
    assert_eq!(answers.len(), text.lines().count(), "{}", answer.stdout);
    answers
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

/// The sum of the distances between the points of an answer.
fn chain(answer: &Value) -> f64 {
    let points = answer["points"].as_array().expect("points");
    let step = |pair: &[Value]| {
        let [dx, dy] = [0, 1].map(|i| number(&pair[1][i]) - number(&pair[0][i]));
        (dx * dx + dy * dy).sqrt()
    };
    points.windows(2).map(step).sum()
}

fn reason(answer: &Value) -> &str {
    answer["reason"].as_str().unwrap_or_else(|| panic!("no reason: {answer}"))
}

#[test]
fn routes_are_found() {
    let folder = Folder::new("route");
    let scene = folder.with("rooms.json", ROOMS);
    let ends = json!({"op": "route", "from": [2, 3], "to": [8, 3], "id": "a"});
    let mut requests = vec![ends.clone()];
    for kind in ["short", "shortest", "medial", "left", "right"] {
        let mut request = ends.clone();
        request["kind"] = kind.into();
        request["radius"] = 0.3.into();
        request["clearance"] = 0.2.into();
        requests.push(request);
    }
    requests.push(json!({"op": "route", "from": [2, 3], "to": [8, 3], "side": 0.3, "radius": 0.3}));
    requests.push(json!({"op": "route", "from": [2, 3], "to": [2, 3]}));
    let answers = ask(&scene, &requests);
    for answer in &answers[..7] {
        assert_eq!((&answer["found"], &answer["reason"]), (&true.into(), &Value::Null), "{answer}");
        let points = answer["points"].as_array().expect("points");
        assert_eq!(
            (&points[0], points.last()),
            (&json!([2.0, 3.0, "rooms"]), Some(&json!([8.0, 3.0, "rooms"])))
        );
        let length = number(&answer["length"]);
        // Chords are shorter than arcs, by a millimeter here and there.
        assert!(length > 6.0 && chain(answer) <= length + 1e-9 && chain(answer) > length - 0.01, "{answer}");
    }
    assert_eq!(answers[0]["id"], "a");
    assert!(number(&answers[0]["min_clearance"]) >= 0.239, "{}", answers[0]);
    for answer in &answers[1..7] {
        assert!(number(&answer["min_clearance"]) >= 0.299, "{answer}");
    }
    // Around the corner of the door: two tangents and an arc of a circle.
    let (r, dx, dy) = (0.24_f64, 3.0_f64, 1.1_f64);
    let tangent = (dx * dx + dy * dy - r * r).sqrt();
    assert!(number(&answers[0]["length"]) > 2.0 * tangent + 0.2, "{}", answers[0]["length"]);
    assert!(
        number(&answers[0]["length"]) < number(&answers[3]["length"]),
        "along the medial axis it is farther"
    );
    assert_eq!((&answers[7]["found"], &answers[7]["length"]), (&true.into(), &0.0.into()), "already there");
}

#[test]
fn where_there_is_no_way_the_reason_is_told() {
    let folder = Folder::new("no-route");
    let scene = folder.with("rooms.json", ROOMS);
    let route = |from: [f64; 2], to: [f64; 2], radius: f64| json!({"op": "route", "from": from, "to": to, "radius": radius, "id": 1});
    let answers = ask(
        &scene,
        &[
            route([2.0, 3.0], [8.0, 3.0], 0.5),
            route([2.0, 3.0], [22.0, 2.0], 0.2),
            route([-1.0, 3.0], [8.0, 3.0], 0.2),
            route([2.0, 3.0], [5.1, 0.5], 0.2),
            route([0.1, 3.0], [8.0, 3.0], 0.2),
            route([2.0, 3.0], [8.0, 3.0], 0.45),
        ],
    );
    let (found, all) = answers.split_last().expect("answers");
    assert_eq!(found["found"], true, "exactly as wide as the door: {found}");
    for answer in all {
        assert_eq!(
            (&answer["found"], &answer["length"], &answer["points"], &answer["min_clearance"], &answer["id"]),
            (&false.into(), &Value::Null, &json!([]), &Value::Null, &1.into()),
            "{answer}"
        );
    }
    assert!(reason(&all[0]).contains("too narrow"), "{}", all[0]);
    assert!((number(&all[0]["largest_radius"]) - 0.45).abs() < 1e-9, "{}", all[0]);
    assert!((number(&all[0]["at"][1]) - 1.45).abs() < 1e-9 && all[0]["layer"] == "rooms", "{}", all[0]);
    assert!(reason(&all[1]).contains("not connected"), "{}", all[1]);
    for (answer, which, near) in [(&all[2], "start", json!([0.0, 3.0])), (&all[3], "goal", json!([5.0, 0.5]))]
    {
        assert!(reason(answer).contains("outside") && reason(answer).contains(which), "{answer}");
        assert_eq!((&answer["walkable"], &answer["layer"]), (&false.into(), &"rooms".into()), "{answer}");
        assert!(answer["error"].as_str().is_some_and(|words| words.contains("not walkable")), "{answer}");
        let apart = [0, 1].map(|i| number(&answer["nearest_walkable"][i]) - number(&near[i]));
        assert!(apart[0].abs() < 0.21 && apart[1].abs() < 0.01, "{answer}");
    }
    assert!(reason(&all[4]).contains("too narrow") && reason(&all[4]).contains("start"), "{}", all[4]);
    assert!((number(&all[4]["largest_radius"]) - 0.1).abs() < 1e-9, "{}", all[4]);
}

#[test]
fn routes_go_from_layer_to_layer() {
    let folder = Folder::new("layered-route");
    let scene = folder.with("floors.json", FLOORS);
    let up =
        json!({"op": "route", "from": [2, 5], "from_layer": "ground", "to": [28, 3], "to_layer": "ramp"});
    let mut down = json!({"op": "route", "from": [28, 3, "ramp"], "to": [2, 5, "ground"], "kind": "medial"});
    down["radius"] = 0.5.into();
    let answers = ask(&scene, &[up, down, json!({"op": "route", "from": [2, 5], "to": [28, 3]})]);
    for answer in &answers[..2] {
        assert_eq!(answer["found"], true, "{answer}");
        for point in answer["points"].as_array().expect("points") {
            let x = number(&point[0]);
            let layer = if x > 20.0 { "ramp" } else { "ground" };
            assert!(point[2] == layer || (x - 20.0).abs() < 1e-6, "{point}");
        }
    }
    assert!(answers[2]["error"].as_str().is_some_and(|e| e.contains("from_layer")), "{}", answers[2]);
}

#[test]
fn many_routes_at_once_are_those_of_one_by_one() {
    let folder = Folder::new("many-routes");
    let scene = folder.with("rooms.json", ROOMS);
    let mut requests: Vec<Value> = Vec::new();
    for k in 0..60 {
        let kind = ["short", "medial", "left", "right"][k % 4];
        let (a, b) = (0.5 + 0.05 * k as f64, 9.5 - 0.06 * k as f64);
        requests.push(json!({
            "op": "route", "from": [a, 2.0], "to": [b, 2.5], "kind": kind, "clearance": 0.1, "radius": 0.01 * k as f64, "id": k,
        }));
    }
    requests.push(json!({"op": "route", "from": "here"}));
    let one_by_one = ask(&scene, &requests);
    let batch = json!({"op": "routes", "requests": requests, "id": "all"});
    for threads in ["1", "3"] {
        let answer = throng(&["query", &scene, "--threads", threads], &batch.to_string());
        let answer: Value = serde_json::from_str(&answer.stdout).expect("JSON");
        assert_eq!((&answer["routes"], &answer["id"]), (&json!(one_by_one), &"all".into()));
        let found = one_by_one.iter().filter(|answer| answer["found"] == true).count();
        assert_eq!(answer["found"], found, "some are too wide");
        assert!(found > 30 && found < 60, "{found}");
    }
}

#[test]
fn paths_widths_and_distances() {
    let folder = Folder::new("paths");
    let scene = folder.with("rooms.json", ROOMS);
    let answers = ask(
        &scene,
        &[
            json!({"op": "path", "from": [2, 3], "to": [8, 3], "corridor": true}),
            json!({"op": "path", "from": [2, 3], "to": [8, 3], "radius": 1}),
            json!({"op": "width", "from": [2, 3], "to": [8, 3]}),
            json!({"op": "width", "from": [2, 3], "to": [22, 3]}),
            json!({"op": "distances", "from": [2, 2], "to": [[2, 2], [8, 2, "rooms"], [22, 2]]}),
            json!({"op": "distances", "from": [2, 2]}),
            json!({"op": "distances", "from": [2, 9]}),
            json!({"op": "distances", "from": [2, 2], "to": [3, 4]}),
        ],
    );
    let path = &answers[0];
    assert_eq!(path["found"], true);
    assert!(number(&path["length"]) > 5.0, "{path}");
    let count = |key: &str| path[key].as_array().map(Vec::len);
    assert!(
        count("edges") > Some(1) && count("edges") == count("forward") && count("corridor") > Some(4),
        "{path}"
    );
    let widths = path["corridor"].as_array().expect("points").iter().map(|point| number(&point["clearance"]));
    assert!((widths.fold(f64::INFINITY, f64::min) - 0.45).abs() < 1e-9, "through the door");
    assert!(answers[1]["found"] == false && reason(&answers[1]).contains("too narrow"), "{}", answers[1]);
    assert!((number(&answers[2]["largest_radius"]) - 0.45).abs() < 1e-9, "{}", answers[2]);
    assert!(answers[3]["found"] == false && reason(&answers[3]).contains("not connected"), "{}", answers[3]);
    let distances = answers[4]["distances"].as_array().expect("distances");
    assert!(number(&distances[0]).abs() < 1e-9 && number(&distances[1]) > 5.9 && distances[2].is_null());
    assert!(number(&answers[5]["farthest"]) > 6.0 && answers[5]["layer"] == "rooms", "{}", answers[5]);
    assert!(
        answers[5]["reached"].as_u64() < answers[5]["vertices"].as_u64(),
        "the third room is out of reach"
    );
    assert_eq!(
        (&answers[6]["found"], &answers[6]["walkable"]),
        (&false.into(), &false.into()),
        "{}",
        answers[6]
    );
    assert!(answers[7]["error"].is_string(), "{}", answers[7]);
}

#[test]
fn weights_make_a_detour_worth_it() {
    let park = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/park.json");
    let ends = json!({"op": "route", "from": [2, 10], "to": [78, 40.5], "kind": "shortest"});
    let with = |weights: Value| {
        let mut request = ends.clone();
        request["weights"] = weights;
        request
    };
    let answers = ask(
        park,
        &[
            ends.clone(),
            with(json!({"grass": 2.5, "water": null})),
            with(json!({})),
            with(json!({"grass": null, "path": null})),
            with(json!({"grass": -1})),
            with(json!({"grass": "wet"})),
            with(json!(3)),
            json!({"op": "route", "from": [2, 10], "to": [42, 26], "weights": {"water": null}}),
            json!({"op": "route", "from": [2, 10], "to": [78, 40.5], "weights": {"grass": 2}, "kind": "left"}),
        ],
    );
    let length = |k: usize| number(&answers[k]["length"]);
    assert!(length(1) > length(0) + 2.0, "around the pond: {} {}", length(0), length(1));
    assert!(number(&answers[1]["cost"]) < 2.5 * length(0) && number(&answers[1]["cost"]) >= length(1) - 1e-9);
    assert!(
        (length(2) - length(0)).abs() < 0.01 * length(0),
        "no weights, no detour: {}",
        answers[2]["length"]
    );
    for k in [3, 7] {
        assert!(answers[k]["found"] == false && reason(&answers[k]).contains("closed"), "{}", answers[k]);
    }
    assert!([4, 5, 6, 8].iter().all(|&k| answers[k]["error"].is_string()), "{answers:?}");
    let folder = Folder::new("weights");
    let file = folder.file("park.svg");
    let draw = ["draw", park, "--out", &file, "--route", "2,10:78,40.5", "--kind", "short"];
    support::json(&[&draw[..], &["--weight", "grass=2.5", "--weight", "water=inf", "--json"]].concat());
    let text = std::fs::read_to_string(&file).expect("a picture");
    assert!(roxmltree::Document::parse(&text).is_ok(), "XML");
    assert_eq!(throng(&[&draw[..], &["--weight", "grass"]].concat(), "").code, 2, "not a weight");
    assert_eq!(throng(&[&draw[..], &["--weight", "grass=0"]].concat(), "").code, 1, "nothing is free");
}

#[test]
fn bad_requests_get_an_error_each() {
    let folder = Folder::new("bad-routes");
    let scene = folder.with("rooms.json", ROOMS);
    let bad = r#"{"op":"route"}
{"op":"route","from":[2,3]}
{"op":"route","from":[2,3],"to":[8]}
{"op":"route","from":[2,3],"to":[8,3,4]}
{"op":"route","from":[2,3],"to":[8,"3"]}
{"op":"route","from":{"x":2},"to":[8,3]}
{"op":"route","from":[2,3],"to":[8,3],"from_layer":"attic"}
{"op":"route","from":[2,3],"to":[8,3],"from_layer":7}
{"op":"route","from":[2,3],"to":[8,3],"radius":-0.1}
{"op":"route","from":[2,3],"to":[8,3],"radius":"wide"}
{"op":"route","from":[2,3],"to":[8,3],"radius":null}
{"op":"route","from":[2,3],"to":[8,3],"clearance":-1}
{"op":"route","from":[2,3],"to":[8,3],"kind":"scenic"}
{"op":"route","from":[2,3],"to":[8,3],"kind":3}
{"op":"route","from":[2,3],"to":[8,3],"side":1.5}
{"op":"route","from":[2,3],"to":[8,3],"side":0.5,"kind":"left"}
{"op":"routes"}
{"op":"routes","requests":{"op":"route"}}
{"op":"path","from":[2,3],"to":[8,3],"radius":-1}
{"op":"path","from":[2,3],"to":[8,3],"corridor":"yes"}
{"op":"width","from":[2,3]}
{"op":"distances","from":[2,3],"to":"everywhere"}
{"op":"distances","from":[2,3],"to":[[1]]}
{"op":"distances","from":[2,3],"radius":-3}
{"op":"route","from":[1e400,3],"to":[8,3]}"#;
    for (answer, line) in ask_lines(&scene, bad).iter().zip(bad.lines()) {
        assert!(answer["error"].as_str().is_some_and(|words| words.len() > 5), "{line}: {answer}");
    }
    // Odd, but not wrong: huge, tiny, and the same place.
    let odd = r#"{"op":"route","from":[1e300,-1e300],"to":[8,3]}
{"op":"route","from":[2,3],"to":[8,3],"radius":1e300}
{"op":"route","from":[2,3],"to":[8,3],"clearance":1e300}
{"op":"route","from":[2,3],"to":[8,3],"radius":0,"clearance":0,"kind":"left"}
{"op":"route","from":[2,3],"to":[8,3],"radius":1e-300,"side":1e-300}
{"op":"route","from":[0,0],"to":[10,4],"radius":0}
{"op":"routes","requests":[]}
{"op":"routes","requests":[7,{"op":"locate"},{"op":"route"}]}
{"op":"distances","from":[2,3],"to":[[1e300,1e300]]}"#;
    let answers = ask_lines(&scene, odd);
    let found: Vec<&Value> = answers.iter().map(|answer| &answer["found"]).collect();
    assert_eq!(json!(found), json!([false, false, true, true, true, true, 0, 0, true]));
    let nested = answers[7]["routes"].as_array().expect("answers");
    assert!(nested.len() == 3 && nested.iter().all(|answer| answer["error"].is_string()), "{nested:?}");
}

#[test]
fn draw_shows_routes_of_every_kind_in_every_view() {
    let folder = Folder::new("draw-routes");
    let scene = folder.with("floors.json", FLOORS);
    let flat = folder.with("rooms.json", ROOMS);
    let draw = |arguments: &[&str]| {
        let file = folder.file("picture.svg");
        let answer = support::json(&[&["draw", "--json", "--out", &file], arguments].concat());
        assert!(answer["bytes"].as_u64() > Some(1000), "{answer}");
        let text = std::fs::read_to_string(&file).expect("a picture");
        assert!(roxmltree::Document::parse(&text).is_ok(), "{arguments:?}: not XML");
        text
    };
    let up = ["--route", "2,5,ground:28,3,ramp", "--radius", "0.3", "--route-clearance", "0.4"];
    for kind in ["short", "shortest", "medial", "left", "right", "all"] {
        let mut pictures = Vec::new();
        for view in [&["--view", "oblique"][..], &["--view", "side-by-side"], &["--layer", "ramp"]] {
            let text = draw(&[&[&scene, "--kind", kind, "--corridor"], &up[..], view].concat());
            let plain = draw(&[&[scene.as_str()], view].concat());
            assert!(text.len() > plain.len() + 200, "{kind} {view:?}");
            pictures.push(text);
        }
        pictures.dedup();
        assert_eq!(pictures.len(), 3, "{kind}");
    }
    let sides = draw(&[&flat, "--route", "2,3:8,3", "--side", "0,0.3,0.5,1"]);
    assert!(
        sides.matches("stroke-opacity=\"0.16\"").count() == 4,
        "four routes and the room that each takes"
    );
    let turns = draw(&[&flat, "--route", "2,3:8,3", "--no-axis"]);
    assert!(
        turns.contains(" 0 0 1") || turns.contains(" 0 0 0"),
        "around the corners of the door in true arcs"
    );
    let many = draw(&[&flat, "--random-routes", "60", "--seed", "3", "--radius", "0.2,0.4"]);
    assert_eq!(
        many,
        draw(&[&flat, "--random-routes", "60", "--seed", "3", "--radius", "0.2,0.4"]),
        "the same seed"
    );
    assert_ne!(
        many,
        draw(&[&flat, "--random-routes", "60", "--seed", "4", "--radius", "0.2,0.4"]),
        "another one"
    );
}

#[test]
fn draw_tells_why_there_is_no_route() {
    let folder = Folder::new("draw-no-route");
    let scene = folder.with("rooms.json", ROOMS);
    let file = folder.file("picture.svg");
    for (arguments, words) in [
        (vec!["--route", "2,3:8,3", "--radius", "0.5"], "too narrow"),
        (vec!["--route", "2,3:22,2"], "not connected"),
        (vec!["--route", "-2,3:8,3"], "outside"),
        (vec!["--route", "2,3:8,3", "--radius", "-1"], "cannot be -1"),
        (vec!["--route", "2,3:8,3", "--side", "2"], "cannot be 2"),
        (vec!["--route", "2,3"], "is not a route"),
        (vec!["--route", "2,3:attic"], "is not a route"),
        (vec!["--route", "2,3,rooms:8,3,attic"], "no layer"),
        (vec!["--random-routes", "5", "--radius", "3"], "random"),
    ] {
        let answer = throng(&[&["draw", &scene, "--out", &file], &arguments[..]].concat(), "");
        assert_eq!(answer.code, 1, "{arguments:?}");
        assert!(answer.stderr.contains(words), "{arguments:?}: {}", answer.stderr);
    }
    assert_eq!(throng(&["draw", &scene, "--out", &file, "--kind", "scenic"], "").code, 2, "no such kind");
}
