//! Bytes of a character, routes included: what a crowd adds to the resident memory of a fresh process that holds the place.

use crate::walkers::Walkers;
use rayon::ThreadPoolBuilder;
use std::process::Command;
use throng_compare::measure::{high_water_mark, resident};
use throng_compare::report::{Cell, Report, Table};
use throng_crowd::Profile;
use throng_import::place;

const PLACES: [&str; 3] = ["city", "bigcity", "village8x8"];

/// The argument that makes the program the child.
pub const CHILD: &str = "memory";

/// Steps after which everybody has a route, and most have planned again.
const STEPS: usize = 120;

/// Measures in children and reports; the bytes of a character, by place.
pub fn measure(quick: bool, report: &mut Report) -> Result<Vec<(&'static str, f64)>, String> {
    let characters: usize = if quick { 5_000 } else { 50_000 };
    let header = ["place", "characters", "bytes", "bytes at the peak"];
    let mut table = Table::new(
        "Resident memory that a character adds, its route included",
        header.map(str::to_string).to_vec(),
    );
    let mut all = Vec::new();
    for name in PLACES {
        eprintln!("  {name}");
        let [now, most] = measure_place(name, characters)?.map(|bytes| bytes / characters as f64);
        table.row(vec![
            Cell::text(name),
            Cell::count(characters),
            Cell::number(now, 0),
            Cell::number(most, 0),
        ]);
        all.push((name, now));
    }
    report.table(table);
    report.line(&format!(
        "\nGrowth of a fresh process from the place with one character to {STEPS} steps of the crowd, on one thread, as the system counts it (VmRSS, VmHWM)."
    ));
    Ok(all)
}

fn measure_place(name: &str, characters: usize) -> Result<[f64; 2], String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program).args([CHILD, name, &characters.to_string()]).output();
    let output = output.map_err(|error| error.to_string())?;
    let answer = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<f64> = answer.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    numbers
        .try_into()
        .map_err(|_| format!("the memory child failed: {}", String::from_utf8_lossy(&output.stderr).trim()))
}

/// The child's side.
pub fn child(name: &str, characters: &str) -> Result<(), String> {
    let characters: usize = characters.parse().map_err(|_| format!("{characters} is no number"))?;
    let pool = ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| error.to_string())?;
    pool.install(|| walk(name, characters))
}

fn walk(name: &str, characters: usize) -> Result<(), String> {
    let scene = place(name).ok_or("there is no such place")?;
    let mut walkers = Walkers::new(scene, Profile::thesis())?;
    walkers.fill(1)?;
    walkers.step();
    let before = resident()?;
    if !walkers.fill(characters)? {
        return Err(format!("{characters} characters do not fit"));
    }
    for _ in 0..STEPS {
        walkers.step();
    }
    println!("{} {}", resident()?.saturating_sub(before), high_water_mark()?.saturating_sub(before));
    Ok(())
}
