//! Routes of all kinds against brute force, in random places until time is up.
//!
//! `make soak-routes ARGS="600 1"`: seconds, and the first seed. With a third number only that kind of place: 0 to 17.

#![expect(clippy::print_stdout, reason = "it is a program")]

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/routes/judge.rs"]
mod judge;
#[path = "../tests/routes/places.rs"]
mod places;
#[path = "../tests/scenes/mod.rs"]
mod scenes;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use judge::Judge;
use places::{KINDS, Place};
use throng_mesh::Kind;
use throng_voronoi::sample::Random;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut number = |default: u64| arguments.next().and_then(Result::ok).unwrap_or(default);
    let (seconds, first, only) = (number(60), number(1), number(KINDS));
    let start = Instant::now();
    let mut judge = Judge::default();
    let mut places = 0;
    for seed in first.. {
        if start.elapsed() > Duration::from_secs(seconds) {
            break;
        }
        if only < KINDS && seed % KINDS != only {
            continue;
        }
        let Some(place) = Place::new(seed) else { continue };
        places += 1;
        let mut random = Random::new(seed);
        let radius = [0.0, 0.1, 0.15, 0.24, 0.33, 0.45, 0.5, 0.7, 1.0][random.below(9)];
        let spots = place.spots(&mut random, radius, 6);
        let preferred = [0.1, 0.3, 0.5, 1.0, 2.0][random.below(5)];
        let side = Kind::Side(random.unit());
        let kinds = [Kind::Short, Kind::Shortest, Kind::MEDIAL, Kind::LEFT, Kind::RIGHT, side];
        let kinds: Vec<(Kind, f64)> =
            kinds.into_iter().flat_map(|kind| [(kind, 0.0), (kind, preferred)]).collect();
        let before = judge.complaints.len();
        judge.compare(&place, radius, &spots, &kinds);
        if let [from, to, ..] = spots[..] {
            judge.judge_width(&place, from, to);
        }
        if judge.complaints.len() > before {
            println!("seed {seed}: {}", judge.complaints[before].text);
        }
    }
    println!("{places} places, {}", judge.summary());
    println!("{} s", start.elapsed().as_secs());
    if judge.complaints.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
