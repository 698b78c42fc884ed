//! What all edges cost now, worked out once for many searches.

use rayon::prelude::*;

use crate::density::costs::DensityCosts;
use crate::id::EdgeId;
use crate::mesh::Mesh;
use crate::route::{Costs, SLACK, Step, Trees};

// Rejected: bounds for these costs from landmarks, made anew with the table. Beyond the viewing distance a way costs the least that it can, so such a
// bound is capped at the time to walk out of view, which in a crowd is soon reached: with 60,000 characters in bigcity a plan took 1.24 µs for each
// character and step instead of 1.04, in village8x8 1.20 instead of 1.05.

/// The costs of all edges of a mesh, and of the chains that they make up. It pays off from some ten searches on: they read a
/// table, instead of asking a fundamental diagram over and over.
///
/// It holds until the crowd or the mesh changes. Searches find the same with it as with the costs that it was made of.
///
/// ```
/// use throng_mesh::{CostTable, Costs, DensityCosts, Mesh, Occupancy, Step, sample};
///
/// let mesh = Mesh::build(&sample::floors())?.mesh;
/// let occupancy = Occupancy::new(&mesh);
/// let costs = DensityCosts::new(&occupancy, 1.0);
/// let table = CostTable::new(&mesh, &costs);
/// for edge in mesh.edges() {
///     let step = Step { edge: edge.id(), forward: true };
///     assert_eq!(table.cost(&mesh, step), costs.cost(&mesh, step));
/// }
/// # Ok::<(), throng_mesh::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CostTable {
    /// By edge.
    edges: Vec<f64>,
    /// By chain of the network, if there is one.
    chains: Vec<f64>,
    least: f64,
    /// What was found with these costs, for those who come after.
    pub(crate) trees: Option<Trees>,
}

impl CostTable {
    /// Works out all costs, on all threads.
    pub fn new(mesh: &Mesh, costs: &DensityCosts<'_>) -> Self {
        let cost = |edge: usize| costs.cost(mesh, Step { edge: EdgeId(edge as u32), forward: true });
        let edges = (0..mesh.edges.len()).into_par_iter().with_min_len(GRAIN).map(cost).collect();
        Self::of_edges(mesh, edges, costs.least())
    }

    /// A table of costs that were worked out before: all that [`CostTable::edges`] said, and the least that a meter costs. `None` if they are not as many
    /// as the mesh has edges.
    pub fn restored(mesh: &Mesh, edges: Vec<f64>, least: f64) -> Option<Self> {
        (edges.len() == mesh.edges.len()).then(|| Self::of_edges(mesh, edges, least))
    }

    fn of_edges(mesh: &Mesh, edges: Vec<f64>, least: f64) -> Self {
        let of_chain = |first: u32, count: u32, steps: &[Step]| {
            let steps = &steps[first as usize..(first + count) as usize];
            steps.iter().map(|step| edges[step.edge.index()]).sum()
        };
        let chains = mesh.network_at_hand().map_or_else(Vec::new, |network| {
            let chains = network.chains.par_iter().with_min_len(GRAIN);
            chains.map(|chain| of_chain(chain.first_step, chain.num_steps, &network.steps)).collect()
        });
        Self { edges, chains, least, trees: None }
    }

    /// The same, and it keeps the paths that [`DensityPlanner::plan_by`](crate::DensityPlanner::plan_by) finds with it: for discs of this radius, or about,
    /// and this viewing distance. \[m\] It pays off where many plan in a small place, and takes 16 bytes for each pair of crossings
    /// of the medial axis ([`Mesh::num_crossings`]).
    #[must_use]
    pub fn with_trees(self, mesh: &Mesh, radius: f64, viewing: f64) -> Self {
        let trees =
            mesh.network_at_hand().map(|network| Trees::new(network, (radius - SLACK).max(0.0), viewing));
        Self { trees, ..self }
    }

    /// What each edge costs, by its number.
    pub fn edges(&self) -> &[f64] {
        &self.edges
    }
}

/// Costs that a thread works out at once.
const GRAIN: usize = 512;

impl Costs for CostTable {
    #[inline]
    fn cost(&self, _mesh: &Mesh, step: Step) -> f64 {
        self.edges[step.edge.index()]
    }

    fn least(&self) -> f64 {
        self.least
    }

    #[inline]
    fn of_chain(&self, chain: u32) -> Option<f64> {
        self.chains.get(chain as usize).copied()
    }
}
