//! The two sides of what a root sees of a chord.
//!
//! A side is *open* where the chord is seen up to its end, and else a *ray*: a straight line from the root, beyond which something
//! is in the way. A ray that runs into a wall bounds nothing any more, and the side is open again.

use crate::plane::{Point, along, cross, dot, sub};

/// Distances below this are rounding. \[m\] A hundred-thousandth of a grid unit, a thousand times the rounding of a place at 10 km.
pub(super) const NEAR: f64 = 1e-9;

/// No corner.
pub(super) const NOBODY: u32 = u32::MAX;

/// A side of what a root sees.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bound {
    /// Up to the end of the chord.
    Open,
    /// Up to a ray.
    Ray(Ray),
}

/// A straight line from a root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    /// Where it leaves the root.
    pub(super) from: Point,
    /// Of length one.
    pub(super) direction: Point,
    /// The corner behind which nothing is seen, as the code of an obstacle; [`NOBODY`] if it is the root itself.
    pub(super) corner: u32,
}

/// Left or right, as a factor.
pub(super) type Side = f64;
pub(super) const LEFT: Side = 1.0;
pub(super) const RIGHT: Side = -1.0;

impl Ray {
    /// How far a place is outside, for a bound on a side. \[m\]
    #[inline]
    pub(super) fn off(&self, side: Side, z: Point) -> f64 {
        side * cross(self.direction, sub(z, self.from))
    }

    /// Where it meets the line through two places.
    pub(super) fn meet(&self, a: Point, b: Point) -> Point {
        let [off_a, off_b] = [a, b].map(|z| cross(self.direction, sub(z, self.from)));
        let t = off_a / (off_a - off_b);
        // Parallel by rounding: then any place will do.
        if t.is_finite() { along(a, sub(b, a), t.clamp(0.0, 1.0)) } else { a }
    }

    #[inline]
    fn ahead(&self, z: Point) -> f64 {
        dot(self.direction, sub(z, self.from))
    }
}

impl Bound {
    /// Whether a place beyond the portal is outside. The ray meets the portal in front of its root, so what is behind the root is
    /// not beyond the portal.
    #[inline]
    pub(super) fn excludes(&self, side: Side, z: Point) -> bool {
        match self {
            Self::Open => false,
            Self::Ray(ray) => ray.off(side, z) > NEAR,
        }
    }

    /// What it is on the next chord, which ends on this side with `near`; `None` if nothing of the chord is inside.
    /// `is_own`: the ray touches the corner at that end.
    #[inline]
    pub(super) fn on(&self, side: Side, near: Point, far: Point, is_own: bool) -> Option<Self> {
        let Self::Ray(ray) = self else { return Some(Self::Open) };
        let (off_near, off_far) = (ray.off(side, near), ray.off(side, far));
        if off_far > NEAR {
            return None;
        }
        if is_own {
            return Some(*self);
        }
        if off_near <= NEAR {
            return Some(Self::Open);
        }
        // The line may meet the chord behind its root, where the root has turned by more than half a turn.
        let ahead = ray.ahead(near) * (-off_far).max(0.0) + ray.ahead(far) * off_near;
        Some(if ahead >= 0.0 { *self } else { Self::Open })
    }
}
