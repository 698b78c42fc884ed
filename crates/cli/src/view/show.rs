//! What goes on in a room: a scenario, or people who walk about; and a frame of it.

use std::sync::Arc;

use throng_crowd::task::Simulation;
use throng_crowd::{Area, Character, CharacterId, Conduct, Crowd, CrowdEvent, Goal, STEP};
use throng_mesh::{LiveMesh, Mesh};

use super::frame::{Body, Head, STEERED, STUCK, WAITS, WALKS};
use super::strollers::Strollers;

/// How much room each of those who walk about has at first, and how many they are at most and at least. (m²)
const ROOM: f64 = 15.0;
const MOST: f64 = 2_000.0;
const LEAST: f64 = 20.0;
const SEED: u64 = 1;

/// Where people go who walk about: ninths of the place, row by row from the south-west.
const QUARTERS: [&str; 9] =
    ["south-west", "south", "south-east", "west", "middle", "east", "north-west", "north", "north-east"];

/// What goes on in a room.
#[derive(Debug)]
pub(super) struct Show {
    play: Play,
    pub(super) strollers: Strollers,
    /// The box around the place. (m)
    bounds: [[f64; 2]; 2],
    entered: u32,
    left: u32,
}

#[derive(Debug)]
enum Play {
    Scenario(Box<Simulation>),
    Free(Box<Crowd>),
}

impl Show {
    /// A scenario.
    pub(super) fn scenario(simulation: Simulation) -> Self {
        Self::new(Play::Scenario(Box::new(simulation)))
    }

    /// People who walk about.
    pub(super) fn free(live: LiveMesh) -> Self {
        let mut crowd = Crowd::new(live, SEED);
        for profile in Strollers::profiles() {
            crowd.add_profile(profile);
        }
        let count = (crowd.mesh().area() / ROOM).clamp(LEAST, MOST) as usize;
        let mut show = Self::new(Play::Free(Box::new(crowd)));
        let Self { play: Play::Free(crowd), strollers, .. } = &mut show else { return show };
        strollers.add(crowd, count, None, None);
        show
    }

    fn new(play: Play) -> Self {
        let mesh = play.crowd().mesh();
        let strollers = Strollers::new(mesh, SEED);
        let bounds = mesh.layers().map(|layer| crate::random::bounds(mesh, layer));
        let bounds = bounds.fold([[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]], |[a, b], [low, high]| {
            [[a[0].min(low[0]), a[1].min(low[1])], [b[0].max(high[0]), b[1].max(high[1])]]
        });
        Self { play, strollers, bounds, entered: 0, left: 0 }
    }

    pub(super) fn crowd(&self) -> &Crowd {
        self.play.crowd()
    }

    pub(super) fn crowd_mut(&mut self) -> &mut Crowd {
        match &mut self.play {
            Play::Scenario(simulation) => &mut simulation.crowd,
            Play::Free(crowd) => crowd,
        }
    }

    /// The crowd, and those who walk about in it.
    pub(super) fn people(&mut self) -> (&mut Crowd, &mut Strollers) {
        let crowd = match &mut self.play {
            Play::Scenario(simulation) => &mut simulation.crowd,
            Play::Free(crowd) => &mut **crowd,
        };
        (crowd, &mut self.strollers)
    }

    pub(super) fn simulation(&self) -> Option<&Simulation> {
        match &self.play {
            Play::Scenario(simulation) => Some(simulation),
            Play::Free(_) => None,
        }
    }

    /// From now on a character is driven by hand.
    pub(super) fn release(&mut self, id: CharacterId) {
        self.strollers.release(id);
        if let Play::Scenario(simulation) = &mut self.play {
            simulation.director.release(id);
        }
    }

    /// Makes a step.
    pub(super) fn step(&mut self) {
        match &mut self.play {
            Play::Scenario(simulation) => simulation.step(),
            Play::Free(crowd) => crowd.step(),
        }
        for event in self.play.crowd().events() {
            match event {
                CrowdEvent::Entered(_) => self.entered += 1,
                CrowdEvent::Left(_) => self.left += 1,
                _ => {}
            }
        }
        let (crowd, strollers) = self.people();
        strollers.lead(crowd);
    }

    /// Whether the scenario is over.
    pub(super) fn is_over(&self) -> bool {
        self.simulation().is_some_and(Simulation::is_over)
    }

    /// How long it takes at most. (s)
    pub(super) fn duration(&self) -> Option<f64> {
        self.simulation().map(|simulation| simulation.scenario.duration)
    }

    pub(super) fn profiles(&self) -> Vec<String> {
        let crowd = self.crowd();
        let name = |k: usize| crowd.profile(throng_crowd::ProfileId(k as u16)).name.clone();
        (0..crowd.num_profiles()).map(name).collect()
    }

    /// What the goals in frames are called.
    pub(super) fn goals(&self) -> Vec<String> {
        let Some(simulation) = self.simulation() else { return QUARTERS.map(str::to_owned).to_vec() };
        let scenario = &simulation.scenario;
        let name = |(index, area): (usize, &throng_crowd::scenario::AreaSketch)| {
            let exit = scenario.exits.iter().find(|exit| exit.area == index);
            match exit.map_or(area.name.as_str(), |exit| &exit.name) {
                "" => format!("area {index}"),
                name => name.to_owned(),
            }
        };
        scenario.areas.iter().enumerate().map(name).collect()
    }

    /// Named areas, with their layers and corners. (m)
    pub(super) fn areas(&self) -> Vec<(String, u32, Vec<[f64; 2]>)> {
        let Some(simulation) = self.simulation() else { return Vec::new() };
        let areas = self.goals().into_iter().zip(&simulation.stage.areas).zip(&simulation.scenario.areas);
        areas.map(|((name, area), sketch)| (name, area.layer.0, sketch.polygon.clone())).collect()
    }

    /// Everybody as they are now.
    pub(super) fn frame(&self, milliseconds: f32) -> (Head, Vec<Body>) {
        let crowd = self.crowd();
        let mesh = crowd.mesh();
        let areas = Areas::new(self);
        let mut head = Head {
            step: crowd.num_steps() as u32,
            time: crowd.num_steps() as f64 * STEP,
            count: crowd.len() as u32,
            version: mesh.version() as u32,
            entered: self.entered,
            left: self.left,
            milliseconds,
            ..Head::default()
        };
        let (mut walking, mut sum) = (0u32, 0.0);
        let bodies = crowd.iter().map(|who| {
            let [x, y] = who.velocity();
            let speed = (x * x + y * y).sqrt();
            let stuck = who.is_stuck();
            head.stuck += u32::from(stuck);
            let conduct = match who.conduct() {
                Conduct::Stand => WAITS,
                Conduct::Walk => WALKS,
                Conduct::Steered(_) => STEERED,
            };
            if conduct != WAITS {
                (walking, sum) = (walking + 1, sum + speed);
            }
            Body {
                id: who.id().0,
                at: place_of(mesh, who),
                layer: who.position().layer.0 as u16,
                heading: who.heading(),
                speed,
                state: conduct | if stuck { STUCK } else { 0 },
                goal: who.goal().map_or(0, |goal| areas.number(goal, self.bounds)),
                profile: who.profile().0.min(255) as u8,
                radius: who.radius(),
            }
        });
        let bodies = bodies.collect();
        head.mean_speed = if walking > 0 { sum / walking as f32 } else { 0.0 };
        (head, bodies)
    }
}

impl Play {
    fn crowd(&self) -> &Crowd {
        match self {
            Self::Scenario(simulation) => &simulation.crowd,
            Self::Free(crowd) => crowd,
        }
    }
}

fn place_of(mesh: &Mesh, who: Character<'_>) -> [f64; 3] {
    let position = who.position();
    [position.at[0], position.at[1], mesh.height(position)]
}

/// Areas of a scenario by where they are in memory: goals share them.
struct Areas(Vec<(*const Area, u8)>);

impl Areas {
    fn new(show: &Show) -> Self {
        let areas = show.simulation().map(|simulation| simulation.stage.areas.iter());
        let number = |index: usize| (1 + index.min(254)) as u8;
        let mut all: Vec<(*const Area, u8)> = areas
            .into_iter()
            .flatten()
            .enumerate()
            .map(|(index, area)| (Arc::as_ptr(area), number(index)))
            .collect();
        all.sort_unstable();
        Self(all)
    }

    /// The number of a goal: 0 if it has none.
    fn number(&self, goal: &Goal, [low, high]: [[f64; 2]; 2]) -> u8 {
        match goal {
            Goal::Area(area) => {
                let found = self.0.binary_search_by_key(&Arc::as_ptr(area), |&(area, _)| area);
                found.map_or(0, |index| self.0[index].1)
            }
            // A place within a scenario is one to wait at.
            Goal::Place(_) if !self.0.is_empty() => 0,
            Goal::Place(place) => {
                let third = |k: usize| {
                    let part = 3.0 * (place.at[k] - low[k]) / (high[k] - low[k]);
                    (part as u8).min(2)
                };
                1 + third(0) + 3 * third(1)
            }
        }
    }
}
