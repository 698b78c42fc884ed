//! The path of least cost on the medial axis.
//!
//! Idea. A* over the crossings of the network. A place is between crossings in general, so a search starts from two of them and
//! ends at two of them.
//!
//! 1. Climb from both places out of their dead ends, until a chain or a crossing is reached. If the climbs meet before that, the path
//!    is found: there is no other one.
//! 2. If both are then on one chain, the way along it is a first candidate; so is the way along an edge that both are on.
//! 3. Search from the ends of the first chain. Where a crossing is an end of the second chain, there is a candidate.
//! 4. Stop when nothing that is left in the queue can be better than the best candidate: cost so far plus the least cost of the
//!    straight line to the goal, or what landmarks say ([`super::landmarks`]). Lengths are those seen from above, so no path on any layer is
//!    shorter than that line: both bounds are consistent.
//! 5. Put together the steps.
//!
//! Edges that are narrower than the disc are skipped. Cost: O(n log n) in the crossings that are visited; no allocation once the
//! arrays have grown.
//! After: Hart, Nilsson and Raphael 1968, and the thesis, 3.2 and 4.3.3. Differs: in the network instead of all edges.

use crate::id::JointId;
use crate::plane::{Point, distance};
use crate::route::network::{NONE, Network, Place, Step, VertexPlace, Way};
use crate::route::path::Path;
use crate::route::queue::Queue;
use crate::route::spot::Spot;
use crate::route::toll::Toll;

/// Memory of searches.
#[derive(Clone, Debug, Default)]
pub(crate) struct AStar {
    nodes: Vec<Node>,
    queue: Queue,
    /// Number of the search: nodes of others are not known yet.
    search: u32,
    climbs: [Vec<Step>; 2],
    ways: Vec<Way>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    cost: f64,
    search: u32,
    /// The way by which it was reached, or [`NONE`] less 0 or 1 for an end of the first chain.
    by: u32,
    from: u32,
    done: bool,
}

const UNKNOWN: Node = Node { cost: f64::INFINITY, search: 0, by: NONE, from: NONE, done: false };

/// What a search is asked.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub(crate) network: &'a Network,
    pub(crate) toll: Toll<'a>,
}

/// A place on a chain: on an edge, or at the vertex where an edge starts.
#[derive(Clone, Copy, Debug)]
struct OnChain {
    chain: u32,
    step: u32,
    is_vertex: bool,
    /// Cost to the start of the edge, in the direction of the chain, and to its end; for the goal from there. Infinite if there is no
    /// room.
    to_ends: [f64; 2],
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
    cost: f64,
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
            return question.toll.along_edge(from, to).is_some_and(|(step, cost)| {
                path.steps.push(step);
                path.cost = cost;
                true
            });
        }
        if let Some(met) = question.meet(&self.climbs, &climbs, from, to, path) {
            return met;
        }
        if !(climbs[0].cost.is_finite() && climbs[1].cost.is_finite()) {
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
            && let Some((step, cost)) = question.toll.along_edge(from, to)
        {
            consider(cost, Middle::Edge(step));
        }
        let ends = climbs[0].cost + climbs[1].cost;
        if let (Top::Chain(a), Top::Chain(b)) = (climbs[0].top, climbs[1].top)
            && a.chain == b.chain
            && (a.step != b.step || a.is_vertex || b.is_vertex)
        {
            consider(ends + question.along_chain(&a, &b), Middle::Chain);
        }
        best = self.search(question, &climbs, to.at, best);
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
        goal: Point,
        mut best: Option<(f64, Middle)>,
    ) -> Option<(f64, Middle)> {
        let network = question.network;
        self.begin(network.crossings.len());
        let least = question.toll.least();
        let goals =
            question.chain_ends(&climbs[1], true).map(|(crossing, cost)| (crossing, cost + climbs[1].cost));
        let bound = |crossing: u32| {
            let straight = least * distance(network.crossings[crossing as usize].at, goal);
            let rest = goals.map(|(goal, cost)| {
                if cost < f64::INFINITY {
                    cost + least * network.landmarks.bound(crossing, goal)
                } else {
                    cost
                }
            });
            straight.max(rest[0].min(rest[1]))
        };
        for (end, (crossing, cost)) in question.chain_ends(&climbs[0], false).into_iter().enumerate() {
            let cost = cost + climbs[0].cost;
            if crossing != NONE && cost.is_finite() && cost < self.cost(crossing) {
                self.nodes[crossing as usize] =
                    Node { cost, search: self.search, by: NONE - end as u32, from: NONE, done: false };
                self.queue.push(cost + bound(crossing), crossing);
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
            let so_far = node.cost;
            for (end, &(goal, rest)) in goals.iter().enumerate() {
                let cost = so_far + rest;
                if goal == crossing && cost.is_finite() && best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, Middle::Crossings { last: crossing, end }));
                }
            }
            let first = network.crossings[crossing as usize].first_way;
            for (k, way) in network.ways(crossing).iter().enumerate() {
                if way.min_clearance < question.toll.room {
                    continue;
                }
                let cost = so_far + question.way_cost(way);
                if cost < self.cost(way.to) {
                    let by = first + k as u32;
                    self.nodes[way.to as usize] =
                        Node { cost, search: self.search, by, from: crossing, done: false };
                    let key = cost + bound(way.to);
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
            (Middle::Crossings { last, end }, first_top, last_top) => {
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
                if let Top::Chain(b) = last_top {
                    let chain = network.chain_steps(b.chain);
                    if end == 0 {
                        steps.extend_from_slice(&chain[..b.stop()]);
                    } else {
                        steps.extend(chain[b.step as usize..].iter().rev().map(|step| step.reversed()));
                    }
                }
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

impl Question<'_> {
    /// Step 1: climbs from a place, and notes the steps. Costs are those of the climb, or of the way back for the goal.
    fn climb(&self, spot: &Spot, back: bool, steps: &mut Vec<Step>) -> Climb {
        steps.clear();
        let mut cost = 0.0;
        let mut vertex = match self.network.places[spot.edge.index()] {
            Place::Chain { chain, step } => {
                let along = self.network.chain_steps(chain)[step as usize];
                let to_ends = [along.reversed(), along].map(|step| self.toll.ahead(spot, step, back));
                return Climb { top: Top::Chain(OnChain { chain, step, is_vertex: false, to_ends }), cost };
            }
            Place::DeadEnd { forward } => {
                let step = Step { edge: spot.edge, forward };
                steps.push(step);
                cost += self.toll.ahead(spot, step, back);
                self.toll.end(step)
            }
        };
        while let VertexPlace::DeadEnd(step) = self.network.vertices[vertex.index()] {
            steps.push(step);
            cost += self.toll.step_cost(step, back);
            vertex = self.toll.end(step);
        }
        let top = match self.network.vertices[vertex.index()] {
            VertexPlace::Chain { chain, step } => {
                let to_ends =
                    [0.0, self.toll.step_cost(self.network.chain_steps(chain)[step as usize], back)];
                Top::Chain(OnChain { chain, step, is_vertex: true, to_ends })
            }
            VertexPlace::Crossing(crossing) => Top::Crossing(crossing),
            VertexPlace::Alone | VertexPlace::DeadEnd(_) => Top::Root(vertex),
        };
        Climb { top, cost }
    }

    /// Step 1: whether two climbs meet before they are out of their dead ends, or where they are out of them: then the only path,
    /// if there is room for it; `None` if they do not meet.
    fn meet(
        &self,
        steps: &[Vec<Step>; 2],
        climbs: &[Climb; 2],
        from: &Spot,
        to: &Spot,
        path: &mut Path,
    ) -> Option<bool> {
        let [up, down] = steps;
        let common = up.iter().rev().zip(down.iter().rev()).take_while(|(a, b)| a == b).count();
        let same_top = match (climbs[0].top, climbs[1].top) {
            (Top::Root(a), Top::Root(b)) => a == b,
            (Top::Crossing(a), Top::Crossing(b)) => a == b,
            (Top::Chain(a), Top::Chain(b)) => {
                a.is_vertex && b.is_vertex && (a.chain, a.step) == (b.chain, b.step)
            }
            _ => false,
        };
        if common == 0 && !(same_top && !up.is_empty() && !down.is_empty()) {
            return None;
        }
        path.steps.extend_from_slice(&up[..up.len() - common]);
        // One of the two may be on the way out of the other's dead end.
        if common == up.len() {
            path.steps.push(up[0].reversed());
        }
        path.steps.extend(down[..down.len() - common].iter().rev().map(|step| step.reversed()));
        if common == down.len() {
            path.steps.push(down[0]);
        }
        path.cost = self.toll.cost_of(&path.steps, from, to);
        Some(path.cost.is_finite())
    }

    /// Step 2: cost along a chain from one place to another, on different edges of it.
    fn along_chain(&self, a: &OnChain, b: &OnChain) -> f64 {
        let chain = self.network.chain_steps(a.chain);
        if a.step == b.step {
            // One is on the edge, the other at its start.
            return a.to_ends[0] + b.to_ends[0];
        }
        let forward = a.step < b.step;
        let (low, high) = if forward { (a, b) } else { (b, a) };
        let between = &chain[low.step as usize + 1..high.step as usize];
        let cost = |step: &Step| self.toll.step_cost(*step, !forward);
        low.to_ends[1] + between.iter().map(cost).sum::<f64>() + high.to_ends[0]
    }

    /// Step 3: the crossings at the ends of the chain where a climb ended, and what it costs to get there; for the goal to get
    /// here. A single crossing comes with [`NONE`].
    fn chain_ends(&self, climb: &Climb, back: bool) -> [(u32, f64); 2] {
        match climb.top {
            Top::Crossing(crossing) => [(crossing, 0.0), (NONE, f64::INFINITY)],
            Top::Root(_) => [(NONE, f64::INFINITY); 2],
            Top::Chain(on) => {
                let chain = self.network.chain_steps(on.chain);
                let ends = self.network.chains[on.chain as usize].ends;
                let sum = |steps: &[Step], back| {
                    steps.iter().map(|step| self.toll.step_cost(*step, back)).sum::<f64>()
                };
                let before = sum(&chain[..on.step as usize], !back);
                let after = sum(&chain[on.step as usize + 1..], back);
                [(ends[0], before + on.to_ends[0]), (ends[1], after + on.to_ends[1])]
            }
        }
    }

    /// Cost of a way, if there is room.
    #[inline]
    fn way_cost(&self, way: &Way) -> f64 {
        let Some(costs) = self.toll.costs else { return way.length };
        let chain = self.network.chain_steps(way.chain());
        let cost =
            |step: &Step| costs.cost(self.toll.mesh, if way.is_backward() { step.reversed() } else { *step });
        chain.iter().map(cost).sum()
    }
}

#[cfg(test)]
mod tests;
