//! Decisions about circles and sites: a filter in doubles, then the exact stage.
//!
//! Each function answers for every input on the grid. The filter compares a value computed from the
//! stored circle with a bound of its error; `NaN` and infinity fail both comparisons and so reach the exact stage.
//!
//! Ties have one rule: a site that only touches a circle does not conflict with it.

use crate::circle::EPS;
use crate::diagram::Face;
use crate::exact;
use crate::sign::Sign;
use crate::site::{Code, GridPoint, SegmentSite, Sites, Vector};

/// How often each kind of decision was made, and how often the filter left it to the exact stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Point against circle: decisions.
    pub point: u64,
    /// Point against circle: exact.
    pub point_exact: u64,
    /// Segment against a circle through one of its ends: decisions.
    pub end: u64,
    /// Segment against a circle through one of its ends: exact.
    pub end_exact: u64,
    /// Segment against any other circle: decisions.
    pub segment: u64,
    /// Segment against any other circle: exact.
    pub segment_exact: u64,
    /// Which side of a line a center lies on: decisions.
    pub side: u64,
    /// Which side of a line a center lies on: exact.
    pub side_exact: u64,
    /// Order of two centers: decisions.
    pub order: u64,
    /// Order of two centers: exact.
    pub order_exact: u64,
}

/// The sign of a value that is right within a bound, if that tells.
#[inline]
fn clear_sign(value: f64, bound: f64) -> Option<Sign> {
    if value > bound {
        Some(Sign::Positive)
    } else if value < -bound {
        Some(Sign::Negative)
    } else {
        None
    }
}

/// Whether a point lies strictly inside the circle of a face, on it, or outside: sign of |c - q|² - r².
#[inline]
pub(crate) fn point_power(sites: &Sites, counts: &mut Counts, face: &Face, q: GridPoint) -> Sign {
    counts.point += 1;
    let (dx, dy) = (face.x - f64::from(q.x), face.y - f64::from(q.y));
    let (d2, r2) = (dx * dx + dy * dy, face.r * face.r);
    let e = f64::from(face.e);
    let bound = 6.0 * e * (face.r + e) + 8.0 * EPS * (r2 + d2);
    clear_sign(d2 - r2, bound).unwrap_or_else(|| {
        counts.point_exact += 1;
        exact::point_power(sites, face.c, q)
    })
}

/// Sign of u . (c - o) for the center c of a face.
#[inline]
pub(crate) fn center_side(sites: &Sites, counts: &mut Counts, face: &Face, u: Vector, o: GridPoint) -> Sign {
    counts.side += 1;
    match side_filter(face, u, o) {
        Some(sign) => sign,
        None => {
            counts.side_exact += 1;
            exact::line_form(sites, face.c, u, o)
        }
    }
}

/// Sign of d . (c - p) for a point site p. If p and a segment that ends there are corners, the center is on the
/// segment's normal, or at p itself, and integers decide.
pub(crate) fn end_side(sites: &Sites, counts: &mut Counts, face: &Face, p: Code, d: Vector) -> Sign {
    if face.c.contains(&p) {
        let at_p = |c: &&Code| c.is_segment() && sites.seg(**c).has_end(p.point_id());
        let mut segments = face.c.iter().filter(at_p);
        match (segments.next(), segments.next()) {
            (Some(_), Some(_)) => return Sign::Zero,
            (Some(&c), None) => return Sign::of(i128::from(c.sign() * sites.seg(c).dir().cross(d))),
            _ => {}
        }
    }
    center_side(sites, counts, face, d, sites.at(p))
}

#[inline]
fn side_filter(face: &Face, u: Vector, o: GridPoint) -> Option<Sign> {
    let (ux, uy) = (u.x as f64, u.y as f64);
    let (px, py) = (ux * (face.x - f64::from(o.x)), uy * (face.y - f64::from(o.y)));
    let bound = f64::from(face.e) * (ux.abs() + uy.abs()) + 4.0 * EPS * (px.abs() + py.abs());
    clear_sign(px + py, bound)
}

/// Whether an open segment, whose ends are sites already, cuts the empty circle of a face.
///
/// 1. A circle through both ends is cut: the segment is a chord.
/// 2. A circle through one end p is cut iff the segment sets off into it: (c - p) . d > 0. If other
///    segments at p are corners too, the center is on their normals (or at p itself, in the wedge between
///    them) and integers decide.
/// 3. Any other circle is cut iff the line cuts it and the center's foot lies on the segment; outside
///    the slab the nearest place of the segment is an end, which cannot lie inside an empty circle.
#[inline]
pub(crate) fn segment_hits(sites: &Sites, counts: &mut Counts, face: &Face, s: &SegmentSite) -> bool {
    let [a, b] = [Code::point(s.a), Code::point(s.b)];
    let (mut at_a, mut at_b) = (false, false);
    for c in face.c {
        at_a |= c == a;
        at_b |= c == b;
    }
    match (at_a, at_b) {
        (true, true) => true,
        (true, false) => sets_off(sites, counts, face, a, s.from, s.dir()),
        (false, true) => sets_off(sites, counts, face, b, s.to(), s.dir().neg()),
        (false, false) => cuts_slab(sites, counts, face, s),
    }
}

/// Whether a segment that starts at corner p in direction d sets off into the face's circle.
#[inline]
pub(crate) fn sets_off(
    sites: &Sites,
    counts: &mut Counts,
    face: &Face,
    p: Code,
    at: GridPoint,
    d: Vector,
) -> bool {
    counts.end += 1;
    let mut on_normal = false;
    for c in face.c {
        if c.is_segment() {
            let t = sites.seg(c);
            if t.has_end(p.point_id()) {
                on_normal = true;
                if c.sign() * t.dir().cross(d) <= 0 {
                    return false;
                }
            }
        }
    }
    if on_normal {
        return true;
    }
    let sign = side_filter(face, d, at).unwrap_or_else(|| {
        counts.end_exact += 1;
        exact::line_form(sites, face.c, d, at)
    });
    sign == Sign::Positive
}

#[inline]
fn cuts_slab(sites: &Sites, counts: &mut Counts, face: &Face, s: &SegmentSite) -> bool {
    counts.segment += 1;
    let (dx, dy) = (face.x - f64::from(s.from.x), face.y - f64::from(s.from.y));
    let h = s.ux * dy - s.uy * dx;
    let t = s.ux * dx + s.uy * dy;
    let bound = 3.0 * f64::from(face.e) + 8.0 * EPS * (dx.abs() + dy.abs());
    let line = h.abs() - face.r;
    if line > bound || t < -bound || t - s.len > bound {
        return false;
    }
    if line < -bound && t > bound && t - s.len < -bound {
        return true;
    }
    counts.segment_exact += 1;
    exact::line_power(sites, face.c, s) == Sign::Negative
        && exact::line_form(sites, face.c, s.dir(), s.from) == Sign::Positive
        && exact::line_form(sites, face.c, s.dir(), s.to()) == Sign::Negative
}

/// Whether an open segment cuts the circle of a face, which may hold the segment's ends.
pub(crate) fn segment_cuts(sites: &Sites, counts: &mut Counts, face: &Face, s: &SegmentSite) -> bool {
    let [a, b] = [Code::point(s.a), Code::point(s.b)];
    if face.c.contains(&a) || face.c.contains(&b) {
        // Through one end: inside iff it sets off inside, or if the other end is inside, which implies it.
        return segment_hits(sites, counts, face, s);
    }
    if point_power(sites, counts, face, s.from) == Sign::Negative
        || point_power(sites, counts, face, s.to()) == Sign::Negative
    {
        return true;
    }
    cuts_slab(sites, counts, face, s)
}

/// Whether the line of a segment cuts the circle of a face (negative), touches it (zero), or neither.
pub(crate) fn line_power(sites: &Sites, counts: &mut Counts, face: &Face, s: &SegmentSite) -> Sign {
    counts.segment += 1;
    let (dx, dy) = (face.x - f64::from(s.from.x), face.y - f64::from(s.from.y));
    let line = (s.ux * dy - s.uy * dx).abs() - face.r;
    let bound = 3.0 * f64::from(face.e) + 8.0 * EPS * (dx.abs() + dy.abs());
    clear_sign(line, bound).unwrap_or_else(|| {
        counts.segment_exact += 1;
        exact::line_power(sites, face.c, s)
    })
}

/// Sign of u . (c_f - c_g).
pub(crate) fn compare_centers(sites: &Sites, counts: &mut Counts, f: &Face, g: &Face, u: Vector) -> Sign {
    counts.order += 1;
    let (ux, uy) = (u.x as f64, u.y as f64);
    let (px, py) = (ux * (f.x - g.x), uy * (f.y - g.y));
    let bound = (f64::from(f.e) + f64::from(g.e)) * (ux.abs() + uy.abs()) + 4.0 * EPS * (px.abs() + py.abs());
    if let Some(sign) = clear_sign(px + py, bound) {
        return sign;
    }
    if common_normal(sites, f, g).is_some_and(|(s, _)| sites.seg(s).dir().cross(u) == 0) {
        return Sign::Zero;
    }
    if let Some(p) = fixed_center(sites, g) {
        return center_side(sites, counts, f, u, p);
    }
    if let Some(p) = fixed_center(sites, f) {
        return center_side(sites, counts, g, u, p).neg();
    }
    if coincide(sites, f, g) {
        return Sign::Zero;
    }
    counts.order_exact += 1;
    exact::compare_centers(sites, f.c, g.c, u)
}

/// Whether the center of g lies counter-clockwise of that of f, seen from o: sign of (c_f - o) x (c_g - o).
pub(crate) fn turn(sites: &Sites, counts: &mut Counts, f: &Face, g: &Face, o: GridPoint) -> Sign {
    counts.order += 1;
    let (ox, oy) = (f64::from(o.x), f64::from(o.y));
    let (fx, fy, gx, gy) = (f.x - ox, f.y - oy, g.x - ox, g.y - oy);
    let (fe, ge) = (f64::from(f.e), f64::from(g.e));
    let (p, q) = (fx * gy, fy * gx);
    let bound = 2.0 * (fe * (gx.abs() + gy.abs() + ge) + ge * (fx.abs() + fy.abs() + fe))
        + 8.0 * EPS * (p.abs() + q.abs());
    if let Some(sign) = clear_sign(p - q, bound) {
        return sign;
    }
    if common_normal(sites, f, g).is_some_and(|(_, p)| sites.at(p) == o) {
        return Sign::Zero;
    }
    // cross(w, v) = perp(w) . v.
    if let Some(p) = fixed_center(sites, g) {
        return center_side(sites, counts, f, p.minus(o).perp(), o).neg();
    }
    if let Some(p) = fixed_center(sites, f) {
        return center_side(sites, counts, g, p.minus(o).perp(), o);
    }
    if coincide(sites, f, g) {
        return Sign::Zero;
    }
    counts.order_exact += 1;
    exact::turn(sites, f.c, g.c, o)
}

/// A segment and an end of it, if they are corners of both faces: then both centers are on the segment's normal in that end, to
/// one side of it or in the end itself.
///
/// Around a hole that is the rule: the border of an end's region is met where the segment's begins.
fn common_normal(sites: &Sites, f: &Face, g: &Face) -> Option<(Code, Code)> {
    let is_common = |c: &Code| g.c.contains(c);
    let s = f.c.into_iter().filter(is_common).find(|c| c.is_segment())?;
    let p = f.c.into_iter().filter(is_common).find(|c| c.is_point())?;
    sites.seg(s).has_end(p.point_id()).then_some((s, p))
}

/// The center of a circle of radius zero: the common end of two segments.
fn fixed_center(sites: &Sites, face: &Face) -> Option<GridPoint> {
    let p = face.c.into_iter().find(|c| c.is_point())?;
    let at_end = |c: &&Code| c.is_segment() && sites.seg(**c).has_end(p.point_id());
    (face.c.iter().filter(at_end).count() == 2).then(|| sites.at(p))
}

/// Whether two circles are known to be one and the same: the sites of `g` touch the circle of `f`, exactly, and in
/// counter-clockwise order, which at most one circle does. False if the order is not plain to see in doubles.
///
/// Comparing centers by their roots costs a hundred times as much, and nearly all that doubles leave open are equal.
pub(crate) fn coincide(sites: &Sites, f: &Face, g: &Face) -> bool {
    if f.r <= f64::from(f.e) {
        return false;
    }
    let touches = |c: Code| {
        if f.c.contains(&c) {
            true
        } else if c.is_point() {
            exact::point_power(sites, f.c, sites.at(c)) == Sign::Zero
        } else {
            let s = sites.seg(c);
            exact::line_power(sites, f.c, s) == Sign::Zero
                && exact::line_form(sites, f.c, s.dir(), s.from) != Sign::Negative
                && exact::line_form(sites, f.c, s.dir(), s.to()) != Sign::Positive
        }
    };
    // An end and its segment touch at the same place. If both touch `f`, and the segment on the same side, its
    // center is on the same normal, where one circle touches the third.
    let has_end = |s: Code, p: Code| s.is_segment() && p.is_point() && sites.seg(s).has_end(p.point_id());
    for k in 0..3 {
        let (a, b) = (g.c[k], g.c[(k + 1) % 3]);
        if has_end(a, b) || has_end(b, a) {
            let s = if a.is_segment() { a } else { b };
            let line = sites.seg(s);
            let (dx, dy) = (f.x - f64::from(line.from.x), f.y - f64::from(line.from.y));
            let same_side = (line.ux * dy - line.uy * dx > 0.0) != s.is_right();
            return same_side && g.c.into_iter().all(touches);
        }
    }
    let direction = |c: Code| {
        if c.is_point() {
            let p = sites.at(c);
            [(f64::from(p.x) - f.x) / f.r, (f64::from(p.y) - f.y) / f.r]
        } else {
            let (s, sign) = (sites.seg(c), c.sign() as f64);
            [sign * s.uy, -sign * s.ux]
        }
    };
    let d = g.c.map(direction);
    let left_turn = |p: [f64; 2], q: [f64; 2]| p[0] * q[1] - p[1] * q[0] > 1e-6;
    let turns = [left_turn(d[0], d[1]), left_turn(d[1], d[2]), left_turn(d[2], d[0])];
    turns.into_iter().filter(|&turn| turn).count() >= 2 && g.c.into_iter().all(touches)
}
