//! Our own paths and routes.

use crate::pairs::{Pair, RADIUS};
use crate::race::{Answer, Outcome, Router};
use std::hint::black_box;
use std::ops::Range;
use std::time::Instant;
use throng_compare::measure::milliseconds;
use throng_mesh::{Kind, Mesh, Path, Planner, Request, Route};

/// What a planner is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Task {
    /// The path on the medial axis.
    Path,
    /// A route of some kind, with a preferred clearance. [m]
    Route(Kind, f64),
}

/// A planner and what it is asked for.
pub struct Own<'a> {
    mesh: &'a Mesh,
    pairs: &'a [Pair],
    task: Task,
    planner: Planner,
    /// Time of the first query, which prepares what all others use. [ms]
    pub first: f64,
}

impl<'a> Own<'a> {
    /// Someone who answers pairs. The first one is asked for now.
    pub fn new(mesh: &'a Mesh, pairs: &'a [Pair], task: Task) -> Result<Self, String> {
        let mut own = Self { mesh, pairs, task, planner: Planner::default(), first: 0.0 };
        let start = Instant::now();
        own.plan(0..1.min(pairs.len()))?;
        own.first = milliseconds(start.elapsed());
        Ok(own)
    }
}

impl Router for Own<'_> {
    fn plan(&mut self, pairs: Range<usize>) -> Result<Vec<Answer>, String> {
        let answer = |&[from, to]: &Pair| {
            let start = Instant::now();
            let (time, length) = match self.task {
                Task::Path => {
                    let path = black_box(self.planner.path(self.mesh, from, to, RADIUS, None));
                    (start.elapsed(), path.ok().map(Path::cost))
                }
                Task::Route(kind, clearance) => {
                    let request = Request::new(from, to, RADIUS).with_kind(kind).with_clearance(clearance);
                    let route = black_box(self.planner.route(self.mesh, &request));
                    (start.elapsed(), route.ok().map(Route::length))
                }
            };
            let outcome = if length.is_some() { Outcome::Whole } else { Outcome::Nothing };
            Answer { time: time.as_secs_f64() * 1e6, outcome, length: length.unwrap_or(0.0) }
        };
        Ok(self.pairs[pairs].iter().map(answer).collect())
    }
}
