//! A crowd that never stops walking: random starts and goals, and a new random goal on arrival.

use throng_compare::positions::positions;
use throng_crowd::{
    CharacterId, Crowd, CrowdEvent, Goal, Newcomer, NotAdded, Profile, ProfileId, Purpose, StepSeconds,
};
use throng_mesh::{LiveMesh, Position, Scene};
use throng_voronoi::sample::Random;

/// Places that somebody is sent to: some of so many.
const GOALS: usize = 20_000;

/// A newcomer tries so many places; if somebody or a wall is in the way everywhere, the place is full.
const TRIES: usize = 5_000;

/// A crowd in a place.
pub struct Walkers {
    pub crowd: Crowd,
    scene: Scene,
    profile: ProfileId,
    /// The largest gap to walls. [m]
    gap: f64,
    goals: Vec<Position>,
    random: Random,
}

impl Walkers {
    /// Nobody yet. Goals keep the radius of the profile from walls.
    pub fn new(scene: Scene, profile: Profile) -> Result<Self, String> {
        let live = LiveMesh::build(&scene).map_err(|error| error.to_string())?;
        let mut random = Random::new(6);
        let traits = profile.sample(&mut throng_crowd::Random::new(0, Purpose::Properties, 0, 0));
        let [_, gap] = profile.wall_gap.bounds();
        let gap = f64::from(traits.radius + gap as f32);
        let goals = positions(&scene, live.mesh(), gap, &mut random, GOALS)?;
        let mut crowd = Crowd::new(live, 1);
        let profile = crowd.add_profile(profile);
        Ok(Self { crowd, scene, profile, gap, goals, random })
    }

    /// Adds characters until there are so many. False if they do not fit.
    pub fn fill(&mut self, count: usize) -> Result<bool, String> {
        while self.crowd.len() < count {
            if !self.add_one()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn add_one(&mut self) -> Result<bool, String> {
        let who = self.crowd.len() as u32;
        let mut own = throng_crowd::Random::new(self.crowd.seed(), Purpose::Properties, who, 0);
        let traits = self.crowd.profile(self.profile).sample(&mut own);
        for _ in 0..TRIES {
            let place = positions(&self.scene, self.crowd.mesh(), self.gap, &mut self.random, 1)?[0];
            match self.crowd.add(Newcomer { traits, ..Newcomer::new(place, self.profile) }) {
                Ok(id) => {
                    let goal = self.some_goal();
                    self.crowd.send(id, Goal::Place(goal));
                    return Ok(true);
                }
                Err(NotAdded::Occupied(_) | NotAdded::NoRoom { .. }) => {}
                Err(reason) => return Err(reason.to_string()),
            }
        }
        Ok(false)
    }

    fn some_goal(&mut self) -> Position {
        self.goals[(self.random.unit() * self.goals.len() as f64) as usize]
    }

    /// A step, and new goals for those who arrived; where the time of the step went.
    pub fn step(&mut self) -> StepSeconds {
        self.crowd.step();
        let seconds = self.crowd.seconds();
        let idle = self.crowd.events().iter().filter_map(|event| match event {
            CrowdEvent::Arrived(id) | CrowdEvent::Blocked { id, .. } => Some(*id),
            _ => None,
        });
        let idle: Vec<CharacterId> = idle.collect();
        for id in idle {
            let goal = self.some_goal();
            self.crowd.send(id, Goal::Place(goal));
        }
        seconds
    }

    /// Mean speed of all. [m/s]
    pub fn mean_speed(&self) -> f64 {
        let speed = |v: [f32; 2]| f64::from(v[0] * v[0] + v[1] * v[1]).sqrt();
        self.crowd.iter().map(|one| speed(one.velocity())).sum::<f64>() / self.crowd.len() as f64
    }
}
