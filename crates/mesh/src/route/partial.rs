//! Along an edge from a place on it: how far, and how wide.
//!
//! A path begins and ends inside edges, at retractions. What it needs there are the parts of these edges, up to their vertices or up to each
//! other. Whoever compares widths takes them from here, so that a search and a diagnosis never disagree, not even in the last bit:
//! the smallest width of all arcs of an edge is exactly the edge's `min_clearance`.

use std::ops::Range;

use rayon::prelude::*;
use throng_voronoi::Arc;

use crate::id::{CellId, EdgeId, JointId};
use crate::mesh::Mesh;
use crate::route::approach::Approach;

/// A piece of the medial axis, as far as searches care.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Span {
    /// \[m\]
    pub(crate) length: f64,
    /// \[m\]
    pub(crate) min_clearance: f64,
}

/// A place on the medial axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OnAxis {
    pub(crate) cell: CellId,
    /// Where it is on the arc of the cell, as in [`Arc::point`].
    pub(crate) t: f64,
}

/// The part of an edge between a place on it and one of its vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Partial {
    pub(crate) vertex: JointId,
    /// \[m\]
    pub(crate) length: f64,
    /// \[m\]
    pub(crate) min_clearance: f64,
}

impl Span {
    /// Those of all arcs, by cell; of no length for cells that are dead.
    pub(crate) fn of_cells(mesh: &Mesh) -> Vec<Self> {
        let cells = (0..mesh.cells.len() as u32).into_par_iter().with_min_len(1024);
        let nothing = Self { length: 0.0, min_clearance: 0.0 };
        let span = |c: CellId| if mesh.has_cell(c) { Self::of_arc(&mesh.arc(c)) } else { nothing };
        let mut spans: Vec<Self> = cells.map(|c| span(CellId(c))).collect();
        // Arcs in meters and the edge's minimum, which was found in grid units, differ by rounding. The edge is right: all go by it.
        for edge in mesh.edges.iter().filter(|edge| !edge.is_dead()) {
            let own = &mut spans[edge.first_cell.index()..][..edge.num_cells as usize];
            let mut narrowest = 0;
            for k in 0..own.len() {
                if own[k].min_clearance < own[narrowest].min_clearance {
                    narrowest = k;
                }
                own[k].min_clearance = own[k].min_clearance.max(edge.min_clearance);
            }
            own[narrowest].min_clearance = edge.min_clearance;
        }
        spans
    }

    pub(crate) fn of_arc(arc: &Arc) -> Self {
        Self { length: arc.length(), min_clearance: arc.min_clearance().1 }
    }

    /// One after the other.
    pub(crate) fn then(self, next: &Self) -> Self {
        Self { length: self.length + next.length, min_clearance: self.min_clearance.min(next.min_clearance) }
    }
}

impl Mesh {
    /// The vertices where an edge starts and ends.
    pub(crate) fn ends_of_edge(&self, edge: EdgeId) -> [JointId; 2] {
        let edge = &self.edges[edge.index()];
        let last = CellId(edge.first_cell.0 + edge.num_cells - 1);
        [edge.first_cell.left(), last.right()].map(|f| self.flank(f).start)
    }

    /// From a place on the medial axis to the start of its edge, and to the end.
    pub(crate) fn partials(&self, place: OnAxis) -> [Partial; 2] {
        let id = self.cells[place.cell.index()].edge;
        let edge = &self.edges[id.index()];
        let (first, end, c) = (edge.first_cell.0, edge.first_cell.0 + edge.num_cells, place.cell.0);
        let (before, after) = self.arc(place.cell).split(place.t);
        let to_start = self.spans_after(&before, first..c);
        let to_end = self.spans_after(&after, c + 1..end);
        let [start, end] = self.ends_of_edge(id);
        [(start, to_start), (end, to_end)].map(|(vertex, Span { length, min_clearance })| Partial {
            vertex,
            length,
            min_clearance,
        })
    }

    /// Between two places on one edge, along it; `None` if they are on different edges. The same in both directions.
    pub(crate) fn span_between(&self, one: OnAxis, two: OnAxis) -> Option<Span> {
        if self.cells[one.cell.index()].edge != self.cells[two.cell.index()].edge {
            return None;
        }
        let order = (one.cell, one.t) <= (two.cell, two.t);
        let [one, two] = if order { [one, two] } else { [two, one] };
        if one.cell == two.cell {
            return Some(Span::of_arc(&self.arc_between(one.cell, one.t, two.t)));
        }
        let [after, before] = [self.arc(one.cell).split(one.t).1, self.arc(two.cell).split(two.t).0];
        let span = self.spans_after(&after, one.cell.0 + 1..two.cell.0);
        Some(span.then(&Span::of_arc(&before)))
    }

    /// A piece of an arc and whole cells of its edge, one after the other.
    fn spans_after(&self, piece: &Arc, cells: Range<u32>) -> Span {
        let piece = Span::of_arc(piece);
        if cells.is_empty() {
            return piece;
        }
        if let Some(spans) = self.spans_at_hand() {
            return spans[cells.start as usize..cells.end as usize].iter().fold(piece, Span::then);
        }
        // The same for one edge: arcs are not narrower than the edge, and one of them is as narrow.
        let edge = &self.edges[self.cells[cells.start as usize].edge.index()];
        let (mut sum, mut narrowest) = (piece, (f64::INFINITY, 0));
        for c in edge.first_cell.0..edge.first_cell.0 + edge.num_cells {
            let mut span = Span::of_arc(&self.arc(CellId(c)));
            if span.min_clearance < narrowest.0 {
                narrowest = (span.min_clearance, c);
            }
            if cells.contains(&c) {
                span.min_clearance = span.min_clearance.max(edge.min_clearance);
                sum = sum.then(&span);
            }
        }
        if cells.contains(&narrowest.1) {
            sum.min_clearance = sum.min_clearance.min(edge.min_clearance);
        }
        sum
    }

    /// The part of a cell's arc between two of its places.
    pub(crate) fn arc_between(&self, cell: CellId, t: f64, u: f64) -> Arc {
        let arc = self.arc(cell);
        let (low, high) = if t <= u { (t, u) } else { (u, t) };
        Arc { start: arc.point(low), end: arc.point(high), ..arc }
    }
}

impl Approach {
    /// The retraction.
    pub(crate) fn on_axis(&self) -> OnAxis {
        OnAxis { cell: self.cell, t: self.t }
    }
}
