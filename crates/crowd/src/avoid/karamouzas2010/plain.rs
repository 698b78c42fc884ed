//! The same model, sample by sample.

use super::super::bounded;
use super::super::sample::{Sampler, alone};
use super::{COSINES, Karamouzas2010, RIGHT_ANGLE, first_collision};
use crate::plane::{Vector, add, left_of, length, scale, sub};
use crate::view::{Neighbor, SeenWall, View};

impl Karamouzas2010 {
    /// The cheapest velocity and what it costs; of equal ones the first.
    fn plain(&self, view: &View<'_>) -> (Vector, f32) {
        let Some(samples) = self.samples(view) else {
            return (bounded(view.preferred, view.max_speed), 0.0);
        };
        let cost = |velocity| self.cost(view, &samples, velocity, first_collision(view, velocity));
        let mut best = (view.preferred, cost(view.preferred));
        for turn in 0..=samples.turns {
            for side in [-1.0, 1.0] {
                let across = scale(left_of(samples.ahead), side * COSINES[RIGHT_ANGLE - turn]);
                let direction = add(scale(samples.ahead, COSINES[turn]), across);
                for speed in samples.speeds {
                    // Standing still is a turn, too.
                    let turning = self.turning * 0.5 * (1.0 - COSINES[turn]);
                    let cost = cost(scale(direction, speed)) + if speed == 0.0 { turning } else { 0.0 };
                    if cost < best.1 {
                        best = (scale(direction, speed), cost);
                    }
                }
            }
        }
        (bounded(best.0, view.max_speed), best.1)
    }
}

#[test]
fn leaving_out_changes_nothing() {
    let model = Karamouzas2010::default();
    let mut sampler = Sampler::new(4);
    let (mut turned, mut same) = (0, 0);
    let count = 20_000;
    for case in 0..count {
        let scene = sampler.scene();
        let view = scene.view();
        let fast = model.velocity(&view);
        let (plain, least) = model.plain(&view);
        if length(sub(fast, plain)) <= 1e-5 {
            same += 1;
            turned += u32::from(length(sub(fast, view.preferred)) > 0.1);
            continue;
        }
        // Else it was a tie but for rounding. Grazing collisions are decided by rounding: look a little beside, too.
        let samples = model.samples(&view).expect("the two differ");
        let cost = |radius: f32| {
            let view = View { radius: view.radius + radius, wall_radius: view.wall_radius + radius, ..view };
            model.cost(&view, &samples, fast, first_collision(&view, fast))
        };
        let found = cost(0.0).min(cost(1e-5)).min(cost(-1e-5));
        assert!(found <= least + 1e-4, "{case}: {fast:?} costs {found}, {plain:?} {least}; {scene:?}");
    }
    assert!(same > count * 99 / 100, "only {same} of {count} alike");
    assert!(turned > count / 10, "only {turned} of {count} turned");
}

#[test]
fn by_hand() {
    let model = Karamouzas2010::default();
    assert_eq!(model.velocity(&alone()), [1.4, 0.0], "alone");
    // Angles at the published times.
    let degrees = |time| model.deviation(time) * (180.0 / std::f32::consts::PI);
    for (time, angle) in [(0.0, 90.0), (1.25, 45.0), (2.5, 30.0), (5.9, 30.0), (7.0, 15.0), (8.0, 0.0)] {
        assert!((degrees(time) - angle).abs() < 1e-3, "{time} s: {} degrees", degrees(time));
    }
    // Somebody who stands 3 m ahead, a little left: pass on the right, hardly slower.
    let neighbors = [Neighbor { offset: [3.0, 0.05], radius: 0.24, ..Neighbor::default() }];
    let [x, y] = model.velocity(&View { neighbors: &neighbors, ..alone() });
    assert!(y < -0.1 && y > -0.5 && x > 1.2, "{x} {y}");
    // The way along a wall that one touches is free.
    let walls = [SeenWall { from: [-9.0, -0.28], to: [9.0, -0.28] }];
    assert_eq!(model.velocity(&View { walls: &walls, ..alone() }), [1.4, 0.0], "along a wall");
}
