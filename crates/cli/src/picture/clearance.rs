//! Clearance as color: for each level the region where clearance is at least that much, drawn over the level
//! before.
//!
//! Idea. In a flank of a cell the nearest obstacle is one wall or one corner, so what is nearer than d is a
//! strip along a wall or a disc around a corner, and what is left is easy: between the arc and its offset.
//!
//! 1. For each cell find the parts of its arc where clearance is at least d: one, or two at its ends, for
//!    clearance is convex along an arc.
//! 2. For each part and side make a polygon: along the arc, and back at distance d from the obstacle.
//! 3. Round the corners to hundredths of a pixel. Sides of neighbors cancel, and what remains is the outline
//!    of the region: far shorter than its polygons, and without hairlines between them.
//!
//! Where rounding makes sides differ a sliver thinner than that remains. As every polygon is closed, so is
//! the outline, always.

use throng_mesh::LayerId;
use throng_mesh::{Arc, Generator};

use super::pen::{Path, hundredths};
use super::seams::Seams;
use super::sheet::area;
use super::stage::Stage;

/// Number of colors.
pub(crate) const LEVELS: u32 = 10;

/// How far a polygon may be from a circle that it stands for. (px)
const ROUNDNESS: f64 = 0.1;
/// Points of outlines closer to a line than this are left out. (px)
const STRAIGHTNESS: f64 = 0.06;
/// Outlines of less area than this are left out. (px²)
const SPECK: f64 = 0.25;
/// Added to all pixels before rounding, so that places on a regular grid are never halfway between two
/// hundredths, where rounding would pull neighbors apart. (px)
const NUDGE: f64 = 0.001_37;
/// Steps of bisection along an arc.
const BISECTIONS: usize = 40;

type Point = [f64; 2];
/// In hundredths of a pixel.
type Pixel = [i64; 2];

/// A round clearance that only a few vertices of the medial axis exceed. (m)
pub(crate) fn suitable_maximum(stage: &Stage<'_>) -> f64 {
    let shown = stage.mesh.vertices().filter(|vertex| stage.shows(vertex.position().layer));
    let mut clearances: Vec<f64> = shown.map(|vertex| vertex.clearance()).filter(|c| *c > 0.0).collect();
    clearances.sort_by(f64::total_cmp);
    let high = clearances.get(clearances.len() * 97 / 100).copied().unwrap_or(1.0);
    let mut unit = 1e-3;
    while unit < 1e6 {
        if let Some(step) = [1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 8.0].iter().find(|step| **step * unit >= high) {
            return step * unit;
        }
        unit *= 10.0;
    }
    unit
}

/// Where clearance is at least `d`, by layer.
pub(crate) fn level(stage: &Stage<'_>, seams: &Seams<'_>, d: f64) -> Vec<Path> {
    let mesh = stage.mesh;
    let mut edges: Vec<Vec<[Pixel; 2]>> = vec![Vec::new(); mesh.num_layers()];
    for cell in mesh.cells() {
        let arc = mesh.arc(cell.id());
        for [a, b] in parts(&arc, d) {
            for left in [true, false] {
                let polygon = piece(&arc, left, [a, b], d, stage.scale);
                let parts = seams.polygon(cell, polygon);
                for (layer, part) in parts.into_iter().filter(|(layer, _)| stage.shows(*layer)) {
                    let pixels: Vec<Pixel> = part.iter().map(|&z| pixel(stage, layer, z)).collect();
                    let sides = pixels.iter().zip(pixels.iter().cycle().skip(1)).map(|(&a, &b)| [a, b]);
                    edges[layer.0 as usize].extend(sides.filter(|[a, b]| a != b));
                }
            }
        }
    }
    edges.into_iter().map(outline).collect()
}

/// Step 1: parameters of the parts of an arc where clearance is at least `d`.
fn parts(arc: &Arc, d: f64) -> Vec<[f64; 2]> {
    let (lowest, least) = arc.min_clearance();
    if least >= d {
        return vec![[0.0, 1.0]];
    }
    let crossing = |mut inside: f64, mut outside: f64| {
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (inside + outside);
            if arc.clearance(middle) >= d { inside = middle } else { outside = middle }
        }
        inside
    };
    let mut parts = Vec::new();
    if arc.clearance(0.0) > d {
        parts.push([0.0, crossing(0.0, lowest)]);
    }
    if arc.clearance(1.0) > d {
        parts.push([crossing(1.0, lowest), 1.0]);
    }
    parts
}

/// Step 2: a polygon on one side of an arc, counter-clockwise.
fn piece(arc: &Arc, left: bool, [a, b]: [f64; 2], d: f64, scale: f64) -> Vec<Point> {
    let (from, to) = if left { (a, b) } else { (b, a) };
    let foot = |t: f64| if left { arc.foot_left(t) } else { arc.foot_right(t) };
    let away = |t: f64| {
        let (z, foot) = (arc.point(t), foot(t));
        unit([z[0] - foot[0], z[1] - foot[1]])
    };
    let offset = |t: f64| {
        let (foot, away) = (foot(t), away(t));
        [foot[0] + d * away[0], foot[1] + d * away[1]]
    };
    let mut polygon = vec![arc.point(from), arc.point(to), offset(to)];
    if let Generator::Point(center) = if left { arc.left } else { arc.right } {
        round(&mut polygon, center, d, [away(to), away(from)], scale);
    }
    polygon.push(offset(from));
    polygon
}

/// Appends points of a circle between two directions from its center.
fn round(polygon: &mut Vec<Point>, center: Point, radius: f64, [u, v]: [Point; 2], scale: f64) {
    let sum = [u[0] + v[0], u[1] + v[1]];
    let cosine = 0.5 * (sum[0] * sum[0] + sum[1] * sum[1]).sqrt();
    if cosine > 1e-6 && radius * (1.0 - cosine) * scale > ROUNDNESS {
        let middle = unit(sum);
        round(polygon, center, radius, [u, middle], scale);
        polygon.push([center[0] + radius * middle[0], center[1] + radius * middle[1]]);
        round(polygon, center, radius, [middle, v], scale);
    }
}

fn pixel(stage: &Stage<'_>, layer: LayerId, z: Point) -> Pixel {
    stage.place(layer, z).map(|v| hundredths(v + NUDGE))
}

/// Step 3: the sides that do not cancel, as closed rings.
fn outline(mut edges: Vec<[Pixel; 2]>) -> Path {
    // Each side with its opposites beside it.
    let line = |&[a, b]: &[Pixel; 2]| if a < b { [a, b] } else { [b, a] };
    edges.sort_unstable_by_key(line);
    let mut rest: Vec<[Pixel; 2]> = Vec::new();
    for group in edges.chunk_by(|p, q| line(p) == line(q)) {
        let [a, b] = line(&group[0]);
        let forward = group.iter().filter(|edge| edge[0] == a).count();
        let backward = group.len() - forward;
        rest.extend(std::iter::repeat_n([a, b], forward.saturating_sub(backward)));
        rest.extend(std::iter::repeat_n([b, a], backward.saturating_sub(forward)));
    }
    rest.sort_unstable();
    let mut path = Path::new();
    let mut used = vec![false; rest.len()];
    for first in 0..rest.len() {
        let (mut ring, mut next) = (Vec::new(), Some(first).filter(|&index| !used[index]));
        while let Some(index) = next {
            used[index] = true;
            let [a, b] = rest[index];
            ring.push(a.map(|v| v as f64 / 100.0));
            let from = rest.partition_point(|edge| edge[0] < b);
            let leaving = (from..rest.len()).take_while(|&k| rest[k][0] == b);
            next = leaving.into_iter().find(|&k| !used[k]);
        }
        let ring = straightened(&ring);
        if ring.len() > 2 && area(&ring).abs() > 2.0 * SPECK {
            path.polygon(&ring);
        }
    }
    path
}

/// A ring without points that are on the line between their neighbors.
fn straightened(ring: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(ring.len());
    for (index, &z) in ring.iter().enumerate() {
        let Some(&before) = kept.last() else {
            kept.push(z);
            continue;
        };
        let after = ring[(index + 1) % ring.len()];
        let [u, v] = [[z[0] - before[0], z[1] - before[1]], [after[0] - z[0], after[1] - z[1]]];
        let cross = u[0] * v[1] - u[1] * v[0];
        let chord = [u[0] + v[0], u[1] + v[1]];
        let length = (chord[0] * chord[0] + chord[1] * chord[1]).sqrt();
        if cross.abs() > STRAIGHTNESS * length || u[0] * v[0] + u[1] * v[1] <= 0.0 {
            kept.push(z);
        }
    }
    kept
}

fn unit(v: Point) -> Point {
    let length = (v[0] * v[0] + v[1] * v[1]).sqrt();
    if length > 0.0 { [v[0] / length, v[1] / length] } else { [0.0; 2] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbors_cancel() {
        let square = |x: i64| {
            let corners = [[x, 0], [x + 500, 0], [x + 500, 500], [x, 500]];
            [0, 1, 2, 3].map(|k| [corners[k], corners[(k + 1) % 4]])
        };
        let together = outline([square(0), square(500)].concat());
        let mut one = Path::new();
        one.polygon(&[[0.0, 0.0], [10.0, 0.0], [10.0, 5.0], [0.0, 5.0]]);
        assert_eq!(format!("{together:?}"), format!("{one:?}"), "two squares are a rectangle");
    }

    #[test]
    fn parts_of_an_arc_are_far_enough() {
        let [left, right] = [[0.0, 1.0], [0.0, -1.0]].map(Generator::Point);
        let arc = Arc { start: [-3.0, 0.0], end: [3.0, 0.0], left, right };
        assert_eq!(parts(&arc, 0.9), [[0.0, 1.0]], "all of it");
        assert!(parts(&arc, 4.0).is_empty(), "nothing");
        let parts = parts(&arc, 2.0);
        assert_eq!(parts.len(), 2, "both ends: {parts:?}");
        assert!((arc.clearance(parts[0][1]) - 2.0).abs() < 1e-9, "up to where clearance is 2");
    }
}
