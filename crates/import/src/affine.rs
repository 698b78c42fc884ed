//! Maps of the plane that keep parallels: what drawings do to their parts.

use crate::circle::direction;

/// (x, y) ↦ x · `x` + y · `y` + `origin`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Affine {
    /// Where the unit vector along x goes.
    pub(crate) x: [f64; 2],
    /// Where the unit vector along y goes.
    pub(crate) y: [f64; 2],
    /// Where the origin goes.
    pub(crate) origin: [f64; 2],
}

impl Affine {
    pub(crate) const IDENTITY: Self = Self { x: [1.0, 0.0], y: [0.0, 1.0], origin: [0.0, 0.0] };

    pub(crate) fn translation(origin: [f64; 2]) -> Self {
        Self { origin, ..Self::IDENTITY }
    }

    pub(crate) fn scaling(x: f64, y: f64) -> Self {
        Self { x: [x, 0.0], y: [0.0, y], ..Self::IDENTITY }
    }

    /// Counter-clockwise where y is up.
    pub(crate) fn rotation(degrees: f64) -> Self {
        let [cos, sin] = direction(degrees);
        Self { x: [cos, sin], y: [-sin, cos], ..Self::IDENTITY }
    }

    /// First `inner`, then this.
    pub(crate) fn after(&self, inner: &Self) -> Self {
        Self { x: self.turn(inner.x), y: self.turn(inner.y), origin: self.apply(inner.origin) }
    }

    /// Where a point goes.
    pub(crate) fn apply(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.x[0] * x + self.y[0] * y + self.origin[0], self.x[1] * x + self.y[1] * y + self.origin[1]]
    }

    /// Where a vector goes.
    pub(crate) fn turn(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.x[0] * x + self.y[0] * y, self.x[1] * x + self.y[1] * y]
    }

    /// How many times longer a vector becomes at most: the larger singular value.
    pub(crate) fn stretch(&self) -> f64 {
        let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
        let [xx, yy, xy] = [dot(self.x, self.x), dot(self.y, self.y), dot(self.x, self.y)];
        ((xx + yy + ((xx - yy) * (xx - yy) + 4.0 * xy * xy).sqrt()) * 0.5).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inner_map_comes_first() {
        let turned = Affine::rotation(90.0).after(&Affine::translation([3.0, 0.0]));
        assert_eq!(turned.apply([1.0, 2.0]), [-2.0, 4.0]);
        let moved = Affine::translation([3.0, 0.0]).after(&Affine::scaling(2.0, -1.0));
        assert_eq!(moved.apply([1.0, 2.0]), [5.0, -2.0]);
        assert_eq!(moved.turn([1.0, 2.0]), [2.0, -2.0]);
        assert_eq!((turned.stretch(), moved.stretch()), (1.0, 2.0));
    }
}
