//! The circle that touches three corners, in doubles with an error bound.
//!
//! Idea. Differences, cross and dot products of grid points are exact in `i64`, so the height of a
//! point over a line, `cross / length`, is right to three roundings however close the point is to the line.
//! Each formula below is arranged so that nothing else cancels, except where its bound says so.
//!
//! 1. Rotate the corners until the points come first; a rotation keeps the circle.
//! 2. Solve by kind: three points, two, one, none. Segments that share an end, and points that are
//!    ends of the segments, have formulas of their own, because the general ones lose all digits there.
//! 3. `e` bounds the absolute error of `x`, `y` and `r`. The bounds follow from the formulas
//!    term by term, and are doubled; where a formula breaks down altogether `e` is infinite.
//!
//! Predicates use `e` to know when to ask the exact stage; nothing else depends on it. A test compares
//! every filtered decision with the exact one.
//!
//! Words: `h` is a height over a line, on the side of the circle; `n` the unit normal to that side;
//! `C` and `S` the cosine and sine between two normals.

use crate::site::{Code, GridPoint, SegmentSite, Sites};

/// A circle and how far off it may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Circle {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) r: f64,
    /// Bound of the absolute error of each of the three.
    pub(crate) e: f64,
}

/// One rounding, generously.
pub(crate) const EPS: f64 = f64::EPSILON;

impl Circle {
    /// A circle around a grid point, given relative to it.
    #[inline]
    fn around(o: GridPoint, x: f64, y: f64, r: f64, e: f64) -> Self {
        let (ox, oy) = (f64::from(o.x), f64::from(o.y));
        let (x, y) = (ox + x, oy + y);
        // Doubled: the bounds are first-order.
        let e = 2.0 * (e + EPS * (x.abs() + y.abs()));
        Self { x, y, r, e: if e.is_finite() { e } else { f64::INFINITY } }
    }
}

/// Rotates the corners until points come before segments: PPP, PPS, PSS or SSS. Returns the number of segments.
#[inline]
pub(crate) fn canonical(f: [Code; 3]) -> (usize, [Code; 3]) {
    let [a, b, c] = f;
    match (a.is_segment(), b.is_segment(), c.is_segment()) {
        (false, false, false) => (0, f),
        (false, false, true) => (1, f),
        (false, true, false) => (1, [c, a, b]),
        (true, false, false) => (1, [b, c, a]),
        (false, true, true) => (2, f),
        (true, false, true) => (2, [b, c, a]),
        (true, true, false) => (2, [c, a, b]),
        (true, true, true) => (3, f),
    }
}

/// The circle that touches three corners in counter-clockwise order. It must exist.
#[inline]
pub(crate) fn circle(sites: &Sites, f: [Code; 3]) -> Circle {
    match canonical(f) {
        (0, [a, b, c]) => three_points(sites.at(a), sites.at(b), sites.at(c)),
        (1, [a, b, s]) => two_points(sites.at(a), sites.at(b), s, sites.seg(s)),
        (2, [a, s, t]) => one_point(sites, a, s, t),
        (_, [s, t, u]) => no_point(sites, s, t, u),
    }
}

/// Circumcircle. The cross product in the denominator is exact, the numerators may cancel.
#[inline]
pub(crate) fn three_points(a: GridPoint, b: GridPoint, c: GridPoint) -> Circle {
    let (b, c) = (b.minus(a), c.minus(a));
    let inv = 0.5 / b.cross(c) as f64;
    let (b2, c2) = (b.norm_sq() as f64, c.norm_sq() as f64);
    let (bx, by, cx, cy) = (b.x as f64, b.y as f64, c.x as f64, c.y as f64);
    let x = (cy * b2 - by * c2) * inv;
    let y = (bx * c2 - cx * b2) * inv;
    let r = (x * x + y * y).sqrt();
    let spread = (cx.abs() + cy.abs()) * b2 + (bx.abs() + by.abs()) * c2;
    Circle::around(a, x, y, r, EPS * (4.0 * spread * inv.abs() + 4.0 * r))
}

/// Two points and a segment. With b = B - A, m = perp(b) the center is A + b/2 + tau m; its height is
/// M + tau N, and tau solves K² tau² - 2 M N tau + |b|²/4 - M² = 0, whose discriminant is |b|² hA hB.
/// The larger root is the counter-clockwise one. Right also where A or B is an end of the segment.
#[inline]
fn two_points(a: GridPoint, b: GridPoint, code: Code, s: &SegmentSite) -> Circle {
    let sign = code.sign();
    let (ka, kb) = (s.height(sign, a), s.height(sign, b));
    let d = b.minus(a);
    let (ha, hb) = (ka as f64 * s.inv_len, kb as f64 * s.inv_len);
    let k = (kb - ka) as f64 * s.inv_len;
    let n = (sign * s.dir().dot(d)) as f64 * s.inv_len;
    let m = 0.5 * (ha + hb);
    let b2 = d.norm_sq() as f64;
    let root = (b2 * ha * hb).sqrt();
    let mn = m * n;
    let (dx, dy) = (d.x as f64, d.y as f64);
    // |b|²/4 - M² = N²/4 - hA hB; the second form cancels only where the center is near the middle of AB,
    // so that its error stays a few roundings of r. The radius by Pythagoras, since M + tau N may cancel then.
    let (tau, r) = if mn >= 0.0 {
        let tau = (mn + root) / (k * k);
        (tau, m + tau * n)
    } else {
        let tau = (0.25 * n * n - ha * hb) / (mn - root);
        (tau, (b2 * (0.25 + tau * tau)).sqrt())
    };
    let e = EPS * 32.0 * r;
    Circle::around(a, 0.5 * dx - tau * dy, 0.5 * dy + tau * dx, r, e)
}

/// Unit normals of two segments toward the circle, and cosine and sine between them with accurate 1 ± C.
struct Pair {
    n1: [f64; 2],
    n2: [f64; 2],
    /// Cosine.
    c: f64,
    /// Sine: n1 x n2. Exact up to the lengths.
    s: f64,
    /// 1 - C and 1 + C without cancellation.
    minus: f64,
    plus: f64,
}

impl Pair {
    #[inline]
    fn new(s: Code, ss: &SegmentSite, t: Code, ts: &SegmentSite) -> Self {
        let (sg, tg) = (s.sign() as f64, t.sign() as f64);
        let n1 = [-sg * ss.uy, sg * ss.ux];
        let n2 = [-tg * ts.uy, tg * ts.ux];
        let inv = sg * tg * ss.inv_len * ts.inv_len;
        let c = ss.dir().dot(ts.dir()) as f64 * inv;
        let s = ss.dir().cross(ts.dir()) as f64 * inv;
        let (minus, plus) = if c > 0.0 { (s * s / (1.0 + c), 1.0 + c) } else { (1.0 - c, s * s / (1.0 - c)) };
        Self { n1, n2, c, s, minus, plus }
    }

    /// The unit bisector of the two normals. Its direction cannot cancel: the shorter of the two forms is at least 1.
    #[inline]
    fn bisector(&self) -> [f64; 2] {
        let [a, b] = [self.n1, self.n2];
        let (x, y) = if self.c > -0.5 {
            (a[0] + b[0], a[1] + b[1])
        } else {
            // perp(n1 - n2), toward the normals' sum: the sign is that of the sine.
            let (x, y) = (a[1] - b[1], b[0] - a[0]);
            if self.s < 0.0 { (x, y) } else { (-x, -y) }
        };
        let inv = 1.0 / (x * x + y * y).sqrt();
        [x * inv, y * inv]
    }
}

/// The end that two segments share.
#[inline]
pub(crate) fn shared_end(s: &SegmentSite, t: &SegmentSite) -> Option<GridPoint> {
    if s.a == t.a || s.a == t.b {
        Some(s.from)
    } else if s.b == t.a || s.b == t.b {
        Some(s.to())
    } else {
        None
    }
}

/// A point and two segments.
#[inline]
fn one_point(sites: &Sites, a: Code, s: Code, t: Code) -> Circle {
    let (p, ss, ts) = (a.point_id(), sites.seg(s), sites.seg(t));
    let at = sites.at(a);
    match (ss.has_end(p), ts.has_end(p)) {
        (true, true) => Circle { x: f64::from(at.x), y: f64::from(at.y), r: 0.0, e: 0.0 },
        (true, false) => on_normal(at, s, ss, t, ts),
        (false, true) => on_normal(at, t, ts, s, ss),
        (false, false) => match shared_end(ss, ts) {
            Some(apex) => in_wedge(at, apex, s, ss, t, ts),
            None => between(at, s, ss, t, ts),
        },
    }
}

/// The point ends the first segment: the center lies on the normal there, at r = h2 / (1 - C).
#[inline]
fn on_normal(at: GridPoint, s: Code, ss: &SegmentSite, t: Code, ts: &SegmentSite) -> Circle {
    let pair = Pair::new(s, ss, t, ts);
    let r = ts.height(t.sign(), at) as f64 * ts.inv_len / pair.minus;
    Circle::around(at, r * pair.n1[0], r * pair.n1[1], r, EPS * 16.0 * r.abs())
}

/// Both segments end at the apex: center = apex + lambda w, r = lambda v, with w the bisector.
/// lambda² u - 2 lambda q + |A - apex|² = 0 has the discriminant h1 h2, which cannot cancel.
#[inline]
fn in_wedge(at: GridPoint, apex: GridPoint, s: Code, ss: &SegmentSite, t: Code, ts: &SegmentSite) -> Circle {
    let pair = Pair::new(s, ss, t, ts);
    let w = pair.bisector();
    let (v, u) = ((0.5 * pair.plus).sqrt(), 0.5 * pair.minus);
    let d = at.minus(apex);
    let (dx, dy) = (d.x as f64, d.y as f64);
    let q = w[0] * dx + w[1] * dy;
    let h1 = ss.height(s.sign(), at) as f64 * ss.inv_len;
    let h2 = ts.height(t.sign(), at) as f64 * ts.inv_len;
    let root = (h1 * h2).sqrt();
    // The first segment lies right of the bisector if the circle is on the left of it, seen from the apex.
    let right = (ss.from == apex) != s.is_right();
    let lambda = if right { (q + root) / u } else { d.norm_sq() as f64 / (q + root) };
    let r = lambda * v;
    let e = EPS * lambda.abs() * (24.0 + 8.0 * (dx.abs() + dy.abs()) / (q + root).abs());
    Circle::around(apex, lambda * w[0], lambda * w[1], r, e)
}

/// A point and two segments without common ends, in the frame where n1 points up and A is the origin:
/// the center's abscissa solves (1 - C) x² - 2 h1 S' x + h1 (2 h2 - h1 (1 + C)) = 0, with S' = -(n1 x n2);
/// its height over A is (x² - h1²) / (2 h1).
#[inline]
fn between(at: GridPoint, s: Code, ss: &SegmentSite, t: Code, ts: &SegmentSite) -> Circle {
    let pair = Pair::new(s, ss, t, ts);
    let h1 = ss.height(s.sign(), at) as f64 * ss.inv_len;
    let h2 = ts.height(t.sign(), at) as f64 * ts.inv_len;
    let sine = -pair.s;
    let root = (2.0 * h1 * h2 * pair.minus).sqrt();
    let (x, x_e) = if sine >= 0.0 {
        let x = (h1 * sine + root) / pair.minus;
        (x, EPS * 20.0 * x.abs())
    } else {
        let (one, two) = (h1 * pair.plus, 2.0 * h2);
        let den = h1 * sine - root;
        let x = h1 * (one - two) / den;
        (x, EPS * (12.0 * h1 * (one + two) / den.abs() + 12.0 * x.abs()))
    };
    let half = 0.5 / h1;
    let y = (x * x - h1 * h1) * half;
    let r = (x * x + h1 * h1) * half;
    let [nx, ny] = pair.n1;
    let e = x_e * (1.0 + x.abs() / h1) + EPS * (12.0 * r + 4.0 * x.abs());
    Circle::around(at, x * ny + y * nx, y * ny - x * nx, r, e)
}

/// Three segments: along the bisector of two that share an end, else by Cramer's rule.
#[inline]
fn no_point(sites: &Sites, s: Code, t: Code, u: Code) -> Circle {
    let (ss, ts, us) = (sites.seg(s), sites.seg(t), sites.seg(u));
    if let Some(apex) = shared_end(ss, ts) {
        along_bisector(apex, s, ss, t, ts, u, us)
    } else if let Some(apex) = shared_end(ts, us) {
        along_bisector(apex, t, ts, u, us, s, ss)
    } else if let Some(apex) = shared_end(us, ss) {
        along_bisector(apex, u, us, s, ss, t, ts)
    } else {
        three_lines(s, ss, t, ts, u, us)
    }
}

/// center = apex + lambda w, r = lambda v = h3(apex) + lambda n3.w.
#[inline]
fn along_bisector(
    apex: GridPoint,
    s: Code,
    ss: &SegmentSite,
    t: Code,
    ts: &SegmentSite,
    u: Code,
    us: &SegmentSite,
) -> Circle {
    let pair = Pair::new(s, ss, t, ts);
    let w = pair.bisector();
    let v = (0.5 * pair.plus).sqrt();
    let sign = u.sign() as f64;
    let n3 = [-sign * us.uy, sign * us.ux];
    let h3 = us.height(u.sign(), apex) as f64 * us.inv_len;
    let den = v - (n3[0] * w[0] + n3[1] * w[1]);
    let lambda = h3 / den;
    let r = lambda * v;
    let e = EPS * lambda.abs() * (12.0 + 12.0 / den.abs());
    Circle::around(apex, lambda * w[0], lambda * w[1], r, e)
}

/// n_i . z + h_i = r for three lines, with the origin at an end of the first, where h1 = 0.
#[inline]
fn three_lines(s: Code, ss: &SegmentSite, t: Code, ts: &SegmentSite, u: Code, us: &SegmentSite) -> Circle {
    let normal = |c: Code, s: &SegmentSite| [-(c.sign() as f64) * s.uy, c.sign() as f64 * s.ux];
    let (n1, n2, n3) = (normal(s, ss), normal(t, ts), normal(u, us));
    let o = ss.from;
    let h2 = ts.height(t.sign(), o) as f64 * ts.inv_len;
    let h3 = us.height(u.sign(), o) as f64 * us.inv_len;
    let (ax, ay, bx, by) = (n2[0] - n1[0], n2[1] - n1[1], n3[0] - n1[0], n3[1] - n1[1]);
    let det = ax * by - ay * bx;
    let inv = 1.0 / det;
    let x = (ay * h3 - by * h2) * inv;
    let y = (bx * h2 - ax * h3) * inv;
    let r = n1[0] * x + n1[1] * y;
    let size = x.abs() + y.abs();
    let e = EPS * (24.0 * (h2.abs() + h3.abs()) + 64.0 * size) * inv.abs() + EPS * 8.0 * size;
    Circle::around(o, x, y, r, e)
}
