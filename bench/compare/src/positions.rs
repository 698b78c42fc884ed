//! Random positions in a place.

use throng_mesh::{Layer, LayerId, Mesh, Position, Scene};
use throng_voronoi::sample::Random;

/// Tries to find one walkable position before we give up.
const TRIES: usize = 100_000;

/// Positions uniform over the space where a disc of this radius fits [m]: in the box of a layer, chosen by the areas of the boxes,
/// until one is such.
pub fn positions(
    scene: &Scene,
    mesh: &Mesh,
    radius: f64,
    random: &mut Random,
    count: usize,
) -> Result<Vec<Position>, String> {
    let boxes: Vec<[[f64; 2]; 2]> = scene.layers.iter().map(bounds).collect();
    let mut sum = 0.0;
    let sums: Vec<f64> = boxes
        .iter()
        .map(|[low, high]| {
            sum += (high[0] - low[0]) * (high[1] - low[1]);
            sum
        })
        .collect();
    let mut one = || {
        (0..TRIES).find_map(|_| {
            let chosen = random.unit() * sum;
            let layer = sums.partition_point(|&sum| sum <= chosen).min(boxes.len() - 1);
            let [low, high] = boxes[layer];
            let at = [0, 1].map(|axis| low[axis] + random.unit() * (high[axis] - low[axis]));
            let position = Position::new(at, LayerId(layer as u32));
            mesh.clearance(position, None).is_some_and(|clearance| clearance >= radius).then_some(position)
        })
    };
    (0..count).map(|_| one().ok_or_else(|| "nothing walkable was found".to_string())).collect()
}

/// Lower left and upper right corner of the walkable rings of a layer.
fn bounds(layer: &Layer) -> [[f64; 2]; 2] {
    let mut bounds = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    for corner in layer.walkable.iter().flatten() {
        for axis in 0..2 {
            bounds[0][axis] = bounds[0][axis].min(corner[axis]);
            bounds[1][axis] = bounds[1][axis].max(corner[axis]);
        }
    }
    bounds
}
