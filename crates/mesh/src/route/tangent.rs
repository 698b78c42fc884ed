//! Tangents between circles that a route leaves on its left or right.

use crate::plane::{Point, along, dot, sub};

/// A circle that a route goes around, or a place that it goes through: then the radius is zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bend {
    pub(crate) center: Point,
    /// \[m\]
    pub(crate) radius: f64,
    /// 1 if the circle is on the left of the route, -1 if it is on the right.
    pub(crate) side: f64,
}

/// A line that leaves one circle and arrives at another, touching both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tangent {
    /// Where it leaves the first.
    pub(crate) from: Point,
    /// Where it arrives at the second.
    pub(crate) to: Point,
    /// Of length one.
    pub(crate) direction: Point,
    /// \[m\]
    pub(crate) length: f64,
}

/// The line from a circle to another. A circle on the left of the line has a positive radius here, one on its right a negative radius,
/// and a place has radius 0. `None` if there is no such line, because the circles overlap or contain each other.
#[inline]
pub(crate) fn tangent(a: Point, radius_a: f64, b: Point, radius_b: f64) -> Option<Tangent> {
    let d = sub(b, a);
    let square = dot(d, d);
    let offset = radius_a - radius_b;
    let rest = square - offset * offset;
    if rest < 0.0 || square == 0.0 {
        return None;
    }
    Some(touching(a, radius_a, b, radius_b, rest.sqrt()))
}

/// A direction turned to the left by a quarter.
#[inline]
pub(crate) fn quarter([x, y]: Point) -> Point {
    [-y, x]
}

impl Bend {
    /// A place.
    pub(crate) fn at(center: Point) -> Self {
        Self { center, radius: 0.0, side: 1.0 }
    }

    /// The tangent from this circle to another. If there is none, it is the line that is nearest to being one. Circles in one place give a
    /// line without direction.
    #[inline]
    pub(crate) fn tangent_to(&self, other: &Self) -> Tangent {
        let [own, others] = [self, other].map(|bend| bend.side * bend.radius);
        tangent(self.center, own, other.center, others)
            .unwrap_or_else(|| touching(self.center, own, other.center, others, 0.0))
    }
}

/// The line of a length between two circles: that between their centers, turned by the angle whose sine is the difference of the radii over
/// their distance.
#[inline]
fn touching(a: Point, radius_a: f64, b: Point, radius_b: f64, length: f64) -> Tangent {
    let d = sub(b, a);
    let square = dot(d, d);
    let scale = if square > 0.0 { 1.0 / square } else { 0.0 };
    let (ahead, aside) = (length * scale, (radius_a - radius_b) * scale);
    let direction = [d[0] * ahead - d[1] * aside, d[1] * ahead + d[0] * aside];
    let left = quarter(direction);
    Tangent { from: along(a, left, -radius_a), to: along(b, left, -radius_b), direction, length }
}
