//! What is built on a block of a city. All shapes are drawn in the unit square, whose corners are those of
//! the block.

use throng_voronoi::sample::Random;

use super::shape::{Point, Shape, between, distance};
use super::street::Block;

/// Houses around courtyards, as in the middle of old towns: depths differ from house to house, and passages
/// lead in.
pub(super) fn perimeter(block: Block, random: &mut Random) -> Vec<Shape> {
    let corners: [f64; 4] = [0, 1, 2, 3].map(|_| 0.22 + 0.1 * random.unit());
    let sides: [Side; 4] = [0, 1, 2, 3].map(|k| {
        // At least the sides 0 and 2 have passages, so that no courtyard is closed.
        let passage = k % 2 == 0 || random.one_in(4);
        let middle = 0.42 + 0.16 * random.unit();
        let half = if passage { 2.2 / size(block)[k % 2] } else { 0.08 + 0.05 * random.unit() };
        Side { passage, ends: [middle - half, middle + half], depth: 0.14 + 0.22 * random.unit() }
    });
    let passages: Vec<usize> = (0..4).filter(|&k| sides[k].passage).collect();
    let mut shapes = Vec::new();
    for (index, &from) in passages.iter().enumerate() {
        let to = passages[(index + 1) % passages.len()];
        let num_sides = (to + 4 - from - 1) % 4 + 1;
        let [mut outer, mut inner] = [Shape::new(), Shape::new()];
        outer.push(on_side(from, sides[from].ends[1], 0.0));
        inner.push(on_side(from, sides[from].ends[1], corners[(from + 1) % 4]));
        for k in 1..=num_sides {
            let [side, next] = [(from + k) % 4, (from + k + 1) % 4];
            outer.push(on_side(side, 0.0, 0.0));
            inner.push(on_side(side, corners[side], corners[side]));
            let Side { passage, ends, depth } = sides[side];
            inner.push(on_side(side, ends[0], corners[side]));
            if passage {
                outer.push(on_side(side, ends[0], 0.0));
            } else {
                let middle = [on_side(side, ends[0], depth), on_side(side, ends[1], depth)];
                inner.extend(middle);
                inner.push(on_side(side, ends[1], corners[next]));
            }
        }
        outer.extend(inner.iter().rev());
        shapes.push(on_block(block, &outer));
    }
    if random.one_in(2) {
        shapes.push(on_block(block, &square([0.44, 0.46], [0.58, 0.56]))); // a shed in the yard
    }
    shapes
}

/// Detached houses on lots of their own.
pub(super) fn detached(block: Block, random: &mut Random) -> Vec<Shape> {
    let [width, height] = size(block);
    let [columns, rows] = [width, height].map(|length| ((length / 17.0).round() as usize).max(2));
    let mut shapes = Vec::new();
    for k in 0..columns * rows {
        if random.one_in(8) {
            continue;
        }
        let low = [(k % columns) as f64 / columns as f64, (k / columns) as f64 / rows as f64];
        let margin = |length: f64, random: &mut Random| (1.6 + 2.2 * random.unit()) / length;
        let [left, bottom] = [low[0] + margin(width, random), low[1] + margin(height, random)];
        let right = low[0] + 1.0 / columns as f64 - margin(width, random);
        let top = low[1] + 1.0 / rows as f64 - margin(height, random);
        if random.one_in(3) {
            // An L, with the wing to one side or the other.
            let bend = [left + (right - left) * 0.5, bottom + (top - bottom) * 0.55];
            let mut shape =
                vec![[left, bottom], [right, bottom], [right, top], [bend[0], top], bend, [left, bend[1]]];
            if random.one_in(2) {
                shape.iter_mut().for_each(|p| p[0] = left + right - p[0]);
                shape.reverse();
            }
            shapes.push(on_block(block, &shape));
        } else {
            shapes.push(on_block(block, &square([left, bottom], [right, top])));
        }
    }
    shapes
}

/// Long parallel buildings with green between them.
pub(super) fn slabs(block: Block, random: &mut Random) -> Vec<Shape> {
    let num = 3 + random.below(2);
    let flip = random.one_in(2);
    let mut shapes = Vec::new();
    for k in 0..num {
        let middle = (k as f64 + 0.5) / num as f64;
        let half = 0.22 / num as f64 + 0.02;
        let [from, to] = [0.12 * random.unit(), 1.0 - 0.12 * random.unit()];
        // A stair head stands out of each slab.
        let stair = from + 0.3 + 0.3 * random.unit();
        let slab = [
            [from, middle - half],
            [to, middle - half],
            [to, middle + half],
            [stair + 0.08, middle + half],
            [stair + 0.08, middle + half + 0.03],
            [stair, middle + half + 0.03],
            [stair, middle + half],
            [from, middle + half],
        ];
        let slab: Shape =
            if flip { slab.iter().rev().map(|&[x, y]| [y, x]).collect() } else { slab.to_vec() };
        shapes.push(on_block(block, &slab));
    }
    shapes
}

/// One large building round a court that is open to the street: a school, a town hall, a hospital.
pub(super) fn public(block: Block, random: &mut Random) -> Vec<Shape> {
    let [a, b] = [0.2 + 0.08 * random.unit(), 0.72 + 0.08 * random.unit()];
    let d = 0.22 + 0.1 * random.unit();
    let wing = 0.05 + 0.25 * random.unit();
    let mut shape = vec![
        [0.0, wing],
        [a, wing],
        [a, 1.0 - d],
        [0.42, 1.0 - d],
        [0.42, 0.4],
        [0.58, 0.4],
        [0.58, 1.0 - d],
        [b, 1.0 - d],
        [b, 0.0],
        [1.0, 0.0],
        [1.0, 1.0],
        [0.0, 1.0],
    ];
    if random.one_in(2) {
        // A quarter turn of the square.
        shape.iter_mut().for_each(|p| *p = [1.0 - p[1], p[0]]);
    }
    vec![on_block(block, &shape)]
}

/// The point of a block that a point of the unit square stands for.
pub(super) fn at(block: Block, [u, v]: Point) -> Point {
    between(between(block[0], block[1], u), between(block[3], block[2], u), v)
}

/// Mean width and height.
pub(super) fn size(block: Block) -> [f64; 2] {
    let side = |k: usize| distance(block[k], block[(k + 1) % 4]);
    [(side(0) + side(2)) / 2.0, (side(1) + side(3)) / 2.0]
}

/// One side of a perimeter: what stands in its middle, between the houses at the corners.
struct Side {
    /// A passage to the courtyard; otherwise a house.
    passage: bool,
    /// From where to where along the side.
    ends: [f64; 2],
    /// How deep the house is.
    depth: f64,
}

/// A point beside a side of the unit square, `along` it counter-clockwise and `depth` inside.
fn on_side(side: usize, along: f64, depth: f64) -> Point {
    match side % 4 {
        0 => [along, depth],
        1 => [1.0 - depth, along],
        2 => [1.0 - along, 1.0 - depth],
        _ => [depth, 1.0 - along],
    }
}

fn square(low: Point, high: Point) -> Shape {
    vec![low, [high[0], low[1]], high, [low[0], high[1]]]
}

fn on_block(block: Block, shape: &[Point]) -> Shape {
    shape.iter().map(|&p| at(block, p)).collect()
}
