//! The groups of IMO MSC.1/Circ.1533, annex 3, tables 3.1, 3.4 and 3.5.

use super::{Person, Sex};
use crate::random::Random;

/// A row of the tables: speeds are spread evenly between two values.
pub(super) struct Group {
    pub(super) percent: u32,
    sex: Sex,
    ages: [f64; 2],
    impaired: bool,
    flat: [f64; 2],
    down: [f64; 2],
    up: [f64; 2],
}

const fn group(
    percent: u32,
    sex: Sex,
    ages: [f64; 2],
    impaired: bool,
    flat: [f64; 2],
    down: [f64; 2],
    up: [f64; 2],
) -> Group {
    Group { percent, sex, ages, impaired, flat, down, up }
}

const YOUNG: [f64; 2] = [18.0, 30.0];
const MIDDLE: [f64; 2] = [30.0, 50.0];
const OLD: [f64; 2] = [50.0, 80.0];
const WORKING: [f64; 2] = [18.0, 65.0];

/// Percent, sex, ages, impaired, then speeds on the flat, down and up stairs.
pub(super) const PASSENGERS: [Group; 10] = [
    group(7, Sex::Female, YOUNG, false, [0.93, 1.55], [0.56, 0.94], [0.47, 0.79]),
    group(7, Sex::Female, MIDDLE, false, [0.71, 1.19], [0.49, 0.81], [0.44, 0.74]),
    group(16, Sex::Female, OLD, false, [0.56, 0.94], [0.45, 0.75], [0.37, 0.61]),
    group(10, Sex::Female, OLD, true, [0.43, 0.71], [0.34, 0.56], [0.28, 0.46]),
    group(10, Sex::Female, OLD, true, [0.37, 0.61], [0.29, 0.49], [0.23, 0.39]),
    group(7, Sex::Male, YOUNG, false, [1.11, 1.85], [0.76, 1.26], [0.50, 0.84]),
    group(7, Sex::Male, MIDDLE, false, [0.97, 1.62], [0.64, 1.07], [0.47, 0.79]),
    group(16, Sex::Male, OLD, false, [0.84, 1.40], [0.50, 0.84], [0.38, 0.64]),
    group(10, Sex::Male, OLD, true, [0.64, 1.06], [0.38, 0.64], [0.29, 0.49]),
    group(10, Sex::Male, OLD, true, [0.55, 0.91], [0.33, 0.55], [0.25, 0.41]),
];

pub(super) const CREW: [Group; 2] = [
    group(50, Sex::Female, WORKING, false, [0.93, 1.55], [0.56, 0.94], [0.47, 0.79]),
    group(50, Sex::Male, WORKING, false, [1.11, 1.85], [0.76, 1.26], [0.50, 0.84]),
];

/// Somebody of one of the groups.
pub(super) fn sample_group(groups: &[Group], random: &mut Random) -> Person {
    let mut draw = random.below(100);
    let age = random.unit();
    // One draw for all three speeds.
    let rank = random.unit();
    let mut found = 0;
    while found + 1 < groups.len() && draw >= groups[found].percent {
        draw -= groups[found].percent;
        found += 1;
    }
    let chosen = &groups[found];
    let at = |range: [f64; 2], share: f64| range[0] + (range[1] - range[0]) * share;
    Person {
        age: Some(at(chosen.ages, age)),
        sex: Some(chosen.sex),
        speed: at(chosen.flat, rank),
        stair_up: at(chosen.up, rank),
        stair_down: at(chosen.down, rank),
        impaired: chosen.impaired,
    }
}
