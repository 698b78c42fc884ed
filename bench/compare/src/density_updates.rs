//! Counting characters as they move.
//!
//! Everyone goes back and forth between two places in cells next to each other, so that all change their cell in every step: the dearest case.
//! Counted alone, with the cells known; and tracked, which finds the cells first. For comparison a usual step, in which few change.

use rayon::ThreadPoolBuilder;
use std::time::Instant;
use throng_compare::measure::median;
use throng_compare::positions::positions;
use throng_compare::report::{Cell, Report, Table};
use throng_import::place;
use throng_mesh::{CellId, Mesh, Occupancy, Position};
use throng_voronoi::sample::Random;

const RADIUS: f64 = 0.24;
/// How far somebody goes in a usual step. [m] 1.4 m/s for 0.1 s.
const STEP: f64 = 0.14;
const PLACES: &[(&str, usize)] = &[("city", 10_000), ("station", 10_000), ("bigcity", 100_000)];

/// Measures and reports; the nanoseconds of counting one who moved, by place.
pub fn measure(quick: bool, report: &mut Report) -> Result<Vec<(&'static str, f64)>, String> {
    let header = [
        "place",
        "characters",
        "counting, all change cells",
        "tracking, all change cells",
        "tracking, 0.14 m",
        "of these change",
    ];
    let mut table =
        Table::new("Density updates, medians [ns for each character]", header.map(str::to_string).to_vec());
    let pool = ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| error.to_string())?;
    let mut all = Vec::new();
    for &(name, characters) in PLACES {
        eprintln!("  {name}");
        let numbers = pool.install(|| measure_place(name, characters, if quick { 20 } else { 200 }));
        let [counting, tracking, usual, changed] = numbers.map_err(|reason| format!("{name}: {reason}"))?;
        table.row(vec![
            Cell::text(name),
            Cell::count(characters),
            Cell::number(counting, 1),
            Cell::number(tracking, 1),
            Cell::number(usual, 1),
            Cell::text(&format!("{:.1} %", 100.0 * changed)),
        ]);
        all.push((name, counting));
    }
    report.table(table);
    Ok(all)
}

/// Nanoseconds of counting, of tracking, of tracking a usual step, and the share of those who change their cells in one.
fn measure_place(name: &str, characters: usize, rounds: usize) -> Result<[f64; 4], String> {
    let scene = place(name).ok_or("there is no such place")?;
    let mesh = Mesh::build(&scene).map_err(|error| error.to_string())?.mesh;
    let mut random = Random::new(2);
    let (mut here, mut there) = (Vec::with_capacity(characters), Vec::with_capacity(characters));
    while here.len() < characters {
        let from = positions(&scene, &mesh, RADIUS, &mut random, 1)?[0];
        if let Some(to) = beside(&mesh, from, &mut random) {
            here.push(from);
            there.push(to);
        }
    }
    let step: Vec<Position> = here.iter().map(|&from| near(&mesh, from, &mut random)).collect();
    let find = |places: &[Position]| -> Result<Vec<CellId>, String> {
        places.iter().map(|&at| mesh.locate(at, None).ok_or_else(|| "nowhere".to_string())).collect()
    };
    let [in_here, in_there, in_step] = [find(&here)?, find(&there)?, find(&step)?];
    let changed = in_here.iter().zip(&in_step).filter(|(a, b)| a != b).count() as f64 / characters as f64;
    let radii = vec![RADIUS; characters];
    let mut occupancy = Occupancy::new(&mesh);
    let mut cells = vec![None; characters];
    occupancy.track(&mesh, &mut cells, &here, &radii);
    let mut times: [Vec<f64>; 3] = Default::default();
    let each = |start: Instant| start.elapsed().as_secs_f64() * 1e9 / characters as f64;
    for _ in 0..rounds {
        for [from, to] in [[&in_here, &in_there], [&in_there, &in_here]] {
            let start = Instant::now();
            for ((&from, &to), &radius) in from.iter().zip(to).zip(&radii) {
                occupancy.moved(from, to, radius);
            }
            times[0].push(each(start));
        }
        for (which, places) in [(1, &there), (1, &here), (2, &step), (2, &here)] {
            let start = Instant::now();
            occupancy.track(&mesh, &mut cells, places, &radii);
            times[which].push(each(start));
        }
    }
    if occupancy.total() != characters as u64 {
        return Err(format!("{} of {characters} characters are counted", occupancy.total()));
    }
    let [counting, tracking, usual] = times.map(median);
    Ok([counting, tracking, usual, changed])
}

/// A place in another cell, as near as can be found; `None` where there is none nearby.
fn beside(mesh: &Mesh, from: Position, random: &mut Random) -> Option<Position> {
    let cell = mesh.locate(from, None);
    (1..400).find_map(|k| {
        let direction = random.direction();
        let at = [0, 1].map(|axis| from.at[axis] + 0.05 * f64::from(k) * direction[axis]);
        let place = Position::new(at, from.layer);
        mesh.locate(place, None).is_some_and(|other| Some(other) != cell).then_some(place)
    })
}

/// A place a usual step away, or the same if there is none.
fn near(mesh: &Mesh, from: Position, random: &mut Random) -> Position {
    let tries = (0..16).map(|_| {
        let direction = random.direction();
        Position::new([0, 1].map(|axis| from.at[axis] + STEP * direction[axis]), from.layer)
    });
    tries.into_iter().find(|&place| mesh.locate(place, None).is_some()).unwrap_or(from)
}
