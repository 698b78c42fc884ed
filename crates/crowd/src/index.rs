//! Who is where, for finding neighbors: a grid over each layer, made anew every step.
//!
//! Idea. Characters are sorted by the square of the grid that they stand in, squares row by row. So the characters of
//! neighboring squares of one row follow each other in memory, and a search around a place reads one stretch for each row.
//! The sorted order also counts: how many are in a part of a row is a difference of two entries.
//!
//! 1. Find everybody's square.
//! 2. Count, add up, and put everybody into its slot. Within a square the order of the arrays stays.
//! 3. Gather what others see of a character, in the order of slots.
//!
//! Invariant: `start[square]..start[square + 1]` are the slots of a square; `slot_of[who[slot]] == slot`.
//! Cost: linear; steps 1 and 3 run on all threads.
//! Degenerate: a character outside of the box of its layer, which cannot be, would count in the nearest square.

use rayon::prelude::*;
use throng_mesh::{LayerId, Mesh, Position};

use crate::crowd::{MOST_SPEED, STEP};
use crate::plane::Vector;
use crate::step::GRAIN;

/// Side of a square. \[m\] Measured from 0.75 to 4 m: from 2 m on it makes no difference.
const SIDE: f64 = 2.0;

/// The most squares of all layers together; in larger places squares are larger.
const MOST_SQUARES: f64 = 4e6;

/// What others see of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Seen {
    /// From the origin of the index. \[m\]
    pub(crate) at: Vector,
    /// \[m/s\]
    pub(crate) velocity: Vector,
    /// Where it would like to go: of length one, or zero.
    pub(crate) aim: Vector,
    /// \[m\]
    pub(crate) radius: f32,
    /// From 0 to 1.
    pub(crate) crowding: f32,
}

/// The grids, and who is in their squares.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    layers: Vec<Squares>,
    /// Near the middle of all, so that differences to it are small.
    origin: [f64; 2],
    side: f64,
    /// For each square its first slot, and one more.
    start: Vec<u32>,
    /// For each slot the character.
    pub(crate) who: Vec<u32>,
    /// For each character the slot.
    pub(crate) slot_of: Vec<u32>,
    /// For each slot the position, relative to the origin: x and y apart, for quick scans. \[m\]
    pub(crate) xs: Vec<f32>,
    pub(crate) ys: Vec<f32>,
    /// For each slot what others see.
    pub(crate) seen: Vec<Seen>,
    /// In which square everybody was when all were sorted, and how far anybody may have gone since. \[m\]
    square_of: Vec<u32>,
    gone: f32,
}

/// The grid of a layer.
#[derive(Clone, Copy, Debug)]
struct Squares {
    /// Relative to the origin. \[m\]
    low: [f64; 2],
    columns: u32,
    rows: u32,
    /// Number of its first square.
    base: u32,
}

impl Index {
    /// Of an empty place.
    pub(crate) fn new(mesh: &Mesh) -> Self {
        let boxes: Vec<[[f64; 2]; 2]> = mesh.layers().map(|layer| bounds(mesh, layer)).collect();
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for own in boxes.iter().filter(|own| own[0][0] <= own[1][0]) {
            for k in 0..2 {
                low[k] = low[k].min(own[0][k]);
                high[k] = high[k].max(own[1][k]);
            }
        }
        let middle = |k: usize| if low[k] <= high[k] { (0.5 * (low[k] + high[k])).round() } else { 0.0 };
        let origin = [middle(0), middle(1)];
        let area = |own: &[[f64; 2]; 2]| (own[1][0] - own[0][0]).max(0.0) * (own[1][1] - own[0][1]).max(0.0);
        let whole: f64 = boxes.iter().map(area).sum();
        let side = SIDE.max((whole / MOST_SQUARES).sqrt());
        let mut layers = Vec::with_capacity(boxes.len());
        let mut base = 0;
        for own in boxes {
            let count = |k: usize| ((own[1][k] - own[0][k]).max(0.0) / side).floor() as u32 + 1;
            let (columns, rows) = (count(0), count(1));
            let low = [0, 1].map(|k| if own[0][k].is_finite() { own[0][k] - origin[k] } else { 0.0 });
            layers.push(Squares { low, columns, rows, base });
            base += columns * rows;
        }
        Self {
            layers,
            origin,
            side,
            start: vec![0; base as usize + 1],
            who: Vec::new(),
            slot_of: Vec::new(),
            xs: Vec::new(),
            ys: Vec::new(),
            seen: Vec::new(),
            square_of: Vec::new(),
            gone: 0.0,
        }
    }

    /// A position relative to the origin. \[m\]
    #[inline]
    pub(crate) fn local(&self, at: [f64; 2]) -> Vector {
        local(at, self.origin)
    }

    /// What positions are relative to.
    pub(crate) fn origin(&self) -> [f64; 2] {
        self.origin
    }

    /// Sorts all characters anew: where they are, and what others see of them.
    pub(crate) fn sort(&mut self, positions: &[Position], seen: impl Fn(usize) -> Seen + Sync) {
        let n = positions.len();
        // Step 1.
        let (layers, origin, scale) = (&self.layers, self.origin, 1.0 / self.side);
        self.square_of.resize(n, 0);
        self.square_of.par_iter_mut().with_min_len(GRAIN).zip(positions).for_each(|(square, position)| {
            *square = layers[position.layer.0 as usize].square(position.at, origin, scale);
        });
        self.count();
        self.gather(seen);
        self.gone = 0.0;
    }

    /// Everybody keeps the slot that it had a step before, and others see where it is now.
    pub(crate) fn keep(&mut self, seen: impl Fn(usize) -> Seen + Sync) {
        self.gather(seen);
        self.gone = MOST_SPEED * STEP as f32;
    }

    fn gather(&mut self, seen: impl Fn(usize) -> Seen + Sync) {
        let n = self.who.len();
        // Step 3.
        self.seen.resize(n, Seen::default());
        self.xs.resize(n, 0.0);
        self.ys.resize(n, 0.0);
        let slots = (&mut self.seen, &mut self.xs, &mut self.ys, &self.who);
        slots.into_par_iter().with_min_len(GRAIN).for_each(|(own, x, y, &k)| {
            *own = seen(k as usize);
            [*x, *y] = own.at;
        });
    }

    /// The square in which everybody was when all were sorted.
    pub(crate) fn squares(&self) -> &[u32] {
        &self.square_of
    }

    /// Puts everybody into the slot that it had with these squares. False if they are not all squares.
    pub(crate) fn restore(&mut self, squares: Vec<u32>) -> bool {
        let are_squares = squares.iter().all(|&square| (square as usize) < self.num_squares());
        if are_squares {
            self.square_of = squares;
            self.count();
        }
        are_squares
    }

    /// Step 2.
    fn count(&mut self) {
        let n = self.square_of.len();
        self.start.fill(0);
        for &square in &self.square_of {
            self.start[square as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut self.start {
            let count = std::mem::replace(start, sum);
            sum += count;
        }
        self.who.resize(n, 0);
        self.slot_of.resize(n, 0);
        for (k, &square) in self.square_of.iter().enumerate() {
            let slot = &mut self.start[square as usize];
            self.who[*slot as usize] = k as u32;
            self.slot_of[k] = *slot;
            *slot += 1;
        }
        // Now each entry is the end of its square: the start of the next one.
        self.start.rotate_right(1);
        self.start[0] = 0;
    }

    /// For each row of the grid of a layer that a box around a place reaches into: the slots of its squares there. Whoever is in the box by now
    /// is among them.
    #[inline]
    pub(crate) fn around(
        &self,
        layer: LayerId,
        at: Vector,
        reach: f32,
    ) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let squares = self.layers[layer.0 as usize];
        let scale = (1.0 / self.side) as f32;
        let [x, y] = [at[0] - squares.low[0] as f32, at[1] - squares.low[1] as f32];
        // Casts of numbers below zero give zero, and a little more than needed does no harm.
        let column = |x: f32| ((x * scale) as u32).min(squares.columns - 1);
        let row = |y: f32| ((y * scale) as u32).min(squares.rows - 1);
        let reach = reach + self.gone + ROUNDING;
        let (first, last) = (column(x - reach), column(x + reach));
        (row(y - reach)..=row(y + reach)).map(move |row| {
            let line = (squares.base + row * squares.columns) as usize;
            self.start[line + first as usize] as usize..self.start[line + last as usize + 1] as usize
        })
    }

    /// How many characters are in a half disc around a place, on the side of a direction of length one. \[m\]
    ///
    /// Counted by the parts of rows that it covers, as if characters were spread evenly in their squares.
    pub(crate) fn count_ahead(&self, layer: LayerId, at: Vector, ahead: Vector, reach: f32) -> f32 {
        let squares = self.layers[layer.0 as usize];
        let (side, scale) = (self.side as f32, (1.0 / self.side) as f32);
        let [x, y] = [at[0] - squares.low[0] as f32, at[1] - squares.low[1] as f32];
        let row = |y: f32| ((y * scale) as u32).min(squares.rows - 1);
        let mut count = 0.0;
        for row in row(y - reach)..=row(y + reach) {
            // The chord through the middle of the part of the row that is within reach.
            let low = (row as f32 * side - y).max(-reach);
            let high = ((row + 1) as f32 * side - y).min(reach);
            if high <= low {
                continue;
            }
            let middle = 0.5 * (low + high);
            let half = (reach * reach - middle * middle).max(0.0).sqrt();
            let (mut left, mut right) = (-half, half);
            // Only what is ahead: ahead.x * u + ahead.y * middle >= 0.
            let off = ahead[1] * middle;
            if ahead[0] > LEVEL {
                left = left.max(-off / ahead[0]);
            } else if ahead[0] < -LEVEL {
                right = right.min(-off / ahead[0]);
            } else if off < 0.0 {
                continue;
            }
            if right > left {
                let line = (squares.base + row * squares.columns) as usize;
                let part = (high - low) * scale;
                count += part
                    * (self.sum_to(line, squares.columns, (x + right) * scale)
                        - self.sum_to(line, squares.columns, (x + left) * scale));
            }
        }
        count
    }

    /// How many are in a row before a place in it, in squares; from the start of all.
    #[inline]
    fn sum_to(&self, line: usize, columns: u32, place: f32) -> f32 {
        let place = place.clamp(0.0, columns as f32);
        let square = (place as usize).min(columns as usize - 1);
        let (from, to) = (self.start[line + square], self.start[line + square + 1]);
        // Relative to the row, so that large numbers do not swallow small ones.
        let before = (from - self.start[line]) as f32;
        before + (to - from) as f32 * (place - square as f32)
    }

    /// The number of squares, for what is stored for each of them.
    pub(crate) fn num_squares(&self) -> usize {
        self.start.len() - 1
    }

    /// The square of a position.
    #[inline]
    pub(crate) fn square(&self, position: Position) -> usize {
        self.layers[position.layer.0 as usize].square(position.at, self.origin, 1.0 / self.side) as usize
    }

    /// The squares of a layer with their boxes, in meters.
    pub(crate) fn boxes(&self, layer: LayerId) -> impl Iterator<Item = (usize, [[f64; 2]; 2])> + '_ {
        let Squares { low, columns, rows, base } = self.layers[layer.0 as usize];
        (0..columns * rows).map(move |k| {
            let corner = [k % columns, k / columns];
            let low = [0, 1].map(|i| low[i] + self.origin[i] + f64::from(corner[i]) * self.side);
            ((base + k) as usize, [low, low.map(|v| v + self.side)])
        })
    }

    /// Whether the arrays tell the same.
    #[cfg(test)]
    pub(crate) fn check(&self, positions: &[Position]) -> Result<(), String> {
        for (k, &position) in positions.iter().enumerate() {
            let (slot, square) = (self.slot_of[k], self.square(position));
            if self.who[slot as usize] as usize != k {
                return Err(format!("character {k} is not in its slot {slot}"));
            }
            if !(self.start[square]..self.start[square + 1]).contains(&slot) {
                return Err(format!("character {k} is not in its square {square}"));
            }
        }
        Ok(())
    }
}

/// A position relative to an origin. \[m\]
#[inline]
pub(crate) fn local(at: [f64; 2], origin: [f64; 2]) -> Vector {
    [(at[0] - origin[0]) as f32, (at[1] - origin[1]) as f32]
}

/// How far single precision may put somebody into the next square. \[m\] A hundred times the rounding at 10 km.
const ROUNDING: f32 = 0.01;

/// A direction whose share is smaller is level: dividing by it would leave any row.
const LEVEL: f32 = 1e-6;

impl Squares {
    #[inline]
    fn square(&self, at: [f64; 2], origin: [f64; 2], scale: f64) -> u32 {
        let place = |k: usize, count: u32| {
            let place = (at[k] - origin[k] - self.low[k]) * scale;
            (place as u32).min(count - 1)
        };
        self.base + place(1, self.rows) * self.columns + place(0, self.columns)
    }
}

/// The box of everything walkable on a layer.
fn bounds(mesh: &Mesh, layer: LayerId) -> [[f64; 2]; 2] {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    let links = (0..mesh.num_connections() as u32).map(|id| mesh.connection(throng_mesh::ConnectionId(id)));
    let links = links.filter(|(layers, _)| layers.contains(&layer)).flat_map(|(_, segment)| segment);
    for at in mesh.walls(layer).flat_map(|wall| wall.ends).chain(links) {
        for k in 0..2 {
            low[k] = low[k].min(at[k]);
            high[k] = high[k].max(at[k]);
        }
    }
    [low, high]
}

#[cfg(test)]
mod tests;
