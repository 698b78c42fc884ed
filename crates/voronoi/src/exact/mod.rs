//! Predicates on circles, exact: the last stage behind floating-point filters.
//!
//! Idea. A Voronoi vertex is the center of a circle that touches three corners. It is never computed; it
//! is held as exact numbers with up to two square roots ([`circle`]), and each predicate is the sign of such
//! a number ([`tower`]), decided in integers ([`int`]). Where everything fits, 128 bits do.
//!
//! Corners are in counter-clockwise order of their touch points, up to rotation, and the caller knows that the
//! circle exists. A circle may have radius zero: where two segments meet, with the common end between them.
//!
//! Bit budgets. Coordinates of input points are at most `2^26`, of the frame `2^29`; directions `u` are
//! differences of grid points, at most `2^31` long. The size (see [`tower`]) of the number whose sign is asked
//! for follows from the table in [`circle`]; its logarithm times `2^depth` is the number of bits, and
//! rounded up to limbs it is the `N` in the code. The tests run each case at these extremes.

pub(crate) mod circle;
pub(crate) mod fraction;
pub(crate) mod int;
mod normal;
#[cfg(test)]
mod tests;
pub(crate) mod tower;

use crate::exact::circle::{Circle, Corners, Two};
pub(crate) use crate::exact::fraction::compare_fractions;
use crate::exact::int::Int;
use crate::exact::normal::OnNormal;
use crate::exact::tower::Number;
use crate::sign::Sign;
use crate::site::{Code, GridPoint, SegmentSite, Sites, Vector};

/// The sign of `u . (c - o)`, where `c` is the center of the circle at the corners `f`.
///
/// | corners | size | depth | bits |
/// |---|---|---|---|
/// | point, point, point | 2^123.2 | 0 | 124 |
/// | point, point, segment | 2^179.2 | 1 | 359 |
/// | point, segment, segment | 2^229.5 | 2 | 918 |
/// | three segments | 2^173.3 | 2 | 694 |
pub(crate) fn line_form(sites: &Sites, f: [Code; 3], u: Vector, o: GridPoint) -> Sign {
    fn sign<T: Number<N>, const N: usize>(circle: &Circle<T, N>, u: Vector, o: GridPoint) -> Sign {
        let shift = i128::from(u.dot(o.minus(circle.origin)));
        circle.sign(&circle.linear(u.x.into(), u.y.into(), -shift))
    }
    if let Some(circle) = OnNormal::new(sites, f) {
        return circle.line_form(u, o);
    }
    match &Corners::new(sites, f) {
        Corners::Ppp(f) => {
            let [x, y, w] = f.center();
            let shift = i128::from(u.dot(o.minus(f.a)));
            Sign::of(i128::from(u.x) * x + i128::from(u.y) * y - shift * w)
        }
        Corners::Pps(f) => sign(&f.circle::<6>(), u, o),
        Corners::Pss(f) => sign(&f.circle::<15>(), u, o),
        Corners::Sss(f) => sign(&f.circle::<11>(o), u, o),
    }
}

/// The sign of `|c - q|^2 - r^2`: negative if `q` lies strictly inside the circle at the corners `f`.
///
/// If a corner is a point, its circle passes through the origin, and the quantity is
/// `|q|^2 - 2 q . c`. Otherwise the origin is put at `q`, and it is `|c|^2 - r^2`.
///
/// | corners | size | depth | bits |
/// |---|---|---|---|
/// | point, point, point | 2^122.8 | 0 | 123 |
/// | point, point, segment | 2^179.2 | 1 | 359 |
/// | point, segment, segment | 2^229.4 | 2 | 918 |
/// | three segments | 2^284.9 | 2 | 1140 |
pub(crate) fn point_power(sites: &Sites, f: [Code; 3], q: GridPoint) -> Sign {
    fn sign<T: Number<N>, const N: usize>(circle: &Circle<T, N>, q: GridPoint) -> Sign {
        let q = q.minus(circle.origin);
        circle.sign(&circle.linear(-2 * i128::from(q.x), -2 * i128::from(q.y), q.norm_sq().into()))
    }
    if let Some(circle) = OnNormal::new(sites, f) {
        return circle.point_power(q);
    }
    match &Corners::new(sites, f) {
        Corners::Ppp(f) => {
            let [x, y, w] = f.center();
            let q = q.minus(f.a);
            Sign::of(i128::from(q.norm_sq()) * w - 2 * (i128::from(q.x) * x + i128::from(q.y) * y))
        }
        Corners::Pps(f) => sign(&f.circle::<6>(), q),
        Corners::Pss(f) => sign(&f.circle::<15>(), q),
        Corners::Sss(f) => {
            let circle = f.circle::<18>(q);
            let mut power = circle.x.square(&circle.tower);
            power.add(&circle.y.square(&circle.tower));
            power.sub(&f.radius_sq());
            circle.sign(&power)
        }
    }
}

/// The sign of `distance(c, line)^2 - r^2`, where `line` carries the segment `s`: negative if the circle at the
/// corners `f` crosses the line. Squares keep the length of `s` from being one more root.
///
/// | corners | size | depth | bits |
/// |---|---|---|---|
/// | point, point, point | 2^239.0 | 0 | 240 |
/// | point, point, segment | 2^351.5 | 1 | 703 |
/// | point, segment, segment | 2^451.9 | 2 | 1808 |
/// | three segments | 2^335.5 | 2 | 1342 |
pub(crate) fn line_power(sites: &Sites, f: [Code; 3], s: &SegmentSite) -> Sign {
    /// With height `h / w` of the center, times the length of `s`: the sign of `h^2 - r^2 w^2 |s|^2`.
    fn sign<T: Number<N>, const N: usize>(circle: &Circle<T, N>, radius_sq: &T, s: &SegmentSite) -> Sign {
        let n = s.dir().perp();
        let height = circle.linear(n.x.into(), n.y.into(), s.height(1, circle.origin).into());
        let mut power = height.square(&circle.tower);
        power.sub(&radius_sq.scale(&Int::new(s.dir().norm_sq().into())));
        circle.sign(&power)
    }
    match &Corners::new(sites, f) {
        Corners::Ppp(f) => {
            let circle = f.circle::<4>();
            let mut radius_sq = circle.x.mul(&circle.x);
            radius_sq.add(&circle.y.mul(&circle.y));
            sign(&circle, &radius_sq, s)
        }
        Corners::Pps(f) => sign(&f.circle::<11>(), &f.radius_sq(), s),
        Corners::Pss(f) => sign(&f.circle::<29>(), &f.radius_sq(), s),
        Corners::Sss(f) => f
            .equal_lengths(s)
            .unwrap_or_else(|| sign(&f.circle::<21>(s.from), &f.radius_sq(), s)),
    }
}

/// Whether three segments have a circle that touches their lines in counter-clockwise order.
pub(crate) fn three_segments_exist(sites: &Sites, f: [Code; 3]) -> bool {
    match &Corners::new(sites, f) {
        Corners::Sss(f) => f.exists(),
        _ => unreachable!("three segments"),
    }
}

/// The sign of `u . (c_f - c_g)`: the order of two centers along a direction. Budget: see [`ask`].
pub(crate) fn compare_centers(sites: &Sites, f: [Code; 3], g: [Code; 3], u: Vector) -> Sign {
    let (f, g) = (Corners::new(sites, f), Corners::new(sites, g));
    ask(&Along(u), &f, &g, f.anchor())
}

/// The sign of `cross(c_f - o, c_g - o)`: positive if, seen from `o`, the center at the corners `g` lies
/// counter-clockwise of the center at `f`. Budget: see [`ask`].
pub(crate) fn turn(sites: &Sites, f: [Code; 3], g: [Code; 3], o: GridPoint) -> Sign {
    ask(&Turn(o), &Corners::new(sites, f), &Corners::new(sites, g), o)
}

/// A question about two circles whose answer changes sign if they are exchanged.
trait Question {
    fn sign<F: Number<N>, G: Number<N>, const N: usize>(&self, f: &Circle<F, N>, g: &Circle<G, N>) -> Sign;
}

/// The towers of the two circles are stacked, so depths add up. The sizes for both questions:
///
/// | depths | size | depth | bits |
/// |---|---|---|---|
/// | 0, 0 | 2^185.1 | 0 | 186 |
/// | 0, 1 | 2^240.8 | 1 | 482 |
/// | 0, 2 | 2^291.2 | 2 | 1165 |
/// | 1, 1 | 2^296.3 | 2 | 1186 |
/// | 1, 2 | 2^346.8 | 3 | 2775 |
/// | 2, 2 | 2^397.2 | 4 | 6356 |
fn ask<Q: Question>(question: &Q, f: &Corners<'_>, g: &Corners<'_>, origin: GridPoint) -> Sign {
    use Corners::{Ppp, Pps};
    match (f, g) {
        (Ppp(f), Ppp(g)) => question.sign(&f.circle::<3>(), &g.circle()),
        (Ppp(f), Pps(g)) => question.sign(&f.circle::<8>(), &g.circle()),
        (Pps(f), Pps(g)) => question.sign(&f.circle::<19>(), &g.circle()),
        (_, Ppp(_)) | (Corners::Pss(_) | Corners::Sss(_), Pps(_)) => ask(question, g, f, origin).neg(),
        (Ppp(f), g) => question.sign(&f.circle::<19>(), &two_roots(g, origin)),
        (Pps(f), g) => question.sign(&f.circle::<44>(), &two_roots(g, origin)),
        (f, g) => question.sign(&two_roots::<100>(f, origin), &two_roots(g, origin)),
    }
}

/// The circle of corners with at least two segments.
fn two_roots<const N: usize>(f: &Corners<'_>, origin: GridPoint) -> Circle<Two<N>, N> {
    match f {
        Corners::Pss(f) => f.circle(),
        Corners::Sss(f) => f.circle(origin),
        Corners::Ppp(_) | Corners::Pps(_) => unreachable!("two points and a segment have one root"),
    }
}

struct Along(Vector);

impl Question for Along {
    fn sign<F: Number<N>, G: Number<N>, const N: usize>(&self, f: &Circle<F, N>, g: &Circle<G, N>) -> Sign {
        // u.(c_f - c_g) = p / w_f - q / w_g, relative to the origin of g.
        let Self(u) = self;
        let shift = i128::from(u.dot(f.origin.minus(g.origin)));
        let p = f.linear(u.x.into(), u.y.into(), shift);
        let q = g.linear(u.x.into(), u.y.into(), 0);
        let mut value = g.w.over(&p);
        value.sub(&q.over(&f.w));
        value.sign(&G::stack::<F>(&g.tower, &f.tower))
    }
}

struct Turn(GridPoint);

impl Question for Turn {
    fn sign<F: Number<N>, G: Number<N>, const N: usize>(&self, f: &Circle<F, N>, g: &Circle<G, N>) -> Sign {
        let Self(o) = self;
        let (of, og) = (f.origin.minus(*o), g.origin.minus(*o));
        let (xf, yf) = (f.linear(1, 0, of.x.into()), f.linear(0, 1, of.y.into()));
        let (xg, yg) = (g.linear(1, 0, og.x.into()), g.linear(0, 1, og.y.into()));
        let mut value = yg.over(&xf);
        value.sub(&xg.over(&yf));
        value.sign(&G::stack::<F>(&g.tower, &f.tower))
    }
}
