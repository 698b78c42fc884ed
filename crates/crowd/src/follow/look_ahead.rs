//! A place on the route that is in sight, where there is no room beside it or a character was pushed off it.
//!
//! 1. Where the route is nearest, look ahead: at places some way ahead, then at its corners, the farthest first. Trails go around obstacles
//!    along the sides of polygons, so whoever is at a corner, or between two, sees the next.
//! 2. If a place was known that is in reach, but near, that will do.
//! 3. Look ahead again, with a centimeter less of clearance.
//! 4. Of places along the route ahead, take the nearest that is in sight.
//!
//! Cost: at least one line of sight, at most about fifty.

use crate::follow::{ROUNDING, Situation};
use crate::place::distance;
use crate::trail::{Mark, TOLERANCE, Trail};

/// How far along the route a character looks for it. \[m\]
const SEARCH: f64 = 10.0;

/// How far apart places are that it looks for then. \[m\]
const SPACING: f64 = 0.5;

/// Parts of the distance ahead at which it looks.
const PARTS: [f64; 4] = [1.0, 0.5, 0.25, 0.1];

/// A place in sight, not far ahead of where a character is on its trail. `near` is one that it can reach, but is too near to head for.
pub(super) fn look_ahead(
    now: &Situation<'_>,
    trail: &Trail,
    here: Mark,
    near: Option<Mark>,
    ahead: f64,
) -> Option<Mark> {
    let at = now.position.at;
    let window = SEARCH + distance(at, trail.place(here));
    let base = trail.nearest(at, here, near.unwrap_or_else(|| trail.ahead(here, window)));
    let last = trail.ahead(base, ahead);
    // Nobody heads for where it is.
    let is_new =
        |mark: &Mark| near.is_none_or(|near| *mark > near) && distance(trail.place(*mark), at) > ROUNDING;
    let in_sight = |mark: &Mark, slack: f64| is_new(mark) && now.can_reach(trail, *mark, slack);
    let places = || PARTS.iter().map(|part| trail.ahead(base, part * ahead));
    let corners = || (base.segment..last.segment).rev().map(|segment| Mark { segment, part: 1.0 });
    // Steps 1 to 3.
    let found = places()
        .find(|mark| in_sight(mark, ROUNDING))
        .or_else(|| corners().find(|mark| in_sight(mark, ROUNDING)))
        .or_else(|| near.filter(|&near| distance(trail.place(near), at) > TOLERANCE))
        .or_else(|| places().chain(corners()).find(|mark| in_sight(mark, TOLERANCE)));
    found.or_else(|| {
        // Step 4.
        let count = (window / SPACING) as u32;
        let places = (0..=count).map(|k| trail.ahead(here, SPACING * f64::from(k))).chain([base]);
        let off = |mark: &Mark| distance(trail.place(*mark), at);
        places.filter(|mark| in_sight(mark, TOLERANCE)).min_by(|a, b| off(a).total_cmp(&off(b)))
    })
}
