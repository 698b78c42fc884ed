//! What a request adds to a picture: cells that stand out, what one can see, routes, markers, names.

use throng_mesh::{CellId, LayerId};

use super::letters;
use super::palette;
use super::pen::{Canvas, Path, number};
use super::seams::Seams;
use super::stage::Stage;
use super::style::PictureStyle;
use super::tracks;

/// Height of capitals of markers and of numbers of cells. (px)
const LABEL: f64 = 8.0;
const CELL_ID: f64 = 4.0;

/// Corridors, parts of cells and of what one can see, under the lines of a layer.
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
    canvas.path(&cells(&style.corridor), &format!("fill=\"{}\" fill-opacity=\".9\"", palette::CORRIDOR));
    let mut path = Path::new();
    for polygon in style.sights.iter().flat_map(|sight| &sight.polygons).filter(|(_, on)| *on == layer) {
        stage.ring(&mut path, layer, &polygon.0);
    }
    canvas.path(&path, &format!("fill=\"{0}\" fill-opacity=\".55\"", palette::VISIBLE));
    canvas.path(&cells(&style.cells), &format!("fill=\"{}\" fill-opacity=\".75\"", palette::HIGHLIGHT));
}

/// Routes, eyes, markers and numbers of cells, over the lines of a layer.
pub(crate) fn above(
    canvas: &mut Canvas,
    stage: &Stage<'_>,
    seams: &Seams<'_>,
    layer: LayerId,
    style: &PictureStyle,
) {
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

/// Names of layers.
pub(crate) fn names(canvas: &mut Canvas, stage: &Stage<'_>) {
    for &(layer, at, height) in &stage.names {
        let mut path = Path::new();
        letters::write(&mut path, at, height, stage.mesh.layer_name(layer));
        ink(canvas, &path, palette::INK, height);
    }
}

/// Letters whose capitals have this height, on a light halo.
pub(crate) fn ink(canvas: &mut Canvas, path: &Path, color: &str, height: f64) {
    let lines = "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    let halo = number(0.55 * height);
    canvas.path(path, &format!("{lines} stroke=\"#fff\" stroke-opacity=\".8\" stroke-width=\"{halo}\""));
    canvas.path(path, &format!("{lines} stroke=\"{color}\" stroke-width=\"{}\"", number(0.14 * height)));
}
