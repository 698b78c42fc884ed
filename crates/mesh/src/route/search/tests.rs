//! Paths on changed meshes cost what those on prepared ones do.

use super::*;
use crate::locate::Position;
use crate::route::{Costs, Kind, Planner, Request};
use crate::sample::{self, Family};
use crate::scene::{LayerId, Scene};

/// Costs that depend on the edge and the direction; some edges cost nothing, some are closed.
struct Odd {
    seed: u32,
}

impl Costs for Odd {
    fn cost(&self, mesh: &Mesh, step: Step) -> f64 {
        let code =
            step.edge.0.wrapping_mul(2_654_435_761).wrapping_add(self.seed + u32::from(step.forward)) >> 8;
        match code % 11 {
            0 => f64::INFINITY,
            1 => 0.0,
            k => f64::from(k) * mesh.edges[step.edge.index()].length,
        }
    }

    fn least(&self) -> f64 {
        0.0
    }
}

/// The same mesh as after an update: nothing is prepared.
fn changed(mesh: &Mesh) -> Mesh {
    let mut changed = mesh.clone();
    changed.version = 1;
    changed
}

fn scenes() -> Vec<Scene> {
    let mut scenes: Vec<Scene> =
        Family::ALL.iter().flat_map(|family| (0..6).map(|seed| family.scene(seed))).collect();
    scenes.push(sample::floors());
    scenes.push(sample::field(6, 3));
    scenes
}

/// Walkable places of a scene.
fn places(mesh: &Mesh, scene: &Scene, seed: u64, count: usize) -> Vec<Position> {
    let mut random = throng_voronoi::sample::Random::new(seed);
    let mut places = Vec::new();
    while places.len() < count {
        let layer = random.below(scene.layers.len());
        let [low, high] =
            crate::plane::bounds(scene.layers[layer].walkable[0].iter().map(|&[x, y, _]| [x, y]));
        let at = [0, 1].map(|axis| low[axis] + random.unit() * (high[axis] - low[axis]));
        let position = Position::new(at, LayerId(layer as u32));
        if mesh.locate(position, None).is_some() {
            places.push(position);
        }
    }
    places
}

#[test]
fn paths_on_changed_meshes_cost_the_same() {
    let (mut found, mut missing) = (0, 0);
    let mut planner = Planner::default();
    for (k, scene) in scenes().iter().enumerate() {
        let mesh = Mesh::build(scene).expect("it makes a mesh").mesh;
        let changed = changed(&mesh);
        let mut places = places(&mesh, scene, k as u64, 60);
        // Neighbors, many of them on one edge.
        for i in 0..20 {
            let near = Position::new([places[i].at[0] + 0.2, places[i].at[1] - 0.1], places[i].layer);
            places.extend(mesh.locate(near, None).map(|_| [places[i], near]).into_iter().flatten());
        }
        let odd = Odd { seed: k as u32 };
        for radius in [0.0, 0.15, 0.35] {
            for costs in [None, Some(&odd as &dyn Costs)] {
                for pair in places.chunks_exact(2) {
                    let expected = planner.path(&mesh, pair[0], pair[1], radius, costs).cloned();
                    let path = planner.path(&changed, pair[0], pair[1], radius, costs);
                    match (expected, path) {
                        (Ok(expected), Ok(path)) => {
                            found += 1;
                            let off = (path.cost() - expected.cost()).abs();
                            assert!(
                                off <= 1e-9 * (1.0 + expected.cost()),
                                "{k} {pair:?} {path:?} {expected:?}"
                            );
                            check(&changed, path, radius, costs);
                        }
                        (Err(expected), Err(error)) => {
                            missing += 1;
                            assert_eq!(expected, error, "{k} {pair:?}");
                        }
                        (expected, path) => panic!("{k} {pair:?} {radius}: {path:?}, but {expected:?}"),
                    }
                }
            }
        }
        assert!(changed.network_at_hand().is_none(), "nobody asked for it");
        changed.prepare();
        assert!(changed.network_at_hand().is_some(), "it is there now");
    }
    assert!(found > 8000 && missing > 1000, "{found} {missing}");
}

/// The steps follow each other, are wide enough, and cost what is said.
fn check(mesh: &Mesh, path: &Path, radius: f64, costs: Option<&dyn Costs>) {
    let [from, to] = path.ends.expect("found");
    let (steps, room) = (path.steps(), (radius - crate::route::SLACK).max(0.0));
    let toll = Toll { mesh, room, costs };
    let cost = match steps {
        [_] => toll.along_edge(&from, &to).expect("on one edge").1,
        _ => toll.cost_of(steps, &from, &to),
    };
    assert!((cost - path.cost()).abs() <= 1e-9 * (1.0 + cost), "{cost} {path:?}");
    assert_eq!([steps[0].edge, steps[steps.len() - 1].edge], [from.edge, to.edge], "{path:?}");
    for pair in steps.windows(2) {
        assert_eq!(toll.ends(pair[0])[1], toll.ends(pair[1])[0], "{path:?}");
    }
    if let [_, inner @ .., _] = steps {
        assert!(inner.iter().all(|step| mesh.edges[step.edge.index()].min_clearance >= room), "{path:?}");
    }
}

#[test]
fn routes_on_changed_meshes_are_the_same() {
    let mut planner = Planner::default();
    let mut same = 0;
    for (k, scene) in scenes().iter().enumerate() {
        let mesh = Mesh::build(scene).expect("it makes a mesh").mesh;
        let changed = changed(&mesh);
        for pair in places(&mesh, scene, k as u64, 24).chunks_exact(2) {
            for kind in [Kind::Short, Kind::MEDIAL] {
                let request = Request::new(pair[0], pair[1], 0.15).with_clearance(0.2).with_kind(kind);
                let expected = planner.route(&mesh, &request).cloned();
                let route = planner.route(&changed, &request).cloned();
                assert_eq!(expected.is_ok(), route.is_ok(), "{k} {request:?}");
                same += usize::from(expected == route);
            }
        }
        assert!(changed.network_at_hand().is_none(), "nobody asked for it");
    }
    // Of two paths of one cost the one or the other.
    assert!(same > 1300, "{same}");
}
