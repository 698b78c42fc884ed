//! The same questions, answered by a different computation: 1600 binary digits behind the point, and a general
//! solver that knows nothing of the closed forms under test.
//!
//! A circle is a point `(x, y, r)` in space. With a point corner at the origin it lies on the cone
//! `x^2 + y^2 = r^2`, and each other corner is a plane; so intersect two planes, then the line with the cone.
//! Without point corners it is the intersection of three planes. Each solution is put back into the
//! definition, and kept if its touch points lie counter-clockwise.

use num_bigint::{BigInt, Sign as BigSign};

use crate::sign::Sign;
use crate::site::{Code, GridPoint, SegmentSite, Sites, Vector};

/// Binary digits behind the point.
const DIGITS: u32 = 1600;
/// Numbers below 2^-1000 count as zero: far above the rounding errors, far below any nonzero value that
/// is not made for the purpose.
const ZERO_DIGITS: u32 = 1000;

/// A fixed-point number.
#[derive(Clone, Debug)]
pub(super) struct Real(BigInt);

impl Real {
    pub(super) fn new(value: impl Into<BigInt>) -> Self {
        Self(value.into() << DIGITS)
    }

    pub(super) fn add(&self, other: &Self) -> Self {
        Self(&self.0 + &other.0)
    }

    pub(super) fn sub(&self, other: &Self) -> Self {
        Self(&self.0 - &other.0)
    }

    pub(super) fn mul(&self, other: &Self) -> Self {
        Self((&self.0 * &other.0) >> DIGITS)
    }

    fn div(&self, other: &Self) -> Self {
        Self((&self.0 << DIGITS) / &other.0)
    }

    fn neg(&self) -> Self {
        Self(-&self.0)
    }

    /// The square root; of zero if a little less.
    pub(super) fn sqrt(&self) -> Self {
        if self.sign() != Sign::Positive { Self::new(0) } else { Self((&self.0 << DIGITS).sqrt()) }
    }

    pub(super) fn sign(&self) -> Sign {
        match self.0.sign() {
            _ if self.0.bits() <= u64::from(DIGITS - ZERO_DIGITS) => Sign::Zero,
            BigSign::Minus => Sign::Negative,
            _ => Sign::Positive,
        }
    }

    fn is_zero(&self) -> bool {
        self.sign() == Sign::Zero
    }
}

/// A circle; the center is relative to the grid's origin.
#[derive(Clone, Debug)]
pub(super) struct RealCircle {
    x: Real,
    y: Real,
    r: Real,
}

impl RealCircle {
    pub(super) fn line_form(&self, u: Vector, o: GridPoint) -> Sign {
        let (x, y) = self.from(o);
        x.mul(&Real::new(u.x)).add(&y.mul(&Real::new(u.y))).sign()
    }

    pub(super) fn point_power(&self, q: GridPoint) -> Sign {
        let (x, y) = self.from(q);
        x.mul(&x).add(&y.mul(&y)).sub(&self.r.mul(&self.r)).sign()
    }

    pub(super) fn line_power(&self, s: &SegmentSite) -> Sign {
        let (x, y) = self.from(s.from);
        let cross = Real::new(s.dx).mul(&y).sub(&Real::new(s.dy).mul(&x));
        let distance = cross.div(&Real::new(s.dir().norm_sq()).sqrt());
        distance.mul(&distance).sub(&self.r.mul(&self.r)).sign()
    }

    pub(super) fn compare(&self, other: &Self, u: Vector) -> Sign {
        let (x, y) = (self.x.sub(&other.x), self.y.sub(&other.y));
        x.mul(&Real::new(u.x)).add(&y.mul(&Real::new(u.y))).sign()
    }

    pub(super) fn turn(&self, other: &Self, o: GridPoint) -> Sign {
        let ((x, y), (p, q)) = (self.from(o), other.from(o));
        x.mul(&q).sub(&y.mul(&p)).sign()
    }

    fn from(&self, o: GridPoint) -> (Real, Real) {
        (self.x.sub(&Real::new(o.x)), self.y.sub(&Real::new(o.y)))
    }
}

/// The circle at three corners, if there is one.
pub(super) fn circle(sites: &Sites, f: [Code; 3]) -> Option<RealCircle> {
    let first = f.iter().position(|code| code.is_point()).unwrap_or(0);
    let f = [f[first], f[(first + 1) % 3], f[(first + 2) % 3]];
    let origin = if f[0].is_point() { sites.at(f[0]) } else { sites.seg(f[0]).from };
    let planes = f.map(|code| plane(sites, code, origin));
    let candidates = if f[0].is_point() {
        cone_and_two_planes(&planes[1], &planes[2])
    } else {
        three_planes(&planes).into_iter().collect()
    };
    let mut found: Vec<_> =
        candidates.into_iter().filter(|z| is_counter_clockwise(sites, f, origin, z)).collect();
    assert!(found.len() <= 1, "two circles at the same corners {f:?}");
    let [x, y, r] = found.pop()?;
    let circle = RealCircle { x: x.add(&Real::new(origin.x)), y: y.add(&Real::new(origin.y)), r };
    for code in f {
        let touches = match code.is_point() {
            true => circle.point_power(sites.at(code)),
            false => circle.line_power(sites.seg(code)),
        };
        assert_eq!(touches, Sign::Zero, "the circle does not touch {code:?} of {f:?}");
    }
    Some(circle)
}

/// Coefficients of `m0 x + m1 y + m2 r + m3 = 0`: a line at distance r, or a point as far as the origin.
fn plane(sites: &Sites, code: Code, origin: GridPoint) -> [Real; 4] {
    if code.is_point() {
        let b = sites.at(code).minus(origin);
        [Real::new(2 * b.x), Real::new(2 * b.y), Real::new(0), Real::new(-b.norm_sq())]
    } else {
        let (x, y) = inward_normal(sites, code);
        let to = origin.minus(sites.seg(code).from);
        let height = x.mul(&Real::new(to.x)).add(&y.mul(&Real::new(to.y)));
        [x, y, Real::new(-1), height]
    }
}

fn inward_normal(sites: &Sites, code: Code) -> (Real, Real) {
    let d = sites.seg(code).dir();
    let len = Real::new(d.norm_sq()).sqrt();
    (Real::new(-d.y * code.sign()).div(&len), Real::new(d.x * code.sign()).div(&len))
}

fn cone_and_two_planes(m: &[Real; 4], n: &[Real; 4]) -> Vec<[Real; 3]> {
    let v = cross(m, n);
    // A point of the line: on the coordinate plane that the line crosses most steeply.
    let steepest = (0..3).max_by(|&i, &j| v[i].0.magnitude().cmp(v[j].0.magnitude())).expect("not empty");
    if v[steepest].is_zero() {
        return Vec::new();
    }
    let (i, j) = ((steepest + 1) % 3, (steepest + 2) % 3);
    let mut p = [Real::new(0), Real::new(0), Real::new(0)];
    p[i] = m[j].mul(&n[3]).sub(&n[j].mul(&m[3])).div(&v[steepest]);
    p[j] = n[i].mul(&m[3]).sub(&m[i].mul(&n[3])).div(&v[steepest]);

    let cone = |p: &[Real; 3], q: &[Real; 3]| p[0].mul(&q[0]).add(&p[1].mul(&q[1])).sub(&p[2].mul(&q[2]));
    let (vv, pv, pp) = (cone(&v, &v), cone(&p, &v), cone(&p, &p));
    let times = if vv.is_zero() {
        if pv.is_zero() { Vec::new() } else { vec![pp.neg().div(&pv.add(&pv))] }
    } else {
        let discriminant = pv.mul(&pv).sub(&vv.mul(&pp));
        let root = discriminant.sqrt();
        match discriminant.sign() {
            Sign::Negative => Vec::new(),
            Sign::Zero => vec![pv.neg().div(&vv)],
            Sign::Positive => vec![root.sub(&pv).div(&vv), root.neg().sub(&pv).div(&vv)],
        }
    };
    times.iter().map(|t| [0, 1, 2].map(|i| p[i].add(&t.mul(&v[i])))).collect()
}

fn three_planes([l, m, n]: &[[Real; 4]; 3]) -> Option<[Real; 3]> {
    let (mn, nl, lm) = (cross(m, n), cross(n, l), cross(l, m));
    let det = l[0].mul(&mn[0]).add(&l[1].mul(&mn[1])).add(&l[2].mul(&mn[2]));
    if det.is_zero() {
        return None;
    }
    Some([0, 1, 2].map(|i| l[3].mul(&mn[i]).add(&m[3].mul(&nl[i])).add(&n[3].mul(&lm[i])).neg().div(&det)))
}

fn cross(m: &[Real; 4], n: &[Real; 4]) -> [Real; 3] {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| m[i].mul(&n[j]).sub(&m[j].mul(&n[i])))
}

/// Whether the radius is not negative and the touch points go round counter-clockwise. Two of them may
/// coincide, where a point is the end of a segment. Three segments must have a radius.
fn is_counter_clockwise(sites: &Sites, f: [Code; 3], origin: GridPoint, [x, y, r]: &[Real; 3]) -> bool {
    if r.sign() == Sign::Negative || (r.is_zero() && f[0].is_segment()) {
        return false;
    }
    let touch = f.map(|code| {
        if code.is_point() {
            let p = sites.at(code).minus(origin);
            (Real::new(p.x).sub(x), Real::new(p.y).sub(y))
        } else {
            let (a, b) = inward_normal(sites, code);
            (a.mul(r).neg(), b.mul(r).neg())
        }
    });
    let side = |i: usize| (touch[i].0.sub(&touch[0].0), touch[i].1.sub(&touch[0].1));
    let (p, q) = (side(1), side(2));
    p.0.mul(&q.1).sub(&p.1.mul(&q.0)).sign() != Sign::Negative
}
