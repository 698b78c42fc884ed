//! The chords that a disc's center can cross, and which cells it can pass.

use crate::id::{CellId, FlankId, JointId};
use crate::mesh::{Mesh, Obstacle};
use crate::plane::{Point, along, sub};

/// The mesh for the center of a disc.
#[derive(Clone, Copy)]
pub(super) struct Space<'a> {
    pub(super) mesh: &'a Mesh,
    /// Of the disc. \[m\] Positive.
    pub(super) radius: f64,
}

/// The chord at a joint, moved towards the joint so far that all of it is the disc's radius away from obstacles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portal {
    pub(super) left: Point,
    pub(super) right: Point,
}

impl Space<'_> {
    /// The portal at the end of a flank.
    #[inline]
    pub(super) fn at_end(&self, f: FlankId) -> Portal {
        let j = self.mesh.flank(f.twin()).start;
        let [left, right] = [f, f.twin()].map(|f| self.end(self.mesh.flank(f).obstacle, j));
        Portal { left, right }
    }

    /// The end of a portal at an obstacle.
    #[inline]
    pub(super) fn end(&self, obstacle: Obstacle, j: JointId) -> Point {
        let joint = self.mesh.joint(j);
        let foot = self.mesh.foot(obstacle, joint.at);
        along(foot, sub(joint.at, foot), self.radius / joint.clearance)
    }

    /// Whether the disc passes all of a cell.
    #[inline]
    pub(super) fn passes(&self, cell: CellId) -> bool {
        let edge = self.mesh.cells[cell.index()].edge;
        self.mesh.edges[edge.index()].min_clearance > self.radius
            || self.mesh.arc(cell).min_clearance().1 > self.radius
    }

    /// Whether there is just one way on behind the end of a flank: then this is it.
    #[inline]
    pub(super) fn only_way(&self, f: FlankId) -> Option<FlankId> {
        let g = self.mesh.flank(f).next;
        (self.mesh.flank(g.twin()).next == f.twin()).then_some(g)
    }

    /// The flanks that leave the joint at the end of a flank, from the left to the right, without its twin.
    #[inline]
    pub(super) fn ways(&self, f: FlankId) -> impl Iterator<Item = FlankId> + use<'_> {
        let mesh = self.mesh;
        let mut o = mesh.flank(f).next;
        std::iter::from_fn(move || {
            let this = o;
            o = mesh.flank(o.twin()).next;
            (this != f.twin()).then_some(this)
        })
    }
}
