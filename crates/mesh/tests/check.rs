//! Meshes of random places keep their invariants.

mod scenes;

use throng_mesh::{Mesh, Scene, sample};

fn check_all(seeds: std::ops::Range<u64>, scene: impl Fn(u64) -> Scene) {
    let mut built = 0;
    for seed in seeds.clone() {
        // A place may have nothing walkable left, or obstacles on a connection.
        let Ok(result) = Mesh::build(&scene(seed)) else { continue };
        built += 1;
        assert_eq!(result.mesh.check(), Ok(()), "seed {seed}");
    }
    assert!(2 * built > seeds.end - seeds.start, "only {built} places were good");
}

#[test]
fn flat_places_keep_the_invariants() {
    check_all(0..400, scenes::flat);
}

#[test]
fn cluttered_places_keep_the_invariants() {
    check_all(0..300, |seed| sample::clutter(seed, seed as usize % 30, seed % 2 == 0));
}

#[test]
fn layered_places_keep_the_invariants() {
    check_all(0..300, scenes::layered);
}
