//! The path of least cost on the medial axis.
//!
//! Idea. A* over the crossings of the network. A place is between crossings in general, so a search starts from two of them and
//! ends at two of them. Costs may be known up to a viewing distance only: then each crossing remembers how long the way to it is, and beyond
//! that distance a way costs the least that it can.
//!
//! 1. Climb from both places out of their dead ends, until a chain or a crossing is reached. If the climbs meet before that, the path
//!    is found: there is no other one.
//! 2. If both are then on one chain, the way along it is a first candidate; so is the way along an edge that both are on.
//! 3. Search from the ends of the first chain. Where a crossing is an end of the second chain, there is a candidate. What its rest costs is
//!    known in advance, unless it depends on how much of it is in view.
//! 4. Stop when nothing that is left in the queue can be better than the best candidate: cost so far plus the least cost of the
//!    straight line to the goal, or what landmarks say ([`super::landmarks`]). Lengths are those seen from above, so no path on any layer is
//!    shorter than that line: both bounds are consistent.
//!    Where many plan with the same costs, the answers to steps 3 and 4 are looked up instead ([`super::tree`]).
//! 5. Put together the steps.
//!
//! Edges that are narrower than the disc are skipped. Cost: O(n log n) in the crossings that are visited; no allocation once the
//! arrays have grown.
//! After: Hart, Nilsson and Raphael 1968, and the thesis, 3.2, 4.3.3 and 9.5.1. Differs: in the network instead of all edges.

mod look_up;
mod walk;

use crate::id::JointId;
use crate::plane::distance;
use crate::route::network::{NONE, Network, Place, Step, Way};
use crate::route::path::Path;
use crate::route::queue::Queue;
use crate::route::spot::Spot;
use crate::route::toll::Toll;
use crate::route::tree::Trees;

/// Memory of searches.
#[derive(Clone, Debug, Default)]
pub(crate) struct AStar {
    nodes: Vec<Node>,
    queue: Queue,
    /// Number of the search: nodes of others are not known yet.
    search: u32,
    climbs: [Vec<Step>; 2],
    ways: Vec<Way>,
    /// The last steps of a candidate.
    rest: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    cost: f64,
    /// Of the way from the start. \[m\]
    length: f64,
    /// What the rest costs at least.
    rest: f64,
    search: u32,
    /// The way by which it was reached, or [`NONE`] less 0 or 1 for an end of the first chain.
    by: u32,
    from: u32,
    done: bool,
}

const UNKNOWN: Node =
    Node { cost: f64::INFINITY, length: 0.0, rest: 0.0, search: 0, by: NONE, from: NONE, done: false };

/// What a search is asked.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub(crate) network: &'a Network,
    pub(crate) toll: Toll<'a>,
    /// Length of the way from the start up to which costs are known; infinite if all are. \[m\]
    pub(crate) viewing: f64,
    /// Where much of the answer may be known already.
    pub(crate) trees: Option<&'a Trees>,
}

/// A place on a chain: on an edge, or at the vertex where an edge starts.
#[derive(Clone, Copy, Debug)]
struct OnChain {
    chain: u32,
    step: u32,
    is_vertex: bool,
}

/// A way: what it costs, infinite if there is no room, and how long it is. \[m\]
#[derive(Clone, Copy, Debug)]
struct Gone {
    cost: f64,
    length: f64,
}

/// Where a climb ends.
#[derive(Clone, Copy, Debug)]
enum Top {
    Chain(OnChain),
    Crossing(u32),
    /// The last vertex of a component without rings.
    Root(JointId),
}

/// A climb out of a dead end; its steps are kept in [`AStar::climbs`].
#[derive(Clone, Copy, Debug)]
struct Climb {
    top: Top,
    gone: Gone,
}

/// How the path gets from the one climb to the other.
#[derive(Clone, Copy, Debug)]
enum Middle {
    /// Not at all: it is along one edge.
    Edge(Step),
    /// Along one chain.
    Chain,
    /// Over crossings, the last of which is this one, at an end of the goal's chain.
    Crossings { last: u32, end: usize },
}

impl AStar {
    /// Finds the path of least cost; false if there is none.
    pub(crate) fn find(&mut self, question: &Question<'_>, from: &Spot, to: &Spot, path: &mut Path) -> bool {
        path.begin(question.toll.mesh, [from, to], question.toll.room);
        let climbs =
            [question.climb(from, false, &mut self.climbs[0]), question.climb(to, true, &mut self.climbs[1])];
        if from.edge == to.edge && matches!(question.network.places[from.edge.index()], Place::DeadEnd { .. })
        {
            return question.toll.along_edge_in_view(from, to, question.viewing).is_some_and(
                |(step, cost)| {
                    path.steps.push(step);
                    path.cost = cost;
                    true
                },
            );
        }
        if question.meet(&self.climbs, &climbs, path) {
            path.cost = question.cost_of(&path.steps, from, to);
            return path.cost.is_finite();
        }
        if !(climbs[0].gone.cost.is_finite() && climbs[1].gone.cost.is_finite()) {
            return false;
        }
        // Step 2.
        let mut best: Option<(f64, Middle)> = None;
        let mut consider = |cost: f64, middle: Middle| {
            if cost.is_finite() && best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, middle));
            }
        };
        if from.edge == to.edge
            && let Some((step, cost)) = question.toll.along_edge_in_view(from, to, question.viewing)
        {
            consider(cost, Middle::Edge(step));
        }
        if let (Top::Chain(a), Top::Chain(b)) = (climbs[0].top, climbs[1].top)
            && a.chain == b.chain
            && (a.step != b.step || a.is_vertex || b.is_vertex)
        {
            self.put_together(question, &climbs, Middle::Chain, path);
            consider(question.cost_of(&path.steps, from, to), Middle::Chain);
            path.steps.clear();
        }
        let known = question.trees.and_then(|trees| self.look_up(question, trees, &climbs, [from, to], best));
        best = known.unwrap_or_else(|| self.search(question, &climbs, [from, to], best));
        let Some((cost, middle)) = best else { return false };
        path.cost = cost;
        self.put_together(question, &climbs, middle, path);
        true
    }

    /// Steps 3 and 4.
    fn search(
        &mut self,
        question: &Question<'_>,
        climbs: &[Climb; 2],
        [from, to]: [&Spot; 2],
        mut best: Option<(f64, Middle)>,
    ) -> Option<(f64, Middle)> {
        let network = question.network;
        self.begin(network.crossings.len());
        let least = question.toll.least();
        let mut goals =
            question.chain_ends(&climbs[1], to, true).map(|(crossing, gone)| (crossing, gone.cost));
        // Nobody comes back over the place where it started; but to do so until the crowd is out of view might seem cheap.
        let own_chain = if let Top::Chain(on) = climbs[0].top { on.chain } else { NONE };
        if let Some(end) = question.end_behind_start(climbs, [from, to]) {
            goals[end] = (NONE, f64::INFINITY);
        }
        let bound = |crossing: u32| {
            let straight = least * distance(network.crossings[crossing as usize].at, to.at);
            let rest = goals.map(|(goal, cost)| {
                if cost < f64::INFINITY {
                    cost + least * network.landmarks.bound(crossing, goal)
                } else {
                    cost
                }
            });
            straight.max(rest[0].min(rest[1]))
        };
        for (end, (crossing, gone)) in question.chain_ends(&climbs[0], from, false).into_iter().enumerate() {
            let Gone { cost, length } = gone;
            if crossing != NONE && cost.is_finite() && cost < self.cost(crossing) {
                let (rest, by) = (bound(crossing), NONE - end as u32);
                self.nodes[crossing as usize] =
                    Node { cost, length, rest, search: self.search, by, from: NONE, done: false };
                self.queue.push(cost + rest, crossing);
            }
        }
        while let Some((key, crossing)) = self.queue.pop() {
            if best.is_some_and(|(cost, _)| key >= cost) {
                break;
            }
            let node = &mut self.nodes[crossing as usize];
            if std::mem::replace(&mut node.done, true) {
                continue;
            }
            let so_far = Gone { cost: node.cost, length: node.length };
            for (end, &(goal, rest)) in goals.iter().enumerate() {
                if goal != crossing || !rest.is_finite() {
                    continue;
                }
                let cost = so_far.cost + self.rest(question, &climbs[1], end, rest, so_far.length, to);
                if cost.is_finite() && best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, Middle::Crossings { last: crossing, end }));
                }
            }
            let first = network.crossings[crossing as usize].first_way;
            for (k, way) in network.ways(crossing).iter().enumerate() {
                if way.min_clearance < question.toll.room || way.chain() == own_chain {
                    continue;
                }
                let cost = so_far.cost + question.way_cost(way, so_far.length);
                let there = &mut self.nodes[way.to as usize];
                let is_known = there.search == self.search;
                if !is_known || cost < there.cost {
                    let (by, length) = (first + k as u32, so_far.length + way.length);
                    let rest = if is_known { there.rest } else { bound(way.to) };
                    *there =
                        Node { cost, length, rest, search: self.search, by, from: crossing, done: false };
                    let key = cost + rest;
                    if best.is_none_or(|(least, _)| key < least) {
                        self.queue.push(key, way.to);
                    }
                }
            }
        }
        best
    }

    fn begin(&mut self, crossings: usize) {
        self.queue.clear();
        if self.nodes.len() < crossings {
            self.nodes.resize(crossings, UNKNOWN);
        }
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.nodes.fill(UNKNOWN);
            self.search = 1;
        }
    }

    #[inline]
    fn cost(&self, crossing: u32) -> f64 {
        let node = &self.nodes[crossing as usize];
        if node.search == self.search { node.cost } else { f64::INFINITY }
    }

    /// Step 5.
    fn put_together(
        &mut self,
        question: &Question<'_>,
        climbs: &[Climb; 2],
        middle: Middle,
        path: &mut Path,
    ) {
        let network = question.network;
        let steps = &mut path.steps;
        if let Middle::Edge(step) = middle {
            steps.push(step);
            return;
        }
        steps.extend_from_slice(&self.climbs[0]);
        match (middle, climbs[0].top, climbs[1].top) {
            (Middle::Chain, Top::Chain(a), Top::Chain(b)) => {
                let chain = network.chain_steps(a.chain);
                // The vertex at the start of an edge comes before the edge.
                if (a.step, !a.is_vertex) <= (b.step, !b.is_vertex) {
                    steps.extend_from_slice(&chain[a.step as usize..b.stop()]);
                } else {
                    steps.extend(chain[b.step as usize..a.stop()].iter().rev().map(|step| step.reversed()));
                }
            }
            (Middle::Crossings { last, end }, first_top, _) => {
                self.ways.clear();
                let mut node = self.nodes[last as usize];
                while node.from != NONE {
                    self.ways.push(network.ways[node.by as usize]);
                    node = self.nodes[node.from as usize];
                }
                if let Top::Chain(a) = first_top {
                    let chain = network.chain_steps(a.chain);
                    if node.by == NONE {
                        steps.extend(chain[..a.stop()].iter().rev().map(|step| step.reversed()));
                    } else {
                        steps.extend_from_slice(&chain[a.step as usize..]);
                    }
                }
                for way in self.ways.iter().rev() {
                    let chain = network.chain_steps(way.chain());
                    if way.is_backward() {
                        steps.extend(chain.iter().rev().map(|step| step.reversed()));
                    } else {
                        steps.extend_from_slice(chain);
                    }
                }
                question.last_steps(&climbs[1], &self.climbs[1], end, steps);
                return;
            }
            _ => {}
        }
        steps.extend(self.climbs[1].iter().rev().map(|step| step.reversed()));
    }
}

impl OnChain {
    /// The steps before it end here, its own edge included.
    fn stop(&self) -> usize {
        self.step as usize + usize::from(!self.is_vertex)
    }
}

#[cfg(test)]
mod tests;
