//! Figure 6.11 of the thesis: polygons come into a place and go again, one at a time.
//!
//! As there: 27 polygons for military and 89 for city, some small, some as long as there is room for; each comes and goes again before the next, in
//! 25 rounds; a polygon's time is its mean. The thesis drew them by hand, ours are random: a box of 2 m, a polygon of up to 10 m and a wall of
//! 1 m thickness along the longest of some straight lines, in turn, none of which touches anything. The same in a place of several layers and in one
//! that is much larger; and again with polygons that lie across whatever is there, which the thesis could not take out again.

use crate::updates::{Failures, Rebuild, Times, insert, remove, with_obstacles};
use throng_compare::measure::{mean, median};
use throng_compare::positions::positions;
use throng_compare::report::{Cell, Report, Table};
use throng_import::place;
use throng_mesh::{LiveMesh, Mesh, Obstacle, Position};
use throng_voronoi::sample::Random;

/// Places, and how many polygons come into each.
const PLACES: &[(&str, usize)] = &[("military", 27), ("city", 89), ("station", 89), ("bigcity", 89)];
/// Directions of which a wall takes the one with the most room.
const DIRECTIONS: usize = 16;
/// As far as a wall may reach to each side of its middle. [m]
const REACH: f64 = 250.0;
/// What the thesis reports, in words. [ms]
const THESIS: &[(&str, &str, &str)] =
    &[("military", "below 0.5", "0.5 to 2.7"), ("city", "below 1, worst 2.4", "about 3, worst 9.6")];

/// Whether polygons keep clear of what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// They touch nothing.
    Free,
    /// They lie across anything.
    Any,
}

/// Times of one place.
pub struct Measured {
    /// The place.
    pub name: &'static str,
    /// Where the polygons are.
    pub ground: Ground,
    /// Cells of the mesh without them.
    cells: usize,
    /// Cells that each makes anew.
    changed: Vec<usize>,
    /// Of each polygon the mean of all rounds: insertion, removal. [µs]
    times: [Vec<f64>; 2],
    /// Every time that was taken: insertions, removals. [µs]
    single: [Vec<f64>; 2],
    /// Building the mesh with a polygon, and with all that is needed to change it. [µs]
    rebuilds: [f64; 2],
}

impl Measured {
    /// The longest mean of a polygon. [ms]
    pub fn worst(&self) -> f64 {
        self.times.iter().flatten().fold(0.0, |a: f64, &b| a.max(b)) / 1e3
    }
}

/// All places.
pub fn measure(quick: bool, failures: &mut Failures) -> Result<Vec<Measured>, String> {
    let rebuild = Rebuild::new()?;
    let mut all = Vec::new();
    for ground in [Ground::Free, Ground::Any] {
        for &(name, count) in PLACES {
            let rounds = if quick { 5 } else { 25 };
            let title = format!("polygons in {name}, {ground:?}");
            all.extend(failures.attempt(&title, || measure_place(name, count, ground, &rebuild, rounds)));
        }
    }
    Ok(all)
}

fn measure_place(
    name: &'static str,
    count: usize,
    ground: Ground,
    rebuild: &Rebuild,
    rounds: usize,
) -> Result<Measured, String> {
    let scene = place(name).ok_or("there is no such place")?;
    let (_, mut live) = rebuild.live(&scene)?;
    let mut random = Random::new(11);
    let mut polygons = Vec::with_capacity(count);
    while polygons.len() < count {
        let middle = positions(&scene, live.mesh(), 0.0, &mut random, 1)?[0];
        let polygon = match polygons.len() % 3 {
            0 => regular(middle, 4, 2f64.sqrt(), &mut random),
            1 => regular(middle, 3 + random.below(6), 1.0 + 4.0 * random.unit(), &mut random),
            _ => wall(live.mesh(), middle, ground, &mut random),
        };
        if ground == Ground::Any || is_free(live.mesh(), &polygon, middle) {
            polygons.push(polygon);
        }
    }
    let mut measured = Measured {
        name,
        ground,
        cells: live.mesh().num_cells(),
        changed: Vec::new(),
        times: Default::default(),
        single: Default::default(),
        rebuilds: [0.0; 2],
    };
    let mut times = [vec![Vec::new(); count], vec![Vec::new(); count]];
    for round in 0..rounds {
        for (index, polygon) in polygons.iter().enumerate() {
            let (insertion, id, event) = insert(&mut live, polygon)?;
            times[0][index].push(insertion);
            times[1][index].push(remove(&mut live, id)?.0);
            if round == 0 {
                measured.changed.push(event.cells_added.len());
            }
        }
    }
    measured.times = [0, 1].map(|k| times[k].iter().map(|times| mean(times)).collect());
    measured.single = times.map(|times| times.concat());
    measured.rebuilds = rebuilds(&live, &polygons, rebuild, rounds.min(7))?;
    Ok(measured)
}

/// Medians of building with one polygon more, another one each time.
fn rebuilds(
    live: &LiveMesh,
    polygons: &[Obstacle],
    rebuild: &Rebuild,
    rounds: usize,
) -> Result<[f64; 2], String> {
    let mut times: [Vec<f64>; 2] = Default::default();
    for polygon in polygons.iter().take(rounds) {
        let scene = with_obstacles(live.scene(), [polygon]);
        times[0].push(rebuild.mesh(&scene)?);
        times[1].push(rebuild.live(&scene)?.0);
    }
    Ok(times.map(median))
}

/// What came of it.
pub fn report(measured: &[Measured], report: &mut Report) {
    for (ground, words) in [(Ground::Free, "in free space"), (Ground::Any, "across whatever is there")] {
        let mut header: Vec<String> =
            ["place", "update", "polygons", "cells", "made anew, mean", "most"].map(str::to_string).into();
        header.extend(Times::header());
        header.extend(
            ["worst of all rounds", "rebuilt mesh", "rebuilt live mesh", "mesh / median", "/ worst"]
                .map(str::to_string),
        );
        header.push("thesis [ms]".to_string());
        let mut table =
            Table::new(&format!("Figure 6.11: polygons {words} [µs], each the mean of its rounds"), header);
        for place in measured.iter().filter(|place| place.ground == ground) {
            for (index, update) in ["insertion", "removal"].into_iter().enumerate() {
                let times = Times::of(&place.times[index]);
                let thesis = THESIS.iter().find(|row| row.0 == place.name && ground == Ground::Free);
                let changed: Vec<f64> = place.changed.iter().map(|&cells| cells as f64).collect();
                let mut row = vec![
                    Cell::text(place.name),
                    Cell::text(update),
                    Cell::count(place.changed.len()),
                    Cell::count(place.cells),
                    Cell::number(mean(&changed), 0),
                    Cell::count(place.changed.iter().copied().max().unwrap_or(0)),
                ];
                row.extend(times.cells());
                row.extend([
                    Cell::milliseconds(Times::of(&place.single[index]).worst),
                    Cell::milliseconds(place.rebuilds[0]),
                    Cell::milliseconds(place.rebuilds[1]),
                    Cell::number(place.rebuilds[0] / times.median, 0),
                    Cell::number(place.rebuilds[0] / times.worst, 0),
                    Cell::text(thesis.map_or("", |row| if index == 0 { row.1 } else { row.2 })),
                ]);
                table.row(row);
            }
        }
        report.table(table);
    }
    by_cells(measured, report);
}

/// The axis of the figure: times by the number of cells that a polygon makes anew.
fn by_cells(measured: &[Measured], report: &mut Report) {
    const BOUNDS: [usize; 6] = [0, 20, 40, 80, 160, usize::MAX];
    let mut header = vec!["cells made anew, in free space".to_string()];
    let places: Vec<&Measured> = measured.iter().filter(|place| place.ground == Ground::Free).collect();
    header.extend(places.iter().flat_map(|place| {
        [format!("{}: polygons", place.name), "insertion".to_string(), "removal".to_string()]
    }));
    let mut table = Table::new("Figure 6.11: by how much changes, means [µs]", header);
    for bounds in BOUNDS.windows(2) {
        let name = if bounds[1] == usize::MAX {
            format!("{} and more", bounds[0])
        } else {
            format!("{} to {}", bounds[0], bounds[1] - 1)
        };
        let mut row = vec![Cell::text(&name)];
        for place in &places {
            let within: Vec<usize> = (0..place.changed.len())
                .filter(|&k| (bounds[0]..bounds[1]).contains(&place.changed[k]))
                .collect();
            row.push(Cell::count(within.len()));
            for times in &place.times {
                let times: Vec<f64> = within.iter().map(|&k| times[k]).collect();
                row.push(if times.is_empty() { Cell::text("") } else { Cell::milliseconds(mean(&times)) });
            }
        }
        table.row(row);
    }
    report.table(table);
}

/// A polygon with equal sides, in any direction.
fn regular(middle: Position, corners: usize, radius: f64, random: &mut Random) -> Obstacle {
    let turn = random.unit() * std::f64::consts::TAU;
    let corner = |k: usize| {
        let (sin, cos) = (turn + k as f64 * std::f64::consts::TAU / corners as f64).sin_cos();
        [middle.at[0] + radius * cos, middle.at[1] + radius * sin]
    };
    Obstacle::new(middle.layer, (0..corners).map(corner).collect())
}

/// A wall through a place, in the direction in which there is the most room; or as long in any direction.
fn wall(mesh: &Mesh, middle: Position, ground: Ground, random: &mut Random) -> Obstacle {
    let room = |direction: [f64; 2]| {
        let to = [0, 1].map(|axis| middle.at[axis] + REACH * direction[axis]);
        mesh.cast(middle, to, None).map_or(0.0, |cast| {
            ((cast.at[0] - middle.at[0]) * direction[0] + (cast.at[1] - middle.at[1]) * direction[1] - 2.0)
                .max(1.0)
        })
    };
    let ways = (0..DIRECTIONS).map(|_| random.direction()).map(|to| (to, [room([-to[0], -to[1]]), room(to)]));
    let (to, [back, ahead]) = ways.fold(([1.0, 0.0], [1.0; 2]), |best, way| {
        if way.1[0] + way.1[1] > best.1[0] + best.1[1] { way } else { best }
    });
    let to = if ground == Ground::Any { random.direction() } else { to };
    let corner = |along: f64, aside: f64| {
        [middle.at[0] + along * to[0] - aside * to[1], middle.at[1] + along * to[1] + aside * to[0]]
    };
    Obstacle::new(
        middle.layer,
        vec![corner(-back, -0.5), corner(ahead, -0.5), corner(ahead, 0.5), corner(-back, 0.5)],
    )
}

/// Whether one can walk along all of a polygon, and from its middle to its corners, on its own layer.
fn is_free(mesh: &Mesh, polygon: &Obstacle, middle: Position) -> bool {
    let ring = &polygon.rings[0];
    let at = |at: [f64; 2]| Position::new(at, polygon.layer);
    let sees = |from: Position, to: Position| mesh.visible(from, to, None).is_some_and(|line| line.visible);
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).all(|(&a, &b)| sees(at(a), at(b)) && sees(middle, at(a)))
}
