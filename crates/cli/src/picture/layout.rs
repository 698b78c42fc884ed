//! Arranging layers on a page: one, side by side, or at their heights.

use throng_mesh::{LayerId, Mesh, Position};

use super::letters;
use super::sheet::Sheet;
use super::stage::Stage;
use super::style::{PictureStyle, View};

/// Around the drawing. (px)
const MARGIN: f64 = 18.0;
/// Between layers side by side. (px)
const GAP: f64 = 22.0;
/// Height of capitals in names of layers: usual, least. (px)
const NAME: [f64; 2] = [9.0, 5.0];
/// Side by side, the height of a page is at most this part of its width, if that can be.
const TALL: f64 = 0.8;
/// A box may be so much wider than the column that it joins.
const WIDER: f64 = 1.4;
/// The oblique view turns a place by this (cosine, sine), so that walls along its axes show two sides.
const TURN: [f64; 2] = [0.96, 0.28];
/// What is left of depth in the oblique view.
const SQUASH: f64 = 0.5;
/// Floors on top of each other are lifted apart by this part of their depth on the page.
const APART: f64 = 0.32;
/// The oblique view is at most this tall, as a part of its width.
const TALLEST: f64 = 1.15;
/// A large floor that rises may be lifted until it rises by this part of its width: tiers of seats are not to
/// look like walls.
const STEEP: f64 = 0.6;
/// Layers closer than this in height are one floor. (m)
const FLOOR: f64 = 1.5;

/// Where everything is on the page, in the order in which layers are drawn.
pub(crate) fn arrange<'a>(mesh: &'a Mesh, style: &PictureStyle, sheets: &mut Vec<Sheet>) -> Stage<'a> {
    let width = if style.width.is_finite() { style.width.clamp(100.0, 20_000.0) } else { 1200.0 };
    let mut stage = match style.view {
        View::OneLayer(layer) => {
            sheets.retain(|sheet| sheet.layer == layer);
            side_by_side(mesh, width, sheets, false)
        }
        View::SideBySide => side_by_side(mesh, width, sheets, style.labels && mesh.num_layers() > 1),
        View::Oblique { lift } => oblique(mesh, width, sheets, lift, style.labels),
    };
    let shown = mesh.cells().filter(|cell| stage.shows(cell.layer())).count().max(1);
    let room = (stage.size[0] * stage.size[1] / shown as f64).sqrt();
    stage.pen = (room / 14.0).clamp(0.3, 1.0);
    stage
}

/// Boxes with these sizes on shelves: where the lower left corner of each is, downward, and the height of
/// all. Small boxes stand on each other in columns.
fn shelves(boxes: &[[f64; 2]], width: f64) -> (Vec<[f64; 2]>, f64) {
    let mut places = Vec::with_capacity(boxes.len());
    let (mut top, mut shelf, mut x) = (0.0, 0.0, 0.0);
    // The column that grows: its width, and how far down it is filled.
    let (mut column, mut filled) = (0.0, f64::INFINITY);
    for &[w, h] in boxes {
        if filled + GAP + h <= shelf && w <= WIDER * column && x + w <= width {
            filled += GAP;
            column = f64::max(column, w);
        } else {
            x += if x > 0.0 || column > 0.0 { column + GAP } else { 0.0 };
            if x > 0.0 && x + w > width {
                top += shelf + GAP;
                (shelf, x) = (0.0, 0.0);
            }
            shelf = f64::max(shelf, h);
            (column, filled) = (w, 0.0);
        }
        filled += h;
        places.push([x, top + filled]);
    }
    (places, top + shelf)
}

fn side_by_side<'a>(mesh: &'a Mesh, width: f64, sheets: &mut [Sheet], names: bool) -> Stage<'a> {
    let size = |sheet: &Sheet| [0, 1].map(|i| (sheet.bounds[1][i] - sheet.bounds[0][i]).max(1e-3));
    // Tall ones first; floors of one size keep their order, whatever the last digits of their corners.
    let tall = |sheet: &Sheet| (size(sheet)[1] * 100.0).round();
    sheets.sort_by(|a, b| tall(b).total_cmp(&tall(a)).then(a.layer.cmp(&b.layer)));
    let name = if sheets.len() > 60 { NAME[1] } else { NAME[0] };
    let room = width - 2.0 * MARGIN;
    let pack = |scale: f64| {
        let sized = |sheet: &Sheet| {
            let [w, h] = size(sheet).map(|v| v * scale);
            let text = if names { letters::width(mesh.layer_name(sheet.layer), name) } else { 0.0 };
            [w.max(text), if names { h + 2.0 * name } else { h }]
        };
        let boxes: Vec<[f64; 2]> = sheets.iter().map(sized).collect();
        shelves(&boxes, room)
    };
    // The largest scale at which all fit: on one page, or at least beside the margins.
    let widest = sheets.iter().map(|sheet| size(sheet)[0]).reduce(f64::max).unwrap_or(10.0);
    let (mut low, mut high) = (0.0, room / widest);
    let limit = if sheets.len() == 1 { 2.5 } else { TALL } * width;
    for _ in 0..40 {
        let scale = 0.5 * (low + high);
        let (_, height) = pack(scale);
        if height <= limit { low = scale } else { high = scale }
    }
    // Names alone may be too tall for the page; then it gets taller.
    let scale = low.max(0.02 * room / widest);
    let (places, height) = pack(scale);
    // What is drawn may be narrower than the page.
    let right = places.iter().zip(sheets.iter()).fold(0.0, |m: f64, (z, s)| m.max(z[0] + size(s)[0] * scale));
    let shift = 0.5 * (room - right).max(0.0);
    let mut stage = Stage {
        mesh,
        origins: vec![None; mesh.num_layers()],
        axes: [[scale, 0.0], [0.0, -scale], [0.0, 0.0]],
        scale,
        size: [width, height + 2.0 * MARGIN],
        names: Vec::new(),
        floors: Vec::new(),
        pen: 1.0,
    };
    for (sheet, [x, y]) in sheets.iter().zip(places) {
        let [x, y] = [x + MARGIN + shift, y + MARGIN];
        let low = sheet.bounds[0];
        stage.origins[sheet.layer.0 as usize] = Some([x - low[0] * scale, y + low[1] * scale]);
        if names {
            stage.names.push((sheet.layer, [x, y - size(sheet)[1] * scale - 0.7 * name], name));
        }
    }
    stage
}

fn oblique<'a>(
    mesh: &'a Mesh,
    width: f64,
    sheets: &mut [Sheet],
    lift: Option<f64>,
    names: bool,
) -> Stage<'a> {
    // From the lowest to the highest, from the back to the front.
    let depth = |sheet: &Sheet| {
        let [x, y] = [0, 1].map(|i| sheet.bounds[0][i] + sheet.bounds[1][i]);
        TURN[1] * x + TURN[0] * y
    };
    let floor = |sheet: &Sheet| (sheet.height() / (0.5 * FLOOR)).round();
    sheets.sort_by(|a, b| {
        let by_height = floor(a).total_cmp(&floor(b));
        by_height.then(depth(b).total_cmp(&depth(a))).then(a.layer.cmp(&b.layer))
    });
    // Everything without heights, for the scale and the lift; then with them, for the size of the page.
    let flat = |[x, y]: [f64; 2]| [TURN[0] * x - TURN[1] * y, -SQUASH * (TURN[1] * x + TURN[0] * y)];
    let rings =
        || sheets.iter().flat_map(|sheet| sheet.outer.iter().flatten().map(move |&z| (sheet.layer, z)));
    let span = extent(rings().map(|(_, z)| flat(z)));
    let size = [0, 1].map(|i| (span[1][i] - span[0][i]).max(1e-3));
    let lowest = sheets.iter().fold(f64::INFINITY, |m, sheet| m.min(sheet.heights[0]));
    let highest = sheets.iter().fold(f64::NEG_INFINITY, |m, sheet| m.max(sheet.heights[1]));
    let most = ((TALLEST * size[0] - size[1]) / (highest - lowest).max(1e-3)).max(0.2);
    let lift = match lift.filter(|lift| lift.is_finite() && *lift >= 0.0) {
        Some(lift) => lift,
        None => {
            let apart = least_gap(sheets).map_or(1.0, |gap| APART * size[1] / gap);
            apart.min(steepest(sheets)).max(1.0).min(most)
        }
    };
    let raised = |(layer, z): (LayerId, [f64; 2])| {
        let [x, y] = flat(z);
        [x, y - lift * mesh.height(Position::new(z, layer))]
    };
    let span = extent(rings().map(raised));
    let scale = (width - 2.0 * MARGIN) / size[0];
    // Room above for obstacles and names.
    let above = 2.0 * MARGIN;
    let height = (span[1][1] - span[0][1]) * scale + above + MARGIN;
    let axes = [
        [TURN[0] * scale, -SQUASH * TURN[1] * scale],
        [-TURN[1] * scale, -SQUASH * TURN[0] * scale],
        [0.0, -lift * scale],
    ];
    let origin = [MARGIN - span[0][0] * scale, above - span[0][1] * scale];
    let mut stage = Stage {
        mesh,
        origins: vec![None; mesh.num_layers()],
        axes,
        scale,
        size: [width, height],
        names: Vec::new(),
        floors: Vec::new(),
        pen: 1.0,
    };
    for sheet in sheets.iter() {
        stage.origins[sheet.layer.0 as usize] = Some(origin);
    }
    if names && sheets.len() > 1 {
        stage.names = floor_names(&stage, sheets);
    }
    stage
}

/// Lower and upper bounds of points; those of the unit square if there are none.
fn extent(points: impl Iterator<Item = [f64; 2]>) -> [[f64; 2]; 2] {
    let all = points.fold(None, |all: Option<[[f64; 2]; 2]>, z| {
        let [low, high] = all.unwrap_or([z; 2]);
        Some([[low[0].min(z[0]), low[1].min(z[1])], [high[0].max(z[0]), high[1].max(z[1])]])
    });
    all.unwrap_or([[0.0; 2], [1.0; 2]])
}

/// Names beside the left corners of large floors; names of stairs and the like would only be in the way.
fn floor_names(stage: &Stage<'_>, sheets: &[Sheet]) -> Vec<(LayerId, [f64; 2], f64)> {
    let mut names = Vec::new();
    let mut taken: Vec<[f64; 2]> = Vec::new();
    for sheet in sheets.iter().rev() {
        let points = sheet.outer.iter().flatten().map(|&z| stage.place(sheet.layer, z));
        let Some(left) = points.clone().min_by(|a, b| a[0].total_cmp(&b[0])) else { continue };
        let right = points.fold(left[0], |m, z| m.max(z[0]));
        let z = [left[0].max(4.0), left[1] - 0.9 * NAME[0]];
        let free = taken.iter().all(|t| (t[1] - z[1]).abs() > 1.8 * NAME[0] || (t[0] - z[0]).abs() > 120.0);
        if right - left[0] > 0.2 * stage.size[0] && free {
            taken.push(z);
            names.push((sheet.layer, z, NAME[0]));
        }
    }
    names
}

/// How much large floors can be lifted before they look too steep.
fn steepest(sheets: &[Sheet]) -> f64 {
    let lift = |sheet: &&Sheet| {
        let width = (0..2).fold(f64::INFINITY, |m, i| m.min(sheet.bounds[1][i] - sheet.bounds[0][i]));
        STEEP * width / (sheet.heights[1] - sheet.heights[0]).max(1e-3)
    };
    large(sheets).iter().map(lift).fold(f64::INFINITY, f64::min)
}

/// The least height between floors on top of each other. (m)
fn least_gap(sheets: &[Sheet]) -> Option<f64> {
    let overlap = |a: &Sheet, b: &Sheet| {
        let part = |i: usize| {
            let both = a.bounds[1][i].min(b.bounds[1][i]) - a.bounds[0][i].max(b.bounds[0][i]);
            let [p, q] = [a, b].map(|s| s.bounds[1][i] - s.bounds[0][i]);
            both / p.min(q).max(1e-3)
        };
        part(0) > 0.3 && part(1) > 0.3
    };
    let floors = large(sheets);
    let mut least: Option<f64> = None;
    for (k, a) in floors.iter().enumerate() {
        for b in &floors[..k] {
            let gap = (a.height() - b.height()).abs();
            if gap > FLOOR && least.is_none_or(|least| gap < least) && overlap(a, b) {
                least = Some(gap);
            }
        }
    }
    least
}

/// Floors, as opposed to stairs and the like; not too many to compare all pairs.
fn large(sheets: &[Sheet]) -> Vec<&Sheet> {
    let area = |sheet: &Sheet| {
        let [low, high] = sheet.bounds;
        (high[0] - low[0]) * (high[1] - low[1])
    };
    let largest = sheets.iter().map(area).fold(0.0, f64::max);
    sheets.iter().filter(|sheet| area(sheet) > 0.05 * largest).take(500).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_on_shelves_do_not_overlap() {
        let boxes: Vec<[f64; 2]> =
            (0..60).map(|k| [20.0 + f64::from(k * 37 % 50), f64::from(120 - 2 * k)]).collect();
        let (places, height) = shelves(&boxes, 400.0);
        let sides = |k: usize| {
            let ([x, y], [w, h]) = (places[k], boxes[k]);
            [[x, x + w], [y - h, y]]
        };
        for a in 0..boxes.len() {
            let [x, y] = sides(a);
            assert!(x[0] >= 0.0 && x[1] <= 400.0 && y[0] >= 0.0 && y[1] <= height + 1e-9, "{a} is outside");
            for b in 0..a {
                let other = sides(b);
                let apart = (0..2).any(|i| {
                    let mine = sides(a)[i];
                    mine[0] >= other[i][1] || other[i][0] >= mine[1]
                });
                assert!(apart, "{a} and {b} overlap");
            }
        }
    }

    #[test]
    fn small_boxes_share_a_column() {
        let (places, height) = shelves(&[[100.0, 200.0], [30.0, 50.0], [30.0, 50.0]], 400.0);
        assert_eq!(places, [[0.0, 200.0], [122.0, 50.0], [122.0, 122.0]], "the small ones below each other");
        assert_eq!(height, 200.0, "one shelf");
    }
}
