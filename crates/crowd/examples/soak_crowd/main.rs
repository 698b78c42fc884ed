//! A soak: a large place with many characters for a long time, while doors and obstacles come and go.
//!
//! `make soak-crowd ARGS="station 3600 5000 1"`: a place, or `all` for all large ones; how long, in simulated seconds; how many characters; the
//! seed; and ids of characters that a line a second is to tell about.
//!
//! Profiles of all kinds are mixed, some characters walk in groups, whoever arrives gets another goal on any layer or leaves while somebody else
//! comes. Every few seconds a connection closes or opens, and a box comes or goes: half of them fall upon somebody. In every step everybody is looked
//! at: is it where one can walk, did it come there straight, is anything no number? Whoever is stuck is counted, by reason and for how
//! long, and in the end those who never got free are told one by one. Half way the run is saved, forgotten and resumed.
//!
//! A line a minute tells how it goes, so that the program can be interrupted. The same arguments give the same run.

#![expect(clippy::print_stdout, reason = "it is a program")]

mod town;
mod watch;

use std::panic::AssertUnwindSafe;
use std::process::ExitCode;
use std::time::Instant;

use throng_crowd::{CharacterId, STEP};
use throng_mesh::Scene;
use town::Town;
use watch::Watch;

/// After more faults than this a run ends.
const ENOUGH: u64 = 100;

/// The reference places that have room for thousands.
const LARGE: [&str; 6] = ["city", "bigcity", "village8x8", "station", "stadium", "tower"];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |k: usize, default: u64| arguments.get(k).and_then(|text| text.parse().ok()).unwrap_or(default);
    let name = arguments.first().map_or("all", String::as_str);
    let (seconds, count, seed) = (number(1, 3600), number(2, 5000), number(3, 1));
    let watched: Vec<CharacterId> =
        arguments.iter().skip(4).filter_map(|text| text.parse().ok()).map(CharacterId).collect();
    let names = if name == "all" { &LARGE[..] } else { &[name][..] };
    let mut broken = 0;
    for name in names {
        let Some(scene) = throng_import::place(name) else {
            println!("there is no place {name}");
            return ExitCode::FAILURE;
        };
        broken += soak(name, &scene, [seconds, count, seed], &watched);
    }
    println!("{broken} faults");
    if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Lets a place live for a while; how many faults were found.
fn soak(name: &str, scene: &Scene, [seconds, count, seed]: [u64; 3], watched: &[CharacterId]) -> u64 {
    let steps = (seconds as f64 / STEP).round() as u64;
    let mut town = Town::new(scene, count as usize, seed);
    let mut watch = Watch::new(name, &town);
    let (there, places) = (town.crowd.len(), town.pool.len());
    println!("{name}: {there} characters, {places} places to go to, seed {seed}");
    let clock = Instant::now();
    for step in 0..steps {
        if step == steps / 2 {
            // What goes on from what was saved is checked in the same way.
            let bytes = town.crowd.save();
            town.resume(scene, &bytes);
        }
        town.change();
        watch.before(&town.crowd);
        let result = std::panic::catch_unwind(AssertUnwindSafe(|| town.crowd.step()));
        if result.is_err() {
            println!("{name}: step {step} panics");
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
        if watch.faults > ENOUGH {
            println!("{name}: enough is broken");
            break;
        }
    }
    watch.summary(&town);
    watch.faults
}
