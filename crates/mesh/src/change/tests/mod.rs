//! A mesh that is mended is the one that would be built anew.

mod compare;
mod widths;
mod world;

use throng_voronoi::sample::{Random, layered};

use self::compare::compare;
use self::world::World;
use crate::locate::Position;
use crate::sample::{self, Family, ring};
use crate::scene::{Layer, LayerId, Scene};

/// A square of 100 m, empty.
fn square() -> Scene {
    let mut layer = Layer::new("floor");
    layer.walkable.push(ring(&[[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]]));
    Scene::of_layer("square", layer)
}

#[test]
fn points_come_and_go() {
    for seed in 0..4 {
        let mut random = Random::new(seed);
        let mut world = World::new(square()).expect("a scene");
        let original = world.mesh.clone();
        for step in 0..60 {
            let (p, start) = world.place(&mut random, seed % 2 == 0).expect("there is room");
            world.insert(&[p], start);
            world.mend_and_verify().unwrap_or_else(|error| panic!("seed {seed}, step {step}: {error}"));
        }
        while !world.things.is_empty() {
            let index = random.below(world.things.len());
            world.remove(index);
            let left = world.things.len();
            world.mend_and_verify().unwrap_or_else(|error| panic!("seed {seed}, {left} left: {error}"));
        }
        compare(&world.mesh, &original).expect("all is as it was");
    }
}

/// Random changes, one or a few at once, then all of them undone.
fn scramble(scene: Scene, seed: u64, steps: usize) {
    let name = scene.name.clone();
    let mut random = Random::new(seed);
    let Some(mut world) = World::new(scene) else { return };
    let original = world.mesh.clone();
    for step in 0..steps {
        for _ in 0..if random.one_in(3) { 1 + random.below(4) } else { 1 } {
            world.act(&mut random);
        }
        world.mend_and_verify().unwrap_or_else(|error| panic!("{name}, seed {seed}, step {step}: {error}"));
    }
    while !world.things.is_empty() {
        world.remove(random.below(world.things.len()));
        let left = world.things.len();
        world.mend_and_verify().unwrap_or_else(|error| panic!("{name}, seed {seed}, {left} left: {error}"));
    }
    world.open_all();
    world.mend_and_verify().unwrap_or_else(|error| panic!("{name}, seed {seed}, doors open: {error}"));
    compare(&world.mesh, &original).expect("all is as it was");
}

#[test]
fn things_come_and_go() {
    for family in Family::ALL {
        for seed in 0..3 {
            scramble(family.scene(seed), seed, 40);
        }
    }
}

/// Vertices between points know their side from others only, and change it when something is built around them.
#[test]
fn a_wall_around_points() {
    let mut random = Random::new(1);
    let mut world = World::new(square()).expect("a scene");
    let at =
        |x: f64, y: f64| (world.grid.snap([x, y]).expect("on the grid"), Position::new([x, y], LayerId(0)));
    let points: Vec<_> =
        (0..40).map(|_| at(50.0 + 4.0 * random.unit(), 50.0 + 4.0 * random.unit())).collect();
    let triangle = [[45.0, 45.0], [63.0, 46.0], [46.0, 64.0]].map(|[x, y]| at(x, y));
    for (p, start) in points {
        assert!(world.insert(&[p], start));
    }
    world.mend_and_verify().expect("points");
    let before = world.mesh.clone();
    assert!(world.insert(&triangle.map(|(p, _)| p), triangle[0].1));
    world.mend_and_verify().expect("nothing inside is walkable any more");
    assert!(world.mesh.num_cells() < before.num_cells() / 2);
    world.remove(world.things.len() - 1);
    world.mend_and_verify().expect("and all is walkable again");
    compare(&world.mesh, &before).expect("all is as it was");
}

#[test]
fn doors_open_and_close() {
    let places = [
        sample::floors(),
        sample::of_place(&layered::ramp(3, 4)),
        sample::of_place(&layered::spiral(2, 6)),
        sample::of_place(&layered::fan(5, true)),
    ];
    for scene in places {
        for seed in 0..3 {
            scramble(scene.clone(), seed, 40);
        }
    }
}
