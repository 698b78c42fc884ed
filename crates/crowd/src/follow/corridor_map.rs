//! The Corridor Map Method: forces lead a character through a corridor of discs.
//!
//! Idea. Around each place of the route, its backbone, is a disc that touches the nearest obstacles. A character in such a disc is pulled to its
//! center; the disc that it is pulled to is the last one that it is in. So it is always in one, and moves on.
//!
//! 1. The attraction point: the last place B of the route ahead with |x - B| < R - r. Where it stops being so is the root of a square equation for each
//!    segment, along which the clearance R is taken to be linear.
//! 2. Original forces: toward that point, with 1 / (R - r - d) - 1 / (R - r), where d = |x - B|: nothing at the center, infinite at the rim.
//! 3. Improved forces: a steady pull toward that point; and away from the nearest obstacle, if the character is nearer to it than its safe distance s,
//!    with (s + r - b) / (b - r), where b is its clearance: infinite when it touches.
//! 4. The pull of step 2 or 3 vanishes at the goal but nothing brakes; there a character heads for the velocity with which it can stop in time.
//! 5. Accelerations are capped, and so are speeds.
//!
//! Invariant: the straight way to the attraction point is free for a disc. But forces have inertia: a character may drift, and it is up to
//! contacts with walls, or to the force of step 3, to keep it from them.
//! Cost: the segments of the route in the discs around the character, and one question to the mesh for step 3.
//! Degenerate: in passages that are narrower than the safe distance the force of step 3 would push to and fro; there the safe
//! distance is what the passage has. Within [`NEAREST`] of a rim or a wall the forces are those at that distance.
//! After: Overmars, Karamouzas, Geraerts, Flexible path planning using corridor maps, 2008, which prints b in place of b - r in step 3 but says that the force
//! is infinite when the character touches the wall. Differs: step 4, the strength of the pull, and the cap of the speed, which the paper does not tell; obstacles of all the place
//! push, not the rims of the corridor where other corridors branch off.

mod alone;

pub use alone::{Bystander, Walk};

use crate::follow::look_ahead::look_ahead;
use crate::follow::{Lost, Situation, or_end};
use crate::place::{Place, along, distance, dot, sub};
use crate::plane::{Vector, clamp_length};
use crate::trail::{Mark, Progress, Trail};

/// The Corridor Map Method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CorridorMap {
    /// What moves a character.
    pub forces: Forces,
    /// The largest acceleration. \[m/s²\]
    pub max_acceleration: f64,
    /// The time in which bodies take up the velocity that they would like to have: then their acceleration is that of the forces. \[s\]
    pub relaxation: f64,
}

/// The forces of the Corridor Map Method, for a mass of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Forces {
    /// One force to the center of a disc, which also keeps the character in it.
    Original {
        /// Distance between the discs along the route. \[m\] At the rim of the last of all discs the force would be infinite always.
        spacing: f64,
    },
    /// One force ahead, and another one away from obstacles.
    Improved {
        /// The force ahead. \[m/s²\] The paper has 1, in units that it does not tell. With 1 m/s² a walking character turns as slowly as a ship,
        /// and a bystander 1 m away holds it up; so here it is the largest acceleration.
        steering: f64,
        /// Distance from obstacles below which they push, beyond the character's own radius, in radii.
        safe_radii: f64,
    },
}

impl Default for CorridorMap {
    fn default() -> Self {
        Self { forces: Forces::default(), max_acceleration: 5.0, relaxation: 0.5 }
    }
}

impl Default for Forces {
    fn default() -> Self {
        Self::Improved { steering: 5.0, safe_radii: 1.0 }
    }
}

impl CorridorMap {
    /// With the original forces.
    pub fn original() -> Self {
        Self { forces: Forces::Original { spacing: 0.5 }, ..Self::default() }
    }
}

/// The least distance that a force is divided by. \[m\] Forces are at their cap long before.
const NEAREST: f64 = 1e-3;

/// How far ahead a character looks where there are no discs around it, as time at its speed. \[s\]
const AHEAD: f64 = 0.7;

/// How a character brakes for its goal. \[m/s²\]
const BRAKING: f64 = 1.0;

impl CorridorMap {
    /// Step 1.
    pub(super) fn aim(&self, now: &Situation<'_>, trail: &Trail, progress: Progress) -> Result<Mark, Lost> {
        let radius = now.kept_clearance();
        let here = progress.here;
        let mut beyond = now.retraction.clearance + distance(now.position.at, trail.place(here));
        beyond *= std::f64::consts::PI;
        let end = trail.end();
        let mut last = None;
        let mut outside = 0.0;
        for segment in here.segment..=end.segment {
            let ends = [segment, segment + 1].map(|corner| trail.place_of(corner));
            let rooms =
                [segment, segment + 1].map(|corner| trail.clearance_of(corner).unwrap_or(0.0) - radius);
            let start = if segment == here.segment { f64::from(here.part) } else { 0.0 };
            let length = distance(ends[0], ends[1]);
            if let Some(part) = last_around(now.position.at, ends, rooms).filter(|&part| part >= start) {
                let mark = Mark { segment, part: part as f32 };
                if now.is_same_surface(trail, mark, outside > 0.0) {
                    last = Some(mark);
                    outside = (1.0 - part) * length;
                }
            } else {
                outside += (1.0 - start) * length;
            }
            if outside > beyond {
                break;
            }
        }
        let is_far = |mark: &Mark| distance(trail.place(*mark), now.position.at) >= now.step();
        let found = last.filter(|mark| is_far(mark) || or_end(trail, *mark) == end);
        // In a passage as narrow as the character its discs are points: then look ahead.
        let found = found.or_else(|| look_ahead(now, trail, here, last, AHEAD * now.speed));
        let mark = found.map(|mark| or_end(trail, mark)).ok_or(Lost)?;
        match self.forces {
            Forces::Original { spacing } if mark != end => Ok(disc_before(now, trail, mark, spacing)),
            _ => Ok(mark),
        }
    }

    /// The velocity that a character would like to have. \[m/s\]
    pub(super) fn preferred(&self, now: &Situation<'_>, trail: &Trail, mark: Mark) -> Vector {
        let acceleration = self.acceleration(now, trail, mark, [0.0; 2]);
        let velocity = along(now.velocity.map(f64::from), acceleration, self.relaxation);
        clamp_length(velocity.map(|v| v as f32), now.speed as f32)
    }

    /// Steps 2 to 5. There may be another force.
    fn acceleration(&self, now: &Situation<'_>, trail: &Trail, mark: Mark, other: Place) -> Place {
        let x = now.position.at;
        let to = trail.place(mark);
        let away = distance(x, to);
        let direction = if away > 0.0 { sub(to, x).map(|v| v / away) } else { [0.0; 2] };
        let mut force = other;
        if mark == trail.end() {
            // Step 4.
            let speed = (2.0 * BRAKING * away).sqrt().min(now.speed).min(away / now.dt);
            let wanted = sub(direction.map(|v| v * speed), now.velocity.map(f64::from));
            // Nobody takes up a velocity in no time.
            force = along(force, wanted, 1.0 / self.relaxation.max(now.dt).max(NEAREST));
        } else {
            let pull = match self.forces {
                Forces::Original { .. } => original_pull(now, trail, mark, away),
                Forces::Improved { steering, .. } => steering,
            };
            force = along(force, direction, pull);
        }
        if let Forces::Improved { safe_radii, .. } = self.forces {
            let mut safe_distance = safe_radii * now.radius;
            // A goal near a wall can be reached.
            if mark == trail.end() {
                safe_distance = safe_distance.min(room_at(now, trail, mark));
            }
            force = along(force, push(now, safe_distance), 1.0);
        }
        // Step 5.
        let square = dot(force, force);
        if square > self.max_acceleration * self.max_acceleration {
            force = force.map(|v| v * (self.max_acceleration / square.sqrt()));
        }
        force
    }
}

/// Step 1: the last part of a segment whose disc is around a place; `rooms` are the radii of discs at its ends.
fn last_around(x: Place, ends: [Place; 2], rooms: [f64; 2]) -> Option<f64> {
    let d = sub(ends[1], ends[0]);
    let off = sub(ends[0], x);
    let growth = rooms[1] - rooms[0];
    let is_around = |part: f64| {
        let room = rooms[0] + part * growth;
        let gap = along(off, d, part);
        room > 0.0 && dot(gap, gap) < room * room
    };
    if is_around(1.0) {
        return Some(1.0);
    }
    // |off + t d|² = (room + t growth)²
    let (a, b, c) =
        (dot(d, d) - growth * growth, dot(off, d) - rooms[0] * growth, dot(off, off) - rooms[0] * rooms[0]);
    // A disc that grows as fast as its center moves keeps touching its rim where it did: there is one root, if any.
    let root = if a > 1e-12 * dot(d, d) { ((b * b - a * c).sqrt() - b) / a } else { -c / (2.0 * b) };
    // A little before it, for the place is on the rim there.
    let part = root - 1e-6;
    ((0.0..=1.0).contains(&part) && is_around(part)).then_some(part)
}

/// Step 1, where discs are apart: the last one at or before a place, if the character is in it, else the one there.
fn disc_before(now: &Situation<'_>, trail: &Trail, mark: Mark, spacing: f64) -> Mark {
    let along = trail.length_between(Mark::default(), mark);
    let before = trail.ahead(Mark::default(), along - along % spacing.max(NEAREST));
    let away = distance(now.position.at, trail.place(before));
    // Not one that it has reached: there is no force at its center.
    let is_ahead = before <= mark && away > now.step();
    if is_ahead && away < room_at(now, trail, before) { before } else { mark }
}

/// The radius of a disc, less that of the character. \[m\]
fn room_at(now: &Situation<'_>, trail: &Trail, mark: Mark) -> f64 {
    let clearances = [mark.segment, mark.segment + 1].map(|corner| trail.clearance_of(corner).unwrap_or(0.0));
    clearances[0] + f64::from(mark.part) * (clearances[1] - clearances[0]) - now.radius
}

/// Step 2.
fn original_pull(now: &Situation<'_>, trail: &Trail, mark: Mark, away: f64) -> f64 {
    let room = room_at(now, trail, mark).max(NEAREST);
    1.0 / (room - away).max(NEAREST) - 1.0 / room
}

/// Step 3: the force of the nearest obstacle. \[m/s²\]
fn push(now: &Situation<'_>, safe_distance: f64) -> Place {
    let Some(nearest) = now.mesh.nearest(now.position, Some(now.retraction.cell)) else { return [0.0; 2] };
    let gap = nearest.distance - now.radius;
    // What the passage has.
    let safe = safe_distance.min(now.retraction.clearance - now.radius);
    if gap >= safe || nearest.distance <= 0.0 {
        return [0.0; 2];
    }
    let strength = (safe - gap) / gap.max(NEAREST);
    sub(now.position.at, nearest.point).map(|v| v / nearest.distance * strength)
}
