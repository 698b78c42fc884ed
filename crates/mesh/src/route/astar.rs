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
//! 5. Put together the steps.
//!
//! Edges that are narrower than the disc are skipped. Cost: O(n log n) in the crossings that are visited; no allocation once the
//! arrays have grown.
//! After: Hart, Nilsson and Raphael 1968, and the thesis, 3.2, 4.3.3 and 9.5.1. Differs: in the network instead of all edges.

use crate::id::JointId;
use crate::plane::distance;
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
            return question.along_edge(from, to).is_some_and(|(step, cost)| {
                path.steps.push(step);
                path.cost = cost;
                true
            });
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
            && let Some((step, cost)) = question.along_edge(from, to)
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
        best = self.search(question, &climbs, [from, to], best);
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
                let rest = if question.viewing == f64::INFINITY {
                    rest
                } else {
                    self.rest.clear();
                    question.last_steps(&climbs[1], &self.climbs[1], end, &mut self.rest);
                    question.rest_of(&self.rest, so_far.length, to)
                };
                let cost = so_far.cost + rest;
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

impl Question<'_> {
    /// Step 1: climbs from a place, and notes the steps. For the goal it is the way back that counts.
    fn climb(&self, spot: &Spot, back: bool, steps: &mut Vec<Step>) -> Climb {
        steps.clear();
        let mut gone = Gone { cost: 0.0, length: if back { self.unseen() } else { 0.0 } };
        let mut vertex = match self.network.places[spot.edge.index()] {
            Place::Chain { chain, step } => {
                return Climb { top: Top::Chain(OnChain { chain, step, is_vertex: false }), gone };
            }
            Place::DeadEnd { forward } => {
                let step = Step { edge: spot.edge, forward };
                steps.push(step);
                self.go_ahead(&mut gone, spot, step, back);
                self.toll.end(step)
            }
        };
        while let VertexPlace::DeadEnd(step) = self.network.vertices[vertex.index()] {
            steps.push(step);
            self.go(&mut gone, step, back);
            vertex = self.toll.end(step);
        }
        let top = match self.network.vertices[vertex.index()] {
            VertexPlace::Chain { chain, step } => Top::Chain(OnChain { chain, step, is_vertex: true }),
            VertexPlace::Crossing(crossing) => Top::Crossing(crossing),
            VertexPlace::Alone | VertexPlace::DeadEnd(_) => Top::Root(vertex),
        };
        Climb { top, gone }
    }

    /// Step 1: whether two climbs meet before they are out of their dead ends, or where they are out of them: then the only path.
    fn meet(&self, steps: &[Vec<Step>; 2], climbs: &[Climb; 2], path: &mut Path) -> bool {
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
            return false;
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
        true
    }

    /// Step 3: the crossings at the ends of the chain where a climb ended, and the ways there; for the goal the ways here. A single
    /// crossing comes with [`NONE`].
    fn chain_ends(&self, climb: &Climb, spot: &Spot, back: bool) -> [(u32, Gone); 2] {
        const NOWHERE: (u32, Gone) = (NONE, Gone { cost: f64::INFINITY, length: 0.0 });
        match climb.top {
            Top::Crossing(crossing) => [(crossing, climb.gone), NOWHERE],
            Top::Root(_) => [NOWHERE; 2],
            Top::Chain(on) => {
                let chain = self.network.chain_steps(on.chain);
                let ends = self.network.chains[on.chain as usize].ends;
                let (before, [own, after @ ..]) = chain.split_at(on.step as usize) else {
                    return [NOWHERE; 2];
                };
                let [mut to_start, mut to_end] = [climb.gone; 2];
                if on.is_vertex {
                    self.go(&mut to_end, *own, back);
                } else {
                    self.go_ahead(&mut to_start, spot, own.reversed(), back);
                    self.go_ahead(&mut to_end, spot, *own, back);
                }
                before.iter().rev().for_each(|step| self.go(&mut to_start, step.reversed(), back));
                after.iter().for_each(|step| self.go(&mut to_end, *step, back));
                [(ends[0], to_start), (ends[1], to_end)]
            }
        }
    }

    /// If start and goal are on one chain: the end of it from which one would pass the start to get to the goal.
    fn end_behind_start(&self, climbs: &[Climb; 2], [from, to]: [&Spot; 2]) -> Option<usize> {
        let (Top::Chain(a), Top::Chain(b)) = (climbs[0].top, climbs[1].top) else { return None };
        if a.chain != b.chain {
            return None;
        }
        // The vertex at the start of an edge comes before the edge.
        let is_after = if (a.step, a.is_vertex) == (b.step, b.is_vertex) {
            let own = self.network.chain_steps(a.chain)[a.step as usize];
            (from.place.cell, from.place.t) > (to.place.cell, to.place.t) && own.forward
                || (from.place.cell, from.place.t) < (to.place.cell, to.place.t) && !own.forward
        } else {
            (a.step, !a.is_vertex) > (b.step, !b.is_vertex)
        };
        Some(usize::from(is_after))
    }

    /// The steps from a crossing at an end of the goal's chain to the goal.
    fn last_steps(&self, climb: &Climb, climbed: &[Step], end: usize, steps: &mut Vec<Step>) {
        if let Top::Chain(on) = climb.top {
            let chain = self.network.chain_steps(on.chain);
            if end == 0 {
                steps.extend_from_slice(&chain[..on.stop()]);
            } else {
                steps.extend(chain[on.step as usize..].iter().rev().map(|step| step.reversed()));
            }
        }
        steps.extend(climbed.iter().rev().map(|step| step.reversed()));
    }

    /// Cost of a way, if there is room, at the end of another one. \[m\]
    #[inline]
    fn way_cost(&self, way: &Way, so_far: f64) -> f64 {
        let Some(costs) = self.toll.costs else { return way.length };
        if so_far >= self.viewing {
            return way.length * costs.least();
        }
        let is_in_view = so_far + way.length <= self.viewing;
        if is_in_view && let Some(cost) = costs.of_chain(way.chain()) {
            return cost;
        }
        let chain = self.network.chain_steps(way.chain());
        let mut gone = Gone { cost: 0.0, length: so_far };
        if way.is_backward() {
            chain.iter().rev().for_each(|step| self.go(&mut gone, step.reversed(), false));
        } else {
            chain.iter().for_each(|step| self.go(&mut gone, *step, false));
        }
        gone.cost
    }

    /// Cost of steps that follow each other, two at least, from a place on the first to one on the last.
    fn cost_of(&self, steps: &[Step], from: &Spot, to: &Spot) -> f64 {
        let mut gone = Gone { cost: 0.0, length: 0.0 };
        self.go_ahead(&mut gone, from, steps[0], false);
        gone.cost + self.rest_of(&steps[1..], gone.length, to)
    }

    /// Cost of steps that follow each other to a place on the last one, at the end of a way. \[m\]
    fn rest_of(&self, steps: &[Step], so_far: f64, to: &Spot) -> f64 {
        let Some((last, before)) = steps.split_last() else { return f64::INFINITY };
        let mut gone = Gone { cost: 0.0, length: so_far };
        before.iter().for_each(|step| self.go(&mut gone, *step, false));
        self.go_ahead(&mut gone, to, last.reversed(), true);
        gone.cost
    }

    /// Along an edge that both places are on.
    fn along_edge(&self, from: &Spot, to: &Spot) -> Option<(Step, f64)> {
        let span = self.toll.mesh.span_between(from.place, to.place)?;
        let forward = (from.place.cell, from.place.t) <= (to.place.cell, to.place.t);
        let step = Step { edge: from.edge, forward };
        let cost = self.part(step, 0.0, span.length);
        (span.min_clearance >= self.toll.room && cost.is_finite()).then_some((step, cost))
    }

    /// Goes on along an edge; or comes back over it.
    #[inline]
    fn go(&self, gone: &mut Gone, step: Step, back: bool) {
        let edge = &self.toll.mesh.edges[step.edge.index()];
        let step = if back { step.reversed() } else { step };
        let has_room = edge.min_clearance >= self.toll.room;
        gone.cost += if has_room { self.part(step, gone.length, edge.length) } else { f64::INFINITY };
        gone.length += edge.length;
    }

    /// Goes on from a place to the end of its edge; or comes back.
    fn go_ahead(&self, gone: &mut Gone, spot: &Spot, step: Step, back: bool) {
        let length = spot.length_ahead(step);
        let has_room = spot.is_open_ahead(step);
        let step = if back { step.reversed() } else { step };
        gone.cost += if has_room { self.part(step, gone.length, length) } else { f64::INFINITY };
        gone.length += length;
    }

    /// Cost of a part of an edge with some length, at the end of a way of some length. \[m\]
    #[inline]
    fn part(&self, step: Step, so_far: f64, length: f64) -> f64 {
        let Some(costs) = self.toll.costs else { return length };
        if so_far >= self.viewing {
            return length * costs.least();
        }
        let whole = self.toll.mesh.edges[step.edge.index()].length;
        let cost = costs.cost(self.toll.mesh, step);
        let seen = (self.viewing - so_far).min(length);
        if seen == whole { cost } else { seen * (cost / whole) + (length - seen) * costs.least() }
    }

    /// The length of a way whose costs are not known before the way to it is: beyond any viewing distance, so that the least is assumed.
    fn unseen(&self) -> f64 {
        if self.viewing == f64::INFINITY { 0.0 } else { f64::INFINITY }
    }
}

#[cfg(test)]
mod tests;
