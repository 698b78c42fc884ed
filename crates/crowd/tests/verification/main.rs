//! The verification tests of the trade, with full populations and the criteria as they are written.
//!
//! Runs those that take seconds, with `--all` those that take minutes too, or those whose name contains an argument, and prints a table: test, criterion, what was measured, verdict. A test that is known to
//! fail is listed with the reason; it is an error if it passes, as it is if another one fails. With `--write FILE` the table is
//! written as a page.

#![allow(clippy::print_stdout, reason = "the table is what it is for")]

mod choice;
mod imo;
mod juelich;
mod report;
mod rimea;
mod world;

use std::process::ExitCode;

use report::{Test, Verdict};

fn main() -> ExitCode {
    let mut filter = None;
    let mut page = None;
    let mut all = false;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--write" => page = args.next(),
            "--all" => all = true,
            // What `cargo test` hands to every test program.
            _ if arg.starts_with('-') => {}
            _ => filter = Some(arg),
        }
    }
    let tests: Vec<Test> = [rimea::tests(), choice::tests(), imo::tests(), juelich::tests()].concat();
    let chosen = |test: &&Test| match &filter {
        Some(part) => test.name.contains(part.as_str()),
        None => all || !test.long,
    };
    let tests: Vec<&Test> = tests.iter().filter(chosen).collect();
    let mut verdicts: Vec<(&Test, Verdict)> = Vec::new();
    for test in tests {
        let clock = std::time::Instant::now();
        let verdict = (test.run)();
        println!("{} ({:.1} s)", report::line(test, &verdict), clock.elapsed().as_secs_f64());
        verdicts.push((test, verdict));
    }
    if let Some(path) = page {
        std::fs::write(path, report::page(&verdicts)).expect("the page can be written");
    }
    let surprises = verdicts.iter().filter(|(test, verdict)| verdict.passes == test.fails.is_some());
    let surprises: Vec<&str> = surprises.map(|(test, _)| test.name).collect();
    println!("{} tests; not as expected: {surprises:?}", verdicts.len());
    if surprises.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
