//! The director: gives every character its next task.
//!
//! Before a step of the crowd:
//! 1. Happenings whose time has come happen (`happen`).
//! 2. Alarms ring: for those who have waited, reacted, or been served, and those who look again.
//! 3. Sources let characters in (`source`).
//!
//! After it:
//! 4. Those who have arrived go on with their agendas, or wait, or leave.
//! 5. Lines move up and servers serve (`queue`); exits let out as many as they can (`exit`).
//!
//! Invariant: an actor has exactly one alarm in the list if its own is not [`NEVER`], and is in the lists of exactly the queue or exit that it
//! is busy with. Everything is done in the order of ids, so nothing depends on how it came about.
//!
//! Cost: O(log n) for whatever happens; nothing for those who walk.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use throng_mesh::ObstacleId;

use super::actor::{Actor, Doing, NEVER, NOTHING};
use super::choose::Guide;
use super::exit::ExitState;
use super::news::News;
use super::queue::QueueState;
use super::source::SourceState;
use super::stage::Stage;
use crate::crowd::{Crowd, STEP};
use crate::event::CrowdEvent;
use crate::goal::Goal;
use crate::id::CharacterId;
use crate::random::{Purpose, Random};
use crate::scenario::{Action, Scenario, Until};

/// Carries out the tasks of a scenario.
#[derive(Debug)]
pub struct Director {
    pub(crate) scenario: Arc<Scenario>,
    pub(crate) stage: Arc<Stage>,
    pub(crate) seed: u64,
    pub(crate) actors: BTreeMap<CharacterId, Actor>,
    /// When something is to be done about whom.
    pub(crate) alarms: BTreeSet<(u64, CharacterId)>,
    /// Which signals were given, by index.
    pub(crate) given: Vec<bool>,
    /// The step of the next time that something happens, by happening.
    pub(crate) upcoming: Vec<u64>,
    /// Obstacles that came and have not gone, by name.
    pub(crate) obstacles: BTreeMap<String, ObstacleId>,
    pub(crate) sources: Vec<SourceState>,
    pub(crate) exits: Vec<ExitState>,
    pub(crate) queues: Vec<QueueState>,
    /// How many newcomers there were.
    pub(crate) newcomers: u32,
    /// How many are busy with each area. Follows from the actors.
    pub(crate) busy_areas: Vec<u32>,
    /// Density of areas, and the step at which it was counted.
    pub(crate) densities: Vec<(u64, f64)>,
    pub(crate) guide: Guide,
    pub(crate) news: Vec<News>,
}

/// Tasks that a character does at once; the rest at the next step. Agendas may go round in circles.
const MOST_AT_ONCE: usize = 32;

/// Who looks for a place in an area waits where it is after so many steps, if that is in the area.
const SETTLE: u64 = 200;

/// Who has no way looks for another goal after so many steps.
const RETHINK: u64 = 50;

impl Director {
    /// A director of a scenario in its place. The seed is that of the scenario, or another one.
    pub fn new(scenario: Arc<Scenario>, stage: Arc<Stage>, seed: u64) -> Self {
        let sources = scenario.sources.iter().enumerate();
        Self {
            seed,
            actors: BTreeMap::new(),
            alarms: BTreeSet::new(),
            given: vec![false; scenario.signals.len()],
            upcoming: scenario
                .happenings
                .iter()
                .map(|h| if h.at <= h.until { steps(h.at) } else { NEVER })
                .collect(),
            obstacles: BTreeMap::new(),
            sources: sources.map(|(index, source)| SourceState::new(source, seed, index as u32)).collect(),
            exits: vec![ExitState::default(); scenario.exits.len()],
            queues: scenario.queues.iter().map(QueueState::new).collect(),
            newcomers: 0,
            busy_areas: vec![0; scenario.areas.len()],
            densities: vec![(NEVER, 0.0); scenario.areas.len()],
            guide: Guide::default(),
            news: Vec::new(),
            scenario,
            stage,
        }
    }

    /// What to do before a step of the crowd.
    pub fn before_step(&mut self, crowd: &mut Crowd) {
        self.news.clear();
        self.happen(crowd); // 1
        self.ring(crowd); // 2
        self.let_in(crowd); // 3
    }

    /// What to do after it.
    pub fn after_step(&mut self, crowd: &mut Crowd) {
        // 4
        for event in crowd.events().to_vec() {
            match event {
                CrowdEvent::Arrived(id) => self.arrived(crowd, id),
                CrowdEvent::Blocked { id, .. } => self.blocked(crowd, id),
                CrowdEvent::Left(id) if self.actors.contains_key(&id) => {
                    self.forget(id);
                    self.news.push(News::Left { id, exit: None });
                }
                _ => {}
            }
        }
        // 5
        self.serve(crowd);
        self.let_out(crowd);
    }

    /// What the director did since the last step began.
    pub fn news(&self) -> &[News] {
        &self.news
    }

    /// How many characters stand in line or are served, by queue.
    pub fn queue_lengths(&self) -> Vec<usize> {
        self.queues.iter().map(QueueState::len).collect()
    }

    /// How many have left, by exit.
    pub fn exit_counts(&self) -> Vec<u32> {
        self.exits.iter().map(|exit| exit.used).collect()
    }

    /// How many wait outside because there is no room, by source.
    pub fn waiting_outside(&self) -> Vec<u32> {
        self.sources.iter().map(|source| source.owed).collect()
    }

    /// How many could not come because a wall is too near to their place, by source.
    pub fn refused(&self) -> Vec<u32> {
        self.sources.iter().map(|source| source.refused).collect()
    }

    /// How many are there with an agenda. Those who leave now do not count any more.
    pub fn num_present(&self) -> usize {
        self.actors.len()
    }

    /// How many came.
    pub fn num_newcomers(&self) -> u32 {
        self.newcomers
    }

    /// Whether everybody has left and nobody will come.
    pub fn is_over(&self) -> bool {
        self.actors.is_empty()
            && self.sources.iter().zip(&self.scenario.sources).all(|(state, source)| state.is_over(source))
    }

    /// Gives up somebody, who has no agenda from now on and goes on with what it is doing until somebody else says otherwise: out of all lines,
    /// exits and areas, and not among those who are present. False if it has none.
    pub fn release(&mut self, id: CharacterId) -> bool {
        let is_here = self.actors.contains_key(&id);
        self.forget(id);
        is_here
    }

    /// Step 2.
    fn ring(&mut self, crowd: &mut Crowd) {
        let now = crowd.num_steps();
        while let Some(&(due, id)) = self.alarms.first().filter(|(due, _)| *due <= now) {
            self.alarms.remove(&(due, id));
            let Some(actor) = self.actors.get_mut(&id) else { continue };
            let told = actor.told;
            if told.1 <= now {
                actor.told = (0, NEVER);
                self.give_up(id);
                self.start(crowd, id, told.0);
                continue;
            }
            actor.due = NEVER;
            let doing = actor.doing;
            match doing {
                Doing::Settling(area) if !self.is_in(crowd, id, area) && !self.is_late(now, id) => {
                    self.wake(id, now + SETTLE);
                }
                Doing::Settling(area) => self.wait(crowd, id, area),
                Doing::Reacting => self.begin(crowd, id),
                Doing::Waiting(_) => self.next(crowd, id),
                Doing::Served(queue) => self.served(crowd, id, queue as usize),
                Doing::Going(_) | Doing::Leaving(_) => self.repeat(crowd, id),
                Doing::Nothing
                | Doing::Approaching(_)
                | Doing::InLine(_)
                | Doing::ToCounter(_)
                | Doing::Held(_) => {
                    self.set_alarm(id);
                }
            }
        }
    }

    fn arrived(&mut self, crowd: &mut Crowd, id: CharacterId) {
        let Some(actor) = self.actors.get(&id) else { return };
        match actor.doing {
            Doing::Going(_) => self.next(crowd, id),
            Doing::Settling(area) => self.wait(crowd, id, area),
            Doing::Leaving(exit) => {
                self.turn(id, Doing::Held(exit), NEVER);
                self.exits[exit as usize].held.push(id);
            }
            _ => {}
        }
    }

    /// There is no way to where it goes; perhaps there is to another goal.
    fn blocked(&mut self, crowd: &Crowd, id: CharacterId) {
        let Some(actor) = self.actors.get(&id) else { return };
        if matches!(actor.doing, Doing::Going(_) | Doing::Leaving(_)) {
            self.wake(id, crowd.num_steps() + RETHINK);
        }
    }

    /// Looks at somebody again at a step, if not before.
    fn wake(&mut self, id: CharacterId, step: u64) {
        let Some(actor) = self.actors.get_mut(&id) else { return };
        self.alarms.remove(&(actor.alarm(), id));
        actor.due = actor.due.min(step);
        self.set_alarm(id);
    }

    /// Starts with a task, whatever it was.
    pub(crate) fn start(&mut self, crowd: &mut Crowd, id: CharacterId, task: u32) {
        if let Some(actor) = self.actors.get_mut(&id) {
            actor.task = task;
            self.begin(crowd, id);
        }
    }

    /// Goes on to the next task of the agenda.
    pub(crate) fn next(&mut self, crowd: &mut Crowd, id: CharacterId) {
        let Some(actor) = self.actors.get_mut(&id) else { return };
        if self.scenario.tasks[actor.task as usize].last {
            self.turn(id, Doing::Nothing, NEVER);
            crowd.stop(id);
            return;
        }
        actor.task += 1;
        self.begin(crowd, id);
    }

    /// Begins with the present task, or with the first one after it whose conditions hold.
    pub(crate) fn begin(&mut self, crowd: &mut Crowd, id: CharacterId) {
        let scenario = self.scenario.clone();
        for _ in 0..MOST_AT_ONCE {
            let Some(actor) = self.actors.get(&id) else { return };
            let index = actor.task;
            let task = &scenario.tasks[index as usize];
            if self.holds(crowd, id, index, task) {
                self.count(id, index, task);
                if let Action::Jump(choice) = &task.action {
                    let to = self.choose_task(crowd, id, choice);
                    self.actors.entry(id).and_modify(|actor| actor.task = to);
                    continue;
                }
                if self.carry_out(crowd, id, &task.action) {
                    return;
                }
            }
            if task.last {
                self.turn(id, Doing::Nothing, NEVER);
                crowd.stop(id);
                return;
            }
            self.actors.entry(id).and_modify(|actor| actor.task += 1);
        }
        self.turn(id, Doing::Reacting, crowd.num_steps() + 1);
    }

    /// Does the present task again, with other choices perhaps.
    pub(crate) fn repeat(&mut self, crowd: &mut Crowd, id: CharacterId) {
        let scenario = self.scenario.clone();
        let Some(actor) = self.actors.get(&id) else { return };
        let task = &scenario.tasks[actor.task as usize];
        if !self.carry_out(crowd, id, &task.action) {
            self.next(crowd, id);
        }
    }

    /// Does something. False if it is done at once.
    fn carry_out(&mut self, crowd: &mut Crowd, id: CharacterId, action: &Action) -> bool {
        match action {
            Action::Go(choice) => {
                let area = self.choose_area(crowd, id, choice);
                self.turn(id, Doing::Going(area), NEVER);
                crowd.send(id, Goal::Area(self.stage.areas[area as usize].clone()));
            }
            Action::Wait { area: Some(choice), until } => {
                let area = self.choose_area(crowd, id, choice);
                let signal = if let Until::Signal(signal) = until { *signal as u32 } else { NOTHING };
                let now = crowd.num_steps();
                let due = if let Until::Time(time) = until { steps(*time) } else { NEVER };
                if due <= now {
                    return false;
                }
                self.turn(id, Doing::Settling(area), due.min(now + SETTLE));
                self.actors.entry(id).and_modify(|actor| actor.signal = signal);
                let to = self.place_to_wait(crowd, id, area);
                crowd.send(id, Goal::Place(to));
            }
            Action::Wait { area: None, .. } => return self.stand(crowd, id, NOTHING),
            Action::Queue(choice) => {
                let queue = self.choose_queue(crowd, id, choice);
                self.turn(id, Doing::Approaching(queue), NEVER);
                self.approach(crowd, id, queue as usize);
            }
            Action::Exit(choice) => {
                let exit = self.choose_exit(crowd, id, choice);
                self.turn(id, Doing::Leaving(exit), NEVER);
                let area = self.scenario.exits[exit as usize].area;
                crowd.send(id, Goal::Area(self.stage.areas[area].clone()));
            }
            Action::Remove => {
                self.forget(id);
                crowd.remove(id);
                self.news.push(News::Left { id, exit: None });
            }
            Action::Jump(_) => return false,
        }
        true
    }

    /// Radius, and radius toward walls. \[m\]
    pub(crate) fn radii(&self, crowd: &Crowd, id: CharacterId) -> Option<(f64, f64)> {
        let character = crowd.get(id)?;
        let radius = f64::from(character.radius());
        Some((radius, radius + f64::from(character.own().wall_gap())))
    }

    fn is_in(&self, crowd: &Crowd, id: CharacterId, area: u32) -> bool {
        crowd.get(id).is_some_and(|character| self.stage.areas[area as usize].contains(character.position()))
    }

    /// Random numbers of somebody's next decision. Those of a group decide alike.
    pub(crate) fn random(&mut self, id: CharacterId, purpose: Purpose) -> Random {
        let Some(actor) = self.actors.get_mut(&id) else { return Random::new(self.seed, purpose, id.0, 0) };
        actor.decisions += 1;
        Random::new(self.seed, purpose, actor.key, u64::from(actor.decisions))
    }

    /// Lets somebody do something from now on, until a step.
    pub(crate) fn turn(&mut self, id: CharacterId, doing: Doing, due: u64) {
        let Some(actor) = self.actors.get_mut(&id) else { return };
        self.alarms.remove(&(actor.alarm(), id));
        if let Some(area) = actor.doing.area() {
            self.busy_areas[area] -= 1;
        }
        if let Some(area) = doing.area() {
            self.busy_areas[area] += 1;
        }
        // An exit counts as its area.
        for (exit, change) in [(actor.doing.exit(), -1), (doing.exit(), 1)] {
            if let Some(exit) = exit {
                self.exits[exit].busy = self.exits[exit].busy.saturating_add_signed(change);
            }
        }
        if let Some(exit) = doing.exit() {
            actor.exit = exit as u32;
        }
        actor.doing = doing;
        actor.due = due;
        actor.signal = NOTHING;
        self.set_alarm(id);
    }

    pub(crate) fn set_alarm(&mut self, id: CharacterId) {
        if let Some(alarm) = self.actors.get(&id).map(Actor::alarm).filter(|alarm| *alarm != NEVER) {
            self.alarms.insert((alarm, id));
        }
    }

    /// Takes somebody out of lines and exits.
    pub(crate) fn give_up(&mut self, id: CharacterId) {
        let Some(doing) = self.actors.get(&id).map(|actor| actor.doing) else { return };
        if let Some(queue) = doing.queue() {
            self.queues[queue].leave(id);
        }
        if let Some(exit) = doing.exit() {
            self.exits[exit].held.retain(|&other| other != id);
        }
        self.turn(id, Doing::Nothing, NEVER);
    }

    /// Forgets somebody who leaves.
    pub(crate) fn forget(&mut self, id: CharacterId) {
        self.give_up(id);
        if let Some(actor) = self.actors.remove(&id) {
            self.alarms.remove(&(actor.alarm(), id));
        }
    }
}

/// The first step at which a time has passed. \[s\]
pub(crate) fn steps(time: f64) -> u64 {
    // Times are written with few digits; 0.3 s are 3 steps, though 0.3 / 0.1 is a bit less or more.
    let steps = (time / STEP - 1e-6).ceil();
    // A cast saturates.
    if steps > 0.0 { steps as u64 } else { 0 }
}
