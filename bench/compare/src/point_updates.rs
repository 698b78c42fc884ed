//! Figure 6.9 of the thesis: random points come into an empty square one by one, and go in the opposite order.
//!
//! As there: 500 points in a square of 100 m, at least 0.2 m from its border and from each other, in 25 rounds with other points in each.
//! In the same rounds the mesh of the same points is built from nothing, at some numbers of points.

use crate::updates::{Rebuild, Times, insert, remove, with_obstacles};
use throng_compare::measure::{mean, median};
use throng_compare::report::{Cell, Report, Table};
use throng_mesh::{Layer, LayerId, LiveMesh, Obstacle, Scene};
use throng_voronoi::sample::Random;

/// Points of a round.
const POINTS: usize = 500;
/// Points of a row of the table.
const ROW: usize = 50;
/// Side of the square. [m]
const SIDE: f64 = 100.0;
/// Distance of points from each other and from the border. [m]
const APART: f64 = 0.2;
/// Mean times of the thesis: insertion, removal. [µs]
const THESIS: [f64; 2] = [90.0, 510.0];

/// Times by the number of points that are there. [µs]
#[derive(Default)]
pub struct Measured {
    insertions: Vec<Vec<f64>>,
    removals: Vec<Vec<f64>>,
    /// Building the mesh, and with all that is needed to change it, at the end of each row.
    rebuilds: Vec<[Vec<f64>; 2]>,
}

impl Measured {
    /// Medians of all insertions and of all removals. [µs]
    pub fn medians(&self) -> [f64; 2] {
        [&self.insertions, &self.removals].map(|times| median(times.iter().flatten().copied()))
    }

    /// By how much the median of the slowest row exceeds that of the quickest: of insertions and removals. Without the first row, in which
    /// there is next to nothing.
    pub fn growth(&self) -> [f64; 2] {
        [&self.insertions, &self.removals].map(|times| {
            let rows = times.chunks(ROW).skip(1).map(|row| median(row.iter().flatten().copied()));
            let rows: Vec<f64> = rows.collect();
            rows.iter().fold(0.0, |a: f64, &b| a.max(b))
                / rows.iter().fold(f64::INFINITY, |a: f64, &b| a.min(b))
        })
    }
}

/// All rounds.
pub fn measure(quick: bool) -> Result<Measured, String> {
    let rebuild = Rebuild::new()?;
    let empty = square();
    let mut measured = Measured {
        insertions: vec![Vec::new(); POINTS],
        removals: vec![Vec::new(); POINTS],
        rebuilds: vec![Default::default(); POINTS / ROW],
    };
    for round in 0..if quick { 5 } else { 25 } {
        let points = points(round);
        let mut live = LiveMesh::build(&empty).map_err(|error| error.to_string())?;
        let mut ids = Vec::with_capacity(POINTS);
        for (count, point) in points.iter().enumerate() {
            let (time, id, _) = insert(&mut live, point)?;
            measured.insertions[count].push(time);
            ids.push(id);
            if (count + 1).is_multiple_of(ROW) {
                let scene = with_obstacles(&empty, &points[..=count]);
                let [plain, changing] = &mut measured.rebuilds[count / ROW];
                plain.push(rebuild.mesh(&scene)?);
                changing.push(rebuild.live(&scene)?.0);
            }
        }
        if round == 0 {
            live.verify().map_err(|mistake| mistake.to_string())?;
        }
        for (count, id) in ids.into_iter().enumerate().rev() {
            measured.removals[count].push(remove(&mut live, id)?.0);
        }
    }
    Ok(measured)
}

/// What came of it.
pub fn report(measured: &Measured, report: &mut Report) {
    let mut header = vec!["500 points in an empty square [µs]".to_string()];
    header.extend(Times::header());
    header.push("thesis, mean".to_string());
    let mut table = Table::new("Figure 6.9: points come and go", header);
    let rows = [("insertion", &measured.insertions, 0), ("removal", &measured.removals, 1)];
    for (name, times, index) in rows {
        let mut row = vec![Cell::text(name)];
        row.extend(Times::of(&times.concat()).cells());
        row.push(Cell::milliseconds(THESIS[index]));
        table.row(row);
    }
    report.table(table);
    let header = [
        "points there",
        "insertion, median",
        "mean",
        "removal, median",
        "mean",
        "rebuilt mesh",
        "rebuilt live mesh",
        "rebuilt mesh / insertion",
        "/ removal",
    ];
    let title = "Figure 6.9: by the number of points that are there [µs]";
    let mut table = Table::new(title, header.map(str::to_string).to_vec());
    for (index, [plain, changing]) in measured.rebuilds.iter().enumerate() {
        let row = index * ROW..(index + 1) * ROW;
        let [insertions, removals] =
            [&measured.insertions, &measured.removals].map(|times| times[row.clone()].concat());
        let [insertion, removal] = [&insertions, &removals].map(|times| median(times.iter().copied()));
        let [plain, changing] = [plain, changing].map(|times| median(times.iter().copied()));
        table.row(vec![
            Cell::text(&format!("{} to {}", row.start, row.end)),
            Cell::milliseconds(insertion),
            Cell::milliseconds(mean(&insertions)),
            Cell::milliseconds(removal),
            Cell::milliseconds(mean(&removals)),
            Cell::milliseconds(plain),
            Cell::milliseconds(changing),
            Cell::number(plain / insertion, 0),
            Cell::number(plain / removal, 0),
        ]);
    }
    report.table(table);
}

/// Nothing but a border.
fn square() -> Scene {
    let corners = [[0.0, 0.0], [SIDE, 0.0], [SIDE, SIDE], [0.0, SIDE]];
    let mut layer = Layer::new("square");
    layer.walkable.push(corners.map(|[x, y]| [x, y, 0.0]).to_vec());
    Scene::of_layer("square", layer)
}

fn points(seed: u64) -> Vec<Obstacle> {
    let mut random = Random::new(seed);
    let mut points: Vec<[f64; 2]> = Vec::with_capacity(POINTS);
    while points.len() < POINTS {
        let at = [(); 2].map(|()| APART + random.unit() * (SIDE - 2.0 * APART));
        let distance_sq = |&[x, y]: &[f64; 2]| (x - at[0]) * (x - at[0]) + (y - at[1]) * (y - at[1]);
        if points.iter().all(|point| distance_sq(point) >= APART * APART) {
            points.push(at);
        }
    }
    points.into_iter().map(|at| Obstacle::new(LayerId(0), vec![at])).collect()
}
