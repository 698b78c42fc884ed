//! The state of a director as bytes, exactly, and back.
//!
//! Whatever the bytes are, reading them ends in a state
//! whose indices are valid, or in an error.

use std::collections::BTreeMap;
use std::sync::Arc;

use throng_mesh::ObstacleId;

use super::actor::{Actor, Doing, NOTHING};
use super::director::Director;
use super::stage::Stage;
use crate::bytes::{Damaged, Reader, Writer};
use crate::crowd::Crowd;
use crate::goal::Goal;
use crate::id::CharacterId;
use crate::scenario::Scenario;

/// Bytes that are no state of a director, or one of another scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not the state of a run of this scenario, or it is damaged")]
pub struct BadState;

impl From<Damaged> for BadState {
    fn from(Damaged: Damaged) -> Self {
        Self
    }
}

/// How the bytes begin: what it is, and the version.
const HEAD: u64 = u64::from_le_bytes(*b"thrdir\0\x01");

impl Director {
    /// Its state.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer(Vec::new());
        out.u64(HEAD);
        out.u64(self.seed);
        out.u32(self.newcomers);
        out.list(&self.given, |out, given| out.bool(*given));
        out.list(&self.upcoming, |out, step| out.u64(*step));
        out.u32(self.obstacles.len() as u32);
        for (name, id) in &self.obstacles {
            out.list(name.as_bytes(), |out, byte| out.u8(*byte));
            out.u32(id.0);
        }
        out.list(&self.sources, |out, source| {
            out.u32(source.due);
            out.u32(source.owed);
            out.f64(source.next);
            out.u32(source.row);
            out.u32(source.parties);
            out.u32(source.came);
            out.u32(source.refused);
            out.u64(source.retry);
        });
        out.list(&self.exits, |out, exit| {
            out.list(&exit.held, |out, id| out.u32(id.0));
            out.f64(exit.credit);
            out.u32(exit.used);
        });
        out.list(&self.queues, |out, queue| {
            for list in [&queue.coming, &queue.line] {
                out.list(list, |out, (id, place)| {
                    out.u32(id.0);
                    out.u32(*place);
                });
            }
            out.list(&queue.counters, |out, id| out.u32(id.map_or(NOTHING, |id| id.0)));
        });
        out.u32(self.actors.len() as u32);
        for (id, actor) in &self.actors {
            out.u32(id.0);
            out.u32(actor.task);
            actor.doing.code().into_iter().for_each(|number| out.u32(number));
            out.u64(actor.due);
            out.u32(actor.signal);
            out.u32(actor.exit);
            out.u32(actor.told.0);
            out.u64(actor.told.1);
            out.u32(actor.key);
            out.u32(actor.decisions);
            out.list(&actor.done, |out, (task, count)| {
                out.u32(*task);
                out.u32(*count);
            });
        }
        out.0
    }

    /// A director in a state that was saved, of the same scenario in the same place.
    ///
    /// # Errors
    /// If the bytes are something else.
    pub fn from_bytes(bytes: &[u8], scenario: Arc<Scenario>, stage: Arc<Stage>) -> Result<Self, BadState> {
        let mut input = Reader(bytes);
        if input.u64()? != HEAD {
            return Err(BadState);
        }
        let seed = input.u64()?;
        let mut director = Self::new(scenario, stage, seed);
        director.newcomers = input.u32()?;
        director.given = input.list(Reader::bool)?;
        director.upcoming = input.list(Reader::u64)?;
        let count = input.u32()?;
        for _ in 0..count {
            let name = input.list(Reader::u8)?;
            let name = String::from_utf8(name).map_err(|_| BadState)?;
            director.obstacles.insert(name, ObstacleId(input.u32()?));
        }
        let expected = [director.sources.len(), director.exits.len(), director.queues.len()];
        let places = director.queues.iter().map(|queue| queue.counters.len()).collect::<Vec<_>>();
        director.sources = input.list(|input| {
            Ok(super::source::SourceState {
                due: input.u32()?,
                owed: input.u32()?,
                next: input.f64()?,
                row: input.u32()?,
                parties: input.u32()?,
                came: input.u32()?,
                refused: input.u32()?,
                retry: input.u64()?,
            })
        })?;
        director.exits = input.list(|input| {
            Ok(super::exit::ExitState {
                held: input.list(read_id)?,
                credit: input.f64()?,
                used: input.u32()?,
                busy: 0,
            })
        })?;
        director.queues = input.list(|input| {
            Ok(super::queue::QueueState {
                coming: input.list(|input| Ok((read_id(input)?, input.u32()?)))?,
                line: input.list(|input| Ok((read_id(input)?, input.u32()?)))?,
                counters: input.list(|input| Ok(Some(read_id(input)?).filter(|id| id.0 != NOTHING)))?,
            })
        })?;
        let found = [director.sources.len(), director.exits.len(), director.queues.len()];
        let counters = director.queues.iter().map(|queue| queue.counters.len()).collect::<Vec<_>>();
        let scenario = &director.scenario;
        if found != expected
            || counters != places
            || director.given.len() != scenario.signals.len()
            || director.upcoming.len() != scenario.happenings.len()
        {
            return Err(BadState);
        }
        let mut actors = BTreeMap::new();
        for _ in 0..input.u32()? {
            let id = read_id(&mut input)?;
            let actor = Actor {
                task: input.u32()?,
                doing: Doing::of_code([input.u32()?, input.u32()?]).ok_or(BadState)?,
                due: input.u64()?,
                signal: input.u32()?,
                exit: input.u32()?,
                told: (input.u32()?, input.u64()?),
                key: input.u32()?,
                decisions: input.u32()?,
                done: input.list(|input| Ok((input.u32()?, input.u32()?)))?,
            };
            if !director.makes_sense(&actor) {
                return Err(BadState);
            }
            actors.insert(id, actor);
        }
        input.end()?;
        director.adopt(actors);
        Ok(director)
    }

    /// Goals of a crowd that was resumed are the areas of the stage again, not equal ones: so what is saved later has the same bytes.
    pub(crate) fn share_areas(&self, crowd: &mut Crowd) {
        for (&id, actor) in &self.actors {
            let exit = actor.doing.exit().map(|exit| self.scenario.exits[exit].area);
            let Some(area) = actor.doing.area().or(exit) else { continue };
            let Some(row) = crowd.all.row(id) else { continue };
            if let Some(Goal::Area(own)) = &mut crowd.all.goal[row]
                && *own == self.stage.areas[area]
            {
                *own = self.stage.areas[area].clone();
            }
        }
    }

    fn makes_sense(&self, actor: &Actor) -> bool {
        let tasks = self.scenario.tasks.len();
        (actor.task as usize) < tasks
            && (actor.told.0 as usize) < tasks
            && actor.doing.area().is_none_or(|area| area < self.stage.areas.len())
            && actor.doing.queue().is_none_or(|queue| queue < self.queues.len())
            && actor.doing.exit().is_none_or(|exit| exit < self.exits.len())
    }

    /// Takes over actors, and what follows from them.
    fn adopt(&mut self, actors: BTreeMap<CharacterId, Actor>) {
        for actor in actors.values() {
            if let Some(area) = actor.doing.area() {
                self.busy_areas[area] += 1;
            }
            if let Some(exit) = actor.doing.exit() {
                self.exits[exit].busy += 1;
            }
        }
        self.actors = actors;
        let ids: Vec<CharacterId> = self.actors.keys().copied().collect();
        ids.into_iter().for_each(|id| self.set_alarm(id));
    }
}

fn read_id(input: &mut Reader<'_>) -> Result<CharacterId, Damaged> {
    input.u32().map(CharacterId)
}
