//! Big city: a city with trees and cars in its streets, six towers and two libraries; and tiles of it.
//!
//! The ground floors of the buildings are part of the ground, so a tower adds 16 layers and a library 8, and
//! all of their connections: 1 + 6 · 16 + 2 · 8 = 113 layers, 6 · 30 + 2 · 8 = 196 connections.

use throng_mesh::{LayerId, Scene};

use super::city::{Cell, Town};
use super::draft::{Draft, quarter_turned};
use super::shape::{Point, moved, rect};
use super::street::{Block, SIZE};
use super::{library, tower};

const TOWERS: [Cell; 6] = [[1, 1], [3, 0], [7, 3], [0, 4], [1, 6], [6, 6]];
/// Each on two blocks side by side.
const LIBRARIES: [Cell; 2] = [[3, 6], [0, 2]];

/// `n` x `n` big cities side by side, on one ground.
pub(super) fn bigcity(n: usize) -> Scene {
    let name = if n == 1 { "bigcity".into() } else { format!("bigcity{n}x{n}") };
    let mut draft = Draft::new(&name);
    let ground = draft.layer("ground", 0.0);
    draft.walkable(ground, &rect([0.0, 0.0], [SIZE * n as f64; 2]));
    let mut free: Vec<[Cell; 2]> = TOWERS.iter().map(|&cell| [cell; 2]).collect();
    free.extend(LIBRARIES.iter().map(|&[column, row]| [[column, row], [column + 1, row]]));
    let town = Town::new(&free, true);
    let [tower, library] = [tower::tower(), library::library()];
    for tile in 0..n * n {
        let by = [SIZE * (tile % n) as f64, SIZE * (tile / n) as f64];
        draft.obstacles(ground, town.shapes.iter().map(|shape| moved(shape, by)));
        for (k, &block) in town.free.iter().enumerate() {
            if k < TOWERS.len() {
                put(&mut draft, &tower, [tower::PLOT; 2], k % 4, ground, block, by);
            } else {
                put(&mut draft, &library, library::PLOT, 2 * (k % 2), ground, block, by);
            }
        }
    }
    draft.finish()
}

/// Puts a building into the middle of a block.
fn put(
    draft: &mut Draft,
    building: &Scene,
    plot: Point,
    turns: usize,
    ground: LayerId,
    block: Block,
    by: Point,
) {
    let middle =
        [0, 1].map(|k| ((block[0][k] + block[1][k] + block[2][k] + block[3][k]) / 4.0).round() + by[k]);
    let turned = quarter_turned([plot[0] / 2.0, plot[1] / 2.0], turns);
    draft.build(building, ground, turns, [middle[0] - turned[0], middle[1] - turned[1]]);
}
