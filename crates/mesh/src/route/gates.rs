//! Gates: what a string was pulled through, to check that it did not slip out.
//!
//! Where circles touch and tangents nearly coincide a funnel is decided by rounding. It has no exact predicates to fall back on, but its
//! result is easily checked: the legs must cross the portals one after the other, each between its ends, and lines must not cut the circles of the
//! corners that they pass.
//!
//! Cost: linear in the number of portals and legs.

use crate::plane::{Point, cross, distance_sq, dot, sub, turn};
use crate::route::leg::Leg;
use crate::route::portal::PortalEnd;

/// How far a leg may be off by rounding. \[m\]
const OFF: f64 = 1e-6;

/// The left and the right end of a portal, the corners there, and how they are kept off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gate {
    ends: [Point; 2],
    corners: [Option<Point>; 2],
}

impl Gate {
    pub(crate) fn new(ends: &[PortalEnd; 2], wanted: f64) -> Self {
        Self {
            ends: ends.map(|end| end.kept_off(wanted)),
            corners: ends.map(|end| (!end.obstacle.is_wall()).then_some(end.foot)),
        }
    }

    /// How far a place is ahead of it, times its width.
    fn ahead(&self, z: Point) -> f64 {
        let [left, right] = self.ends;
        -turn(right, left, z)
    }

    /// Whether a line that crosses it does so between its ends, and keeps off its corners.
    fn lets_through(&self, from: Point, to: Point, wanted: f64) -> bool {
        let d = sub(to, from);
        let length = dot(d, d).sqrt();
        let [left, right] = self.ends;
        turn(from, to, left) >= -OFF * length
            && turn(from, to, right) <= OFF * length
            && self.keeps_off(from, to, wanted)
    }

    /// Whether a line keeps off its corners.
    pub(crate) fn keeps_off(&self, from: Point, to: Point, wanted: f64) -> bool {
        let d = sub(to, from);
        let square = dot(d, d);
        let length = square.sqrt();
        self.corners.iter().zip([1.0, -1.0]).all(|(corner, side)| {
            let Some(corner) = corner else { return true };
            let along = dot(sub(*corner, from), d);
            along <= 0.0 || along >= square || side * cross(d, sub(*corner, from)) >= (wanted - OFF) * length
        })
    }
}

/// Whether legs go through gates, one after the other.
pub(crate) fn pass(gates: &[Gate], legs: &[Leg], wanted: f64) -> bool {
    let mut k = 0;
    for gate in gates {
        let [left, right] = gate.ends;
        let near = OFF * distance_sq(left, right).sqrt();
        while k < legs.len() && gate.ahead(legs[k].end()) < -near {
            k += 1;
        }
        let fits = match legs.get(k) {
            // The goal is on the last portal, by rounding a little before it.
            None => true,
            Some(&Leg::Line { from, to }) => {
                gate.ahead(from) > near
                    || distance_sq(from, to) < OFF * OFF
                    || gate.lets_through(from, to, wanted)
            }
            // In a turn around the corner at its end, or at the end of a wall there.
            Some(&Leg::Turn { center, radius, angle, .. }) => {
                let reach = radius + OFF;
                distance_sq(gate.ends[usize::from(angle < 0.0)], center) <= reach * reach
            }
            Some(Leg::Axis(_)) => true,
        };
        if !fits {
            return false;
        }
    }
    // Nothing turns around more than once, unless on a spiral.
    legs.iter().all(|leg| !matches!(leg, Leg::Turn { angle, .. } if angle.abs() > 4.0))
}
