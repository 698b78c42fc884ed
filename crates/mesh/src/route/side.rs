//! Routes on one side of a corridor, or anywhere between its sides.
//!
//! Across the corridor, at every place p of the medial axis, goes a line from the left obstacle over p to the right one. A side from 0 to 1 is a
//! place on that line, between the two points that keep the distance to the obstacles: 0 on the left, 0.5 at p, 1 on the right. Where
//! there is less room than that distance, all three are p.
//!
//! Left and right are then lines along walls and circles around corners, and 0.5 is the medial axis itself. What is between is no simple curve
//! beside a parabola, so it is made of lines between places on it, each so short that it leaves the curve by [`FINE`] at most.
//!
//! Cost: linear in the number of cells. After: the thesis, 4.3.4.

use throng_voronoi::{Arc, Generator};

use crate::angle::angle_between;
use crate::mesh::Mesh;
use crate::plane::{Point, along, distance, sub};
use crate::route::approach::Approach;
use crate::route::corridor::{Stretch, stretches_of};
use crate::route::leg::Leg;
use crate::route::path::Path;
use crate::route::route::Route;
use crate::route::short::with_clearance;

/// How far lines may be from the curve between the sides. \[m\]
const FINE: f64 = 2e-4;

/// Memory for routes on a side.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sides {
    stretches: Vec<Stretch>,
}

/// What a route on a side keeps to.
#[derive(Clone, Copy)]
struct Side {
    /// From 0, left, to 1, right.
    side: f64,
    /// Distance to keep from obstacles. \[m\]
    wanted: f64,
}

impl Sides {
    /// Adds the legs of the route on a side of the corridor of a path, from one approach to the other.
    pub(crate) fn plan(
        &mut self,
        mesh: &Mesh,
        path: &Path,
        to: &Approach,
        side: f64,
        wanted: f64,
        route: &mut Route,
    ) {
        stretches_of(mesh, path, &mut self.stretches);
        let side = Side { side, wanted };
        for stretch in &self.stretches {
            let arc = mesh.arc_along(stretch.flank);
            let arc = Arc { start: arc.point(stretch.part[0]), end: arc.point(stretch.part[1]), ..arc };
            route.line_to(side.place(&arc, 0.0));
            side.follow(&arc, route);
        }
        route.line_to(to.position.at);
    }
}

impl Side {
    /// The place on the line across the corridor.
    fn place(&self, arc: &Arc, t: f64) -> Point {
        let p = arc.point(t);
        let (generator, part) = if self.side < 0.5 {
            (arc.left, 1.0 - 2.0 * self.side)
        } else {
            (arc.right, 2.0 * self.side - 1.0)
        };
        let foot = generator.foot(p);
        let clearance = distance(foot, p);
        if clearance <= self.wanted {
            return p;
        }
        along(p, sub(foot, p), part * (clearance - self.wanted) / clearance)
    }

    /// From the start of an arc to its end, in up to three parts: the middle one may be narrow.
    fn follow(&self, arc: &Arc, route: &mut Route) {
        let (narrowest, least) = arc.min_clearance();
        if least >= self.wanted {
            return self.follow_wide(arc, route);
        }
        let is_wide = |t: f64| arc.clearance(t) > self.wanted;
        let leave = if is_wide(0.0) { with_clearance(arc, self.wanted, [narrowest, 0.0]) } else { 0.0 };
        let enter = if is_wide(1.0) { with_clearance(arc, self.wanted, [narrowest, 1.0]) } else { 1.0 };
        let narrow = Arc { start: arc.point(leave), end: arc.point(enter), ..*arc };
        if leave > 0.0 {
            self.follow_wide(&Arc { end: narrow.start, ..*arc }, route);
            route.line_to(narrow.start);
        }
        if narrow.start != narrow.end {
            route.legs.push(Leg::Axis(narrow));
        }
        if enter < 1.0 {
            self.follow_wide(&Arc { start: narrow.end, ..*arc }, route);
        }
    }

    fn follow_wide(&self, arc: &Arc, route: &mut Route) {
        if arc.start == arc.end {
            return;
        }
        if self.side == 0.5 {
            route.legs.push(Leg::Axis(*arc));
            return;
        }
        let (generator, part) =
            if self.side < 0.5 { (arc.left, self.side) } else { (arc.right, 1.0 - self.side) };
        let [from, to] = [0.0, 1.0].map(|t| self.place(arc, t));
        match generator {
            Generator::Segment { .. } if part == 0.0 => route.line_to(to),
            Generator::Point(center) if part == 0.0 => {
                let angle = angle_between(sub(arc.start, center), sub(arc.end, center));
                if angle != 0.0 && self.wanted > 0.0 {
                    route.legs.push(Leg::Turn { center, radius: self.wanted, from, to, angle });
                } else {
                    route.line_to(to);
                }
            }
            _ => self.subdivide(arc, [0.0, 1.0], [from, to], 0, route),
        }
    }

    /// Lines along the curve between the sides: halved until they are near enough to it.
    fn subdivide(
        &self,
        arc: &Arc,
        [low, high]: [f64; 2],
        [from, to]: [Point; 2],
        depth: u32,
        route: &mut Route,
    ) {
        let middle = f64::midpoint(low, high);
        let at = self.place(arc, middle);
        let chord = along(from, sub(to, from), 0.5);
        // The curve is smooth within an arc. A first halving finds curves that cross their chord.
        if depth < 12 && (depth == 0 || distance(at, chord) > FINE / 2.0) {
            self.subdivide(arc, [low, middle], [from, at], depth + 1, route);
            self.subdivide(arc, [middle, high], [at, to], depth + 1, route);
        } else {
            route.line_to(to);
        }
    }
}
