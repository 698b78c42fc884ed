//! One character alone, moved by the forces of the Corridor Map Method: the experiment of its paper.
//!
//! Positions are integrated as Verlet did: the next step is the last one, changed by the acceleration. Others stand in the way and push with
//! 1 / (d - r' - r) each, where d is the distance between the centers, if they are in the disc of the attraction point.

use throng_mesh::{Mesh, Position};

use crate::follow::corridor_map::{CorridorMap, NEAREST};
use crate::follow::{Lost, Situation};
use crate::place::{Place, along, cross, distance, sub};
use crate::trail::{Progress, Trail};

/// Somebody who stands in the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bystander {
    /// The center.
    pub at: [f64; 2],
    /// \[m\]
    pub radius: f64,
}

/// How a character has walked.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// Where it was after each step.
    pub places: Vec<[f64; 2]>,
    /// Its smallest distance from an obstacle. \[m\]
    pub least_clearance: f64,
    /// Its smallest distance from the rim of a bystander; infinite if there was none. \[m\]
    pub least_gap: f64,
    /// Whether it arrived: its disc was over the goal.
    pub arrived: bool,
}

impl Walk {
    /// Its length. \[m\]
    pub fn length(&self) -> f64 {
        self.places.windows(2).map(|pair| distance(pair[0], pair[1])).sum()
    }

    /// The mean over all places of one over the radius of the circle through a place, the one before and the one after. \[1/m\]
    pub fn curvature(&self) -> f64 {
        let of = |p: &[Place]| {
            let (a, b, c) = (sub(p[1], p[0]), sub(p[2], p[1]), sub(p[2], p[0]));
            let sides = distance(p[0], p[1]) * distance(p[1], p[2]) * distance(p[0], p[2]);
            // Four times the area over the product of the sides. Who stands or turns back on its line goes around no circle.
            if sides > 0.0 && cross(a, c) != 0.0 { 2.0 * cross(a, b).abs() / sides } else { 0.0 }
        };
        let all: Vec<f64> = self.places.windows(3).map(of).collect();
        if all.is_empty() { 0.0 } else { all.iter().sum::<f64>() / all.len() as f64 }
    }
}

impl CorridorMap {
    /// Walks along a trail with clearances, from its start, for so many steps at most.
    ///
    /// # Errors
    /// If the character loses its way: a force has pushed it out of its corridor, or the start is not walkable.
    pub fn walk(
        &self,
        mesh: &Mesh,
        trail: &Trail,
        [radius, speed, dt]: [f64; 3],
        bystanders: &[Bystander],
        most_steps: usize,
    ) -> Result<Walk, Lost> {
        let mut position = trail.position(crate::trail::Mark::default());
        let mut progress = Progress::default();
        let mut step = [0.0; 2];
        let mut walk = Walk {
            places: vec![position.at],
            least_clearance: f64::INFINITY,
            least_gap: f64::INFINITY,
            arrived: false,
        };
        let goal = trail.place(trail.end());
        let mut cell = None;
        for _ in 0..most_steps {
            let retraction = mesh.retract(position, cell).ok_or(Lost)?;
            cell = Some(retraction.cell);
            let velocity = step.map(|v: f64| (v / dt) as f32);
            let now = Situation { mesh, ground: None, position, retraction, velocity, radius, speed, dt };
            walk.least_clearance = walk.least_clearance.min(now.clearance());
            let gaps = bystanders.iter().map(|other| distance(position.at, other.at) - other.radius - radius);
            walk.least_gap = gaps.fold(walk.least_gap, f64::min);
            if distance(position.at, goal) < radius {
                walk.arrived = true;
                break;
            }
            let mark = self.aim(&now, trail, progress)?;
            progress = Progress { here: trail.nearest(position.at, progress.here, mark), aim: mark };
            let others = repulsion(&now, trail.position(mark), bystanders);
            let acceleration = self.acceleration(&now, trail, mark, others);
            step = along(step, acceleration, dt * dt);
            let length = distance(step, [0.0; 2]);
            if length > speed * dt {
                step = step.map(|v| v * (speed * dt / length));
            }
            let to = along(position.at, step, 1.0);
            // Walls stop whom no force did.
            let cast = mesh.cast(position, to, cell).ok_or(Lost)?;
            if cast.hit.is_some() {
                step = [0.0; 2];
            } else {
                position = Position { at: to, layer: cast.layer };
                cell = Some(cast.cell);
            }
            walk.places.push(position.at);
        }
        Ok(walk)
    }
}

/// The force of those who stand in the disc of the attraction point.
fn repulsion(now: &Situation<'_>, attraction: Position, bystanders: &[Bystander]) -> Place {
    let clearance = now.mesh.clearance(attraction, None).unwrap_or(0.0);
    let mut force = [0.0; 2];
    for other in bystanders.iter().filter(|other| distance(other.at, attraction.at) < clearance) {
        let away = distance(now.position.at, other.at);
        if away > 0.0 {
            let strength = 1.0 / (away - other.radius - now.radius).max(NEAREST);
            force = along(force, sub(now.position.at, other.at), strength / away);
        }
    }
    force
}
