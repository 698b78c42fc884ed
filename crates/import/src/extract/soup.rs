//! A model on the grid: which triangles are floors, which are upright, and which enclose something.
//!
//! 1. Snap corners to the grid of 0.1 mm, counted from the lower corner of the model, and weld those that are nearly in one place ([`super::snap`]).
//! 2. Drop triangles with two corners in one place; after the next steps also others without area, and those of open bodies that repeat another one.
//! 3. Sort the edges. Triangles of one part that share an edge are one body; a body is closed if every edge is used equally often
//!    both ways, and solid if it also has a positive volume and is thicker than a sheet.
//! 4. Bodies that are closed inside out, and hold no other body, are turned. Those that hold others are rooms, seen from inside.
//! 5. Tell floors from what is steep, faces down or stands upright.
//!
//! Cost: O(n log n), for sorting.

use rayon::prelude::*;

use super::boxes::{around, join};
use super::extraction::ExtractError;
use super::options::ExtractOptions;
use super::sets::Sets;
use super::snap::Snapped;
use super::tolerance::{SLOPE, UPRIGHT_SQ, near};
use crate::model::{Model, Role};

pub(crate) const NONE: u32 = u32::MAX;

/// How a triangle stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lean {
    /// Faces up, and can be walked.
    Floor,
    /// Faces up, and is too steep.
    Steep,
    /// Faces down.
    Down,
    /// Seen from above it is a line.
    Upright,
}

/// The triangles of a model that have an area, on the grid.
#[derive(Debug, Default)]
pub(crate) struct Soup {
    /// Where (0, 0, 0) is. \[units\]
    pub(crate) origin: [i64; 3],
    /// Corners. \[units\]
    pub(crate) points: Vec<[i32; 3]>,
    /// Which corners are several in the file, that did not fit.
    pub(crate) rough: Vec<bool>,
    pub(crate) triangles: Vec<[u32; 3]>,
    /// The triangle across the edge from corner k to the next, if these two alone share it and are of one part.
    pub(crate) across: Vec<[u32; 3]>,
    /// Part of the model of each triangle.
    pub(crate) parts: Vec<u32>,
    pub(crate) leans: Vec<Lean>,
    /// Body of each triangle.
    pub(crate) body_of: Vec<u32>,
    pub(crate) bodies: Vec<Body>,
    /// What was odd.
    pub(crate) remarks: Vec<String>,
}

/// Triangles of one part that hang together by edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    pub(crate) low: [i32; 3],
    pub(crate) high: [i32; 3],
    pub(crate) kind: BodyKind,
}

/// What a body encloses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BodyKind {
    /// It has a border.
    Open,
    /// It is closed, and its triangles face outward.
    Solid,
    /// It is closed, and its triangles face inward: a room seen from inside.
    Hollow,
}

impl Soup {
    /// Takes a model to the grid.
    pub(crate) fn new(model: &Model, options: &ExtractOptions) -> Result<Self, ExtractError> {
        let Snapped { origin, points, rough, triangles, parts } = Snapped::new(model)?;
        let mut soup = Self { origin, points, rough, ..Self::default() };
        let flat = soup.gather(&triangles, &parts);
        soup.join_bodies();
        let is_meant = soup.sheets_on_purpose(model);
        soup.drop_idle(flat);
        soup.judge(options);
        soup.tell_open(&is_meant);
        Ok(soup)
    }

    /// All corners of a triangle.
    pub(crate) fn corners(&self, triangle: u32) -> [[i32; 3]; 3] {
        self.triangles[triangle as usize].map(|point| self.points[point as usize])
    }

    /// Whether a triangle has a corner that did not fit. What it cuts is sewn with more tolerance.
    pub(crate) fn is_rough(&self, triangle: u32) -> bool {
        self.triangles[triangle as usize].iter().any(|&point| self.rough[point as usize])
    }

    /// Step 2. Says how many triangles have two corners in one place. Those with all corners on a line are still needed to tell what is closed.
    fn gather(&mut self, triangles: &[[u32; 3]], parts: &[u32]) -> usize {
        let mut flat = 0;
        for (&[a, b, c], &part) in triangles.iter().zip(parts) {
            if a == b || b == c || c == a {
                flat += 1;
                continue;
            }
            // The smallest corner comes first, so that repeated triangles are equal.
            let turned = if a < b && a < c {
                [a, b, c]
            } else if b < c {
                [b, c, a]
            } else {
                [c, a, b]
            };
            self.triangles.push(turned);
            self.parts.push(part);
        }
        flat
    }

    /// Triangles without area go, and those that repeat others; but not those of closed bodies, which would have a hole then.
    fn drop_idle(&mut self, mut flat: usize) {
        let mut order: Vec<([u32; 3], u32)> =
            (0..).zip(&self.triangles).map(|(t, &corners)| (corners, t)).collect();
        order.par_sort_unstable();
        let mut gone = vec![false; self.triangles.len()];
        for pair in order.windows(2) {
            let open = self.bodies[self.body_of[pair[1].1 as usize] as usize].kind == BodyKind::Open;
            gone[pair[1].1 as usize] = pair[0].0 == pair[1].0 && open;
        }
        let repeated = gone.iter().filter(|&&gone| gone).count();
        for (t, gone) in gone.iter_mut().enumerate() {
            let is_flat = normal(self.corners(t as u32)) == [0; 3];
            flat += usize::from(is_flat && !*gone);
            *gone |= is_flat;
        }
        if flat > 0 {
            self.remarks.push(format!("{flat} triangles without area were passed over"));
        }
        if repeated > 0 {
            self.remarks.push(format!("{repeated} triangles repeat others and were passed over"));
        }
        if !gone.contains(&true) {
            return;
        }
        let mut number = vec![NONE; gone.len()];
        let kept: Vec<usize> = (0..gone.len()).filter(|&t| !gone[t]).collect();
        kept.iter().enumerate().for_each(|(new, &old)| number[old] = new as u32);
        let of = |t: u32| if t == NONE { NONE } else { number[t as usize] };
        self.across = kept.iter().map(|&t| self.across[t].map(of)).collect();
        self.triangles = kept.iter().map(|&t| self.triangles[t]).collect();
        self.parts = kept.iter().map(|&t| self.parts[t]).collect();
        self.body_of = kept.iter().map(|&t| self.body_of[t]).collect();
    }

    /// Steps 3 and 4.
    fn join_bodies(&mut self) {
        let count = self.triangles.len();
        let parts = &self.parts;
        let mut edges: Vec<(u64, u32, u32)> = Vec::with_capacity(3 * count);
        for (t, corners) in self.triangles.iter().enumerate() {
            for k in 0..3 {
                let (a, b) = (corners[k], corners[(k + 1) % 3]);
                let key = u64::from(a.min(b)) << 32 | u64::from(a.max(b));
                edges.push((key, parts[t], (t as u32) << 2 | k as u32));
            }
        }
        edges.par_sort_unstable();
        let mut sets = Sets::new(count);
        let mut across = vec![[NONE; 3]; count];
        let mut unbalanced: Vec<u32> = Vec::new();
        let forward = |side: u32| {
            let corners = self.triangles[(side >> 2) as usize];
            let k = (side & 3) as usize;
            corners[k] < corners[(k + 1) % 3]
        };
        for group in edges.chunk_by(|one, two| (one.0, one.1) == (two.0, two.1)) {
            let first = group[0].2;
            let mut balance = 0_i64;
            for &(_, _, side) in group {
                sets.unite(first >> 2, side >> 2);
                balance += if forward(side) { 1 } else { -1 };
            }
            if balance != 0 {
                unbalanced.push(first >> 2);
            }
            if let &[(_, _, one), (_, _, two)] = group
                && balance == 0
            {
                across[(one >> 2) as usize][(one & 3) as usize] = two >> 2;
                across[(two >> 2) as usize][(two & 3) as usize] = one >> 2;
            }
        }
        drop(edges);
        self.across = across;
        let (body_of, bodies) = sets.numbered();
        let mut open = vec![false; bodies];
        unbalanced.iter().for_each(|&t| open[body_of[t as usize] as usize] = true);
        let mut volume = vec![0_i128; bodies];
        let mut area = vec![0.0_f64; bodies];
        let mut rough = vec![false; bodies];
        let empty = Body { low: [i32::MAX; 3], high: [i32::MIN; 3], kind: BodyKind::Open };
        self.bodies = vec![empty; bodies];
        for (t, &body) in body_of.iter().enumerate() {
            let corners = self.corners(t as u32);
            rough[body as usize] |= self.is_rough(t as u32);
            volume[body as usize] += six_volumes(corners);
            let [x, y, z] = normal(corners).map(|v| v as f64);
            area[body as usize] += (x * x + y * y + z * z).sqrt() / 2.0;
            let own = &mut self.bodies[body as usize];
            [own.low, own.high] = join([own.low, own.high], around(corners));
        }
        for body in 0..bodies {
            // Two sheets back to back, a little apart, are one sheet.
            let thickness = 2.0 * (volume[body] as f64 / 6.0).abs() / area[body];
            self.bodies[body].kind = match (open[body] || thickness < near(rough[body]) as f64, volume[body])
            {
                (true, _) | (_, 0) => BodyKind::Open,
                (_, 1..) => BodyKind::Solid,
                _ => BodyKind::Hollow,
            };
        }
        self.body_of = body_of;
        self.turn_inside_out();
    }

    /// Step 4.
    fn turn_inside_out(&mut self) {
        let bodies = &self.bodies;
        if bodies.len() < 2 {
            return;
        }
        // Hollow ones are few; those of a soup of thousands are looked at one by one all the same.
        let hollow: Vec<usize> = (0..bodies.len()).filter(|&b| bodies[b].kind == BodyKind::Hollow).collect();
        let turned: Vec<usize> = hollow
            .into_par_iter()
            .filter(|&body| {
                let own = bodies[body];
                let within =
                    |other: &Body| (0..3).all(|k| own.low[k] <= other.low[k] && other.high[k] <= own.high[k]);
                // A copy of itself is nothing inside.
                let holds = |other: &Body| within(other) && (own.low, own.high) != (other.low, other.high);
                !bodies.iter().enumerate().any(|(index, other)| index != body && holds(other))
            })
            .collect();
        if turned.is_empty() {
            return;
        }
        let mut turn = vec![false; self.bodies.len()];
        for &body in &turned {
            turn[body] = true;
            self.bodies[body].kind = BodyKind::Solid;
        }
        for t in 0..self.triangles.len() {
            if turn[self.body_of[t] as usize] {
                self.triangles[t].swap(1, 2);
                self.across[t].swap(0, 2);
            }
        }
        self.remarks.push(format!(
            "{} closed bodies were inside out and were turned: their triangles faced inward, and nothing is inside them",
            turned.len()
        ));
    }

    /// Step 5.
    fn judge(&mut self, options: &ExtractOptions) {
        let cosine = libm::cos((options.slope + SLOPE).to_radians());
        let least = cosine.max(0.0) * cosine.max(0.0);
        let (points, two_sided) = (&self.points, options.two_sided);
        if two_sided {
            let bodies = (&self.bodies, &self.body_of);
            let open = |t: usize| bodies.0[bodies.1[t] as usize].kind == BodyKind::Open;
            let mut turned = 0;
            for t in 0..self.triangles.len() {
                let corners = self.triangles[t].map(|p| points[p as usize]);
                if normal(corners)[2] < 0 && open(t) {
                    self.triangles[t].swap(1, 2);
                    self.across[t].swap(0, 2);
                    turned += 1;
                }
            }
            if turned > 0 {
                self.remarks.push(format!("{turned} triangles that faced down are floors too, as asked"));
            }
        }
        self.leans = self
            .triangles
            .par_iter()
            .map(|corners| {
                let rough = corners.iter().any(|&p| self.rough[p as usize]);
                lean(corners.map(|p| points[p as usize]), near(rough), least)
            })
            .collect();
    }

    /// Which bodies are floors that were made of rooms: these have no inside, and are meant to be open.
    fn sheets_on_purpose(&self, model: &Model) -> Vec<bool> {
        let mut is_meant = vec![false; self.bodies.len()];
        for (&body, &part) in self.body_of.iter().zip(&self.parts) {
            is_meant[body as usize] |=
                model.parts.get(part as usize).is_some_and(|part| part.role == Role::RoomFloor);
        }
        is_meant
    }

    /// Says how many bodies are open.
    fn tell_open(&mut self, is_meant: &[bool]) {
        let kinds = || self.bodies.iter().zip(is_meant).filter(|(_, is_meant)| !**is_meant);
        let all = kinds().count();
        let open = kinds().filter(|(body, _)| body.kind == BodyKind::Open).count();
        if open > 0 && all > open {
            self.remarks.push(format!(
                "{open} of {all} bodies have holes or borders: what is inside them counts as free, and their upright sides as thin walls"
            ));
        } else if open > 0 {
            self.remarks
                .push(format!("all {open} bodies are open surfaces: upright ones count as thin walls"));
        }
    }
}

fn lean(corners: [[i32; 3]; 3], near: i64, least: f64) -> Lean {
    let [nx, ny, nz] = normal(corners).map(|v| v as f64);
    let square = nx * nx + ny * ny + nz * nz;
    if nz * nz < UPRIGHT_SQ * square && thickness_sq(corners) < (near * near) as f64 {
        Lean::Upright
    } else if nz < 0.0 {
        Lean::Down
    } else if nz * nz >= least * square {
        Lean::Floor
    } else {
        Lean::Steep
    }
}

/// The square of how thick a triangle is, seen from above.
fn thickness_sq(corners: [[i32; 3]; 3]) -> f64 {
    let longest = (0..3)
        .map(|k| {
            let (a, b) = (corners[k], corners[(k + 1) % 3]);
            let [dx, dy] = [0, 1].map(|k| f64::from(b[k]) - f64::from(a[k]));
            dx * dx + dy * dy
        })
        .fold(0.0, f64::max);
    let area = normal(corners)[2] as f64;
    if longest > 0.0 { area * area / longest } else { 0.0 }
}

/// The normal of a triangle, twice its area long. \[units²\]
pub(crate) fn normal([a, b, c]: [[i32; 3]; 3]) -> [i64; 3] {
    let d = |k: usize| i64::from(b[k]) - i64::from(a[k]);
    let e = |k: usize| i64::from(c[k]) - i64::from(a[k]);
    [d(1) * e(2) - d(2) * e(1), d(2) * e(0) - d(0) * e(2), d(0) * e(1) - d(1) * e(0)]
}

fn six_volumes(corners: [[i32; 3]; 3]) -> i128 {
    let n = normal(corners);
    (0..3).map(|k| i128::from(n[k]) * i128::from(corners[0][k])).sum()
}
