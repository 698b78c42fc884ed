//! Walking along chains and out of dead ends: what the pieces of a search between crossings cost.
//!
//! A way so far is [`Gone`]: its cost, and its length, which tells how much of what comes next is in view. For the goal the way back counts; how long
//! the way to it will be is not known yet, so beyond a finite view the least is assumed.

use super::{Climb, Gone, OnChain, Question, Top};
use crate::route::network::{NONE, Place, Step, VertexPlace, Way};
use crate::route::path::Path;
use crate::route::spot::Spot;

impl Question<'_> {
    /// Step 1: climbs from a place, and notes the steps. For the goal it is the way back that counts.
    pub(super) fn climb(&self, spot: &Spot, back: bool, steps: &mut Vec<Step>) -> Climb {
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
    pub(super) fn meet(&self, steps: &[Vec<Step>; 2], climbs: &[Climb; 2], path: &mut Path) -> bool {
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
    pub(super) fn chain_ends(&self, climb: &Climb, spot: &Spot, back: bool) -> [(u32, Gone); 2] {
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
    pub(super) fn end_behind_start(&self, climbs: &[Climb; 2], [from, to]: [&Spot; 2]) -> Option<usize> {
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
    pub(super) fn last_steps(&self, climb: &Climb, climbed: &[Step], end: usize, steps: &mut Vec<Step>) {
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
    pub(in crate::route) fn way_cost(&self, way: &Way, so_far: f64) -> f64 {
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
    pub(super) fn cost_of(&self, steps: &[Step], from: &Spot, to: &Spot) -> f64 {
        let mut gone = Gone { cost: 0.0, length: 0.0 };
        self.go_ahead(&mut gone, from, steps[0], false);
        gone.cost + self.rest_of(&steps[1..], gone.length, to)
    }

    /// Cost of steps that follow each other to a place on the last one, at the end of a way. \[m\]
    pub(super) fn rest_of(&self, steps: &[Step], so_far: f64, to: &Spot) -> f64 {
        let Some((last, before)) = steps.split_last() else { return f64::INFINITY };
        let mut gone = Gone { cost: 0.0, length: so_far };
        before.iter().for_each(|step| self.go(&mut gone, *step, false));
        self.go_ahead(&mut gone, to, last.reversed(), true);
        gone.cost
    }

    /// Goes on along an edge; or comes back over it.
    #[inline]
    pub(super) fn go(&self, gone: &mut Gone, step: Step, back: bool) {
        let edge = &self.toll.mesh.edges[step.edge.index()];
        let step = if back { step.reversed() } else { step };
        let has_room = edge.min_clearance >= self.toll.room;
        gone.cost += if has_room {
            self.toll.part_in_view(step, gone.length, edge.length, self.viewing)
        } else {
            f64::INFINITY
        };
        gone.length += edge.length;
    }

    /// Goes on from a place to the end of its edge; or comes back.
    pub(super) fn go_ahead(&self, gone: &mut Gone, spot: &Spot, step: Step, back: bool) {
        let length = spot.length_ahead(step);
        let has_room = spot.is_open_ahead(step);
        let step = if back { step.reversed() } else { step };
        gone.cost += if has_room {
            self.toll.part_in_view(step, gone.length, length, self.viewing)
        } else {
            f64::INFINITY
        };
        gone.length += length;
    }

    /// The length of a way whose costs are not known before the way to it is: beyond any viewing distance, so that the least is assumed.
    pub(super) fn unseen(&self) -> f64 {
        if self.viewing == f64::INFINITY { 0.0 } else { f64::INFINITY }
    }
}
