//! The verb: reads a scenario and its place, runs, and tells where everything is.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Value, json};
use throng_crowd::STEP;
use throng_crowd::scenario::{Scenario, ScenarioProblem};
use throng_crowd::task::{NotContinued, Simulation};
use throng_mesh::LiveMesh;

use super::facts::RunFacts;
use super::outputs::{Extra, Outputs};
use crate::input::{Input, Reading, positive};
use crate::output::{print, write_file};
use crate::progress::Progress;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  throng simulate evening.toml --out run\n  throng simulate evening.toml --check\n  \
                  throng simulate evening.toml --out run --resume run/state.bin"
)]
pub(crate) struct Simulate {
    /// A scenario (.toml)
    scenario: PathBuf,
    /// Folder for the results
    #[arg(long, value_name = "FOLDER", default_value = "out")]
    out: PathBuf,
    /// Another seed than that of the scenario
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Another duration than that of the scenario (s)
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    duration: Option<f64>,
    /// Only say what is wrong with the scenario and its place
    #[arg(long)]
    check: bool,
    /// Write trajectories also as CSV
    #[arg(long)]
    csv: bool,
    /// Write trajectories also as text for PedPy
    #[arg(long)]
    text: bool,
    /// Save the state of the run every so often, in simulated time (s); also when it is interrupted
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    save_every: Option<f64>,
    /// Go on with a run of this scenario that was saved
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

/// A run that has ended.
pub(crate) struct Ran {
    simulation: Simulation,
    facts: RunFacts,
    /// Of this run, in simulated time; less than the whole if it went on with another one. (s)
    simulated: f64,
    summary: Value,
    files: Vec<(&'static str, PathBuf)>,
}

impl Simulate {
    /// A scenario with its results in a folder, and nothing else special.
    pub(crate) fn new(scenario: PathBuf, out: PathBuf, reading: Reading) -> Self {
        Self {
            scenario,
            out,
            seed: None,
            duration: None,
            check: false,
            csv: false,
            text: false,
            save_every: None,
            resume: None,
            reading,
        }
    }

    pub(crate) fn run(&self, as_json: bool) -> Result<()> {
        let (place, simulation) = self.open()?;
        if self.check {
            return self.tell_check(&simulation, as_json);
        }
        let ran = self.carry_out(simulation, &place)?;
        if as_json { print(&ran.answer().to_string()) } else { print(&ran.readable()) }
    }

    /// Reads, runs and writes everything, and prints nothing.
    pub(crate) fn ran(&self) -> Result<Ran> {
        let (place, simulation) = self.open()?;
        self.carry_out(simulation, &place)
    }

    /// Reads the scenario and its place: where the place came from, and the run, before its first step. Problems are told.
    pub(crate) fn open(&self) -> Result<(PathBuf, Simulation)> {
        let scenario = self.read()?;
        let (place, live) = self.place(&scenario)?;
        Ok((place, self.begin(scenario, live)?))
    }

    fn carry_out(&self, mut simulation: Simulation, place: &Path) -> Result<Ran> {
        let stopped = Arc::new(AtomicBool::new(false));
        let flag = stopped.clone();
        // The first one ends the run after the present step; the second one ends the program.
        let handler = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        handler.context("cannot listen for interruptions")?;
        let start = Instant::now();
        let first = simulation.crowd.num_steps();
        let mut outputs = Outputs::new(&self.out, &simulation, Extra { csv: self.csv, text: self.text })?;
        self.steps(&mut simulation, &mut outputs, &stopped)?;
        let interrupted = stopped.load(Ordering::Relaxed);
        let state = self.out.join("state.bin");
        let saves = interrupted || self.save_every.is_some();
        if saves {
            write_file(&state, simulation.save())?;
        }
        let seconds = start.elapsed().as_secs_f64();
        let facts = RunFacts {
            title: title(&simulation.scenario, &self.scenario),
            seed: simulation.crowd.seed(),
            duration: simulation.crowd.time(),
            step: STEP,
            seconds,
            interrupted,
            settings: self.settings(&simulation, place),
        };
        let (summary, mut files) = outputs.finish(simulation.crowd.mesh(), &facts)?;
        if saves {
            files.push(("state", state));
        }
        let simulated = (simulation.crowd.num_steps() - first) as f64 * STEP;
        Ok(Ran { simulation, facts, simulated, summary, files })
    }

    fn read(&self) -> Result<Scenario> {
        let bytes = std::fs::read(&self.scenario);
        let bytes = bytes.with_context(|| format!("cannot read {}", self.scenario.display()))?;
        let text = std::str::from_utf8(&bytes);
        let text = text.with_context(|| format!("{} is not UTF-8 text", self.scenario.display()))?;
        let mut scenario = Scenario::from_toml(text).map_err(|problems| self.refuse(&problems))?;
        scenario.seed = self.seed.unwrap_or(scenario.seed);
        scenario.duration = self.duration.unwrap_or(scenario.duration);
        Ok(scenario)
    }

    /// The place: a file beside the scenario, or a built-in one.
    fn place(&self, scenario: &Scenario) -> Result<(PathBuf, LiveMesh)> {
        let name = Path::new(&scenario.place.name);
        let beside = self.scenario.parent().map_or_else(|| name.to_owned(), |folder| folder.join(name));
        let file = if beside.exists() { beside } else { name.to_owned() };
        let input = Input { file: file.clone(), reading: self.reading };
        let imported = input.read().map_err(|error| {
            let problem = scenario
                .place
                .spot
                .problem(format!("{error:#}"), "name a file, relative to the scenario, or a built-in place");
            self.refuse(&[problem])
        })?;
        let live = input.build_live(&imported)?;
        Ok((file, live))
    }

    fn begin(&self, scenario: Scenario, live: LiveMesh) -> Result<Simulation> {
        let Some(file) = &self.resume else {
            return Simulation::new(scenario, live).map_err(|problems| self.refuse(&problems));
        };
        let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        Simulation::resume(scenario, live, &bytes).map_err(|why| match why {
            NotContinued::Misfit(problems) => self.refuse(&problems),
            why => anyhow::Error::new(why).context(format!("cannot go on with {}", file.display())),
        })
    }

    /// Tells problems, each with its place in the file.
    fn refuse(&self, problems: &[ScenarioProblem]) -> anyhow::Error {
        let file = self.scenario.display();
        for problem in problems {
            eprintln!("{file}:{}:{}: error: {problem}", problem.spot.line, problem.spot.column);
        }
        anyhow::anyhow!("{file} has {} errors; see above", problems.len())
    }

    /// Runs until it is over or stopped.
    fn steps(&self, simulation: &mut Simulation, outputs: &mut Outputs, stopped: &AtomicBool) -> Result<()> {
        let total = (simulation.scenario.duration / STEP).ceil() as usize;
        let save_every = self.save_every.map(|seconds| ((seconds / STEP).round() as u64).max(1));
        let progress = Progress::new("simulating");
        while !simulation.is_over() && !stopped.load(Ordering::Relaxed) {
            simulation.step();
            outputs.step(simulation)?;
            let step = simulation.crowd.num_steps();
            if save_every.is_some_and(|every| step.is_multiple_of(every)) {
                // Whole or not at all: the old one stays until the new one is there.
                let part = self.out.join("state.part");
                write_file(&part, simulation.save())?;
                std::fs::rename(&part, self.out.join("state.bin")).context("cannot save the state")?;
            }
            if step.is_multiple_of(10) {
                progress.set(&format!("{} characters", simulation.crowd.len()), step as usize, total);
            }
        }
        Ok(())
    }

    fn settings(&self, simulation: &Simulation, place: &Path) -> Vec<(String, String)> {
        let profiles: Vec<&str> =
            simulation.stage.profiles.iter().map(|profile| profile.name.as_str()).collect();
        vec![
            ("scenario".to_owned(), self.scenario.display().to_string()),
            ("place".to_owned(), place.display().to_string()),
            ("profiles".to_owned(), profiles.join(", ")),
        ]
    }

    fn tell_check(&self, simulation: &Simulation, as_json: bool) -> Result<()> {
        let scenario = &simulation.scenario;
        let counts = [
            ("profiles", scenario.profiles.len()),
            ("areas", scenario.areas.len()),
            ("exits", scenario.exits.len()),
            ("queues", scenario.queues.len()),
            ("sources", scenario.sources.len()),
            ("tasks", scenario.tasks.len()),
            ("events", scenario.happenings.len()),
            ("measurements", scenario.measurements.len()),
        ];
        if as_json {
            let mut answer = json!({ "file": self.scenario.display().to_string(), "ok": true });
            counts.iter().for_each(|(name, count)| answer[*name] = (*count).into());
            return print(&answer.to_string());
        }
        let list: Vec<String> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
        print(&format!("{}: {}: all well", self.scenario.display(), list.join(", ")))
    }
}

fn title(scenario: &Scenario, file: &Path) -> String {
    if scenario.name.is_empty() {
        file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
    } else {
        scenario.name.clone()
    }
}

impl Ran {
    /// As one object.
    pub(crate) fn answer(&self) -> Value {
        let Self { simulation, facts, summary, files, .. } = self;
        let director = &simulation.director;
        let names = |names: Vec<&String>, numbers: Vec<u32>| -> Value {
            names
                .into_iter()
                .cloned()
                .zip(numbers)
                .map(|(name, number)| (name, Value::from(number)))
                .collect()
        };
        let scenario = &simulation.scenario;
        let path = |path: &PathBuf| path.display().to_string();
        json!({
            "seed": facts.seed,
            "simulated": facts.duration,
            "seconds": facts.seconds,
            "interrupted": facts.interrupted,
            "came": director.num_newcomers(),
            "present": director.num_present(),
            "exits": names(scenario.exits.iter().map(|exit| &exit.name).collect(), director.exit_counts()),
            "outside": names(scenario.sources.iter().map(|s| &s.name).collect(), director.waiting_outside()),
            "files": files.iter().map(|(what, file)| json!({ "what": what, "file": path(file) })).collect::<Vec<_>>(),
            "summary": summary,
        })
    }

    /// For people.
    pub(crate) fn readable(&self) -> String {
        let Self { simulation, facts, simulated, files, .. } = self;
        let director = &simulation.director;
        let mut lines = vec![format!(
            "{}: {:.1} s simulated in {:.1} s, seed {}{}",
            facts.title,
            simulated,
            facts.seconds,
            facts.seed,
            if facts.interrupted { "; interrupted" } else { "" }
        )];
        lines.push(format!(
            "came         {}, of whom {} are still there",
            director.num_newcomers(),
            director.num_present()
        ));
        for (exit, count) in simulation.scenario.exits.iter().zip(director.exit_counts()) {
            lines.push(format!("left         {count} through \"{}\"", exit.name));
        }
        for (source, count) in simulation.scenario.sources.iter().zip(director.waiting_outside()) {
            if count > 0 {
                lines.push(format!("outside      {count} wait at \"{}\" for room", source.name));
            }
        }
        for (source, count) in simulation.scenario.sources.iter().zip(director.refused()) {
            if count > 0 {
                lines.push(format!(
                    "refused      {count} of \"{}\": a wall is too near to their places",
                    source.name
                ));
            }
        }
        for (what, file) in files {
            lines.push(format!("{what:<12} {}", file.display()));
        }
        lines.join("\n")
    }
}
