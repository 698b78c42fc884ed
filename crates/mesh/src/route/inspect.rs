//! A second look at a route: is there room for the disc along all of its straight legs?
//!
//! Circles that touch and tangents that nearly coincide are decided by rounding, and a funnel has no exact predicates to fall back
//! on. So straight legs are followed over the flanks, which is another way to find out how near they come to obstacles. Turns and pieces of
//! the medial axis keep their distance by definition.
//!
//! Cost: linear in the number of flanks on the way.

use crate::id::FlankId;
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::plane::distance_sq;
use crate::route::leg::Leg;
use crate::route::request::SLACK;
use crate::route::route::Route;

/// Lines of discs without a radius touch corners; they are not followed nearer to their ends than this. \[m\]
const NEAR: f64 = 1e-5;

impl Mesh {
    /// Whether there is room along the straight legs of a route, and they lead to its end. \[m\]
    pub(crate) fn has_room(&self, route: &Route, room: f64) -> bool {
        let Some(mut f) = self.find(route.from, None) else { return false };
        for leg in &route.legs {
            let next = match *leg {
                Leg::Line { from, to } => {
                    // A line that only joins what rounding parts.
                    if distance_sq(from, to) < NEAR * NEAR {
                        continue;
                    }
                    self.follow(f, from, to, room)
                }
                // Beside a corner the chord is in the cells of the corner, or it runs into its walls; then ask where the end is.
                Leg::Turn { from, to, .. } => self.follow(f, from, to, 0.0).or_else(|| {
                    let layer = self.layer_in(f, from);
                    self.find(Position { at: to, layer }, Some(f.cell()))
                }),
                Leg::Axis(arc) => self.follow(f, arc.start, arc.end, 0.0),
            };
            match next {
                Some(next) => f = next,
                None => return false,
            }
        }
        self.is_on(f, route.to.at, route.to.layer)
    }

    /// The flank at the end of a straight line, if there is room along it.
    fn follow(&self, f: FlankId, from: [f64; 2], to: [f64; 2], room: f64) -> Option<FlankId> {
        let end = self.march(f, from, to);
        (end.hit.is_none() && end.clearance >= room - SLACK).then_some(end.flank)
    }
}
