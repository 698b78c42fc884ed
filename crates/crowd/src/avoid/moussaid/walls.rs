//! The walls that one sees: their insides and their ends.

use super::{DRIFT, GRAZE, HUGE, LANES, Lanes};
use crate::plane::{Vector, cross, direction, dot, greater, lesser};
use crate::view::{MOST_WALLS, View};

/// Walls relative to the preferred direction: their insides and, apart, their ends, each once.
pub(super) struct Walls {
    sides: [Side; MOST_WALLS],
    num_sides: usize,
    ends: [End; 2 * MOST_WALLS],
    num_ends: usize,
}

#[derive(Clone, Copy, Default)]
struct Side {
    /// The direction of the wall; the character is on its left.
    along: Vector,
    /// From the start of the wall to the character's foot on its line.
    foot: f32,
    length: f32,
    /// One over the distance less the radius; [`HUGE`] in contact.
    inverse: f32,
}

#[derive(Clone, Copy, Default)]
struct End {
    at: Vector,
    /// The squared radius.
    square: f32,
    /// As in a moving disc.
    inverse: f32,
}

impl Walls {
    #[inline(always)]
    pub(super) fn of(view: &View<'_>, ahead: Vector, horizon: f32) -> Self {
        let mut walls = Self {
            sides: [Side::default(); MOST_WALLS],
            num_sides: 0,
            ends: [End::default(); 2 * MOST_WALLS],
            num_ends: 0,
        };
        let radius = greater(view.wall_radius - GRAZE, 0.0);
        let seen = &view.walls[..view.walls.len().min(MOST_WALLS)];
        for wall in seen {
            let from = [dot(ahead, wall.from), cross(ahead, wall.from)];
            let to = [dot(ahead, wall.to), cross(ahead, wall.to)];
            walls.add_end(from, radius, horizon);
            // An end that is where another wall starts is known there.
            if !seen.iter().any(|other| other.from == wall.to) {
                walls.add_end(to, radius, horizon);
            }
            let Some(along) = direction([to[0] - from[0], to[1] - from[1]]) else { continue };
            let apart = cross(from, along) - radius;
            walls.sides[walls.num_sides] = Side {
                along,
                foot: GRAZE - dot(from, along),
                length: 2.0 * GRAZE + dot(to, along) - dot(from, along),
                inverse: if apart > 1.0 / HUGE { 1.0 / apart } else { HUGE },
            };
            walls.num_sides += 1;
        }
        walls
    }

    #[inline(always)]
    fn add_end(&mut self, at: Vector, radius: f32, horizon: f32) {
        let (away, far) = (dot(at, at), horizon + radius + GRAZE);
        let apart = away - radius * radius;
        let inverse = if apart > 1.0 / HUGE { 1.0 / apart } else { HUGE };
        self.ends[self.num_ends] = End { at, square: radius * radius, inverse };
        // Beyond the horizon it is in nobody's way. Walls are long, so most ends are there.
        self.num_ends += usize::from(away < far * far);
    }

    /// The inverse of the time to the first contact, walking straight ahead.
    #[inline(always)]
    pub(super) fn ahead(&self, speed: f32) -> f32 {
        let mut urgency = 0.0;
        for side in &self.sides[..self.num_sides] {
            urgency = greater(side.urgency(speed, 0.0), urgency);
        }
        for end in &self.ends[..self.num_ends] {
            urgency = greater(end.urgency(speed, 0.0, speed * speed), urgency);
        }
        urgency
    }

    /// Raises the inverse times to the first contact in eight directions.
    #[inline(always)]
    pub(super) fn meet(&self, x: &Lanes, y: &Lanes, urgency: &mut Lanes) {
        for side in &self.sides[..self.num_sides] {
            for k in 0..LANES {
                urgency[k] = greater(side.urgency(x[k], y[k]), urgency[k]);
            }
        }
        for end in &self.ends[..self.num_ends] {
            for k in 0..LANES {
                urgency[k] = greater(end.urgency(x[k], y[k], x[k] * x[k] + y[k] * y[k]), urgency[k]);
            }
        }
    }
}

impl Side {
    /// The inverse of the time to contact with the inside of the wall; 0 if there is none.
    #[inline(always)]
    fn urgency(&self, x: f32, y: f32) -> f32 {
        let closing = self.along[1] * x - self.along[0] * y - DRIFT;
        let urgency = closing * self.inverse;
        // The foot at contact, times the urgency.
        let foot = self.along[0] * x + self.along[1] * y + urgency * self.foot;
        let rest = urgency * self.length - foot;
        if lesser(lesser(foot, rest), closing) > 0.0 { urgency } else { 0.0 }
    }
}

impl End {
    /// The inverse of the time to contact with the end of the wall; 0 if there is none.
    #[inline(always)]
    fn urgency(&self, x: f32, y: f32, speed_squared: f32) -> f32 {
        let closing = self.at[0] * x + self.at[1] * y - DRIFT;
        let past = self.at[0] * y - self.at[1] * x;
        let inside = speed_squared * self.square - past * past;
        let urgency = (closing + inside.sqrt()) * self.inverse;
        if lesser(closing, inside) > 0.0 { urgency } else { 0.0 }
    }
}
