//! The state of a director as bytes, exactly, and back.
//!
//! Numbers are little-endian, one after another; lists begin with their length. Whatever the bytes are, reading them ends in a state
//! whose indices are valid, or in an error.

use std::collections::BTreeMap;
use std::sync::Arc;

use throng_mesh::ObstacleId;

use super::actor::{Actor, Doing, NOTHING};
use super::director::Director;
use super::stage::Stage;
use crate::id::CharacterId;
use crate::scenario::Scenario;

/// Bytes that are no state of a director, or one of another scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not the state of a run of this scenario, or it is damaged")]
pub struct BadState;

/// How the bytes begin: what it is, and the version.
const HEAD: u64 = u64::from_le_bytes(*b"thrdir\0\x01");

impl Director {
    /// Its state.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Out(Vec::new());
        out.u64(HEAD);
        out.u64(self.seed);
        out.u32(self.newcomers);
        out.u32(self.groups);
        out.list(&self.given, |out, given| out.u32(u32::from(*given)));
        out.list(&self.upcoming, |out, step| out.u64(*step));
        out.u32(self.obstacles.len() as u32);
        for (name, id) in &self.obstacles {
            out.list(name.as_bytes(), |out, byte| out.0.push(*byte));
            out.u32(id.0);
        }
        out.list(&self.sources, |out, source| {
            out.u32(source.due);
            out.u32(source.owed);
            out.u64(source.next.to_bits());
            out.u32(source.row);
            out.u32(source.parties);
            out.u32(source.came);
            out.u64(source.retry);
        });
        out.list(&self.exits, |out, exit| {
            out.list(&exit.held, |out, id| out.u32(id.0));
            out.u64(exit.credit.to_bits());
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
            actor.doing.code().map(|number| out.u32(number));
            out.u64(actor.due);
            out.u32(actor.signal);
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
        let mut input = In(bytes);
        if input.u64()? != HEAD {
            return Err(BadState);
        }
        let seed = input.u64()?;
        let mut director = Self::new(scenario, stage, seed);
        director.newcomers = input.u32()?;
        director.groups = input.u32()?;
        director.given = input.list(|input| Ok(input.u32()? != 0))?;
        director.upcoming = input.list(In::u64)?;
        let count = input.u32()?;
        for _ in 0..count {
            let name = input.list(In::u8)?;
            let name = String::from_utf8(name).map_err(|_| BadState)?;
            director.obstacles.insert(name, ObstacleId(input.u32()?));
        }
        let expected = [director.sources.len(), director.exits.len(), director.queues.len()];
        let places = director.queues.iter().map(|queue| queue.counters.len()).collect::<Vec<_>>();
        director.sources = input.list(|input| {
            Ok(super::source::SourceState {
                due: input.u32()?,
                owed: input.u32()?,
                next: f64::from_bits(input.u64()?),
                row: input.u32()?,
                parties: input.u32()?,
                came: input.u32()?,
                retry: input.u64()?,
            })
        })?;
        director.exits = input.list(|input| {
            Ok(super::exit::ExitState {
                held: input.list(In::id)?,
                credit: f64::from_bits(input.u64()?),
                used: input.u32()?,
                busy: 0,
            })
        })?;
        director.queues = input.list(|input| {
            Ok(super::queue::QueueState {
                coming: input.list(|input| Ok((input.id()?, input.u32()?)))?,
                line: input.list(|input| Ok((input.id()?, input.u32()?)))?,
                counters: input.list(|input| Ok(Some(input.id()?).filter(|id| id.0 != NOTHING)))?,
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
            let id = input.id()?;
            let actor = Actor {
                task: input.u32()?,
                doing: Doing::of_code([input.u32()?, input.u32()?]).ok_or(BadState)?,
                due: input.u64()?,
                signal: input.u32()?,
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
        if !input.0.is_empty() {
            return Err(BadState);
        }
        director.adopt(actors);
        Ok(director)
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

struct Out(Vec<u8>);

impl Out {
    fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.u32(items.len() as u32);
        items.iter().for_each(|item| write(self, item));
    }
}

struct In<'a>(&'a [u8]);

impl In<'_> {
    fn u8(&mut self) -> Result<u8, BadState> {
        let (&first, rest) = self.0.split_first().ok_or(BadState)?;
        self.0 = rest;
        Ok(first)
    }

    fn u32(&mut self) -> Result<u32, BadState> {
        let (first, rest) = self.0.split_first_chunk().ok_or(BadState)?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*first))
    }

    fn u64(&mut self) -> Result<u64, BadState> {
        let (first, rest) = self.0.split_first_chunk().ok_or(BadState)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*first))
    }

    fn id(&mut self) -> Result<CharacterId, BadState> {
        self.u32().map(CharacterId)
    }

    /// Nothing is made room for before it is there: a length may be damaged.
    fn list<T>(&mut self, read: impl Fn(&mut Self) -> Result<T, BadState>) -> Result<Vec<T>, BadState> {
        let count = self.u32()?;
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(read(self)?);
        }
        Ok(items)
    }
}
