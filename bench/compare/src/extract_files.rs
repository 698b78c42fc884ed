//! 3D models in a folder, for benchmarks.

#[path = "../../../crates/import/examples/extract_judge/known.rs"]
mod known;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use throng_import::{ExtractOptions, ExtractStage, Extraction, Model, Way, extract, read_model};

/// Reads a model.
pub fn read(path: &Path) -> Result<Model, String> {
    read_model(path, &known::reading(path)).map(|read| read.model).map_err(|error| error.to_string())
}

/// Extracts a model the way that is asked for. If voxels are asked for and there are no tiles of voxels on the way, the numbers would be
/// those of another way, and that is an error.
pub fn extract_as_asked(model: &Model, options: &ExtractOptions) -> Result<Extraction, String> {
    let has_tiles = AtomicBool::new(false);
    let watch = |stage, _, _| {
        if stage == ExtractStage::Tiles {
            has_tiles.store(true, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    };
    let extraction = extract(model, options, &watch).map_err(|error| error.to_string())?;
    if matches!(options.way, Way::Voxel(_)) != has_tiles.into_inner() {
        return Err("it did not go the way that was asked for".to_string());
    }
    Ok(extraction)
}

/// All files of a folder and the folders in it that hold models, in order of their names.
pub fn models(folder: &Path) -> Result<Vec<PathBuf>, String> {
    known::models(folder)
}

/// Who walks in a model.
pub fn walking(path: &Path) -> ExtractOptions {
    known::walking(path)
}

/// The name of a file, for tables.
pub fn name(path: &Path) -> String {
    known::name(path)
}

/// Those models of a folder that are levels: no finished navigation meshes, and nothing twice in two formats.
pub fn levels(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let all = models(folder)?;
    let is_level = |path: &&PathBuf| {
        let name = name(path);
        let is_copy = name.strip_suffix(".derived.obj").is_some_and(|stem| {
            all.iter()
                .any(|other| other != *path && other.parent() == path.parent() && name_of_stem(other) == stem)
        });
        !is_copy && !name.ends_with(".nav.obj")
    };
    Ok(all.iter().filter(is_level).cloned().collect())
}

fn name_of_stem(path: &Path) -> String {
    path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
