//! A soak: a large place with many characters for a long time, while doors and obstacles come and go.
//!
//! `make soak-crowd ARGS="station 3600 5000 1"`: a place, or `all` for all large ones; how long, in simulated seconds; how many characters; the
//! seed. With more numbers, ids of characters that are told about as long as they are stuck.
//!
//! Profiles of all kinds are mixed, some characters walk in groups, whoever arrives gets another goal on any layer or leaves while somebody else
//! comes. Every few seconds a connection closes or opens, and a box comes or goes: half of them fall upon somebody. In every step everybody is looked
//! at: is it where one can walk, did it come there straight, is anything no number? Whoever is stuck is counted, by reason and for how
//! long, and in the end those who never got free are told one by one.
//!
//! A line a minute tells how it goes, so that the program can be interrupted. The same arguments give the same run.

#![expect(clippy::print_stdout, reason = "it is a program")]

mod town;
mod watch;

use std::panic::AssertUnwindSafe;
use std::process::ExitCode;
use std::time::Instant;

use throng_crowd::{CharacterId, STEP};
use town::Town;
use watch::Watch;

/// The reference places that have room for thousands.
const LARGE: [&str; 6] = ["city", "bigcity", "village8x8", "station", "stadium", "tower"];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |k: usize, default: u64| arguments.get(k).and_then(|text| text.parse().ok()).unwrap_or(default);
    let name = arguments.first().map_or("all", String::as_str);
    let (seconds, count, seed) = (number(1, 3600), number(2, 5000) as usize, number(3, 1));
    let watched: Vec<CharacterId> =
        arguments.iter().skip(4).filter_map(|text| text.parse().ok()).map(CharacterId).collect();
    let names = if name == "all" { &LARGE[..] } else { &[name][..] };
    let mut broken = 0;
    for name in names {
        let Some(scene) = throng_import::place(name) else {
            println!("there is no place {name}");
            return ExitCode::FAILURE;
        };
        broken += soak(Town::new(name, &scene, count, seed), seconds, &watched);
    }
    println!("{broken} faults");
    if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Lets a town live for a while; how many faults were found.
fn soak(mut town: Town, seconds: u64, watched: &[CharacterId]) -> u64 {
    let steps = (seconds as f64 / STEP).round() as u64;
    let mut watch = Watch::new(&town);
    let (there, places, seed) = (town.crowd.len(), town.pool.len(), town.seed);
    println!("{}: {there} characters, {places} places to go to, seed {seed}", town.name);
    let clock = Instant::now();
    for step in 0..steps {
        town.change();
        watch.before(&town.crowd);
        let result = std::panic::catch_unwind(AssertUnwindSafe(|| town.crowd.step()));
        if result.is_err() {
            println!("{}: step {step} panics", town.name);
            return watch.faults + 1;
        }
        watch.after(&town.crowd);
        if step % 10 == 0 {
            watched.iter().for_each(|&id| watch::tell(&town.crowd, id));
        }
        town.go_on();
        if (step + 1) % 600 == 0 || step + 1 == steps {
            watch.progress(&town, clock.elapsed().as_secs_f64());
        }
        if watch.faults > 100 {
            println!("{}: enough is broken", town.name);
            break;
        }
    }
    watch.summary(&town);
    watch.faults
}
