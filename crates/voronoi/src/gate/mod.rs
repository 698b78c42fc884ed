//! The one gate for input: positions of any quality in, points and interior-disjoint segments on the grid
//! out.
//!
//! 1. Snap positions to the grid and merge equal ones to vertices ([`vertices`]). Segments whose two ends
//!    are one vertex become points; the others are the courses.
//! 2. Lead the courses apart ([`rounds`]): a sweep ([`sweep`]) finds where they meet, and those that
//!    do become chains through common vertices ([`route`]), until none meet.
//! 3. Number the pieces and list what each comes from.
//!
//! Clean input takes the sweep once and comes out as it went in.

mod clean;
mod crossing;
mod grid;
mod hot;
mod lines;
mod rounds;
mod route;
mod status;
mod sweep;
mod vertices;

#[cfg(test)]
mod tests;

pub use clean::{Clean, CleanReport, CleanViolation};
pub(crate) use crossing::Crossing;
pub use grid::{Grid, InputError, InputPoint};

pub(crate) use hot::{Probe, z_curve};
pub(crate) use lines::Line;

use self::rounds::{Apart, lead_apart};
use self::route::Chains;
use self::vertices::Vertices;
use crate::site::{GridPoint, MAX_COORD};

/// From so many crossings on, a sweep asks itself whether it is in a crowd.
const PATIENCE: usize = 1 << 16;
/// Most positions: ids of sites keep two bits for themselves.
const MOST_POSITIONS: usize = 1 << 30;

impl Clean {
    /// Cleans points and segments that are on the grid already.
    ///
    /// ```
    /// use throng_voronoi::{Clean, GridPoint};
    /// let p = GridPoint::new;
    /// let clean = Clean::new(&[], &[[p(0, 0), p(4, 4)], [p(0, 4), p(4, 0)]])?;
    /// assert_eq!(clean.points()[4], p(2, 2), "the crossing is a point now");
    /// assert_eq!(clean.segments(), [[0, 4], [4, 1], [2, 4], [4, 3]], "both segments are split there");
    /// assert_eq!(clean.segment_sources(3), [1], "the last piece is from the second segment");
    /// # Ok::<(), throng_voronoi::InputError>(())
    /// ```
    pub fn new(points: &[GridPoint], segments: &[[GridPoint; 2]]) -> Result<Self, InputError> {
        check_count(points.len(), segments.len())?;
        let positions: Vec<GridPoint> = points.iter().chain(segments.as_flattened()).copied().collect();
        let inside = |p: &GridPoint| p.x.unsigned_abs().max(p.y.unsigned_abs()) <= MAX_COORD as u32;
        if let Some(index) = positions.iter().position(|p| !inside(p)) {
            let at = input_point(index, points.len());
            return Err(InputError::OutOfBox { at, point: positions[index] });
        }
        let (vertices, vertex_of) = Vertices::distinct(&positions);
        Ok(clean(vertices, vertex_of, points.len(), CleanReport::default(), PATIENCE))
    }
}

impl Grid {
    /// Snaps points and segments to this grid and cleans them.
    ///
    /// ```
    /// use throng_voronoi::{Grid, InputError, InputPoint};
    /// let room = [[[0.0, 0.0], [5.0, 0.0]], [[5.0, 0.0], [5.0, f64::NAN]]];
    /// let error = Grid::default().clean(&[], &room).unwrap_err();
    /// assert!(matches!(error, InputError::NotFinite { at: InputPoint::End(1), .. }));
    /// ```
    pub fn clean(&self, points: &[[f64; 2]], segments: &[[[f64; 2]; 2]]) -> Result<Clean, InputError> {
        check_count(points.len(), segments.len())?;
        if !(self.unit > 0.0 && [self.unit, self.origin[0], self.origin[1]].iter().all(|v| v.is_finite())) {
            return Err(InputError::BadGrid { grid: *self });
        }
        let given = || points.iter().chain(segments.as_flattened()).copied();
        let mut positions = Vec::with_capacity(points.len() + 2 * segments.len());
        let mut moved_sq = 0.0_f64;
        for (index, position) in given().enumerate() {
            let Some(point) = self.snap(position) else {
                return Err(self.refusal(input_point(index, points.len()), position));
            };
            let snapped = self.position(point);
            let (dx, dy) = (snapped[0] - position[0], snapped[1] - position[1]);
            moved_sq = moved_sq.max(dx * dx + dy * dy);
            positions.push(point);
        }
        let (vertices, vertex_of) = Vertices::distinct(&positions);
        // The first position of each vertex, in order: vertices are numbered by first appearance.
        let mut first: Vec<[f64; 2]> = Vec::with_capacity(vertices.at.len());
        let mut merged_points = 0;
        for (&vertex, position) in vertex_of.iter().zip(given()) {
            match first.get(vertex as usize) {
                None => first.push(position),
                Some(&other) => merged_points += usize::from(other != position),
            }
        }
        let report = CleanReport { snapped_by: moved_sq.sqrt(), merged_points, ..CleanReport::default() };
        Ok(clean(vertices, vertex_of, points.len(), report, PATIENCE))
    }

    /// Why a position cannot be snapped.
    fn refusal(&self, at: InputPoint, position: [f64; 2]) -> InputError {
        if position[0].is_finite() && position[1].is_finite() {
            InputError::OutOfRange { at, position, bounds: self.bounds() }
        } else {
            InputError::NotFinite { at, position }
        }
    }
}

fn check_count(points: usize, segments: usize) -> Result<(), InputError> {
    if points.saturating_add(segments.saturating_mul(2)) > MOST_POSITIONS {
        return Err(InputError::TooMany { points, segments, most: MOST_POSITIONS });
    }
    Ok(())
}

/// Which position of the input has this index, when isolated points come first and then ends of segments.
fn input_point(index: usize, num_isolated: usize) -> InputPoint {
    match index.checked_sub(num_isolated) {
        None => InputPoint::Point(index as u32),
        Some(end) if end % 2 == 0 => InputPoint::Start(end as u32 / 2),
        Some(end) => InputPoint::End(end as u32 / 2),
    }
}

/// Steps 1 to 3 for snapped and merged positions.
fn clean(
    mut vertices: Vertices,
    point_of: Vec<u32>,
    num_isolated: usize,
    mut report: CleanReport,
    patience: usize,
) -> Clean {
    // 1.
    let num_segments = (point_of.len() - num_isolated) / 2;
    let mut courses = Vec::with_capacity(num_segments);
    let mut segment_of = Vec::with_capacity(num_segments);
    for (segment, ends) in (0_u32..).zip(point_of[num_isolated..].chunks_exact(2)) {
        if ends[0] != ends[1] {
            courses.push([ends[0], ends[1]]);
            segment_of.push(segment);
        }
    }
    let num_given = vertices.at.len();
    // 2.
    let Apart { mut chains, duplicates, rounds } = lead_apart(&mut vertices, &courses, patience);
    for course in &mut chains.course {
        *course = segment_of[*course as usize];
    }
    report.zero_length = num_segments - courses.len();
    report.rounds = rounds;
    report.created_points = vertices.at.len() - num_given;
    report.rerouted_by = chains.farthest;
    report.merged_segments = duplicates.len();
    report.split_segments = chains.course.chunk_by(|a, b| a == b).filter(|pieces| pieces.len() > 1).count();
    // 3.
    let (segments, first_segment_source, segment_sources) = merge(chains, &duplicates);
    let (first_point_source, sorted) = grouped(vertices.at.len(), &point_of);
    let point_sources = sorted.into_iter().map(|i| input_point(i as usize, num_isolated)).collect();
    Clean {
        points: vertices.at,
        segments,
        first_segment_source,
        segment_sources,
        first_point_source,
        point_sources,
        point_of,
        num_isolated: num_isolated as u32,
        report,
    }
}

/// The distinct pieces in order of first appearance, and their sources as starts and list.
fn merge(chains: Chains, duplicates: &[(u32, u32)]) -> (Vec<[u32; 2]>, Vec<u32>, Vec<u32>) {
    if duplicates.is_empty() {
        let first = (0..=chains.pieces.len() as u32).collect();
        return (chains.pieces, first, chains.course);
    }
    let mut original: Vec<u32> = (0..chains.pieces.len() as u32).collect();
    for &(copy, first) in duplicates {
        original[copy as usize] = first;
    }
    // The original is the copy of lowest index, so its number is known when a copy asks for it.
    let mut number = original;
    let mut segments = Vec::new();
    for piece in 0..number.len() {
        if number[piece] as usize == piece {
            number[piece] = segments.len() as u32;
            segments.push(chains.pieces[piece]);
        } else {
            number[piece] = number[number[piece] as usize];
        }
    }
    let (first, pieces) = grouped(segments.len(), &number);
    (segments, first, pieces.into_iter().map(|piece| chains.course[piece as usize]).collect())
}

/// The indices of a list grouped by value: group `g` is `indices[first[g]..first[g + 1]]`, ascending.
fn grouped(num_groups: usize, values: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0_u32; num_groups + 1];
    for &value in values {
        first[value as usize] += 1;
    }
    let mut sum = 0;
    for count in &mut first {
        sum += *count;
        *count = sum;
    }
    let mut indices = vec![0; values.len()];
    for (index, &value) in values.iter().enumerate().rev() {
        let slot = &mut first[value as usize];
        *slot -= 1;
        indices[*slot as usize] = index as u32;
    }
    (first, indices)
}
