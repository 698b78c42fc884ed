//! Crowds, measured: the experiments of the thesis (figures 10.7 to 10.9), memory, and races against RVO2 and JuPedSim.
//!
//! `make bench-crowd` builds and calls this program. It prints what it finds and writes the same to `bench/results/crowd.md`. With `--only` and a word
//! it measures the parts whose names contain it: scaling (or one of its places: city, bigcity, village8x8), memory, orca, jupedsim.

mod crowd_memory;
mod jupedsim_race;
mod orca_race;
mod passes;
mod plaza;
mod scaling;
mod walkers;

use std::process::ExitCode;
use throng_compare::goals::{self, Bound, Goal};
use throng_compare::measure;
use throng_compare::options::Options;
use throng_compare::report::Report;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.as_slice() {
        [word, place, characters] if word == crowd_memory::CHILD => crowd_memory::child(place, characters),
        _ => {
            Options::parse(&arguments, "bench/results/crowd.md", "--quick").and_then(|options| run(&options))
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("crowd_step: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let mut report = Report::new("Crowds");
    report.line(&measure::machine());
    report.line(
        "The thesis: W. van Toll, 2017, on an Intel i7-3930K with six cores. Our places are not its environments, only about as complex; \
         `village8x8` stands for Zelda8x8.",
    );
    let (quick, python) = (options.flag, options.python.as_deref());
    let is_wanted = |part: &str| {
        let wanted = part.contains(&options.only);
        if wanted {
            eprintln!("{part}");
        }
        wanted
    };
    let mut goals = Goals::new();
    let measured = scaling::measure(quick, &options.only)?;
    if !measured.is_empty() {
        scaling::report(&measured, &mut report);
        goals.judge_scaling(&measured);
    }
    if is_wanted("memory") {
        for (place, bytes) in crowd_memory::measure(quick, &mut report)? {
            goals.memory.consider(place, bytes);
        }
    }
    if is_wanted("orca") {
        let measured = orca_race::measure(quick, python, &mut report)?;
        orca_race::report(&measured, &mut report);
        for gain in measured.iter().filter_map(orca_race::Measured::gain) {
            goals.orca.consider("plaza", gain);
        }
    }
    if is_wanted("jupedsim") {
        let measured = jupedsim_race::measure(quick, python, &mut report)?;
        jupedsim_race::report(&measured, &mut report);
        if let Some(gain) = measured.gain() {
            goals.jupedsim.consider("plaza", gain);
        }
    }
    goals.report(&mut report);
    report.write(&options.report)
}

/// What the numbers should be.
struct Goals {
    real_time: Goal,
    aim: Goal,
    growth: Goal,
    memory: Goal,
    orca: Goal,
    jupedsim: Goal,
}

impl Goals {
    fn new() -> Self {
        use Bound::{AtLeast, AtMost};
        Self {
            real_time: Goal::new("a step of 100,000 characters on two threads", AtMost, 100.0, " ms"),
            aim: Goal::new("the aim: a step of 200,000 characters on two threads", AtMost, 100.0, " ms"),
            growth: Goal::new(
                "cost of a character on two threads, among 200,000 over among 10,000",
                AtMost,
                1.33,
                "",
            ),
            memory: Goal::new("memory of a character, its route included", AtMost, 1024.0, " bytes"),
            orca: Goal::new("ORCA on one thread, faster than RVO2 by a factor of", AtLeast, 3.0, ""),
            jupedsim: Goal::new(
                "the whole step on one thread, faster than JuPedSim by a factor of",
                AtLeast,
                20.0,
                "",
            ),
        }
    }

    fn judge_scaling(&mut self, measured: &[scaling::Measured]) {
        for place in measured {
            let each = |characters| place.row(characters).map(|row| row.two.each(row.two.total()));
            if let [Some(few), Some(many)] = [each(10_000), each(200_000)] {
                self.growth.consider(place.name, many / few);
            }
            if place.name != "city" {
                continue;
            }
            for (goal, characters) in [(&mut self.real_time, 100_000), (&mut self.aim, 200_000)] {
                if let Some(row) = place.row(characters) {
                    goal.consider(place.name, row.two.total() * 1e3);
                }
            }
        }
    }

    fn report(&self, report: &mut Report) {
        let Self { real_time, aim, growth, memory, orca, jupedsim } = self;
        goals::report(&[real_time, aim, growth, memory, orca, jupedsim], report);
    }
}
