use throng_voronoi::sample::{Random, layered};

use super::*;
use crate::change::{LiveMesh, Obstacle};
use crate::plane::{bounds, cross, distance, nearest_on_segment, turn};
use crate::sample::{Family, clutter, field, floors, obstacle, of_place, ring};
use crate::scene::{ConnectionId, Layer, Scene, Terrain};

/// How far from the heights a random place may be, where only middles were looked at. \[m\]
const BETWEEN: f64 = 2.0 * TOLERANCE;

/// The height of a triangle over a place; `None` if it is elsewhere.
fn over(surface: &Surface, triangle: &[u32; 3], at: Point) -> Option<f64> {
    let corners = triangle.map(|c| surface.corners[c as usize]);
    let [a, b, c] = corners.map(|[x, y, _]| [x, y]);
    let parts = [turn(b, c, at), turn(c, a, at), turn(a, b, at)];
    let sum: f64 = parts.iter().sum();
    parts.iter().all(|&part| part >= 0.0).then(|| (0..3).map(|k| parts[k] / sum * corners[k][2]).sum())
}

/// Areas; middles; random places by looking at all triangles; sides.
fn check(mesh: &Mesh, random: &mut Random, what: &str) {
    for layer in mesh.layers() {
        let surface = mesh.surface(layer);
        let flat = |c: u32| {
            let [x, y, _] = surface.corners[c as usize];
            [x, y]
        };
        let rings = mesh.border(layer);
        let side = |ring: &Vec<Point>, k: usize| cross(ring[k], ring[(k + 1) % ring.len()]) / 2.0;
        let expected: f64 =
            rings.iter().map(|ring| (0..ring.len()).map(|k| side(ring, k)).sum::<f64>()).sum();
        // Distance from the border.
        let away = |at: Point| {
            let side = |ring: &Vec<Point>, k: usize| {
                distance(nearest_on_segment(ring[k], ring[(k + 1) % ring.len()], at), at)
            };
            let sides = rings.iter().flat_map(|ring| (0..ring.len()).map(move |k| side(ring, k)));
            sides.fold(f64::INFINITY, f64::min)
        };
        let mut area = 0.0;
        let mut left = Vec::new();
        for &[a, b, c] in &surface.triangles {
            let own = turn(flat(a), flat(b), flat(c)) / 2.0;
            assert!(own > 0.0, "{what}: a triangle of {own} m²");
            area += own;
            let middle = [0, 1].map(|k| (flat(a)[k] + flat(b)[k] + flat(c)[k]) / 3.0);
            assert!(mesh.locate(Position::new(middle, layer), None).is_some(), "{what}: {middle:?}");
            left.extend([[a, b], [b, c], [c, a]]);
        }
        assert!((area - expected).abs() <= 1e-9 * (1.0 + expected), "{what}: {area} m², not {expected}");
        let sides = left.len();
        left.sort_unstable();
        left.dedup();
        assert_eq!(left.len(), sides, "{what}: a side has two triangles on its left");
        // Sides without a triangle across are the border: no corner lies within one.
        for &[a, b] in left.iter().filter(|&&[a, b]| left.binary_search(&[b, a]).is_err()) {
            let middle = [0, 1].map(|k| (flat(a)[k] + flat(b)[k]) / 2.0);
            assert!(away(middle) < 1e-9, "{what}: there is a crack at {middle:?}");
        }
        let [low, high] = bounds(rings.iter().flatten().copied());
        for _ in 0..if rings.is_empty() { 0 } else { 40 } {
            let at = [0, 1].map(|k| low[k] + (high[k] - low[k]) * random.unit());
            let position = Position::new(at, layer);
            let heights: Vec<f64> =
                surface.triangles.iter().filter_map(|triangle| over(&surface, triangle, at)).collect();
            // On the border it may be either way, and on a connection it is on both layers.
            if away(at) < 1e-3 {
                continue;
            }
            let count = usize::from(mesh.locate(position, None).is_some());
            assert_eq!(heights.len(), count, "{what}: {position:?}");
            for height in heights {
                let off = height - mesh.height(position);
                assert!(off.abs() < BETWEEN, "{what}: {position:?} is off by {off} m");
            }
        }
    }
}

/// Hills, wherever there may be something, and obstacles that have nothing to do with their triangles.
fn hills(seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = clutter(seed, 8, false);
    let mut terrain = Terrain::default();
    for row in 0..15 {
        for column in 0..15 {
            let [x, y] = [3.0 * f64::from(column) - 10.0, 2.5 * f64::from(row) - 10.0 + 0.1 * random.unit()];
            terrain.vertices.push([x, y, 1.5 * random.unit()]);
        }
    }
    for row in 0..14 {
        for k in 15 * row..15 * row + 14 {
            terrain.triangles.extend([[k, k + 1, k + 16], [k, k + 16, k + 15]]);
        }
    }
    scene.layers[0].terrain = Some(terrain);
    scene
}

#[test]
fn triangles_fill_the_walkable_space() {
    let mut random = Random::new(1);
    for seed in 0..60 {
        for coarse in [false, true] {
            let scene = clutter(seed, 2 + seed as usize % 14, coarse);
            if let Ok(built) = Mesh::build(&scene) {
                check(&built.mesh, &mut random, &format!("clutter {seed} {coarse}"));
            }
        }
        for family in Family::ALL {
            if let Ok(built) = Mesh::build(&family.scene(seed % 8)) {
                check(&built.mesh, &mut random, &format!("{family:?} {seed}"));
            }
        }
    }
    let layered = [layered::spiral(2, 6), layered::ramp(4, 6), layered::fan(6, true)];
    for scene in [floors(), field(6, 3)].into_iter().chain(layered.iter().map(of_place)) {
        check(&Mesh::build(&scene).expect("it makes a mesh").mesh, &mut random, &scene.name);
    }
}

#[test]
fn holes_in_holes_are_filled() {
    let square = |r: f64| ring(&[[-r, -r], [r, -r], [r, r], [-r, r]]);
    let mut layer = Layer::new("court");
    layer.walkable.push(square(10.0));
    layer.obstacles.push(square(8.0));
    layer.openings.push(square(6.0));
    let mut live = LiveMesh::build(&Scene::of_layer("court", layer)).expect("it makes a mesh");
    let flat = |r: f64| square(r).iter().map(|&[x, y, _]| [x, y]).collect::<Vec<_>>();
    live.insert(Obstacle::new(LayerId(0), flat(4.0)).with_ring(flat(2.0))).expect("it makes sense");
    check(live.mesh(), &mut Random::new(2), "court");
    let surface = live.mesh().surface(LayerId(0));
    let area = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|c| surface.corners[c as usize]).map(|[x, y, _]| [x, y]);
        turn(a, b, c) / 2.0
    };
    let sum: f64 = surface.triangles.iter().map(area).sum();
    assert!((sum - (400.0 - 256.0 + 144.0 - 64.0 + 16.0)).abs() < 1e-9, "{sum} m²");
}

#[test]
fn triangles_follow_the_heights() {
    let mut random = Random::new(3);
    for seed in 0..20 {
        let Ok(built) = Mesh::build(&hills(seed)) else { continue };
        check(&built.mesh, &mut random, &format!("hills {seed}"));
    }
    // A ring whose corners are in no plane, with a hole.
    let mut layer = Layer::new("sail");
    layer.walkable.push(vec![[0.0, 0.0, 0.0], [9.0, 0.0, 3.0], [10.0, 10.0, 0.0], [1.0, 9.0, 3.0]]);
    layer.obstacles.push(ring(&[[4.0, 4.0], [6.0, 4.5], [5.0, 6.0]]));
    let mesh = Mesh::build(&Scene::of_layer("sail", layer)).expect("it makes a mesh").mesh;
    check(&mesh, &mut random, "sail");
    assert!(mesh.surface(LayerId(0)).triangles.len() < 400, "only along the fold");
}

#[test]
fn triangles_fill_places_that_change() {
    for seed in 0..24 {
        let mut random = Random::new(seed);
        let scene = match seed % 4 {
            0 => hills(seed),
            1 => of_place(&layered::ramp(4, 6)),
            2 => of_place(&layered::fan(6, true)),
            _ => floors(),
        };
        let Ok(mut live) = LiveMesh::build(&scene) else { continue };
        let mut ids = Vec::new();
        for k in 0..8 {
            if ids.len() > 3 {
                live.remove(ids.swap_remove(random.below(ids.len()))).expect("it is there");
            } else if let Ok((id, _)) = live.insert(obstacle(&scene, &[], &mut random)) {
                ids.push(id);
            }
            if k == 5 && !scene.connections.is_empty() {
                live.close(ConnectionId(0)).expect("it is open");
            }
            check(live.mesh(), &mut random, &format!("seed {seed}, change {k}"));
        }
    }
}
