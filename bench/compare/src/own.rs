//! Our own paths and routes.

use crate::pairs::{Pair, RADIUS};
use crate::race::{Answer, Outcome, Router};
use std::hint::black_box;
use std::ops::Range;
use std::time::Instant;
use throng_compare::measure::milliseconds;
use throng_mesh::{Mesh, Planner};

/// What a planner is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Task {
    /// The path on the medial axis.
    Path,
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
            let path = black_box(self.planner.path(self.mesh, from, to, RADIUS, None));
            let time = start.elapsed().as_secs_f64() * 1e6;
            let length = path.as_ref().map_or(0.0, |path| path.cost());
            let outcome = if path.is_ok() { Outcome::Whole } else { Outcome::Nothing };
            Answer { time, outcome, length }
        };
        Ok(self.pairs[pairs].iter().map(answer).collect())
    }
}
