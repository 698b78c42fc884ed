//! Figures 9.8 and 9.9a of the thesis: how long it takes to plan again with a viewing distance, by the complexity of the path.
//!
//! As there: city, 10,000 characters with a radius of 0.24 m and a free speed of 1.4 m/s, random starts and goals, weight 10, steps of
//! 0.1 s for 50 s; everyone plans again every 10 s; whoever arrives gets another goal. Only planning again is timed. Here characters
//! follow their paths at the speed of the density and do not avoid each other.

use crate::crowd::{STEP, Way};
use rayon::ThreadPoolBuilder;
use std::time::Instant;
use throng_compare::measure::{mean, median, microseconds};
use throng_compare::positions::positions;
use throng_compare::report::{Cell, Report, Table};
use throng_import::place;
use throng_mesh::{DensityCosts, DensityPlan, DensityPlanner, Mesh, Occupancy, Position, Request, Scene};
use throng_voronoi::sample::Random;

const RADIUS: f64 = 0.24;
const WEIGHT: f64 = 10.0;
/// Seconds that are simulated.
const DURATION: f64 = 50.0;
/// Seconds from planning to planning.
const PERIOD: f64 = 10.0;
/// How far characters see densities. [m]
const VIEWS: [f64; 6] = [0.1, 100.0, 200.0, 350.0, 500.0, 100_000.0];
/// Those of figure 9.8, and what the thesis says of them.
const SHOWN: [(usize, &str); 4] = [
    (5, "thesis: most below 500, from 60 vertices on 400 to 500 on average"),
    (3, "thesis: less than that for complex paths"),
    (2, "thesis: always below 100 on average, nearly the same from 30 vertices on"),
    (0, "thesis: ends at once"),
];
/// Vertices of a row of the tables, and rows.
const ROW: usize = 10;
const ROWS: usize = 8;

/// Times of one viewing distance by rows of vertices. [µs]
type Times = Vec<Vec<f64>>;

/// Measures and reports.
pub fn measure(quick: bool, report: &mut Report) -> Result<(), String> {
    let scene = place("city").ok_or("there is no city")?;
    let mesh = Mesh::build(&scene).map_err(|error| error.to_string())?.mesh;
    let characters = if quick { 1_000 } else { 10_000 };
    let pool = ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| error.to_string())?;
    let mut all = Vec::new();
    for view in VIEWS {
        eprintln!("  viewing {view} m");
        all.push(pool.install(|| simulate(&scene, &mesh, characters, view))?);
    }
    for (index, words) in SHOWN {
        let title = format!("Figure 9.8: planning again, viewing {} m [µs]; {words}", VIEWS[index]);
        let header = ["vertices of the new path", "paths", "mean", "median", "least", "most"];
        let mut table = Table::new(&title, header.map(str::to_string).to_vec());
        let whole = (String::from("all"), all[index].concat());
        let rows = all[index].iter().enumerate().map(|(row, times)| (name(row), times.clone()));
        for (name, times) in rows.chain([whole]).filter(|(_, times)| !times.is_empty()) {
            let of = crate::updates::Times::of(&times);
            let least = times.iter().fold(f64::INFINITY, |a: f64, &b| a.min(b));
            table.row(vec![
                Cell::text(&name),
                Cell::count(times.len()),
                Cell::milliseconds(of.mean),
                Cell::milliseconds(of.median),
                Cell::milliseconds(least),
                Cell::milliseconds(of.worst),
            ]);
        }
        report.table(table);
    }
    let mut header = vec!["vertices of the new path".to_string()];
    header.extend(VIEWS.map(|view| format!("{view} m")));
    let mut table =
        Table::new("Figure 9.9a: planning again, means and medians by viewing distance [µs]", header);
    for row in 0..ROWS {
        let mut cells = vec![Cell::text(&name(row))];
        cells.extend(all.iter().map(|times| match &times[row][..] {
            [] => Cell::text(""),
            times => Cell::with_best(mean(times), median(times.iter().copied())),
        }));
        table.row(cells);
    }
    report.table(table);
    Ok(())
}

fn name(row: usize) -> String {
    let first = row * ROW;
    if row + 1 == ROWS { format!("{first} and more") } else { format!("{first} to {}", first + ROW - 1) }
}

/// One who walks.
struct Walker {
    plan: DensityPlan,
    way: Way,
    /// Seconds until the next planning.
    timer: f64,
}

fn simulate(scene: &Scene, mesh: &Mesh, characters: usize, view: f64) -> Result<Times, String> {
    let mut random = Random::new(9);
    let mut occupancy = Occupancy::new(mesh);
    let mut planner = DensityPlanner::default();
    let mut places = positions(scene, mesh, RADIUS, &mut random, characters)?;
    // Someone who cannot get there gets another goal.
    let mut set_out = |from: Position, occupancy: &Occupancy, planner: &mut DensityPlanner| loop {
        let to = positions(scene, mesh, RADIUS, &mut random, 1)?[0];
        let costs = DensityCosts::new(occupancy, WEIGHT);
        if let Ok(plan) = planner.plan(mesh, &Request::new(from, to, RADIUS), view, &costs) {
            return Ok::<_, String>(plan);
        }
    };
    let mut walkers = Vec::with_capacity(characters);
    for &from in &places {
        let plan = set_out(from, &occupancy, &mut planner)?;
        let mut way = Way::default();
        way.follow(mesh, &plan);
        walkers.push(Walker { plan, way, timer: PERIOD });
    }
    let radii = vec![RADIUS; characters];
    let mut cells = vec![None; characters];
    let mut times: Times = vec![Vec::new(); ROWS];
    for _ in 0..(DURATION / STEP).round() as usize {
        occupancy.track(mesh, &mut cells, &places, &radii);
        let costs = DensityCosts::new(&occupancy, WEIGHT);
        for (walker, place) in walkers.iter_mut().zip(&mut places) {
            let arrived = !walker.way.walk(place, &costs);
            walker.timer -= STEP;
            if arrived {
                walker.plan = set_out(*place, &occupancy, &mut planner)?;
            } else if walker.timer < STEP / 2.0 {
                let start = Instant::now();
                let planned = planner.replan(mesh, &mut walker.plan, *place, &costs);
                let time = microseconds(start.elapsed());
                planned.map_err(|reason| format!("no path any more: {reason}"))?;
                let vertices = walker.plan.path().steps().len().saturating_sub(1);
                times[(vertices / ROW).min(ROWS - 1)].push(time);
            } else {
                continue;
            }
            walker.timer = PERIOD;
            walker.way.follow(mesh, &walker.plan);
        }
    }
    Ok(times)
}
