//! The program, run as users run it.

use std::process::Command;

fn throng(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_throng")).args(arguments).output().expect("it starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

#[test]
fn demo_draws_and_prints_one_json_object() {
    let folder = std::env::temp_dir().join(format!("throng-demo-{}", std::process::id()));
    let (code, stdout, stderr) = throng(&["demo", "--json", "--out", &folder.display().to_string()]);
    assert_eq!(code, 0, "{stderr}");
    let answer: serde_json::Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!(answer["checked"], true, "{answer}");
    assert!(answer["vertices"].as_u64() > Some(200), "{answer}");
    let picture = std::fs::read_to_string(folder.join("demo.svg")).expect("the picture");
    assert!(picture.starts_with("<svg"), "{}", &picture[..40]);
    std::fs::remove_dir_all(&folder).expect("clean up");
}

#[test]
fn wrong_usage_is_told_apart_from_wrong_input() {
    assert_eq!(throng(&["dance"]).0, 2, "no such verb");
    // A file stands where the folder should be.
    let (code, _, stderr) = throng(&["demo", "--out", env!("CARGO_BIN_EXE_throng")]);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("cannot make"), "{stderr}");
}
