//! Crowding and routes: the experiments of the thesis, 9.6.3 and 9.6.4, with our crowd; tables 9.2 and 9.3 beside ours.
//!
//!     cargo run --release -p throng-crowd --example blocks -- [--until SECONDS] [--seed NUMBER] [--picture FILE] [--threads NUMBER]
//!
//! Prints two tables and what becomes of the effects that the thesis describes. One experiment runs on one thread, several at a time.

#![expect(clippy::print_stdout, reason = "it is a program")]

mod experiment;
mod picture;
mod place;
mod thesis;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use experiment::{Outcome, Settings, mean, profile, run};
use place::LINES;
use thesis::{RATES, ROWS, WEIGHTS};

/// By re-planning, rate and weight.
type Outcomes = [[[Outcome; 6]; 2]; 2];

fn main() {
    let (mut until, mut seed, mut file) = (500.0, 1, None);
    let mut threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next().unwrap_or_default();
        match arg.as_str() {
            "--until" => until = value.parse().expect("a time in seconds"),
            "--seed" => seed = value.parse().expect("a number"),
            "--threads" => threads = value.parse().expect("a number"),
            "--picture" => file = Some(value),
            _ => panic!("there is no option {arg}"),
        }
    }
    let outcomes = run_all(until, seed, threads);
    for (replans, title) in ["Without planning again", "Planning again every 5 s"].into_iter().enumerate() {
        println!("{}", table(title, &outcomes[replans], &ROWS[replans]));
    }
    println!("| effect | the thesis | here | holds |\n|---|---|---|---|");
    effects(&outcomes);
    if let Some(file) = file {
        let shown = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 5)].map(|(replans, weight)| {
            let title =
                format!("30 per s, w = {}, {}", WEIGHTS[weight], ["planned once", "planned again"][replans]);
            (title, outcomes[replans][1][weight].last.as_slice())
        });
        std::fs::write(file, picture::draw(&shown)).expect("the picture can be written");
    }
}

/// Runs all experiments, so many at a time; the longest first.
fn run_all(until: f64, seed: u64, threads: usize) -> Outcomes {
    let mut order: Vec<[usize; 3]> = Vec::new();
    for rate in [1, 0] {
        for replans in [0, 1] {
            order.extend((0..WEIGHTS.len()).map(|weight| [replans, rate, weight]));
        }
    }
    let outcomes = Mutex::new(Outcomes::default());
    let next = AtomicUsize::new(0);
    let work = || {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread can be started");
        while let Some(&[replans, rate, weight]) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let settings = Settings {
                rate: RATES[rate],
                weight: WEIGHTS[weight],
                replans: replans == 1,
                from: 100.0,
                until,
                lines: LINES,
                seed,
            };
            let clock = std::time::Instant::now();
            let outcome = pool.install(|| run(&settings, profile(&settings)));
            let told = row([rate, weight], &outcome, &ROWS[replans][rate][weight]);
            eprintln!("{:?} {told} {:.0} s", settings.replans, clock.elapsed().as_secs_f64());
            outcomes.lock().expect("nobody panicked")[replans][rate][weight] = outcome;
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    outcomes.into_inner().expect("nobody panicked")
}

/// Ours beside the thesis's, which are in italics.
fn table(title: &str, ours: &[[Outcome; 6]; 2], theirs: &[[thesis::Row; 6]; 2]) -> String {
    let mut page = format!(
        "{title}:\n\n\
         | c | w | finished | | time \\[s\\] | | length \\[m\\] | | speed \\[m/s\\] | | entered | turned away | stuck at the end |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|---|\n"
    );
    for (rate, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        for (weight, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
            page += &format!("{}\n", row([rate, weight], ours, theirs));
        }
    }
    page
}

fn row([rate, weight]: [usize; 2], ours: &Outcome, theirs: &thesis::Row) -> String {
    let pair = |[mean, deviation]: [f64; 2]| format!("{mean:.2} \\[{deviation:.2}\\]");
    format!(
        "| {} | {} | {} | *{}* | {} | *{}* | {} | *{}* | {} | *{}* | {} | {} | {} |",
        RATES[rate],
        WEIGHTS[weight],
        ours.times.len(),
        theirs.finished,
        pair(mean(&ours.times)),
        pair(theirs.time),
        pair(mean(&ours.lengths)),
        pair(theirs.length),
        pair(mean(&ours.speeds)),
        pair(theirs.speed),
        ours.entered,
        ours.turned_away,
        ours.stuck,
    )
}

/// What the thesis says about its tables, and whether it is so here.
fn effects(all: &Outcomes) {
    let speed = |replans: usize, rate: usize, weight: usize| mean(&all[replans][rate][weight].speeds)[0];
    let length = |replans: usize, rate: usize, weight: usize| mean(&all[replans][rate][weight].lengths)[0];
    let time = |replans: usize, rate: usize, weight: usize| mean(&all[replans][rate][weight].times)[0];
    let count = |replans: usize, rate: usize, weight: usize| all[replans][rate][weight].times.len();
    let tell = |effect: &str, theirs: &str, ours: String, holds: bool| {
        println!("| {effect} | {theirs} | {ours} | {} |", if holds { "yes" } else { "**no**" });
    };
    let [once, again] = [0, 1];
    let [few, many] = [0, 1];
    tell(
        "w = 0: 15 per s pass, 30 per s jam",
        "1.04 and 0.66 m/s",
        format!("{:.2} and {:.2} m/s", speed(once, few, 0), speed(once, many, 0)),
        speed(once, many, 0) < 0.8 * speed(once, few, 0),
    );
    tell(
        "planning again does not help at w = 0",
        "0.67 m/s",
        format!("{:.2} m/s", speed(again, many, 0)),
        speed(again, many, 0) < 0.8 * speed(again, few, 0),
    );
    tell(
        "w = 1 and planning again dissolve the jam",
        "1.03 m/s, 1.8 times as many",
        format!(
            "{:.2} m/s, {:.1} times as many",
            speed(again, many, 1),
            count(again, many, 1) as f64 / count(again, many, 0).max(1) as f64
        ),
        speed(again, many, 1) > 1.25 * speed(again, many, 0) && count(again, many, 1) > count(again, many, 0),
    );
    for (replans, name, theirs) in
        [(once, "planned once", "116.5 to 126.8 m"), (again, "planned again", "115.9 to 134.1 m")]
    {
        let lengths: Vec<String> =
            (0..6).map(|weight| format!("{:.1}", length(replans, few, weight))).collect();
        tell(
            &format!("the larger w, the longer the way (15 per s, {name})"),
            theirs,
            format!("{} m", lengths.join(", ")),
            (1..6).all(|weight| length(replans, few, weight) > length(replans, few, weight - 1) - 0.5)
                && length(replans, few, 5) > length(replans, few, 0) + 3.0,
        );
    }
    let speeds: Vec<f64> = (0..6).map(|weight| speed(once, few, weight)).collect();
    let [least, most] =
        [speeds.iter().fold(9.0, |a: f64, &b| a.min(b)), speeds.iter().fold(0.0, |a: f64, &b| a.max(b))];
    tell(
        "15 per s, planned once: w does not change the speed",
        "1.03 to 1.05 m/s",
        format!("{least:.2} to {most:.2} m/s"),
        most - least < 0.1,
    );
    for (rate, name, theirs) in [
        (few, "15", "1.16 to 1.18 against 1.03 to 1.05 m/s"),
        (many, "30", "1.03 to 1.10 against 0.79 to 0.94 m/s"),
    ] {
        let ours: Vec<String> = (1..6)
            .map(|weight| format!("{:.2} / {:.2}", speed(again, rate, weight), speed(once, rate, weight)))
            .collect();
        tell(
            &format!("planning again makes quicker at every w from 1 on ({name} per s)"),
            theirs,
            format!("{} m/s", ours.join(", ")),
            (1..6).all(|weight| speed(again, rate, weight) > speed(once, rate, weight)),
        );
    }
    let ours: Vec<String> = (1..6)
        .map(|weight| format!("{} / {}", count(again, many, weight), count(once, many, weight)))
        .collect();
    tell(
        "more finish if they plan again, at every w from 1 on (30 per s)",
        "8326 to 8457 against 3050 to 5399",
        ours.join(", "),
        (1..6).all(|weight| count(again, many, weight) > count(once, many, weight)),
    );
    tell(
        "with it, shorter times at 30 per s and w = 1",
        "117 against 168 s",
        format!("{:.0} against {:.0} s", time(again, many, 1), time(once, many, 1)),
        time(again, many, 1) < time(once, many, 1),
    );
    tell(
        "planned once, 30 per s jam at every w",
        "0.66 to 0.94 m/s",
        format!(
            "{} m/s",
            (0..6).map(|weight| format!("{:.2}", speed(once, many, weight))).collect::<Vec<_>>().join(", ")
        ),
        (0..6).all(|weight| speed(once, many, weight) < 0.9 * speed(once, few, weight)),
    );
}
