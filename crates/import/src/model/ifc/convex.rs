//! Convex parts: of polygons, and of what is extruded from them.
//!
//! A polygon is cut into triangles, and triangles are joined again across their common edges as long as the result is convex. That
//! is at most four times as many parts as the fewest possible (S. Hertel and K. Mehlhorn, 1983).

use super::cut::{Convex, Plane};
use super::solid::Solid;
use crate::model::transform::{Transform, cross, dot, minus, plus};
use crate::model::triangulate::triangulate;

/// A solid with more faces is not asked whether it is convex.
const MOST_FACES: usize = 2000;

/// The area of a profile: an outer ring and holes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Area {
    pub(super) outer: Vec<[f64; 2]>,
    pub(super) holes: Vec<Vec<[f64; 2]>>,
}

impl Area {
    /// All corners, and the ends of the rings.
    pub(super) fn flat(&self) -> (Vec<[f64; 2]>, Vec<u32>) {
        let mut points = self.outer.clone();
        let mut ends = vec![points.len() as u32];
        for hole in &self.holes {
            points.extend(hole);
            ends.push(points.len() as u32);
        }
        (points, ends)
    }

    /// Convex polygons that cover it, each counterclockwise.
    pub(super) fn convex_parts(&self) -> Vec<Vec<[f64; 2]>> {
        let (points, ends) = self.flat();
        let mut parts: Vec<Vec<u32>> = triangulate(&points, &ends).into_iter().map(Vec::from).collect();
        let mut at = 0;
        while at < parts.len() {
            let joined = (at + 1..parts.len()).find_map(|other| {
                let joined = join(&parts[at], &parts[other], &points)?;
                Some((other, joined))
            });
            match joined {
                Some((other, ring)) => {
                    parts[at] = ring;
                    parts.swap_remove(other);
                }
                None => at += 1,
            }
        }
        let places = |ring: Vec<u32>| ring.into_iter().map(|corner| points[corner as usize]).collect();
        parts.into_iter().map(places).collect()
    }
}

/// Joins two convex rings across a common edge, if the result is convex.
fn join(a: &[u32], b: &[u32], points: &[[f64; 2]]) -> Option<Vec<u32>> {
    let (n, m) = (a.len(), b.len());
    for i in 0..n {
        let (from, to) = (a[i], a[(i + 1) % n]);
        let Some(j) = (0..m).find(|&j| b[j] == to && b[(j + 1) % m] == from) else { continue };
        // All of a from `to` on, then b's corners between.
        let mut ring: Vec<u32> = (0..n).map(|k| a[(i + 1 + k) % n]).collect();
        ring.extend((2..m).map(|k| b[(j + k) % m]));
        let count = ring.len();
        let is_convex = (0..count).all(|k| {
            let [p, q, r] = [k, k + 1, k + 2].map(|k| points[ring[k % count] as usize]);
            let (u, v) = ([q[0] - p[0], q[1] - p[1]], [r[0] - q[0], r[1] - q[1]]);
            let lengths = ((u[0] * u[0] + u[1] * u[1]) * (v[0] * v[0] + v[1] * v[1])).sqrt();
            u[0] * v[1] - u[1] * v[0] >= -1e-9 * lengths
        });
        if is_convex {
            return Some(ring);
        }
    }
    None
}

/// The convex shapes of an area that is moved along a direction, by some depth or without end.
pub(super) fn prisms(area: &Area, place: &Transform, direction: [f64; 3], depth: Option<f64>) -> Vec<Convex> {
    let mut shapes = Vec::new();
    let along = place.direction(direction);
    let normal = cross(place.axes[0], place.axes[1]);
    // The profile seen from where it is moved to must be counterclockwise.
    let side = if dot(normal, along) < 0.0 { -1.0 } else { 1.0 };
    for part in area.convex_parts() {
        let corners: Vec<[f64; 3]> = part.iter().map(|&[x, y]| place.apply([x, y, 0.0])).collect();
        let mut shape = Convex::new();
        for (&a, &b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            let outward = cross(minus(b, a), along).map(|c| c * side);
            let Some(plane) = Plane::through(a, outward) else { continue };
            if !is_known(&shape, &plane) {
                shape.push(plane);
            }
        }
        if let (Some(depth), Some(&first)) = (depth, corners.first()) {
            let up = normal.map(|c| c * side);
            shape.extend(Plane::through(first, up.map(|c| -c)));
            shape.extend(Plane::through(plus(first, depth, along), up));
        }
        if shape.len() >= 3 {
            shapes.push(shape);
        }
    }
    shapes
}

/// The planes of a solid, if it is closed and convex.
pub(super) fn planes_of(solid: &Solid) -> Option<Convex> {
    if solid.triangles.len() > MOST_FACES || !solid.is_closed() {
        return None;
    }
    let mut shape = Convex::new();
    for &triangle in &solid.triangles {
        let [a, b, c] = solid.corners(triangle);
        let normal = cross(minus(b, a), minus(c, a));
        // Slivers say nothing of where their plane is.
        if dot(normal, normal).sqrt() < 1e-8 {
            continue;
        }
        let plane = Plane::through(a, normal)?;
        if !is_known(&shape, &plane) {
            if solid.vertices.iter().any(|&at| plane.distance(at) > 1e-4) {
                return None;
            }
            shape.push(plane);
        }
    }
    (shape.len() >= 4).then_some(shape)
}

/// The box of a solid along the axes of a frame.
pub(super) fn box_of(solid: &Solid, frame: &Transform) -> Option<Convex> {
    let seen =
        Solid { vertices: solid.vertices.iter().map(|&at| frame.local(at)).collect(), triangles: Vec::new() };
    let [low, high] = seen.bounds()?;
    let mut shape = Convex::new();
    for axis in 0..3 {
        let normal = frame.axes[axis];
        shape.extend(Plane::through(frame.apply(low), normal.map(|c| -c)));
        shape.extend(Plane::through(frame.apply(high), normal));
    }
    Some(shape)
}

fn is_known(shape: &[Plane], plane: &Plane) -> bool {
    shape.iter().any(|known| {
        dot(known.normal, plane.normal) > 1.0 - 1e-10 && (known.offset - plane.offset).abs() < 1e-5
    })
}
