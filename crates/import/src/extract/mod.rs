//! From a 3D model to walkable layers.

mod boxes;
mod conflicts;
mod extraction;
mod fabric;
mod facets;
mod flat;
mod floors;
mod layers;
mod options;
mod sheets;
mod soup;
mod thin;
mod tolerance;
mod weave;
mod weld;

pub use extraction::{Component, ExtractError, ExtractReport, ExtractStage, Extraction, Variation, Watch};
pub use options::{ExtractOptions, VoxelOptions, Way};

use crate::model::Model;

/// The walkable layers of a model.
pub fn extract(
    model: &Model,
    options: &ExtractOptions,
    watch: Watch<'_>,
) -> Result<Extraction, ExtractError> {
    let _ = (model, options, watch);
    Err(ExtractError::Empty)
}
