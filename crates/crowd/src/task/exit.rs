//! Exits let out as many as they can.

use super::director::Director;
use super::news::News;
use crate::crowd::{Crowd, STEP};
use crate::id::CharacterId;

/// An exit during a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ExitState {
    /// Who stands in it, in the order of arrival.
    pub(crate) held: Vec<CharacterId>,
    /// How many more it could let out now. A part of a character stands for a part of the time until the next one may leave.
    pub(crate) credit: f64,
    /// How many have left.
    pub(crate) used: u32,
    /// How many are on their way to it or in it. Follows from the actors.
    pub(crate) busy: u32,
}

impl Director {
    /// Lets out those who have come to an exit, within its capacity. The others stand where they are, in front of those who come after.
    pub(crate) fn let_out(&mut self, crowd: &mut Crowd) {
        for exit in 0..self.exits.len() {
            let capacity = self.scenario.exits[exit].capacity;
            let state = &mut self.exits[exit];
            let count = match capacity {
                None => state.held.len(),
                Some(capacity) => {
                    // What was not used does not last: an exit that was idle lets out one at once, not a crowd.
                    let gain = capacity * STEP;
                    state.credit = (state.credit + gain).min(gain.max(1.0));
                    // Sums of tenths are a bit less than one at times.
                    let most = (state.credit + 1e-9).floor();
                    let count = state.held.len().min(most as usize);
                    state.credit -= count as f64;
                    count
                }
            };
            let out: Vec<CharacterId> = state.held.drain(..count).collect();
            for id in out {
                self.exits[exit].used += 1;
                self.forget(id);
                crowd.remove(id);
                self.news.push(News::Left { id, exit: Some(exit) });
            }
        }
    }
}
