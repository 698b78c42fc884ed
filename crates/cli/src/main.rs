//! The program: `throng <verb>`, one file a verb.
//!
//! Exit code 0: done; 1: the input is at fault; 2: wrong usage.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod demo;
mod office;
#[allow(dead_code, unused_imports, reason = "`throng draw` uses it, and comes next")]
mod picture;

/// Exact navigation meshes and crowds.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Builds, checks, times and draws the diagram of a small built-in place
    #[command(after_help = "Example:\n  throng demo --out out")]
    Demo(demo::Demo),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().verb {
        Verb::Demo(demo) => demo.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("throng: {error:#}");
            ExitCode::FAILURE
        }
    }
}
