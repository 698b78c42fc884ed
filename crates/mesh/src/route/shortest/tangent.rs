//! Straight lines that touch two circles.

use crate::plane::{Point, along, dot, sub};

/// A line that leaves one circle and arrives at another, touching both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tangent {
    /// Where it leaves the first.
    pub(super) from: Point,
    /// Where it arrives at the second.
    pub(super) to: Point,
    /// Of length one.
    pub(super) direction: Point,
    pub(super) length: f64,
}

/// The line from a circle to another. A circle on the left of the line has a positive radius here, one on its right a negative radius,
/// and a place has radius 0. `None` if there is no such line, because the circles overlap or contain each other.
#[inline]
pub(super) fn tangent(a: Point, radius_a: f64, b: Point, radius_b: f64) -> Option<Tangent> {
    let u = sub(b, a);
    let square = dot(u, u);
    let offset = radius_a - radius_b;
    let rest = square - offset * offset;
    if rest < 0.0 || square == 0.0 {
        return None;
    }
    let length = rest.sqrt();
    // The line between the centers, turned by the angle whose sine is the offset over their distance.
    let (along_u, aside) = (length / square, offset / square);
    let direction = [u[0] * along_u - u[1] * aside, u[1] * along_u + u[0] * aside];
    let left = quarter(direction);
    Some(Tangent { from: along(a, left, -radius_a), to: along(b, left, -radius_b), direction, length })
}

/// A direction turned to the left by a quarter.
#[inline]
pub(super) fn quarter([x, y]: Point) -> Point {
    [-y, x]
}
