//! Discs that move, against lists of all walls.

use throng_voronoi::sample::{Random, layered};

use crate::change::{LiveMesh, Obstacle};
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::naive::Ground;
use crate::plane::{Point, along, bounds, distance, sub};
use crate::sample::{self, Family, ring};
use crate::scene::{Layer, LayerId, Scene};
use crate::slide::Slide;

/// How much nearer to an obstacle than allowed a disc may come. \[m\]
const LOSS: f64 = 2e-6;

const GROUND: LayerId = LayerId(0);

fn mesh_of(scene: &Scene) -> Option<Mesh> {
    Mesh::build(scene).ok().map(|built| built.mesh)
}

/// Moves a disc, and compares every line of its way with the oracle.
fn checked(mesh: &Mesh, ground: &Ground, from: Position, to: Point, radius: f64, name: &str) -> Slide {
    let mut lines = Vec::new();
    let slide = mesh.slide_by(from, to, radius, None, |a, b| lines.push([a, b])).expect("it is walkable");
    let what = format!("{name}: {from:?} to {to:?}, radius {radius}, {slide:?}");
    let start = ground.clearance(from, 1e3);
    let allowed = if start < radius - LOSS { start - 1e-8 } else { radius - LOSS };
    let (mut here, mut length) = (from, 0.0);
    for (k, &[a, b]) in lines.iter().enumerate() {
        assert_eq!(a, here.at, "{what}: the way has gaps");
        let (layer, clearance) =
            ground.line(here, b, 0.0, 1e3).unwrap_or_else(|| panic!("{what}: {a:?} to {b:?} crosses a wall"));
        assert!(clearance >= allowed, "{what}: {a:?} to {b:?} has clearance {clearance}, not {allowed}");
        // A line is the move out of an obstacle, if it starts there.
        length += if k == 0 && start < radius { 0.0 } else { distance(a, b) };
        here = Position::new(b, layer);
    }
    // Who came out of an obstacle may have stayed there, after the first line.
    let ends_there = |at: Point| distance(at, slide.position.at) < 1e-12;
    let came_out = start < radius && lines.first().is_some_and(|line| ends_there(line[1]));
    assert!(ends_there(here.at) || came_out, "{what}: it ends at {here:?}");
    let straight = start >= radius - LOSS || ground.line(from, slide.position.at, 0.0, 1e3).is_some();
    assert!(straight, "{what}: the straight line crosses a wall");
    assert!(length <= distance(from.at, to) + 1e-9, "{what}: the way is too long, {length}");
    assert!(mesh.locate(slide.position, None).is_some(), "{what}: it is walkable");
    let end = ground.clearance(slide.position, 1e3);
    assert!((slide.clearance - end).abs() < 1e-7, "{what}: the clearance is {end}");
    assert!(
        (distance(slide.nearest, slide.position.at) - slide.clearance).abs() < 1e-9,
        "{what}: where is it"
    );
    assert!(end >= allowed, "{what}: it had {start}, and has {end}");
    let nearer = distance(slide.position.at, to) <= distance(from.at, to) + 1e-9;
    assert!(nearer || start < radius, "{what}: it is farther from its target");
    slide
}

/// Walks discs about a mesh; returns how many moves were touched, and how many were not.
fn wander(mesh: &Mesh, ground: &Ground, discs: usize, seed: u64, name: &str) -> [usize; 2] {
    let mut random = Random::new(seed ^ 0x51de);
    let mut count = [0; 2];
    let walls = mesh.layers().flat_map(|layer| mesh.walls(layer)).flat_map(|wall| wall.ends);
    let [low, high] = bounds(walls);
    for _ in 0..discs {
        let place = |random: &mut Random| [0, 1].map(|k| low[k] + (high[k] - low[k]) * random.unit());
        let layer = LayerId(random.below(mesh.num_layers()) as u32);
        let mut here = Position::new(place(&mut random), layer);
        if mesh.locate(here, None).is_none() {
            continue;
        }
        let radius = [0.1, 0.15, 0.25, 0.24, 0.35, 0.5, 0.0, 1.5][random.below(8)];
        let mut direction = random.direction();
        for _ in 0..12 {
            let length = [0.01, 0.14, 0.5, 0.5, 3.0, 40.0][random.below(6)];
            if random.one_in(4) {
                direction = random.direction();
            }
            let to = along(here.at, direction, length);
            let slide = checked(mesh, ground, here, to, radius, name);
            count[usize::from(slide.touched)] += 1;
            here = slide.position;
        }
    }
    count
}

#[test]
fn discs_stay_clear_of_everything() {
    let mut count = [0; 2];
    for family in Family::ALL {
        for seed in 0..6 {
            let Some(mesh) = mesh_of(&family.scene(seed)) else { continue };
            let ground = Ground::flat(&mesh);
            let [free, touched] = wander(&mesh, &ground, 60, seed, &format!("{family:?} {seed}"));
            count = [count[0] + free, count[1] + touched];
        }
    }
    for seed in 0..4 {
        let mesh = mesh_of(&sample::field(3, seed)).expect("a field");
        wander(&mesh, &Ground::flat(&mesh), 100, seed, &format!("field {seed}"));
    }
    assert!(count[0] > 2000 && count[1] > 5000, "{count:?}");
}

#[test]
fn discs_stay_on_their_sheet() {
    let places = [
        ("floors", sample::floors()),
        ("spiral", sample::of_place(&layered::spiral(2, 6))),
        ("tight spiral", sample::of_place(&layered::tight_spiral(2, 6))),
        ("ramp", sample::of_place(&layered::ramp(4, 6))),
    ];
    for (name, scene) in places {
        let mesh = mesh_of(&scene).expect("a place");
        let ground = Ground::layered(&mesh);
        let count = wander(&mesh, &ground, 600, 7, name);
        assert!(count[0] > 50 && count[1] > 50, "{name}: {count:?}");
    }
}

/// Walks in steps toward a place, as far as it gets.
fn walk(mesh: &Mesh, from: Point, to: Point, radius: f64, steps: usize) -> Slide {
    let ground = Ground::flat(mesh);
    let mut here = Position::new(from, GROUND);
    let mut last = None;
    for _ in 0..steps {
        let way = sub(to, here.at);
        let far = distance(here.at, to);
        let step = if far > 0.14 { along(here.at, way, 0.14 / far) } else { to };
        let slide = checked(mesh, &ground, here, step, radius, "walk");
        (here, last) = (slide.position, Some(slide));
    }
    last.expect("a step")
}

fn hall(obstacles: &[&[Point]]) -> Mesh {
    let mut layer = Layer::new("hall");
    layer.walkable.push(ring(&[[0.0, 0.0], [20.0, 0.0], [20.0, 10.0], [0.0, 10.0]]));
    layer.obstacles.extend(obstacles.iter().map(|obstacle| ring(obstacle)));
    mesh_of(&Scene::of_layer("hall", layer)).expect("a hall")
}

#[test]
fn a_disc_passes_where_it_just_fits() {
    // A door in a line, a thick one, and a passage; all of 0.4 m.
    let line = hall(&[&[[10.0, 0.0], [10.0, 4.8]], &[[10.0, 5.2], [10.0, 10.0]]]);
    let thick = |from: f64, to: f64| {
        hall(&[
            &[[from, 0.0], [to, 0.0], [to, 4.8], [from, 4.8]],
            &[[from, 5.2], [to, 5.2], [to, 10.0], [from, 10.0]],
        ])
    };
    for (name, mesh) in [("line", line), ("thick", thick(10.0, 10.3)), ("passage", thick(8.0, 13.0))] {
        for y in [5.0, 4.9, 4.6, 5.5, 5.3] {
            let end = walk(&mesh, [6.0, y], [16.0, 5.0], 0.2, 130);
            assert!(distance(end.position.at, [16.0, 5.0]) < 1e-6, "{name} from {y}: {end:?}");
            // A hair more does not pass.
            let end = walk(&mesh, [6.0, y], [16.0, 5.0], 0.2001, 130);
            assert!(end.position.at[0] < 13.0 && end.touched, "{name} from {y}: {end:?}");
        }
        // All the way at once, from straight before it.
        let end = mesh.slide(Position::new([6.0, 5.0], GROUND), [16.0, 5.0], 0.2, None).expect("walkable");
        assert_eq!(end.position.at, [16.0, 5.0], "{name}");
    }
    // Slanted and of 0.4 m: nothing is along an axis, and widths are subject to rounding.
    let [p, q]: [Point; 2] = [[5.0, 1.0], [9.8, 7.4]];
    let band = |s: f64| [[p[0] - 0.32 * s, p[1] + 0.24 * s], [q[0] - 0.32 * s, q[1] + 0.24 * s]];
    let [[a, b], [c, d]] = [band(0.5), band(-0.5)];
    let mesh = hall(&[&[a, b], &[c, d]]);
    let end = walk(&mesh, along(p, [-0.6, -0.8], 0.5), along(q, [0.6, 0.8], 0.5), 0.2, 100);
    assert!(distance(end.position.at, along(q, [0.6, 0.8], 0.5)) < 1e-6, "{end:?}");
}

#[test]
fn a_disc_turns_a_corner_of_a_passage_where_it_just_fits() {
    // In from the left at the height of 5, and out upward at x = 10.2.
    let below: &[Point] = &[[4.0, 4.8], [10.4, 4.8], [10.4, 9.0], [10.5, 9.0], [10.5, 4.7], [4.0, 4.7]];
    let above: &[Point] = &[[4.0, 5.2], [10.0, 5.2], [10.0, 9.0], [4.0, 9.0]];
    let mesh = hall(&[below, above]);
    let bend = walk(&mesh, [3.0, 5.0], [10.2, 5.0], 0.2, 70);
    assert!(distance(bend.position.at, [10.2, 5.0]) < 1e-5, "{bend:?}");
    let end = walk(&mesh, bend.position.at, [10.2, 9.5], 0.2, 50);
    assert!(distance(end.position.at, [10.2, 9.5]) < 1e-5, "{end:?}");
}

#[test]
fn discs_slide_along_walls_and_around_corners() {
    let mesh = hall(&[&[[8.0, 4.0], [12.0, 4.0], [12.0, 6.0], [8.0, 6.0]]]);
    let at = |at: Point, to: Point| mesh.slide(Position::new(at, GROUND), to, 0.5, None).expect("walkable");
    // Along the wall: as far as the target is.
    let end = at([3.0, 1.0], [4.0, 0.0]);
    assert!(distance(end.position.at, [4.0, 0.5]) < LOSS && end.touched, "{end:?}");
    assert_eq!(end.nearest, [end.position.at[0], 0.0], "{end:?}");
    // Into a corner of the hall, and no farther.
    let end = at([1.0, 1.0], [-3.0, -2.0]);
    assert!(distance(end.position.at, [0.5, 0.5]) < LOSS * 2.0, "{end:?}");
    // Past a corner that is in the way.
    let end = walk(&mesh, [6.0, 3.6], [14.0, 3.6], 0.5, 80);
    assert!(distance(end.position.at, [14.0, 3.6]) < 1e-6, "{end:?}");
    // Nothing in the way.
    let end = at([3.0, 3.0], [3.4, 3.2]);
    assert!(end.position.at == [3.4, 3.2] && !end.touched, "{end:?}");
    // Straight at a wall: it stops, and stays.
    let end = walk(&mesh, [5.0, 5.0], [15.0, 5.0], 0.5, 40);
    assert!(distance(end.position.at, [7.5, 5.0]) < LOSS && end.touched, "{end:?}");
}

#[test]
fn discs_come_out_of_obstacles_that_came() {
    let scene = sample::field(2, 3);
    for seed in 0..20 {
        let mut live = LiveMesh::build(&scene).expect("a field");
        let mut random = Random::new(seed);
        let mut others = Vec::new();
        for _ in 0..6 {
            let obstacle = sample::obstacle(&scene, &others, &mut random);
            if live.insert(obstacle.clone()).is_ok() {
                others.push(obstacle);
            }
        }
        let mesh = live.mesh();
        wander(mesh, &Ground::flat(mesh), 60, seed, &format!("obstacles {seed}"));
    }
    // Beside a wall that came, a disc is moved out as far as it takes.
    let mut live = LiveMesh::build(&scene).expect("a field");
    live.insert(Obstacle::new(GROUND, vec![[10.0, 0.5], [10.0, 1.5]])).expect("there is room");
    let here = Position::new([10.05, 1.0], GROUND);
    let end = live.mesh().slide(here, here.at, 0.2, None).expect("walkable");
    assert!(distance(end.position.at, [10.2, 1.0]) < 1e-9 && end.touched, "{end:?}");
    // On it, it is moved to one side or the other.
    let end =
        live.mesh().slide(Position::new([10.0, 1.0], GROUND), [10.0, 1.0], 0.2, None).expect("walkable");
    assert!((end.clearance - 0.2).abs() < 1e-9, "{end:?}");
    // In a narrow place it ends in the middle.
    live.insert(Obstacle::new(GROUND, vec![[10.3, 0.5], [10.3, 1.5]])).expect("there is room");
    let end = live.mesh().slide(here, here.at, 0.2, None).expect("walkable");
    assert!(distance(end.position.at, [10.15, 1.0]) < 1e-9, "{end:?}");
    // And gets out of there where it is wider, along the middle.
    let end = live.mesh().slide(end.position, [10.15, 2.5], 0.2, None).expect("walkable");
    assert!(distance(end.position.at, [10.15, 2.5]) < 1e-6, "{end:?}");
}

/// Who stands at the rim of a box that came upon it gets away from there on a straight line, and not around its corner.
#[test]
fn nobody_cuts_the_corner_of_a_box_that_came() {
    let (mut moves, mut stays) = (0, 0);
    for seed in 0..60 {
        let scene = sample::field(3, seed);
        let mut live = LiveMesh::build(&scene).expect("a field");
        let mut random = Random::new(seed);
        for _ in 0..30 {
            let middle = [0; 2].map(|_| 30.0 * random.unit());
            let [x, y] = middle.map(|v| v - random.unit());
            let [u, v] = [x + 0.3 + 2.0 * random.unit(), y + 0.3 + 2.0 * random.unit()];
            if live.insert(Obstacle::new(GROUND, vec![[x, y], [u, y], [u, v], [x, v]])).is_err() {
                continue;
            }
            let mesh = live.mesh();
            for _ in 0..8 {
                let inside = Position::new(middle.map(|v| v + 2.0 * random.unit() - 1.0), GROUND);
                let Some(from) = mesh.nearest_walkable(inside).filter(|from| *from != inside) else {
                    continue;
                };
                for _ in 0..10 {
                    let to = from.at.map(|v| v + 0.4 * (random.unit() - 0.5));
                    let radius = 0.18 + 0.06 * random.unit();
                    let end = mesh.slide(from, to, radius, None).expect("it is walkable");
                    let line = mesh.visible(from, end.position, None).expect("both are walkable");
                    assert!(line.visible, "{seed}: {from:?} to {to:?}, radius {radius}: {end:?}");
                    moves += 1;
                    stays += usize::from(end.position == from);
                }
            }
        }
    }
    assert!(moves > 20_000 && stays < moves / 4, "{moves} {stays}");
}

#[test]
fn nonsense_moves_nothing() {
    let mesh = mesh_of(&sample::field(2, 1)).expect("a field");
    let ground = Ground::flat(&mesh);
    let here = Position::new([10.0, 10.0], GROUND);
    for v in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for to in [[v, 3.0], [3.0, v], [v, v]] {
            let end = mesh.slide(here, to, 0.2, None).expect("walkable");
            assert_eq!(end.position, here, "{to:?}");
            assert!(mesh.slide(Position::new(to, GROUND), [3.0, 3.0], 0.2, None).is_none(), "{to:?}");
        }
    }
    for to in [[1e300, 2e300], [f64::MAX, f64::MIN], [1e7, 10.0], [10.0, -1e-310]] {
        checked(&mesh, &ground, here, to, 0.2, "far");
    }
    for radius in [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e-300, 1e300] {
        let end = mesh.slide(here, [10.3, 10.1], radius, None).expect("walkable");
        assert!(mesh.locate(end.position, Some(end.cell)).is_some(), "radius {radius}: {end:?}");
    }
    assert!(mesh.slide(Position::new([-1.0, 0.0], GROUND), [1.0, 1.0], 0.2, None).is_none(), "outside");
}
