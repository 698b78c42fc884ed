//! All that a run writes, together.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;
use throng_crowd::measure::{CutOff, Frame, Measurements, Sample, ServiceMap};
use throng_crowd::scenario::{Measured, Scenario};
use throng_crowd::task::{News, Simulation, Stage};
use throng_crowd::{CharacterId, Crowd, CrowdEvent, STEP};
use throng_import::write_scene;
use throng_mesh::{Facility, Mesh};

use super::csv::{CsvFile, PedpyText};
use super::facts::RunFacts;
use super::floor_files::FloorFiles;
use super::report::report;
use super::sqlite::{CharacterRow, TrajectoryFile};
use super::summary::summary;
use super::tracks::Tracks;
use crate::output::write_file;

/// Of so many characters one has its way drawn in the report, at least.
const TRACKS: u32 = 20;

/// Which files are written beside those that always are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extra {
    pub(super) csv: bool,
    pub(super) text: bool,
}

/// Files and measurements of a run.
pub(super) struct Outputs {
    folder: PathBuf,
    /// What the names of files end in: nothing, or since when a run went on.
    since: String,
    every: u64,
    trajectories: TrajectoryFile,
    floors: FloorFiles,
    csv: Option<CsvFile<BufWriter<File>>>,
    text: Option<PedpyText<BufWriter<File>>>,
    pub(super) measurements: Measurements,
    tracks: Tracks,
    /// The version of the mesh that was written last.
    version: u64,
}

impl Outputs {
    pub(super) fn new(folder: &Path, simulation: &Simulation, extra: Extra) -> Result<Self> {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let (crowd, scenario) = (&simulation.crowd, &simulation.scenario);
        let mesh = crowd.mesh();
        let since =
            if crowd.num_steps() == 0 { String::new() } else { format!("-from-{:.1}s", crowd.time()) };
        let every = u64::from(scenario.frames_every.max(1));
        let fps = 1.0 / (STEP * every as f64);
        let file = |name: &str, ending: &str| folder.join(format!("{name}{since}{ending}"));
        let mut trajectories = TrajectoryFile::create(&file("trajectories", ".sqlite"), mesh, fps)?;
        trajectories.set_info("scenario", &scenario.name)?;
        trajectories.set_info("seed", &crowd.seed().to_string())?;
        trajectories.set_info("scene", &write_scene(crowd.live_mesh().scene()))?;
        let floors = FloorFiles::new(&file("floor", ""), mesh, fps);
        let create = |ending: &str| -> Result<BufWriter<File>> {
            let path = file("trajectories", ending);
            let out = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
            Ok(BufWriter::new(out))
        };
        let csv = if extra.csv { Some(CsvFile::new(create(".csv")?)?) } else { None };
        let text = if extra.text { Some(PedpyText::new(create(".txt")?, fps)?) } else { None };
        let mut outputs = Self {
            folder: folder.to_owned(),
            measurements: measurements(mesh, scenario, &simulation.stage),
            tracks: Tracks::new(TRACKS),
            version: mesh.version(),
            since,
            every,
            trajectories,
            floors,
            csv,
            text,
        };
        // Those who are there already, if a run goes on.
        for character in crowd.iter() {
            outputs.enter(crowd, character.id())?;
        }
        outputs.frame(simulation)?;
        Ok(outputs)
    }

    /// What happened in a step, and a frame if it is time for one.
    pub(super) fn step(&mut self, simulation: &Simulation) -> Result<()> {
        let crowd = &simulation.crowd;
        let time = crowd.time();
        for news in simulation.director.news() {
            match news {
                News::Entered { id, .. } => self.enter(crowd, *id)?,
                News::Left { id, exit } => {
                    self.trajectories.set_left(*id, time)?;
                    self.measurements.trips.leave(*id, time, *exit);
                }
                News::Joined { id, queue } => {
                    self.event(time, "joined", *id, &simulation.scenario.queues[*queue].name)?
                }
                News::Served { id, queue } => {
                    self.event(time, "served", *id, &simulation.scenario.queues[*queue].name)?
                }
                News::Happened(index) => {
                    let signal = simulation.scenario.happenings[*index].signal;
                    let name = signal.map_or("", |signal| &simulation.scenario.signals[signal]);
                    self.trajectories.add_event(time, "event", None, name)?;
                }
                News::Refused { why, .. } => self.trajectories.add_event(time, "refused", None, why)?,
            }
        }
        for event in crowd.events() {
            match event {
                CrowdEvent::Blocked { id, reason } => {
                    self.event(time, "blocked", *id, &reason.to_string())?
                }
                CrowdEvent::Stuck { id, reason } => self.event(time, "stuck", *id, &reason.to_string())?,
                CrowdEvent::Freed(id) => self.event(time, "freed", *id, "")?,
                _ => {}
            }
        }
        if crowd.mesh().version() != self.version {
            self.version = crowd.mesh().version();
            self.trajectories.set_place(crowd.mesh())?;
        }
        if crowd.num_steps().is_multiple_of(self.every) {
            self.frame(simulation)?;
        }
        Ok(())
    }

    /// Ends all files; the summary, and all files with what they are.
    pub(super) fn finish(
        self,
        mesh: &Mesh,
        facts: &RunFacts,
    ) -> Result<(Value, Vec<(&'static str, PathBuf)>)> {
        let file = |name: &str, ending: &str| self.folder.join(format!("{name}{}{ending}", self.since));
        let mut files = vec![("trajectories", file("trajectories", ".sqlite"))];
        self.trajectories.finish()?;
        files.extend(self.floors.finish()?.into_iter().map(|path| ("floor", path)));
        if let Some(csv) = self.csv {
            csv.finish()?;
            files.push(("table", file("trajectories", ".csv")));
        }
        if let Some(text) = self.text {
            text.finish()?;
            files.push(("text", file("trajectories", ".txt")));
        }
        let summary = summary(mesh, facts, &self.measurements);
        let path = file("summary", ".json");
        write_file(&path, serde_json::to_string_pretty(&summary)?)?;
        files.push(("summary", path));
        let path = file("report", ".html");
        write_file(&path, report(mesh, facts, &self.measurements, &self.tracks))?;
        files.push(("report", path));
        Ok((summary, files))
    }

    fn enter(&mut self, crowd: &Crowd, id: CharacterId) -> Result<()> {
        let Some(character) = crowd.get(id) else { return Ok(()) };
        self.measurements.trips.enter(id, crowd.time());
        self.trajectories.add_character(&CharacterRow {
            id,
            profile: &crowd.profile(character.profile()).name,
            radius: f64::from(character.radius()),
            speed: f64::from(character.speed()),
            entered: crowd.time(),
        })
    }

    fn event(&mut self, time: f64, kind: &str, id: CharacterId, detail: &str) -> Result<()> {
        self.trajectories.add_event(time, kind, Some(id), detail)
    }

    fn frame(&mut self, simulation: &Simulation) -> Result<()> {
        let (crowd, mesh) = (&simulation.crowd, simulation.crowd.mesh());
        let frame = frame_of(crowd);
        self.trajectories.add(mesh, &frame)?;
        self.floors.add(&frame)?;
        if let Some(csv) = &mut self.csv {
            csv.add(mesh, &frame)?;
        }
        if let Some(text) = &mut self.text {
            text.add(mesh, &frame)?;
        }
        self.measurements.add(&frame);
        self.measurements.add_queue_lengths(frame.time, &simulation.director.queue_lengths());
        self.tracks.add(&frame);
        Ok(())
    }
}

/// Everybody, now.
fn frame_of(crowd: &Crowd) -> Frame {
    let samples = crowd.iter().map(|character| Sample {
        id: character.id(),
        at: character.position().at,
        layer: character.position().layer,
        velocity: character.velocity(),
        heading: character.heading(),
        radius: character.radius(),
    });
    Frame { step: crowd.num_steps(), time: crowd.time(), samples: samples.collect() }
}

/// What a scenario wants to be measured, and all its exits and queues.
fn measurements(mesh: &Mesh, scenario: &Scenario, stage: &Stage) -> Measurements {
    let mut all = Measurements::new(mesh);
    for (measurement, layer) in scenario.measurements.iter().zip(&stage.measured) {
        match &measurement.what {
            Measured::Area { area, voronoi } => {
                let area = stage.areas[*area].as_ref().clone();
                all.add_area(mesh, &measurement.name, area, voronoi.then(CutOff::default));
            }
            Measured::Line { ends, .. } => {
                all.add_line(&measurement.name, layer.unwrap_or_default(), *ends);
            }
            Measured::Grid { cell, window } => {
                all.service = ServiceMap::new(mesh, *cell, *window, Facility::Walkway);
            }
            // All of them are measured anyway.
            Measured::Exit(_) | Measured::Queue(_) => {}
        }
    }
    for exit in &scenario.exits {
        all.add_exit(&exit.name);
    }
    for queue in &scenario.queues {
        all.add_queue(&queue.name);
    }
    all
}
