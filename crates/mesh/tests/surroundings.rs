//! Walls in sight, against many rays and many points of walls.

mod common;

use std::sync::atomic::{AtomicUsize, Ordering};

use common::naive::{Naive, length, sub};
use common::{Random, ring, room, spiral, town, two_floors};
use throng_mesh::{LayerId, LiveMesh, Mesh, Obstacle, Position, Sight, WallId, WallInSight};

fn build(scene: &throng_mesh::Scene) -> Mesh {
    Mesh::build(scene).expect("a place").mesh
}

/// What is found is in sight, and what is in sight is found. Returns how many walls were found.
fn check(mesh: &Mesh, from: Position, range: f64, sight: &mut Sight, name: &str) -> usize {
    let what = format!("{name}: {from:?}, {range} m");
    let mut walls = Vec::new();
    let cell = mesh.walls_in_sight(from, range, None, sight, &mut walls);
    let Some(nearest) = mesh.nearest(from, None) else {
        assert!(cell.is_none() && walls.is_empty(), "{what}: not walkable");
        return 0;
    };
    assert_eq!(cell, Some(nearest.cell), "{what}");
    assert!(walls.windows(2).all(|pair| pair[0].distance <= pair[1].distance), "{what}: {walls:?}");
    assert!(walls.iter().all(|wall| wall.distance <= range), "{what}: {walls:?}");
    // The nearest obstacle is always in sight; its corner may hide its walls from being seen but for their ends.
    match walls.first() {
        Some(first) => assert!(first.distance >= nearest.distance - 1e-7, "{what}: {walls:?}, {nearest:?}"),
        None => assert!(nearest.distance > range - 1e-7, "{what}: {nearest:?}"),
    }
    rays(mesh, from, range, &walls, &what);
    for (k, wall) in walls.iter().enumerate() {
        let [a, b] = wall.ends;
        assert!(
            walls[..k].iter().all(|other| other.wall != wall.wall || other.ends != wall.ends),
            "{what}: twice"
        );
        // From a wall nothing is in front of it.
        let Some(id) = wall.wall.filter(|_| wall.distance > 1e-6) else { continue };
        let mut ends = mesh.wall_ends(id);
        if ends[0] != a {
            ends.swap(0, 1);
        }
        assert_eq!(ends, wall.ends, "{what}: from corner to corner");
        let left = (b[0] - a[0]) * (from.at[1] - a[1]) - (b[1] - a[1]) * (from.at[0] - a[0]);
        assert!(left >= -1e-9, "{what}: {wall:?} has the position on its right");
        points_of(mesh, from, wall, id, &what);
    }
    walls.len()
}

/// Whatever a ray hits within range is found, not farther away than there.
fn rays(mesh: &Mesh, from: Position, range: f64, walls: &[WallInSight], what: &str) {
    let mut random = Random::new(17);
    for _ in 0..200 {
        let [x, y] = random.direction();
        let to = [from.at[0] + range * x, from.at[1] + range * y];
        let cast = mesh.cast(from, to, None).expect("it is walkable");
        let Some(hit) = cast.hit else { continue };
        let far = length(sub(cast.at, from.at));
        // At a corner the ray may end at either wall.
        let at_end = mesh.wall_ends(hit).iter().any(|&end| length(sub(end, cast.at)) < 1e-6);
        if far > range - 1e-6 || at_end {
            continue;
        }
        let found = walls.iter().find(|wall| wall.wall == Some(hit));
        let found =
            found.unwrap_or_else(|| panic!("{what}: {hit:?} is hit at {:?}, and not in {walls:?}", cast.at));
        assert!(found.distance <= far + 1e-6, "{what}: {found:?} is hit at {:?}", cast.at);
    }
}

/// Some of a wall that was found can be seen, at the distance that is told.
fn points_of(mesh: &Mesh, from: Position, wall: &WallInSight, id: WallId, what: &str) {
    let [a, b] = wall.ends;
    let d = sub(b, a);
    let mut least = f64::INFINITY;
    // Ever finer: little of it may be visible.
    for samples in [20_u32, 200, 5000] {
        for k in 0..samples {
            let t = (f64::from(k) + 0.5) / f64::from(samples);
            let p = [a[0] + t * d[0], a[1] + t * d[1]];
            // A little behind the wall, which is on its right.
            let behind = 1e-4 / length(d);
            let beyond = [p[0] + behind * d[1], p[1] - behind * d[0]];
            let cast = mesh.cast(from, beyond, None).expect("it is walkable");
            if cast.hit == Some(id) {
                least = least.min(length(sub(cast.at, from.at)));
            }
        }
        assert!(least > wall.distance - 1e-6, "{what}: {wall:?}, seen at {least}");
        if least < wall.distance + 2.0 * length(d) / f64::from(samples) + 1e-6 {
            return;
        }
    }
    // Slivers and grazing looks: what is visible there is shorter than the samples are apart.
    SLIVERS.fetch_add(1, Ordering::Relaxed);
}

/// How many walls were found without a sample that is visible where they are nearest.
static SLIVERS: AtomicUsize = AtomicUsize::new(0);

#[test]
fn walls_in_sight_are_those_that_rays_hit() {
    let mut sight = Sight::default();
    let mut count = 0;
    for seed in 0..60 {
        let mesh = build(&room(seed));
        let mut random = Random::new(seed + 50);
        for k in 0..10 {
            let at = random.place(20.0);
            let at = if k % 3 == 0 { at.map(f64::round) } else { at };
            let range = [0.5, 2.0, 5.0, 40.0][k % 4];
            count += check(&mesh, Position::new(at, LayerId(0)), range, &mut sight, &format!("room {seed}"));
        }
    }
    let mesh = build(&town(3, 150.0, 60));
    let mut random = Random::new(5);
    for _ in 0..40 {
        let at = random.place(150.0);
        count += check(&mesh, Position::new(at, LayerId(0)), 20.0, &mut sight, "town");
    }
    let slivers = SLIVERS.load(Ordering::Relaxed);
    assert!(count > 1500 && slivers * 100 < count, "{count} walls, {slivers} slivers");
}

#[test]
fn walls_of_other_floors_are_not_in_sight() {
    let mut sight = Sight::default();
    for (name, scene, low, high) in
        [("two floors", two_floors(), [0.0, 0.0], [30.0, 10.0]), ("spiral", spiral(3), [-12.0; 2], [12.0; 2])]
    {
        let mesh = build(&scene);
        let mut random = Random::new(9);
        let mut count = 0;
        for k in 0..300 {
            let at = [0, 1].map(|k| random.between(low[k], high[k]));
            let layer = LayerId(random.below(mesh.num_layers() as u64) as u32);
            count += check(&mesh, Position::new(at, layer), [1.0, 4.0, 30.0][k % 3], &mut sight, name);
        }
        assert!(count > 100, "{name}: {count}");
    }
}

#[test]
fn walls_that_came_are_in_sight() {
    let mut sight = Sight::default();
    for seed in 0..12 {
        let mut live = LiveMesh::build(&room(seed)).expect("a room");
        let mut random = Random::new(seed + 70);
        let mut ids = Vec::new();
        for k in 0..14 {
            let (a, b, c) = (random.place(20.0), random.place(20.0), random.place(20.0));
            let corners = [vec![a], vec![a, b], vec![a, b, c]][k % 3].clone();
            if let Ok((id, _)) = live.insert(Obstacle::new(LayerId(0), corners)) {
                ids.push(id);
            }
            if k % 4 == 3 {
                live.remove(ids.swap_remove(0)).expect("it is there");
            }
            let at = random.place(20.0);
            check(live.mesh(), Position::new(at, LayerId(0)), 6.0, &mut sight, &format!("live {seed}"));
        }
    }
}

#[test]
fn points_are_in_sight_unless_walls_hide_them() {
    let mut count = [0; 2];
    let (mut sight, mut walls) = (Sight::default(), Vec::new());
    for seed in 0..40 {
        let mut scene = room(seed);
        let mut random = Random::new(seed + 20);
        for _ in 0..6 {
            scene.layers[0].obstacles.push(ring(&[random.place(20.0)]));
        }
        let mesh = build(&scene);
        let naive = Naive::new(&mesh);
        for _ in 0..20 {
            let from = Position::new(random.place(20.0), LayerId(0));
            if mesh.walls_in_sight(from, 8.0, None, &mut sight, &mut walls).is_none() {
                continue;
            }
            for &point in &naive.points[0] {
                let far = length(sub(point, from.at));
                let way = naive.march(from, point);
                if way.margin < 1e-6 || (far - 8.0).abs() < 1e-6 || far < 1e-6 {
                    continue;
                }
                let found = walls.iter().find(|wall| wall.wall.is_none() && wall.ends == [point; 2]);
                assert_eq!(found.is_some(), way.arrived && far < 8.0, "room {seed}: {point:?} from {from:?}");
                assert!(found.is_none_or(|wall| (wall.distance - far).abs() < 1e-9), "{found:?}, not {far}");
                count[usize::from(found.is_some())] += 1;
            }
        }
    }
    assert!(count[0] > 100 && count[1] > 100, "{count:?}");
}

#[test]
fn nonsense_sees_nothing() {
    let mesh = build(&room(1));
    let (mut sight, mut walls) = (Sight::default(), Vec::new());
    for at in [[f64::NAN, 1.0], [f64::INFINITY, 0.0], [-5.0, -5.0]] {
        assert_eq!(
            mesh.walls_in_sight(Position::new(at, LayerId(0)), 5.0, None, &mut sight, &mut walls),
            None
        );
    }
    let here = mesh.nearest_walkable(Position::new([3.3, 3.3], LayerId(0))).expect("something is walkable");
    for range in [f64::NAN, -1.0] {
        assert!(mesh.walls_in_sight(here, range, None, &mut sight, &mut walls).is_some(), "it is walkable");
        assert!(walls.is_empty(), "{range}");
    }
    mesh.walls_in_sight(here, f64::INFINITY, None, &mut sight, &mut walls).expect("it is walkable");
    let seen = mesh.visibility(here, None).expect("it is walkable");
    let all = seen.walls.iter().flatten().all(|id| walls.iter().any(|wall| wall.wall == Some(*id)));
    assert!(all && !walls.is_empty(), "{walls:?}, {seen:?}");
}
