//! What a room shows, before it is opened: a built-in place, a file with a place, a scenario, or a recorded run.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use throng_crowd::scenario::Scenario;
use throng_crowd::task::Simulation;
use throng_mesh::{LiveMesh, Mesh, Scene};

use super::show::Show;
use crate::extract::{Extracting, is_model};
use crate::input::{Input, Reading};
use crate::simulate::Simulate;
use crate::trajectory::Trajectory;

/// The scenario of the station, which `throng demo` runs too.
const RUSH_HOUR: &str = include_str!("../demo.toml");

/// What a room shows.
#[derive(Debug)]
pub(super) enum Origin {
    /// A place in which people walk.
    Lively(Box<Lively>),
    /// A file of trajectories.
    Recorded(PathBuf),
}

/// A place, and what happens in it; without a scenario everybody walks about.
#[derive(Clone, Debug)]
pub(super) struct Lively {
    pub(super) title: String,
    pub(super) scene: Scene,
    pub(super) scenario: Option<Scenario>,
}

impl Origin {
    /// A built-in place; the station has a scenario.
    pub(super) fn built_in(name: &str) -> Option<Self> {
        let scene = throng_import::place(name)?;
        let scenario = has_scenario(name).then(|| Scenario::from_toml(RUSH_HOUR).ok()).flatten();
        let title = scenario.as_ref().map_or_else(|| scene.name.clone(), |scenario| scenario.name.clone());
        Some(Self::Lively(Box::new(Lively { title, scene, scenario })))
    }

    /// A file, or the name of a built-in place. What is wrong with it is told.
    pub(super) fn of_file(path: &Path, reading: Reading) -> Result<Self> {
        if let Some(origin) = path.to_str().filter(|_| !path.exists()).and_then(Self::built_in) {
            return Ok(origin);
        }
        if is_sqlite(path) {
            Trajectory::open(path)?;
            return Ok(Self::Recorded(path.to_owned()));
        }
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let titled = |name: &str| if name.is_empty() { stem.clone() } else { name.to_owned() };
        if path.extension().is_some_and(|extension| extension == "toml") {
            let (_, simulation) = Simulate::new(path.to_owned(), PathBuf::new(), reading).open()?;
            let scenario = Scenario::clone(&simulation.scenario);
            let scene = simulation.crowd.live_mesh().scene().clone();
            let title = titled(&scenario.name);
            return Ok(Self::Lively(Box::new(Lively { title, scene, scenario: Some(scenario) })));
        }
        if std::fs::read(path).is_ok_and(|bytes| Mesh::is_saved(&bytes)) {
            bail!(
                "{} is a saved mesh, which does not know its scene; give the scene file instead",
                path.display()
            );
        }
        let input = Input { file: path.to_owned(), reading };
        let imported = if is_model(path) {
            let (imported, _) = Extracting::default().read(&input)?;
            input.tell(&imported.notes, &[]);
            imported
        } else {
            input.read()?
        };
        // Built here once, so that problems are told where the program was started.
        input.build_live(&imported)?;
        let title = titled(&imported.scene.name);
        Ok(Self::Lively(Box::new(Lively { title, scene: imported.scene, scenario: None })))
    }
}

impl Lively {
    /// The beginning.
    pub(super) fn begin(&self) -> Result<Show> {
        let live = LiveMesh::build(&self.scene).context("this place gives no mesh")?;
        let Some(scenario) = &self.scenario else { return Ok(Show::free(live)) };
        let simulation = Simulation::new(scenario.clone(), live).map_err(|problems| {
            let words: Vec<String> = problems.iter().map(ToString::to_string).collect();
            anyhow::anyhow!("{}", words.join("; "))
        })?;
        Ok(Show::scenario(simulation))
    }
}

/// Whether a built-in place comes with a scenario.
pub(super) fn has_scenario(name: &str) -> bool {
    name == "station"
}

fn is_sqlite(path: &Path) -> bool {
    use std::io::Read;
    let mut head = [0; 16];
    std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok()
        && &head == b"SQLite format 3\0"
}
