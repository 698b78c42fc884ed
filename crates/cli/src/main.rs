//! The program: `throng <verb>`, one file a verb.
//!
//! Exit code 0: done; 1: the input is at fault; 2: wrong usage. Answers go to standard output, everything else to standard error.

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};

mod build;
mod changes;
mod check;
mod completions;
mod convert;
mod demo;
mod draw;
mod extract;
mod input;
mod kinds;
mod output;
mod picture;
mod progress;
mod query;
mod random;
mod scene;
mod simulate;
mod trajectory;
mod view;

/// Exact navigation meshes and crowds.
#[derive(Debug, Parser)]
#[command(
    version,
    propagate_version = true,
    after_help = "Examples:\n  \
        throng scene station --out station.json   a built-in place as a scene file\n  \
        throng extract house.ifc --out house.json a 3D model as a scene file\n  \
        throng check station.json                 what is wrong with it, and what was repaired\n  \
        throng build station.json                 sizes and times of its mesh\n  \
        throng simulate evening.toml --out run    a crowd in it, by a scenario\n  \
        echo '{\"op\":\"nearest\",\"at\":[30,20],\"layer\":\"hall\"}' | throng query station.json"
)]
struct Arguments {
    /// Print exactly one JSON object on standard output
    #[arg(long, global = true)]
    json: bool,
    /// Number of threads; all cores if not given. Results do not depend on it
    #[arg(long, global = true, value_name = "N")]
    threads: Option<std::num::NonZeroUsize>,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Builds, measures and draws a built-in place, and plans routes in it
    Demo(demo::Demo),
    /// Writes a built-in reference place as a scene file
    Scene(scene::SceneVerb),
    /// Says what is wrong with a place, and what cleaning did
    Check(check::Check),
    /// Converts a place from one format to another
    Convert(convert::Convert),
    /// Makes walkable layers from a 3D model
    Extract(Box<extract::Extract>),
    /// Builds the mesh, reports sizes and times, and saves it if told so
    Build(build::Build),
    /// Answers requests, one JSON object a line, from standard input to standard output
    Query(query::Query),
    /// Draws a place, its mesh and routes, as SVG or PNG
    Draw(Box<draw::Draw>),
    /// Runs a crowd by a scenario, and writes trajectories, measurements and a report
    Simulate(Box<simulate::Simulate>),
    /// Shows a place, its mesh and a crowd in a web page, to look at and to change
    View(view::View),
    /// Prints a completion script for a shell
    Completions(completions::Completions),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Whoever listens on the other side of a pipe went away: not our problem.
            if error.chain().any(|cause| {
                cause
                    .downcast_ref::<std::io::Error>()
                    .is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
            }) {
                return ExitCode::SUCCESS;
            }
            eprintln!("throng: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    if let Some(threads) = arguments.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get());
        pool.build_global().context("cannot start threads")?;
    }
    match &arguments.verb {
        Verb::Demo(verb) => verb.run(arguments.json),
        Verb::Scene(verb) => verb.run(arguments.json),
        Verb::Check(verb) => verb.run(arguments.json),
        Verb::Convert(verb) => verb.run(arguments.json),
        Verb::Extract(verb) => verb.run(arguments.json),
        Verb::Build(verb) => verb.run(arguments.json),
        Verb::Query(verb) => verb.run(),
        Verb::Draw(verb) => verb.run(arguments.json),
        Verb::Simulate(verb) => verb.run(arguments.json),
        Verb::View(verb) => verb.run(arguments.json),
        Verb::Completions(verb) => verb.run(),
    }
}
