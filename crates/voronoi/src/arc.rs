//! The geometry of one Voronoi arc: a piece of the bisector of two generators.
//!
//! Two points, or two segments, have a straight bisector; a point and a segment have a parabola
//! with the point as its focus, unless the point lies on the segment's line (it is the segment's
//! end): then the bisector is the normal at that point.
//!
//! ```text
//!      \      o focus     /      x  along the directrix, 0 at the focus
//!       \     |          /       h  from the directrix to the focus
//!        `.   |h       .'        height over the directrix: y = (x² + h²) / 2h, also the clearance
//!          `--+--____--'
//!   ----------+------------ directrix
//!             0
//! ```
//!
//! The parameter t runs from 0 at the start to 1 at the end, linearly in the position on a straight arc and
//! in x on a parabola. Positions, lengths and clearances are in grid units.
//!
//! Error. The two ends are what the caller gives. For coordinates up to 2^27 every other point is
//! equidistant to its generators to 2^-23 of a unit, or to twice the error of the ends if that is more.
//! Results are finite for all input below 2^100, also where the ends lie nowhere near the bisector.
//! Only `+ - * /` and `sqrt` are used, so the bits are the same on every machine.

mod curve;
mod plane;

use curve::Parabola;
use plane::{cross, distance, dot, fraction, lerp, norm, sub, unit};

/// What an arc keeps its distance from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Generator {
    /// A point.
    Point([f64; 2]),
    /// A segment. The arc lies between the normals at its ends, so that the nearest point of the
    /// segment is the foot on its line.
    Segment {
        /// First end.
        from: [f64; 2],
        /// Second end.
        to: [f64; 2],
    },
}

/// What kind of curve an arc is on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shape {
    /// A straight line.
    Line,
    /// A parabola.
    Parabola {
        /// The point generator.
        focus: [f64; 2],
        /// The foot of the focus on the line of the segment generator.
        directrix_point: [f64; 2],
        /// Direction of that line, of length one.
        directrix_direction: [f64; 2],
    },
}

/// A piece of the bisector of two generators.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Arc {
    /// Where the arc starts; on the bisector.
    pub start: [f64; 2],
    /// Where it ends; on the bisector.
    pub end: [f64; 2],
    /// The generator to the left on the way from start to end.
    pub left: Generator,
    /// The generator to the right.
    pub right: Generator,
}

/// Where a ray meets an arc.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hit {
    /// Parameter on the arc, in 0..=1.
    pub t: f64,
    /// Parameter on the ray, at least 0: the place is `origin + s * direction`.
    pub s: f64,
}

/// A ray that misses an end of an arc by less than this still meets it there, so that no ray slips
/// through between an arc and the next. In grid units; far above rounding, far below a grid unit.
const END_SLACK: f64 = 1.0 / (1 << 20) as f64;

/// The finest tolerance of [`Arc::points`]: finer ones would only draw the rounding. In grid units.
const FINEST: f64 = 1.0 / (1 << 20) as f64;

impl Generator {
    /// The nearest point of the generator.
    pub fn foot(&self, z: [f64; 2]) -> [f64; 2] {
        match *self {
            Self::Point(p) => p,
            Self::Segment { from, to } => {
                let d = sub(to, from);
                let t = dot(sub(z, from), d) / dot(d, d);
                // A segment of length zero gives 0 / 0, which is not less than 1: any end will do.
                if t <= 0.0 {
                    from
                } else if t < 1.0 {
                    lerp(from, to, t)
                } else {
                    to
                }
            }
        }
    }

    /// Distance from the point, or from the line of the segment.
    pub fn distance(&self, z: [f64; 2]) -> f64 {
        match *self {
            Self::Point(p) => distance(p, z),
            Self::Segment { from, to } => {
                let d = sub(to, from);
                let length = norm(d);
                if length == 0.0 { distance(from, z) } else { cross(d, sub(z, from)).abs() / length }
            }
        }
    }
}

impl Arc {
    /// What kind of curve this is.
    pub fn shape(&self) -> Shape {
        match self.parabola() {
            None => Shape::Line,
            Some(p) => Shape::Parabola {
                focus: p.focus,
                directrix_point: p.place(0.0, -p.h),
                directrix_direction: p.along,
            },
        }
    }

    /// The point with parameter `t`: exactly the start for `t <= 0` and exactly the end for `t >= 1`.
    pub fn point(&self, t: f64) -> [f64; 2] {
        if t <= 0.0 {
            self.start
        } else if t >= 1.0 {
            self.end
        } else {
            match self.parabola() {
                None => lerp(self.start, self.end, t),
                Some(p) => p.at(p.x(t)),
            }
        }
    }

    /// Direction of travel at parameter `t`, of length one.
    ///
    /// An arc of length zero has the direction that keeps its left generator to the left.
    pub fn tangent(&self, t: f64) -> [f64; 2] {
        match self.parabola() {
            Some(p) => p.tangent(p.x(t)),
            None if self.start != self.end => unit(sub(self.end, self.start)),
            None => self.standing_tangent(),
        }
    }

    /// Length of the arc.
    pub fn length(&self) -> f64 {
        self.parabola().map_or_else(|| distance(self.start, self.end), |p| p.length())
    }

    /// Distance from both generators at parameter `t`.
    pub fn clearance(&self, t: f64) -> f64 {
        // Of a point and a segment the point is better: its distance has no cancellation.
        let z = self.point(t);
        match (self.left, self.right) {
            (Generator::Segment { .. }, Generator::Point(p)) => distance(p, z),
            (left, _) => left.distance(z),
        }
    }

    /// Parameter and value of the smallest clearance. It may be inside the arc: halfway between two
    /// points that face each other, or at the apex of a parabola.
    pub fn min_clearance(&self) -> (f64, f64) {
        let inner = match (self.parabola(), self.left, self.right) {
            (Some(p), ..) => p.t(0.0),
            (None, Generator::Point(p), _) | (None, _, Generator::Point(p)) => self.nearest_on_line(p),
            // Linear: the smaller end.
            (None, ..) => 0.0,
        };
        let candidates = [0.0, inner, 1.0].map(|t| (t, self.clearance(t)));
        candidates.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).expect("three candidates")
    }

    /// Parameter and value of the largest clearance. It is at an end, for clearance is convex along an arc.
    pub fn max_clearance(&self) -> (f64, f64) {
        let (a, b) = (self.clearance(0.0), self.clearance(1.0));
        if a >= b { (0.0, a) } else { (1.0, b) }
    }

    /// The two parameters at which the curve of the arc has a clearance, in order; on a line between two segments they are the same.
    /// They may lie beyond the ends of the arc. `None` if there are none.
    pub fn with_clearance(&self, clearance: f64) -> Option<[f64; 2]> {
        let [low, high] = match (self.parabola(), self.left, self.right) {
            // The clearance is (x² + h²) / 2h.
            (Some(p), ..) => {
                let x = (p.h * (2.0 * clearance - p.h)).sqrt();
                let [x0, x1] = [p.x(0.0), p.x(1.0)];
                [(-x - x0) / (x1 - x0), (x - x0) / (x1 - x0)]
            }
            // The square of the distance from a point is quadratic along a line.
            (None, Generator::Point(p), _) | (None, _, Generator::Point(p)) => {
                let (d, away) = (sub(self.end, self.start), sub(self.start, p));
                let (a, b) = (dot(d, d), dot(away, d));
                let root = (b * b - a * (dot(away, away) - clearance * clearance)).sqrt();
                [(-b - root) / a, (-b + root) / a]
            }
            (None, ..) => {
                let [from, to] = [0.0, 1.0].map(|t| self.clearance(t));
                [(clearance - from) / (to - from); 2]
            }
        };
        // Without a root, or without a length, these are no numbers.
        let in_order = if low <= high { [low, high] } else { [high, low] };
        (low.is_finite() && high.is_finite()).then_some(in_order)
    }

    /// The arc up to parameter `t`, and the arc from there.
    pub fn split(&self, t: f64) -> (Self, Self) {
        let middle = self.point(t);
        (Self { end: middle, ..*self }, Self { start: middle, ..*self })
    }

    /// Parameter of the point of the arc that is nearest to `p`; of several the first.
    pub fn nearest(&self, p: [f64; 2]) -> f64 {
        let Some(parabola) = self.parabola() else { return self.nearest_on_line(p) };
        let mut best = (0.0, distance(self.start, p));
        let inner = parabola.nearest(p);
        for t in inner.into_iter().flatten().chain([1.0]) {
            let d = distance(self.point(t), p);
            if d < best.1 {
                best = (t, d);
            }
        }
        best.0
    }

    /// Where the ray from `origin` meets the arc: at most twice, in order along the ray.
    ///
    /// A ray along a straight arc meets it where it first and where it last does. A place within
    /// 2^-20 units of an end counts as that end. No direction, no hit.
    pub fn intersect_ray(&self, origin: [f64; 2], direction: [f64; 2]) -> [Option<Hit>; 2] {
        let along = match self.parabola() {
            Some(p) => p.meet_line(origin, direction),
            None => self.meet_line(origin, direction),
        };
        let mut hits = along.map(|s| s.and_then(|s| self.hit(origin, direction, s)));
        let later = |a: &Hit, b: &Hit| a.s > b.s;
        if hits[0].is_none() || matches!((&hits[0], &hits[1]), (Some(a), Some(b)) if later(a, b)) {
            hits.swap(0, 1);
        }
        if hits[0] == hits[1] {
            hits[1] = None;
        }
        hits
    }

    /// A polyline from start to end that is nowhere farther than `tolerance` from the arc, nor the
    /// arc from it. Tolerances below 2^-20 units count as that.
    pub fn points(&self, tolerance: f64) -> Vec<[f64; 2]> {
        let mut points = vec![self.start];
        if let Some(p) = self.parabola() {
            p.flatten(tolerance.max(FINEST), &mut points);
        }
        points.push(self.end);
        points
    }

    /// The nearest point of the left generator at parameter `t`.
    pub fn foot_left(&self, t: f64) -> [f64; 2] {
        self.left.foot(self.point(t))
    }

    /// The nearest point of the right generator at parameter `t`.
    pub fn foot_right(&self, t: f64) -> [f64; 2] {
        self.right.foot(self.point(t))
    }

    /// The parabola of the arc, if it is not straight.
    fn parabola(&self) -> Option<Parabola> {
        let (focus, from, to, focus_left) = match (self.left, self.right) {
            (Generator::Point(p), Generator::Segment { from, to }) => (p, from, to, true),
            (Generator::Segment { from, to }, Generator::Point(p)) => (p, from, to, false),
            _ => return None,
        };
        Parabola::new(focus, from, to, self.start, self.end, focus_left)
    }

    /// Direction of a straight arc of length zero.
    fn standing_tangent(&self) -> [f64; 2] {
        let z = self.start;
        let toward = |g: &Generator| unit(sub(g.foot(z), z));
        let right_angle = |[x, y]: [f64; 2]| unit([y, -x]);
        match (self.left, self.right) {
            (Generator::Point(p), Generator::Point(q)) if p == q => [1.0, 0.0],
            (Generator::Point(p), Generator::Point(q)) => right_angle(sub(p, q)),
            // The point is an end of the segment: go along the normal there, with the segment on its side.
            (Generator::Segment { from, to }, Generator::Point(p)) => right_angle(inward(from, to, p)),
            (Generator::Point(p), Generator::Segment { from, to }) => {
                right_angle(inward(from, to, p)).map(|v| -v)
            }
            (Generator::Segment { from, to }, _) => {
                let d = sub(toward(&self.left), toward(&self.right));
                // Directions that agree up to rounding: two segments of one line, at their common end.
                if norm(d) > 1e-9 {
                    right_angle(d)
                } else {
                    right_angle(inward(from, to, self.foot_right(0.0)))
                }
            }
        }
    }

    fn nearest_on_line(&self, p: [f64; 2]) -> f64 {
        let d = sub(self.end, self.start);
        fraction(dot(sub(p, self.start), d), dot(d, d))
    }

    /// Parameters along the line `origin + s * direction` where it meets the line of a straight arc.
    fn meet_line(&self, origin: [f64; 2], direction: [f64; 2]) -> [Option<f64>; 2] {
        let d = sub(self.end, self.start);
        let to_start = sub(self.start, origin);
        let turn = cross(direction, d);
        if turn != 0.0 {
            return [Some(cross(to_start, d) / turn), None];
        }
        let length_sq = dot(direction, direction);
        if cross(direction, to_start) != 0.0 || length_sq == 0.0 {
            return [None, None];
        }
        // Along the arc: from its nearer end, or from the origin if that is on the arc.
        let s = [to_start, sub(self.end, origin)].map(|v| dot(v, direction) / length_sq);
        let (first, last) = (s[0].min(s[1]), s[0].max(s[1]));
        [Some(if last >= 0.0 { first.max(0.0) } else { first }), Some(last)]
    }

    /// The hit at parameter `s` of a ray, if the ray and the arc reach that far.
    fn hit(&self, origin: [f64; 2], direction: [f64; 2], s: f64) -> Option<Hit> {
        let slack = END_SLACK;
        let reach = s * norm(direction);
        if !reach.is_finite() || reach < -slack {
            return None;
        }
        let s = s.max(0.0);
        let z = [origin[0] + s * direction[0], origin[1] + s * direction[1]];
        let t = match self.parabola() {
            Some(p) => p.t(p.foot(z)),
            None => self.nearest_on_line(z),
        };
        let near_end = |t: f64| t > 0.0 && t < 1.0 || distance(self.point(t), z) <= slack;
        near_end(t).then_some(Hit { t, s })
    }
}

/// Along the segment, away from its end at `p`.
fn inward(from: [f64; 2], to: [f64; 2], p: [f64; 2]) -> [f64; 2] {
    if distance(p, from) <= distance(p, to) { sub(to, from) } else { sub(from, to) }
}

#[cfg(test)]
mod tests;
