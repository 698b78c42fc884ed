//! Pictures of places and meshes, for papers and for people at work.
//!
//! 1. Take every layer apart into shapes ([`sheet`]), and arrange the layers on the page ([`layout`]).
//! 2. Find out what of the mesh lies on which layer ([`seams`]), and write it down as paths: one of each kind
//!    a layer.
//! 3. Draw layer by layer, from the ground up: floor, clearance, mesh, walls, marks; then what stands around
//!    the drawing.
//!
//! The same mesh and style give the same bytes.

mod axis;
mod clearance;
mod floor;
mod layout;
mod letters;
mod margin;
mod marks;
pub(crate) mod palette;
mod pen;
mod raster;
mod seams;
mod sheet;
mod stage;
mod style;
#[cfg(test)]
mod tests;
mod tracks;

use throng_mesh::Mesh;

use pen::{Canvas, Path};
use seams::Seams;
use sheet::Sheet;

pub(crate) use raster::png;
pub(crate) use style::{Marker, PictureStyle, Sight, Track, View};

/// A picture of a mesh, as an SVG image.
pub(crate) fn svg(mesh: &Mesh, style: &PictureStyle) -> String {
    // Step 1.
    let mut sheets = Sheet::all(mesh);
    let stage = layout::arrange(mesh, style, &mut sheets);
    // Step 2.
    let seams = Seams::new(mesh);
    let nothing = || vec![Path::new(); mesh.num_layers()];
    let axis = style.axis.then(|| axis::axis(&stage, &seams));
    let spokes = if style.spokes { axis::spokes(&stage, &seams) } else { nothing() };
    let given = style.max_clearance.filter(|most| most.is_finite() && *most > 0.0);
    let most = given.unwrap_or_else(|| clearance::suitable_maximum(&stage));
    let bands: Vec<(String, Vec<Path>)> = if style.clearance {
        let band = |level: u32| {
            let color = palette::ramp(f64::from(level) / f64::from(clearance::LEVELS - 1));
            let from = most * f64::from(level) / f64::from(clearance::LEVELS);
            (color, clearance::level(&stage, &seams, from))
        };
        (1..clearance::LEVELS).map(band).collect()
    } else {
        Vec::new()
    };
    // Step 3.
    let mut canvas = Canvas::new();
    margin::title(&mut canvas, style);
    let top = margin::title_height(style);
    canvas.open_shifted(top);
    for sheet in &sheets {
        let (layer, index) = (sheet.layer, sheet.layer.0 as usize);
        floor::ground(&mut canvas, &stage, sheet, style);
        if style.clearance {
            let mut path = Path::new();
            sheet.rings().for_each(|ring| stage.ring(&mut path, layer, ring));
            canvas.fill(&path, &palette::ramp(0.0));
        }
        for (color, paths) in &bands {
            canvas.path(&paths[index], &format!("fill=\"{color}\""));
        }
        marks::below(&mut canvas, &stage, &seams, layer, style);
        canvas.stroke(&spokes[index], palette::SPOKE, 0.8 * stage.pen);
        if let Some(axis) = &axis {
            let color = if style.clearance { palette::AXIS_ON_COLOR } else { palette::AXIS };
            canvas.stroke(&axis.arcs[index], color, 1.3 * stage.pen);
            canvas.stroke(&axis.vertices[index], color, 3.6 * stage.pen);
        }
        floor::walls(&mut canvas, &stage, sheet, style);
        marks::above(&mut canvas, &stage, &seams, layer, style);
    }
    marks::names(&mut canvas, &stage);
    canvas.close();
    let bottom = margin::footer(&mut canvas, &stage, &sheets, style, (top + stage.size[1], most));
    canvas.image([stage.size[0], bottom], style.title.as_deref().unwrap_or_else(|| mesh.name()))
}
