//! A wide berth: routes that go around corners in a larger bow, for each character another one, so that a crowd uses the width of a bend.
//!
//! Idea. A short route touches the circles around corners of obstacles. Each turn is replaced by one point farther out, straight away
//! from the corner.
//!
//! 1. Take the legs one by one. Lines are kept implicitly, as the way from one point to the next.
//! 2. For a turn, try a point out from the corner by as much as is wanted. It will do if no other obstacle is much nearer to it, and if a disc can
//!    go there straight from the last point, and on from there to where the turn ends.
//! 3. Else try half as much, a few times; else keep the turn as it is. A piece of the medial axis is kept: there is no room beside it.
//! 4. At last the goal must be in reach; if it is not, the route stays what it was.
//!
//! Invariant: a disc can move straight from each point to the next.
//! Cost: a few straight lines over the mesh for each turn.
//! Degenerate: without turns there is nothing to do.

use throng_mesh::{Leg, Mesh, Position, Route};

use crate::trail::Trail;

/// How often half as much is tried.
const TRIES: usize = 4;

/// Of its distance from the corner a place must have so much clearance: then it is at most two thirds across.
const PART: f64 = 0.5;

/// Points of turns that stay are this near to them. \[m\]
const TOLERANCE: f64 = 0.05;

/// What straight lines may lack in clearance: rounding, and what points of a turn cut off. \[m\]
const SLACK: f64 = 1e-3;

/// The trail of a route for a disc that turns in bows wider by `berth`; `None` if there is nothing to widen, or no room. \[m\]
pub(crate) fn with_berth(mesh: &Mesh, route: &Route, radius: f64, berth: f64) -> Option<Trail> {
    let mut walk = Walk { mesh, radius, last: route.from(), places: Vec::new(), widened: false };
    // Step 1.
    for leg in route.legs() {
        match *leg {
            Leg::Line { .. } => {}
            Leg::Turn { center, radius, from, to, .. } => {
                if !walk.widen(center, radius, [from, to], berth) {
                    walk.keep(leg)?;
                }
            }
            Leg::Axis(_) => walk.keep(leg)?,
        }
    }
    // Step 4.
    let end = walk.reach(walk.last, route.to().at)?;
    walk.places.push(end.at);
    (walk.widened && end.layer == route.to().layer).then(|| Trail::through(mesh, route.from(), &walk.places))
}

struct Walk<'a> {
    mesh: &'a Mesh,
    radius: f64,
    last: Position,
    places: Vec<[f64; 2]>,
    widened: bool,
}

impl Walk<'_> {
    /// Steps 2 and 3: whether a wider bow could be had.
    fn widen(&mut self, center: [f64; 2], radius: f64, [from, to]: [[f64; 2]; 2], berth: f64) -> bool {
        let middle = [0, 1].map(|k| 0.5 * (from[k] + to[k]) - center[k]);
        let length = (middle[0] * middle[0] + middle[1] * middle[1]).sqrt();
        // A turn by half a circle has no middle to go out from.
        if length < 0.1 * radius {
            return false;
        }
        let mut wider = berth;
        for _ in 0..TRIES {
            let out = (radius + wider) / length;
            let place = [center[0] + out * middle[0], center[1] + out * middle[1]];
            let there = self.reach(self.last, place).filter(|&there| {
                // Not to the other side of the way.
                let clearance = self.mesh.clearance(there, None);
                clearance.is_some_and(|clearance| clearance >= PART * (radius + wider))
                    && self.reach(there, to).is_some()
            });
            if let Some(there) = there {
                self.places.push(place);
                (self.last, self.widened) = (there, true);
                return true;
            }
            wider *= 0.5;
        }
        false
    }

    /// Takes a leg as it is.
    fn keep(&mut self, leg: &Leg) -> Option<()> {
        let mut points = vec![leg.start()];
        leg.add_points(TOLERANCE, &mut points);
        for place in points {
            self.last = self.reach(self.last, place)?;
            self.places.push(place);
        }
        Some(())
    }

    /// Where a disc gets that moves straight to a place; `None` if it does not.
    fn reach(&self, from: Position, to: [f64; 2]) -> Option<Position> {
        let cast = self.mesh.cast(from, to, None)?;
        let has_room = cast.hit.is_none() && cast.clearance >= self.radius - SLACK;
        has_room.then(|| Position::new(to, cast.layer))
    }
}
