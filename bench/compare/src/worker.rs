//! A rival in a process of its own, that waits for its turn: a line to it, lines from it.

use crate::inputs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The worker process.
pub struct Worker {
    name: &'static str,
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    file: PathBuf,
}

impl Worker {
    /// Starts the worker. The name is for messages and for its file.
    pub fn start(name: &'static str, program: &Path) -> Result<Self, String> {
        Self::start_command(name, Command::new(program))
    }

    /// Starts a worker that is a Python script of this folder.
    pub fn start_script(name: &'static str, python: &Path, script: &str) -> Result<Self, String> {
        let mut command = Command::new(python);
        command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(script));
        Self::start_command(name, command)
    }

    fn start_command(name: &'static str, mut command: Command) -> Result<Self, String> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {}: {error}", command.get_program().display()))?;
        let requests = child.stdin.take().ok_or("the worker has no input")?;
        let answers = BufReader::new(child.stdout.take().ok_or("the worker has no output")?);
        Ok(Self { name, child, requests, answers, file: inputs::scratch_file(name) })
    }

    /// A file for its input, which goes with it.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Sends a line and gives the numbers of the answer, after its first word, which must be `expected`.
    pub fn ask(&mut self, request: &str, expected: &str) -> Result<Vec<u64>, String> {
        writeln!(self.requests, "{request}").map_err(|error| format!("{}: {error}", self.name))?;
        let answer = self.line()?;
        let mut words = answer.split_whitespace();
        if words.next() != Some(expected) {
            let what = if answer.is_empty() { "it died" } else { answer.trim() };
            return Err(format!("{} failed ({what})", self.name));
        }
        words.map(|word| word.parse().map_err(|_| format!("{} said {answer}", self.name))).collect()
    }

    /// One more line of the answer.
    pub fn line(&mut self) -> Result<String, String> {
        let mut line = String::new();
        self.answers.read_line(&mut line).map_err(|error| format!("{}: {error}", self.name))?;
        Ok(line)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.file);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
