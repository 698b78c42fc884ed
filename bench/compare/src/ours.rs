//! Throng's own kernel: everything this benchmark asks of it, in one file.
//!
//! While [`AVAILABLE`] is false the benchmark leaves our column and the tables about us alone out, and
//! nothing here is called.

use crate::contender::{Built, Contender};
use std::time::{Duration, Instant};
use throng_voronoi::GridPoint;

/// Whether the functions below are filled in.
pub const AVAILABLE: bool = false;

/// The diagram of raw segments: merging equal end points is part of it.
fn diagram(segments: &[[GridPoint; 2]]) -> Vec<()> {
    todo!("the diagram of {} segments", segments.len())
}

/// Times the construction; the diagram is freed afterwards. The size is the number of vertices.
fn ours(segments: &[[GridPoint; 2]]) -> Built {
    let start = Instant::now();
    let diagram = diagram(segments);
    Built { time: start.elapsed(), size: diagram.len() }
}

/// Our diagram as a contender.
#[derive(Default)]
pub struct Ours {
    segments: Vec<[GridPoint; 2]>,
}

impl Contender for Ours {
    fn name(&self) -> &'static str {
        "ours"
    }

    fn unit(&self) -> &'static str {
        "vertices"
    }

    fn load(&mut self, segments: &[[GridPoint; 2]]) -> Result<(), String> {
        self.segments = segments.to_vec();
        Ok(())
    }

    fn build(&mut self) -> Result<Built, String> {
        Ok(ours(&self.segments))
    }
}

/// Times of the two halves of building a diagram from unclean input.
pub struct CleanAndBuild {
    /// Finding crossings, overlaps and duplicates, and splitting there.
    pub cleaning: Duration,
    /// The diagram of the clean segments.
    pub diagram: Duration,
}

/// Cleans segments as if they could cross, then builds their diagram.
pub fn clean_and_build(segments: &[[GridPoint; 2]]) -> CleanAndBuild {
    todo!("clean {} segments", segments.len())
}

/// Times of whole squares leaving and coming back.
pub struct Updates {
    /// Removing 4 segments, then 4 points.
    pub removals: Vec<Duration>,
    /// Inserting 4 points, then 4 segments.
    pub insertions: Vec<Duration>,
}

/// Builds a diagram of squares (every four segments of the input are one, the last four the box around them), then
/// takes `count` squares out and puts them back, one after the other, and checks the diagram at the end.
pub fn updates(segments: &[[GridPoint; 2]], count: usize) -> Updates {
    todo!("update {} segments {count} times", segments.len())
}

/// How often one kind of test was asked, and how often doubles could not answer.
pub struct ExactCount {
    /// Kind of test.
    pub test: &'static str,
    /// Times asked.
    pub asked: usize,
    /// Times that the exact stage had to decide.
    pub exact: usize,
}

/// Builds the diagram and counts what its tests needed.
pub fn exact_counts(segments: &[[GridPoint; 2]]) -> Vec<ExactCount> {
    todo!("count for {} segments", segments.len())
}
