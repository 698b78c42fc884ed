//! Social forces: characters accelerate as if others and walls pushed them.
//!
//! Idea. Three accelerations: toward the preferred velocity within a time; away from others and walls, falling off exponentially with the
//! gap between bodies; and, once bodies touch, an elastic push and a friction against sliding.
//!
//! 1. Divide the step into sub-steps of at most 0.01 s. Neighbors keep their velocities meanwhile.
//! 2. Sum the forces at the place reached so far.
//! 3. Change the velocity, keep it within the largest speed, then move with it.
//!
//! Stable at steps of 0.1 s: the elastic push makes a pair swing at up to √(2 k/m) = 55 /s, far too fast for one step but
//! slow enough for sub-steps. Friction is limited so that it stops sliding within a sub-step, but never reverses it.
//! Cost: sub-steps times (neighbors and walls); those whose force is too weak to matter cost a comparison.
//! Degenerate: centers that coincide push along a random direction. Perfect symmetry is broken by a small random acceleration.
//! Source: Helbing, Farkas, Vicsek: Simulating dynamical features of escape panic, 2000; the weight of what is seen: Helbing, Molnár 1995 and later
//! papers. Differs: forces of walls that meet in a corner count once there; sub-steps.

use super::nearest::on_walls;
use super::{bounded, jitter};
use crate::plane::{Vector, add, direction, dot, left_of, lesser, scale, sub};
use crate::view::{MOST_NEIGHBORS, MOST_WALLS, View};

/// Social forces (Helbing, Farkas, Vicsek 2000). Forces are divided by the mass of a body, so all are accelerations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SocialForce {
    /// In which time one gets to the preferred velocity. \[s\]
    pub relaxation_time: f32,
    /// Repulsion of bodies that just touch: 2000 N / 80 kg. \[m/s²\]
    pub repulsion: f32,
    /// Distance over which the repulsion falls by a factor e. \[m\]
    pub range: f32,
    /// Elastic push for each meter of overlap: 1.2e5 kg/s² / 80 kg. \[1/s²\]
    pub stiffness: f32,
    /// Friction for each meter of overlap and each meter per second of sliding: 2.4e5 kg/(m s) / 80 kg. \[1/(m s)\]
    pub friction: f32,
    /// Weight of what is straight behind, from 0 to 1. 1: everything counts alike, as in 2000; less: what is ahead counts more.
    pub behind: f32,
    /// Largest random acceleration. \[m/s²\]
    pub noise: f32,
}

impl Default for SocialForce {
    fn default() -> Self {
        Self {
            relaxation_time: 0.5,
            repulsion: 25.0,
            range: 0.08,
            stiffness: 1_500.0,
            friction: 3_000.0,
            behind: 1.0,
            noise: 0.1,
        }
    }
}

impl SocialForce {
    /// The velocity that a character wants. \[m/s\]
    pub fn velocity(&self, view: &View<'_>) -> Vector {
        // 1.
        let num_steps = (view.dt / SUB_STEP).ceil().clamp(1.0, MOST_SUB_STEPS);
        let dt = view.dt / num_steps;
        let noise = scale(jitter(view.random), self.noise);
        let mut at = [0.0, 0.0];
        let mut velocity = view.velocity;
        let mut points = [[0.0, 0.0]; MOST_WALLS];
        for step in 0..num_steps as u32 {
            let time = step as f32 * dt;
            // 2.
            let pull = lesser(1.0 / self.relaxation_time, 1.0 / dt);
            let mut force = add(scale(sub(view.preferred, velocity), pull), noise);
            for neighbor in view.neighbors.iter().take(MOST_NEIGHBORS) {
                let offset = sub(add(neighbor.offset, scale(neighbor.velocity, time)), at);
                let other = Other {
                    offset,
                    sliding: sub(neighbor.velocity, velocity),
                    reach: view.radius + neighbor.radius,
                    weight: self.weight(velocity, offset),
                };
                force = add(force, self.push(&other, view.random, dt));
            }
            let count = on_walls(view, at, &mut points);
            let mut walls = [0.0, 0.0];
            for &point in &points[..count] {
                let other = Other {
                    offset: sub(point, at),
                    sliding: scale(velocity, -1.0),
                    reach: view.wall_radius,
                    weight: 1.0,
                };
                walls = add(walls, self.push(&other, view.random, dt));
            }
            // The way ahead is free of walls: those at both sides of a passage must not keep one from entering it.
            if let Some(ahead) = direction(view.preferred) {
                walls = sub(walls, scale(ahead, lesser(dot(walls, ahead), 0.0)));
            }
            force = add(force, walls);
            // 3.
            velocity = bounded(add(velocity, scale(force, dt)), view.max_speed);
            at = add(at, scale(velocity, dt));
        }
        velocity
    }

    /// How much something counts, by the angle at which it is seen.
    fn weight(&self, velocity: Vector, offset: Vector) -> f32 {
        if self.behind >= 1.0 {
            return 1.0;
        }
        let size = (dot(velocity, velocity) * dot(offset, offset)).sqrt();
        let cosine = if size > 0.0 { dot(velocity, offset) / size } else { 1.0 };
        self.behind + (1.0 - self.behind) * 0.5 * (1.0 + cosine)
    }

    /// The acceleration away from a body or a wall.
    #[inline]
    fn push(&self, other: &Other, random: u64, dt: f32) -> Vector {
        let farthest = other.reach + REACH_OF_EXPONENTIAL * self.range;
        let square = dot(other.offset, other.offset);
        if square > farthest * farthest {
            return [0.0, 0.0];
        }
        let distance = square.sqrt();
        let away =
            if distance > 0.0 { scale(other.offset, -1.0 / distance) } else { bounded(jitter(random), 1.0) };
        let overlap = other.reach - distance;
        // Deep overlaps push no harder than elastic bodies do.
        let falloff = libm::expf(lesser(overlap / self.range, 1.0));
        let mut force = scale(away, other.weight * self.repulsion * falloff);
        if overlap > 0.0 {
            let along = left_of(away);
            let friction = lesser(self.friction * overlap, 1.0 / dt);
            force = add(force, scale(away, self.stiffness * overlap));
            force = add(force, scale(along, friction * dot(other.sliding, along)));
        }
        force
    }
}

/// A body or the nearest point of a wall, at some time within a step.
struct Other {
    /// From one's own center to its own.
    offset: Vector,
    /// Its velocity minus one's own.
    sliding: Vector,
    /// Distance at which one touches it.
    reach: f32,
    /// How much its repulsion counts.
    weight: f32,
}

/// Longest sub-step. \[s\]
const SUB_STEP: f32 = 0.01;
/// Steps so long that they would need more than these are not divided further.
const MOST_SUB_STEPS: f32 = 100.0;
/// Beyond so many ranges the repulsion is less than 1/20,000 of that of a touch.
const REACH_OF_EXPONENTIAL: f32 = 10.0;

#[cfg(test)]
mod tests {
    use super::super::sample::alone;
    use super::*;
    use crate::plane::length;
    use crate::view::{Neighbor, SeenWall};

    fn quiet() -> SocialForce {
        SocialForce { noise: 0.0, ..SocialForce::default() }
    }

    #[test]
    fn alone_it_relaxes() {
        // Ten sub-steps of (1 - 0.01 / 0.5).
        let found = quiet().velocity(&View { velocity: [0.0, 0.0], ..alone() });
        assert!((found[0] - 1.4 * (1.0 - 0.817_073)).abs() < 1e-4 && found[1] == 0.0, "{found:?}");
    }

    #[test]
    fn one_sub_step_by_hand() {
        // Gap 0.16 m = two ranges: 25 e⁻² = 3.383 m/s² for 0.01 s.
        let neighbors = [Neighbor { offset: [0.0, 0.56], radius: 0.2, ..Neighbor::default() }];
        let view = View { neighbors: &neighbors, radius: 0.2, dt: 0.01, ..alone() };
        let found = quiet().velocity(&view);
        assert!((found[1] + 0.033_83).abs() < 1e-4, "{found:?}");
        // Half the weight abreast if nothing behind counts.
        let found = SocialForce { behind: 0.0, ..quiet() }.velocity(&view);
        assert!((found[1] + 0.016_92).abs() < 1e-4, "{found:?}");
        // A wall pushes as a body does, with the radius toward walls.
        let wall = SeenWall { from: [5.0, 0.36], to: [-5.0, 0.36] };
        let view = View { walls: &[wall], wall_radius: 0.2, dt: 0.01, ..alone() };
        let found = quiet().velocity(&view);
        assert!((found[1] + 0.033_83).abs() < 1e-4, "{found:?}");
    }

    /// Bodies pressed together neither explode nor swing up.
    #[test]
    fn contacts_are_stable() {
        let model = quiet();
        let mut at = [[0.0, 0.0], [0.39_f32, 0.01], [0.2, 0.3]];
        let mut velocities = [[0.0, 0.0]; 3];
        for step in 0..600 {
            let next: Vec<Vector> = (0..3)
                .map(|me| {
                    let neighbors: Vec<Neighbor> = (0..3)
                        .filter(|&other| other != me)
                        .map(|other| Neighbor {
                            offset: sub(at[other], at[me]),
                            velocity: velocities[other],
                            radius: 0.2,
                            ..Neighbor::default()
                        })
                        .collect();
                    // All want to the same place.
                    let preferred = bounded(scale(at[me], -10.0), 1.4);
                    let velocity = velocities[me];
                    model.velocity(&View {
                        velocity,
                        preferred,
                        radius: 0.2,
                        neighbors: &neighbors,
                        ..alone()
                    })
                })
                .collect();
            for me in 0..3 {
                velocities[me] = next[me];
                at[me] = add(at[me], scale(next[me], 0.1));
            }
            let spread = at.iter().map(|&place| length(place)).fold(0.0, f32::max);
            assert!(spread < 1.0, "step {step}: {at:?}");
        }
    }
}
