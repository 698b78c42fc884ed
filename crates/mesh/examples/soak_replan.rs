//! Planning again, after random changes of costs in random places, against searches in a prepared mesh.
//!
//! `cargo run --release -p throng-mesh --example soak_replan -- 1000000 1`: events, and the first seed.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::process::ExitCode;
use std::time::Instant;

use throng_mesh::sample::{self, Family};
use throng_mesh::{
    CostChange, Costs, EdgeId, LayerId, Mesh, Method, Path, Planner, Position, Replanner, Request, Scene,
    Step,
};
use throng_voronoi::sample::Random;

/// What a meter of each edge costs, backward and forward.
#[derive(Clone)]
struct Rates {
    of: Vec<[f64; 2]>,
    least: f64,
}

impl Costs for Rates {
    fn cost(&self, mesh: &Mesh, step: Step) -> f64 {
        let rate = self.of[step.edge.0 as usize][usize::from(step.forward)];
        if rate == f64::INFINITY { rate } else { rate * mesh.edge(step.edge).length() }
    }

    fn least(&self) -> f64 {
        self.least
    }
}

#[derive(Debug, Default)]
struct Counts {
    places: usize,
    events: usize,
    unaffected: usize,
    affected: usize,
    kept_without_search: usize,
    without_a_path: usize,
    repairs: usize,
    repairs_worse: usize,
    complaints: usize,
    /// Vertices looked at: from scratch, pruned, repairing.
    expanded: [usize; 3],
    /// Sum of costs: of all, and of repaired paths.
    costs: [f64; 2],
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut number = |default: u64| arguments.next().and_then(Result::ok).unwrap_or(default);
    let (events, first) = (number(100_000), number(1));
    let (start, mut counts) = (Instant::now(), Counts::default());
    for seed in first.. {
        if counts.events as u64 >= events {
            break;
        }
        let mut random = Random::new(seed);
        let Some(scene) = scene(seed, &mut random) else { continue };
        let Ok(built) = Mesh::build(&scene) else { continue };
        counts.places += 1;
        for _ in 0..40 {
            walk(&built.mesh, &scene, seed, &mut random, &mut counts);
        }
    }
    println!("{counts:#?}");
    let longer = 100.0 * (counts.costs[1] / counts.costs[0] - 1.0);
    println!("repaired paths cost {longer:.2} % more; {:.1} s", start.elapsed().as_secs_f64());
    if counts.complaints == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn scene(seed: u64, random: &mut Random) -> Option<Scene> {
    match seed % 12 {
        k @ 0..9 => Some(Family::ALL[k as usize].scene(seed)),
        9 => Some(sample::field(3 + random.below(8), seed)),
        10 => Some(sample::floors()),
        _ => sample::cut(&Family::Squares.scene(seed), &[7.0, 12.0, 19.5]),
    }
}

/// Walks along paths while costs change; compares all methods after each event.
fn walk(mesh: &Mesh, scene: &Scene, seed: u64, random: &mut Random, counts: &mut Counts) {
    let radius = [0.0, 0.1, 0.3][random.below(3)];
    let [from, to] = [(); 2].map(|()| place(mesh, scene, random));
    let mut rates = rates(random, mesh.num_edges());
    let (mut planner, mut replanner) = (Planner::default(), Replanner::default());
    let Ok(mut old) = planner.path(mesh, from, to, radius, Some(&rates)).cloned() else { return };
    for _ in 0..10 {
        let (new_rates, change) = change(&rates, mesh, &old, random);
        let here = if random.one_in(8) { place(mesh, scene, random) } else { along(mesh, &old, random) };
        let request = Request::new(here, to, radius);
        let expected = planner.path(mesh, here, to, radius, Some(&new_rates)).map(Path::cost).ok();
        counts.events += 1;
        for (k, method) in [Method::AStar, Method::Repair, Method::Odpa].into_iter().enumerate() {
            let new = replanner.replan(mesh, &old, &request, Some(&new_rates), &change, method);
            let is_right = match (&new, expected) {
                (Ok(new), Some(cost)) => {
                    let slack = 1e-9 * (1.0 + cost);
                    counts.expanded[[0, 2, 1][k]] += new.expanded;
                    match method {
                        Method::Repair => {
                            counts.repairs += usize::from(new.was_affected);
                            counts.repairs_worse += usize::from(new.path.cost() > cost + slack);
                            counts.costs[0] += cost;
                            counts.costs[1] += new.path.cost();
                        }
                        Method::AStar => {}
                        Method::Odpa => {
                            counts.affected += usize::from(new.was_affected);
                            counts.unaffected += usize::from(!new.was_affected);
                            counts.kept_without_search += usize::from(new.expanded == 0);
                        }
                    }
                    let off = new.path.cost() - cost;
                    if method == Method::Repair { off >= -slack } else { off.abs() <= slack }
                }
                (Err(_), None) => true,
                _ => false,
            };
            if !is_right {
                counts.complaints += 1;
                println!(
                    "seed {seed}, {method:?}: {new:?}, but {expected:?}; the old path cost {}",
                    old.cost()
                );
            }
        }
        rates = new_rates;
        if expected.is_none() {
            counts.without_a_path += 1;
            return;
        }
        old = replanner.path().clone();
    }
}

/// A random walkable place.
fn place(mesh: &Mesh, scene: &Scene, random: &mut Random) -> Position {
    loop {
        let layer = random.below(scene.layers.len());
        let ring = &scene.layers[layer].walkable[0];
        let coordinate = |axis: usize, random: &mut Random| {
            let all = || ring.iter().map(|corner| corner[axis]);
            let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
            low + random.unit() * (high - low)
        };
        let at = [coordinate(0, random), coordinate(1, random)];
        let position = Position::new(at, LayerId(layer as u32));
        if mesh.locate(position, None).is_some() {
            return position;
        }
    }
}

/// A place on one of the first edges of a path.
fn along(mesh: &Mesh, path: &Path, random: &mut Random) -> Position {
    let edge = mesh.edge(path.steps()[random.below(path.steps().len().min(4))].edge);
    let points: Vec<_> = edge.bending_points().collect();
    let point = points[random.below(points.len())];
    Position::new(point.at, point.layer)
}

fn rates(random: &mut Random, edges: usize) -> Rates {
    let (kind, least) = (random.below(4), [1.0, 0.5, 0.0][random.below(3)]);
    let of = (0..edges).map(|_| match kind {
        0 => [1.0; 2],
        1 => [rate(random, least); 2],
        _ => [rate(random, least), rate(random, least)],
    });
    Rates { of: of.collect(), least }
}

fn rate(random: &mut Random, least: f64) -> f64 {
    match random.below(8) {
        0 => f64::INFINITY,
        1 => least,
        _ => least + 3.0 * random.unit(),
    }
}

/// Changes the costs of some edges: of those that meet in a region, or of any.
fn change(old: &Rates, mesh: &Mesh, path: &Path, random: &mut Random) -> (Rates, CostChange) {
    let mut new = old.clone();
    let any = |random: &mut Random| EdgeId(random.below(mesh.num_edges()) as u32);
    let hit =
        if random.one_in(3) { any(random) } else { path.steps()[random.below(path.steps().len())].edge };
    let count = [1, 3, 10, 40][random.below(4)];
    let mut edges = vec![hit];
    if random.one_in(3) {
        edges.extend((0..count).map(|_| any(random)));
    } else {
        for k in 0..count {
            let Some(&edge) = edges.get(k) else { break };
            edges.extend(mesh.edge(edge).ends().into_iter().flat_map(|v| v.edges().map(|edge| edge.id())));
        }
    }
    edges.sort_unstable();
    edges.dedup();
    let kind = random.below(5);
    for &edge in &edges {
        for rate_of in &mut new.of[edge.0 as usize] {
            let changed = match kind {
                0 => f64::INFINITY,
                1 => old.least.max(0.3),
                2 => *rate_of * (1.0 + 2.0 * random.unit()),
                3 => old.least.max(*rate_of * random.unit()),
                _ => rate(random, old.least),
            };
            *rate_of = if changed.is_nan() { f64::INFINITY } else { changed };
        }
    }
    let changed = |is: fn(f64, f64) -> bool| -> Vec<EdgeId> {
        let all = (0..mesh.num_edges()).filter(|&e| (0..2).any(|d| is(old.of[e][d], new.of[e][d])));
        all.map(|e| EdgeId(e as u32)).collect()
    };
    let change = CostChange::of_costs(mesh, &changed(|old, new| new > old), &changed(|old, new| new < old));
    (new, change)
}
