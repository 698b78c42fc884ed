//! Running the program, for all tests of it.
#![expect(unreachable_pub, reason = "each test file has a copy of its own")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Two floors with a ramp, from the page on scene files.
pub const FLOORS: &str = r#"{ "throng": 1, "name": "two floors",
  "layers": [
    { "id": "ground",
      "walkable":  [ [[0,0],[20,0],[20,10],[0,10]] ],
      "obstacles": [ [[4,4],[6,4],[6,6]], [[9,1],[9,8]], [[12,5]] ] },
    { "id": "ramp", "walkable": [ [[20,2,0],[30,2,3],[30,5,3],[20,5,0]] ] } ],
  "connections": [ { "between": ["ground","ramp"], "segment": [[20,2],[20,5]] } ] }"#;

pub struct Answer {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

pub fn throng(arguments: &[&str], input: &str) -> Answer {
    let mut child = Command::new(env!("CARGO_BIN_EXE_throng"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // A program that fails early does not read its input.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Answer {
        code: output.status.code().unwrap_or(-1),
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
    }
}

pub fn json(arguments: &[&str]) -> Value {
    let answer = throng(arguments, "");
    assert_eq!(answer.code, 0, "{arguments:?}: {}", answer.stderr);
    serde_json::from_str(&answer.stdout).unwrap_or_else(|e| panic!("{arguments:?}: {e}: {}", answer.stdout))
}

/// A folder of its own for each test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("throng-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    pub fn with(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.join(name), text).expect("a file");
        self.file(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
