//! An oracle for layered surfaces: distances by marching straight lines over the layers.
//!
//! The nearest obstacle is always reached by a straight line that no obstacle bars. So: for every wall of every layer march
//! from the place in question toward the nearest point of that wall, crossing open seams from layer to layer, and
//! see whether the march gets there. The shortest march that does is the distance. Slow, in doubles, and
//! without any thought of diagrams. Layers must be convex, apart from obstacles inside.

use crate::diagram::{Diagram, Face};
use crate::sample::layered::Place;
use crate::site::{Code, GridPoint};
use crate::surface::{SeamId, Surface};

/// Distances up to this part of them count as equal, and places up to this part of a march as reached.
const TOLERANCE: f64 = 1e-7;

/// A place on a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Grid units.
    pub at: [f64; 2],
    /// Which layer.
    pub layer: usize,
}

/// A layered place, of which some seams are open.
#[derive(Debug)]
pub struct March<'a> {
    place: &'a Place,
    /// For each layer and segment: where an open seam leads.
    across: Vec<Vec<Option<usize>>>,
}

/// Where a march ended.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    /// At the goal, inside a layer.
    Inside(usize),
    /// At a wall of a layer, at this part of the way.
    Wall(f64, usize),
}

impl<'a> March<'a> {
    /// The place with the seams as they are on the surface.
    pub fn new(place: &'a Place, surface: &Surface) -> Self {
        let mut across: Vec<Vec<Option<usize>>> =
            place.layers.iter().map(|segments| vec![None; segments.len()]).collect();
        for (i, &[(k, s), (l, t)]) in place.seams.iter().enumerate() {
            if surface.is_open(SeamId(i as u32)) {
                across[k][s] = Some(l);
                across[l][t] = Some(k);
            }
        }
        Self { place, across }
    }

    /// Distance to the nearest obstacle.
    pub fn clearance(&self, from: Spot) -> f64 {
        let layers = self.layers_at(from);
        layers.map(|layer| self.clearance_on(Spot { layer, ..from })).fold(f64::INFINITY, f64::min)
    }

    /// The layers a spot is on: on an open seam it is on both. Layers are convex, so that a march
    /// out of the wrong one meets nothing.
    fn layers_at(&self, spot: Spot) -> impl Iterator<Item = usize> {
        let segments = self.place.layers[spot.layer].iter().zip(&self.across[spot.layer]);
        let near = move |&[a, b]: &[GridPoint; 2]| length(spot.at, foot(spot.at, a, b)) < 1e-6;
        let beyond = segments.filter(move |(segment, _)| near(segment)).filter_map(|(_, across)| *across);
        std::iter::once(spot.layer).chain(beyond)
    }

    fn clearance_on(&self, from: Spot) -> f64 {
        let mut best = f64::INFINITY;
        for (layer, segments) in self.place.layers.iter().enumerate() {
            for (i, &[a, b]) in segments.iter().enumerate() {
                let goals = if self.across[layer][i].is_some() {
                    vec![position(a), position(b)]
                } else {
                    vec![foot(from.at, a, b)]
                };
                for goal in goals {
                    let distance = length(from.at, goal);
                    if distance < best && self.reaches_wall(from, goal) {
                        best = distance;
                    }
                }
            }
        }
        best
    }

    fn reaches_wall(&self, from: Spot, goal: [f64; 2]) -> bool {
        matches!(self.march(from, goal), End::Wall(part, _) if part >= 1.0 - TOLERANCE)
    }

    /// Marches straight from a spot inside a layer.
    fn march(&self, from: Spot, goal: [f64; 2]) -> End {
        let (mut layer, mut done) = (from.layer, 0.0);
        // No march crosses more seams than there are.
        for _ in 0..=self.place.seams.len() + 1 {
            let mut hit: Option<(f64, Option<usize>)> = None;
            for (i, &[a, b]) in self.place.layers[layer].iter().enumerate() {
                if let Some(part) = meets(from.at, goal, position(a), position(b))
                    && part > done + 1e-12
                    && hit.is_none_or(|(first, _)| part < first)
                {
                    // Ends of a seam are obstacles.
                    let place = [0, 1].map(|k| from.at[k] + part * (goal[k] - from.at[k]));
                    let at_end = length(place, position(a)).min(length(place, position(b))) < 1e-6;
                    hit = Some((part, self.across[layer][i].filter(|_| !at_end)));
                }
            }
            match hit {
                None => return End::Inside(layer),
                Some((part, _)) if part > 1.0 + TOLERANCE => return End::Inside(layer),
                Some((part, None)) => return End::Wall(part, layer),
                Some((part, Some(_))) if part > 1.0 => return End::Inside(layer),
                Some((part, Some(beyond))) => (layer, done) = (beyond, part),
            }
        }
        End::Wall(done, layer)
    }

    /// Compares every vertex of the surface's diagram that lies inside the layers with the oracle. Returns how many.
    ///
    /// # Errors
    /// A vertex whose clearance differs.
    pub fn compare(&self, surface: &Surface) -> Result<usize, String> {
        let diagram = surface.diagram();
        let mut compared = 0;
        for f in diagram.used_faces() {
            let face = &diagram.faces[f as usize];
            if face.c.iter().any(|&c| diagram.is_frame_code(c)) || face.r < 1e-3 {
                continue;
            }
            for spot in self.spots(surface, face) {
                compared += 1;
                let clearance = self.clearance(spot);
                if (clearance - face.r).abs() > 1e-4 {
                    return Err(format!("vertex {f} {:?} at {spot:?} has clearance {clearance}, not {}", face.c, face.r));
                }
            }
        }
        Ok(compared)
    }

    /// Where a vertex lies, if inside a layer: march to it from its touch points.
    fn spots(&self, surface: &Surface, face: &Face) -> Vec<Spot> {
        let center = [face.x, face.y];
        let mut spots: Vec<Spot> = Vec::new();
        for &c in &face.c {
            let touch = touch_point(surface.diagram(), face, c);
            for layer in surface.layers_of(c.site()) {
                // A step off the wall, toward the center, must be inside the layer.
                let start = [0, 1].map(|k| touch[k] + 1e-5 * (center[k] - touch[k]));
                if !self.contains(layer, start) {
                    continue;
                }
                if let End::Inside(end) = self.march(Spot { at: start, layer }, center) {
                    let spot = Spot { at: center, layer: end };
                    let known = spots.iter().any(|known| self.layers_at(*known).any(|layer| layer == end));
                    if !known && self.sees_all(surface, face, spot) {
                        spots.push(spot);
                    }
                }
            }
        }
        spots
    }

    /// Whether a spot sees the touch points of all three sites, each on its own layer: only then is the
    /// vertex there, and not above or below.
    fn sees_all(&self, surface: &Surface, face: &Face, spot: Spot) -> bool {
        face.c.iter().all(|&c| {
            let touch = touch_point(surface.diagram(), face, c);
            let own = surface.layers_of(c.site());
            self.layers_at(spot).any(|layer| match self.march(Spot { layer, ..spot }, touch) {
                End::Wall(part, layer) => part >= 1.0 - TOLERANCE && own.contains(&layer),
                End::Inside(_) => false,
            })
        })
    }

    /// Whether a place is inside the ring of a layer: by counting crossings of a ray to the right.
    fn contains(&self, layer: usize, at: [f64; 2]) -> bool {
        let mut inside = false;
        for &[a, b] in &self.place.layers[layer] {
            let (a, b) = (position(a), position(b));
            if (a[1] > at[1]) != (b[1] > at[1]) && at[0] < a[0] + (at[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) {
                inside = !inside;
            }
        }
        inside
    }
}

fn touch_point(diagram: &Diagram, face: &Face, c: Code) -> [f64; 2] {
    if c.is_point() {
        return position(diagram.sites.at(c));
    }
    let s = diagram.sites.seg(c);
    foot([face.x, face.y], s.from, s.to())
}

fn position(p: GridPoint) -> [f64; 2] {
    [f64::from(p.x), f64::from(p.y)]
}

fn length(a: [f64; 2], b: [f64; 2]) -> f64 {
    ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt()
}

/// The point of a segment nearest to a place.
fn foot(p: [f64; 2], a: GridPoint, b: GridPoint) -> [f64; 2] {
    let (a, b) = (position(a), position(b));
    let d = [b[0] - a[0], b[1] - a[1]];
    let len_sq = d[0] * d[0] + d[1] * d[1];
    if len_sq == 0.0 {
        return a;
    }
    let t = (((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / len_sq).clamp(0.0, 1.0);
    [a[0] + t * d[0], a[1] + t * d[1]]
}

/// At which part of the way from p to q, and beyond, the line meets a segment, ends included with a little tolerance.
fn meets(p: [f64; 2], q: [f64; 2], a: [f64; 2], b: [f64; 2]) -> Option<f64> {
    let d = [q[0] - p[0], q[1] - p[1]];
    let e = [b[0] - a[0], b[1] - a[1]];
    let w = [a[0] - p[0], a[1] - p[1]];
    let det = d[0] * e[1] - d[1] * e[0];
    if det == 0.0 {
        // A point obstacle, or a wall along the way: meets if the line passes through an end.
        let off = (d[0] * w[1] - d[1] * w[0]).abs();
        let size = (d[0] * d[0] + d[1] * d[1]).sqrt();
        if size == 0.0 || off / size > 1e-6 {
            return None;
        }
        let part = |v: [f64; 2]| (v[0] * d[0] + v[1] * d[1]) / (size * size);
        let (one, two) = (part(w), part([b[0] - p[0], b[1] - p[1]]));
        return Some(one.min(two));
    }
    let part = (w[0] * e[1] - w[1] * e[0]) / det;
    let along = (w[0] * d[1] - w[1] * d[0]) / det;
    let slack = 1e-6 / (e[0] * e[0] + e[1] * e[1]).sqrt();
    (along >= -slack && along <= 1.0 + slack).then_some(part)
}
