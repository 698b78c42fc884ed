//! From the roots of a way to its legs.

use crate::angle::{HALF_TURN, angle_between};
use crate::plane::{Point, along, distance, sub};
use crate::route::leg::Leg;
use crate::route::route::Route;
use crate::route::shortest::bound::NOBODY;
use crate::route::shortest::tangent::{Tangent, quarter, tangent};
use crate::route::shortest::{Found, Shortest};

/// Legs shorter than this are left out. \[m\] Rounding.
const SHORT: f64 = 1e-12;

impl Shortest {
    /// Appends the legs of a way.
    pub(super) fn trace(&mut self, radius: f64, found: &Found, ends: [Point; 2], route: &mut Route) {
        // From the goal back to the start: the root, and how far it turns.
        self.way.clear();
        let (mut index, mut turned) = (found.root, found.turned);
        while index != NOBODY {
            let root = self.roots[index as usize];
            self.way.push((root, turned));
            (index, turned) = (root.before, root.turned);
        }
        self.way.reverse();
        let [start, goal] = ends;
        let mut last: Option<Tangent> = None;
        for (k, &(root, turned)) in self.way.iter().enumerate() {
            let from = if root.side == 0.0 { start } else { root.at };
            let (to, to_radius) =
                self.way.get(k + 1).map_or((goal, 0.0), |(next, _)| (next.at, next.side * radius));
            let own = root.side * radius;
            let line =
                tangent(from, own, to, to_radius).unwrap_or_else(|| touching(from, own, to, to_radius));
            if let Some(last) = last {
                // The angle in the plane, and as many whole turns as were made.
                let angle = root.side * angle_between(last.direction, line.direction);
                let whole = 2.0 * HALF_TURN * ((turned - angle) / (2.0 * HALF_TURN)).round();
                let angle = root.side * (angle + whole).max(0.0);
                if radius * angle.abs() > SHORT {
                    route.legs.push(Leg::Turn {
                        center: root.at,
                        radius,
                        from: last.to,
                        to: line.from,
                        angle,
                    });
                }
            }
            if distance(line.from, line.to) > SHORT {
                route.legs.push(Leg::Line { from: line.from, to: line.to });
            }
            last = Some(line);
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
