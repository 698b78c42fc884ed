//! Layered surfaces: diagrams of several layers, glued along segments.
//!
//! A layer is flat; layers may overlap each other. A seam is a segment that is part of the border of two layers, which lie
//! on different sides of it. Closed, it is an obstacle on both. Open, the layers are one surface there: distances are measured across.
//!
//! Idea. Each layer's diagram covers a whole plane, in which the layer is only a part. To glue two layers along
//! a segment, cut both planes open along it and join them crosswise, like the sheets of a Riemann surface:
//!
//! ```text
//!    layer i   ─────s─────   left of s          left of i  ─────s─────  right of j     the seam
//!                            right of s   ═▶
//!    layer j   ─────t─────   left of t          left of j  ─────t─────  right of i     its back
//!                            right of t
//! ```
//!
//! The seam `s` now has its left side on one layer and its right side on the other; `t`, its back, joins
//! what is outside of both layers and stays forever. The ends of the segment become one point each, with two full turns round it.
//!
//! After that there is nothing special: opening a seam is removing a segment, closing it is inserting one, and both
//! work on neighbors only. Nothing is ever projected but the sites at hand, so the surface may overlap itself.
//!
//! 1. Gluing: exchange the codes of the right sides, re-link the four arcs round the ends, unite the ends.
//!    Where the ends were one point already the exchange splits it in two: the layers close round it.
//! 2. Opening: [`Diagram::remove_segment`].
//! 3. Closing: try the sheets round an end until the flood reaches the other end.
//!
//! Cost: gluing is proportional to the neighbors of the two segments and of their ends.
//! After: W. van Toll, A. F. Cook IV, M. van Kreveld, R. Geraerts, The Explicit Corridor Map: a medial axis-based
//! navigation mesh for multi-layered environments (2017), section 5.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use thiserror::Error;

use crate::diagram::{Change, Diagram};
use crate::flood::Query;
use crate::id::{PointId, SegmentId};
use crate::insert::InsertError;
use crate::site::{Code, NONE, PointSite, SegmentSite, Side, Site};

/// A seam of a surface.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SeamId(pub u32);

/// One side of a seam that is about to be made: a segment, and on which side of it the layer lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Border {
    /// The segment, as an id of the surface.
    pub segment: SegmentId,
    /// Where the layer lies, seen along the segment.
    pub layer: Side,
}

/// Why a surface did not change.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SurfaceError {
    /// No such segment.
    #[error("there is no segment {}", .0.0)]
    NoSegment(SegmentId),
    /// The segments do not coincide.
    #[error("segments {} and {} do not have the same ends; a seam must be the same segment on both layers", .0.0, .1.0)]
    DifferentEnds(SegmentId, SegmentId),
    /// Both layers lie on the same side.
    #[error("both layers lie on the same side of segments {} and {}; the surface may not fold back at a seam", .0.0, .1.0)]
    SameSide(SegmentId, SegmentId),
    /// The segment is part of a seam already.
    #[error("segment {} is part of a seam already", .0.0)]
    Glued(SegmentId),
    /// No such seam.
    #[error("there is no seam {}", .0.0)]
    NoSeam(SeamId),
    /// The seam is open, or closed, already.
    #[error("seam {} is {} already", .0.0, if *.1 { "open" } else { "closed" })]
    AlreadyThere(SeamId, bool),
    /// Something stands on the seam.
    #[error("seam {} cannot be closed: {reason}", .seam.0)]
    Blocked {
        /// The seam.
        seam: SeamId,
        /// What stands in the way.
        reason: InsertError,
    },
}

#[derive(Clone, Copy, Debug)]
struct Seam {
    /// The segment while the seam is closed.
    segment: Option<SegmentId>,
    /// The segment on the far side of both layers.
    back: SegmentId,
    a: PointId,
    b: PointId,
}

/// Diagrams of several layers in one, glued along seams.
#[derive(Clone, Debug, Default)]
pub struct Surface {
    diagram: Diagram,
    /// Where each layer's points and segments start.
    offsets: Vec<[u32; 2]>,
    seams: Vec<Seam>,
    /// For points that were united with another: that other.
    united: Vec<(PointId, PointId)>,
}

impl Surface {
    /// The layers side by side, not glued.
    pub fn new(layers: impl IntoIterator<Item = Diagram>) -> Self {
        let mut layers = layers.into_iter();
        let mut surface =
            Self { diagram: layers.next().unwrap_or_default(), offsets: vec![[0, 0]], ..Self::default() };
        for layer in layers {
            let offset = surface.diagram.append(&layer);
            surface.offsets.push(offset);
        }
        surface
    }

    /// The diagram of the whole surface.
    pub fn diagram(&self) -> &Diagram {
        &self.diagram
    }

    /// The id on the surface of a segment of a layer.
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn segment(&self, layer: usize, s: SegmentId) -> SegmentId {
        SegmentId(self.offsets[layer][1] + s.0)
    }

    /// The id on the surface of a point of a layer. Points that were united share one.
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn point(&self, layer: usize, p: PointId) -> PointId {
        let mut p = PointId(self.offsets[layer][0] + p.0);
        while let Some(&(_, other)) = self.united.iter().find(|&&(old, _)| old == p) {
            p = other;
        }
        p
    }

    /// The layers that a site is on: one, or several for a seam and for points that were united.
    pub fn layers_of(&self, site: Site) -> Vec<usize> {
        let layer_at =
            |kind: usize, index: u32| self.offsets.partition_point(|offset| offset[kind] <= index) - 1;
        let mut layers = match site {
            Site::Point(p) => {
                let mut all = vec![p];
                let mut k = 0;
                while k < all.len() {
                    let here = all[k];
                    all.extend(self.united.iter().filter(|&&(_, new)| new == here).map(|&(old, _)| old));
                    k += 1;
                }
                all.iter().map(|p| layer_at(0, p.0)).collect()
            }
            Site::Segment(s) => {
                let mut layers = vec![layer_at(1, s.0)];
                for seam in &self.seams {
                    if seam.segment == Some(s) || seam.back == s {
                        layers.extend(
                            [seam.segment, Some(seam.back)].into_iter().flatten().map(|s| layer_at(1, s.0)),
                        );
                    }
                }
                layers
            }
        };
        layers.sort_unstable();
        layers.dedup();
        layers
    }

    /// The vertices in a form in which two states of one surface can be compared: the sites of each, a segment by its
    /// ends, and its position in thousandths of a unit. Sorted.
    pub fn outline(&self) -> Vec<(Vec<[PointId; 2]>, [i64; 2])> {
        let name = |site: Site| match site {
            Site::Point(p) => [p, p],
            Site::Segment(s) => {
                let [a, b] = self.diagram.ends(s);
                if a <= b { [a, b] } else { [b, a] }
            }
        };
        let mut outline: Vec<_> = self
            .diagram
            .vertices()
            .map(|vertex| {
                let mut sites: Vec<_> = vertex.sites().map(name).collect();
                sites.sort_unstable();
                (sites, vertex.position().map(|x| (x * 1e3).round() as i64))
            })
            .collect();
        outline.sort_unstable();
        outline
    }

    /// Number of seams.
    pub fn num_seams(&self) -> usize {
        self.seams.len()
    }

    /// Whether a seam is open.
    pub fn is_open(&self, seam: SeamId) -> bool {
        self.seams.get(seam.0 as usize).is_some_and(|seam| seam.segment.is_none())
    }

    /// Step 1: makes a seam of two coinciding segments. It is closed at first.
    ///
    /// # Errors
    /// If the segments do not exist, differ, or are part of a seam, or if both layers lie on the same side.
    pub fn glue(&mut self, one: Border, two: Border) -> Result<SeamId, SurfaceError> {
        for side in [one, two] {
            if !self.diagram.has_segment(side.segment) {
                return Err(SurfaceError::NoSegment(side.segment));
            }
            let used = |seam: &Seam| seam.segment == Some(side.segment) || seam.back == side.segment;
            if self.seams.iter().any(used) {
                return Err(SurfaceError::Glued(side.segment));
            }
        }
        let (s, t) = (one.segment, two.segment);
        let ends = |s: SegmentId| {
            let site = &self.diagram.sites.segments[s.index()];
            [site.from, site.to()]
        };
        let ([a, b], [c, d]) = (ends(s), ends(t));
        let same = [a, b] == [c, d];
        if s == t || !same && [a, b] != [d, c] {
            return Err(SurfaceError::DifferentEnds(s, t));
        }
        if (one.layer == two.layer) == same {
            return Err(SurfaceError::SameSide(s, t));
        }
        if !same {
            self.diagram.flip(t);
        }
        // Seen along the common direction the first layer lies left of its segment.
        let (s, t) = if one.layer == Side::Left { (s, t) } else { (t, s) };
        let united = self.diagram.cross(s, t);
        self.united.extend(united);
        let [a, b] = self.diagram.ends(s);
        self.seams.push(Seam { segment: Some(s), back: t, a, b });
        Ok(SeamId(self.seams.len() as u32 - 1))
    }

    /// Step 2: opens a seam. Returns the vertices that were removed and added.
    ///
    /// # Errors
    /// If there is no such seam, or it is open.
    pub fn open(&mut self, seam: SeamId) -> Result<&Change, SurfaceError> {
        let entry = self.seams.get_mut(seam.0 as usize).ok_or(SurfaceError::NoSeam(seam))?;
        let segment = entry.segment.take().ok_or(SurfaceError::AlreadyThere(seam, true))?;
        self.diagram.remove_segment(segment).map_err(|_| SurfaceError::NoSegment(segment))
    }

    /// Step 3: closes a seam. Returns the vertices that were removed and added.
    ///
    /// # Errors
    /// If there is no such seam, it is closed, or something stands on it.
    pub fn close(&mut self, seam: SeamId) -> Result<&Change, SurfaceError> {
        let entry = self.seams.get(seam.0 as usize).ok_or(SurfaceError::NoSeam(seam))?;
        if entry.segment.is_some() {
            return Err(SurfaceError::AlreadyThere(seam, false));
        }
        let (a, b) = (entry.a, entry.b);
        let segment =
            self.diagram.insert_on_sheet(a, b).map_err(|reason| SurfaceError::Blocked { seam, reason })?;
        self.seams[seam.0 as usize].segment = Some(segment);
        Ok(&self.diagram.scratch.change)
    }

    /// Opens all seams, each time the one with the fewest neighbors, which keeps the total near linear
    /// (paper, section 5.6). Returns the order.
    pub fn open_all(&mut self) -> Vec<SeamId> {
        let cost = |surface: &Self, seam: SeamId| {
            let segment = surface.seams[seam.0 as usize].segment?;
            Some(surface.diagram.star_of(Code::segment(segment, Side::Left)).count())
        };
        let all = (0..self.seams.len() as u32).map(SeamId);
        let mut queue: BinaryHeap<Reverse<(usize, SeamId)>> =
            all.filter_map(|seam| Some(Reverse((cost(self, seam)?, seam)))).collect();
        let mut order = Vec::new();
        while let Some(Reverse((known, seam))) = queue.pop() {
            // Neighbors change as others are opened: look again, and put it back if it has become more.
            match cost(self, seam) {
                Some(now) if now > known => queue.push(Reverse((now, seam))),
                Some(_) => {
                    self.open(seam).expect("the seam is closed");
                    order.push(seam);
                }
                None => {}
            }
        }
        order
    }
}

impl Diagram {
    /// Adds the arrays of another diagram to this one. Returns where its points and segments start.
    fn append(&mut self, other: &Self) -> [u32; 2] {
        let points = self.sites.points.len() as u32;
        let segments = self.sites.segments.len() as u32;
        let faces = self.faces.len() as u32;
        let shift_half_edge = |h: u32| if h == NONE { NONE } else { h + 4 * faces };
        self.sites
            .points
            .extend(other.sites.points.iter().map(|p| PointSite { anchor: shift_half_edge(p.anchor), ..*p }));
        self.sites.segments.extend(other.sites.segments.iter().map(|s| SegmentSite {
            a: PointId(s.a.0 + points),
            b: PointId(s.b.0 + points),
            anchor: shift_half_edge(s.anchor),
            ..*s
        }));
        self.faces.extend(other.faces.iter().map(|face| {
            let mut face = *face;
            face.c = face.c.map(|c| Code(c.0 + 4 * if c.is_segment() { segments } else { points }));
            face.n = face.n.map(shift_half_edge);
            face.mark = if face.mark == NONE { NONE } else { 0 };
            face
        }));
        self.free_faces.extend(other.free_faces.iter().map(|f| f + faces));
        self.free_points.extend(other.free_points.iter().map(|p| p + points));
        self.free_segments.extend(other.free_segments.iter().map(|s| s + segments));
        self.frames.extend(other.frames.iter().map(|p| PointId(p.0 + points)));
        self.merged_points += other.merged_points;
        self.retired_points += other.retired_points;
        self.layered |= other.layered;
        [points, segments]
    }

    /// Exchanges the two ends of a segment, and its sides.
    fn flip(&mut self, s: SegmentId) {
        let code = Code::segment(s, Side::Left);
        let star: Vec<u32> = self.star_of(code).collect();
        for h in star {
            let c = &mut self.faces[(h >> 2) as usize].c[(h & 3) as usize];
            *c = Code(c.0 ^ 2);
        }
        let site = self.sites.segments[s.index()];
        self.sites.segments[s.index()] =
            SegmentSite { anchor: site.anchor, ..SegmentSite::new(site.b, site.a, site.to(), site.from) };
    }

    /// Joins the two planes crosswise along two segments with the same ends. Returns which points were united.
    fn cross(&mut self, s: SegmentId, t: SegmentId) -> Vec<(PointId, PointId)> {
        self.layered = true;
        let [sc, tc] = [s, t].map(|s| Code::segment(s, Side::Left));
        let right_side = |diagram: &Self, c: Code| -> Vec<u32> {
            diagram.star_of(c).filter(|&h| diagram.right(h).is_right()).collect()
        };
        let (right_of_s, right_of_t) = (right_side(self, sc), right_side(self, tc));
        // The arcs round the ends, as half-edges of the faces left and right of each segment.
        let ends = |c: Code, p: PointId| -> [u32; 2] {
            let h = self.star_of(c).find(|&h| self.left(h) == Code::point(p)).expect("an end is a neighbor");
            if self.right(h).is_right() { [self.twin(h), h] } else { [h, self.twin(h)] }
        };
        let ([sa, sb], [ta, tb]) = (self.ends(s), self.ends(t));
        let arcs = [[ends(sc, sa), ends(tc, ta)], [ends(sc, sb), ends(tc, tb)]];
        for (star, code) in
            [(right_of_s, Code::segment(t, Side::Right)), (right_of_t, Code::segment(s, Side::Right))]
        {
            for h in star {
                self.faces[(h >> 2) as usize].c[(h & 3) as usize] = code;
            }
        }
        for [[s_left, s_right], [t_left, t_right]] in arcs {
            self.link(s_left, t_right);
            self.link(t_left, s_right);
        }
        let mut united = Vec::new();
        for (k, (p, q)) in [(sa, ta), (sb, tb)].into_iter().enumerate() {
            // The half-edge of each segment's left face that starts at the end.
            let [at_s, at_t] = [0, 1].map(|i| {
                let h = arcs[k][i][0];
                if self.right(h).is_point() { h } else { self.twin(h) }
            });
            if p == q {
                self.split_point(p, at_s, at_t);
            } else {
                self.rename_point(at_s, p, q);
                self.retire_point(q);
                self.merged_points += 1;
                united.push((q, p));
            }
        }
        for c in [sc, tc] {
            let s = self.sites.segments[c.index()];
            let h = self.star_of(Code::point(s.a)).find(|&h| self.left(h).same_site(c));
            self.sites.segments[c.index()].anchor = self.twin(h.expect("an end is a neighbor"));
        }
        united
    }

    /// Makes all half-edges round the origin of `h` start at `p`, and their segments end there instead of at `old`.
    fn rename_point(&mut self, h: u32, p: PointId, old: PointId) {
        let code = Code::point(p);
        let (mut at, mut degree) = (h, 0);
        loop {
            self.faces[(at >> 2) as usize].c[(at & 3) as usize] = code;
            let other = self.left(at);
            if other.is_segment() {
                let s = &mut self.sites.segments[other.index()];
                if s.has_end(old) || s.has_end(p) {
                    let end = if s.a == old || s.a == p { &mut s.a } else { &mut s.b };
                    *end = p;
                    degree += 1;
                }
            }
            at = self.around(at);
            if at == h {
                break;
            }
        }
        let site = &mut self.sites.points[p.index()];
        site.anchor = h;
        site.degree = degree;
    }

    fn retire_point(&mut self, p: PointId) {
        self.sites.points[p.index()].anchor = NONE;
        self.retired_points += 1;
    }

    /// After a second exchange at one point its half-edges may be two circles: give the second a point of its own.
    fn split_point(&mut self, p: PointId, first: u32, second: u32) {
        let mut h = first;
        loop {
            if h == second {
                self.rename_point(first, p, p);
                return;
            }
            h = self.around(h);
            if h == first {
                break;
            }
        }
        let at = self.sites.points[p.index()].at;
        self.rename_point(first, p, p);
        self.sites.points.push(PointSite { at, anchor: second, degree: 0 });
        self.rename_point(second, PointId(self.sites.points.len() as u32 - 1), p);
        self.merged_points -= 1;
    }

    /// Inserts a segment between two points round which there may be several sheets: the one on which the
    /// flood reaches both ends is the right one.
    pub(crate) fn insert_on_sheet(&mut self, a: PointId, b: PointId) -> Result<SegmentId, InsertError> {
        let site = SegmentSite::new(a, b, self.point(a), self.point(b));
        let mut failed = InsertError::Meets(Site::Point(b));
        let star: Vec<u32> = self.star_of(Code::point(a)).map(|h| h >> 2).collect();
        let mut was_hit = false;
        for seed in star {
            // Faces in conflict on one sheet follow each other: try the first of each run.
            let hit = site.hits(&self.sites, &mut self.scratch.counts, &self.faces[seed as usize]);
            if hit && !was_hit {
                match self.insert_segment_from(site, Some(seed), true) {
                    Ok(s) => {
                        self.record_change();
                        return Ok(s);
                    }
                    Err(error) => failed = error,
                }
            }
            was_hit = hit;
        }
        Err(failed)
    }
}
