//! Taking edges out of the mesh.
//!
//! 1. An edge goes with all its cells: out of the index, off its obstacles, and off the half-edges that it was made from. It stays linked with its neighbors, so
//!    that whoever is next to it is still found.
//! 2. When all that goes is known, joints forget flanks that are gone, and those with none left go too.
//!
//! Cost: the cells of the edges, and the flanks around their ends.

use throng_voronoi::HalfEdgeId;

use super::mend::{Mending, Scratch};
use super::ties::NONE;
use crate::id::{CellId, EdgeId, FlankId, JointId};

impl Mending<'_> {
    /// Deletes the edge along a half-edge, if there is one.
    pub(super) fn delete_at(&mut self, h: HalfEdgeId) {
        if let Some(f) = self.ties.flank(h) {
            self.delete_edge_of(f);
        }
    }

    /// Step 1: deletes the edge of a flank with all its cells.
    pub(super) fn delete_edge_of(&mut self, f: FlankId) {
        let e = self.mesh.cells[f.cell().index()].edge;
        // Already gone with another of its cells.
        if e.0 == NONE {
            return;
        }
        let edge = self.mesh.edges[e.index()];
        let last = CellId(edge.first_cell.0 + edge.num_cells - 1);
        for c in (edge.first_cell.0..=last.0).map(CellId) {
            self.take_out_cell(c);
            for f in [c.left(), c.right()] {
                let h = std::mem::replace(&mut self.ties.half_edge_of[f.index()], HalfEdgeId(NONE));
                if h.0 != NONE {
                    self.ties.flank_of[h.0 as usize] = FlankId(NONE);
                    self.scratch.ask(h.vertex());
                }
                let flank = *self.mesh.flank(f);
                self.ties.obstacles.release(flank.obstacle);
                let at_end = f == edge.first_cell.left() || f == last.right();
                self.leave(flank.start, f, at_end);
            }
            self.mesh.cells[c.index()].edge = EdgeId(NONE);
            self.scratch.dead_cells.push(c);
        }
        self.mesh.edges[e.index()].num_cells = 0;
        self.mesh.live.edges -= 1;
        self.mesh.live.cells -= edge.num_cells;
        self.ties.components.lose(edge.component);
        self.scratch.dead_edges.push(e);
    }

    /// A flank will be gone from a joint. Those that stay there ask for a look at it, for they will be joined anew.
    fn leave(&mut self, joint: JointId, f: FlankId, at_end: bool) {
        if !self.scratch.is_first_left(joint, at_end) || !at_end {
            return;
        }
        let mut g = self.mesh.flank(f.twin()).next;
        while g != f {
            let h = self.ties.half_edge_of[g.index()];
            if h.0 != NONE {
                self.scratch.ask(h.vertex());
            }
            g = self.mesh.flank(g.twin()).next;
        }
    }

    /// Step 2: takes flanks that are gone out of the mesh, and joints where none is left.
    pub(super) fn clear_away(&mut self) {
        for k in 0..self.scratch.left_joints.len() {
            let (j, at_end) = self.scratch.left_joints[k];
            let is_left = |f: FlankId| self.mesh.cells[f.cell().index()].edge.0 != NONE;
            let first = self.mesh.joint(j).flank;
            let mut f = first;
            while !is_left(f) {
                f = self.mesh.flank(f.twin()).next;
                if f == first {
                    f = FlankId(NONE);
                    self.mesh.live.joints -= 1;
                    self.mesh.num_vertices -= u32::from(at_end);
                    self.scratch.dead_joints.push(j);
                    break;
                }
            }
            if f != first {
                self.mesh.joints[j.index()].flank = f;
            }
        }
        for c in &self.scratch.dead_cells {
            for flank in self.mesh.flanks.pair_mut(c.left().index()) {
                flank.start = JointId(NONE);
            }
        }
    }
}

impl Scratch {
    /// Whether a joint has not lost a flank before; notes that it loses one.
    fn is_first_left(&mut self, joint: JointId, is_vertex: bool) -> bool {
        if joint.index() >= self.last_left.len() {
            self.last_left.resize(joint.index() + 1, 0);
        }
        let is_first = std::mem::replace(&mut self.last_left[joint.index()], self.epoch) != self.epoch;
        if is_first {
            self.left_joints.push((joint, is_vertex));
        }
        is_first
    }
}
