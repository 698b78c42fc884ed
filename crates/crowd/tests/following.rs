//! One character that follows routes of all kinds in many places, with plain steps toward its aim.

use throng_crowd::{
    Bystander, CorridorMap, Following, Forces, Irm, Lost, Mark, Miran, Progress, Purpose, Random, Situation,
    Trail,
};
use throng_import::place;
use throng_mesh::sample::{Family, clutter, field, floors, ring, with_regions};
use throng_mesh::{Ground, Kind, Layer, LayerId, Mesh, Planner, Position, Request, Route, Scene, Weights};

const DT: f64 = 0.1;
const SPEED: f64 = 1.4;

/// What trails may be off their routes. \[m\]
const TOLERANCE: f64 = 0.01;

const ALL: [Following; 3] = [
    Following::Irm(Irm { look_ahead: 1.0 }),
    Following::Miran(Miran { short_cut: 10.0, spacing: 0.5, reluctance: 0.01 }),
    Following::CorridorMap(CorridorMap {
        forces: Forces::Improved { steering: 5.0, safe_radii: 1.0 },
        max_acceleration: 5.0,
        relaxation: 0.5,
    }),
];

/// How a character fared.
#[derive(Debug)]
struct Outcome {
    end: End,
    steps: usize,
    /// The least clearance along its steps. \[m\]
    clearance: f64,
    /// The least clearance that it had where a step began, or wanted to have if that is less; minus the least along the step. \[m\]
    loss: f64,
}

#[derive(Debug, PartialEq)]
enum End {
    Arrived,
    Lost,
    Stuck,
}

struct Walker<'a> {
    mesh: &'a Mesh,
    ground: Option<&'a Ground>,
    following: Following,
    radius: f64,
}

impl Walker<'_> {
    /// Follows a trail. Now and then something pushes it aside.
    fn walk(&self, trail: &Trail, push: Option<Random>) -> Outcome {
        self.walk_with_cost(trail, push).0
    }

    /// The same, with what its way costs.
    fn walk_with_cost(&self, trail: &Trail, mut push: Option<Random>) -> (Outcome, f64) {
        let mut cost = 0.0;
        let mut cuts = Vec::new();
        let mut position = trail.position(Mark::default());
        let mut progress = Progress::default();
        let mut velocity = [0.0; 2];
        let mut cell = None;
        let mut outcome = Outcome { end: End::Stuck, steps: 0, clearance: f64::INFINITY, loss: 0.0 };
        let goal = trail.position(trail.end());
        let most = 300 + (4.0 * trail.length() / SPEED / DT) as usize + if push.is_some() { 1000 } else { 0 };
        for _ in 0..most {
            outcome.steps += 1;
            if distance(position.at, goal.at) < 0.02 && position.layer == goal.layer {
                outcome.end = End::Arrived;
                break;
            }
            let retraction = self.mesh.retract(position, cell).expect("it is on the mesh");
            cell = Some(retraction.cell);
            let Self { mesh, ground, radius, .. } = *self;
            let now =
                Situation { mesh, ground, position, retraction, velocity, radius, speed: SPEED, dt: DT };
            let before = progress.here;
            let aim = match self.following.follow(&now, trail, &mut progress) {
                Ok(aim) => aim,
                Err(Lost) => {
                    outcome.end = End::Lost;
                    break;
                }
            };
            assert!(progress.here >= before, "never back: {before:?} {:?}", progress.here);
            assert!(aim.preferred.iter().all(|v| v.is_finite()), "{aim:?}");
            assert!(aim.at.iter().all(|v| v.is_finite()), "{aim:?}");
            // Bodies take up what forces want in half a second, everything else at once.
            velocity = match self.following {
                Following::CorridorMap(map) => [0, 1]
                    .map(|k| velocity[k] + (aim.preferred[k] - velocity[k]) * (DT / map.relaxation) as f32),
                _ => aim.preferred,
            };
            let to = [0, 1].map(|k| position.at[k] + f64::from(velocity[k]) * DT);
            let had = mesh.clearance(position, cell).expect("it is on the mesh").min(radius);
            let step = mesh.cast(position, to, cell).expect("it is on the mesh");
            outcome.loss = outcome.loss.max(had - step.clearance);
            outcome.clearance = outcome.clearance.min(step.clearance);
            if let Some(ground) = ground {
                let line = ground.line(mesh, &mut { position }, step.at, &mut cuts);
                // A closed region counts ten times: trails that run along one are by rounding in it, here and there.
                cost += line.min(10.0 * distance(position.at, step.at));
            }
            // Walls stop whom no force did.
            if step.hit.is_some() {
                velocity = [0.0; 2];
            } else {
                position = Position { at: step.at, layer: step.layer };
            }
            if let Some(random) = &mut push
                && random.below(40) == 0
            {
                let aside = [0, 1].map(|k: usize| position.at[k] + 3.0 * (random.unit() - 0.5));
                let pushed = mesh.cast(position, aside, Some(step.cell)).expect("it is on the mesh");
                if pushed.clearance >= radius {
                    position = Position { at: pushed.at, layer: pushed.layer };
                }
            }
        }
        (outcome, cost)
    }
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [x, y] = [a[0] - b[0], a[1] - b[1]];
    (x * x + y * y).sqrt()
}

/// Some walkable place with room for a disc.
fn somewhere(mesh: &Mesh, scene: &Scene, radius: f64, random: &mut Random) -> Option<Position> {
    let [low, high] = scene.bounds()?;
    (0..200).find_map(|_| {
        let at = [0, 1].map(|k: usize| low[k] + (high[k] - low[k]) * random.unit());
        let position = Position::new(at, LayerId(random.below(mesh.num_layers() as u32)));
        mesh.clearance(position, None).filter(|&clearance| clearance >= radius)?;
        Some(position)
    })
}

const KINDS: [(Kind, f64); 7] = [
    (Kind::Short, 0.5),
    (Kind::Short, 0.0),
    (Kind::Shortest, 0.3),
    (Kind::MEDIAL, 0.0),
    (Kind::LEFT, 0.2),
    (Kind::RIGHT, 0.0),
    (Kind::Side(0.3), 1.0),
];

/// Routes of all kinds between random places, each with a description.
fn routes(scene: &Scene, mesh: &Mesh, radius: f64, seed: u64, count: u32) -> Vec<(String, Route)> {
    let mut planner = Planner::default();
    let mut routes = Vec::new();
    for k in 0..count {
        let mut random = Random::new(seed, Purpose::Decision, k, 0);
        let Some(from) = somewhere(mesh, scene, radius, &mut random) else { continue };
        let Some(to) = somewhere(mesh, scene, radius, &mut random) else { continue };
        for (kind, clearance) in KINDS {
            let request = Request { from, to, radius, clearance, kind };
            if let Ok(route) = planner.route(mesh, &request) {
                let name =
                    format!("{} {kind:?} clearance {clearance} radius {radius} {from:?} {to:?}", scene.name);
                routes.push((name, route.clone()));
            }
        }
    }
    routes
}

fn small_places() -> Vec<Scene> {
    let mut scenes: Vec<Scene> =
        Family::ALL.iter().flat_map(|family| (0..3).map(|seed| family.scene(seed))).collect();
    scenes.extend((0..4).map(|seed| clutter(seed, 10, seed == 0)));
    scenes.push(floors());
    scenes.push(field(4, 7));
    scenes
}

fn places() -> Vec<Scene> {
    ["blocks", "military", "parking", "ramps", "ramps2", "village", "library"]
        .map(|name| place(name).expect("a place"))
        .into()
}

#[test]
fn everybody_arrives_and_keeps_clear() {
    let (mut walks, mut failures) = (0, Vec::new());
    let mut late = 0.0;
    for (scene, count) in small_places().iter().map(|s| (s, 4)).chain(places().iter().map(|s| (s, 6))) {
        let mesh = Mesh::build(scene).expect("a place").mesh;
        for radius in [0.1, 0.24] {
            for (name, route) in routes(scene, &mesh, radius, 1, count) {
                for following in [Following::Irm(Irm::default()), Following::Miran(Miran::default())] {
                    let trail = following.trail(&mesh, &route);
                    let walker = Walker { mesh: &mesh, ground: None, following, radius };
                    let outcome = walker.walk(&trail, None);
                    walks += 1;
                    late = f64::max(late, outcome.steps as f64 * DT - trail.length() / SPEED);
                    if outcome.end != End::Arrived || outcome.clearance < radius - TOLERANCE - 1e-4 {
                        failures.push(format!("{name} {following:?} {outcome:?}"));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} of {walks}: {:#?}", failures.len(), &failures[..failures.len().min(10)]);
    assert!(walks > 4000 && late < 6.0, "{walks} walks, the slowest {late} s late");
}

#[test]
fn whoever_is_pushed_aside_finds_its_way_or_says_so() {
    let (mut arrived, mut lost, mut failures) = ([0; 3], [0; 3], Vec::new());
    for (scene, count) in small_places().iter().map(|s| (s, 2)).chain(places().iter().map(|s| (s, 3))) {
        let mesh = Mesh::build(scene).expect("a place").mesh;
        let radius = 0.2;
        for (k, (name, route)) in (0..).zip(routes(scene, &mesh, radius, 2, count)) {
            for (way, following) in ALL.into_iter().enumerate() {
                let trail = following.trail(&mesh, &route);
                let walker = Walker { mesh: &mesh, ground: None, following, radius };
                let outcome = walker.walk(&trail, Some(Random::new(3, Purpose::Noise, k, 0)));
                arrived[way] += usize::from(outcome.end == End::Arrived);
                lost[way] += usize::from(outcome.end == End::Lost);
                let is_forced = matches!(following, Following::CorridorMap(_));
                if outcome.end == End::Stuck || (!is_forced && outcome.loss > TOLERANCE + 1e-4) {
                    failures.push(format!("{name} {following:?} {outcome:?}"));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}: {:#?}", failures.len(), &failures[..failures.len().min(10)]);
    // Forces need room, and lose the way more often.
    let is_rare = |way: usize, one_in: usize| lost[way] * one_in < arrived[way];
    assert!(is_rare(0, 100) && is_rare(1, 100) && is_rare(2, 10), "{lost:?} lost, {arrived:?} arrived");
}

#[test]
fn over_layers_that_wind_above_each_other() {
    for name in ["spiral", "library", "ramps"] {
        let scene = place(name).expect("a place");
        let mesh = Mesh::build(&scene).expect("a place").mesh;
        let radius = 0.2;
        let mut walks = 0;
        for (name, route) in routes(&scene, &mesh, radius, 9, 8) {
            if route.from().layer == route.to().layer {
                continue;
            }
            for following in ALL {
                let trail = following.trail(&mesh, &route);
                let outcome = Walker { mesh: &mesh, ground: None, following, radius }.walk(&trail, None);
                // Forces need room: they are for routes in the middle.
                let may_be_lost =
                    matches!(following, Following::CorridorMap(_)) && !name.contains("Side(0.5)");
                let is_fine = outcome.end == End::Arrived || (may_be_lost && outcome.end == End::Lost);
                assert!(is_fine, "{name} {following:?} {outcome:?}");
                walks += 1;
            }
        }
        assert!(walks > 10, "{walks} in {name}");
    }
}

#[test]
fn routes_that_cross_themselves_are_walked_in_order() {
    // Twice around a block, then across the own way to the goal.
    let mut layer = Layer::new("court");
    layer.walkable.push(ring(&[[0.0, 0.0], [30.0, 0.0], [30.0, 30.0], [0.0, 30.0]]));
    layer.obstacles.push(ring(&[[10.0, 10.0], [20.0, 10.0], [20.0, 20.0], [10.0, 20.0]]));
    let mesh = Mesh::build(&Scene::of_layer("court", layer)).expect("a place").mesh;
    let around = [[25.0, 5.0], [25.0, 25.0], [5.0, 25.0], [5.0, 5.0]];
    let mut places = [around, around].concat();
    places.extend([[15.0, 4.0], [15.0, 8.0], [28.0, 2.0]]);
    let from = Position::new([5.0, 5.0], LayerId(0));
    let trail = Trail::through(&mesh, from, &places);
    for following in [Following::Irm(Irm::default()), Following::Miran(Miran::default())] {
        let outcome = Walker { mesh: &mesh, ground: None, following, radius: 0.3 }.walk(&trail, None);
        assert_eq!(outcome.end, End::Arrived, "{following:?} {outcome:?}");
        // It may cut corners, but goes around twice.
        let walked = outcome.steps as f64 * DT * SPEED;
        assert!(walked > 100.0 && walked < trail.length() + 1.0, "{walked} of {}", trail.length());
    }
}

#[test]
fn those_who_mind_the_ground_walk_cheaper() {
    let weights =
        Weights::new().with("grass", 3.0).with("mud", 8.0).with("road", 0.8).with("pond", f64::INFINITY);
    let mut planner = Planner::default();
    let (mut minded, mut not, mut walks) = (0.0, 0.0, 0);
    let mut failures = Vec::new();
    for seed in 0..4 {
        for base in [field(4, seed), clutter(seed, 6, false), floors()] {
            let scene = with_regions(base, seed + 20, 6);
            let mesh = Mesh::build(&scene).expect("a place").mesh;
            let ground = Ground::new(&mesh, &weights).expect("good weights");
            let radius = 0.2;
            for k in 0..6 {
                let mut random = Random::new(seed, Purpose::Decision, k, 0);
                let [Some(from), Some(to)] = [(); 2].map(|()| somewhere(&mesh, &scene, radius, &mut random))
                else {
                    continue;
                };
                let request = Request::new(from, to, radius);
                let Ok((route, _)) = planner.weighted(&mesh, &request, &weights) else { continue };
                let trail = Trail::new(&mesh, route);
                let [miran, irm] =
                    [Following::Miran(Miran::default()), Following::Irm(Irm::default())].map(|following| {
                        let walker = Walker { mesh: &mesh, ground: Some(&ground), following, radius };
                        let (outcome, cost) = walker.walk_with_cost(&trail, None);
                        if outcome.end != End::Arrived || outcome.clearance < radius - TOLERANCE - 1e-4 {
                            failures
                                .push(format!("{} {following:?} {from:?} {to:?} {outcome:?}", scene.name));
                        }
                        cost
                    });
                (minded, not, walks) = (minded + miran, not + irm, walks + 1);
            }
        }
    }
    assert!(failures.is_empty(), "{}: {:#?}", failures.len(), &failures[..failures.len().min(10)]);
    assert!(walks > 30 && minded < not, "{walks} walks cost {minded} with MIRAN, {not} with IRM");
}

#[test]
fn what_lines_cost_is_what_small_steps_cost() {
    let weights = Weights::new().with("grass", 3.0).with("mud", 8.0).with("road", 0.8);
    let mut cuts = Vec::new();
    for seed in 0..6 {
        let scene = with_regions(if seed % 2 == 0 { field(2, seed) } else { floors() }, seed, 8);
        let mesh = Mesh::build(&scene).expect("a place").mesh;
        let ground = Ground::new(&mesh, &weights).expect("good weights");
        for k in 0..40 {
            let mut random = Random::new(seed, Purpose::Decision, k, 1);
            let Some(from) = somewhere(&mesh, &scene, 0.0, &mut random) else { continue };
            let Some(to) = somewhere(&mesh, &scene, 0.0, &mut random) else { continue };
            let cast = mesh.cast(from, to.at, None).expect("it is on the mesh");
            let mut end = from;
            let cost = ground.line(&mesh, &mut end, cast.at, &mut cuts);
            let naive = naive_cost(&mesh, &weights, from, cast.at);
            let length = distance(from.at, cast.at);
            assert!((cost - naive).abs() < 0.02 * length + 0.05, "{cost} {naive} {from:?} {:?}", cast.at);
        }
    }
}

/// The weight of each of many small steps, by the last region that contains its middle.
fn naive_cost(mesh: &Mesh, weights: &Weights, from: Position, to: [f64; 2]) -> f64 {
    const STEPS: usize = 20_000;
    let length = distance(from.at, to);
    let d = [to[0] - from.at[0], to[1] - from.at[1]];
    let mut leaves = Vec::new();
    let last = mesh.layers_along(from.layer, from.at, to, |layer, part| leaves.push((layer, part)));
    let weight = |k: usize| {
        let part = (k as f64 + 0.5) / STEPS as f64;
        let [x, y] = [from.at[0] + part * d[0], from.at[1] + part * d[1]];
        let layer = leaves.iter().find(|&&(_, leave)| part < leave).map_or(last, |&(layer, _)| layer);
        let contains = |ring: &[[f64; 3]]| {
            let sides = (0..ring.len()).map(|k| [ring[k], ring[(k + 1) % ring.len()]]);
            let crossed = sides.filter(|[a, b]| {
                (a[1] <= y) != (b[1] <= y) && x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
            });
            crossed.count() % 2 == 1
        };
        let region = mesh.regions(layer).iter().rev().find(|region| contains(&region.polygon));
        region.map_or(1.0, |region| weights.of(&region.label))
    };
    (0..STEPS).map(|k| weight(k) * length / STEPS as f64).sum()
}

#[test]
fn forces_lead_through_corridors() {
    let (mut walks, mut failures) = (0, Vec::new());
    for name in ["military", "village", "maze8"] {
        let scene = place(name).expect("a place");
        let mesh = Mesh::build(&scene).expect("a place").mesh;
        let radius = 0.24;
        let kinds = [Kind::MEDIAL, Kind::Short];
        let mut planner = Planner::default();
        for k in 0..6 {
            let mut random = Random::new(5, Purpose::Decision, k, 0);
            let [Some(from), Some(to)] =
                [(); 2].map(|()| somewhere(&mesh, &scene, 2.0 * radius, &mut random))
            else {
                continue;
            };
            for kind in kinds {
                let request = Request { from, to, radius: 1.5 * radius, clearance: radius, kind };
                let Ok(route) = planner.route(&mesh, &request) else { continue };
                let trail = Trail::with_clearances(&mesh, route);
                for map in [CorridorMap::default(), CorridorMap::original()] {
                    let most = 1000 + (5.0 * trail.length() / SPEED / 0.05) as usize;
                    let walk = map.walk(&mesh, &trail, [radius, SPEED, 0.05], &[], most);
                    walks += 1;
                    let is_fine =
                        walk.as_ref().is_ok_and(|walk| walk.arrived && walk.least_clearance > radius / 2.0);
                    if !is_fine {
                        let told = walk
                            .map(|walk| (walk.arrived, walk.least_clearance, walk.places.last().copied()));
                        failures.push(format!("{name} {kind:?} {:?} {from:?} {to:?} {told:?}", map.forces));
                    }
                }
            }
        }
    }
    assert!(walks > 40, "{walks}");
    assert!(failures.is_empty(), "{} of {walks}: {:#?}", failures.len(), &failures[..failures.len().min(10)]);
}

/// Table 1 of the paper, in small: the improved forces lead along shorter and smoother ways past others.
#[test]
fn improved_forces_are_shorter_and_smoother() {
    let scene = place("military").expect("a place");
    let mesh = Mesh::build(&scene).expect("a place").mesh;
    let radius = 0.75;
    let mut planner = Planner::default();
    let (mut sums, mut ways) = ([[0.0; 2]; 2], 0);
    for k in 0..10 {
        let mut random = Random::new(11, Purpose::Decision, k, 0);
        let [Some(from), Some(to)] = [(); 2].map(|()| somewhere(&mesh, &scene, 2.0 * radius, &mut random))
        else {
            continue;
        };
        let request = Request::new(from, to, 2.0 * radius).with_kind(Kind::MEDIAL);
        let Ok(route) = planner.route(&mesh, &request) else { continue };
        let trail = Trail::with_clearances(&mesh, route);
        let others = bystanders(&mesh, &trail);
        let walks = [CorridorMap::original(), CorridorMap::default()]
            .map(|map| map.walk(&mesh, &trail, [radius, 1.0, 0.05], &others, 20_000));
        let [Ok(original), Ok(improved)] = walks else { continue };
        if original.arrived && improved.arrived {
            for (sum, walk) in sums.iter_mut().zip([original, improved]) {
                *sum = [sum[0] + walk.length(), sum[1] + walk.curvature()];
            }
            ways += 1;
        }
    }
    let [original, improved] = sums;
    assert!(ways >= 7, "{ways}");
    assert!(improved[0] < original[0] && improved[1] < 0.8 * original[1], "{original:?} {improved:?}");
}

/// Others who stand on both sides of a route, by turns, where there is room to pass.
fn bystanders(mesh: &Mesh, trail: &Trail) -> Vec<Bystander> {
    let mut others = Vec::new();
    let mut mark = trail.ahead(Mark::default(), 12.0);
    while trail.remaining(mark) > 12.0 {
        let position = trail.position(mark);
        let next = trail.position(trail.ahead(mark, 0.5)).at;
        let [x, y] = [next[0] - position.at[0], next[1] - position.at[1]];
        let off = if others.len() % 2 == 0 { 1.5 } else { -1.5 } / distance(next, position.at);
        if mesh.clearance(position, None).is_some_and(|clearance| clearance > 3.5) {
            others.push(Bystander { at: [position.at[0] - y * off, position.at[1] + x * off], radius: 1.0 });
        }
        mark = trail.ahead(mark, 12.0);
    }
    others
}
