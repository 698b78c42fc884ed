//! Changes of an input that must not change the answer: free oracles for any diagram.

use super::{Random, Segment};
use crate::site::GridPoint;

/// Every point moved by `(dx, dy)`. The caller keeps the coordinates in range.
pub fn shift(segments: &[Segment], dx: i32, dy: i32) -> Vec<Segment> {
    map(segments, |p| GridPoint::new(p.x + dx, p.y + dy))
}

/// Mirrored at the y axis.
pub fn mirror(segments: &[Segment]) -> Vec<Segment> {
    map(segments, |p| GridPoint::new(-p.x, p.y))
}

/// Turned by a quarter about the origin, counter-clockwise.
pub fn quarter_turn(segments: &[Segment]) -> Vec<Segment> {
    map(segments, |p| GridPoint::new(-p.y, p.x))
}

/// The same segments in another order, about half of them with their ends swapped.
pub fn shuffle(segments: &[Segment], seed: u64) -> Vec<Segment> {
    let mut random = Random::new(seed);
    let mut result: Vec<Segment> =
        segments.iter().map(|&[a, b]| if random.one_in(2) { [b, a] } else { [a, b] }).collect();
    random.shuffle(&mut result);
    result
}

/// Every segment cut at grid points into as many pieces as its grid points allow, at most `pieces >= 1`.
/// Pieces of one segment stay together, in order.
pub fn split_at_grid_points(segments: &[Segment], pieces: usize) -> Vec<Segment> {
    let mut result = Vec::new();
    for &[a, b] in segments {
        let d = b.minus(a);
        let steps = gcd(d.x.unsigned_abs(), d.y.unsigned_abs()) as i64;
        let count = steps.clamp(1, pieces as i64);
        let unit = steps.max(1);
        let at = |i: i64| {
            let step = i * steps / count;
            GridPoint::new(a.x + (d.x / unit * step) as i32, a.y + (d.y / unit * step) as i32)
        };
        result.extend((0..count).map(|i| [at(i), at(i + 1)]));
    }
    result
}

/// The greatest common divisor; of zero and a number, the number.
pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn map(segments: &[Segment], change: impl Fn(GridPoint) -> GridPoint) -> Vec<Segment> {
    segments.iter().map(|s| s.map(&change)).collect()
}
