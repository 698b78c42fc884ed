//! Queues: characters come to the end of a line, stand in it, move up, and are served.
//!
//! 1. Who is on its way goes to the place after the last one. The nearest to it joins, if it is near; then the next.
//! 2. Two after each other in line change places if both would have less far to go: who came first may have been pushed back, and could
//!    not pass. Then everybody goes to its place: as many places from the head as there are others before it.
//! 3. With counters, the first in line goes to a free one and is served there. Without, the first few are served where they stand.
//!
//! Invariant: nobody who stands in its place is overtaken. If all places are taken, others wait around the last one.

use throng_mesh::Position;

use super::actor::{Doing, NEVER};
use super::director::{Director, steps};
use super::news::News;
use super::stage::distance_sq;
use crate::conduct::Conduct;
use crate::crowd::Crowd;
use crate::goal::Goal;
use crate::id::CharacterId;
use crate::random::{Purpose, Random};
use crate::scenario::Line;

/// A queue during a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QueueState {
    /// Who is on its way to its end, and the place that it was sent to.
    pub(crate) coming: Vec<(CharacterId, u32)>,
    /// Who stands in it, from its head, and the place that it was sent to.
    pub(crate) line: Vec<(CharacterId, u32)>,
    /// Who is at each counter or on its way there.
    pub(crate) counters: Vec<Option<CharacterId>>,
}

/// Who is this near to its place is there. \[m\]
const NEAR: f64 = 0.6;

/// Who is this near to its place in line stands. \[m\]
const IN_PLACE: f64 = 0.15;

/// Who is this near to the end of a line joins it. \[m\]
const JOIN: f64 = 1.5;

/// Two change places if that makes the sum of the squares of their ways so much less. \[m²\] Squares, as of two who walk behind each other
/// the ways alone are the same either way.
const WORTH: f64 = 0.1;

/// Lines are looked at every so many steps, and those on their way and in line are set right every so many.
const LOOK_EVERY: u64 = 2;
const TELL_EVERY: u64 = 20;

impl QueueState {
    pub(crate) fn new(queue: &Line) -> Self {
        Self { coming: Vec::new(), line: Vec::new(), counters: vec![None; queue.counters.len()] }
    }

    /// How many stand in line or are served.
    pub(crate) fn len(&self) -> usize {
        self.line.len() + self.counters.iter().flatten().count()
    }

    /// Somebody goes away.
    pub(crate) fn leave(&mut self, id: CharacterId) {
        self.coming.retain(|(other, _)| *other != id);
        self.line.retain(|(other, _)| *other != id);
        for counter in &mut self.counters {
            counter.take_if(|other| *other == id);
        }
    }
}

impl Director {
    /// Somebody comes.
    pub(crate) fn approach(&mut self, crowd: &mut Crowd, id: CharacterId, queue: usize) {
        let (place, to) = self.tail(queue);
        crowd.send(id, Goal::Place(to));
        self.queues[queue].coming.push((id, place));
    }

    /// The place after the last one in line, or the last place.
    pub(crate) fn tail(&self, queue: usize) -> (u32, Position) {
        let places = &self.stage.lines[queue];
        let place = self.queues[queue].line.len().min(places.len() - 1);
        (place as u32, places[place])
    }

    /// How long somebody who comes now waits, as far as one can tell. \[s\]
    pub(crate) fn expected_wait(&self, queue: usize) -> f64 {
        let sketch = &self.scenario.queues[queue];
        let before = self.queues[queue].len() + self.queues[queue].coming.len();
        before as f64 * sketch.service.mean() / sketch.servers.max(1) as f64
    }

    /// Moves all lines on.
    pub(crate) fn serve(&mut self, crowd: &mut Crowd) {
        if !crowd.num_steps().is_multiple_of(LOOK_EVERY) {
            return;
        }
        for queue in 0..self.queues.len() {
            self.join(crowd, queue); // 1
            self.move_up(crowd, queue); // 2
            self.call(crowd, queue); // 3
        }
    }

    fn join(&mut self, crowd: &mut Crowd, queue: usize) {
        while !self.queues[queue].coming.is_empty()
            && self.queues[queue].line.len() < self.stage.lines[queue].len()
        {
            let (place, tail) = self.tail(queue);
            let away = |id: CharacterId| {
                let position = crowd.get(id).map(|character| character.position());
                let position = position.filter(|position| position.layer == tail.layer);
                position.map_or(f64::INFINITY, |position| distance_sq(position.at, tail.at))
            };
            let coming = self.queues[queue].coming.iter();
            let nearest =
                coming.map(|&(id, _)| (away(id), id)).min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let Some((_, id)) = nearest.filter(|(distance, _)| *distance < JOIN * JOIN) else { break };
            let state = &mut self.queues[queue];
            state.coming.retain(|(other, _)| *other != id);
            state.line.push((id, place));
            crowd.send(id, Goal::Place(tail));
            self.turn(id, Doing::InLine(queue as u32), NEVER);
            self.news.push(News::Joined { id, queue });
        }
        if !crowd.num_steps().is_multiple_of(TELL_EVERY) {
            return;
        }
        // The end of the line has moved since.
        let (place, tail) = self.tail(queue);
        for (id, sent) in &mut self.queues[queue].coming {
            if *sent != place {
                *sent = place;
                crowd.send(*id, Goal::Place(tail));
            }
        }
    }

    fn move_up(&mut self, crowd: &mut Crowd, queue: usize) {
        self.change_places(crowd, queue);
        let places = &self.stage.lines[queue];
        for (k, (id, sent)) in self.queues[queue].line.iter_mut().enumerate() {
            let Some(character) = crowd.get(*id) else { continue };
            let (from, speed, conduct) = (character.position(), character.speed(), character.conduct());
            let away = distance_sq(from.at, places[k].at).sqrt();
            if away > JOIN || from.layer != places[k].layer {
                // It was pushed far away, or comes from there.
                if *sent != k as u32 || conduct == Conduct::Stand {
                    crowd.send(*id, Goal::Place(places[k]));
                }
            } else if away > IN_PLACE {
                // A few steps in sight need no route; and nobody in line waits for others of its group.
                let pace = f64::from(speed).min(away) / away;
                crowd.steer(*id, [0, 1].map(|side| ((places[k].at[side] - from.at[side]) * pace) as f32));
            } else if conduct != Conduct::Stand {
                crowd.stop(*id);
            }
            *sent = k as u32;
        }
    }

    /// From the tail to the head, so that somebody can be passed by many at once.
    fn change_places(&mut self, crowd: &Crowd, queue: usize) {
        let places = &self.stage.lines[queue];
        let line = &mut self.queues[queue].line;
        let away = |id: CharacterId, place: usize| {
            let at = crowd.get(id).map(|character| character.position().at);
            at.map_or(0.0, |at| distance_sq(at, places[place].at))
        };
        let waits =
            |id: CharacterId| self.actors.get(&id).is_some_and(|a| matches!(a.doing, Doing::InLine(_)));
        for k in (1..line.len()).rev() {
            let [first, second] = [line[k - 1].0, line[k].0];
            let as_it_is = away(first, k - 1) + away(second, k);
            let changed = away(second, k - 1) + away(first, k);
            if changed + WORTH < as_it_is && waits(first) && waits(second) {
                line.swap(k - 1, k);
            }
        }
    }

    fn call(&mut self, crowd: &mut Crowd, queue: usize) {
        let stage = self.stage.clone();
        let (places, counters) = (&stage.lines[queue], &stage.counters[queue]);
        if counters.is_empty() {
            let servers = self.scenario.queues[queue].servers;
            let first: Vec<_> = self.queues[queue].line.iter().take(servers).map(|(id, _)| *id).collect();
            for (k, id) in first.into_iter().enumerate() {
                let waits = self.actors.get(&id).is_some_and(|actor| matches!(actor.doing, Doing::InLine(_)));
                if waits && is_near(crowd, id, places[k]) {
                    self.start_service(crowd, id, queue);
                }
            }
            return;
        }
        for (counter, &at) in counters.iter().enumerate() {
            match self.queues[queue].counters[counter] {
                Some(id) => {
                    let comes =
                        self.actors.get(&id).is_some_and(|actor| matches!(actor.doing, Doing::ToCounter(_)));
                    if comes && is_near(crowd, id, at) {
                        crowd.stop(id);
                        self.start_service(crowd, id, queue);
                    } else if comes {
                        self.let_first(crowd, id, queue, counter, at);
                        if let Some(id) = self.queues[queue].counters[counter] {
                            lead(crowd, id, at);
                        }
                    }
                }
                None => {
                    let head = self.queues[queue].line.first().map(|(id, _)| *id);
                    if let Some(id) = head.filter(|&id| is_near(crowd, id, places[0])) {
                        self.queues[queue].line.remove(0);
                        self.queues[queue].counters[counter] = Some(id);
                        crowd.send(id, Goal::Place(at));
                        self.turn(id, Doing::ToCounter(queue as u32), NEVER);
                    }
                }
            }
        }
    }

    /// Somebody was called to a counter, but the next one stands before it: then that one goes.
    fn let_first(&mut self, crowd: &mut Crowd, id: CharacterId, queue: usize, counter: usize, at: Position) {
        let Some(&(next, _)) = self.queues[queue].line.first() else { return };
        let away = |id: CharacterId| {
            let position = crowd.get(id).map(|character| character.position());
            position.map_or(f64::INFINITY, |position| distance_sq(position.at, at.at))
        };
        if away(next) < away(id) {
            self.queues[queue].counters[counter] = Some(next);
            // It is sent to the first place when lines move up.
            self.queues[queue].line[0] = (id, u32::MAX);
            crowd.send(next, Goal::Place(at));
            self.turn(next, Doing::ToCounter(queue as u32), NEVER);
            self.turn(id, Doing::InLine(queue as u32), NEVER);
        }
    }

    fn start_service(&mut self, crowd: &Crowd, id: CharacterId, queue: usize) {
        let now = crowd.num_steps();
        let mut random = Random::new(self.seed, Purpose::Duration, id.0, now);
        let time = self.scenario.queues[queue].service.sample(&mut random);
        self.turn(id, Doing::Served(queue as u32), now.saturating_add(steps(time).max(1)));
    }

    /// Somebody has been served.
    pub(crate) fn served(&mut self, crowd: &mut Crowd, id: CharacterId, queue: usize) {
        self.queues[queue].leave(id);
        self.news.push(News::Served { id, queue });
        self.next(crowd, id);
    }
}

/// Leads somebody straight to a place in sight. Nobody on the last few steps waits for others of its group.
fn lead(crowd: &mut Crowd, id: CharacterId, to: Position) {
    let Some(character) = crowd.get(id) else { return };
    let (from, speed) = (character.position(), f64::from(character.speed()));
    let line = crowd.mesh().visible(from, to, Some(character.cell()));
    if line.is_some_and(|line| line.visible && line.clearance > f64::from(character.radius())) {
        let away = distance_sq(from.at, to.at).sqrt().max(1e-9);
        let pace = speed.min(away) / away;
        crowd.steer(id, [0, 1].map(|side| ((to.at[side] - from.at[side]) * pace) as f32));
    }
}

fn is_near(crowd: &Crowd, id: CharacterId, to: Position) -> bool {
    crowd.get(id).is_some_and(|character| {
        let position = character.position();
        position.layer == to.layer && distance_sq(position.at, to.at) < NEAR * NEAR
    })
}
