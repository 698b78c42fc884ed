//! Planning with a viewing distance against the planner, and against the oldest way to find paths: relax all edges until
//! nothing changes.

use throng_voronoi::sample::Random;

use super::*;
use crate::density::{
    CostTable, DelayTable, DensityCosts, DensityPlan, DensityPlanner, FundamentalDiagram, Occupancy,
};
use crate::id::CellId;
use crate::locate::Position;
use crate::route::{Planner, Request, SLACK};
use crate::sample;
use crate::scene::{LayerId, Scene};

/// A mesh with a crowd on it, and places to go to.
struct Case {
    mesh: Mesh,
    occupancy: Occupancy,
    places: Vec<Position>,
}

impl Case {
    fn new(seed: u64) -> Self {
        let scene = match seed % 10 {
            9 => sample::floors(),
            4..=8 => sample::field(3 + (seed % 2) as usize, seed),
            _ => sample::clutter(seed, 10, seed % 2 == 1),
        };
        let mesh = Mesh::build(&scene).expect("it makes a mesh").mesh;
        let places = places(&mesh, &scene, seed, 16);
        let mut case = Self { occupancy: Occupancy::new(&mesh), mesh, places };
        case.gather(&mut Random::new(seed));
        case
    }

    /// Another crowd: dense in some places, nobody in others.
    fn gather(&mut self, random: &mut Random) {
        self.occupancy = Occupancy::new(&self.mesh);
        for _ in 0..random.below(self.mesh.num_cells()) {
            let cell = CellId(random.below(self.mesh.num_cells()) as u32);
            // One large disc stands for many characters.
            self.occupancy.enter(cell, if random.one_in(3) { 2.0 * random.unit() } else { 0.3 });
        }
    }

    fn costs(&self, random: &mut Random) -> DensityCosts<'_> {
        let weight = [0.0, 0.3, 1.0, 3.0, 10.0][random.below(5)];
        let diagram = FundamentalDiagram::ALL[random.below(8)];
        DensityCosts::new(&self.occupancy, weight).with_diagram(diagram).with_free_speed(0.8 + random.unit())
    }
}

/// Walkable places of a scene.
fn places(mesh: &Mesh, scene: &Scene, seed: u64, count: usize) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut places = Vec::new();
    while places.len() < count {
        let layer = random.below(scene.layers.len());
        let ring = &scene.layers[layer].walkable[0];
        let [low, high] = crate::plane::bounds(ring.iter().map(|&[x, y, _]| [x, y]));
        let at = [0, 1].map(|axis| low[axis] + random.unit() * (high[axis] - low[axis]));
        let position = Position::new(at, LayerId(layer as u32));
        if mesh.locate(position, None).is_some() {
            places.push(position);
        }
    }
    places
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (1.0 + b)
}

/// The cost of a path by the definition, with costs that are known up to a distance; and that it is one: it hangs together and
/// is wide enough.
fn judge(mesh: &Mesh, path: &Path, radius: f64, costs: &dyn Costs, viewing: f64) -> f64 {
    let [from, to] = path.ends.expect("it was found");
    let room = radius - SLACK;
    let end = |step: Step| mesh.ends_of_edge(step.edge)[usize::from(step.forward)];
    for pair in path.steps.windows(2) {
        assert_eq!(end(pair[0]), end(pair[1].reversed()), "{path:?}");
    }
    let last = path.steps.len() - 1;
    assert_eq!((path.steps[0].edge, path.steps[last].edge), (from.edge, to.edge));
    let (mut cost, mut so_far) = (0.0, 0.0);
    for (k, &step) in path.steps.iter().enumerate() {
        let edge = mesh.edges[step.edge.index()];
        let (length, is_wide) = if last == 0 {
            let span = mesh.span_between(from.place, to.place).expect("on one edge");
            (span.length, span.min_clearance >= room)
        } else if k == 0 {
            (from.length_ahead(step), from.is_open_ahead(step))
        } else if k == last {
            (to.length_ahead(step.reversed()), to.is_open_ahead(step.reversed()))
        } else {
            (edge.length, edge.min_clearance >= room)
        };
        assert!(is_wide, "{path:?}");
        let seen = (viewing - so_far).clamp(0.0, length);
        if edge.length > 0.0 {
            cost += seen / edge.length * costs.cost(mesh, step) + (length - seen) * costs.least();
        }
        so_far += length;
    }
    assert!((so_far - path.length(mesh)).abs() < 1e-9, "{path:?}");
    cost
}

/// The least cost: relax all edges until nothing changes. Each vertex goes by the length of its own best way, as the search
/// does.
fn naive(case: &Case, from: &Spot, to: &Spot, room: f64, costs: &dyn Costs, viewing: f64) -> Option<f64> {
    let mesh = &case.mesh;
    let question = Question { mesh, room, costs, viewing, old: None };
    let mut best = question.along_edge(from, to).map_or(f64::INFINITY, |(_, cost)| cost);
    let mut known = vec![(f64::INFINITY, 0.0); mesh.joints.len()];
    let mut done = vec![false; mesh.joints.len()];
    for forward in [false, true] {
        let step = Step { edge: from.edge, forward };
        let (length, vertex) = (from.length_ahead(step), question.end(step).index());
        let cost = question.part(step, 0.0, length);
        if from.is_open_ahead(step) && cost < known[vertex].0 {
            known[vertex] = (cost, length);
        }
    }
    loop {
        let open = (0..known.len()).filter(|&v| !done[v] && known[v].0.is_finite());
        let Some(v) = open.min_by(|&a, &b| known[a].0.total_cmp(&known[b].0)) else { break };
        done[v] = true;
        let (cost, length) = known[v];
        for (k, edge) in mesh.edges.iter().enumerate() {
            for forward in [false, true] {
                let step = Step { edge: EdgeId(k as u32), forward };
                if question.end(step.reversed()).index() != v {
                    continue;
                }
                if step.edge == to.edge && to.is_open_ahead(step.reversed()) {
                    best = best.min(cost + question.part(step, length, to.length_ahead(step.reversed())));
                }
                let w = question.end(step).index();
                let there = cost + question.part(step, length, edge.length);
                if edge.min_clearance >= room && there < known[w].0 {
                    known[w] = (there, length + edge.length);
                }
            }
        }
    }
    best.is_finite().then_some(best)
}

fn spots(mesh: &Mesh, request: &Request) -> Option<[Spot; 2]> {
    let room = (request.radius - SLACK).max(0.0);
    let ends = mesh.approaches(request, room).ok()?;
    Some(ends.each_ref().map(|end| Spot::new(mesh, end.on_axis(), room)))
}

/// The search over all vertices, with nothing to join.
fn by_vertices(mesh: &Mesh, request: &Request, viewing: f64, costs: &dyn Costs) -> Option<Path> {
    let room = (request.radius - SLACK).max(0.0);
    let [from, to] = spots(mesh, request)?;
    let question = Question { mesh, room, costs, viewing, old: None };
    let mut path = Path::default();
    ViewSearch::default().find(&question, &from, &to, &mut path).then_some(path)
}

#[test]
fn without_a_limit_it_costs_what_a_star_costs() {
    let (mut found, mut missing, mut detours) = (0, 0, 0);
    let (mut planner, mut ours) = (Planner::default(), DensityPlanner::default());
    for seed in 0..80 {
        let mut case = Case::new(seed);
        let mut random = Random::new(seed + 1000);
        for _ in 0..1250 {
            case.gather(&mut random);
            let [from, to, then] = [(); 3].map(|()| case.places[random.below(case.places.len())]);
            let radius = [0.0, 0.24, 0.5][random.below(3)];
            let costs = case.costs(&mut random);
            let request = Request::new(from, to, radius);
            // An infinite distance goes to the planner; the largest finite one does not.
            let viewing = if random.one_in(8) { f64::INFINITY } else { f64::MAX };
            let plan = ours.plan(&case.mesh, &request, viewing, &costs);
            let path = planner.path(&case.mesh, from, to, radius, Some(&costs));
            let (plan, path) = match (plan, path) {
                (Ok(plan), Ok(path)) => (plan, path),
                (Err(one), Err(two)) => {
                    assert_eq!(one, two);
                    missing += 1;
                    continue;
                }
                (plan, path) => panic!("{seed}: {plan:?}, but {path:?}"),
            };
            found += 1;
            assert!(is_near(plan.path.cost, path.cost), "{seed}: {} {}", plan.path.cost, path.cost);
            let cost = judge(&case.mesh, &plan.path, radius, &costs, f64::INFINITY);
            assert!(is_near(plan.path.cost, cost), "{seed}: {} {cost}", plan.path.cost);
            let plain = planner.path(&case.mesh, from, to, radius, None).expect("as before");
            detours += u32::from(plain.steps != plan.path.steps);

            // Planned again from elsewhere, in another crowd.
            case.gather(&mut random);
            let costs = case.costs(&mut random);
            let mut again = plan.clone();
            let replanned = ours.replan(&case.mesh, &mut again, then, &costs);
            let path = planner.path(&case.mesh, then, to, radius, Some(&costs));
            match (replanned, path) {
                (Ok(()), Ok(path)) => {
                    assert!(is_near(again.path.cost, path.cost), "{seed}: {} {}", again.path.cost, path.cost);
                }
                (Err(one), Err(two)) => {
                    assert_eq!(one, two);
                    assert_eq!(again, plan);
                }
                (replanned, path) => panic!("{seed}: {replanned:?}, but {path:?}"),
            }
        }
    }
    assert!(found > 50_000 && missing > 5_000 && detours > 10_000, "{found} {missing} {detours}");
}

#[test]
fn with_a_limit_it_costs_what_relaxing_finds() {
    let (mut found, mut partly, mut cheaper) = (0, 0, 0);
    let (mut planner, mut ours) = (Planner::default(), DensityPlanner::default());
    for seed in 0..40 {
        let mut case = Case::new(seed);
        let mut random = Random::new(seed + 2000);
        for _ in 0..50 {
            case.gather(&mut random);
            let [from, to] = [(); 2].map(|()| case.places[random.below(case.places.len())]);
            let radius = [0.0, 0.24, 0.5][random.below(3)];
            let viewing = [0.0, 0.1, 3.0, 8.0, 15.0, 1e5][random.below(6)];
            let costs = case.costs(&mut random);
            let request = Request::new(from, to, radius);
            let Some([start, goal]) = spots(&case.mesh, &request) else { continue };
            let expected = naive(&case, &start, &goal, (radius - SLACK).max(0.0), &costs, viewing);
            let plan = ours.plan(&case.mesh, &request, viewing, &costs).ok();
            assert_eq!(plan.is_some(), expected.is_some(), "{seed}");
            let (Some(plan), Some(expected)) = (plan, expected) else { continue };
            found += 1;
            // From crossing to crossing a search may find a way that is cheaper, because it is longer and more of it is out of view.
            assert!(plan.path.cost <= expected * (1.0 + 1e-9), "{seed}: {} {expected}", plan.path.cost);
            cheaper += u32::from(!is_near(plan.path.cost, expected));
            // A table of these costs makes no difference, nor does one for all weights.
            let table = CostTable::new(&case.mesh, &costs);
            let delays = DelayTable::new(&case.mesh, &costs);
            let delays = delays.with_weight(costs.weight());
            for table in [&table as &dyn Costs, &delays] {
                let again = ours.plan(&case.mesh, &request, viewing, table).expect("as before");
                assert!(
                    is_near(again.path.cost, plan.path.cost),
                    "{seed}: {} {}",
                    again.path.cost,
                    plan.path.cost
                );
            }
            let path = by_vertices(&case.mesh, &request, viewing, &costs).expect("as before");
            assert!(is_near(path.cost, expected), "{seed}: {} {expected}", path.cost);
            assert!(
                is_near(path.cost, judge(&case.mesh, &path, radius, &costs, viewing)),
                "{seed}: {path:?}"
            );
            let cost = judge(&case.mesh, &plan.path, radius, &costs, viewing);
            assert!(is_near(plan.path.cost, cost), "{seed}: {} {cost}", plan.path.cost);
            let path = planner.path(&case.mesh, from, to, radius, Some(&costs)).expect("as before");
            let full = judge(&case.mesh, &plan.path, radius, &costs, f64::INFINITY);
            assert!(full >= path.cost * (1.0 - 1e-9), "{seed}: {full} {}", path.cost);
            partly += u32::from(full > 1.001 * path.cost);
        }
    }
    assert!(found > 600 && partly > 50 && cheaper < 10, "{found} {partly} {cheaper}");
}

/// How many of the last steps two paths have in common.
fn common(one: &Path, two: &Path) -> usize {
    one.steps.iter().rev().zip(two.steps.iter().rev()).take_while(|(a, b)| a == b).count()
}

#[test]
fn planned_again_in_part() {
    let (mut found, mut kept, mut other, mut joined) = (0, 0, 0, 0);
    let (mut planner, mut ours) = (Planner::default(), DensityPlanner::default());
    for seed in 0..80 {
        let mut case = Case::new(seed);
        let mut random = Random::new(seed + 3000);
        for _ in 0..60 {
            case.gather(&mut random);
            let [from, to, aside] = [(); 3].map(|()| case.places[random.below(case.places.len())]);
            let radius = [0.0, 0.24, 0.5][random.below(3)];
            let viewing = [0.0, 0.1, 2.0, 4.0, 8.0, 15.0][random.below(6)];
            let request = Request::new(from, to, radius);
            let plan = ours.plan(&case.mesh, &request, viewing, &case.costs(&mut random));
            let Ok(mut plan) = plan else { continue };
            // A few times, on the way or aside of it, each time in another crowd.
            for _ in 0..4 {
                case.gather(&mut random);
                let now = if random.one_in(4) { aside } else { on_the_way(&case.mesh, &plan, &mut random) };
                let costs = case.costs(&mut random);
                let before = plan.clone();
                if ours.replan(&case.mesh, &mut plan, now, &costs).is_err() {
                    assert!(planner.path(&case.mesh, now, to, radius, Some(&costs)).is_err(), "{seed}");
                    assert_eq!(plan, before);
                    continue;
                }
                found += 1;
                let cost = judge(&case.mesh, &plan.path, radius, &costs, viewing);
                assert!(is_near(plan.path.cost, cost), "{seed}: {} {cost}", plan.path.cost);
                let best = planner.path(&case.mesh, now, to, radius, Some(&costs)).expect("as before");
                let full = judge(&case.mesh, &plan.path, radius, &costs, f64::INFINITY);
                assert!(full >= best.cost * (1.0 - 1e-9), "{seed}: {full} {}", best.cost);
                // If it is not what a whole search finds, it has joined the old path where that was out of sight.
                let whole = by_vertices(&case.mesh, &Request::new(now, to, radius), viewing, &costs);
                if whole.expect("as before").steps != plan.path.steps {
                    joined += 1;
                    assert!(common(&plan.path, &before.path) > 0, "{seed}");
                    for path in [&plan.path, &before.path] {
                        let [_, goal] = path.ends.expect("it was found");
                        let last = path.steps[path.steps.len() - 1].reversed();
                        assert!(path.length(&case.mesh) - goal.length_ahead(last) > viewing - 1e-9, "{seed}");
                    }
                }
                // Nobody goes anywhere twice.
                let mut edges: Vec<u32> = plan.path.steps.iter().map(|step| step.edge.0).collect();
                let ends = (edges.len() > 1 && edges[0] == edges[edges.len() - 1]) as usize;
                edges.sort_unstable();
                let all = edges.len();
                edges.dedup();
                assert!(edges.len() + ends >= all, "{seed}: {plan:?}");
                kept += u32::from(common(&plan.path, &before.path) > 1);
                other += u32::from(plan.path.steps != before.path.steps);
            }
        }
    }
    assert!(found > 8000 && kept > 2000 && other > 2000 && joined > 100, "{found} {kept} {other} {joined}");
}

/// A place near a path: that of a joint on it.
fn on_the_way(mesh: &Mesh, plan: &DensityPlan, random: &mut Random) -> Position {
    let step = plan.path.steps[random.below(plan.path.steps.len())];
    let edge = mesh.edges[step.edge.index()];
    let cell = CellId(edge.first_cell.0 + random.below(edge.num_cells as usize) as u32);
    let arc = mesh.arc(cell);
    let at = arc.point(0.5);
    Position::new(at, mesh.layer_of(cell, at))
}

#[test]
fn who_does_not_mind_takes_the_plain_path() {
    let (mut planner, mut ours) = (Planner::default(), DensityPlanner::default());
    let mut found = 0;
    for seed in 0..40 {
        let case = Case::new(seed);
        for pair in case.places.windows(2) {
            let costs = DensityCosts::new(&case.occupancy, 0.0);
            for viewing in [0.0, 5.0, f64::INFINITY] {
                let plan = ours.plan(&case.mesh, &Request::new(pair[0], pair[1], 0.24), viewing, &costs);
                let plain = planner.path(&case.mesh, pair[0], pair[1], 0.24, None);
                assert_eq!(plan.is_ok(), plain.is_ok());
                let (Ok(plan), Ok(plain)) = (plan, plain) else { continue };
                assert_eq!(plan.path.steps, plain.steps);
                assert!(is_near(plan.path.cost * 1.4, plain.cost), "{seed}");
                found += 1;
            }
        }
    }
    assert!(found > 800, "{found}");
}

#[test]
fn after_an_update_nothing_is_kept() {
    let mut case = Case::new(8);
    let mut ours = DensityPlanner::default();
    let [from, to] = [[1.0, 1.0], [29.0, 29.0]].map(|at| Position::new(at, LayerId(0)));
    let request = Request::new(from, to, 0.24);
    let plan = ours.plan(&case.mesh, &request, 0.0, &DensityCosts::new(&case.occupancy, 1.0));
    let mut plan = plan.expect("there is a way");
    // Its edges are gone.
    case.mesh.version += 1;
    plan.path.steps.iter_mut().for_each(|step| step.edge = EdgeId(u32::MAX));
    let costs = DensityCosts::new(&case.occupancy, 1.0);
    ours.replan(&case.mesh, &mut plan, from, &costs).expect("there is a way");
    assert_eq!(plan, ours.plan(&case.mesh, &request, 0.0, &costs).expect("there is a way"));
}

#[test]
fn nonsense_is_refused() {
    let case = Case::new(8);
    let mut ours = DensityPlanner::default();
    let costs = DensityCosts::new(&case.occupancy, 1.0);
    let [from, to] = [[1.0, 1.0], [29.0, 29.0]].map(|at| Position::new(at, LayerId(0)));
    let nowhere = Position::new([f64::NAN, 1.0], LayerId(0));
    for (request, viewing) in [
        (Request::new(from, to, 0.24), f64::NAN),
        (Request::new(from, to, 0.24), -1.0),
        (Request::new(from, to, f64::NAN), 1.0),
        (Request::new(from, nowhere, 0.24), 1.0),
        (Request::new(from, to, 100.0), 1.0),
    ] {
        assert!(ours.plan(&case.mesh, &request, viewing, &costs).is_err(), "{request:?} {viewing}");
    }
}
