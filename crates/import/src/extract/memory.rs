//! How much memory an extraction will take, before it begins.

use super::options::{ExtractOptions, Way};
use crate::model::Model;

/// What a triangle takes while floors are found and sewn together. Measured on models of 10,000 to 1,000,000 triangles, rounded up. (bytes)
const TRIANGLE: u64 = 700;
/// What a voxel of a tile takes, with some floors above each other, and what is kept of a column along borders. (bytes)
const VOXEL: u64 = 64;
const BORDER: u64 = 200;

/// About how much memory an extraction takes, the model itself included. (bytes)
pub fn memory_estimate(model: &Model, options: &ExtractOptions) -> u64 {
    let count = |length: usize| length as u64;
    let file = 24 * count(model.vertices.len()) + 12 * count(model.triangles.len());
    let triangles = count(model.triangles.len());
    match &options.way {
        Way::Exact => file + TRIANGLE * triangles,
        Way::Voxel(voxels) => {
            let mut bounds = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
            for [x, y, _] in &model.vertices {
                bounds = [
                    [bounds[0][0].min(*x), bounds[0][1].min(*y)],
                    [bounds[1][0].max(*x), bounds[1][1].max(*y)],
                ];
            }
            // Casts saturate, so sizes and cells that make no sense give a number all the same.
            let columns =
                [0, 1].map(|k| ((bounds[1][k] - bounds[0][k]).max(0.0) / voxels.cell[k]).ceil() as u64);
            let tile = u64::from(voxels.tile);
            let threads = count(std::thread::available_parallelism().map_or(1, usize::from));
            let inside =
                tile.min(columns[0]).saturating_mul(tile.min(columns[1])).saturating_mul(VOXEL * threads);
            let border = columns[0].saturating_add(columns[1]).saturating_mul(BORDER);
            (file + 100 * triangles).saturating_add(inside).saturating_add(border)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::VoxelOptions;

    #[test]
    fn more_takes_more() {
        let model = |side: f64| {
            let corners = vec![[0.0, 0.0, 0.0], [side, 0.0, 0.0], [0.0, side, 0.0]];
            Model::of_triangles("", corners, vec![[0, 1, 2]; side as usize])
        };
        let exact = ExtractOptions::default();
        assert!(memory_estimate(&model(9.0), &exact) > memory_estimate(&model(3.0), &exact));
        let voxel = |cell: f64| ExtractOptions {
            way: Way::Voxel(VoxelOptions { cell: [cell; 2], ..VoxelOptions::default() }),
            ..ExtractOptions::default()
        };
        assert!(memory_estimate(&model(9.0), &voxel(0.05)) > memory_estimate(&model(9.0), &voxel(0.5)));
        let nonsense = memory_estimate(&Model::default(), &voxel(0.0));
        assert!(nonsense < 1_000, "nothing takes nothing: {nonsense}");
    }
}
