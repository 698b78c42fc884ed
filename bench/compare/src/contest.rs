//! Everyone in one place: what they build, and their answers to the same pairs.

use crate::any_angle::{AnyAngle, AnyAngleBuilt};
use crate::detour::{Detour, RecastMesh};
use crate::own::{Own, Task};
use crate::pairs::{CLEARANCE, pairs};
use crate::race::{Answer, Lane, Outcome, Router, race};
use std::time::Duration;
use throng_compare::measure::{deviation, mean, percentile};
use throng_import::place;
use throng_mesh::{Kind, Mesh};

/// Pairs of a place, as in the papers.
const PAIRS: usize = 10_000;
/// Passes over all pairs, if there is time for them.
const PASSES: usize = 3;
/// How long the passes of a place may take. [s]
const PATIENCE: u64 = 10;
/// How long a pass of those may take who need not answer all pairs. [s]
const SHARE: u64 = 2;
/// The same for our shortest routes, by which all others are judged. [s]
const LARGER_SHARE: u64 = 6;
/// Width of Recast's cells. [mm]
const CELL: usize = 300;
/// The same where doors are too narrow for them: half a radius, as its documentation advises for rooms. [mm]
pub const FINE_CELL: usize = 120;
/// If Detour finds less than this share of the routes, it gets a second chance with finer cells.
const ENOUGH: f64 = 0.95;
/// No second chance beyond this area, where Recast would build for minutes. [m²]
const MAX_FINE_AREA: f64 = 400_000.0;
/// Pairs that are tried in order to know.
const LOOK: usize = 1_000;
/// Routes shorter than this are not judged by their length: how their ends are moved to a rival's mesh would decide. [m]
const SHORTEST_JUDGED: f64 = 1.0;

/// Whose answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Ours: the path on the medial axis alone.
    Path,
    /// Ours: the short route with the preferred clearance.
    ShortClear,
    /// Ours: the short route.
    Short,
    /// Ours: the shortest route.
    Shortest,
    /// Ours: the shortest route with the preferred clearance.
    ShortestClear,
    /// Ours: the route along the medial axis.
    Medial,
    /// Detour.
    Detour,
    /// Detour on finer cells.
    FineDetour,
    /// The crate polyanya.
    Polyanya,
}

/// All numbers of one place.
pub struct Measured {
    /// The place.
    pub name: &'static str,
    /// Pairs that everyone is asked for.
    pub pairs: usize,
    /// Pairs without a route.
    pub left_out: usize,
    /// Passes over the pairs.
    pub passes: usize,
    /// The first query of each of ours, in the order of [`OWN`]. [ms]
    pub first: Vec<f64>,
    /// What Recast built with the usual and with fine cells.
    pub recast: [Option<RecastMesh>; 2],
    /// What polyanya built.
    pub any_angle: Option<AnyAngleBuilt>,
    answers: Vec<(Column, Vec<Answer>)>,
}

/// Times of some queries. [µs]
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// Mean.
    pub mean: f64,
    /// Standard deviation.
    pub deviation: f64,
    /// What 99 of 100 do not exceed.
    pub p99: f64,
    /// How many there are.
    pub count: usize,
}

/// Lengths of some routes as multiples of the shortest ones.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    /// Mean.
    pub mean: f64,
    /// What 99 of 100 do not exceed.
    pub p99: f64,
    /// The largest one.
    pub worst: f64,
    /// Share of those below 0.999, which leave the free space somewhere.
    pub below: f64,
}

/// What ours are asked for.
const OWN: [(Column, Task); 6] = [
    (Column::Path, Task::Path),
    (Column::ShortClear, Task::Route(Kind::Short, CLEARANCE)),
    (Column::Short, Task::Route(Kind::Short, 0.0)),
    (Column::Shortest, Task::Route(Kind::Shortest, 0.0)),
    (Column::ShortestClear, Task::Route(Kind::Shortest, CLEARANCE)),
    (Column::Medial, Task::Route(Kind::MEDIAL, CLEARANCE)),
];

/// Measures one place. Two workers may take part: one for each width of cells.
pub fn measure(
    name: &'static str,
    detours: &mut Option<[Detour; 2]>,
    quick: bool,
) -> Result<Measured, String> {
    let scene = place(name).ok_or("there is no such place")?;
    let mesh = Mesh::build(&scene).map_err(|error| error.to_string())?.mesh;
    let (pairs, left_out) = pairs(&scene, &mesh, if quick { PAIRS / 10 } else { PAIRS })?;
    let mut first = Vec::new();
    let mut own = Vec::new();
    for (column, task) in OWN {
        let router = Own::new(&mesh, &pairs, task)?;
        first.push(router.first);
        own.push((column, router));
    }
    let mut recast = [None; 2];
    let mut any_angle = if mesh.num_layers() == 1 { Some(AnyAngle::new(&mesh, &pairs)?) } else { None };
    let any_angle_built = any_angle.as_ref().map(AnyAngle::built);

    let share = Duration::from_secs(SHARE);
    let mut columns = Vec::new();
    let mut lanes = Vec::new();
    for (column, router) in &mut own {
        columns.push(*column);
        lanes.push(match column {
            Column::ShortestClear | Column::Medial => Lane::within(router, pairs.len(), share)?,
            Column::Shortest => Lane::within(router, pairs.len(), Duration::from_secs(LARGER_SHARE))?,
            _ => Lane::new(router, pairs.len()),
        });
    }
    if let Some([detour, fine]) = detours {
        recast[0] = Some(detour.load(&mesh, &pairs, CELL)?);
        let found = detour.plan(0..pairs.len().min(LOOK))?;
        let whole = found.iter().filter(|answer| answer.outcome == Outcome::Whole).count();
        columns.push(Column::Detour);
        lanes.push(Lane::new(detour, pairs.len()));
        if (whole as f64) < ENOUGH * found.len() as f64 && mesh.area() < MAX_FINE_AREA {
            recast[1] = Some(fine.load(&mesh, &pairs, FINE_CELL)?);
            columns.push(Column::FineDetour);
            lanes.push(Lane::within(fine, pairs.len(), share)?);
        }
    }
    if let Some(router) = &mut any_angle {
        columns.push(Column::Polyanya);
        lanes.push(Lane::within(router, pairs.len(), share)?);
    }
    let passes = race(&mut lanes, PASSES, Duration::from_secs(PATIENCE))?;
    let answers = columns.into_iter().zip(lanes.into_iter().map(Lane::finish)).collect();
    Ok(Measured {
        name,
        pairs: pairs.len(),
        left_out,
        passes,
        first,
        recast,
        any_angle: any_angle_built,
        answers,
    })
}

impl Measured {
    /// The answers of one, none if it did not take part.
    pub fn answers(&self, column: Column) -> &[Answer] {
        self.answers.iter().find(|(name, _)| *name == column).map_or(&[], |(_, answers)| answers)
    }

    /// The Detour that finds most routes.
    pub fn detour(&self) -> Column {
        if self.answers(Column::FineDetour).is_empty() { Column::Detour } else { Column::FineDetour }
    }

    /// Times of all answers of one, if it took part.
    pub fn times(&self, column: Column) -> Option<Times> {
        let times: Vec<f64> = self.answers(column).iter().map(|answer| answer.time).collect();
        (!times.is_empty()).then(|| Times {
            mean: mean(&times),
            deviation: deviation(&times),
            p99: percentile(&times, 0.99),
            count: times.len(),
        })
    }

    /// Answers of two to the same pairs, where both have a whole route.
    fn both(&self, one: Column, other: Column) -> impl Iterator<Item = [Answer; 2]> {
        let answers = self.answers(one).iter().zip(self.answers(other)).map(|(&one, &other)| [one, other]);
        answers.filter(|both| both.iter().all(|answer| answer.outcome == Outcome::Whole))
    }

    /// Mean times of two on the pairs that both answer. [µs]
    pub fn both_times(&self, one: Column, other: Column) -> Option<[f64; 2]> {
        let both: Vec<[f64; 2]> = self.both(one, other).map(|both| both.map(|answer| answer.time)).collect();
        (!both.is_empty())
            .then(|| [0, 1].map(|k| both.iter().map(|times| times[k]).sum::<f64>() / both.len() as f64))
    }

    /// How much longer than the shortest routes those of one are.
    pub fn gap(&self, column: Column) -> Option<Gap> {
        let lengths = self.both(column, Column::Shortest).map(|both| both.map(|answer| answer.length));
        let ratios: Vec<f64> = lengths
            .filter(|&[_, shortest]| shortest >= SHORTEST_JUDGED)
            .map(|[length, shortest]| length / shortest)
            .collect();
        (!ratios.is_empty()).then(|| Gap {
            mean: mean(&ratios),
            p99: percentile(&ratios, 0.99),
            worst: ratios.iter().copied().fold(0.0, f64::max),
            below: ratios.iter().filter(|&&ratio| ratio < 0.999).count() as f64 / ratios.len() as f64,
        })
    }

    /// How many answers of one have this outcome.
    pub fn count(&self, column: Column, outcome: Outcome) -> usize {
        self.answers(column).iter().filter(|answer| answer.outcome == outcome).count()
    }
}
