//! Shortest routes against brute force, in the plane and over layers.

use throng_voronoi::sample::Random;

use super::*;
use crate::locate::Position;
use crate::naive::{Ground, NaiveRoutes};
use crate::sample::{Family, cut};
use crate::scene::{Layer, LayerId, Scene};

const RADII: [f64; 6] = [0.0, 0.1, 0.24, 0.45, 0.7, 1.0];

/// Compares routes between all pairs of a few places with brute force; returns how many there are, and how many pairs have none.
fn compare(name: &str, mesh: &Mesh, ground: &Ground, radius: f64, random: &mut Random) -> [usize; 2] {
    let approaches = places(mesh, random, radius, 6);
    let positions: Vec<Position> = approaches.iter().map(|approach| approach.position).collect();
    let naive = NaiveRoutes::new(ground, radius, &positions);
    let mut shortest = Shortest::default();
    let mut counts = [0; 2];
    for (i, from) in approaches.iter().enumerate() {
        for (j, to) in approaches.iter().enumerate().filter(|&(j, _)| j != i) {
            let name = format!("{name}, radius {radius}, {:?} to {:?}", from.position, to.position);
            let mut route = Route::default();
            route.begin(from.position, to.position);
            let found = shortest.plan(mesh, [from, to], radius, 0.0, f64::INFINITY, &mut route);
            let wanted = naive.length(i, j);
            assert_eq!(found, wanted.is_some(), "{name}");
            counts[usize::from(!found)] += 1;
            let Some(wanted) = wanted else { continue };
            // A disc of no radius is a tiny one for brute force, and for the search; its legs are those of a point.
            let tolerance = if radius == 0.0 { 2e-5 } else { 1e-7 };
            assert!((route.length() - wanted).abs() < tolerance, "{name}: {} or {wanted}", route.length());
            assert_eq!(route.check(), Ok(()), "{name}: {route:?}");
            let least = ground.clearance_of(&route);
            assert!(least > radius - 2.0 * SLACK || radius == 0.0, "{name}: {least}");
        }
    }
    counts
}

/// Places with room for a disc; some of them touch an obstacle.
fn places(mesh: &Mesh, random: &mut Random, radius: f64, count: usize) -> Vec<Approach> {
    let mut places = Vec::new();
    for k in 0..400 * count {
        if places.len() == count {
            break;
        }
        let joint = mesh.joints[random.below(mesh.joints.len())];
        let at = [0, 1].map(|k| joint.at[k] + 3.0 * (random.unit() - 0.5));
        let Some(approach) = mesh.approach(Position { at, layer: joint.layer }, radius) else { continue };
        if !approach.is_narrow && (k % 4 == 0 || approach.clearance >= radius) {
            places.push(approach);
        }
    }
    places
}

fn build(scene: &Scene) -> Option<Mesh> {
    Mesh::build(scene).ok().map(|built| built.mesh)
}

fn ring(corners: &[[f64; 2]]) -> Vec<[f64; 3]> {
    corners.iter().map(|&[x, y]| [x, y, 0.0]).collect()
}

/// The legs from one place to another.
fn legs(mesh: &Mesh, [from, to]: [Position; 2], radius: f64) -> Vec<crate::route::Leg> {
    let [start, goal] = [from, to].map(|position| mesh.approach(position, radius).expect("it is walkable"));
    let mut route = Route::default();
    route.begin(start.position, goal.position);
    assert!(Shortest::default().plan(mesh, [&start, &goal], radius, 0.0, f64::INFINITY, &mut route));
    route.legs
}

#[test]
fn as_brute_force() {
    let mut counts = [0; 2];
    for family in Family::ALL {
        for seed in 0..2 {
            let Some(mesh) = build(&family.scene(seed)) else { continue };
            let ground = Ground::flat(&mesh);
            let mut random = Random::new(seed);
            for radius in RADII {
                let more = compare(&format!("{family:?} {seed}"), &mesh, &ground, radius, &mut random);
                counts = [counts[0] + more[0], counts[1] + more[1]];
            }
        }
    }
    assert!(counts[0] > 2000 && counts[1] > 100, "{counts:?}");
}

#[test]
fn cut_into_layers() {
    let mut found = 0;
    for family in Family::ALL {
        let scene = family.scene(3);
        let size = scene.layers[0].walkable[0][2][0];
        let Some(scene) = cut(&scene, &[0.3141 * size, 0.7153 * size]) else { continue };
        let Some(mesh) = build(&scene) else { continue };
        let ground = Ground::flat(&mesh);
        let mut random = Random::new(1);
        for radius in RADII {
            found += compare(&format!("{family:?}"), &mesh, &ground, radius, &mut random)[0];
        }
    }
    assert!(found > 700, "{found}");
}

#[test]
fn up_a_spiral_around_its_newel() {
    // A ramp of two turns around a small square, each quarter of a turn a layer.
    let inner = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
    let mut scene = Scene { name: "spiral".into(), ..Scene::default() };
    for k in 0..8 {
        let [a, b] = [inner[k % 4], inner[(k + 1) % 4]];
        let outer = |[x, y]: [f64; 2]| [5.0 * x, 5.0 * y];
        let mut layer = Layer::new(format!("quarter {k}"));
        layer.walkable.push(ring(&[a, outer(a), outer(b), b]));
        scene.layers.push(layer);
        if k > 0 {
            let between = [LayerId(k as u32 - 1), LayerId(k as u32)];
            scene.connections.push(crate::scene::Connection::new(between, [a, outer(a)]));
        }
    }
    let mesh = build(&scene).expect("it is sound");
    let ends = [Position::new([0.0, 2.0], LayerId(0)), Position::new([2.0, 0.0], LayerId(7))];
    let ground = Ground::layered(&mesh);
    for radius in [0.0, 0.5] {
        let legs = legs(&mesh, ends, radius);
        let length: f64 = legs.iter().map(crate::route::Leg::length).sum();
        let wanted = NaiveRoutes::new(&ground, radius, &ends).length(0, 1).expect("there is a way up");
        assert!((length - wanted).abs() < 2e-5, "radius {radius}: {length} or {wanted}");
    }
}

#[test]
fn around_a_lone_point() {
    // In a narrow ring around a point the way is most of a circle.
    let mut layer = Layer::new("room");
    layer.walkable.push(ring(&[[-3.0, -3.0], [3.0, -3.0], [3.0, 3.0], [-3.0, 3.0]]));
    layer.obstacles.push(ring(&[[0.0, 0.0]]));
    layer.obstacles.push(ring(&[[0.0, -3.0], [0.0, -0.5]]));
    let mesh = build(&Scene::of_layer("room", layer)).expect("it is sound");
    let ends = [[-1.0, -0.3], [1.0, -0.3]].map(|at| Position::new(at, LayerId(0)));
    let legs = legs(&mesh, ends, 0.9);
    let [crate::route::Leg::Line { .. }, crate::route::Leg::Turn { angle, radius, .. }, _] = legs[..] else {
        panic!("{legs:?}")
    };
    assert!(angle < -2.6 && radius > 0.9 - 2.0 * SLACK, "{legs:?}");
}
