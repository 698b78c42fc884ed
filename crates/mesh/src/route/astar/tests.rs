//! Paths against the oldest way to find them: relax all edges until nothing changes.

use super::*;
use crate::id::EdgeId;
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::route::Costs;
use crate::route::Planner;
use crate::route::partial::OnAxis;
use crate::sample;
use crate::scene::{LayerId, Scene};

/// Costs that depend on the edge and the direction.
struct Odd;

impl Costs for Odd {
    fn cost(&self, mesh: &Mesh, step: Step) -> f64 {
        let EdgeId(edge) = step.edge;
        let factor = 1.0 + f64::from(edge * 7 % 11) / 3.0 + if step.forward { 0.0 } else { 0.7 };
        if edge % 13 == 0 { f64::INFINITY } else { factor * mesh.edges[step.edge.index()].length }
    }

    fn least(&self) -> f64 {
        1.0
    }
}

#[test]
fn paths_cost_the_least() {
    let (mut found, mut missing) = (0, 0);
    let mut planner = Planner::default();
    for seed in 0..80 {
        let scene = if seed % 10 == 9 { sample::floors() } else { sample::clutter(seed, 10, seed % 2 == 1) };
        let mesh = Mesh::build(&scene).expect("it makes a mesh").mesh;
        let places = places(&mesh, &scene, seed, 12);
        for radius in [0.0, 0.3, 0.8] {
            for costs in [None, Some(&Odd as &dyn Costs)] {
                for pair in places.chunks_exact(2) {
                    let expected = naive(&mesh, pair[0], pair[1], radius, costs);
                    let path = planner.path(&mesh, pair[0], pair[1], radius, costs);
                    match (&path, expected) {
                        (Ok(path), Some(cost)) => {
                            found += 1;
                            assert!((path.cost() - cost).abs() <= 1e-9 * (1.0 + cost), "{seed} {pair:?}");
                            check(&mesh, path, radius, costs);
                        }
                        (Err(_), None) => missing += 1,
                        _ => panic!("{seed} {pair:?} {radius}: {path:?}, but {expected:?}"),
                    }
                }
            }
        }
    }
    assert!(found > 500 && missing > 50, "{found} {missing}");
}

/// Walkable places of a scene.
fn places(mesh: &Mesh, scene: &Scene, seed: u64, count: usize) -> Vec<Position> {
    let mut random = throng_voronoi::sample::Random::new(seed);
    let mut places = Vec::new();
    for _ in 0..100_000 {
        let layer = (random.unit() * scene.layers.len() as f64) as usize;
        let ring = &scene.layers[layer].walkable[0];
        let [low, high] = crate::plane::bounds(ring.iter().map(|&[x, y, _]| [x, y]));
        let at = [0, 1].map(|axis| low[axis] + random.unit() * (high[axis] - low[axis]));
        let position = Position::new(at, LayerId(layer as u32));
        if mesh.locate(position, None).is_some() {
            places.push(position);
        }
        if places.len() == count {
            break;
        }
    }
    places
}

fn naive(mesh: &Mesh, from: Position, to: Position, radius: f64, costs: Option<&dyn Costs>) -> Option<f64> {
    let room = radius - 1e-6;
    let [start, goal] = [from, to].map(|position| mesh.retract(position, None).expect("walkable"));
    if [from, to].iter().any(|&position| mesh.clearance(position, None).is_none_or(|c| c < room)) {
        return None;
    }
    let [start, goal] = [start, goal].map(|r| OnAxis { cell: r.cell, t: r.t });
    let edges: Vec<EdgeId> = mesh.edges().map(|edge| edge.id()).collect();
    let cost = |step: Step| {
        let edge = &mesh.edges[step.edge.index()];
        costs.map_or(edge.length, |costs| costs.cost(mesh, step))
    };
    let rate = |step: Step| cost(step) / mesh.edges[step.edge.index()].length;
    let edge_of = |place: OnAxis| mesh.cells[place.cell.index()].edge;
    let mut least = vec![f64::INFINITY; mesh.joints.len()];
    for (forward, partial) in [false, true].into_iter().zip(mesh.partials(start)) {
        let cost = partial.length * rate(Step { edge: edge_of(start), forward });
        if partial.min_clearance >= room && cost < least[partial.vertex.index()] {
            least[partial.vertex.index()] = cost;
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for &edge in edges.iter().filter(|edge| mesh.edges[edge.index()].min_clearance >= room) {
            let [a, b] = mesh.ends_of_edge(edge);
            for (from, to, forward) in [(a, b, true), (b, a, false)] {
                let new = least[from.index()] + cost(Step { edge, forward });
                if new < least[to.index()] {
                    least[to.index()] = new;
                    changed = true;
                }
            }
        }
    }
    let mut best = f64::INFINITY;
    for (forward, partial) in [true, false].into_iter().zip(mesh.partials(goal)) {
        if partial.min_clearance >= room {
            let rest = partial.length * rate(Step { edge: edge_of(goal), forward });
            best = best.min(least[partial.vertex.index()] + rest);
        }
    }
    if let Some(span) = mesh.span_between(start, goal).filter(|span| span.min_clearance >= room) {
        let forward = (start.cell, start.t) <= (goal.cell, goal.t);
        best = best.min(span.length * rate(Step { edge: edge_of(start), forward }));
    }
    best.is_finite().then_some(best)
}

/// The steps follow each other, are wide enough, and cost what is said.
fn check(mesh: &Mesh, path: &Path, radius: f64, costs: Option<&dyn Costs>) {
    let [from, to] = path.ends.expect("found");
    let steps = path.steps();
    assert_eq!(steps.first().map(|step| step.edge), Some(from.edge));
    assert_eq!(steps.last().map(|step| step.edge), Some(to.edge));
    for pair in steps.windows(2) {
        let end = mesh.ends_of_edge(pair[0].edge)[usize::from(pair[0].forward)];
        let start = mesh.ends_of_edge(pair[1].edge)[usize::from(!pair[1].forward)];
        assert_eq!(end, start, "{steps:?}");
    }
    if steps.len() > 2 {
        let inner = &steps[1..steps.len() - 1];
        assert!(inner.iter().all(|step| mesh.edges[step.edge.index()].min_clearance >= radius - 1e-6));
    }
    if costs.is_none() {
        assert!((path.length(mesh) - path.cost()).abs() < 1e-9 * (1.0 + path.cost()));
    }
}
