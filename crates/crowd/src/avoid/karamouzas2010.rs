//! The cheapest of sampled velocities.
//!
//! Idea. The sooner a collision threatens, the more people deviate from what they prefer. So the time to the first collision, if one walked as
//! preferred, says which directions and speeds are considered. Of those take the velocity of least cost: turning, changing speed,
//! not being as preferred, and a collision soon all cost something.
//!
//! 1. The time to the first collision at the preferred velocity. If it is late, walk as preferred.
//! 2. It gives the largest angle (`deviation`) and the range of speeds. Samples: directions every π/40 on both sides, eight speeds; and the
//!    preferred velocity itself.
//! 3. For each direction, from the preferred one outward: what does a velocity cost apart from collisions? If no speed
//!    costs less than the best so far, leave the direction out. If turning alone costs more, so do all directions farther out: stop.
//! 4. Else add the cost of the first collision, all eight speeds at once. One over the time to a collision with a neighbor
//!    is computed without division or branch, so the loop becomes vector code, and the largest counts. A wall does not move, so the way to it
//!    is the same for all speeds.
//!
//! Invariant: the same answer as without leaving anything out (`plain.rs`), but for rounding in ties.
//! Cost: directions considered times (neighbors and walls): up to 23 directions with the published weights if all collide soon, mostly fewer.
//! Degenerate: who prefers to stand stands. Somebody or a wall that one touches counts as a collision now if one goes nearer, else not at
//! all, so that those in contact can part. Of equal costs the first wins: straight on, then right, then left; fast, then slow.
//! Source: Karamouzas, Overmars: A velocity-based approach for simulating human collision avoidance, 2010; times, angles and weights as
//! published in later work of the same group. Differs: contacts, as said; eight speeds.

mod obstacles;
#[cfg(test)]
mod plain;

use super::nearest::on_wall;
use super::{bounded, collision, jitter};
use crate::plane::{Vector, add, direction, dot, greater, left_of, length, lesser, scale, sub};
use crate::view::{MOST_NEIGHBORS, MOST_WALLS, SeenWall, View};
use obstacles::Obstacles;

/// The cheapest of sampled velocities (Karamouzas, Overmars 2010).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Karamouzas2010 {
    /// Collisions sooner than this let one turn up to `large_deviation` and choose any speed. \[s\]
    pub soon: f32,
    /// Collisions before this let one turn up to `small_deviation`. \[s\]
    pub later: f32,
    /// Collisions after this are not minded. \[s\]
    pub late: f32,
    /// \[rad\]
    pub small_deviation: f32,
    /// At most π/2. \[rad\]
    pub large_deviation: f32,
    /// Weight of the angle to the preferred velocity.
    pub turning: f32,
    /// Weight of the change of speed.
    pub speeding: f32,
    /// Weight of the difference to the preferred velocity.
    pub deviating: f32,
    /// Weight of a collision soon.
    pub colliding: f32,
    /// Largest disturbance of the preferred velocity when a collision threatens, against perfect symmetry. \[m/s\]
    pub noise: f32,
}

impl Default for Karamouzas2010 {
    fn default() -> Self {
        Self {
            soon: 2.5,
            later: 6.0,
            late: 8.0,
            small_deviation: std::f32::consts::FRAC_PI_6,
            large_deviation: std::f32::consts::FRAC_PI_2,
            turning: 5.0,
            speeding: 0.5,
            deviating: 1.0,
            colliding: 1.0,
            noise: 0.01,
        }
    }
}

impl Karamouzas2010 {
    /// The velocity that a character wants. \[m/s\]
    pub fn velocity(&self, view: &View<'_>) -> Vector {
        // 1.
        let Some(samples) = self.samples(view) else { return bounded(view.preferred, view.max_speed) };
        // 2.
        let mut best = (samples.cost, samples.aim);
        let obstacles = Obstacles::new(view);
        let over_late = 1.0 / self.late;
        // 3.
        for (turn, &cosine) in COSINES.iter().enumerate().take(samples.turns + 1) {
            if self.turning * 0.5 * (1.0 - cosine) >= best.0 {
                break;
            }
            let costs = self.efforts(view, &samples, cosine);
            if costs.iter().fold(f32::INFINITY, |least, &cost| lesser(cost, least)) >= best.0 {
                continue;
            }
            let sides: &[f32] = if turn == 0 { &[0.0] } else { &[-1.0, 1.0] };
            for side in sides {
                let direction = samples.direction(turn, *side);
                // 4.
                let rates = obstacles.rates(direction, &samples.speeds);
                let mut totals = [0.0; LANES];
                for lane in 0..LANES {
                    // Rates below that of the latest collision that counts are none.
                    let time = 1.0 / greater(rates[lane], over_late);
                    totals[lane] =
                        costs[lane] + greater(self.late - time, 0.0) * (self.colliding * over_late);
                }
                if totals.iter().fold(f32::INFINITY, |least, &cost| lesser(cost, least)) < best.0 - TIE {
                    for (&cost, &speed) in totals.iter().zip(&samples.speeds) {
                        if cost < best.0 - TIE {
                            best = (cost, scale(direction, speed));
                        }
                    }
                }
            }
        }
        bounded(best.1, view.max_speed)
    }

    /// Which velocities are considered; `None` if only the preferred one is.
    fn samples(&self, view: &View<'_>) -> Option<Samples> {
        let time = first_collision(view, view.preferred);
        if time.is_nan() || time >= self.late || view.preferred == [0.0, 0.0] {
            return None;
        }
        let aim = bounded(view.preferred, view.max_speed);
        let preferred = length(aim);
        let ahead = direction(add(aim, scale(jitter(view.random), self.noise)))?;
        let spread = greater(view.max_speed - preferred, 0.0);
        let (low, high) = if time < self.soon {
            (0.0, view.max_speed)
        } else {
            (greater(preferred - spread, 0.0), preferred + spread)
        };
        let mut speeds = [low; LANES];
        for (lane, speed) in speeds.iter_mut().enumerate() {
            *speed = high - (high - low) * (lane as f32 / (LANES - 1) as f32);
        }
        let turns =
            (self.deviation(time) * (RIGHT_ANGLE as f32 / std::f32::consts::FRAC_PI_2) + 1e-3) as usize;
        let turns = turns.min(RIGHT_ANGLE);
        let mut samples =
            Samples { aim, ahead, preferred, before: length(view.velocity), turns, speeds, cost: 0.0 };
        samples.cost = self.effort(view, &samples, 1.0, preferred) + self.danger(time);
        Some(samples)
    }

    /// How far one is ready to turn if the first collision is after a time. \[rad\]
    fn deviation(&self, time: f32) -> f32 {
        if time < self.soon {
            let part = (self.soon - time) / self.soon;
            self.small_deviation + (self.large_deviation - self.small_deviation) * part * part
        } else if time < self.later {
            self.small_deviation
        } else {
            self.small_deviation * greater(self.late - time, 0.0) / (self.late - self.later)
        }
    }

    /// What a velocity costs apart from collisions, given its speed and the cosine of its angle to the preferred one.
    #[inline]
    fn effort(&self, view: &View<'_>, samples: &Samples, cosine: f32, speed: f32) -> f32 {
        let over = 1.0 / greater(view.max_speed, f32::MIN_POSITIVE);
        let preferred = samples.preferred;
        let square = speed * speed + preferred * preferred - 2.0 * speed * preferred * cosine;
        self.turning * 0.5 * (1.0 - cosine)
            + self.speeding * (speed - samples.before).abs() * over
            + self.deviating * 0.5 * greater(square, 0.0).sqrt() * over
    }

    /// The same for all speeds.
    #[inline]
    fn efforts(&self, view: &View<'_>, samples: &Samples, cosine: f32) -> [f32; LANES] {
        samples.speeds.map(|speed| self.effort(view, samples, cosine, speed))
    }

    /// What a collision after a time costs.
    #[inline]
    fn danger(&self, time: f32) -> f32 {
        self.colliding * greater(self.late - time, 0.0) / self.late
    }
}

/// Which velocities are considered.
struct Samples {
    /// The preferred velocity.
    aim: Vector,
    /// Its direction, a little disturbed.
    ahead: Vector,
    /// Its speed.
    preferred: f32,
    /// The present speed.
    before: f32,
    /// How many directions on each side.
    turns: usize,
    /// Fastest first.
    speeds: [f32; LANES],
    /// What the preferred velocity costs.
    cost: f32,
}

impl Samples {
    /// A direction, so many samples to the left (1) or right (-1).
    #[inline]
    fn direction(&self, turn: usize, side: f32) -> Vector {
        add(scale(self.ahead, COSINES[turn]), scale(left_of(self.ahead), side * COSINES[RIGHT_ANGLE - turn]))
    }
}

/// Costs that differ by less are equal: some ten times the rounding of a sum of costs. The weights make whole ranges of speeds cost the same.
const TIE: f32 = 1e-5;
/// How many speeds are sampled.
const LANES: usize = 8;
/// How many directions there are to a right angle.
const RIGHT_ANGLE: usize = 20;
/// Cosines of the multiples of π/40. Read backward they are the sines.
const COSINES: [f32; RIGHT_ANGLE + 1] = [
    1.0,
    0.996_917_3,
    0.987_688_36,
    0.972_369_9,
    0.951_056_54,
    0.923_879_5,
    0.891_006_5,
    0.852_640_15,
    0.809_017,
    0.760_405_96,
    std::f32::consts::FRAC_1_SQRT_2,
    0.649_448_04,
    0.587_785_24,
    0.522_498_55,
    0.453_990_5,
    0.382_683_43,
    0.309_017,
    0.233_445_36,
    0.156_434_46,
    0.078_459_1,
    0.0,
];

/// When a velocity leads to the first collision. \[s\]
fn first_collision(view: &View<'_>, velocity: Vector) -> f32 {
    let mut first = f32::INFINITY;
    for neighbor in view.neighbors.iter().take(MOST_NEIGHBORS) {
        let closing = sub(velocity, neighbor.velocity);
        let time = collision::with_disc(neighbor.offset, closing, view.radius + neighbor.radius);
        let counts = time > 0.0 || dot(neighbor.offset, closing) > 0.0;
        first = if counts { lesser(time, first) } else { first };
    }
    for wall in view.walls.iter().take(MOST_WALLS) {
        let time = until_wall(wall, velocity, view.wall_radius);
        // A wall beyond the place that one heads for is not in the way.
        let counts = time * length(velocity) < view.reach;
        first = if counts { lesser(time, first) } else { first };
    }
    first
}

/// When a velocity leads to a wall; never if one touches it, but does not go nearer.
fn until_wall(wall: &SeenWall, velocity: Vector, radius: f32) -> f32 {
    let time = collision::with_wall(wall, velocity, radius);
    let counts = time > 0.0 || dot(on_wall(wall, [0.0, 0.0]), velocity) > 0.0;
    if counts { time } else { f32::INFINITY }
}
