//! Station: a hall above the tracks, and below it eight platforms, which are one layer; 153 x 111 m.
//!
//! Four stairs lead from the hall to each platform. Each is a layer; the platforms have an obstacle where it
//! stands, and the hall has one where its opening is. People walk through the hall in two passages across the
//! tracks; ticket gates and glass walls separate these from the stairs.

use throng_mesh::{LayerId, Scene};

use super::draft::Draft;
use super::shape::{Point, Shape, bar, disc, rect};

const SIZE: Point = [153.0, 111.0];
const HALL_HEIGHT: f64 = 6.0;
/// Where the hall begins and ends along the tracks.
const HALL: [f64; 2] = [28.5, 124.5];
const NUM_PLATFORMS: usize = 8;
const PITCH: f64 = 13.8;
const HALF_PLATFORM: f64 = 3.1;
/// Upper and lower end of each stair along the tracks.
const STAIRS: [[f64; 2]; 4] = [[44.0, 32.0], [62.0, 74.0], [91.0, 79.0], [109.0, 121.0]];
const HALF_STAIR: f64 = 1.2;
/// The lines of gates, in front of the upper ends of the stairs.
const GATES: [f64; 4] = [47.5, 58.5, 94.5, 105.5];

pub(super) fn station() -> Scene {
    let mut draft = Draft::new("station");
    let hall = draft.layer("hall", HALL_HEIGHT);
    let platforms = draft.layer("platforms", 0.0);
    draft.walkable(hall, &rect([HALL[0], 0.0], [HALL[1], SIZE[1]]));
    for number in 0..NUM_PLATFORMS {
        platform(&mut draft, platforms, number);
        for (k, [top, bottom]) in STAIRS.into_iter().enumerate() {
            let y = middle(number);
            let [low, high] = [y - HALF_STAIR, y + HALF_STAIR];
            let shape = [[bottom, low], [bottom, high], [top, high], [top, low]];
            let stair = draft.layer(format!("platform {}, stair {}", number + 1, k + 1), 0.0);
            draft.flight(stair, [platforms, hall], &shape);
            draft.obstacle(platforms, &shape);
            draft.obstacle(hall, &shape);
        }
    }
    gates(&mut draft, hall);
    shops(&mut draft, hall);
    draft.finish()
}

/// The y of a platform's middle.
fn middle(platform: usize) -> f64 {
    SIZE[1] / 2.0 + PITCH * (platform as f64 - (NUM_PLATFORMS - 1) as f64 / 2.0)
}

/// A platform with tapered ends; benches, columns, waiting rooms and lifts along its middle.
fn platform(draft: &mut Draft, layer: LayerId, number: usize) {
    let y = middle(number);
    let half = HALF_PLATFORM;
    let right = SIZE[0];
    draft.walkable(
        layer,
        &[
            [0.0, y - 1.8],
            [18.0, y - half],
            [right - 18.0, y - half],
            [right, y - 1.8],
            [right, y + 1.8],
            [right - 18.0, y + half],
            [18.0, y + half],
            [0.0, y + 1.8],
        ],
    );
    for x in [5.0, 12.0, 19.0, 49.0, 57.0] {
        for x in [x, right - x] {
            draft.obstacle(layer, &bar([x, y], [0.5, 0.5], 0.0)); // column
        }
    }
    for x in [8.5, 15.5, 53.0] {
        for x in [x, right - x] {
            draft.obstacle(layer, &bar([x, y], [2.4, 0.7], 0.0)); // bench
        }
    }
    // A waiting room, open to one side; on every other platform to the other.
    let side = if number.is_multiple_of(2) { 1.0 } else { -1.0 };
    for x in [25.0, right - 25.0] {
        let u = [
            [-2.5, -1.3],
            [2.5, -1.3],
            [2.5, 1.3],
            [2.3, 1.3],
            [2.3, -1.1],
            [-2.3, -1.1],
            [-2.3, 1.3],
            [-2.5, 1.3],
        ];
        draft.obstacle(layer, &u.map(|[dx, dy]| [x + dx, y + side * dy]));
        draft.obstacle(layer, &bar([x, y - side * 0.6], [3.0, 0.5], 0.0));
    }
    draft.obstacle(layer, &bar([SIZE[0] / 2.0, y], [2.0, 2.0], 0.0)); // lift
}

/// Before each stair four gates with lanes between them; glass from one group of gates to the next.
fn gates(draft: &mut Draft, hall: LayerId) {
    for x in GATES {
        let mut glass_from = 0.0;
        for number in 0..NUM_PLATFORMS {
            let y = middle(number);
            for k in 0..4 {
                draft.obstacle(hall, &bar([x, y - 1.8 + 1.2 * f64::from(k)], [1.6, 0.25], 0.0));
            }
            draft.obstacle(hall, &rect([x - 0.05, glass_from], [x + 0.05, y - 2.85]));
            glass_from = y + 2.85;
        }
        draft.obstacle(hall, &rect([x - 0.05, glass_from], [x + 0.05, SIZE[1]]));
    }
}

/// Shops between the stairs, kiosks and columns in the two passages.
fn shops(draft: &mut Draft, hall: LayerId) {
    for number in 0..NUM_PLATFORMS - 1 {
        let y = middle(number) + PITCH / 2.0;
        for side in [-1.0, 1.0] {
            let place = |shape: &[Point]| -> Shape {
                shape.iter().map(|&[x, dy]| [SIZE[0] / 2.0 + side * x, y + dy]).collect()
            };
            // An open shop at the outer wall, with a counter; a closed one in the middle of the hall.
            let shop = [
                [48.0, -3.2],
                [48.0, 3.2],
                [35.5, 3.2],
                [35.5, 1.8],
                [36.0, 1.8],
                [36.0, 2.8],
                [47.5, 2.8],
                [47.5, -2.8],
                [36.0, -2.8],
                [36.0, -1.8],
                [35.5, -1.8],
                [35.5, -3.2],
            ];
            draft.obstacle(hall, &place(&shop));
            draft.obstacle(hall, &place(&rect([40.0, -1.2], [45.0, 0.2])));
            let width = if number % 2 == 0 { 9.0 } else { 5.5 };
            draft.obstacle(hall, &place(&rect([2.0, -2.8], [2.0 + width, 2.8])));
            if number % 2 == 1 {
                draft.obstacle(hall, &place(&rect([9.5, -1.6], [11.5, 1.6])));
            }
            for x in [20.3, 26.7] {
                draft.obstacle(hall, &place(&bar([x, 0.0], [0.7, 0.7], 0.0)));
            }
            if number % 3 == 0 {
                draft.obstacle(hall, &place(&disc([23.5, 0.0], 1.3, 8))); // information
            } else {
                draft.obstacle(hall, &place(&bar([23.5, 0.0], [0.6, 3.0], 0.0))); // ticket machines
            }
        }
    }
}
