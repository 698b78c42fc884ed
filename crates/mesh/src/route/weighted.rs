//! Routes through regions of different weights.
//!
//! Idea. Search a graph that contains the grid of one meter, so that nothing on that grid is cheaper; that contains the medial axis, so that no
//! door is too narrow for the graph that is wide enough for the disc; and that contains the borders of regions, where routes bend. Then
//! pull what was found taut.
//!
//! 1. Refuse ends that are outside, too narrow, or in a closed region.
//! 2. A*: the cost of a hop is its exact cost ([`crate::route::weighted::ground`]); the heuristic is the distance times the smallest weight, which is
//!    consistent, so a place that has been taken from the queue is done. Whether a straight hop is wide enough is asked last, and only if it
//!    would help: mostly the clearances of its ends tell.
//! 3. Pull the route taut ([`crate::route::weighted::taut`]): its cost never grows.
//!
//! Invariant: the cost of a place is that of a way of clear hops.
//! Cost: O(n log n) in the number n of places that the search sees; at worst those of the whole component, at best those near the
//! line between the ends.
//! Degenerate: found or not is right where no region is closed, for whoever fits on the medial axis is on the graph. Between closed regions a way may
//! be missed that is narrower than a meter, runs neither along their borders nor along the medial axis, and misses the grid.
//! The surface may overlap itself: places have layers, and hops go where straight lines lead.
//! After: the thesis, 10.4.2, which searches cells of 1 m. Differs: the grid is only a part of the graph, costs are exact, and the
//! route is not bound to the grid in the end. Known for region borders: Mitchell, Papadimitriou, The weighted region problem, 1991.

mod ground;
mod lattice;
mod pull;
mod slide;
mod taut;
mod tiles;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::mesh::Mesh;
use crate::plane::distance;
use crate::route::leg::Leg;
use crate::route::refusal::{NoRoute, Which};
use crate::route::request::{Request, SLACK};
use crate::route::route::Route;
pub use crate::route::weighted::ground::Ground;
use crate::route::weighted::lattice::{Hop, Lattice, NONE, Node, NodeId};
use crate::route::weighted::taut::Taut;
use crate::route::weights::Weights;

/// The two ends of a route in the graph.
const START: NodeId = 0;
const GOAL: NodeId = 1;

/// Plans routes that respect weights, with memory for the next ones.
///
/// What it knows of the regions of a mesh is kept as well, as long as it is asked about that mesh.
#[derive(Clone, Debug, Default)]
pub struct Weighted {
    ground: Ground,
    lattice: Lattice,
    /// Places by estimated cost of the whole way; bits of numbers that are not negative are in their order.
    open: BinaryHeap<Reverse<(u64, NodeId)>>,
    hops: Vec<Hop>,
    cuts: Vec<f64>,
    taut: Taut,
}

impl Weighted {
    /// Plans a route for a disc and writes it; the answer is its cost ([`Mesh::cost`]). It costs no more than the cheapest way on a grid of 1 m
    /// with eight neighbors. Of the request the preferred clearance and the kind are not used.
    ///
    /// # Errors
    /// If there is no route: why.
    pub fn plan(
        &mut self,
        mesh: &Mesh,
        request: &Request,
        weights: &Weights,
        route: &mut Route,
    ) -> Result<f64, NoRoute> {
        let Request { from, to, radius, .. } = *request;
        route.begin(from, to);
        // Step 1.
        if !(radius >= 0.0 && radius.is_finite()) {
            return Err(NoRoute::Senseless { what: "the radius", value: radius });
        }
        weights.check()?;
        for (end, which) in [(from, Which::Start), (to, Which::Goal)] {
            let Some(clearance) = mesh.clearance(end, None) else {
                return Err(NoRoute::Outside { which, nearest: mesh.nearest_walkable(end) });
            };
            if clearance < radius - SLACK {
                return Err(NoRoute::NoRoom { which, clearance });
            }
        }
        self.ground.prepare(mesh, weights);
        for (end, which) in [(from, Which::Start), (to, Which::Goal)] {
            if self.ground.weight(end).is_infinite() {
                return Err(NoRoute::Closed { which: Some(which) });
            }
        }
        if from == to {
            return Ok(0.0);
        }
        // Step 2.
        self.lattice.begin(mesh, [from, to], radius);
        if !self.search(mesh) {
            return Err(mesh.why_not(request).unwrap_or(NoRoute::Closed { which: None }));
        }
        // Step 3.
        self.trace();
        self.taut.tighten(mesh, &self.ground, radius - SLACK);
        self.taut.write(route);
        Ok(self.ground.cost_of(mesh, route))
    }

    /// Whether the goal was reached.
    fn search(&mut self, mesh: &Mesh) -> bool {
        let Self { ground, lattice, open, hops, cuts, .. } = self;
        let goal = lattice.nodes[GOAL as usize].position.at;
        let estimate = |cost: f64, at: [f64; 2]| cost + ground.least * distance(at, goal);
        open.clear();
        lattice.nodes[START as usize].cost = 0.0;
        open.push(Reverse((0, START)));
        while let Some(Reverse((_, from))) = open.pop() {
            if from == GOAL {
                return true;
            }
            if std::mem::replace(&mut lattice.nodes[from as usize].is_done, true) {
                continue;
            }
            let Node { position: start, cost: so_far, .. } = lattice.nodes[from as usize];
            lattice.hops(mesh, ground, from, hops);
            for &Hop { to, arc } in &*hops {
                let there = &lattice.nodes[to as usize];
                let at = there.position.at;
                let known = there.cost;
                if there.is_done || so_far + ground.least * distance(start.at, at) >= known {
                    continue;
                }
                let mut end = start;
                let hop = if arc == NONE {
                    ground.line(mesh, &mut end, at, cuts)
                } else {
                    ground.leg(mesh, &mut end, &Leg::Axis(lattice.arcs[arc as usize]), cuts)
                };
                let cost = so_far + hop;
                if cost < known && (arc != NONE || lattice.is_clear(mesh, from, to)) {
                    let there = &mut lattice.nodes[to as usize];
                    (there.cost, there.parent, there.arc) = (cost, from, arc);
                    open.push(Reverse((estimate(cost, at).to_bits(), to)));
                }
            }
        }
        false
    }

    /// Hands the way that was found on, from the start to the goal.
    fn trace(&mut self) {
        let lattice = &self.lattice;
        self.taut.clear();
        let mut node = GOAL;
        while node != NONE {
            let found = &lattice.nodes[node as usize];
            let arc = (found.arc != NONE).then(|| lattice.arcs[found.arc as usize]);
            self.taut.push(found.position, found.cell, arc);
            node = found.parent;
        }
        self.taut.reverse();
    }
}
