//! The mesh of every reference place, measured: sizes, building, queries, files; beside them the figures of the papers.
//!
//! `make bench-mesh` builds and calls this program. It prints what it finds and writes the same to `bench/results/mesh.md`. In every
//! round of a place the contenders build once each: ours on one thread, ours on two, and Boost the Voronoi diagrams
//! of the same segments; a table holds medians over the rounds. Freeing the results is outside the timing for everyone.

mod building;
mod queries;

use building::{Building, Pools};
use queries::Queries;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;
use throng_compare::boost::Boost;
use throng_compare::goals::{self, Bound, Goal};
use throng_compare::measure::{self, median, milliseconds};
use throng_compare::options::Options;
use throng_compare::papers;
use throng_compare::report::{Cell, Report, Table};
use throng_import::{PLACES, place};
use throng_mesh::Mesh;

/// All numbers of one place.
struct Measured {
    name: &'static str,
    mesh: Mesh,
    building: Building,
    queries: Queries,
    file: SaveAndLoad,
}

/// A mesh as a file.
struct SaveAndLoad {
    bytes: usize,
    /// [ms]
    save: f64,
    /// [ms]
    load: f64,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match Options::parse(&arguments, "bench/results/mesh.md", "--quick").and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("mesh: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let mut report = Report::new("The mesh of the reference places");
    report.line(&format!("Medians. {}", measure::machine()));
    report.line(
        "In brackets: W. van Toll's thesis of 2017, on an Intel i7-3930K. Our places are not its \
         environments, only about as complex; `village` stands for Zelda.",
    );
    let mut boost = match options.boost.as_deref().map(Boost::start) {
        Some(Ok(boost)) => Some(boost),
        Some(Err(reason)) => {
            report.line(&format!("The columns of Boost are empty: {reason}."));
            None
        }
        None => {
            report.line(
                "The columns of Boost are empty: its headers or a C++ compiler are missing (Debian: \
                 libboost-dev, g++).",
            );
            None
        }
    };
    let pools = Pools::new()?;
    let mut measured = Vec::new();
    for info in PLACES.iter().filter(|info| info.name.contains(&options.only)) {
        eprintln!("{}", info.name);
        let numbers = measure_place(info.name, &pools, &mut boost, options.flag);
        measured.push(numbers.map_err(|reason| format!("{}: {reason}", info.name))?);
    }
    sizes(&measured, &mut report);
    build_times(&measured, &mut report);
    opening(&measured, &mut report);
    query_times(&measured, &mut report);
    files(&measured, &mut report);
    judge(&measured, &mut report);
    report.write(&options.report)
}

fn measure_place(
    name: &'static str,
    pools: &Pools,
    boost: &mut Option<Boost>,
    quick: bool,
) -> Result<Measured, String> {
    let scene = place(name).ok_or("there is no such place")?;
    let (building, mesh) = building::measure(&scene, pools, boost.as_mut(), quick)?;
    let passes = if quick { 3 } else { 5 };
    let queries = queries::measure(&scene, &mesh, passes)?;
    let file = save_and_load(&mesh, passes)?;
    Ok(Measured { name, mesh, building, queries, file })
}

/// Bytes of the mesh as a file, and times. Loading is from bytes in memory, and freeing is not timed.
fn save_and_load(mesh: &Mesh, passes: usize) -> Result<SaveAndLoad, String> {
    let (mut save, mut load) = (Vec::new(), Vec::new());
    let mut size = 0;
    for _ in 0..passes {
        let start = Instant::now();
        let bytes = black_box(mesh.to_bytes());
        save.push(milliseconds(start.elapsed()));
        size = bytes.len();
        let start = Instant::now();
        let loaded = black_box(Mesh::from_bytes(&bytes));
        load.push(milliseconds(start.elapsed()));
        if loaded.map_err(|error| error.to_string())? != *mesh {
            return Err("the mesh that was loaded is another than the one saved".to_string());
        }
    }
    Ok(SaveAndLoad { bytes: size, save: median(save), load: median(load) })
}

fn table(title: &str, header: &[&str]) -> Table {
    Table::new(title, header.iter().map(ToString::to_string).collect())
}

/// A number of ours, and in brackets that of the papers.
fn beside(ours: usize, theirs: Option<usize>) -> Cell {
    match theirs {
        Some(theirs) => Cell::text(&format!("{} [{}]", Cell::count(ours), Cell::count(theirs))),
        None => Cell::count(ours),
    }
}

/// A time, or nothing.
fn maybe(time: Option<f64>) -> Cell {
    time.map_or(Cell::text(""), Cell::milliseconds)
}

fn sizes(measured: &[Measured], report: &mut Report) {
    let header = [
        "place",
        "obstacle vertices",
        "layers",
        "connections",
        "vertices",
        "edges",
        "bending points",
        "cells",
        "components",
        "bytes a cell",
    ];
    let mut table = table("Sizes", &header);
    for Measured { name, mesh, .. } in measured {
        let paper = papers::of_place(name);
        let geometry = [mesh.num_corners(), mesh.num_layers(), mesh.num_connections()];
        let complexity = [mesh.num_vertices(), mesh.num_edges(), mesh.num_bending_points()];
        let mut row = vec![Cell::text(name)];
        row.extend((0..3).map(|k| beside(geometry[k], paper.map(|paper| paper.geometry[k]))));
        row.extend((0..3).map(|k| beside(complexity[k], paper.map(|paper| paper.complexity[k]))));
        row.extend([Cell::count(mesh.num_cells()), Cell::count(mesh.num_components())]);
        row.push(Cell::count(mesh.bytes() / mesh.num_cells().max(1)));
        table.row(row);
    }
    report.table(table);
}

fn build_times(measured: &[Measured], report: &mut Report) {
    let header = [
        "place",
        "one thread",
        "clean",
        "voronoi",
        "connect",
        "(open)",
        "mesh",
        "two threads",
        "Boost",
        "one / Boost",
        "two / Boost",
        "[Vroni]",
        "[Boost]",
        "[Boost, 5 threads]",
        "rounds",
    ];
    let mut table = table("Build times", &header);
    for Measured { name, building, .. } in measured {
        let paper = papers::of_place(name);
        let ratio = |ours: f64| building.boost.map_or(Cell::text(""), |boost| Cell::ratio(ours / boost));
        let mut row = vec![Cell::text(name), Cell::milliseconds(building.one)];
        row.extend(building.parts.map(Cell::milliseconds));
        row.extend([Cell::milliseconds(building.two), maybe(building.boost)]);
        row.extend([ratio(building.one), ratio(building.two)]);
        row.extend(
            [paper.map(|p| p.vroni), paper.map(|p| p.boost), paper.and_then(|p| p.boost_five)].map(maybe),
        );
        row.push(Cell::count(building.rounds));
        table.row(row);
    }
    report.table(table);
    report.line(
        "\nIn milliseconds. Ours is from the scene to the mesh with its location index; Boost is its Voronoi diagrams \
         alone, of the cleaned segments of each layer, one layer after the other on one thread. What is in brackets \
         is the mesh of the thesis, in 2013.",
    );
}

fn opening(measured: &[Measured], report: &mut Report) {
    let mut table =
        table("Opening connections", &["place", "connections", "all ms", "each µs", "share of the build"]);
    for Measured { name, mesh, building, .. } in measured.iter().filter(|m| m.mesh.num_connections() > 0) {
        let open = building.open();
        table.row(vec![
            Cell::text(name),
            Cell::count(mesh.num_connections()),
            Cell::milliseconds(open),
            Cell::number(open * 1e3 / mesh.num_connections() as f64, 1),
            Cell::number(open / building.one, 3),
        ]);
    }
    report.table(table);
}

fn query_times(measured: &[Measured], report: &mut Report) {
    let header = [
        "place",
        "nearest ns",
        "with hint ns",
        "retraction ns",
        "visibility µs",
        "deviation µs",
        "[visibility]",
        "[deviation]",
    ];
    let mut table = table("Queries", &header);
    for Measured { name, queries, .. } in measured {
        let paper = papers::of_place(name).map(|paper| paper.visibility.map(|time| time * 1e3));
        let mut row = vec![Cell::text(name)];
        row.extend([queries.nearest, queries.hinted, queries.retraction].map(|time| Cell::number(time, 0)));
        row.extend([0, 1].map(|k| Cell::milliseconds(queries.visibility[k])));
        row.extend([0, 1].map(|k| paper.map_or(Cell::text(""), |times| Cell::number(times[k], 0))));
        table.row(row);
    }
    report.table(table);
}

fn files(measured: &[Measured], report: &mut Report) {
    let mut table =
        table("Save and load", &["place", "bytes", "bytes a cell", "save ms", "load ms", "build / load"]);
    for Measured { name, mesh, building, file, .. } in measured {
        table.row(vec![
            Cell::text(name),
            Cell::count(file.bytes),
            Cell::count(file.bytes / mesh.num_cells().max(1)),
            Cell::milliseconds(file.save),
            Cell::milliseconds(file.load),
            Cell::number(building.one / file.load, 1),
        ]);
    }
    report.table(table);
}

fn judge(measured: &[Measured], report: &mut Report) {
    use Bound::{AtLeast, AtMost};
    let mut one = Goal::new("building on one thread, as a share of Boost's diagrams", AtMost, 0.25, "");
    let mut two = Goal::new("the same on two threads, bigcity2x2", AtMost, 0.167, "");
    let mut open = Goal::new("opening connections, as a share of the build", AtMost, 0.1, "");
    let mut nearest = Goal::new("nearest obstacle without a hint", AtMost, 1000.0, " ns");
    let mut hinted = Goal::new("nearest obstacle with a hint", AtMost, 300.0, " ns");
    let mut visibility = Goal::new("visibility polygon, city", AtMost, 15.0, " µs");
    let mut load = Goal::new("loading, times faster than building on one thread", AtLeast, 10.0, "");
    for Measured { name, mesh, building, queries, file } in measured {
        if let Some(boost) = building.boost {
            one.consider(name, building.one / boost);
            if *name == "bigcity2x2" {
                two.consider(name, building.two / boost);
            }
        }
        if mesh.num_connections() > 0 {
            open.consider(name, building.open() / building.one);
        }
        nearest.consider(name, queries.nearest);
        hinted.consider(name, queries.hinted);
        if *name == "city" {
            visibility.consider(name, queries.visibility[0]);
        }
        load.consider(name, building.one / file.load);
    }
    goals::report(&[&one, &two, &open, &nearest, &hinted, &visibility, &load], report);
}
