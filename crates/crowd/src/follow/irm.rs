//! The Indicative Route Method: head for the farthest place of the route in the largest free disc around.
//!
//! Idea. The disc around a character's retraction that touches the nearest obstacles is free of obstacles and convex. Made smaller by the
//! character's radius it still contains its center, and whoever goes straight from one place in it to another keeps its radius from all
//! obstacles. So a character need not be on its route: it heads for a place where the route leaves that disc, and cuts corners.
//!
//! 1. Follow the route from where the character is on it, and find where it leaves the disc last. It may leave and come back, unless its way outside
//!    is longer than half way around the disc: a loop as long as that is meant.
//! 2. A disc may reach over a connection onto another layer, and the route may run below or above it: then ask if the place is in sight.
//! 3. If there is no such place, or one that is hardly farther than a step, look along the route for one that is in sight of the whole disc
//!    ([`look_ahead`]). If there is none, the route is lost.
//!
//! Invariant: a character that moves straight to its aim keeps its clearance, but for rounding; in step 3 but for a centimeter.
//! Cost: the segments of the route in the disc, usually one or two. Steps 2 and 3 ask the mesh, step 3 where it is narrow or the route touches
//! an obstacle.
//! Degenerate: on a route with no clearance to spare the disc touches the route only where the character is; step 3 is for that.
//! After: Karamouzas, Geraerts, Overmars, Indicative routes for path planning and crowd simulation, 2009; the thesis, 10.3.3. Differs: the disc is
//! smaller by the radius, which makes the straight way safe; only the route ahead counts; surfaces may overlap.

use crate::follow::look_ahead::look_ahead;
use crate::follow::{Lost, Situation, or_end};
use crate::place::distance;
use crate::trail::{Mark, Progress, Trail};

/// The Indicative Route Method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Irm {
    /// How far ahead a character looks where the route leaves no room beside it. \[m\]
    pub look_ahead: f64,
}

impl Default for Irm {
    fn default() -> Self {
        Self { look_ahead: 1.0 }
    }
}

/// An aim that is fewer steps away than this is too near to go on smoothly.
const STEPS_AHEAD: f64 = 2.0;

impl Irm {
    /// Where to head.
    pub(super) fn aim(&self, now: &Situation<'_>, trail: &Trail, progress: Progress) -> Result<Mark, Lost> {
        let at = now.position.at;
        // Step 1.
        let radius = now.retraction.clearance - now.kept_clearance();
        let off = distance(now.retraction.point, trail.place(progress.here));
        let beyond = std::f64::consts::PI * radius + off;
        let mut found = trail.reach(progress.here, now.retraction.point, radius, beyond).and_then(|reach| {
            // Step 2.
            let came_back = reach.left.is_some();
            let is_here = now.is_same_surface(trail, reach.last, came_back);
            if is_here {
                Some(reach.last)
            } else {
                reach.left.filter(|&left| now.is_same_surface(trail, left, false))
            }
        });
        found = found.map(|mark| or_end(trail, mark));
        if let Some(mark) = found
            && (mark == trail.end() || distance(trail.place(mark), at) >= STEPS_AHEAD * now.step())
        {
            return Ok(mark);
        }
        // Step 3.
        look_ahead(now, trail, progress.here, found, self.look_ahead)
            .map(|mark| or_end(trail, mark))
            .ok_or(Lost)
    }
}
