//! Where two lines cross, exactly: a rational point that is compared and rounded, never approximated.

use super::lines::Line;
use crate::site::{GridPoint, Vector};

/// The point `from + num / den * dir`, with `0 < num < den`.
///
/// For coordinates of 27 bits and a sign, `num` and `den` have 56 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    from: GridPoint,
    dir: Vector,
    num: i128,
    den: i128,
}

impl Crossing {
    /// The crossing of two lines that are known to cross properly.
    ///
    /// `s.from + a s.dir = t.from + b t.dir` gives `a = (t.from - s.from) x t.dir / (s.dir x t.dir)`.
    pub(crate) fn new(s: &Line, t: &Line) -> Self {
        let num = i128::from(t.from.minus(s.from).cross(t.dir()));
        let den = i128::from(s.dir().cross(t.dir()));
        debug_assert!(den != 0, "parallel lines do not cross");
        Self { from: s.from, dir: s.dir(), num: num * den.signum(), den: den.abs() }
    }

    /// Whether another line passes through this point as well. Degree 4, 114 bits.
    pub(super) fn is_on(&self, line: &Line) -> bool {
        let at_from = i128::from(line.side(self.from));
        let along = i128::from(line.dir().cross(self.dir));
        at_from * self.den + self.num * along == 0
    }

    /// The grid point whose half-open pixel holds this point: `floor(c + 1/2)` in both coordinates.
    /// Degree 3, 86 bits.
    pub(crate) fn pixel(&self) -> GridPoint {
        let nearest = |d: i64| (2 * i128::from(d) * self.num + self.den).div_euclid(2 * self.den) as i32;
        GridPoint { x: self.from.x + nearest(self.dir.x), y: self.from.y + nearest(self.dir.y) }
    }

    /// The least [`key`] of a grid point that the sweep reaches not before this point. Degree 3, 85 bits.
    pub(super) fn key(&self) -> u64 {
        let (x, past_x) = self.floor(self.dir.x, self.from.x);
        if past_x {
            return key(x + 1, i32::MIN);
        }
        let (y, past_y) = self.floor(self.dir.y, self.from.y);
        key(x, y + i32::from(past_y))
    }

    /// The floor of a coordinate, and whether the coordinate is more than that.
    fn floor(&self, d: i64, from: i32) -> (i32, bool) {
        let product = i128::from(d) * self.num;
        (from + product.div_euclid(self.den) as i32, product.rem_euclid(self.den) != 0)
    }
}

/// A number that orders grid points by x, then y.
#[inline]
pub(super) fn key(x: i32, y: i32) -> u64 {
    let ascending = |value: i32| u64::from(value as u32 ^ 1 << 31);
    ascending(x) << 32 | ascending(y)
}
