//! The whole step against JuPedSim's, on one thread: an open place with sixteen pillars, one character on a square meter, the same starts, random goals.
//!
//! JuPedSim walks with its collision-free speed model at its default step of 0.01 s; ours with the default profile at steps of 0.1 s. Simulated
//! seconds of both take turns.

use crate::passes::Steps;
use crate::plaza::Plaza;
use crate::walkers::Walkers;
use rayon::ThreadPoolBuilder;
use std::path::Path;
use throng_compare::measure::median;
use throng_compare::report::{Cell, Report, Table};
use throng_compare::worker::Worker;
use throng_crowd::Profile;

/// Characters on a square meter.
const DENSITY: f64 = 1.0;
const ROWS_OF_PILLARS: usize = 4;
const STEPS_IN_SECOND: usize = 10;
/// Simulated seconds before anything is measured; ours gets more, for all routes are planned in its first five.
const WARM_UP: usize = 2;
const OUR_WARM_UP: usize = 8;

/// What was measured.
pub struct Measured {
    characters: usize,
    steps: Steps,
    /// Seconds for a simulated second.
    ours: f64,
    our_speed: f64,
    /// Seconds for a simulated second, and the mean speed [m/s].
    jupedsim: Option<(f64, f64)>,
}

impl Measured {
    /// How many times as fast ours is.
    pub fn gain(&self) -> Option<f64> {
        self.jupedsim.map(|(time, _)| time / self.ours)
    }
}

/// Measures both, or ours alone if there is no Python or no JuPedSim, and then says why.
pub fn measure(quick: bool, python: Option<&Path>, report: &mut Report) -> Result<Measured, String> {
    let (characters, seconds) = if quick { (500, 3) } else { (2_000, 9) };
    let pool = ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| error.to_string())?;
    pool.install(|| measure_crowd(characters, seconds, python, report))
}

fn measure_crowd(
    characters: usize,
    seconds: usize,
    python: Option<&Path>,
    report: &mut Report,
) -> Result<Measured, String> {
    let plaza = Plaza::new(characters as f64 / DENSITY, ROWS_OF_PILLARS);
    let mut walkers = Walkers::new(plaza.scene(), Profile::default())?;
    if !walkers.fill(characters)? {
        return Err(format!("{characters} characters do not fit"));
    }
    let mut rival = match rival(python, &plaza.text(&walkers.crowd)) {
        Ok(rival) => Some(rival),
        Err(reason) => {
            report.line(&format!("The columns of JuPedSim are empty: {reason}."));
            None
        }
    };
    for _ in 0..OUR_WARM_UP * STEPS_IN_SECOND {
        walkers.step();
    }
    let mut steps = Steps::of(characters);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..seconds {
        if let Some(rival) = &mut rival {
            theirs.extend(rival.ask("run 1", "ran")?);
        }
        let mut second = 0.0;
        for _ in 0..STEPS_IN_SECOND {
            let step = walkers.step();
            second += step.total();
            steps.push(step);
        }
        ours.push(second);
    }
    let jupedsim = match &mut rival {
        Some(rival) => {
            let speed = rival.ask("speed", "speed")?.first().map_or(f64::NAN, |&speed| speed as f64 / 1e3);
            Some((median(theirs.iter().map(|&time| time as f64 / 1e9)), speed))
        }
        None => None,
    };
    Ok(Measured { characters, steps, ours: median(ours), our_speed: walkers.mean_speed(), jupedsim })
}

fn rival(python: Option<&Path>, place: &str) -> Result<Worker, String> {
    let python = python.ok_or("there is no Python that has it")?;
    let mut worker = Worker::start_script("jupedsim", python, "jupedsim_crowd.py")?;
    std::fs::write(worker.file(), place).map_err(|error| error.to_string())?;
    let request = format!("load {}", worker.file().display());
    worker.ask(&request, "loaded")?;
    worker.ask(&format!("run {WARM_UP}"), "ran")?;
    Ok(worker)
}

/// Two tables: the race, and where our time went.
pub fn report(measured: &Measured, report: &mut Report) {
    let header = ["characters", "JuPedSim", "ours", "times as fast", "m/s, JuPedSim", "m/s, ours"];
    let title = "The whole step against JuPedSim, one thread, medians [s for a simulated second]";
    let mut table = Table::new(title, header.map(str::to_string).to_vec());
    let optional =
        |number: Option<f64>, decimals| number.map_or(Cell::text(""), |n| Cell::number(n, decimals));
    table.row(vec![
        Cell::count(measured.characters),
        optional(measured.jupedsim.map(|jupedsim| jupedsim.0), 3),
        Cell::number(measured.ours, 4),
        optional(measured.gain(), 1),
        optional(measured.jupedsim.map(|jupedsim| jupedsim.1), 2),
        Cell::ratio(measured.our_speed),
    ]);
    report.table(table);
    let mut passes = Table::new(
        "The default profile, one thread [µs for each character and step]",
        std::iter::once("characters".to_string()).chain(Steps::header()).collect(),
    );
    passes.row(std::iter::once(Cell::count(measured.characters)).chain(measured.steps.cells()).collect());
    report.table(passes);
}
