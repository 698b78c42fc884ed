//! Library: five floors with bookshelves and reading tables, and a stair that leads on from floor to floor,
//! 60 x 24 m.
//!
//! All flights lie above each other in an open well, as in `tower`.

use throng_mesh::{LayerId, Scene};

use super::draft::Draft;
use super::plan::Plan;
use super::shape::{Point, Shape, disc, rect};

pub(super) const PLOT: Point = [60.0, 24.0];
const NUM_FLOORS: usize = 5;
const FLOOR_HEIGHT: f64 = 4.0;
/// Inside of the outer walls.
const INSIDE: [Point; 2] = [[1.4, 1.4], [58.6, 22.6]];
/// Outside of the outer walls.
const HULL: [Point; 2] = [[1.0, 1.0], [59.0, 23.0]];

pub(super) fn library() -> Scene {
    let mut draft = Draft::new("library");
    let mut floors: Vec<LayerId> = Vec::new();
    for floor in 0..NUM_FLOORS {
        let id = if floor == 0 { "ground floor".into() } else { format!("floor {floor}") };
        let layer = draft.layer(id, FLOOR_HEIGHT * floor as f64);
        if floor == 0 {
            draft.walkable(layer, &rect([0.0, 0.0], PLOT));
            let mut plan = Plan::default();
            plan.room(INSIDE[0], INSIDE[1]);
            plan.room([28.0, HULL[0][1]], [32.0, INSIDE[0][1]]);
            plan.room([28.0, INSIDE[1][1]], [32.0, HULL[1][1]]);
            draft.obstacles(layer, plan.walls(HULL));
            entrance_hall(&mut draft, layer);
        } else {
            draft.walkable(layer, &rect(INSIDE[0], INSIDE[1]));
            // The void above the entrance hall.
            if floor < 3 {
                draft.obstacle(layer, &rect([24.0, 3.0], [36.0, 8.0]));
            }
            reading_tables(&mut draft, layer, floor);
            shelves(&mut draft, layer, floor);
        }
        draft.obstacle(layer, &flight());
        floors.push(layer);
    }
    for (below, pair) in floors.windows(2).enumerate() {
        let stairs = draft.layer(format!("stairs {below} to {}", below + 1), 0.0);
        draft.flight(stairs, [pair[0], pair[1]], &flight());
    }
    draft.finish()
}

/// Seen from above, lower end first.
fn flight() -> Shape {
    vec![[26.0, 13.2], [26.0, 10.8], [34.0, 10.8], [34.0, 13.2]]
}

/// Desks, lockers, exhibition cases and a café.
fn entrance_hall(draft: &mut Draft, layer: LayerId) {
    draft.obstacle(layer, &[[38.0, 6.0], [45.0, 6.0], [45.0, 10.0], [44.0, 10.0], [44.0, 7.0], [38.0, 7.0]]);
    for k in 0..4 {
        let x = 4.0 + 4.6 * f64::from(k);
        draft.obstacle(layer, &rect([x, 17.0], [x + 3.0, 17.6]));
        draft.obstacle(layer, &rect([x, 19.6], [x + 3.0, 20.2]));
        draft.obstacle(layer, &disc([5.5 + 5.0 * f64::from(k), 6.0], 0.8, 6));
    }
    for x in [42.0, 47.0, 52.0] {
        draft.obstacle(layer, &rect([x, 17.0], [x + 1.2, 18.2]));
    }
    draft.obstacle(layer, &rect([53.0, 3.0], [54.2, 9.0]));
}

/// Rows of bookshelves in the two wings, on every other floor with an aisle through them.
fn shelves(draft: &mut Draft, layer: LayerId, floor: usize) {
    let num_rows = 6;
    for k in 0..num_rows {
        let west = 4.0 + 2.6 * k as f64;
        let east = 60.0 - west - 0.6;
        for x in [west, east] {
            if floor % 2 == 1 {
                draft.obstacle(layer, &rect([x, 12.6], [x + 0.6, 16.0]));
                draft.obstacle(layer, &rect([x, 17.2], [x + 0.6, 20.6]));
            } else {
                draft.obstacle(layer, &rect([x, 3.6], [x + 0.6, 11.4]));
            }
        }
    }
}

/// Reading tables on the other side of the wings, and round ones north of the stairs.
fn reading_tables(draft: &mut Draft, layer: LayerId, floor: usize) {
    let y = if floor % 2 == 1 { 4.4 } else { 14.2 };
    for k in 0..4 {
        for x in [3.6 + 4.2 * f64::from(k), 42.0 + 4.2 * f64::from(k)] {
            draft.obstacle(layer, &rect([x, y], [x + 1.2, y + 4.8]));
        }
    }
    for k in 0..3 {
        draft.obstacle(layer, &disc([25.5 + 4.5 * f64::from(k), 18.5], 0.9, 8));
    }
    if floor >= 3 {
        for k in 0..4 {
            draft.obstacle(layer, &rect([23.5 + 3.6 * f64::from(k), 4.0], [25.5 + 3.6 * f64::from(k), 5.2]));
        }
    }
}
