//! What follows from a mesh and is made when somebody first asks for it.

use std::sync::OnceLock;

use crate::change::KeptForest;
use crate::id::JointId;
use crate::mesh::Mesh;
use crate::route::{Network, Span, Strength, Widths};

/// Data derived from the arrays of a mesh, each made on first use, once, whatever the number of threads.
///
/// It is no part of what a mesh is: files do not have it, and meshes are equal without it. A clone starts without it, so that whoever
/// changes the clone never meets what was derived from the original; but for the forest, which is changed with the mesh.
#[derive(Default)]
pub(crate) struct Prepared {
    network: OnceLock<Network>,
    spans: OnceLock<Vec<Span>>,
    widths: OnceLock<Widths>,
    /// Only meshes that can change have it.
    pub(crate) forest: Option<KeptForest>,
}

impl Prepared {
    /// Forgets what does not follow a change.
    pub(crate) fn forget(&mut self) {
        *self = Self { forest: self.forest.take(), ..Self::default() };
    }

    /// Bytes held in memory beside itself.
    pub(crate) fn bytes(&self) -> usize {
        let spans = self.spans.get().map_or(0, |spans| spans.capacity() * size_of::<Span>());
        let network = self.network.get().map_or(0, Network::bytes);
        let forest = self.forest.as_ref().map_or(0, KeptForest::bytes);
        network + spans + self.widths.get().map_or(0, Widths::bytes) + forest
    }

    /// Bytes of what was changed with the mesh and is not shared with another one's.
    pub(crate) fn bytes_apart(&self, other: &Self) -> usize {
        match (&self.forest, &other.forest) {
            (Some(one), Some(two)) => one.bytes_apart(two),
            (one, _) => one.as_ref().map_or(0, KeptForest::bytes),
        }
    }
}

impl Mesh {
    /// Makes now what quick searches for paths need; it takes time that is linear in the size of the mesh.
    ///
    /// A mesh that was built or loaded makes it when it is first asked for a path. One that went through updates does not: until
    /// somebody prepares it, paths are searched for on the medial axis as it is, which takes longer for each of them but nothing
    /// in advance. Both ways find paths of the same cost; of several equal ones they may choose another.
    pub fn prepare(&self) {
        self.network();
        self.spans();
    }

    /// How many crossings the medial axis has: places where ways meet that are no dead ends. Zero if nothing is prepared ([`Mesh::prepare`]).
    pub fn num_crossings(&self) -> usize {
        self.network_at_hand().map_or(0, |network| network.crossings.len())
    }

    /// The network, if it is worth while or there already.
    pub(crate) fn network_at_hand(&self) -> Option<&Network> {
        if self.version == 0 { Some(self.network()) } else { self.prepared.network.get() }
    }

    /// The spans, if they are worth while or there already.
    pub(crate) fn spans_at_hand(&self) -> Option<&[Span]> {
        if self.version == 0 { Some(self.spans()) } else { self.prepared.spans.get().map(Vec::as_slice) }
    }

    /// The medial axis as a graph to search in.
    pub(crate) fn network(&self) -> &Network {
        self.prepared.network.get_or_init(|| Network::new(self))
    }

    /// Length and width of each cell's arc.
    pub(crate) fn spans(&self) -> &[Span] {
        self.prepared.spans.get_or_init(|| Span::of_cells(self))
    }

    /// The narrowest edge of the widest way between two vertices: [`Strength::MOST`] if they are the same, `None` if there is no way.
    pub(crate) fn weakest_between(&self, a: JointId, b: JointId) -> Option<Strength> {
        match &self.prepared.forest {
            // Preparing takes longer than many queries here, and would have to be done after each update.
            Some(forest) if self.version > 0 => forest.get(self).weakest_between(a, b),
            _ => self.prepared.widths.get_or_init(|| Widths::new(self)).weakest_between(a, b),
        }
    }
}

impl Clone for Prepared {
    fn clone(&self) -> Self {
        Self { forest: self.forest.clone(), ..Self::default() }
    }
}

impl PartialEq for Prepared {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prepared").field("bytes", &self.bytes()).finish()
    }
}
