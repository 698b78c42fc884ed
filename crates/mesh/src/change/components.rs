//! Components of a mesh that changes: their numbers, at the cost of what changed and of the smaller side where one falls apart.
//!
//! Idea. What is left of a component touches what is new at vertices that were looked at. If these hang together through
//! new edges, so does all of it. If not, searches start from each of the groups that they form, take turns, and stop as soon
//! as they have met, or all but one have come to an end.
//!
//! 1. Group the vertices that were looked at, by new edges. One group, with what is left of at most one component: done.
//! 2. Groups that had a part of the same component belong together, perhaps: search.
//! 3. Parts that came to their end get a number of their own. The part that did not keeps the number of the largest component in it,
//!    and the others there take that one.
//!
//! Numbers of components that are not touched stay; a number that nothing has any more is given out again.
//! Cost: linear in the vertices that were looked at and in the new edges; where components part or unite, the edges of all but the largest.

use super::mend::Mending;
use super::search::{Outcome, Search, Sets, each_neighbor};
use super::ties::NONE;
use crate::id::EdgeId;
use crate::mesh::Mesh;

/// How many edges each component has.
#[derive(Clone, Debug)]
pub(super) struct Components {
    sizes: Vec<u32>,
    /// Numbers that nothing has.
    free: Vec<u32>,
    /// Numbers that lost their last edge, perhaps not for long; some of them several times.
    idle: Vec<u32>,
    pub(super) count: u32,
}

impl Components {
    pub(super) fn new(mesh: &Mesh) -> Self {
        let mut sizes = vec![0; mesh.num_components as usize];
        mesh.edges.iter().for_each(|edge| sizes[edge.component as usize] += 1);
        Self { sizes, free: Vec::new(), idle: Vec::new(), count: mesh.num_components }
    }

    /// One edge less.
    pub(super) fn lose(&mut self, component: u32) {
        self.sizes[component as usize] -= 1;
        if self.sizes[component as usize] == 0 {
            self.count -= 1;
            self.idle.push(component);
        }
    }

    /// One edge more.
    pub(super) fn gain(&mut self, component: u32) {
        self.count += u32::from(self.sizes[component as usize] == 0);
        self.sizes[component as usize] += 1;
    }

    pub(super) fn size(&self, component: u32) -> u32 {
        self.sizes[component as usize]
    }

    /// A number that nothing has.
    pub(super) fn fresh(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.sizes.push(0);
            self.sizes.len() as u32 - 1
        })
    }

    /// Numbers that nothing has are free again.
    fn settle(&mut self) {
        let mut idle = std::mem::take(&mut self.idle);
        idle.sort_unstable();
        idle.dedup();
        self.free.extend(idle.drain(..).filter(|&component| self.sizes[component as usize] == 0));
        self.idle = idle;
    }
}

impl Mending<'_> {
    /// Numbers the components of new edges, and of what they part or unite.
    pub(super) fn number_components(&mut self) {
        // Step 1.
        let mut search = std::mem::take(&mut self.scratch.search);
        search.begin(self.scratch.knots.len() + self.scratch.new_edges.len());
        for &[edge, knot] in &self.scratch.meetings {
            search.unite(self.scratch.knots.len() as u32 + edge, knot);
        }
        for (k, knot) in self.scratch.knots.iter().enumerate() {
            let flanks = self.scratch.ways[knot.ways()].iter().filter_map(|&h| self.ties.flank(h));
            let edges = flanks.map(|f| self.mesh.edges[self.mesh.cells[f.cell().index()].edge.index()]);
            if let Some(edge) = { edges }.find(|edge| edge.component != NONE) {
                search.remnants.push((edge.component, k as u32));
            }
        }
        if self.scratch.knots.is_empty() && self.scratch.new_edges.is_empty() {
            // Nothing is new, and nothing is left of what was touched.
        } else if let Some(component) = search.only_component() {
            let component = component.unwrap_or_else(|| self.ties.components.fresh());
            for k in 0..self.scratch.new_edges.len() {
                self.put(self.scratch.new_edges[k], component);
            }
        } else {
            self.part_and_unite(&mut search);
        }
        self.scratch.search = search;
        self.ties.components.settle();
        self.mesh.num_components = self.ties.components.count;
    }

    /// Steps 2 and 3.
    fn part_and_unite(&mut self, search: &mut Search) {
        let num_knots = self.scratch.knots.len() as u32;
        let nodes = num_knots + self.scratch.new_edges.len() as u32;
        // Nodes by group, and groups by the components of which they have a part.
        let mut by_group: Vec<[u32; 2]> = (0..nodes).map(|node| [search.group(node), node]).collect();
        by_group.sort_unstable();
        let groups: Vec<&[[u32; 2]]> = by_group.chunk_by(|a, b| a[0] == b[0]).collect();
        let index_of = |root: u32| groups.partition_point(|group| group[0][0] < root) as u32;
        let mut remnants: Vec<(u32, u32, u32)> = Vec::with_capacity(search.remnants.len());
        for k in 0..search.remnants.len() {
            let (component, knot) = search.remnants[k];
            remnants.push((component, index_of(search.group(knot)), knot));
        }
        remnants.sort_unstable();
        let mut kin = Sets::default();
        kin.begin(groups.len());
        for pair in remnants.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            kin.unite(pair[0].1, pair[1].1);
        }
        let mut families: Vec<[u32; 2]> =
            (0..groups.len() as u32).map(|group| [kin.root(group), group]).collect();
        families.sort_unstable();
        for family in families.chunk_by(|a, b| a[0] == b[0]) {
            let starts: Vec<Vec<EdgeId>> = family
                .iter()
                .map(|&[_, group]| {
                    groups[group as usize].iter().flat_map(|&[_, node]| self.edges_at(node)).collect()
                })
                .collect();
            let outcome = if let [one] = &starts[..] {
                Outcome::of_one(one.clone())
            } else {
                search.race(self.mesh, starts)
            };
            self.number_family(outcome, family, &remnants);
        }
    }

    /// Step 3, for groups that may hang together.
    fn number_family(&mut self, mut outcome: Outcome, family: &[[u32; 2]], remnants: &[(u32, u32, u32)]) {
        let mut fresh: Vec<(u32, u32)> = Vec::new();
        let mut rest: Vec<u32> = Vec::new();
        for k in 0..family.len() as u32 {
            let part = outcome.parts.root(k);
            if part == outcome.rest {
                rest.push(family[k as usize][1]);
                continue;
            }
            let component = match fresh.iter().find(|(other, _)| *other == part) {
                Some(&(_, component)) => component,
                None => {
                    let component = self.ties.components.fresh();
                    fresh.push((part, component));
                    component
                }
            };
            for &e in &outcome.runners[k as usize].edges {
                self.put(e, component);
            }
        }
        // What of the rest was found so far has old numbers, or none.
        let here: Vec<(u32, u32)> = remnants
            .iter()
            .filter(|(_, group, _)| rest.binary_search(group).is_ok())
            .map(|&(component, _, knot)| (component, knot))
            .collect();
        let largest =
            here.iter().map(|&(component, _)| component).max_by_key(|&c| (self.ties.components.size(c), !c));
        let keep = largest.unwrap_or_else(|| self.ties.components.fresh());
        for k in (0..family.len()).filter(|&k| rest.contains(&family[k][1])) {
            for &e in &outcome.runners[k].edges {
                if self.mesh.edges[e.index()].component == NONE {
                    self.put(e, keep);
                }
            }
        }
        let mut stack: Vec<EdgeId> = Vec::new();
        for &(component, knot) in here.iter().filter(|(component, _)| *component != keep) {
            stack.extend(self.edges_at(knot));
            while let Some(e) = stack.pop() {
                if self.mesh.edges[e.index()].component == component {
                    self.put(e, keep);
                    each_neighbor(self.mesh, e, |other| stack.push(other));
                }
            }
        }
    }

    /// The edges at a node: a vertex that was looked at, or a new edge.
    fn edges_at(&self, node: u32) -> Vec<EdgeId> {
        match self.scratch.knots.get(node as usize) {
            Some(knot) => {
                let flanks = self.scratch.ways[knot.ways()].iter().filter_map(|&h| self.ties.flank(h));
                flanks.map(|f| self.mesh.cells[f.cell().index()].edge).collect()
            }
            None => vec![self.scratch.new_edges[node as usize - self.scratch.knots.len()]],
        }
    }

    /// Gives an edge to a component.
    pub(super) fn put(&mut self, e: EdgeId, component: u32) {
        let old = std::mem::replace(&mut self.mesh.edges[e.index()].component, component);
        if old != NONE {
            self.ties.components.lose(old);
        }
        self.ties.components.gain(component);
    }
}
