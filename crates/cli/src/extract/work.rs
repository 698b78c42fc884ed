//! Reading and extracting a model, with progress on standard error, until it is done or interrupted.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use throng_import::{
    ExtractError, ExtractOptions, ExtractStage, Extraction, ModelFormat, ModelOptions, ReadModel, extract,
    read_model,
};

use crate::output::bytes;
use crate::progress::Progress;

/// If more memory than this will be needed, it is told in advance. (bytes)
const MUCH: u64 = 200_000_000;

/// Whether somebody has asked to stop.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// A model, and what came of it.
pub(crate) struct Extracted {
    pub(crate) read: ReadModel,
    pub(crate) extraction: Extraction,
    /// Seconds for reading the file.
    pub(crate) read_seconds: f64,
    /// Seconds for all of it.
    pub(crate) seconds: f64,
    /// How much memory it was to take. (bytes)
    pub(crate) memory: u64,
}

/// Whether a file is a 3D model, by its name, or by what is in it if the name says nothing.
pub(crate) fn is_model(path: &Path) -> bool {
    let name = path.display().to_string();
    if ModelFormat::detect(&name, &[]).is_some() {
        return path.exists();
    }
    let start = || -> std::io::Result<Vec<u8>> {
        use std::io::Read;
        let mut start = Vec::new();
        std::fs::File::open(path)?.take(4000).read_to_end(&mut start)?;
        Ok(start)
    };
    start().is_ok_and(|start| {
        throng_import::Format::detect(&name, &start).is_none() && ModelFormat::detect(&name, &start).is_some()
    })
}

/// From now on an interruption ends extractions, with a message; a second one ends the program.
pub(crate) fn listen_for_interruptions() -> Result<()> {
    let handler = ctrlc::set_handler(|| {
        if STOPPED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    handler.context("cannot listen for interruptions")
}

/// Fails if somebody has asked to stop.
pub(crate) fn go_on(path: &Path) -> Result<()> {
    if STOPPED.load(Ordering::Relaxed) {
        bail!("{}: interrupted; nothing was written", path.display());
    }
    Ok(())
}

/// Reads a model and extracts its layers.
pub(crate) fn work(path: &Path, reading: &ModelOptions, options: &ExtractOptions) -> Result<Extracted> {
    let start = Instant::now();
    let progress = Progress::new("reading");
    let read = read_model(path, reading)?;
    let read_seconds = start.elapsed().as_secs_f64();
    go_on(path)?;
    let memory = throng_import::memory_estimate(&read.model, options);
    if memory > MUCH {
        let triangles = read.model.triangles.len();
        eprintln!(
            "{}: note: {triangles} triangles; this will take about {} of memory",
            path.display(),
            bytes(usize::try_from(memory).unwrap_or(usize::MAX))
        );
    }
    let extracted = extract(&read.model, options, &|stage, done, total| {
        progress.set(stage_name(stage), done, total);
        if STOPPED.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    drop(progress);
    let extraction = match extracted {
        Ok(extraction) => extraction,
        Err(ExtractError::Interrupted) => bail!("{}: interrupted; nothing was written", path.display()),
        Err(error) => return Err(error).with_context(|| path.display().to_string()),
    };
    go_on(path)?;
    Ok(Extracted { read, extraction, read_seconds, seconds: start.elapsed().as_secs_f64(), memory })
}

/// What is being done, for people.
pub(crate) fn stage_name(stage: ExtractStage) -> &'static str {
    match stage {
        ExtractStage::Reading => "taking apart",
        ExtractStage::Floors => "floors",
        ExtractStage::Tiles => "tiles",
        ExtractStage::Sewing => "sewing",
        ExtractStage::Layers => "layers",
        ExtractStage::Variations => "variations",
    }
}
