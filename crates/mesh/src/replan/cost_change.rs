//! What changed, as far as paths care.
//!
//! An edge that goes is one that becomes infinitely dear, an edge that comes was infinitely dear before. So one kind of change covers
//! obstacles, doors and crowding. Which way an edge changed matters: a dearer one can spoil an old path, only a cheaper one can
//! make another path better than it.

use crate::change::Event;
use crate::id::EdgeId;
use crate::mesh::Mesh;
use crate::plane::bounds;
use crate::route::Shortcuts;

/// What changed since a path was found, as far as paths care: which edges are dearer or gone, which are cheaper or new.
///
/// Make it once for each event; all characters that plan again can share it. Events that follow each other can be put
/// together, for characters that hear of several at once.
///
/// ```
/// use throng_mesh::{CostChange, EdgeId, Mesh, Scene, sample};
///
/// let mesh = Mesh::build(&sample::floors())?.mesh;
/// // A crowd has gathered on one edge, and two others are free again.
/// let change = CostChange::of_costs(&mesh, &[EdgeId(3)], &[EdgeId(5), EdgeId(6)]);
/// assert_eq!([change.since(), change.version()], [0, 0]);
/// # Ok::<(), throng_mesh::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CostChange {
    since: u64,
    version: u64,
    /// Edges that are dearer or gone, sorted.
    dearer: Vec<EdgeId>,
    pub(crate) cheaper: Shortcuts,
}

impl CostChange {
    /// Nothing, on a mesh of this version. Add what changed.
    pub fn new(mesh: &Mesh) -> Self {
        Self::since_version(mesh.version())
    }

    /// What an update did. The mesh is the one after it.
    pub fn of_event(mesh: &Mesh, event: &Event) -> Self {
        let mut change = Self::since_version(event.version.saturating_sub(1));
        change.add_event(mesh, event);
        change
    }

    /// Costs that changed while the mesh did not: edges that cost more than before, and edges that cost less. One whose costs rose in the
    /// one direction and fell in the other, or of which one does not know, belongs to both.
    pub fn of_costs(mesh: &Mesh, dearer: &[EdgeId], cheaper: &[EdgeId]) -> Self {
        let mut change = Self::new(mesh);
        change.add_costs(mesh, dearer, cheaper);
        change
    }

    /// Adds what the next update did. The mesh is the one after it.
    ///
    /// An update that is not the next one makes the whole useless: then planning again is planning from scratch.
    pub fn add_event(&mut self, mesh: &Mesh, event: &Event) {
        if event.version == self.version + 1 {
            self.version = event.version;
            self.add_costs(mesh, &event.edges_removed, &event.edges_added);
        } else {
            // No path is of this version.
            (self.since, self.version) = (u64::MAX, event.version);
        }
    }

    /// Adds costs that changed: edges that cost more, and edges that cost less. The mesh is the latest.
    pub fn add_costs(&mut self, mesh: &Mesh, dearer: &[EdgeId], cheaper: &[EdgeId]) {
        for (all, more) in [(&mut self.dearer, dearer), (&mut self.cheaper.edges, cheaper)] {
            all.extend_from_slice(more);
            all.sort_unstable();
            all.dedup();
        }
        // What came with one update may have gone with the next.
        self.cheaper.edges.retain(|&edge| mesh.is_edge(edge));
        let ends = self.cheaper.edges.iter().flat_map(|&edge| mesh.ends_of_edge(edge));
        self.cheaper.around = bounds(ends.map(|joint| mesh.joint(joint).at));
    }

    /// The version of the mesh before it: only paths of this version can be used again.
    pub fn since(&self) -> u64 {
        self.since
    }

    /// The version of the mesh after it.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Whether an edge is dearer or gone.
    pub fn is_dearer(&self, edge: EdgeId) -> bool {
        self.dearer.binary_search(&edge).is_ok()
    }

    /// Whether an edge is cheaper or new.
    pub fn is_cheaper(&self, edge: EdgeId) -> bool {
        self.cheaper.contains(edge)
    }

    fn since_version(version: u64) -> Self {
        let cheaper = Shortcuts { edges: Vec::new(), around: bounds([]) };
        Self { since: version, version, dearer: Vec::new(), cheaper }
    }
}

impl Mesh {
    /// Whether there is such an edge.
    pub(crate) fn is_edge(&self, edge: EdgeId) -> bool {
        self.has_edge(edge)
    }
}
