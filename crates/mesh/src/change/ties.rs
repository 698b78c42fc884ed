//! How a mesh hangs on its diagram: which flank starts along which half-edge, and what nothing uses any more.
//!
//! Made once from a fresh mesh, and kept up to date by every update. The diagram reuses the slots of its vertices at once, so ties say
//! what the ids of the diagram meant when the mesh was last mended, and are read before they are renewed.

use throng_voronoi::{Diagram, HalfEdgeId};

use super::components::Components;
use super::free::Free;
use super::obstacles::Obstacles;
use crate::axis::Origin;
use crate::id::FlankId;
use crate::mesh::{DEAD, Mesh};

pub(super) const NONE: u32 = DEAD;

/// The relation between a mesh and the diagram that it came from.
#[derive(Clone, Debug)]
pub(crate) struct Ties {
    /// By half-edge: the flank that starts along it.
    pub(super) flank_of: Vec<FlankId>,
    /// By flank: the half-edge along which it starts; none if it starts inside an arc that is cut.
    pub(super) half_edge_of: Vec<HalfEdgeId>,
    /// By vertex of the diagram: whether it is in the open, on the walkable side.
    pub(super) open: Vec<bool>,
    pub(super) obstacles: Obstacles,
    pub(super) components: Components,
    pub(super) free: Free,
}

impl Ties {
    /// The ties of a mesh that was just built.
    pub(crate) fn new(mesh: &Mesh, diagram: &Diagram, origin: Origin) -> Self {
        let mut flank_of = vec![FlankId(NONE); 4 * origin.open.len()];
        let mut half_edge_of = vec![HalfEdgeId(NONE); mesh.flanks.len()];
        for (slot, &flank) in origin.slots.iter().zip(&origin.out) {
            flank_of[slot.half_edge.0 as usize] = flank;
            half_edge_of[flank.index()] = slot.half_edge;
        }
        Self {
            flank_of,
            half_edge_of,
            open: origin.open,
            obstacles: Obstacles::new(mesh, diagram, &origin.corner_of, origin.wall_of),
            components: Components::new(mesh),
            free: Free::default(),
        }
    }

    /// The flank that starts along a half-edge.
    #[inline]
    pub(super) fn flank(&self, h: HalfEdgeId) -> Option<FlankId> {
        Some(self.flank_of[h.0 as usize]).filter(|f| f.0 != NONE)
    }

    /// A half-edge at a flank: the one along which it starts, or its twin, if any.
    pub(super) fn half_edge_near(&self, f: FlankId) -> Option<HalfEdgeId> {
        [f, f.twin()].map(|f| self.half_edge_of[f.index()]).into_iter().find(|h| h.0 != NONE)
    }
}
