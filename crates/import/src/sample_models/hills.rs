//! Rolling ground with boulders, crates and bridges.

use throng_voronoi::sample::Random;

use super::solids::{Point, Solids};
use crate::model::{Model, Role};

/// With so many cells [`hills`] has a million triangles and is 500 m wide.
pub const MILLION: usize = 700;

/// Width of a cell of the ground. \[m\]
const SPACING: f64 = 500.0 / MILLION as f64;

/// Bumps: how far apart and how high they are. The last ones make the ground rough, and some of it too steep. \[m\]
const BUMPS: [[f64; 2]; 3] = [[80.0, 36.0], [20.0, 12.0], [5.0, 2.0]];

/// One boulder, crate and bridge for so much ground. \[m²\]
const PER_BOULDER: f64 = 400.0;
const PER_CRATE: f64 = 600.0;
const PER_BRIDGE: f64 = 4000.0;

/// A bridge is tried at so many places; if none is a valley, there is none.
const TRIES: usize = 200;

/// How far the middle of a bridge is above the ground at least: one can walk below. \[m\]
const BRIDGE_HEIGHT: f64 = 3.0;

const SEED: u64 = 8;

/// Ground of `cells` by `cells` squares, each 500/700 m wide, and what lies on it: about a million triangles for [`MILLION`] cells.
pub fn hills(cells: usize) -> Model {
    let side = SPACING * cells as f64;
    let mut random = Random::new(SEED);
    let mut solids = Solids::new("hills");
    solids.part("ground".into(), Role::Other, None);
    solids.sheet([0.0; 2], SPACING, cells, &|column, row| {
        ground([SPACING * column as f64, SPACING * row as f64])
    });
    let count = |area: f64| (side * side / area) as usize;
    for k in 0..count(PER_BOULDER) {
        solids.part(format!("boulder {k}"), Role::Other, None);
        boulder(&mut solids, &mut random, side);
    }
    for k in 0..count(PER_CRATE) {
        solids.part(format!("crate {k}"), Role::Other, None);
        put_crate(&mut solids, &mut random, side);
    }
    for k in 0..count(PER_BRIDGE) {
        solids.part(format!("bridge {k}"), Role::Other, None);
        bridge(&mut solids, &mut random, side);
    }
    solids.finish()
}

/// Height of the ground.
fn ground([x, y]: Point) -> f64 {
    BUMPS
        .iter()
        .enumerate()
        .map(|(k, &[apart, high])| high * (noise(k as u64, [x / apart, y / apart]) - 0.5))
        .sum()
}

/// Smooth numbers in 0..1: random at whole numbers, and between them with flat tangents there.
fn noise(kind: u64, [x, y]: Point) -> f64 {
    let [column, row] = [x.floor(), y.floor()];
    let smooth = |t: f64| t * t * (3.0 - 2.0 * t);
    let [u, v] = [smooth(x - column), smooth(y - row)];
    let at = |dx: f64, dy: f64| {
        let key = ((column + dx) as u64) << 32 | ((row + dy) as u64) << 8 | kind;
        Random::new(SEED ^ key << 1).unit()
    };
    let below = at(0.0, 0.0) + u * (at(1.0, 0.0) - at(0.0, 0.0));
    let above = at(0.0, 1.0) + u * (at(1.0, 1.0) - at(0.0, 1.0));
    below + v * (above - below)
}

fn somewhere(random: &mut Random, side: f64) -> Point {
    [0, 1].map(|_| side * (0.02 + 0.96 * random.unit()))
}

fn boulder(solids: &mut Solids, random: &mut Random, side: f64) {
    let at = somewhere(random, side);
    let size = 0.4 + 1.2 * random.unit();
    let foot = ground(at) - 0.3 * size;
    let mut ring = |radius: f64, height: f64| {
        [0; 8].map(|_| {
            let uneven = 0.8 + 0.4 * random.unit();
            (radius * size * uneven, foot + height * size * uneven)
        })
    };
    let rings = [ring(1.0, 0.4), ring(0.7, 1.0)];
    solids.boulder(at, [foot, foot + 1.35 * size], rings);
}

/// A box that stands level, a little in the ground, turned any way.
fn put_crate(solids: &mut Solids, random: &mut Random, side: f64) {
    let at = somewhere(random, side);
    let size = [0, 1, 2].map(|_| 0.3 + 1.2 * random.unit());
    let base = turned(at, random.direction(), [size[0], size[1]]);
    let lowest = base.map(ground).into_iter().fold(f64::INFINITY, f64::min);
    let bottom = lowest - 0.2;
    solids.block(base, [bottom; 4], [ground(at) + size[2]; 4]);
}

/// A plank over a valley, with both ends in the slopes.
fn bridge(solids: &mut Solids, random: &mut Random, side: f64) {
    for _ in 0..TRIES {
        let (from, direction) = (somewhere(random, side), random.direction());
        let length = 12.0 + 18.0 * random.unit();
        let to = [from[0] + length * direction[0], from[1] + length * direction[1]];
        if to.iter().any(|&v| v < 0.0 || v > side) {
            continue;
        }
        let [start, end] = [from, to].map(ground);
        let middle = [0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1])];
        if 0.5 * (start + end) - ground(middle) < BRIDGE_HEIGHT || (start - end).abs() > 0.3 * length {
            continue;
        }
        // As long as from one end to the other, so that what is a little above the ground there is stepped onto.
        let base = turned(middle, direction, [length, 2.5]);
        let top = [start, end, end, start].map(|z| z + 0.1);
        solids.block(base, top.map(|z| z - 0.5), top);
        return;
    }
}

/// A rectangle around a point: its length in this direction, and its width.
fn turned(at: Point, [u, v]: Point, size: [f64; 2]) -> [Point; 4] {
    let corner = |along: f64, across: f64| {
        [
            at[0] + 0.5 * (along * size[0] * u - across * size[1] * v),
            at[1] + 0.5 * (along * size[0] * v + across * size[1] * u),
        ]
    };
    [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]
}
