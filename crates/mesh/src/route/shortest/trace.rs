//! From the roots of a way to its legs.

use crate::angle::{HALF_TURN, angle_between};
use crate::plane::{Point, distance};
use crate::route::leg::Leg;
use crate::route::route::Route;
use crate::route::shortest::bound::NOBODY;
use crate::route::shortest::tangent::{Tangent, tangent};
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
            let line = tangent(from, root.side * radius, to, to_radius).unwrap_or_else(|| {
                // By rounding a place is in the circle that it is on.
                Tangent { from, to, direction: root.direction, length: distance(from, to) }
            });
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
