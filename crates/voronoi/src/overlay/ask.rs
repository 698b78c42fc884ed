//! What users of an arrangement ask it: nodes, courses and pieces, by name and by place.

use super::arrangement::{Arrangement, Course, Layers, Node, Piece, PieceKey};
use super::index::Item;
use crate::site::GridPoint;

/// What changed in an arrangement: names of pieces and nodes, each once, those that are gone among them.
#[derive(Clone, Debug, Default)]
pub struct Differences {
    /// Pieces that came, went, or got other owners.
    pub pieces: Vec<PieceKey>,
    /// Nodes that came or went.
    pub nodes: Vec<u32>,
}

impl Arrangement {
    /// A node.
    ///
    /// # Panics
    /// If the id was never given out.
    pub fn node(&self, v: u32) -> &Node {
        &self.nodes[v as usize]
    }

    /// A node, to write down its point.
    ///
    /// # Panics
    /// If the id was never given out.
    pub fn node_mut(&mut self, v: u32) -> &mut Node {
        &mut self.nodes[v as usize]
    }

    /// The layers that a node is on.
    ///
    /// # Panics
    /// If the id was never given out.
    pub fn layers_of(&self, v: u32) -> &[u32] {
        self.sheets.layers(self.nodes[v as usize].class)
    }

    /// Whether some piece ends at a node.
    ///
    /// # Panics
    /// If the id was never given out.
    pub fn has_pieces(&self, v: u32) -> bool {
        self.nodes[v as usize].pieces > 0
    }

    /// A node near another, to start walks from.
    pub fn near_node(&self, v: u32) -> Option<&Node> {
        self.nodes[v as usize].near.map(|near| &self.nodes[near as usize])
    }

    /// A course.
    ///
    /// # Panics
    /// If the id was never given out.
    pub fn course(&self, c: u32) -> &Course {
        &self.courses[c as usize]
    }

    /// A piece; `None` if there is no such.
    pub fn piece(&self, key: PieceKey) -> Option<&Piece> {
        self.pieces.get(&key)
    }

    /// A piece, to write down its segment and notes.
    pub fn piece_mut(&mut self, key: PieceKey) -> Option<&mut Piece> {
        self.pieces.get_mut(&key)
    }

    /// All pieces, in no particular order.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceKey, &Piece)> {
        self.pieces.iter().map(|(&key, piece)| (key, piece))
    }

    /// All nodes, in no particular order.
    pub fn node_ids(&self) -> impl Iterator<Item = u32> + '_ {
        self.node_at.values().copied()
    }

    /// Number of courses.
    pub fn num_courses(&self) -> usize {
        self.courses.len() - self.free_courses.len()
    }

    /// Where a piece starts and ends.
    pub fn ends_of(&self, key: PieceKey) -> [GridPoint; 2] {
        key.ends.map(|v| self.nodes[v as usize].at)
    }

    /// What changed since this was asked last. Fills `into`.
    pub fn take_changes(&mut self, into: &mut Differences) {
        std::mem::swap(&mut into.pieces, &mut self.changed_pieces);
        std::mem::swap(&mut into.nodes, &mut self.changed_nodes);
        self.changed_pieces.clear();
        self.changed_nodes.clear();
        into.pieces.sort_unstable();
        into.pieces.dedup();
        into.nodes.sort_unstable();
        into.nodes.dedup();
    }

    /// Frees the name of a piece that no chain goes through any more.
    pub fn forget_piece(&mut self, key: PieceKey) {
        if self.pieces.get(&key).is_some_and(Piece::is_unused) {
            self.pieces.remove(&key);
        }
    }

    /// Frees the name of a node where nothing happens any more. Once only.
    pub fn forget_node(&mut self, v: u32) {
        debug_assert!(!self.nodes[v as usize].is_used(), "something happens at node {v}");
        self.free_nodes.push(v);
    }

    /// Appends the pieces of a layer whose box meets a box: of those that are longer some that do not, and some twice.
    pub fn pieces_within(&mut self, layer: u32, [low, high]: [GridPoint; 2], into: &mut Vec<PieceKey>) {
        let mut found = self.scratch.pop().unwrap_or_default();
        found.clear();
        self.index.within(layer, low, high, &mut found);
        for &item in &found {
            let Item::Course(c) = item else { continue };
            self.each_piece(c, |u, v| {
                let [a, b] = [u, v].map(|v| self.nodes[v as usize].at);
                if a.x.min(b.x) <= high.x
                    && a.x.max(b.x) >= low.x
                    && a.y.min(b.y) <= high.y
                    && a.y.max(b.y) >= low.y
                {
                    into.push(PieceKey::new(u, v, layer));
                }
            });
        }
        self.done(found);
    }

    /// Appends the nodes of a layer in a box.
    pub fn nodes_within(&mut self, layer: u32, [low, high]: [GridPoint; 2], into: &mut Vec<u32>) {
        let mut found = self.scratch.pop().unwrap_or_default();
        found.clear();
        self.index.within(layer, low, high, &mut found);
        into.extend(found.iter().filter_map(|&item| match item {
            Item::Node(v) => Some(v),
            Item::Course(_) => None,
        }));
        self.done(found);
    }

    /// Appends the pieces that end at a node, on all of its layers; those of a seam by both names.
    pub fn pieces_at(&mut self, v: u32, into: &mut Vec<PieceKey>) {
        if !self.has_pieces(v) {
            return;
        }
        let at = self.nodes[v as usize].at;
        let near = self.near(&Layers::OfNode(v), at, at);
        let first = into.len();
        for &item in &near {
            let Item::Course(c) = item else { continue };
            self.each_piece(c, |u, w| {
                if u == v || w == v {
                    let layers = self.courses[c as usize].on();
                    into.extend(layers.iter().map(|&layer| PieceKey::new(u, w, layer)));
                }
            });
        }
        self.done(near);
        into[first..].sort_unstable();
        into.dedup();
    }

    /// Verifies the invariants of the arrangement: of quadratic cost.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), super::OverlayViolation> {
        let free: std::collections::BTreeSet<u32> = self.free_courses.iter().copied().collect();
        let courses = (0..self.courses.len() as u32).filter(|c| !free.contains(c)).collect();
        self.check_all(&courses)
    }

    fn each_piece(&self, c: u32, mut each: impl FnMut(u32, u32)) {
        let mut nodes = self.courses[c as usize].nodes();
        let Some(mut last) = nodes.next() else { return };
        for v in nodes {
            each(last, v);
            last = v;
        }
    }
}
