//! Forces out of predicted collisions.
//!
//! Idea. People do not push away from who is near, but from where a collision is going to be, early and gently.
//!
//! 1. The desired velocity is the present one, changed by a force toward the preferred velocity and by forces away from near walls.
//! 2. With that velocity, predict when each neighbor in the field of view enters one's personal space. If somebody is in it
//!    already, mind only those.
//! 3. For the first few collisions, soonest first: if the collision is still to come with the velocity so far, push it. The push points
//!    from the neighbor's center to one's own at the time of the collision. It is the stronger, the nearer that is.
//! 4. Limit the change of velocity as a whole, and do not walk into a wall within the step.
//!
//! Cost: linear in neighbors and walls. Stable at steps of 0.1 s: near walls and bodies the forces of the model grow
//! without bound; step 4 bounds the change of velocity by `max_acceleration`, and no push of a wall makes one leave it faster
//! than `leaving_speed`, or wall forces would throw characters back and forth.
//! Degenerate: centers that coincide at the collision push along a random direction. Perfect symmetry is broken by a small random force.
//! Source: Karamouzas, Heil, van Beek, Overmars: A predictive collision avoidance model for pedestrian simulation, 2009.
//! Differs: walls that meet in a corner push as one there; the bounds of step 4. The weights of the paper for several
//! collisions are left out: pushes are applied one after the other, each to what the one before has left.

use super::nearest::on_walls;
use super::{bounded, collision, jitter};
use crate::plane::{Vector, add, clamp_length, direction, dot, greater, length, lesser, scale, sub};
use crate::view::{MOST_NEIGHBORS, MOST_WALLS, Neighbor, View};

/// Forces out of predicted collisions (Karamouzas, Heil, van Beek, Overmars 2009).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Karamouzas2009 {
    /// In which time one gets to the preferred velocity. \[s\]
    pub relaxation_time: f32,
    /// Distance beyond one's radius at which walls begin to push. \[m\]
    pub wall_distance: f32,
    /// Walls push no more who leaves them at this speed. \[m/s\]
    pub leaving_speed: f32,
    /// Radius of the disc that others should not enter; at least one's own radius counts. \[m\]
    pub personal_space: f32,
    /// How far ahead collisions are minded. \[s\]
    pub anticipation: f32,
    /// How many collisions are minded.
    pub collisions: usize,
    /// Cosine of half the field of view.
    pub view_cosine: f32,
    /// The push at middle distances. \[m/s²\]
    pub force: f32,
    /// Below this distance to the collision, pushes grow. \[m\]
    pub near: f32,
    /// Beyond this distance pushes shrink. \[m\]
    pub middle: f32,
    /// Beyond this distance there are none. \[m\]
    pub far: f32,
    /// Largest change of velocity. \[m/s²\]
    pub max_acceleration: f32,
    /// Largest random push. \[m/s²\]
    pub noise: f32,
}

impl Default for Karamouzas2009 {
    fn default() -> Self {
        Self {
            relaxation_time: 0.4,
            wall_distance: 2.0,
            leaving_speed: 0.2,
            personal_space: 1.0,
            anticipation: 8.0,
            collisions: 5,
            // 200 degrees in all.
            view_cosine: -0.173_648_18,
            force: 3.0,
            near: 1.0,
            middle: 8.0,
            far: 10.0,
            max_acceleration: 10.0,
            noise: 1e-3,
        }
    }
}

impl Karamouzas2009 {
    /// The velocity that a character wants. \[m/s\]
    pub fn velocity(&self, view: &View<'_>) -> Vector {
        // 1.
        let pull = scale(sub(view.preferred, view.velocity), lesser(view.dt / self.relaxation_time, 1.0));
        let mut velocity = add(view.velocity, pull);
        velocity = add(velocity, scale(jitter(view.random), self.noise * view.dt));
        let mut points = [[0.0, 0.0]; MOST_WALLS];
        let count = on_walls(view, [0.0, 0.0], &mut points);
        let points = &points[..count];
        velocity = add(velocity, self.push_off_walls(view, points, velocity));
        // 2.
        let (collisions, count) = self.collisions(view, velocity);
        // 3.
        for &(_, index) in &collisions[..count] {
            if let Some(push) = self.push(view, &view.neighbors[index], velocity) {
                velocity = add(velocity, scale(push, view.dt));
            }
        }
        // 4.
        let change = clamp_length(sub(velocity, view.velocity), self.max_acceleration * view.dt);
        velocity = bounded(add(view.velocity, change), view.max_speed);
        for &point in points {
            if let Some(toward) = direction(point) {
                let room = greater(length(point) - view.wall_radius, 0.0) / view.dt;
                velocity = sub(velocity, scale(toward, greater(dot(velocity, toward) - room, 0.0)));
            }
        }
        bounded(velocity, view.max_speed)
    }

    /// What walls change about a velocity, `points` being their nearest points.
    fn push_off_walls(&self, view: &View<'_>, points: &[Vector], velocity: Vector) -> Vector {
        let mut sum = [0.0, 0.0];
        for &point in points {
            let distance = length(point);
            let gap = greater(distance - view.wall_radius, NEAREST);
            let Some(away) = direction(scale(point, -1.0)) else { continue };
            if gap < self.wall_distance {
                let force = (self.wall_distance - gap) / (gap * gap);
                let room = greater(self.leaving_speed - dot(velocity, away), 0.0);
                sum = add(sum, scale(away, lesser(force * view.dt, room)));
            }
        }
        // The way ahead is free of walls: those at both sides of a passage must not keep one from entering it.
        if let Some(ahead) = direction(view.preferred) {
            let back = lesser(dot(sum, ahead), 0.0);
            sum = sub(sum, scale(ahead, back));
        }
        sum
    }

    /// The collisions to mind, soonest first, and how many there are.
    fn collisions(&self, view: &View<'_>, velocity: Vector) -> ([(f32, usize); MOST_NEIGHBORS], usize) {
        let mut found = [(0.0, 0); MOST_NEIGHBORS];
        let mut count = 0;
        let heading = add(
            scale(direction(velocity).unwrap_or_default(), 0.8),
            scale(direction(view.velocity).unwrap_or_default(), 0.2),
        );
        let least = self.view_cosine * length(heading);
        for (index, neighbor) in view.neighbors.iter().take(MOST_NEIGHBORS).enumerate() {
            let seen = dot(heading, neighbor.offset) >= least * length(neighbor.offset);
            let time = self.time(view, neighbor, velocity);
            if seen && time <= self.anticipation {
                let mut place = count;
                while place > 0 && found[place - 1].0 > time {
                    found[place] = found[place - 1];
                    place -= 1;
                }
                found[place] = (time, index);
                count += 1;
            }
        }
        let violators = found[..count].iter().take_while(|&&(time, _)| time <= 0.0).count();
        (found, (if violators > 0 { violators } else { count }).min(self.collisions))
    }

    /// When a neighbor enters one's personal space.
    fn time(&self, view: &View<'_>, neighbor: &Neighbor, velocity: Vector) -> f32 {
        let reach = greater(self.personal_space, view.radius) + neighbor.radius;
        collision::with_disc(neighbor.offset, sub(velocity, neighbor.velocity), reach)
    }

    /// The force of a collision with a neighbor; `None` if there is none.
    fn push(&self, view: &View<'_>, neighbor: &Neighbor, velocity: Vector) -> Option<Vector> {
        let time = self.time(view, neighbor, velocity);
        if time.is_nan() || time > self.anticipation {
            return None;
        }
        let mine = scale(velocity, time);
        let theirs = add(neighbor.offset, scale(neighbor.velocity, time));
        let apart = sub(mine, theirs);
        let away = direction(apart).or_else(|| direction(jitter(view.random)))?;
        let gap = greater(length(apart) - view.radius - neighbor.radius, 0.0);
        let distance = greater(length(mine) + gap, NEAREST);
        let force = if distance < self.near {
            self.force * self.near / distance
        } else if distance < self.middle {
            self.force
        } else {
            self.force * greater(self.far - distance, 0.0) / (self.far - self.middle)
        };
        Some(scale(away, force))
    }
}

/// Gaps are at least this large where forces divide by them. \[m\]
const NEAREST: f32 = 0.01;

#[cfg(test)]
mod tests {
    use super::super::sample::alone;
    use super::*;
    use crate::view::SeenWall;

    const EXACT: Karamouzas2009 = Karamouzas2009 {
        relaxation_time: 0.4,
        wall_distance: 2.0,
        leaving_speed: 0.2,
        personal_space: 1.0,
        anticipation: 8.0,
        collisions: 5,
        view_cosine: -0.173_648_18,
        force: 3.0,
        near: 1.0,
        middle: 8.0,
        far: 10.0,
        max_acceleration: 10.0,
        noise: 0.0,
    };

    fn near(a: Vector, b: Vector) -> bool {
        length(sub(a, b)) < 1e-5
    }

    #[test]
    fn alone_it_relaxes() {
        let view = View { velocity: [0.0, 0.0], ..alone() };
        let found = EXACT.velocity(&view);
        assert!(near(found, scale(view.preferred, 0.25)), "{found:?}");
    }

    #[test]
    fn a_collision_ahead_pushes_back() {
        // Gap of personal space: 6 - 1.24 = 4.76 m at 2.8 m/s: 1.7 s; own way 2.38 m, gap of bodies then 0.76 m.
        // So the distance is between near and middle, the force is 3 m/s², straight back.
        let neighbors =
            [Neighbor { offset: [6.0, 0.0], velocity: [-1.4, 0.0], radius: 0.24, ..Neighbor::default() }];
        let view = View { neighbors: &neighbors, radius: 0.24, ..alone() };
        let found = EXACT.velocity(&view);
        assert!(near(found, [1.4 - 0.3, 0.0]), "{found:?}");
        // Beyond the far distance there is no push: own way 14 m / 2.
        let neighbors = [Neighbor { offset: [24.0, 0.0], ..neighbors[0] }];
        let found = EXACT.velocity(&View { neighbors: &neighbors, radius: 0.24, ..alone() });
        assert!(near(found, [1.4, 0.0]), "{found:?}");
    }

    #[test]
    fn behind_is_not_seen() {
        let neighbors =
            [Neighbor { offset: [-3.0, 0.0], velocity: [3.0, 0.0], radius: 0.24, ..Neighbor::default() }];
        let view = View { neighbors: &neighbors, ..alone() };
        assert!(near(EXACT.velocity(&view), [1.4, 0.0]), "not seen");
    }

    #[test]
    fn a_wall_pushes_off() {
        // Gap 1.5 m: the force is 0.5 / 2.25 m/s².
        let wall = SeenWall { from: [-9.0, -1.74], to: [9.0, -1.74] };
        let view = View { walls: &[wall], wall_radius: 0.24, ..alone() };
        let found = EXACT.velocity(&view);
        assert!(near(found, [1.4, 0.1 * 0.5 / 2.25]), "{found:?}");
        // Two walls with a common corner push once.
        let corner = [
            SeenWall { from: [-9.0, -1.74], to: [0.0, -1.74] },
            SeenWall { from: [0.0, -1.74], to: [1.0, -9.0] },
        ];
        let twice = EXACT.velocity(&View { walls: &corner, wall_radius: 0.24, ..alone() });
        assert!(near(found, twice), "{found:?} {twice:?}");
    }
}
