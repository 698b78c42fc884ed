//! Planning again against relaxing all edges until nothing changes, in small places with random costs.

use throng_voronoi::sample::Random;

use super::*;
use crate::id::{CellId, EdgeId};
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::plane::bounds;
use crate::route::{Costs, Path, Planner, Request, SLACK, Spot, Step, Task, Toll};
use crate::sample::{self, Family};
use crate::scene::{LayerId, Scene};

/// What a meter of each edge costs, backward and forward.
#[derive(Clone)]
struct Rates {
    of: Vec<[f64; 2]>,
    least: f64,
}

impl Costs for Rates {
    fn cost(&self, mesh: &Mesh, step: Step) -> f64 {
        let rate = self.of[step.edge.index()][usize::from(step.forward)];
        if rate == f64::INFINITY { rate } else { rate * mesh.edges[step.edge.index()].length }
    }

    fn least(&self) -> f64 {
        self.least
    }
}

impl Rates {
    fn new(random: &mut Random, edges: usize) -> Self {
        // All alike, of all kinds, or each direction for itself.
        let (kind, least) = (random.below(4), [1.0, 0.5, 0.0][random.below(3)]);
        let of = (0..edges).map(|_| match kind {
            0 => [1.0; 2],
            1 => [rate(random, least); 2],
            _ => [rate(random, least), rate(random, least)],
        });
        Self { of: of.collect(), least }
    }

    /// Changes some of them.
    fn change(&self, mesh: &Mesh, old: &Path, random: &mut Random) -> (Self, CostChange) {
        let mut new = self.clone();
        let hit = match random.below(3) {
            0 => EdgeId(random.below(mesh.num_edges()) as u32),
            _ => old.steps[random.below(old.steps.len())].edge,
        };
        let count = [1, 3, 10, 40][random.below(4)];
        let mut edges = vec![hit];
        if random.one_in(3) {
            edges.extend((0..count).map(|_| EdgeId(random.below(mesh.num_edges()) as u32)));
        } else {
            // A region: edges that meet.
            for k in 0..count {
                let Some(&edge) = edges.get(k) else { break };
                let around = mesh.ends_of_edge(edge).map(|joint| mesh.around(joint)).into_iter().flatten();
                edges.extend(around.map(|f| mesh.cells[f.cell().index()].edge));
            }
        }
        edges.sort_unstable();
        edges.dedup();
        let kind = random.below(5);
        for &edge in &edges {
            let rates = &mut new.of[edge.index()];
            for rate_of in rates.iter_mut() {
                *rate_of = match kind {
                    0 => f64::INFINITY,
                    1 => self.least.max(0.3),
                    2 => *rate_of * (1.0 + 2.0 * random.unit()),
                    3 => self.least.max(*rate_of * random.unit()),
                    _ => rate(random, self.least),
                };
                if rate_of.is_nan() {
                    *rate_of = f64::INFINITY;
                }
            }
        }
        let mut change = CostChange::new(mesh);
        let changed = |is: fn(f64, f64) -> bool| -> Vec<EdgeId> {
            let all = (0..mesh.num_edges()).filter(|&e| (0..2).any(|d| is(self.of[e][d], new.of[e][d])));
            all.map(|e| EdgeId(e as u32)).collect()
        };
        change.add_costs(mesh, &changed(|old, new| new > old), &changed(|old, new| new < old));
        (new, change)
    }
}

fn rate(random: &mut Random, least: f64) -> f64 {
    match random.below(8) {
        0 => f64::INFINITY,
        1 => least,
        _ => least + 3.0 * random.unit(),
    }
}

/// A random walkable place.
fn place(mesh: &Mesh, scene: &Scene, random: &mut Random) -> Position {
    loop {
        let layer = random.below(scene.layers.len());
        let [low, high] = bounds(scene.layers[layer].walkable[0].iter().map(|&[x, y, _]| [x, y]));
        let at = [0, 1].map(|axis| low[axis] + random.unit() * (high[axis] - low[axis]));
        let position = Position::new(at, LayerId(layer as u32));
        if mesh.locate(position, None).is_some() {
            return position;
        }
    }
}

/// A place on a path, or rarely somewhere else.
fn along(mesh: &Mesh, scene: &Scene, path: &Path, random: &mut Random) -> Position {
    if random.one_in(8) {
        return place(mesh, scene, random);
    }
    let edge = mesh.edges[path.steps[random.below(path.steps.len().min(4))].edge.index()];
    let cell = CellId(edge.first_cell.0 + random.below(edge.num_cells as usize) as u32);
    let (start, end) = mesh.arc(cell).split(random.unit());
    let at = if random.one_in(5) { start.start } else { end.start };
    Position::new(at, mesh.layer_of(cell, at))
}

/// The least cost, by relaxing all edges.
fn naive(toll: &Toll<'_>, request: &Request) -> Option<f64> {
    let mesh = toll.mesh;
    let [from, to] = mesh.approaches(request, toll.room).ok()?;
    let [from, to] = [from, to].map(|end| Spot::new(mesh, end.on_axis(), toll.room));
    let mut least = vec![f64::INFINITY; mesh.joints.len()];
    for (vertex, cost) in Task::leaving(toll, &from) {
        if cost < least[vertex.index()] {
            least[vertex.index()] = cost;
        }
    }
    let steps = mesh.edges().flat_map(|edge| {
        [true, false].map(|forward| {
            let step = Step { edge: edge.id(), forward };
            (toll.ends(step), toll.step_cost(step, false))
        })
    });
    let steps: Vec<_> = steps.filter(|(_, cost)| *cost < f64::INFINITY).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for &([a, b], cost) in &steps {
            if least[a.index()] + cost < least[b.index()] {
                least[b.index()] = least[a.index()] + cost;
                changed = true;
            }
        }
    }
    let around = Task::arriving(toll, &to).map(|(vertex, cost)| least[vertex.index()] + cost);
    let direct = toll.along_edge(&from, &to).map(|(_, cost)| cost);
    around.into_iter().chain(direct).filter(|cost| cost.is_finite()).min_by(f64::total_cmp)
}

/// The steps follow each other, are wide enough, and cost what is said.
fn check(toll: &Toll<'_>, path: &Path) {
    let [from, to] = path.ends.expect("found");
    let steps = path.steps();
    let cost = match steps {
        [_] => toll.along_edge(&from, &to).expect("on one edge").1,
        _ => toll.cost_of(steps, &from, &to),
    };
    assert!((cost - path.cost()).abs() <= 1e-9 * (1.0 + cost), "{cost} {path:?}");
    assert_eq!([steps[0].edge, steps[steps.len() - 1].edge], [from.edge, to.edge], "{path:?}");
    for pair in steps.windows(2) {
        assert_eq!(toll.ends(pair[0])[1], toll.ends(pair[1])[0], "{path:?}");
    }
}

#[derive(Debug, Default)]
struct Counts {
    events: usize,
    unaffected: usize,
    affected: usize,
    idle: usize,
    improved: usize,
    missing: usize,
    repaired: usize,
    worse: usize,
}

/// Walks along paths while costs change; compares all methods after each event.
fn walk(mesh: &Mesh, scene: &Scene, random: &mut Random, counts: &mut Counts) {
    let radius = [0.0, 0.1, 0.3][random.below(3)];
    let [from, to] = [(); 2].map(|()| place(mesh, scene, random));
    let mut rates = Rates::new(random, mesh.num_edges());
    let Ok(mut old) = Planner::default().path(mesh, from, to, radius, Some(&rates)).cloned() else { return };
    let mut replanner = Replanner::default();
    for _ in 0..10 {
        let (new_rates, change) = rates.change(mesh, &old, random);
        let request = Request::new(along(mesh, scene, &old, random), to, radius);
        let toll = Toll { mesh, room: (radius - SLACK).max(0.0), costs: Some(&new_rates) };
        let expected = naive(&toll, &request);
        counts.events += 1;
        for method in [Method::AStar, Method::Repair, Method::Odpa] {
            let new = replanner.replan(mesh, &old, &request, toll.costs, &change, method);
            let (Ok(new), Some(cost)) = (&new, expected) else {
                assert!(new.is_err() && expected.is_none(), "{method:?} {new:?}, but {expected:?}");
                continue;
            };
            check(&toll, new.path);
            let slack = 1e-9 * (1.0 + cost);
            if method == Method::Repair {
                assert!(new.path.cost() >= cost - slack, "{new:?}, but {cost}");
                counts.repaired += usize::from(new.was_affected);
                counts.worse += usize::from(new.path.cost() > cost + slack);
            } else {
                assert!((new.path.cost() - cost).abs() <= slack, "{method:?} {new:?}, but {cost}");
            }
            if method == Method::Odpa {
                counts.unaffected += usize::from(!new.was_affected);
                counts.affected += usize::from(new.was_affected);
                counts.idle += usize::from(new.expanded == 0);
                counts.improved += usize::from(!new.was_affected && new.is_new);
            }
        }
        rates = new_rates;
        if expected.is_none() {
            counts.missing += 1;
            return;
        }
        old = replanner.path().clone();
    }
}

#[test]
fn pruned_paths_cost_the_least() {
    let mut counts = Counts::default();
    let mut scenes: Vec<Scene> =
        Family::ALL.iter().flat_map(|family| (0..4).map(|seed| family.scene(seed))).collect();
    scenes.extend([sample::floors(), sample::field(3, 1), sample::field(4, 2)]);
    let meshes: Vec<Mesh> = scenes.iter().map(|scene| Mesh::build(scene).expect("a mesh").mesh).collect();
    for seed in 0.. {
        let k = seed as usize % scenes.len();
        walk(&meshes[k], &scenes[k], &mut Random::new(seed), &mut counts);
        if counts.events >= 100_000 {
            break;
        }
    }
    let Counts { unaffected, affected, idle, improved, missing, repaired, worse, .. } = counts;
    assert!([unaffected, affected].into_iter().all(|count| count > 20_000), "{counts:?}");
    assert!([idle, improved, missing, repaired, worse].into_iter().all(|count| count > 5000), "{counts:?}");
}

#[test]
fn only_the_version_before_is_of_use() {
    let scene = sample::field(6, 1);
    let mut mesh = Mesh::build(&scene).expect("a mesh").mesh;
    let [from, to] = [[1.0, 1.0], [58.0, 20.0]].map(|at| Position::new(at, LayerId(0)));
    let old = Planner::default().path(&mesh, from, to, 0.3, None).expect("there is room").clone();
    // Far from the path and from the straight line, an edge went and another one came.
    let far = |&edge: &EdgeId| mesh.ends_of_edge(edge).iter().all(|&j| mesh.joint(j).at[1] > 50.0);
    let mut edges = (0..mesh.num_edges() as u32).map(EdgeId).filter(far);
    let [gone, came] = [(); 2].map(|()| edges.next().expect("the field is large"));
    drop(edges);
    let event = |version| crate::Event {
        version,
        edges_removed: vec![gone],
        edges_added: vec![came],
        ..crate::Event::default()
    };
    let request = Request::new(from, to, 0.3);
    let mut replanner = Replanner::default();
    let mut ask = |mesh: &Mesh, change: &CostChange| {
        let new =
            replanner.replan(mesh, &old, &request, None, change, Method::Odpa).expect("nothing in the way");
        assert!((new.path.cost() - old.cost()).abs() < 1e-9, "the same path");
        assert_eq!(new.path.version(), mesh.version(), "it is of this version");
        (new.was_affected, new.is_new, new.expanded)
    };
    mesh.version = 1;
    let first = CostChange::of_event(&mesh, &event(1));
    assert_eq!(ask(&mesh, &first), (false, false, 0), "it is kept without a search");
    // A second update: neither alone is enough, both together are.
    mesh.version = 2;
    let second = CostChange::of_event(&mesh, &event(2));
    for change in [&first, &second] {
        let (was_affected, _, expanded) = ask(&mesh, change);
        assert!(was_affected && expanded > 0, "from scratch");
    }
    let mut both = first.clone();
    both.add_event(&mesh, &event(2));
    assert_eq!([both.since(), both.version()], [0, 2]);
    assert_eq!(ask(&mesh, &both), (false, false, 0), "it is kept without a search");
    // An update is missing.
    mesh.version = 4;
    both.add_event(&mesh, &event(4));
    assert!(ask(&mesh, &both).0, "from scratch");
}

#[test]
fn other_radius_other_goal_other_mesh() {
    let mesh = Mesh::build(&sample::field(4, 1)).expect("a mesh").mesh;
    let other = Mesh::build(&sample::field(3, 2)).expect("a mesh").mesh;
    let [from, to, elsewhere] =
        [[1.0, 1.0], [28.0, 27.0], [3.0, 28.0]].map(|at| Position::new(at, LayerId(0)));
    let old = Planner::default().path(&mesh, from, to, 0.3, None).expect("there is room").clone();
    let mut replanner = Replanner::default();
    for method in [Method::AStar, Method::Odpa, Method::Repair] {
        for (mesh, goal, radius) in [(&mesh, to, 0.2), (&mesh, elsewhere, 0.3), (&other, to, 0.3)] {
            let request = Request::new(from, goal, radius);
            let expected = Planner::default().path(mesh, from, goal, radius, None).expect("room").cost();
            let new =
                replanner.replan(mesh, &old, &request, None, &CostChange::new(mesh), method).expect("room");
            assert!((new.path.cost() - expected).abs() < 1e-9, "{method:?}");
        }
        let outside = Position::new([-5.0, 0.0], LayerId(0));
        for request in [Request::new(outside, to, 0.3), Request::new(from, to, f64::NAN)] {
            let new = replanner.replan(&mesh, &old, &request, None, &CostChange::new(&mesh), method);
            assert!(new.is_err(), "{new:?}");
        }
        let new = replanner.replan(
            &mesh,
            &Path::default(),
            &Request::new(from, to, 0.3),
            None,
            &CostChange::new(&mesh),
            method,
        );
        assert!(new.is_ok(), "{new:?}");
    }
}

/// Lengths, but some edges are closed.
struct Closed(Vec<EdgeId>);

impl Costs for Closed {
    fn cost(&self, mesh: &Mesh, step: Step) -> f64 {
        if self.0.contains(&step.edge) { f64::INFINITY } else { mesh.edges[step.edge.index()].length }
    }

    fn least(&self) -> f64 {
        1.0
    }
}

#[test]
fn repairs_keep_what_they_can() {
    let scene = sample::field(8, 3);
    let mesh = Mesh::build(&scene).expect("a mesh").mesh;
    let mut random = Random::new(5);
    let mut replanner = Replanner::default();
    let mut repaired = 0;
    for _ in 0..300 {
        let [from, to] = [(); 2].map(|()| place(&mesh, &scene, &mut random));
        let Ok(old) = Planner::default().path(&mesh, from, to, 0.2, None).cloned() else { continue };
        let request = Request::new(from, to, 0.2);
        let mut ask = |hit: EdgeId, old: &Path| {
            let (closed, change) = (Closed(vec![hit]), CostChange::of_costs(&mesh, &[hit], &[]));
            let new = replanner.replan(&mesh, old, &request, Some(&closed), &change, Method::Repair);
            new.map(|new| (new.path.clone(), new.is_new, new.was_affected, new.expanded))
        };
        // Beside the path it does not matter.
        let beside = (0..mesh.num_edges() as u32)
            .map(EdgeId)
            .find(|edge| old.steps.iter().all(|step| step.edge != *edge));
        let kept = ask(beside.expect("there are others"), &old).expect("it is still there");
        assert_eq!((&kept.0.steps, kept.1, kept.2, kept.3), (&old.steps, false, false, 0));
        if old.steps.len() < 8 {
            continue;
        }
        // In the middle of it there is a detour, but not from the start.
        let middle = old.steps.len() / 2;
        let Ok((new, is_new, was_affected, _)) = ask(old.steps[middle].edge, &old) else { continue };
        assert!(is_new && was_affected && new.cost() > old.cost(), "{new:?}");
        assert!(new.steps.iter().all(|step| step.edge != old.steps[middle].edge), "{new:?}");
        let same = |k: usize| new.steps.get(k) == old.steps.get(k);
        let leave = (0..new.steps.len()).take_while(|&k| same(k)).count();
        assert!(leave <= middle, "{new:?}");
        repaired += usize::from(leave > 1 && new.steps.last() == old.steps.last());
    }
    assert!(repaired > 100, "{repaired}");
}
