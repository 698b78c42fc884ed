//! A route: the curve that a character follows.

use crate::locate::Position;
use crate::mesh::Mesh;
use crate::plane::{Point, distance};
use crate::route::leg::Leg;

/// A way from one place to another, as a curve. Legs follow each other: each starts where the one before ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    pub(crate) from: Position,
    pub(crate) to: Position,
    pub(crate) legs: Vec<Leg>,
}

impl Route {
    /// Where it starts.
    pub fn from(&self) -> Position {
        self.from
    }

    /// Where it ends.
    pub fn to(&self) -> Position {
        self.to
    }

    /// Its pieces. There are none if it ends where it starts.
    pub fn legs(&self) -> &[Leg] {
        &self.legs
    }

    /// Its length, seen from above. \[m\]
    pub fn length(&self) -> f64 {
        self.legs.iter().map(Leg::length).sum()
    }

    /// Points on it from the start to the end, such that the lines between them are nowhere farther from it than the tolerance. \[m\]
    pub fn points(&self, tolerance: f64) -> Vec<[f64; 2]> {
        let mut points = vec![self.from.at];
        for leg in &self.legs {
            leg.add_points(tolerance, &mut points);
        }
        points
    }

    /// Whether each leg starts where the one before ends, and the last one at the end of the route; else the number of the first
    /// leg that does not, or of all legs.
    ///
    /// # Errors
    /// If there is a gap.
    pub fn check(&self) -> Result<(), usize> {
        let ends = self.legs.iter().map(Leg::end);
        let starts = self.legs.iter().map(Leg::start).chain([self.to.at]);
        let gap = [self.from.at].into_iter().chain(ends).zip(starts).position(|(a, b)| distance(a, b) > 1e-9);
        gap.map_or(Ok(()), Err)
    }

    /// Starts anew.
    pub(crate) fn begin(&mut self, from: Position, to: Position) {
        (self.from, self.to) = (from, to);
        self.legs.clear();
    }

    /// Goes straight to a place, if it is not there already.
    pub(crate) fn line_to(&mut self, to: Point) {
        let from = self.legs.last().map_or(self.from.at, Leg::end);
        if from != to {
            self.legs.push(Leg::Line { from, to });
        }
    }
}

impl Mesh {
    /// Points on a route with their layers; the tolerance is that of [`Route::points`]. \[m\]
    pub fn positions(&self, route: &Route, tolerance: f64) -> Vec<Position> {
        let mut layer = route.from.layer;
        let mut last = route.from.at;
        let points = route.points(tolerance).into_iter().map(|at| {
            // The line stays on the surface, so the connections that it crosses tell.
            layer = self.layer_after(layer, last, at);
            last = at;
            Position { at, layer }
        });
        points.collect()
    }

    /// The smallest distance from a route to an obstacle, found at places as far apart as told. \[m\] On a straight leg it is exact.
    pub fn route_clearance(&self, route: &Route, step: f64) -> f64 {
        let mut layer = route.from.layer;
        let mut cell = self.locate(route.from, None);
        let mut least = self.clearance(route.from, cell).unwrap_or(0.0);
        for leg in &route.legs {
            let count = if matches!(leg, Leg::Line { .. }) { 1.0 } else { (leg.length() / step).ceil() };
            let mut last = leg.start();
            for k in 1..=count as usize {
                let at =
                    if k as f64 == count { leg.end() } else { leg.point_at(leg.length() * k as f64 / count) };
                let from = Position { at: last, layer };
                let to = Position { at, layer: self.layer_after(layer, last, at) };
                if matches!(leg, Leg::Line { .. }) {
                    let sight = self.visible(from, to, cell);
                    least = least.min(sight.map_or(0.0, |sight| sight.clearance));
                }
                cell = self.locate(to, cell);
                least = least.min(self.clearance(to, cell).unwrap_or(0.0));
                (last, layer) = (at, to.layer);
            }
        }
        least
    }
}
