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
mod heat;
mod layer_colors;
mod layout;
mod letters;
mod margin;
mod marks;
pub(crate) mod palette;
mod pen;
mod raster;
mod relief;
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
use stage::Stage;

pub(crate) use layer_colors::layer_colors;
pub(crate) use raster::png;
pub(crate) use style::{CrowdStyle, Heat, Marker, PictureStyle, Sight, Tint, Track, View};

/// A picture of a mesh, as an SVG image.
pub(crate) fn svg(mesh: &Mesh, style: &PictureStyle) -> String {
    panels(&[(mesh, style)])
}

/// Pictures of meshes beside each other, as one SVG image. The first one has the title, and the last one the legend of all.
pub(crate) fn panels(panels: &[(&Mesh, &PictureStyle)]) -> String {
    let (Some(&(mesh, first)), Some(&(_, last))) = (panels.first(), panels.last()) else {
        return String::new();
    };
    let mut canvas = Canvas::new();
    margin::title(&mut canvas, first);
    let top = margin::title_height(first);
    let mut size = [0.0, top];
    let mut end = None;
    for &(mesh, style) in panels {
        margin::caption(&mut canvas, style, [size[0], top]);
        let y = top + margin::caption_height(style);
        canvas.open_shifted([size[0], y]);
        let drawn = draw(&mut canvas, mesh, style);
        canvas.close();
        size = [size[0] + drawn.0.size[0], f64::max(size[1], y + drawn.0.size[1])];
        end = Some(drawn);
    }
    let legend = PictureStyle {
        tints: panels.iter().flat_map(|(_, style)| style.tints.clone()).collect(),
        routes: panels.iter().flat_map(|(_, style)| style.routes.clone()).collect(),
        ..last.clone()
    };
    let bottom = end.map_or(size[1], |(stage, sheets, most)| {
        margin::footer(&mut canvas, &stage, &sheets, &legend, (size, most))
    });
    canvas.image([size[0], bottom], first.title.as_deref().unwrap_or_else(|| mesh.name()))
}

/// Draws a mesh. Returns where everything is, its layers in the order of drawing, and the clearance of the last color.
fn draw<'a>(canvas: &mut Canvas, mesh: &'a Mesh, style: &PictureStyle) -> (Stage<'a>, Vec<Sheet>, f64) {
    // Step 1.
    let mut sheets = Sheet::all(mesh);
    let mut stage = layout::arrange(mesh, style, &mut sheets);
    if style.layer_colors {
        stage.floors = layer_colors(mesh);
    }
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
    for sheet in &sheets {
        let (layer, index) = (sheet.layer, sheet.layer.0 as usize);
        floor::ground(canvas, &stage, sheet, style);
        if style.clearance {
            let mut path = Path::new();
            sheet.rings().for_each(|ring| stage.ring(&mut path, layer, ring));
            canvas.fill(&path, &palette::ramp(0.0));
        }
        for (color, paths) in &bands {
            canvas.path(&paths[index], &format!("fill=\"{color}\""));
        }
        heat::draw(canvas, &stage, sheet, style);
        marks::below(canvas, &stage, &seams, layer, style);
        canvas.stroke(&spokes[index], palette::SPOKE, 0.8 * stage.pen);
        if let Some(axis) = &axis {
            let color = if style.clearance { palette::AXIS_ON_COLOR } else { palette::AXIS };
            canvas.stroke(&axis.arcs[index], color, 1.3 * stage.pen);
            canvas.stroke(&axis.vertices[index], color, 3.6 * stage.pen);
        }
        floor::walls(canvas, &stage, sheet, style);
        marks::above(canvas, &stage, &seams, layer, style);
    }
    marks::names(canvas, &stage);
    (stage, sheets, most)
}
