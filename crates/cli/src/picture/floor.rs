//! The floor of a layer: walkable space, regions, border, obstacles; in the oblique view with some depth.

use super::palette;
use super::pen::{Canvas, Path, number};
use super::relief::relief;
use super::sheet::{Sheet, area, connections, sides};
use super::stage::Stage;
use super::style::PictureStyle;

/// Width of a border. (px)
const BORDER: f64 = 1.4;
/// How thick a floor looks, how high obstacles and line obstacles look in the oblique view. (px)
const SLAB: f64 = 3.0;
const BLOCK: f64 = 11.0;
const SCREEN: f64 = 7.0;
/// Floors let what is below them shine through a little.
const OPACITY: f64 = 0.88;

/// Walkable space, obstacles, and regions: what the mesh is drawn on.
pub(crate) fn ground(canvas: &mut Canvas, stage: &Stage<'_>, sheet: &Sheet, style: &PictureStyle) {
    let layer = sheet.layer;
    if stage.is_oblique() && style.walkable {
        canvas.path(&slab(stage, sheet), &format!("fill=\"{}\"", palette::SLAB));
    }
    if style.obstacles && !stage.is_oblique() {
        let mut path = Path::new();
        sheet.holes.iter().for_each(|ring| stage.ring(&mut path, layer, ring));
        canvas.path(&path, &format!("fill=\"{}\"", palette::OBSTACLE));
    }
    let color = stage.floors.get(layer.0 as usize).copied().unwrap_or(palette::WALKABLE);
    let has_relief = style.walkable && style.layer_colors && relief(canvas, stage, layer, color);
    if style.walkable && !has_relief {
        let mut path = Path::new();
        sheet.rings().for_each(|ring| stage.ring(&mut path, layer, ring));
        let opacity =
            if stage.is_oblique() { format!(" fill-opacity=\"{}\"", number(OPACITY)) } else { String::new() };
        canvas.path(&path, &format!("fill=\"{color}\" fill-rule=\"evenodd\"{opacity}"));
    }
    if style.regions && !style.layer_colors {
        regions(canvas, stage, sheet, if style.obstacles { palette::OBSTACLE } else { "#fff" });
    }
}

/// Border, line and point obstacles, connections; in the oblique view obstacles stand on the floor.
pub(crate) fn walls(canvas: &mut Canvas, stage: &Stage<'_>, sheet: &Sheet, style: &PictureStyle) {
    let layer = sheet.layer;
    if style.walkable {
        let mut path = Path::new();
        sheet.borders.iter().for_each(|chain| stage.chain(&mut path, layer, chain));
        canvas.stroke(&path, palette::WALL, BORDER * stage.pen);
    }
    if style.connections {
        let (mut open, mut closed) = (Path::new(), Path::new());
        for (is_open, segment) in connections(stage.mesh, layer) {
            let segment = if style.layer_colors { inside(segment) } else { segment };
            stage.chain(if is_open { &mut open } else { &mut closed }, layer, &segment);
        }
        canvas.stroke(&open, palette::CONNECTION, 2.0 * stage.pen.max(0.6));
        canvas.stroke(&closed, "#fff", 7.0);
        canvas.stroke(&closed, palette::CLOSED, 4.5);
    }
    if style.obstacles {
        if stage.is_oblique() {
            blocks(canvas, stage, sheet);
        }
        let mut path = Path::new();
        sheet.lines.iter().for_each(|chain| stage.chain(&mut path, layer, chain));
        canvas.stroke(&path, palette::WALL, 1.5 * BORDER * stage.pen);
        let mut path = Path::new();
        sheet.points.iter().for_each(|&z| path.dot(stage.place(layer, z)));
        canvas.stroke(&path, palette::WALL, 4.0 * stage.pen);
    }
}

/// A segment without its very ends: where floors of one layer meet at different heights, as at the foot of stairs, an end has several.
fn inside([a, b]: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
    let along = |t: f64| [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
    [along(0.002), along(0.998)]
}

/// Regions may reach under obstacles, which are drawn over them again.
fn regions(canvas: &mut Canvas, stage: &Stage<'_>, sheet: &Sheet, obstacle: &str) {
    let regions = stage.mesh.regions(sheet.layer);
    for region in regions {
        let ring: Vec<[f64; 2]> = region.polygon.iter().map(|corner| [corner[0], corner[1]]).collect();
        let mut path = Path::new();
        stage.ring(&mut path, sheet.layer, &ring);
        canvas.fill(&path, palette::region(&region.label));
    }
    if !regions.is_empty() {
        let mut path = Path::new();
        sheet.holes.iter().for_each(|ring| stage.ring(&mut path, sheet.layer, ring));
        canvas.path(&path, &format!("fill=\"{obstacle}\""));
    }
}

/// The edges of a floor that the viewer sees, and those of holes in it.
fn slab(stage: &Stage<'_>, sheet: &Sheet) -> Path {
    let mut path = Path::new();
    for pair in sheet.borders.iter().flat_map(|chain| chain.windows(2)) {
        let [a, b] = [pair[0], pair[1]].map(|z| stage.place(sheet.layer, z));
        // Walkable space is on the left: the outside is turned to the viewer if the border runs to the right.
        if b[0] > a[0] {
            path.polygon(&[a, b, [b[0], b[1] + SLAB], [a[0], a[1] + SLAB]]);
        }
    }
    path
}

/// Obstacles as blocks, and line obstacles as screens, from the back to the front.
fn blocks(canvas: &mut Canvas, stage: &Stage<'_>, sheet: &Sheet) {
    let place =
        |ring: &[[f64; 2]]| -> Vec<[f64; 2]> { ring.iter().map(|&z| stage.place(sheet.layer, z)).collect() };
    let mut holes: Vec<Vec<[f64; 2]>> = sheet.holes.iter().map(|ring| place(ring)).collect();
    let front = |ring: &Vec<[f64; 2]>| ring.iter().fold(f64::NEG_INFINITY, |m, z| m.max(z[1]));
    holes.sort_by(|a, b| front(a).total_cmp(&front(b)));
    canvas.open_outlined(palette::WALL, 0.6 * stage.pen);
    for ring in &holes {
        // A pillar is not as high as a house.
        let height = BLOCK.min(0.5 * area(ring).abs().sqrt());
        let up = |z: [f64; 2]| [z[0], z[1] - height];
        let (mut faces, mut cap) = (Path::new(), Path::new());
        for [a, b] in sides(ring).filter(|[a, b]| b[0] < a[0]) {
            faces.polygon(&[a, b, up(b), up(a)]);
        }
        cap.polygon(&ring.iter().copied().map(up).collect::<Vec<_>>());
        canvas.path(&faces, &format!("fill=\"{}\"", palette::OBSTACLE_SIDE));
        canvas.path(&cap, &format!("fill=\"{}\"", palette::OBSTACLE));
    }
    canvas.close();
    let mut screens = Path::new();
    for pair in sheet.lines.iter().flat_map(|chain| chain.windows(2)) {
        let [a, b] = [pair[0], pair[1]].map(|z| stage.place(sheet.layer, z));
        // All the same way around, so that overlapping screens do not cancel.
        let [a, b] = if b[0] < a[0] { [a, b] } else { [b, a] };
        screens.polygon(&[a, b, [b[0], b[1] - SCREEN], [a[0], a[1] - SCREEN]]);
    }
    canvas.path(&screens, &format!("fill=\"{}\" fill-opacity=\".55\"", palette::OBSTACLE_SIDE));
}
