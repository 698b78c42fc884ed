//! Throng's own kernel: everything this benchmark asks of it, in one file.

use crate::contender::{Built, Contender};
use std::time::{Duration, Instant};
use throng_voronoi::{Diagram, GridPoint, InsertError};

/// Builds the diagram of raw segments; merging equal end points is part of it, freeing it is not.
fn ours(segments: &[[GridPoint; 2]]) -> Result<Built, InsertError> {
    let start = Instant::now();
    let built = Diagram::of_segments(segments)?;
    let time = start.elapsed();
    Ok(Built { time, size: built.diagram.num_points() + built.diagram.num_segments() })
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
        "sites"
    }

    fn load(&mut self, segments: &[[GridPoint; 2]]) -> Result<(), String> {
        self.segments = segments.to_vec();
        Ok(())
    }

    fn build(&mut self) -> Result<Built, String> {
        ours(&self.segments).map_err(|error| error.to_string())
    }
}

/// Times of the two halves of building a diagram from unclean input.
pub struct CleanAndBuild {
    /// Finding crossings, overlaps and duplicates, and splitting there.
    pub cleaning: Duration,
    /// The diagram of the clean segments.
    pub diagram: Duration,
}

/// Cleans segments as if they could cross, then builds their diagram. `None`: not measured yet.
pub fn clean_and_build(_segments: &[[GridPoint; 2]]) -> Result<Option<CleanAndBuild>, String> {
    Ok(None)
}

/// Times of whole squares leaving and coming back.
pub struct Updates {
    /// Removing 4 segments, then 4 points.
    pub removals: Vec<Duration>,
    /// Inserting 4 points, then 4 segments.
    pub insertions: Vec<Duration>,
}

/// Builds a diagram of squares (every four segments of the input are one, but four are the box around
/// them), then takes `count` squares out and puts them back, one after the other, and checks the diagram at the end.
/// `None`: not measured yet.
pub fn updates(_segments: &[[GridPoint; 2]], _count: usize) -> Result<Option<Updates>, String> {
    Ok(None)
}

/// How often one kind of test was asked, and how often doubles could not answer.
pub struct ExactCount {
    /// Kind of test.
    pub test: &'static str,
    /// Times asked.
    pub asked: u64,
    /// Times that the exact stage had to decide.
    pub exact: u64,
}

/// Builds the diagram and counts what its tests needed.
pub fn exact_counts(segments: &[[GridPoint; 2]]) -> Result<Vec<ExactCount>, String> {
    let counts = Diagram::of_segments(segments).map_err(|error| error.to_string())?.diagram.counts();
    Ok([
        ("point against circle", counts.point, counts.point_exact),
        ("segment against circle through its end", counts.end, counts.end_exact),
        ("segment against circle", counts.segment, counts.segment_exact),
        ("side of a line", counts.side, counts.side_exact),
        ("order of centers", counts.order, counts.order_exact),
    ]
    .map(|(test, asked, exact)| ExactCount { test, asked, exact })
    .into())
}
