//! What every place must keep, whatever it looks like.

use throng_mesh::{Connection, Layer, LayerId, Part, Ring, Scene};

use super::flood::pieces;
use super::{PLACES, place};

/// A point in units of 0.1 mm.
type Spot = [i64; 2];

/// Places that are small enough to look at from every side.
fn small_places() -> impl Iterator<Item = Scene> {
    PLACES
        .iter()
        .map(|info| place(info.name).expect("it is in the list"))
        .filter(|scene| scene.num_corners() < 20_000)
}

fn large_places() -> impl Iterator<Item = Scene> {
    PLACES
        .iter()
        .map(|info| place(info.name).expect("it is in the list"))
        .filter(|scene| scene.num_corners() >= 20_000)
}

#[test]
fn unknown_names_have_no_place() {
    assert_eq!(place("atlantis"), None, "there is no such place");
}

#[test]
fn sizes_are_those_of_the_papers() {
    let mut wrong = Vec::new();
    for info in PLACES {
        let scene = place(info.name).expect("it is in the list");
        assert_eq!(scene.name, info.name, "its name");
        let sizes = [scene.num_corners(), scene.layers.len(), scene.connections.len()];
        if let Some(expected) = info.expected {
            let fits = sizes[0].abs_diff(expected.obstacle_vertices) * 10 <= expected.obstacle_vertices
                && sizes[1..] == [expected.layers, expected.connections];
            if !fits {
                wrong.push(format!("{}: {sizes:?}, not {expected:?}", info.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn places_are_the_same_each_time() {
    for name in ["city", "village", "maze16", "tower"] {
        assert_eq!(place(name), place(name), "{name}");
    }
}

#[test]
fn names_of_layers_are_unique() {
    for scene in small_places().chain(large_places()) {
        let mut ids: Vec<&str> = scene.layers.iter().map(|layer| layer.id.as_str()).collect();
        ids.sort_unstable();
        assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "{}", scene.name);
    }
}

#[test]
fn coordinates_lie_on_the_grid() {
    for scene in small_places().chain(large_places()) {
        let rings = scene.layers.iter().flat_map(Layer::rings).flat_map(|(_, ring)| ring).flatten();
        let ends = scene.connections.iter().flat_map(|connection| connection.segment.iter().flatten());
        for &meters in rings.chain(ends) {
            let units = meters * 1e4;
            assert!(meters.is_finite() && (units - units.round()).abs() < 1e-5, "{}: {meters}", scene.name);
        }
    }
}

#[test]
fn rings_are_not_degenerate() {
    for scene in small_places().chain(large_places()) {
        for (part, ring) in scene.layers.iter().flat_map(Layer::rings) {
            let spots = spots(ring);
            let edges: Vec<[Spot; 2]> = edges(&spots).collect();
            assert!(edges.iter().all(|[a, b]| a != b), "{}: {part} {ring:?}", scene.name);
            let area: i64 = edges.iter().map(|[a, b]| a[0] * b[1] - a[1] * b[0]).sum();
            assert!(ring.len() < 3 || area != 0, "{}: {part} {ring:?}", scene.name);
            for (k, &e) in edges.iter().enumerate() {
                let others = edges.iter().skip(k + 1).filter(|f| !f.contains(&e[0]) && !f.contains(&e[1]));
                assert!(
                    !others.into_iter().any(|&f| meet(e, f)),
                    "{}: {part} meets itself {ring:?}",
                    scene.name
                );
            }
        }
    }
}

#[test]
fn obstacles_do_not_cross_each_other() {
    // Touching is fine. The walls of the offices are long bars that cross, with doors as openings; walls of a
    // maze cross.
    let all = small_places().chain(place("bigcity"));
    for scene in all.filter(|scene| scene.name != "offices" && !scene.name.starts_with("maze")) {
        for layer in &scene.layers {
            let all: Vec<Vec<[Spot; 2]>> =
                layer.rings().map(|(_, ring)| edges(&spots(ring)).collect()).collect();
            let mut flat: Vec<(usize, [Spot; 2])> = Vec::new();
            for (index, edges) in all.iter().enumerate() {
                flat.extend(edges.iter().map(|&edge| (index, edge)));
            }
            flat.sort_unstable_by_key(|(_, [a, b])| a[0].min(b[0]));
            for (k, &(i, e)) in flat.iter().enumerate() {
                let right = e[0][0].max(e[1][0]);
                for &(j, f) in flat[k + 1..].iter().take_while(|(_, f)| f[0][0].min(f[1][0]) <= right) {
                    assert!(i == j || !cross(e, f), "{} {}: {e:?} {f:?}", scene.name, layer.id);
                }
            }
        }
    }
}

#[test]
fn connections_join_corners_of_both_layers() {
    for scene in small_places().chain(large_places()) {
        for connection in &scene.connections {
            let segment = connection.segment.map(|[x, y]| spot([x, y, 0.0]));
            let [a, b] = segment;
            assert!(connection.between[0] != connection.between[1] && a != b, "{connection:?}");
            let mut sides = Vec::new();
            let mut heights = Vec::new();
            for layer in connection.between.map(|LayerId(index)| &scene.layers[index as usize]) {
                let name = || format!("{} {}: {connection:?}", scene.name, layer.id);
                let mut num_edges = 0;
                for (_, ring) in layer.rings() {
                    let corners = spots(ring);
                    for (k, edge) in edges(&corners).enumerate() {
                        if edge == [a, b] || edge == [b, a] {
                            num_edges += 1;
                            let [p, q] = [ring[k], ring[(k + 1) % ring.len()]];
                            heights.push(if edge == [a, b] { [p[2], q[2]] } else { [q[2], p[2]] });
                        } else {
                            let shared = edge.iter().any(|end| segment.contains(end));
                            let crossed = if shared { overlap(edge, segment) } else { inside(edge, segment) };
                            assert!(!crossed, "{}: {edge:?} on it", name());
                        }
                    }
                }
                assert_eq!(num_edges, 1, "{}: edges of rings along it", name());
                sides.push(walkable_side(layer, connection).unwrap_or_else(|| panic!("{}: sides", name())));
            }
            assert!(sides[0] != sides[1], "{}: {connection:?}: layers on the same side", scene.name);
            for end in [0, 1] {
                let difference = (heights[0][end] - heights[1][end]).abs();
                assert!(difference < 0.0101, "{}: {connection:?}: {difference} m high", scene.name);
            }
        }
    }
}

#[test]
fn connections_do_not_meet_but_at_their_ends() {
    for scene in small_places().chain(large_places()) {
        for layer in 0..scene.layers.len() as u32 {
            let here = scene.connections.iter().filter(|c| c.between.contains(&LayerId(layer)));
            let here: Vec<[Spot; 2]> = here.map(|c| c.segment.map(|[x, y]| spot([x, y, 0.0]))).collect();
            for (k, &e) in here.iter().enumerate() {
                for &f in &here[k + 1..] {
                    let shared = e.iter().any(|end| f.contains(end));
                    let wrong = if shared { overlap(e, f) } else { meet(e, f) };
                    assert!(!wrong, "{}: {e:?} {f:?}", scene.name);
                }
            }
        }
    }
}

#[test]
fn small_places_are_in_one_piece() {
    for scene in small_places() {
        let pieces = pieces(&scene);
        assert_eq!(pieces.len(), 1, "{}: pieces of {pieces:?} square meters", scene.name);
    }
}

#[test]
fn bigcity_is_in_one_piece() {
    let pieces = pieces(&place("bigcity").expect("it is in the list"));
    assert_eq!(pieces.len(), 1, "pieces of {pieces:?} square meters");
}

/// On which side of a connection the layer is walkable; `None` if on both or on neither.
fn walkable_side(layer: &Layer, connection: &Connection) -> Option<bool> {
    let [a, b] = connection.segment;
    let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    let length = (dx * dx + dy * dy).sqrt();
    let beside = |meters: f64| {
        let at = [(a[0] + b[0]) / 2.0 - dy / length * meters, (a[1] + b[1]) / 2.0 + dx / length * meters];
        let mut depth = [0; 3];
        for (part, ring) in layer.rings() {
            let kind = match part {
                Part::Walkable(_) => 0,
                Part::Obstacle(_) => 1,
                _ => 2,
            };
            depth[kind] += usize::from(contains(ring, at));
        }
        depth[0] > 0 && (depth[1] == 0 || depth[2] > 0)
    };
    let [left, right] = [beside(0.011), beside(-0.011)];
    (left != right).then_some(left)
}

fn contains(ring: &Ring, at: [f64; 2]) -> bool {
    let next = ring.iter().cycle().skip(1);
    let crossed = ring.iter().zip(next).filter(|(p, q)| {
        (p[1] > at[1]) != (q[1] > at[1]) && at[0] < p[0] + (at[1] - p[1]) / (q[1] - p[1]) * (q[0] - p[0])
    });
    ring.len() > 2 && crossed.count() % 2 == 1
}

fn spot(corner: [f64; 3]) -> Spot {
    [corner[0], corner[1]].map(|meters| (meters * 1e4).round() as i64)
}

fn spots(ring: &Ring) -> Vec<Spot> {
    ring.iter().map(|&corner| spot(corner)).collect()
}

/// The edges of a ring; a line has one, a point none.
fn edges(spots: &[Spot]) -> impl Iterator<Item = [Spot; 2]> {
    let num = if spots.len() < 3 { spots.len() - 1 } else { spots.len() };
    (0..num).map(|k| [spots[k], spots[(k + 1) % spots.len()]])
}

/// Which side of the line through `a` and `b` the point is on.
fn side([a, b]: [Spot; 2], p: Spot) -> i64 {
    ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])).signum()
}

/// Whether the insides of two segments cross at one point.
fn cross(e: [Spot; 2], f: [Spot; 2]) -> bool {
    side(e, f[0]) * side(e, f[1]) < 0 && side(f, e[0]) * side(f, e[1]) < 0
}

/// Whether two segments have a point in common.
fn meet(e: [Spot; 2], f: [Spot; 2]) -> bool {
    cross(e, f) || f.iter().any(|&p| on(e, p)) || e.iter().any(|&p| on(f, p))
}

/// Whether a point lies on a segment, ends included.
fn on([a, b]: [Spot; 2], p: Spot) -> bool {
    let within = |k: usize| a[k].min(b[k]) <= p[k] && p[k] <= a[k].max(b[k]);
    side([a, b], p) == 0 && within(0) && within(1)
}

/// Whether an edge has a point in common with the inside of a segment, of which it does not share an end.
fn inside(edge: [Spot; 2], segment: [Spot; 2]) -> bool {
    cross(edge, segment)
        || edge.iter().any(|&p| on(segment, p))
        || (segment.iter().all(|&p| on(edge, p)) && edge != segment)
}

/// Whether two segments have more in common than a point.
fn overlap(e: [Spot; 2], f: [Spot; 2]) -> bool {
    let collinear = f.iter().all(|&p| side(e, p) == 0);
    let common = e.iter().filter(|&&p| on(f, p)).count() + f.iter().filter(|&&p| on(e, p)).count();
    // A common end is counted twice.
    collinear && common > 2
}
