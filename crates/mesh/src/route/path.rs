//! A path: edges of the medial axis, one after the other.

use crate::mesh::Mesh;
use crate::route::network::Step;
use crate::route::spot::Spot;

/// What it costs to walk along edges. Lengths are what a planner assumes without any.
pub trait Costs {
    /// Cost of an edge in a direction, from its one end to the other: at least [`Costs::least`] times its length; infinite
    /// if it is closed. Parts of an edge cost in proportion to their length.
    fn cost(&self, mesh: &Mesh, step: Step) -> f64;

    /// The least that a meter costs anywhere, at least 0. The better this bound, the quicker the search.
    fn least(&self) -> f64;

    /// What all edges of a chain of the mesh's network cost, if that is known without adding up: in both directions, and if there is room.
    /// Only [`CostTable`](crate::CostTable) knows chains.
    fn of_chain(&self, _chain: u32) -> Option<f64> {
        None
    }
}

/// A path on the medial axis, from the retraction of one place to that of another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// Where it starts and ends; `None` before it was found.
    pub(crate) ends: Option<[Spot; 2]>,
    pub(crate) steps: Vec<Step>,
    pub(crate) cost: f64,
    /// The version of the mesh on which it was found.
    pub(crate) version: u64,
    /// Clearance that it has everywhere, at least. \[m\]
    pub(crate) room: f64,
}

impl Path {
    /// The version of the mesh on which it was found ([`Mesh::version`]).
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Starts anew, for a disc that needs `room`. \[m\]
    pub(crate) fn begin(&mut self, mesh: &Mesh, ends: [&Spot; 2], room: f64) {
        self.ends = Some(ends.map(|spot| *spot));
        self.steps.clear();
        self.cost = f64::INFINITY;
        self.version = mesh.version;
        self.room = room;
    }

    /// Its edges, each in one direction. Of the first and the last one it takes a part only.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What it costs: its length, if nothing else was asked for.
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// Where on the medial axis it starts and ends.
    pub fn ends(&self) -> Option<[[f64; 2]; 2]> {
        self.ends.map(|ends| ends.map(|spot| spot.at))
    }

    /// Its length. \[m\]
    pub fn length(&self, mesh: &Mesh) -> f64 {
        let (Some((first, rest)), Some([from, to])) = (self.steps.split_first(), self.ends) else {
            return 0.0;
        };
        let Some((last, between)) = rest.split_last() else {
            return mesh.span_between(from.place, to.place).map_or(0.0, |span| span.length);
        };
        let between: f64 = between.iter().map(|step| mesh.edges[step.edge.index()].length).sum();
        from.length_ahead(*first) + between + to.length_ahead(last.reversed())
    }
}
