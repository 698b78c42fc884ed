//! What happens at its time: doors open and close, obstacles come and go, people are told.

use throng_mesh::{Change, ConnectionId, Obstacle};

use super::actor::{Doing, NEVER};
use super::director::{Director, steps};
use super::news::News;
use crate::crowd::{Crowd, STEP};
use crate::id::CharacterId;
use crate::random::Purpose;
use crate::scenario::{Announcement, Happening};

impl Director {
    /// Lets happen whatever is due, in the order of the scenario.
    pub(crate) fn happen(&mut self, crowd: &mut Crowd) {
        let scenario = self.scenario.clone();
        let now = crowd.num_steps();
        for (index, happening) in scenario.happenings.iter().enumerate() {
            if self.upcoming[index] > now {
                continue;
            }
            self.upcoming[index] = match happening.every {
                Some(every) => {
                    let next = now.saturating_add(steps(every).max(1));
                    if next as f64 * STEP <= happening.until { next } else { NEVER }
                }
                None => NEVER,
            };
            self.news.push(News::Happened(index));
            if let Err(why) = self.change(crowd, index, happening) {
                self.news.push(News::Refused { happening: index, why });
            }
            if let Some(signal) = happening.signal {
                self.signal(crowd, signal);
            }
            if let Some(announcement) = &happening.announce {
                self.announce(crowd, announcement);
            }
        }
    }

    /// Changes the place, all at once.
    fn change(&mut self, crowd: &mut Crowd, index: usize, happening: &Happening) -> Result<(), String> {
        let mut changes = Vec::new();
        for &connection in &happening.open {
            changes.push(Change::Open(ConnectionId(connection)));
        }
        for &connection in &happening.close {
            changes.push(Change::Close(ConnectionId(connection)));
        }
        for named in &happening.remove {
            // It may have gone before, or not have come yet.
            changes.extend(self.obstacles.get(&named.name).map(|&id| Change::Remove(id)));
        }
        for (sketch, &layer) in happening.insert.iter().zip(&self.stage.obstacles[index]) {
            if self.obstacles.contains_key(&sketch.name) {
                return Err(format!("an obstacle \"{}\" is there already", sketch.name));
            }
            changes.push(Change::Insert(Obstacle::new(layer, sketch.polygon.clone())));
        }
        if changes.is_empty() {
            return Ok(());
        }
        let (ids, _) = crowd.change(&changes).map_err(|refused| refused.to_string())?;
        for named in &happening.remove {
            self.obstacles.remove(&named.name);
        }
        for (sketch, id) in happening.insert.iter().zip(ids) {
            self.obstacles.insert(sketch.name.clone(), id);
        }
        Ok(())
    }

    /// Whoever waits for it goes on.
    fn signal(&mut self, crowd: &mut Crowd, signal: usize) {
        self.given[signal] = true;
        let waiting: Vec<CharacterId> = self
            .actors
            .iter()
            .filter(|(_, actor)| actor.signal == signal as u32)
            .map(|(&id, _)| id)
            .collect();
        for id in waiting {
            self.next(crowd, id);
        }
    }

    fn announce(&mut self, crowd: &mut Crowd, announcement: &Announcement) {
        let everybody: Vec<CharacterId> = self.actors.keys().copied().collect();
        for id in everybody {
            let hears = announcement.area.is_none_or(|area| {
                crowd.get(id).is_some_and(|character| self.stage.areas[area].contains(character.position()))
            });
            if !hears {
                continue;
            }
            let delay = match &announcement.reaction {
                Some(reaction) => steps(reaction.sample(&mut self.random(id, Purpose::Duration))),
                None => 0,
            };
            let Some(actor) = self.actors.get(&id) else { continue };
            match announcement.agenda {
                Some(agenda) => {
                    let told =
                        (self.scenario.agendas[agenda].first as u32, crowd.num_steps().saturating_add(delay));
                    self.alarms.remove(&(actor.alarm(), id));
                    self.actors.entry(id).and_modify(|actor| actor.told = told);
                    self.set_alarm(id);
                }
                // Think again: choose a goal, and plan a route.
                None => match actor.doing {
                    Doing::Going(_) | Doing::Leaving(_) if delay == 0 => self.repeat(crowd, id),
                    Doing::Going(_) | Doing::Leaving(_) => {
                        let doing = actor.doing;
                        self.turn(id, doing, crowd.num_steps().saturating_add(delay));
                    }
                    _ => {
                        crowd.reconsider(id);
                    }
                },
            }
        }
    }
}
