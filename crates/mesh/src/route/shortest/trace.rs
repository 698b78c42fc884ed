//! From the roots of a way to its legs.

use throng_voronoi::Arc;

use crate::angle::{HALF_TURN, angle_between};
use crate::mesh::Mesh;
use crate::plane::{Point, along, distance, sub};
use crate::route::leg::Leg;
use crate::route::route::Route;
use crate::route::shortest::bound::NOBODY;
use crate::route::shortest::root::Root;
use crate::route::shortest::{End, Found, Shortest};
use crate::route::tangent::{Tangent, quarter, tangent};

/// Legs shorter than this are left out. \[m\] Rounding.
const SHORT: f64 = 1e-12;

impl Shortest {
    /// Appends the legs of a way.
    pub(super) fn trace(
        &mut self,
        mesh: &Mesh,
        radius: f64,
        found: &Found,
        [start, goal]: [Point; 2],
        route: &mut Route,
    ) {
        // From the goal back to the start: pieces of lines and turns, and of the medial axis.
        self.legs.clear();
        let (mut end, mut at) = (found.end, goal);
        loop {
            match end {
                End::Root { index, turned } => {
                    let first = self.trace_roots(index, turned, radius, [start, at]);
                    if first.walker == NOBODY {
                        break;
                    }
                    end = End::Walker { index: first.walker, t: self.walkers[first.walker as usize].part[1] };
                }
                End::Walker { index, t } => {
                    let walker = self.walkers[index as usize];
                    let arc = mesh.arc_along(walker.flank);
                    let arc = Arc { start: arc.point(walker.part[0]), end: arc.point(t), ..arc };
                    if arc.start != arc.end {
                        self.legs.push(Leg::Axis(arc));
                    }
                    at = arc.start;
                    end = if walker.before != NOBODY {
                        End::Walker { index: walker.before, t: self.walkers[walker.before as usize].part[1] }
                    } else if walker.root != NOBODY {
                        End::Root { index: walker.root, turned: walker.turned }
                    } else {
                        break;
                    };
                }
            }
        }
        route.legs.extend(self.legs.iter().rev());
    }

    /// Adds the legs from the place where a row of roots begins, backward from the last root, which sees a place. Returns the first root.
    fn trace_roots(&mut self, last: u32, turned: f64, radius: f64, [start, goal]: [Point; 2]) -> Root {
        self.way.clear();
        let (mut index, mut turned) = (last, turned);
        while index != NOBODY {
            let root = self.roots[index as usize];
            self.way.push((root, turned));
            (index, turned) = (root.before, root.turned);
        }
        let mut first = self.way[self.way.len() - 1].0;
        if first.walker == NOBODY {
            first.at = start;
        }
        // From the back: the line to what comes after each root, and the turn before it.
        let mut after: Option<(Tangent, Root, f64)> = None;
        for k in 0..self.way.len() {
            let (root, turned) = self.way[k];
            let from = if root.side == 0.0 { first.at } else { root.at };
            let (to, to_radius) = after.map_or((goal, 0.0), |(_, next, _)| (next.at, next.side * radius));
            let own = root.side * radius;
            let line =
                tangent(from, own, to, to_radius).unwrap_or_else(|| touching(from, own, to, to_radius));
            if let Some((next, around, turned)) = after {
                self.trace_turn(&around, turned, radius, &line, &next);
            }
            if distance(line.from, line.to) > SHORT {
                self.legs.push(Leg::Line { from: line.from, to: line.to });
            }
            after = Some((line, root, turned));
        }
        first
    }

    /// Adds the turn around a root, from the line that arrives there to the one that leaves.
    fn trace_turn(&mut self, root: &Root, turned: f64, radius: f64, last: &Tangent, line: &Tangent) {
        // The angle in the plane, and as many whole turns as were made.
        let angle = root.side * angle_between(last.direction, line.direction);
        let whole = 2.0 * HALF_TURN * ((turned - angle) / (2.0 * HALF_TURN)).round();
        let angle = root.side * (angle + whole).max(0.0);
        if radius * angle.abs() > SHORT {
            let (from, to) = (last.to, line.from);
            // Legs are added from the goal back, so the line that leaves is there already.
            self.legs.push(Leg::Turn { center: root.at, radius, from, to, angle });
        }
    }
}

/// The line between a place and a circle that it is on, by rounding a little inside: straight away from the center, and off along the circle.
fn touching(a: Point, radius_a: f64, b: Point, radius_b: f64) -> Tangent {
    let (center, place, radius) = if radius_a == 0.0 { (b, a, radius_b) } else { (a, b, radius_a) };
    let away = sub(place, center);
    let far = distance(place, center);
    if far == 0.0 {
        return Tangent { from: a, to: b, direction: [0.0; 2], length: 0.0 };
    }
    let on_circle = along(center, away, radius.abs() / far);
    let direction = quarter(away).map(|v| v * radius.signum() / far);
    let (from, to) = if radius_a == 0.0 { (place, on_circle) } else { (on_circle, place) };
    Tangent { from, to, direction, length: distance(from, to) }
}
