//! Runs that are recorded, replayed and shared.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::client::Server;
use crate::support::{FLOORS, Folder, throng};

#[test]
fn what_is_recorded_can_be_replayed() {
    let folder = Folder::new("view-recorded");
    let file = folder.with("floors.json", FLOORS);
    let out = folder.file("out");
    let server = Server::start(&[&file, "--out", &out]);
    let mut page = server.page("file").expect("there is such a room");
    let number = page.ask(json!({"op": "record", "on": true}))["recording"].as_u64().expect("a number");
    assert_eq!(
        server.get(&format!("/api/room/file/recording/{number}")).status,
        404,
        "not before it has ended"
    );
    page.ask(json!({"op": "step", "count": 30}));
    page.ask(json!({"op": "record", "on": false}));
    let recording = server.get(&format!("/api/room/file/recording/{number}"));
    assert!(recording.body.starts_with(b"SQLite format 3"), "{}", recording.head);
    let replayed = folder.file("replayed.sqlite");
    std::fs::write(&replayed, &recording.body).expect("it is written");
    let other = Server::start(&[&replayed]);
    let place = other.json("/api/room/file/place");
    assert_eq!((&place["kind"], &place["editable"]), (&json!("trajectory"), &json!(false)));
    let original = server.json("/api/room/file/place");
    for part in ["box", "layers", "connections", "points"] {
        assert_eq!(place[part], original[part], "{part}");
    }
    let [kept, read] = [&server, &other].map(|server| server.get("/api/room/file/frames?from=30&to=30").body);
    let word =
        |bytes: &[u8], at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    let count = word(&kept, 20) as usize;
    assert!(count > 5 && word(&read, 20) as usize == count, "{count} characters");
    // Ids, x and y; those in files count from one.
    let ids = |bytes: &[u8]| (0..count).map(|k| word(bytes, 52 + 4 * k)).collect::<Vec<_>>();
    assert_eq!(ids(&kept).iter().map(|id| id + 1).collect::<Vec<_>>(), ids(&read));
    assert_eq!(
        kept[52 + 4 * count..52 + 12 * count],
        read[52 + 4 * count..52 + 12 * count],
        "everybody is where it was"
    );
    let mut page = other.page("file").expect("there is such a room");
    let state = page.event("state");
    assert_eq!((&state["first"], &state["last"]), (&json!(0), &json!(30)));
    assert!(page.ask(json!({"op": "run"}))["error"].is_string(), "there is nothing to run");
    assert!(
        page.ask(json!({"op": "nearest", "at": [1, 1], "layer": "ground"}))["distance"].is_number(),
        "one can ask"
    );
}

#[test]
fn a_run_of_jupedsim_is_replayed() {
    let folder = Folder::new("view-jupedsim");
    let file = folder.file("run.sqlite");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut script = Command::new(here.join("../../target/venv/bin/python"));
    let output = script.arg(here.join("tests/view/jupedsim_run.py")).arg(&file).output();
    let output = output.expect("`make pedpy` installs what this test needs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let frames: u64 = String::from_utf8_lossy(&output.stdout).trim().parse().expect("a number");
    let server = Server::start(&[&file]);
    let place = server.json("/api/room/file/place");
    assert_eq!((&place["kind"], &place["step"]), (&json!("trajectory"), &json!(0.1)), "ten frames a second");
    assert_eq!(place["stats"]["area"], 196.0, "a room with a pillar");
    let state = server.page("file").expect("there is such a room").event("state");
    assert!(frames > 50 && state["last"] == frames - 1, "{frames} frames, and {}", state["last"]);
    let series = server.json("/api/room/file/series");
    assert_eq!(series["count"][0], 40, "all of them at first");
    assert!(series["speed"][3].as_f64() > Some(0.3), "they walk: {}", series["speed"]);
}

#[test]
fn a_run_as_one_file() {
    let folder = Folder::new("view-shared");
    let file = folder.file("named.json");
    let name = "</title></script><script>alert(1)</script>";
    std::fs::write(&file, FLOORS.replace("two floors", name)).expect("it is written");
    let server = Server::start(&[&file]);
    let mut page = server.page("file").expect("there is such a room");
    page.ask(json!({"op": "step", "count": 20}));
    let reply = server.get("/api/room/file/share?from=0&to=20&every=2");
    assert!(reply.head.contains("attachment; filename="), "{}", reply.head);
    let html = String::from_utf8(reply.body).expect("text");
    assert!(
        html.contains("id=\"recording\"") && html.contains("script-src 'sha256-"),
        "the recording and a policy"
    );
    assert!(!html.contains("alert(1)</script>"), "names are text");
    for outside in ["src=\"", "href=\"http", "@import", "url(http"] {
        assert!(!html.contains(outside), "nothing comes from elsewhere: {outside}");
    }
    assert_eq!(server.get("/api/room/file/share?from=500").status, 409, "nothing is kept of these steps");
}

#[test]
fn wrong_files_are_refused_before_anything_is_served() {
    let folder = Folder::new("view-wrong");
    for (name, text) in
        [("a.json", "{"), ("a.toml", "throng = 2"), ("a.sqlite", "SQLite format 3\0and no more")]
    {
        let file = folder.with(name, text);
        let answer = throng(&["view", "--no-open", &file], "");
        assert_eq!((answer.code, answer.stdout.as_str()), (1, ""), "{name}: {}", answer.stderr);
        assert!(answer.stderr.contains(name), "{}", answer.stderr);
    }
    assert_eq!(
        throng(&["view", "--no-open", &folder.file("none.json")], "").code,
        1,
        "there is no such file"
    );
}
