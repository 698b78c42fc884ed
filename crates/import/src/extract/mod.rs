//! From a 3D model to walkable layers.

mod boxes;
mod conflicts;
mod exact;
mod extraction;
mod fabric;
mod facets;
mod flat;
mod floors;
mod fuzzing;
mod layers;
mod leaf;
mod memory;
mod options;
mod pack;
mod regions;
mod rings;
mod scene;
mod sheets;
mod soup;
mod surface;
mod terrain;
mod thin;
mod tolerance;
mod weave;
mod weld;

use std::time::Instant;

pub use extraction::{Component, ExtractError, ExtractReport, ExtractStage, Extraction, Variation, Watch};
pub use fuzzing::fuzz_extract;
pub use memory::memory_estimate;
pub use options::{ExtractOptions, VoxelOptions, Way};

use crate::model::Model;

/// The walkable layers of a model.
pub fn extract(
    model: &Model,
    options: &ExtractOptions,
    watch: Watch<'_>,
) -> Result<Extraction, ExtractError> {
    let mut seconds: Vec<(&'static str, f64)> = Vec::new();
    let mut start = Instant::now();
    let mut lap = |what: &'static str| {
        seconds.push((what, start.elapsed().as_secs_f64()));
        start = Instant::now();
    };
    if watch(ExtractStage::Reading, 0, 1).is_break() {
        return Err(ExtractError::Interrupted);
    }
    let soup = soup::Soup::new(model, options)?;
    lap("grid");
    let surface = exact::exact(soup, options, watch, &mut lap)?;
    let mut extraction = surface::finish(model, surface, options, watch, &mut lap)?;
    extraction.report.seconds = seconds;
    Ok(extraction)
}
