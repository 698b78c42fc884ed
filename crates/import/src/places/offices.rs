//! Offices: forty rooms along two corridors, 60 x 30 m. Walls are long bars that cross, and doors are
//! openings in them.

use throng_mesh::{LayerId, Scene};
use throng_voronoi::sample::Random;

use super::draft::Draft;
use super::shape::{Point, rect};

const SIZE: Point = [60.0, 30.0];
/// Half of a wall.
const WALL: f64 = 0.1;
const DOOR: f64 = 1.0;

pub(super) fn offices() -> Scene {
    let mut draft = Draft::new("offices");
    let floor = draft.layer("floor", 0.0);
    draft.walkable(floor, &rect([0.0, 0.0], SIZE));
    let mut random = Random::new(11);

    // Twelve rooms along the southern facade and twelve along the northern one.
    for (wall, facade) in [(8.0, 0.0), (22.0, 30.0)] {
        wall_in_y(&mut draft, floor, wall, [0.0, SIZE[0]]);
        for k in 0..12 {
            let [left, right] = [5.0 * f64::from(k), 5.0 * f64::from(k + 1)];
            if k > 0 {
                wall_in_x(&mut draft, floor, left, [wall, facade]);
            }
            door_in_y(&mut draft, floor, left + 0.6 + 2.6 * f64::from(k % 2), wall);
            office(&mut draft, floor, &mut random, [[left, facade], [right, wall]]);
        }
    }
    // Two blocks of eight rooms between the corridors, back to back.
    for left in [2.4, 31.2] {
        for y in [10.0, 15.0, 20.0] {
            wall_in_y(&mut draft, floor, y, [left, left + 26.4]);
        }
        for k in 0..=4 {
            wall_in_x(&mut draft, floor, left + 6.6 * f64::from(k), [10.0, 20.0]);
        }
        for k in 0..4 {
            let x = left + 6.6 * f64::from(k);
            door_in_y(&mut draft, floor, x + 0.7, 10.0);
            door_in_y(&mut draft, floor, x + 4.8, 20.0);
            meeting_room(&mut draft, floor, &mut random, [x + 3.3, 12.5]);
            meeting_room(&mut draft, floor, &mut random, [x + 3.3, 17.5]);
        }
    }
    draft.finish()
}

/// A wall along y.
fn wall_in_x(draft: &mut Draft, floor: LayerId, x: f64, [from, to]: [f64; 2]) {
    draft.obstacle(floor, &rect([x - WALL, from.min(to)], [x + WALL, from.max(to)]));
}

/// A wall along x.
fn wall_in_y(draft: &mut Draft, floor: LayerId, y: f64, [from, to]: [f64; 2]) {
    draft.obstacle(floor, &rect([from, y - WALL], [to, y + WALL]));
}

/// A door in a wall along x, at its left end.
fn door_in_y(draft: &mut Draft, floor: LayerId, x: f64, y: f64) {
    draft.opening(floor, &rect([x, y - WALL], [x + DOOR, y + WALL]));
}

/// Desks at the facade, a cabinet along a wall; facade first.
fn office(
    draft: &mut Draft,
    floor: LayerId,
    random: &mut Random,
    [[left, facade], [right, wall]]: [Point; 2],
) {
    let inward = if facade < wall { 1.0 } else { -1.0 };
    let across = |near: f64, far: f64| {
        let [a, b] = [facade + inward * near, facade + inward * far];
        [a.min(b), a.max(b)]
    };
    let shift = (10.0 * random.unit()).floor() / 10.0;
    for x in [left + 0.5, right - 2.1] {
        let [low, high] = across(1.2 + shift, 2.0 + shift);
        draft.obstacle(floor, &rect([x, low], [x + 1.6, high]));
        let [low, high] = across(2.3 + shift, 2.8 + shift);
        draft.obstacle(floor, &rect([x + 0.5, low], [x + 1.0, high]));
    }
    let [low, high] = across(4.0 + shift, 6.0 + shift);
    draft.obstacle(floor, &rect([right - WALL - 0.5, low], [right - WALL, high]));
}

/// A long table with chairs on both sides.
fn meeting_room(draft: &mut Draft, floor: LayerId, random: &mut Random, [x, y]: Point) {
    let num_chairs = 2 + random.below(2);
    let half = 0.5 * num_chairs as f64;
    draft.obstacle(floor, &rect([x - half, y - 0.5], [x + half, y + 0.5]));
    for k in 0..num_chairs {
        let left = x - half + k as f64 + 0.25;
        draft.obstacle(floor, &rect([left, y - 1.2], [left + 0.5, y - 0.7]));
        draft.obstacle(floor, &rect([left, y + 0.7], [left + 0.5, y + 1.2]));
    }
}
