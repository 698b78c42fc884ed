//! Whether a scene is what the thesis defines: a walkable environment (definition 5.1) in layers (definition 5.2).
//!
//! 1. All corners are on the grid of 0.1 mm; rings are rings, and do not cross each other or themselves.
//! 2. No layer overlaps itself: no place is in two walkable rings, nor in two triangles of the surface.
//! 3. Every connection is a segment between two layers, and on the outline of both: all along it exactly one side is walkable on
//!    either layer, and not the same side.
//! 4. Its ends are corners of the borders of both layers, and of the border of the whole walkable surface: going around an end from
//!    layer to layer, one comes to a wall ([`crate::fan`]).
//! 5. Inside it touches no corner, no border that leaves it, no line or point, no other connection of its layers.
//! 6. The surface on both sides is at most a step apart.
//!
//! Steps 1 and 3 to 5 are exact. Step 2 lets triangles overlap by a strip of two units: their corners are rounded one by one.
//! Cost: a sweep over the edges of each layer; and all edges of its layers for each connection.
//!
//! Source: W. van Toll, Navigation for Characters and Crowds, 2019, section 5.2.

use throng_mesh::{Layer, LayerId, Scene};

use crate::fan::ends_at_a_wall;
use crate::flat::{P, cross_properly, dot, inside, minus, on_grid, overlap, ring_contains};
use crate::ground::Ground;

/// How wide a strip two triangles of a surface may share. \[m\]
const STRIP: f64 = 2e-4;

/// How far beside a connection its sides are looked at: a tenth of a unit, as around a pole the floor may be hardly wider. \[m\]
const BESIDE: f64 = 1e-5;

/// From so many edges on, a layer is large.
const MANY: usize = 3000;

/// How much more than a step the sides of a connection may be apart, because heights are taken beside it. \[m\]
const HEIGHT_SLACK: f64 = 1e-3;

/// A layer on the grid.
#[derive(Debug, Default)]
pub(crate) struct Borders {
    pub(crate) walkable: Vec<Vec<P>>,
    pub(crate) obstacles: Vec<Vec<P>>,
    pub(crate) openings: Vec<Vec<P>>,
    /// Line obstacles.
    pub(crate) lines: Vec<[P; 2]>,
    /// Point obstacles.
    pub(crate) points: Vec<P>,
}

/// A connection on the grid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    pub(crate) between: [usize; 2],
    pub(crate) ends: [P; 2],
}

/// All that is wrong with a scene, one sentence each.
pub(crate) fn violations(scene: &Scene, step: f64) -> Vec<String> {
    let mut found = Vec::new();
    // Step 1.
    let mut layers = Vec::new();
    for layer in &scene.layers {
        match Borders::new(layer) {
            Ok(borders) => layers.push(borders),
            Err(what) => found.push(format!("layer {}: {what}", layer.id)),
        }
    }
    let mut cuts = Vec::new();
    for (index, connection) in scene.connections.iter().enumerate() {
        let between = connection.between.map(|LayerId(layer)| layer as usize);
        let known = between.iter().all(|&layer| layer < scene.layers.len());
        match connection.segment.map(on_grid) {
            _ if !known || between[0] == between[1] => {
                found.push(format!("connection {index} is not between two layers"));
            }
            [Some(a), Some(b)] if a != b => cuts.push(Cut { between, ends: [a, b] }),
            [Some(_), Some(_)] => found.push(format!("connection {index} has no length")),
            _ => found.push(format!("connection {index} is not on the grid")),
        }
    }
    if !found.is_empty() {
        return found;
    }
    for (layer, borders) in scene.layers.iter().zip(&layers) {
        let own = borders.crossings().into_iter().chain(borders.doubly_covered()).chain(folded(layer));
        found.extend(own.map(|what| format!("layer {}: {what}", layer.id)));
    }
    // Steps 3 to 6.
    let ground = Ground::new(scene);
    for (index, cut) in cuts.iter().enumerate() {
        let [i, j] = cut.between;
        let sides = [&layers[i], &layers[j]].map(|borders| borders.outline(cut.ends));
        let mut tell = |what: String| found.push(format!("connection {index} at {:?}: {what}", cut.ends));
        match &sides {
            [Ok(left), Ok(right)] if left != right => {
                for k in 0..2 {
                    if !ends_at_a_wall(&layers, &cuts, index, k) {
                        tell(format!("its end {k} is inside of the walkable surface"));
                    }
                }
                if let Some(what) = too_high(&ground, cut, *left, step) {
                    tell(what);
                }
            }
            [Ok(_), Ok(_)] => tell("both layers are on the same side of it".to_owned()),
            sides => sides.iter().zip(cut.between).for_each(|(side, layer)| {
                if let Err(what) = side {
                    tell(format!("on layer {}: {what}", scene.layers[layer].id));
                }
            }),
        }
        for (other, second) in cuts[..index].iter().enumerate() {
            let common = second.between.iter().any(|layer| cut.between.contains(layer));
            if common && meet_inside(cut.ends, second.ends) {
                tell(format!("it meets connection {other}"));
            }
        }
    }
    found
}

impl Borders {
    /// Step 1.
    fn new(layer: &Layer) -> Result<Self, String> {
        let mut own = Self::default();
        let kinds = [(&layer.walkable, 0), (&layer.obstacles, 1), (&layer.openings, 2)];
        for (rings, kind) in kinds {
            for (index, ring) in rings.iter().enumerate() {
                let what = ["walkable", "obstacle", "opening"][kind];
                let mut corners = Vec::new();
                for corner in ring {
                    let at = on_grid([corner[0], corner[1]]);
                    corners.push(at.ok_or_else(|| format!("{what} {index}: {corner:?} is not on the grid"))?);
                }
                let repeats = (0..corners.len()).any(|k| corners[k] == corners[(k + 1) % corners.len()]);
                match (&corners[..], kind) {
                    (&[p], 1) => own.points.push(p),
                    _ if repeats => return Err(format!("{what} {index} repeats a corner")),
                    (&[a, b], 1) => own.lines.push([a, b]),
                    ([_, _, _, ..], 0) => own.walkable.push(corners),
                    ([_, _, _, ..], 1) => own.obstacles.push(corners),
                    ([_, _, _, ..], _) => own.openings.push(corners),
                    _ => return Err(format!("{what} {index} is no ring")),
                }
            }
        }
        Ok(own)
    }

    fn rings(&self) -> impl Iterator<Item = &Vec<P>> {
        self.walkable.iter().chain(&self.obstacles).chain(&self.openings)
    }

    /// The edges of all rings.
    pub(crate) fn edges(&self) -> impl Iterator<Item = [P; 2]> + '_ {
        self.rings().flat_map(|ring| (0..ring.len()).map(|k| [ring[k], ring[(k + 1) % ring.len()]]))
    }

    /// Whether one can walk beside a point, given twice as large, in some direction.
    pub(crate) fn is_walkable(&self, twice: P, toward: P) -> bool {
        let any = |rings: &[Vec<P>]| rings.iter().any(|ring| ring_contains(ring, twice, toward));
        any(&self.walkable) && (!any(&self.obstacles) || any(&self.openings))
    }

    /// Step 1: rings that cross.
    fn crossings(&self) -> Vec<String> {
        let mut edges: Vec<[P; 2]> = self.edges().chain(self.lines.iter().copied()).collect();
        let low = |e: &[P; 2], k: usize| e[0][k].min(e[1][k]);
        let high = |e: &[P; 2], k: usize| e[0][k].max(e[1][k]);
        edges.sort_unstable_by_key(|e| low(e, 0));
        let mut found = Vec::new();
        for (i, e) in edges.iter().enumerate() {
            for f in edges[i + 1..].iter().take_while(|f| low(f, 0) <= high(e, 0)) {
                let apart = low(f, 1) > high(e, 1) || high(f, 1) < low(e, 1);
                if !apart && cross_properly(*e, *f) {
                    found.push(format!("borders {e:?} and {f:?} cross"));
                }
            }
        }
        found
    }

    /// Step 2: walkable places that are in two walkable rings. Rings do not cross, but they may touch and go on inside; so all edges are
    /// asked, and in large layers the first of each ring.
    fn doubly_covered(&self) -> Vec<String> {
        let asked = if self.edges().count() < MANY { usize::MAX } else { 1 };
        let mut found = Vec::new();
        for (i, ring) in self.walkable.iter().enumerate() {
            for k in 0..ring.len().min(asked) {
                let [a, b] = [ring[k], ring[(k + 1) % ring.len()]];
                let (twice, left) = ([a[0] + b[0], a[1] + b[1]], [a[1] - b[1], b[0] - a[0]]);
                let inward = if ring_contains(ring, twice, left) { left } else { [-left[0], -left[1]] };
                let covers = |&j: &usize| j != i && ring_contains(&self.walkable[j], twice, inward);
                let other = (0..self.walkable.len()).find(covers);
                if let Some(j) = other.filter(|_| self.is_walkable(twice, inward)) {
                    found.push(format!("walkable rings {i} and {j} cover the same place, near {a:?}"));
                    break;
                }
            }
        }
        found
    }

    /// Steps 3 to 5 for one layer: whether the left side of a segment is its walkable side.
    fn outline(&self, [a, b]: [P; 2]) -> Result<bool, String> {
        for end in [a, b] {
            let corner = self.rings().flatten().any(|&corner| corner == end);
            if !corner {
                return Err(format!("its end {end:?} is no corner of the border"));
            }
        }
        if let Some(point) = self.points.iter().find(|&&p| inside(a, b, p)) {
            return Err(format!("point {point:?} is on it"));
        }
        if let Some(line) = self.lines.iter().find(|&&line| meet_inside([a, b], line)) {
            return Err(format!("line {line:?} meets it"));
        }
        let mut cuts = vec![a, b];
        for [p, q] in self.edges() {
            let along = overlap([a, b], [p, q]);
            if !along && meet_inside([a, b], [p, q]) {
                return Err(format!("border {:?} meets it", [p, q]));
            }
            cuts.extend([p, q].into_iter().filter(|&end| inside(a, b, end)));
        }
        cuts.sort_unstable_by_key(|&p| dot(minus(p, a), minus(b, a)));
        cuts.dedup();
        let left = [a[1] - b[1], b[0] - a[0]];
        let mut side = None;
        for ends in cuts.windows(2) {
            let twice = [ends[0][0] + ends[1][0], ends[0][1] + ends[1][1]];
            let walkable = [left, [-left[0], -left[1]]].map(|toward| self.is_walkable(twice, toward));
            match walkable {
                [true, true] => return Err(format!("both sides are walkable from {ends:?}")),
                [false, false] => return Err(format!("neither side is walkable from {ends:?}")),
                [here, _] if side.is_some_and(|side| side != here) => {
                    return Err(format!("the walkable side changes at {:?}", ends[0]));
                }
                [here, _] => side = Some(here),
            }
        }
        side.ok_or_else(|| "it has no length".to_owned())
    }
}

/// Whether two segments have a point in common that is inside the first, or inside the second and an end of the first.
fn meet_inside([a, b]: [P; 2], [c, d]: [P; 2]) -> bool {
    let touch = inside(a, b, c) || inside(a, b, d);
    touch || overlap([a, b], [c, d]) || cross_properly([a, b], [c, d])
}

/// Step 2: triangles of the surface that lie over each other.
fn folded(layer: &Layer) -> Vec<String> {
    let Some(terrain) = &layer.terrain else { return Vec::new() };
    let corner = |v: &u32| terrain.vertices.get(*v as usize).map(|c| [c[0], c[1]]);
    let mut triangles = Vec::new();
    for (index, [a, b, c]) in terrain.triangles.iter().enumerate() {
        let [Some(a), Some(b), Some(c)] = [a, b, c].map(corner) else {
            return vec![format!("triangle {index} of the surface has no such vertex")];
        };
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        triangles.push((index, if area < 0.0 { [a, c, b] } else { [a, b, c] }));
    }
    let low = |t: &[[f64; 2]; 3], k: usize| t[0][k].min(t[1][k]).min(t[2][k]);
    let high = |t: &[[f64; 2]; 3], k: usize| t[0][k].max(t[1][k]).max(t[2][k]);
    triangles.sort_by(|s, t| low(&s.1, 0).total_cmp(&low(&t.1, 0)));
    let mut found = Vec::new();
    for (i, (index, s)) in triangles.iter().enumerate() {
        for (other, t) in triangles[i + 1..].iter().take_while(|(_, t)| low(t, 0) < high(s, 0)) {
            if low(t, 1) < high(s, 1) && high(t, 1) > low(s, 1) && width(&common(s, t)) > STRIP {
                found.push(format!(
                    "triangles {index} and {other} of the surface lie over each other, near {:?}",
                    s[0]
                ));
            }
        }
    }
    found
}

/// What two triangles have in common: one is cut along the edges of the other.
fn common(s: &[[f64; 2]; 3], t: &[[f64; 2]; 3]) -> Vec<[f64; 2]> {
    let mut polygon = s.to_vec();
    for k in 0..3 {
        let (a, b) = (t[k], t[(k + 1) % 3]);
        let side = |p: [f64; 2]| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
        let mut rest = Vec::new();
        for (i, &p) in polygon.iter().enumerate() {
            let q = polygon[(i + 1) % polygon.len()];
            let (u, v) = (side(p), side(q));
            if u >= 0.0 {
                rest.push(p);
            }
            if (u > 0.0 && v < 0.0) || (u < 0.0 && v > 0.0) {
                let f = u / (u - v);
                rest.push([p[0] + f * (q[0] - p[0]), p[1] + f * (q[1] - p[1])]);
            }
        }
        polygon = rest;
    }
    polygon
}

/// How wide a strip with this area and perimeter is.
fn width(polygon: &[[f64; 2]]) -> f64 {
    let Some(&o) = polygon.first() else { return 0.0 };
    let (mut area, mut perimeter) = (0.0, 0.0);
    for (i, p) in polygon.iter().enumerate() {
        let q = polygon[(i + 1) % polygon.len()];
        // From one of its corners, or the error of doubles makes it wide.
        area += 0.5 * ((p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]));
        perimeter += ((q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1])).sqrt();
    }
    if perimeter > 0.0 { 2.0 * area / perimeter } else { 0.0 }
}

/// Step 6. The surface is looked at beside the connection.
fn too_high(ground: &Ground, cut: &Cut, first_is_left: bool, step: f64) -> Option<String> {
    let [a, b] = cut.ends.map(|p| p.map(|v| v as f64 * 1e-4));
    let along = [b[0] - a[0], b[1] - a[1]];
    let length = (along[0] * along[0] + along[1] * along[1]).sqrt();
    let left = [-along[1] / length * BESIDE, along[0] / length * BESIDE];
    for t in [0.1, 0.3, 0.5, 0.7, 0.9] {
        let middle = [a[0] + t * along[0], a[1] + t * along[1]];
        let beside = |is_left: bool, layer: usize| {
            let sign = if is_left { 1.0 } else { -1.0 };
            ground.height(layer, [middle[0] + sign * left[0], middle[1] + sign * left[1]])
        };
        let heights = [beside(first_is_left, cut.between[0]), beside(!first_is_left, cut.between[1])];
        match heights {
            [Some(z), Some(w)] if (z - w).abs() <= step + HEIGHT_SLACK => {}
            [Some(z), Some(w)] => return Some(format!("its sides are at heights {z:.4} and {w:.4}")),
            _ => return Some("the surface ends beside it".to_owned()),
        }
    }
    None
}
