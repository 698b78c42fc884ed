//! Families of small places that have caught routes out: each has its own way to be narrow, to touch, or to be ambiguous.

use throng_voronoi::sample::Random;

use crate::sample::{clutter, ring};
use crate::scene::{Layer, Ring, Scene};

/// A family of places on one layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Turned squares that do not touch.
    Squares,
    /// Turned squares that overlap.
    Overlapping,
    /// Unit squares on a grid, three of ten filled: they share sides, and touch in corners.
    Grid,
    /// Squares in rows and columns with gaps of 0.3, 0.5 and 0.7 m.
    Lattice,
    /// Triangles, lines and points that cross each other.
    Shards,
    /// Points.
    Dots,
    /// Walls without thickness that cross each other.
    Walls,
    /// Square pillars with gaps of exactly 0.2, 0.48, 0.9 and 1.4 m.
    Pillars,
    /// Obstacles of all kinds ([`clutter`]).
    Clutter,
}

impl Family {
    /// All families.
    pub const ALL: [Self; 9] = [
        Self::Squares,
        Self::Overlapping,
        Self::Grid,
        Self::Lattice,
        Self::Shards,
        Self::Dots,
        Self::Walls,
        Self::Pillars,
        Self::Clutter,
    ];

    /// One of its places. The same seed gives the same place.
    pub fn scene(self, seed: u64) -> Scene {
        if self == Self::Clutter {
            return clutter(seed, 2 + (seed % 14) as usize, seed.is_multiple_of(2));
        }
        let mut random = Random::new(seed);
        let (size, obstacles) = match self {
            Self::Squares => (30.0, squares(&mut random, 22, 30.0, true)),
            Self::Overlapping => (30.0, squares(&mut random, 26, 30.0, false)),
            Self::Grid => (12.0, grid(&mut random, 12)),
            Self::Lattice => (12.0, lattice(&mut random)),
            Self::Shards => (14.0, shards(&mut random)),
            Self::Dots => (12.0, (0..40).map(|_| ring(&[place(&mut random, 12.0)])).collect()),
            Self::Walls => (15.0, walls(&mut random)),
            Self::Pillars | Self::Clutter => (12.0, pillars(&mut random)),
        };
        let mut layer = Layer::new("floor");
        layer.walkable.push(ring(&[[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]]));
        layer.obstacles = obstacles;
        Scene::of_layer(format!("{self:?} {seed}"), layer)
    }
}

fn place(random: &mut Random, size: f64) -> [f64; 2] {
    [size * random.unit(), size * random.unit()]
}

fn square([x, y]: [f64; 2], [dx, dy]: [f64; 2]) -> Ring {
    ring(&[[x + dx, y + dy], [x - dy, y + dx], [x - dx, y - dy], [x + dy, y - dx]])
}

fn squares(random: &mut Random, count: usize, size: f64, apart: bool) -> Vec<Ring> {
    let mut found: Vec<([f64; 2], f64)> = Vec::new();
    let mut squares = Vec::new();
    for _ in 0..100 * count {
        if squares.len() == count {
            break;
        }
        let center = place(random, size);
        let half = 1.0 + 1.5 * random.unit();
        // Circles around them that do not meet: then neither do they.
        let meets = |&(other, far): &([f64; 2], f64)| {
            let [x, y] = [center[0] - other[0], center[1] - other[1]];
            (x * x + y * y).sqrt() < half + far
        };
        if !apart || !found.iter().any(meets) {
            found.push((center, half));
            let [x, y] = random.direction();
            squares.push(square(center, [half * x, half * y]));
        }
    }
    squares
}

fn grid(random: &mut Random, count: u32) -> Vec<Ring> {
    let mut squares = Vec::new();
    for k in 0..count * count {
        if random.unit() < 0.3 {
            let [x, y] = [f64::from(k % count), f64::from(k / count)];
            squares.push(ring(&[[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]]));
        }
    }
    squares
}

fn lattice(random: &mut Random) -> Vec<Ring> {
    let gaps = [0.3, 0.5, 0.7];
    blocks(random, &gaps, 12.0, 5)
}

fn pillars(random: &mut Random) -> Vec<Ring> {
    let gaps = [0.2, 0.48, 0.9, 1.4];
    blocks(random, &gaps, 12.0, 3)
}

/// Blocks in rows and columns, with gaps of some widths between them; one of a few is missing.
fn blocks(random: &mut Random, gaps: &[f64], size: f64, missing: usize) -> Vec<Ring> {
    let mut spans = || {
        let (mut spans, mut from) = (Vec::new(), 0.0);
        loop {
            from += gaps[random.below(gaps.len())];
            let to = from + 0.1 * (5.0 + 10.0 * random.unit()).round();
            if to > size {
                return spans;
            }
            spans.push([from, to]);
            from = to;
        }
    };
    let [columns, rows]: [Vec<[f64; 2]>; 2] = [spans(), spans()];
    let mut blocks = Vec::new();
    for [left, right] in columns {
        for &[low, high] in &rows {
            if !random.one_in(missing) {
                blocks.push(ring(&[[left, low], [right, low], [right, high], [left, high]]));
            }
        }
    }
    blocks
}

fn shards(random: &mut Random) -> Vec<Ring> {
    let shard = |random: &mut Random| {
        let [x, y] = place(random, 14.0);
        let count = 1 + random.below(4).min(2);
        let near = |random: &mut Random| [x + 4.0 * random.unit() - 2.0, y + 4.0 * random.unit() - 2.0];
        let corners: Vec<[f64; 2]> = (0..count).map(|_| near(random)).collect();
        ring(&corners)
    };
    (0..24).map(|_| shard(random)).collect()
}

fn walls(random: &mut Random) -> Vec<Ring> {
    let wall = |random: &mut Random| {
        let [x, y] = place(random, 15.0);
        let [dx, dy] = random.direction();
        let length = 1.0 + 5.0 * random.unit();
        ring(&[[x, y], [x + length * dx, y + length * dy]])
    };
    (0..18).map(|_| wall(random)).collect()
}
