//! Tower: an apartment building of nine storeys, eight furnished apartments on each, 35 x 35 m.
//!
//! A storey is a pinwheel: four wings of two apartments round a corridor, and a core with two stairwells.
//!
//! ```text
//!     +--------+-----------------+
//!     |        |      wing       |
//!     |        |                 |
//!     |  wing  +--------+--------+
//!     |        | core   |        |
//!     |        |        |        |
//!     +--------+--------+  wing  |
//!     |      wing       |        |
//!     |                 |        |
//!     +-----------------+--------+
//! ```
//!
//! All flights of a stairwell stand on top of each other: one arrives at the far end of an opening in the
//! floor, walks back beside it, and goes on at its near end. Both flights between two storeys are one layer,
//! and the second stairwell does not reach the top: 9 + 8 layers, 7 · 4 + 2 connections.

use throng_mesh::{LayerId, Scene};
use throng_voronoi::sample::Random;

use super::draft::{Draft, quarter_turned};
use super::plan::{Plan, doubled_area};
use super::shape::{Point, Shape, rect};

const NUM_STOREYS: usize = 9;
const STOREY_HEIGHT: f64 = 3.0;
/// Side of the plot, and of the square that is divided into rooms; outer walls stand around that.
pub(super) const PLOT: f64 = 35.0;
const INSIDE: f64 = 32.0;
const OUTER_WALL: f64 = 0.3;
/// Half of an inner wall.
const WALL: f64 = 0.1;

pub(super) fn tower() -> Scene {
    let mut draft = Draft::new("tower");
    let margin = (PLOT - INSIDE) / 2.0;
    let place = |[x, y]: Point| [x + margin, y + margin];
    let mut storeys: Vec<LayerId> = Vec::new();
    for storey in 0..NUM_STOREYS {
        let mut plan = Plan::default();
        plan.add(&storey_plan(storey), place);
        let id = if storey == 0 { "ground floor".into() } else { format!("floor {storey}") };
        let layer = draft.layer(id, STOREY_HEIGHT * storey as f64);
        if storey == 0 {
            draft.walkable(layer, &rect([0.0, 0.0], [PLOT, PLOT]));
            let hull = [[-OUTER_WALL; 2], [INSIDE + OUTER_WALL; 2]].map(place);
            draft.obstacles(layer, plan.walls(hull));
        } else {
            for outline in plan.outlines() {
                if doubled_area(&outline) > 0.0 {
                    draft.walkable(layer, &outline);
                } else {
                    draft.obstacle(layer, &outline);
                }
            }
        }
        draft.obstacles(layer, plan.furniture);
        for well in 0..num_wells(storey) {
            draft.obstacle(layer, &flight(well).iter().map(|&p| place(p)).collect::<Shape>());
        }
        storeys.push(layer);
    }
    for (below, pair) in storeys.windows(2).enumerate() {
        let stairs = draft.layer(format!("stairs {below} to {}", below + 1), 0.0);
        for well in 0..num_wells(below + 1) {
            let shape: Shape = flight(well).iter().map(|&p| place(p)).collect();
            draft.flight(stairs, [pair[0], pair[1]], &shape);
        }
    }
    draft.finish()
}

/// How many stairwells reach a storey.
fn num_wells(storey: usize) -> usize {
    if storey + 1 < NUM_STOREYS { 2 } else { 1 }
}

/// The flight of a stairwell, seen from above, lower end first. The second well is the first, turned half
/// round.
fn flight(well: usize) -> Shape {
    let shape = [[13.7, 13.5], [13.7, 12.1], [18.3, 12.1], [18.3, 13.5]];
    shape.iter().map(|&p| about_center(p, 2 * well)).collect()
}

/// Quarter turns about the center of the storey.
fn about_center([x, y]: Point, turns: usize) -> Point {
    let half = INSIDE / 2.0;
    let [x, y] = quarter_turned([x - half, y - half], turns);
    [x + half, y + half]
}

fn storey_plan(storey: usize) -> Plan {
    let mut random = Random::new(100 + storey as u64);
    let mut plan = core();
    for turns in 0..4 {
        let mut wing = Plan::default();
        large_apartment(&mut wing, &mut random);
        // Two entrances on the ground floor, each with a lobby in place of an apartment.
        if storey == 0 && turns % 2 == 0 {
            lobby(&mut wing);
        } else {
            small_apartment(&mut wing, &mut random);
        }
        plan.add(&wing, |p| about_center(p, turns));
    }
    plan
}

/// The corridor round the core, and the core: a stairwell on each side, storage and lifts in between.
fn core() -> Plan {
    let mut half = Plan::default();
    half.room([10.1, 10.1], [20.1, 11.9]);
    half.room([20.1, 10.1], [21.9, 20.1]);
    // The stairwell, with doors at both ends.
    half.room([12.1, 12.1], [19.9, 14.9]);
    half.room([11.9, 13.6], [12.1, 14.8]);
    half.room([19.9, 13.6], [20.1, 14.8]);
    // Storage.
    half.room([12.1, 15.1], [14.4, 16.9]);
    half.room([11.9, 15.5], [12.1, 16.5]);
    half.furnish([13.6, 15.1], [14.4, 16.0]);
    let mut plan = half.clone();
    plan.add(&half, |p| about_center(p, 2));
    plan
}

/// The rooms of an apartment are cells, given by the middles of their walls.
fn cell(plan: &mut Plan, [x0, y0]: Point, [x1, y1]: Point) {
    plan.room([x0 + WALL, y0 + WALL], [x1 - WALL, y1 - WALL]);
}

/// A door in a wall along y, at its lower end.
fn door_in_x(plan: &mut Plan, x: f64, y: f64) {
    plan.room([x - WALL, y], [x + WALL, y + 0.95]);
}

/// A door in a wall along x, at its left end.
fn door_in_y(plan: &mut Plan, x: f64, y: f64) {
    plan.room([x, y - WALL], [x + 0.95, y + WALL]);
}

/// 12 x 10 m: a hall with a bend, a living room, a kitchen, two bedrooms and a bathroom.
fn large_apartment(plan: &mut Plan, random: &mut Random) {
    plan.room([6.6, 3.9], [8.0, 9.9]);
    plan.room([8.0, 8.4], [11.9, 9.9]);
    door_in_y(plan, 10.6, 10.0);
    cell(plan, [0.0, 4.2], [6.5, 10.0]);
    door_in_x(plan, 6.5, 8.2);
    cell(plan, [0.0, 0.0], [6.5, 4.2]);
    door_in_y(plan, 4.9, 4.2);
    cell(plan, [6.5, 0.0], [12.0, 3.8]);
    door_in_y(plan, 6.85, 3.8);
    cell(plan, [8.1, 3.8], [12.0, 6.2]);
    door_in_x(plan, 8.1, 4.7);
    cell(plan, [8.1, 6.2], [12.0, 8.3]);
    door_in_x(plan, 8.1, 6.9);

    let shift = (random.unit() * 12.0).floor() / 10.0;
    living_room(plan, [0.1, 5.0 + shift], random);
    plan.furnish([0.1, 0.1], [3.6 + shift / 2.0, 0.7]); // kitchen counter
    bed(plan, [8.0 + shift / 2.0, 0.1], 1.6);
    plan.furnish([11.3, 2.2], [11.9, 3.6]); // wardrobe
    plan.furnish([9.9, 5.2], [11.9, 6.1]); // small bed
    plan.furnish([11.1, 6.4], [11.9, 8.1]); // bathtub
}

/// 10 x 10 m: a straight hall, a living room, a kitchen, two bedrooms and a bathroom.
fn small_apartment(plan: &mut Plan, random: &mut Random) {
    cell(plan, [16.0, 3.8], [17.6, 10.0]);
    door_in_y(plan, 16.3, 10.0);
    cell(plan, [17.6, 4.2], [22.0, 10.0]);
    door_in_x(plan, 17.6, 8.3);
    cell(plan, [17.6, 0.0], [22.0, 4.2]);
    door_in_y(plan, 18.0, 4.2);
    cell(plan, [12.0, 7.7], [16.0, 10.0]);
    door_in_x(plan, 16.0, 8.6);
    cell(plan, [12.0, 3.8], [16.0, 7.7]);
    door_in_x(plan, 16.0, 4.4);
    cell(plan, [12.0, 0.0], [17.6, 3.8]);
    door_in_y(plan, 16.3, 3.8);

    let shift = (random.unit() * 10.0).floor() / 10.0;
    plan.furnish([21.0, 5.2 + shift], [21.9, 7.3 + shift]); // sofa
    plan.furnish([19.5, 5.7 + shift], [20.2, 6.8 + shift]); // coffee table
    plan.furnish([21.3, 0.4], [21.9, 3.2 + shift / 2.0]); // kitchen counter
    plan.furnish([12.1, 7.8], [12.9, 9.5]); // bathtub
    bed(plan, [13.0 + shift, 0.1], 1.6);
    plan.furnish([12.1, 5.6], [14.1, 6.5]); // small bed
    plan.furnish([14.8, 7.1], [15.8, 7.6]); // desk
}

/// On the ground floor, in place of a small apartment: entrance, letter boxes, benches.
fn lobby(plan: &mut Plan) {
    cell(plan, [12.0, 0.0], [22.0, 10.0]);
    plan.room([16.0, -OUTER_WALL], [18.0, 0.1]);
    plan.room([16.0, 9.9], [18.0, 10.1]);
    plan.furnish([12.1, 2.0], [12.6, 8.0]); // letter boxes
    plan.furnish([20.0, 3.0], [21.0, 7.0]); // desk
    for y in [2.6, 6.6] {
        for x in [15.0, 18.6] {
            plan.furnish([x, y], [x + 0.4, y + 0.4]); // columns
        }
    }
    plan.furnish([14.2, 4.0], [14.7, 6.0]); // bench
    plan.furnish([13.0, 9.2], [14.6, 9.9]); // bench
}

/// A sofa against the wall, a table before it, and a dining table.
fn living_room(plan: &mut Plan, [x, y]: Point, random: &mut Random) {
    plan.furnish([x, y], [x + 0.9, y + 2.2]);
    plan.furnish([x + 1.5, y + 0.5], [x + 2.1, y + 1.7]);
    let along = if random.one_in(2) { [1.6, 0.9] } else { [0.9, 1.6] };
    plan.furnish([x + 3.4, y + 0.2], [x + 3.4 + along[0], y + 0.2 + along[1]]);
}

/// A double bed with its head against a lower wall.
fn bed(plan: &mut Plan, [x, y]: Point, width: f64) {
    plan.furnish([x, y], [x + width, y + 2.0]);
}
