//! Throng's own kernel: everything this benchmark asks of it, in one file.

use crate::contender::{Built, Contender};
use std::time::{Duration, Instant};
use throng_voronoi::{Clean, Diagram, GridPoint, InsertError, PointId, SegmentId, Site};

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

/// Cleans segments as if they could cross, then builds their diagram.
pub fn clean_and_build(segments: &[[GridPoint; 2]]) -> Result<CleanAndBuild, String> {
    let start = Instant::now();
    let clean = Clean::new(&[], segments).map_err(|error| error.to_string())?;
    let cleaning = start.elapsed();
    let start = Instant::now();
    Diagram::build(clean.points(), clean.segments()).map_err(|error| error.to_string())?;
    Ok(CleanAndBuild { cleaning, diagram: start.elapsed() })
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
/// The first point of a square is located from a corner of the square next to it, the others from each other.
pub fn updates(segments: &[[GridPoint; 2]], count: usize) -> Result<Updates, String> {
    let built = Diagram::of_segments(segments).map_err(|error| error.to_string())?;
    let mut diagram = built.diagram;
    let mut updates = Updates { removals: Vec::new(), insertions: Vec::new() };
    let squares: Vec<usize> =
        (0..segments.len() / 4).filter(|&k| is_ring(&segments[4 * k..4 * k + 4])).collect();
    let step = (squares.len() / count).max(1);
    let mut sites: Vec<Option<SegmentId>> = built.segments;
    for pair in squares.windows(2).step_by(step).take(count) {
        let [neighbor, k] = [pair[0], pair[1]];
        let ids: Vec<SegmentId> = sites[4 * k..4 * k + 4].iter().flatten().copied().collect();
        let corners: Vec<PointId> = ids.iter().map(|&s| diagram.ends(s)[0]).collect();
        let at: Vec<GridPoint> = corners.iter().map(|&p| diagram.point(p)).collect();
        let start = Instant::now();
        for &s in &ids {
            diagram.remove_segment(s).map_err(|error| error.to_string())?;
        }
        for &p in &corners {
            diagram.remove_point(p).map_err(|error| error.to_string())?;
        }
        updates.removals.push(start.elapsed());
        let start = Instant::now();
        let mut near = sites[4 * neighbor].map(Site::Segment);
        let mut corners = [PointId(0); 4];
        for (corner, &at) in corners.iter_mut().zip(&at) {
            *corner = diagram.insert_point(at, near).map_err(|error| error.to_string())?.0;
            near = Some(Site::Point(*corner));
        }
        for i in 0..4 {
            let (a, b) = (corners[i], corners[(i + 1) % 4]);
            sites[4 * k + i] = Some(diagram.insert_segment(a, b).map_err(|error| error.to_string())?.0);
        }
        updates.insertions.push(start.elapsed());
    }
    diagram.check().map_err(|violation| violation.to_string())?;
    Ok(updates)
}

/// Whether four segments are a closed ring.
fn is_ring(segments: &[[GridPoint; 2]]) -> bool {
    (0..4).all(|i| segments[i][1] == segments[(i + 1) % 4][0])
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
