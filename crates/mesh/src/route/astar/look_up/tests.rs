//! Looking paths up against searching for them, and against the oldest way to find them.

use throng_voronoi::sample::Random;

use super::*;
use crate::density::{CostTable, DensityCosts, DensityPlanner, Occupancy};
use crate::id::CellId;
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::route::network::Network;
use crate::route::path::Path;
use crate::route::toll::Toll;
use crate::route::{Request, SLACK};
use crate::sample;
use crate::scene::{LayerId, Scene};

/// A place with a crowd, dense in some parts of it.
fn crowded(seed: u64) -> (Scene, Mesh, Occupancy, Random) {
    let scene = match seed % 5 {
        4 => sample::floors(),
        2 | 3 => sample::field(3 + (seed % 3) as usize, seed),
        _ => sample::clutter(seed, 10, seed % 2 == 1),
    };
    let mesh = Mesh::build(&scene).expect("it makes a mesh").mesh;
    let (mut occupancy, mut random) = (Occupancy::new(&mesh), Random::new(seed));
    for _ in 0..random.below(mesh.num_cells()) {
        let cell = CellId(random.below(mesh.num_cells()) as u32);
        occupancy.enter(cell, if random.one_in(3) { 2.0 * random.unit() } else { 0.3 });
    }
    (scene, mesh, occupancy, random)
}

fn some_place(scene: &Scene, mesh: &Mesh, random: &mut Random) -> Position {
    loop {
        let layer = random.below(scene.layers.len());
        let ring = &scene.layers[layer].walkable[0];
        let [low, high] = crate::plane::bounds(ring.iter().map(|&[x, y, _]| [x, y]));
        let at = [0, 1].map(|axis| low[axis] + random.unit() * (high[axis] - low[axis]));
        let position = Position::new(at, LayerId(layer as u32));
        if mesh.locate(position, None).is_some() {
            return position;
        }
    }
}

/// With everything in view nothing tells a path that was looked up from one that was searched for, but rounding.
#[test]
fn the_same_cost_as_a_search() {
    let (mut found, mut refused) = (0, 0);
    for seed in 0..30 {
        let (scene, mesh, occupancy, mut random) = crowded(seed);
        let costs = DensityCosts::new(&occupancy, [0.5, 10.0][(seed % 2) as usize]);
        for (radius, viewing) in [(0.1, f64::INFINITY), (0.4, 1e6)] {
            let table = CostTable::new(&mesh, &costs).with_trees(&mesh, radius, viewing);
            let (mut planner, mut other) = (DensityPlanner::default(), DensityPlanner::default());
            for _ in 0..25 {
                let [from, to] = [0; 2].map(|_| some_place(&scene, &mesh, &mut random));
                // Some need more room than the trees are for.
                let radius = if random.one_in(5) { 3.0 * radius } else { radius };
                let request = Request::new(from, to, radius);
                let searched = other.plan(&mesh, &request, viewing, &costs);
                match (planner.plan_by(&mesh, &request, viewing, &table), searched) {
                    (Ok(looked_up), Ok(searched)) => {
                        let [a, b] = [looked_up.path(), searched.path()].map(Path::cost);
                        assert!((a - b).abs() <= 1e-6 * (1.0 + b), "{seed} {request:?}: {a}, not {b}");
                        found += 1;
                    }
                    (Err(_), Err(_)) => refused += 1,
                    (looked_up, searched) => panic!("{seed} {request:?}: {looked_up:?}, not {searched:?}"),
                }
            }
        }
    }
    assert!(found > 500 && refused > 20, "{found} {refused}");
}

/// With less in view: the least of all ways over crossings, each of which goes by the length of its own best way, from the first crossing on.
#[test]
fn the_least_from_the_first_crossing_on() {
    let (mut answers, mut none) = (0, 0);
    for seed in 0..40 {
        let (scene, mesh, occupancy, mut random) = crowded(seed);
        let table = CostTable::new(&mesh, &DensityCosts::new(&occupancy, 10.0));
        let (room, viewing) = (0.2 - SLACK, [5.0, 15.0, 40.0][(seed % 3) as usize]);
        let network = mesh.network();
        let trees = Trees::new(network, room, viewing);
        let toll = Toll { mesh: &mesh, room, costs: Some(&table) };
        let question = Question { network, toll, viewing, trees: Some(&trees) };
        let mut astar = AStar::default();
        for _ in 0..25 {
            let [from, to] = [0; 2].map(|_| some_place(&scene, &mesh, &mut random));
            let Ok(ends) = mesh.approaches(&Request::new(from, to, 0.2), room) else { continue };
            let [from, to] = ends.each_ref().map(|end| Spot::new(&mesh, end.on_axis(), room));
            let mut climbed = [Vec::new(), Vec::new()];
            let climbs =
                [question.climb(&from, false, &mut climbed[0]), question.climb(&to, true, &mut climbed[1])];
            let is_one_way = from.edge == to.edge
                || question.meet(&climbed, &climbs, &mut Path::default())
                || !(climbs[0].gone.cost.is_finite() && climbs[1].gone.cost.is_finite());
            if is_one_way {
                continue;
            }
            astar.climbs = climbed;
            let Some(answer) = astar.look_up(&question, &trees, &climbs, [&from, &to], None) else {
                none += 1;
                continue;
            };
            let expected = naive(&mut astar, &question, network, &climbs, [&from, &to]);
            let cost = answer.map_or(f64::INFINITY, |(cost, _)| cost);
            let is_same = cost == expected || (cost - expected).abs() <= 1e-6 * (1.0 + expected);
            assert!(is_same, "{seed} {from:?} {to:?}: {cost}, not {expected}");
            answers += 1;
        }
    }
    assert!(answers > 300 && none > 3, "{answers} {none}");
}

/// One crossing after the other, always the one with the least cost; from both ends of the first chain apart.
fn naive(
    astar: &mut AStar,
    question: &Question<'_>,
    network: &Network,
    climbs: &[Climb; 2],
    [from, to]: [&Spot; 2],
) -> f64 {
    let mut best = f64::INFINITY;
    for (root, gone) in question.chain_ends(&climbs[0], from, false) {
        if root == NONE || !gone.cost.is_finite() {
            continue;
        }
        let mut known = vec![(f64::INFINITY, 0.0, false); network.crossings.len()];
        known[root as usize].0 = 0.0;
        loop {
            let open = (0..known.len()).filter(|&c| !known[c].2 && known[c].0.is_finite());
            let Some(c) = open.min_by(|&a, &b| known[a].0.total_cmp(&known[b].0)) else { break };
            known[c].2 = true;
            let (cost, length, _) = known[c];
            for way in network.ways(c as u32).iter().filter(|way| way.min_clearance >= question.toll.room) {
                let there = cost + question.way_cost(way, length);
                if there < known[way.to as usize].0 {
                    known[way.to as usize] = (there, length + way.length, false);
                }
            }
        }
        for (end, (last, _)) in question.chain_ends(&climbs[1], to, true).into_iter().enumerate() {
            if last != NONE && known[last as usize].0.is_finite() {
                let (cost, length, _) = known[last as usize];
                best = best.min(gone.cost + cost + astar.rest(question, &climbs[1], end, 0.0, length, to));
            }
        }
    }
    best
}
