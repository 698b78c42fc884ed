//! City: a town of irregular blocks, with squares, a church, a park and a river, 500 x 500 m.

use throng_mesh::Scene;
use throng_voronoi::sample::Random;

use super::block::{at, detached, perimeter, public, size, slabs};
use super::draft::Draft;
use super::shape::{Point, Shape, along, bar, direction, disc, distance, moved, rect, turned};
use super::street::{Block, CELLS, SIZE, Streets, along_pavement};

/// Column and row of a block.
pub(super) type Cell = [usize; 2];

const PARK: [Cell; 2] = [[5, 1], [6, 2]];
const MARKET: Cell = [3, 3];
const CHURCH: Cell = [4, 4];
const PUBLIC: [Cell; 4] = [[2, 4], [5, 5], [6, 4], [2, 1]];
const PARK_TREES: usize = 52;

pub(super) fn city() -> Scene {
    let mut draft = Draft::new("city");
    let ground = draft.layer("ground", 0.0);
    draft.walkable(ground, &rect([0.0, 0.0], [SIZE, SIZE]));
    draft.obstacles(ground, Town::new(&[], false).shapes);
    draft.finish()
}

/// What stands in a city.
#[derive(Clone, Debug, Default)]
pub(super) struct Town {
    pub(super) shapes: Vec<Shape>,
    /// The blocks that were kept free.
    pub(super) free: Vec<Block>,
}

impl Town {
    /// A town in which some blocks, each from a cell to another, are kept free; with or without trees and
    /// cars in the streets.
    pub(super) fn new(free: &[[Cell; 2]], street_life: bool) -> Self {
        let mut random = Random::new(2017);
        let streets = Streets::new(&mut random);
        let mut town = Self { shapes: streets.river(), ..Self::default() };
        let mut blocks = Vec::new();
        for k in 0..CELLS * CELLS {
            let cell = [k % CELLS, k / CELLS];
            let block = streets.block(cell, cell);
            // Each block has numbers of its own, so that keeping one free leaves the others as they are.
            let mut random = Random::new(1000 + k as u64);
            if free.iter().chain([&PARK]).any(|&range| within(cell, range)) {
                continue;
            }
            town.shapes.extend(match cell {
                MARKET => market(block),
                CHURCH => church(block),
                _ if PUBLIC.contains(&cell) => public(block, &mut random),
                _ => built(cell, block, &mut random),
            });
            blocks.push(block);
        }
        town.shapes.extend(park(streets.block(PARK[0], PARK[1])));
        for &[from, to] in free {
            let block = streets.block(from, to);
            town.free.push(block);
            // Opposite a block of several cells the street may bend, and cars along it would stand in houses.
            if from == to {
                blocks.push(block);
            }
        }
        if street_life {
            let mut random = Random::new(77);
            town.shapes.extend(blocks.into_iter().flat_map(|block| along_pavement(block, &mut random)));
        }
        town
    }
}

fn within([column, row]: Cell, [from, to]: [Cell; 2]) -> bool {
    (from[0]..=to[0]).contains(&column) && (from[1]..=to[1]).contains(&row)
}

/// Courtyards in the middle of the town; houses and slabs further out.
fn built([column, row]: Cell, block: Block, random: &mut Random) -> Vec<Shape> {
    let from_middle = [column, row].map(|c| (c as f64 - 3.5).abs());
    let out = from_middle[0].max(from_middle[1]) + random.unit();
    if out < 3.3 {
        perimeter(block, random)
    } else if random.one_in(3) {
        slabs(block, random)
    } else {
        detached(block, random)
    }
}

/// A square with a fountain, a statue and rows of stalls.
fn market(block: Block) -> Vec<Shape> {
    let mut shapes = vec![disc(at(block, [0.5, 0.5]), 4.0, 12), bar(at(block, [0.5, 0.8]), [2.0, 2.0], 0.03)];
    for k in 0..5 {
        for v in [0.12, 0.26] {
            let u = 0.14 + 0.18 * f64::from(k);
            shapes.push(bar(at(block, [u, v]), [4.0, 2.2], 0.03));
        }
    }
    shapes
}

/// A church on its square, with trees along two sides.
fn church(block: Block) -> Vec<Shape> {
    let nave = [
        [-18.0, -3.5],
        [-12.0, -3.5],
        [-12.0, -5.0],
        [4.0, -5.0],
        [4.0, -11.0],
        [11.0, -11.0],
        [11.0, -5.0],
        [16.0, -5.0],
        [19.0, -2.5],
        [19.0, 2.5],
        [16.0, 5.0],
        [11.0, 5.0],
        [11.0, 11.0],
        [4.0, 11.0],
        [4.0, 5.0],
        [-12.0, 5.0],
        [-12.0, 3.5],
        [-18.0, 3.5],
    ];
    let mut shapes = vec![moved(&turned(&nave, 0.025), at(block, [0.5, 0.5]))];
    for k in 0..7 {
        let u = 0.08 + 0.14 * f64::from(k);
        shapes.push(disc(at(block, [u, 0.06]), 0.7, 6));
        shapes.push(disc(at(block, [u, 0.94]), 0.7, 6));
    }
    shapes
}

/// A pond, a pavilion, and trees wherever there is room, but not on the paths.
fn park(block: Block) -> Vec<Shape> {
    let mut random = Random::new(4);
    let center = at(block, [0.42, 0.55]);
    let bank = |k: usize| {
        let reach = 17.0 + 6.0 * random.unit();
        let [x, y] = direction(k as f64 / 20.0);
        along(center, [1.35 * x, y], reach)
    };
    let pond: Shape = (0..20).map(bank).collect();
    let pavilion = at(block, [0.82, 0.24]);
    let mut shapes = vec![pond, disc(pavilion, 5.0, 8)];
    // Two paths cross the park from corner to corner.
    let [width, height] = size(block);
    let on_path = |[u, v]: Point| {
        let off = |w: f64| (u - w).abs() * width.min(height);
        off(v) < 3.0 || off(1.0 - v) < 3.0
    };
    let mut taken = vec![(pavilion, 7.0)];
    while taken.len() <= PARK_TREES {
        let unit = [0, 1].map(|_| 0.03 + 0.94 * random.unit());
        let (tree, radius) = (at(block, unit), 0.6 + 0.8 * random.unit());
        let in_pond = {
            let [x, y] = [(tree[0] - center[0]) / 1.35, tree[1] - center[1]];
            distance([x, y], [0.0, 0.0]) < 26.0
        };
        let free = taken.iter().all(|&(other, reach)| distance(tree, other) > reach + radius + 2.5);
        if free && !in_pond && !on_path(unit) {
            shapes.push(disc(tree, radius, 6));
            taken.push((tree, radius));
        }
    }
    shapes
}
