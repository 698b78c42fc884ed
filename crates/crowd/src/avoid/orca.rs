//! Optimal reciprocal collision avoidance, with walls.
//!
//! Idea. Velocities that lead to a collision within some seconds form a convex set. Its complement is not convex, so keep, of it, the
//! half-plane that touches the set nearest to the present velocity. Among the velocities that all half-planes allow,
//! take the one nearest to the preferred one.
//!
//! 1. Each wall in reach gives a half-plane that holds whatever happens (`walls.rs`).
//! 2. Each neighbor gives a half-plane too; both are expected to do half of what is needed (`neighbors.rs`).
//! 3. The allowed velocity nearest to the preferred one is a small program in the plane (`program.rs`). If there is none, what is
//!    allowed to all neighbors is relaxed by the same amount until there is one. Walls are not relaxed.
//!
//! Invariant: standing still is allowed by all walls, so there is always an answer.
//! Cost: linear in neighbors and walls, plus the square of the few half-planes that matter.
//! Degenerate: who overlaps is to be apart after one step. Centers that coincide part in directions that differ by random
//! bits. Exact symmetry is broken by a small disturbance of the preferred velocity, as in the authors' examples, but larger: four who meet
//! at one point part at once with 0.01 m/s and wait for a long time with 0.0001 m/s.
//! Source: van den Berg, Guy, Lin, Manocha: Reciprocal n-body collision avoidance, 2011; the treatment of walls as in the authors' library RVO2.
//! Differs: half-planes are unit normals and offsets, computed for eight neighbors at once; walls are segments with two
//! convex ends, and the half-plane of a wall is exactly that of least violation; programs take the most
//! violated half-plane next instead of a fixed order; where the least violation leaves a choice, the velocity nearest to the preferred one is taken.

mod neighbors;
mod program;
mod walls;

#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;

use super::{bounded, jitter};
use crate::plane::{Vector, add, scale};
use crate::view::View;

/// Optimal reciprocal collision avoidance (van den Berg, Guy, Lin, Manocha 2011).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orca {
    /// For how long there must be no collision with neighbors. The authors' examples have 5 and 10 s for sparse and large discs; with people in
    /// corridors that much foresight makes all wait for each other. \[s\]
    pub horizon: f32,
    /// For how long there must be no collision with walls; much shorter, or corners that routes graze slow characters down. \[s\]
    pub wall_horizon: f32,
    /// Largest disturbance of the preferred velocity, against deadlocks of perfect symmetry. \[m/s\]
    pub noise: f32,
}

impl Default for Orca {
    fn default() -> Self {
        Self { horizon: 2.0, wall_horizon: 1.0, noise: 0.01 }
    }
}

impl Orca {
    /// The velocity that a character wants. \[m/s\]
    pub fn velocity(&self, view: &View<'_>) -> Vector {
        let walls = walls::Walls::new(view, self.wall_horizon);
        let neighbors = neighbors::Neighbors::new(view, self.horizon);
        let velocity = program::solve(&walls, &neighbors, self.aim(view), view.max_speed);
        bounded(velocity, view.max_speed)
    }

    /// The preferred velocity, a little disturbed.
    fn aim(&self, view: &View<'_>) -> Vector {
        add(view.preferred, scale(jitter(view.random), self.noise))
    }
}

/// Velocities that are allowed: those whose component along the normal is at least the offset.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct HalfPlane {
    /// Of length one.
    normal: Vector,
    /// \[m/s\]
    offset: f32,
}
