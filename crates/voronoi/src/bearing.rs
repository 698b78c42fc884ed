//! Directions in which a point site sees the vertices on the border of its region.
//!
//! The arc between a point P and a segment is part of a parabola round P: seen from P it may span nearly a full turn.
//! But it never lies in the direction of the parabola's axis, away from the segment. So bearings,
//! measured counter-clockwise from that axis, are in a linear order along the arc. Between two points the arc
//! is straight and spans less than half a turn; any axis that it does not contain would do, and the one
//! from the other point to P is never in it.
//!
//! Comparing the bearing of a vertex with that of a grid direction takes the sign of two linear forms of the center,
//! and no more.

use std::cmp::Ordering;

use crate::diagram::Face;
use crate::predicate::{Counts, center_side};
use crate::sign::Sign;
use crate::site::{Code, GridPoint, Sites, Vector};

/// The axis from which point `p` measures bearings along its arcs with `other`.
/// Meaningless if `other` is a segment that ends at `p`.
pub(crate) fn axis(sites: &Sites, p: Code, other: Code) -> Vector {
    if other.is_segment() {
        let n = sites.seg(other).dir().perp();
        if other.is_right() { n.neg() } else { n }
    } else {
        sites.at(p).minus(sites.at(other))
    }
}

/// The bearing of a vertex compared with that of direction `w`, both from `at` and measured from `axis`.
/// The vertex is not in the direction of the axis; `w` may be, which is the smallest bearing.
pub(crate) fn compare(
    sites: &Sites,
    counts: &mut Counts,
    face: &Face,
    at: GridPoint,
    axis: Vector,
    w: Vector,
) -> Ordering {
    // Sign of cross(axis, v): positive in the first half turn, zero opposite the axis, negative in the second.
    let half = |sign: Sign| match sign {
        Sign::Positive => 1,
        Sign::Zero => 2,
        Sign::Negative => 3,
    };
    let across = Sign::of(i128::from(axis.cross(w)));
    let of_w = if across == Sign::Zero && axis.dot(w) > 0 { 0 } else { half(across) };
    let of_vertex = half(center_side(sites, counts, face, axis.perp(), at));
    if of_vertex != of_w || of_w == 2 {
        return of_vertex.cmp(&of_w);
    }
    // Sign of cross(w, v).
    match center_side(sites, counts, face, w.perp(), at) {
        Sign::Positive => Ordering::Greater,
        Sign::Zero => Ordering::Equal,
        Sign::Negative => Ordering::Less,
    }
}
