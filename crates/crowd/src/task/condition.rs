//! Conditions of tasks.

use super::director::Director;
use crate::crowd::Crowd;
use crate::id::CharacterId;
use crate::random::Purpose;
use crate::scenario::{Condition, Task};

impl Director {
    /// Whether all conditions of a task hold for somebody.
    pub(crate) fn holds(&mut self, crowd: &Crowd, id: CharacterId, index: u32, task: &Task) -> bool {
        let now = crowd.time();
        task.when.iter().all(|condition| match *condition {
            Condition::After(time) => now >= time,
            Condition::Before(time) => now < time,
            Condition::DensityAbove(area, density) => self.density(crowd, area) > density,
            Condition::DensityBelow(area, density) => self.density(crowd, area) < density,
            Condition::Times(times) => {
                let done =
                    self.actors.get(&id).and_then(|actor| actor.done.iter().find(|(task, _)| *task == index));
                done.is_none_or(|(_, count)| *count < times)
            }
            Condition::Chance(chance) => self.random(id, Purpose::Decision).unit() < chance,
            Condition::Happened(signal) => self.given[signal],
            Condition::NotYet(signal) => !self.given[signal],
        })
    }

    /// Counts a task that may be done so many times only.
    pub(crate) fn count(&mut self, id: CharacterId, index: u32, task: &Task) {
        if !task.when.iter().any(|condition| matches!(condition, Condition::Times(_))) {
            return;
        }
        let Some(actor) = self.actors.get_mut(&id) else { return };
        match actor.done.iter_mut().find(|(task, _)| *task == index) {
            Some((_, count)) => *count += 1,
            None => actor.done.push((index, 1)),
        }
    }

    /// Characters for each square meter of an area.
    fn density(&mut self, crowd: &Crowd, area: usize) -> f64 {
        let now = crowd.num_steps();
        if self.densities[area].0 != now {
            let own = &self.stage.areas[area];
            let count = crowd.iter().filter(|character| own.contains(character.position())).count();
            self.densities[area] = (now, count as f64 / own.signed_area().abs().max(1e-9));
        }
        self.densities[area].1
    }
}
