//! The tables of the benchmark of routes.

use crate::contest::{Column, FINE_CELL, Measured, Times};
use crate::pairs::{CLEARANCE, RADIUS};
use crate::race::Outcome;
use throng_compare::papers;
use throng_compare::report::{Cell, Report, Table};

/// What was done, in words.
pub fn introduction() -> String {
    format!(
        "Random pairs of positions, uniform over the space of all layers where a disc of radius {RADIUS} m fits; preferred \
         clearance {CLEARANCE} m. Times in µs: mean, standard deviation in brackets, and p99. A query's time is the median of \
         some passes over all pairs, in which everyone takes turns.\n\n\
         W. van Toll's thesis of 2017 measured on an Intel i7-3930K; our places are not its environments, only about as complex; \
         `village` stands for Zelda.\n\n\
         Detour is Debian's, on a mesh that Recast builds from floors and upright walls with cells of 0.3 m and a radius of one \
         cell; its time is that of findNearestPoly for both ends, findPath and findStraightPath. Where this finds too few of the \
         routes, as doors are too narrow for its cells, it gets a second mesh with cells of 0.{FINE_CELL} m and a radius of two.\n\n\
         polyanya 0.18 searches meshes of the free space for this radius, made by geo's buffer with four chords for a quarter of \
         a circle, then triangulated, merged and baked as its documentation recommends; only places of one layer.\n\n\
         Everyone answers all pairs, but polyanya, Detour on fine cells and our kinds other than short only the first ones, as many as \
         they can in two seconds (our shortest in six) and at least 200."
    )
}

/// Paths on the medial axis.
pub fn paths(measured: &[Measured], report: &mut Report) {
    let header = [
        "place",
        "pairs",
        "without a route",
        "path",
        "p99",
        "[thesis]",
        "[thesis] / ours",
        "first query ms",
        "passes",
    ];
    let mut table = table("Path alone", &header);
    for place in measured {
        let times = place.times(Column::Path);
        let paper = papers::of_place(place.name).map(|paper| paper.path.map(|time| time * 1e3));
        table.row(vec![
            Cell::text(place.name),
            Cell::count(place.pairs),
            Cell::count(place.left_out),
            spread(times),
            p99(times),
            thesis(paper),
            ratio(paper.map(|paper| paper[0]), times.map(|times| times.mean)),
            place.first.first().map_or(nothing(), |&time| Cell::milliseconds(time)),
            Cell::count(place.passes),
        ]);
    }
    report.table(table);
}

/// Routes of ours.
pub fn routes(measured: &[Measured], report: &mut Report) {
    const COLUMNS: [(Column, &str); 5] = [
        (Column::ShortClear, "short, clearance 0.5"),
        (Column::Short, "short"),
        (Column::Shortest, "shortest"),
        (Column::ShortestClear, "shortest, clearance 0.5"),
        (Column::Medial, "medial"),
    ];
    let mut header = vec!["place"];
    for (_, name) in COLUMNS {
        header.extend([name, "p99"]);
    }
    header.extend(["[thesis: path and short]", "[thesis] / ours"]);
    let mut table = table("Routes", &header);
    for place in measured {
        let paper = papers::of_place(place.name).map(|paper| paper.route.map(|time| time * 1e3));
        let mut row = vec![Cell::text(place.name)];
        for (column, _) in COLUMNS {
            row.extend([spread(place.times(column)), p99(place.times(column))]);
        }
        let short = place.times(Column::ShortClear).map(|times| times.mean);
        row.extend([thesis(paper), ratio(paper.map(|paper| paper[0]), short)]);
        table.row(row);
    }
    report.table(table);
}

/// Times of the rivals, and ours as shares of them on the pairs that both answer.
pub fn rivals(measured: &[Measured], report: &mut Report) {
    let header = [
        "place",
        "Detour",
        "p99",
        "short / Detour",
        "shortest / Detour",
        "Detour, fine cells",
        "p99",
        "short / fine",
        "shortest / fine",
        "polyanya",
        "p99",
        "its pairs",
        "shortest / polyanya",
    ];
    let mut table = table("Against Detour and polyanya", &header);
    for place in measured {
        let share = |ours: Column, theirs: Column| {
            place.both_times(ours, theirs).map_or(nothing(), |[ours, theirs]| Cell::ratio(ours / theirs))
        };
        let mut row = vec![Cell::text(place.name)];
        for rival in [Column::Detour, Column::FineDetour] {
            let times = place.times(rival);
            row.extend([spread(times), p99(times)]);
            row.extend([share(Column::ShortClear, rival), share(Column::Shortest, rival)]);
        }
        let times = place.times(Column::Polyanya);
        row.extend([spread(times), p99(times)]);
        row.push(times.map_or(nothing(), |times| Cell::count(times.count)));
        row.push(share(Column::Shortest, Column::Polyanya));
        table.row(row);
    }
    report.table(table);
}

/// What Recast builds, and how many of the routes Detour finds.
pub fn found_by_detour(measured: &[Measured], report: &mut Report) {
    let header =
        ["place", "cells m", "polygons", "tiles", "build ms", "whole", "partial", "another floor", "nothing"];
    let mut table = table("What Detour finds", &header);
    for place in measured {
        for (column, built) in [Column::Detour, Column::FineDetour].into_iter().zip(place.recast) {
            let Some(built) = built else { continue };
            let mut row = vec![Cell::text(place.name), Cell::number(built.cell as f64 / 1e3, 2)];
            row.extend([
                Cell::count(built.polygons),
                Cell::count(built.tiles),
                Cell::milliseconds(built.build),
            ]);
            let outcomes = [Outcome::Whole, Outcome::Partial, Outcome::WrongFloor, Outcome::Nothing];
            row.extend(outcomes.map(|outcome| percent(place, column, outcome)));
            table.row(row);
        }
    }
    report.table(table);
    report.line(
        "\nPartial: the route ends where Detour sees no way on, or where it runs out of its 65,535 nodes. Another floor: an end was \
         moved up or down by more than 1 m. Nothing: no polygon is near an end.",
    );
}

/// What polyanya needs for the radius, and how many of the routes it finds.
pub fn found_by_polyanya(measured: &[Measured], report: &mut Report) {
    let header = ["place", "polygons", "inflate ms", "build ms", "whole", "nothing"];
    let mut table = table("What polyanya finds", &header);
    for place in measured {
        let Some(built) = place.any_angle else { continue };
        let mut row = vec![Cell::text(place.name), Cell::count(built.polygons)];
        row.extend([built.inflate, built.build].map(Cell::milliseconds));
        row.extend(
            [Outcome::Whole, Outcome::Nothing].map(|outcome| percent(place, Column::Polyanya, outcome)),
        );
        table.row(row);
    }
    report.table(table);
}

/// Lengths as multiples of the shortest route's.
pub fn optimality(measured: &[Measured], report: &mut Report) {
    const COLUMNS: [(Column, &str); 4] = [
        (Column::Short, "short"),
        (Column::Detour, "Detour"),
        (Column::FineDetour, "fine Detour"),
        (Column::Polyanya, "polyanya"),
    ];
    let mut header = vec!["place".to_string()];
    for (_, name) in COLUMNS {
        header.extend([
            format!("{name}: mean"),
            "p99".to_string(),
            "worst".to_string(),
            "below 0.999".to_string(),
        ]);
    }
    let mut table = Table::new("Length / length of our shortest route", header);
    for place in measured {
        let mut row = vec![Cell::text(place.name)];
        for (column, _) in COLUMNS {
            match place.gap(column) {
                Some(gap) => {
                    row.extend([gap.mean, gap.p99, gap.worst].map(|ratio| Cell::number(ratio, 4)));
                    row.push(Cell::text(&format!("{:.1} %", 100.0 * gap.below)));
                }
                None => row.extend([0; 4].map(|_| nothing())),
            }
        }
        table.row(row);
    }
    report.table(table);
    report.line(
        "\nSeen from above; only routes that are whole, and at least 1 m long. The way from an end to the rival's mesh counts. A route \
         is shorter than the shortest where it comes nearer to obstacles than the radius: Recast moves borders to its cells and \
         straightens them, and polyanya's space has chords for arcs.",
    );
}

fn table(title: &str, header: &[&str]) -> Table {
    Table::new(title, header.iter().map(ToString::to_string).collect())
}

fn nothing() -> Cell {
    Cell::text("")
}

/// Mean and standard deviation.
fn spread(times: Option<Times>) -> Cell {
    times.map_or(nothing(), |times| {
        Cell::text(&format!("{} [{}]", Cell::milliseconds(times.mean), Cell::milliseconds(times.deviation)))
    })
}

fn p99(times: Option<Times>) -> Cell {
    times.map_or(nothing(), |times| Cell::milliseconds(times.p99))
}

fn thesis(times: Option<[f64; 2]>) -> Cell {
    times.map_or(nothing(), |[mean, deviation]| Cell::text(&format!("{mean:.0} [{deviation:.0}]")))
}

fn ratio(numerator: Option<f64>, denominator: Option<f64>) -> Cell {
    numerator
        .zip(denominator)
        .map_or(nothing(), |(numerator, denominator)| Cell::number(numerator / denominator, 1))
}

fn percent(place: &Measured, column: Column, outcome: Outcome) -> Cell {
    let share = place.count(column, outcome) as f64 / place.answers(column).len().max(1) as f64;
    Cell::text(&format!("{:.2} %", 100.0 * share))
}
