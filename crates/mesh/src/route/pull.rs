//! Pulls a bend of a route toward the line between its neighbors, around the corners of obstacles that come in the way.
//!
//! 1. Move the bend toward the line as far as both of its legs stay wide enough, by bisection.
//! 2. Find the corner that one of the legs touches now: follow the leg in steps as long as there is room, and look where there is least.
//! 3. Wrap the chain around the circle of the disc's radius about this corner: from the tangent on one side to the tangent on the other by bends
//!    just outside of it, whose legs are tangents too. Go on from step 1 on the other side of it.
//!
//! Only corners can stop a bend: the distance to a wall changes linearly along a leg, so it is least where the leg or the wall ends.
//! The chain is only a proposal: whoever asked tests it.

use crate::angle::{angle_between, angle_of, direction_at};
use crate::locate::Position;
use crate::plane::{Point, along, distance, dot, nearest_on_segment, sub, turn};
use crate::route::request::SLACK;
use crate::route::taut::{Bend, On, Taut};

/// Most corners for one bend.
const MOST_CORNERS: usize = 8;

/// Halvings of the way that a bend is moved.
const HALVINGS: usize = 14;

/// A leg that is this near to being too narrow touches a corner. \[m\]
const TOUCH: f64 = 2e-3;

/// Most steps along a leg.
const MOST_STEPS: f64 = 100.0;

/// The largest turn at a bend around a corner: the chain is longer than the circle by a hundredth.
const TURN: f64 = std::f64::consts::FRAC_PI_8;

impl Taut {
    /// Makes the chain that would take the place of a bend.
    pub(crate) fn pull(&mut self, on: On<'_>, k: usize) {
        let [mut a, bend, mut b] = [k - 1, k, k + 1].map(|k| self.bends[k]);
        let mut p = bend;
        let side = if turn(a.position.at, p.position.at, b.position.at) > 0.0 { 1.0 } else { -1.0 };
        let (ring, behind) = (&mut Vec::new(), &mut Vec::new());
        self.chain.clear();
        let mut is_straight = false;
        for _ in 0..MOST_CORNERS {
            is_straight = on.is_clear(&a, b.position);
            if is_straight {
                break;
            }
            // Step 1.
            let start = p.position.at;
            let toward = sub(nearest_on_segment(a.position.at, b.position.at, start), start);
            let (mut good, mut bad) = (0.0, 1.0);
            for _ in 0..HALVINGS {
                let part = f64::midpoint(good, bad);
                p.position = on.step(&a, along(start, toward, part));
                if on.is_clear(&a, p.position) && on.is_clear(&p, b.position) {
                    good = part
                } else {
                    bad = part
                }
            }
            p.position = on.step(&a, along(start, toward, good));
            // Step 2.
            let (corner, is_ahead) =
                match (on.touched(&a, p.position, side), on.touched(&b, p.position, -side)) {
                    (Some(corner), _) => (corner, true),
                    (None, Some(corner)) => (corner, false),
                    (None, None) => break,
                };
            // Step 3.
            wrap(on.radius + SLACK / 2.0, [a.position.at, corner, b.position.at], side, ring);
            let Some((&first, &last)) = ring.first().zip(ring.last()) else { break };
            if is_ahead {
                self.chain.extend(ring.iter().map(|&at| (at, None)));
                a.position = on.step(&a, last);
            } else {
                behind.extend(ring.iter().rev().map(|&at| (at, None)));
                b.position = on.step(&b, first);
            }
        }
        if !is_straight {
            self.chain.push((p.position.at, None));
        }
        self.chain.extend(behind.iter().rev());
    }
}

impl On<'_> {
    /// The position at the end of a straight line from a bend.
    fn step(&self, from: &Bend, at: Point) -> Position {
        Position { at, layer: self.mesh.layer_after(from.position.layer, from.position.at, at) }
    }

    /// The obstacle point that the leg from a bend to a position touches on one side: positive is left.
    fn touched(&self, from: &Bend, to: Position, side: f64) -> Option<Point> {
        let (a, d) = (from.position.at, sub(to.at, from.position.at));
        let length = distance(a, to.at);
        let (mut done, mut cell) = (0.0, from.cell);
        let mut best: Option<(f64, Point)> = None;
        while done < length {
            let position = self.step(from, along(a, d, done / length));
            let Some(nearest) = self.mesh.nearest(position, Some(cell)) else { break };
            cell = nearest.cell;
            let gap = nearest.distance - self.radius;
            let is_inside = side * turn(a, to.at, nearest.point) > 0.0;
            // Corners at the very start have been gone around already.
            let is_new = dot(sub(nearest.point, a), d) > 0.0;
            if gap < TOUCH && is_inside && is_new && best.is_none_or(|(least, _)| gap < least) {
                best = Some((gap, nearest.point));
            }
            // Nothing can be nearer than the gap tells; but do not creep along walls.
            done += gap.max(TOUCH / 2.0).max(length / MOST_STEPS);
        }
        best.map(|(_, point)| point)
    }
}

/// Step 3: bends around a corner with a radius, from a place to another one, with the corner on one side: positive is left. None if
/// there is nothing to turn.
fn wrap(radius: f64, [a, corner, b]: [Point; 3], side: f64, ring: &mut Vec<Point>) {
    ring.clear();
    // From the corner to where a tangent touches the circle.
    let spoke = |from: Point, side: f64| {
        let away = sub(from, corner);
        let far_sq = dot(away, away);
        // By rounding a place may be within the circle.
        let tangent = (far_sq - radius * radius).max(0.0).sqrt();
        let [cosine, sine] = [radius, side * tangent].map(|v| v / far_sq.sqrt());
        [cosine * away[0] - sine * away[1], sine * away[0] + cosine * away[1]]
    };
    let (first, last) = (spoke(a, side), spoke(b, -side));
    let angle = side * angle_between(first, last);
    if !(angle > 0.0) {
        return;
    }
    // A point turns on the spot.
    let count = if radius > SLACK { (angle / TURN).ceil() } else { 1.0 };
    let half = angle / count / 2.0;
    let far = radius / direction_at(half)[0];
    let start = angle_of(first);
    ring.extend((0..count as u32).map(|k| {
        let part = f64::from(2 * k + 1) * half;
        along(corner, direction_at(start + side * part), far)
    }));
}
