//! ORCA in our crowd against RVO2, the library of its authors, on one thread: an open place with pillars, the same starts.
//!
//! Both mind walls. RVO2 minds 10 neighbors within 5 m; ours up to 16 within 5 m, and only those in sight. RVO2 is told straight directions to
//! random goals, which takes it no time; our characters have routes. So two numbers of ours: the passes that do what RVO2's step does, and
//! the whole step. Blocks of steps of both take turns.

use crate::passes::Steps;
use crate::plaza::Plaza;
use crate::walkers::Walkers;
use rayon::ThreadPoolBuilder;
use std::path::Path;
use throng_compare::measure::median;
use throng_compare::report::{Cell, Report, Table};
use throng_compare::worker::Worker;
use throng_crowd::{Avoidance, Body, Distribution, Orca, Profile};

/// Characters on a square meter.
const DENSITY: f64 = 0.5;
/// One pillar for a square of this side. [m]
const BETWEEN_PILLARS: f64 = 15.0;
/// Until everybody has a route and those who were close have parted.
const WARM_UP: usize = 80;
const ROUNDS: usize = 6;
/// Steps of one of the two in a round.
const STEPS: usize = 8;

/// The passes that do what a step of RVO2 does: an index, neighbors, walls, a velocity, and a move.
const LIKE_RVO2: [&str; 6] = ["index", "walls", "neighbors", "avoid", "contact", "motion"];

/// What was measured with one size of a crowd.
pub struct Measured {
    characters: usize,
    ours: Steps,
    our_speed: f64,
    /// Microseconds for each character and step, and the mean speed [m/s].
    rvo2: Option<(f64, f64)>,
}

impl Measured {
    /// Microseconds of ours for each character and step, as far as it does what RVO2 does.
    fn like_rvo2(&self) -> f64 {
        self.ours.each(LIKE_RVO2.iter().map(|pass| self.ours.pass(pass)).sum())
    }

    /// How many times as fast ours is in doing the same.
    pub fn gain(&self) -> Option<f64> {
        self.rvo2.map(|(time, _)| time / self.like_rvo2())
    }
}

/// Measures both, or ours alone if there is no Python or no RVO2, and then says why.
pub fn measure(quick: bool, python: Option<&Path>, report: &mut Report) -> Result<Vec<Measured>, String> {
    let sizes: &[usize] = if quick { &[2_000, 10_000] } else { &[10_000, 50_000] };
    let pool = ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| error.to_string())?;
    sizes
        .iter()
        .map(|&characters| {
            eprintln!("  {characters}");
            pool.install(|| measure_size(characters, python, report))
        })
        .collect()
}

fn measure_size(characters: usize, python: Option<&Path>, report: &mut Report) -> Result<Measured, String> {
    let area = characters as f64 / DENSITY;
    let plaza = Plaza::new(area, (area.sqrt() / BETWEEN_PILLARS).round() as usize);
    let mut walkers = Walkers::new(plaza.scene(), profile())?;
    if !walkers.fill(characters)? {
        return Err(format!("{characters} characters do not fit"));
    }
    let mut rival = match rival(python, &plaza.text(&walkers.crowd)) {
        Ok(rival) => Some(rival),
        Err(reason) => {
            report.line(&format!("The columns of RVO2 are empty for {characters}: {reason}."));
            None
        }
    };
    for _ in 0..WARM_UP {
        walkers.step();
    }
    let mut ours = Steps::of(characters);
    let mut theirs = Vec::new();
    for _ in 0..ROUNDS {
        if let Some(rival) = &mut rival {
            theirs.extend(rival.ask(&format!("run {STEPS}"), "ran")?);
        }
        for _ in 0..STEPS {
            ours.push(walkers.step());
        }
    }
    let rvo2 = match &mut rival {
        Some(rival) => {
            let time = median(theirs.iter().map(|&time| time as f64 / 1e3)) / characters as f64;
            let speed = rival.ask("speed", "speed")?.first().map_or(f64::NAN, |&speed| speed as f64 / 1e3);
            Some((time, speed))
        }
        None => None,
    };
    Ok(Measured { characters, ours, our_speed: walkers.mean_speed(), rvo2 })
}

/// ORCA and nothing else.
fn profile() -> Profile {
    Profile {
        name: "orca".into(),
        radius: Distribution::Constant(0.24),
        wall_gap: 0.0.into(),
        speed: Distribution::Constant(1.4),
        avoidance: Avoidance::Orca(Orca::default()),
        stream: None,
        headway: None,
        // As in RVO2, bodies take the velocity that was chosen at once.
        body: Body { relaxation: 0.1.into(), acceleration: 1e3.into(), braking: 1e3, ..Body::default() },
        ..Profile::default()
    }
}

fn rival(python: Option<&Path>, place: &str) -> Result<Worker, String> {
    let python = python.ok_or("there is no Python that has it")?;
    let mut worker = Worker::start_script("rvo2", python, "rvo2.py")?;
    std::fs::write(worker.file(), place).map_err(|error| error.to_string())?;
    let request = format!("load {}", worker.file().display());
    worker.ask(&request, "loaded")?;
    worker.ask(&format!("run {WARM_UP}"), "ran")?;
    Ok(worker)
}

/// Two tables: the race, and where our time went.
pub fn report(measured: &[Measured], report: &mut Report) {
    let header = [
        "characters",
        "RVO2",
        "ours, doing the same",
        "times as fast",
        "ours, the whole step",
        "m/s, RVO2",
        "m/s, ours",
    ];
    let title = "ORCA against RVO2, walls included, one thread, medians [µs for each character and step]";
    let mut table = Table::new(title, header.map(str::to_string).to_vec());
    let mut passes = Table::new(
        "ORCA in our crowd, one thread [µs for each character and step]",
        std::iter::once("characters".to_string()).chain(Steps::header()).collect(),
    );
    for row in measured {
        let optional = |number: Option<f64>| number.map_or(Cell::text(""), Cell::ratio);
        table.row(vec![
            Cell::count(row.characters),
            optional(row.rvo2.map(|rvo2| rvo2.0)),
            Cell::ratio(row.like_rvo2()),
            optional(row.gain()),
            Cell::ratio(row.ours.each(row.ours.total())),
            optional(row.rvo2.map(|rvo2| rvo2.1)),
            Cell::ratio(row.our_speed),
        ]);
        passes.row(std::iter::once(Cell::count(row.characters)).chain(row.ours.cells()).collect());
    }
    report.table(table);
    report.line(
        "\nThe same: index, walls, neighbors, avoidance, contacts and motion. RVO2: 10 neighbors within 5 m, 2 s ahead, 1 s for walls; ours \
         minds up to 16, and only those in sight.",
    );
    report.table(passes);
}
