//! Mending an old path where it was hit: not the best path, but one that stays what it was as far as it can.
//!
//! 1. If what is left of the path is unaffected, keep it.
//! 2. Else go on to A, where the first affected step begins, or from where the character is if that is on it; search from there to B,
//!    where the last affected step ends, or to the goal.
//! 3. The detour may run along the path before A or after B. Leave the path at its first vertex that is on the detour, and join it again at
//!    the last one that is on the rest of the detour. Do not go to the end of an edge only to come back.
//! 4. A character beside its path has nothing to go on with: it searches until it meets the first vertex of the valid rest, and
//!    follows that.
//!
//! Invariant: every step of the result is one of the old path that is unaffected or one that the search took; so there is room.
//! Cost: that of a search from A to B.
//! Degenerate: where costs differ in the two directions there may be no way from A to B though there is one to the goal; then
//! it plans from scratch.
//! After: the thesis, 8.5. Differs: in step 3 the join is looked for on what is left of the detour, or the two could come in the wrong order; step 4.

use crate::plane::Point;
use crate::replan::CostChange;
use crate::replan::remains::Remains;
use crate::route::{Hints, Last, NOWHERE, Path, Search, Spot, Step, Task, Toll};

/// Memory for mending.
#[derive(Clone, Debug, Default)]
pub(crate) struct Detour {
    steps: Vec<Step>,
}

impl Detour {
    /// Mends a path; false if that cannot be done.
    #[expect(clippy::too_many_arguments, reason = "it works on all that a planner has")]
    pub(crate) fn repair(
        &mut self,
        toll: &Toll<'_>,
        old: &Path,
        change: &CostChange,
        ends: [&Spot; 2],
        search: &mut Search,
        remains: &Remains,
        path: &mut Path,
    ) -> bool {
        path.begin(toll.mesh, ends, toll.room);
        search.begin(toll.mesh);
        // Step 1.
        if let (Some(cost), Some(on)) = (remains.whole, remains.on) {
            path.steps.extend_from_slice(&old.steps[on..]);
            path.cost = cost;
            return true;
        }
        let is_mended = match remains.on {
            Some(on) => {
                let hit = remains.first_affected(toll, old, change).unwrap_or(on);
                self.go_around(toll, old, ends, search, remains, [on, hit], path)
            }
            None => rejoin(toll, old, change, ends, search, remains, path),
        };
        if is_mended {
            let [from, to] = ends;
            path.cost = match path.steps[..] {
                [_] => toll.along_edge(from, to).map_or(f64::INFINITY, |(_, cost)| cost),
                _ => toll.cost_of(&path.steps, from, to),
            };
        }
        is_mended && path.cost.is_finite()
    }

    /// Steps 2 and 3, for a character on one step and a path that is hit on another.
    #[expect(clippy::too_many_arguments, reason = "it works on all that a planner has")]
    fn go_around(
        &mut self,
        toll: &Toll<'_>,
        old: &Path,
        [from, to]: [&Spot; 2],
        search: &mut Search,
        remains: &Remains,
        [on, hit]: [usize; 2],
        path: &mut Path,
    ) -> bool {
        // Step 2.
        let vertex = |k: usize| toll.ends(old.steps[k])[0];
        let is_from_character = hit == on;
        let starts = if is_from_character {
            Task::leaving(toll, from)
        } else {
            // The affected edge may be gone.
            [(toll.end(old.steps[hit - 1]), 0.0), NOWHERE]
        };
        let is_to_goal = remains.valid == old.steps.len();
        let (goals, goal): (_, Point) = if is_to_goal {
            (Task::arriving(toll, to), to.at)
        } else {
            let vertex = vertex(remains.valid);
            ([(vertex, 0.0), NOWHERE], toll.mesh.joint(vertex).at)
        };
        let direct = toll.along_edge(from, to).filter(|_| is_from_character && is_to_goal);
        let task = Task { toll: *toll, starts, goals, goal };
        let known = direct.map_or(f64::INFINITY, |(_, cost)| cost);
        let Some((_, last)) = search.find(&task, None, known) else {
            path.steps.extend(direct.map(|(step, _)| step));
            return direct.is_some();
        };
        let Last::Goal { vertex: end, end: which } = last else { return false };
        self.steps.clear();
        let start = search.trace(toll, end, &mut self.steps);
        // Step 3. The vertices of the detour, by number: the one after as many of its steps.
        search.mark(task.starts[start].0, 0);
        for (k, step) in self.steps.iter().enumerate() {
            search.mark(toll.ends(*step)[1], k as u32 + 1);
        }
        let (mut leave, mut joined) = (hit, self.steps.len());
        let mut left = 0;
        if is_from_character {
            path.steps.push(Step { edge: from.edge, forward: start == 1 });
        } else {
            if let Some((k, mark)) = (on + 1..hit).find_map(|k| Some((k, search.mark_of(vertex(k))?))) {
                (leave, left) = (k, mark as usize);
            }
            path.steps.extend_from_slice(&old.steps[on..leave]);
        }
        let mut join = remains.valid;
        if let Some((k, mark)) = (remains.valid + 1..old.steps.len()).rev().find_map(|k| {
            let mark = search.mark_of(vertex(k))?;
            (mark as usize >= left).then_some((k, mark))
        }) {
            (join, joined) = (k, mark as usize);
        }
        path.steps.extend_from_slice(&self.steps[left..joined]);
        if is_to_goal {
            path.steps.push(Step { edge: to.edge, forward: which == 0 });
        } else {
            path.steps.extend_from_slice(&old.steps[join..]);
        }
        turn_at_once(&mut path.steps);
        true
    }
}

/// Step 3: a path that goes to the end of the character's edge and back over it may as well turn at once; so may one at the goal.
fn turn_at_once(steps: &mut Vec<Step>) {
    if matches!(steps[..], [first, second, ..] if second == first.reversed()) {
        steps.remove(0);
    }
    if matches!(steps[..], [.., last_but_one, last] if last == last_but_one.reversed()) {
        steps.pop();
    }
}

/// Step 4.
fn rejoin(
    toll: &Toll<'_>,
    old: &Path,
    change: &CostChange,
    ends: [&Spot; 2],
    search: &mut Search,
    remains: &Remains,
    path: &mut Path,
) -> bool {
    let hints =
        Hints { rests: &remains.rests, shortcuts: &change.cheaper, bound: false, first_will_do: true };
    let direct = toll.along_edge(ends[0], ends[1]);
    for k in remains.valid..old.steps.len() {
        search.mark(toll.ends(old.steps[k])[0], k as u32);
    }
    let known = direct.map_or(f64::INFINITY, |(_, cost)| cost);
    match search.find(&Task::new(*toll, ends[0], ends[1]), Some(&hints), known) {
        Some((_, last)) => {
            search.put_together(toll, ends, last, &mut path.steps);
            if let Last::Old { step, .. } = last {
                path.steps.extend_from_slice(&old.steps[step..]);
            }
            true
        }
        None => {
            path.steps.extend(direct.map(|(step, _)| step));
            direct.is_some()
        }
    }
}
