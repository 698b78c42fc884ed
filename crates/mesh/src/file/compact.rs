//! A mesh without free slots.
//!
//! 1. Number what is alive: joints, edges, corners and walls in the order of their ids, cells in the order of their edges.
//! 2. Copy it in that order, with the new ids.
//!
//! Cost: linear. A mesh without free slots whose cells are in the order of their edges, such as any that was built, is left as it is.

use std::borrow::Cow;

use crate::blocks::Blocks;
use crate::id::{CellId, CornerId, EdgeId, FlankId, JointId, WallId};
use crate::mesh::{Cell, Counts, DEAD, Edge, Flank, Joint, Mesh, Obstacle, Wall, is_dead_corner};
use crate::prepared::Prepared;

impl Mesh {
    /// The same mesh without free slots.
    pub(super) fn compact(&self) -> Cow<'_, Self> {
        if self.is_compact() {
            return Cow::Borrowed(self);
        }
        // Step 1.
        let cells = self.live_edges().flat_map(|e| self.cells_of(e)).collect::<Vec<_>>();
        let mut of_cell = vec![DEAD; self.cells.len()];
        for (c, new) in cells.iter().zip(0..) {
            of_cell[c.index()] = new;
        }
        let of_joint = numbered(&self.joints, Joint::is_dead);
        let of_edge = numbered(&self.edges, Edge::is_dead);
        let of_corner = numbered(&self.corners, is_dead_corner);
        let of_wall = numbered(&self.walls, Wall::is_dead);
        // Step 2.
        let flank_id = |f: FlankId| FlankId(2 * of_cell[f.cell().index()] + (f.0 & 1));
        let flank = |f: FlankId| {
            let Flank { start, next, prev, obstacle } = *self.flank(f);
            Flank {
                start: JointId(of_joint[start.index()]),
                next: flank_id(next),
                prev: flank_id(prev),
                obstacle: if obstacle.is_wall() {
                    Obstacle::wall(WallId(of_wall[obstacle.index()]), obstacle.is_right())
                } else {
                    Obstacle::corner(CornerId(of_corner[obstacle.index()]))
                },
            }
        };
        let cell = |c: &CellId| {
            let cell = self.cells[c.index()];
            Cell { edge: EdgeId(of_edge[cell.edge.index()]), ..cell }
        };
        let joint = |joint: &Joint| Joint { flank: flank_id(joint.flank), ..*joint };
        let edge = |edge: &Edge| Edge { first_cell: CellId(of_cell[edge.first_cell.index()]), ..*edge };
        let wall =
            |wall: &Wall| Wall { ends: wall.ends.map(|end| CornerId(of_corner[end.index()])), ..*wall };
        let mut mesh = Self {
            name: self.name.clone(),
            grid: self.grid,
            joints: self.joints.iter().filter(|joint| !joint.is_dead()).map(joint).collect::<Vec<_>>().into(),
            flanks: cells.iter().flat_map(|c| [c.left(), c.right()].map(flank)).collect::<Vec<_>>().into(),
            edges: self.edges.iter().filter(|edge| !edge.is_dead()).map(edge).collect::<Vec<_>>().into(),
            corners: self.corners.iter().filter(|at| !is_dead_corner(at)).copied().collect::<Vec<_>>().into(),
            walls: self.walls.iter().filter(|wall| !wall.is_dead()).map(wall).collect::<Vec<_>>().into(),
            cells: cells.iter().map(cell).collect::<Vec<_>>().into(),
            layers: self.layers.clone(),
            links: self.links.clone(),
            prepared: Prepared::default(),
            ..*self
        };
        for layer in &mut mesh.layers {
            layer.index.renumber(|item| of_cell[item as usize]);
        }
        Cow::Owned(mesh)
    }

    fn is_compact(&self) -> bool {
        let mut next = 0;
        let in_order = |edge: &Edge| {
            let first = next;
            next += edge.num_cells;
            edge.first_cell.0 == first
        };
        let lengths =
            [self.joints.len(), self.cells.len(), self.edges.len(), self.corners.len(), self.walls.len()];
        self.live == Counts::of_lengths(lengths) && self.edges.iter().all(in_order)
    }

    fn cells_of(&self, e: EdgeId) -> impl Iterator<Item = CellId> + use<> {
        let Edge { first_cell, num_cells, .. } = self.edges[e.index()];
        (first_cell.0..first_cell.0 + num_cells).map(CellId)
    }
}

/// The numbers of those that are not dead, one after the other.
fn numbered<T: Copy>(items: &Blocks<T>, is_dead: impl Fn(&T) -> bool) -> Vec<u32> {
    let mut count = 0;
    let number = |item| {
        if is_dead(item) {
            return DEAD;
        }
        count += 1;
        count - 1
    };
    items.iter().map(number).collect()
}
