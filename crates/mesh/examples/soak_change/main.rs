//! Random updates of many places: obstacles and doors come and go, alone and in transactions, and some updates make no sense.
//!
//! `make soak-change ARGS="1000000 1 2"`: number of updates, first place, threads, and a part of the name of places if others are not
//! wanted, or `flat` for those without connections. After an update the event must say what happened; every few updates the
//! mesh is verified against one that is built from nothing, against its invariants and against brute force, and compared with something that
//! shares nothing with its layout: brute force over rings on one layer, the same place before it was cut into layers, or a scene that has the
//! obstacles from the beginning. In the end everything is taken away again, and the mesh must be the first one.
//!
//! A failure is shrunk and printed. `make soak-change ARGS="replay 17 '+0@0*1.0,2.0;-0'"` carries out a script ([`script`]) in a place again.

#![expect(clippy::print_stdout, reason = "it is a program")]

mod judge;
mod place;
mod run;
mod script;
mod shrink;
mod twin;
mod walk;

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use place::Place;
use run::{Care, Counts};

/// Updates of one place.
const STREAM: usize = 250;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [verb, number, words] = arguments.as_slice()
        && verb == "replay"
    {
        return replay(number, words);
    }
    let number =
        |k: usize, default: u64| arguments.get(k).and_then(|text| text.parse().ok()).unwrap_or(default);
    let (updates, first, threads) = (number(0, 1_000_000), number(1, 0), number(2, 2));
    let only = arguments.get(3).map_or("", String::as_str);
    let start = Instant::now();
    let (next, done) = (AtomicU64::new(first), AtomicU64::new(0));
    let total: Mutex<(Counts, u64, u64)> = Mutex::default();
    // Panics are caught and told as failures.
    std::panic::set_hook(Box::new(|_| {}));
    let work = || {
        while done.load(Ordering::Relaxed) < updates {
            let place = Place::new(next.fetch_add(1, Ordering::Relaxed));
            let is_flat = place.scene.connections.is_empty();
            if !(place.name.contains(only) || only == "flat" && is_flat) {
                continue;
            }
            let script = script::random(&place, place.number, STREAM);
            let Some((counts, result)) = shrink::judge(&place, &script, care(&place)) else { continue };
            done.fetch_add(counts.transactions + counts.refused, Ordering::Relaxed);
            let mut total = total.lock().expect("nobody panics here");
            total.0.add(&counts);
            total.1 += 1;
            if let Err(failure) = result {
                total.2 += 1;
                drop(total);
                report(&place, &script, &failure);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
    });
    let (counts, places, failures) = *total.lock().expect("nobody panics here");
    println!(
        "{} updates of {places} places in {} s: {} obstacles inserted, {} removed, doors {} times opened and {} times closed, {} bad updates refused",
        counts.transactions + counts.refused,
        start.elapsed().as_secs(),
        counts.inserted,
        counts.removed,
        counts.opened,
        counts.closed,
        counts.refused
    );
    println!(
        "{} events looked at, {} paths planned again, {} meshes verified, {} compared, {} restored; {} updates were carried out by building anew; {failures} places failed",
        counts.events, counts.replanned, counts.verified, counts.compared, counts.restored, counts.rebuilt
    );
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// How often a place is looked at, so that all of them take about as long.
fn care(place: &Place) -> Care {
    let corners = place.scene.num_corners();
    Care { verify: 1 + corners / 30, compare: 5 + corners / 10 }
}

fn report(place: &Place, script: &[script::Transaction], failure: &run::Failure) {
    let (shorter, reason) = shrink::shrink(place, script);
    println!("place {} ({}): {}", place.number, place.name, failure.reason);
    println!("  shorter: {reason}");
    println!("  make soak-change ARGS=\"replay {} '{}'\"", place.number, script::write(&shorter));
}

fn replay(number: &str, words: &str) -> ExitCode {
    let (Ok(number), Some(script)) = (number.parse(), script::read(words)) else {
        println!("replay needs the number of a place, and a script");
        return ExitCode::FAILURE;
    };
    let place = Place::new(number);
    println!("{}", place.name);
    match run::run(&place, &script, Care::ALWAYS) {
        None => println!("it makes no mesh"),
        Some((counts, Ok(()))) => println!("all well: {counts:?}"),
        Some((_, Err(failure))) => {
            println!("after transaction {}: {}", failure.after, failure.reason);
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
