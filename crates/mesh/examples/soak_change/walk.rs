//! Somebody who walks while the place changes, and plans again after every update.

use throng_mesh::{CostChange, Event, Mesh, Method, Path, Planner, Position, Replanner, Request};
use throng_voronoi::sample::Random;

/// A path, and the updates since are none.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    planner: Planner,
    replanner: Replanner,
    going: Option<(Position, Position, f64, Path)>,
}

impl Walk {
    /// Plans again after an update: pruned search must find what a search from nothing finds. Without a path, looks for one. Returns whether there was a
    /// path to begin with.
    pub(crate) fn plan_again(
        &mut self,
        mesh: &Mesh,
        event: &Event,
        random: &mut Random,
    ) -> Result<bool, String> {
        let Some((from, to, radius, old)) = self.going.take() else {
            self.set_out(mesh, random);
            return Ok(false);
        };
        let expected = self.planner.path(mesh, from, to, radius, None).map(Path::cost).ok();
        let request = Request::new(from, to, radius);
        let change = CostChange::of_event(mesh, event);
        let found = self.replanner.replan(mesh, &old, &request, None, &change, Method::Odpa);
        match (found, expected) {
            (Ok(new), Some(cost)) if (new.path.cost() - cost).abs() <= 1e-9 * (1.0 + cost) => {
                // Now and then somewhere else.
                if !random.one_in(20) {
                    self.going = Some((from, to, radius, new.path.clone()));
                }
            }
            (Err(_), None) => {}
            (found, expected) => {
                let found = found.map(|new| new.path.cost());
                return Err(format!(
                    "planned again from {from:?} to {to:?}, radius {radius}: {found:?}, not {expected:?}"
                ));
            }
        }
        Ok(true)
    }

    fn set_out(&mut self, mesh: &Mesh, random: &mut Random) {
        let vertices: Vec<Position> = mesh.vertices().map(|vertex| vertex.position()).collect();
        if vertices.is_empty() {
            return;
        }
        let [from, to] = [(); 2].map(|()| vertices[random.below(vertices.len())]);
        let radius = [0.0, 0.05, 0.2][random.below(3)];
        if let Ok(path) = self.planner.path(mesh, from, to, radius, None) {
            self.going = Some((from, to, radius, path.clone()));
        }
    }
}
