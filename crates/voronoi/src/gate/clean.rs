//! Input that has passed the gate: what the diagram is built from.

use super::grid::InputPoint;
use crate::site::GridPoint;

/// Points and segments on the grid that meet only at common ends, with the way back to the input.
///
/// Invariant ([`Clean::check`]): points are distinct and at most [`MAX_COORD`](crate::MAX_COORD) in each
/// coordinate; segments join two different points, no two join the same; no point lies inside of
/// a segment and no two segments cross.
///
/// Points come in the order in which they first appear in the input (isolated points, then the ends of
/// segments), then those made by crossings. Segments come in the order of the input; pieces of a segment
/// follow each other in its direction. A piece that several segments share stands where the first of them
/// has it.
#[derive(Clone, PartialEq, Debug)]
pub struct Clean {
    pub(super) points: Vec<GridPoint>,
    pub(super) segments: Vec<[u32; 2]>,
    /// Sources of segment `s`: `segment_sources[first_segment_source[s]..first_segment_source[s + 1]]`.
    pub(super) first_segment_source: Vec<u32>,
    pub(super) segment_sources: Vec<u32>,
    /// Sources of points, likewise.
    pub(super) first_point_source: Vec<u32>,
    pub(super) point_sources: Vec<InputPoint>,
    /// The point of each isolated point, then of both ends of each segment.
    pub(super) point_of: Vec<u32>,
    pub(super) num_isolated: u32,
    pub(super) report: CleanReport,
}

/// What had to be changed.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct CleanReport {
    /// Largest distance that a position moved to its grid point, in the unit of the input.
    pub snapped_by: f64,
    /// Largest distance of a segment's new course from its old one, in grid units: at most sqrt(1/2).
    pub rerouted_by: f64,
    /// Positions of the input that fell on the same grid point as an earlier, different one.
    pub merged_points: usize,
    /// Segments that became points.
    pub zero_length: usize,
    /// Segments that were split.
    pub split_segments: usize,
    /// How many pieces coincided with an earlier one and were merged into it.
    pub merged_segments: usize,
    /// Points made by crossings.
    pub created_points: usize,
    /// How often segments were led anew until none crossed: 0 for input that was clean.
    pub rounds: usize,
}

impl Clean {
    /// The points; segments name them by index.
    #[inline]
    pub fn points(&self) -> &[GridPoint] {
        &self.points
    }

    /// The segments, each with the indices of its two ends.
    #[inline]
    pub fn segments(&self) -> &[[u32; 2]] {
        &self.segments
    }

    /// The input segments that a segment is part of, ascending: at least one.
    #[inline]
    pub fn segment_sources(&self, segment: usize) -> &[u32] {
        let first = self.first_segment_source[segment] as usize;
        &self.segment_sources[first..self.first_segment_source[segment + 1] as usize]
    }

    /// The input positions that a point stands for: isolated points first, then ends of segments, ascending.
    /// None if a crossing made the point.
    #[inline]
    pub fn point_sources(&self, point: usize) -> &[InputPoint] {
        let first = self.first_point_source[point] as usize;
        &self.point_sources[first..self.first_point_source[point + 1] as usize]
    }

    /// The point that stands for a position of the input.
    #[inline]
    pub fn point_of(&self, input: InputPoint) -> u32 {
        self.point_of[match input {
            InputPoint::Point(index) => index as usize,
            InputPoint::Start(index) => (self.num_isolated + 2 * index) as usize,
            InputPoint::End(index) => (self.num_isolated + 2 * index + 1) as usize,
        }]
    }

    /// What had to be changed.
    #[inline]
    pub fn report(&self) -> &CleanReport {
        &self.report
    }

    /// Verifies the invariant by comparing everything with everything: for tests, of quadratic cost.
    pub fn check(&self) -> Result<(), CleanViolation> {
        let at = |s: [u32; 2]| s.map(|v| self.points[v as usize]);
        for (i, &p) in self.points.iter().enumerate() {
            if p.x.abs() > crate::MAX_COORD || p.y.abs() > crate::MAX_COORD {
                return Err(CleanViolation::OutOfBox { point: i });
            }
            if let Some(j) = self.points[..i].iter().position(|&q| p == q) {
                return Err(CleanViolation::EqualPoints { points: [j, i] });
            }
            for (segment, &ends) in self.segments.iter().enumerate() {
                let [a, b] = at(ends);
                let (to_a, to_b) = (a.minus(p), b.minus(p));
                if to_a.cross(to_b) == 0 && to_a.dot(to_b) < 0 {
                    return Err(CleanViolation::PointInside { point: i, segment });
                }
            }
        }
        for (i, &s) in self.segments.iter().enumerate() {
            if s[0] == s[1] {
                return Err(CleanViolation::ZeroLength { segment: i });
            }
            let [a, b] = at(s);
            let d = b.minus(a);
            for (j, &t) in self.segments[..i].iter().enumerate() {
                if s == t || s == [t[1], t[0]] {
                    return Err(CleanViolation::EqualSegments { segments: [j, i] });
                }
                // With no point inside of a segment and no equal segments, only proper crossings are left.
                let [p, q] = at(t);
                let e = q.minus(p);
                let apart = |u: i64, v: i64| u.signum() * v.signum() < 0;
                if apart(d.cross(p.minus(a)), d.cross(q.minus(a)))
                    && apart(e.cross(a.minus(p)), e.cross(b.minus(p)))
                {
                    return Err(CleanViolation::Crossing { segments: [j, i] });
                }
            }
        }
        Ok(())
    }
}

/// Which part of the invariant of [`Clean`] does not hold: a bug in this crate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum CleanViolation {
    #[error("point {point} lies outside of the box")]
    OutOfBox { point: usize },
    #[error("points {} and {} are equal", points[0], points[1])]
    EqualPoints { points: [usize; 2] },
    #[error("point {point} lies inside of segment {segment}")]
    PointInside { point: usize, segment: usize },
    #[error("segment {segment} has length zero")]
    ZeroLength { segment: usize },
    #[error("segments {} and {} have the same ends", segments[0], segments[1])]
    EqualSegments { segments: [usize; 2] },
    #[error("segments {} and {} cross", segments[0], segments[1])]
    Crossing { segments: [usize; 2] },
}
