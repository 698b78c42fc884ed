//! Sources: who comes when, and where there is room for them.
//!
//! 1. How many should have come by now: those are owed.
//! 2. They come in parties: alone, or in groups. A party waits outside until all of it is owed.
//! 3. Places for the whole party are looked for: free of others, not too near to walls, those of a group near each other. Whoever finds
//!    none waits outside, and the rest behind it, and it is tried again later.
//!
//! Nobody ever appears where somebody stands. Who waits outside is counted.

use throng_mesh::Position;

use super::actor::{Actor, Doing, NEVER};
use super::choose::by_weight;
use super::director::{Director, steps};
use super::news::News;
use super::room::{self, Room};
use super::stage::distance_sq;
use crate::area::Area;
use crate::crowd::{Crowd, STEP};
use crate::group::Social;
use crate::id::{CharacterId, ProfileId};
use crate::newcomer::Newcomer;
use crate::profile::Traits;
use crate::random::{Purpose, Random};
use crate::scenario::{Coming, Source, SourcePlace};

/// A source during a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SourceState {
    /// How many have been due so far.
    pub(crate) due: u32,
    /// How many of them have not come yet.
    pub(crate) owed: u32,
    /// When the next one is due, if they come at random times. \[s\]
    pub(crate) next: f64,
    /// How many rows of the timetable are done.
    pub(crate) row: u32,
    /// How many parties have come.
    pub(crate) parties: u32,
    /// How many characters have come, or were given up.
    pub(crate) came: u32,
    /// How many of them could not be where they should.
    pub(crate) refused: u32,
    /// The step at which it is tried again.
    pub(crate) retry: u64,
}

/// Random numbers of a source are counted apart, by what they are for.
const TIMES: u64 = 1 << 40;
const PARTIES: u64 = 2 << 40;

/// Places that are tried for somebody in one step. Where a crowd stands densely, one in a hundred is free.
const TRIES: usize = 300;

/// Steps until it is tried again when there was no room.
const RETRY: u64 = 5;

/// How far those of a group are from the first one at most. \[m\]
const TOGETHER: f64 = 2.0;

impl SourceState {
    pub(crate) fn new(source: &Source, seed: u64, index: u32) -> Self {
        let mut state =
            Self { due: 0, owed: 0, next: source.start, row: 0, parties: 0, came: 0, refused: 0, retry: 0 };
        if let Coming::Rate { rate, poisson: true, .. } = source.coming {
            state.next += gap(rate, seed, index, 0);
        }
        state
    }

    /// Step 1.
    fn update(&mut self, source: &Source, seed: u64, index: u32, now: f64) {
        let before = self.due;
        // Times are tenths, which sums are not quite.
        let now = now + 1e-9;
        match &source.coming {
            Coming::AtOnce(number) => {
                if now >= source.start {
                    self.due = *number;
                }
            }
            Coming::Rate { rate, poisson: false, most } => {
                let time = now.min(source.end) - source.start;
                if time >= 0.0 {
                    self.due = self.due.max(((time * rate) as u32).saturating_add(1).min(*most));
                }
            }
            Coming::Rate { rate, most, .. } => {
                while self.next <= now && self.next <= source.end && self.due < *most {
                    self.due += 1;
                    self.next += gap(*rate, seed, index, u64::from(self.due));
                }
            }
            Coming::Timetable(rows) => {
                while let Some(&(time, number)) = rows.get(self.row as usize).filter(|(time, _)| *time <= now)
                {
                    self.row += 1;
                    if time >= source.start && time <= source.end {
                        self.due = self.due.saturating_add(number);
                    }
                }
            }
        }
        self.owed = self.owed.saturating_add(self.due - before);
    }

    /// Whether somebody will be due later.
    fn goes_on(&self, source: &Source) -> bool {
        match &source.coming {
            Coming::AtOnce(_) => self.due == 0,
            Coming::Rate { poisson: true, most, .. } => self.due < *most && self.next <= source.end,
            Coming::Rate { rate, most, .. } => {
                self.due < *most && source.start + f64::from(self.due) / rate <= source.end
            }
            Coming::Timetable(rows) => (self.row as usize) < rows.len(),
        }
    }

    /// Whether nobody will come any more.
    pub(crate) fn is_over(&self, source: &Source) -> bool {
        self.owed == 0 && !self.goes_on(source)
    }
}

/// The time until the next one. \[s\]
fn gap(rate: f64, seed: u64, index: u32, count: u64) -> f64 {
    let unit = Random::new(seed, Purpose::Source, index, TIMES + count).unit();
    -libm::log(1.0 - unit) / rate
}

/// Who is to come together.
struct Party {
    members: Vec<Member>,
    agenda: usize,
}

struct Member {
    profile: ProfileId,
    traits: Traits,
    wall_radius: f64,
}

impl Director {
    /// Lets in whoever is due.
    pub(crate) fn let_in(&mut self, crowd: &mut Crowd) {
        let scenario = self.scenario.clone();
        let now = crowd.num_steps();
        for (index, source) in scenario.sources.iter().enumerate() {
            self.sources[index].update(source, self.seed, index as u32, now as f64 * STEP);
            if self.sources[index].owed == 0 || self.sources[index].retry > now {
                continue;
            }
            let mut room = match &source.place {
                SourcePlace::Area(area) => Some(Room::new(crowd, &self.stage.areas[*area])),
                SourcePlace::Positions { .. } => None,
            };
            while let Some(party) = self.party(crowd, source, index) {
                let found = match (&source.place, &mut room) {
                    (SourcePlace::Area(area), Some(room)) => self.places(crowd, *area, &party, room),
                    _ => Some(self.listed_places(index, party.members.len())),
                };
                let Some(places) = found else {
                    self.sources[index].retry = now + RETRY;
                    break;
                };
                if !self.enter(crowd, source, index, &party, &places) {
                    self.sources[index].retry = now + RETRY;
                    break;
                }
            }
        }
    }

    /// Step 2: the next party; `None` if it is not complete.
    fn party(&self, crowd: &Crowd, source: &Source, index: usize) -> Option<Party> {
        let state = &self.sources[index];
        if state.owed == 0 {
            return None;
        }
        let mut random =
            Random::new(self.seed, Purpose::Source, index as u32, PARTIES + u64::from(state.parties));
        // Shares are of characters; a group of three comes a third as often as its share says.
        let [two, three, four] = source.groups;
        let alone = (1.0 - two - three - four).max(0.0);
        let sizes = [(1, alone), (2, two / 2.0), (3, three / 3.0), (4, four / 4.0)];
        let mut size = by_weight(&sizes, random.unit()) as u32;
        if state.owed < size {
            if state.goes_on(source) {
                return None;
            }
            size = state.owed;
        }
        let agenda = by_weight(&source.agendas, random.unit());
        let members = (0..size).map(|k| {
            let mut random = Random::new(self.seed, Purpose::Properties, self.newcomers + k, 0);
            let profile = by_weight(&source.profiles, random.unit());
            let sketch = &self.scenario.profiles[profile];
            let traits = sketch.sample(&mut random);
            // The gap to walls belongs to the id that it will get.
            let id = CharacterId(crowd.all.num_ids() + k);
            let wall_gap = sketch.profile.of(crowd.seed(), id).wall_gap();
            let wall_radius = f64::from(traits.radius + wall_gap);
            Member { profile: ProfileId(profile as u16), traits, wall_radius }
        });
        Some(Party { members: members.collect(), agenda })
    }

    /// Step 3, in an area.
    fn places(&self, crowd: &Crowd, area: usize, party: &Party, room: &mut Room) -> Option<Vec<[f64; 2]>> {
        let area = &self.stage.areas[area];
        let mut random = Random::new(self.seed, Purpose::Source, self.newcomers, crowd.num_steps());
        let mut places: Vec<[f64; 2]> = Vec::new();
        for member in &party.members {
            let radius = f64::from(member.traits.radius);
            let first = places.first().copied();
            // A little more room than needed: walls are not exact to the last bit for everybody.
            let wall_radius = member.wall_radius + 0.001;
            let free = |at: [f64; 2]| {
                let together = first.is_none_or(|first| distance_sq(first, at) <= TOGETHER * TOGETHER);
                let apart = places.iter().zip(&party.members).all(|(&other, own)| {
                    let least = radius + f64::from(own.traits.radius) + 0.02;
                    distance_sq(other, at) >= least * least
                });
                together && apart && room.is_free(at, radius)
            };
            let found = match first {
                None => room::place(crowd.mesh(), area, wall_radius, &mut random, TRIES, free),
                Some(first) => {
                    let around =
                        Area::rectangle(area.layer, first.map(|v| v - TOGETHER), first.map(|v| v + TOGETHER));
                    let free = |at: [f64; 2]| area.has(at) && free(at);
                    room::place(crowd.mesh(), &around, wall_radius, &mut random, TRIES, free)
                }
            };
            places.push(found?.at);
        }
        for (&at, member) in places.iter().zip(&party.members) {
            room.add(at, f64::from(member.traits.radius));
        }
        Some(places)
    }

    /// Step 3, by a list.
    fn listed_places(&self, source: usize, count: usize) -> Vec<[f64; 2]> {
        let all = &self.stage.positions[source];
        let came = self.sources[source].came as usize;
        (0..count).map(|k| all[(came + k) % all.len()].at).collect()
    }

    /// Lets a party in. False if somebody stands there.
    fn enter(
        &mut self,
        crowd: &mut Crowd,
        source: &Source,
        index: usize,
        party: &Party,
        places: &[[f64; 2]],
    ) -> bool {
        let layer = match &source.place {
            SourcePlace::Area(area) => self.stage.areas[*area].layer,
            SourcePlace::Positions { .. } => self.stage.positions[index][0].layer,
        };
        let position = |at: [f64; 2]| Position::new(at, layer);
        let mut members = party.members.iter().zip(places);
        if members.any(|(member, &at)| crowd.who_is_at(position(at), member.traits.radius).is_some()) {
            return false;
        }
        let group = (party.members.len() > 1).then(|| crowd.add_group(Social::default()));
        let mut first: Option<CharacterId> = None;
        for (member, &at) in party.members.iter().zip(places) {
            let newcomer =
                Newcomer { traits: member.traits, group, ..Newcomer::new(position(at), member.profile) };
            self.sources[index].owed -= 1;
            self.sources[index].came += 1;
            self.newcomers += 1;
            // Whoever can never be there, such as next to a wall, is given up, so that others get their turn.
            let Ok(id) = crowd.add(newcomer) else {
                self.sources[index].refused += 1;
                continue;
            };
            let key = *first.get_or_insert(id);
            self.news.push(News::Entered { id, source: index });
            self.actors.insert(id, Actor::new(self.scenario.agendas[party.agenda].first as u32, key.0));
            self.react(crowd, source, id);
        }
        self.sources[index].parties += 1;
        true
    }

    /// Somebody stands for a while before it does anything, or begins at once.
    fn react(&mut self, crowd: &mut Crowd, source: &Source, id: CharacterId) {
        let delay = match &source.pre_movement {
            Some(time) => steps(time.sample(&mut self.random(id, Purpose::Duration))),
            None => 0,
        };
        if delay == 0 {
            self.begin(crowd, id);
        } else {
            self.turn(id, Doing::Reacting, crowd.num_steps().saturating_add(delay).min(NEVER - 1));
        }
    }
}
