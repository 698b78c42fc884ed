//! Inputs that look for trouble, and inputs to measure with.
//!
//! Every function returns segments on the grid; a segment of length zero stands for a lone point.
//! The sets are interior-disjoint ([`interior_disjoint`]) unless the name says otherwise: segments
//! meet in common end points only, and no lone point repeats an end. Everything is a function of its arguments:
//! the same bits on every machine, for only integers, `+ - * /` and `sqrt` are used.
//!
//! - Large: mazes, combs, fields of squares ([`squares`], [`maze`]…): thousands to a million segments.
//! - Trouble: a few dozen segments, full of collinear, cocircular and touching ones ([`small`]…).
//! - Changes that must not change the answer: [`shift`], [`mirror`], [`quarter_turn`], [`shuffle`],
//!   [`split_at_grid_points`].

mod large;
pub mod layered;
mod random;
mod transform;
mod trouble;
mod wobble;

pub use large::{
    chain, comb, grid_squares, lattice, maze, needles, needles_diagonal, polygon, random_disjoint, slivers,
    squares, star, walls_and_pillars,
};
pub use random::Random;
pub use transform::{mirror, quarter_turn, shift, shuffle, split_at_grid_points};
pub use trouble::{cocircular, dirty, extremes, near_degenerate, small};
pub use wobble::wobble;

use crate::site::GridPoint;

/// A segment between two grid points; a lone point where both are the same.
pub type Segment = [GridPoint; 2];

/// Whether two segments may stand in one input: no common point but a common end. Exact.
///
/// The same segment twice, in either direction, is not disjoint; neither is a lone point that
/// repeats another point or an end of a segment.
pub fn disjoint(a: Segment, b: Segment) -> bool {
    let shared = a.iter().filter(|p| b.contains(p)).count();
    if shared > 0 && (shared == 2 || a[0] == a[1] || b[0] == b[1]) {
        return false;
    }
    // An end of one on the other is allowed only if it is an end there too.
    let touches = |p: GridPoint, s: Segment| !s.contains(&p) && on_segment(p, s);
    if a.iter().any(|&p| touches(p, b)) || b.iter().any(|&p| touches(p, a)) {
        return false;
    }
    let apart = |s: Segment, t: Segment| side(s, t[0]) * side(s, t[1]) >= 0;
    apart(a, b) || apart(b, a)
}

/// Whether every two segments of the set are [`disjoint`]. Exact; O(n²).
pub fn interior_disjoint(segments: &[Segment]) -> bool {
    segments.iter().enumerate().all(|(i, &a)| segments[..i].iter().all(|&b| disjoint(a, b)))
}

/// The points of a set, each once and sorted, and its segments as pairs of indices of points.
/// Lone points are among the points only.
pub fn indexed(segments: &[Segment]) -> (Vec<GridPoint>, Vec<[usize; 2]>) {
    let mut points: Vec<GridPoint> = segments.iter().flatten().copied().collect();
    points.sort();
    points.dedup();
    let index = |p: GridPoint| points.binary_search(&p).expect("every end is a point");
    let pairs = segments.iter().filter(|s| s[0] != s[1]).map(|s| s.map(index)).collect();
    (points, pairs)
}

/// On which side of the line through `s` the point lies: 1 left, 0 on the line, -1 right.
///
/// Differences of `i32` have 33 bits and the products 66, hence `i128`.
fn side(s: Segment, p: GridPoint) -> i32 {
    let (d, v) = (s[1].minus(s[0]), p.minus(s[0]));
    let cross = i128::from(d.x) * i128::from(v.y) - i128::from(d.y) * i128::from(v.x);
    cross.signum() as i32
}

/// Whether the point lies on the closed segment.
fn on_segment(p: GridPoint, s: Segment) -> bool {
    side(s, p) == 0
        && (s[0].x.min(s[1].x)..=s[0].x.max(s[1].x)).contains(&p.x)
        && (s[0].y.min(s[1].y)..=s[0].y.max(s[1].y)).contains(&p.y)
}

#[cfg(test)]
mod tests;
