//! Inputs that are almost, but not quite, degenerate, at any size.

use super::{Random, Segment};
use crate::site::GridPoint;

/// The segments blown up by `scale`, of which every point then moves by at most one unit in x and in y.
///
/// Segments that shared an end still do. They stay disjoint if the scale is more than four times the largest
/// difference of two coordinates: then everything else keeps a distance of four units or more.
pub fn wobble(segments: &[Segment], scale: i32, seed: u64) -> Vec<Segment> {
    let moved = |p: GridPoint| {
        // A function of the point, so that every segment that ends here moves along.
        let mut random = Random::new(seed ^ ((p.x as u64) << 32 | u64::from(p.y as u32)));
        let by = random.point(-1, 2);
        GridPoint::new(p.x * scale + by.x, p.y * scale + by.y)
    };
    segments.iter().map(|s| s.map(moved)).collect()
}
