//! Choosing among goals: by chance, by time, the nearest, the least crowded, the quickest.
//!
//! The nearest of several goals: distances along the medial axis from each goal are kept, as long as the place does not change, so that
//! they cost next to nothing for the many who choose. They are off by the ways to and from the axis. Those that could be the nearest
//! are measured by their routes.
//!
//! Those of a group choose what its first one chose, if it did the same task.

use std::collections::BTreeMap;

use throng_mesh::{DensityCosts, Distances, Mesh, Planner, Position, Request};

use super::actor::Actor;
use super::director::Director;
use crate::crowd::Crowd;
use crate::id::CharacterId;
use crate::random::Purpose;
use crate::scenario::Choice;

/// What is remembered of distances.
#[derive(Debug, Default)]
pub(crate) struct Guide {
    /// The version of the mesh that it holds for.
    version: u64,
    /// By goal (position bits and layer) and radius in centimeters.
    distances: BTreeMap<([u64; 2], u32, u32), Option<Distances>>,
    planner: Planner,
}

/// Distances along the axis are wrong by this much at most, more or less: by a part, and by a length. \[m\]
const WRONG_BY: (f64, f64) = (0.3, 10.0);

/// Another exit than the one that somebody heads for must be quicker by this part of the time.
const INERTIA: f64 = 0.2;

/// More goals than this are not remembered.
const MOST_REMEMBERED: usize = 4096;

/// Something that can be chosen.
#[derive(Clone, Copy, Debug)]
enum Target {
    Area(usize),
    Queue(usize),
    Exit(usize),
}

impl Director {
    pub(crate) fn choose_area(&mut self, crowd: &Crowd, id: CharacterId, choice: &Choice) -> u32 {
        let led = self.leader(id).and_then(|leader| leader.doing.area());
        led.unwrap_or_else(|| self.choose(crowd, id, choice, Target::Area)) as u32
    }

    pub(crate) fn choose_queue(&mut self, crowd: &Crowd, id: CharacterId, choice: &Choice) -> u32 {
        let led = self.leader(id).and_then(|leader| leader.doing.queue());
        led.unwrap_or_else(|| self.choose(crowd, id, choice, Target::Queue)) as u32
    }

    pub(crate) fn choose_exit(&mut self, crowd: &Crowd, id: CharacterId, choice: &Choice) -> u32 {
        let led = self.leader(id).and_then(|leader| leader.doing.exit());
        led.unwrap_or_else(|| self.choose(crowd, id, choice, Target::Exit)) as u32
    }

    /// Tasks are chosen by weights or time; there is nothing else to them.
    pub(crate) fn choose_task(&mut self, crowd: &Crowd, id: CharacterId, choice: &Choice) -> u32 {
        self.choose(crowd, id, choice, Target::Area) as u32
    }

    /// The first one of the group, if it is another one and does the same task.
    fn leader(&self, id: CharacterId) -> Option<&Actor> {
        let actor = self.actors.get(&id).filter(|actor| actor.key != id.0)?;
        self.actors.get(&CharacterId(actor.key)).filter(|leader| leader.task == actor.task)
    }

    fn choose(
        &mut self,
        crowd: &Crowd,
        id: CharacterId,
        choice: &Choice,
        target: fn(usize) -> Target,
    ) -> usize {
        match choice {
            Choice::Only(one) => *one,
            Choice::Weights(all) => {
                let mut random = self.random(id, Purpose::Decision);
                by_weight(all, random.unit())
            }
            Choice::ByTime(all) => {
                let now = crowd.time();
                all.iter().rev().find(|(time, _)| *time <= now).unwrap_or(&all[0]).1
            }
            Choice::Nearest(all) => self.nearest(crowd, id, all, target),
            Choice::LeastCrowded(all) => {
                let crowding = all.iter().map(|&one| (self.crowding(target(one)), one));
                crowding.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(all[0], |(_, one)| one)
            }
            Choice::Quickest(all) => self.quickest(crowd, id, all, target),
        }
    }

    fn nearest(
        &mut self,
        crowd: &Crowd,
        id: CharacterId,
        all: &[usize],
        target: fn(usize) -> Target,
    ) -> usize {
        let Some((from, radius)) = whence(crowd, id) else { return all[0] };
        let mut roughly: Vec<(f64, usize, Position)> = Vec::new();
        for &one in all {
            for spot in self.spots(target(one)) {
                let distance = self.guide.distance(crowd.mesh(), from, spot, radius);
                roughly.extend(distance.map(|distance| (distance, one, spot)));
            }
        }
        let least = roughly.iter().map(|(distance, ..)| *distance).fold(f64::INFINITY, f64::min);
        let limit = (1.0 + WRONG_BY.0) * least + WRONG_BY.1;
        roughly.retain(|(distance, ..)| *distance <= limit);
        // Where one goal only is left, there is nothing to measure.
        let first = roughly.first().map(|(_, one, _)| *one);
        if let Some(first) = first.filter(|first| roughly.iter().all(|(_, one, _)| one == first)) {
            return first;
        }
        let planner = &mut self.guide.planner;
        let measured = roughly.into_iter().filter_map(|(_, one, spot)| {
            let route = planner.route(crowd.mesh(), &Request::new(from, spot, radius)).ok()?;
            Some((route.length(), one))
        });
        // Of equal ones the first.
        measured.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(all[0], |(_, one)| one)
    }

    fn quickest(
        &mut self,
        crowd: &Crowd,
        id: CharacterId,
        all: &[usize],
        target: fn(usize) -> Target,
    ) -> usize {
        let Some((from, radius)) = whence(crowd, id) else { return all[0] };
        let speed = crowd.get(id).map_or(1.0, |character| f64::from(character.speed()));
        let costs = DensityCosts::new(crowd.occupancy(), 1.0).with_free_speed(speed);
        let mut best = (f64::INFINITY, all[0]);
        for &one in all {
            let spots = self.spots(target(one));
            let spots = spots
                .into_iter()
                .filter_map(|spot| Some((self.guide.distance(crowd.mesh(), from, spot, radius)?, spot)));
            let Some((_, spot)) = spots.min_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
            let path = self.guide.planner.path(crowd.mesh(), from, spot, radius, Some(&costs));
            let Ok(walk) = path.map(|path| path.cost()) else { continue };
            let time = match target(one) {
                Target::Area(_) => walk,
                Target::Queue(queue) => walk + self.expected_wait(queue),
                // Those before one leave while one walks.
                Target::Exit(exit) => {
                    let capacity = self.scenario.exits[exit].capacity;
                    capacity.map_or(walk, |capacity| walk.max(f64::from(self.exits[exit].busy) / capacity))
                }
            };
            // Nobody turns around for a little.
            let headed = self.actors.get(&id).map(|actor| actor.exit);
            let is_same = matches!(target(one), Target::Exit(exit) if headed == Some(exit as u32));
            let time = if is_same { (1.0 - INERTIA) * time } else { time };
            if time < best.0 {
                best = (time, one);
            }
        }
        best.1
    }

    /// How many are on their way to it or at it, for its size.
    fn crowding(&self, target: Target) -> f64 {
        let size = |area: usize| self.stage.areas[area].signed_area().abs().max(1e-9);
        match target {
            Target::Area(area) => f64::from(self.busy_areas[area]) / size(area),
            Target::Queue(queue) => {
                let state = &self.queues[queue];
                (state.len() + state.coming.len()) as f64 / self.scenario.queues[queue].servers.max(1) as f64
            }
            Target::Exit(exit) => {
                let sketch = &self.scenario.exits[exit];
                f64::from(self.exits[exit].busy) / sketch.capacity.unwrap_or_else(|| size(sketch.area))
            }
        }
    }

    /// Places to walk to.
    fn spots(&self, target: Target) -> Vec<Position> {
        match target {
            Target::Area(area) => self.stage.spots[area].clone(),
            Target::Exit(exit) => self.stage.spots[self.scenario.exits[exit].area].clone(),
            Target::Queue(queue) => vec![self.tail(queue).1],
        }
    }
}

impl Guide {
    /// Distance between two places along the medial axis, for a disc; `None` if there is no way. \[m\]
    fn distance(&mut self, mesh: &Mesh, from: Position, to: Position, radius: f64) -> Option<f64> {
        if self.version != mesh.version() || self.distances.len() > MOST_REMEMBERED {
            self.distances.clear();
            self.version = mesh.version();
        }
        let key = (to.at.map(f64::to_bits), to.layer.0, (radius * 100.0).round() as u32);
        let known = self.distances.entry(key).or_insert_with(|| mesh.distances(to, radius).ok());
        known.as_ref()?.at(mesh, from)
    }
}

/// Where somebody is, and its radius in full centimeters, so that few differ. \[m\]
fn whence(crowd: &Crowd, id: CharacterId) -> Option<(Position, f64)> {
    let character = crowd.get(id)?;
    Some((character.position(), (f64::from(character.radius()) * 100.0).floor() / 100.0))
}

/// One of some things, for a random number below 1.
pub(crate) fn by_weight(all: &[(usize, f64)], unit: f64) -> usize {
    let total: f64 = all.iter().map(|(_, weight)| weight).sum();
    let mut rest = unit * total;
    for &(one, weight) in all {
        rest -= weight;
        if rest < 0.0 {
            return one;
        }
    }
    all.last().map_or(0, |(one, _)| *one)
}
