//! Characters that walk along their paths, without bumping into each other: as fast as the density of their edge allows.
//!
//! That is enough of a crowd to time what planning and counting cost; how people walk around each other does not matter for it.

use throng_mesh::{DensityCosts, DensityPlan, EdgeId, LayerId, Mesh, Position, Step};

/// Seconds of a step.
pub const STEP: f64 = 0.1;

/// A character's way along its path.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// Corners of the way: where, on which layer, and the edge that leads there.
    corners: Vec<([f64; 2], LayerId, EdgeId)>,
    next: usize,
}

impl Way {
    /// Along the path of a plan, from a position to its goal.
    pub fn follow(&mut self, mesh: &Mesh, plan: &DensityPlan) {
        self.corners.clear();
        self.next = 0;
        let steps = plan.path().steps();
        let [first, last] = plan.path().ends().unwrap_or([plan.goal().at; 2]);
        for (index, &step) in steps.iter().enumerate() {
            let mut points: Vec<([f64; 2], LayerId)> =
                mesh.edge(step.edge).bending_points().map(|point| (point.at, point.layer)).collect();
            if !step.forward {
                points.reverse();
            }
            // The path starts and ends somewhere on an edge.
            let from = if index == 0 { nearest(&points, first) + 1 } else { 0 };
            let to = if index + 1 == steps.len() { nearest(&points, last) + 1 } else { points.len() };
            if index == 0 {
                let layer = points[from - 1].1;
                self.corners.push((first, layer, step.edge));
            }
            self.corners.extend(
                points.get(from..to).unwrap_or(&[]).iter().map(|&(at, layer)| (at, layer, step.edge)),
            );
            if index + 1 == steps.len() {
                self.corners.push((last, points[to - 1].1, step.edge));
            }
        }
    }

    /// Walks for a step. Whether there is still some way to go.
    pub fn walk(&mut self, position: &mut Position, costs: &DensityCosts) -> bool {
        let mut left = STEP;
        while let Some(&(at, layer, edge)) = self.corners.get(self.next) {
            let to = [at[0] - position.at[0], at[1] - position.at[1]];
            let length = (to[0] * to[0] + to[1] * to[1]).sqrt();
            let reach = left * costs.speed(Step { edge, forward: true });
            if reach < length {
                position.at = [0, 1].map(|axis| position.at[axis] + reach / length * to[axis]);
                return true;
            }
            left -= left * length / reach;
            *position = Position::new(at, layer);
            self.next += 1;
        }
        false
    }
}

/// The piece of a chain, by its first point, that is nearest to a place.
fn nearest(points: &[([f64; 2], LayerId)], place: [f64; 2]) -> usize {
    let distance_sq = |pair: &[([f64; 2], LayerId)]| {
        let (a, b) = (pair[0].0, pair[1].0);
        let along = [b[0] - a[0], b[1] - a[1]];
        let to = [place[0] - a[0], place[1] - a[1]];
        let length_sq = along[0] * along[0] + along[1] * along[1];
        let share = ((to[0] * along[0] + to[1] * along[1]) / length_sq.max(1e-12)).clamp(0.0, 1.0);
        let off = [to[0] - share * along[0], to[1] - share * along[1]];
        off[0] * off[0] + off[1] * off[1]
    };
    let all = points.windows(2).map(distance_sq).enumerate();
    all.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(index, _)| index)
}
