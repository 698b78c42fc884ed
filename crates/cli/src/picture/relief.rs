//! The floor of a layer with its heights, in the oblique view: triangles from the back to the front, darker where they are steep.
//!
//! 1. A line of sight meets the page in one point; of two triangles that it goes through, the one that is higher along it is in front.
//!    So triangles are sorted by how far their middles are along it. That is exact enough for surfaces that nobody could fall off.
//! 2. Triangles that follow each other and have the same shade are one path.

use super::palette;
use super::pen::{Canvas, Path};
use super::stage::Stage;
use throng_mesh::LayerId;

/// Shades from level to steep.
const SHADES: usize = 8;
/// Of more triangles only the outline is drawn: the picture would be huge.
const MOST: usize = 60_000;

/// Draws the surface of a layer; false if there is none worth it.
pub(crate) fn relief(canvas: &mut Canvas, stage: &Stage<'_>, layer: LayerId, color: &str) -> bool {
    if !stage.is_oblique() || stage.mesh.is_level(layer) {
        return false;
    }
    let surface = stage.mesh.surface(layer);
    if surface.triangles.is_empty() || surface.triangles.len() > MOST {
        return false;
    }
    // Step 1: the line of sight is what the projection maps to nothing.
    let [x, y, z] = stage.axes;
    let turn = x[0] * y[1] - x[1] * y[0];
    let sight = [(y[0] * z[1] - y[1] * z[0]) / turn, (z[0] * x[1] - z[1] * x[0]) / turn, 1.0];
    let mut triangles: Vec<(f64, usize, [[f64; 3]; 3])> = surface
        .triangles
        .iter()
        .map(|triangle| {
            let corners = triangle.map(|corner| surface.corners[corner as usize]);
            let depth = corners.iter().flat_map(|corner| (0..3).map(move |k| corner[k] * sight[k])).sum();
            (depth, shade(&corners), corners)
        })
        .collect();
    triangles.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Step 2.
    for run in triangles.chunk_by(|a, b| a.1 == b.1) {
        let mut path = Path::new();
        for (_, _, corners) in run {
            path.polygon(&corners.map(|[x, y, height]| stage.at_height(layer, [x, y], height)));
        }
        let color = palette::darker(color, 0.5 * run[0].1 as f64 / (SHADES - 1) as f64);
        // A thin line of the same color closes the gaps that renderers leave between neighbors.
        canvas.path(
            &path,
            &format!("fill=\"{color}\" stroke=\"{color}\" stroke-width=\".6\" stroke-linejoin=\"round\""),
        );
    }
    true
}

/// How steep a triangle is, as a shade.
fn shade([a, b, c]: &[[f64; 3]; 3]) -> usize {
    let [u, v] = [b, c].map(|corner| [0, 1, 2].map(|k| corner[k] - a[k]));
    let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = normal.iter().map(|part| part * part).sum::<f64>().sqrt();
    let steep = if length > 0.0 { 1.0 - (normal[2] / length).abs() } else { 0.0 };
    (steep * (SHADES - 1) as f64).round() as usize
}
