//! What a request adds to a picture: cells that stand out, what one can see, routes, markers, names.

use throng_mesh::{CellId, LayerId, LevelOfService};

use super::letters;
use super::palette;
use super::pen::{Canvas, Path, number};
use super::seams::Seams;
use super::stage::Stage;
use super::style::PictureStyle;
use super::tracks;
use crate::random::bounds;

/// Height of capitals of markers and of numbers of cells. (px)
const LABEL: f64 = 8.0;
const CELL_ID: f64 = 4.0;
/// A character is never smaller than this. (px)
const LEAST_DOT: f64 = 1.5;

/// Crowds, corridors, parts of cells and of what one can see, and what was affected, under the lines of a layer.
pub(crate) fn below(
    canvas: &mut Canvas,
    stage: &Stage<'_>,
    seams: &Seams<'_>,
    layer: LayerId,
    style: &PictureStyle,
) {
    let cells = |ids: &[CellId]| {
        let mut path = Path::new();
        for &id in ids.iter().filter(|&&id| stage.mesh.has_cell(id)) {
            let cell = stage.mesh.cell(id);
            for (_, part) in
                seams.polygon(cell, cell.outline().to_vec()).iter().filter(|(on, _)| *on == layer)
            {
                stage.ring(&mut path, layer, part);
            }
        }
        path
    };
    if let Some(crowd) = &style.crowd {
        for (level, ids) in LevelOfService::ALL.into_iter().zip(&crowd.cells) {
            canvas.path(&cells(ids), &format!("fill=\"{}\" fill-opacity=\".5\"", palette::level(level)));
        }
    }
    for tint in &style.tints {
        canvas.path(&cells(&tint.cells), &format!("fill=\"{}\" fill-opacity=\".75\"", tint.color));
    }
    canvas.path(&cells(&style.corridor), &format!("fill=\"{}\" fill-opacity=\".9\"", palette::CORRIDOR));
    let mut path = Path::new();
    for polygon in style.sights.iter().flat_map(|sight| &sight.polygons).filter(|(_, on)| *on == layer) {
        stage.ring(&mut path, layer, &polygon.0);
    }
    canvas.path(&path, &format!("fill=\"{0}\" fill-opacity=\".55\"", palette::VISIBLE));
    canvas.path(&cells(&style.cells), &format!("fill=\"{}\" fill-opacity=\".75\"", palette::HIGHLIGHT));
    let mut path = Path::new();
    for affected in style.affected.iter().filter(|affected| affected.layer == layer) {
        // Cells reach into other layers, which are drawn elsewhere.
        stage.ring(&mut path, layer, &clipped(&affected.hull, bounds(stage.mesh, layer)));
    }
    canvas.stroke_dashed(&path, palette::AFFECTED, 1.6);
}

/// Routes, eyes, markers and numbers of cells, over the lines of a layer.
pub(crate) fn above(
    canvas: &mut Canvas,
    stage: &Stage<'_>,
    seams: &Seams<'_>,
    layer: LayerId,
    style: &PictureStyle,
) {
    newcomers(canvas, stage, layer, style);
    if let Some(crowd) = &style.crowd {
        let mut path = Path::new();
        let here = crowd.positions.iter().filter(|position| position.layer == layer);
        here.for_each(|position| path.dot(stage.place(layer, position.at)));
        let width = (2.0 * crowd.radius * stage.scale).max(LEAST_DOT);
        canvas.stroke_faintly(&path, palette::CHARACTER, width, 0.75);
    }
    tracks::draw(canvas, stage, seams, layer, &style.routes);
    let eyes = style.sights.iter().filter_map(|sight| sight.eye);
    let markers = style.markers.iter().map(|marker| marker.position);
    let mut path = Path::new();
    eyes.chain(markers).filter(|p| p.layer == layer).for_each(|p| path.dot(stage.place(layer, p.at)));
    canvas.stroke(&path, "#fff", 9.0);
    canvas.stroke(&path, palette::MARKER, 6.5);
    if style.cell_ids {
        let mut path = Path::new();
        for cell in stage.mesh.cells() {
            let z = stage.mesh.arc(cell.id()).point(0.5);
            if stage.mesh.layer_of(cell.id(), z) == layer {
                let text = cell.id().0.to_string();
                let [x, y] = stage.place(layer, z);
                let x = x - 0.5 * letters::width(&text, CELL_ID);
                letters::write(&mut path, [x, y + 0.5 * CELL_ID], CELL_ID, &text);
            }
        }
        ink(canvas, &path, palette::INK, CELL_ID);
    }
    if style.labels {
        let mut path = Path::new();
        for marker in style.markers.iter().filter(|marker| marker.position.layer == layer) {
            let [x, y] = stage.place(layer, marker.position.at);
            letters::write(&mut path, [x + 7.0, y + 0.5 * LABEL], LABEL, &marker.label);
        }
        ink(canvas, &path, palette::MARKER, LABEL);
    }
}

/// Obstacles that came.
fn newcomers(canvas: &mut Canvas, stage: &Stage<'_>, layer: LayerId, style: &PictureStyle) {
    let here = style.newcomers.iter().filter(|obstacle| obstacle.layer == layer);
    for obstacle in here {
        let (mut area, mut lines) = (Path::new(), Path::new());
        for ring in &obstacle.rings {
            match ring.as_slice() {
                [] => {}
                &[point] => lines.dot(stage.place(layer, point)),
                [_, _] => stage.chain(&mut lines, layer, ring),
                _ => stage.ring(&mut area, layer, ring),
            }
        }
        canvas.fill(&area, palette::NEWCOMER);
        canvas.stroke(&area, palette::WALL, stage.pen);
        canvas.stroke(&lines, palette::NEWCOMER, 4.0 * stage.pen.max(0.6));
    }
}

/// Names of layers.
pub(crate) fn names(canvas: &mut Canvas, stage: &Stage<'_>) {
    for &(layer, at, height) in &stage.names {
        let mut path = Path::new();
        letters::write(&mut path, at, height, stage.mesh.layer_name(layer));
        ink(canvas, &path, palette::INK, height);
    }
}

/// What of a convex polygon is in a rectangle, given by its lower left and its upper right corner.
fn clipped(polygon: &[[f64; 2]], [low, high]: [[f64; 2]; 2]) -> Vec<[f64; 2]> {
    // How far inside of each of the four sides a place is.
    let sides: [(usize, f64, f64); 4] =
        [(0, 1.0, low[0]), (0, -1.0, high[0]), (1, 1.0, low[1]), (1, -1.0, high[1])];
    let mut corners = polygon.to_vec();
    for (axis, sign, limit) in sides {
        let inside = |z: [f64; 2]| sign * (z[axis] - limit);
        let mut kept = Vec::with_capacity(corners.len() + 2);
        for (&a, &b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            if inside(a) >= 0.0 {
                kept.push(a);
            }
            if inside(a) * inside(b) < 0.0 {
                let t = inside(a) / (inside(a) - inside(b));
                kept.push([0, 1].map(|i| a[i] + t * (b[i] - a[i])));
            }
        }
        corners = kept;
    }
    corners
}

/// Letters whose capitals have this height, on a light halo.
pub(crate) fn ink(canvas: &mut Canvas, path: &Path, color: &str, height: f64) {
    let lines = "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    let halo = number(0.55 * height);
    canvas.path(path, &format!("{lines} stroke=\"#fff\" stroke-opacity=\".8\" stroke-width=\"{halo}\""));
    canvas.path(path, &format!("{lines} stroke=\"{color}\" stroke-width=\"{}\"", number(0.14 * height)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hull_ends_with_its_layer() {
        let hull = [[-2.0, 1.0], [3.0, -4.0], [8.0, 1.0], [3.0, 6.0]];
        let inside = clipped(&hull, [[0.0, 0.0], [6.0, 4.0]]);
        assert_eq!(inside.len(), 6, "{inside:?}");
        assert!(
            inside.iter().all(|z| (0.0..=6.0).contains(&z[0]) && (0.0..=4.0).contains(&z[1])),
            "{inside:?}"
        );
        assert_eq!(clipped(&hull, [[-9.0; 2], [9.0; 2]]), hull, "nothing to clip");
        assert!(clipped(&hull, [[20.0; 2], [30.0; 2]]).is_empty(), "elsewhere");
    }
}
