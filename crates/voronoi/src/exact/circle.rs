//! The circle that touches three corners, as exact numbers.
//!
//! Idea. Rotate the corners until points come before segments; a cyclic rotation keeps the circle. Each of the
//! four cases has a closed form `center = origin + (x, y) / w` with `w > 0` and at most two square roots.
//! The squared radius needs no further root and no division: `r^2 w^2` is a number of the same tower.
//!
//! Notation. `sg` is the sign of a segment's side, `d` its direction, `L = |d|^2` and `l = sqrt(L)`;
//! `n = sg perp(d) = (a, b)` points from the segment towards the center and has length `l`; `k` is the height
//! of a point over the segment's line, times `l`. A circle touches the line if `n.(c - origin) + k = l r`,
//! where `k` is the height of the origin.
//!
//! | corners | origin | roots | `\|(x, y)\|` | `w` | `r w` |
//! |---|---|---|---|---|---|
//! | point, point, point | first point | none | 2^90.6 | 2^61.4 | 2^90.6 |
//! | point, point, segment | first point | one | 2^147.6 | 2^116.4 | 2^147.1 |
//! | point, segment, segment | the point | two | 2^197.7 | 2^167 | 2^197.3 |
//! | three segments | any | two | 2^142.3 | 2^111.6 | 2^141.3 |
//!
//! The last three columns bound the size (see [`super::tower`]) of the numbers. They rest on: `|d| <= 2^27.5`
//! because segments end in the box; distances between points, frame included, at most `2^30.2`; distances
//! from a point of the frame to one of the box below `2^29.7`, so that `k <= 2^57.2`.

use crate::exact::int::Int;
use crate::exact::tower::{Number, Root, Tower};
use crate::sign::Sign;
use crate::site::{Code, GridPoint, SegmentSite, Sites, Vector};

/// Three corners, rotated such that points come first.
pub(crate) enum Corners<'a> {
    Ppp(Ppp),
    Pps(Pps),
    Pss(Pss),
    Sss(Sss<'a>),
}

/// A circle's center `origin + (x, y) / w`, with `w > 0`.
pub(crate) struct Circle<T: Number<N>, const N: usize> {
    pub(crate) origin: GridPoint,
    pub(crate) x: T,
    pub(crate) y: T,
    pub(crate) w: T,
    pub(crate) tower: T::Tower,
}

/// `a + b sqrt(R)` with integers `a`, `b`.
pub(crate) type One<const N: usize> = Root<Int<N>>;
/// `a + b sqrt(R)` with `a`, `b` one root deep.
pub(crate) type Two<const N: usize> = Root<One<N>>;

impl<'a> Corners<'a> {
    pub(crate) fn new(sites: &'a Sites, f: [Code; 3]) -> Self {
        let [p, q, r] = f;
        let at = |code| sites.at(code);
        let line = |code: Code| Line::new(sites.seg(code), code.sign());
        match f.map(Code::is_segment) {
            [false, false, false] => Self::Ppp(Ppp { a: at(p), b: at(q), c: at(r) }),
            [false, false, true] => Self::Pps(Pps::new(at(p), at(q), &line(r))),
            [false, true, true] => Self::Pss(Pss::new(at(p), &line(q), &line(r))),
            [true, true, true] => Self::Sss(Sss { lines: [line(p), line(q), line(r)] }),
            _ => Self::new(sites, [q, r, p]),
        }
    }

    /// A grid point near the corners: the first point, or an end of the first segment.
    pub(crate) fn anchor(&self) -> GridPoint {
        match self {
            Self::Ppp(f) => f.a,
            Self::Pps(f) => f.a,
            Self::Pss(f) => f.a,
            Self::Sss(f) => f.lines[0].site.from,
        }
    }
}

impl<T: Number<N>, const N: usize> Circle<T, N> {
    /// `px x + py y + pw w`.
    pub(crate) fn linear(&self, px: i128, py: i128, pw: i128) -> T {
        let mut sum = self.x.scale(&Int::new(px));
        sum.add(&self.y.scale(&Int::new(py)));
        if pw != 0 {
            sum.add(&self.w.scale(&Int::new(pw)));
        }
        sum
    }

    /// The sign of a number of the circle's tower.
    pub(crate) fn sign(&self, value: &T) -> Sign {
        value.sign(&self.tower)
    }
}

/// A segment seen from one of its sides.
pub(crate) struct Line<'a> {
    site: &'a SegmentSite,
    sign: i64,
    /// Toward the center, as long as the segment.
    n: Vector,
    len_sq: i64,
}

impl<'a> Line<'a> {
    fn new(site: &'a SegmentSite, sign: i64) -> Self {
        let d = site.dir();
        Self { site, sign, n: if sign > 0 { d.perp() } else { d.perp().neg() }, len_sq: d.norm_sq() }
    }

    fn height(&self, p: GridPoint) -> i64 {
        self.site.height(self.sign, p)
    }
}

/// Three points. With `b`, `c` relative to `a`, the center is
/// `perp(b |c|^2 - c |b|^2) / (2 cross(b, c))`.
pub(crate) struct Ppp {
    pub(crate) a: GridPoint,
    pub(crate) b: GridPoint,
    pub(crate) c: GridPoint,
}

impl Ppp {
    /// `[x, y, w]` relative to `a`. |(x, y)| is the product of the sides of the triangle: below 2^90.6.
    #[inline]
    pub(crate) fn center(&self) -> [i128; 3] {
        let (b, c) = (self.b.minus(self.a), self.c.minus(self.a));
        let (b_sq, c_sq) = (wide(b.norm_sq()), wide(c.norm_sq()));
        let w = 2 * wide(b.cross(c));
        assert!(w > 0, "three points of a circle must lie counter-clockwise");
        [wide(c.y) * b_sq - wide(b.y) * c_sq, wide(b.x) * c_sq - wide(c.x) * b_sq, w]
    }

    pub(crate) fn circle<const N: usize>(&self) -> Circle<Int<N>, N> {
        let [x, y, w] = self.center().map(Int::new);
        Circle { origin: self.a, x, y, w, tower: () }
    }
}

/// Two points and a segment. With `b` relative to `a`, `m = perp(b)`, heights `ka`, `kb` of the points,
/// `k = kb - ka`, `s = ka + kb`, `n = sg dot(d, b)` and `rho = sqrt(L |b|^2 ka kb)`:
///
/// * `k != 0`: center `(k^2 b + (s n + 2 rho) m) / (2 k^2)`. The other root is the circle that touches the
///   corners clockwise.
/// * `k == 0`, the points are at the same height; then `n < 0`, and
///   center `b / 2 + (L |b|^2 - s^2) / (4 s n) m`.
///
/// Right also where one of the points is an end of the segment.
pub(crate) struct Pps {
    a: GridPoint,
    b: Vector,
    ka: i128,
    kb: i128,
    n: i128,
    b_sq: i128,
    len_sq: i128,
}

impl Pps {
    fn new(a: GridPoint, b: GridPoint, line: &Line<'_>) -> Self {
        let (ka, kb) = (wide(line.height(a)), wide(line.height(b)));
        let b = b.minus(a);
        let n = wide(line.sign) * wide(line.site.dir().dot(b));
        assert!(ka >= 0 && kb >= 0, "the points of a circle lie on the inner side of its segment");
        assert!(
            ka != kb || (ka > 0 && n < 0),
            "the points of a circle at the same height go against the segment"
        );
        Self { a, b, ka, kb, n, b_sq: wide(b.norm_sq()), len_sq: wide(line.len_sq) }
    }

    pub(crate) fn circle<const N: usize>(&self) -> Circle<One<N>, N> {
        let (b, m, s, n) = (self.b, self.b.perp(), self.ka + self.kb, self.n);
        let along = |kb: i128, km: i128, bi: i64, mi: i64| Int::products(kb, wide(bi), km, wide(mi));
        let radicand = Int::product(self.len_sq * self.b_sq, self.ka * self.kb);
        let (x, y, w);
        if self.ka != self.kb {
            let k_sq = (self.kb - self.ka).pow(2);
            x = Root { a: along(k_sq, s * n, b.x, m.x), b: Int::new(2 * wide(m.x)) };
            y = Root { a: along(k_sq, s * n, b.y, m.y), b: Int::new(2 * wide(m.y)) };
            w = 2 * k_sq;
        } else {
            // Both signs turned: w = -4 s n is positive.
            let (kb, km) = (-2 * s * n, s.pow(2) - self.len_sq * self.b_sq);
            x = Root::from_int(along(kb, km, b.x, m.x));
            y = Root::from_int(along(kb, km, b.y, m.y));
            w = -4 * s * n;
        }
        Circle { origin: self.a, x, y, w: Root::from_int(Int::new(w)), tower: Tower { below: (), radicand } }
    }

    /// `r^2 w^2`. From `r l = height of the center`:
    /// `|b|^2 (s^2 L |b|^2 + 4 n^2 ka kb + 4 s n rho)`, or `|b|^2 (s^2 + L |b|^2)^2` if `k == 0`.
    pub(crate) fn radius_sq<const N: usize>(&self) -> One<N> {
        let (s, n, b_sq) = (self.ka + self.kb, self.n, self.b_sq);
        let area_sq = self.len_sq * b_sq;
        let inner = if self.ka != self.kb {
            let a = Int::products(s.pow(2), area_sq, 4 * n.pow(2), self.ka * self.kb);
            Root { a, b: Int::new(4 * s * n) }
        } else {
            let root = s.pow(2) + area_sq;
            Root::from_int(Int::product(root, root))
        };
        inner.scale(&Int::new(b_sq))
    }
}

/// A point and two segments. With heights `k1`, `k2` of the point, `lambda = sqrt(L1 L2)`,
/// `g = dot(n1, n2)`, `e = lambda - g > 0` and `rho = sqrt(2 k1 k2 L1 e)`:
///
/// `center = (L1 e (k2 n1 + k1 n2) + rho perp(L1 n2 - lambda n1)) / (L1 e^2)`.
///
/// The other root is the circle that touches the corners clockwise. Right also for parallel lines, and where
/// the point is an end of a segment: then `rho = 0`, and `L1 e` cancels.
pub(crate) struct Pss {
    a: GridPoint,
    n1: Vector,
    n2: Vector,
    k1: i128,
    k2: i128,
    len1: i128,
    len2: i128,
    g: i128,
    delta: i128,
}

impl Pss {
    fn new(a: GridPoint, one: &Line<'_>, two: &Line<'_>) -> Self {
        let (k1, k2) = (wide(one.height(a)), wide(two.height(a)));
        let (n1, n2) = (one.n, two.n);
        let (g, delta) = (wide(n1.dot(n2)), wide(n1.cross(n2)));
        assert!(k1 >= 0 && k2 >= 0, "the point of a circle lies on the inner side of its segments");
        assert!(delta != 0 || g < 0 || (k1 == 0 && k2 == 0), "parallel segments of a circle face each other");
        Self { a, n1, n2, k1, k2, len1: wide(one.len_sq), len2: wide(two.len_sq), g, delta }
    }

    pub(crate) fn circle<const N: usize>(&self) -> Circle<Two<N>, N> {
        let tower = self.tower();
        let (n1, n2) = (self.n1, self.n2);
        let kx = self.k2 * wide(n1.x) + self.k1 * wide(n2.x);
        let ky = self.k2 * wide(n1.y) + self.k1 * wide(n2.y);
        let (x, y, w);
        if self.k1 == 0 && self.k2 == 0 {
            // The circle is the point. Apart, because e is zero where the segments continue each other.
            (x, y, w) = (Two::from_int(Int::ZERO), Two::from_int(Int::ZERO), Two::from_int(Int::new(1)));
        } else if self.k1 == 0 || self.k2 == 0 {
            x = Two::from_int(Int::new(kx));
            y = Two::from_int(Int::new(ky));
            w = Root { a: self.e(1), b: One::from_int(Int::ZERO) };
        } else {
            let len1 = Int::new(self.len1);
            let pair = |a, b| Root { a: Int::new(a), b: Int::new(b) };
            x = Root { a: self.e(kx).scale(&len1), b: pair(-self.len1 * wide(n2.y), wide(n1.y)) };
            y = Root { a: self.e(ky).scale(&len1), b: pair(self.len1 * wide(n2.x), -wide(n1.x)) };
            // e^2 = (L1 L2 + g^2) - 2 g lambda
            let e_sq = One { a: Int::new(self.len1 * self.len2 + self.g.pow(2)), b: Int::new(-2 * self.g) };
            w = Root { a: e_sq.scale(&len1), b: One::from_int(Int::ZERO) };
        }
        Circle { origin: self.a, x, y, w, tower }
    }

    /// `r^2 w^2 = L1 (e (k2 L1 + k1 lambda) - delta rho)^2`, where `delta = cross(n1, n2)`. If `rho = 0` this is
    /// divided by `(L1 e)^2` as the center is: `(k2 l1 + k1 l2)^2`, where one of the heights is zero.
    pub(crate) fn radius_sq<const N: usize>(&self) -> Two<N> {
        let (k1, k2, g) = (self.k1, self.k2, self.g);
        if k1 == 0 || k2 == 0 {
            let sum = Int::products(k2.pow(2), self.len1, k1.pow(2), self.len2);
            return Two::from_int(sum);
        }
        let k2_len1 = k2 * self.len1;
        let a =
            Root { a: Int::products(k1, self.len1 * self.len2, -g, k2_len1), b: Int::new(k2_len1 - g * k1) };
        let root = Root { a, b: One::from_int(Int::new(-self.delta)) };
        root.square(&self.tower()).scale(&Int::new(self.len1))
    }

    fn tower<const N: usize>(&self) -> Tower<One<N>, N> {
        let below = Tower { below: (), radicand: Int::new(self.len1 * self.len2) };
        let radicand = self.e(2 * self.k1 * self.k2).scale(&Int::new(self.len1));
        Tower { below, radicand }
    }

    /// `e = lambda - g`, times a factor.
    fn e<const N: usize>(&self, factor: i128) -> One<N> {
        Root { a: Int::product(-self.g, factor), b: Int::new(factor) }
    }
}

/// Three segments. Three linear equations `n_i.(x, y) + k_i = l_i r`, solved by Cramer's rule; with
/// `D_ij = cross(n_i, n_j)` the radius is
///
/// `r = (k1 D23 + k2 D31 + k3 D12) / (l1 D23 + l2 D31 + l3 D12)`.
///
/// All numerators of `x`, `y` and `w` are integer combinations of `l1`, `l2` and `l3`. Times `l1` they lie in
/// the tower of `sqrt(L1 L2)` and `sqrt(L1 L3)`.
pub(crate) struct Sss<'a> {
    lines: [Line<'a>; 3],
}

impl Sss<'_> {
    /// The circle relative to an origin of choice: with the right one, predicates lose a term.
    pub(crate) fn circle<const N: usize>(&self, origin: GridPoint) -> Circle<Two<N>, N> {
        let [a, b, k] = self.system(origin);
        // The denominator is twice the area of the triangle of unit normals, times l1 l2 l3, hence positive if
        // the touch points go round counter-clockwise; so the numerator of the radius is positive too.
        assert!(
            dot(k, cross(a, b)) > 0,
            "three segments must be touched counter-clockwise, and not in one point"
        );
        let [len1, len2, len3] = self.lines.each_ref().map(|line| wide(line.len_sq));
        let combine = |p, q| {
            let [e1, e2, e3] = cross(p, q);
            Root { a: Root { a: Int::product(e1, len1), b: Int::new(e2) }, b: One::from_int(Int::new(e3)) }
        };
        let below = Tower { below: (), radicand: Int::new(len1 * len2) };
        let tower = Tower { below, radicand: One::from_int(Int::new(len1 * len3)) };
        Circle { origin, x: combine(b, k), y: combine(k, a), w: combine(a, b), tower }
    }

    /// Whether the circle exists and touches the three lines in counter-clockwise order, feet anywhere on them:
    /// the normals are in that order, which makes the denominator of the radius positive, and so is the
    /// numerator. 114 bits.
    pub(crate) fn exists(&self) -> bool {
        let [p, q, r] = self.lines.each_ref().map(|line| line.n);
        let left_turns = [p.cross(q), q.cross(r), r.cross(p)].into_iter().filter(|&turn| turn > 0).count();
        let [a, b, k] = self.system(self.lines[0].site.from);
        left_turns >= 2 && dot(k, cross(a, b)) > 0
    }

    /// `r^2 w^2 = L1 (k1 D23 + k2 D31 + k3 D12)^2`: the same for all origins.
    pub(crate) fn radius_sq<const N: usize>(&self) -> Two<N> {
        let [a, b, k] = self.system(self.lines[0].site.from);
        let radius = dot(k, cross(a, b));
        Two::from_int(Int::product(radius, radius).mul(&Int::new(wide(self.lines[0].len_sq))))
    }

    /// `line_power` of a fourth segment if all four have the same length: the square, which is where most
    /// ties come from. Then the length cancels and integers do: with `l r` as the unknown, height and radius over
    /// the same denominator are `n4.(X, Y)` and `k1 D23 + k2 D31 + k3 D12`. 114 bits.
    pub(crate) fn equal_lengths(&self, s: &SegmentSite) -> Option<Sign> {
        let len_sq = s.dir().norm_sq();
        if self.lines.iter().any(|line| line.len_sq != len_sq) {
            return None;
        }
        let [a, b, k] = self.system(s.from);
        let sum = |[p, q, r]: [i128; 3]| p + q + r;
        let n = s.dir().perp();
        let height = wide(n.x) * sum(cross(b, k)) + wide(n.y) * sum(cross(k, a));
        Some(Sign::from(height.abs().cmp(&dot(k, cross(a, b)))))
    }

    /// The columns of the equations `a_i x + b_i y + k_i = l_i r`.
    fn system(&self, origin: GridPoint) -> [[i128; 3]; 3] {
        let lines = self.lines.each_ref();
        [lines.map(|line| line.n.x), lines.map(|line| line.n.y), lines.map(|line| line.height(origin))]
            .map(|column| column.map(wide))
    }
}

/// The cross product of two vectors in space.
fn cross(p: [i128; 3], q: [i128; 3]) -> [i128; 3] {
    [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]
}

/// The dot product of two vectors in space.
fn dot(p: [i128; 3], q: [i128; 3]) -> i128 {
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}

#[inline]
fn wide(value: i64) -> i128 {
    i128::from(value)
}
