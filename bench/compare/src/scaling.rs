//! From a thousand characters to as many as fit, in the three largest places of the thesis's experiments (figures 10.7 to 10.9).
//!
//! One crowd for each place: it grows, warms up, and is measured, and grows again. Steps on two threads and on one take turns.

use crate::passes::{HOW, Steps, TOGETHER};
use crate::walkers::Walkers;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::time::Instant;
use throng_compare::report::{Cell, Report, Table};
use throng_crowd::Profile;
use throng_import::place;

const NUMBERS: [usize; 10] = [1_000, 2_000, 5_000, 10_000, 15_000, 20_000, 50_000, 100_000, 200_000, 400_000];
const FEW: [usize; 3] = [1_000, 2_000, 10_000];

/// Steps before anything is measured, after newcomers came. No more than a 50th of all get a route in a step.
const WARM_UP: usize = 100;
/// Crowds of this size and more have a shorter warm-up, and fewer steps.
const LARGE: usize = 200_000;
const SHORT_WARM_UP: usize = 60;
/// A place gets so much time; a crowd that would take longer is not measured. [s]
const TIME: [(&str, f64); 3] = [("city", 600.0), ("bigcity", 600.0), ("village8x8", 600.0)];
/// Characters are put in order every so many steps. The first of so many steps takes turns as well, or all of that would be counted for one.
const ORDER: u64 = 16;
/// Steps that are measured on one and on two threads, together longer than the period after which everybody plans again; and with large crowds.
const STEPS: usize = 128;
const FEWER_STEPS: usize = 96;

/// What was measured in a place.
pub struct Measured {
    pub name: &'static str,
    /// Walkable. [m²]
    area: f64,
    pub rows: Vec<Row>,
    /// How many there were when nobody fitted any more.
    full: Option<usize>,
    /// The crowd for which there was no time.
    too_long: Option<usize>,
}

/// One size of a crowd.
pub struct Row {
    pub characters: usize,
    pub one: Steps,
    pub two: Steps,
    /// Mean speed at the end. [m/s]
    speed: f64,
}

impl Row {
    /// How long measuring another crowd will take, if characters cost as much there. [s]
    fn seconds_of(&self, characters: usize) -> f64 {
        let (warm_up, steps) = effort(characters);
        let half = steps as f64 / 2.0;
        let [one, two] = [&self.one, &self.two].map(|steps| steps.total() / self.characters as f64);
        characters as f64 * ((warm_up as f64 + half) * two + half * one)
    }
}

/// Steps of warming up, and of measuring.
fn effort(characters: usize) -> (usize, usize) {
    if characters < LARGE { (WARM_UP, STEPS) } else { (SHORT_WARM_UP, FEWER_STEPS) }
}

impl Measured {
    /// The crowd of this size.
    pub fn row(&self, characters: usize) -> Option<&Row> {
        self.rows.iter().find(|row| row.characters == characters)
    }

    /// How many characters can be simulated in real time: between sizes that were measured, the step grows evenly.
    pub fn real_time(&self, steps: impl Fn(&Row) -> &Steps) -> String {
        /// A step. [s]
        const LIMIT: f64 = 0.1;
        let times: Vec<(f64, f64)> =
            self.rows.iter().map(|row| (row.characters as f64, steps(row).total())).collect();
        let Some(above) = times.iter().position(|time| time.1 > LIMIT) else {
            return format!("more than {}", Cell::count(times.last().map_or(0, |time| time.0 as usize)));
        };
        let (from, to) = (if above == 0 { (0.0, 0.0) } else { times[above - 1] }, times[above]);
        let count = from.0 + (LIMIT - from.1) / (to.1 - from.1) * (to.0 - from.0);
        Cell::count((count / 100.0) as usize * 100).to_string()
    }
}

/// Measures all places, or the one of this name.
pub fn measure(quick: bool, only: &str) -> Result<Vec<Measured>, String> {
    let pool =
        |threads| ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string());
    let pools = [pool(1)?, pool(2)?];
    let wanted = TIME.into_iter().filter(|(name, _)| *name == only || "scaling".contains(only));
    wanted
        .map(|(name, time)| {
            measure_place(name, time, quick, &pools).map_err(|reason| format!("{name}: {reason}"))
        })
        .collect()
}

fn measure_place(
    name: &'static str,
    time: f64,
    quick: bool,
    pools: &[ThreadPool; 2],
) -> Result<Measured, String> {
    let start = Instant::now();
    let scene = place(name).ok_or("there is no such place")?;
    let mut walkers = Walkers::new(scene, Profile::thesis())?;
    let mut measured =
        Measured { name, area: walkers.crowd.mesh().area(), rows: Vec::new(), full: None, too_long: None };
    for &characters in if quick { &FEW[..] } else { &NUMBERS[..] } {
        let left = time - start.elapsed().as_secs_f64();
        if measured.rows.last().is_some_and(|row| row.seconds_of(characters) > left) {
            measured.too_long = Some(characters);
            break;
        }
        if !pools[1].install(|| walkers.fill(characters))? {
            measured.full = Some(walkers.crowd.len());
            break;
        }
        let row = measure_crowd(&mut walkers, pools);
        let [one, two] = [&row.one, &row.two].map(|steps| steps.total() * 1e3);
        eprintln!("  {name}, {characters}: {one:.1} ms on one thread, {two:.1} ms on two");
        measured.rows.push(row);
    }
    Ok(measured)
}

fn measure_crowd(walkers: &mut Walkers, [one, two]: &[ThreadPool; 2]) -> Row {
    let characters = walkers.crowd.len();
    let (warm_up, steps) = effort(characters);
    for _ in 0..warm_up {
        two.install(|| walkers.step());
    }
    let mut row = Row { characters, one: Steps::of(characters), two: Steps::of(characters), speed: 0.0 };
    for _ in 0..steps {
        let now = walkers.crowd.num_steps();
        let turn = now / TOGETHER as u64 + now / ORDER;
        let (pool, measured) = if turn.is_multiple_of(2) { (two, &mut row.two) } else { (one, &mut row.one) };
        measured.push(pool.install(|| walkers.step()));
    }
    row.speed = walkers.mean_speed();
    row
}

/// Tables of passes, one for each place, and the thesis's numbers.
pub fn report(measured: &[Measured], report: &mut Report) {
    report.line(&format!(
        "\nEverybody has a radius of 0.24 m and walks at 1.4 m/s; routes keep 4 m of clearance, mind crowding within 500 m (w = 10) and are \
         planned again every 10 s; Indicative Route Method, Moussaïd's model with samples 4.5° apart, Stream. The step is whole: planning, \
         density and mesh included. {HOW}"
    ));
    for place in measured {
        passes(place, report);
    }
    if let Some(city) = measured.iter().find(|place| place.name == "city") {
        beside_the_thesis(city, report);
    }
    let mut table = Table::new(
        "Characters in real time (100 ms for a step)",
        ["place", "one thread", "two threads", "thesis, one thread", "thesis, eight threads on six cores"]
            .map(str::to_string)
            .to_vec(),
    );
    for place in measured {
        let thesis = if place.name == "city" { ["3,500", "15,000"] } else { [""; 2] };
        table.row(vec![
            Cell::text(place.name),
            Cell::text(&place.real_time(|row| &row.one)),
            Cell::text(&place.real_time(|row| &row.two)),
            Cell::text(thesis[0]),
            Cell::text(thesis[1]),
        ]);
    }
    report.table(table);
}

fn passes(place: &Measured, report: &mut Report) {
    let title = format!(
        "{}, {} m² walkable [µs for each character and step]",
        place.name,
        Cell::count(place.area as usize)
    );
    let first = ["characters", "per m²", "m/s", "threads"].map(str::to_string);
    let last = ["step", "ms for a step", "slowest"].map(str::to_string);
    let mut table = Table::new(&title, first.into_iter().chain(Steps::header()).chain(last).collect());
    for row in &place.rows {
        for (threads, steps) in [(1, &row.one), (2, &row.two)] {
            let total = steps.total();
            let mut cells = vec![
                Cell::count(row.characters),
                Cell::ratio(row.characters as f64 / place.area),
                Cell::ratio(row.speed),
                Cell::count(threads),
            ];
            cells.extend(steps.cells());
            cells.push(Cell::number(steps.each(total), 3));
            cells.push(Cell::milliseconds(total * 1e3));
            cells.push(Cell::milliseconds(steps.slowest() * 1e3));
            table.row(cells);
        }
    }
    report.table(table);
    if let Some(characters) = place.too_long {
        report.line(&format!(
            "\n{} characters were not measured: it would take too long.",
            Cell::count(characters)
        ));
    }
    if let Some(full) = place.full {
        report.line(&format!(
            "\nThe place is full with {} characters, {:.2} on a square meter: no other disc of 0.24 m was found to fit.",
            Cell::count(full),
            full as f64 / place.area
        ));
    }
}

/// What the text of the thesis says about City, in milliseconds for a step: one thread, and eight threads on six cores.
type Said = (&'static str, &'static [&'static str], usize, Option<f64>, Option<f64>);

const SAID: [Said; 5] = [
    ("retraction and following", &["follow"], 100_000, Some(85.0 + 47.0), Some(19.0 + 10.0)),
    ("Stream", &["stream"], 100_000, Some(524.0), Some(100.0)),
    (
        "collision avoidance, with finding neighbors",
        &["walls", "neighbors", "avoid"],
        100_000,
        Some(2034.0),
        Some(407.0),
    ),
    ("all but planning", EXCEPT_PLANNING, 20_000, Some(547.0), None),
    ("all but planning", EXCEPT_PLANNING, 100_000, Some(2761.0), Some(602.0)),
];

const EXCEPT_PLANNING: &[&str] =
    &["follow", "index", "walls", "neighbors", "stream", "avoid", "contact", "motion", "count"];

fn beside_the_thesis(city: &Measured, report: &mut Report) {
    let header = ["pass", "characters", "thesis, one thread", "ours, one", "thesis, eight", "ours, two"];
    let mut table = Table::new("City beside the thesis [ms for a step]", header.map(str::to_string).to_vec());
    let with_ten = ("all but planning", EXCEPT_PLANNING, 10_000, None, Some(59.0));
    for (name, passes, characters, one, eight) in [with_ten].into_iter().chain(SAID) {
        let Some(row) = city.row(characters) else { continue };
        let thesis = |time: Option<f64>| time.map_or(Cell::text(""), Cell::milliseconds);
        let ours =
            |steps: &Steps| Cell::milliseconds(passes.iter().map(|pass| steps.pass(pass)).sum::<f64>() * 1e3);
        table.row(vec![
            Cell::text(name),
            Cell::count(characters),
            thesis(one),
            ours(&row.one),
            thesis(eight),
            ours(&row.two),
        ]);
    }
    report.table(table);
}
