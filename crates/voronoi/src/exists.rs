//! Whether three corners have a circle that touches them in counter-clockwise order.
//!
//! Insertion never asks: there the circle exists because the new site cuts an old one. Removal tries
//! corners, and `check` verifies them.
//!
//! A point that is an end of one of the segments touches the circle at the same place as that segment; in
//! the order of touch points it comes before the segment or after it, which the side tells.

use crate::circle::canonical;
use crate::diagram::Face;
use crate::exact;
use crate::predicate::{Counts, center_side};
use crate::sign::Sign;
use crate::site::{Code, SegmentSite, Sites, Vector};

/// Whether the face's circle exists: signs first, then feet inside the closed slabs, measured along the segments.
pub(crate) fn exists(sites: &Sites, counts: &mut Counts, face: &Face) -> bool {
    may_exist(sites, face.c) && feet_in_slabs(sites, counts, face)
}

/// The part that integers decide, before the circle is computed: whether the three lines and points have a
/// circle in order at all.
pub(crate) fn may_exist(sites: &Sites, f: [Code; 3]) -> bool {
    match canonical(f) {
        (0, [a, b, c]) => {
            let a = sites.at(a);
            sites.at(b).minus(a).cross(sites.at(c).minus(a)) > 0
        }
        (1, [a, b, s]) => two_points(sites, a, b, s),
        (2, [a, s, t]) => one_point(sites, a, s, t),
        (_, [s, t, u]) => exact::three_segments_exist(sites, [s, t, u]),
    }
}

fn two_points(sites: &Sites, a: Code, b: Code, s: Code) -> bool {
    let line = sites.seg(s);
    let above = |p: Code| line.height(s.sign(), sites.at(p)) > 0;
    match (end_of(line, a), end_of(line, b)) {
        (true, true) => false,
        // In (s, a, b) the segment comes before its end.
        (true, false) => comes_before(line, s, a) && above(b),
        // In (b, s, a) the segment comes after its end.
        (false, true) => !comes_before(line, s, b) && above(a),
        (false, false) => {
            let (ka, kb) = (line.height(s.sign(), sites.at(a)), line.height(s.sign(), sites.at(b)));
            let along = s.sign() * line.dir().dot(sites.at(b).minus(sites.at(a)));
            ka > 0 && kb > 0 && (ka != kb || along < 0)
        }
    }
}

fn one_point(sites: &Sites, a: Code, s: Code, t: Code) -> bool {
    let (first, second) = (sites.seg(s), sites.seg(t));
    let (at_first, at_second) = (end_of(first, a), end_of(second, a));
    if at_first && comes_before(first, s, a) || at_second && !comes_before(second, t, a) {
        return false;
    }
    if at_first && at_second {
        // The wedge from the first segment counter-clockwise to the second is less than a half turn.
        return outward(first, a).cross(outward(second, a)) > 0;
    }
    let at = sites.at(a);
    let high_enough = |line: &SegmentSite, c: Code, is_end: bool| is_end || line.height(c.sign(), at) > 0;
    // Two lines with the same normal have no common circle.
    let (d, e) = (first.dir(), second.dir());
    let same_normal = d.cross(e) == 0 && s.sign() * t.sign() * d.dot(e) > 0;
    high_enough(first, s, at_first) && high_enough(second, t, at_second) && !same_normal
}

fn end_of(line: &SegmentSite, p: Code) -> bool {
    line.has_end(p.point_id())
}

/// Whether, seen from the circle, the segment's touch point comes before that of its end, counter-clockwise.
fn comes_before(line: &SegmentSite, s: Code, end: Code) -> bool {
    (Code::point(line.a) == end) == s.is_right()
}

fn outward(line: &SegmentSite, end: Code) -> Vector {
    if Code::point(line.a) == end { line.dir() } else { line.dir().neg() }
}

/// Whether the touch points on segments lie on them, ends included.
pub(crate) fn feet_in_slabs(sites: &Sites, counts: &mut Counts, face: &Face) -> bool {
    face.c.iter().filter(|c| c.is_segment()).all(|&c| {
        let s = sites.seg(c);
        // On the normal of an end the foot is that end.
        if face.c.iter().any(|&p| p.is_point() && end_of(s, p)) {
            return true;
        }
        center_side(sites, counts, face, s.dir(), s.from) != Sign::Negative
            && center_side(sites, counts, face, s.dir(), s.to()) != Sign::Positive
    })
}
