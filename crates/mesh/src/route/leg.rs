//! A leg of a route: a straight line, a turn around a corner, or a piece of the medial axis.

use throng_voronoi::Arc;

use crate::angle::{angle_of, direction_at};
use crate::plane::{Point, along, distance, sub};

/// A piece of a route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leg {
    /// Straight ahead.
    Line {
        /// Where it starts.
        from: [f64; 2],
        /// Where it ends.
        to: [f64; 2],
    },
    /// Along a circle around a corner.
    Turn {
        /// The corner.
        center: [f64; 2],
        /// Distance from it. \[m\]
        radius: f64,
        /// Where it starts.
        from: [f64; 2],
        /// Where it ends.
        to: [f64; 2],
        /// How far it turns: positive to the left, then the corner is on the left. May exceed a full turn on a spiral.
        angle: f64,
    },
    /// Along the medial axis.
    Axis(Arc),
}

impl Leg {
    /// Where it starts.
    pub fn start(&self) -> [f64; 2] {
        match *self {
            Self::Line { from, .. } | Self::Turn { from, .. } => from,
            Self::Axis(arc) => arc.start,
        }
    }

    /// Where it ends.
    pub fn end(&self) -> [f64; 2] {
        match *self {
            Self::Line { to, .. } | Self::Turn { to, .. } => to,
            Self::Axis(arc) => arc.end,
        }
    }

    /// Its length. \[m\]
    pub fn length(&self) -> f64 {
        match *self {
            Self::Line { from, to } => distance(from, to),
            Self::Turn { radius, angle, .. } => radius * angle.abs(),
            Self::Axis(arc) => arc.length(),
        }
    }

    /// The same in the other direction.
    #[must_use]
    pub fn reversed(&self) -> Self {
        match *self {
            Self::Line { from, to } => Self::Line { from: to, to: from },
            Self::Turn { center, radius, from, to, angle } => {
                Self::Turn { center, radius, from: to, to: from, angle: -angle }
            }
            Self::Axis(arc) => {
                Self::Axis(Arc { start: arc.end, end: arc.start, left: arc.right, right: arc.left })
            }
        }
    }

    /// Adds points to a list, without the start and with the end, so that the lines between them are nowhere farther from the
    /// leg than the tolerance. \[m\]
    pub fn add_points(&self, tolerance: f64, points: &mut Vec<[f64; 2]>) {
        match *self {
            Self::Line { to, .. } => points.push(to),
            Self::Turn { center, radius, from, to, angle } => {
                let count = chords(radius, angle, tolerance);
                let first = angle_of(sub(from, center));
                points.extend((1..count).map(|k| {
                    let part = f64::from(k) / f64::from(count);
                    along(center, direction_at(first + part * angle), radius)
                }));
                points.push(to);
            }
            Self::Axis(arc) => {
                // The first point of an arc is its start.
                points.extend(arc.points(tolerance).into_iter().skip(1));
            }
        }
    }

    /// The place at a distance from the start, measured along the leg. \[m\]
    pub fn point_at(&self, distance_along: f64) -> [f64; 2] {
        let length = self.length();
        if distance_along <= 0.0 || length == 0.0 {
            return self.start();
        }
        if distance_along >= length {
            return self.end();
        }
        let part = distance_along / length;
        match *self {
            Self::Line { from, to } => along(from, sub(to, from), part),
            Self::Turn { center, radius, from, angle, .. } => {
                along(center, direction_at(angle_of(sub(from, center)) + part * angle), radius)
            }
            Self::Axis(arc) => axis_point(&arc, distance_along),
        }
    }
}

/// Number of chords for a turn, so that none is farther from it than the tolerance.
fn chords(radius: f64, angle: f64, tolerance: f64) -> u32 {
    // The middle of a chord that spans an angle is off by r (1 - cos(angle / 2)), at most r angle² / 8.
    let step = (8.0 * (tolerance / radius).max(1e-12)).sqrt();
    (angle.abs() / step).ceil().clamp(1.0, 1e6) as u32
}

/// By bisection: lengths of parabolas have no inverse in closed form.
fn axis_point(arc: &Arc, distance_along: f64) -> Point {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..48 {
        let middle = f64::midpoint(low, high);
        if arc.split(middle).0.length() < distance_along {
            low = middle;
        } else {
            high = middle;
        }
    }
    arc.point(low)
}
