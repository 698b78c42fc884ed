//! How long crowds hold up who walks along edges, worked out once for many searches with different weights.

use rayon::prelude::*;

use crate::density::costs::{DensityCosts, sensible};
use crate::id::EdgeId;
use crate::mesh::Mesh;
use crate::route::{Costs, Step};

/// The times to walk all edges of a mesh, and the chains that they make up, alone, and by how much the present crowd delays it. Costs are straight
/// in the weight ([`DensityCosts`]): so one table serves all weights. Where all have the same one, a [`CostTable`](crate::CostTable) takes half of the
/// memory.
///
/// It holds until the crowd or the mesh changes. Searches find the same with it as with the costs that it was made of, up to rounding.
///
/// ```
/// use throng_mesh::{CellId, Costs, DelayTable, DensityCosts, Mesh, Occupancy, Step, sample};
///
/// let mesh = Mesh::build(&sample::floors())?.mesh;
/// let mut occupancy = Occupancy::new(&mesh);
/// occupancy.enter(CellId(0), 0.24);
/// let table = DelayTable::new(&mesh, &DensityCosts::new(&occupancy, 1.0));
/// let (ours, costs) = (table.with_weight(3.0), DensityCosts::new(&occupancy, 3.0));
/// for edge in mesh.edges() {
///     let step = Step { edge: edge.id(), forward: true };
///     assert_eq!(ours.cost(&mesh, step), costs.cost(&mesh, step));
/// }
/// # Ok::<(), throng_mesh::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DelayTable {
    /// By edge: the time alone, and the delay. \[s\]
    edges: Vec<[f64; 2]>,
    /// By chain of the network, if there is one.
    chains: Vec<[f64; 2]>,
    least: f64,
}

/// The costs of a [`DelayTable`] with a weight.
#[derive(Clone, Copy, Debug)]
pub struct DelayCosts<'a> {
    table: &'a DelayTable,
    weight: f64,
}

impl DelayTable {
    /// Works out all times, on all threads. The weight of the costs does not count.
    pub fn new(mesh: &Mesh, costs: &DensityCosts<'_>) -> Self {
        let times = |edge: usize| costs.times(mesh, Step { edge: EdgeId(edge as u32), forward: true });
        let edges: Vec<[f64; 2]> =
            (0..mesh.edges.len()).into_par_iter().with_min_len(GRAIN).map(times).collect();
        let of_chain = |first: u32, count: u32, steps: &[Step]| {
            let steps = &steps[first as usize..(first + count) as usize];
            let times = steps.iter().map(|step| edges[step.edge.index()]);
            times.fold([0.0; 2], |sum, time| [sum[0] + time[0], sum[1] + time[1]])
        };
        let chains = mesh.network_at_hand().map_or_else(Vec::new, |network| {
            let chains = network.chains.par_iter().with_min_len(GRAIN);
            chains.map(|chain| of_chain(chain.first_step, chain.num_steps, &network.steps)).collect()
        });
        Self { edges, chains, least: costs.least() }
    }

    /// The costs for somebody with a weight, which counts as in [`DensityCosts::new`].
    pub fn with_weight(&self, weight: f64) -> DelayCosts<'_> {
        DelayCosts { table: self, weight: sensible(weight) }
    }
}

/// Times that a thread works out at once.
const GRAIN: usize = 512;

impl Costs for DelayCosts<'_> {
    #[inline]
    fn cost(&self, _mesh: &Mesh, step: Step) -> f64 {
        let [alone, delay] = self.table.edges[step.edge.index()];
        alone + self.weight * delay
    }

    fn least(&self) -> f64 {
        self.table.least
    }

    #[inline]
    fn of_chain(&self, chain: u32) -> Option<f64> {
        self.table.chains.get(chain as usize).map(|[alone, delay]| alone + self.weight * delay)
    }
}
