//! Circles on the normal at the end of a segment: a segment, one of its ends, and a third site.
//!
//! Right angles in the input make these the most frequent circles in ties, and they are simpler than the general ones.
//! With the end P, the normal `N` there, as long as the segment, and heights `k` over a line times its length:
//!
//! - the third site is a point P + w: `c = P + N |w|^2 / (2 N.w)`, no root at all;
//! - the third site is a segment with normal `M`: `c = P + N k / (l - N.M)`, one root `l = |N| |M|`.

use crate::circle::canonical;
use crate::exact::int::Int;
use crate::sign::Sign;
use crate::site::{Code, GridPoint, Sites, Vector};

/// The circle with center `P + N k / (whole + l)`, where `l` is the root of `root_sq`.
pub(crate) struct OnNormal {
    end: GridPoint,
    normal: Vector,
    k: i128,
    /// The denominator: an integer and a root.
    whole: i128,
    root_sq: i128,
}

impl OnNormal {
    /// The circle at these corners, if it is of this kind.
    #[inline]
    pub(crate) fn new(sites: &Sites, f: [Code; 3]) -> Option<Self> {
        match canonical(f) {
            (1, [a, b, s]) => Self::with_point(sites, a, b, s),
            (2, [a, s, t]) => {
                let at_s = sites.seg(s).has_end(a.point_id());
                match (at_s, sites.seg(t).has_end(a.point_id())) {
                    (true, false) => Some(Self::with_segment(sites, a, s, t)),
                    (false, true) => Some(Self::with_segment(sites, a, t, s)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn with_point(sites: &Sites, a: Code, b: Code, s: Code) -> Option<Self> {
        let line = sites.seg(s);
        let (end, other) = if line.has_end(a.point_id()) {
            (a, b)
        } else if line.has_end(b.point_id()) {
            (b, a)
        } else {
            return None;
        };
        let (end, normal) = (sites.at(end), normal(sites, s));
        let w = sites.at(other).minus(end);
        // At most 61 and 59 bits.
        Some(Self { end, normal, k: wide(w.norm_sq()), whole: 2 * wide(normal.dot(w)), root_sq: 0 })
    }

    fn with_segment(sites: &Sites, a: Code, s: Code, t: Code) -> Self {
        let end = sites.at(a);
        let (n, m) = (normal(sites, s), normal(sites, t));
        let k = wide(sites.seg(t).height(t.sign(), end));
        // At most 55, 56 and 110 bits.
        Self { end, normal: n, k, whole: -wide(n.dot(m)), root_sq: wide(n.norm_sq()) * wide(m.norm_sq()) }
    }

    /// The sign of `u . (c - o)`. Terms of at most 62 + 60 bits, their squares 248.
    pub(crate) fn line_form(&self, u: Vector, o: GridPoint) -> Sign {
        let w = wide(u.dot(self.end.minus(o)));
        self.sign(w, self.k * wide(u.dot(self.normal)))
    }

    /// The sign of `|c - q|^2 - r^2`, which is `|q - P|^2 - 2 (q - P).(c - P)`. Terms of at most 61 + 61 bits.
    pub(crate) fn point_power(&self, q: GridPoint) -> Sign {
        let q = q.minus(self.end);
        self.sign(wide(q.norm_sq()), -2 * self.k * wide(q.dot(self.normal)))
    }

    /// The sign of `a + b / (whole + l)`, whose denominator is positive.
    fn sign(&self, a: i128, b: i128) -> Sign {
        let whole = a * self.whole + b;
        if self.root_sq == 0 || a == 0 {
            return Sign::of(whole);
        }
        let (one, two) = (Sign::of(whole), Sign::of(a));
        if one == two || one == Sign::Zero {
            return two;
        }
        // Opposite signs: the larger square wins. `a l` has at most 117 bits, so the squares fit 256.
        let mut difference = Int::<6>::product(whole, whole);
        difference.sub(&Int::product(a, a).mul(&Int::new(self.root_sq)));
        difference.sign().times(one)
    }
}

#[inline]
fn normal(sites: &Sites, s: Code) -> Vector {
    let n = sites.seg(s).dir().perp();
    if s.is_right() { n.neg() } else { n }
}

#[inline]
fn wide(value: i64) -> i128 {
    i128::from(value)
}
