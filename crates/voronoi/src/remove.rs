//! Removing a site: fill the hole that its region leaves.
//!
//! Idea. The neighbors of the removed site, in order, are a polygon in the dual; it must be triangulated again.
//! An old vertex on the border of the region is now the inside of an arc between two neighbors A and B, which runs into
//! the hole until it meets the region of a third one, C: the new vertex (A, B, C).
//!
//! 1. Collect the ring: its corners (a site may be there several times, each time with its own stretch of the border),
//!    and for each edge the half-edge outside. Two edges may be the two ends of one surviving arc; they are joined last.
//! 2. For an edge (A, B) find the corner C for which the circle of A, B, C exists, is reached by the removed site
//!    (its center lies in the hole) and is not cut by any other corner. Make the face, split the polygon in two, repeat.
//! 3. If there is no C the arc runs right through the hole, to an edge (B, A): join the two, split the polygon.
//! 4. Two corners left: join their edges.
//!
//! In step 2 a site that is on the ring several times, or whose circle the removed site only touches, is met only where the circle's touch point lies within
//! the stretch in question ([`Hole::sees`]). On a surface that overlaps itself that is required of all corners, those
//! that cut included: then nothing is ever compared with what is not a neighbor through the hole. This replaces the
//! two sweeps and the merge of the paper.
//!
//! Invariant: new faces are vertices of the true diagram; each polygon is the ring of a part of the hole.
//! Cost: O(k) tests a face for k neighbors, so O(k²) at worst; k is about 7.
//! Degenerate: touching is not cutting, so of several corners on one circle any may be C.
//! After: W. van Toll et al., The medial axis of a multi-layered environment (2017), section 5.4, which it differs from as said.

use thiserror::Error;

use crate::bearing;
use crate::diagram::{Change, Diagram, Face, next, prev};
use crate::exists::{exists, may_exist};
use crate::id::{PointId, SegmentId, VertexId};
use crate::predicate::{Counts, center_side, compare_centers, line_power, point_power, segment_cuts, turn};
use crate::sign::Sign;
use crate::site::{Code, GridPoint, NONE, Side, Sites, Vector};

/// Why a site was not removed. The diagram is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum RemoveError {
    /// No such point.
    #[error("there is no point {}", .0.0)]
    NoPoint(PointId),
    /// No such segment.
    #[error("there is no segment {}", .0.0)]
    NoSegment(SegmentId),
    /// The point is an end of segments.
    #[error("point {} is an end of {count} segments; remove them first", .point.0)]
    IsEnd {
        /// The point.
        point: PointId,
        /// How many segments end there.
        count: u32,
    },
}

/// A corner of the polygon, and the edge from it to the next.
#[derive(Clone, Copy, Debug)]
struct Corner {
    code: Code,
    /// The half-edge outside the edge.
    out: u32,
    next: u32,
    /// The stretch of the border that belongs to this corner: from one old vertex to another, as indices.
    from: u32,
    to: u32,
}

/// Working memory of removal.
#[derive(Clone, Debug, Default)]
pub(crate) struct HoleScratch {
    corners: Vec<Corner>,
    old: Vec<Face>,
    old_slots: Vec<u32>,
    ring: Vec<Corner>,
    polygons: Vec<(u32, u32)>,
}

impl Diagram {
    /// Removes a point site that is not an end of a segment.
    ///
    /// Returns the vertices that were removed and added.
    ///
    /// # Errors
    /// If there is no such point, or segments end there.
    pub fn remove_point(&mut self, p: PointId) -> Result<&Change, RemoveError> {
        if !self.has_point(p) {
            return Err(RemoveError::NoPoint(p));
        }
        let count = self.degree(p);
        if count > 0 {
            return Err(RemoveError::IsEnd { point: p, count });
        }
        self.fill_hole(Code::point(p));
        self.sites.points[p.index()].anchor = NONE;
        self.free_points.push(p.0);
        Ok(&self.scratch.change)
    }

    /// Removes a segment site; its ends stay.
    ///
    /// Returns the vertices that were removed and added.
    ///
    /// # Errors
    /// If there is no such segment.
    pub fn remove_segment(&mut self, s: SegmentId) -> Result<&Change, RemoveError> {
        if !self.has_segment(s) {
            return Err(RemoveError::NoSegment(s));
        }
        self.fill_hole(Code::segment(s, Side::Left));
        let [a, b] = self.ends(s);
        for p in [a, b] {
            self.sites.points[p.index()].degree -= 1;
        }
        self.sites.segments[s.index()].anchor = NONE;
        self.free_segments.push(s.0);
        Ok(&self.scratch.change)
    }

    fn fill_hole(&mut self, removed: Code) {
        let mut scratch = std::mem::take(&mut self.hole);
        let mut counts = self.scratch.counts;
        self.scratch.change.removed.clear();
        self.scratch.change.added.clear();
        // Step 1.
        self.collect_ring(removed, &mut scratch);
        let n = scratch.ring.len() as u32;
        scratch.corners.clear();
        scratch.corners.extend_from_slice(&scratch.ring);
        scratch.polygons.clear();
        scratch.polygons.push((0, n));
        let several = several(&scratch.ring);
        // Edges to the outside serve as anchors; new faces bring their own.
        self.scratch.epoch += 2;
        for &slot in &scratch.old_slots {
            self.faces[slot as usize].mark = self.scratch.epoch;
        }
        for &corner in &scratch.ring {
            if !self.is_old(corner.out) {
                self.set_anchor(self.right(corner.out), corner.out);
            }
        }
        while let Some((start, len)) = scratch.polygons.pop() {
            if len < 2 {
                continue;
            }
            // An edge in the middle splits a long row of neighbors in halves; the first would peel off one at a time.
            let start = (0..len / 2).fold(start, |i, _| scratch.corners[i as usize].next);
            let after = scratch.corners[start as usize].next;
            if len == 2 {
                // Step 4.
                let [a, b] = [start, after].map(|i| scratch.corners[i as usize].out);
                self.link(a, b);
                continue;
            }
            let out = scratch.corners[start as usize].out;
            let hole = Hole {
                sites: &self.sites,
                across: self.right(prev(out)),
                removed,
                layered: self.layered,
                several,
                old: &scratch.old,
                corners: &scratch.corners,
            };
            if let Some((apex, before_apex, count, face)) = hole.find(start, len, &mut counts) {
                self.split(&mut scratch, start, len, apex, before_apex, count, face);
            } else {
                self.pinch(&mut scratch, start, len);
            }
        }
        self.join_survivors(&scratch);
        for &slot in &scratch.old_slots {
            self.scratch.change.removed.push(VertexId(slot));
            self.free_face(slot);
        }
        self.scratch.counts = counts;
        self.hole = scratch;
    }

    /// Step 1.
    fn collect_ring(&self, removed: Code, scratch: &mut HoleScratch) {
        scratch.ring.clear();
        scratch.old.clear();
        scratch.old_slots.clear();
        let start = self.anchor(removed);
        let mut h = start;
        loop {
            let edge = next(h);
            let k = scratch.ring.len() as u32;
            scratch.ring.push(Corner {
                code: self.right(edge),
                out: self.twin(edge),
                next: k + 1,
                from: k.wrapping_sub(1),
                to: k,
            });
            scratch.old.push(*self.face_of(h));
            scratch.old_slots.push(h >> 2);
            h = self.around(h);
            if h == start {
                break;
            }
        }
        let last = scratch.ring.len() as u32 - 1;
        scratch.ring[last as usize].next = 0;
        scratch.ring[0].from = last;
    }

    /// Step 2, the second half: a new face over the edge at `start`, and a polygon on each side of it.
    #[expect(clippy::too_many_arguments, reason = "the answer of `find`, spread out")]
    fn split(
        &mut self,
        scratch: &mut HoleScratch,
        start: u32,
        len: u32,
        apex: u32,
        before_apex: u32,
        count: u32,
        face: Face,
    ) {
        let slot = self.new_face_slot();
        self.faces[slot as usize] = face;
        self.scratch.change.added.push(VertexId(slot));
        for k in 0..3 {
            self.set_anchor(face.c[k], slot * 4 + k as u32);
        }
        let corners = &mut scratch.corners;
        let (out, second) = (corners[start as usize].out, corners[start as usize].next);
        self.link(slot * 4, out);
        // From the second corner up to a copy of the apex.
        let copy = corners.len() as u32;
        let apex_copy = Corner { out: slot * 4 + 1, next: second, ..corners[apex as usize] };
        corners.push(apex_copy);
        corners[before_apex as usize].next = copy;
        // From the apex on to the first corner.
        corners[start as usize].out = slot * 4 + 2;
        corners[start as usize].next = apex;
        if before_apex == start {
            unreachable!("the apex is neither end of the edge");
        }
        // `count` corners lie between the edge's second corner and the apex.
        scratch.polygons.push((second, count + 2));
        scratch.polygons.push((apex, len - count - 1));
    }

    /// Step 3: the arc at `start` runs through the hole to another edge between the same two sites.
    fn pinch(&mut self, scratch: &mut HoleScratch, start: u32, len: u32) {
        let corners = &mut scratch.corners;
        let second = corners[start as usize].next;
        let (a, b) = (corners[start as usize].code, corners[second as usize].code);
        // Walk from the second corner; `before` is the corner before `i`.
        let (mut before, mut i, mut count) = (start, second, 1);
        loop {
            let after = corners[i as usize].next;
            if corners[i as usize].code.same_site(b) && corners[after as usize].code.same_site(a) {
                break;
            }
            assert!(after != start, "an arc ends at a vertex or leaves the hole");
            (before, i, count) = (i, after, count + 1);
        }
        let after = corners[i as usize].next;
        let [out, other] = [start, i].map(|k| corners[k as usize].out);
        // The corners from `second` to `i` are a polygon whose first and last are one.
        if i != second {
            corners[before as usize].next = second;
            corners[second as usize].from = corners[i as usize].from;
            scratch.polygons.push((second, count - 1));
        }
        if after != start {
            let mut last = after;
            while corners[last as usize].next != start {
                last = corners[last as usize].next;
            }
            corners[last as usize].next = after;
            corners[after as usize].from = corners[start as usize].from;
            scratch.polygons.push((after, len - count - 1));
        }
        self.link(out, other);
    }

    /// Joins the two ends of arcs that survive between two removed faces.
    fn join_survivors(&mut self, scratch: &HoleScratch) {
        for (k, corner) in scratch.ring.iter().enumerate() {
            if self.is_old(corner.out) {
                // The edge's half-edge in its old face, which is the outside of the other edge.
                let h = (0..3).find(|&i| scratch.old[k].n[i] == corner.out);
                let inside = scratch.old_slots[k] * 4 + h.expect("old twins are mutual") as u32;
                let (x, y) = (self.twin(corner.out), self.twin(inside));
                self.link(x, y);
            }
        }
    }

    /// Whether a half-edge belongs to a face of the removed site.
    fn is_old(&self, h: u32) -> bool {
        self.face_of(h).mark == self.scratch.epoch
    }
}

/// Which sites are on the ring more than once.
fn several(ring: &[Corner]) -> bool {
    ring.iter().enumerate().any(|(i, a)| ring[..i].iter().any(|b| b.code.same_site(a.code)))
}

/// The hole while it is being filled.
struct Hole<'a> {
    sites: &'a Sites,
    /// The site across the edge at which the search starts; the removed one where the edge is one end of a
    /// surviving arc.
    across: Code,
    removed: Code,
    layered: bool,
    /// Whether some site is on the ring more than once.
    several: bool,
    old: &'a [Face],
    corners: &'a [Corner],
}

impl Hole<'_> {
    /// Step 2: the corner at which the arc that starts at an edge ends; the corner before it; how many corners lie
    /// between the edge and it; and the new face.
    fn find(&self, start: u32, len: u32, counts: &mut Counts) -> Option<(u32, u32, u32, Face)> {
        let first = &self.corners[start as usize];
        let second_index = first.next;
        let second = &self.corners[second_index as usize];
        if len == 3 {
            // Nothing to choose.
            let codes = [first.code, second.code, self.corners[second.next as usize].code];
            let distinct = !codes[2].same_site(codes[0]) && !codes[2].same_site(codes[1]);
            return distinct.then(|| (second.next, second_index, 0, Face::new(self.sites, codes)));
        }
        // Keep the best so far; only a corner that cuts its circle can be better.
        let mut best: Option<(u32, u32, u32, Face)> = None;
        let (mut before, mut i) = (second_index, second.next);
        for count in 0..len - 2 {
            let corner = &self.corners[i as usize];
            let beats = best.as_ref().is_none_or(|(_, _, _, face)| self.cuts(face, corner, counts));
            if beats && let Some(face) = self.candidate(first, second, corner, counts) {
                best = Some((i, before, count, face));
            }
            (before, i) = (i, corner.next);
        }
        if best.as_ref().is_some_and(|(_, _, _, face)| self.is_empty(face, start, len, counts)) {
            return best;
        }
        let (mut before, mut i) = (second_index, second.next);
        for count in 0..len - 2 {
            let corner = &self.corners[i as usize];
            if let Some(face) = self.candidate(first, second, corner, counts)
                && self.is_empty(&face, start, len, counts)
            {
                return Some((i, before, count, face));
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
        if !exists(self.sites, counts, &face) {
            return None;
        }
        let reach = self.reach(&face, counts);
        // A center on the border of the hole may be touched by a corner from outside.
        let look = self.layered || self.several || reach == Sign::Zero;
        let good = reach != Sign::Positive && (!look || [a, b, c].iter().all(|corner| self.sees(&face, corner, counts)));
        good.then_some(face)
    }

    /// Whether the removed site cut the circle (negative), touched it (zero), or neither.
    fn reach(&self, face: &Face, counts: &mut Counts) -> Sign {
        if self.removed.is_point() {
            return point_power(self.sites, counts, face, self.sites.at(self.removed));
        }
        let s = self.sites.seg(self.removed);
        let signs = [
            center_side(self.sites, counts, face, s.dir().neg(), s.from),
            center_side(self.sites, counts, face, s.dir(), s.to()),
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

    /// Whether no corner of the polygon cuts the circle, nor the site across the edge: what lies further cannot, for
    /// the arc that starts at the edge enters no other part of the hole.
    fn is_empty(&self, face: &Face, start: u32, len: u32, counts: &mut Counts) -> bool {
        let mut i = start;
        for _ in 0..len {
            let corner = &self.corners[i as usize];
            if self.cuts(face, corner, counts) {
                return false;
            }
            i = corner.next;
        }
        self.layered || self.across.same_site(self.removed) || !self.cut_by(face, self.across, counts)
    }

    fn cuts(&self, face: &Face, corner: &Corner, counts: &mut Counts) -> bool {
        self.cut_by(face, corner.code, counts)
            && (!self.layered || self.sees(face, corner, counts) || self.is_between(face, corner, counts))
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
    /// touch point on a segment, or the bearing from a point, lies between those of the stretch's two ends.
    fn sees(&self, face: &Face, corner: &Corner, counts: &mut Counts) -> bool {
        let (from, to) = (&self.old[corner.from as usize], &self.old[corner.to as usize]);
        let c = corner.code;
        if c.is_segment() {
            // Along the border, counter-clockwise round the hole, touch points go forward on the left side.
            let d = self.sites.seg(c).dir();
            let u = if c.is_right() { d.neg() } else { d };
            return compare_centers(self.sites, counts, face, from, u) != Sign::Negative
                && compare_centers(self.sites, counts, face, to, u) != Sign::Positive;
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

    /// Whether a corner's stretch of the border lies between the center of a circle and the removed site, or behind the
    /// center: then the corner cuts the circle if the center is not in the hole.
    fn is_between(&self, face: &Face, corner: &Corner, counts: &mut Counts) -> bool {
        let (from, to) = (&self.old[corner.from as usize], &self.old[corner.to as usize]);
        if self.removed.is_point() {
            let at = self.sites.at(self.removed);
            let axis = bearing::axis(self.sites, self.removed, corner.code);
            return self.bearing_at_most(from, face, at, axis, counts) && self.bearing_at_most(face, to, at, axis, counts);
        }
        let s = self.sites.seg(self.removed);
        let right = from.c.into_iter().find(|c| c.same_site(self.removed)).is_some_and(Code::is_right);
        // The right border runs along the segment, the left one back.
        let (normal, along) = if right { (s.dir().perp().neg(), s.dir()) } else { (s.dir().perp(), s.dir().neg()) };
        center_side(self.sites, counts, face, normal, s.from) != Sign::Negative
            && compare_centers(self.sites, counts, face, from, along) != Sign::Negative
            && compare_centers(self.sites, counts, face, to, along) != Sign::Positive
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
