//! The walkable space in convex pieces whose corners are on obstacles, as seen from a position.
//!
//! Straight lines separate them: at each joint of the medial axis, from its nearest obstacle point on the left to the one on the
//! right. What is left of a cell is a piece with a wall or a corner on each side and a gap at each end; what is left at a
//! vertex is a polygon on the circle around it, with a gap for each edge.
//!
//! ```text
//!      ══════l1══════════════════l2═══════
//!             \       cell        |  \
//!    gap ▶     \                  |    \     ▶ gaps to the other edges of the vertex
//!               \                 |  vertex
//!      ══════════r1══════════════r2═══════
//! ```
//!
//! The lines do not cross each other or an obstacle: each is a chord of the empty circle around its joint, and those of one cell touch its
//! obstacles in order. A piece is convex: the circle at a foot is in front of the wall there.

use crate::id::{CellId, FlankId, JointId};
use crate::mesh::{Mesh, Obstacle};
use crate::plane::{Point, cross, sub};

/// A piece of the walkable space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Cell(CellId),
    Vertex(JointId),
}

/// The mesh as seen from a position: points are relative to it.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) mesh: &'a Mesh,
    pub(crate) at: Point,
}

/// What there is behind the gap at the end of a flank.
pub(crate) enum Behind {
    /// The end of an edge in a corner of walls.
    Nothing,
    /// A cell, through the gap at the start of this flank.
    Cell(FlankId),
    /// The piece of a vertex.
    Vertex,
}

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn behind_end(self, f: FlankId) -> Behind {
        let g = self.mesh.flank(f).next;
        if g == f.twin() {
            Behind::Nothing
        } else if self.mesh.flank(g.twin()).next == f.twin() {
            Behind::Cell(g)
        } else {
            Behind::Vertex
        }
    }

    /// The flanks that leave the joint at the end of a flank, clockwise from the one on its left, without its twin.
    pub(crate) fn others_clockwise(self, f: FlankId) -> impl Iterator<Item = FlankId> + use<'a> {
        let mut o = self.mesh.flank(f).next;
        std::iter::from_fn(move || {
            let this = o;
            o = self.mesh.flank(o.twin()).next;
            (this != f.twin()).then_some(this)
        })
    }

    /// The right and the left end of the gap at the start of a flank, in its direction.
    pub(crate) fn gap_at_start(self, f: FlankId) -> [Point; 2] {
        let j = self.mesh.flank(f).start;
        [f.twin(), f].map(|f| self.foot(self.mesh.flank(f).obstacle, j))
    }

    /// The right and the left end of the gap at the end of a flank, in its direction.
    pub(crate) fn gap_at_end(self, f: FlankId) -> [Point; 2] {
        let [right, left] = self.gap_at_start(f.twin());
        [left, right]
    }

    /// Whether the position is beyond a side of a piece.
    pub(crate) fn is_beyond(self, [right, left]: [Point; 2]) -> bool {
        cross(right, left) < 0.0
    }

    /// The obstacle point nearest to a joint.
    #[inline]
    pub(crate) fn foot(self, obstacle: Obstacle, j: JointId) -> Point {
        let joint = self.mesh.joint(j);
        // Where walls meet the joint is its own foot, and the gap has no width.
        let foot = if joint.clearance > 0.0 { self.mesh.foot(obstacle, joint.at) } else { joint.at };
        sub(foot, self.at)
    }
}
