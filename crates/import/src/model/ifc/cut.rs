//! Cutting convex shapes out of solids: openings out of walls.
//!
//! The idea: a convex shape is where all its planes have their inner side. Split the solid by one plane after another; what is on the
//! outer side of one is kept, and what is left at last is inside all of them and goes. Where it was, its cut faces are the new border.
//!
//! 1. Triangles are split by a plane. Edges are split once, so both of their triangles get the same corner. Corners within
//!    [`ON_PLANE`] of the plane are on it and stay where they are.
//! 2. The inner side is closed again: its edges on the plane that are used one way only are loops, and these are filled.
//! 3. Of the outer sides the triangles of the solid are kept, and of what is left at last the filled faces, turned over.
//! 4. Corners in the middle of other edges are put into these edges, because an outer side is not split by the planes that follow.
//!
//! Invariant: a closed solid stays closed. If step 4 fails at that, the outer sides are closed too, and are solids that touch.
//!
//! Cost: triangles × planes, and the square of the open edges in step 4.
//! Degenerate cases: a face on the plane belongs to the side where its solid is; loops that touch are taken apart by the sharpest
//! turn; surfaces that are not closed are cut, and their loops that do not close stay open.

use std::collections::BTreeMap;

use super::merge::{merge, merged};
use super::solid::{Solid, unmatched};
use crate::model::transform::{cross, dot, minus, plus, unit};
use crate::model::triangulate::{triangulate, triangulate_face};

/// Corners nearer to a plane are on it: half of the grid on which models are worked with later. \[m\]
pub(super) const ON_PLANE: f64 = 5e-5;

/// Mending more open edges than this takes too long.
const MOST_OPEN: usize = 4000;

/// If what is inside falls into more triangles, merging does not help, and the shape is not cut out.
const MOST_FACES: usize = 20_000;

/// Fewer triangles are not merged while cutting. A round shape has many planes, and each would cut what the others left.
const MERGED: usize = 32;

/// A plane with an outer side, to which the normal points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Plane {
    /// Of length 1.
    pub(super) normal: [f64; 3],
    pub(super) offset: f64,
}

/// A convex shape: inside of all its planes. It may go on without end.
pub(super) type Convex = Vec<Plane>;

impl Plane {
    pub(super) fn through(at: [f64; 3], normal: [f64; 3]) -> Option<Self> {
        let normal = unit(normal)?;
        Some(Self { normal, offset: dot(normal, at) })
    }

    /// How far outside a place is.
    pub(super) fn distance(&self, at: [f64; 3]) -> f64 {
        dot(self.normal, at) - self.offset
    }
}

/// A solid without what is inside of a convex shape, and whether that could be done: false if it would be too many triangles.
pub(super) fn subtract(solid: Solid, shape: &[Plane]) -> (Solid, bool) {
    let outside = |plane: &Plane| solid.vertices.iter().all(|&at| plane.distance(at) > -ON_PLANE);
    if shape.is_empty() || shape.iter().any(outside) {
        return (solid, true);
    }
    let was_closed = solid.is_closed();
    let cut = match cut_out(&solid, shape, false) {
        Cut::Done(cut) => mend(cut),
        Cut::Nothing => return (solid, true),
        Cut::TooMany => return (solid, false),
    };
    if was_closed
        && !cut.triangles.is_empty()
        && !cut.is_closed()
        && let Cut::Done(pieces) = cut_out(&solid, shape, true)
    {
        return (merge(pieces), true);
    }
    (merge(cut), true)
}

/// What of a solid is inside of a convex shape.
pub(super) fn intersect(solid: &Solid, shape: &[Plane]) -> Solid {
    let mut cutter = Cutter { vertices: solid.vertices.clone() };
    let mut rest: Vec<Face> =
        solid.triangles.iter().map(|&corners| Face { corners, is_cap: false }).collect();
    for plane in shape {
        rest = cutter.split(&rest, plane, false)[0].split_off(0);
    }
    cutter.solid(rest.into_iter().map(|face| face.corners).collect())
}

/// What came of cutting.
enum Cut {
    Done(Solid),
    /// Nothing of the solid is inside.
    Nothing,
    /// It would be too many triangles.
    TooMany,
}

/// Steps 1 to 3.
fn cut_out(solid: &Solid, shape: &[Plane], in_pieces: bool) -> Cut {
    // Upright planes first: then no piece ends at a height where the solid goes on.
    let mut shape = shape.to_vec();
    shape.sort_by(|a, b| a.normal[2].abs().total_cmp(&b.normal[2].abs()));
    let mut cutter = Cutter { vertices: solid.vertices.clone() };
    let mut rest: Vec<Face> =
        solid.triangles.iter().map(|&corners| Face { corners, is_cap: false }).collect();
    let mut kept: Vec<[u32; 3]> = Vec::new();
    let mut merged_at = MERGED;
    for plane in &shape {
        let [below, above] = cutter.split(&rest, plane, in_pieces);
        kept.extend(above.iter().filter(|face| in_pieces || !face.is_cap).map(|face| face.corners));
        rest = below;
        if rest.is_empty() {
            return Cut::Nothing;
        }
        if rest.len() > 2 * merged_at {
            rest = cutter.merge(rest);
            merged_at = rest.len().max(MERGED);
            if rest.len() > MOST_FACES + 8 * solid.triangles.len() {
                return Cut::TooMany;
            }
        }
    }
    if !in_pieces {
        let caps = rest.iter().filter(|face| face.is_cap);
        kept.extend(caps.map(|&Face { corners: [a, b, c], .. }| [a, c, b]));
    }
    Cut::Done(cutter.solid(kept))
}

#[derive(Clone, Copy)]
struct Face {
    corners: [u32; 3],
    /// It is on a plane of the shape, and not on the solid.
    is_cap: bool,
}

struct Cutter {
    vertices: Vec<[f64; 3]>,
}

impl Cutter {
    fn solid(self, triangles: Vec<[u32; 3]>) -> Solid {
        Solid { vertices: self.vertices, triangles }.compact()
    }

    /// Faces in one plane as few triangles.
    fn merge(&mut self, faces: Vec<Face>) -> Vec<Face> {
        let solid = Solid {
            vertices: std::mem::take(&mut self.vertices),
            triangles: faces.iter().map(|face| face.corners).collect(),
        };
        let marks: Vec<bool> = faces.iter().map(|face| face.is_cap).collect();
        let merged = merged(&solid, &marks);
        self.vertices = solid.vertices;
        merged.map_or(faces, |merged| {
            merged.into_iter().map(|(corners, is_cap)| Face { corners, is_cap }).collect()
        })
    }

    /// What is on the inner side of a plane, and on the outer one. The inner one is closed again; the outer one if asked.
    fn split(&mut self, faces: &[Face], plane: &Plane, close_both: bool) -> [Vec<Face>; 2] {
        // 1. Sides of corners.
        let mut sides: Vec<i8> = self
            .vertices
            .iter()
            .map(|&at| {
                let distance = plane.distance(at);
                if distance.abs() <= ON_PLANE {
                    0
                } else if distance < 0.0 {
                    -1
                } else {
                    1
                }
            })
            .collect();
        let mut parts = [Vec::new(), Vec::new()];
        let mut crossings: BTreeMap<[u32; 2], u32> = BTreeMap::new();
        for &face in faces {
            let signs = face.corners.map(|corner| sides[corner as usize]);
            let (low, high) = (signs.iter().any(|&sign| sign < 0), signs.iter().any(|&sign| sign > 0));
            match (low, high) {
                (true, false) => parts[0].push(face),
                (false, true) => parts[1].push(face),
                (false, false) => {
                    // On the plane: its solid is behind it.
                    let [a, b, c] = face.corners.map(|corner| self.vertices[corner as usize]);
                    let along = dot(cross(minus(b, a), minus(c, a)), plane.normal);
                    parts[usize::from(along < 0.0)].push(face);
                }
                (true, true) => self.split_face(face, plane, &mut sides, &mut crossings, &mut parts),
            }
        }
        // 2. Loops are filled.
        let normal = plane.normal;
        if !parts[0].is_empty() {
            let cap = self.cap(&parts[0], &sides, normal);
            parts[0].extend(cap);
        }
        if close_both && !parts[1].is_empty() {
            let cap = self.cap(&parts[1], &sides, normal.map(|c| -c));
            parts[1].extend(cap);
        }
        parts
    }

    fn split_face(
        &mut self,
        face: Face,
        plane: &Plane,
        sides: &mut Vec<i8>,
        crossings: &mut BTreeMap<[u32; 2], u32>,
        parts: &mut [Vec<Face>; 2],
    ) {
        let mut rings: [Vec<u32>; 2] = [Vec::with_capacity(4), Vec::with_capacity(4)];
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            let (a, b) = (face.corners[a], face.corners[b]);
            let (sign, next) = (sides[a as usize], sides[b as usize]);
            if sign <= 0 {
                rings[0].push(a);
            }
            if sign >= 0 {
                rings[1].push(a);
            }
            if sign * next < 0 {
                let key = [a.min(b), a.max(b)];
                let corner = *crossings.entry(key).or_insert_with(|| {
                    let [p, q] = key.map(|corner| self.vertices[corner as usize]);
                    let (from, to) = (plane.distance(p), plane.distance(q));
                    self.vertices.push(plus(p, from / (from - to), minus(q, p)));
                    sides.push(0);
                    self.vertices.len() as u32 - 1
                });
                rings[0].push(corner);
                rings[1].push(corner);
            }
        }
        for (ring, part) in rings.iter().zip(parts) {
            for pair in ring.windows(2).skip(1) {
                part.push(Face { corners: [ring[0], pair[0], pair[1]], ..face });
            }
        }
    }

    /// Fills the loops that are open on a plane.
    fn cap(&self, faces: &[Face], sides: &[i8], normal: [f64; 3]) -> Vec<Face> {
        let on = |corner: u32| sides[corner as usize] == 0;
        let edges = faces.iter().flat_map(|face| {
            let [a, b, c] = face.corners;
            [[a, b], [b, c], [c, a]]
        });
        let open = unmatched(edges.filter(|&[a, b]| on(a) && on(b)));
        let axes = view(normal);
        let place = |corner: u32| axes.map(|axis| self.vertices[corner as usize][axis]);
        let loops = loops(open.into_iter().map(|[a, b]| [b, a]).collect(), place);
        let triangles = fill(loops, place);
        triangles.into_iter().map(|corners| Face { corners, is_cap: true }).collect()
    }
}

/// The axes that are seen when a plane is looked at from outside.
pub(super) fn view(normal: [f64; 3]) -> [usize; 2] {
    let [x, y, z] = normal.map(f64::abs);
    let (axes, along) = if z >= x && z >= y {
        ([0, 1], normal[2])
    } else if x >= y {
        ([1, 2], normal[0])
    } else {
        ([2, 0], normal[1])
    };
    if along < 0.0 { [axes[1], axes[0]] } else { axes }
}

/// Joins directed edges to loops. Edges that are in no loop are left out.
pub(super) fn loops(mut edges: Vec<[u32; 2]>, place: impl Fn(u32) -> [f64; 2]) -> Vec<Vec<u32>> {
    edges.sort_unstable();
    let mut used = vec![false; edges.len()];
    let mut loops = Vec::new();
    for first in 0..edges.len() {
        if used[first] {
            continue;
        }
        used[first] = true;
        let (mut ring, mut last) = (vec![edges[first][0]], edges[first]);
        let closed = loop {
            if last[1] == ring[0] {
                break true;
            }
            let begin = edges.partition_point(|edge| edge[0] < last[1]);
            let leaving = edges[begin..].iter().take_while(|edge| edge[0] == last[1]);
            let free = leaving.enumerate().map(|(at, _)| begin + at).filter(|&at| !used[at]);
            // The sharpest turn to the left keeps loops that touch apart.
            let back = minus2(place(last[0]), place(last[1]));
            let turn = |at: &usize| clockwise(back, minus2(place(edges[*at][1]), place(last[1])));
            let Some(next) = free.min_by(|a, b| turn(a).total_cmp(&turn(b))) else { break false };
            used[next] = true;
            ring.push(last[1]);
            last = edges[next];
        };
        if closed && ring.len() >= 3 {
            loops.push(ring);
        }
    }
    loops
}

fn minus2(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

/// How far a vector is turned clockwise to become another: grows with the angle, from 0 to 4.
fn clockwise(from: [f64; 2], to: [f64; 2]) -> f64 {
    let cross = from[0] * to[1] - from[1] * to[0];
    let dot = from[0] * to[0] + from[1] * to[1];
    let part = dot / (cross.abs() + dot.abs()).max(f64::MIN_POSITIVE);
    if cross < 0.0 { 1.0 - part } else { 3.0 + part }
}

/// Triangles of loops: those that go around counterclockwise, without those that go around clockwise inside them.
pub(super) fn fill(loops: Vec<Vec<u32>>, place: impl Fn(u32) -> [f64; 2]) -> Vec<[u32; 3]> {
    let area = |ring: &[u32]| {
        let o = place(ring[0]);
        let turn = |pair: &[u32]| {
            let [a, b] = [minus2(place(pair[0]), o), minus2(place(pair[1]), o)];
            a[0] * b[1] - a[1] * b[0]
        };
        ring.windows(2).map(turn).sum::<f64>()
    };
    let (mut outers, holes): (Vec<_>, Vec<_>) = loops.into_iter().partition(|ring| area(ring) > 0.0);
    outers.sort_by(|a, b| area(a).total_cmp(&area(b)));
    let mut polygons: Vec<Vec<Vec<u32>>> = outers.into_iter().map(|outer| vec![outer]).collect();
    for hole in holes {
        let [p, q] = [place(hole[0]), place(hole[1])];
        let middle = [(p[0] + q[0]) * 0.5, (p[1] + q[1]) * 0.5];
        // The smallest one around it.
        if let Some(polygon) = polygons.iter_mut().find(|polygon| contains(&polygon[0], middle, &place)) {
            polygon.push(hole);
        }
    }
    let mut triangles = Vec::new();
    for polygon in polygons {
        let mut ends = Vec::new();
        let mut corners = Vec::new();
        for ring in polygon {
            corners.extend(ring);
            ends.push(corners.len() as u32);
        }
        let seen: Vec<[f64; 2]> = corners.iter().map(|&corner| place(corner)).collect();
        let cut = triangulate(&seen, &ends);
        triangles.extend(cut.into_iter().map(|triangle| triangle.map(|corner| corners[corner as usize])));
    }
    triangles
}

fn contains(ring: &[u32], [x, y]: [f64; 2], place: impl Fn(u32) -> [f64; 2]) -> bool {
    let edges = ring.iter().zip(ring.iter().cycle().skip(1));
    let crossed = edges.filter(|&(&a, &b)| {
        let (a, b) = (place(a), place(b));
        (a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
    });
    crossed.count() % 2 == 1
}

/// 4. Puts corners that are in the middle of open edges into them.
fn mend(mut solid: Solid) -> Solid {
    for _ in 0..3 {
        let mut open = solid.open_edges();
        open.sort_unstable();
        if open.is_empty() || open.len() > MOST_OPEN {
            break;
        }
        weld(&mut solid, &corners_of(&open));
        open = solid.open_edges();
        open.sort_unstable();
        let ends = corners_of(&open);
        let mut triangles = Vec::with_capacity(solid.triangles.len());
        for &triangle in &solid.triangles {
            let [a, b, c] = triangle;
            if a == b || b == c || c == a {
                continue;
            }
            let mut ring: Vec<u32> = Vec::with_capacity(4);
            for edge in [[a, b], [b, c], [c, a]] {
                ring.push(edge[0]);
                if open.binary_search(&edge).is_ok() {
                    ring.extend(between(&solid, edge, &ends));
                }
            }
            if ring.len() == 3 {
                triangles.push(triangle);
                continue;
            }
            let points: Vec<[f64; 3]> = ring.iter().map(|&corner| solid.vertices[corner as usize]).collect();
            let cut = triangulate_face(&points, &[points.len() as u32]);
            triangles.extend(cut.into_iter().map(|triangle| triangle.map(|corner| ring[corner as usize])));
        }
        solid.triangles = triangles;
    }
    solid.compact()
}

fn corners_of(edges: &[[u32; 2]]) -> Vec<u32> {
    let mut corners: Vec<u32> = edges.iter().flatten().copied().collect();
    corners.sort_unstable();
    corners.dedup();
    corners
}

/// Makes corners one that are nearer than [`ON_PLANE`].
fn weld(solid: &mut Solid, ends: &[u32]) {
    let mut sorted = ends.to_vec();
    let at = |corner: u32| solid.vertices[corner as usize];
    sorted.sort_by(|&a, &b| at(a)[0].total_cmp(&at(b)[0]).then(a.cmp(&b)));
    let mut names: BTreeMap<u32, u32> = BTreeMap::new();
    for (index, &corner) in sorted.iter().enumerate() {
        let near =
            sorted[..index].iter().rev().take_while(|&&other| at(corner)[0] - at(other)[0] <= ON_PLANE).find(
                |&&other| {
                    let apart = minus(at(corner), at(other));
                    dot(apart, apart) <= ON_PLANE * ON_PLANE && !names.contains_key(&other)
                },
            );
        if let Some(&near) = near {
            names.insert(corner, near);
        }
    }
    for corner in solid.triangles.iter_mut().flatten() {
        *corner = *names.get(corner).unwrap_or(corner);
    }
}

/// The corners in the middle of an edge, in order.
fn between(solid: &Solid, [a, b]: [u32; 2], ends: &[u32]) -> Vec<u32> {
    let [from, to] = [a, b].map(|corner| solid.vertices[corner as usize]);
    let along = minus(to, from);
    let length_sq = dot(along, along);
    let mut found: Vec<(f64, u32)> = Vec::new();
    for &corner in ends {
        let apart = minus(solid.vertices[corner as usize], from);
        let t = dot(apart, along) / length_sq;
        if corner == a || corner == b || !(t > 0.0 && t < 1.0) {
            continue;
        }
        let off = plus(apart, -t, along);
        if dot(off, off) <= ON_PLANE * ON_PLANE && t * t * length_sq > ON_PLANE * ON_PLANE {
            found.push((t, corner));
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    found.dedup_by_key(|(_, corner)| *corner);
    found.into_iter().map(|(_, corner)| corner).collect()
}
