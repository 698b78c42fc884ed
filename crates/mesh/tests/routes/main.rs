//! Routes against brute force, in places that seek trouble.

#[path = "../common/mod.rs"]
mod common;
mod judge;
mod places;
#[path = "../scenes/mod.rs"]
mod scenes;

use judge::Judge;
use places::{KINDS, Place};
use throng_voronoi::sample::Random;

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
    let complaints = &judge.complaints;
    let first: Vec<&String> = complaints.iter().take(10).collect();
    assert!(complaints.is_empty(), "{} of {} pairs: {first:#?}", complaints.len(), judge.pairs);
}
