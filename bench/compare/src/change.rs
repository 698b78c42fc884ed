//! Places that change, measured: updates, snapshots, planning again, crowding; beside them the figures of the thesis.
//!
//! `make bench-change` builds and calls this program. It prints what it finds and writes the same to `bench/results/change.md`. With
//! `--only` and a word it measures the parts whose names contain it: points, polygons, snapshots, replanning, density.

mod crowd;
mod density_planning;
mod density_updates;
mod point_updates;
mod polygon_updates;
mod replanning;
mod snapshots;
mod updates;

use std::process::ExitCode;
use throng_compare::goals::{self, Bound, Goal};
use throng_compare::measure;
use throng_compare::options::Options;
use throng_compare::report::Report;
use updates::Failures;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match Options::parse(&arguments, "bench/results/change.md", "--quick").and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("change: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let mut report = Report::new("Places that change");
    report.line(&measure::machine());
    report.line(
        "Everything runs on one thread, rebuilding included. The thesis: W. van Toll, 2017, on an Intel i7-3930K. Our places are not \
         its environments, only about as complex; `village` stands for Zelda.",
    );
    let quick = options.flag;
    let is_wanted = |part: &str| {
        let wanted = part.contains(&options.only);
        if wanted {
            eprintln!("{part}");
        }
        wanted
    };
    let (mut goals, mut failures) = (Goals::new(), Failures::default());
    if is_wanted("points") {
        let measured = point_updates::measure(quick)?;
        point_updates::report(&measured, &mut report);
        goals.judge_points(&measured);
    }
    if is_wanted("polygons") {
        let measured = polygon_updates::measure(quick, &mut failures)?;
        polygon_updates::report(&measured, &mut report);
        for place in &measured {
            goals.polygons.consider(place.name, place.worst());
        }
    }
    if is_wanted("snapshots") {
        snapshots::measure(quick, &mut report)?;
    }
    if is_wanted("replanning") {
        let measured = replanning::measure(quick, &mut failures);
        replanning::report(&measured, &mut report);
        for place in &measured {
            goals.replanning.consider(place.name, place.share());
            if let Some(improvement) = place.improvement_in_large() {
                goals.unaffected.consider(place.name, improvement);
            }
        }
    }
    if is_wanted("density") {
        density_planning::measure(quick, &mut report)?;
        for (place, time) in density_updates::measure(quick, &mut report)? {
            goals.density.consider(place, time);
        }
    }
    goals.report(&mut report);
    let is_well = failures.report(&mut report);
    report.write(&options.report)?;
    if is_well { Ok(()) } else { Err("something failed, see the end of the report".to_string()) }
}

/// What the numbers should be.
struct Goals {
    insertion: Goal,
    removal: Goal,
    growth: Goal,
    polygons: Goal,
    replanning: Goal,
    unaffected: Goal,
    density: Goal,
}

impl Goals {
    fn new() -> Self {
        use Bound::{AtLeast, AtMost};
        Self {
            insertion: Goal::new("insertion of a point, median", AtMost, 5.0, " µs"),
            removal: Goal::new("removal of a point, median", AtMost, 10.0, " µs"),
            growth: Goal::new("slowest row of points over the quickest, after the first", AtMost, 1.5, ""),
            polygons: Goal::new(
                "worst insertion or removal of a polygon, each the mean of its rounds",
                AtMost,
                0.5,
                " ms",
            ),
            replanning: Goal::new("ODPA*, all paths, as a share of the time of A*", AtMost, 1.1, ""),
            unaffected: Goal::new(
                "paths not affected in large places, ODPA* quicker than A* by",
                AtLeast,
                25.0,
                " %",
            ),
            density: Goal::new("counting a character that moved", AtMost, 20.0, " ns"),
        }
    }

    fn judge_points(&mut self, measured: &point_updates::Measured) {
        let ([insertion, removal], growth) = (measured.medians(), measured.growth());
        self.insertion.consider("square", insertion);
        self.removal.consider("square", removal);
        self.growth.consider("insertions", growth[0]);
        self.growth.consider("removals", growth[1]);
    }

    fn report(&self, report: &mut Report) {
        let Self { insertion, removal, growth, polygons, replanning, unaffected, density } = self;
        goals::report(&[insertion, removal, growth, polygons, replanning, unaffected, density], report);
    }
}
