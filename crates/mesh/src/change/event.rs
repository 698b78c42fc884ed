//! What an update did to a mesh.

use crate::change::hull::hull;
use crate::id::{CellId, EdgeId};
use crate::mesh::Mesh;
use crate::scene::LayerId;

/// What an update did: which cells and edges went and came, and where.
///
/// An id that was removed is not given out again by the same update, so no id is in both lists of a kind. All other ids name what
/// they named before. The one exception: if the version went up by two, the mesh was built anew, because the update could not be carried out locally;
/// then all ids are new. This is a mistake of ours, and rare.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Event {
    /// The version of the mesh after the update.
    pub version: u64,
    /// Cells that are gone, by id.
    pub cells_removed: Vec<CellId>,
    /// Cells that are new, by id.
    pub cells_added: Vec<CellId>,
    /// Edges that are gone, by id.
    pub edges_removed: Vec<EdgeId>,
    /// Edges that are new, by id.
    pub edges_added: Vec<EdgeId>,
    /// Where it happened: for each layer that is touched a convex polygon around all cells that went or came there.
    pub affected: Vec<Affected>,
}

/// A part of a layer around everything that an update touched there.
#[derive(Clone, Debug, PartialEq)]
pub struct Affected {
    /// The layer.
    pub layer: LayerId,
    /// A convex polygon, counter-clockwise. \[m\]
    pub hull: Vec<[f64; 2]>,
}

impl Event {
    /// Everything went, and everything came: a mesh was built anew.
    pub(crate) fn of_all(old: &Mesh, new: &Mesh) -> Self {
        let mut affected = Vec::new();
        for layer in (0..new.num_layers() as u32).map(LayerId) {
            let places = [old, new].into_iter().flat_map(|mesh| mesh.walls(layer).flat_map(|wall| wall.ends));
            let mut places: Vec<[f64; 2]> = places.collect();
            if !places.is_empty() {
                affected.push(Affected { layer, hull: hull(&mut places) });
            }
        }
        Self {
            version: new.version(),
            cells_removed: old.live_cells().collect(),
            cells_added: new.live_cells().collect(),
            edges_removed: old.live_edges().collect(),
            edges_added: new.live_edges().collect(),
            affected,
        }
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.cells_removed.is_empty() && self.cells_added.is_empty()
    }
}
