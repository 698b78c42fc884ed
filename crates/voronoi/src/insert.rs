//! Inserting points and segments.
//!
//! A point: walk to its nearest site A ([`crate::locate`]); if an end of the arc behind it is in conflict, flood
//! from there; if not, the new region only bulges over the middle of that arc and gets two new faces.
//!
//! A segment between two points: some face around either end is in conflict. For the region of an
//! end a lies within half the segment's length because the other end is a site; all its vertices in front of
//! a are hit; and an arc that bulges to the front with both ends behind would cross the segment.
//! Then the flood gives the ring; going round it counter-clockwise from a to b the new faces lie right of the
//! segment, from b to a left of it.
//!
//! A segment that meets another site t is refused. Up to the first such place it crosses nothing, so the faces that
//! this part of it cuts are connected; one of them has t as a corner, because just before that place t is nearest. So the
//! flood finds it, and looking at the corners of the faces in conflict is enough.

use thiserror::Error;

use crate::bearing;
use crate::diagram::{Change, Diagram, Face};
use crate::flood::{PointQuery, Query};
use crate::id::{PointId, SegmentId, VertexId};
use crate::locate::Located;
use crate::predicate::Counts;
use crate::site::{Code, GridPoint, MAX_COORD, NONE, PointSite, SegmentSite, Side, Site};

/// Why a site was not inserted. The diagram is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum InsertError {
    /// The point is outside the box.
    #[error("point ({}, {}) is outside the box of ±{MAX_COORD} grid units; use a coarser grid or another origin", .0.x, .0.y)]
    OutOfRange(GridPoint),
    /// There is a point already.
    #[error("point {} is there already", .0.0)]
    PointExists(PointId),
    /// The point lies on a segment.
    #[error("the point lies on segment {}; remove that segment and insert its two parts", .0.0)]
    OnSegment(SegmentId),
    /// No such point.
    #[error("there is no point {}", .0.0)]
    NoPoint(PointId),
    /// A segment needs two different ends.
    #[error("a segment needs two different ends")]
    ZeroLength,
    /// There is a segment already.
    #[error("segment {} joins these points already", .0.0)]
    SegmentExists(SegmentId),
    /// The segment would run through another site.
    #[error("the segment meets {0:?}; split it there first")]
    Meets(Site),
}

impl Diagram {
    /// Inserts a point site. A site near it, if one is known, saves the walk.
    ///
    /// Returns its id, and the vertices that were removed and added.
    ///
    /// # Errors
    /// If the point is out of range, is there already, or lies on a segment.
    pub fn insert_point(
        &mut self,
        at: GridPoint,
        near: Option<Site>,
    ) -> Result<(PointId, &Change), InsertError> {
        if at.x.unsigned_abs() > MAX_COORD.unsigned_abs() || at.y.unsigned_abs() > MAX_COORD.unsigned_abs() {
            return Err(InsertError::OutOfRange(at));
        }
        if self.num_points() == 0 {
            let p = self.new_point(at);
            // Between the frame points of the first surface there is one face, around the box.
            let seed = self.star_of(Code::point(self.frames[0])).map(|h| h >> 2);
            let seed = { seed }.find(|&f| !self.faces[f as usize].is_outer()).unwrap_or(0);
            self.insert_point_at(p, at, seed);
            return Ok((p, self.record_change()));
        }
        let mut counts = self.scratch.counts;
        let located = self.locate_from(at, self.hint(near), &mut counts);
        self.scratch.counts = counts;
        self.insert_point_behind(at, located)
    }

    /// Inserts a point between its nearest site and the arc behind it.
    pub(crate) fn insert_point_behind(
        &mut self,
        at: GridPoint,
        located: Located,
    ) -> Result<(PointId, &Change), InsertError> {
        if located.site.is_point() && self.sites.at(located.site) == at {
            return Err(InsertError::PointExists(located.site.point_id()));
        }
        if located.site.is_segment() && self.sites.seg(located.site).height(1, at) == 0 {
            return Err(InsertError::OnSegment(located.site.segment_id()));
        }
        let p = self.new_point(at);
        let query = PointQuery(at);
        let ends = [located.exit, self.twin(located.exit)];
        let seed = ends.into_iter().map(|h| h >> 2).enumerate().find(|&(k, f)| {
            let mut counts = Counts::default();
            query.hits(&self.sites, &mut counts, &self.faces[f as usize])
                && !(self.layered && self.is_cut_off(at, located.exit, k == 0, &mut counts))
        });
        let seed = seed.map(|(_, f)| f);
        if let Some(seed) = seed {
            self.insert_point_at(p, at, seed);
            self.record_change();
        } else {
            self.split_arc(p, located.exit);
        }
        Ok((p, &self.scratch.change))
    }

    /// Whether an arc in front of which a new point lies has a part that is not in conflict between there and its start, or its
    /// end. That end may look hit by a point that is really on another sheet.
    ///
    /// As in [`Diagram::is_broken`], that part is around the ray from a site P of the arc, a point, away from the new point. Seen from P the
    /// place of the arc behind the new point lies opposite to that ray if P is the nearest site. If the nearest site is a segment, that ray meets the arc
    /// on the side of P's foot.
    fn is_cut_off(&self, at: GridPoint, h: u32, is_start: bool, counts: &mut Counts) -> bool {
        let (right, left) = (self.right(h), self.left(h));
        let end = self.face_of(if is_start { h } else { self.twin(h) });
        let (p, other, larger) = match (right.is_point(), left.is_point()) {
            (true, _) => {
                let w = at.minus(self.sites.at(right));
                let across = bearing::axis(&self.sites, right, left).cross(w);
                // The arc runs clockwise around the site on its right.
                (right, left, (across != 0).then_some((across > 0, is_start)))
            }
            (false, true) => {
                let u = self.sites.seg(right).dir().dot(self.sites.at(left).minus(at));
                let along = if right.is_right() { -u } else { u };
                (left, right, (along != 0).then_some((along > 0, !is_start)))
            }
            (false, false) => return false,
        };
        if other.is_segment() && self.sites.seg(other).has_end(p.point_id()) {
            return false;
        }
        // Whether the ray, and this end of the arc, have a larger bearing than the place behind the new point.
        let Some((ray, far)) = larger else { return false };
        let from = self.sites.at(p);
        let axis = bearing::axis(&self.sites, p, other);
        let order = bearing::compare(&self.sites, counts, end, from, axis, from.minus(at));
        ray == far && if far { order.is_gt() } else { order.is_lt() }
    }

    /// Inserts the open segment between two point sites.
    ///
    /// Returns its id, and the vertices that were removed and added.
    ///
    /// # Errors
    /// If an end does not exist, if both are the same, if the segment is there already, or if it meets another
    /// site.
    pub fn insert_segment(&mut self, a: PointId, b: PointId) -> Result<(SegmentId, &Change), InsertError> {
        for p in [a, b] {
            if !self.has_point(p) {
                return Err(InsertError::NoPoint(p));
            }
        }
        if a == b {
            return Err(InsertError::ZeroLength);
        }
        if let Some(s) = self.segment_between(a, b) {
            return Err(InsertError::SegmentExists(s));
        }
        let site = SegmentSite::new(a, b, self.point(a), self.point(b));
        let seed = self.seed_around(if self.degree(a) <= self.degree(b) { a } else { b }, &site);
        let s = self.insert_segment_from(site, seed, true)?;
        Ok((s, self.record_change()))
    }

    /// The segment between two points, if there is one.
    pub fn segment_between(&self, a: PointId, b: PointId) -> Option<SegmentId> {
        let (p, q) = if self.degree(a) <= self.degree(b) { (a, b) } else { (b, a) };
        if self.degree(p) == 0 {
            return None;
        }
        self.segments_at(p).find(|&s| self.sites.segments[s.index()].has_end(q))
    }

    /// The segments that end at a point, counter-clockwise.
    pub fn segments_at(&self, p: PointId) -> impl Iterator<Item = SegmentId> + '_ {
        self.star_of(Code::point(p)).filter_map(move |h| {
            let c = self.left(h);
            (c.is_segment() && self.sites.seg(c).has_end(p)).then(|| c.segment_id())
        })
    }

    pub(crate) fn degree(&self, p: PointId) -> u32 {
        self.sites.points[p.index()].degree
    }

    /// The half-edges with this site on their right, counter-clockwise.
    pub(crate) fn star_of(&self, c: Code) -> impl Iterator<Item = u32> + '_ {
        let start = self.anchor(c);
        let mut h = Some(start);
        std::iter::from_fn(move || {
            let here = h?;
            let after = self.around(here);
            h = (after != start).then_some(after);
            Some(here)
        })
    }

    /// A face around a point that the segment cuts.
    pub(crate) fn seed_around(&mut self, p: PointId, site: &SegmentSite) -> Option<u32> {
        let start = self.sites.points[p.index()].anchor;
        let mut h = start;
        loop {
            let hit = site.hits(&self.sites, &mut self.scratch.counts, &self.faces[(h >> 2) as usize]);
            if hit {
                return Some(h >> 2);
            }
            h = self.around(h);
            if h == start {
                return None;
            }
        }
    }

    /// Inserts a segment from a face that it cuts. `checked`: look for sites in its way first.
    pub(crate) fn insert_segment_from(
        &mut self,
        site: SegmentSite,
        seed: Option<u32>,
        checked: bool,
    ) -> Result<SegmentId, InsertError> {
        let (a, b) = (site.a, site.b);
        let Some(seed) = seed else { return Err(InsertError::Meets(Site::Point(a))) };
        let is_tree = self.flood(seed, &site);
        if (checked || !is_tree)
            && let Some(met) = self.met_by(&site)
        {
            return Err(InsertError::Meets(met));
        }
        if !is_tree {
            return Err(InsertError::Meets(Site::Point(b)));
        }
        let ring = &self.scratch.ring;
        let from = ring.iter().position(|edge| edge.a == Code::point(a));
        let until = ring.iter().position(|edge| edge.b == Code::point(b));
        let (Some(from), Some(until)) = (from, until) else {
            return Err(InsertError::Meets(Site::Point(if from.is_some() { b } else { a })));
        };
        let right = (until + ring.len() - from) % ring.len();
        let len = ring.len();
        let s = self.new_segment(site);
        let codes = [Code::segment(s, Side::Right), Code::segment(s, Side::Left)];
        // Steps from the first end on: up to the second end they are on the right.
        self.star(|k| codes[usize::from(if k >= from { k - from } else { k + len - from } > right)]);
        for p in [a, b] {
            self.sites.points[p.index()].degree += 1;
        }
        Ok(s)
    }

    /// A site around the last flood that the segment runs through.
    fn met_by(&self, site: &SegmentSite) -> Option<Site> {
        let ends = [Code::point(site.a), Code::point(site.b)];
        let d = site.dir();
        for &f in &self.scratch.hit {
            for c in self.faces[f as usize].c {
                if c.is_point() {
                    let q = self.sites.at(c);
                    let along = d.dot(q.minus(site.from));
                    if !ends.contains(&c) && site.height(1, q) == 0 && along > 0 && along < d.norm_sq() {
                        return Some(c.site());
                    }
                } else {
                    let t = self.sites.seg(c);
                    let apart = |s: &SegmentSite, t: &SegmentSite| {
                        let (p, q) = (s.height(1, t.from), s.height(1, t.to()));
                        (p >= 0 && q >= 0) || (p <= 0 && q <= 0)
                    };
                    if !apart(site, t) && !apart(t, site) {
                        return Some(c.site());
                    }
                }
            }
        }
        None
    }

    /// Inserts a point from a face in conflict with it.
    pub(crate) fn insert_point_at(&mut self, p: PointId, at: GridPoint, seed: u32) {
        let is_tree = self.flood(seed, &PointQuery(at));
        assert!(is_tree, "the region of a point is a tree");
        self.star(|_| Code::point(p));
    }

    /// The new region only takes the middle of an arc: two new faces.
    fn split_arc(&mut self, p: PointId, h: u32) {
        let t = self.twin(h);
        let code = Code::point(p);
        let (near, far) = (self.new_face_slot(), self.new_face_slot());
        let [a, b] = [self.right(h), self.left(h)];
        self.faces[near as usize] = Face::new(&self.sites, [b, a, code]);
        let [b, a] = [self.right(t), self.left(t)];
        self.faces[far as usize] = Face::new(&self.sites, [a, b, code]);
        self.link(near * 4, h);
        self.link(far * 4, t);
        self.link(near * 4 + 1, far * 4 + 2);
        self.link(near * 4 + 2, far * 4 + 1);
        self.set_anchor(code, near * 4 + 2);
        let change = &mut self.scratch.change;
        change.removed.clear();
        change.added.clear();
        change.added.extend([VertexId(near), VertexId(far)]);
    }

    pub(crate) fn new_point(&mut self, at: GridPoint) -> PointId {
        let site = PointSite { at, anchor: NONE, degree: 0 };
        match self.free_points.pop() {
            Some(slot) => {
                self.sites.points[slot as usize] = site;
                PointId(slot)
            }
            None => {
                self.sites.points.push(site);
                PointId(u32::try_from(self.sites.points.len() - 1).expect("fewer than 2^30 points"))
            }
        }
    }

    fn new_segment(&mut self, site: SegmentSite) -> SegmentId {
        match self.free_segments.pop() {
            Some(slot) => {
                self.sites.segments[slot as usize] = site;
                SegmentId(slot)
            }
            None => {
                self.sites.segments.push(site);
                SegmentId(u32::try_from(self.sites.segments.len() - 1).expect("fewer than 2^30 segments"))
            }
        }
    }

    /// A half-edge to start a walk from.
    pub(crate) fn hint(&self, near: Option<Site>) -> u32 {
        let anchor = match near {
            Some(Site::Point(p)) => self.sites.points.get(p.index()).map(|site| site.anchor),
            Some(Site::Segment(s)) => self.sites.segments.get(s.index()).map(|site| site.anchor),
            None => None,
        };
        anchor.filter(|&h| h != NONE).unwrap_or(self.sites.points[0].anchor)
    }
}
