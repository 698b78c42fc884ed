//! Routes between the same pairs by everyone who plans them, in turn.
//!
//! All pairs are gone through in some passes. In a pass everyone answers a few pairs, then the next few, so that a noisy moment of
//! the machine hits all alike. A pair's time is the median over the passes.

use std::ops::Range;
use std::time::{Duration, Instant};
use throng_compare::measure::median;

/// Pairs that one answers before it is the next one's turn.
const TURN: usize = 100;

/// Pairs that everyone answers, however long it takes.
const LEAST: usize = 200;

/// One who plans routes between the pairs of a place.
pub trait Router {
    /// Answers these pairs, one after the other.
    fn plan(&mut self, pairs: Range<usize>) -> Result<Vec<Answer>, String>;
}

/// The answer to one pair.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// Time of the query. [µs]
    pub time: f64,
    /// What came of it.
    pub outcome: Outcome,
    /// Length of the route, seen from above. [m]
    pub length: f64,
}

/// What came of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A route from the start to the goal.
    Whole,
    /// A route that does not reach the goal.
    Partial,
    /// A route that starts or ends on another floor than asked.
    WrongFloor,
    /// No route.
    Nothing,
}

/// One who takes part.
pub struct Lane<'a> {
    router: &'a mut dyn Router,
    pairs: usize,
    answers: Vec<Answer>,
    times: Vec<Vec<f64>>,
}

impl<'a> Lane<'a> {
    /// One who answers the first pairs, this many.
    pub fn new(router: &'a mut dyn Router, pairs: usize) -> Self {
        Self { router, pairs, answers: Vec::with_capacity(pairs), times: vec![Vec::new(); pairs] }
    }

    /// The same, but only as many of the pairs as it can answer in this time.
    pub fn within(router: &'a mut dyn Router, pairs: usize, time: Duration) -> Result<Self, String> {
        let start = Instant::now();
        let sample = pairs.min(TURN);
        router.plan(0..sample)?;
        let each = start.elapsed().as_secs_f64() / sample.max(1) as f64;
        let fit = (time.as_secs_f64() / each) as usize / TURN * TURN;
        Ok(Self::new(router, pairs.min(fit.max(LEAST))))
    }

    /// The answers, with the median times.
    pub fn finish(self) -> Vec<Answer> {
        let times = self.times.into_iter().map(median);
        self.answers.into_iter().zip(times).map(|(answer, time)| Answer { time, ..answer }).collect()
    }

    fn turn(&mut self, pairs: Range<usize>) -> Result<(), String> {
        let pairs = pairs.start.min(self.pairs)..pairs.end.min(self.pairs);
        let answers = self.router.plan(pairs.clone())?;
        if answers.len() != pairs.len() {
            return Err(format!("{} answers to {} queries", answers.len(), pairs.len()));
        }
        for (pair, answer) in pairs.zip(answers) {
            self.times[pair].push(answer.time);
            if self.answers.len() == pair {
                self.answers.push(answer);
            }
        }
        Ok(())
    }
}

/// All lanes, one pass and then more as long as there is time for them, at most as many as told. How many there were.
pub fn race(lanes: &mut [Lane], passes: usize, patience: Duration) -> Result<usize, String> {
    let start = Instant::now();
    let pairs = lanes.iter().map(|lane| lane.pairs).max().unwrap_or(0);
    for pass in 1..=passes {
        for first in (0..pairs).step_by(TURN) {
            for lane in &mut *lanes {
                lane.turn(first..first + TURN)?;
            }
        }
        // Another pass takes about as long as one took so far.
        let elapsed = start.elapsed();
        if elapsed + elapsed / pass as u32 > patience {
            return Ok(pass);
        }
    }
    Ok(passes)
}
