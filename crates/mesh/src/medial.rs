//! One arc of the diagram as a part of the medial axis: its kind, its measures, and where it is cut.
//!
//! An arc around an isolated point or the end of a line, seen from which it spans half a turn or more, is cut at its narrowest place:
//! then every flank is convex.

use throng_voronoi::{Arc, Diagram, Generator, HalfEdge, HalfEdgeId, Side, Site};

/// What an arc is to the medial axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It has no length: its two ends are one vertex.
    Zero,
    /// Part of it.
    Medial,
    /// A spoke.
    Other,
}

impl Kind {
    #[inline]
    pub(crate) fn of(half_edge: HalfEdge<'_>) -> Self {
        match (half_edge.is_zero_length(), half_edge.is_medial()) {
            (true, _) => Self::Zero,
            (false, true) => Self::Medial,
            (false, false) => Self::Other,
        }
    }
}

/// A place of the medial axis with its clearance. In grid units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) at: [f64; 2],
    pub(crate) clearance: f64,
}

/// What the mesh wants to know of an arc. In grid units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MedialArc {
    /// The sites on the left and right, with the sides on which the arc lies.
    pub(crate) sites: [(Site, Side); 2],
    pub(crate) length: f64,
    /// The smallest clearance, inside too.
    pub(crate) min_clearance: f64,
    /// Where it is cut in two.
    pub(crate) cut: Option<Spot>,
}

impl MedialArc {
    /// Looks at the arc of a half-edge between two spots.
    pub(crate) fn new(diagram: &Diagram, h: HalfEdgeId, start: Spot, end: Spot) -> Self {
        let half_edge = diagram.half_edge(h);
        // In a corner of walls sides mean nothing; then the other end tells.
        let [left, right] = if start.clearance > 0.0 {
            half_edge.sites_at_start()
        } else {
            let [right, left] = half_edge.twin().sites_at_start();
            [left, right]
        };
        let arc = Arc {
            start: start.at,
            end: end.at,
            left: diagram.generator_of(left.0),
            right: diagram.generator_of(right.0),
        };
        let mut min_clearance = start.clearance.min(end.clearance);
        let mut cut = None;
        if narrows_inside(&arc) {
            let (t, clearance) = arc.min_clearance();
            min_clearance = min_clearance.min(clearance);
            if t > 0.0 && t < 1.0 && is_wide(&arc) {
                cut = Some(Spot { at: arc.point(t), clearance });
            }
        }
        Self { sites: [left, right], length: arc.length(), min_clearance, cut }
    }
}

/// Whether an arc may be narrowest inside: between two points that face each other, or at the apex of a parabola. There the arc is
/// at a right angle to the direction of the point.
fn narrows_inside(arc: &Arc) -> bool {
    let between = |p: [f64; 2], along: [f64; 2]| {
        let [a, b] = [arc.start, arc.end].map(|z| (z[0] - p[0]) * along[0] + (z[1] - p[1]) * along[1]);
        a < 0.0 && b > 0.0 || a > 0.0 && b < 0.0
    };
    match (arc.left, arc.right) {
        (Generator::Segment { .. }, Generator::Segment { .. }) => false,
        (Generator::Point(p), Generator::Segment { from, to })
        | (Generator::Segment { from, to }, Generator::Point(p)) => {
            between(p, [to[0] - from[0], to[1] - from[1]])
        }
        (Generator::Point(p), Generator::Point(_)) => {
            between(p, [arc.end[0] - arc.start[0], arc.end[1] - arc.start[1]])
        }
    }
}

/// Nearly half a turn counts as half a turn. \[rad\] The end of a line obstacle can see exactly that much, give or take the rounding.
const NEARLY: f64 = 1e-9;

/// Whether an arc spans half a turn or more seen from a point on one of its sides.
fn is_wide(arc: &Arc) -> bool {
    let spans = |p: [f64; 2], turn: f64| {
        let [a, b] = [arc.start, arc.end].map(|z| [z[0] - p[0], z[1] - p[1]]);
        let (cross, dot) = (turn * (a[0] * b[1] - a[1] * b[0]), a[0] * b[0] + a[1] * b[1]);
        // The cosine is nearly -1, so this is the sine, times the lengths.
        cross <= 0.0 || dot < 0.0 && cross < -dot * NEARLY
    };
    // With the point on the left the arc goes around it counter-clockwise.
    match (arc.left, arc.right) {
        (Generator::Point(p), Generator::Segment { .. }) => spans(p, 1.0),
        (Generator::Segment { .. }, Generator::Point(p)) => spans(p, -1.0),
        _ => false,
    }
}
