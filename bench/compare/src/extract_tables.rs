//! The tables of the extraction, and the goals.

use crate::extract_cases::Measured;
use crate::extract_recast::{CELLS, RecastFound, STAGES, cell_height};
use crate::extract_run::{Found, OURS, Ours};
use throng_compare::goals::{self, Bound, Goal};
use throng_compare::report::{Cell, Report, Table};

/// The time that the paper needed for its buildings. [s]
const PAPER: f64 = 229.854;

/// Our ways and Recast's cells, as headers.
fn contenders() -> Vec<String> {
    OURS.iter().map(|ours| ours.name()).chain(CELLS.iter().map(|cell| format!("Recast {cell}"))).collect()
}

fn header(first: &[&str], rest: Vec<String>) -> Vec<String> {
    first.iter().map(|word| (*word).to_string()).chain(rest).collect()
}

/// A row of numbers, one for each contender; `NaN` if there is none.
fn numbers(
    measured: &Measured,
    ours: impl Fn(&Found) -> f64,
    recast: impl Fn(&RecastFound) -> f64,
) -> Vec<Result<f64, String>> {
    let missing = || Err("-".to_string());
    let own = measured.ours.iter().map(|found| match found {
        Some(Ok(found)) => Ok(ours(found)),
        Some(Err(_)) => Err("failed".to_string()),
        None => missing(),
    });
    let rivals = measured.recast.iter().map(|found| match found {
        Some(Ok(found)) => Ok(recast(found)),
        Some(Err(message)) => Err(message.clone()),
        None => missing(),
    });
    own.chain(rivals).collect()
}

fn cell(number: &Result<f64, String>, show: impl Fn(f64) -> Cell) -> Cell {
    number.as_ref().map_or_else(|words| Cell::text(words), |&number| show(number))
}

/// Times of the levels; all tables of them that the report has.
pub fn levels(all: &[Measured], report: &mut Report) {
    times(all, report);
    by_stage(all, report);
    recast_by_stage(all, report);
    areas(all, report);
}

fn times(all: &[Measured], report: &mut Report) {
    let title = "Levels: milliseconds, the quickest of several runs in turn";
    let mut table = Table::new(title, header(&["model", "triangles", "reading"], contenders()));
    let mut sums = vec![0.0; 1 + contenders().len()];
    for measured in all {
        let times = numbers(measured, |found| found.seconds, RecastFound::seconds);
        sums[0] += measured.reading;
        for (sum, time) in sums[1..].iter_mut().zip(&times) {
            *sum += time.as_ref().copied().unwrap_or(f64::NAN);
        }
        let mut row = vec![Cell::text(&measured.name), Cell::count(measured.triangles)];
        row.push(Cell::milliseconds(1e3 * measured.reading));
        row.extend(times.iter().map(|time| cell(time, |time| Cell::milliseconds(1e3 * time))));
        table.row(row);
    }
    let triangles = all.iter().map(|measured| measured.triangles).sum();
    let mut row = vec![Cell::text("sum"), Cell::count(triangles)];
    row.extend(sums.iter().map(
        |&sum| {
            if sum.is_nan() { Cell::text("-") } else { Cell::milliseconds(1e3 * sum) }
        },
    ));
    table.row(row);
    report.table(table);
    report.line(&format!(
        "\nReading is in no other column. Ours on two threads, Recast, which has one, on one. Recast: triangles to polygons without detail, \
         no erosion, no ledge filter, tiles of 256 cells a side, its quickest way; cells are {} m high.",
        CELLS.map(|cell| format!("{:.3}", cell_height(cell))).join(", ")
    ));
}

fn by_stage(all: &[Measured], report: &mut Report) {
    let mut names: Vec<&str> = Vec::new();
    for found in all.iter().filter_map(Measured::exact) {
        for (name, _) in &found.stages {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
    }
    let title = "The exact way by stage, milliseconds";
    let mut table =
        Table::new(title, header(&["model"], names.iter().map(|name| (*name).to_string()).collect()));
    for measured in all {
        let Some(found) = measured.exact() else { continue };
        let mut row = vec![Cell::text(&measured.name)];
        row.extend(names.iter().map(|name| {
            let seconds: f64 =
                found.stages.iter().filter(|(other, _)| other == name).map(|(_, time)| time).sum();
            Cell::milliseconds(1e3 * seconds)
        }));
        table.row(row);
    }
    report.table(table);
}

fn recast_by_stage(all: &[Measured], report: &mut Report) {
    let title = "Recast by stage, milliseconds, all levels in sum";
    let stages = STAGES.iter().map(|name| (*name).to_string()).collect();
    let mut table = Table::new(title, header(&["cells"], stages));
    for (k, width) in CELLS.iter().enumerate() {
        let mut sums = [0.0; STAGES.len()];
        for found in all.iter().filter_map(|measured| measured.recast[k].as_ref()?.as_ref().ok()) {
            for (sum, time) in sums.iter_mut().zip(found.stages) {
                *sum += time;
            }
        }
        let mut row = vec![Cell::text(&format!("{width}"))];
        row.extend(sums.map(|time| Cell::milliseconds(1e3 * time)));
        table.row(row);
    }
    report.table(table);
}

/// Areas and components of all contenders, and what the exact way made of it.
pub fn areas(all: &[Measured], report: &mut Report) {
    let mut names = contenders();
    names.push("polygons of the last".to_string());
    let mut table = Table::new("Walkable area, m²", header(&["model"], names));
    for measured in all {
        let areas = numbers(measured, |found| found.area, |found| found.area);
        let mut row = vec![Cell::text(&measured.name)];
        row.extend(areas.iter().map(|area| cell(area, |area| Cell::number(area, 1))));
        let polygons = measured.recast.last().and_then(|found| found.as_ref()?.as_ref().ok());
        row.push(polygons.map_or_else(|| Cell::text("-"), |found| Cell::number(found.polygon_area, 1)));
        table.row(row);
    }
    report.table(table);
    report.line(
        "\nComponents of less than the least area are left out everywhere. Recast does not know the insides of solids, where it finds floors too.",
    );

    let mut names = contenders();
    names.extend(["layers", "connections", "polygons of Recast"].map(str::to_string));
    let mut table =
        Table::new("Components; layers and connections of the exact way", header(&["model"], names));
    for measured in all {
        let counts = numbers(measured, |found| found.components as f64, |found| found.components as f64);
        let mut row = vec![Cell::text(&measured.name)];
        row.extend(counts.iter().map(|count| cell(count, |count| Cell::count(count as usize))));
        let exact = measured.exact();
        let count = |number: Option<usize>| number.map_or_else(|| Cell::text("-"), Cell::count);
        row.push(count(exact.map(|found| found.layers)));
        row.push(count(exact.map(|found| found.connections)));
        let polygons = measured.recast.last().and_then(|found| found.as_ref()?.as_ref().ok());
        row.push(count(polygons.map(|found| found.polygons)));
        table.row(row);
    }
    report.table(table);
}

/// The large models: times and memory.
pub fn large(all: &[Measured], report: &mut Report) {
    let names =
        ["reading", "seconds", "processor", "megabytes", "area m²", "components", "layers", "connections"];
    let title = "Large models: seconds, and the largest resident size of a process of its own";
    let mut table = Table::new(title, header(&["model", "way"], names.map(str::to_string).to_vec()));
    let megabytes = |bytes: usize| Cell::number(bytes as f64 / 1e6, 0);
    for measured in all {
        let name = || Cell::text(&format!("{} ({:.2} M)", measured.name, measured.triangles as f64 / 1e6));
        let failed = |way: String, words: &str| {
            let mut row = vec![name(), Cell::text(&way), Cell::text("-"), Cell::text(words)];
            row.extend((0..6).map(|_| Cell::text("-")));
            row
        };
        for (found, ours) in measured.ours.iter().zip(OURS) {
            match found {
                Some(Ok(found)) => table.row(vec![
                    name(),
                    Cell::text(&ours.name()),
                    Cell::number(found.reading, 2),
                    Cell::number(found.seconds, 2),
                    Cell::number(found.processor, 2),
                    megabytes(found.memory),
                    Cell::number(found.area, 1),
                    Cell::count(found.components),
                    Cell::count(found.layers),
                    Cell::count(found.connections),
                ]),
                Some(Err(_)) => table.row(failed(ours.name(), "failed")),
                None => {}
            }
        }
        for (found, width) in measured.recast.iter().zip(CELLS) {
            let way = format!("Recast {width}");
            match found {
                Some(Ok(found)) => table.row(vec![
                    name(),
                    Cell::text(&way),
                    Cell::text("-"),
                    Cell::number(found.seconds(), 2),
                    Cell::text("-"),
                    megabytes(found.memory),
                    Cell::number(found.area, 1),
                    Cell::count(found.components),
                    Cell::text("-"),
                    Cell::text("-"),
                ]),
                Some(Err(words)) => table.row(failed(way, words)),
                None => {}
            }
        }
    }
    report.table(table);
    report.line("\nProcessor: seconds of both threads together, which tell more than seconds where others use the machine too.");
    by_stage(all, report);
    voxel_by_stage(all, report);
}

fn voxel_by_stage(all: &[Measured], report: &mut Report) {
    for measured in all {
        for (found, ours) in measured.ours.iter().zip(OURS).skip(1) {
            if let Some(Ok(found)) = found {
                let stages: Vec<String> =
                    found.stages.iter().map(|(name, time)| format!("{name} {time:.2} s")).collect();
                report.line(&format!("\n{}, {}: {}.", measured.name, ours.name(), stages.join(", ")));
            }
        }
    }
}

/// Whether the goals were met.
pub fn judge(levels: &[Measured], large: &[Measured], report: &mut Report) {
    use Bound::AtMost;
    let mut faster =
        Goal::new("exact way over Recast at 0.1 m, all levels in sum, as a ratio of times", AtMost, 1.0, "");
    let mut million = Goal::new("exact way, a million triangles over 500 x 500 m", AtMost, 10.0, " s");
    let mut million_memory = Goal::new("its memory, reading included", AtMost, 1000.0, " MB");
    let mut voxel = Goal::new(
        "voxel way, buildings of 500 x 500 x 16 m at 0.05 x 0.05 x 0.02 m, half of the paper's time",
        AtMost,
        0.5 * PAPER,
        " s",
    );
    let mut voxel_memory = Goal::new("its memory, reading included", AtMost, 1000.0, " MB");

    let ours: f64 =
        levels.iter().map(|measured| measured.exact().map_or(f64::NAN, |found| found.seconds)).sum();
    let recast = levels.iter().map(|measured| match &measured.recast[1] {
        Some(Ok(found)) => found.seconds(),
        _ => f64::NAN,
    });
    let ratio = ours / recast.sum::<f64>();
    if ratio.is_finite() {
        faster.consider("sum", ratio);
    }
    for measured in large {
        if let (Some(found), "hills") = (measured.exact(), measured.name.as_str()) {
            million.consider("hills", found.seconds);
            million_memory.consider("hills", found.memory as f64 / 1e6);
        }
        let finest = OURS.iter().position(|&ours| ours == Ours::Voxel(0.05));
        let finest = finest.and_then(|k| measured.ours[k].as_ref()?.as_ref().ok());
        if let (Some(found), "buildings") = (finest, measured.name.as_str()) {
            voxel.consider("buildings", found.seconds);
            voxel_memory.consider("buildings", found.memory as f64 / 1e6);
        }
    }
    goals::report(&[&faster, &million, &million_memory, &voxel, &voxel_memory], report);
}
