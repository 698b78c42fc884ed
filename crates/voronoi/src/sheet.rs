//! Inserting on a surface that overlaps itself: coordinates alone do not say where, so the caller does.
//!
//! In the plane a walk to the nearest site always ends in the right place. On a surface it may end on another sheet, seen from above in
//! the same place. Only the caller knows which sheet is meant; so here a walk and an insertion are two steps, and where
//! there is a choice the caller is asked.

use crate::diagram::{Change, Diagram};
use crate::flood::Query;
use crate::id::{HalfEdgeId, PointId, SegmentId, VertexId};
use crate::insert::InsertError;
use crate::locate::Located;
use crate::predicate::Counts;
use crate::site::{Code, GridPoint, MAX_COORD, NONE, SegmentSite, Site};

impl Diagram {
    /// Whether parts of the surface may lie above each other.
    pub fn is_layered(&self) -> bool {
        self.layered
    }

    /// A half-edge of the region of a site, with the site on its right, to start a walk from. `None` if there is no such site.
    pub fn half_edge_of(&self, site: Site) -> Option<HalfEdgeId> {
        let there = match site {
            Site::Point(p) => self.has_point(p),
            Site::Segment(s) => self.has_segment(s),
        };
        there.then(|| HalfEdgeId(self.hint(Some(site))))
    }

    /// Whether the id names a vertex, those at the frame included.
    pub fn has_vertex(&self, vertex: VertexId) -> bool {
        self.faces.get(vertex.index()).is_some_and(|face| face.mark != NONE)
    }

    /// Walks from a half-edge to a site nearest to a place. Returns the arc of its region behind the place: a half-edge with that
    /// site on its right.
    ///
    /// # Panics
    /// If there is no such half-edge, or no site at all.
    pub fn walk_to(&self, place: GridPoint, start: HalfEdgeId) -> HalfEdgeId {
        HalfEdgeId(self.locate_from(place, start.0, &mut Counts::default()).exit)
    }

    /// Inserts a point in front of an arc: where [`walk_to`](Self::walk_to) ended.
    ///
    /// # Errors
    /// If the point is out of range, is there already, or lies on a segment.
    pub fn insert_point_before(
        &mut self,
        at: GridPoint,
        arc: HalfEdgeId,
    ) -> Result<(PointId, &Change), InsertError> {
        in_range(at)?;
        self.insert_point_behind(at, Located { site: self.right(arc.0), exit: arc.0 })
    }

    /// Inserts a segment between two points round which there may be several sheets. The vertices around its first end whose
    /// circle it cuts are shown to `accept`; the segment comes in where that agrees and the other end is reached.
    ///
    /// # Errors
    /// If an end does not exist, if both are the same, or if the segment meets another site on every sheet.
    pub fn insert_segment_where(
        &mut self,
        a: PointId,
        b: PointId,
        mut accept: impl FnMut(&Self, VertexId) -> bool,
    ) -> Result<(SegmentId, &Change), InsertError> {
        for p in [a, b] {
            if !self.has_point(p) {
                return Err(InsertError::NoPoint(p));
            }
        }
        if a == b {
            return Err(InsertError::ZeroLength);
        }
        let site = SegmentSite::new(a, b, self.point(a), self.point(b));
        let mut failed = InsertError::Meets(Site::Point(b));
        let star: Vec<u32> = self.star_of(Code::point(a)).map(|h| h >> 2).collect();
        for seed in star {
            let hit = site.hits(&self.sites, &mut self.scratch.counts, &self.faces[seed as usize]);
            if hit && accept(self, VertexId(seed)) {
                match self.insert_segment_from(site, Some(seed), true) {
                    Ok(s) => return Ok((s, self.record_change())),
                    Err(error) => failed = error,
                }
            }
        }
        Err(failed)
    }
}

fn in_range(at: GridPoint) -> Result<(), InsertError> {
    let reach = MAX_COORD.unsigned_abs();
    if at.x.unsigned_abs() > reach || at.y.unsigned_abs() > reach {
        return Err(InsertError::OutOfRange(at));
    }
    Ok(())
}
