//! The largest radius, why there is no route, and distances: against naive searches, a flooded grid, and each other.

mod common;

use std::collections::BinaryHeap;

use common::{Random, ring, room, spiral, town, two_floors};
use throng_mesh::naive::Naive;
use throng_mesh::{
    Arc, CellId, JointId, Kind, Layer, LayerId, Mesh, NoRoute, Position, Request, Scene, Which, Width, sample,
};

/// What rounding may do to lengths and widths. \[m\]
const ROUNDING: f64 = 1e-7;

/// A corridor: at first with thin pillars, around which edges are parallel, then with walls that have doors of all widths.
fn corridor(seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut layer = Layer::new("corridor");
    layer.walkable.push(ring(&[[0.0, 0.0], [60.0, 0.0], [60.0, 6.0], [0.0, 6.0]]));
    for x in (4..28).step_by(8) {
        layer.obstacles.push(ring(&[[f64::from(x), random.between(2.0, 4.0)]]));
    }
    for x in (30..60).step_by(3) {
        let x = f64::from(x);
        let (width, door) = (random.between(0.2, 1.5), random.between(0.5, 3.5));
        layer.obstacles.push(ring(&[[x, 0.0], [x, door]]));
        layer.obstacles.push(ring(&[[x, door + width], [x, 6.0]]));
    }
    Scene::of_layer("corridor", layer)
}

/// Random scenes, some of them layered.
fn scenes() -> Vec<Scene> {
    let mut scenes = vec![two_floors(), spiral(2), sample::floors(), town(1, 60.0, 20)];
    scenes.extend((0..6).map(corridor));
    scenes.extend((0..12).map(room));
    scenes.extend((0..12).map(|seed| sample::clutter(seed, 12, seed % 2 == 0)));
    scenes
}

fn meshes() -> impl Iterator<Item = Mesh> {
    scenes().into_iter().filter_map(|scene| Some(Mesh::build(&scene).ok()?.mesh))
}

/// A walkable place on any layer.
fn place(mesh: &Mesh, random: &mut Random) -> Position {
    loop {
        let layer = LayerId(random.below(mesh.num_layers() as u64) as u32);
        let at = [random.between(-12.0, 60.0), random.between(-12.0, 60.0)];
        let position = Position::new(at, layer);
        if mesh.locate(position, None).is_some() {
            return position;
        }
    }
}

/// A place near another one: often in the same cell or on the same edge.
fn place_near(mesh: &Mesh, random: &mut Random, other: Position) -> Position {
    for _ in 0..100 {
        let at = other.at.map(|v| v + random.between(-1.0, 1.0));
        if mesh.locate(Position::new(at, other.layer), None).is_some() {
            return Position::new(at, other.layer);
        }
    }
    other
}

/// The place on the medial axis where searches start.
fn retracted(mesh: &Mesh, position: Position) -> (CellId, f64) {
    let nearest = mesh.nearest(position, None).expect("a walkable place");
    let retraction = mesh.retract(position, Some(nearest.cell)).expect("a walkable place");
    (retraction.cell, retraction.t)
}

/// The smallest clearance of an arc. It is convex along the arc, so thirds tell.
fn narrowest(arc: &Arc) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..100 {
        let [a, b] = [low + (high - low) / 3.0, high - (high - low) / 3.0];
        if arc.clearance(a) < arc.clearance(b) {
            high = b;
        } else {
            low = a;
        }
    }
    arc.clearance(0.0).min(arc.clearance(1.0)).min(arc.clearance(low))
}

/// Length and width of some arcs.
fn sum(arcs: impl Iterator<Item = Arc>) -> (f64, f64) {
    arcs.fold((0.0, f64::INFINITY), |(length, width), arc| {
        (length + arc.length(), narrowest(&arc).min(width))
    })
}

/// The medial axis as a list of connections between nodes: vertices, and two places inside edges.
struct Graph {
    vertices: Vec<JointId>,
    /// Two nodes, length, width.
    ways: Vec<(usize, usize, f64, f64)>,
}

impl Graph {
    fn new(mesh: &Mesh) -> Self {
        let vertices: Vec<JointId> = mesh.vertices().map(|vertex| vertex.id()).collect();
        let node = |id: JointId| vertices.binary_search(&id).expect("ids in order");
        let ways = mesh.edges().map(|edge| {
            let [a, b] = edge.ends().map(|vertex| node(vertex.id()));
            (a, b, edge.length(), edge.min_clearance())
        });
        let ways = ways.collect();
        Self { vertices, ways }
    }

    /// Adds two places, which become the last two nodes.
    fn with(&self, mesh: &Mesh, places: [(CellId, f64); 2]) -> Self {
        let n = self.vertices.len();
        let mut ways = self.ways.clone();
        for (k, (cell, t)) in places.into_iter().enumerate() {
            let edge = mesh.cell(cell).edge();
            let (before, after) = mesh.arc(cell).split(t);
            let others = |from: bool| {
                let cells = edge.cells().map(|cell| cell.id());
                cells.filter(move |&other| other != cell && (other < cell) == from).map(|c| mesh.arc(c))
            };
            let parts = [
                sum([before].into_iter().chain(others(true))),
                sum([after].into_iter().chain(others(false))),
            ];
            for (vertex, (length, width)) in edge.ends().into_iter().zip(parts) {
                let node = self.vertices.binary_search(&vertex.id()).expect("ids in order");
                ways.push((n + k, node, length, width));
            }
        }
        let [one, two] = if places[0] <= places[1] { places } else { [places[1], places[0]] };
        if mesh.cell(one.0).edge().id() == mesh.cell(two.0).edge().id() {
            let arc = mesh.arc(one.0);
            let (length, width) = if one.0 == two.0 {
                sum([Arc { start: arc.point(one.1), end: arc.point(two.1), ..arc }].into_iter())
            } else {
                let between = (one.0.0 + 1..two.0.0).map(|cell| mesh.arc(CellId(cell)));
                sum([arc.split(one.1).1, mesh.arc(two.0).split(two.1).0].into_iter().chain(between))
            };
            ways.push((n, n + 1, length, width));
        }
        Self { vertices: self.vertices.clone(), ways }
    }

    /// The width of the widest way between the last two nodes, by trying all widths there are, widest first.
    fn widest(&self) -> Option<f64> {
        let n = self.vertices.len();
        let mut widths: Vec<f64> = self.ways.iter().map(|way| way.3).collect();
        widths.sort_by(|a, b| b.total_cmp(a));
        widths.dedup();
        // Whoever is connected at one width is so at all smaller ones.
        let k = widths.partition_point(|&width| !self.connected(n, n + 1, width));
        widths.get(k).copied()
    }

    fn connected(&self, from: usize, to: usize, width: f64) -> bool {
        self.lengths(from, width)[to].is_finite()
    }

    /// Lengths from a node over all ways at least that wide, by Bellman and Ford.
    fn lengths(&self, from: usize, width: f64) -> Vec<f64> {
        let mut lengths = vec![f64::INFINITY; self.vertices.len() + 2];
        lengths[from] = 0.0;
        let mut again = true;
        while again {
            again = false;
            for &(a, b, length, _) in self.ways.iter().filter(|way| way.3 >= width) {
                for [a, b] in [[a, b], [b, a]] {
                    if lengths[a] + length < lengths[b] {
                        lengths[b] = lengths[a] + length;
                        again = true;
                    }
                }
            }
        }
        lengths
    }
}

#[test]
fn it_is_the_widest_of_all_ways() {
    let mut random = Random::new(1);
    let (mut connected, mut apart, mut on_axis, mut parallel) = (0, 0, 0, 0);
    for mesh in meshes() {
        let graph = Graph::new(&mesh);
        let mut ends: Vec<[usize; 2]> =
            graph.ways.iter().map(|way| [way.0.min(way.1), way.0.max(way.1)]).collect();
        ends.sort_unstable();
        parallel += ends.windows(2).filter(|pair| pair[0] == pair[1]).count();
        for k in 0..25 {
            let from = place(&mesh, &mut random);
            let to =
                if k % 3 == 0 { place_near(&mesh, &mut random, from) } else { place(&mesh, &mut random) };
            let name = mesh.name();
            let both = graph.with(&mesh, [from, to].map(|position| retracted(&mesh, position)));
            let answer = mesh.largest_radius(from, to);
            let Some(widest) = both.widest() else {
                assert_eq!(answer, Err(NoRoute::NotConnected), "{name}: {from:?} to {to:?}");
                apart += 1;
                continue;
            };
            let [start, goal] = [from, to].map(|position| mesh.clearance(position, None).unwrap());
            let expected = widest.min(start).min(goal);
            let Width { radius, at } =
                answer.unwrap_or_else(|error| panic!("{name}: {from:?} to {to:?}: {error}"));
            assert!(
                (radius - expected).abs() < ROUNDING,
                "{name}: {from:?} to {to:?}: {radius}, not {expected}"
            );
            // It is where it says.
            let there = mesh.clearance(at, None).unwrap_or_else(|| panic!("{name}: {at:?} is outside"));
            assert!((there - radius).abs() < 1e-6, "{name}: {there} at {at:?}, not {radius}");
            connected += 1;
            on_axis += usize::from(at != from && at != to);
            // And back.
            assert_eq!(
                mesh.largest_radius(to, from).map(|width| width.radius),
                Ok(radius),
                "{name}: {from:?} to {to:?}"
            );
        }
    }
    assert!(
        connected > 400 && apart > 10 && on_axis > 100 && parallel > 10,
        "{connected} {apart} {on_axis} {parallel}"
    );
}

#[test]
fn a_flooded_grid_agrees() {
    // A way on the grid is at most this much narrower than one beside it, and the other way round.
    const STEP: f64 = 0.1;
    let mut random = Random::new(2);
    let mut compared = 0;
    for seed in 0..16 {
        let scene = if seed % 2 == 0 { room(seed) } else { sample::clutter(seed, 10, false) };
        let Ok(built) = Mesh::build(&scene) else { continue };
        let naive = Naive::new(&scene.layers[0]);
        let size = 200i64;
        let at = |k: usize| [k % size as usize, k / size as usize].map(|v| (v as f64 + 0.5) * STEP);
        let clearance: Vec<f64> = (0..(size * size) as usize)
            .map(|k| if naive.is_walkable(at(k)) { naive.clearance(at(k)) } else { 0.0 })
            .collect();
        for _ in 0..4 {
            let start = random.below(clearance.len() as u64) as usize;
            let widths = flood(&clearance, size, start);
            for _ in 0..50 {
                let goal = random.below(clearance.len() as u64) as usize;
                // Below that a line between two grid points may cross a thin wall.
                if widths[goal] < 2.0 * STEP || clearance[start] < 2.0 * STEP {
                    continue;
                }
                let [from, to] = [start, goal].map(|k| Position::new(at(k), LayerId(0)));
                let width = built.mesh.largest_radius(from, to).expect("the grid found a way");
                assert!(
                    (width.radius - widths[goal]).abs() < STEP,
                    "seed {seed}: {width:?}, not {}",
                    widths[goal]
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "only {compared}");
}

/// The width of the widest way from a grid point to all others, over eight neighbors each.
fn flood(clearance: &[f64], size: i64, start: usize) -> Vec<f64> {
    let mut widths = vec![0.0; clearance.len()];
    let mut open = BinaryHeap::from([(clearance[start].to_bits(), start)]);
    while let Some((width, k)) = open.pop() {
        let width = f64::from_bits(width);
        if widths[k] >= width {
            continue;
        }
        widths[k] = width;
        let [x, y] = [k as i64 % size, k as i64 / size];
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            if (0..size).contains(&(x + dx)) && (0..size).contains(&(y + dy)) {
                let next = ((y + dy) * size + x + dx) as usize;
                open.push((width.min(clearance[next]).to_bits(), next));
            }
        }
    }
    widths
}

#[test]
fn the_reason_agrees_with_the_width_and_with_a_search_to_the_last_bit() {
    let mut random = Random::new(3);
    let (mut found, mut narrow) = (0, 0);
    for mesh in meshes() {
        for k in 0..25 {
            let from = place(&mesh, &mut random);
            let to =
                if k % 3 == 0 { place_near(&mesh, &mut random, from) } else { place(&mesh, &mut random) };
            let Ok(width) = mesh.largest_radius(from, to) else {
                assert_eq!(mesh.why_not(&Request::new(from, to, 0.0)), Some(NoRoute::NotConnected));
                continue;
            };
            let Width { radius: largest, at } = width;
            let [start, goal] = [from, to].map(|position| mesh.clearance(position, None).unwrap());
            // The largest radius that passes, give or take a few bits.
            let limit = largest + 1e-6;
            let bits = |by: i64| f64::from_bits(limit.to_bits().wrapping_add_signed(by));
            let radii = [0.0, largest, bits(-2), bits(-1), limit, bits(1), bits(2), largest + 1e-3, 1e3];
            for radius in radii.into_iter().chain([random.between(0.0, 2.0 * largest + 1e-6)]) {
                let expected = if radius - 1e-6 > start {
                    Some(NoRoute::NoRoom { which: Which::Start, clearance: start })
                } else if radius - 1e-6 > goal {
                    Some(NoRoute::NoRoom { which: Which::Goal, clearance: goal })
                } else if radius - 1e-6 > largest {
                    Some(NoRoute::TooNarrow { largest, at })
                } else {
                    None
                };
                let answer = mesh.why_not(&Request::new(from, to, radius));
                assert_eq!(answer, expected, "{}: {from:?} to {to:?} with {radius}", mesh.name());
                narrow += usize::from(matches!(answer, Some(NoRoute::TooNarrow { .. })));
                found += usize::from(answer.is_none());
                let searched = mesh.distances(from, radius).ok().and_then(|all| all.at(&mesh, to));
                assert_eq!(
                    searched.is_some(),
                    answer.is_none(),
                    "{}: {from:?} to {to:?} with {radius}",
                    mesh.name()
                );
            }
        }
    }
    assert!(found > 1000 && narrow > 100, "{found} {narrow}");
}

#[test]
fn distances_are_those_of_a_naive_search() {
    let mut random = Random::new(4);
    let (mut reached, mut closed) = (0, 0);
    for mesh in meshes() {
        let graph = Graph::new(&mesh);
        let n = graph.vertices.len();
        for k in 0..8 {
            let from = place(&mesh, &mut random);
            let radius = if k == 0 { 0.0 } else { random.between(0.0, mesh.clearance(from, None).unwrap()) };
            let distances = mesh.distances(from, radius).expect("it fits");
            for k in 0..4 {
                let to =
                    if k % 2 == 0 { place_near(&mesh, &mut random, from) } else { place(&mesh, &mut random) };
                let both = graph.with(&mesh, [from, to].map(|position| retracted(&mesh, position)));
                let mut expected = both.lengths(n, radius - 1e-6);
                if mesh.clearance(to, None).unwrap() < radius - 1e-6 {
                    expected[n + 1] = f64::INFINITY;
                }
                let found = distances.at(&mesh, to).unwrap_or(f64::INFINITY);
                let agree = |a: f64, b: f64| a == b || (a - b).abs() < ROUNDING;
                assert!(agree(found, expected[n + 1]), "{}: {from:?} to {to:?}: {found}", mesh.name());
                for (node, &vertex) in graph.vertices.iter().enumerate() {
                    // Ways over the second place are none that the others do not have.
                    let found = distances.to(vertex).unwrap_or(f64::INFINITY);
                    assert!(agree(found, expected[node]), "{}: {from:?} to {vertex:?}: {found}", mesh.name());
                    reached += usize::from(found.is_finite());
                    closed += usize::from(found.is_infinite());
                }
            }
            assert_eq!(
                distances.iter().count(),
                graph.vertices.iter().filter(|&&v| distances.to(v).is_some()).count()
            );
        }
    }
    assert!(reached > 10_000 && closed > 10_000, "{reached} {closed}");
}

/// Two rooms, 5 m wide each, with a door of 0.9 m at y = 1.45; the wall is 0.2 m thick.
fn door() -> Mesh {
    let mut layer = Layer::new("rooms");
    layer.walkable.push(ring(&[[0.0, 0.0], [10.2, 0.0], [10.2, 4.0], [0.0, 4.0]]));
    layer.obstacles.push(ring(&[[5.0, -1.0], [5.2, -1.0], [5.2, 1.0], [5.0, 1.0]]));
    layer.obstacles.push(ring(&[[5.0, 1.9], [5.2, 1.9], [5.2, 5.0], [5.0, 5.0]]));
    layer.walkable.push(ring(&[[20.0, 0.0], [24.0, 0.0], [24.0, 4.0], [20.0, 4.0]]));
    Mesh::build(&Scene::of_layer("door", layer)).expect("a plain scene").mesh
}

fn ground(x: f64, y: f64) -> Position {
    Position::new([x, y], LayerId(0))
}

#[test]
fn a_door_lets_pass_what_fits() {
    let mesh = door();
    let (from, to) = (ground(2.0, 2.0), ground(8.0, 2.0));
    let Width { radius, at } = mesh.largest_radius(from, to).unwrap();
    assert!((radius - 0.45).abs() < 1e-9, "{radius}");
    assert!((5.0..=5.2).contains(&at.at[0]) && (at.at[1] - 1.45).abs() < 1e-9, "{at:?}");
    // Within one room the walls decide, or the place itself.
    assert!((mesh.largest_radius(ground(1.9, 2.0), ground(3.0, 2.0)).unwrap().radius - 1.9).abs() < 1e-9);
    let near_wall = ground(2.0, 0.25);
    assert_eq!(mesh.largest_radius(near_wall, to), Ok(Width { radius: 0.25, at: near_wall }));
    assert_eq!(mesh.largest_radius(to, near_wall), Ok(Width { radius: 0.25, at: near_wall }));
    assert_eq!(mesh.largest_radius(from, from), Ok(Width { radius: 2.0, at: from }));
    // A disc as wide as the door gets through it, one that is a little wider does not.
    assert_eq!(mesh.why_not(&Request::new(from, to, 0.45)), None);
    assert_eq!(
        mesh.why_not(&Request::new(from, to, 0.450_01)),
        Some(NoRoute::TooNarrow { largest: radius, at })
    );
    let far = mesh.distances(from, 0.450_01).unwrap();
    assert_eq!(far.at(&mesh, to), None);
    assert!(far.at(&mesh, ground(2.5, 2.0)).unwrap() < 1.0);
}

#[test]
fn reasons_come_in_order() {
    let mesh = door();
    let (from, to) = (ground(2.0, 2.0), ground(8.0, 2.0));
    let request = Request::new(from, to, 0.3);
    assert_eq!(mesh.why_not(&request), None);
    for bad in [f64::NAN, -0.1, f64::INFINITY, f64::NEG_INFINITY] {
        let what = |request: Request| match mesh.why_not(&request) {
            Some(NoRoute::Senseless { what, value }) if value.to_bits() == bad.to_bits() => what,
            other => panic!("{other:?}"),
        };
        assert_eq!(what(Request { radius: bad, clearance: bad, ..request }), "the radius");
        assert_eq!(what(request.with_clearance(bad)), "the clearance");
        assert_eq!(what(request.with_kind(Kind::Side(bad))), "the side");
        assert!(matches!(mesh.distances(from, bad), Err(NoRoute::Senseless { what: "the radius", .. })));
    }
    let what = |kind| mesh.why_not(&request.with_kind(kind));
    assert_eq!(what(Kind::Side(1.5)), Some(NoRoute::Senseless { what: "the side", value: 1.5 }));
    assert_eq!(what(Kind::RIGHT), None);
    // Outside, although there would be no room either.
    let outside = |which, nearest| Some(NoRoute::Outside { which, nearest });
    let (wall, beside) = (ground(5.0625, 3.0), Some(ground(5.0, 3.0)));
    assert_eq!(mesh.why_not(&Request::new(wall, wall, 9.0)), outside(Which::Start, beside));
    assert_eq!(mesh.why_not(&Request::new(from, wall, 9.0)), outside(Which::Goal, beside));
    for nowhere in [Position::new([2.0, 2.0], LayerId(7)), ground(f64::NAN, 2.0), ground(2.0, f64::INFINITY)]
    {
        assert_eq!(mesh.why_not(&Request::new(from, nowhere, 9.0)), outside(Which::Goal, None));
        assert_eq!(mesh.largest_radius(nowhere, from).err(), outside(Which::Start, None));
        assert_eq!(mesh.distances(nowhere, 0.3).err(), outside(Which::Start, None));
        assert_eq!(mesh.distances(from, 0.3).unwrap().at(&mesh, nowhere), None);
    }
    let no_room = |which| Some(NoRoute::NoRoom { which, clearance: 2.0 });
    let island = ground(22.0, 2.0);
    assert_eq!(mesh.why_not(&Request::new(from, island, 2.1)), no_room(Which::Start));
    assert_eq!(
        mesh.why_not(&Request::new(ground(2.0, 1.0), island, 1.1)),
        Some(NoRoute::NoRoom { which: Which::Start, clearance: 1.0 })
    );
    assert_eq!(mesh.distances(from, 2.1).err(), no_room(Which::Start));
    assert_eq!(mesh.why_not(&Request::new(from, island, 1.9)), Some(NoRoute::NotConnected));
    assert_eq!(mesh.largest_radius(from, island), Err(NoRoute::NotConnected));
}

#[test]
fn what_is_prepared_is_no_part_of_the_mesh() {
    let mesh = door();
    let (fresh, bytes, file) = (mesh.clone(), mesh.bytes(), mesh.to_bytes());
    mesh.largest_radius(ground(2.0, 2.0), ground(8.0, 2.0)).unwrap();
    assert!(mesh.bytes() > bytes);
    assert_eq!((mesh.clone().bytes(), mesh.to_bytes()), (bytes, file));
    assert_eq!(mesh, fresh);
}
