//! Routes against brute force, in places that seek trouble.

#[path = "../common/mod.rs"]
mod common;
mod judge;
mod places;
#[path = "../scenes/mod.rs"]
mod scenes;

use judge::Judge;
use places::{KINDS, Place};
use throng_mesh::Kind;
use throng_voronoi::sample::Random;

const RADII: [f64; 5] = [0.0, 0.1, 0.24, 0.45, 0.7];

#[test]
fn the_shortest_of_all_is_the_oracles() {
    let mut judge = Judge::default();
    let mut count = 0;
    for seed in 0..12 * KINDS {
        let radius = RADII[(seed / KINDS + seed) as usize % 5];
        let Some(place) = Place::new(seed) else { continue };
        count += 1;
        let spots = place.spots(&mut Random::new(seed), radius, 6);
        judge.compare(&place, radius, &spots, &[(Kind::Shortest, 0.0)]);
    }
    report(&judge);
    assert!(count > 180 && judge.found > 1_800 && judge.refused > 200, "{count} places");
}

#[test]
fn short_routes_keep_their_distance() {
    every_clearance(&[Kind::Short], 100);
}

#[test]
fn routes_on_a_side_keep_their_distance() {
    every_clearance(&[Kind::MEDIAL, Kind::LEFT, Kind::RIGHT, Kind::Side(0.3), Kind::Side(0.85)], 300);
}

#[test]
fn the_shortest_keep_their_distance() {
    every_clearance(&[Kind::Shortest], 400);
}

fn every_clearance(kinds: &[Kind], first: u64) {
    let kinds: Vec<(Kind, f64)> =
        kinds.iter().flat_map(|&kind| [0.0, 0.3, 1.0].map(|clearance| (kind, clearance))).collect();
    let mut judge = Judge::default();
    for seed in 0..6 * KINDS {
        let radius = RADII[(seed / KINDS + 2 * seed) as usize % 5];
        let Some(place) = Place::new(seed + first * KINDS) else { continue };
        let spots = place.spots(&mut Random::new(seed), radius, 4);
        judge.compare(&place, radius, &spots, &kinds);
    }
    report(&judge);
    assert!(judge.found > 300 && judge.refused > 30, "{} found, {} refused", judge.found, judge.refused);
}

#[test]
fn the_largest_radius_just_passes() {
    let mut judge = Judge::default();
    for seed in 0..6 * KINDS {
        let Some(place) = Place::new(seed + 200 * KINDS) else { continue };
        let spots = place.spots(&mut Random::new(seed), 0.0, 4);
        for pair in spots.chunks_exact(2) {
            judge.judge_width(&place, pair[0], pair[1]);
        }
    }
    report(&judge);
    assert!(judge.found > 100 && judge.refused > 5, "{} found, {} refused", judge.found, judge.refused);
}

fn report(judge: &Judge) {
    assert!(judge.complaints.is_empty(), "{}", judge.summary());
}
