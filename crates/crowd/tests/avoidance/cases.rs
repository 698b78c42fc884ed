//! Small cases. Those with places of SteerBench have its numbers: discs of radius 0.5 m, x and z as x and y.

use crate::world::{Walker, World};

type Way = ([f64; 2], [f64; 2]);

/// All cases, by name.
pub(crate) fn all() -> Vec<(&'static str, World)> {
    let mut cases = vec![
        ("head-on", walkers(0.24, &[([-4.0, 0.0], [4.0, 0.0]), ([4.0, 0.0], [-4.0, 0.0])])),
        ("crossing", walkers(0.24, &[([-4.0, 0.0], [4.0, 0.0]), ([0.0, -4.0], [0.0, 4.0])])),
        ("four-way", four_way()),
        ("circle", circle()),
        ("corridor", corridor()),
    ];
    let hall =
        |world: World| world.with_box([-20.0, 1.25], [20.0, 3.0]).with_box([-20.0, -3.0], [20.0, -1.25]);
    let mut overtake = World::default();
    overtake.walkers.push(Walker::new([7.0, 0.5], [-15.0, 0.5], 0.5).at_speed(0.7));
    overtake.walkers.push(Walker::new([10.0, 0.5], [-15.0, 0.5], 0.5));
    cases.push(("overtake", hall(overtake)));
    cases.push(("squeeze", hall(walkers(0.5, &[([-10.0, 0.0], [15.0, 0.0]), ([10.0, 0.0], [-15.0, 0.0])]))));
    cases.extend(OPEN.iter().map(|&(name, ways)| (name, walkers(0.5, ways))));
    cases
}

fn walkers(radius: f64, ways: &[Way]) -> World {
    let walkers = ways.iter().map(|&(from, to)| Walker::new(from, to, radius)).collect();
    World { walkers, ..World::default() }
}

fn four_way() -> World {
    let ways = [
        ([-4.0, 0.0], [4.0, 0.0]),
        ([4.0, 0.0], [-4.0, 0.0]),
        ([0.0, -4.0], [0.0, 4.0]),
        ([0.0, 4.0], [0.0, -4.0]),
    ];
    walkers(0.24, &ways)
}

/// Sixteen on a circle of 5 m, each to the opposite place.
fn circle() -> World {
    // Cosines of the multiples of 22.5 degrees up to a right angle.
    let cosines = [1.0, 0.923_879_532_5, std::f64::consts::FRAC_1_SQRT_2, 0.382_683_432_4, 0.0];
    let mut ways = Vec::new();
    for quarter in 0..4 {
        for step in 0..4 {
            let (mut x, mut y) = (5.0 * cosines[step], 5.0 * cosines[4 - step]);
            for _ in 0..quarter {
                (x, y) = (-y, x);
            }
            ways.push(([x, y], [-x, -y]));
        }
    }
    walkers(0.24, &ways)
}

/// Five against five in a corridor 2 m wide.
fn corridor() -> World {
    let mut ways = Vec::new();
    for index in 0..5 {
        let (x, y) = (4.0 + 0.8 * f64::from(index), [0.4, -0.4][index as usize % 2]);
        ways.push(([-x, y], [9.0, y]));
        ways.push(([x, y], [-9.0, y]));
    }
    walkers(0.24, &ways).with_box([-20.0, 1.0], [20.0, 2.0]).with_box([-20.0, -2.0], [20.0, -1.0])
}

const OPEN: &[(&str, &[Way])] = &[
    ("oncoming-1", &[([-1.0, -10.0], [0.0, 10.0]), ([-1.0, 10.0], [0.0, -10.0])]),
    ("oncoming-2", &[([1.5, -10.0], [1.0, 10.0]), ([0.0, 10.0], [1.0, -10.0])]),
    ("oncoming-3", &[([0.0, -10.0], [1.0, 10.0]), ([1.5, 10.0], [1.0, -10.0])]),
    ("oncoming-4", &[([0.0, -10.0], [1.0, 10.0]), ([0.0, 10.0], [1.0, -10.0])]),
    ("crossing-1", &[([9.0, 1.0], [-10.0, 1.0]), ([1.0, 10.0], [1.0, -10.0])]),
    ("crossing-2", &[([10.0, 1.0], [-10.0, 1.0]), ([1.0, 9.0], [1.0, -10.0])]),
    ("crossing-3, 4", &[([8.0, 1.0], [-10.0, 1.0]), ([-8.4, 8.4], [10.0, -10.0])]),
    ("crossing-5, 6", &[([10.0, 1.0], [-10.0, 1.0]), ([7.4, 7.4], [-10.0, -10.0])]),
    ("similar-direction", &[([-2.0, -10.0], [0.0, 40.0]), ([0.0, -9.0], [-3.0, 40.0])]),
    (
        "3-way-confusion-1",
        &[([9.0, 1.0], [-10.0, 1.0]), ([7.0, 7.0], [-10.0, -10.0]), ([-6.4, 6.4], [10.0, -10.0])],
    ),
    (
        "3-way-confusion-2",
        &[([7.0, 1.0], [-10.0, 1.0]), ([5.0, 5.0], [-10.0, -10.0]), ([-5.4, 5.4], [10.0, -10.0])],
    ),
    (
        "4-way-confusion",
        &[
            ([-1.0, -10.1], [0.0, 10.0]),
            ([-1.0, 10.1], [0.0, -10.0]),
            ([-10.0, -1.0], [10.0, 0.0]),
            ([10.0, -1.0], [-10.0, 0.0]),
        ],
    ),
    (
        "fan-in",
        &[
            ([0.0, 0.0], [0.0, 20.0]),
            ([0.0, -1.3], [0.0, 20.0]),
            ([-2.0, 0.0], [0.0, 20.0]),
            ([-1.0, -1.0], [0.0, 20.0]),
            ([1.3, 1.0], [0.0, 20.0]),
            ([-1.4, 1.4], [0.0, 20.0]),
        ],
    ),
    (
        "fan-out",
        &[
            ([0.0, 0.0], [1.0, 40.0]),
            ([0.0, -1.3], [3.0, 40.0]),
            ([-2.0, 0.0], [-1.0, 40.0]),
            ([-1.4, -1.0], [-3.0, 40.0]),
        ],
    ),
];
