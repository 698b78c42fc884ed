//! The distance between the curve of a route and the obstacles, by brute force.
//!
//! Straight lines are compared with every obstacle ([`Ground::line`]). A turn is looked at wherever it may be nearest to some obstacle: at its ends,
//! in the direction of each corner, at right angles to each wall and where it crosses one. Pieces of the medial axis are looked at
//! every [`STEP`]: their clearance has no kinks, so it may be less in between by STEP² / (8 × clearance).

use crate::angle::{HALF_TURN, angle_of, direction_at};
use crate::locate::Position;
use crate::naive::ground::Ground;
use crate::plane::{Point, along, distance, dot, sub};
use crate::route::{Leg, Route};

/// Distance between places at which a piece of the medial axis is looked at. \[m\]
const STEP: f64 = 5e-3;

/// A turn is followed from layer to layer by chords that turn no more than this: they are off by 0.0004 of its radius.
const CHORD: f64 = 0.05;

/// What is farther away than this is of no interest. \[m\]
const ENOUGH: f64 = 100.0;

impl Ground {
    /// The smallest distance from a route to an obstacle; 0 if it crosses a wall, or does not end on the layer where it should. \[m\]
    pub fn clearance_of(&self, route: &Route) -> f64 {
        let mut here = Position { at: route.from().at, layer: self.layer_of(route.from()) };
        let mut least = self.clearance(here, ENOUGH);
        for leg in route.legs() {
            if let Leg::Line { to, .. } = *leg {
                let Some((layer, clearance)) = self.line(here, to, 0.0, least) else { return 0.0 };
                (here, least) = (Position { at: to, layer }, clearance);
                continue;
            }
            for at in self.looked_at(leg, least) {
                let Some(layer) = self.layer_after(here, at) else { return 0.0 };
                here = Position { at, layer };
                least = self.clearance(here, least);
            }
        }
        let goal = self.layer_of(route.to());
        let arrives = here.layer == goal || self.layers_glued(here).any(|layer| layer == goal);
        if arrives { least } else { 0.0 }
    }

    /// Places on a leg, in order, where it may be nearer to an obstacle than told. \[m\]
    fn looked_at(&self, leg: &Leg, least: f64) -> Vec<Point> {
        let Leg::Turn { center, radius, from, to, angle } = *leg else {
            let count = (leg.length() / STEP).ceil().max(1.0) as u32;
            let part = |k: u32| leg.length() * f64::from(k) / f64::from(count);
            return (1..=count).map(|k| leg.point_at(part(k))).collect();
        };
        let first = angle_of(sub(from, center));
        let count = (angle.abs() / CHORD).ceil().max(1.0) as u32;
        // How far along the turn, as parts of its angle.
        let mut parts: Vec<f64> = (1..count).map(|k| f64::from(k) / f64::from(count)).collect();
        for [a, b] in self.obstacles() {
            let ends = [a, b].map(|end| sub(end, center));
            let directions = if a == b { vec![ends[0]] } else { directions(ends, radius, least) };
            for direction in directions {
                // A spiral may come by more than once.
                let mut turned = (angle_of(direction) - first) * angle.signum();
                while turned > 0.0 {
                    turned -= 2.0 * HALF_TURN;
                }
                while turned < angle.abs() {
                    if turned > 0.0 {
                        parts.push(turned / angle.abs());
                    }
                    turned += 2.0 * HALF_TURN;
                }
            }
        }
        parts.sort_by(f64::total_cmp);
        let at = |part: f64| along(center, direction_at(first + part * angle), radius);
        parts.into_iter().map(at).chain([to]).collect()
    }
}

/// The directions from the center of a circle in which it may be nearest to a wall; none if the wall is farther away than told.
fn directions([a, b]: [Point; 2], radius: f64, least: f64) -> Vec<Point> {
    let d = sub(b, a);
    let length = distance(a, b);
    let normal = [-d[1] / length, d[0] / length];
    let height = dot(a, normal);
    if height.abs() > radius + least {
        return Vec::new();
    }
    let mut directions = vec![a, b, normal, [-normal[0], -normal[1]]];
    if height.abs() < radius {
        let aside = (radius * radius - height * height).sqrt();
        let foot = along([0.0; 2], normal, height);
        directions.extend([aside, -aside].map(|aside| along(foot, d, aside / length)));
    }
    directions
}
