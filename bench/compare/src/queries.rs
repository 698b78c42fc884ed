//! Queries of a mesh, each timed on many positions.
//!
//! Positions are uniform over the walkable space of all layers. Walks are those of a crowd: in every step each character moves by
//! [`STEP`] and asks with its last cell as hint, all characters in turn, so that they share the cache as in a simulation.

use std::hint::black_box;
use std::time::Instant;
use throng_compare::measure::{deviation, mean, median};
use throng_compare::positions::positions;
use throng_mesh::{CellId, Mesh, Position, Scene, Sight};
use throng_voronoi::sample::Random;

/// Positions of the queries that take less than a microsecond.
const MANY: usize = 100_000;
/// Positions of visibility queries, as in the papers.
const FEW: usize = 10_000;
/// Characters that walk; together they ask [`MANY`] times.
const CHARACTERS: usize = 1_000;
/// How far a character walks in a step. [m] 1.4 m/s for 0.1 s.
const STEP: f64 = 0.14;
/// Seed of all positions.
const SEED: u64 = 1;

/// Times of the queries of one place.
#[derive(Clone, Debug)]
pub struct Queries {
    /// Nearest obstacle without a hint. [ns]
    pub nearest: f64,
    /// Nearest obstacle on a walk, with the last cell as hint. [ns]
    pub hinted: f64,
    /// Retraction without a hint. [ns]
    pub retraction: f64,
    /// Visibility polygon, mean and standard deviation. [µs]
    pub visibility: [f64; 2],
}

/// Times the queries of one place, each as the median of some passes.
pub fn measure(scene: &Scene, mesh: &Mesh, passes: usize) -> Result<Queries, String> {
    let mut random = Random::new(SEED);
    let spots = positions(scene, mesh, 0.0, &mut random, MANY)?;
    let walks = Walks::new(mesh, &spots[..CHARACTERS], &mut random);
    let mut times: [Vec<f64>; 3] = Default::default();
    for _ in 0..passes {
        times[0].push(each(&spots, |position| mesh.nearest(position, None).is_some())?);
        times[1].push(walks.time(mesh)?);
        times[2].push(each(&spots, |position| mesh.retract(position, None).is_some())?);
    }
    let [nearest, hinted, retraction] = times.map(median);
    let visibility = visibility(mesh, &spots[..FEW], passes)?;
    Ok(Queries { nearest, hinted, retraction, visibility })
}

/// Mean and standard deviation of a visibility polygon, of each position the median of some passes. [µs]
fn visibility(mesh: &Mesh, spots: &[Position], passes: usize) -> Result<[f64; 2], String> {
    let mut sight = Sight::default();
    let mut times = vec![Vec::with_capacity(passes); spots.len()];
    // One position after the other in each pass, so that no query finds its cells in the cache because of the one before.
    for _ in 0..passes {
        for (&position, times) in spots.iter().zip(&mut times) {
            let start = Instant::now();
            let seen = black_box(mesh.visibility_with(position, None, &mut sight)).is_some();
            times.push(start.elapsed().as_secs_f64() * 1e6);
            complete(usize::from(seen), 1)?;
        }
    }
    let times: Vec<f64> = times.into_iter().map(median).collect();
    Ok([mean(&times), deviation(&times)])
}

/// Nanoseconds of a query that every position has an answer to.
fn each(spots: &[Position], query: impl Fn(Position) -> bool) -> Result<f64, String> {
    let start = Instant::now();
    let answers = spots.iter().filter(|&&position| black_box(query(position))).count();
    let time = start.elapsed();
    complete(answers, spots.len())?;
    Ok(time.as_secs_f64() * 1e9 / spots.len() as f64)
}

fn complete(answers: usize, asked: usize) -> Result<(), String> {
    if answers == asked { Ok(()) } else { Err(format!("{answers} answers to {asked} queries")) }
}

/// Where characters walk: step after step, in each all characters.
struct Walks {
    /// The cell of each character before its first step.
    cells: Vec<Option<CellId>>,
    steps: Vec<Position>,
}

impl Walks {
    /// Everyone walks straight ahead and takes another direction where that leaves the layer.
    fn new(mesh: &Mesh, starts: &[Position], random: &mut Random) -> Self {
        let mut places = starts.to_vec();
        let mut directions: Vec<[f64; 2]> = places.iter().map(|_| random.direction()).collect();
        let cells = places.iter().map(|&place| mesh.locate(place, None)).collect();
        let mut steps = Vec::with_capacity(MANY);
        while steps.len() < MANY {
            for (place, direction) in places.iter_mut().zip(&mut directions) {
                // One who is wedged in a corner stays where he is after some tries.
                for _ in 0..16 {
                    let at = [0, 1].map(|axis| place.at[axis] + STEP * direction[axis]);
                    let next = Position { at, ..*place };
                    if mesh.locate(next, None).is_some() {
                        *place = next;
                        break;
                    }
                    *direction = random.direction();
                }
                steps.push(*place);
            }
        }
        Self { cells, steps }
    }

    /// Nanoseconds of one query.
    fn time(&self, mesh: &Mesh) -> Result<f64, String> {
        let mut cells = self.cells.clone();
        let mut answers = 0;
        let start = Instant::now();
        for step in self.steps.chunks(cells.len()) {
            for (&position, cell) in step.iter().zip(&mut cells) {
                let nearest = black_box(mesh.nearest(position, *cell));
                *cell = nearest.map(|nearest| nearest.cell);
                answers += usize::from(nearest.is_some());
            }
        }
        let time = start.elapsed();
        complete(answers, self.steps.len())?;
        Ok(time.as_secs_f64() * 1e9 / self.steps.len() as f64)
    }
}
