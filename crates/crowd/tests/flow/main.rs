//! Local movement in a small crowd without a mesh: what people do at doors, in a file, in counter-flow.

mod scenes;
mod simulator;

use scenes::{SINGLE_FILE, corridor, counter, door, single_file, weidmann};
use simulator::Settings;

/// Not more than 1.33 persons per meter and second, and nobody stays behind.
#[test]
fn door_flow() {
    for (seed, spread) in [(1, false), (2, true)] {
        let flow = door(&Settings::default(), seed, 100, 1.0, 0.0, spread);
        assert_eq!(flow.out, 100, "seed {seed}: {flow:?}");
        assert!((0.9..1.25).contains(&flow.flow), "seed {seed}: {flow:?}");
    }
}

#[test]
fn single_file_as_measured() {
    for [density, low, high] in SINGLE_FILE.into_iter().step_by(2) {
        let speed = single_file(&Settings::default(), 1, density);
        assert!((low..=high).contains(&speed), "{density} per meter: {speed} m/s, not {low} to {high}");
    }
}

#[test]
fn slower_where_it_is_denser() {
    let mut last = 1.35;
    for density in [0.5, 1.5, 3.0] {
        let speed = corridor(&Settings::default(), 1, [20.0, 3.0], density, false);
        assert!((speed - weidmann(density)).abs() < 0.1, "{density} per m²: {speed} m/s");
        assert!(speed < last, "{density} per m²: {speed} m/s");
        last = speed;
    }
}

/// Nobody stays behind, and it takes the longer the more come the other way.
#[test]
fn counter_flow_gets_through() {
    let mut last = 0.0;
    for others in [0, 10, 50] {
        let time = counter(&Settings::default(), 1, others, false).expect("nobody stuck");
        assert!(time > last, "{others} others: {time} s after {last} s");
        last = time;
    }
}
