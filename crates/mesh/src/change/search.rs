//! Searches through the edges of a mesh that start from several groups, take turns, and find out which groups hang together.
//!
//! 1. Each group claims the edges that it starts with.
//! 2. In turns each group that has not come to its end looks at one more of its edges, and claims what meets it there. If that is claimed by
//!    another group, the two hang together.
//! 3. Stop if all hang together, or all but one part have come to their end.
//!
//! Cost: the groups, times the edges of the largest part that came to its end.

use crate::id::{CellId, EdgeId};
use crate::mesh::Mesh;

/// Groups of nodes, and how far their searches are.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    nodes: Sets,
    /// What is left of components: their numbers, each with a node where an edge is left.
    pub(super) remnants: Vec<(u32, u32)>,
    /// Number of the present race.
    epoch: u32,
    /// By edge: the last race in which it was claimed, and the runner.
    claims: Vec<[u32; 2]>,
}

/// One search.
#[derive(Clone, Debug, Default)]
pub(super) struct Runner {
    /// The edges that it claimed, in the order in which it looks at them.
    pub(super) edges: Vec<EdgeId>,
    looked: usize,
}

/// What a race found out.
pub(super) struct Outcome {
    pub(super) runners: Vec<Runner>,
    /// Runners that hang together.
    pub(super) parts: Sets,
    /// A runner of the part that did not come to its end, if there is one.
    pub(super) rest: u32,
}

impl Outcome {
    /// With one runner there is no race.
    pub(super) fn of_one(edges: Vec<EdgeId>) -> Self {
        let mut parts = Sets::default();
        parts.begin(1);
        Self { runners: vec![Runner { edges, looked: 0 }], parts, rest: 0 }
    }
}

impl Search {
    pub(super) fn begin(&mut self, nodes: usize) {
        self.nodes.begin(nodes);
        self.remnants.clear();
    }

    /// Two nodes hang together.
    pub(super) fn unite(&mut self, a: u32, b: u32) {
        self.nodes.unite(a, b);
    }

    /// The group of a node, named by one of its nodes.
    pub(super) fn group(&mut self, node: u32) -> u32 {
        self.nodes.root(node)
    }

    /// If all nodes are one group with what is left of at most one component: that component.
    pub(super) fn only_component(&mut self) -> Option<Option<u32>> {
        let first = self.nodes.root(0);
        let one_group = (1..self.nodes.len()).all(|node| self.nodes.root(node) == first);
        let one_component = self.remnants.windows(2).all(|pair| pair[0].0 == pair[1].0);
        (one_group && one_component).then(|| self.remnants.first().map(|remnant| remnant.0))
    }

    /// Lets searches run from several sets of edges.
    pub(super) fn race(&mut self, mesh: &Mesh, starts: Vec<Vec<EdgeId>>) -> Outcome {
        self.epoch += 1;
        self.claims.resize(mesh.edges.len(), [0; 2]);
        let mut parts = Sets::default();
        parts.begin(starts.len());
        // Step 1.
        let mut runners: Vec<Runner> = vec![Runner::default(); starts.len()];
        for (k, start) in starts.into_iter().enumerate() {
            start.into_iter().for_each(|e| self.claim(e, k as u32, &mut runners[k], &mut parts));
        }
        loop {
            // Step 3.
            let roots = (0..runners.len() as u32).filter(|&k| parts.root(k) == k).count();
            let mut running: Vec<u32> = Vec::new();
            for k in 0..runners.len() as u32 {
                if runners[k as usize].looked < runners[k as usize].edges.len() {
                    running.push(parts.root(k));
                }
            }
            running.sort_unstable();
            running.dedup();
            if roots == 1 || running.len() <= 1 {
                let rest = running.first().copied().unwrap_or_else(|| {
                    // All came to their end: the largest may count as the rest.
                    let size = |k: &u32| runners[*k as usize].edges.len();
                    let largest = (0..runners.len() as u32).rev().max_by_key(size);
                    largest.unwrap_or(0)
                });
                let rest = parts.root(rest);
                return Outcome { runners, parts, rest };
            }
            // Step 2.
            for (k, runner) in runners.iter_mut().enumerate() {
                if let Some(&e) = runner.edges.get(runner.looked) {
                    runner.looked += 1;
                    each_neighbor(mesh, e, |other| self.claim(other, k as u32, runner, &mut parts));
                }
            }
        }
    }

    fn claim(&mut self, e: EdgeId, k: u32, runner: &mut Runner, parts: &mut Sets) {
        let claim = &mut self.claims[e.index()];
        if claim[0] != self.epoch {
            *claim = [self.epoch, k];
            runner.edges.push(e);
        } else {
            parts.unite(claim[1], k);
        }
    }
}

/// Calls back for the edges that meet an edge at its ends, itself among them.
pub(super) fn each_neighbor(mesh: &Mesh, e: EdgeId, mut each: impl FnMut(EdgeId)) {
    let edge = mesh.edges[e.index()];
    let last = CellId(edge.first_cell.0 + edge.num_cells - 1);
    for joint in [edge.first_cell.left(), last.right()].map(|f| mesh.flank(f).start) {
        mesh.around(joint).for_each(|f| each(mesh.cells[f.cell().index()].edge));
    }
}

/// Disjoint sets of numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets {
    parents: Vec<u32>,
}

impl Sets {
    pub(super) fn begin(&mut self, count: usize) {
        self.parents.clear();
        self.parents.extend(0..count as u32);
    }

    fn len(&self) -> u32 {
        self.parents.len() as u32
    }

    pub(super) fn root(&mut self, mut a: u32) -> u32 {
        while self.parents[a as usize] != a {
            let above = self.parents[self.parents[a as usize] as usize];
            self.parents[a as usize] = above;
            a = above;
        }
        a
    }

    pub(super) fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}
