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
//! How C is told is a matter of its own: [`crate::hole`]. It never looks at more than the ring, and on a surface that overlaps
//! itself only at what the hole shows of it; this replaces the two sweeps and the merge of the paper.
//!
//! Invariant: new faces are vertices of the true diagram; each polygon is the ring of a part of the hole.
//! Cost: O(k) tests a face for k neighbors, so O(k²) at worst; k is about 7.
//! Degenerate: touching is not cutting, so of several corners on one circle any may be C.
//! After: W. van Toll, A. F. Cook IV, M. van Kreveld, R. Geraerts, The Explicit Corridor Map: a medial axis-based
//! navigation mesh for multi-layered environments (2017), section 5.4; differs from it as said.

use thiserror::Error;

use crate::diagram::{Change, Diagram, Face, next, prev};
use crate::hole::{Apex, Corner, Hole};
use crate::id::{PointId, SegmentId, VertexId};
use crate::site::{Code, NONE, Side};

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

/// Working memory of removal.
#[derive(Clone, Debug, Default)]
pub(crate) struct HoleScratch {
    corners: Vec<Corner>,
    old: Vec<Face>,
    old_slots: Vec<u32>,
    ring: Vec<Corner>,
    polygons: Vec<(u32, u32)>,
    /// Sites of the ring, whatever the side, sorted.
    codes: Vec<u32>,
}

impl HoleScratch {
    /// Whether some site is on the ring more than once. Most rings are short, and sorting them costs more than it saves.
    fn is_any_site_twice(&mut self) -> bool {
        let ring = &self.ring;
        if ring.len() <= 24 {
            return (1..ring.len())
                .any(|i| ring[..i].iter().any(|corner| corner.code.same_site(ring[i].code)));
        }
        self.codes.clear();
        self.codes.extend(ring.iter().map(|corner| corner.code.0 | 2));
        self.codes.sort_unstable();
        self.codes.windows(2).any(|pair| pair[0] == pair[1])
    }
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
        let several = scratch.is_any_site_twice();
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
                ring: &scratch.ring,
                old: &scratch.old,
                corners: &scratch.corners,
            };
            if let Some(apex) = hole.find(start, len, &mut counts) {
                self.split(&mut scratch, start, len, &apex);
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
    fn split(&mut self, scratch: &mut HoleScratch, start: u32, len: u32, apex: &Apex) {
        let &Apex { corner: apex, before, between, face } = apex;
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
        corners[before as usize].next = copy;
        // From the apex on to the first corner.
        corners[start as usize].out = slot * 4 + 2;
        corners[start as usize].next = apex;
        scratch.polygons.push((second, between + 2));
        scratch.polygons.push((apex, len - between - 1));
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
