//! Snapshots: what taking one costs, and what it costs the updates after it.
//!
//! Readers keep a snapshot while the mesh changes. The first update of a part then copies the blocks that it writes to. Three updates are
//! timed in turn, of the same small box at the same spot: with nobody reading, right after a snapshot that is kept, and once more while it is kept.

use crate::updates::{Times, insert, remove};
use std::hint::black_box;
use std::time::Instant;
use throng_compare::measure::{median, microseconds};
use throng_compare::positions::positions;
use throng_compare::report::{Cell, Report, Table};
use throng_import::place;
use throng_mesh::{LiveMesh, Obstacle, Position};
use throng_voronoi::sample::Random;

const PLACES: &[&str] = &["military", "city", "station", "bigcity"];

/// Times of one place. [µs]
struct Measured {
    name: &'static str,
    bytes: usize,
    snapshot: Vec<f64>,
    /// Insertions with nobody reading, the first after a snapshot, and the second.
    updates: [Vec<f64>; 3],
    /// Bytes that the first of them copies.
    copied: Vec<f64>,
    deep: Vec<f64>,
}

/// Measures and reports.
pub fn measure(quick: bool, report: &mut Report) -> Result<(), String> {
    let header = [
        "place",
        "mesh [kB]",
        "snapshot",
        "insertion, nobody reads",
        "first after a snapshot",
        "second",
        "copied by the first [kB]",
        "copy of the whole mesh",
        "whole copy / (snapshot + copying)",
    ];
    let mut table = Table::new("Snapshots, medians [µs]", header.map(str::to_string).to_vec());
    for &name in PLACES {
        eprintln!("  {name}");
        let measured = measure_place(name, if quick { 20 } else { 100 });
        let measured = measured.map_err(|reason| format!("{name}: {reason}"))?;
        let [alone, first, second] = measured.updates.each_ref().map(|times| Times::of(times).median);
        let [snapshot, deep, copied] =
            [&measured.snapshot, &measured.deep, &measured.copied].map(|times| median(times.iter().copied()));
        table.row(vec![
            Cell::text(measured.name),
            Cell::count(measured.bytes / 1000),
            Cell::milliseconds(snapshot),
            Cell::milliseconds(alone),
            Cell::milliseconds(first),
            Cell::milliseconds(second),
            Cell::milliseconds(copied / 1e3),
            Cell::milliseconds(deep),
            Cell::number(deep / (snapshot + (first - alone).max(0.0)), 1),
        ]);
    }
    report.table(table);
    Ok(())
}

fn measure_place(name: &'static str, rounds: usize) -> Result<Measured, String> {
    let scene = place(name).ok_or("there is no such place")?;
    let mut live = LiveMesh::build(&scene).map_err(|error| error.to_string())?;
    let spots = positions(&scene, live.mesh(), 1.5, &mut Random::new(3), rounds)?;
    let bytes = live.mesh().bytes();
    // As many bytes as the mesh has, but in one piece: a copy cannot be quicker.
    let whole = vec![1u8; bytes];
    let mut measured = Measured {
        name,
        bytes,
        snapshot: Vec::new(),
        updates: Default::default(),
        copied: Vec::new(),
        deep: Vec::new(),
    };
    for spot in spots {
        let square = square(spot);
        measured.updates[0].push(update(&mut live, &square)?);
        let start = Instant::now();
        let snapshot = black_box(live.snapshot());
        measured.snapshot.push(microseconds(start.elapsed()));
        let (time, id, _) = insert(&mut live, &square)?;
        measured.updates[1].push(time);
        measured.copied.push(live.mesh().bytes_apart(&snapshot) as f64);
        remove(&mut live, id)?;
        measured.updates[2].push(update(&mut live, &square)?);
        drop(snapshot);
        let start = Instant::now();
        let copy = black_box(whole.clone());
        measured.deep.push(microseconds(start.elapsed()));
        drop(copy);
    }
    Ok(measured)
}

/// Inserts and removes an obstacle; the time of the insertion.
fn update(live: &mut LiveMesh, obstacle: &Obstacle) -> Result<f64, String> {
    let (time, id, _) = insert(live, obstacle)?;
    remove(live, id)?;
    Ok(time)
}

fn square(Position { at: [x, y], layer, .. }: Position) -> Obstacle {
    Obstacle::new(layer, vec![[x - 1.0, y - 1.0], [x + 1.0, y - 1.0], [x + 1.0, y + 1.0], [x - 1.0, y + 1.0]])
}
