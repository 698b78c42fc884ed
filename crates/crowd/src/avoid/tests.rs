//! What holds for all models.

use super::sample::{Sampler, alone};
use super::{Avoidance, Karamouzas2009, Karamouzas2010, Orca, SocialForce};
use crate::plane::{length, sub};
use crate::view::{Neighbor, SeenWall, View};

fn models() -> [Avoidance; 6] {
    [
        Avoidance::None,
        Avoidance::Karamouzas2009(Karamouzas2009::default()),
        Avoidance::Karamouzas2010(Karamouzas2010::default()),
        Avoidance::Orca(Orca::default()),
        Avoidance::SocialForce(SocialForce::default()),
        Avoidance::SocialForce(SocialForce { behind: 0.2, ..SocialForce::default() }),
    ]
}

#[test]
fn alone_one_walks_as_preferred() {
    for model in models() {
        let found = model.velocity(&alone());
        assert!(length(sub(found, alone().preferred)) < 0.02, "{model:?}: {found:?}");
    }
}

#[test]
fn velocities_can_be_had() {
    let mut sampler = Sampler::new(5);
    for case in 0..20_000 {
        let scene = sampler.scene();
        for model in models() {
            let found = model.velocity(&scene.view());
            assert!(length(found) <= 2.000_01, "{case}, {model:?}: {found:?}, {scene:?}");
        }
    }
}

/// Any finite numbers, however large or small, more neighbors and walls than are minded, and everything in one place.
#[test]
fn nonsense_gives_numbers() {
    let nasty = [0.0, -0.0, 1e-45, 1e-30, 1e-8, 0.24, 1.0, -1.0, 1e8, -1e20, f32::MAX, f32::MIN];
    let mut sampler = Sampler::new(6);
    for case in 0..20_000 {
        let kinds = [2, 6, 7, 12][case % 4];
        let mut number = || nasty[sampler.below(kinds)];
        let neighbors: Vec<Neighbor> = (0..20)
            .map(|_| Neighbor {
                offset: [number(), number()],
                velocity: [number(), number()],
                aim: [number(), number()],
                radius: number(),
                crowding: number(),
            })
            .collect();
        let walls: Vec<SeenWall> =
            (0..10).map(|_| SeenWall { from: [number(), number()], to: [number(), number()] }).collect();
        let view = View {
            velocity: [number(), number()],
            preferred: [number(), number()],
            speed: number(),
            max_speed: number(),
            radius: number(),
            wall_radius: number(),
            neighbors: &neighbors,
            walls: &walls,
            random: case as u64,
            reach: f32::INFINITY,
            dt: number(),
        };
        for model in models() {
            let [x, y] = model.velocity(&view);
            assert!(x.is_finite() && y.is_finite(), "{case}, {model:?}: {x} {y} for {view:?}");
        }
    }
}
