//! Lines of sight, casts and visibility polygons, against brute force over all walls.

mod common;

use common::naive::{Naive, Point, cross, distance, length, sub};
use common::{Random, ring, room, spiral, town, two_floors};
use throng_mesh::{Layer, LayerId, Mesh, Position, Scene, Sight, Visibility};

#[test]
fn visible_area_matches_brute_force() {
    let mut sight = Sight::default();
    let mut count = 0;
    let rooms = (0..300).map(|seed| (seed, room(seed)));
    let towns = (300..304).map(|seed| (seed, town(seed, 150.0, 60)));
    for (seed, scene) in rooms.chain(towns) {
        let mesh = build(&scene);
        let naive = Naive::new(&mesh);
        let mut random = Random::new(seed + 1000);
        for k in 0..25 {
            let mut at = random.place(if seed < 300 { 20.0 } else { 150.0 });
            if k % 2 == 0 {
                // In line with corners of rooms on whole meters.
                at = at.map(f64::round);
            }
            let position = Position::new(at, LayerId(0));
            // On an obstacle it depends on the side; other tests look at that.
            if mesh.clearance(position, None).is_none_or(|clearance| clearance < 1e-6) {
                continue;
            }
            count += 1;
            let seen = mesh.visibility_with(position, None, &mut sight).expect("it is walkable");
            let expected = naive.area(LayerId(0), at);
            let off = (seen.area - expected).abs() / expected;
            assert!(off < 1e-6, "room {seed}, {at:?}: {} instead of {expected}", seen.area);
            check_polygon(seen, at);
        }
    }
    assert!(count > 1500, "only {count} positions");
}

#[test]
fn points_inside_the_polygon_are_visible_and_others_are_not() {
    for seed in 0..100 {
        let mesh = build(&room(seed));
        let naive = Naive::new(&mesh);
        let mut random = Random::new(seed + 2000);
        for _ in 0..10 {
            let position = Position::new(random.place(20.0), LayerId(0));
            let Some(seen) = mesh.visibility(position, None) else { continue };
            for _ in 0..30 {
                let target = random.place(20.0);
                let way = naive.march(position, target);
                if way.margin < 1e-6 || distance_to_border(&seen, target) < 1e-6 {
                    continue;
                }
                let inside = is_inside(&seen.polygon, target);
                assert_eq!(inside, way.arrived, "room {seed}, {position:?} to {target:?}");
            }
        }
    }
}

#[test]
fn lines_of_sight_match_brute_force_there_and_back() {
    let mut count = [0; 2];
    for seed in 0..300 {
        let mesh = build(&room(seed));
        let naive = Naive::new(&mesh);
        let mut random = Random::new(seed + 3000);
        for k in 0..60 {
            let mut ends = [random.place(20.0), random.place(20.0)];
            if k % 2 == 0 {
                ends = ends.map(|end| end.map(f64::round));
            }
            let [from, to] = ends.map(|at| Position::new(at, LayerId(0)));
            let hint = mesh.locate(from, None);
            let there = mesh.visible(from, to, hint);
            let back = mesh.visible(to, from, None);
            assert_eq!(
                there.is_some(),
                hint.is_some() && mesh.locate(to, None).is_some(),
                "room {seed}, {ends:?}"
            );
            let (Some(there), Some(back)) = (there, back) else {
                assert_eq!(there, back, "room {seed}, {ends:?}");
                continue;
            };
            assert_eq!(there.visible, back.visible, "room {seed}, {ends:?}");
            assert!(
                (there.clearance - back.clearance).abs() < 1e-9,
                "room {seed}, {ends:?}: {there:?}, {back:?}"
            );
            let way = naive.march(from, to.at);
            // On a wall brute force does not know on which side; touching a corner is looked at elsewhere.
            let on_wall = [from, to].iter().any(|&end| mesh.clearance(end, None).is_none_or(|c| c < 1e-9));
            if way.margin < 1e-9 || on_wall {
                continue;
            }
            assert_eq!(there.visible, way.arrived, "room {seed}, {ends:?}");
            count[usize::from(there.visible)] += 1;
            let cast = mesh.cast(from, to.at, hint).expect("it is walkable");
            assert_eq!(cast.hit.is_none(), way.arrived, "room {seed}, {ends:?}");
            assert!(length(sub(cast.at, way.at)) < 1e-6, "room {seed}, {ends:?}: {cast:?}, not {:?}", way.at);
            if way.arrived {
                let expected = naive.clearance(LayerId(0), from.at, to.at);
                assert!(
                    (there.clearance - expected).abs() < 1e-9,
                    "room {seed}, {ends:?}: {there:?}, {expected}"
                );
            } else {
                assert_eq!(there.clearance, 0.0, "room {seed}, {ends:?}");
            }
        }
    }
    assert!(count[0] > 500 && count[1] > 500, "{count:?}");
}

#[test]
fn lines_and_polygons_follow_the_surface_from_layer_to_layer() {
    for (name, scene) in [("two floors", two_floors()), ("spiral", spiral(3))] {
        let mesh = build(&scene);
        let naive = Naive::new(&mesh);
        let bounds = scene.bounds().expect("it has corners");
        let mut random = Random::new(7);
        let place = |random: &mut Random| {
            let [low, high] = bounds;
            [random.between(low[0], high[0]), random.between(low[1], high[1])]
        };
        let (mut crossed, mut arrived) = (0, 0);
        for _ in 0..12_000 {
            let layer = LayerId(random.below(mesh.num_layers() as u64) as u32);
            let from = Position::new(place(&mut random), layer);
            let to = place(&mut random);
            let Some(hint) = mesh.locate(from, None) else { continue };
            let way = naive.march(from, to);
            if way.margin < 1e-6 {
                continue;
            }
            let cast = mesh.cast(from, to, Some(hint)).expect("it is walkable");
            assert_eq!(cast.hit.is_none(), way.arrived, "{name}: {from:?} to {to:?}");
            assert_eq!(cast.layer, way.layer, "{name}: {from:?} to {to:?}");
            assert!(length(sub(cast.at, way.at)) < 1e-6, "{name}: {from:?} to {to:?}");
            crossed += usize::from(way.layer != layer);
            arrived += usize::from(way.arrived);
            for layer in mesh.layers() {
                let there = mesh.visible(from, Position::new(to, layer), None);
                let expected = way.arrived && layer == way.layer;
                assert_eq!(
                    there.is_some_and(|line| line.visible),
                    expected,
                    "{name}: {from:?} to {to:?} on {layer:?}"
                );
            }
        }
        assert!(crossed > 200 && arrived > 200, "{name}: {crossed} crossed, {arrived} arrived");
    }
}

#[test]
fn visible_area_across_layers_is_where_lines_of_sight_arrive() {
    for (name, scene) in [("two floors", two_floors()), ("spiral", spiral(3))] {
        let mesh = build(&scene);
        let naive = Naive::new(&mesh);
        let mut random = Random::new(8);
        let mut count = 0;
        while count < 60 {
            let layer = LayerId(random.below(mesh.num_layers() as u64) as u32);
            let at = [random.between(-12.0, 30.0), random.between(-12.0, 12.0)];
            let position = Position::new(at, layer);
            if mesh.clearance(position, None).is_none_or(|clearance| clearance < 1e-3) {
                continue;
            }
            count += 1;
            let seen = mesh.visibility(position, None).expect("it is walkable");
            check_polygon(&seen, at);
            // The area by rays in all directions, each over a small angle.
            let mut expected = 0.0;
            let rays = 4000;
            let mut last: Option<f64> = None;
            let mut first = 0.0;
            for k in 0..=rays {
                let direction = if k == rays { circle(0, rays) } else { circle(k, rays) };
                let far = [at[0] + 100.0 * direction[0], at[1] + 100.0 * direction[1]];
                let reach = length(sub(naive.march(position, far).at, at));
                if let Some(last) = last {
                    expected += (last * last + reach * reach) / 4.0 * std::f64::consts::TAU / f64::from(rays);
                } else {
                    first = reach;
                }
                last = Some(reach);
            }
            assert!(first > 0.0, "{name}: {position:?}");
            let off = (seen.area - expected).abs() / expected;
            assert!(off < 0.01, "{name}: {position:?}: {} instead of {expected}", seen.area);
        }
    }
}

#[test]
fn positions_on_borders_see_what_their_neighborhood_sees() {
    let mut sight = Sight::default();
    for seed in 0..100 {
        let mesh = build(&room(seed));
        let joints: Vec<Point> = mesh.vertices().map(|vertex| vertex.position().at).collect();
        let bends = mesh.edges().flat_map(|edge| edge.bending_points().collect::<Vec<_>>());
        // Joints, places on spokes, and places on arcs' chords.
        let mut places: Vec<Point> = joints;
        for bend in bends {
            places.push(bend.at);
            places.push([(bend.at[0] + bend.left[0]) / 2.0, (bend.at[1] + bend.left[1]) / 2.0]);
        }
        for cell in mesh.cells() {
            let outline = cell.outline();
            places.push([(outline[0][0] + outline[3][0]) / 2.0, (outline[0][1] + outline[3][1]) / 2.0]);
        }
        let naive = Naive::new(&mesh);
        for at in places {
            let position = Position::new(at, LayerId(0));
            if mesh.clearance(position, None).is_none_or(|clearance| clearance < 1e-4) {
                continue;
            }
            let seen = mesh.visibility_with(position, None, &mut sight).expect("it is walkable");
            let expected = naive.area(LayerId(0), at);
            let off = (seen.area - expected).abs() / expected;
            assert!(off < 1e-6, "room {seed}, {at:?}: {} instead of {expected}", seen.area);
            check_polygon(seen, at);
        }
    }
}

#[test]
fn from_walls_and_corners_one_sees_the_space_in_front() {
    let mut layer = Layer::new("room");
    layer.walkable.push(ring(&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]));
    layer.obstacles.push(ring(&[[4.0, 4.0], [6.0, 4.0], [6.0, 6.0], [4.0, 6.0]]));
    let mesh = build(&Scene::of_layer("room", layer));
    let area = |at: Point| mesh.visibility(Position::new(at, LayerId(0)), None).map(|seen| seen.area);
    let check = |at: Point, expected: f64| {
        let seen = mesh.visibility(Position::new(at, LayerId(0)), None).expect("it is walkable");
        assert!((seen.area - expected).abs() < 1e-6, "{at:?}: {} instead of {expected}", seen.area);
        check_polygon(&seen, at);
    };
    // In the middle of a wall of the obstacle, at its corner, at a corner of the room, in the middle of a wall of the room.
    check([5.0, 4.0], 40.0);
    check([4.0, 4.0], 64.0);
    // From the corner of the room the obstacle hides a kite: (4,4)-(6,4)-(10,20/3)-(10,10)-... by symmetry twice.
    let triangle = |a: Point, b: Point, c: Point| cross(sub(b, a), sub(c, a)).abs() / 2.0;
    let hidden = triangle([6.0, 4.0], [10.0, 20.0 / 3.0], [10.0, 10.0])
        + triangle([6.0, 4.0], [10.0, 10.0], [4.0, 4.0]);
    check([0.0, 0.0], 100.0 - 2.0 * hidden);
    check(
        [5.0, 0.0],
        100.0
            - 2.0
                * (triangle([5.0, 4.0], [6.0, 4.0], [7.5, 10.0])
                    + triangle([5.0, 4.0], [7.5, 10.0], [5.0, 10.0])),
    );
    assert_eq!(area([5.0, 5.0]), None, "inside of the obstacle");
}

#[test]
fn a_line_that_touches_corners_is_visible_without_clearance() {
    let mut layer = Layer::new("room");
    layer.walkable.push(ring(&[[0.0, 0.0], [20.0, 0.0], [20.0, 10.0], [0.0, 10.0]]));
    // Two boxes that touch the line y = 5 from below and from above, a point and a line on it.
    layer.obstacles.push(ring(&[[2.0, 3.0], [4.0, 3.0], [4.0, 5.0], [2.0, 5.0]]));
    layer.obstacles.push(ring(&[[6.0, 5.0], [8.0, 5.0], [8.0, 7.0], [6.0, 7.0]]));
    layer.obstacles.push(ring(&[[9.0, 5.0], [10.0, 4.0], [11.0, 4.0]]));
    layer.obstacles.push(ring(&[[12.0, 5.0]]));
    layer.obstacles.push(ring(&[[14.0, 5.0], [16.0, 7.0]]));
    // A wall behind all of that, with its end in the way.
    layer.obstacles.push(ring(&[[18.0, 5.0], [19.0, 4.0], [19.0, 6.0]]));
    let mesh = build(&Scene::of_layer("room", layer));
    let visible = |a: Point, b: Point| {
        let [a, b] = [a, b].map(|at| Position::new(at, LayerId(0)));
        let [there, back] = [mesh.visible(a, b, None), mesh.visible(b, a, None)];
        assert_eq!(there, back, "{a:?}, {b:?}");
        let line = there.expect("both are walkable");
        (line.visible, line.clearance)
    };
    for to in [4.5, 5.0, 8.5, 9.0, 11.5, 12.0, 13.0, 17.0, 18.0] {
        assert_eq!(visible([1.0, 5.0], [to, 5.0]), (true, 0.0), "to {to}");
    }
    assert_eq!(visible([1.0, 5.0], [19.5, 5.0]), (false, 0.0), "through a corner, against a wall");
    assert_eq!(visible([1.0, 4.0], [5.0, 4.0]), (false, 0.0), "through a wall");
    assert_eq!(visible([1.0, 4.0], [5.0, 6.0]), (false, 0.0), "through a corner from the side");
    assert_eq!(visible([1.0, 4.0], [3.0, 6.0]), (true, 0.0), "past a corner");
    assert_eq!(visible([2.0, 3.0], [2.0, 5.0]), (true, 0.0), "along a wall");
    let (seen, clearance) = visible([1.0, 1.0], [1.0, 1.0]);
    assert!(seen && (clearance - 1.0).abs() < 1e-12, "from a position to itself: {clearance}");
}

#[test]
fn a_line_obstacle_on_the_border_changes_nothing() {
    let mut layer = Layer::new("room");
    layer.walkable.push(ring(&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]));
    layer.obstacles.push(ring(&[[2.0, 0.0], [-1.0, 0.0]]));
    let mesh = build(&Scene::of_layer("room", layer));
    let seen = mesh.visibility(Position::new([5.0, 5.0], LayerId(0)), None).expect("it is walkable");
    assert!((seen.area - 100.0).abs() < 1e-9, "{}", seen.area);
}

#[test]
fn what_is_not_walkable_sees_nothing() {
    let mesh = build(&two_floors());
    let inside = Position::new([1.0, 1.0], LayerId(0));
    let hint = mesh.locate(inside, None);
    for at in [[50.0, 1.0], [f64::NAN, 1.0], [1.0, f64::INFINITY], [5.5, 4.5]] {
        let outside = Position::new(at, LayerId(0));
        for hint in [None, hint] {
            assert_eq!(mesh.visible(inside, outside, hint), None, "to {at:?}");
            assert_eq!(mesh.visible(outside, inside, hint), None, "from {at:?}");
            assert_eq!(mesh.cast(outside, inside.at, hint), None, "from {at:?}");
            assert_eq!(mesh.visibility(outside, hint), None, "from {at:?}");
        }
    }
    assert_eq!(mesh.cast(inside, [f64::NAN, 0.0], hint), None, "toward nowhere");
    let nowhere = Position::new([1.0, 1.0], LayerId(9));
    assert_eq!(mesh.visible(inside, nowhere, None), None, "no such layer");
}

fn build(scene: &Scene) -> Mesh {
    match Mesh::build(scene) {
        Ok(built) => built.mesh,
        Err(error) => panic!("{error}: {scene:?}"),
    }
}

/// Counter-clockwise around the position, each corner once, the area its own, each piece of a wall not between the position and another.
fn check_polygon(seen: &Visibility, at: Point) {
    let Visibility { polygon, walls, area, .. } = seen;
    assert_eq!(polygon.len(), walls.len(), "a wall or window for each side");
    assert!(polygon.len() >= 3, "{at:?}: {polygon:?}");
    let mut sum = 0.0;
    for (k, &a) in polygon.iter().enumerate() {
        let b = polygon[(k + 1) % polygon.len()];
        assert!(length(sub(a, b)) > 1e-8, "{at:?}: corner {k} twice in {polygon:?}");
        let doubled = cross(sub(a, at), sub(b, at));
        assert!(doubled > -1e-6, "{at:?}: side {k} runs back in {polygon:?}");
        if walls[k].is_none() {
            assert!(doubled < 1e-6, "{at:?}: window {k} is not a line of sight");
        }
        sum += doubled / 2.0;
    }
    assert!((sum - area).abs() < 1e-6 * area.max(1.0), "{at:?}: {sum} is not {area}: {seen:?}");
}

fn is_inside(polygon: &[Point], z: Point) -> bool {
    let mut inside = false;
    for (k, &a) in polygon.iter().enumerate() {
        let b = polygon[(k + 1) % polygon.len()];
        if (a[1] > z[1]) != (b[1] > z[1]) && (cross(sub(b, a), sub(z, a)) > 0.0) == (b[1] > a[1]) {
            inside = !inside;
        }
    }
    inside
}

fn distance_to_border(seen: &Visibility, z: Point) -> f64 {
    let polygon = &seen.polygon;
    let sides = polygon.iter().enumerate().map(|(k, &a)| distance(z, a, polygon[(k + 1) % polygon.len()]));
    sides.fold(f64::INFINITY, f64::min)
}

/// One of many directions, evenly spaced.
#[expect(clippy::disallowed_methods, reason = "the last digits do not matter here")]
fn circle(k: i32, of: i32) -> Point {
    let (sin, cos) = ((f64::from(k) + 0.37) / f64::from(of) * std::f64::consts::TAU).sin_cos();
    [cos, sin]
}
