//! Which corner of a hole is met: the choice behind [`crate::remove`].
//!
//! A corner C ends the arc between A and B if the circle of the three
//!
//! 1. exists, and is reached by the removed site: cut, or touched;
//! 2. is seen by its own corners, where that is in doubt;
//! 3. is not cut by another corner.
//!
//! In the plane 2 is in doubt if a site is on the ring several times, or if the removed site only touches the circle: then the
//! center is on the border of the hole, and the touch may come from outside. A corner sees the center if the touch point,
//! or the bearing of the center from a point, lies within the corner's own stretch of the border.
//!
//! On a surface that overlaps itself a corner counts only if it sees the center, whether to touch or to cut; so
//! nothing is compared with what is not a neighbor through the hole. That is right for centers in the hole. For one outside,
//! what lies at the border between it and the removed site is nearer to it, and cuts; it is looked up by the
//! direction from the removed site.

use crate::bearing;
use crate::diagram::Face;
use crate::exists::{feet_in_slabs, may_exist};
use crate::predicate::{
    Counts, center_side, compare_centers, end_side, line_power, point_power, segment_cuts, turn,
};
use crate::sign::Sign;
use crate::site::{Code, GridPoint, Sites, Vector};

/// A corner of the polygon, and the edge from it to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    pub(crate) code: Code,
    /// The half-edge outside the edge.
    pub(crate) out: u32,
    pub(crate) next: u32,
    /// The stretch of the border that belongs to this corner: from one old vertex to another, as indices.
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// The end of an arc.
pub(crate) struct Apex {
    /// The corner, as an index.
    pub(crate) corner: u32,
    /// The one before it.
    pub(crate) before: u32,
    /// How many corners lie between the edge and it.
    pub(crate) between: u32,
    pub(crate) face: Face,
}

/// The hole while it is being filled.
pub(crate) struct Hole<'a> {
    pub(crate) sites: &'a Sites,
    /// The site across the edge at which the search starts; the removed one where the edge is one end of a
    /// surviving arc.
    pub(crate) across: Code,
    pub(crate) removed: Code,
    pub(crate) layered: bool,
    /// Whether some site is on the ring more than once.
    pub(crate) several: bool,
    pub(crate) ring: &'a [Corner],
    pub(crate) old: &'a [Face],
    pub(crate) corners: &'a [Corner],
}

impl Hole<'_> {
    /// The corner at which the arc that starts at an edge ends.
    pub(crate) fn find(&self, start: u32, len: u32, counts: &mut Counts) -> Option<Apex> {
        let first = &self.corners[start as usize];
        let second_index = first.next;
        let second = &self.corners[second_index as usize];
        if len == 3 {
            // Nothing to choose.
            let codes = [first.code, second.code, self.corners[second.next as usize].code];
            let distinct = !codes[2].same_site(codes[0]) && !codes[2].same_site(codes[1]);
            let apex = |face| Apex { corner: second.next, before: second_index, between: 0, face };
            return distinct.then(|| apex(Face::new(self.sites, codes)));
        }
        // Keep the best so far; only a corner that cuts its circle can be better.
        let mut best: Option<Apex> = None;
        let mut is_cut = false;
        let (mut before, mut i) = (second_index, second.next);
        for between in 0..len - 2 {
            let corner = &self.corners[i as usize];
            if best.as_ref().is_none_or(|best| self.cuts(&best.face, corner, counts)) {
                if let Some(face) = self.candidate(first, second, corner, counts) {
                    best = Some(Apex { corner: i, before, between, face });
                    is_cut = false;
                } else {
                    is_cut = best.is_some();
                }
            }
            (before, i) = (i, corner.next);
        }
        // Those after the best have been asked whether they cut it; those before it have not.
        if !is_cut
            && best.as_ref().is_some_and(|best| self.is_empty(&best.face, second.next, best.between, counts))
        {
            return best;
        }
        let (mut before, mut i) = (second_index, second.next);
        for between in 0..len - 2 {
            let corner = &self.corners[i as usize];
            if let Some(face) = self.candidate(first, second, corner, counts)
                && self.is_empty(&face, second.next, len - 2, counts)
            {
                return Some(Apex { corner: i, before, between, face });
            }
            (before, i) = (i, corner.next);
        }
        None
    }

    /// The face of three corners, if it could be in the hole.
    fn candidate(&self, a: &Corner, b: &Corner, c: &Corner, counts: &mut Counts) -> Option<Face> {
        let codes = [a.code, b.code, c.code];
        if a.code.same_site(c.code) || b.code.same_site(c.code) || !may_exist(self.sites, codes) {
            return None;
        }
        let face = Face::new(self.sites, codes);
        if !feet_in_slabs(self.sites, counts, &face) {
            return None;
        }
        let reach = self.reach(&face, counts);
        // A center on the border of the hole may be touched by a corner from outside.
        let look = self.layered || self.several || reach == Sign::Zero;
        let good = reach != Sign::Positive
            && (!look || [a, b, c].iter().all(|corner| self.sees(&face, corner, counts)));
        good.then_some(face)
    }

    /// Whether the removed site cut the circle (negative), touched it (zero), or neither.
    fn reach(&self, face: &Face, counts: &mut Counts) -> Sign {
        if self.removed.is_point() {
            return point_power(self.sites, counts, face, self.sites.at(self.removed));
        }
        let s = self.sites.seg(self.removed);
        let signs = [
            end_side(self.sites, counts, face, Code::point(s.a), s.dir()).neg(),
            end_side(self.sites, counts, face, Code::point(s.b), s.dir()),
            line_power(self.sites, counts, face, s),
        ];
        if signs.contains(&Sign::Positive) {
            Sign::Positive
        } else if signs.contains(&Sign::Zero) {
            Sign::Zero
        } else {
            Sign::Negative
        }
    }

    /// Whether none of the corners from `start` on cuts the circle, nor the site across the edge: what is not in the
    /// polygon cannot, for the arc that starts at the edge enters no other part of the hole.
    fn is_empty(&self, face: &Face, start: u32, count: u32, counts: &mut Counts) -> bool {
        let mut i = start;
        for _ in 0..count {
            let corner = &self.corners[i as usize];
            if self.cuts(face, corner, counts) {
                return false;
            }
            i = corner.next;
        }
        if self.layered {
            // A segment may cut by an end that its stretch does not show; the end is on the ring too, but maybe
            // not in this polygon.
            return !self.ring.iter().any(|corner| self.cuts(face, corner, counts))
                && !self.is_outside(face, counts);
        }
        self.across.same_site(self.removed) || !self.cut_by(face, self.across, counts)
    }

    fn cuts(&self, face: &Face, corner: &Corner, counts: &mut Counts) -> bool {
        self.cut_by(face, corner.code, counts) && (!self.layered || self.sees(face, corner, counts))
    }

    fn cut_by(&self, face: &Face, code: Code, counts: &mut Counts) -> bool {
        if face.c.iter().any(|c| c.same_site(code)) {
            false
        } else if code.is_point() {
            point_power(self.sites, counts, face, self.sites.at(code)) == Sign::Negative
        } else {
            segment_cuts(self.sites, counts, face, self.sites.seg(code))
        }
    }

    /// Whether a corner sees the center of a circle through its own stretch of the border: whether the
    /// touch point on a segment, or the bearing from a point, lies between those of the stretch's two ends. The other side of a
    /// segment may be elsewhere: at the end of a seam it may be on another sheet.
    fn sees(&self, face: &Face, corner: &Corner, counts: &mut Counts) -> bool {
        let (from, to) = (&self.old[corner.from as usize], &self.old[corner.to as usize]);
        let c = corner.code;
        if c.is_segment() {
            // Along the border, counter-clockwise round the hole, touch points go forward on the left side.
            let s = self.sites.seg(c);
            let u = if c.is_right() { s.dir().neg() } else { s.dir() };
            return compare_centers(self.sites, counts, face, from, u) != Sign::Negative
                && compare_centers(self.sites, counts, face, to, u) != Sign::Positive
                && center_side(self.sites, counts, face, u.perp(), s.from) != Sign::Negative;
        }
        if self.removed.is_segment() && self.sites.seg(self.removed).has_end(c.point_id()) {
            return true;
        }
        // Bearings go clockwise.
        let at = self.sites.at(c);
        let removed = to.c.into_iter().find(|c| c.same_site(self.removed)).unwrap_or(self.removed);
        let axis = bearing::axis(self.sites, c, removed);
        self.bearing_at_most(to, face, at, axis, counts) && self.bearing_at_most(face, from, at, axis, counts)
    }

    /// Whether the center of a circle that the removed site reaches lies outside the hole: then what lies at the border
    /// between the two is nearer to the center than the removed site is, and cuts the circle.
    fn is_outside(&self, face: &Face, counts: &mut Counts) -> bool {
        self.ring
            .iter()
            .any(|corner| self.cut_by(face, corner.code, counts) && self.is_between(face, corner, counts))
    }

    /// Whether the straight line from the removed site to the center of a circle passes a corner's stretch of the border,
    /// before the center or behind it.
    fn is_between(&self, face: &Face, corner: &Corner, counts: &mut Counts) -> bool {
        let (from, to) = (&self.old[corner.from as usize], &self.old[corner.to as usize]);
        if self.removed.is_point() {
            let at = self.sites.at(self.removed);
            let axis = bearing::axis(self.sites, self.removed, corner.code);
            return self.bearing_at_most(from, face, at, axis, counts)
                && self.bearing_at_most(face, to, at, axis, counts);
        }
        let s = self.sites.seg(self.removed);
        let right = from.c.into_iter().find(|c| c.same_site(self.removed)).is_some_and(Code::is_right);
        // The right border runs along the segment, the left one back.
        let (normal, along) =
            if right { (s.dir().perp().neg(), s.dir()) } else { (s.dir().perp(), s.dir().neg()) };
        compare_centers(self.sites, counts, face, from, along) != Sign::Negative
            && compare_centers(self.sites, counts, face, to, along) != Sign::Positive
            && center_side(self.sites, counts, face, normal, s.from) != Sign::Negative
    }

    /// Whether the bearing of `f` from a point is at most that of `g`.
    fn bearing_at_most(&self, f: &Face, g: &Face, at: GridPoint, axis: Vector, counts: &mut Counts) -> bool {
        let mut half = |face: &Face| match center_side(self.sites, counts, face, axis.perp(), at) {
            Sign::Positive => 1,
            Sign::Zero => 2,
            Sign::Negative => 3,
        };
        let (one, two) = (half(f), half(g));
        if one != two || one == 2 { one <= two } else { turn(self.sites, counts, f, g, at) != Sign::Negative }
    }
}
