//! The Voronoi diagram measured against its rivals: same inputs, one thread, one run.
//!
//! `make bench-voronoi` builds and calls this program. It prints what it finds and writes the same to
//! `bench/results/voronoi.md`. In every round each contender builds once, so that noise of the machine
//! hits all alike; a table holds medians over the rounds. Converting the input and freeing the result
//! are outside the timing for everyone.

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use throng_compare::contender::{self, Contender};
use throng_compare::inputs::{self, Input};
use throng_compare::measure::{self, median, milliseconds, percentile};
use throng_compare::options::Options;
use throng_compare::report::{Cell, Report, Table};
use throng_compare::{boost, ours, rust_rivals};

/// Rounds are repeated until there are this many …
const MAX_ROUNDS: usize = 15;
/// … or at least this many and the time is up.
const MIN_ROUNDS: usize = 3;
/// Time for the rounds of one input.
const BUDGET: Duration = Duration::from_secs(40);
/// Rows and columns of squares in the scaling table: 36,868 to 1,000,004 segments.
const SCALING: [usize; 5] = [96, 150, 225, 350, 500];
/// Squares taken out and put back in the update table.
const UPDATES: usize = 2_000;
/// Seed of all random inputs.
const SEED: u64 = 1;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["memory", file] => measure::peak_memory_child(Path::new(file)),
        _ => Options::parse(&arguments, "bench/results/voronoi.md", "--rivals-only")
            .and_then(|options| run(&options)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("voronoi: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let mut report = Report::new("Voronoi diagrams of segments");
    report.line(&format!("One thread, medians, milliseconds. {}", measure::machine()));

    let inputs: Vec<Input> =
        inputs::table(SEED).into_iter().filter(|input| input.name.contains(&options.only)).collect();
    against_rivals(options, &inputs, &mut report)?;
    if !options.flag {
        scaling(&mut report)?;
        cleaning(&inputs, &mut report)?;
        updates(&mut report)?;
        exactness(&inputs, &mut report)?;
    }
    report.write(&options.report)
}

/// Everyone on every input.
fn against_rivals(options: &Options, inputs: &[Input], report: &mut Report) -> Result<(), String> {
    let mut contenders: Vec<Box<dyn Contender>> = Vec::new();
    if !options.flag {
        contenders.push(Box::new(ours::Ours::default()));
    }
    match options.boost.as_deref().map(boost::Boost::start) {
        Some(Ok(boost)) => contenders.push(Box::new(boost)),
        Some(Err(reason)) => report.line(&format!("No column for Boost: {reason}.")),
        None => report.line(
            "No column for Boost: its headers or a C++ compiler are missing (Debian: libboost-dev, g++).",
        ),
    }
    contenders.push(Box::new(rust_rivals::BoostVoronoi::default()));
    contenders.push(Box::new(rust_rivals::Spade::default()));

    let names: Vec<&str> = contenders.iter().map(|c| c.name()).collect();
    let mut header = vec!["input".to_string(), "segments".to_string()];
    header.extend(names.iter().map(|name| format!("{name} (best)")));
    header.extend(names[1..].iter().map(|name| format!("{name} / {}", names[0])));
    header.push("rounds".to_string());
    let mut times = Table::new("Time", header);
    let mut header = vec!["input".to_string(), "segments".to_string(), "points".to_string()];
    header.extend(contenders.iter().map(|c| format!("{} {}", c.name(), c.unit())));
    let mut sizes = Table::new("What was built", header);

    for input in inputs {
        eprintln!("{}: {} segments", input.name, input.segments.len());
        let rounds = interleaved(&mut contenders, input);
        let mut row = vec![Cell::text(input.name), Cell::count(input.segments.len())];
        row.extend(rounds.iter().map(|outcome| match outcome {
            Ok(runs) => Cell::with_best(
                median(runs.iter().map(|run| milliseconds(run.time))),
                runs.iter().map(|run| milliseconds(run.time)).fold(f64::INFINITY, f64::min),
            ),
            Err(reason) => Cell::text(reason),
        }));
        row.extend(rounds[1..].iter().map(|outcome| match (&rounds[0], outcome) {
            (Ok(first), Ok(theirs)) => Cell::ratio(
                median(theirs.iter().map(|run| milliseconds(run.time)))
                    / median(first.iter().map(|run| milliseconds(run.time))),
            ),
            _ => Cell::text("-"),
        }));
        row.push(Cell::count(rounds.iter().flatten().map(Vec::len).max().unwrap_or(0)));
        times.row(row);

        let points = inputs::distinct_points(&input.segments);
        let mut row = vec![Cell::text(input.name), Cell::count(input.segments.len()), Cell::count(points)];
        row.extend(rounds.iter().map(|outcome| match outcome {
            Ok(runs) => Cell::count(runs[0].size),
            Err(_) => Cell::text("-"),
        }));
        sizes.row(row);
    }
    report.table(times);
    report.table(sizes);
    Ok(())
}

/// Rounds in which each contender builds once, in turn. A contender that fails drops out with its reason.
fn interleaved(
    contenders: &mut [Box<dyn Contender>],
    input: &Input,
) -> Vec<Result<Vec<contender::Built>, String>> {
    let mut outcomes: Vec<Result<Vec<contender::Built>, String>> =
        contenders.iter_mut().map(|c| c.load(&input.segments).map(|()| Vec::new())).collect();
    let start = Instant::now();
    for round in 0..MAX_ROUNDS {
        if round >= MIN_ROUNDS && start.elapsed() > BUDGET {
            break;
        }
        for (contender, outcome) in contenders.iter_mut().zip(&mut outcomes) {
            if let Ok(runs) = outcome {
                match contender.build() {
                    Ok(built) => runs.push(built),
                    Err(reason) => *outcome = Err(reason),
                }
            }
        }
    }
    outcomes
}

/// Our time and memory from forty thousand to a million segments.
fn scaling(report: &mut Report) -> Result<(), String> {
    let header =
        ["segments", "ms", "ns a segment", "ns / (n log2 n)", "against the first", "peak bytes a segment"];
    let mut table = Table::new("Scaling", header.map(str::to_string).to_vec());
    let mut first = None;
    for m in SCALING {
        let segments = inputs::squares(m, SEED);
        let n = segments.len() as f64;
        let mut ours = ours::Ours::default();
        ours.load(&segments)?;
        let mut runs = Vec::new();
        for _ in 0..5 {
            runs.push(ours.build()?.time.as_secs_f64() * 1e9);
        }
        let time = median(runs);
        let scaled = time / (n * n.log2());
        let first = *first.get_or_insert(scaled);
        table.row(vec![
            Cell::count(segments.len()),
            Cell::milliseconds(time / 1e6),
            Cell::number(time / n, 0),
            Cell::number(scaled, 1),
            Cell::ratio(scaled / first),
            Cell::count(measure::peak_memory(&segments)? / segments.len()),
        ]);
    }
    report.table(table);
    Ok(())
}

/// What cleaning the input costs next to the diagram.
fn cleaning(inputs: &[Input], report: &mut Report) -> Result<(), String> {
    let header = ["input", "segments", "cleaning ms", "diagram ms", "cleaning / diagram"];
    let mut table = Table::new("Cleaning and diagram", header.map(str::to_string).to_vec());
    for input in inputs {
        let (mut clean, mut diagram) = (Vec::new(), Vec::new());
        for _ in 0..5 {
            let times = ours::clean_and_build(&input.segments)?;
            clean.push(milliseconds(times.cleaning));
            diagram.push(milliseconds(times.diagram));
        }
        let (clean, diagram) = (median(clean), median(diagram));
        table.row(vec![
            Cell::text(input.name),
            Cell::count(input.segments.len()),
            Cell::milliseconds(clean),
            Cell::milliseconds(diagram),
            Cell::ratio(clean / diagram),
        ]);
    }
    report.table(table);
    Ok(())
}

/// Squares that leave a large diagram and come back.
fn updates(report: &mut Report) -> Result<(), String> {
    let segments = inputs::squares(225, SEED);
    let times = ours::updates(&segments, UPDATES)?;
    let header = ["a square of 4 points and 4 segments", "median µs", "p99 µs"];
    let title = format!("Updates in a diagram of {} segments", segments.len());
    let mut table = Table::new(&title, header.map(str::to_string).to_vec());
    for (name, times) in [("removed", &times.removals), ("inserted", &times.insertions)] {
        let times: Vec<f64> = times.iter().map(|time| time.as_secs_f64() * 1e6).collect();
        table.row(vec![
            Cell::text(name),
            Cell::number(percentile(&times, 0.50), 1),
            Cell::number(percentile(&times, 0.99), 1),
        ]);
    }
    report.table(table);
    Ok(())
}

/// How often doubles could not decide.
fn exactness(inputs: &[Input], report: &mut Report) -> Result<(), String> {
    let header = ["input", "test", "asked", "needed the exact stage", "share"];
    let mut table = Table::new("How often the exact stage was needed", header.map(str::to_string).to_vec());
    for input in inputs {
        for count in ours::exact_counts(&input.segments)? {
            table.row(vec![
                Cell::text(input.name),
                Cell::text(count.test),
                Cell::count(count.asked as usize),
                Cell::count(count.exact as usize),
                Cell::text(&format!("{:.4} %", 100.0 * count.exact as f64 / count.asked.max(1) as f64)),
            ]);
        }
    }
    report.table(table);
    Ok(())
}
