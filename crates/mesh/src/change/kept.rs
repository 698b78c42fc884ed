//! The forest of the widest ways of a mesh that changes, brought up to date when somebody asks for it.
//!
//! Updates only note which edges went and came: many come and go before anybody wants to know how wide a way is. Whoever asks first pays for what
//! changed since somebody asked last ([`super::regrow`]); readers of a snapshot do that for themselves.
//!
//! Invariant: `base` with what is pending makes the forest of the mesh. If more is pending than a good part of the mesh, it is made from nothing.

use std::sync::{Arc, OnceLock};

use super::regrow::Regrowth;
use crate::id::EdgeId;
use crate::mesh::Mesh;
use crate::route::Forest;

/// If more than one in so many edges changed, a new forest is made as quickly. In small meshes it does not matter.
const FEW: usize = 8;
const SMALL: usize = 2000;

/// The forest, and what it does not know yet.
#[derive(Clone, Debug)]
pub(crate) struct KeptForest {
    base: Forest,
    pending: Arc<Pending>,
    /// The forest that knows all; made when it is asked for.
    now: OnceLock<Forest>,
}

/// Edges that went and came, in this order. Ids may be in both lists.
#[derive(Clone, Debug, Default)]
struct Pending {
    lost: Vec<EdgeId>,
    new: Vec<EdgeId>,
    /// Too many to list.
    is_all: bool,
}

impl KeptForest {
    pub(crate) fn new(mesh: &Mesh) -> Self {
        Self { base: Forest::new(mesh), pending: Arc::default(), now: OnceLock::new() }
    }

    /// Notes an update.
    pub(super) fn note(&mut self, lost: &[EdgeId], new: &[EdgeId], num_edges: usize) {
        if let Some(now) = self.now.take() {
            self.base = now;
            self.pending = Arc::default();
        }
        let pending = Arc::make_mut(&mut self.pending);
        if pending.is_all {
            return;
        }
        pending.lost.extend_from_slice(lost);
        pending.new.extend_from_slice(new);
        if FEW * (pending.lost.len() + pending.new.len()) > num_edges + SMALL {
            *pending = Pending { is_all: true, ..Pending::default() };
        }
    }

    /// The forest of the mesh that it belongs to.
    pub(crate) fn get(&self, mesh: &Mesh) -> &Forest {
        let Pending { lost, new, is_all } = &*self.pending;
        if *is_all {
            return self.now.get_or_init(|| Forest::new(mesh));
        }
        if lost.is_empty() && new.is_empty() {
            return &self.base;
        }
        self.now.get_or_init(|| {
            let mut forest = self.base.clone();
            let mut new: Vec<EdgeId> =
                new.iter().copied().filter(|e| mesh.edges[e.index()].num_cells > 0).collect();
            new.sort_unstable();
            new.dedup();
            Regrowth::default().regrow(&mut forest, mesh, lost, &new);
            forest
        })
    }

    /// Bytes held in memory, shared or not.
    pub(crate) fn bytes(&self) -> usize {
        let pending = (self.pending.lost.capacity() + self.pending.new.capacity()) * size_of::<EdgeId>();
        self.base.bytes() + self.now.get().map_or(0, Forest::bytes) + pending
    }

    /// Bytes that it does not share with another.
    pub(crate) fn bytes_apart(&self, other: &Self) -> usize {
        self.base.bytes_apart(&other.base) + self.now.get().map_or(0, |now| now.bytes_apart(&other.base))
    }
}
