//! People who walk about: whoever arrives gets another place to go to.

use std::collections::BTreeSet;

use throng_crowd::{CharacterId, Crowd, CrowdEvent, Goal, Newcomer, Profile, ProfileId, Purpose, Random};
use throng_mesh::{Mesh, Position};

use crate::random::Places;

/// Places to go to.
const PLACES: usize = 2_000;
/// Room that such a place has. (m)
const ROOM: f64 = 0.4;
/// Places that are tried for each newcomer: where these are too few, it is full.
const TRIES: usize = 40;

/// People who walk about.
#[derive(Debug)]
pub(super) struct Strollers {
    goals: Vec<Position>,
    places: Places,
    who: BTreeSet<CharacterId>,
    /// How many newcomers there were.
    came: u32,
}

impl Strollers {
    /// Nobody yet. All places to go to can be reached from each other, if not by everybody.
    pub(super) fn new(mesh: &Mesh, seed: u64) -> Self {
        let mut places = Places::new(mesh, seed);
        let found = (0..PLACES).map_while(|_| places.next(mesh, ROOM));
        let found: Vec<(usize, Position)> = found
            .filter_map(|place| Some((mesh.cell(mesh.locate(place, None)?).edge().component(), place)))
            .collect();
        let mut components: Vec<usize> = found.iter().map(|(component, _)| *component).collect();
        components.sort_unstable();
        let runs = components.chunk_by(|a, b| a == b);
        let largest = runs.max_by_key(|run| run.len()).map(|run| run[0]);
        let goals = found.into_iter().filter(|(component, _)| Some(*component) == largest);
        Self { goals: goals.map(|(_, place)| place).collect(), places, who: BTreeSet::new(), came: 0 }
    }

    /// Profiles of those who walk about in a place without a scenario.
    pub(super) fn profiles() -> Vec<Profile> {
        let slow = Profile {
            speed: throng_crowd::Distribution::Uniform { from: 0.6, to: 1.0 },
            ..Profile::named("slow")
        };
        vec![Profile::named("adult"), Profile { name: "hurried".into(), ..Profile::motivated() }, slow]
    }

    /// Adds people, anywhere or in a disc around a place (m); how many there was room for. Without a profile they have all of them.
    pub(super) fn add(
        &mut self,
        crowd: &mut Crowd,
        count: usize,
        profile: Option<ProfileId>,
        around: Option<(Position, f64)>,
    ) -> usize {
        let num_profiles = crowd.num_profiles() as u32;
        let mut added = 0;
        let mut misses = 0;
        while added < count && num_profiles > 0 && misses < TRIES {
            self.came += 1;
            let mut random = Random::new(crowd.seed(), Purpose::Source, self.came, 0);
            let own = profile.unwrap_or_else(|| ProfileId(random.below(num_profiles) as u16));
            let traits = crowd.profile(own).sample(&mut random);
            let place = match around {
                None => self.places.next(crowd.mesh(), f64::from(traits.radius)),
                Some((middle, radius)) => {
                    Some(Position::new(in_disc(&mut random, middle.at, radius), middle.layer))
                }
            };
            let newcomer = place.map(|place| Newcomer { traits, ..Newcomer::new(place, own) });
            match newcomer.map(|newcomer| crowd.add(newcomer)) {
                Some(Ok(id)) => {
                    self.who.insert(id);
                    self.send(crowd, id);
                    (added, misses) = (added + 1, 0);
                }
                Some(Err(_)) => misses += 1,
                None => break,
            }
        }
        added
    }

    /// After a step: whoever has arrived, or cannot get there, goes elsewhere.
    pub(super) fn lead(&mut self, crowd: &mut Crowd) {
        for event in crowd.events().to_vec() {
            match event {
                CrowdEvent::Arrived(id) | CrowdEvent::Blocked { id, .. } if self.who.contains(&id) => {
                    self.send(crowd, id);
                }
                CrowdEvent::Left(id) => self.release(id),
                _ => {}
            }
        }
    }

    /// From now on somebody else tells it where to go.
    pub(super) fn release(&mut self, id: CharacterId) {
        self.who.remove(&id);
    }

    fn send(&self, crowd: &mut Crowd, id: CharacterId) {
        let mut random = Random::new(crowd.seed(), Purpose::Decision, id.0, crowd.num_steps());
        if let Some(&goal) = self.goals.get(random.below(self.goals.len().max(1) as u32) as usize) {
            crowd.send(id, Goal::Place(goal));
        }
    }
}

/// A random place in a disc, evenly spread: of those in the square around it the first that is inside.
fn in_disc(random: &mut Random, middle: [f64; 2], radius: f64) -> [f64; 2] {
    loop {
        let [x, y] = [0, 1].map(|_| 2.0 * random.unit() - 1.0);
        if x * x + y * y <= 1.0 {
            return [middle[0] + radius * x, middle[1] + radius * y];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use throng_mesh::{LayerId, LiveMesh};

    fn crowd() -> Crowd {
        let live =
            LiveMesh::build(&throng_import::place("blocks").expect("it is built in")).expect("it is fine");
        let mut crowd = Crowd::new(live, 1);
        for profile in Strollers::profiles() {
            crowd.add_profile(profile);
        }
        crowd
    }

    #[test]
    fn they_keep_walking() {
        let mut crowd = crowd();
        let mut strollers = Strollers::new(crowd.mesh(), 1);
        assert_eq!(strollers.add(&mut crowd, 50, None, None), 50);
        let mut arrived = 0;
        for _ in 0..1_200 {
            crowd.step();
            arrived += crowd.events().iter().filter(|event| matches!(event, CrowdEvent::Arrived(_))).count();
            strollers.lead(&mut crowd);
        }
        assert!(arrived > 20, "{arrived} arrivals in two minutes");
        let walking = crowd.iter().filter(|who| who.goal().is_some()).count();
        assert_eq!(walking, 50, "nobody is without a goal");
    }

    #[test]
    fn a_place_gets_full() {
        let mut crowd = crowd();
        let mut strollers = Strollers::new(crowd.mesh(), 1);
        let middle =
            crowd.mesh().nearest_walkable(Position::new([0.0, 0.0], LayerId(0))).expect("there is one");
        let added = strollers.add(&mut crowd, 10_000, Some(ProfileId(0)), Some((middle, 2.0)));
        assert!((5..150).contains(&added), "{added} in a disc of 2 m");
        assert_eq!(crowd.len(), added);
    }
}
