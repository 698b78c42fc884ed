//! A scenario that runs: a crowd and its director.

use std::sync::Arc;

use throng_mesh::LiveMesh;

use super::director::Director;
use super::save::BadState;
use super::stage::Stage;
use crate::crowd::Crowd;
use crate::save::NotResumed;
use crate::scenario::{Scenario, ScenarioProblem};

/// A scenario that runs.
///
/// ```
/// use throng_crowd::scenario::Scenario;
/// use throng_crowd::task::Simulation;
/// use throng_mesh::{LiveMesh, sample};
///
/// let text = r#"
///     throng = 1
///     place = "field"
///     duration = 60
///     [profiles.adult]
///     [exits.corner]
///     rectangle = [[36, 36], [40, 40]]
///     [[agendas.leave]]
///     exit = "corner"
///     [[sources]]
///     area = { rectangle = [[0, 0], [4, 4]] }
///     number = 5
/// "#;
/// let scenario = Scenario::from_toml(text).expect("it is fine");
/// let mut simulation = Simulation::new(scenario, LiveMesh::build(&sample::field(4, 1))?).expect("it fits");
/// while !simulation.is_over() {
///     simulation.step();
/// }
/// assert_eq!(simulation.director.exit_counts(), [5]);
/// # Ok::<(), throng_mesh::BuildError>(())
/// ```
#[derive(Debug)]
pub struct Simulation {
    /// The characters.
    pub crowd: Crowd,
    /// Who tells them where to go.
    pub director: Director,
    /// What it is about.
    pub scenario: Arc<Scenario>,
    /// The same in its place.
    pub stage: Arc<Stage>,
}

/// What the bytes of a run begin with; the last digit is the version of the format.
const MAGIC: [u8; 8] = *b"THRONGS2";

/// Why a run cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum NotContinued {
    /// The scenario does not fit to the place.
    #[error("the scenario does not fit to the place")]
    Misfit(Vec<ScenarioProblem>),
    /// The crowd cannot go on.
    #[error(transparent)]
    Crowd(#[from] NotResumed),
    /// The tasks cannot go on.
    #[error(transparent)]
    State(#[from] BadState),
}

impl Simulation {
    /// Puts a scenario into its place. Nobody is there before the first step.
    ///
    /// # Errors
    /// Everything of the scenario that does not fit to the place.
    pub fn new(scenario: Scenario, place: LiveMesh) -> Result<Self, Vec<ScenarioProblem>> {
        let stage = Arc::new(Stage::new(&scenario, place.mesh())?);
        let scenario = Arc::new(scenario);
        let mut crowd = Crowd::new(place, scenario.seed);
        for profile in &stage.profiles {
            crowd.add_profile(profile.clone());
        }
        let director = Director::new(scenario.clone(), stage.clone(), scenario.seed);
        Ok(Self { crowd, director, scenario, stage })
    }

    /// Makes a step of 0.1 s.
    pub fn step(&mut self) {
        self.director.before_step(&mut self.crowd);
        self.crowd.step();
        self.director.after_step(&mut self.crowd);
    }

    /// The run as bytes, between two steps.
    pub fn save(&self) -> Vec<u8> {
        let crowd = self.crowd.save();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((crowd.len() as u64).to_le_bytes());
        bytes.extend(crowd);
        bytes.extend(self.director.to_bytes());
        bytes
    }

    /// Goes on with a run that was saved, of the same scenario in the same place. What follows has the same bits as if it had not been
    /// interrupted.
    ///
    /// # Errors
    /// If the scenario does not fit to the place, or the bytes to the scenario.
    pub fn resume(scenario: Scenario, place: LiveMesh, bytes: &[u8]) -> Result<Self, NotContinued> {
        let stage = Arc::new(Stage::new(&scenario, place.mesh()).map_err(NotContinued::Misfit)?);
        let scenario = Arc::new(scenario);
        let body = bytes.strip_prefix(&MAGIC).ok_or(NotContinued::State(BadState))?;
        let (length, body) = body.split_first_chunk().ok_or(NotContinued::State(BadState))?;
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        let (crowd, director) = body.split_at_checked(length).ok_or(NotContinued::State(BadState))?;
        let mut crowd = Crowd::resume(place, stage.profiles.clone(), crowd)?;
        let director = Director::from_bytes(director, scenario.clone(), stage.clone())?;
        director.share_areas(&mut crowd);
        Ok(Self { crowd, director, scenario, stage })
    }

    /// Whether the time is over, or everybody has left and the scenario ends then.
    pub fn is_over(&self) -> bool {
        self.crowd.time() >= self.scenario.duration - 1e-9
            || (self.scenario.until_empty && self.crowd.num_steps() > 0 && self.director.is_over())
    }
}
