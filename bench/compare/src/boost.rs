//! Boost.Polygon's Voronoi diagram, in a process of its own (`boost_voronoi.cpp`) that waits for its turn.

use crate::contender::{Built, Contender};
use crate::inputs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;
use throng_voronoi::GridPoint;

/// The worker process.
pub struct Boost {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    file: PathBuf,
}

impl Boost {
    /// Starts the worker.
    pub fn start(program: &Path) -> Result<Self, String> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {}: {error}", program.display()))?;
        let requests = child.stdin.take().ok_or("the worker has no input")?;
        let answers = BufReader::new(child.stdout.take().ok_or("the worker has no output")?);
        let file = inputs::scratch_file("boost");
        Ok(Self { child, requests, answers, file })
    }

    /// Sends a line and gives the words of the answer, of which the first must be `expected`.
    fn ask(&mut self, request: &str, expected: &str) -> Result<Vec<u64>, String> {
        writeln!(self.requests, "{request}").map_err(|error| format!("Boost: {error}"))?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer).map_err(|error| format!("Boost: {error}"))?;
        let mut words = answer.split_whitespace();
        if words.next() != Some(expected) {
            return Err(format!(
                "Boost failed ({})",
                if answer.is_empty() { "it died" } else { answer.trim() }
            ));
        }
        words.map(|word| word.parse().map_err(|_| format!("Boost said {answer}"))).collect()
    }
}

impl Contender for Boost {
    fn name(&self) -> &'static str {
        "Boost"
    }

    fn unit(&self) -> &'static str {
        "vertices"
    }

    fn load(&mut self, segments: &[[GridPoint; 2]]) -> Result<(), String> {
        inputs::write(&self.file, segments)?;
        let request = format!("load {}", self.file.display());
        let received = self.ask(&request, "loaded")?;
        let sent = [segments.len() as u64, inputs::hash(segments)];
        if received == sent { Ok(()) } else { Err(format!("Boost received {received:?}, not {sent:?}")) }
    }

    fn build(&mut self) -> Result<Built, String> {
        match self.ask("build", "built")?[..] {
            [nanoseconds, vertices, _edges] => {
                Ok(Built { time: Duration::from_nanos(nanoseconds), size: vertices as usize })
            }
            ref other => Err(format!("Boost said {other:?}")),
        }
    }
}

impl Drop for Boost {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.file);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
