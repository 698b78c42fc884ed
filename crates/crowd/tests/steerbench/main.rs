//! SteerBench's small cases, with every local movement model, in a whole crowd.
//!
//! Runs all of them, or those whose name contains an argument, and compares with what is expected: an error if a case that is known not to be
//! solved is, as it is if another one is not. With `--write FILE` the table is written as a page; with `--tell` ways are printed.

#![expect(clippy::print_stdout, reason = "it is a program")]

mod cases;
mod expected;
mod page;
mod trial;

use std::process::ExitCode;

use cases::CASES;
use expected::expected;
use trial::MODELS;

fn main() -> ExitCode {
    let (mut filter, mut file, mut tell) = (None, None, false);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--write" => file = args.next(),
            "--tell" => tell = true,
            // What `cargo test` hands to every test program.
            _ if arg.starts_with('-') => {}
            _ => filter = Some(arg),
        }
    }
    let mut surprises = 0;
    let mut rows = Vec::new();
    for case in
        CASES.iter().filter(|case| filter.as_ref().is_none_or(|part| case.name.contains(part.as_str())))
    {
        let outcomes: Vec<_> = (0..MODELS.len()).map(|model| trial::run(case, model, tell)).collect();
        for (model, outcome) in outcomes.iter().enumerate() {
            let (is, should) = (outcome.verdict(), expected(case.name, model));
            if is != should {
                surprises += 1;
                println!("{} with {}: {is:?}, expected {should:?}; {outcome:.3?}", case.name, MODELS[model]);
            }
        }
        rows.push((case, outcomes));
    }
    if let Some(file) = file {
        std::fs::write(file, page::page(&rows)).expect("the page can be written");
    }
    println!("{} cases with {} models; not as expected: {surprises}", rows.len(), MODELS.len());
    if surprises == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
