//! What is walkable, decided point by point with fractions: slow, and as plain as the definition.
//!
//! Idea: a point of a triangle is judged by the vertical line through it and all triangles of the model that this line meets.
//!
//! 1. Corners are moved to the grid of 0.1 mm. Triangles that hang together by edges, within a part, are a body; it is closed if every
//!    edge is used as often one way as the other. A closed body with a positive volume is a solid. One with a negative volume is inside out, and
//!    is turned; but if there is another body within its bounds, or no other one at all, it is a room seen from inside.
//! 2. The line at a grid point meets each triangle at a height that is a fraction of whole numbers.
//! 3. A hit is walkable if it faces up, is not too steep, and
//!    a. nothing else that faces up and is not too steep is less than the head room above it (of equal ones the first counts),
//!    b. nothing at all is farther above than a step and nearer than the head room,
//!    c. of what is above it, by more than eps and up to a step, at least as much faces up as down,
//!    d. of what solids have farther above than a step, at most as much faces up as down.
//!
//! Points on a projected edge have no answer here; callers stay away from edges ([`Oracle::margin`]).
//! Numbers: coordinates below 2^24 units (1.6 km) make heights of at most 75 bits over 49 bits, so that comparisons stay below 2^127.
//! Cost: all triangles for each line, and the square of its hits.

use std::cmp::Ordering;

use throng_import::{ExtractOptions, Model};

/// Units of the grid in a meter.
pub(crate) const UNITS: f64 = 10_000.0;

/// What is nearer above a floor than this is no obstacle to it. \[units\]
const EPS: i64 = 10;

/// Slopes may be steeper than asked by this. \[degrees\]
const SLOPE_TOLERANCE: f64 = 0.5;

/// A model, ready to be asked.
#[derive(Clone, Debug)]
pub(crate) struct Oracle {
    pub(crate) triangles: Vec<Triangle>,
    pub(crate) step: i64,
    pub(crate) head_room: i64,
}

/// A triangle on the grid.
#[derive(Clone, Debug)]
pub(crate) struct Triangle {
    pub(crate) corners: [[i64; 3]; 3],
    /// 1 if it faces up, -1 if down, 0 if it is upright.
    pub(crate) facing: i8,
    /// Whether it faces up and is not too steep.
    pub(crate) floor: bool,
    /// What its body is.
    pub(crate) body: Body,
}

/// What a body is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Body {
    /// It has a border, or no volume.
    Open,
    Solid,
    /// A room seen from inside.
    Hollow,
}

/// Where a vertical line meets a triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub(crate) triangle: usize,
    pub(crate) height: Fraction,
}

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Oracle {
    pub(crate) fn new(model: &Model, options: &ExtractOptions) -> Self {
        let units = |meters: f64| (meters * UNITS).round() as i64;
        // Step 1.
        let mut bodies: Vec<Vec<[[i64; 3]; 3]>> = Vec::new();
        for part in &model.parts {
            let range = part.triangles.start as usize..part.triangles.end as usize;
            let corners = |t: &[u32; 3]| t.map(|v| model.vertices[v as usize].map(units));
            bodies.extend(separate(model.triangles[range].iter().map(corners).collect()));
        }
        let bounds: Vec<[[i64; 3]; 2]> = bodies.iter().map(|body| bounds(body)).collect();
        let mut triangles = Vec::new();
        for (index, own) in bodies.iter().enumerate() {
            // A copy of it is not within it.
            let is_within = |other: &[[i64; 3]; 2]| {
                let own = &bounds[index];
                other != own && (0..3).all(|k| own[0][k] <= other[0][k] && other[1][k] <= own[1][k])
            };
            let (is_closed, volume) = (is_closed(own), volume(own));
            let mut others = bounds.iter().enumerate().filter(|&(other, _)| other != index);
            let is_room = bodies.len() == 1 || others.any(|(_, other)| is_within(other));
            let (body, is_turned) = match volume.signum() {
                1 if is_closed => (Body::Solid, false),
                -1 if is_closed && is_room => (Body::Hollow, false),
                -1 if is_closed => (Body::Solid, true),
                _ => (Body::Open, false),
            };
            for &[a, b, c] in own {
                let corners = if is_turned { [a, c, b] } else { [a, b, c] };
                let normal = normal(corners);
                let facing = normal[2].signum() as i8;
                let floor = facing > 0 && slope(normal) <= options.slope + SLOPE_TOLERANCE;
                triangles.push(Triangle { corners, facing, floor, body });
            }
        }
        Self { triangles, step: units(options.step), head_room: units(options.head_room) }
    }

    /// Step 2: what the vertical line at a grid point meets, from below.
    pub(crate) fn hits(&self, at: [i64; 2]) -> Vec<Hit> {
        let mut hits: Vec<Hit> = (0..self.triangles.len())
            .filter_map(|triangle| {
                let height = self.triangles[triangle].height(at)?;
                Some(Hit { triangle, height })
            })
            .collect();
        hits.sort_by(|a, b| a.height.plus(0).compare(b.height).then(a.triangle.cmp(&b.triangle)));
        hits
    }

    /// Step 3: whether one can walk at a hit among others.
    pub(crate) fn is_walkable(&self, hits: &[Hit], hit: &Hit) -> bool {
        if !self.triangles[hit.triangle].floor {
            return false;
        }
        let (mut low, mut solid) = (0, 0);
        for other in hits.iter().filter(|other| other.triangle != hit.triangle) {
            let above = &self.triangles[other.triangle];
            let than = |distance: i64| other.height.compare(hit.height.plus(distance));
            match than(0) {
                Ordering::Less => continue,
                Ordering::Equal if above.floor && other.triangle < hit.triangle => return false,
                Ordering::Equal => continue,
                Ordering::Greater => {}
            }
            let below_head = than(self.head_room) == Ordering::Less;
            let above_step = than(self.step) == Ordering::Greater;
            if below_head && (above.floor || above_step) {
                return false;
            }
            if above_step {
                solid += i32::from(above.body == Body::Solid) * i32::from(above.facing);
            } else if than(EPS) == Ordering::Greater {
                low += i32::from(above.facing);
            }
        }
        low >= 0 && solid <= 0
    }

    /// The heights where one can walk at a grid point, from below, in meters.
    pub(crate) fn walkable(&self, at: [i64; 2]) -> Vec<f64> {
        let hits = self.hits(at);
        let walkable = hits.iter().filter(|hit| self.is_walkable(&hits, hit));
        walkable.map(|hit| hit.height.value() / UNITS).collect()
    }

    /// How far a grid point is from where the answer may change: edges, and lines where two triangles are apart by 0, eps, a
    /// step or the head room. \[units\]
    pub(crate) fn margin(&self, at: [i64; 2]) -> f64 {
        let edges = self
            .triangles
            .iter()
            .flat_map(|t| [[0, 1], [1, 2], [2, 0]].map(|[a, b]| distance(at, t.corners[a], t.corners[b])));
        let nearest = edges.fold(f64::MAX, f64::min);
        let hits = self.hits(at);
        let mut lines = f64::MAX;
        for (i, a) in hits.iter().enumerate() {
            for b in &hits[i + 1..] {
                let [p, q] = [a, b].map(|hit| self.triangles[hit.triangle].gradient());
                let apart = ((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1])).sqrt();
                if apart > 0.0 {
                    let difference = (b.height.value() - a.height.value()).abs();
                    for switch in [0, EPS, self.step, self.head_room] {
                        lines = lines.min((difference - switch as f64).abs() / apart);
                    }
                }
            }
        }
        nearest.min(lines)
    }

    /// The lower and upper end of all triangles in x and in y. \[units\]
    pub(crate) fn bounds(&self) -> [[i64; 2]; 2] {
        let corners = || self.triangles.iter().flat_map(|t| t.corners);
        let low = |k: usize| corners().map(|c| c[k]).min().unwrap_or(0);
        let high = |k: usize| corners().map(|c| c[k]).max().unwrap_or(0);
        [[low(0), low(1)], [high(0), high(1)]]
    }
}

impl Triangle {
    /// The height over a point strictly inside.
    pub(crate) fn height(&self, [x, y]: [i64; 2]) -> Option<Fraction> {
        let sign = i128::from(self.facing);
        let flat = |[x, y, _]: [i64; 3]| [x, y];
        let [a, b, c] = self.corners;
        let weights = [(b, c), (c, a), (a, b)].map(|(p, q)| sign * turn(flat(p), flat(q), [x, y]));
        if sign == 0 || weights.iter().any(|&w| w <= 0) {
            return None;
        }
        let numerator = (0..3).map(|k| weights[k] * i128::from(self.corners[k][2])).sum();
        Some(Fraction { numerator, denominator: weights.iter().sum() })
    }

    /// Rise in x and in y.
    pub(crate) fn gradient(&self) -> [f64; 2] {
        let n = normal(self.corners);
        [-(n[0] as f64) / n[2] as f64, -(n[1] as f64) / n[2] as f64]
    }
}

impl Fraction {
    pub(crate) fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    fn plus(self, whole: i64) -> Self {
        Self { numerator: self.numerator + i128::from(whole) * self.denominator, ..self }
    }

    fn compare(self, other: Self) -> Ordering {
        let product = |a: i128, b: i128| a.checked_mul(b).expect("oracles are for small models");
        product(self.numerator, other.denominator).cmp(&product(other.numerator, self.denominator))
    }
}

/// Triangles by body: those that share an edge are in the same.
fn separate(triangles: Vec<[[i64; 3]; 3]>) -> Vec<Vec<[[i64; 3]; 3]>> {
    let ways =
        |t: &[[i64; 3]; 3]| [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])].map(|(a, b)| [a.min(b), a.max(b)]);
    let mut edges: Vec<[[i64; 3]; 2]> = triangles.iter().flat_map(ways).collect();
    edges.sort_unstable();
    edges.dedup();
    let ids: Vec<[usize; 3]> =
        triangles.iter().map(|t| ways(t).map(|edge| edges.partition_point(|e| *e < edge))).collect();
    // Everything takes the smallest number around until nothing changes.
    let mut number: Vec<usize> = (0..edges.len()).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for edges in &ids {
            let least = edges.map(|e| number[e]).into_iter().min().unwrap_or(0);
            for &e in edges {
                changed |= number[e] != least;
                number[e] = least;
            }
        }
    }
    let mut by_number: Vec<(usize, [[i64; 3]; 3])> =
        ids.iter().zip(triangles).map(|(edges, t)| (number[edges[0]], t)).collect();
    by_number.sort_by_key(|&(number, _)| number);
    let bodies = by_number.chunk_by(|a, b| a.0 == b.0);
    bodies.map(|body| body.iter().map(|&(_, t)| t).collect()).collect()
}

/// Whether every edge is used as often one way as the other.
fn is_closed(body: &[[[i64; 3]; 3]]) -> bool {
    let mut balance: Vec<([[i64; 3]; 2], i32)> = Vec::new();
    for t in body {
        for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
            balance.push(if a < b { ([a, b], 1) } else { ([b, a], -1) });
        }
    }
    balance.sort_unstable();
    let is_even = |edge: &[([[i64; 3]; 2], i32)]| {
        edge[0].0[0] == edge[0].0[1] || edge.iter().map(|e| e.1).sum::<i32>() == 0
    };
    balance.chunk_by(|a, b| a.0 == b.0).all(is_even)
}

/// Six times the volume, seen from the first corner to keep numbers small.
fn volume(body: &[[[i64; 3]; 3]]) -> i128 {
    let o = body.first().map_or([0; 3], |t| t[0]);
    let parts = body.iter().map(|t| {
        let [a, b, c] = t.map(|p| [0, 1, 2].map(|k| i128::from(p[k] - o[k])));
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
    });
    parts.sum()
}

fn bounds(body: &[[[i64; 3]; 3]]) -> [[i64; 3]; 2] {
    let ends = |k: usize| body.iter().flatten().map(move |c| c[k]);
    [[0, 1, 2].map(|k| ends(k).min().unwrap_or(0)), [0, 1, 2].map(|k| ends(k).max().unwrap_or(0))]
}

fn normal([a, b, c]: [[i64; 3]; 3]) -> [i128; 3] {
    let u = [0, 1, 2].map(|k| i128::from(b[k] - a[k]));
    let v = [0, 1, 2].map(|k| i128::from(c[k] - a[k]));
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

/// The angle between a plane and the horizon, by its normal. \[degrees\]
fn slope(normal: [i128; 3]) -> f64 {
    let [x, y, z] = normal.map(|v| v as f64);
    libm::atan2((x * x + y * y).sqrt(), z).to_degrees()
}

fn turn(a: [i64; 2], b: [i64; 2], p: [i64; 2]) -> i128 {
    let d = |k: usize, p: [i64; 2]| i128::from(p[k] - a[k]);
    d(0, b) * d(1, p) - d(1, b) * d(0, p)
}

/// How far a point is from a segment seen from above.
fn distance(at: [i64; 2], a: [i64; 3], b: [i64; 3]) -> f64 {
    let [px, py] = [(at[0] - a[0]) as f64, (at[1] - a[1]) as f64];
    let [ux, uy] = [(b[0] - a[0]) as f64, (b[1] - a[1]) as f64];
    let length_sq = ux * ux + uy * uy;
    let t = if length_sq > 0.0 { ((px * ux + py * uy) / length_sq).clamp(0.0, 1.0) } else { 0.0 };
    let (dx, dy) = (px - t * ux, py - t * uy);
    (dx * dx + dy * dy).sqrt()
}
