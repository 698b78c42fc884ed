//! Routes through weighted regions: known answers, and random places against the cheapest way on a grid of one meter.

use throng_mesh::naive::grid;
use throng_mesh::sample::{self, LABELS, ring};
use throng_mesh::{
    Connection, Layer, LayerId, Leg, Mesh, NoRoute, Position, Region, Request, Route, Scene, Weighted,
    Weights, Which,
};
use throng_voronoi::sample::Random;

const CLOSED: f64 = f64::INFINITY;

#[test]
fn no_more_expensive_than_the_grid() {
    let mut scratch = Weighted::default();
    let (mut compared, mut refused, mut gained) = (0, 0, 0.0);
    for seed in 1..260u64 {
        let scene = match seed % 4 {
            0 | 1 => sample::clutter(seed, 1 + (seed % 20) as usize, seed.is_multiple_of(3)),
            2 => sample::field(2, seed),
            _ => sample::floors(),
        };
        let scene = sample::with_regions(scene, seed, (seed % 6) as usize);
        // Obstacles may cover everything.
        let Ok(built) = Mesh::build(&scene) else { continue };
        let mut random = Random::new(seed);
        let [low, high] = scene.bounds().unwrap();
        for _ in 0..3 {
            let mut position = || {
                let at = [0, 1].map(|axis| low[axis] + (high[axis] - low[axis]) * random.unit());
                Position::new(at, LayerId(random.below(scene.layers.len()) as u32))
            };
            let (from, to) = (position(), position());
            let radius = [0.0, 0.1, 0.24, 0.5][random.below(4)];
            let weights = LABELS.iter().fold(Weights::new(), |weights, &label| {
                let weight = [1.0, 0.2 + random.unit(), 1.0 + 5.0 * random.unit(), 20.0, CLOSED];
                weights.with(label, weight[random.below(5)])
            });
            let request = Request::new(from, to, radius);
            let mut route = Route::default();
            let what = || format!("seed {seed}, {request:?}, {weights:?}");
            let result = scratch.plan(&built.mesh, &request, &weights, &mut route);
            if let Err(
                NoRoute::Outside { .. } | NoRoute::NoRoom { .. } | NoRoute::Closed { which: Some(_) },
            ) = result
            {
                continue;
            }
            let expected = grid::cost(&built.mesh, &request, &weights);
            match (result, expected) {
                (Ok(cost), expected) => {
                    check(&built.mesh, &request, &weights, &route, cost, &what());
                    if let Some(expected) = expected.filter(|&expected| expected > 0.0) {
                        assert!(cost <= expected * (1.0 + 1e-9), "{cost} instead of {expected}: {}", what());
                        compared += 1;
                        gained += 1.0 - cost / expected;
                    }
                }
                (Err(_), None) => refused += 1,
                (Err(reason), Some(_)) => panic!("{reason}: {}", what()),
            }
        }
    }
    assert!(compared > 200 && refused > 10, "{compared} routes, {refused} refusals");
    // On random places it is seven hundredths.
    assert!(gained > 0.05 * f64::from(compared), "only {} cheaper on average", gained / f64::from(compared));
}

/// It is a curve that keeps its distance, stays out of closed regions and costs what is said.
fn check(mesh: &Mesh, request: &Request, weights: &Weights, route: &Route, cost: f64, what: &str) {
    assert_eq!(route.check(), Ok(()), "{what}");
    assert_eq!((route.from(), route.to()), (request.from, request.to), "{what}");
    let clearance = mesh.route_clearance(route, 0.02);
    assert!(clearance >= request.radius - 1e-5, "as near as {clearance}: {what}");
    assert_eq!(cost, mesh.cost(route, weights), "{what}");
    let positions = mesh.positions(route, 1e-5);
    assert_eq!(positions.last().map(|p| p.at), Some(request.to.at), "{what}");
    // Places along it, but not those so near to a border that they count as on it.
    for pair in positions.windows(2) {
        for k in 1..8 {
            let part = f64::from(k) / 8.0;
            let at = [0, 1].map(|axis| pair[0].at[axis] + part * (pair[1].at[axis] - pair[0].at[axis]));
            let layer = mesh.layer_of(mesh.locate(pair[1], None).unwrap(), at);
            let is_inside = |dx: f64, dy: f64| {
                let near = Position::new([at[0] + dx, at[1] + dy], layer);
                grid::weight(mesh, near, weights).is_infinite()
            };
            let inside = [(1e-5, 0.0), (-1e-5, 0.0), (0.0, 1e-5), (0.0, -1e-5)].map(|(x, y)| is_inside(x, y));
            let is_one_layer = pair[0].layer == pair[1].layer && layer == pair[0].layer;
            assert!(!(is_one_layer && inside == [true; 4]), "in a closed region at {at:?}: {what}");
        }
    }
    // Another sum of the same; on borders that one takes any side.
    if route.legs().iter().all(|leg| matches!(leg, Leg::Line { .. })) {
        let legs = positions.windows(2).map(|pair| grid::segment_cost(mesh, pair[0], pair[1].at, weights));
        assert!(cost <= legs.sum::<f64>() * (1.0 + 1e-6) + 1e-6, "{what}");
    }
}

#[test]
fn bends_like_light_at_a_border() {
    for weight in [1.3, 2.0, 5.0] {
        let mesh = field(40.0, &[("mud", &[[0.0, 20.0], [40.0, 20.0], [40.0, 40.0], [0.0, 40.0]])]);
        let weights = Weights::new().with("mud", weight);
        let (route, cost) = plan(&mesh, [5.0, 5.0], [35.0, 35.0], 0.2, &weights).unwrap();
        // The least over all places to cross, by trying many.
        let through = |x: f64| {
            let leg = |dx: f64, dy: f64| (dx * dx + dy * dy).sqrt();
            leg(x - 5.0, 15.0) + weight * leg(35.0 - x, 15.0)
        };
        let best = (0..40_000).map(|k| through(f64::from(k) * 1e-3)).fold(f64::INFINITY, f64::min);
        assert!((cost / best - 1.0).abs() < 1e-4, "{cost} instead of {best}");
        let [Leg::Line { from, to, .. }, Leg::Line { from: again, to: end }] = *route.legs() else {
            panic!("it bends more than once: {:?}", route.legs())
        };
        let sine = |a: [f64; 2], b: [f64; 2]| {
            let d = [b[0] - a[0], b[1] - a[1]];
            d[0] / (d[0] * d[0] + d[1] * d[1]).sqrt()
        };
        let (here, there) = (sine(from, to), weight * sine(again, end));
        assert!((here / there - 1.0).abs() < 0.01, "{here} and {there}");
    }
}

#[test]
fn a_detour_is_worth_its_weight() {
    // A strip of grass, 10 m wide, between (10, 0) and (20, 18); around its upper end it is longer.
    let mesh = field(30.0, &[("grass", &[[10.0, -1.0], [20.0, -1.0], [20.0, 18.0], [10.0, 18.0]])]);
    let around = 2.0 * (5.0f64 * 5.0 + 8.0 * 8.0).sqrt() + 10.0;
    // Straight through it costs 10 m and the grass ten times its weight.
    let even = (around - 10.0) / 10.0;
    for (weight, expected) in
        [(even - 0.05, 10.0 + 10.0 * (even - 0.05)), (even + 0.05, around), (20.0, around), (CLOSED, around)]
    {
        let weights = Weights::new().with("grass", weight);
        let (_, cost) = plan(&mesh, [5.0, 10.0], [25.0, 10.0], 0.3, &weights).unwrap();
        // Above the even weight there are mixed ways that are a little cheaper.
        assert!(cost <= expected * 1.0001 && cost > expected * 0.98, "{cost} instead of {expected}");
    }
}

#[test]
fn a_road_is_followed_along_its_border() {
    // From below the road, onto it at the critical angle, along it, and off again.
    let mesh = field(60.0, &[("road", &[[0.0, 30.0], [60.0, 30.0], [60.0, 31.0], [0.0, 31.0]])]);
    let weight: f64 = 0.5;
    let (_, cost) =
        plan(&mesh, [5.0, 25.0], [55.0, 25.0], 0.2, &Weights::new().with("road", weight)).unwrap();
    let cosine = (1.0 - weight * weight).sqrt();
    let slope = 5.0 * weight / cosine;
    let expected = 2.0 * 5.0 / cosine + weight * (50.0 - 2.0 * slope);
    assert!((cost / expected - 1.0).abs() < 1e-3, "{cost} instead of {expected}");
}

#[test]
fn weight_one_is_the_shortest() {
    // Around a box: tangent, eighth of a circle and so on; the bends are just outside of the circle.
    let mut layer = Layer::new("room");
    layer.walkable.push(ring(&[[0.0, 0.0], [20.0, 0.0], [20.0, 20.0], [0.0, 20.0]]));
    layer.obstacles.push(ring(&[[8.0, 0.0], [12.0, 0.0], [12.0, 15.0], [8.0, 15.0]]));
    let mesh = Mesh::build(&Scene::of_layer("", layer)).unwrap().mesh;
    let (_, cost) = plan(&mesh, [4.0, 2.0], [16.0, 2.0], 0.0, &Weights::new()).unwrap();
    let expected = 2.0 * (4.0f64 * 4.0 + 13.0 * 13.0).sqrt() + 4.0;
    assert!((cost - expected).abs() < 1e-3, "{cost} instead of {expected}");
    // For a disc: 4 m above the box, two tangents, and two arcs between them.
    let (_, cost) = plan(&mesh, [4.0, 2.0], [16.0, 2.0], 0.5, &Weights::new()).unwrap();
    let far_sq: f64 = 4.0 * 4.0 + 13.0 * 13.0;
    let tangent = (far_sq - 0.25).sqrt();
    assert!(cost > 4.0 + 2.0 * tangent + 1.0 && cost < 4.0 + 2.0 * tangent + 1.5, "{cost}");
}

#[test]
fn doors_between_grid_places() {
    // A wall with a door that no grid place sees, for a disc that just passes.
    for (half, is_found) in [(0.3, true), (0.24, true), (0.2399, false)] {
        let mut layer = Layer::new("rooms");
        layer.walkable.push(ring(&[[0.0, 0.0], [20.0, 0.0], [20.0, 10.0], [0.0, 10.0]]));
        let door = 6.0;
        layer.obstacles.push(ring(&[[9.8, 0.0], [10.1, 0.0], [10.1, door - half], [9.8, door - half]]));
        layer.obstacles.push(ring(&[[9.8, door + half], [10.1, door + half], [10.1, 10.0], [9.8, 10.0]]));
        let mesh = Mesh::build(&Scene::of_layer("", layer)).unwrap().mesh;
        let request = request([2.0, 2.0], [18.0, 9.0], 0.24);
        assert_eq!(grid::cost(&mesh, &request, &Weights::new()), None, "the grid misses the door");
        let mut route = Route::default();
        match Weighted::default().plan(&mesh, &request, &Weights::new(), &mut route) {
            Ok(cost) => {
                assert!(is_found, "through a door of {half}");
                let straight = (16.0f64 * 16.0 + 7.0 * 7.0).sqrt();
                assert!(cost < 1.02 * straight, "{cost}");
                assert!(mesh.route_clearance(&route, 0.01) > 0.24 - 1e-5, "it keeps its distance");
            }
            Err(NoRoute::TooNarrow { largest, at }) => {
                assert!(!is_found && (largest - half).abs() < 1e-9, "{largest} instead of {half}");
                assert!((at.at[0] - 9.95).abs() < 0.2 && (at.at[1] - door).abs() < 0.01, "{at:?}");
            }
            Err(reason) => panic!("{reason}"),
        }
    }
}

#[test]
fn a_curved_gap_as_wide_as_the_disc() {
    // Between a point and a wall the way is a parabola, and at its apex there is no room to spare.
    let mut layer = Layer::new("room");
    layer.walkable.push(ring(&[[0.0, 0.0], [10.0, 0.0], [10.0, 1.0], [0.0, 1.0]]));
    layer.obstacles.push(ring(&[[5.0, 0.5]]));
    let mesh = Mesh::build(&Scene::of_layer("", layer)).unwrap().mesh;
    let (route, cost) = plan(&mesh, [1.0, 0.4], [9.0, 0.6], 0.25, &Weights::new()).unwrap();
    assert!(mesh.route_clearance(&route, 0.005) > 0.25 - 1e-5, "it keeps its distance");
    assert!(cost < 8.1, "{cost}");
}

#[test]
fn regions_beside_and_above_each_other() {
    let left: &[[f64; 2]] = &[[10.0, 0.0], [15.0, 0.0], [15.0, 30.0], [10.0, 30.0]];
    let right: &[[f64; 2]] = &[[15.0, 0.0], [20.0, 0.0], [20.0, 30.0], [15.0, 30.0]];
    let weights = Weights::new().with("wet", CLOSED).with("bridge", 1.0);
    // No way between two closed regions that share a border, and none through them.
    let mesh = field(30.0, &[("wet", left), ("wet", right)]);
    let along = plan(&mesh, [15.0, 1.0], [15.0, 29.0], 0.2, &weights);
    assert_eq!(along.unwrap_err(), NoRoute::Closed { which: Some(Which::Start) });
    assert_eq!(
        plan(&mesh, [5.0, 5.0], [25.0, 5.0], 0.2, &weights).unwrap_err(),
        NoRoute::Closed { which: None }
    );
    // The last one listed counts: a bridge over the water, or water over the bridge.
    let bridge: &[[f64; 2]] = &[[9.0, 20.0], [21.0, 20.0], [21.0, 20.4], [9.0, 20.4]];
    let mesh = field(30.0, &[("wet", left), ("wet", right), ("bridge", bridge)]);
    let (_, cost) = plan(&mesh, [5.0, 20.2], [25.0, 20.2], 0.2, &weights).unwrap();
    assert!((cost - 20.0).abs() < 1e-9, "{cost}");
    let mesh = field(30.0, &[("bridge", bridge), ("wet", left), ("wet", right)]);
    assert!(plan(&mesh, [5.0, 20.2], [25.0, 20.2], 0.2, &weights).is_err(), "the bridge is under water");
    // A border costs as much as its cheaper side.
    let mesh = field(30.0, &[("wet", left)]);
    let (_, cost) = plan(&mesh, [15.0, 1.0], [15.0, 29.0], 0.2, &Weights::new().with("wet", 7.0)).unwrap();
    assert!((cost - 28.0).abs() < 1e-9, "{cost}");
}

#[test]
fn layers_have_their_own_regions() {
    let mut floor = Layer::new("floor");
    floor.walkable.push(ring(&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]));
    let mut stairs = Layer::new("stairs");
    stairs.walkable.push(ring(&[[10.0, 2.0], [16.0, 2.0], [16.0, 8.0], [10.0, 8.0]]));
    let polygon = ring(&[[10.0, 2.0], [16.0, 2.0], [16.0, 8.0], [10.0, 8.0]]);
    stairs.regions.push(Region { label: "stairs".into(), polygon });
    let mut above = Layer::new("above");
    above.walkable.push(ring(&[[16.0, 0.0], [26.0, 0.0], [26.0, 10.0], [16.0, 10.0]]));
    let connection = |one, two, x| Connection::new([LayerId(one), LayerId(two)], [[x, 2.0], [x, 8.0]]);
    let connections = vec![connection(0, 1, 10.0), connection(1, 2, 16.0)];
    let scene = Scene { name: String::new(), layers: vec![floor, stairs, above], connections };
    let mesh = Mesh::build(&scene).unwrap().mesh;
    let (from, to) = (Position::new([5.0, 5.0], LayerId(0)), Position::new([21.0, 5.0], LayerId(2)));
    let request = Request::new(from, to, 0.3);
    let mut route = Route::default();
    let mut scratch = Weighted::default();
    let cost = scratch.plan(&mesh, &request, &Weights::new().with("stairs", 3.0), &mut route).unwrap();
    assert!((cost - 28.0).abs() < 1e-9, "{cost}");
    assert_eq!(mesh.positions(&route, 1e-3).last(), Some(&to), "it arrives on the other layer");
    let closed = scratch.plan(&mesh, &request, &Weights::new().with("stairs", CLOSED), &mut route);
    assert_eq!(closed, Err(NoRoute::Closed { which: None }));
}

#[test]
fn refusals() {
    let pond: &[[f64; 2]] = &[[4.0, 4.0], [6.0, 4.0], [6.0, 6.0], [4.0, 6.0]];
    let mesh = field(10.0, &[("pond", pond)]);
    let closed = Weights::new().with("pond", CLOSED);
    let refused = |from, to, radius, weights: &Weights| plan(&mesh, from, to, radius, weights).unwrap_err();
    assert!(matches!(
        refused([-1.0, 5.0], [5.0, 5.0], 0.2, &closed),
        NoRoute::Outside { which: Which::Start, .. }
    ));
    assert!(matches!(
        refused([1.0, 5.0], [9.9, 5.0], 0.2, &closed),
        NoRoute::NoRoom { which: Which::Goal, .. }
    ));
    assert_eq!(refused([1.0, 5.0], [5.0, 5.0], 0.2, &closed), NoRoute::Closed { which: Some(Which::Goal) });
    assert_eq!(refused([5.0, 5.0], [1.0, 5.0], 0.2, &closed).to_string(), "the start is in a closed region");
    for value in [0.0, -1.0] {
        let weights = Weights::new().with("pond", value);
        assert_eq!(refused([1.0, 5.0], [9.0, 5.0], 0.2, &weights), NoRoute::BadWeight { value });
    }
    let weights = Weights::new().with("pond", f64::NAN);
    assert!(matches!(refused([1.0, 5.0], [9.0, 5.0], 0.2, &weights), NoRoute::BadWeight { .. }));
    assert!(matches!(refused([1.0, 5.0], [9.0, 5.0], f64::NAN, &closed), NoRoute::Senseless { .. }));
    assert!(matches!(refused([1.0, 5.0], [f64::NAN, 5.0], 0.1, &closed), NoRoute::Outside { .. }));
    let (route, cost) = plan(&mesh, [1.0, 5.0], [1.0, 5.0], 0.2, &closed).unwrap();
    assert_eq!((route.legs().len(), cost), (0, 0.0), "there already");
}

#[test]
fn memory_makes_no_difference() {
    let mut scratch = Weighted::default();
    for seed in 1..12 {
        let scene = sample::with_regions(sample::field(3, seed), seed, 5);
        let mesh = Mesh::build(&scene).unwrap().mesh;
        let weights = Weights::new().with("grass", 3.0).with("pond", CLOSED);
        let request = request([0.5, 0.5], [29.0, 29.0], 0.24);
        let mut routes = [Route::default(), Route::default()];
        let costs = [
            scratch.plan(&mesh, &request, &weights, &mut routes[0]),
            Weighted::default().plan(&mesh, &request, &weights, &mut routes[1]),
        ];
        assert_eq!((costs[0], &routes[0]), (costs[1], &routes[1]), "seed {seed}");
    }
}

/// A square place with regions.
fn field(size: f64, regions: &[(&str, &[[f64; 2]])]) -> Mesh {
    let mut layer = Layer::new("field");
    layer.walkable.push(ring(&[[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]]));
    for &(label, corners) in regions {
        layer.regions.push(Region { label: label.to_owned(), polygon: ring(corners) });
    }
    Mesh::build(&Scene::of_layer("", layer)).unwrap().mesh
}

fn request(from: [f64; 2], to: [f64; 2], radius: f64) -> Request {
    Request::new(Position::new(from, LayerId(0)), Position::new(to, LayerId(0)), radius)
}

fn plan(
    mesh: &Mesh,
    from: [f64; 2],
    to: [f64; 2],
    radius: f64,
    weights: &Weights,
) -> Result<(Route, f64), NoRoute> {
    let mut route = Route::default();
    let cost = Weighted::default().plan(mesh, &request(from, to, radius), weights, &mut route)?;
    assert_eq!(route.check(), Ok(()), "legs follow each other");
    Ok((route, cost))
}
