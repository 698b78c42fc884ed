//! Places that change, by the program: obstacles and doors, planning again, crowds, and pictures of all that.

mod support;

use serde_json::{Value, json};
use support::{FLOORS, Folder, throng};

/// A room of 20 m by 10 m, one layer.
const ROOM: &str = r#"{ "throng": 1, "name": "room",
  "layers": [ { "id": "room", "walkable": [ [[0,0],[20,0],[20,10],[0,10]] ], "obstacles": [ [[9,2],[11,2],[11,8],[9,8]] ] } ] }"#;

/// The answers to requests, one each.
fn ask(scene: &str, requests: &[Value]) -> Vec<Value> {
    let text: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let answer = throng(&["query", scene], &text);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let answers: Vec<Value> =
        answer.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), requests.len(), "{}", answer.stdout);
    answers
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

fn is_error(answer: &Value, words: &[&str]) {
    let error = answer["error"].as_str().unwrap_or_else(|| panic!("{answer} is not an error"));
    words.iter().for_each(|word| assert!(error.contains(word), "{error} does not say {word}"));
}

#[test]
fn doors_open_and_close_by_name() {
    let folder = Folder::new("named doors");
    let named = FLOORS.replacen("\"between\":", "\"name\": \"front door\", \"between\":", 1);
    assert_ne!(named, FLOORS);
    let scene = folder.with("named.json", &named);
    let answers = ask(
        &scene,
        &[
            json!({"op": "close", "connection": "front door"}),
            json!({"op": "stats", "ids": true}),
            json!({"op": "apply", "changes": [{"op": "open", "connection": "front door"}]}),
            json!({"op": "close", "connection": "font door"}),
        ],
    );
    assert_eq!(answers[0]["connection"], 0, "{}", answers[0]);
    assert_eq!(answers[1]["closed_ids"], json!([0]), "{}", answers[1]);
    assert_eq!(answers[2]["error"], Value::Null, "{}", answers[2]);
    is_error(&answers[3], &["font door", "near are \"front door\""]);
}

#[test]
fn obstacles_and_doors_come_and_go() {
    let folder = Folder::new("changes");
    let scene = folder.with("floors.json", FLOORS);
    let route = json!({"op": "route", "from": [1, 5, "ground"], "to": [29, 3.5, "ramp"]});
    let fence = json!({"op": "insert", "layer": "ground", "obstacle": [[14, 0], [14, 9]], "id": "fence"});
    let answers = ask(
        &scene,
        &[
            json!({"op": "stats"}),
            route.clone(),
            fence,
            json!({"op": "stats"}),
            route.clone(),
            json!({"op": "verify"}),
            json!({"op": "close", "connection": 0}),
            route.clone(),
            json!({"op": "stats", "ids": true}),
            json!({"op": "verify"}),
            json!({"op": "open", "connection": 0}),
            json!({"op": "remove", "obstacle": 0, "ids": true}),
            route,
            json!({"op": "verify"}),
            json!({"op": "stats"}),
        ],
    );
    let [before, there, fence] = [0, 1, 2].map(|k| &answers[k]);
    assert_eq!(
        (&fence["obstacle"], &fence["version"], &fence["id"]),
        (&json!(0), &json!(1), &json!("fence"))
    );
    for key in ["cells_removed", "cells_added", "edges_removed", "edges_added", "us"] {
        assert!(number(&fence[key]) > 0.0, "{key}: {fence}");
    }
    let hull = fence["affected"][0]["hull"].as_array().expect("a polygon");
    assert!(hull.len() > 2 && fence["affected"][0]["layer"] == "ground", "{fence}");
    let sizes = |k: usize| number(&answers[k]["cells"]);
    let gone = number(&fence["cells_added"]) - number(&fence["cells_removed"]);
    assert_eq!(sizes(3) - sizes(0), gone, "all other cells stay");
    assert_eq!((&answers[3]["obstacles"], &answers[3]["version"]), (&json!(1), &json!(1)));
    assert!(
        number(&answers[4]["length"]) > number(&there["length"]) + 1.0,
        "around the fence: {}",
        answers[4]
    );
    assert_eq!(answers[5], json!({"ok": true, "cells": answers[3]["cells"]}));
    assert_eq!(answers[6]["connection"], 0, "{}", answers[6]);
    assert_eq!(answers[7]["reason"], "the start and the goal are not connected");
    let doors = &answers[8];
    assert_eq!([&doors["open"], &doors["closed"], &doors["components"]].map(number), [0.0, 1.0, 2.0]);
    assert_eq!((&doors["closed_ids"], &doors["obstacle_ids"]), (&json!([0]), &json!([0])));
    assert_eq!(answers[9]["ok"], true, "{}", answers[9]);
    let removed = &answers[11];
    assert_eq!(removed["obstacle"], 0, "{removed}");
    let listed = removed["removed"]["cells"].as_array().map(Vec::len);
    assert_eq!(listed.map(|n| n as f64), Some(number(&removed["cells_removed"])), "{removed}");
    assert!((number(&answers[12]["length"]) - number(&there["length"])).abs() < 1e-9, "as before");
    assert_eq!(answers[13]["ok"], true, "{}", answers[13]);
    let sizes = ["cells", "edges", "vertices", "bending_points", "area", "obstacles", "obstacle_vertices"];
    for key in sizes {
        assert_eq!(answers[14][key], before[key], "{key} is as before");
    }
    assert_eq!(answers[14]["version"], 4);
}

#[test]
fn transactions_are_all_or_nothing() {
    let folder = Folder::new("transactions");
    let scene = folder.with("floors.json", FLOORS);
    let ring = |x: f64| json!([[x, 6], [x + 3.0, 6], [x + 3.0, 9], [x, 9]]);
    let hole = json!([[15, 7], [16, 7], [16, 8], [15, 8]]);
    let good = json!({"op": "apply", "changes": [
        {"op": "insert", "layer": "ground", "rings": [ring(14.0), hole]},
        {"op": "close", "connection": 0},
        {"op": "insert", "layer": "ramp", "obstacle": [[25, 3]], "spread": false},
    ]});
    let far = json!({"op": "insert", "layer": "ground", "obstacle": [[1, 1], [1e7, 1]]});
    let answers = ask(
        &scene,
        &[
            good,
            json!({"op": "locate", "at": [15.5, 7.5], "layer": "ground"}),
            json!({"op": "locate", "at": [14.5, 7.5], "layer": "ground"}),
            json!({"op": "apply", "changes": [{"op": "remove", "obstacle": 0}, far]}),
            json!({"op": "apply", "changes": [{"op": "remove", "obstacle": 0}, {"op": "remove", "obstacle": 0}]}),
            json!({"op": "apply", "changes": [{"op": "open", "connection": 0}, {"op": "locate"}]}),
            json!({"op": "apply", "changes": []}),
            json!({"op": "stats"}),
            json!({"op": "verify"}),
        ],
    );
    assert_eq!(answers[0]["obstacles"], json!([0, 1]), "{}", answers[0]);
    assert_eq!(
        (&answers[1]["walkable"], &answers[2]["walkable"]),
        (&json!(true), &json!(false)),
        "a hole is walkable"
    );
    is_error(&answers[3], &["change 1", "corner 1", "off the grid"]);
    is_error(&answers[4], &["obstacle 0", "say one"]);
    is_error(&answers[5], &["change 1", "insert, remove, open or close"]);
    is_error(&answers[6], &["changes"]);
    let stats = &answers[7];
    assert_eq!((&stats["version"], &stats["obstacles"], &stats["closed"]), (&json!(1), &json!(2), &json!(1)));
    assert_eq!(answers[8]["ok"], true, "{}", answers[8]);
}

#[test]
fn bad_updates_are_told_and_change_nothing() {
    let folder = Folder::new("refused");
    let scene = folder.with("floors.json", FLOORS);
    let on_ground = |obstacle: Value| json!({"op": "insert", "layer": "ground", "obstacle": obstacle});
    let cases: [(Value, &[&str]); 16] = [
        (json!({"op": "remove", "obstacle": 3}), &["no obstacle 3", "now there is none"]),
        (json!({"op": "remove", "obstacle": "fence"}), &["\"obstacle\"", "number"]),
        (json!({"op": "remove"}), &["\"obstacle\""]),
        (json!({"op": "open", "connection": 0}), &["open already", "none is closed"]),
        (json!({"op": "close", "connection": 5}), &["no connection 5", "only connection 0"]),
        (json!({"op": "close", "connection": -1}), &["\"connection\""]),
        (on_ground(json!([[1e300, 1]])), &["off the grid", "cut the obstacle"]),
        (on_ground(json!([])), &["no corners"]),
        (on_ground(json!([[1, null]])), &["[[x, y], …]"]),
        (on_ground(json!([[1, 2, 3]])), &["[[x, y], …]"]),
        (on_ground(json!(7)), &["[[x, y], …]"]),
        (json!({"op": "insert", "layer": "ground"}), &["missing"]),
        (json!({"op": "insert", "obstacle": [[1, 1]]}), &["layer", "2 layers"]),
        (json!({"op": "insert", "obstacle": [[1, 1]], "layer": "attic"}), &["there are ground, ramp"]),
        (json!({"op": "insert", "obstacle": [[1, 1]], "rings": [], "layer": "ground"}), &["not both"]),
        (json!({"op": "insert", "obstacle": [[1, 1]], "spread": 3, "layer": "ground"}), &["spread"]),
    ];
    let mut requests: Vec<Value> = cases.iter().map(|(request, _)| request.clone()).collect();
    requests.push(json!({"op": "stats"}));
    let answers = ask(&scene, &requests);
    for (answer, (_, words)) in answers.iter().zip(&cases) {
        is_error(answer, words);
    }
    let stats = &answers[cases.len()];
    assert_eq!((&stats["version"], &stats["obstacles"]), (&json!(0), &json!(0)), "{stats}");
    // Numbers that JSON cannot hold.
    let odd = throng(
        &["query", &scene],
        "{\"op\":\"insert\",\"layer\":\"ground\",\"obstacle\":[[NaN,1]]}\n{\"op\":\"stats\"}\n",
    );
    assert!(odd.stdout.starts_with("{\"error\"") && odd.stdout.lines().count() == 2, "{}", odd.stdout);
    // One layer needs no name; a saved mesh cannot change, and says what to do.
    let room = folder.with("room.json", ROOM);
    assert_eq!(ask(&room, &[json!({"op": "insert", "obstacle": [[3, 3]]})])[0]["obstacle"], 0);
    let saved = folder.file("room.ecm");
    assert_eq!(throng(&["build", &room, "--save", &saved], "").code, 0);
    let answers = ask(&saved, &[json!({"op": "insert", "obstacle": [[3, 3]]}), json!({"op": "verify"})]);
    is_error(&answers[0], &["saved mesh", "scene file"]);
    assert_eq!(answers[1]["ok"], true, "{}", answers[1]);
}

#[test]
fn ways_are_kept_and_planned_again() {
    let folder = Folder::new("replan");
    let room = folder.with("room.json", ROOM);
    let fence = json!({"op": "insert", "obstacle": [[10, 8], [10, 10]]});
    let replan = |method: &str| json!({"op": "replan", "path": "anna", "at": [3, 7], "method": method});
    let answers = ask(
        &room,
        &[
            json!({"op": "sees", "positions": [[1, 1]]}),
            json!({"op": "replan", "path": "anna"}),
            json!({"op": "route", "from": [2, 7], "to": [18, 7], "keep": "anna"}),
            json!({"op": "path", "from": [2, 7], "to": [18, 7], "keep": "bob"}),
            json!({"op": "replan", "path": "anna"}),
            fence,
            replan("repair"),
            replan("odpa"),
            replan("odpa"),
            json!({"op": "replan", "path": "bob", "at": [3, 7], "method": "astar"}),
            json!({"op": "route", "from": [3, 7], "to": [18, 7]}),
            json!({"op": "sees", "positions": [[5, 9.5], [10, 5], [8, 1]], "range": 3}),
            json!({"op": "insert", "obstacle": [[10, 0], [10, 2]]}),
            replan("odpa"),
            json!({"op": "remove", "obstacle": 1}),
            replan("odpa"),
            replan("guess"),
            json!({"op": "replan", "path": "zoe"}),
            json!({"op": "replan", "path": "anna", "at": [10, 5]}),
            json!({"op": "route", "from": [2, 7], "to": [18, 7], "keep": "anna", "kind": "shortest"}),
            json!({"op": "routes", "requests": [{"from": [2, 7], "to": [18, 7], "keep": "anna"}]}),
        ],
    );
    is_error(&answers[0], &["nothing has changed"]);
    is_error(&answers[1], &["none is", "keep"]);
    assert_eq!((&answers[2]["kept"], &answers[3]["kept"]), (&json!("anna"), &json!("bob")));
    assert_eq!(
        (&answers[4]["changed"], &answers[4]["affected"]),
        (&json!(false), &json!(false)),
        "{}",
        answers[4]
    );
    let repaired = &answers[6];
    assert_eq!(
        (&repaired["found"], &repaired["changed"], &repaired["affected"]),
        (&json!(true), &json!(true), &json!(true))
    );
    assert_eq!((&repaired["method"], &repaired["version"]), (&json!("repair"), &json!(1)), "{repaired}");
    assert_eq!(answers[7]["method"], "astar", "what was repaired may not be the best");
    assert_eq!(answers[8]["method"], "odpa", "but now it is");
    let fresh = &answers[10];
    assert_eq!((&answers[8]["points"], &answers[8]["changed"]), (&fresh["points"], &json!(false)));
    let bob = &answers[9];
    assert!(bob["edges"].is_array() && bob["points"].is_null(), "a path stays one: {bob}");
    assert!((number(&bob["cost"]) - number(&answers[8]["cost"])).abs() < 1e-9, "the same least cost");
    assert!(number(&bob["expanded"]) > 0.0 && number(&bob["us"]) >= 0.0, "{bob}");
    let sees = &answers[11];
    assert_eq!((&sees["sees"], &sees["version"]), (&json!([true, false, false]), &json!(1)), "{sees}");
    assert_eq!(answers[13]["found"], false, "both ways are closed: {}", answers[13]);
    assert_eq!(answers[15]["points"], fresh["points"], "the old way is kept until there is one again");
    is_error(&answers[16], &["no method \"guess\"", "odpa, repair, astar"]);
    is_error(&answers[17], &["\"zoe\"", "anna, bob"]);
    assert_eq!(answers[18]["walkable"], false, "{}", answers[18]);
    is_error(&answers[19], &["shortest"]);
    is_error(&answers[20]["routes"][0], &["keep"]);
}

#[test]
fn routes_avoid_crowds() {
    let folder = Folder::new("crowds");
    let room = folder.with("room.json", ROOM);
    // The way north of the block is shorter, and crowded.
    let crowd: Vec<Value> =
        (0..40).map(|k| json!([8.7 + 0.3 * f64::from(k % 10), 8.4 + 0.4 * f64::from(k / 10)])).collect();
    let route = |more: Value| {
        let mut request = json!({"op": "route", "from": [2, 7], "to": [18, 7]});
        more.as_object().expect("more").iter().for_each(|(key, value)| request[key] = value.clone());
        request
    };
    let minding = json!({"density_weight": 10, "keep": "eve"});
    let answers = ask(
        &room,
        &[
            json!({"op": "occupy", "positions": crowd}),
            route(json!({"density_weight": 0})),
            route(minding),
            route(
                json!({"density_weight": 10, "viewing_distance": 1, "diagram": "weidmann", "keep": "finn"}),
            ),
            json!({"op": "insert", "obstacle": [[10, 0], [10, 1]]}),
            json!({"op": "replan", "path": "eve"}),
            json!({"op": "occupy", "positions": [[1, 1], [10, 5]], "radius": 0.3}),
            json!({"op": "replan", "path": "eve"}),
            json!({"op": "replan", "path": "finn"}),
            json!({"op": "replan", "path": "finn", "method": "odpa"}),
            route(json!({"viewing_distance": 3})),
            route(json!({"density_weight": -1})),
            route(json!({"density_weight": 1, "diagram": "guess"})),
            route(json!({"density_weight": 1, "kind": "shortest"})),
            json!({"op": "occupy"}),
            json!({"op": "occupy", "positions": [], "radius": 0}),
            json!({"op": "occupy", "positions": [[1]]}),
            json!({"op": "path", "from": [2, 7], "to": [18, 7], "density_weight": 1}),
        ],
    );
    assert_eq!(
        (&answers[0]["characters"], &answers[0]["outside"]),
        (&json!(40), &json!(0)),
        "{}",
        answers[0]
    );
    assert_eq!(answers[0]["densest"]["level"], "D", "{}", answers[0]);
    let is_north = |answer: &Value| {
        let points = answer["points"].as_array().unwrap_or_else(|| panic!("{answer} has no points"));
        points.iter().any(|point| number(&point[1]) > 8.0)
    };
    assert!(is_north(&answers[1]) && !is_north(&answers[2]), "the crowd matters");
    assert!(is_north(&answers[3]), "it is out of sight");
    assert!(number(&answers[1]["cost"]) < number(&answers[2]["cost"]), "in seconds");
    assert_eq!(
        (&answers[5]["found"], &answers[5]["affected"]),
        (&json!(true), &json!(true)),
        "{}",
        answers[5]
    );
    assert_eq!((&answers[6]["characters"], &answers[6]["outside"]), (&json!(1), &json!(1)), "{}", answers[6]);
    assert!(is_north(&answers[7]) && answers[7]["changed"] == true, "the crowd has gone: {}", answers[7]);
    assert_eq!(answers[8]["method"], "partial", "{}", answers[8]);
    is_error(&answers[9], &["method of its own"]);
    is_error(&answers[10], &["density_weight"]);
    is_error(&answers[11], &["0 or more"]);
    is_error(&answers[12], &["guess", "weidmann"]);
    is_error(&answers[13], &["shortest"]);
    is_error(&answers[14], &["positions"]);
    is_error(&answers[15], &["radius"]);
    is_error(&answers[16], &["positions"]);
    assert!(number(&answers[17]["cost"]) > 0.0, "{}", answers[17]);
}

/// The picture that the program draws with these arguments.
fn picture(folder: &Folder, arguments: &[&str]) -> (String, String) {
    let file = folder.file("picture.svg");
    let all = ["draw", "--out", &file].iter().chain(arguments).copied().collect::<Vec<_>>();
    let answer = throng(&all, "");
    assert_eq!(answer.code, 0, "{arguments:?}: {}", answer.stderr);
    (std::fs::read_to_string(file).expect("a picture"), answer.stderr)
}

/// How many paths have this value of an attribute.
fn count(svg: &str, attribute: &str, value: &str) -> usize {
    let document = roxmltree::Document::parse(svg).expect("XML");
    document.descendants().filter(|node| node.attribute(attribute) == Some(value)).count()
}

const REMOVED: &str = "#f3b6ae";
const ADDED: &str = "#b5dfae";
const AFFECTED: &str = "#7048a8";
const NEWCOMER: &str = "#e8703a";
const CLOSED: &str = "#111418";

#[test]
fn pictures_of_before_and_after() {
    let folder = Folder::new("before-after");
    let room = folder.with("room.json", ROOM);
    let insert = ["--insert", "13,4 15,4 15,6 13,6; 13.5,4.5 14.5,4.5 14.5,5.5", "--route", "2,7:18,7"];
    let (svg, _) = picture(&folder, &[&[room.as_str(), "--before-after"][..], &insert].concat());
    // Each color once in its panel, and once in the legend.
    assert_eq!([REMOVED, ADDED, NEWCOMER].map(|color| count(&svg, "fill", color)), [2, 2, 2]);
    assert_eq!(count(&svg, "stroke", AFFECTED), 3, "in both panels and the legend");
    let shifts = count(&svg, "transform", "translate(600 55)");
    assert_eq!(shifts, 1, "the second panel is beside the first");
    assert_eq!(
        count(&svg, "stroke", "#c2255c"),
        5,
        "a route with its band in both panels, and in the legend"
    );
    let (plain, _) = picture(&folder, &[&[room.as_str()][..], &insert].concat());
    assert_eq!(
        [ADDED, AFFECTED, NEWCOMER].map(|color| plain.matches(color).count()),
        [0, 0, 2],
        "only the place itself"
    );
    let (marked, _) = picture(&folder, &[&[room.as_str(), "--affected"][..], &insert].concat());
    assert_eq!([count(&marked, "fill", ADDED), count(&marked, "fill", REMOVED)], [2, 0]);

    let told =
        support::json(&["draw", &room, "--insert", "13,4", "--json", "--out", &folder.file("point.svg")]);
    assert!(number(&told["cells_removed"]) > 0.0 && number(&told["cells_added"]) > 0.0, "{told}");

    let floors = folder.with("floors.json", FLOORS);
    let route = ["--route", "1,5,ground:29,3.5,ramp", "--no-axis"];
    let (svg, told) =
        picture(&folder, &[&[floors.as_str(), "--close", "0", "--before-after"][..], &route].concat());
    assert_eq!(count(&svg, "stroke", CLOSED), 3, "on both layers after, and in the legend");
    assert!(told.contains("after the change") && told.contains("not connected"), "{told}");
    assert_eq!(count(&svg, "stroke", "#c2255c"), 5, "on two layers before, and in the legend");
    let (svg, told) = picture(&folder, &[floors.as_str(), "--open", "0", "--before-after"]);
    assert_eq!((count(&svg, "stroke", CLOSED), told.as_str()), (2, ""), "on both layers before");
    for view in ["oblique", "side-by-side"] {
        let arguments = [
            floors.as_str(),
            "--view",
            view,
            "--insert",
            "ground:2,2 3,2 3,3",
            "--insert",
            "ramp:25,3",
            "--before-after",
        ];
        let (svg, _) = picture(&folder, &arguments);
        assert!(count(&svg, "fill", NEWCOMER) == 2 && count(&svg, "stroke", NEWCOMER) == 1, "{view}");
    }
    let refused: [(&[&str], &str); 6] = [
        (&[&floors, "--close", "9"], "no connection 9"),
        (&[&floors, "--insert", "2,2 3,3"], "needs a layer"),
        (&[&floors, "--insert", "attic:2,2 3,3"], "there are ground, ramp"),
        (&[&room, "--insert", "2,2 3"], "is not an obstacle"),
        (&[&room, "--insert", "2,2 1e9,3"], "off the grid"),
        (&[&room, "--before-after"], "nothing changes"),
    ];
    for (arguments, words) in refused {
        let answer = throng(&[&["draw", "--out", &folder.file("no.svg")], arguments].concat(), "");
        assert!(answer.code == 1 && answer.stderr.contains(words), "{arguments:?}: {}", answer.stderr);
    }
}

#[test]
fn pictures_of_crowds() {
    let folder = Folder::new("crowd-pictures");
    let room = folder.with("room.json", ROOM);
    let mut table = "x,y,layer\n".to_owned();
    (0..40).for_each(|k| {
        table += &format!("{},{},room\n", 8.7 + 0.3 * f64::from(k % 10), 8.4 + 0.4 * f64::from(k / 10))
    });
    let table = folder.with("crowd.csv", &table);
    let arguments =
        [room.as_str(), "--crowd", &table, "--route", "2,7:18,7", "--density-weight", "0,10", "--no-axis"];
    let (svg, _) = picture(&folder, &arguments);
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let paths = |attribute: &str, value: &str| -> Vec<&str> {
        let nodes = document.descendants().filter(|node| node.attribute(attribute) == Some(value));
        nodes.filter_map(|node| node.attribute("d")).collect()
    };
    let dots = paths("stroke", "#20262e").iter().map(|d| d.matches('m').count()).max();
    assert!(dots >= Some(40), "every character is a dot: {dots:?}");
    let legend = ["#0000ff", "#008000", "#ffff00", "#ffa500", "#ff0000", "#800080"];
    assert!(legend.iter().all(|color| !paths("fill", color).is_empty()), "all levels are explained");
    let dense = ["#ffa500", "#ff0000", "#800080"].iter().any(|color| paths("fill", color).len() > 1);
    assert!(dense, "the crowd is dense somewhere");
    let [indifferent, minding] = ["#c2255c", "#2b8a3e"].map(|color| paths("stroke", color));
    assert!(indifferent[0] != minding[0], "the routes differ");
    // Random crowds are the same for the same seed.
    let random =
        |seed: &str| picture(&folder, &[&room, "--crowd", "50", "--seed", seed, "--crowd-spread", "4"]).0;
    assert!(random("3") == random("3") && random("3") != random("4"), "by seed");
    let refused: [(&[&str], i32, &str); 5] = [
        (&["--crowd", "nobody.csv"], 1, "nobody.csv"),
        (&["--crowd", &folder.with("bad.csv", "x,y\n1,2\none,two\n")], 1, "bad.csv:3"),
        (&["--crowd", "5000", "--crowd-at", "3,3", "--crowd-spread", "1"], 1, "--crowd-spread"),
        (&["--density-weight", "3"], 2, "--crowd"),
        (&["--crowd", "5", "--density-weight", "-3"], 2, "0 or more"),
    ];
    for (arguments, code, words) in refused {
        let answer = throng(&[&["draw", &room, "--out", &folder.file("no.svg")], arguments].concat(), "");
        assert!(answer.code == code && answer.stderr.contains(words), "{arguments:?}: {}", answer.stderr);
    }
}

#[test]
fn helps_say_meters() {
    let draw = throng(&["draw", "--help"], "").stdout;
    for option in ["--insert", "--close", "--open", "--before-after", "--crowd", "--density-weight"] {
        assert!(draw.contains(option), "{option}");
    }
    assert!(draw.contains("How far from there they are at most (m)"), "units");
    let query = throng(&["query", "--help"], "").stdout;
    for op in ["insert", "remove", "open", "close", "apply", "replan", "sees", "occupy", "density_weight"] {
        assert!(query.contains(op), "{op}");
    }
}

/// The lines of Rust in `docs/changes.md`.
#[test]
fn the_page_has_lines_that_work() -> Result<(), Box<dyn std::error::Error>> {
    use throng_mesh::{Change, ConnectionId, LayerId, LiveMesh, Obstacle};

    let scene = throng_import::place("station").expect("a built-in place");
    let mut live = LiveMesh::build(&scene)?;
    let readers = live.snapshot();
    let fence = Obstacle::new(LayerId(0), vec![[50.0, 20.0], [60.0, 20.0]]);
    let (id, event) = live.insert(fence)?;
    assert!(!event.is_empty(), "something changed");
    let (_, event) = live.apply(&[Change::Remove(id), Change::Close(ConnectionId(4))])?;
    assert_eq!((event.version, readers.version()), (2, 0));
    live.verify()?;
    Ok(())
}
