//! Avoidance by vision: walk where one gets nearest to the goal before something is in the way.
//!
//! # Idea
//! For each direction α of a fan around the preferred one, f(α) is how far the character could walk at its preferred speed before
//! it met somebody or a wall, if everybody kept moving as now; at most the horizon. Walking that far in that direction leaves it at
//! some distance d(α) from a point at the horizon straight ahead: the direction with the smallest d is taken, at a speed that would
//! stop it within the relaxation time at what is in the way.
//!
//! # Steps of [`Moussaid::velocity`]
//! 1. Turn what is seen so that the preferred direction is the x axis: the fan is then a constant table.
//! 2. Straight ahead first, with characters and walls as lanes. If nothing is in the way, that is the answer.
//! 3. Then blocks of eight directions, by growing |α|, with the directions as lanes. Whatever f is, d(α) ≥ (horizon · sin α)²: stop
//!    as soon as a whole block cannot be better than what was found.
//! 4. In a block keep q = 1/time to the first contact, the largest over everything seen. For a disc at P of squared radius R², seen
//!    to move by -w (w: own velocity less its own), with c = P² - R² and b = P·w:
//!    q = (b + √(w²R² - (P×w)²)) / c. There is neither branch nor division by what depends on the direction.
//!    For a wall at distance h: q = (speed towards its line) / (h - radius), if the foot then is inside the wall; its ends are discs.
//! 5. Take the least d; of equals the one found first.
//!
//! # Invariant
//! The direction is that of [`Moussaid::velocity_plain`] but for rounding: `d` of both is the same to 1 part in 100,000 of the squared
//! horizon. The result is finite for any finite view, and never faster than the preferred velocity.
//!
//! # Cost
//! O(directions · (neighbors + walls)); about a tenth of the plain version (`examples/avoid_speed.rs`).
//!
//! # Degenerate cases
//! * Nobody minds what is behind a direction, however it moves (the paper: what is out of sight), nor what has its own center.
//! * What is closer than [`CLOSE`] in a direction is in contact: f is 0, so d is the same for all such directions and the one
//!   straight ahead is kept. Otherwise rounding would choose among directions that all lead nowhere.
//! * What only grazes by less than [`GRAZE`] is not in the way: sliding along a wall is free, whatever rounding says.
//! * Somebody in contact looks as wide as [`Moussaid::contact`] says, however deep the overlap, and not like a half plane: two who
//!   are squeezed in a door could not turn toward it otherwise.
//! * What touches and moves alike is not in the way ([`DRIFT`]).
//! * Head-on meetings: left directions are worse by [`LEAN`], so that both go right.
//! * No preferred velocity: stand.
//!
//! # Source
//! Moussaïd, Helbing, Theraulaz: How simple rules determine pedestrian behavior and crowd disasters. PNAS 108(17), 2011.
//! Different here: the fan is around the preferred direction, not the heading; what is behind a direction is ignored, by direction
//! and not by a field of view; contacts are somebody else's work; the width of those in
//! contact; the tolerances above.

mod plain;

use crate::plane::{Vector, cross, direction, dot, greater, length, lesser, scale};
use crate::view::{MOST_NEIGHBORS, MOST_WALLS, View};

/// Parameters of avoidance by vision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moussaid {
    /// How many directions to try to either side of the preferred one, 4.5 degrees apart; at most [`MOST_SAMPLES`], which is 90
    /// degrees.
    pub samples: usize,
    /// How far ahead to look. \[m\]
    pub horizon: f32,
    /// The time within which to be able to stop. \[s\]
    pub relaxation: f32,
    /// How wide somebody in contact looks: the sine of half the angle. With 1 one never turns toward somebody whom one touches, and two
    /// who are squeezed in a door stay there for good; with less, one slides past.
    pub contact: f32,
}

impl Default for Moussaid {
    /// Directions up to 72 degrees, 8 m, 0.5 s; somebody in contact looks 144 degrees wide.
    fn default() -> Self {
        Self { samples: 16, horizon: 8.0, relaxation: 0.5, contact: 0.95 }
    }
}

/// How many directions there are to either side of the preferred one.
pub const MOST_SAMPLES: usize = 20;

/// How much of all radii is ignored, so that rounding does not turn touching into being in the way; and how much longer walls are,
/// so that there is no slit between inside and end. \[m\]
const GRAZE: f32 = 0.001;

/// What is closer is in contact. Less than the gap that [`Moussaid::contact`] leaves between two bodies that touch (0.018 m at a radius
/// of 0.18 m): the slow turning that comes of it is what gets two out of a door they are squeezed in. \[m\]
const CLOSE: f32 = 0.01;

/// Half the squared distance must shrink by more than that per second to count as closing in (\[m²/s\]; the distance, for a wall,
/// \[m/s\]). Bodies in contact that move alike, or along each other, are free to go on, whatever rounding says.
const DRIFT: f32 = 1e-4;

/// By how much a direction to the left is worse, as a part of the squared horizon: more than rounding (some 10⁻⁶), less than what
/// one would notice (at a horizon of 8 m, 3 mm in a distance of 1 m).
const LEAN: f32 = 1e-4;

/// Stands for 1/0: so large that f is too small to change d, so small that its product with any speed is finite.
const HUGE: f32 = 1e20;

/// Sines of multiples of 4.5 degrees, up to 90.
const SINES: [f32; MOST_SAMPLES + 1] = [
    0.0,
    0.078_459_1,
    0.156_434_47,
    0.233_445_36,
    0.309_017,
    0.382_683_43,
    0.453_990_5,
    0.522_498_55,
    0.587_785_25,
    0.649_448_05,
    0.707_106_77,
    0.760_405_96,
    0.809_017,
    0.852_640_15,
    0.891_006_5,
    0.923_879_5,
    0.951_056_5,
    0.972_369_9,
    0.987_688_36,
    0.996_917_3,
    1.0,
];

/// The direction a number of samples away from the x axis.
const fn sample(right: bool, count: usize) -> Vector {
    [SINES[MOST_SAMPLES - count], if right { -SINES[count] } else { SINES[count] }]
}

impl Moussaid {
    /// The velocity to take, given what one sees. \[m/s\]
    pub fn velocity(&self, view: &View<'_>) -> Vector {
        let speed = length(view.preferred);
        let Some(ahead) = direction(view.preferred) else { return [0.0; 2] };
        // 1, 2.
        let people = Discs::of_neighbors(view, ahead, self.contact);
        let walls = Walls::of(view, ahead, self.horizon);
        let free = self.free(speed, greater(people.ahead(speed), walls.ahead(speed)));
        let far = self.horizon * self.horizon;
        let mut best =
            Choice { direction: [1.0, 0.0], free, cost: (self.horizon - free) * (self.horizon - free) };
        // 3.
        let count = 2 * self.samples.min(MOST_SAMPLES);
        for (block, fan) in FAN.iter().enumerate().take(count.div_ceil(LANES)) {
            if fan.bound * far >= best.cost {
                break;
            }
            // 4.
            let x = fan.x.map(|x| x * speed);
            let y = fan.y.map(|y| y * speed);
            let mut urgency = [0.0; LANES];
            people.meet(&x, &y, &mut urgency);
            walls.meet(&x, &y, &mut urgency);
            let free = urgency.map(|q| self.free(speed, q));
            let mut costs = [0.0; LANES];
            for k in 0..LANES {
                costs[k] = self.cost(free[k], fan.x[k]) + fan.lean[k] * far;
            }
            // 5.
            for k in 0..LANES.min(count - block * LANES) {
                if costs[k] < best.cost {
                    best = Choice { direction: [fan.x[k], fan.y[k]], free: free[k], cost: costs[k] };
                }
            }
        }
        let [x, y] = scale(best.direction, self.pace(speed, best.free));
        [ahead[0] * x - ahead[1] * y, ahead[1] * x + ahead[0] * y]
    }

    /// How far one gets, given the inverse of the time to the first contact.
    #[inline]
    fn free(&self, speed: f32, urgency: f32) -> f32 {
        let free = lesser(speed / urgency, self.horizon);
        if free > CLOSE { free } else { 0.0 }
    }

    /// The squared distance to the goal at the horizon that is left after walking freely in a direction, given by its cosine.
    #[inline]
    fn cost(&self, free: f32, cosine: f32) -> f32 {
        self.horizon * self.horizon + free * (free - 2.0 * self.horizon * cosine)
    }

    /// The speed at which one can stop in time.
    #[inline]
    fn pace(&self, speed: f32, free: f32) -> f32 {
        lesser(free / greater(self.relaxation, 1e-3), speed)
    }
}

/// The best direction so far, relative to the preferred one.
struct Choice {
    direction: Vector,
    free: f32,
    cost: f32,
}

/// How many numbers are computed side by side.
const LANES: usize = 8;

type Lanes = [f32; LANES];

/// Eight directions.
struct Fan {
    x: Lanes,
    y: Lanes,
    /// [`LEAN`] for those to the left.
    lean: Lanes,
    /// The least squared sine.
    bound: f32,
}

/// The directions in blocks by growing angle: a right one, the left one of the same angle, and so on.
static FAN: [Fan; 2 * MOST_SAMPLES / LANES] = fan();

const fn fan() -> [Fan; 2 * MOST_SAMPLES / LANES] {
    const NONE: Fan = Fan { x: [0.0; LANES], y: [0.0; LANES], lean: [0.0; LANES], bound: 0.0 };
    let mut blocks = [NONE; 2 * MOST_SAMPLES / LANES];
    let mut at = 0;
    while at < 2 * MOST_SAMPLES {
        let (block, lane, right, count) = (at / LANES, at % LANES, at % 2 == 0, at / 2 + 1);
        [blocks[block].x[lane], blocks[block].y[lane]] = sample(right, count);
        blocks[block].lean[lane] = if right { 0.0 } else { LEAN };
        if lane == 0 {
            blocks[block].bound = SINES[count] * SINES[count];
        }
        at += 1;
    }
    blocks
}

/// How many blocks of eight neighbors there are.
const BLOCKS: usize = MOST_NEIGHBORS.div_ceil(LANES);

/// Moving discs, relative to the preferred direction, in blocks of eight. A disc at the center of the character is inert.
struct Discs {
    blocks: [Block; BLOCKS],
    used: usize,
}

#[derive(Clone, Copy, Default)]
struct Block {
    x: Lanes,
    y: Lanes,
    vx: Lanes,
    vy: Lanes,
    /// Offset times velocity.
    away: Lanes,
    /// The squared sum of radii.
    square: Lanes,
    /// One over squared distance less squared sum of radii; [`HUGE`] if they overlap.
    inverse: Lanes,
}

impl Discs {
    #[expect(clippy::needless_range_loop, reason = "lanes of several arrays side by side")]
    fn of_neighbors(view: &View<'_>, ahead: Vector, contact: f32) -> Self {
        let mut blocks = [Block::default(); BLOCKS];
        let mut used = 0;
        for (block, neighbors) in blocks.iter_mut().zip(view.neighbors.chunks(LANES)) {
            // Gathered first and computed then: loads of eight right after a store of one would wait for it.
            let mut raw = [[0.0; LANES]; 5];
            for (k, neighbor) in neighbors.iter().enumerate() {
                raw[0][k] = neighbor.offset[0];
                raw[1][k] = neighbor.offset[1];
                raw[2][k] = neighbor.velocity[0];
                raw[3][k] = neighbor.velocity[1];
                raw[4][k] = neighbor.radius;
            }
            for k in 0..LANES {
                let (x, y) = (
                    ahead[0] * raw[0][k] + ahead[1] * raw[1][k],
                    ahead[0] * raw[1][k] - ahead[1] * raw[0][k],
                );
                let (vx, vy) = (
                    ahead[0] * raw[2][k] + ahead[1] * raw[3][k],
                    ahead[0] * raw[3][k] - ahead[1] * raw[2][k],
                );
                let radius = greater(view.radius + raw[4][k] - GRAZE, 0.0);
                let away = x * x + y * y;
                let square = lesser(radius * radius, contact * contact * away);
                let apart = away - square;
                block.x[k] = x;
                block.y[k] = y;
                block.vx[k] = vx;
                block.vy[k] = vy;
                block.away[k] = x * vx + y * vy;
                block.square[k] = square;
                block.inverse[k] = if apart > 1.0 / HUGE { 1.0 / apart } else { HUGE };
            }
            used += 1;
        }
        Self { blocks, used }
    }

    /// The inverse of the time to the first contact, walking straight ahead.
    #[expect(clippy::needless_range_loop, reason = "lanes of several arrays side by side")]
    #[inline]
    fn ahead(&self, speed: f32) -> f32 {
        let mut urgency = [0.0; LANES];
        for block in &self.blocks[..self.used] {
            for k in 0..LANES {
                urgency[k] = greater(block.urgency(k, speed, 0.0), urgency[k]);
            }
        }
        urgency.into_iter().fold(0.0, greater)
    }

    /// Raises the inverse times to the first contact in eight directions.
    #[inline]
    fn meet(&self, x: &Lanes, y: &Lanes, urgency: &mut Lanes) {
        for block in &self.blocks[..self.used] {
            for at in 0..LANES {
                for k in 0..LANES {
                    urgency[k] = greater(block.urgency(at, x[k], y[k]), urgency[k]);
                }
            }
        }
    }
}

impl Block {
    /// The inverse of the time to contact with a disc at some own velocity; 0 if there is none.
    #[inline(always)]
    fn urgency(&self, at: usize, x: f32, y: f32) -> f32 {
        let toward = self.x[at] * x + self.y[at] * y - DRIFT;
        let closing = toward - self.away[at];
        let (wx, wy) = (x - self.vx[at], y - self.vy[at]);
        let past = self.x[at] * wy - self.y[at] * wx;
        let inside = (wx * wx + wy * wy) * self.square[at] - past * past;
        // Of less than nothing the root is none, which is not taken below.
        let urgency = (closing + inside.sqrt()) * self.inverse[at];
        if lesser(lesser(toward, closing), inside) > 0.0 { urgency } else { 0.0 }
    }
}

/// Walls relative to the preferred direction: their insides and, apart, their ends, each once.
struct Walls {
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
    /// As in [`Block::inverse`].
    inverse: f32,
}

impl Walls {
    fn of(view: &View<'_>, ahead: Vector, horizon: f32) -> Self {
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

    #[inline]
    fn add_end(&mut self, at: Vector, radius: f32, horizon: f32) {
        let (away, far) = (dot(at, at), horizon + radius + GRAZE);
        let apart = away - radius * radius;
        let inverse = if apart > 1.0 / HUGE { 1.0 / apart } else { HUGE };
        self.ends[self.num_ends] = End { at, square: radius * radius, inverse };
        // Beyond the horizon it is in nobody's way. Walls are long, so most ends are there.
        self.num_ends += usize::from(away < far * far);
    }

    /// The inverse of the time to the first contact, walking straight ahead.
    #[inline]
    fn ahead(&self, speed: f32) -> f32 {
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
    #[inline]
    fn meet(&self, x: &Lanes, y: &Lanes, urgency: &mut Lanes) {
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
