//! The judges themselves: they accept what is right, and find mistakes that were planted.

use throng_mesh::{Connection, Layer, LayerId, Ring, Scene, Terrain};

use crate::compare::compare;
use crate::definitions::violations;
use crate::hand;
use crate::plumb::Plumb;
use crate::random::Random;
use crate::rational::{Oracle, UNITS};
use crate::rays::shoot;
use crate::slices::Slices;
use crate::soups;

const STEP: f64 = 0.35;

fn rectangle([x0, y0]: [f64; 2], [x1, y1]: [f64; 2], z: f64) -> Ring {
    vec![[x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]]
}

fn layer(id: &str, walkable: Vec<Ring>) -> Layer {
    Layer { walkable, ..Layer::new(id) }
}

fn connection(between: [u32; 2], segment: [[f64; 2]; 2]) -> Connection {
    Connection::new(between.map(LayerId), segment)
}

/// A ground with a ramp that leads up from its border.
fn ground_and_ramp() -> Scene {
    let ground = layer("ground", vec![rectangle([0.0, 0.0], [4.0, 4.0], 0.0)]);
    // The border of the ground has corners where the ramp begins.
    let mut scene = Scene::of_layer("", ground);
    scene.layers[0].walkable[0].splice(2..2, [[4.0, 1.0, 0.0], [4.0, 3.0, 0.0]]);
    let ramp = vec![[4.0, 1.0, 0.0], [8.0, 1.0, 2.0], [8.0, 3.0, 2.0], [4.0, 3.0, 0.0]];
    scene.layers.push(layer("ramp", vec![ramp]));
    scene.connections.push(connection([0, 1], [[4.0, 1.0], [4.0, 3.0]]));
    scene
}

#[track_caller]
fn finds(scene: &Scene, what: &str) {
    let found = violations(scene, STEP);
    assert!(found.iter().any(|v| v.contains(what)), "{what:?} is not in {found:#?}");
}

#[test]
fn a_ground_with_a_ramp_is_a_scene() {
    assert_eq!(violations(&ground_and_ramp(), STEP), Vec::<String>::new());
    // Doors in an obstacle, lines and points are fine as well.
    let mut scene = ground_and_ramp();
    scene.layers[0].obstacles = vec![
        rectangle([1.0, 0.5], [1.2, 3.5], 0.0),
        vec![[2.0, 2.0, 0.0], [4.0, 3.0, 0.0]],
        vec![[3.0, 1.0, 0.0]],
    ];
    scene.layers[0].openings = vec![rectangle([1.0, 1.0], [1.2, 2.0], 0.0)];
    assert_eq!(violations(&scene, STEP), Vec::<String>::new());
}

#[test]
fn rings_that_are_none_are_found() {
    let mut scene = ground_and_ramp();
    scene.layers[0].walkable.push(vec![[5.0, 5.0, 0.0], [6.0, 5.0, 0.0]]);
    finds(&scene, "is no ring");
    let mut scene = ground_and_ramp();
    scene.layers[0].walkable[0].push([0.0, 4.0, 0.0]);
    finds(&scene, "repeats a corner");
    let mut scene = ground_and_ramp();
    scene.layers[0].walkable[0][0] = [0.00005, 0.0, 0.0];
    finds(&scene, "not on the grid");
    let mut scene = ground_and_ramp();
    scene.layers[0].walkable.push(rectangle([-1.0, 1.0], [1.0, 2.0], 0.0));
    finds(&scene, "cross");
}

#[test]
fn a_layer_that_overlaps_itself_is_found() {
    let mut scene = ground_and_ramp();
    scene.layers[0].walkable.push(rectangle([1.0, 1.0], [2.0, 2.0], 3.0));
    finds(&scene, "cover the same place");
    let mut scene = ground_and_ramp();
    let ring = scene.layers[0].walkable[0].clone();
    scene.layers[0].walkable.push(ring);
    finds(&scene, "cover the same place");
    // Crossing in corners only.
    let mut scene = ground_and_ramp();
    scene.layers[0].walkable.push(vec![[-1.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]]);
    finds(&scene, "cover the same place");
    let mut scene = ground_and_ramp();
    scene.layers[0].terrain = Some(Terrain {
        vertices: vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 3.0]],
        triangles: vec![[0, 1, 2], [0, 1, 3]],
    });
    finds(&scene, "lie over each other");
    // Twice the same.
    if let Some(terrain) = &mut scene.layers[0].terrain {
        terrain.triangles = vec![[0, 1, 2], [0, 2, 1]];
    }
    finds(&scene, "lie over each other");
    if let Some(terrain) = &mut scene.layers[0].terrain {
        terrain.triangles = vec![[0, 1, 2], [0, 2, 3]];
    }
    let found = violations(&scene, STEP);
    assert!(found.iter().all(|v| !v.contains("lie over each other")), "{found:?}");
}

#[test]
fn connections_that_are_none_are_found() {
    let changed = |change: &dyn Fn(&mut Scene)| {
        let mut scene = ground_and_ramp();
        change(&mut scene);
        scene
    };
    finds(&changed(&|s| s.connections[0].between[1] = LayerId(0)), "not between two layers");
    finds(&changed(&|s| s.connections[0].between[1] = LayerId(7)), "not between two layers");
    finds(&changed(&|s| s.connections[0].segment[1] = [4.0, 1.0]), "has no length");
    finds(&changed(&|s| s.connections[0].segment[1] = [4.0, 2.0]), "no corner of the border");
    finds(&changed(&|s| s.connections[0].segment[1] = [4.0, 4.0]), "no corner of the border");
    // Both layers on the same side.
    finds(&changed(&|s| s.layers[1].walkable[0].iter_mut().for_each(|c| c[0] = 8.0 - c[0])), "same side");
    // The ground goes on behind the connection.
    finds(
        &changed(&|s| {
            let next = vec![[4.0, 1.0, 0.0], [5.0, 1.0, 0.0], [5.0, 3.0, 0.0], [4.0, 3.0, 0.0]];
            s.layers[0].walkable.push(next);
        }),
        "both sides are walkable",
    );
    // The ground ends before the connection does: an obstacle lies along a part of it.
    let obstacle = vec![[4.0, 2.0, 0.0], [4.0, 3.0, 0.0], [3.0, 3.0, 0.0]];
    finds(&changed(&|s| s.layers[0].obstacles.push(obstacle.clone())), "meets it");
    finds(&changed(&|s| s.layers[0].obstacles.push(vec![[4.0, 2.0, 0.0], [3.0, 2.0, 0.0]])), "meets it");
    finds(&changed(&|s| s.layers[0].obstacles.push(vec![[4.0, 1.0, 0.0], [4.0, 2.0, 0.0]])), "meets it");
    finds(&changed(&|s| s.layers[1].obstacles.push(vec![[4.0, 2.0, 0.0]])), "is on it");
    // A part of the ground touches it from behind.
    let behind = vec![[4.0, 2.0, 0.0], [5.0, 1.5, 0.0], [5.0, 2.5, 0.0]];
    finds(&changed(&|s| s.layers[0].walkable.push(behind.clone())), "meets it");
    // Twice.
    finds(&changed(&|s| s.connections.push(s.connections[0].clone())), "it meets connection 0");
    // Too high, by the surface and by the corners.
    finds(&changed(&|s| s.layers[0].walkable[0].iter_mut().for_each(|c| c[2] = 0.36)), "heights");
    finds(&changed(&|s| s.layers[1].walkable[0].iter_mut().for_each(|c| c[2] -= 0.36)), "heights");
    let fine = changed(&|s| s.layers[0].walkable[0].iter_mut().for_each(|c| c[2] = 0.34));
    assert_eq!(violations(&fine, STEP), Vec::<String>::new());
}

/// Three layers that meet in one point inside of the surface; the ends there are no walls.
#[test]
fn an_end_inside_of_the_surface_is_found() {
    let middle = [5.0, 5.0, 0.0];
    let third = |a: [f64; 3], b: [f64; 3], c: [f64; 3]| vec![middle, a, b, c];
    let around = [[10.0, 5.0, 0.0], [10.0, 10.0, 0.0], [0.0, 10.0, 0.0], [0.0, 0.0, 0.0], [10.0, 0.0, 0.0]];
    let rings = [
        third(around[0], around[1], around[2]),
        vec![middle, around[2], around[3]],
        third(around[3], around[4], around[0]),
    ];
    let layers = rings.into_iter().zip(["a", "b", "c"]).map(|(ring, id)| layer(id, vec![ring])).collect();
    let to = |k: usize| [[5.0, 5.0], [around[k][0], around[k][1]]];
    let connections = vec![connection([0, 1], to(2)), connection([1, 2], to(3)), connection([2, 0], to(0))];
    let mut scene = Scene { name: String::new(), layers, connections };
    finds(&scene, "inside of the walkable surface");
    assert_eq!(violations(&scene, STEP).len(), 3, "one end of each");
    // With one of them gone there is a wall, and all is well.
    scene.connections.pop();
    assert_eq!(violations(&scene, STEP), Vec::<String>::new());
    // The same if a line begins there.
    scene.connections.push(connection([2, 0], to(0)));
    scene.layers[1].obstacles.push(vec![middle, [4.0, 5.0, 0.0]]);
    assert_eq!(violations(&scene, STEP), Vec::<String>::new());
}

/// The share of the walkable places times the area is the area, roughly: hand and oracle agree.
#[test]
fn the_oracle_finds_the_areas_that_were_found_by_hand() {
    for case in hand::all() {
        if case.options.close_gaps > 0.0 {
            continue;
        }
        let oracle = Oracle::new(&case.model, &case.options);
        let [low, high] = oracle.bounds();
        let mut random = Random(7);
        let (mut walkable, mut strata) = (0, 0);
        // A random place in each of 70 by 70 squares.
        let side = [0, 1].map(|k| (high[k] - low[k]) / 70);
        for square in 0..4900 {
            let at = [0, 1]
                .map(|k| low[k] + side[k] * [square % 70, square / 70][k] + random.between(0, side[k] - 1));
            walkable += oracle.walkable(at).len();
            strata += 1;
        }
        let whole = side.map(|s| 70.0 * s as f64 / UNITS);
        let area = whole[0] * whole[1] * walkable as f64 / f64::from(strata);
        let off = (area - case.area).abs();
        // Only squares at borders are in doubt.
        assert!(off < 0.006 * case.area, "{}: {area} instead of {}", case.name(), case.area);
    }
}

#[test]
fn a_comparison_finds_planted_mistakes() {
    let case = hand::named("pillar");
    let oracle = Oracle::new(&case.model, &case.options);
    let mut scene = Scene::of_layer("", layer("floor", vec![rectangle([0.0, 0.0], [10.0, 10.0], 0.0)]));
    scene.layers[0].obstacles.push(rectangle([4.0, 4.0], [5.0, 5.0], 0.0));
    scene.layers.push(layer("top", vec![rectangle([4.0, 4.0], [5.0, 5.0], 3.0)]));
    let right = compare(&oracle, &scene, 1, 2000);
    assert!(right.differences.is_empty(), "{right:?}");
    assert!(right.places > 1500 && right.walkable > 1500, "{right:?}");
    let wrong = |change: &dyn Fn(&mut Scene)| {
        let mut scene = scene.clone();
        change(&mut scene);
        let found = compare(&oracle, &scene, 1, 2000);
        assert!(!found.differences.is_empty(), "nothing found in {scene:?}");
    };
    wrong(&|s| s.layers[0].obstacles.clear());
    wrong(&|s| s.layers.truncate(1));
    wrong(&|s| s.layers[1].walkable[0].iter_mut().for_each(|c| c[2] = 2.99));
    wrong(&|s| s.layers[0].walkable[0][0] = [0.001, 0.0, 0.0]);
    wrong(&|s| s.layers[0].obstacles.push(rectangle([3.0, 7.0], [3.3, 7.3], 0.0)));
}

/// Slices and hand agree on what hangs together.
#[test]
fn slices_find_the_components_that_were_found_by_hand() {
    for case in hand::all().into_iter().filter(|case| case.options.close_gaps == 0.0) {
        let oracle = Oracle::new(&case.model, &case.options);
        let found = Slices::new(&oracle, 1, 20).components();
        let sizes: Vec<_> = found.iter().map(|spots| (spots.len(), spots[0])).collect();
        assert_eq!(found.len(), case.components, "{}: {sizes:?}", case.name());
    }
}

/// Fractions and floats, written apart, say the same.
#[test]
fn both_oracles_agree() {
    let hand = hand::all().into_iter().map(|case| (case.model, case.options));
    let soups = (0..60).flat_map(|seed| [soups::blocks(seed), soups::slopes(seed)]);
    let (mut places, mut walkable) = (0, 0);
    for (model, options) in hand.chain(soups.map(|model| (model, soups::options()))) {
        let oracle = Oracle::new(&model, &options);
        let plumb = Plumb::new(&model, &options);
        let [low, high] = oracle.bounds();
        let mut random = Random(9);
        for _ in 0..200 {
            let at = [0, 1].map(|k| random.between(low[k], high[k]));
            let units = at.map(|v| v as f64);
            let met = plumb.meetings(units);
            let margin = oracle.margin(at);
            if margin < 1e-3 {
                continue;
            }
            assert!(
                (margin.min(20.0) - plumb.margin(units, &met).min(20.0)).abs() < 1e-3,
                "{}: {at:?}",
                model.name
            );
            let expected = oracle.walkable(at);
            let got: Vec<f64> =
                met.iter().filter(|m| plumb.is_walkable(&met, m)).map(|m| m.height / UNITS).collect();
            let same = expected.len() == got.len()
                && expected.iter().zip(&got).all(|(e, g)| (e - g).abs() < 1e-9 * (1.0 + e.abs()));
            assert!(same, "{}: at {at:?} {expected:?} and {got:?}", model.name);
            places += 1;
            walkable += got.len();
        }
    }
    assert!(places > 20_000 && walkable > 20_000, "{places} places, {walkable} walkable");
}

#[test]
fn lines_find_planted_mistakes() {
    let case = hand::named("pillar");
    let mut scene = Scene::of_layer("", layer("floor", vec![rectangle([0.0, 0.0], [10.0, 10.0], 0.0)]));
    scene.layers[0].obstacles.push(rectangle([4.0, 4.0], [5.0, 5.0], 0.0));
    scene.layers.push(layer("top", vec![rectangle([4.0, 4.0], [5.0, 5.0], 3.0)]));
    let far = |scene: &Scene| {
        let found = shoot(&case.model, &case.options, scene, 4000, 1);
        assert!(found.hits > 2000 && found.walkable > 1500 && (found.area - 100.0).abs() < 1.0, "{found:?}");
        let far = found.differences.iter().filter(|difference| difference.margin > crate::rays::MARGIN);
        far.map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(far(&scene), Vec::<String>::new(), "nothing is wrong");
    scene.layers[1].walkable[0][0] = [3.9996, 3.9996, 3.0];
    assert!(!far(&scene).is_empty(), "a corner that is a few units off");
    scene.layers[1].walkable[0][0] = [4.0, 4.0, 3.0];
    scene.layers[0].obstacles.clear();
    assert!(!far(&scene).is_empty(), "the floor goes on in the pillar");
}
