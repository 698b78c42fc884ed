//! From a 3D model to walkable layers.

mod extraction;
mod options;

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
