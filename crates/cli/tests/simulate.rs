//! Scenarios by the program: what it writes, what it says of mistakes, and going on with a run.

mod support;

use std::path::Path;

use serde_json::Value;
use support::{FLOORS, Folder, json, throng};

fn example(name: &str) -> String {
    format!("{}/../../fixtures/scenarios/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn files(answer: &Value) -> Vec<(String, String)> {
    let files = answer["files"].as_array().expect("files").iter();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    files.map(|file| (text(&file["what"]), text(&file["file"]))).collect()
}

#[test]
fn a_room_is_emptied_and_everything_is_written() {
    let folder = Folder::new("simulate-room");
    let out = folder.file("run");
    let answer = json(&["simulate", &example("room.toml"), "--out", &out, "--csv", "--json"]);
    assert_eq!((answer["came"].as_u64(), answer["present"].as_u64()), (Some(50), Some(0)), "{answer}");
    assert_eq!(answer["exits"]["outside"], 50, "{answer}");
    assert_eq!(answer["interrupted"], false, "{answer}");
    let written = files(&answer);
    for what in ["trajectories", "floor", "table", "summary", "report"] {
        let file = written.iter().find(|(own, _)| own == what).map(|(_, file)| file);
        let file = file.unwrap_or_else(|| panic!("{what}: {written:?}"));
        assert!(std::fs::metadata(file).is_ok_and(|data| data.len() > 500), "{file}");
    }
    let readable = throng(&["simulate", &example("room.toml"), "--out", &out, "--duration", "2"], "");
    assert_eq!(readable.code, 0, "{}", readable.stderr);
    assert!(readable.stdout.contains("report.html"), "{}", readable.stdout);
}

#[test]
fn mistakes_are_told_with_file_line_and_column() {
    let folder = Folder::new("simulate-mistakes");
    folder.with("floors.json", FLOORS);
    let text = std::fs::read_to_string(example("room.toml")).expect("it is there");
    let file = folder.file("room.toml");
    std::fs::write(&file, text.replace("number = 50", "nubmer = 50").replace("room.json", "floors.json"))
        .expect("a file");
    let answer = throng(&["simulate", &file], "");
    assert_eq!((answer.code, answer.stdout.as_str()), (1, ""), "{}", answer.stderr);
    assert!(
        answer
            .stderr
            .contains("room.toml:25:1: error: [sources 1] nubmer: unknown key; did you mean \"number\"?"),
        "{}",
        answer.stderr
    );
    // What does not fit to the place comes when the text is right.
    std::fs::write(&file, text.replace("room.json", "floors.json")).expect("a file");
    let answer = throng(&["simulate", &file, "--check"], "");
    assert_eq!(answer.code, 1, "{}", answer.stderr);
    assert!(
        answer.stderr.contains("the place has 2 layers, and this does not say which"),
        "{}",
        answer.stderr
    );
    std::fs::write(&file, text.replace("room.json", "stattion")).expect("a file");
    let answer = throng(&["simulate", &file, "--check"], "");
    assert!(answer.code == 1 && answer.stderr.contains("room.toml:6:9: error: place:"), "{}", answer.stderr);
    let missing = throng(&["simulate", &folder.file("nothing.toml")], "");
    assert!(missing.code == 1 && missing.stderr.contains("cannot read"), "{}", missing.stderr);
}

#[test]
fn checked_only() {
    let answer = json(&["simulate", &example("concert.toml"), "--check", "--json"]);
    assert_eq!((answer["ok"].as_bool(), answer["queues"].as_u64()), (Some(true), Some(3)), "{answer}");
}

#[test]
fn a_run_goes_on_with_the_same_results_on_any_number_of_threads() {
    let folder = Folder::new("simulate-resume");
    let scenario = example("counter-flow.toml");
    let state = |run: &str| std::fs::read(Path::new(&folder.file(run)).join("state.bin")).expect("a state");
    let run = |out: &str, more: &[&str]| {
        let out = folder.file(out);
        let arguments =
            [&["simulate", &scenario, "--out", &out, "--save-every", "10", "--json"], more].concat();
        json(&arguments)
    };
    run("whole", &["--duration", "20", "--threads", "1"]);
    run("first", &["--duration", "10", "--threads", "2"]);
    let from = folder.file("first") + "/state.bin";
    let second = run("second", &["--duration", "20", "--resume", &from, "--threads", "3"]);
    assert!(state("whole") == state("second"), "the same bits");
    assert!(
        files(&second).iter().any(|(_, file)| file.ends_with("trajectories-from-10.0s.sqlite")),
        "{second}"
    );
    let other =
        throng(&["simulate", &example("room.toml"), "--resume", &from, "--out", &folder.file("other")], "");
    assert!(other.code == 1 && other.stderr.contains("cannot go on with"), "{}", other.stderr);
}
