//! Nearest obstacles at sampled places, against brute force over all obstacles of their layer.
//!
//! On its own layer nothing can be nearer than the mesh says. And if no connection is as near as that, nothing beyond one can
//! be, so the two must agree.

use crate::locate::Position;
use crate::mesh::{Link, Mesh};
use crate::plane::{Point, distance, nearest_on_segment};
use crate::scene::LayerId;
use crate::violation::MeshViolation;

impl Mesh {
    /// Compares nearest obstacles with brute force in the middle of so many flanks, spread over the mesh.
    ///
    /// # Errors
    /// The first place at which they differ.
    pub fn check_sampled(&self, samples: usize) -> Result<(), MeshViolation> {
        let points: Vec<Position> = self.points().collect();
        let step = (2 * self.num_cells() / samples.max(1)).max(1);
        for f in self.live_flanks().step_by(step) {
            let outline = self.outline(f);
            let corners = outline.corners();
            let at = [0, 1].map(|k| corners.iter().map(|c| c[k]).sum::<f64>() / corners.len() as f64);
            let layer = self.layer_in(f, at);
            let stored = self.clearance(Position::new(at, layer), None);
            let stored = stored.ok_or(MeshViolation::Lost { flank: f, at, layer })?;
            let found = self.brute_clearance(at, layer, &points);
            let links = self.layers[layer.0 as usize].links.iter().map(|id| self.links[id.0 as usize]);
            let open = links.filter(|link| link.open).map(|link| link.segment);
            let reach = open.map(|[a, b]| distance(at, nearest_on_segment(a, b, at)));
            // Next to a connection rounding decides which layer a wall is on.
            let alone = reach.fold(f64::INFINITY, f64::min) > stored + 2.0 * Link::nearness(&self.grid);
            let tolerance = self.tolerance();
            if stored > found + tolerance || alone && stored < found - tolerance {
                return Err(MeshViolation::Nearest { at, layer, stored, found });
            }
        }
        Ok(())
    }

    /// Distance to the nearest of all obstacles of a layer.
    fn brute_clearance(&self, at: Point, layer: LayerId, points: &[Position]) -> f64 {
        let to_walls = self.walls.iter().filter(|wall| wall.layer == layer && !wall.is_dead()).map(|wall| {
            let [a, b] = wall.ends.map(|corner| self.corners[corner.index()]);
            distance(at, nearest_on_segment(a, b, at))
        });
        let to_points = points.iter().filter(|p| p.layer == layer).map(|p| distance(at, p.at));
        to_walls.chain(to_points).fold(f64::INFINITY, f64::min)
    }
}
