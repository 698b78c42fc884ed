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
//!    The nearest eight come first: if none of the directions can then be better than what was found, the rest is not looked at.
//! 5. Take the least d; of equals the one found first.
//!
//! # Invariant
//! The direction is that of [`Moussaid::velocity_plain`] but for rounding: `d` of both is the same to 1 part in 100,000 of the squared
//! horizon. The result is finite for any finite view, and never faster than the preferred velocity.
//!
//! # Cost
//! O(directions · (neighbors + walls)); about a tenth of the plain version (`examples/avoid_speed.rs`). Looking at the nearest eight
//! first saves a twelfth in a jam. Bounds on which neighbors may be met in a block at all cost more than they saved (74 for 65 ms of
//! 100,000): those in a jam are near, and look wide.
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

mod discs;
mod plain;
mod walls;

use std::sync::LazyLock;

use fearless_simd::{Level, dispatch};

use discs::Discs;
use walls::Walls;

use crate::plane::{Vector, direction, greater, length, lesser, scale};
use crate::view::View;

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
        // Everything in there is inlined: only so it uses the wide registers of a processor that has them.
        dispatch!(*LEVEL, _ => self.choose(view))
    }

    #[inline(always)]
    fn choose(&self, view: &View<'_>) -> Vector {
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
            let mut is_worse = false;
            for people in people.blocks() {
                people.meet(&x, &y, &mut urgency);
                is_worse = self.least(speed, &urgency, fan) >= best.cost;
                if is_worse {
                    break;
                }
            }
            if is_worse {
                continue;
            }
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
    #[inline(always)]
    fn free(&self, speed: f32, urgency: f32) -> f32 {
        let free = lesser(speed / urgency, self.horizon);
        if free > CLOSE { free } else { 0.0 }
    }

    /// The squared distance to the goal at the horizon that is left after walking freely in a direction, given by its cosine.
    #[inline(always)]
    fn cost(&self, free: f32, cosine: f32) -> f32 {
        self.horizon * self.horizon + free * (free - 2.0 * self.horizon * cosine)
    }

    /// The least cost of eight directions that may yet turn out to be more urgent.
    #[inline(always)]
    fn least(&self, speed: f32, urgency: &Lanes, fan: &Fan) -> f32 {
        let far = self.horizon * self.horizon;
        let mut costs = [0.0; LANES];
        for k in 0..LANES {
            let free = lesser(self.free(speed, urgency[k]), self.horizon * fan.x[k]);
            costs[k] = self.cost(free, fan.x[k]) + fan.lean[k] * far;
        }
        costs.into_iter().fold(f32::INFINITY, lesser)
    }

    /// The speed at which one can stop in time.
    #[inline(always)]
    fn pace(&self, speed: f32, free: f32) -> f32 {
        lesser(free / greater(self.relaxation, 1e-3), speed)
    }
}

/// What the processor can do. Eight lanes at once or four and four: the bits are the same.
static LEVEL: LazyLock<Level> = LazyLock::new(Level::new);

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
