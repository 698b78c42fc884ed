//! Step 1 of straightening: all outlines as a graph, seen from above.
//!
//! What may become a corner has a number, its *site*: a node of the graph, or the middle of an edge.

use crate::extract::voxel::stitch::{NONE, Rings};

/// All outlines as a graph seen from above. A site is a node, or the middle of an edge: nodes come first.
pub(super) struct Graph {
    /// Lattice points of corners, doubled, in order of y, then x.
    pub(super) nodes: Vec<[i32; 2]>,
    /// The node of each corner.
    pub(super) node_of: Vec<u32>,
    /// Pairs of nodes with an outline between them, seams left out; the lower one first.
    pub(super) edges: Vec<[u32; 2]>,
    /// The edge that starts at each corner, or none on a seam.
    pub(super) edge_of: Vec<u32>,
    /// For each node: its edges, if there are two.
    pub(super) ends: Vec<[u32; 2]>,
    /// Whether a node stays.
    pub(super) fixed: Vec<bool>,
    /// Pairs of nodes with a seam between them.
    pub(super) seams: Vec<[u32; 2]>,
}

impl Graph {
    /// Step 1.
    pub(super) fn new(rings: &Rings) -> Self {
        let key = |at: [i32; 2]| (at[1] as u64) << 32 | at[0] as u64;
        let corners = &rings.corners;
        let mut keys: Vec<u64> = corners.iter().map(|corner| key(corner.at)).collect();
        keys.sort_unstable();
        keys.dedup();
        let node_of: Vec<u32> = corners
            .iter()
            .map(|corner| keys.binary_search(&key(corner.at)).unwrap_or_default() as u32)
            .collect();
        let nodes: Vec<[i32; 2]> =
            keys.iter().map(|&key| [(key as u32 as i32) * 2, ((key >> 32) as i32) * 2]).collect();
        drop(keys);
        let mut seams = Vec::new();
        let mut pairs: Vec<([u32; 2], u32)> = Vec::with_capacity(corners.len());
        let mut start = 0;
        for &[_, end] in &rings.rings {
            for index in start..end {
                let next = if index + 1 == end { start } else { index + 1 };
                let [a, b] = [node_of[index as usize], node_of[next as usize]];
                let pair = [a.min(b), a.max(b)];
                if corners[index as usize].mate == NONE {
                    pairs.push((pair, index));
                } else {
                    seams.push(pair);
                }
            }
            start = end;
        }
        pairs.sort_unstable();
        let mut edges: Vec<[u32; 2]> = Vec::new();
        let mut edge_of: Vec<u32> = vec![NONE; corners.len()];
        for (pair, corner) in pairs {
            if edges.last() != Some(&pair) {
                edges.push(pair);
            }
            edge_of[corner as usize] = edges.len() as u32 - 1;
        }
        let mut ends: Vec<[u32; 2]> = vec![[NONE; 2]; nodes.len()];
        let mut fixed: Vec<bool> = vec![false; nodes.len()];
        for (edge, number) in edges.iter().zip(0..) {
            for &node in edge {
                let slots = &mut ends[node as usize];
                match slots.iter_mut().find(|slot| **slot == NONE) {
                    Some(slot) => *slot = number,
                    None => fixed[node as usize] = true,
                }
            }
        }
        for (fixed, slots) in fixed.iter_mut().zip(&ends) {
            *fixed |= slots[1] == NONE;
        }
        for &node in seams.iter().flatten() {
            fixed[node as usize] = true;
        }
        // A thin wall may end where an outline above or below it goes on.
        start = 0;
        for &[_, end] in &rings.rings {
            for index in start..end {
                let before = if index == start { end - 1 } else { index - 1 };
                if edge_of[before as usize] == edge_of[index as usize] {
                    fixed[node_of[index as usize] as usize] = true;
                }
            }
            start = end;
        }
        Self { nodes, node_of, edges, edge_of, ends, fixed, seams }
    }

    /// The site in the middle of an edge.
    pub(super) fn middle(&self, edge: u32) -> u32 {
        self.nodes.len() as u32 + edge
    }

    /// Whether a site is the middle of an edge that is longer than a cell: these are never corners.
    pub(super) fn is_long(&self, site: u32) -> bool {
        (site as usize).checked_sub(self.nodes.len()).is_some_and(|edge| {
            let [a, b] = self.edges[edge];
            self.distance(a, b) > 4
        })
    }

    /// The place of a site, doubled.
    pub(super) fn at(&self, site: u32) -> [i32; 2] {
        match (site as usize).checked_sub(self.nodes.len()) {
            None => self.nodes[site as usize],
            Some(edge) => {
                let [a, b] = self.edges[edge].map(|node| self.nodes[node as usize]);
                [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
            }
        }
    }

    /// The square of the distance between two nodes, doubled.
    pub(super) fn distance(&self, a: u32, b: u32) -> i64 {
        let [p, q] = [self.nodes[a as usize], self.nodes[b as usize]];
        let [dx, dy] = [i64::from(q[0] - p[0]), i64::from(q[1] - p[1])];
        dx * dx + dy * dy
    }
}
