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

/// A straight line that touches two circles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tangent {
    /// Direction, of length one.
    pub(crate) direction: Point,
    pub(crate) from: Point,
    pub(crate) to: Point,
}

impl Bend {
    /// A place.
    pub(crate) fn at(center: Point) -> Self {
        Self { center, radius: 0.0, side: 1.0 }
    }

    /// The tangent from this circle to another. If they overlap and lie on different sides there is none; then it is the
    /// line that is nearest to being one. Circles in one place give a line without direction.
    ///
    /// With k the difference of the signed radii and d the vector between the centers, the direction is d turned by the angle
    /// whose sine is k / |d|.
    #[inline]
    pub(crate) fn tangent_to(&self, other: &Self) -> Tangent {
        let d = sub(other.center, self.center);
        let k = self.side * self.radius - other.side * other.radius;
        let square = dot(d, d);
        let long = (square - k * k).max(0.0).sqrt();
        let scale = if square > 0.0 { 1.0 / square } else { 0.0 };
        let direction = [(d[0] * long - d[1] * k) * scale, (d[1] * long + d[0] * k) * scale];
        let normal = [-direction[1], direction[0]];
        Tangent {
            direction,
            from: along(self.center, normal, -self.side * self.radius),
            to: along(other.center, normal, -other.side * other.radius),
        }
    }
}
