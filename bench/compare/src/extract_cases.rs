//! The models that are measured, and what was measured of each.

use crate::extract_recast::{CELLS, Recast, RecastFound};
use crate::extract_run::{Found, OURS, Ours};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use throng_compare::{extract_files, inputs};
use throng_import::{Model, sample_models};

/// A small model is measured so often, but not much longer than this.
const ROUNDS: usize = 7;
const LONG: Duration = Duration::from_secs(15);

/// What was measured of a model. `None` has not been tried.
pub struct Measured {
    /// Its name.
    pub name: String,
    /// Its triangles.
    pub triangles: usize,
    /// Reading its file, the quickest time. [s]
    pub reading: f64,
    /// By way, as in [`OURS`].
    pub ours: Vec<Option<Result<Found, String>>>,
    /// By width of cells, as in [`CELLS`].
    pub recast: Vec<Option<Result<RecastFound, String>>>,
}

/// The generated models that every run has.
pub const LARGE: [&str; 2] = ["hills", "buildings"];

fn generated(name: &str) -> Model {
    match name {
        "hills" => sample_models::hills(sample_models::MILLION),
        _ => sample_models::buildings(),
    }
}

impl Measured {
    fn new(name: &str, triangles: usize) -> Self {
        let (name, reading) = (name.to_string(), f64::INFINITY);
        Self { name, triangles, reading, ours: vec![None; OURS.len()], recast: vec![None; CELLS.len()] }
    }

    /// The exact way, if it led somewhere.
    pub fn exact(&self) -> Option<&Found> {
        self.ours[0].as_ref()?.as_ref().ok()
    }

    /// What did not work of ours, in words.
    pub fn failures(&self) -> impl Iterator<Item = String> + '_ {
        self.ours.iter().zip(OURS).filter_map(|(found, ours)| match found {
            Some(Err(message)) => Some(format!("{}, {}: {message}", self.name, ours.name())),
            _ => None,
        })
    }
}

/// Measures a file in this process: all ways in turn, several times, and of each the quickest.
pub fn measure_file(file: &Path, recast: Option<&mut Recast>, is_quick: bool) -> Result<Measured, String> {
    let (mut recast, options) = (recast, extract_files::walking(file));
    let model = extract_files::read(file)?;
    let mut measured = Measured::new(&extract_files::name(file), model.triangles.len());
    if let Some(recast) = &mut recast {
        recast.load(&model)?;
    }
    let start = Instant::now();
    for round in 0..if is_quick { 1 } else { ROUNDS } {
        if round > 1 && start.elapsed() > LONG {
            break;
        }
        let begin = Instant::now();
        extract_files::read(file)?;
        measured.reading = measured.reading.min(begin.elapsed().as_secs_f64());
        for (best, ours) in measured.ours.iter_mut().zip(OURS) {
            keep_best(best, ours.run(&model, &options), |found| found.seconds);
        }
        if let Some(recast) = &mut recast {
            for (best, cell) in measured.recast.iter_mut().zip(CELLS) {
                keep_best(best, recast.build(cell, &options), RecastFound::seconds);
            }
        }
    }
    Ok(measured)
}

/// Measures a small generated model, for those who have no files.
pub fn measure_small(recast: Option<&mut Recast>, is_quick: bool) -> Result<Measured, String> {
    let file = ModelFile::write("station", &sample_models::station())?;
    measure_file(&file.0, recast, is_quick)
        .map(|measured| Measured { name: "station".to_string(), ..measured })
}

/// Measures a generated model, each of our ways in a process of its own.
pub fn measure_large(name: &str, recast: Option<&mut Recast>) -> Result<Measured, String> {
    let model = generated(name);
    let mut measured = Measured::new(name, model.triangles.len());
    let file = ModelFile::write(name, &model)?;
    if let Some(recast) = recast {
        recast.load(&model)?;
        // Only one of them at a time is in memory.
        drop(model);
        let options = extract_files::walking(&file.0);
        for (found, cell) in measured.recast.iter_mut().zip(CELLS) {
            eprintln!("  Recast {cell}");
            *found = Some(recast.build(cell, &options));
        }
    }
    for (best, ours) in measured.ours.iter_mut().zip(OURS) {
        eprintln!("  {}", ours.name());
        // What takes seconds is measured twice.
        for _ in 0..if ours == Ours::Exact { 2 } else { 1 } {
            keep_best(best, ours.run_apart(&file.0), |found| found.seconds);
        }
    }
    measured.reading = measured.exact().map_or(f64::NAN, |found| found.reading);
    Ok(measured)
}

fn keep_best<T>(best: &mut Option<Result<T, String>>, found: Result<T, String>, seconds: impl Fn(&T) -> f64) {
    // What failed once has failed.
    let is_better = match (&best, &found) {
        (Some(Ok(before)), Ok(now)) => seconds(now) < seconds(before),
        (Some(Err(_)), _) => false,
        _ => true,
    };
    if is_better {
        *best = Some(found);
    }
}

/// A model as a file for others, which goes when it is dropped.
struct ModelFile(PathBuf);

impl ModelFile {
    fn write(name: &str, model: &Model) -> Result<Self, String> {
        let file = Self(inputs::scratch_file(name).with_extension("obj"));
        let write = || -> std::io::Result<()> {
            let mut to = BufWriter::new(std::fs::File::create(&file.0)?);
            sample_models::write_obj(model, &mut to)?;
            std::io::Write::flush(&mut to)
        };
        write().map_err(|error| format!("{}: {error}", file.0.display()))?;
        Ok(file)
    }
}

impl Drop for ModelFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
