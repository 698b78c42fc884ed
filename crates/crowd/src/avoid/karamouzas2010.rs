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
//! Cost: directions considered times (neighbors and walls).
//! Degenerate: who prefers to stand stands. Somebody or a wall that one touches counts as a collision now if one goes nearer, else not at
//! all, so that those in contact can part. Of equal costs the first wins: straight on, then right, then left.
//! Source: Karamouzas, Overmars: A velocity-based approach for simulating human collision avoidance, 2010; times, angles and weights as
//! published in later work of the same group. Differs: contacts, as said; eight speeds.

#[cfg(test)]
mod plain;

use super::{bounded, collision, nearest::on_wall};
use crate::plane::{Vector, add, cross, dot, greater, left_of, length, lesser, scale, sub};
use crate::view::{MOST_NEIGHBORS, MOST_WALLS, SeenWall, View};

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
        }
    }
}

impl Karamouzas2010 {
    /// The velocity that a character wants. \[m/s\]
    pub fn velocity(&self, view: &View<'_>) -> Vector {
        // 1.
        let Some(samples) = self.samples(view) else { return bounded(view.preferred, view.max_speed) };
        // 2.
        let Samples { ahead, preferred, turns, speeds, .. } = samples;
        let mut best = (self.cost(view, &samples, view.preferred, samples.time), view.preferred);
        let mut fixed_cost = [0.0; LANES];
        let speed_before = length(view.velocity);
        let most = greater(view.max_speed, f32::MIN_POSITIVE);
        for lane in 0..LANES {
            fixed_cost[lane] = self.speeding * (speeds[lane] - speed_before).abs() / most;
        }
        let obstacles = Obstacles::new(view);
        let away_weight = self.deviating / (2.0 * most);
        // 3.
        for turn in 0..=turns {
            let cosine = COSINES[turn];
            let turning = self.turning * 0.5 * (1.0 - cosine);
            if turning >= best.0 {
                break;
            }
            let mut costs = [0.0; LANES];
            for lane in 0..LANES {
                let speed = speeds[lane];
                let square = speed * speed + preferred * preferred - 2.0 * speed * preferred * cosine;
                costs[lane] = fixed_cost[lane] + turning + away_weight * greater(square, 0.0).sqrt();
            }
            if !costs.iter().any(|&cost| cost < best.0) {
                continue;
            }
            let sides: &[f32] = if turn == 0 { &[0.0] } else { &[-1.0, 1.0] };
            for side in sides {
                let direction =
                    add(scale(ahead, cosine), scale(left_of(ahead), side * COSINES[RIGHT_ANGLE - turn]));
                // 4.
                let rates = obstacles.rates(direction, &speeds);
                for lane in 0..LANES {
                    let early =
                        greater(self.late - 1.0 / greater(rates[lane], 1.0 / self.late), 0.0) / self.late;
                    let cost = costs[lane] + self.colliding * early;
                    if cost < best.0 {
                        best = (cost, scale(direction, speeds[lane]));
                    }
                }
            }
        }
        bounded(best.1, view.max_speed)
    }

    /// Which velocities are considered; `None` if only the preferred one is.
    fn samples(&self, view: &View<'_>) -> Option<Samples> {
        let preferred = length(view.preferred);
        let ahead = crate::plane::direction(view.preferred)?;
        let time = first_collision(view, view.preferred);
        if !(time < self.late) {
            return None;
        }
        let spread = greater(view.max_speed - preferred, 0.0);
        let (low, high) = if time < self.soon {
            (0.0, view.max_speed)
        } else {
            (greater(preferred - spread, 0.0), preferred + spread)
        };
        let mut speeds = [low; LANES];
        for (lane, speed) in speeds.iter_mut().enumerate() {
            *speed = low + (high - low) * (lane as f32 / (LANES - 1) as f32);
        }
        let turns =
            (self.deviation(time) * (RIGHT_ANGLE as f32 / std::f32::consts::FRAC_PI_2) + 1e-3) as usize;
        Some(Samples { ahead, preferred, turns: turns.min(RIGHT_ANGLE), speeds, time })
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

    /// What a velocity costs if the first collision is after a time.
    fn cost(&self, view: &View<'_>, samples: &Samples, velocity: Vector, time: f32) -> f32 {
        let speed = length(velocity);
        let cosine = if speed > 0.0 { dot(velocity, samples.ahead) / speed } else { 1.0 };
        let most = greater(view.max_speed, f32::MIN_POSITIVE);
        self.turning * 0.5 * (1.0 - cosine)
            + self.speeding * (speed - length(view.velocity)).abs() / most
            + self.deviating * length(sub(velocity, view.preferred)) / (2.0 * most)
            + self.colliding * greater(self.late - time, 0.0) / self.late
    }
}

/// Which velocities are considered.
struct Samples {
    /// Direction of the preferred velocity.
    ahead: Vector,
    /// Its speed.
    preferred: f32,
    /// How many directions on each side.
    turns: usize,
    speeds: [f32; LANES],
    /// When the first collision is, at the preferred velocity.
    time: f32,
}

/// How many speeds are sampled.
const LANES: usize = 8;
/// How many directions there are to a right angle.
const RIGHT_ANGLE: usize = 20;
/// Cosines of the multiples of π/40. Read backward they are the sines.
const COSINES: [f32; RIGHT_ANGLE + 1] = [
    1.0,
    0.996_917_33,
    0.987_688_34,
    0.972_369_9,
    0.951_056_54,
    0.923_879_5,
    0.891_006_5,
    0.852_640_15,
    0.809_017,
    0.760_405_96,
    std::f32::consts::FRAC_1_SQRT_2,
    0.649_448_05,
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
        first = lesser(until_wall(wall, velocity, view.wall_radius), first);
    }
    first
}

/// When a velocity leads to a wall; never if one touches it, but does not go nearer.
fn until_wall(wall: &SeenWall, velocity: Vector, radius: f32) -> f32 {
    let time = collision::with_wall(wall, velocity, radius);
    let counts = time > 0.0 || dot(on_wall(wall, [0.0, 0.0]), velocity) > 0.0;
    if counts { time } else { f32::INFINITY }
}

/// What one can collide with, prepared for many velocities.
struct Obstacles<'a> {
    neighbors: [Obstacle; MOST_NEIGHBORS],
    count: usize,
    walls: &'a [SeenWall],
    wall_radius: f32,
}

#[derive(Clone, Copy, Default)]
struct Obstacle {
    offset: Vector,
    velocity: Vector,
    /// Square of the sum of the radii.
    reach: f32,
    /// One over the square of the length of a tangent to the disc; large for those in contact.
    over_gap: f32,
    /// Products with the obstacle's velocity: offset · velocity, offset × velocity, velocity · velocity.
    products: [f32; 3],
}

impl<'a> Obstacles<'a> {
    fn new(view: &View<'a>) -> Self {
        let mut neighbors = [Obstacle::default(); MOST_NEIGHBORS];
        let mut count = 0;
        for (obstacle, neighbor) in neighbors.iter_mut().zip(view.neighbors) {
            let reach = view.radius + neighbor.radius;
            let gap = dot(neighbor.offset, neighbor.offset) - reach * reach;
            *obstacle = Obstacle {
                offset: neighbor.offset,
                velocity: neighbor.velocity,
                reach: reach * reach,
                over_gap: if gap > 1.0 / AT_ONCE { 1.0 / gap } else { AT_ONCE },
                products: [
                    dot(neighbor.offset, neighbor.velocity),
                    cross(neighbor.offset, neighbor.velocity),
                    dot(neighbor.velocity, neighbor.velocity),
                ],
            };
            count += 1;
        }
        let walls = &view.walls[..view.walls.len().min(MOST_WALLS)];
        Self { neighbors, count, walls, wall_radius: view.wall_radius }
    }

    /// One over the time of the first collision, for each speed in a direction; 0 if there is none.
    #[inline]
    fn rates(&self, direction: Vector, speeds: &[f32; LANES]) -> [f32; LANES] {
        let mut rates = [0.0; LANES];
        for obstacle in &self.neighbors[..self.count] {
            let (toward, across) = (dot(obstacle.offset, direction), cross(obstacle.offset, direction));
            let along = 2.0 * dot(obstacle.velocity, direction);
            let [own_toward, own_across, own_square] = obstacle.products;
            for lane in 0..LANES {
                let speed = speeds[lane];
                let approach = speed * toward - own_toward;
                let past = speed * across - own_across;
                let square = (speed - along) * speed + own_square;
                let root = obstacle.reach * square - past * past;
                let hits = (approach > 0.0) & (root >= 0.0);
                let rate = (approach + root.abs().sqrt()) * obstacle.over_gap;
                let rate = if hits { rate } else { 0.0 };
                rates[lane] = if rate > rates[lane] { rate } else { rates[lane] };
            }
        }
        let mut way = f32::INFINITY;
        for wall in self.walls {
            way = lesser(until_wall(wall, direction, self.wall_radius), way);
        }
        let over_way = 1.0 / greater(way, 1.0 / AT_ONCE);
        for lane in 0..LANES {
            rates[lane] = greater(rates[lane], speeds[lane] * over_way);
        }
        rates
    }
}

/// One over a time, a way or a square that is as good as zero.
const AT_ONCE: f32 = 1e6;
