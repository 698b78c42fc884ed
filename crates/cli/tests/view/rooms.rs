//! Rooms: what a page is told, and what it can do.

use serde_json::{Value, json};

use crate::client::Server;
use crate::support::{FLOORS, Folder};

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

#[test]
fn the_page_comes_with_a_policy() {
    let server = Server::start(&[]);
    for (path, kind) in [("/", "text/html"), ("/app.js", "text/javascript"), ("/app.css", "text/css")] {
        let reply = server.get(path);
        assert_eq!(reply.status, 200, "{path}");
        assert!(reply.head.contains(&format!("content-type: {kind}")), "{path}: {}", reply.head);
        assert!(reply.head.contains("script-src 'self'"), "{path}: {}", reply.head);
        assert!(!reply.head.contains("unsafe"), "{path}: {}", reply.head);
        assert!(reply.head.contains("x-content-type-options: nosniff"), "{path}: {}", reply.head);
    }
    let page = String::from_utf8(server.get("/").body).expect("text");
    assert!(!page.contains("http"), "nothing comes from elsewhere: {page}");
}

#[test]
fn the_gallery_has_pictures() {
    let server = Server::start(&[]);
    let gallery = server.json("/api/gallery");
    assert_eq!(gallery["opened"], Value::Null);
    let names: Vec<&str> =
        gallery["places"].as_array().expect("a list").iter().filter_map(|p| p["name"].as_str()).collect();
    assert!(names.contains(&"station") && names.len() > 20, "{names:?}");
    let picture = server.get("/api/gallery/blocks.png");
    assert!(picture.status == 200 && picture.body.starts_with(b"\x89PNG"), "{}", picture.head);
    assert_eq!(server.get("/api/gallery/nowhere.png").status, 404);
}

#[test]
fn a_place_as_it_is_drawn() {
    let folder = Folder::new("view-drawn");
    let file = folder.with("floors.json", FLOORS);
    let server = Server::start(&[&file]);
    assert_eq!(server.json("/api/gallery")["opened"], "file");
    let place = server.json("/api/room/file/place");
    assert_eq!(
        (&place["title"], &place["kind"], &place["editable"]),
        (&json!("two floors"), &json!("wander"), &json!(true))
    );
    assert_eq!(place["box"], json!({"low": [0.0, 0.0, 0.0], "high": [30.0, 10.0, 3.0]}));
    assert_eq!(place["layers"][1]["level"], false, "a ramp");
    assert_eq!(place["connections"][0]["open"], true);
    assert_eq!(place["points"][0]["at"], json!([12.0, 5.0, 0.0]), "a point obstacle");
    for layer in 0..2 {
        let floor = server.get(&format!("/api/room/file/floor/{layer}")).body;
        let [corners, triangles, walls, columns, rows] =
            [8, 12, 16, 20, 24].map(|at| word(&floor, at) as usize);
        let fill = |count: usize| count.next_multiple_of(4);
        let wanted = 40 + 12 * corners + 12 * triangles + 24 * walls + fill(walls) + fill(columns * rows);
        assert_eq!((word(&floor, 0), floor.len()), (0x4f4c_4654, wanted), "layer {layer}");
        assert!(triangles > 0 && walls > 2, "layer {layer}");
    }
    let cells = server.get("/api/room/file/cells/0").body;
    let [count, points] = [12, 16].map(|at| word(&cells, at) as usize);
    assert_eq!(cells.len(), 20 + 4 * (4 * count + count + 1) + 48 * count + 16 * points);
    assert_eq!(count as u64, place["stats"]["cells"].as_u64().expect("a number"), "all of them in one block");
    assert_eq!(server.get("/api/room/file/floor/9").status, 404);
    assert_eq!(word(&server.get("/api/room/file/cells/4000000").body, 12), 0, "no cells");
    let picture = String::from_utf8(server.get("/api/room/file/picture").body).expect("text");
    assert!(picture.starts_with("<svg"), "{}", &picture[..50]);
}

#[test]
fn a_crowd_runs_pauses_and_is_kept() {
    let server = Server::start(&[]);
    let mut page = server.page("blocks").expect("there is such a room");
    let state = page.event("state");
    assert_eq!((&state["running"], &state["step"]), (&json!(false), &json!(0)));
    page.frame(0);
    assert_eq!(page.ask(json!({"op": "speed", "factor": 0}))["ok"], true);
    assert_eq!(page.ask(json!({"op": "run"}))["ok"], true);
    page.frame(100);
    page.ask(json!({"op": "pause"}));
    let state =
        page.wait(|m| m["event"] == "state" && m["running"] == false && m["step"].as_u64() >= Some(100));
    let last = state["last"].as_u64().expect("a number") as u32;
    page.ask(json!({"op": "step", "count": 5}));
    assert_eq!(page.frame(last + 5), last + 5, "five more");
    let frames = server.get("/api/room/blocks/frames?from=10&to=20&every=5").body;
    let mut steps = Vec::new();
    let mut at = 0;
    while at < frames.len() {
        steps.push(word(&frames, at + 8));
        at += 4 + word(&frames, at) as usize;
    }
    assert_eq!(steps, [10, 15, 20]);
    let series = server.json("/api/room/blocks/series");
    let counts = series["count"].as_array().expect("a list");
    assert_eq!(counts.len() as u32, last + 6, "every step");
    assert!(counts.iter().all(|count| count == &counts[0]), "nobody leaves");
    assert!(series["speed"][50].as_f64() > Some(0.5), "they walk: {}", series["speed"][50]);
    for _ in 0..20 {
        // The first frame of the new beginning comes after it was told.
        let before = page.steps.len();
        page.say(&json!({"op": "reset", "id": "again"}));
        page.event("reset");
        assert_eq!(page.steps.len(), before, "no frame comes before");
        page.next_frame();
    }
    assert_eq!(page.ask(json!({"op": "reset"}))["ok"], true);
    let state = page.wait(|m| m["event"] == "state" && m["last"] == 0);
    assert_eq!(state["running"], false);
}

#[test]
fn two_pages_see_the_same() {
    let server = Server::start(&[]);
    let [mut one, mut two] = [(); 2].map(|()| server.page("blocks").expect("there is such a room"));
    two.wait(|m| m["event"] == "state" && m["clients"] == 2);
    one.ask(json!({"op": "step", "count": 3}));
    assert_eq!((one.frame(3), two.frame(3)), (3, 3));
    one.ask(json!({"op": "insert", "obstacle": [[1, 1], [3, 1], [3, 3]]}));
    assert_eq!(two.event("place")["obstacles"].as_array().map(Vec::len), Some(1));
    drop(one);
    two.wait(|m| m["event"] == "state" && m["clients"] == 1);
}

#[test]
fn changes_and_how_they_are_undone() {
    let folder = Folder::new("view-changes");
    let file = folder.with("floors.json", FLOORS);
    let server = Server::start(&[&file]);
    let mut page = server.page("file").expect("there is such a room");
    let route = json!({"op": "route", "from": [1, 1], "from_layer": "ground", "to": [29, 4], "to_layer": "ramp", "radius": 0.2});
    let before = page.ask(route.clone());
    assert!(before["found"] == true && before["us"].as_f64() > Some(0.0), "{before}");
    let length = |answer: &Value| answer["length"].as_f64().expect("a length");
    let placed = page.ask(json!({"op": "insert", "layer": "ground", "obstacle": [[14, 1], [16, 1], [16, 8], [14, 8]], "gesture": 1}));
    let first = placed["obstacles"][0].as_u64().expect("an id");
    let event = page.heard(|m| m["event"] == "place");
    assert!(event["layers"][0] == 0 && !event["blocks"].as_array().expect("a list").is_empty(), "{event}");
    let around = page.ask(route.clone());
    assert!(length(&around) > length(&before) + 0.1, "it goes around");
    // A drag of two parts.
    let moved = |old: u64, y: i32| {
        json!({"op": "apply", "gesture": 2, "changes": [{"op": "remove", "obstacle": old},
               {"op": "insert", "layer": "ground", "obstacle": [[14, y], [16, y], [16, 8], [14, 8]]}]})
    };
    let answer = page.ask(moved(first, 4));
    page.ask(moved(answer["obstacles"][0].as_u64().expect("an id"), 6));
    assert!(length(&page.ask(route.clone())) < length(&around), "there is more room now");
    page.ask(json!({"op": "undo"}));
    assert_eq!(length(&page.ask(route.clone())), length(&around), "the whole drag is undone");
    page.ask(json!({"op": "undo"}));
    assert_eq!(length(&page.ask(route.clone())), length(&before), "as at first");
    assert!(page.ask(json!({"op": "undo"}))["error"].is_string(), "nothing is left");
    page.ask(json!({"op": "redo"}));
    assert_eq!(length(&page.ask(route.clone())), length(&around), "again");
    page.ask(json!({"op": "close", "connection": 0}));
    let closed = page.ask(route.clone());
    assert!(closed["found"] == false && closed["reason"].is_string(), "{closed}");
    let scene = server.json("/api/room/file/scene");
    assert_eq!(
        (&scene["throng"], scene["connections"].as_array().map_or(0, Vec::len)),
        (&json!(1), 0),
        "the door is closed for good"
    );
    assert_eq!(
        scene["layers"][0]["obstacles"].as_array().map(Vec::len),
        Some(4),
        "what came is there to stay"
    );
    let saved = folder.with("saved.json", &scene.to_string());
    let checked = crate::support::json(&["check", "--json", &saved]);
    assert_eq!(checked["ok"], true, "it is a scene file like any other: {checked}");
}

#[test]
fn people_by_hand() {
    let server = Server::start(&[]);
    let mut page = server.page("military").expect("there is such a room");
    let characters = page.event("state")["characters"].as_u64().expect("a number");
    let added = page.ask(json!({"op": "add", "count": 30, "profile": 1}))["added"].as_u64();
    assert_eq!(added, Some(30));
    page.wait(|m| m["event"] == "state" && m["characters"] == characters + 30);
    let id = characters + 5;
    page.ask(json!({"op": "follow", "character": id}));
    let told = page.heard(|m| m["event"] == "followed");
    assert_eq!((&told["character"], &told["profile"]), (&json!(id), &json!("hurried")), "{told}");
    page.ask(json!({"op": "step", "count": 20}));
    let told = page.heard(|m| m["event"] == "followed" && m["route"].as_array().is_some_and(|r| r.len() > 1));
    assert!(told["attraction"].is_array() && told["goal"].is_array(), "{told}");
    assert_eq!(page.ask(json!({"op": "stop", "characters": [id]}))["changed"], 1);
    assert_eq!(page.ask(json!({"op": "profile", "characters": [id], "profile": 2}))["changed"], 1);
    page.ask(json!({"op": "step", "count": 60}));
    let told = page.heard(|m| m["event"] == "followed" && m["doing"] == "stands" && m["profile"] == "slow");
    assert!(told["speed"].as_f64() < Some(0.1), "{told}");
    let to = told["position"].clone();
    assert_eq!(page.ask(json!({"op": "send", "characters": [id, 0], "to": [to[0], to[1]]}))["changed"], 2);
    assert_eq!(page.ask(json!({"op": "dismiss", "characters": [id]}))["dismissed"], 1);
    page.ask(json!({"op": "step"}));
    page.heard(|m| m["event"] == "followed" && m["gone"] == true);
    page.wait(|m| m["event"] == "state" && m["characters"] == characters + 29);
}

#[test]
fn everything_about_a_position() {
    let server = Server::start(&[]);
    let mut page = server.page("blocks").expect("there is such a room");
    let place = server.json("/api/room/blocks/place");
    let [low, high] =
        ["low", "high"].map(|end| [0, 1].map(|k| place["box"][end][k].as_f64().expect("a number")));
    let mut found = 0;
    for k in 0..100 {
        let at = [
            low[0] + (high[0] - low[0]) * f64::from(k % 10) / 9.7,
            low[1] + (high[1] - low[1]) * f64::from(k / 10) / 9.7,
        ];
        let all = page.ask(json!({"op": "inspect", "at": at}));
        if all["error"].is_string() {
            continue;
        }
        found += 1;
        let nearest = page.ask(json!({"op": "nearest", "at": at}));
        assert_eq!(all["clearance"], nearest["distance"], "{at:?}");
        let retraction = page.ask(json!({"op": "retract", "at": at}));
        assert_eq!(all["axis_clearance"], retraction["clearance"], "{at:?}");
        assert_eq!(all["height"], page.ask(json!({"op": "locate", "at": at}))["height"], "{at:?}");
    }
    assert!(found > 20, "{found} positions");
}
