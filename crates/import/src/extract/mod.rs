//! From a 3D model to walkable layers.

mod extraction;
mod options;
mod sheets;
mod voxel;

pub use extraction::{Component, ExtractError, ExtractReport, ExtractStage, Extraction, Variation, Watch};
pub use options::{ExtractOptions, VoxelOptions, Way};

use crate::model::Model;

/// The walkable layers of a model.
pub fn extract(
    model: &Model,
    options: &ExtractOptions,
    watch: Watch<'_>,
) -> Result<Extraction, ExtractError> {
    let Way::Voxel(voxel) = &options.way else { return Err(ExtractError::Empty) };
    let surface = voxel::voxel_surface(model, options, voxel, watch)?;
    let mut extraction = Extraction::default();
    extraction.report.seconds = surface.seconds;
    extraction.report.triangles = model.triangles.len();
    extraction.report.area = surface.num_floors as f64 * voxel.cell[0] * voxel.cell[1];
    let sheets = &surface.sheets;
    extraction.report.remarks = vec![format!(
        "{} pieces, {} rings, {} corners, {} points, {} inner, {} on seams; estimate {} MB",
        sheets.pieces.len(),
        sheets.rings.len(),
        sheets.mates.len(),
        sheets.points.len(),
        sheets.corners.len() - sheets.mates.len(),
        sheets.mates.iter().filter(|&&m| m != u32::MAX).count(),
        voxel::memory_estimate(model, voxel)? / 1_000_000,
    )];
    Ok(extraction)
}
