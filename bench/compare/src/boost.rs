//! Boost.Polygon's Voronoi diagram, in a process of its own (`boost_voronoi.cpp`) that waits for its turn.

use crate::contender::{Built, Contender};
use crate::inputs;
use crate::worker::Worker;
use std::path::Path;
use std::time::Duration;
use throng_voronoi::GridPoint;

/// The worker process.
pub struct Boost(Worker);

impl Boost {
    /// Starts the worker.
    pub fn start(program: &Path) -> Result<Self, String> {
        Worker::start("Boost", program).map(Self)
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
        inputs::write(self.0.file(), segments)?;
        let request = format!("load {}", self.0.file().display());
        let received = self.0.ask(&request, "loaded")?;
        let sent = [segments.len() as u64, inputs::hash(segments)];
        if received == sent { Ok(()) } else { Err(format!("Boost received {received:?}, not {sent:?}")) }
    }

    fn build(&mut self) -> Result<Built, String> {
        match self.0.ask("build", "built")?[..] {
            [nanoseconds, vertices, _edges] => {
                Ok(Built { time: Duration::from_nanos(nanoseconds), size: vertices as usize })
            }
            ref other => Err(format!("Boost said {other:?}")),
        }
    }
}
