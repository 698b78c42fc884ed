//! The oracle of routes judged by what can be worked out by hand, and by what must hold for any shortest way.

mod common;

use std::f64::consts::{FRAC_PI_2, PI};

use common::{ring, spiral, two_floors};
use throng_mesh::naive::{Ground, NaiveRoutes};
use throng_mesh::sample::{Family, cut};
use throng_mesh::{Layer, LayerId, Leg, Mesh, Position, Scene};
use throng_voronoi::sample::Random;

const GROUND: LayerId = LayerId(0);

/// What the planner takes off every radius. \[m\]
const SLACK: f64 = 1e-6;

#[test]
fn around_one_square() {
    let [from, to] = [[2.0, 5.0], [8.0, 5.0]];
    let ground = flat(&[&[[4.0, 4.0], [6.0, 4.0], [6.0, 6.0], [4.0, 6.0]]]);
    // A disc: to the circle around the first corner, around it, along the side, and the same back.
    let r = 0.5 - SLACK;
    let straight = (5.0_f64 - r * r).sqrt();
    let turned = slope_to_circle([2.0, 1.0], r);
    close(ground.length(0.5, from, to), 2.0 * (straight + r * turned) + 2.0, 1e-9);
    // A point.
    close(ground.length(0.0, from, to), 2.0 * 5.0_f64.sqrt() + 2.0, 3e-6);
    // There is 4 m on each side of the square.
    assert!(ground.length(1.9, from, to).is_some());
    assert_eq!(ground.length(2.0, [1.0, 5.0], to), None, "no room for the disc");
    let wide = [[2.0, 5.0], [8.0, 5.0]];
    assert!(ground.length(2.0, wide[0], wide[1]).is_some(), "as wide as the way");
    assert_eq!(ground.length(2.001, wide[0], wide[1]), None, "wider than the way");
}

#[test]
fn around_the_tip_of_a_wall() {
    // Half a turn, and the two straight pieces beside the wall.
    let ground = flat(&[&[[5.0, 0.0], [5.0, 5.0]]]);
    let r = 0.4 - SLACK;
    close(ground.length(0.4, [5.0 - r, 3.0], [5.0 + r, 3.0]), 4.0 + PI * r, 1e-9);
    close(ground.length(0.0, [4.0, 5.0], [6.0, 5.0]), 2.0, 3e-6);
    assert_eq!(ground.length(0.4, [4.7, 3.0], [6.0, 3.0]), None, "no room for the disc");
}

#[test]
fn between_two_points() {
    let ground = flat(&[&[[5.0, 4.5]], &[[5.0, 5.5]]]);
    let [from, to] = [[2.0, 5.0], [8.0, 5.0]];
    close(ground.length(0.45, from, to), 6.0, 1e-9);
    close(ground.length(0.5, from, to), 6.0, 1e-9);
    let around = ground.length(0.501, from, to).expect("there is a way around");
    assert!(around > 6.3 && around < 6.7, "{around}");
    // A quarter turn around a lone point: from its side to its top.
    let r = 1.0 - SLACK;
    let ground = flat(&[&[[5.0, 5.0]]]);
    close(ground.length(1.0, [5.0 - r, 5.0], [5.0, 5.0 + r]), FRAC_PI_2 * r, 1e-6);
}

#[test]
fn obstacles_that_touch_are_closed() {
    // Two squares touch in a corner, and close the room.
    let squares: [&[[f64; 2]]; 2] = [
        &[[0.0, 0.0], [5.0, 0.0], [5.0, 5.0], [0.0, 5.0]],
        &[[5.0, 5.0], [10.0, 5.0], [10.0, 10.0], [5.0, 10.0]],
    ];
    let [from, to] = [[2.0, 8.0], [8.0, 2.0]];
    assert_eq!(flat(&squares).length(0.0, from, to), None);
    // 1 mm apart, they are open for a point.
    let apart: Vec<[f64; 2]> = squares[1].iter().map(|[x, y]| [x + 0.001, y + 0.001]).collect();
    assert!(flat(&[squares[0], &apart]).length(0.0, from, to).is_some());
}

#[test]
fn all_families() {
    let (mut found, mut closed) = (0, 0);
    for family in Family::ALL {
        for seed in 0..3 {
            let Some(mesh) = build(&family.scene(seed)) else { continue };
            let mut random = Random::new(seed);
            let places: Vec<Position> = (0..5).map(|_| place(&mesh, &mut random, 0.11)).collect();
            let ground = Ground::flat(&mesh);
            let [small, large] = [0.1, 0.24].map(|radius| NaiveRoutes::new(&ground, radius, &places));
            for i in 0..places.len() {
                for j in 0..places.len() {
                    let name = format!("{family:?} {seed}, {:?} to {:?}", places[i], places[j]);
                    let there = small.length(i, j);
                    let back = small.length(j, i);
                    assert_eq!(there.is_some(), back.is_some(), "{name}");
                    let Some(length) = there else {
                        closed += 1;
                        assert_eq!(large.length(i, j), None, "{name}: open for a larger disc");
                        continue;
                    };
                    found += 1;
                    close(back, length, 1e-9);
                    assert!(length >= distance(places[i].at, places[j].at) - 1e-9, "{name}");
                    if let Some(wider) = large.length(i, j) {
                        assert!(wider > length - 1e-9, "{name}: shorter for a larger disc");
                    }
                    for k in 0..places.len() {
                        let around = small.length(i, k).zip(small.length(k, j)).map(|(a, b)| a + b);
                        assert!(around.is_none_or(|around| length < around + 1e-9), "{name} around {k}");
                    }
                    let route = small.route(i, j).expect("it was found");
                    assert_eq!(route.check(), Ok(()), "{name}");
                    close(Some(route.length()), length, 1e-9);
                    let clearance = ground.clearance_of(&route);
                    assert!(clearance > 0.1 - 2.0 * SLACK, "{name}: {clearance}");
                }
            }
        }
    }
    assert!(found > 200 && closed > 5, "{found} found, {closed} closed");
}

#[test]
fn flat_or_layered_is_the_same_where_nothing_overlaps() {
    let mut compared = 0;
    for seed in 0..16 {
        // The last family has more than a box to walk in.
        let family = Family::ALL[seed as usize % 8];
        let scene = family.scene(seed);
        let size = scene.layers[0].walkable[0][2][0];
        let Some(cut) = cut(&scene, &[0.3187 * size, 0.7077 * size]) else { continue };
        let Some(mesh) = build(&cut) else { continue };
        let mut random = Random::new(seed);
        let places: Vec<Position> = (0..4).map(|_| place(&mesh, &mut random, 0.25)).collect();
        for radius in [0.0, 0.24] {
            let flat = NaiveRoutes::new(&Ground::flat(&mesh), radius, &places);
            let layered = NaiveRoutes::new(&Ground::layered(&mesh), radius, &places);
            for (i, j) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
                let [one, other] = [&flat, &layered].map(|routes| routes.length(i, j));
                let name = format!("{family:?}, radius {radius}, {:?} to {:?}", places[i], places[j]);
                assert_eq!(one.is_some(), other.is_some(), "{name}");
                if let Some(length) = one {
                    assert!((other.unwrap_or(0.0) - length).abs() < 1e-9, "{name}: {one:?}, {other:?}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 30, "{compared} compared");
}

#[test]
fn over_floors_and_around_spirals() {
    for (name, scene) in [("two floors", two_floors()), ("spiral", spiral(2))] {
        let mesh = build(&scene).expect("it is sound");
        let ground = Ground::layered(&mesh);
        let mut random = Random::new(1);
        let places: Vec<Position> = (0..6).map(|_| place(&mesh, &mut random, 0.46)).collect();
        let [small, large] = [0.1, 0.45].map(|radius| NaiveRoutes::new(&ground, radius, &places));
        for i in 0..places.len() {
            for j in 0..places.len() {
                let name = format!("{name}, {:?} to {:?}", places[i], places[j]);
                let [short, long] = [&small, &large].map(|routes| routes.length(i, j));
                let short = short.unwrap_or_else(|| panic!("{name}"));
                assert!(long.is_some_and(|long| long > short - 1e-9), "{name}: {short}, {long:?}");
                close(small.length(j, i), short, 1e-9);
                let route = large.route(i, j).expect("it was found");
                assert_eq!(route.check(), Ok(()), "{name}");
                let clearance = ground.clearance_of(&route);
                assert!(clearance > 0.45 - 2.0 * SLACK, "{name}: {clearance}: {route:?}");
            }
        }
    }
}

#[test]
fn up_a_spiral_by_hand() {
    // Half a turn around the inner corners of a spiral: a taut string of their sides.
    let mesh = build(&spiral(2)).expect("it is sound");
    let ground = Ground::layered(&mesh);
    // On the first connection, close to its inner end, and a full turn later.
    let from = Position::new([4.0 + 1e-3, 0.5e-3], LayerId(0));
    let to = Position::new([4.0 + 1e-3, 0.5e-3], LayerId(8));
    let routes = NaiveRoutes::new(&ground, 0.0, &[from, to]);
    let side = distance([4.0, 0.0], [3.0, 3.0]);
    close(routes.length(0, 1), 8.0 * side, 1e-2);
    let legs = routes.route(0, 1).expect("there is a way up").legs().to_vec();
    assert!(legs.iter().filter(|leg| matches!(leg, Leg::Turn { .. })).count() >= 7, "{legs:?}");
}

/// A room of 10 m with obstacles.
struct Room(Ground);

impl Room {
    fn length(&self, radius: f64, from: [f64; 2], to: [f64; 2]) -> Option<f64> {
        NaiveRoutes::new(&self.0, radius, &[from, to].map(|at| Position::new(at, GROUND))).length(0, 1)
    }
}

fn flat(obstacles: &[&[[f64; 2]]]) -> Room {
    let mut layer = Layer::new("room");
    layer.walkable.push(ring(&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]));
    layer.obstacles = obstacles.iter().map(|corners| ring(corners)).collect();
    Room(Ground::flat(&build(&Scene::of_layer("room", layer)).expect("it is sound")))
}

fn build(scene: &Scene) -> Option<Mesh> {
    Mesh::build(scene).ok().map(|built| built.mesh)
}

/// A random place with room.
fn place(mesh: &Mesh, random: &mut Random, room: f64) -> Position {
    loop {
        let layer = LayerId(random.below(mesh.num_layers()) as u32);
        let at = [42.0 * random.unit() - 12.0, 42.0 * random.unit() - 12.0];
        let position = Position::new(at, layer);
        if mesh.clearance(position, None).is_some_and(|clearance| clearance > room) {
            return position;
        }
    }
}

/// The slope of the line that passes a circle on its left, as an angle.
#[expect(clippy::disallowed_methods, reason = "the last digits do not matter here")]
fn slope_to_circle(center: [f64; 2], radius: f64) -> f64 {
    center[1].atan2(center[0]) + (radius / distance(center, [0.0; 2])).asin()
}

fn close(found: Option<f64>, expected: f64, tolerance: f64) {
    let close = found.is_some_and(|found| (found - expected).abs() < tolerance);
    assert!(close, "{found:?}, not {expected}");
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt()
}
