//! Random inputs without end: small ones against the oracle, large ones against the invariants.
//!
//! `cargo run --release -p throng-voronoi --example soak -- [small N] [large M] [seed S]`
//!
//! By default a million small inputs and a hundred large ones, from seed 0, on all cores. Shows progress on
//! stderr and what it found on stdout. A failing input is shrunk and printed as a line to paste into
//! a test; then the exit code is 1.

#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use throng_voronoi::naive::{Verdict, compare};
use throng_voronoi::sample::{self, Random, Segment};
use throng_voronoi::{Diagram, SegmentId};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str, default: u64| {
        let place = words.iter().position(|word| word == name);
        place.and_then(|i| words.get(i + 1)?.parse().ok()).unwrap_or(default)
    };
    let first = after("seed", 0);
    // Panics are findings too; their messages come with the input.
    std::panic::set_hook(Box::new(|_| {}));
    let mut good = run("small", first, after("small", 1_000_000), &small);
    good &= run("large", first, after("large", 100), &large);
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What one input gave.
enum Finding {
    Fine(Tally),
    Bad { why: String, input: Vec<Segment> },
}

/// How much was looked at.
#[derive(Clone, Copy, Default)]
struct Tally {
    vertices: u64,
    operations: u64,
    /// Inputs that are too close to call for the oracle.
    unclear: u64,
}

/// Runs seeds on all cores; says whether all were fine.
fn run(name: &str, first: u64, count: u64, check: &(dyn Fn(u64) -> Finding + Sync)) -> bool {
    let start = Instant::now();
    let next = AtomicU64::new(0);
    let (total, bad) = (Mutex::new(Tally::default()), AtomicU64::new(0));
    let work = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= count {
                return;
            }
            match check(first + i) {
                Finding::Fine(tally) => {
                    let mut total = total.lock().expect("no thread panics while it adds");
                    total.vertices += tally.vertices;
                    total.operations += tally.operations;
                    total.unclear += tally.unclear;
                }
                Finding::Bad { why, input } => {
                    bad.fetch_add(1, Ordering::Relaxed);
                    println!("{name} seed {}: {why}\ncheck(&segments(\"{}\"));", first + i, line(&input));
                }
            }
            if (i + 1).is_multiple_of(count.div_ceil(50)) {
                let seconds = start.elapsed().as_secs_f64();
                eprintln!("{name}: {} of {count}, {seconds:.0} s, {} bad", i + 1, bad.load(Ordering::Relaxed));
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let (total, bad) = (total.into_inner().expect("all threads are done"), bad.into_inner());
    println!(
        "{name}: {count} inputs, {} vertices, {} operations, {} unclear, {bad} bad, {:.0} s",
        total.vertices,
        total.operations,
        total.unclear,
        start.elapsed().as_secs_f64()
    );
    bad == 0
}

/// A few sites: the oracle, all invariants, and all invariants after every change.
fn small(seed: u64) -> Finding {
    let mut random = Random::new(seed);
    let n = 3 + random.below(4);
    let input = match random.below(20) {
        0 => sample::small(seed, random.range(4, 65), 7 + random.below(4)),
        1 => sample::cocircular(seed),
        2..=6 => sample::wobble(&sample::small(seed, 5, n), 32, seed),
        7 => sample::small(seed, random.range(64, 101), n),
        _ => sample::small(seed, random.range(4, 33), n),
    };
    let look = |input: &[Segment]| {
        let (vertices, unclear) = match compare(input) {
            Verdict::Same(vertices) => (vertices as u64, 0),
            Verdict::Unclear => (0, 1),
            Verdict::Different(why) => return Err(why),
        };
        let operations = change(input, seed, 4, |diagram| diagram.check_all().map_err(|v| v.to_string()))?;
        Ok(Tally { vertices, operations, unclear })
    };
    finding(input, look)
}

/// Thousands of segments: the invariants, before and after some changes.
fn large(seed: u64) -> Finding {
    let mut random = Random::new(seed);
    let n = 1000 + random.below(8000);
    let side = (n / 4).isqrt();
    let input = match seed % 13 {
        0 => sample::squares(side, seed),
        1 => sample::random_disjoint(n, seed),
        2 => sample::comb(n / 2),
        3 => sample::needles(n),
        4 => sample::needles_diagonal(n),
        5 => sample::maze(n, seed),
        6 => sample::grid_squares(side),
        7 => sample::lattice(side),
        8 => sample::polygon(n),
        9 => sample::chain(n),
        10 => sample::walls_and_pillars(n, seed),
        11 => sample::star(n, seed),
        _ => sample::slivers(n / 3, seed),
    };
    let look = |input: &[Segment]| {
        let built = Diagram::of_segments(input).map_err(|error| error.to_string())?;
        built.diagram.check().map_err(|violation| violation.to_string())?;
        let vertices = built.diagram.vertices().count() as u64;
        let operations = change(input, seed, 100, |_| Ok(()))?;
        Ok(Tally { vertices, operations, unclear: 0 })
    };
    finding(input, look)
}

/// Removes segments and lone points and inserts them again, some of them much later; checks as told after
/// each change, and all invariants in the end, when everything is there again. Returns the number of changes.
fn change(
    input: &[Segment],
    seed: u64,
    count: usize,
    check: impl Fn(&Diagram) -> Result<(), String>,
) -> Result<u64, String> {
    let mut random = Random::new(!seed);
    let mut diagram = Diagram::of_segments(input).map_err(|error| error.to_string())?.diagram;
    let before = diagram.vertices().count();
    let (mut gone, mut lone) = (Vec::new(), Vec::new());
    let mut changes = 0;
    for step in 0..2 * count {
        let segments: Vec<SegmentId> = diagram.segments().collect();
        let point = diagram.points().find(|&p| diagram.segments_at(p).next().is_none());
        // Ends of removed segments stay: they are wanted again.
        let point = point.filter(|p| !gone.iter().flatten().any(|end| end == p));
        match random.below(5) {
            0..=1 if !segments.is_empty() && step < count => {
                let s = segments[random.below(segments.len())];
                gone.push(diagram.ends(s));
                diagram.remove_segment(s).map_err(|error| error.to_string())?;
            }
            2 if step < count && point.is_some() => {
                let p = point.expect("just looked");
                lone.push(diagram.point(p));
                diagram.remove_point(p).map_err(|error| error.to_string())?;
            }
            3 if !lone.is_empty() => {
                let at = lone.swap_remove(random.below(lone.len()));
                diagram.insert_point(at, None).map_err(|error| error.to_string())?;
            }
            _ if !gone.is_empty() => {
                let [a, b] = gone.swap_remove(random.below(gone.len()));
                diagram.insert_segment(b, a).map_err(|error| error.to_string())?;
            }
            _ => continue,
        }
        changes += 1;
        check(&diagram)?;
    }
    for [a, b] in gone {
        diagram.insert_segment(a, b).map_err(|error| error.to_string())?;
    }
    for at in lone {
        diagram.insert_point(at, None).map_err(|error| error.to_string())?;
    }
    diagram.check().map_err(|violation| violation.to_string())?;
    let after = diagram.vertices().count();
    if after == before { Ok(changes) } else { Err(format!("{before} vertices, later {after}")) }
}

/// Looks at an input; if that fails or panics, at ever smaller parts of it that still do.
fn finding(mut input: Vec<Segment>, look: impl Fn(&[Segment]) -> Result<Tally, String>) -> Finding {
    let safely = |input: &[Segment]| {
        catch_unwind(AssertUnwindSafe(|| look(input))).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
            Err(format!("panic: {}", text.unwrap_or_default()))
        })
    };
    let mut why = match safely(&input) {
        Ok(tally) => return Finding::Fine(tally),
        Err(why) => why,
    };
    // Halves first, then quarters, down to one by one.
    let mut step = input.len().div_ceil(2);
    while step > 0 {
        let mut i = 0;
        while i < input.len() {
            let mut fewer = input.clone();
            fewer.drain(i..(i + step).min(input.len()));
            match safely(&fewer) {
                Err(still) => (input, why) = (fewer, still),
                Ok(_) => i += step,
            }
        }
        step /= 2;
    }
    Finding::Bad { why, input }
}

fn line(input: &[Segment]) -> String {
    let numbers = |s: &Segment| format!("{} {} {} {}", s[0].x, s[0].y, s[1].x, s[1].y);
    input.iter().map(numbers).collect::<Vec<_>>().join(" | ")
}
