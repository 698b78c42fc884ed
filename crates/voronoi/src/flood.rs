//! Inserting a site: find the faces in conflict, replace them by a star around the new site.
//!
//! Idea. The part of the diagram that a new site takes over is a tree of arcs. Its vertices are the faces
//! whose circle the site cuts; a flood over neighbors finds them, and each half-edge on the border of the
//! flooded part becomes one new face.
//!
//! 1. From a face in conflict, follow half-edges depth first, counter-clockwise. A neighbor in conflict joins;
//!    one that is not leaves a half-edge on the ring, which so comes out in counter-clockwise order.
//! 2. Meeting a face of the flood again means a cycle. But the conflict part is a tree: some arc has both ends in
//!    conflict and its middle not. Flood once more, with care: test each arc before crossing it ([`Diagram::is_broken`]).
//!    A broken arc is left on the ring from both of its ends.
//! 3. One new face over each ring edge; neighbors along the ring are twins, and the two faces over a broken arc
//!    are each other's twins.
//!
//! Invariant: k faces in conflict give k + 2 new ones, for they are a tree and have 3 k half-edges.
//! Cost: proportional to the faces removed.
//! Degenerate: a site that only touches a circle does not conflict with it, so cocircular sites give
//! faces with equal circles, joined by arcs of length zero; views merge them.
//! On a surface that overlaps itself the careful flood is always used: there a far end of a broken
//! arc may look hit by a site that is really on another sheet.

use crate::bearing;
use crate::diagram::{Change, Diagram, Face, Scratch, next, prev};
use crate::id::VertexId;
use crate::predicate::{Counts, point_power, segment_hits};
use crate::sign::Sign;
use crate::site::{Code, GridPoint, SegmentSite, Sites, Vector};

/// A site that is about to be inserted.
pub(crate) trait Query {
    /// Whether the site cuts the circle of a face.
    fn hits(&self, sites: &Sites, counts: &mut Counts, face: &Face) -> bool;

    /// The direction in which a circle that touches the point `p` there can never reach the site.
    fn away(&self, sites: &Sites, p: Code) -> Vector;
}

/// A point to insert.
pub(crate) struct PointQuery(pub(crate) GridPoint);

impl Query for PointQuery {
    #[inline]
    fn hits(&self, sites: &Sites, counts: &mut Counts, face: &Face) -> bool {
        point_power(sites, counts, face, self.0) == Sign::Negative
    }

    fn away(&self, sites: &Sites, p: Code) -> Vector {
        sites.at(p).minus(self.0)
    }
}

impl Query for SegmentSite {
    #[inline]
    fn hits(&self, sites: &Sites, counts: &mut Counts, face: &Face) -> bool {
        segment_hits(sites, counts, face, self)
    }

    fn away(&self, sites: &Sites, p: Code) -> Vector {
        let d = self.dir();
        if p == Code::point(self.a) {
            return d.neg();
        }
        if p == Code::point(self.b) {
            return d;
        }
        if self.height(1, sites.at(p)) >= 0 { d.perp() } else { d.perp().neg() }
    }
}

/// One edge of the ring around a conflict region.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RingEdge {
    /// The half-edge inside the region, from `a` to `b`.
    pub(crate) inner: u32,
    /// Its twin, outside.
    pub(crate) outer: u32,
    pub(crate) a: Code,
    pub(crate) b: Code,
}

impl Diagram {
    /// Finds the conflict region from a face in it: fills `scratch.hit` and `scratch.ring`. Returns false if the region has a
    /// cycle even so, which means that the new site runs through others.
    #[must_use]
    pub(crate) fn flood(&mut self, seed: u32, query: &impl Query) -> bool {
        !self.layered && self.flood_fast(seed, query) || self.flood_careful(seed, query)
    }

    /// Step 1. Returns false if it met a cycle.
    fn flood_fast(&mut self, seed: u32, query: &impl Query) -> bool {
        self.begin_flood(seed);
        let (faces, scratch) = (&mut self.faces[..], &mut self.scratch);
        let (hit, miss) = (scratch.epoch, scratch.epoch + 1);
        while let Some(h) = scratch.stack.pop() {
            let inner = &faces[(h >> 2) as usize];
            let k = (h & 3) as usize;
            let t = inner.n[k];
            let edge =
                RingEdge { inner: h, outer: t, a: inner.c[k], b: inner.c[if k == 2 { 0 } else { k + 1 }] };
            let face = &mut faces[(t >> 2) as usize];
            if face.mark == hit {
                return false;
            }
            if face.mark != miss && query.hits(&self.sites, &mut scratch.counts, face) {
                face.mark = hit;
                scratch.hit.push(t >> 2);
                scratch.stack.push(prev(t));
                scratch.stack.push(next(t));
            } else {
                face.mark = miss;
                scratch.ring.push(edge);
            }
        }
        true
    }

    /// Step 2.
    fn flood_careful(&mut self, seed: u32, query: &impl Query) -> bool {
        self.begin_flood(seed);
        let mut counts = self.scratch.counts;
        let (hit, miss) = (self.scratch.epoch, self.scratch.epoch + 1);
        while let Some(h) = self.scratch.stack.pop() {
            let t = self.twin(h);
            let face = self.face_of(t);
            let inside = face.mark == hit || face.mark != miss && query.hits(&self.sites, &mut counts, face);
            if inside && !self.is_broken(h, query, &mut counts) {
                if face.mark == hit {
                    self.scratch.counts = counts;
                    return false;
                }
                self.faces[(t >> 2) as usize].mark = hit;
                self.scratch.hit.push(t >> 2);
                self.scratch.stack.push(prev(t));
                self.scratch.stack.push(next(t));
            } else {
                if inside {
                    self.scratch.broken = true;
                } else {
                    self.faces[(t >> 2) as usize].mark = miss;
                }
                // Corners as seen from inside the region: on an arc between a segment and its own end the two
                // ends lie on different sides of the segment, and the new face lies at the inner one.
                let edge = RingEdge { inner: h, outer: t, a: self.right(h), b: self.left(h) };
                self.scratch.ring.push(edge);
            }
        }
        self.scratch.counts = counts;
        true
    }

    fn begin_flood(&mut self, seed: u32) {
        let scratch = &mut self.scratch;
        scratch.epoch += 2;
        scratch.broken = false;
        if scratch.epoch >= u32::MAX - 4 {
            scratch.epoch = 4;
            for face in &mut self.faces {
                if face.mark != crate::site::NONE {
                    face.mark = 0;
                }
            }
        }
        self.faces[seed as usize].mark = scratch.epoch;
        scratch.hit.clear();
        scratch.ring.clear();
        scratch.stack.clear();
        scratch.hit.push(seed);
        scratch.stack.extend([4 * seed + 2, 4 * seed + 1, 4 * seed]);
    }

    /// Whether an arc with both ends in conflict has a part in its middle that is not.
    ///
    /// The part exists iff a ray from one of the two sites, a point P, away from the new site leaves P's
    /// region through the arc: a circle that touches P there never reaches the new site, and the places of the
    /// bisector that are free of it are one interval around that place. Between two segments the places
    /// in conflict are an interval, so there is no such part. An arc between a segment and its own end
    /// passes through the end itself.
    fn is_broken(&self, h: u32, query: &impl Query, counts: &mut Counts) -> bool {
        let (right, left) = (self.right(h), self.left(h));
        let (from, to) = (self.face_of(h), self.face_of(self.twin(h)));
        match (right.is_segment(), left.is_segment()) {
            (true, true) => return false,
            (true, false) if self.sites.seg(right).has_end(left.point_id()) => return true,
            (false, true) if self.sites.seg(left).has_end(right.point_id()) => return true,
            _ => {}
        }
        // Seen from the site on the left the arc runs counter-clockwise, from the right clockwise.
        let mut leaves = |p: Code, other: Code, first: &Face, last: &Face| {
            let (at, w) = (self.sites.at(p), query.away(&self.sites, p));
            let axis = bearing::axis(&self.sites, p, other);
            bearing::compare(&self.sites, counts, first, at, axis, w).is_lt()
                && bearing::compare(&self.sites, counts, last, at, axis, w).is_gt()
        };
        (right.is_point() && leaves(right, left, to, from))
            || (left.is_point() && leaves(left, right, from, to))
    }

    /// Step 3. Replaces the faces in conflict by a star of new ones; `site` gives the new corner of the k-th.
    pub(crate) fn star(&mut self, site: impl Fn(usize) -> Code) {
        self.scratch.hits = self.scratch.hit.len();
        let mut ring = std::mem::take(&mut self.scratch.ring);
        while self.scratch.hit.len() < ring.len() {
            let slot = self.new_face_slot();
            self.scratch.hit.push(slot);
        }
        for (k, edge) in ring.iter().enumerate() {
            self.faces[(edge.outer >> 2) as usize].n[(edge.outer & 3) as usize] = self.scratch.hit[k] * 4;
        }
        if self.scratch.broken {
            // The outside of one end of a broken arc is the inside of the other: there the other's new face stands now.
            for edge in &mut ring {
                edge.outer = self.twin(edge.inner);
            }
        }
        let last = ring.len() - 1;
        for (k, edge) in ring.iter().enumerate() {
            let slot = self.scratch.hit[k];
            let code = site(k);
            let mut face = Face::new(&self.sites, [edge.a, edge.b, code]);
            let after = self.scratch.hit[if k == last { 0 } else { k + 1 }];
            let before = self.scratch.hit[if k == 0 { last } else { k - 1 }];
            face.n = [edge.outer, after * 4 + 2, before * 4 + 1];
            self.faces[slot as usize] = face;
            self.set_anchor(edge.a, slot * 4);
        }
        self.set_anchor(site(0), self.scratch.hit[0] * 4 + 2);
        self.scratch.ring = ring;
    }

    /// Writes down what the last star removed and added.
    pub(crate) fn record_change(&mut self) -> &Change {
        let Scratch { change, hit, hits, ring, .. } = &mut self.scratch;
        change.removed.clear();
        change.removed.extend(hit[..*hits].iter().map(|&f| VertexId(f)));
        change.added.clear();
        change.added.extend(hit[..ring.len()].iter().map(|&f| VertexId(f)));
        change
    }

    pub(crate) fn new_face_slot(&mut self) -> u32 {
        self.free_faces.pop().unwrap_or_else(|| {
            let slot = u32::try_from(self.faces.len()).expect("fewer than 2^30 vertices");
            self.faces.push(self.faces[1]);
            slot
        })
    }

    pub(crate) fn free_face(&mut self, slot: u32) {
        self.faces[slot as usize].mark = crate::site::NONE;
        self.free_faces.push(slot);
    }
}
