//! What can still be used of an old path.
//!
//! 1. Find the step that the character is on. If it was pushed off the path, there is none.
//! 2. Go back from the goal, as long as edges are not dearer, and add up what is left from the start of each step.
//! 3. If that gets as far as the character, the whole path is unaffected.
//!
//! Invariant: along a valid rest no edge costs more than when the path was found, and it leads to the same goal.
//! Cost: linear in the steps, each with a look into the sorted list of dearer edges.
//! Degenerate: a path may begin and end on one edge and go around in between; then the last step that fits counts. A path that does not
//! hang together, as one of another mesh, is of no use from there on.

use crate::replan::CostChange;
use crate::route::{Path, Spot, Toll};

/// What can still be used of an old path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remains {
    /// The step that the character is on.
    pub(crate) on: Option<usize>,
    /// The steps from here on are as they were or cheaper; but the one that the character is on counts as [`Remains::whole`] only.
    pub(crate) valid: usize,
    /// For each valid step what is left from where it begins.
    pub(crate) rests: Vec<f64>,
    /// What is left from the character, if that is unaffected.
    pub(crate) whole: Option<f64>,
}

impl Remains {
    /// Looks at a path again; false if nothing can be known of it.
    pub(crate) fn survey(
        &mut self,
        toll: &Toll<'_>,
        old: &Path,
        change: &CostChange,
        [from, to]: [&Spot; 2],
    ) -> bool {
        (self.on, self.valid, self.whole) = (None, old.steps.len(), None);
        self.rests.clear();
        let is_known = old.version == change.since() && toll.mesh.version == change.version();
        let goal = old.ends.map(|[_, goal]| goal.place);
        if !is_known || old.room != toll.room || goal != Some(to.place) || old.steps.is_empty() {
            return false;
        }
        // Step 1.
        self.on = (0..old.steps.len()).rev().find(|&k| is_on(old, k, from));
        // Step 2. The first step begins in the middle of an edge.
        let first = self.on.map_or(1, |k| k + 1);
        self.rests.resize(old.steps.len() + 1, f64::INFINITY);
        for k in (first..old.steps.len()).rev() {
            let step = old.steps[k];
            let is_last = k + 1 == old.steps.len();
            if !is_as_it_was(toll, old, change, k) || !is_last && !is_followed(toll, old, k) {
                return true;
            }
            let rest = if is_last {
                toll.ahead(to, step.reversed(), true)
            } else {
                toll.step_cost(step, false) + self.rests[k + 1]
            };
            if !(0.0..f64::INFINITY).contains(&rest) {
                return true;
            }
            self.rests[k] = rest;
            self.valid = k;
        }
        // Step 3.
        if let Some(k) = self.on.filter(|&k| is_as_it_was(toll, old, change, k)) {
            let rest = if k + 1 == old.steps.len() {
                toll.along_edge(from, to).map(|(_, cost)| cost)
            } else if is_followed(toll, old, k) {
                Some(toll.ahead(from, old.steps[k], false) + self.rests[k + 1])
            } else {
                None
            };
            self.whole = rest.filter(|cost| (0.0..f64::INFINITY).contains(cost));
        }
        true
    }

    /// The first step that is affected, from the character on or of all; none if the rest is as it was. Those before it, from the
    /// character on, hang together.
    pub(crate) fn first_affected(&self, toll: &Toll<'_>, old: &Path, change: &CostChange) -> Option<usize> {
        let first = self.on.unwrap_or(0);
        let is_affected = |&k: &usize| {
            !is_as_it_was(toll, old, change, k)
                || k > first
                    && !(is_followed(toll, old, k - 1) && toll.step_cost(old.steps[k], false).is_finite())
        };
        (first..self.valid).find(is_affected)
    }
}

/// Whether a place is on a step of a path, between its ends.
fn is_on(old: &Path, k: usize, place: &Spot) -> bool {
    let step = old.steps[k];
    let Some([start, goal]) = old.ends.filter(|_| step.edge == place.edge) else { return false };
    let is_in_order = |a: &Spot, b: &Spot| {
        let [a, b] = [a, b].map(|spot| (spot.place.cell, spot.place.t));
        if step.forward { a <= b } else { b <= a }
    };
    let is_last = k + 1 == old.steps.len();
    (k > 0 || is_in_order(&start, place)) && (!is_last || is_in_order(place, &goal))
}

/// Whether a step is as it was, or cheaper.
fn is_as_it_was(toll: &Toll<'_>, old: &Path, change: &CostChange, k: usize) -> bool {
    let edge = old.steps[k].edge;
    !change.is_dearer(edge) && toll.mesh.is_edge(edge)
}

/// Whether a step ends where the next one begins; both must be there.
fn is_followed(toll: &Toll<'_>, old: &Path, k: usize) -> bool {
    toll.end(old.steps[k]) == toll.ends(old.steps[k + 1])[0]
}
