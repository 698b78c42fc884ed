//! Routes in every reference place, measured: ours, beside them the figures of the papers, and in the same run Detour and the crate
//! polyanya between the same pairs of places.
//!
//! `make bench-routes` builds and calls this program. It prints what it finds and writes the same to `bench/results/routes.md`.

mod any_angle;
mod contest;
mod detour;
mod floor;
mod own;
mod pairs;
mod race;
mod route_tables;

use contest::{Column, Measured};
use detour::Detour;
use std::process::ExitCode;
use throng_compare::goals::{self, Bound, Goal};
use throng_compare::measure;
use throng_compare::options::Options;
use throng_compare::report::Report;
use throng_import::PLACES;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match Options::parse(&arguments, "bench/results/routes.md", "--quick").and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("routes: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let mut report = Report::new("Routes in the reference places");
    report.line(&measure::machine());
    report.line(&route_tables::introduction());
    let mut detours = match options.detour.as_deref() {
        Some(program) => match Detour::start(program).and_then(|one| Ok([one, Detour::start(program)?])) {
            Ok(detours) => Some(detours),
            Err(reason) => {
                report.line(&format!("The columns of Detour are empty: {reason}."));
                None
            }
        },
        None => {
            report.line(
                "The columns of Detour are empty: its headers or a C++ compiler are missing (Debian: librecast-dev, g++).",
            );
            None
        }
    };
    let mut measured = Vec::new();
    for info in PLACES.iter().filter(|info| info.name.contains(&options.only)) {
        eprintln!("{}", info.name);
        let numbers = contest::measure(info.name, &mut detours, options.flag);
        measured.push(numbers.map_err(|reason| format!("{}: {reason}", info.name))?);
    }
    route_tables::paths(&measured, &mut report);
    route_tables::routes(&measured, &mut report);
    route_tables::rivals(&measured, &mut report);
    route_tables::found_by_detour(&measured, &mut report);
    route_tables::found_by_polyanya(&measured, &mut report);
    route_tables::optimality(&measured, &mut report);
    judge(&measured, &mut report);
    report.write(&options.report)
}

fn judge(measured: &[Measured], report: &mut Report) {
    use Bound::AtMost;
    let mut short = Goal::new("short routes, as a share of Detour's time", AtMost, 0.5, "");
    let mut shortest = Goal::new("shortest routes, as a share of Detour's time", AtMost, 1.0, "");
    let mut any_angle = Goal::new("shortest routes, as a share of polyanya's time", AtMost, 0.333, "");
    let mut path = Goal::new("a path alone, bigcity2x2", AtMost, 400.0, " µs");
    for place in measured {
        let shares = [
            (&mut short, Column::ShortClear, place.detour()),
            (&mut shortest, Column::Shortest, place.detour()),
            (&mut any_angle, Column::Shortest, Column::Polyanya),
        ];
        for (goal, ours, theirs) in shares {
            if let Some([ours, theirs]) = place.both_times(ours, theirs) {
                goal.consider(place.name, ours / theirs);
            }
        }
        if let Some(times) = place.times(Column::Path).filter(|_| place.name == "bigcity2x2") {
            path.consider(place.name, times.mean);
        }
    }
    goals::report(&[&short, &shortest, &any_angle, &path], report);
}
