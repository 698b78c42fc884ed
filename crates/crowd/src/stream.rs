//! Stream: in a crowd, go with those in front who go your way.
//!
//! Idea. A character that has room follows its own route; the more crowded it is, the more it takes over the common
//! velocity of the nearest in view, unless that leads elsewhere or it is late. The result is a new preferred velocity,
//! between route following and avoidance.
//!
//! 1. View: the half disc of [`Stream::reach`] before the character, around its velocity (its preferred velocity if it
//!    stands). Of those in view the nearest [`Stream::most`] count.
//! 2. Each is perceived with its velocity turned toward the line of sight (or away along it, whichever is nearer), by a
//!    share of the angle that grows with distance and crowding: near ones are walked beside, far ones are followed.
//! 3. The stream: direction of the sum of these velocities, speed their mean. Who stands counts as speed zero.
//! 4. Own will, from 0 to 1: the largest of how far the stream leads away, how little crowded it is, and how late one
//!    is; then motivation takes its share.
//! 5. Turn the stream's direction toward the own one by that share of the angle, and blend the speeds with it.
//!
//! Invariant: finite; zero if the preferred velocity is zero; not longer than the larger of the preferred speed and
//! `max_speed`, and not shorter than [`Stream::least_speed`] of the free speed (if the preferred speed is not).
//! Cost: eight neighbors are computed at once in lanes; about 0.14 µs in a plain build.
//! Angles are polynomials (see `angle.rs`): against exact functions in double precision, the result differs by less than
//! 1e-5 times the largest speed involved, wherever the sum of step 3 has a clear direction.
//! Degenerate: who wants to stand stands; nobody in view, everybody in view stands, or the velocities cancel: the
//! preferred velocity.
//! Source: van Goethem, Jaklin, Cook, Geraerts, CASA 2015. The published text gives the idea; exponents and constants
//! are our reading of it and therefore parameters.

use crate::angle::{angle_between, quarter_angle, sin_cos, turned};
use crate::plane::{Vector, cross, dot, greater, length, lesser, scale};
use crate::view::View;

/// How somebody goes with the crowd.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stream {
    /// How far it looks. \[m\]
    pub reach: f32,
    /// How many of those in view count, from 1 to 8.
    pub most: usize,
    /// Up to this angle between stream and own way the stream may lead; from twice this angle on it has no say. \[rad\]
    pub angle: f32,
    /// Own will at a crowding of c is at least (1 - c) to this power.
    pub power: u32,
    /// The new preferred speed is at least this share of the free speed, so that a crowd that stands starts again.
    pub least_speed: f32,
}

impl Default for Stream {
    fn default() -> Self {
        Self { reach: 8.0, most: 5, angle: std::f32::consts::FRAC_PI_4, power: 3, least_speed: 0.05 }
    }
}

/// How many neighbors are computed at once, and count at most.
const LANES: usize = 8;

/// A sum of velocities shorter than this share of the sum of their lengths has no direction: it is rounding.
const CANCELED: f32 = 1e-5;

/// Nobody means a larger power than this.
const MOST_POWER: u32 = 16;

impl Stream {
    /// The new preferred velocity. \[m/s\]
    ///
    /// `crowding`: how full one's own half disc of view is, from 0 to 1 (1 from a third of its area on).
    /// `motivation`: how much one goes one's own way whatever others do, from 0 (as the paper does) to 1.
    /// `lateness`: see [`lateness`].
    #[inline]
    pub fn blend(&self, view: &View<'_>, crowding: f32, motivation: f32, lateness: f32) -> Vector {
        let own = view.preferred;
        let crowding = share(crowding);
        // 4. What is known of the own will before looking. With nothing left to give, looking is no use.
        let alone = greater(power(1.0 - crowding, self.power), share(lateness));
        let motivation = share(motivation);
        if alone >= 1.0 || motivation >= 1.0 || own == [0.0, 0.0] {
            return own;
        }
        let Some(stream) = self.perceive(view, crowding) else { return own };
        // 4. Own will.
        let deviation = angle_between(stream, own);
        let away = share((deviation - self.angle) / greater(self.angle, f32::MIN_POSITIVE));
        let will = motivation + (1.0 - motivation) * greater(away, alone);
        if will >= 1.0 {
            return own;
        }
        // 5. From the stream toward one's own way.
        let (own_speed, stream_speed) = (length(own), length(stream));
        let sided = if cross(stream, own) < 0.0 { -deviation } else { deviation };
        let speed = will * own_speed + (1.0 - will) * stream_speed;
        let least = lesser(self.least_speed * view.speed, own_speed);
        let speed = lesser(greater(speed, least), greater(view.max_speed, own_speed));
        let blended = scale(turned(stream, will * sided), speed / stream_speed);
        if blended[0].is_finite() && blended[1].is_finite() { blended } else { own }
    }

    /// 1 to 3. The velocity of the stream; `None` if there is none, or it has no direction.
    #[inline]
    fn perceive(&self, view: &View<'_>, crowding: f32) -> Option<Vector> {
        let axis = if dot(view.velocity, view.velocity) > 0.0 { view.velocity } else { view.preferred };
        // 1. Everybody is written to the next lane, and stays there if it counts: a branch would be guessed wrong half
        // of the time. Lanes that stay empty are at rest, and count nothing.
        let mut lanes = Lanes::default();
        let most = self.most.clamp(1, LANES);
        let mut count = 0;
        for neighbor in view.neighbors {
            let square = dot(neighbor.offset, neighbor.offset);
            let counts = (square <= self.reach * self.reach) & (dot(neighbor.offset, axis) >= 0.0);
            let lane = count % LANES;
            lanes.x[lane] = neighbor.offset[0];
            lanes.y[lane] = neighbor.offset[1];
            lanes.u[lane] = neighbor.velocity[0];
            lanes.v[lane] = neighbor.velocity[1];
            lanes.crowding[lane] = neighbor.crowding;
            count += usize::from(counts);
            if count == most {
                break;
            }
        }
        if count == 0 {
            return None;
        }
        if count < LANES {
            [lanes.x[count], lanes.y[count], lanes.u[count], lanes.v[count]] = [0.0; 4];
        }
        // 2. and 3.
        let [u, v, speeds] = lanes.perceived(crowding, 1.0 / self.reach);
        let size = (u * u + v * v).sqrt();
        // Written so that what is no number has no direction either.
        let clear = size > CANCELED * speeds && size > 0.0 && speeds < f32::INFINITY;
        clear.then(|| scale([u, v], speeds / count as f32 / size))
    }
}

/// How late somebody is, from 0 (in time) to 1 (twice the expected time or more).
///
/// `spent`: time since the route was planned. \[s\] `expected`: length of the route over the free speed. \[s\]
#[inline]
pub fn lateness(spent: f32, expected: f32) -> f32 {
    if expected > 0.0 { share((spent - expected) / expected) } else { 0.0 }
}

/// Eight neighbors side by side.
#[derive(Default)]
struct Lanes {
    x: [f32; LANES],
    y: [f32; LANES],
    u: [f32; LANES],
    v: [f32; LANES],
    crowding: [f32; LANES],
}

impl Lanes {
    /// 2. The sum of the perceived velocities, and the sum of their lengths.
    #[expect(clippy::needless_range_loop, reason = "lanes of nine arrays, side by side")]
    #[inline]
    fn perceived(&self, crowding: f32, over_reach: f32) -> [f32; 3] {
        let mut sums = [[0.0; LANES]; 3];
        for i in 0..LANES {
            let [x, y, u, v] = [self.x[i], self.y[i], self.u[i], self.v[i]];
            let along = x * u + y * v;
            let across = u * y - v * x;
            // Toward the line of sight or away along it, whichever is nearer: never more than a quarter turn.
            let arc = quarter_angle(along.abs(), across.abs());
            let density = lesser(crowding, greater(self.crowding[i], 0.0));
            let share = density * ((x * x + y * y).sqrt() * over_reach);
            let (sin, cos) = sin_cos(share * arc);
            // Counter-clockwise if the line is on the left of a velocity toward it.
            let side = if (across < 0.0) != (along < 0.0) { -sin } else { sin };
            sums[0][i] = u * cos - v * side;
            sums[1][i] = v * cos + u * side;
            sums[2][i] = (u * u + v * v).sqrt();
        }
        sums.map(|lane| {
            ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]))
        })
    }
}

/// A number brought between 0 and 1; 0 if it is none.
#[inline]
fn share(value: f32) -> f32 {
    lesser(greater(value, 0.0), 1.0)
}

/// A small power, multiplied out.
#[inline]
fn power(base: f32, exponent: u32) -> f32 {
    let mut product = 1.0;
    for _ in 0..exponent.min(MOST_POWER) {
        product *= base;
    }
    product
}

#[cfg(test)]
mod tests;
