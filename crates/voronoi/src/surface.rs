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
//! 1. Gluing: [`crate::glue`].
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
use crate::id::{PointId, SegmentId};
use crate::insert::InsertError;
use crate::site::{Code, Side, Site};

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
        let layers: Vec<Diagram> = layers.into_iter().collect();
        let more = |of: fn(&Diagram) -> usize| layers.iter().skip(1).map(of).sum::<usize>();
        let (faces, points, segments) = (
            more(|layer| layer.faces.len()),
            more(|layer| layer.sites.points.len()),
            more(|layer| layer.sites.segments.len()),
        );
        let mut layers = layers.into_iter();
        let mut surface =
            Self { diagram: layers.next().unwrap_or_default(), offsets: vec![[0, 0]], ..Self::default() };
        // With some room to spare: gluing and opening add a few, and must not move all of it.
        surface.diagram.faces.reserve_exact(faces + faces / 32);
        surface.diagram.sites.points.reserve_exact(points + points / 32);
        surface.diagram.sites.segments.reserve_exact(segments);
        for layer in layers {
            let offset = surface.diagram.append(&layer);
            surface.offsets.push(offset);
        }
        surface
    }

    /// The diagram alone, without what could close the seams again.
    pub fn into_diagram(self) -> Diagram {
        self.diagram
    }

    /// The diagram of the whole surface.
    pub fn diagram(&self) -> &Diagram {
        &self.diagram
    }

    /// The diagram of the whole surface, to change it. Segments of seams, and their ends, are not to be removed: only
    /// [`Surface::open`] and [`Surface::close`] know how.
    pub fn diagram_mut(&mut self) -> &mut Diagram {
        &mut self.diagram
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

    /// Where each layer's points and segments start: ids of the layer plus these are ids of the surface.
    pub fn starts(&self) -> &[[u32; 2]] {
        &self.offsets
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

    /// The segment of a seam while it is closed, one layer on each side of it.
    ///
    /// # Panics
    /// If there is no such seam.
    pub fn seam_segment(&self, seam: SeamId) -> Option<SegmentId> {
        self.seams[seam.0 as usize].segment
    }

    /// The back of a seam: the segment that joins what is outside of the two layers.
    ///
    /// # Panics
    /// If there is no such seam.
    pub fn seam_back(&self, seam: SeamId) -> SegmentId {
        self.seams[seam.0 as usize].back
    }

    /// The ends of a seam.
    ///
    /// # Panics
    /// If there is no such seam.
    pub fn seam_ends(&self, seam: SeamId) -> [PointId; 2] {
        let seam = self.seams[seam.0 as usize];
        [seam.a, seam.b]
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
        let segment = self.diagram.insert_segment_where(a, b, |_, _| true);
        let (segment, _) = segment.map_err(|reason| SurfaceError::Blocked { seam, reason })?;
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
