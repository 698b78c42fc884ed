//! A minute of a crowd: nobody gets out, through a wall or lost.

use crate::try_places::{Places, component};
use std::panic::AssertUnwindSafe;
use throng_crowd::{CharacterId, Crowd, CrowdEvent, Goal, Newcomer, Profile};
use throng_mesh::{LiveMesh, Position, Scene};
use throng_voronoi::sample::Random;

const CHARACTERS: usize = 200;
const STEPS: usize = 600;
const SEED: u64 = 3;

/// For each character so many places are tried; in a small model not all find room.
const TRIES: usize = 20;

/// Places that characters go to.
const GOALS: usize = 2000;

/// Room around starts and goals. [m]
const ROOM: f64 = 0.3;

/// Nobody moves farther in a step. [m]
const FARTHEST: f64 = 1.0;

/// After so many faults it is enough.
const ENOUGH: usize = 20;

/// What became of the crowd.
#[derive(Default)]
pub struct Walk {
    /// Who was there.
    pub characters: usize,
    /// How often somebody arrived.
    pub arrivals: usize,
    /// What is wrong.
    pub faults: Vec<String>,
}

/// A crowd, and where it goes.
struct Walkers {
    crowd: Crowd,
    /// With their components, in order of these.
    goals: Vec<(usize, Position)>,
    random: Random,
}

/// Lets a crowd walk for a minute.
pub fn walk(scene: &Scene) -> Walk {
    let mut walk = Walk::default();
    let mut walkers = match Walkers::new(scene) {
        Ok(walkers) => walkers,
        Err(fault) => {
            walk.faults.push(fault);
            return walk;
        }
    };
    walk.characters = walkers.crowd.len();
    for step in 0..STEPS {
        let before: Vec<(CharacterId, Position)> =
            walkers.crowd.iter().map(|one| (one.id(), one.position())).collect();
        if std::panic::catch_unwind(AssertUnwindSafe(|| walkers.crowd.step())).is_err() {
            walk.faults.push(format!("step {step} panics"));
            break;
        }
        for (id, from) in before {
            let fault = walkers.fault(id, from);
            walk.faults.extend(fault.map(|fault| format!("step {step}, character {}: {fault}", id.0)));
        }
        if step % 100 == 99 {
            walk.faults.extend(walkers.crowd.check().err());
        }
        if walk.faults.len() > ENOUGH {
            break;
        }
        walk.arrivals += walkers.go_on();
    }
    walk
}

impl Walkers {
    fn new(scene: &Scene) -> Result<Self, String> {
        let live = LiveMesh::build(scene).map_err(|error| error.to_string())?;
        let mut random = Random::new(SEED);
        let places = Places::new(live.mesh());
        let mut goals: Vec<(usize, Position)> = places
            .pick(ROOM, GOALS, &mut random)
            .into_iter()
            .filter_map(|place| Some((component(live.mesh(), place)?, place)))
            .collect();
        let starts = places.pick(ROOM, TRIES * CHARACTERS, &mut random);
        drop(places);
        goals.sort_by_key(|&(component, _)| component);
        let mut crowd = Crowd::new(live, SEED);
        let profile = crowd.add_profile(Profile::default());
        let mut walkers = Self { crowd, goals, random };
        for start in starts {
            if walkers.crowd.len() == CHARACTERS {
                break;
            }
            if let Ok(id) = walkers.crowd.add(Newcomer::new(start, profile)) {
                walkers.send(id);
            }
        }
        Ok(walkers)
    }

    /// Sends somebody to a place of its component.
    fn send(&mut self, id: CharacterId) {
        let Some(one) = self.crowd.get(id) else { return };
        let Some(own) = component(self.crowd.mesh(), one.position()) else { return };
        let first = self.goals.partition_point(|&(component, _)| component < own);
        let count = self.goals.partition_point(|&(component, _)| component <= own) - first;
        if count > 0 {
            let (_, goal) = self.goals[first + self.random.below(count)];
            self.crowd.send(id, Goal::Place(goal));
        }
    }

    /// What is wrong with somebody who was elsewhere before the step.
    fn fault(&self, id: CharacterId, from: Position) -> Option<String> {
        let one = self.crowd.get(id)?;
        let (to, velocity, mesh) = (one.position(), one.velocity(), self.crowd.mesh());
        if !velocity.iter().all(|v| v.is_finite()) || !to.at.iter().all(|v| v.is_finite()) {
            return Some(format!("is no number: {to:?} {velocity:?}"));
        }
        if mesh.locate(to, Some(one.cell())).is_none() {
            return Some(format!("is outside: from {from:?} to {to:?}"));
        }
        if from == to {
            return None;
        }
        let [x, y] = [0, 1].map(|k| to.at[k] - from.at[k]);
        if x * x + y * y > FARTHEST * FARTHEST {
            return Some(format!("jumps: from {from:?} to {to:?}"));
        }
        let is_straight = mesh.visible(from, to, Some(one.cell())).is_some_and(|line| line.visible);
        (!is_straight).then(|| format!("goes through a wall: from {from:?} to {to:?}"))
    }

    /// New goals for those who arrived, or who cannot get where they were sent; how many arrived.
    fn go_on(&mut self) -> usize {
        let mut arrivals = 0;
        let idle = self.crowd.events().iter().filter_map(|event| match event {
            CrowdEvent::Arrived(id) => {
                arrivals += 1;
                Some(*id)
            }
            CrowdEvent::Blocked { id, .. } => Some(*id),
            _ => None,
        });
        for id in idle.collect::<Vec<_>>() {
            self.send(id);
        }
        arrivals
    }
}
