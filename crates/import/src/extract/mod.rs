//! From a 3D model to walkable layers.
//!
//! Read in this order: [`exact`] and [`surface`] are the two halves of the way, one step a line; each step is a file.

mod boxes;
mod conflicts;
mod cross;
mod doors;
mod exact;
mod extraction;
mod fabric;
mod facets;
mod flat;
mod floors;
mod fuzzing;
mod gaps;
mod labels;
mod layers;
mod leaf;
mod mates;
mod meet;
mod options;
mod pack;
mod regions;
mod rings;
mod rough;
mod scene;
mod sets;
mod settle;
mod sheets;
mod snap;
mod soup;
mod surface;
mod terrain;
mod thin;
mod tolerance;
mod treads;
mod voxel;
mod weave;
mod weld;

#[cfg(test)]
mod tests;

use std::time::Instant;

pub use extraction::{Component, ExtractError, ExtractReport, ExtractStage, Extraction, Variation, Watch};
pub use fuzzing::fuzz_extract;
pub use options::{ExtractOptions, VoxelOptions, Way};

use self::exact::Surface;
use self::surface::Parts;
use crate::model::Model;

/// By how much settings are varied: degrees, meters, meters.
const VARIED: [(&str, f64); 3] = [("slope", 1.0), ("head room", 0.05), ("step", 0.02)];

/// The walkable layers of a model.
///
/// # Errors
/// Settings that make no sense, a model with coordinates that are not finite or too far apart, one without anything to walk on, or because
/// `watch` said so.
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
    options.check()?;
    let surface = walkable(model, options, watch, &mut lap)?;
    let mut extraction = surface::finish(model, surface, options, watch, &mut lap)?;
    if options.vary {
        extraction.report.variations = variations(model, options, watch)?;
        lap("variations");
    }
    extraction.report.seconds = seconds;
    Ok(extraction)
}

/// About how much memory an extraction takes, beside the model. \[bytes\]
pub fn memory_estimate(model: &Model, options: &ExtractOptions) -> u64 {
    // As measured on a million triangles of hills, which is the worst: every triangle is a piece, and all are walkable.
    const EXACT: u64 = 550;
    match &options.way {
        Way::Exact => model.triangles.len() as u64 * EXACT + (8 << 20),
        Way::Voxel(settings) => voxel::memory_estimate(model, settings),
    }
}

/// The walkable surface of a model.
fn walkable(
    model: &Model,
    options: &ExtractOptions,
    watch: Watch<'_>,
    lap: &mut dyn FnMut(&'static str),
) -> Result<Surface, ExtractError> {
    if watch(ExtractStage::Reading, 0, 1).is_break() {
        return Err(ExtractError::Interrupted);
    }
    let soup = soup::Soup::new(model, options)?;
    lap("grid");
    match &options.way {
        Way::Exact => exact::exact(model, soup, options, watch, lap),
        Way::Voxel(settings) => {
            let mut surface = voxel::voxel(model, soup, options, settings, watch, lap)?;
            if options.close_gaps > 0.0 {
                surface.remarks.push("gaps were not closed: the way by voxels does not do that".to_owned());
            }
            Ok(surface)
        }
    }
}

/// What a little more or less of each setting would change.
fn variations(
    model: &Model,
    options: &ExtractOptions,
    watch: Watch<'_>,
) -> Result<Vec<Variation>, ExtractError> {
    let mut found = Vec::new();
    for (setting, by) in VARIED {
        for sign in [-1.0, 1.0] {
            if watch(ExtractStage::Variations, found.len(), 2 * VARIED.len()).is_break() {
                return Err(ExtractError::Interrupted);
            }
            let mut other = options.clone();
            let value = match setting {
                "slope" => &mut other.slope,
                "head room" => &mut other.head_room,
                _ => &mut other.step,
            };
            *value += sign * by;
            let value = *value;
            if other.check().is_err() {
                continue;
            }
            let surface = walkable(model, &other, watch, &mut |_| {})?;
            let parts = Parts::new(&surface, &other);
            found.push(Variation {
                setting,
                value,
                area: parts.areas.iter().sum(),
                components: parts.areas.len(),
            });
        }
    }
    Ok(found)
}
