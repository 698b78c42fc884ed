//! The diagram against the naive one: the same vertices, each with the same sites.

use crate::common::line;
use throng_voronoi::naive::{Verdict, compare};
use throng_voronoi::sample::{Segment, cocircular, small, wobble};

/// Compares one input a seed; more than one in a hundred unclear ones would make this no test.
fn check(seeds: std::ops::Range<u64>, input: impl Fn(u64) -> Vec<Segment>) {
    let (count, mut unclear) = (seeds.end - seeds.start, 0);
    for seed in seeds {
        let segments = input(seed);
        match compare(&segments) {
            Verdict::Same(_) => {}
            Verdict::Unclear => unclear += 1,
            Verdict::Different(why) => panic!("seed {seed}: {why}\n{}", line(&segments)),
        }
    }
    assert!(100 * unclear <= count, "{unclear} of {count} are unclear");
}

#[test]
fn small_and_crowded() {
    check(0..1500, |seed| small(seed, 4 + (seed % 5) as i32, 3 + (seed % 6) as usize));
}

#[test]
fn small_and_sparse() {
    check(0..600, |seed| small(seed, [16, 32, 64, 100][seed as usize % 4], 4 + (seed % 6) as usize));
}

#[test]
fn a_dozen_segments() {
    check(0..150, |seed| small(seed, 12, 12));
}

#[test]
fn on_common_circles() {
    check(0..500, cocircular);
}

#[test]
fn one_unit_off() {
    check(0..1000, |seed| wobble(&small(seed, 5, 5), 32, seed));
    check(0..500, |seed| wobble(&small(seed, 8, 5), 64, seed));
}
