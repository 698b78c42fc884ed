//! The circle of a segment, one of its ends, and another point: the one with two points that needs no root.
//!
//! The center lies on the normal at the end P: `c = P + t N` with the normal `N` as long as the segment. The circle
//! passes through P and A = P + w, so `|w|^2 = 2 t N.w`. Right angles in the input make this the most frequent
//! circle in ties, hence a file of its own. All in 128 bits.

use crate::circle::canonical;
use crate::sign::Sign;
use crate::site::{Code, GridPoint, Sites, Vector};

/// The circle: an end P, the normal there, and the way to the other point.
pub(crate) struct OnNormal {
    end: GridPoint,
    normal: Vector,
    other: Vector,
}

impl OnNormal {
    /// The circle at these corners, if it is of this kind.
    #[inline]
    pub(crate) fn new(sites: &Sites, f: [Code; 3]) -> Option<Self> {
        let (1, [a, b, s]) = canonical(f) else { return None };
        let line = sites.seg(s);
        let (end, other) = if line.has_end(a.point_id()) {
            (a, b)
        } else if line.has_end(b.point_id()) {
            (b, a)
        } else {
            return None;
        };
        let n = line.dir().perp();
        let normal = if s.is_right() { n.neg() } else { n };
        let end = sites.at(end);
        Some(Self { end, normal, other: sites.at(other).minus(end) })
    }

    /// The sign of `u . (c - o)`. Terms of at most 62 + 60 bits.
    pub(crate) fn line_form(&self, u: Vector, o: GridPoint) -> Sign {
        let height = wide(self.normal.dot(self.other));
        Sign::of(2 * wide(u.dot(self.end.minus(o))) * height + wide(self.other.norm_sq()) * wide(u.dot(self.normal)))
    }

    /// The sign of `|c - q|^2 - r^2`. Terms of at most 61 + 59 bits.
    pub(crate) fn point_power(&self, q: GridPoint) -> Sign {
        let q = q.minus(self.end);
        let height = wide(self.normal.dot(self.other));
        Sign::of(wide(q.norm_sq()) * height - wide(self.other.norm_sq()) * wide(q.dot(self.normal)))
    }
}

#[inline]
fn wide(value: i64) -> i128 {
    i128::from(value)
}
