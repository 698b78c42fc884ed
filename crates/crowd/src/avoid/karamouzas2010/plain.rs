//! The same model, sample by sample.

use super::super::bounded;
use super::super::sample::{Sampler, alone};
use super::{COSINES, Karamouzas2010, TIE, first_collision};
use crate::plane::{Vector, dot, length, scale, sub};
use crate::view::{Neighbor, SeenWall, View};

impl Karamouzas2010 {
    /// The cheapest velocity and what it costs; of equal ones the first.
    fn plain(&self, view: &View<'_>) -> (Vector, f32) {
        let Some(samples) = self.samples(view) else {
            return (bounded(view.preferred, view.max_speed), 0.0);
        };
        let mut best = (samples.aim, samples.cost);
        for (turn, &cosine) in COSINES.iter().enumerate().take(samples.turns + 1) {
            for side in [-1.0, 1.0] {
                for speed in samples.speeds {
                    let velocity = scale(samples.direction(turn, side), speed);
                    let cost = self.effort(view, &samples, cosine, speed)
                        + self.danger(first_collision(view, velocity));
                    if cost < best.1 - TIE {
                        best = (velocity, cost);
                    }
                }
            }
        }
        (bounded(best.0, view.max_speed), best.1)
    }

    /// What a velocity out of the samples costs.
    fn cost(&self, view: &View<'_>, velocity: Vector) -> f32 {
        let Some(samples) = self.samples(view) else { return 0.0 };
        if velocity == samples.aim {
            return samples.cost;
        }
        let speed = length(velocity);
        let cosine = if speed > 0.0 { dot(velocity, samples.ahead) / speed } else { 1.0 };
        self.effort(view, &samples, cosine, speed) + self.danger(first_collision(view, velocity))
    }
}

#[test]
fn leaving_out_changes_nothing() {
    let model = Karamouzas2010::default();
    let mut sampler = Sampler::new(4);
    let (mut turned, mut same, mut worse) = (0, 0, 0);
    let count = 20_000;
    for _ in 0..count {
        let scene = sampler.scene();
        let view = scene.view();
        let fast = model.velocity(&view);
        let (plain, least) = model.plain(&view);
        if length(sub(fast, plain)) <= 1e-5 {
            same += 1;
            turned += u32::from(length(sub(fast, view.preferred)) > 0.1);
        } else {
            worse += u32::from(model.cost(&view, fast) > least + 1e-4);
        }
    }
    // Ties, and a few velocities along the tangent of somebody in contact, are decided by rounding.
    assert!(same >= count * 998 / 1_000, "only {same} of {count} alike");
    assert!(worse <= count / 2_000, "{worse} of {count} cost more");
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
