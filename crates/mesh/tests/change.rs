//! Meshes that change: streams of updates, what events say, what snapshots keep, and what is refused.

use std::collections::{BTreeMap, BTreeSet};

use throng_mesh::naive::Naive;
use throng_mesh::sample::{self, Family, obstacle};
use throng_mesh::{
    Change, ConnectionId, CostChange, Event, LayerId, LiveMesh, Mesh, Method, Obstacle, ObstacleId,
    Occupancy, Path, Planner, Position, Refused, Replanner, Request, Scene,
};
use throng_voronoi::sample::{Random, layered as glue};

const GROUND: LayerId = LayerId(0);

/// A live mesh, and what came into it.
struct World {
    live: LiveMesh,
    there: Vec<(ObstacleId, Obstacle)>,
    random: Random,
}

impl World {
    fn new(scene: &Scene, seed: u64) -> Self {
        let live = LiveMesh::build(scene).expect("the place can be walked in");
        Self { live, there: Vec::new(), random: Random::new(seed) }
    }

    /// Changes that make sense.
    fn changes(&mut self) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut used = BTreeSet::new();
        for _ in 0..if self.random.one_in(4) { 3 } else { 1 } {
            let doors = self.live.scene().connections.len();
            if doors > 0 && self.random.one_in(4) {
                let door = ConnectionId(self.random.below(doors) as u32);
                if used.insert((0, door.0)) {
                    let open = self.live.is_open(door);
                    changes.push(if open { Change::Close(door) } else { Change::Open(door) });
                }
            } else if !self.there.is_empty() && self.random.below(12) < self.there.len() {
                let id = self.there[self.random.below(self.there.len())].0;
                if used.insert((1, id.0)) {
                    changes.push(Change::Remove(id));
                }
            } else {
                let others: Vec<Obstacle> = self.there.iter().map(|(_, other)| other.clone()).collect();
                changes.push(Change::Insert(obstacle(self.live.scene(), &others, &mut self.random)));
            }
        }
        changes
    }

    fn apply(&mut self, changes: &[Change]) -> Event {
        let (ids, event) =
            self.live.apply(changes).unwrap_or_else(|refused| panic!("{changes:?}: {refused}"));
        let mut ids = ids.into_iter();
        for change in changes {
            match change {
                Change::Insert(obstacle) => {
                    self.there.push((ids.next().expect("an id for each"), obstacle.clone()))
                }
                Change::Remove(id) => self.there.retain(|(other, _)| other != id),
                Change::Open(_) | Change::Close(_) => {}
            }
        }
        event
    }

    fn step(&mut self) -> Event {
        let changes = self.changes();
        self.apply(&changes)
    }

    /// A random place, walkable or not.
    fn place(&mut self) -> Position {
        let [low, high] = self.live.scene().bounds().expect("there is something");
        let layer = LayerId(self.random.below(self.live.scene().layers.len()) as u32);
        Position::new([0, 1].map(|k| low[k] + (high[k] - low[k]) * self.random.unit()), layer)
    }
}

/// Small places on one layer.
fn flat() -> impl Iterator<Item = (u64, Scene)> {
    (0..3).flat_map(|seed| Family::ALL.into_iter().map(move |family| (seed, family.scene(seed))))
}

/// A hall with a table, in which two rooms are joined by a door. The door is connection 0.
fn rooms() -> Scene {
    sample::floors()
}

type Bits = ([[u64; 2]; 6], LayerId, u32, u64);

/// All cells, by id, to the bit.
fn cells(mesh: &Mesh) -> BTreeMap<u32, Bits> {
    let bits = |cell: throng_mesh::Cell<'_>| {
        let outline = cell.outline().map(|z| z.map(f64::to_bits));
        (outline, cell.layer(), cell.edge().id().0, cell.edge().length().to_bits())
    };
    mesh.cells().map(|cell| (cell.id().0, bits(cell))).collect()
}

/// Places of several layers, some of which overlap themselves.
fn layered() -> impl Iterator<Item = (u64, Scene)> {
    (0..4).flat_map(|seed| {
        let size = seed as usize;
        let places = [
            glue::spiral(1 + size % 2, 4 + size),
            glue::tight_spiral(1 + size % 2, 5 + size),
            glue::fan(3 + size, false),
            glue::fan(3 + size, true),
            glue::ramp(2 + size, 4),
        ];
        let strips = Family::ALL.into_iter().filter_map(move |family| {
            sample::cut(&family.scene(seed), [&[4.0, 8.0][..], &[5.0, 5.004]][size % 2])
        });
        let glued = places.into_iter().map(|place| sample::of_place(&place));
        glued.chain([sample::floors()]).chain(strips).map(move |scene| (seed, scene))
    })
}

#[test]
fn streams_are_as_built_from_nothing() {
    for (seed, scene) in flat().chain(layered()) {
        let mut world = World::new(&scene, seed);
        for round in 0..12 {
            let version = world.live.mesh().version();
            let event = world.step();
            assert_eq!(event.version, version + 1, "{}: built anew", scene.name);
            world.live.verify().unwrap_or_else(|mistake| panic!("{} round {round}: {mistake}", scene.name));
        }
    }
}

#[test]
fn streams_are_as_brute_force_says() {
    let mut walkable = 0;
    for (seed, scene) in flat() {
        let mut world = World::new(&scene, 100 + seed);
        for _ in 0..4 {
            (0..3).for_each(|_| drop(world.step()));
            let naive =
                Naive::with_obstacles(&scene.layers[0], world.there.iter().map(|(_, obstacle)| obstacle));
            for _ in 0..60 {
                let place = world.place();
                if naive.is_blurred(place.at) {
                    continue;
                }
                let clearance = world.live.mesh().clearance(place, None);
                assert_eq!(clearance.is_some(), naive.is_walkable(place.at), "{} at {place:?}", scene.name);
                if let Some(clearance) = clearance {
                    walkable += 1;
                    let truth = naive.clearance(place.at);
                    assert!(
                        (clearance - truth).abs() < 1e-3,
                        "{} at {place:?}: {clearance}, not {truth}",
                        scene.name
                    );
                }
            }
        }
    }
    assert!(walkable > 1000, "{walkable} walkable places");
}

/// Rounding leads both sides of the wall through one node where the line crosses them.
#[test]
fn a_wall_of_two_grid_units_stays_where_a_line_crosses_it() {
    let mut scene = Family::Dots.scene(0);
    scene.layers[0].obstacles =
        vec![sample::ring(&[[8.6176, 10.3714], [3.9946, 7.4334], [3.9948, 7.4334], [8.6178, 10.3714]])];
    let mut live = LiveMesh::build(&scene).expect("a place");
    let near = Position::new([6.175, 8.704], GROUND);
    let before = live.mesh().clearance(near, None).expect("one can walk there");
    for x in [5.9, 6.0, 6.3] {
        live.insert(Obstacle::new(GROUND, vec![[x, 2.0], [x, 11.9]])).expect("a fence");
        let after = live.mesh().clearance(near, None).expect("one can walk there");
        assert!((after - before).abs() < 2e-4, "{after} m with a fence at {x}, {before} m without");
    }
}

/// Connections that turn, one by one; and an obstacle that comes then, on a layer, there only or wherever it reaches.
type Round<'a> = (&'a [u32], u32, bool, &'a [[f64; 2]]);

fn script(scene: &Scene, rounds: &[Round<'_>]) {
    let mut live = LiveMesh::build(scene).expect("a place");
    let mut updates = 0;
    for (round, &(doors, layer, spreads, ring)) in rounds.iter().enumerate() {
        let turn = |live: &LiveMesh, door: ConnectionId| {
            if live.is_open(door) { Change::Close(door) } else { Change::Open(door) }
        };
        for &door in doors {
            let change = turn(&live, ConnectionId(door));
            live.apply(&[change]).unwrap_or_else(|refused| panic!("round {round}: {refused}"));
            updates += 1;
        }
        if !ring.is_empty() {
            let obstacle = Obstacle { spreads, ..Obstacle::new(LayerId(layer), ring.to_vec()) };
            live.insert(obstacle).unwrap_or_else(|refused| panic!("round {round}: {refused}"));
            updates += 1;
        }
        live.verify().unwrap_or_else(|mistake| panic!("{} round {round}: {mistake}", scene.name));
    }
    assert_eq!(live.mesh().version(), updates, "nothing was built anew");
}

/// Where many sheets meet in one point, and obstacles of a few grid units stand on it.
#[test]
fn obstacles_at_the_middle_of_a_fan() {
    let fan = |sectors: usize, closed: bool| sample::of_place(&glue::fan(sectors, closed));
    // Two connections are led through one piece.
    script(&fan(5, true), &[(&[], 2, true, &[[6e-5, 2.4e-4], [-1.8e-4, -1.2e-4]])]);
    script(&fan(8, true), &[(&[], 1, true, &[[-9.3e-5, -4.7e-5], [1.3e-4, -2.7e-4], [9.3e-5, -4.7e-5]])]);
    // A line nearly along a connection becomes part of it.
    let polygon = [[0.40341, 0.66783], [-0.69985, 0.17740]];
    script(&fan(6, true), &[(&[], 4, true, &[[0.0, 0.0], [0.1125, 0.19485]]), (&[], 0, false, &polygon)]);
    // A connection closes on which a line stands.
    let line = [[-0.13787466, -0.05927821], [-0.11645966, -0.23653854]];
    let corner = [[0.0, -1.0], [0.0, 0.0], [-1.0, 0.0]];
    script(&fan(6, false), &[(&[3], 4, true, &line), (&[3], 3, false, &corner), (&[3], 0, true, &[])]);
}

/// Removing a wall at the end of a connection: the other side of the next wall is on another sheet.
#[test]
fn a_wall_that_goes_beside_the_end_of_a_connection() {
    let mut tried = 0;
    for family in Family::ALL {
        let Some(scene) = sample::cut(&family.scene(50), &[6.0]) else { continue };
        tried += 1;
        let line = [[6.438047903828982, 19.084183111197504], [3.422305580880195, 16.816709905614026]];
        script(&scene, &[(&[], 0, true, &line)]);
    }
    assert!(tried > 3, "{tried} places");
}

/// A cell at the end of a fence may be so thin that what is behind the end is near to both of its sides.
#[test]
fn behind_the_end_of_a_fence() {
    let mut world = World::new(&Family::Squares.scene(68), 0);
    let fences = [
        [[6.520716125226141, 24.97951253201576], [6.410132027849236, 21.531632404402345]],
        [[7.618362847532618, 21.371509037556315], [-0.01185443465018965, 22.897924611108998]],
    ];
    for fence in fences {
        world.apply(&[Change::Insert(Obstacle::new(GROUND, fence.to_vec()))]);
        world.live.verify().expect("as built from nothing");
    }
}

#[test]
fn events_say_what_happened() {
    let mut events = 0;
    for (seed, scene) in flat() {
        let mut world = World::new(&scene, 200 + seed);
        for _ in 0..12 {
            let before = world.live.snapshot();
            let old = cells(&before);
            let event = world.step();
            let mesh = world.live.mesh();
            assert_eq!([event.version, mesh.version()], [before.version() + 1; 2], "one version further");
            let new = cells(mesh);
            let (removed, added): (Vec<u32>, Vec<u32>) = (
                old.keys().filter(|id| !new.contains_key(id)).copied().collect(),
                new.keys().filter(|id| !old.contains_key(id)).copied().collect(),
            );
            let ids = |list: &[throng_mesh::CellId]| list.iter().map(|id| id.0).collect::<Vec<u32>>();
            assert_eq!(ids(&event.cells_removed), removed, "{}", scene.name);
            assert_eq!(ids(&event.cells_added), added, "{}", scene.name);
            let edges = |mesh: &Mesh| mesh.edges().map(|edge| edge.id()).collect::<BTreeSet<_>>();
            let (gone, came) = (edges(&before), edges(mesh));
            assert!(event.edges_removed.iter().eq(gone.difference(&came)), "{}", scene.name);
            assert!(event.edges_added.iter().eq(came.difference(&gone)), "{}", scene.name);
            // What keeps its id is the same to the bit.
            for (id, bits) in &old {
                assert!(
                    removed.contains(id) || new.get(id) == Some(bits),
                    "{}: cell {id} changed",
                    scene.name
                );
            }
            let went = event.cells_removed.iter().map(|&id| before.cell(id));
            for cell in went.chain(event.cells_added.iter().map(|&id| mesh.cell(id))) {
                let hull =
                    event.affected.iter().find(|part| part.layer == cell.layer()).map(|part| &part.hull);
                let hull = hull.unwrap_or_else(|| panic!("{}: a layer is not affected", scene.name));
                assert!(
                    cell.outline().iter().all(|&z| is_in(hull, z)),
                    "{}: {cell:?} is not in {hull:?}",
                    scene.name
                );
            }
            events += usize::from(!event.is_empty());
        }
    }
    assert!(events > 200, "{events} events did something");
}

fn is_in(hull: &[[f64; 2]], z: [f64; 2]) -> bool {
    (0..hull.len()).all(|k| {
        let ([ax, ay], [bx, by]) = (hull[k], hull[(k + 1) % hull.len()]);
        let ([dx, dy], outside) = ([bx - ax, by - ay], 2e-9);
        dx * (z[1] - ay) - dy * (z[0] - ax) >= -outside * (dx * dx + dy * dy).sqrt()
    })
}

#[test]
fn insert_then_remove_gives_back_the_mesh() {
    for (seed, scene) in flat() {
        let mut world = World::new(&scene, 300 + seed);
        let first = world.live.snapshot();
        let all = cells(&first);
        let mut touched = BTreeSet::new();
        for _ in 0..10 {
            let others: Vec<Obstacle> = world.there.iter().map(|(_, other)| other.clone()).collect();
            let next = obstacle(&scene, &others, &mut world.random);
            touched.extend(world.apply(&[Change::Insert(next)]).cells_removed);
        }
        let mut ids: Vec<ObstacleId> = world.there.iter().map(|&(id, _)| id).collect();
        world.random.shuffle(&mut ids);
        for id in ids {
            touched.extend(world.apply(&[Change::Remove(id)]).cells_removed);
        }
        let mesh = world.live.mesh();
        mesh.same_as(&first).unwrap_or_else(|difference| panic!("{}: {difference}", scene.name));
        let now = cells(mesh);
        for (id, bits) in &all {
            let stayed = !touched.contains(&throng_mesh::CellId(*id));
            assert!(!stayed || now.get(id) == Some(bits), "{}: cell {id} was not touched", scene.name);
        }
    }
}

#[test]
fn snapshots_stay_as_they_are() {
    let scene = Family::Squares.scene(5);
    let mut world = World::new(&scene, 5);
    let mut kept: Vec<(Mesh, Vec<u8>, BTreeMap<u32, Bits>)> = Vec::new();
    for _ in 0..30 {
        let snapshot = world.live.snapshot();
        kept.push((snapshot.clone(), snapshot.to_bytes(), cells(&snapshot)));
        world.step();
    }
    for (k, (snapshot, bytes, before)) in kept.iter().enumerate() {
        assert_eq!(snapshot.version(), k as u64, "snapshots keep their version");
        assert!(snapshot.to_bytes() == *bytes, "snapshot {k} changed");
        assert!(cells(snapshot) == *before, "snapshot {k} changed");
    }
}

#[test]
fn readers_read_while_a_writer_writes() {
    let scene = Family::Walls.scene(2);
    let mut world = World::new(&scene, 2);
    let (sender, receiver) = std::sync::mpsc::channel::<(Mesh, Vec<u8>)>();
    std::thread::scope(|scope| {
        let reader = scope.spawn(move || {
            let mut count = 0;
            let mut last = None;
            for (mesh, bytes) in receiver {
                // The writer is somewhere else by now.
                assert!(mesh.to_bytes() == bytes, "version {} changed", mesh.version());
                mesh.check().expect("it is a sound mesh");
                last = last.max(Some(mesh.version()));
                count += 1;
            }
            (count, last)
        });
        for _ in 0..60 {
            let snapshot = world.live.snapshot();
            let bytes = snapshot.to_bytes();
            sender.send((snapshot, bytes)).expect("the reader listens");
            world.step();
        }
        drop(sender);
        assert_eq!(reader.join().expect("the reader is content"), (60, Some(59)), "all were read");
    });
}

#[test]
fn same_stream_same_bytes() {
    for (seed, scene) in [(1, Family::Overlapping.scene(1)), (2, Family::Grid.scene(2)), (3, rooms())] {
        let bytes = |_: usize| {
            let mut world = World::new(&scene, seed);
            (0..25).for_each(|_| drop(world.step()));
            world.live.mesh().to_bytes()
        };
        assert!(bytes(0) == bytes(1), "{}", scene.name);
    }
}

#[test]
fn bad_updates_change_nothing() {
    let scene = rooms();
    let mut live = LiveMesh::build(&scene).expect("a place");
    let (gone, _) = live.insert(Obstacle::new(GROUND, vec![[1.0, 3.0]])).expect("a point");
    live.remove(gone).expect("it is there");
    let (fence, _) = live.insert(Obstacle::new(GROUND, vec![[4.0, 1.0], [5.0, 1.5]])).expect("a fence");
    let door = ConnectionId(0);
    let put = |rings: &[&[[f64; 2]]]| {
        let rings = rings.iter().map(|ring| ring.to_vec()).collect();
        Change::Insert(Obstacle { layer: GROUND, rings, spreads: true })
    };
    let good = put(&[&[[1.0, 2.0], [1.5, 2.0], [1.5, 2.5]]]);
    let far = live.mesh().grid().bounds()[1][0] + 1.0;
    type Expected = fn(&Refused) -> bool;
    let bad: Vec<(Vec<Change>, Expected)> = vec![
        (vec![put(&[&[[1.0, f64::NAN]]])], |r| matches!(r, Refused::NotFinite { ring: 0, corner: 0 })),
        (vec![put(&[&[[1.0, 1.0], [2.0, f64::INFINITY]]])], |r| {
            matches!(r, Refused::NotFinite { corner: 1, .. })
        }),
        (vec![put(&[&[[far, 0.0]]])], |r| matches!(r, Refused::OutOfRange { .. })),
        (vec![put(&[&[[-1e300, 1e300]]])], |r| matches!(r, Refused::OutOfRange { .. })),
        (vec![put(&[])], |r| matches!(r, Refused::NoCorners { .. })),
        (vec![put(&[&[[1.0, 1.0]], &[]])], |r| matches!(r, Refused::NoCorners { ring: 1 })),
        (vec![Change::Insert(Obstacle::new(LayerId(3), vec![[1.0, 1.0]]))], |r| {
            matches!(r, Refused::NoLayer(LayerId(3)))
        }),
        (vec![Change::Remove(gone)], |r| matches!(r, Refused::NoObstacle(_))),
        (vec![Change::Remove(ObstacleId(u32::MAX))], |r| matches!(r, Refused::NoObstacle(_))),
        (vec![Change::Close(ConnectionId(2))], |r| matches!(r, Refused::NoConnection(_))),
        (vec![Change::Open(door)], |r| matches!(r, Refused::AlreadyThere { open: true, .. })),
        (vec![Change::Remove(fence), Change::Remove(fence)], |r| matches!(r, Refused::Twice(_))),
        (vec![Change::Close(door), Change::Open(door)], |r| matches!(r, Refused::Twice(_))),
    ];
    let mut other = live.clone();
    for (changes, expected) in bad {
        // Alone, and after changes that make sense.
        for first in [vec![], vec![good.clone(), Change::Close(ConnectionId(1))]] {
            let changes = [first, changes.clone()].concat();
            let before = live.snapshot();
            let refused = live.apply(&changes).expect_err("it makes no sense");
            assert!(expected(&refused), "{changes:?}: {refused}");
            assert!(!refused.to_string().is_empty(), "a reason is given");
            assert!(before == *live.mesh() && before.version() == live.mesh().version(), "{changes:?}");
        }
    }
    // What comes later is as if nothing had been asked: ids and all.
    let [one, two] =
        [&mut live, &mut other].map(|live| live.apply(std::slice::from_ref(&good)).expect("it makes sense"));
    assert_eq!(one, two, "the same ids and the same event");
    assert!(live.mesh().to_bytes() == other.mesh().to_bytes(), "the same mesh");
}

#[test]
fn components_and_widths_follow() {
    let mut compared = 0;
    for (seed, scene) in flat().filter(|(seed, _)| *seed < 2) {
        let mut world = World::new(&scene, 400 + seed);
        for _ in 0..5 {
            (0..2).for_each(|_| drop(world.step()));
            let mesh = world.live.mesh();
            // Edges that share a vertex hang together; nothing else does.
            let mut component: BTreeMap<u32, usize> = BTreeMap::new();
            let mut leader: BTreeMap<u32, u32> =
                mesh.edges().map(|edge| (edge.id().0, edge.id().0)).collect();
            for vertex in mesh.vertices() {
                let around: Vec<u32> = vertex.edges().map(|edge| edge.id().0).collect();
                for pair in around.windows(2) {
                    let [a, b] = [pair[0], pair[1]].map(|mut e| {
                        while leader[&e] != e {
                            e = leader[&e];
                        }
                        e
                    });
                    leader.insert(a.max(b), a.min(b));
                }
            }
            for edge in mesh.edges() {
                let mut e = edge.id().0;
                while leader[&e] != e {
                    e = leader[&e];
                }
                let known = *component.entry(e).or_insert(edge.component());
                assert_eq!(known, edge.component(), "{}: edge {}", scene.name, edge.id().0);
            }
            let numbers: BTreeSet<usize> = component.values().copied().collect();
            assert_eq!(numbers.len(), component.len(), "{}: two parts have one number", scene.name);
            assert_eq!(mesh.num_components(), component.len(), "{}", scene.name);
            // A file has no slots that are free, and what is derived is derived again.
            let loaded = Mesh::from_bytes(&mesh.to_bytes()).expect("it can be loaded");
            for _ in 0..20 {
                let [from, to] = [(); 2].map(|()| world.place());
                let mesh = world.live.mesh();
                let [one, two] =
                    [mesh, &loaded].map(|mesh| mesh.largest_radius(from, to).map(|width| width.radius));
                assert_eq!(one.ok(), two.ok(), "{} from {from:?} to {to:?}", scene.name);
                assert_eq!(
                    mesh.locate(from, None).is_some(),
                    loaded.locate(from, None).is_some(),
                    "{from:?}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared} pairs");
}

#[test]
fn occupancy_follows_events() {
    for (seed, scene) in flat().filter(|(seed, _)| *seed < 2) {
        let mut world = World::new(&scene, 500 + seed);
        let positions: Vec<Position> = (0..150).map(|_| world.place()).collect();
        let radii = vec![0.25; positions.len()];
        let mut cells = vec![None; positions.len()];
        let mut occupancy = Occupancy::new(world.live.mesh());
        occupancy.track(world.live.mesh(), &mut cells, &positions, &radii);
        for _ in 0..12 {
            let event = world.step();
            let mesh = world.live.mesh();
            occupancy.on_event(mesh, &event, &mut cells);
            occupancy.track(mesh, &mut cells, &positions, &radii);
            // Counted from nothing.
            let mut fresh = Occupancy::new(mesh);
            let mut anew = vec![None; positions.len()];
            fresh.track(mesh, &mut anew, &positions, &radii);
            assert_eq!(occupancy.total(), fresh.total(), "{}", scene.name);
            for (edge, id) in mesh.edges().map(|edge| (edge, edge.id())) {
                assert_eq!(occupancy.count(id), fresh.count(id), "{}: edge {}", scene.name, id.0);
                assert!((occupancy.area(id) - fresh.area(id)).abs() < 1e-9, "{}", scene.name);
                let sum: u32 = edge.cells().map(|cell| occupancy.count_in(cell.id())).sum();
                assert_eq!(sum, occupancy.count(id), "{}: edge {}", scene.name, id.0);
            }
        }
    }
}

#[test]
fn planning_again_after_updates_costs_what_planning_costs() {
    let (mut events, mut pruned) = (0, 0);
    for (seed, scene) in flat() {
        let mut world = World::new(&scene, 600 + seed);
        let (mut planner, mut replanner) = (Planner::default(), Replanner::default());
        for _ in 0..10 {
            let [from, to] = [(); 2].map(|()| world.place());
            let radius = [0.0, 0.1, 0.3][world.random.below(3)];
            let Ok(mut old) = planner.path(world.live.mesh(), from, to, radius, None).cloned() else {
                continue;
            };
            for _ in 0..6 {
                let event = world.step();
                let mesh = world.live.mesh();
                let change = CostChange::of_event(mesh, &event);
                let expected = planner.path(mesh, from, to, radius, None).map(Path::cost).ok();
                let request = Request::new(from, to, radius);
                let found = replanner.replan(mesh, &old, &request, None, &change, Method::Odpa);
                events += 1;
                match (&found, expected) {
                    (Ok(new), Some(cost)) => {
                        pruned += usize::from(new.expanded == 0);
                        let off = (new.path.cost() - cost).abs();
                        assert!(
                            off <= 1e-9 * (1.0 + cost),
                            "{}: {} instead of {cost}",
                            scene.name,
                            new.path.cost()
                        );
                    }
                    (Err(_), None) => {}
                    _ => panic!("{}: {found:?} instead of {expected:?}", scene.name),
                }
                match found {
                    Ok(new) => old = new.path.clone(),
                    Err(_) => break,
                }
            }
        }
    }
    assert!(events > 300 && pruned > 20, "{events} events, {pruned} paths kept without a search");
}
