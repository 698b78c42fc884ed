//! Headway: keep a time gap to those ahead, and get past those that come the other way.
//!
//! # Idea
//! Choosing directions avoids collisions but not crowding: without more, a crowd runs through a door at twice the flow that people
//! have. People keep a distance to whoever is ahead that grows with speed. That time gap alone makes door flow and the relation of
//! speed and density come out right together. The rest prevents the jams that a time gap makes.
//!
//! # Steps of [`Headway::limit`]
//! 1. Time gap: the speed is at most (distance - length) / time, over everybody ahead in the lane of the chosen direction.
//! 2. Yield: of two that go about the same way, as before a door, one minds the other only if that one is before it on the mean of
//!    both ways; at a tie, if it is on the right. Who minds whom then has no cycles, as long as the ways lead to one place.
//! 3. Those who come the other way get a narrower lane and a shorter time: one passes them, one does not follow them.
//! 4. Strain: the time that one has been slow because of somebody coming the other way, ahead and close. When it is over
//!    [`Headway::patience`], walk on slowly and a little to the right, come what may: contacts turn both out of each other's way.
//!    Whoever is held up for longer still, by a crowd, turns sideways, and needs less room ([`breadth`]). Without that, of 24 crowds of 100 against 100 in a
//!    corridor of 2 m seven were stuck for good; with it all get through, in 130 s at most.
//!
//! [`Headway::keep_right`] turns the preferred velocity before all that: with somebody coming the other way in sight, head for the
//! right half of the room between the walls, or somewhat to the right where there are none.
//!
//! # Invariant
//! The velocity is never faster than the chosen one, but for the pace of 4. Both sides of a pair come to opposite answers in 2, as
//! both compute the same number with opposite signs.
//!
//! # Cost
//! O(neighbors); O(neighbors + walls) for keeping right.
//!
//! # Degenerate cases
//! Somebody at the same place is not ahead. Those who want to stand are not waited for: one goes around them, with 4 as with those who come
//! the other way.
//!
//! # Source
//! The time gap is that of the collision-free speed model (Tordeux, Chraibi, Seyfried 2016), with a distance that is longer than the
//! body; the values are from a study of our own, `docs/flow.md`.

use crate::distribution::Distribution;
use crate::plane::{
    Vector, clamp_length, cross, direction, dot, greater, left_of, length, lesser, scale, sub,
};
use crate::view::{Neighbor, View};

/// Parameters of headway. Lengths are for two characters of radius 0.18 m and grow with the radii.
#[derive(Clone, Debug, PartialEq)]
pub struct Headway {
    /// The gap in time to whoever is ahead. \[s\]
    pub time: Distribution,
    /// The distance between centers at which one stands. \[m\]
    pub length: f32,
    /// Half of the width of the lane: whoever is farther to the side is not ahead. \[m\]
    pub width: f32,
    /// What the time is multiplied with for those who come the other way.
    pub opposing_time: f32,
    /// What the width is multiplied with for those who come the other way.
    pub opposing_width: f32,
    /// How long to stand before somebody who comes the other way. \[s\]
    pub patience: f32,
    /// How fast to walk on then. \[m/s\]
    pub creep: f32,
    /// How far ahead somebody who comes the other way makes one keep right; 0: never. \[m\]
    pub sight: f32,
}

impl Default for Headway {
    /// People as they are: less than 1.33 persons per meter and second through a door.
    fn default() -> Self {
        Self {
            time: 0.75.into(),
            length: 0.40,
            width: 0.36,
            opposing_time: 0.3,
            opposing_width: 0.8,
            patience: 0.3,
            creep: 0.7,
            sight: 10.0,
        }
    }
}

/// The sum of radii that lengths are given for. \[m\]
const USUAL: f32 = 0.36;

/// Of the directions of two that come toward each other: the scalar product is less.
const OPPOSING: f32 = -0.3;

/// Below this part of the free speed one is slow.
const SLOW: f32 = 0.3;

/// How near to somebody coming the other way one must be to count as held up, as a multiple of the length. \[-\]
const HELD: f32 = 2.0;

/// Strain grows up to this. \[s\]
const MOST_STRAIN: f32 = 2.0;

/// From this strain on somebody turns sideways, until [`MOST_STRAIN`]. \[s\]
const TURNING: f32 = 1.0;

/// It does so in a crowd: with so many around. A few have other ways to get past each other.
const CROWD: u32 = 5;

/// By how much that makes it narrower. People are half as deep as they are wide, but do not turn all the way; with a tenth one of 24 crowds
/// was stuck, without the rule above.
const SIDEWAYS: f32 = 0.2;

/// A turn by 20 degrees to the right.
const ASIDE: Vector = [0.939_692_6, -0.342_020_14];

/// How much of its radius somebody needs toward others whom it touches, with a strain. \[s\]
#[inline]
pub(crate) fn breadth(strain: f32) -> f32 {
    1.0 - SIDEWAYS * lesser(greater((strain - TURNING) / (MOST_STRAIN - TURNING), 0.0), 1.0)
}

impl Headway {
    /// Of people who press on: about 1.9 persons per meter and second through a door. Wants a wall radius that is no
    /// larger than the radius.
    pub fn motivated() -> Self {
        Self { time: 0.5.into(), length: 0.36, width: 0.30, ..Self::default() }
    }

    /// The velocity to take, given the one that avoidance chose (the view with the preferred velocity as it was before
    /// [`Headway::keep_right`], as that is what others see of it), and its own gap in time; and the strain from then on, which is 0 at first
    /// and which the caller keeps. \[m/s, s\]
    pub fn limit(&self, view: &View<'_>, chosen: Vector, strain: f32, time: f32) -> (Vector, f32) {
        let Some(aim) = direction(view.preferred) else { return (chosen, 0.0) };
        let (mut held, mut around) = (false, 0);
        let mut pace = length(chosen);
        let heading = direction(chosen).unwrap_or(aim);
        for neighbor in view.neighbors {
            let size = (view.radius + neighbor.radius) * (1.0 / USUAL);
            let opposing = dot(aim, neighbor.aim) < OPPOSING;
            // Whoever wants to stand is not waited for, but gone around.
            let stands = neighbor.aim == [0.0, 0.0];
            let width = self.width * size * if opposing { self.opposing_width } else { 1.0 };
            // `&` and `|`: a wrong guess of a branch costs more than computing all of it.
            let near = HELD * self.length * size;
            let is_near = dot(neighbor.offset, neighbor.offset) < near * near;
            around += u32::from(is_near);
            held |= (opposing | stands) & is_near & (dot(aim, neighbor.offset) > 0.0);
            let ahead = (dot(heading, neighbor.offset) > 0.0)
                & (cross(heading, neighbor.offset).abs() < width)
                & (opposing | (!stands & is_before(aim, neighbor)));
            if ahead {
                let time = time * if opposing { self.opposing_time } else { 1.0 };
                let gap = greater(length(neighbor.offset) - self.length * size, 0.0);
                pace = lesser(gap / greater(time, 1e-3), pace);
            }
        }
        let slow = dot(view.velocity, view.velocity) < SLOW * SLOW * view.speed * view.speed;
        let most = if around < CROWD { TURNING } else { MOST_STRAIN };
        let strain =
            if held && slow { lesser(strain + view.dt, most) } else { greater(strain - view.dt, 0.0) };
        if held && strain > self.patience {
            let [x, y] = scale(ASIDE, lesser(self.creep, length(view.preferred)));
            return ([aim[0] * x - aim[1] * y, aim[1] * x + aim[0] * y], strain);
        }
        (clamp_length(chosen, pace), strain)
    }

    /// The velocity to prefer, given what one sees: more to the right, if somebody comes the other way between the walls. \[m/s\]
    pub fn keep_right(&self, view: &View<'_>) -> Vector {
        let Some(aim) = direction(view.preferred) else { return view.preferred };
        let meets = |neighbor: &Neighbor| {
            (dot(aim, neighbor.aim) < OPPOSING)
                & (dot(aim, neighbor.offset) > 0.0)
                & (dot(neighbor.offset, neighbor.offset) < self.sight * self.sight)
        };
        if !view.neighbors.iter().fold(false, |any, neighbor| any | meets(neighbor)) {
            return view.preferred;
        }
        let (right, left) = self.room(view, aim);
        // The middle of the right half is `(3 right - left) / 4` to the right. Without walls, somewhat to the right.
        let shift = if right + left < 2.0 * REACH {
            (3.0 * right - left) / 4.0
        } else {
            lesser(right / 2.0, OPEN_SHIFT)
        };
        let shift = lesser(greater(shift, 0.0), MOST_SHIFT);
        let turned = sub(scale(aim, AHEAD), scale(left_of(aim), shift));
        scale(turned, length(view.preferred) / length(turned))
    }

    /// How far the walls are on the right and on the left.
    fn room(&self, view: &View<'_>, aim: Vector) -> (f32, f32) {
        let (mut right, mut left) = (2.0 * REACH, 2.0 * REACH);
        for wall in view.walls {
            let [from, to] = [wall.from, wall.to].map(|end| [dot(aim, end), cross(aim, end)]);
            // The part of the wall beside the next few meters.
            let (start, end) = if from[0] < to[0] { (from, to) } else { (to, from) };
            if end[0] <= 0.0 || start[0] >= AHEAD || end[0] - start[0] <= 0.0 {
                continue;
            }
            let at = |x: f32| start[1] + (x - start[0]) / (end[0] - start[0]) * (end[1] - start[1]);
            for y in [at(greater(start[0], 0.0)), at(lesser(end[0], AHEAD))] {
                if y > 0.0 {
                    left = lesser(y, left);
                } else {
                    right = lesser(-y, right);
                }
            }
        }
        (right, left)
    }
}

/// Walls farther to the side do not make a corridor. \[m\]
const REACH: f32 = 5.0;

/// Within which distance to get to the right half. \[m\]
const AHEAD: f32 = 3.0;

/// How much to the right where there are no walls. \[m\]
const OPEN_SHIFT: f32 = 0.5;

/// How much of that to the side at most: 20 degrees. \[m\]
const MOST_SHIFT: f32 = 1.1;

/// Whether a neighbor that goes the same way is before one, on the mean of both ways.
fn is_before(aim: Vector, neighbor: &Neighbor) -> bool {
    let before = dot(aim, neighbor.offset) + dot(neighbor.aim, neighbor.offset);
    (before > 0.0) | ((before == 0.0) & (cross(aim, neighbor.offset) < 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::SeenWall;

    /// \[s\]
    const TIME: f32 = 0.75;

    fn view<'a>(neighbors: &'a [Neighbor], walls: &'a [SeenWall]) -> View<'a> {
        View {
            velocity: [1.0, 0.0],
            preferred: [1.3, 0.0],
            speed: 1.3,
            max_speed: 2.0,
            radius: 0.18,
            wall_radius: 0.22,
            neighbors,
            walls,
            random: 0,
            reach: f32::INFINITY,
            dt: 0.1,
        }
    }

    fn somebody(offset: Vector, aim: Vector) -> Neighbor {
        Neighbor { offset, aim, radius: 0.18, ..Neighbor::default() }
    }

    #[test]
    fn time_gap_to_those_ahead_only() {
        let headway = Headway::default();
        let pace =
            |offset| headway.limit(&view(&[somebody(offset, [1.0, 0.0])], &[]), [1.3, 0.0], 0.0, TIME).0;
        assert_eq!(pace([-1.0, 0.0]), [1.3, 0.0], "behind");
        assert_eq!(pace([0.5, 0.4]), [1.3, 0.0], "beside");
        assert_eq!(pace([0.0, 0.0]), [1.3, 0.0], "at the same place");
        assert_eq!(pace([0.3, 0.0]), [0.0, 0.0], "too close");
        assert!((pace([1.0, 0.0])[0] - 0.6 / TIME).abs() < 1e-5, "a gap of 0.6 m");
    }

    /// Of any two that go about the same way and see each other ahead exactly one goes first.
    #[test]
    fn one_of_two_yields() {
        for at in 0..1_000 {
            let turn = at as f32;
            let (a, b) = ([1.0, 0.0], [libm::cosf(turn), libm::sinf(turn)]);
            let offset = scale([libm::cosf(1.7 * turn), libm::sinf(1.7 * turn)], 0.5);
            let back = scale(offset, -1.0);
            assert_ne!(is_before(a, &somebody(offset, b)), is_before(b, &somebody(back, a)), "{at}");
        }
        // A mirror image: the one on the right goes first.
        let (a, b) = ([0.6, 0.8], [0.6, -0.8]);
        assert!(!is_before(a, &somebody([0.0, 0.5], b)), "the right one goes");
        assert!(is_before(b, &somebody([0.0, -0.5], a)), "the left one waits");
    }

    #[test]
    fn strain_grows_before_somebody_opposing_and_ends_in_a_creep_to_the_right() {
        let headway = Headway::default();
        let neighbors = [somebody([0.4, 0.0], [-1.0, 0.0])];
        let mut standing = view(&neighbors, &[]);
        standing.velocity = [0.0; 2];
        let (mut velocity, mut strain) = headway.limit(&standing, [1.3, 0.0], 0.0, TIME);
        assert_eq!(velocity, [0.0; 2], "it stands at first");
        for _ in 0..5 {
            (velocity, strain) = headway.limit(&standing, [1.3, 0.0], strain, TIME);
        }
        assert!(velocity[0] > 0.5 && velocity[1] < -0.1, "{velocity:?}");
        assert!(strain <= 2.0 * headway.patience, "bounded: {strain}");
        standing.neighbors = &[];
        for _ in 0..20 {
            (velocity, strain) = headway.limit(&standing, [1.3, 0.0], strain, TIME);
        }
        assert_eq!((velocity, strain), ([1.3, 0.0], 0.0), "and forgets");
    }

    #[test]
    fn keeps_right_between_walls_and_not_into_them() {
        let headway = Headway::default();
        let opposing = [somebody([5.0, 0.0], [-1.0, 0.0])];
        let corridor = |right: f32, left: f32| {
            [
                SeenWall { from: [-9.0, -right], to: [9.0, -right] },
                SeenWall { from: [9.0, left], to: [-9.0, left] },
            ]
        };
        let middle = corridor(1.0, 1.0);
        let velocity = headway.keep_right(&view(&opposing, &middle));
        assert!(velocity[1] < -0.1 && (length(velocity) - 1.3).abs() < 1e-5, "{velocity:?}");
        assert_eq!(headway.keep_right(&view(&[], &middle)), [1.3, 0.0], "nobody comes");
        let side = corridor(0.4, 1.6);
        let velocity = headway.keep_right(&view(&opposing, &side));
        assert!((velocity[0] - 1.3).abs() < 1e-5 && velocity[1].abs() < 1e-5, "already there: {velocity:?}");
    }
}
