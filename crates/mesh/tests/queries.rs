//! Every query against brute force, on places that nobody would draw.

use throng_mesh::naive::{BLUR, Naive};
use throng_mesh::sample::clutter;
use throng_mesh::{LayerId, Mesh, Position, Scene};
use throng_voronoi::sample::Random;

const GROUND: LayerId = LayerId(0);

/// Compares a mesh with the oracle at random places. Returns how many were walkable.
fn compare(seed: u64, scene: &Scene, places: usize) -> usize {
    let mesh = match Mesh::build(scene) {
        Ok(built) => built.mesh,
        Err(error) => {
            // Obstacles may cover everything; nothing else can go wrong here.
            assert!(error.to_string().contains("walkable space is empty"), "seed {seed}: {error}");
            return 0;
        }
    };
    let naive = Naive::new(&scene.layers[0]);
    let mut random = Random::new(seed ^ 0x5eed);
    let (mut inside, mut outside, mut hint) = (Vec::new(), Vec::new(), None);
    for _ in 0..places {
        let at = [24.0 * random.unit() - 2.0, 18.0 * random.unit() - 2.0];
        if naive.is_blurred(at) {
            continue;
        }
        let position = Position::new(at, GROUND);
        let cell = mesh.locate(position, None);
        assert_eq!(cell.is_some(), naive.is_walkable(at), "seed {seed} at {at:?}");
        let hinted = mesh.locate(position, hint);
        assert_eq!(hinted.is_some(), cell.is_some(), "seed {seed} at {at:?} with hint {hint:?}");
        if cell.is_none() {
            outside.push(position);
            continue;
        }
        inside.push(at);
        hint = cell;
        let nearest = mesh.nearest(position, None).expect("it is walkable");
        let truth = naive.clearance(at);
        assert!((nearest.distance - truth).abs() < 3e-4, "seed {seed} at {at:?}: {nearest:?}, not {truth}");
        assert!(
            (mesh.clearance(position, hint).unwrap() - nearest.distance).abs() < 1e-12,
            "seed {seed} at {at:?}"
        );

        let retraction = mesh.retract(position, hint).expect("it is walkable");
        let footing = mesh.footing(position, hint).expect("it is walkable");
        let off = [0, 1].map(|k| (footing.retracted.at[k] - retraction.point[k]).abs());
        assert!(off[0] < 1e-6 && off[1] < 1e-6, "seed {seed} at {at:?}: {footing:?}, not {retraction:?}");
        assert!(
            (footing.t - retraction.t).abs() < 1e-6,
            "seed {seed} at {at:?}: {footing:?}, not {retraction:?}"
        );
        assert!(
            (footing.nearest, footing.clearance, footing.cell)
                == (nearest.point, nearest.distance, nearest.cell),
            "seed {seed} at {at:?}: {footing:?}, not {nearest:?}"
        );
        assert!(
            (footing.retracted_clearance - retraction.clearance).abs() < 1e-6,
            "seed {seed} at {at:?}: {footing:?}, not {retraction:?}"
        );
        let z = retraction.point;
        let there = Position::new(z, GROUND);
        assert!(
            (naive.clearance(z) - retraction.clearance).abs() < 3e-4,
            "seed {seed} at {at:?}: {retraction:?}"
        );
        // It lies on the ray from the nearest obstacle through the place, not before it.
        let n = nearest.point;
        let (u, v) = ([at[0] - n[0], at[1] - n[1]], [z[0] - n[0], z[1] - n[1]]);
        let off = (u[0] * v[1] - u[1] * v[0]).abs() / nearest.distance;
        assert!(off < 1e-6, "seed {seed} at {at:?}: {retraction:?} is off the ray by {off}");
        assert!(retraction.clearance > nearest.distance - 1e-9, "seed {seed} at {at:?}: {retraction:?}");
        // Two different obstacle points are equally near: a step further away from the first, the other is nearer.
        if retraction.clearance > 0.01 {
            let step = 1e-3 / retraction.clearance;
            let beyond = [z[0] + step * v[0], z[1] + step * v[1]];
            let clearance = naive.clearance(beyond);
            assert!(
                clearance < retraction.clearance + 1e-3 - 1e-9,
                "seed {seed} at {at:?}: {there:?} is not medial"
            );
        }
    }
    for position in outside {
        let near = mesh.nearest_walkable(position).expect("something is walkable");
        assert!(mesh.locate(near, None).is_some(), "seed {seed}: {near:?} of {position:?} is not walkable");
        let away = distance(near.at, position.at);
        // No place that is walkable is nearer, and between here and there lies a border.
        assert!(
            inside.iter().all(|&at| distance(at, position.at) > away - 1e-9),
            "seed {seed}: {near:?} of {position:?}"
        );
        assert!(away > naive.clearance(position.at) - BLUR, "seed {seed}: {near:?} of {position:?}");
    }
    inside.len()
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt()
}

#[test]
fn small_clutter_anywhere() {
    let walkable: usize =
        (0..300).map(|seed| compare(seed, &clutter(seed, 1 + seed as usize % 9, false), 60)).sum();
    assert!(walkable > 5_000, "only {walkable} places were walkable");
}

#[test]
fn small_clutter_that_touches() {
    let walkable: usize =
        (0..300).map(|seed| compare(seed, &clutter(seed, 1 + seed as usize % 12, true), 60)).sum();
    assert!(walkable > 5_000, "only {walkable} places were walkable");
}

#[test]
fn large_clutter() {
    let walkable: usize = (0..6).map(|seed| compare(seed, &clutter(seed, 60, seed % 2 == 0), 300)).sum();
    assert!(walkable > 100, "only {walkable} places were walkable");
}
