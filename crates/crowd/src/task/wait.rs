//! Waiting: where, and how long.

use throng_mesh::Position;

use super::actor::{Doing, NEVER, NOTHING};
use super::director::{Director, steps};
use super::room;
use crate::crowd::Crowd;
use crate::id::CharacterId;
use crate::random::Purpose;
use crate::scenario::{Action, Until};

/// Places that are tried to wait in.
const TRIES: usize = 24;

impl Director {
    /// Waits where it is; goes on if there is nothing to wait for any more.
    pub(crate) fn wait(&mut self, crowd: &mut Crowd, id: CharacterId, area: u32) {
        if !self.stand(crowd, id, area) {
            self.next(crowd, id);
        }
    }

    /// Stands as long as the present task says. False if that is over.
    pub(crate) fn stand(&mut self, crowd: &mut Crowd, id: CharacterId, area: u32) -> bool {
        let scenario = self.scenario.clone();
        let Some(actor) = self.actors.get(&id) else { return true };
        let Action::Wait { until, .. } = &scenario.tasks[actor.task as usize].action else { return false };
        let now = crowd.num_steps();
        let (due, signal) = match until {
            Until::For(time) => {
                (now.saturating_add(steps(time.sample(&mut self.random(id, Purpose::Duration)))), NOTHING)
            }
            Until::Time(time) => (steps(*time), NOTHING),
            Until::Signal(signal) => (NEVER, *signal as u32),
        };
        if due <= now {
            return false;
        }
        crowd.stop(id);
        self.turn(id, Doing::Waiting(area), due);
        self.actors.entry(id).and_modify(|actor| actor.signal = signal);
        true
    }

    /// A place in an area for somebody who waits there.
    pub(crate) fn place_to_wait(&mut self, crowd: &mut Crowd, id: CharacterId, area: u32) -> Position {
        let stage = self.stage.clone();
        let area = area as usize;
        let best = stage.spots[area][0];
        let Some((radius, wall_radius)) = self.radii(crowd, id) else { return best };
        let mut random = self.random(id, Purpose::Decision);
        let mut found = best;
        for _ in 0..TRIES {
            let place =
                room::place(crowd.mesh(), &stage.areas[area], wall_radius, &mut random, TRIES, |_| true);
            let Some(place) = place else { break };
            found = place;
            if crowd.who_is_at(place, radius as f32).is_none_or(|other| other == id) {
                break;
            }
        }
        found
    }

    /// Whether the time until which somebody was to wait is over.
    pub(crate) fn is_late(&self, now: u64, id: CharacterId) -> bool {
        let task = self.actors.get(&id).map(|actor| &self.scenario.tasks[actor.task as usize].action);
        matches!(task, Some(Action::Wait { until: Until::Time(time), .. }) if steps(*time) <= now)
    }
}
