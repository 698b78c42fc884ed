//! Paths that avoid crowds as far as one can see, and planning them again as the crowd moves.

use crate::density::table::CostTable;
use crate::density::view::{Question, ViewSearch};
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::route::{
    AStar, Costs, NetworkQuestion, NoRoute, Path, Planner, Request, SLACK, Spot, Toll, Trees,
};

/// Plans paths with costs that are known up to a viewing distance only. It keeps its memory; each thread has its own.
///
/// Costs, such as [`DensityCosts`](crate::DensityCosts), count as long as the way from the start is shorter than the viewing
/// distance; beyond, every edge costs the least that it can, as if nobody were there. A path can be planned again from wherever
/// the character is: the search ends as soon as it meets the old path where the crowd was out of sight then and is out of sight
/// now, and keeps the rest of it. The shorter the viewing distance, the quicker that is, and the less a character knows. With
/// an infinite one it is an ordinary search.
///
/// ```
/// use throng_mesh::{DensityCosts, DensityPlanner, Mesh, Occupancy, Position, LayerId, Request, sample};
///
/// let mesh = Mesh::build(&sample::field(8, 1))?.mesh;
/// let mut occupancy = Occupancy::new(&mesh);
/// let [from, to] = [[0.5, 0.5], [79.5, 79.5]].map(|at| Position::new(at, LayerId(0)));
///
/// let mut planner = DensityPlanner::default();
/// let request = Request::new(from, to, 0.24);
/// let mut plan = planner.plan(&mesh, &request, 30.0, &DensityCosts::new(&occupancy, 10.0)).expect("there is a way");
/// assert!((plan.path().cost() - plan.path().length(&mesh) / 1.4).abs() < 1e-9, "nobody is in the way");
///
/// // A crowd gathers where the path leads; the character has made a few steps.
/// let crowded = plan.path().steps()[4].edge;
/// for cell in mesh.edge(crowded).cells() {
///     (0..50).for_each(|_| occupancy.enter(cell.id(), 0.24));
/// }
/// let now = Position::new([1.0, 1.0], LayerId(0));
/// planner.replan(&mesh, &mut plan, now, &DensityCosts::new(&occupancy, 10.0)).expect("there is another way");
/// assert!(plan.path().steps().iter().all(|step| step.edge != crowded));
/// # Ok::<(), throng_mesh::BuildError>(())
/// ```
#[derive(Debug, Default)]
pub struct DensityPlanner {
    search: ViewSearch,
    /// In the network, which is quicker, if there is no old path to join.
    astar: AStar,
    /// For whole searches.
    whole: Planner,
    path: Path,
}

/// A path that was planned with a viewing distance, and for whom, so that it can be planned again.
#[derive(Clone, Debug, PartialEq)]
pub struct DensityPlan {
    pub(crate) path: Path,
    goal: Position,
    radius: f64,
    viewing: f64,
    /// Of the mesh for which the path holds.
    version: u64,
}

impl DensityPlan {
    /// The path. Its cost is what the planner thought: with what was in sight.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where it ends.
    pub fn goal(&self) -> Position {
        self.goal
    }

    /// Radius of the disc for which it is. \[m\]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The length of the way from the start up to which costs were known. \[m\]
    pub fn viewing(&self) -> f64 {
        self.viewing
    }

    /// The version of the mesh for which it was planned.
    pub fn version(&self) -> u64 {
        self.version
    }
}

/// What a search can build on.
#[derive(Clone, Copy)]
enum Known<'a> {
    Nothing,
    /// A path to the same goal.
    Old(&'a Path),
    /// What others found.
    Trees(&'a Trees),
}

impl DensityPlanner {
    /// The path of least cost on the medial axis, with costs that count up to a viewing distance, which may be infinite. \[m\]
    /// Of the request the clearance and the kind are not used.
    ///
    /// # Errors
    /// If there is none: then it says why.
    pub fn plan(
        &mut self,
        mesh: &Mesh,
        request: &Request,
        viewing: f64,
        costs: &dyn Costs,
    ) -> Result<DensityPlan, NoRoute> {
        let Request { to: goal, radius, .. } = *request;
        let mut plan = DensityPlan { path: Path::default(), goal, radius, viewing, version: mesh.version() };
        self.search(mesh, &plan, request.from, costs, Known::Nothing)?;
        std::mem::swap(&mut plan.path, &mut self.path);
        Ok(plan)
    }

    /// The same with a table of costs, and with what others have found with it ([`CostTable::with_trees`]): then the viewing distance counts from the
    /// first crossing of the medial axis.
    ///
    /// # Errors
    /// If there is none: then it says why.
    pub fn plan_by(
        &mut self,
        mesh: &Mesh,
        request: &Request,
        viewing: f64,
        table: &CostTable,
    ) -> Result<DensityPlan, NoRoute> {
        let Request { to: goal, radius, .. } = *request;
        let mut plan = DensityPlan { path: Path::default(), goal, radius, viewing, version: mesh.version() };
        let known = table.trees.as_ref().map_or(Known::Nothing, Known::Trees);
        self.search(mesh, &plan, request.from, table, known)?;
        std::mem::swap(&mut plan.path, &mut self.path);
        Ok(plan)
    }

    /// Plans a path again, from where the character is now: for the same goal, radius and viewing distance, with the present
    /// costs.
    ///
    /// If the mesh has changed since, nothing of the old path is kept. If there is no path, the plan stays as it was.
    ///
    /// # Errors
    /// If there is none: then it says why.
    pub fn replan(
        &mut self,
        mesh: &Mesh,
        plan: &mut DensityPlan,
        from: Position,
        costs: &dyn Costs,
    ) -> Result<(), NoRoute> {
        let is_old = plan.version == mesh.version();
        let known = if is_old { Known::Old(&plan.path) } else { Known::Nothing };
        self.search(mesh, plan, from, costs, known)?;
        std::mem::swap(&mut plan.path, &mut self.path);
        plan.version = mesh.version();
        Ok(())
    }

    fn search(
        &mut self,
        mesh: &Mesh,
        plan: &DensityPlan,
        from: Position,
        costs: &dyn Costs,
        known: Known<'_>,
    ) -> Result<(), NoRoute> {
        let DensityPlan { goal, radius, viewing, .. } = *plan;
        if viewing.is_nan() || viewing < 0.0 {
            return Err(NoRoute::Senseless { what: "the viewing distance", value: viewing });
        }
        if viewing == f64::INFINITY && !matches!(known, Known::Trees(_)) {
            let path = self.whole.path(mesh, from, goal, radius, Some(costs))?;
            self.path.clone_from(path);
            return Ok(());
        }
        let request = Request::new(from, goal, radius);
        request.check()?;
        let room = (radius - SLACK).max(0.0);
        let ends = mesh.approaches(&request, room)?;
        let [from, to] = ends.each_ref().map(|end| Spot::new(mesh, end.on_axis(), room));
        let (old, trees) = match known {
            Known::Nothing => (None, None),
            Known::Old(path) => (Some(path), None),
            Known::Trees(trees) => (None, Some(trees)),
        };
        let is_found = match mesh.network_at_hand().filter(|_| old.is_none()) {
            Some(network) => {
                let toll = Toll { mesh, room, costs: Some(costs) };
                let question = NetworkQuestion { network, toll, viewing, trees };
                self.astar.find(&question, &from, &to, &mut self.path)
            }
            None => {
                let question = Question { mesh, room, costs, viewing, old };
                self.search.find(&question, &from, &to, &mut self.path)
            }
        };
        if is_found {
            Ok(())
        } else {
            // If it is neither too narrow nor apart, it is too expensive.
            Err(mesh.why_not(&request).unwrap_or(NoRoute::NotConnected))
        }
    }
}
