//! The Voronoi diagram by trying everything: an oracle for tests, slow and obviously right.
//!
//! A vertex is a place with three nearest sites. So take every three sites, with every choice of
//! sides of the segments, solve for the circles that touch all three, and keep the centers to which
//! all three are nearest. With unknowns (x, y, r), a side of a segment is the linear equation n·z - c = r, a
//! point the cone |z - p|² = r², two points also the linear equation of their bisector, and a segment with its own
//! end p the linear equation u·(z - p) = 0 instead of the cone. So there are three linear equations,
//! or two and a cone.
//!
//! Nothing of the exact kernel is used, only `f64` with tolerances: for inputs of a dozen segments with
//! coordinates up to a hundred. There the distances of sites on one circle differ by 1e-12 at most (in
//! 2,400 samples), and sites that miss a circle by less than the tolerance are rare.

mod compare;

pub use compare::{Verdict, compare};

use crate::id::{PointId, SegmentId};
use crate::site::{GridPoint, Site};

/// Distances that differ by less are equal. In grid units.
const EQUAL: f64 = 1e-9;

/// Vertices nearer to each other than this are one. In grid units.
const SAME: f64 = 1e-7;

/// Three sites at a distance less than this are two segments and their common end, seen from almost nowhere: in the
/// inputs that this oracle is for every radius is zero or far more. In grid units.
const TINY: f64 = 1e-5;

/// Sites to take the diagram of. Invariant: segments have a length and are interior-disjoint, points are different.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Point sites; the ends of the segments are among them.
    pub points: &'a [GridPoint],
    /// Ends of the segments, as indices of points.
    pub segments: &'a [[usize; 2]],
}

/// A place with three nearest sites or more; or a point site where two segments meet at an angle.
#[derive(Clone, Debug)]
pub struct Vertex {
    /// Where it is. In grid units.
    pub at: [f64; 2],
    /// Distance to its sites. In grid units.
    pub radius: f64,
    /// All sites at that distance, sorted. A segment counts also at its ends: there it and the end are both nearest.
    pub sites: Vec<Site>,
    /// By how much the distances of these sites differ, or by how much the place misses the normal of an end: up to 1e-12
    /// is rounding, more is a near miss that this oracle cannot tell from a hit.
    pub spread: f64,
}

impl Scene<'_> {
    /// All vertices within reach ([`Scene::in_reach`]), each once.
    ///
    /// These are the places where the diagram of points and open segments has three arcs or more. A
    /// place on the normal of an end is not one of them if only that end and segments from it are nearest.
    /// An end with two segments or more is one, of radius zero, unless its segments are two of one line.
    pub fn vertices(&self) -> Vec<Vertex> {
        let points = (0..self.points.len()).map(|i| Site::Point(PointId(i as u32)));
        let segments = (0..self.segments.len()).map(|i| Site::Segment(SegmentId(i as u32)));
        let sites: Vec<Site> = points.chain(segments).collect();
        let mut vertices: Vec<Vertex> = (0..self.points.len()).filter_map(|p| self.corner(p)).collect();
        for (i, &a) in sites.iter().enumerate() {
            for (j, &b) in sites[..i].iter().enumerate() {
                for &c in &sites[..j] {
                    for signs in 0..8 {
                        for at in self.centers([a, b, c], signs).into_iter().flatten() {
                            if let Some(vertex) = self.vertex(at, [a, b, c], &vertices) {
                                vertices.push(vertex);
                            }
                        }
                    }
                }
            }
        }
        vertices
    }

    /// The vertex at a place, if these three are among its nearest sites and it is not known yet.
    fn vertex(&self, at: [f64; 2], sites: [Site; 3], known: &[Vertex]) -> Option<Vertex> {
        // What most places fail is tried first; without this line the answer is the same, but late.
        let distances = sites.map(|site| self.distance(at, site));
        if !distances.iter().all(|d| (d - distances[0]).abs() < EQUAL) {
            return None;
        }
        let (radius, nearest, spread) = self.touching(at);
        let touched = sites.iter().all(|site| nearest.contains(site));
        let is_new = !known.iter().any(|v| norm(sub(v.at, at)) < SAME);
        let good = touched && radius > TINY && is_new && self.in_reach(at);
        good.then_some(Vertex { at, radius, sites: nearest, spread })
    }

    /// Distance to the nearest site, and all sites at that distance, sorted.
    pub fn nearest(&self, q: [f64; 2]) -> (f64, Vec<Site>) {
        let (distance, sites, _) = self.touching(q);
        (distance, sites)
    }

    /// Whether a place is at most four times the size of the input from its middle.
    pub fn in_reach(&self, q: [f64; 2]) -> bool {
        self.reach(q) <= 1.0
    }

    /// Distance of a place from the middle of the input, divided by four times the size of the input.
    fn reach(&self, q: [f64; 2]) -> f64 {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for p in 0..self.points.len() {
            let at = self.at(p);
            low = [low[0].min(at[0]), low[1].min(at[1])];
            high = [high[0].max(at[0]), high[1].max(at[1])];
        }
        let middle = [0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])];
        norm(sub(q, middle)) / (4.0 * (high[0] - low[0]).max(high[1] - low[1]))
    }

    /// The vertex of radius zero at a point, if there is one.
    fn corner(&self, p: usize) -> Option<Vertex> {
        let at = self.at(p);
        let mut away =
            self.segments.iter().filter(|ends| ends.contains(&p)).map(|&[a, b]| sub(self.at(a + b - p), at));
        let (first, second, third) = (away.next()?, away.next()?, away.next());
        let bent = third.is_some() || cross(first, second) != 0.0;
        bent.then(|| Vertex { at, radius: 0.0, sites: self.touching(at).1, spread: 0.0 })
    }

    /// Distance to the nearest site, all sites at about that distance, and by how much their distances differ.
    fn touching(&self, q: [f64; 2]) -> (f64, Vec<Site>, f64) {
        let points = (0..self.points.len()).map(|i| Site::Point(PointId(i as u32)));
        let segments = (0..self.segments.len()).map(|i| Site::Segment(SegmentId(i as u32)));
        let mut all: Vec<(f64, Site)> =
            points.chain(segments).map(|site| (self.distance(q, site), site)).collect();
        let distance = all.iter().map(|&(d, _)| d).fold(f64::INFINITY, f64::min);
        all.retain(|&(d, _)| d < distance + EQUAL);
        let spread = all.iter().map(|&(d, _)| d - distance).fold(0.0, f64::max);
        let spread = all.iter().map(|&(_, site)| self.off_normal(q, site)).fold(spread, f64::max);
        (distance, all.into_iter().map(|(_, site)| site).collect(), spread)
    }

    /// Distance to a site; infinite beyond the ends of a segment, which are sites of their own.
    fn distance(&self, q: [f64; 2], site: Site) -> f64 {
        match site {
            Site::Point(p) => norm(sub(q, self.at(p.index()))),
            Site::Segment(s) => {
                let (a, u, length) = self.line(s.index());
                let v = sub(q, a);
                let beside = dot(v, u) > -EQUAL && dot(v, u) < length + EQUAL;
                if beside { cross(u, v).abs() } else { f64::INFINITY }
            }
        }
    }

    /// By how much a place misses the normal of an end; zero if that is more than a little.
    ///
    /// At that distance of the normal the segment and its end differ in distance by the square of it only.
    fn off_normal(&self, q: [f64; 2], site: Site) -> f64 {
        let miss = |s: usize| {
            let (a, u, length) = self.line(s);
            let along = dot(sub(q, a), u);
            along.abs().min((along - length).abs())
        };
        let small = |miss: f64| if miss < TINY { miss } else { 0.0 };
        match site {
            Site::Segment(s) => small(miss(s.index())),
            Site::Point(p) => {
                let own = (0..self.segments.len()).filter(|&s| self.segments[s].contains(&p.index()));
                own.map(|s| small(miss(s))).fold(0.0, f64::max)
            }
        }
    }

    /// Centers of the circles that touch three sites; bit k of `signs` is the side of the k-th.
    fn centers(&self, sites: [Site; 3], signs: u32) -> [Option<[f64; 2]>; 2] {
        let as_point = |site: &Site| if let Site::Point(p) = site { Some(p.index()) } else { None };
        if sites.iter().enumerate().any(|(k, site)| as_point(site).is_some() && signs >> k & 1 == 1) {
            return [None, None]; // A point has no sides.
        }
        let points = || sites.iter().filter_map(as_point);
        // Equations a x + b y + c r = d, with a² + b² = 1, as [a, b, c, d]; the origin is the first point.
        let origin = points().next().map_or([0.0; 2], |p| self.at(p));
        let mut rows = [[0.0; 4]; 4];
        let mut count = 0;
        let mut add = |row: [f64; 4]| {
            rows[count] = row;
            count += 1;
        };
        for (k, site) in sites.iter().enumerate() {
            if let Site::Segment(s) = site {
                let (a, [x, y], _) = self.line(s.index());
                let n = if signs >> k & 1 == 0 { [-y, x] } else { [y, -x] };
                add([n[0], n[1], -1.0, dot(n, sub(a, origin))]);
            }
        }
        for p in points().skip(1) {
            let v = sub(self.at(p), origin);
            add([v[0] / norm(v), v[1] / norm(v), 0.0, 0.5 * norm(v)]);
        }
        for site in &sites {
            if let Site::Segment(s) = site {
                let [x, y] = self.line(s.index()).1;
                for p in points().filter(|p| self.segments[s.index()].contains(p)) {
                    add([x, y, 0.0, dot([x, y], sub(self.at(p), origin))]);
                }
            }
        }
        let rows = &rows[..count];
        // The first two leave a line z = base + t * along; then the third, or the cone x² + y² = r², gives t.
        let along = cross3(rows[0], rows[1]);
        let w = [along[0], along[1], along[2], 0.0];
        let (e, f) = (cross3(rows[1], w), cross3(w, rows[0]));
        let scale = dot3(along, along);
        let base = [0, 1, 2].map(|i| (rows[0][3] * e[i] + rows[1][3] * f[i]) / scale);
        let steps = if let Some(&[x, y, r, d]) = rows.get(2) {
            [(d - dot3([x, y, r], base)) / dot3([x, y, r], along), f64::NAN]
        } else {
            let form = |p: [f64; 3], q: [f64; 3]| p[0] * q[0] + p[1] * q[1] - p[2] * q[2];
            let (a, b, c) = (form(along, along), form(along, base), form(base, base));
            let q = -(b + (b * b - a * c).max(0.0).sqrt().copysign(b));
            [q / a, c / q]
        };
        steps.map(|t| {
            let at = [0, 1].map(|i| origin[i] + base[i] + t * along[i]);
            // Equations that depend on one another have no scale, or send the place out of reach.
            (scale > 1e-14 && at.iter().all(|v| v.is_finite())).then_some(at)
        })
    }

    fn at(&self, p: usize) -> [f64; 2] {
        [self.points[p].x.into(), self.points[p].y.into()]
    }

    /// First end, unit direction and length of a segment.
    fn line(&self, s: usize) -> ([f64; 2], [f64; 2], f64) {
        let [a, b] = self.segments[s].map(|p| self.at(p));
        let length = norm(sub(b, a));
        (a, sub(b, a).map(|v| v / length), length)
    }
}

fn sub(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

fn norm(a: [f64; 2]) -> f64 {
    dot(a, a).sqrt()
}

/// The cross product of the coefficients of two equations.
fn cross3(a: [f64; 4], b: [f64; 4]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot3(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests;
