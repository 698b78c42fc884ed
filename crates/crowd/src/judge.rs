//! The end of a step: who is in which cell, who has arrived, who is stuck and why.

use rayon::prelude::*;

use crate::conduct::{Conduct, Need};
use crate::crowd::{Crowd, STEP};
use crate::event::{CrowdEvent, StuckReason};
use crate::index::Index;
use crate::neighbors::Neighbors;
use crate::plan::HELD_UP;
use crate::plane::{Vector, dot, length, sub};
use crate::step::GRAIN;

/// Whoever has not come this far away from a place ... \[m\]
const HARDLY: f32 = 0.3;
/// ... within so many steps is stuck.
const A_WHILE: u32 = 100;

/// Below this part of its speed a character is slow.
const SLOW: f32 = 0.4;

/// What was found out about a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Finding {
    Arrived,
    Stuck(StuckReason),
    Freed,
}

impl Crowd {
    /// Counts cells, and tells what became of everybody.
    pub(crate) fn judge(&mut self) {
        let all = &self.all;
        for ((&from, &to), &radius) in self.passes.cells.iter().zip(&all.cell).zip(&all.radius) {
            self.occupancy.moved(from, to, f64::from(radius));
        }
        let mut findings = self.findings();
        findings.sort_unstable_by_key(|&(row, finding)| (finding, self.all.id[row]));
        for (row, finding) in findings {
            let id = self.all.id[row];
            let plan = &mut self.all.plan[row];
            self.events.push(match finding {
                Finding::Arrived => {
                    plan.need = Need::None;
                    self.all.conduct[row] = Conduct::Stand;
                    self.all.goal[row] = None;
                    self.all.trail[row] = None;
                    CrowdEvent::Arrived(id)
                }
                Finding::Stuck(reason) => {
                    // Perhaps there is another way.
                    plan.need = plan.need.max(Need::Review);
                    CrowdEvent::Stuck { id, reason }
                }
                Finding::Freed => CrowdEvent::Freed(id),
            });
        }
    }

    /// The rows about which there is something to tell.
    fn findings(&mut self) -> Vec<(usize, Finding)> {
        let Self { all, index, passes, steps, groups, .. } = self;
        let step = *steps as u32;
        let rows = (
            (&mut all.plan, &all.conduct, &all.goal, &all.position),
            (
                &all.radius,
                &passes.pace,
                &all.trail,
                &all.neighbors,
                &all.aim,
                &all.velocity,
                &index.slot_of,
                &all.group,
            ),
        );
        rows.into_par_iter()
            .enumerate()
            .with_min_len(GRAIN)
            .filter_map(|(row, ((plan, conduct, goal, &position), own))| {
                let (&radius, &pace, trail, neighbors, &aim, &velocity, &slot, group) = own;
                if *conduct != Conduct::Walk {
                    return None;
                }
                // One is there when one's disc covers the place, or will after the next step.
                let mut near = f64::from(radius) + f64::from(pace) * STEP;
                // A group stands around a place: they cannot all be at it.
                if let Some(group) = group.map(|group| &groups[group.0 as usize]) {
                    near +=
                        f64::from(group.social.distance) * group.walked.len().saturating_sub(1) as f64 / 2.0;
                }
                if goal.as_ref().is_none_or(|goal| goal.is_reached(position, near)) {
                    return Some((row, Finding::Arrived));
                }
                // Soon forgotten once it goes on.
                let is_slow = dot(velocity, velocity) < SLOW * SLOW * pace * pace;
                plan.slow = if is_slow { (plan.slow + 1).min(HELD_UP) } else { plan.slow.saturating_sub(3) };
                plan.is_held_up &= plan.slow > 0;
                let at = index.local(position.at);
                if length(sub(at, plan.anchor)) > HARDLY {
                    let was_stuck = plan.is_stuck;
                    plan.begin_anew(at, step);
                    return was_stuck.then_some((row, Finding::Freed));
                }
                if plan.is_stuck || step.wrapping_sub(plan.since) < A_WHILE {
                    return None;
                }
                plan.is_stuck = true;
                let reason = match trail {
                    None => StuckReason::NoRoute,
                    Some(_) => who_is_ahead(index, slot, aim, neighbors).unwrap_or(StuckReason::Wall),
                };
                Some((row, Finding::Stuck(reason)))
            })
            .collect()
    }
}

/// Why somebody does not get on, by the nearest one ahead of it.
fn who_is_ahead(index: &Index, slot: u32, aim: Vector, neighbors: &Neighbors) -> Option<StuckReason> {
    /// Somebody farther away does not keep anybody from moving. \[m\]
    const CLOSE: f32 = 1.0;
    let at = index.seen[slot as usize].at;
    let others = neighbors.slots().iter().map(|&other| &index.seen[other as usize]);
    let is_ahead = |offset: Vector| dot(offset, aim) > 0.0 && length(offset) < CLOSE;
    let other = others.into_iter().find(|other| is_ahead(sub(other.at, at)))?;
    Some(if other.aim == [0.0; 2] {
        StuckReason::Bystanders
    } else if dot(other.aim, aim) < 0.0 {
        StuckReason::Opposed
    } else {
        StuckReason::Queue
    })
}
