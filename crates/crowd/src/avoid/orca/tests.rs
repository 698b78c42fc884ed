//! Compares with the naive version, on ordinary and nasty views.

use super::super::nearest::on_wall;
use super::super::sample::{Sampler, alone};
use super::neighbors::{Neighbors, overlap};
use super::plain::{self, Plane, Shadow, Wide, wide};
use super::walls::Walls;
use super::{HalfPlane, Orca};
use crate::plane::{Vector, length};
use crate::view::{Neighbor, SeenWall, View};

/// How much single precision may cost. A leg that starts close to a disc has a normal known to the root of the precision only. \[m/s\]
const TOLERANCE: f64 = 2e-3;

/// A half-plane touches a shadow, and the velocity is as far outside of it as of the best.
fn check_plane(plane: HalfPlane, shadow: &Shadow, toward: Wide, velocity: Wide, what: &str) {
    let normal = wide(plane.normal);
    let size = plain::dot(normal, normal).sqrt();
    assert!((size - 1.0).abs() < 1e-5, "{what}: normal of length {size}");
    let outside = plain::dot(normal, velocity) - f64::from(plane.offset);
    let best = shadow.most_outside(velocity, toward);
    // Relative, since overlaps ask for velocities of many meters per second.
    let tolerance = TOLERANCE * (1.0 + best.abs());
    assert!(
        (outside - best).abs() < tolerance,
        "{what}: outside by {outside}, not {best}: {plane:?}, {shadow:?}, {velocity:?}"
    );
    // The extent jumps to infinity beyond a leg, so look a little inside.
    let gap = Shadow { radius: shadow.radius * 0.99, ..*shadow };
    assert!(gap.extent(normal) <= f64::from(plane.offset) + tolerance, "{what}: cuts {shadow:?}");
}

#[test]
fn half_planes_of_neighbors() {
    let orca = Orca::default();
    let mut sampler = Sampler::new(11);
    let mut count = 0;
    for case in 0..8_000 {
        let scene = sampler.scene();
        let view = scene.view();
        let planes = Neighbors::new(&view, orca.horizon);
        for (index, (shadow, relative)) in plain::of_neighbors(&orca, &view).iter().enumerate() {
            let plane = planes.get(index);
            if overlap(view.neighbors[index].offset, shadow.radius as f32 + 1e-5) {
                // Overlap: the definition has no shadow; compared below.
                continue;
            }
            // Undo the halving: the own share is half of what the relative velocity lacks.
            let has = plain::dot(wide(plane.normal), wide(view.velocity));
            let lacks = 2.0 * (f64::from(plane.offset) - has);
            let offset = lacks + plain::dot(wide(plane.normal), *relative);
            let whole = HalfPlane { offset: offset as f32, ..plane };
            check_plane(whole, shadow, shadow.ends[0], *relative, &format!("{case}, {index}"));
            count += 1;
        }
    }
    assert!(count > 20_000, "only {count} compared");
}

/// Those who overlap: the half-plane touches the disc that is where they must be after one step.
#[test]
fn half_planes_of_overlaps() {
    let mut sampler = Sampler::new(12);
    for case in 0..20_000 {
        let offset = if case % 10 == 0 { [0.0, 0.0] } else { sampler.vector(0.3) };
        let velocity = if case % 20 == 0 { [1.0, 0.0] } else { sampler.vector(1.5) };
        let neighbors = [Neighbor { offset, velocity, radius: 0.24, ..Neighbor::default() }];
        let view = View { velocity: [1.0, 0.0], neighbors: &neighbors, random: 3 + (case << 40), ..alone() };
        let plane = Neighbors::new(&view, 5.0).get(0);
        let normal = wide(plane.normal);
        assert!((plain::dot(normal, normal).sqrt() - 1.0).abs() < 1e-5, "{case}: {plane:?}");
        if plain::dot(wide(offset), wide(offset)).sqrt() < 0.479 {
            // If both do as told, they are the sum of radii apart along the normal after one step.
            let velocity = wide(velocity);
            let share = f64::from(plane.offset) - normal[0];
            let relative =
                [1.0 - velocity[0] + 2.0 * share * normal[0], -velocity[1] + 2.0 * share * normal[1]];
            let after = [relative[0] * 0.1 - f64::from(offset[0]), relative[1] * 0.1 - f64::from(offset[1])];
            let apart = plain::dot(after, after).sqrt();
            assert!((apart - 0.48).abs() < 1e-4, "{case}: {apart} m apart");
        }
    }
}

#[test]
fn half_planes_of_walls() {
    let orca = Orca::default();
    let mut sampler = Sampler::new(13);
    let mut count = 0;
    for case in 0..60_000 {
        let mut scene = sampler.scene();
        scene.walls.truncate(1);
        let view = scene.view();
        let walls = Walls::new(&view, orca.wall_horizon);
        for (plane, shadow) in walls.planes().iter().zip(plain::of_walls(&orca, &view)) {
            let toward = wide(on_wall(&view.walls[0], [0.0, 0.0]));
            check_plane(*plane, &shadow, toward, wide(view.velocity), &format!("{case}"));
            assert!(plane.offset <= 0.0, "{case}: {plane:?} forbids to stand");
            count += 1;
        }
    }
    assert!(count > 10_000, "only {count} compared");
}

/// What is skipped because nearer walls cover it would not have changed what is allowed.
#[test]
fn covered_walls_are_outside() {
    let mut sampler = Sampler::new(14);
    let mut skipped = 0;
    for case in 0..20_000 {
        let scene = sampler.scene();
        let view = scene.view();
        let orca = Orca::default();
        let walls = Walls::new(&view, orca.wall_horizon);
        let shadows = plain::of_walls(&orca, &view);
        for shadow in &shadows {
            let alone = walls.planes().iter().any(|plane| {
                // The extent jumps to infinity beyond a leg, so look a little inside.
                let inside = Shadow { radius: shadow.radius * 0.99, ..*shadow };
                inside.extent(wide(plane.normal)) <= f64::from(plane.offset) + TOLERANCE
            });
            assert!(alone, "{case}: {shadow:?} is allowed");
        }
        skipped += usize::from(walls.planes().len() < shadows.len());
    }
    assert!(skipped > 100, "only {skipped} skipped");
}

/// On the same half-planes, the fast programs find what trying all candidates finds.
#[test]
fn programs() {
    let orca = Orca { noise: 0.0, ..Orca::default() };
    let mut sampler = Sampler::new(15);
    let (mut free, mut bound, mut crowded) = (0, 0, 0);
    for case in 0..100_000 {
        let mut scene = sampler.scene();
        // Short lists are more often feasible, and quick for the oracle.
        if case % 4 != 0 {
            scene.neighbors.truncate(6);
        }
        let view = scene.view();
        let found = orca.velocity(&view);
        let planes = planes(&orca, &view);
        let what = || format!("{case}: {found:?}, {scene:?}");
        let violation = |hard: bool| {
            let of = |plane: &Plane| plane.offset - plain::dot(plane.normal, wide(found));
            planes.iter().filter(|plane| plane.hard == hard).map(of).fold(0.0, f64::max)
        };
        assert!(violation(true) < 5e-5, "wall violated by {}: {}", violation(true), what());
        let speed = f64::from(view.max_speed);
        assert!(length(found) <= view.max_speed * 1.000_001, "{}", what());
        let slack = 1e-4;
        if violation(false) > slack {
            crowded += 1;
            // Every eighth, since the oracle is slow here.
            if crowded % 8 == 0 {
                // Walls that leave hardly more than standing still: what rounding grants there makes a difference.
                let most = plain::least_violation(&planes, speed, 0.0);
                let least = plain::least_violation(&planes, speed, slack);
                let found = violation(false);
                assert!(
                    found < most + 1e-3 && found > least - 1e-3,
                    "{found} not in {least}, {most}: {}",
                    what()
                );
            }
            continue;
        }
        // Allowed. Then it is as near to the aim as what is allowed strictly, and no nearer than what is allowed generously.
        let aim = wide(view.preferred);
        let away = |v: Wide| {
            let away = plain::sub(v, aim);
            plain::dot(away, away).sqrt()
        };
        let least = plain::nearest(&planes, aim, speed, slack, slack).map_or(0.0, away);
        assert!(
            away(wide(found)) >= least - 1e-4,
            "{} m/s is nearer than {least}: {}",
            away(wide(found)),
            what()
        );
        if let Some(strict) = plain::nearest(&planes, aim, speed, -slack, -slack) {
            assert!(
                away(wide(found)) <= away(strict) + 1e-4,
                "{} m/s is farther than {}: {}",
                away(wide(found)),
                away(strict),
                what()
            );
        }
        if away(wide(found)) < 1e-6 { free += 1 } else { bound += 1 }
    }
    assert!(free > 1_000 && bound > 10_000 && crowded > 10_000, "{free} {bound} {crowded}");
}

fn planes(orca: &Orca, view: &View<'_>) -> Vec<Plane> {
    let walls = Walls::new(view, orca.wall_horizon);
    let neighbors = Neighbors::new(view, orca.horizon);
    // Normals of single precision are not quite of length one.
    let widen = |plane: HalfPlane, hard| {
        let normal = wide(plane.normal);
        let size = plain::dot(normal, normal).sqrt();
        Plane { normal: [normal[0] / size, normal[1] / size], offset: f64::from(plane.offset) / size, hard }
    };
    let walls = walls.planes().iter().map(|&plane| widen(plane, true));
    let neighbors = (0..view.neighbors.len()).map(|index| widen(neighbors.get(index), false));
    walls.chain(neighbors).collect()
}

#[test]
fn by_hand() {
    let orca = Orca { noise: 0.0, ..Orca::default() };
    assert_eq!(orca.velocity(&alone()), [1.4, 0.0], "alone");
    // A wall 0.78 m ahead, of which 0.5 m are left: 0.5 m/s for one second.
    let walls = [SeenWall { from: [0.78, -5.0], to: [0.78, 5.0] }];
    let [x, y] = orca.velocity(&View { walls: &walls, ..alone() });
    assert!((x - 0.5).abs() < 1e-6 && y.abs() < 1e-6, "{x} {y}");
    // Head-on, a little to the left: both go to their right.
    let meet = |sign: f32| -> Vector {
        let neighbors = [Neighbor {
            offset: [3.0 * sign, 0.02 * sign],
            velocity: [-1.4 * sign, 0.0],
            radius: 0.24,
            ..Neighbor::default()
        }];
        let preferred = [1.4 * sign, 0.0];
        orca.velocity(&View { velocity: preferred, preferred, neighbors: &neighbors, ..alone() })
    };
    let (one, two) = (meet(1.0), meet(-1.0));
    assert!(one[1] < -0.01, "{one:?}");
    assert_eq!(one, [-two[0], -two[1]], "the same for both");
    // Squeezed between two who walk along and come nearer from both sides: the way ahead stays free.
    let side =
        |y: f32| Neighbor { offset: [0.0, y], velocity: [1.4, -y], radius: 0.24, ..Neighbor::default() };
    let neighbors = [side(0.45), side(-0.45)];
    let [x, y] = orca.velocity(&View { neighbors: &neighbors, ..alone() });
    assert!((x - 1.4).abs() < 0.05 && y.abs() < 1e-3, "{x} {y}");
}
