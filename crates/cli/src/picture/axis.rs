//! The medial axis: its arcs, its vertices, and the spokes to nearest obstacles, each on its layer.
//!
//! Every arc is exactly one quadratic Bézier curve: a straight one trivially, a parabola because that is what
//! such a curve is. With ends at x0 and x1 along the directrix, the handle lies where the tangents at the
//! ends meet:
//!
//! ```text
//!   x = (x0 + x1) / 2,   y = (x0 x1 + h²) / 2h    over the directrix, h from the focus.
//! ```

use throng_mesh::{Arc, CellId, LayerId, Shape};

use super::pen::Path;
use super::seams::Seams;
use super::stage::Stage;

/// Spokes shorter than this are not drawn. (px)
const SHORT: f64 = 0.1;

/// The paths of the medial axis, by layer.
pub(crate) struct AxisPaths {
    pub(crate) arcs: Vec<Path>,
    pub(crate) vertices: Vec<Path>,
}

/// Arcs and vertices of the medial axis, by layer.
pub(crate) fn axis(stage: &Stage<'_>, seams: &Seams<'_>) -> AxisPaths {
    let mesh = stage.mesh;
    let mut arcs = vec![Path::new(); mesh.num_layers()];
    for cell in mesh.edges().flat_map(|edge| edge.cells()) {
        for (layer, arc) in seams.arc(cell).into_iter().filter(|(layer, _)| stage.shows(*layer)) {
            let path = &mut arcs[layer.0 as usize];
            path.move_to(stage.place(layer, arc.start));
            match handle(&arc) {
                Some(handle) => stage.curve_to(path, layer, [arc.start, handle, arc.end]),
                None => stage.line_to(path, layer, [arc.start, arc.end]),
            }
        }
    }
    let mut vertices = vec![Path::new(); mesh.num_layers()];
    // In corners of walls a dot would only hide the corner.
    for position in mesh.vertices().filter(|v| v.clearance() > 0.0).map(|v| v.position()) {
        if stage.shows(position.layer) {
            vertices[position.layer.0 as usize].dot(stage.place(position.layer, position.at));
        }
    }
    AxisPaths { arcs, vertices }
}

/// Lines from bending points to their nearest obstacle points, by layer.
pub(crate) fn spokes(stage: &Stage<'_>, seams: &Seams<'_>) -> Vec<Path> {
    let mesh = stage.mesh;
    let mut lines = Vec::new();
    for edge in mesh.edges() {
        let points: Vec<_> = edge.bending_points().collect();
        for (index, cell) in edge.cells().enumerate() {
            for point in points.iter().skip(index).take(2) {
                lines.push((point.at, point.left, point.layer, cell.id()));
                lines.push((point.at, point.right, point.layer, cell.id()));
            }
        }
    }
    // Cells beside each other have a spoke in common; floors above each other may have equal ones, which are not the same.
    let key = |line: &([f64; 2], [f64; 2], LayerId, CellId)| {
        (line.2, [line.0, line.1].map(|z| z.map(f64::to_bits)))
    };
    lines.sort_by_key(|line| (key(line), line.3));
    lines.dedup_by_key(|line| key(line));
    let mut paths = vec![Path::new(); mesh.num_layers()];
    for (at, foot, _, cell) in lines {
        let length_sq = (at[0] - foot[0]) * (at[0] - foot[0]) + (at[1] - foot[1]) * (at[1] - foot[1]);
        if length_sq.sqrt() * stage.scale < SHORT {
            continue;
        }
        let parts = seams.line(mesh.cell(cell), [at, foot]);
        for (layer, line) in parts.into_iter().filter(|(layer, _)| stage.shows(*layer)) {
            stage.chain(&mut paths[layer.0 as usize], layer, &line);
        }
    }
    paths
}

/// The handle of an arc as a quadratic Bézier curve; `None` if it is straight.
pub(crate) fn handle(arc: &Arc) -> Option<[f64; 2]> {
    let Shape::Parabola { focus, directrix_point: foot, directrix_direction: u } = arc.shape() else {
        return None;
    };
    let v = [focus[0] - foot[0], focus[1] - foot[1]];
    let h_sq = v[0] * v[0] + v[1] * v[1];
    let x = |z: [f64; 2]| (z[0] - foot[0]) * u[0] + (z[1] - foot[1]) * u[1];
    let (x0, x1) = (x(arc.start), x(arc.end));
    // y / h, since v has length h.
    let up = (x0 * x1 + h_sq) / (2.0 * h_sq);
    Some([0, 1].map(|i| foot[i] + 0.5 * (x0 + x1) * u[i] + up * v[i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use throng_mesh::Generator;

    #[test]
    fn a_parabola_is_a_bezier_curve() {
        let wall = Generator::Segment { from: [-9.0, 0.0], to: [9.0, 0.0] };
        // y = (x² + 4) / 4 over the wall.
        let arc =
            Arc { start: [-2.0, 2.0], end: [6.0, 10.0], left: Generator::Point([0.0, 2.0]), right: wall };
        let handle = handle(&arc).expect("a parabola");
        for t in [0.0_f64, 0.2, 0.5, 0.9, 1.0] {
            let s = 1.0 - t;
            let z = [0, 1].map(|i| s * s * arc.start[i] + 2.0 * s * t * handle[i] + t * t * arc.end[i]);
            let y = (z[0] * z[0] + 4.0) / 4.0;
            assert!((z[1] - y).abs() < 1e-12, "{z:?} is not on the parabola");
        }
    }
}
