//! The same bits on any number of threads, every time, and after saving: a busy station, run again and again.
//!
//! `cargo run --release -p throng-crowd --example checksum -- 300 2000 1`: steps, characters, seed. Runs on 1, 2, 3 and 8 threads, twice each, and once
//! more on each with saving, forgetting everything and going on in the middle. Prints a checksum for each run, and fails if
//! two differ.

#![expect(clippy::print_stdout, reason = "it is a program")]

#[path = "soak_crowd/town.rs"]
mod town;

use std::process::ExitCode;
use std::time::Instant;

use throng_crowd::{Conduct, Crowd};
use throng_mesh::Scene;
use town::Town;

fn main() -> ExitCode {
    let arguments: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let number = |k: usize, default: u64| arguments.get(k).copied().unwrap_or(default);
    let (steps, count, seed) = (number(0, 300), number(1, 2000) as usize, number(2, 1));
    let scene = throng_import::place("station").expect("it is a reference place");
    println!(
        "station, {count} characters, {steps} steps, seed {seed}: what happened and where everybody is, step by step"
    );
    let mut sums = Vec::new();
    for threads in [1, 2, 3, 8] {
        for (how, saves) in [("first run", false), ("second run", false), ("saved and resumed", true)] {
            let clock = Instant::now();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let sum = pool.install(|| run(&scene, count, seed, steps, saves));
            println!("{threads} threads, {how:<17}: {sum:016x} ({:.1} s)", clock.elapsed().as_secs_f64());
            sums.push(sum);
        }
    }
    if sums.iter().all(|sum| *sum == sums[0]) {
        println!("all the same");
        ExitCode::SUCCESS
    } else {
        println!("not the same");
        ExitCode::FAILURE
    }
}

/// Lets the station live for some steps; a checksum of all of them.
fn run(scene: &Scene, count: usize, seed: u64, steps: u64, saves: bool) -> u64 {
    let mut town = Town::new(scene, count, seed);
    let mut sum = Sum(FIRST);
    for step in 0..steps {
        if saves && step == steps / 2 {
            let bytes = town.crowd.save();
            town.resume(scene, &bytes);
        }
        town.change();
        town.crowd.step();
        sum.add_crowd(&town.crowd);
        town.go_on();
    }
    sum.0
}

/// A checksum (FNV-1a of 64 bits).
struct Sum(u64);

const FIRST: u64 = 0xcbf2_9ce4_8422_2325;
const FACTOR: u64 = 0x0100_0000_01b3;

impl Sum {
    fn add(&mut self, bits: u64) {
        for byte in bits.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(FACTOR);
        }
    }

    /// All that can be seen of a crowd, bit by bit, and what happened.
    fn add_crowd(&mut self, crowd: &Crowd) {
        self.add(crowd.num_steps());
        for one in crowd.iter() {
            let (position, velocity, heading) = (one.position(), one.velocity(), one.heading());
            self.add(u64::from(one.id().0) << 32 | u64::from(position.layer.0));
            position.at.iter().for_each(|v| self.add(v.to_bits()));
            velocity.iter().chain(&heading).for_each(|v| self.add(u64::from(v.to_bits())));
            self.add(u64::from(one.conduct() == Conduct::Walk) << 1 | u64::from(one.is_stuck()));
        }
        for event in crowd.events() {
            format!("{event:?}").bytes().for_each(|byte| self.add(u64::from(byte)));
        }
    }
}
