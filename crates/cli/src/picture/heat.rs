//! Squares of color on a floor, such as densities, up to the walls.
//!
//! Squares reach beyond walls. Rather than clipping each, what is not walkable is painted over again; so this is for views from above, in which
//! nothing else is below a layer.

use super::palette;
use super::pen::{Canvas, Path};
use super::sheet::Sheet;
use super::stage::Stage;
use super::style::{Heat, PictureStyle};

/// How much of the color is seen.
const OPACITY: &str = ".72";

/// Draws the squares of a layer; nothing in the oblique view.
pub(crate) fn draw(canvas: &mut Canvas, stage: &Stage<'_>, sheet: &Sheet, style: &PictureStyle) {
    let mut own: Vec<&Heat> = style.heat.iter().filter(|heat| heat.layer == sheet.layer).collect();
    if own.is_empty() || stage.is_oblique() {
        return;
    }
    // One path a color: order does not matter, squares do not overlap.
    own.sort_by(|a, b| a.color.cmp(&b.color));
    let reach = own.iter().map(|heat| heat.side).fold(0.0, f64::max);
    let square = |[x, y]: [f64; 2], [u, v]: [f64; 2]| [[x, y], [u, y], [u, v], [x, v]];
    for group in own.chunk_by(|a, b| a.color == b.color) {
        let mut path = Path::new();
        for heat in group {
            let [x, y] = heat.corner;
            stage.ring(&mut path, sheet.layer, &square([x, y], [x + heat.side, y + heat.side]));
        }
        canvas.path(&path, &format!("fill=\"{}\" fill-opacity=\"{OPACITY}\"", group[0].color));
    }
    let mut outside = Path::new();
    let [low, high] = sheet.bounds;
    let around = square(low.map(|v| v - reach), high.map(|v| v + reach));
    stage.ring(&mut outside, sheet.layer, &around);
    sheet.outer.iter().chain(&sheet.voids).for_each(|ring| stage.ring(&mut outside, sheet.layer, ring));
    canvas.fill(&outside, "#fff");
    let mut holes = Path::new();
    sheet.holes.iter().for_each(|ring| stage.ring(&mut holes, sheet.layer, ring));
    canvas.fill(&holes, if style.obstacles { palette::OBSTACLE } else { "#fff" });
}
