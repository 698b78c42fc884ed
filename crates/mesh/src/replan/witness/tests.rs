//! Who sees an event, against lines of sight to many places.

use throng_voronoi::sample::Random;

use crate::change::Affected;
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::plane::{Point, bounds, turn};
use crate::sample::{self, Family};
use crate::scene::{LayerId, Scene};
use crate::sight::Sight;

fn inside(hull: &[Point], at: Point) -> bool {
    (0..hull.len()).all(|k| turn(hull[k], hull[(k + 1) % hull.len()], at) > 0.0)
}

fn random_in([low, high]: [Point; 2], random: &mut Random) -> Point {
    [0, 1].map(|axis| low[axis] + random.unit() * (high[axis] - low[axis]))
}

/// A convex polygon around a place.
fn hull(center: Point, size: f64, random: &mut Random) -> Vec<Point> {
    let [x, y] = random.direction();
    let (s, t) = (size * (0.1 + random.unit()), size * (0.1 + random.unit()));
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let corners = corners
        .map(|[i, j]: [f64; 2]| [center[0] + i * s * x - j * t * y, center[1] + i * s * y + j * t * x]);
    corners[..3 + random.below(2)].to_vec()
}

/// Looks at many places of a hull, and far along many directions.
fn naive(mesh: &Mesh, position: Position, affected: &Affected, random: &mut Random) -> bool {
    let around = bounds(affected.hull.iter().copied());
    let sees = |at: Point| {
        let to = Position::new(at, affected.layer);
        inside(&affected.hull, at) && mesh.visible(position, to, None).is_some_and(|line| line.visible)
    };
    (0..400).any(|_| sees(random_in(around, random)))
}

/// Looks at places of the hull that are in the visibility polygon, which is cut into triangles for that.
fn closer(mesh: &Mesh, position: Position, affected: &Affected, random: &mut Random) -> bool {
    let polygon = mesh.visibility(position, None).expect("walkable").polygon;
    (0..polygon.len()).any(|k| {
        let mut part = vec![position.at, polygon[k], polygon[(k + 1) % polygon.len()]];
        for i in 0..affected.hull.len() {
            part = clip(&part, affected.hull[i], affected.hull[(i + 1) % affected.hull.len()]);
        }
        !part.is_empty()
            && (0..500).any(|_| {
                // Mostly near a corner: what is on the right layer may be a small part of it.
                let weight = |u: f64| u * u * u * u * u * u * u * u + 1e-6;
                let weights: Vec<f64> = part.iter().map(|_| weight(random.unit())).collect();
                let sum: f64 = weights.iter().sum();
                let mean =
                    |axis: usize| part.iter().zip(&weights).map(|(p, w)| p[axis] * w).sum::<f64>() / sum;
                let to = Position::new([mean(0), mean(1)], affected.layer);
                mesh.visible(position, to, None).is_some_and(|line| line.visible)
            })
    })
}

/// The part of a convex polygon on the left of a line.
fn clip(polygon: &[Point], a: Point, b: Point) -> Vec<Point> {
    let mut left = Vec::new();
    for (k, &q) in polygon.iter().enumerate() {
        let p = polygon[(k + polygon.len() - 1) % polygon.len()];
        let [from, to] = [p, q].map(|z| turn(a, b, z));
        if (from < 0.0) != (to < 0.0) {
            let t = from / (from - to);
            left.push([0, 1].map(|axis| p[axis] + t * (q[axis] - p[axis])));
        }
        if to >= 0.0 {
            left.push(q);
        }
    }
    left
}

#[test]
fn who_sees_is_who_has_a_line_of_sight() {
    let mut scenes: Vec<Scene> =
        Family::ALL.iter().flat_map(|family| (0..3).map(|seed| family.scene(seed))).collect();
    scenes.push(sample::floors());
    for seed in 0..20 {
        let scene = Family::Squares.scene(seed);
        scenes.extend(sample::cut(&scene, &[7.0, 12.0, 19.5]));
    }
    let (mut seen, mut hidden, mut close, mut layered) = (0, 0, 0, 0);
    let mut sight = Sight::default();
    for (k, scene) in scenes.iter().enumerate() {
        let mesh = Mesh::build(scene).expect("it makes a mesh").mesh;
        let mut random = Random::new(k as u64);
        let whole = scene.layers.iter().flat_map(|layer| layer.walkable[0].iter().map(|&[x, y, _]| [x, y]));
        let whole = bounds(whole);
        for _ in 0..60 {
            let layer = LayerId(random.below(scene.layers.len()) as u32);
            let size = [0.3, 1.0, 4.0][random.below(3)];
            let affected = Affected { layer, hull: hull(random_in(whole, &mut random), size, &mut random) };
            for _ in 0..6 {
                let from = LayerId(random.below(scene.layers.len()) as u32);
                let position = Position::new(random_in(whole, &mut random), from);
                if mesh.locate(position, None).is_none() {
                    continue;
                }
                let one = std::slice::from_ref(&affected);
                let sees = mesh.sees(position, None, one, f64::INFINITY, &mut sight);
                let expected = naive(&mesh, position, &affected, &mut random);
                if expected {
                    assert!(sees, "{k} {position:?} {affected:?}");
                    layered += usize::from(from != layer);
                    seen += 1;
                } else if sees {
                    // So little is visible that no sample hit it: then a closer look must.
                    close += 1;
                    assert!(
                        closer(&mesh, position, &affected, &mut random),
                        "nothing of it is visible: {k} {position:?} {affected:?}"
                    );
                } else {
                    hidden += 1;
                }
            }
        }
    }
    assert!(
        seen > 1000 && hidden > 1000 && close < 200 && layered > 100,
        "{seen} {hidden} {close} {layered}"
    );
}

#[test]
fn a_wall_hides_and_range_ends() {
    let mesh = Mesh::build(&sample::floors()).expect("it makes a mesh").mesh;
    let affected =
        [Affected { layer: LayerId(0), hull: vec![[5.0, 1.0], [5.5, 1.0], [5.5, 1.5], [5.0, 1.5]] }];
    let places = [
        Position::new([5.2, 1.2], LayerId(0)),
        Position::new([0.5, 0.5], LayerId(0)),
        // From above it looks down through both connections, or past them.
        Position::new([10.0, 2.0], LayerId(2)),
        Position::new([11.9, 0.1], LayerId(2)),
        Position::new([7.0, 1.2], LayerId(1)),
        Position::new([2.6, 1.9], LayerId(0)),
    ];
    let witnesses = |range| mesh.witnesses(&places, &affected, range);
    assert_eq!(witnesses(f64::INFINITY), [0, 1, 2, 4]);
    assert_eq!(witnesses(2.0), [0, 4]);
    assert_eq!(witnesses(f64::NAN), [0]);
    assert_eq!(mesh.witnesses(&places, &[], 10.0), [0usize; 0]);
}
