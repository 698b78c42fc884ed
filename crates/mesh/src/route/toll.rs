//! What a disc pays for steps along edges, and for parts of them; infinitely much where it does not fit.

use crate::id::JointId;
use crate::mesh::Mesh;
use crate::route::network::Step;
use crate::route::path::Costs;
use crate::route::spot::Spot;

/// What steps cost a disc.
#[derive(Clone, Copy)]
pub(crate) struct Toll<'a> {
    pub(crate) mesh: &'a Mesh,
    /// Clearance that every place of the path must have. \[m\]
    pub(crate) room: f64,
    pub(crate) costs: Option<&'a dyn Costs>,
}

impl Toll<'_> {
    /// The least that a meter costs anywhere.
    pub(crate) fn least(&self) -> f64 {
        self.costs.map_or(1.0, Costs::least)
    }

    /// Cost of an edge, or of the way back over it; infinite if there is no room.
    pub(crate) fn step_cost(&self, step: Step, back: bool) -> f64 {
        let edge = &self.mesh.edges[step.edge.index()];
        if edge.min_clearance < self.room {
            return f64::INFINITY;
        }
        let step = if back { step.reversed() } else { step };
        self.costs.map_or(edge.length, |costs| costs.cost(self.mesh, step))
    }

    /// Cost from a place to the end of its edge, or of the way back; infinite if there is no room.
    pub(crate) fn ahead(&self, spot: &Spot, step: Step, back: bool) -> f64 {
        if !spot.is_open_ahead(step) {
            return f64::INFINITY;
        }
        spot.length_ahead(step) * self.rate(if back { step.reversed() } else { step })
    }

    /// Along an edge that both places are on.
    pub(crate) fn along_edge(&self, from: &Spot, to: &Spot) -> Option<(Step, f64)> {
        self.along_edge_in_view(from, to, f64::INFINITY)
    }

    /// The same where costs are known up to a viewing distance. \[m\]
    pub(crate) fn along_edge_in_view(&self, from: &Spot, to: &Spot, viewing: f64) -> Option<(Step, f64)> {
        let span = self.mesh.span_between(from.place, to.place)?;
        let forward = (from.place.cell, from.place.t) <= (to.place.cell, to.place.t);
        let step = Step { edge: from.edge, forward };
        let cost = self.part_in_view(step, 0.0, span.length, viewing);
        (span.min_clearance >= self.room && cost.is_finite()).then_some((step, cost))
    }

    /// Cost of a part of an edge with some length, at the end of a way of some length, where costs are known up to a viewing distance: beyond it every
    /// meter costs the least. \[m\]
    #[inline]
    pub(crate) fn part_in_view(&self, step: Step, so_far: f64, length: f64, viewing: f64) -> f64 {
        let Some(costs) = self.costs else { return length };
        if so_far >= viewing {
            return length * costs.least();
        }
        let whole = self.mesh.edges[step.edge.index()].length;
        let cost = costs.cost(self.mesh, step);
        let seen = (viewing - so_far).min(length);
        if seen == whole { cost } else { seen * (cost / whole) + (length - seen) * costs.least() }
    }

    /// Cost of steps that follow each other, two at least, from a place on the first to one on the last.
    pub(crate) fn cost_of(&self, steps: &[Step], from: &Spot, to: &Spot) -> f64 {
        let last = steps.len() - 1;
        let cost = |(k, step): (usize, &Step)| match k {
            0 => self.ahead(from, *step, false),
            k if k == last => self.ahead(to, step.reversed(), true),
            _ => self.step_cost(*step, false),
        };
        steps.iter().enumerate().map(cost).sum()
    }

    /// Where a step begins and where it ends.
    pub(crate) fn ends(&self, step: Step) -> [JointId; 2] {
        let [start, end] = self.mesh.ends_of_edge(step.edge);
        if step.forward { [start, end] } else { [end, start] }
    }

    /// Where a step ends.
    pub(crate) fn end(&self, step: Step) -> JointId {
        self.mesh.ends_of_edge(step.edge)[usize::from(step.forward)]
    }

    /// Cost of a meter of an edge.
    fn rate(&self, step: Step) -> f64 {
        let length = self.mesh.edges[step.edge.index()].length;
        match self.costs {
            Some(costs) if length > 0.0 => costs.cost(self.mesh, step) / length,
            _ => 1.0,
        }
    }
}
