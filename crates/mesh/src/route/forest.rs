//! The forest of the widest ways, in a form that can change.
//!
//! Idea: the widest way between any two vertices follows the maximum spanning forest of the edges by their smallest clearance. Here that
//! forest itself is kept, with a link from each vertex to the next one on the way to the root of its tree. After an update only
//! the links change that the update is about (`change/regrow.rs`).
//!
//! Making it:
//! 1. Sort the edges, strongest first: by width, and of equal ones the smaller id.
//! 2. Take each one whose ends are not together yet (Kruskal).
//! 3. Strip the leaves, round after round. A vertex that goes is linked to the one neighbor it has left; the last one of a tree is its root,
//!    and in its middle.
//!
//! Invariant: no two edges are equally strong, so there is one such forest, whatever happened before. Only roots depend on that.
//! Cost: making it O(n log n). The narrowest edge between two vertices takes as many steps as there are links from them to their root.
//! Degenerate: an edge whose ends are one vertex is never in the forest. Joints that are dead, or bending points, are roots on their own.

use std::cmp::Reverse;

use crate::blocks::Blocks;
use crate::id::{EdgeId, JointId};
use crate::mesh::{DEAD, Mesh};
use crate::violation::MeshViolation;

/// The forest of the widest ways.
#[derive(Clone, Debug)]
pub(crate) struct Forest {
    /// By joint.
    up: Blocks<Up>,
    /// By edge: the joint that is linked along it, or none.
    below: Blocks<JointId>,
}

/// The link from a vertex towards its root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Up {
    pub(crate) parent: JointId,
    pub(crate) strength: Strength,
}

/// How wide an edge is, and which one it is: no two are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Strength {
    /// The bits of the width, such that they compare as widths do.
    rank: i64,
    edge: Reverse<EdgeId>,
}

impl Strength {
    /// Stronger than all edges.
    pub(crate) const MOST: Self = Self { rank: f64::INFINITY.to_bits() as i64, edge: Reverse(EdgeId(DEAD)) };

    pub(crate) fn of(mesh: &Mesh, edge: EdgeId) -> Self {
        Self::new(mesh.edges[edge.index()].min_clearance, edge)
    }

    #[inline]
    pub(crate) fn new(width: f64, edge: EdgeId) -> Self {
        Self { rank: turned(width.to_bits() as i64), edge: Reverse(edge) }
    }

    /// \[m\]
    #[inline]
    pub(crate) fn width(self) -> f64 {
        f64::from_bits(turned(self.rank) as u64)
    }

    #[inline]
    pub(crate) fn edge(self) -> EdgeId {
        self.edge.0
    }
}

/// The bits of a number, turned so that they compare as numbers do, those below zero among them; or turned back.
#[inline]
fn turned(bits: i64) -> i64 {
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

impl Up {
    /// That of a root.
    const NONE: Self = Self { parent: JointId(DEAD), strength: Strength::MOST };

    pub(crate) fn is_root(&self) -> bool {
        self.parent == JointId(DEAD)
    }
}

impl Forest {
    pub(crate) fn new(mesh: &Mesh) -> Self {
        // Steps 1 and 2.
        let mut degrees = vec![0u32; mesh.joints.len()];
        let mut below = vec![JointId(DEAD); mesh.edges.len()];
        // The exclusive or of a vertex's edges in the forest; with one edge left it is that edge.
        let mut left = vec![0u32; mesh.joints.len()];
        let edges = strongest(mesh);
        for &e in &edges {
            for j in mesh.ends_of_edge(e) {
                degrees[j.index()] += 1;
                left[j.index()] ^= e.0;
            }
        }
        // Step 3.
        let mut up = vec![Up::NONE; mesh.joints.len()];
        let mut leaves: Vec<JointId> = mesh.live_joints().filter(|j| degrees[j.index()] == 1).collect();
        let mut next = 0;
        while let Some(&leaf) = leaves.get(next) {
            next += 1;
            // The last two of a tree are leaves of each other: the second one is the root.
            if degrees[leaf.index()] == 0 {
                continue;
            }
            let e = EdgeId(left[leaf.index()]);
            let [a, b] = mesh.ends_of_edge(e);
            let parent = if a == leaf { b } else { a };
            up[leaf.index()] = Up { parent, strength: Strength::of(mesh, e) };
            below[e.index()] = leaf;
            degrees[leaf.index()] = 0;
            degrees[parent.index()] -= 1;
            left[parent.index()] ^= e.0;
            if degrees[parent.index()] == 1 {
                leaves.push(parent);
            }
        }
        Self { up: up.into(), below: below.into() }
    }

    /// Bytes held in memory, shared or not.
    pub(crate) fn bytes(&self) -> usize {
        self.up.bytes() + self.below.bytes()
    }

    /// Bytes that it does not share with another.
    pub(crate) fn bytes_apart(&self, other: &Self) -> usize {
        self.up.bytes_apart(&other.up) + self.below.bytes_apart(&other.below)
    }

    /// The narrowest edge of the widest way between two vertices: [`Strength::MOST`] if they are the same, `None` if there is no way.
    pub(crate) fn weakest_between(&self, mut a: JointId, mut b: JointId) -> Option<Strength> {
        let [mut above_a, mut above_b] = [a, b].map(|j| self.links_above(j));
        let mut weakest = Strength::MOST;
        while a != b {
            let (climber, above) =
                if above_a >= above_b { (&mut a, &mut above_a) } else { (&mut b, &mut above_b) };
            let up = self.up[climber.index()];
            if up.is_root() {
                return None;
            }
            weakest = weakest.min(up.strength);
            *climber = up.parent;
            *above -= 1;
        }
        Some(weakest)
    }

    #[inline]
    pub(crate) fn up(&self, j: JointId) -> &Up {
        &self.up[j.index()]
    }

    /// Whether an edge is in the forest.
    #[inline]
    pub(crate) fn has(&self, e: EdgeId) -> bool {
        self.below[e.index()] != JointId(DEAD)
    }

    /// Makes room for joints and edges that a mesh has got.
    pub(crate) fn grow(&mut self, mesh: &Mesh) {
        (self.up.len()..mesh.joints.len()).for_each(|_| self.up.push(Up::NONE));
        (self.below.len()..mesh.edges.len()).for_each(|_| self.below.push(JointId(DEAD)));
    }

    /// Takes an edge out, if it is in the forest: what is below it is a tree of its own now. Returns the ends of the edge, the lower one first.
    pub(crate) fn cut(&mut self, e: EdgeId) -> Option<(Strength, [JointId; 2])> {
        let j = std::mem::replace(&mut self.below[e.index()], JointId(DEAD));
        if j == JointId(DEAD) {
            return None;
        }
        let up = std::mem::replace(&mut self.up[j.index()], Up::NONE);
        Some((up.strength, [j, up.parent]))
    }

    /// Turns the links of a way upwards round, and links its first joint. The link of its last joint is no more.
    pub(crate) fn turn(&mut self, way: &[JointId], link: Up) {
        let mut link = link;
        for &j in way {
            let old = std::mem::replace(&mut self.up[j.index()], link);
            self.below[link.strength.edge().index()] = j;
            link = Up { parent: j, ..old };
        }
        if link.strength != Strength::MOST {
            self.below[link.strength.edge().index()] = JointId(DEAD);
        }
    }

    /// Verifies that it is the one that would be made from nothing, but for its roots.
    pub(crate) fn check(&self, mesh: &Mesh) -> Result<(), MeshViolation> {
        let mut wanted = vec![false; mesh.edges.len()];
        strongest(mesh).iter().for_each(|e| wanted[e.index()] = true);
        let known = self.below.len() == mesh.edges.len() && self.up.len() == mesh.joints.len();
        for (e, &wanted) in wanted.iter().enumerate() {
            let e = EdgeId(e as u32);
            if !known || self.has(e) != wanted {
                return Err(MeshViolation::Forest { edge: e, wanted });
            }
            if !wanted {
                continue;
            }
            // Each edge is the link of one vertex; and they form no ring, so neither do the links.
            let below = self.below[e.index()];
            let up = self.up(below);
            let ends = mesh.ends_of_edge(e);
            if up.strength != Strength::of(mesh, e)
                || ends != [below, up.parent] && ends != [up.parent, below]
            {
                return Err(MeshViolation::Link(below));
            }
        }
        let linked = |j: &usize| !self.up[*j].is_root();
        let astray = |j: &usize| {
            let e = self.up[*j].strength.edge();
            e.index() >= self.below.len() || self.below[e.index()].index() != *j
        };
        match { 0..mesh.joints.len() }.filter(linked).find(astray) {
            Some(j) => Err(MeshViolation::Link(JointId(j as u32))),
            None => Ok(()),
        }
    }

    /// How many links there are from a joint to its root.
    fn links_above(&self, mut j: JointId) -> u32 {
        let mut count = 0;
        while !self.up[j.index()].is_root() {
            j = self.up[j.index()].parent;
            count += 1;
        }
        count
    }
}

/// Steps 1 and 2: the edges of the maximum spanning forest, strongest first.
fn strongest(mesh: &Mesh) -> Vec<EdgeId> {
    let mut order: Vec<Strength> = mesh.live_edges().map(|e| Strength::of(mesh, e)).collect();
    order.sort_unstable_by(|a, b| b.cmp(a));
    let mut leaders: Vec<u32> = (0..mesh.joints.len() as u32).collect();
    let mut edges = Vec::new();
    for edge in order.into_iter().map(Strength::edge) {
        let [a, b] = mesh.ends_of_edge(edge).map(|JointId(mut j)| {
            while leaders[j as usize] != j {
                leaders[j as usize] = leaders[leaders[j as usize] as usize];
                j = leaders[j as usize];
            }
            j
        });
        if a != b {
            leaders[a as usize] = b;
            edges.push(edge);
        }
    }
    edges
}
