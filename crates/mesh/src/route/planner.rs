//! A planner: finds paths and routes, and keeps the memory that its searches need.

use crate::locate::Position;
use crate::mesh::Mesh;
use crate::route::astar::{AStar, Question};
use crate::route::partial::OnAxis;
use crate::route::path::{Costs, Path};
use crate::route::refusal::{NoRoute, Which};
use crate::route::request::SLACK;
use crate::route::spot::Spot;

/// Finds paths and routes. It keeps its memory, so many searches with one planner allocate nothing; each thread has its own.
#[derive(Debug, Default)]
pub struct Planner {
    astar: AStar,
    path: Path,
}

impl Planner {
    /// The path of least cost on the medial axis between the retractions of two places, wide enough for a disc. Without costs
    /// it is the shortest. \[m\]
    ///
    /// # Errors
    /// If there is none.
    pub fn path(
        &mut self,
        mesh: &Mesh,
        from: Position,
        to: Position,
        radius: f64,
        costs: Option<&dyn Costs>,
    ) -> Result<&Path, NoRoute> {
        let room = radius - SLACK;
        let spot = |position, which| {
            let approach = mesh.enter(position, which)?;
            if approach.clearance < room {
                return Err(NoRoute::NoRoom { which, clearance: approach.clearance });
            }
            Ok(Spot::new(mesh, OnAxis { cell: approach.cell, t: approach.t }, room))
        };
        let (start, goal) = (spot(from, Which::Start)?, spot(to, Which::Goal)?);
        let question = Question { mesh, network: mesh.network(), room, costs };
        if self.astar.find(&question, &start, &goal, &mut self.path) {
            Ok(&self.path)
        } else {
            Err(NoRoute::NotConnected)
        }
    }
}
