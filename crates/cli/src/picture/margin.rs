//! Around the drawing: title, scale bar, legend.

use throng_mesh::{ConnectionId, Facility, LayerId, LevelOfService};

use super::clearance::LEVELS;
use super::letters;
use super::marks::ink;
use super::palette;
use super::pen::{Canvas, Path, number};
use super::sheet::Sheet;
use super::stage::Stage;
use super::style::PictureStyle;

/// Height of capitals: title, captions of panels, everything else. (px)
const TITLE: f64 = 13.0;
const CAPTION: f64 = 10.0;
const TEXT: f64 = 8.0;
/// Distance from the sides of the page. (px)
const SIDE: f64 = 18.0;
/// Height of a row below the drawing. (px)
const ROW: f64 = 24.0;
/// Layers in a legend, and letters of the name of one: there may be hundreds.
const MOST_LAYERS: usize = 24;
const MOST_LETTERS: usize = 28;

/// Room for the title. (px)
pub(crate) fn title_height(style: &PictureStyle) -> f64 {
    if style.title.is_some() { TITLE + 22.0 } else { 0.0 }
}

pub(crate) fn title(canvas: &mut Canvas, style: &PictureStyle) {
    if let Some(title) = &style.title {
        let mut path = Path::new();
        letters::write(&mut path, [SIDE, TITLE + 16.0], TITLE, title);
        ink(canvas, &path, palette::INK, TITLE);
    }
}

/// Room for the captions of panels. (px)
pub(crate) fn caption_height(style: &PictureStyle) -> f64 {
    if style.caption.is_some() { CAPTION + 10.0 } else { 0.0 }
}

/// What stands above a panel whose left side is here. (px)
pub(crate) fn caption(canvas: &mut Canvas, style: &PictureStyle, [x, y]: [f64; 2]) {
    if let Some(caption) = &style.caption {
        let mut path = Path::new();
        letters::write(&mut path, [x + SIDE, y + CAPTION + 6.0], CAPTION, caption);
        ink(canvas, &path, palette::PALE_INK, CAPTION);
    }
}

/// Scale bar and legend below the drawing, which is as wide as the page and ends at `top`; returns where they end.
pub(crate) fn footer(
    canvas: &mut Canvas,
    stage: &Stage<'_>,
    sheets: &[Sheet],
    style: &PictureStyle,
    ([width, top], max_clearance): ([f64; 2], f64),
) -> f64 {
    let mut flow = Flow { canvas, x: SIDE, y: top + 0.5 * ROW, width, used: false };
    if style.scale_bar {
        scale_bar(&mut flow, stage);
    }
    if style.legend {
        legend(&mut flow, stage, sheets, style, max_clearance);
    }
    if flow.used { flow.y + ROW } else { top }
}

/// The largest round length that is not longer than this: 1, 2 or 5 times a power of ten. (m)
pub(crate) fn round_length(limit: f64) -> f64 {
    let mut best = 1e-3;
    let mut unit = 1e-3;
    while unit < 1e9 {
        for step in [1.0, 2.0, 5.0] {
            if step * unit <= limit {
                best = step * unit;
            }
        }
        unit *= 10.0;
    }
    best
}

/// Things in rows, as many as fit.
struct Flow<'c> {
    canvas: &'c mut Canvas,
    x: f64,
    y: f64,
    width: f64,
    used: bool,
}

impl Flow<'_> {
    /// Where the next thing of this width goes: its left end, at half height.
    fn next(&mut self, width: f64) -> [f64; 2] {
        if self.used && self.x + width > self.width - SIDE {
            self.x = SIDE;
            self.y += ROW;
        }
        let z = [self.x, self.y];
        self.x += width + 22.0;
        self.used = true;
        z
    }

    fn text(&mut self, at: [f64; 2], text: &str) {
        let mut path = Path::new();
        letters::write(&mut path, [at[0], at[1] + 0.5 * TEXT], TEXT, text);
        ink(self.canvas, &path, palette::INK, TEXT);
    }
}

fn scale_bar(flow: &mut Flow<'_>, stage: &Stage<'_>) {
    let length = round_length(0.16 * stage.size[0] / stage.scale.max(1e-9));
    let pixels = length * stage.scale;
    let text = match length {
        length if length >= 1000.0 => format!("{} km", number(length / 1000.0)),
        length if length >= 1.0 => format!("{} m", number(length)),
        length => format!("{} cm", number(100.0 * length)),
    };
    let [x, y] = flow.next(pixels + 8.0 + letters::width(&text, TEXT));
    let mut path = Path::new();
    path.chain(&[[x, y - 4.0], [x, y + 4.0]]);
    path.chain(&[[x, y], [x + pixels, y]]);
    path.chain(&[[x + pixels, y - 4.0], [x + pixels, y + 4.0]]);
    flow.canvas.stroke(&path, palette::INK, 1.4);
    flow.text([x + pixels + 8.0, y], &text);
    let lift = stage.axes[2][1].abs() / stage.scale.max(1e-9);
    if stage.is_oblique() && (lift - 1.0).abs() > 0.05 {
        let text = format!("heights × {lift:.1}");
        let at = flow.next(letters::width(&text, TEXT));
        flow.text(at, &text);
    }
}

fn legend(
    flow: &mut Flow<'_>,
    stage: &Stage<'_>,
    sheets: &[Sheet],
    style: &PictureStyle,
    max_clearance: f64,
) {
    if style.clearance {
        ramp(flow, max_clearance);
    } else if style.layer_colors {
        layers(flow, stage, sheets);
    } else if style.walkable {
        swatch(flow, "walkable", palette::WALKABLE);
    }
    if style.obstacles {
        swatch(flow, "obstacle", palette::OBSTACLE);
    }
    let connections = (0..stage.mesh.num_connections() as u32).map(ConnectionId);
    let is_closed = connections.clone().any(|id| !stage.mesh.is_open(id));
    let is_open = connections.clone().any(|id| stage.mesh.is_open(id));
    let lines = [
        (style.axis, "medial axis", if style.clearance { palette::AXIS_ON_COLOR } else { palette::AXIS }),
        (style.spokes, "nearest obstacle", palette::SPOKE),
        (style.connections && is_open, "connection", palette::CONNECTION),
        (style.connections && is_closed, "closed connection", palette::CLOSED),
    ];
    for (_, text, color) in lines.into_iter().filter(|(shown, ..)| *shown) {
        line(flow, text, color, 2.0);
    }
    style.tints.iter().for_each(|tint| swatch(flow, tint.label, tint.color));
    if !style.newcomers.is_empty() {
        swatch(flow, "new obstacle", palette::NEWCOMER);
    }
    if !style.affected.is_empty() {
        dashes(flow, "affected region", palette::AFFECTED);
    }
    if style.crowd.is_some() {
        levels(flow);
    }
    let mut routes: Vec<(&str, &str)> = Vec::new();
    for track in style.routes.iter().filter(|track| !track.label.is_empty()) {
        let entry = (track.label.as_str(), track.color.as_str());
        if !routes.contains(&entry) {
            routes.push(entry);
        }
    }
    routes.iter().for_each(|(text, color)| line(flow, text, color, 3.0));
    if !style.corridor.is_empty() {
        swatch(flow, "corridor", palette::CORRIDOR);
    }
    if !style.sights.is_empty() {
        swatch(flow, "visible", palette::VISIBLE);
    }
    if style.regions && !style.layer_colors {
        let regions = sheets.iter().flat_map(|sheet| stage.mesh.regions(sheet.layer));
        let mut labels: Vec<&str> = regions.map(|region| region.label.as_str()).collect();
        labels.sort_unstable();
        labels.dedup();
        labels.iter().for_each(|label| swatch(flow, label, palette::region(label)));
    }
}

/// Layers by their names: the first few, as people count them.
fn layers(flow: &mut Flow<'_>, stage: &Stage<'_>, sheets: &[Sheet]) {
    let mut shown: Vec<LayerId> = sheets.iter().map(|sheet| sheet.layer).collect();
    shown.sort_unstable();
    for &layer in shown.iter().take(MOST_LAYERS) {
        let name: String = stage.mesh.layer_name(layer).chars().take(MOST_LETTERS).collect();
        swatch(flow, &name, stage.floors.get(layer.0 as usize).copied().unwrap_or(palette::WALKABLE));
    }
    if let Some(more) = shown.len().checked_sub(MOST_LAYERS).filter(|&more| more > 0) {
        let text = format!("and {more} more");
        let at = flow.next(letters::width(&text, TEXT));
        flow.text(at, &text);
    }
}

fn line(flow: &mut Flow<'_>, text: &str, color: &str, width: f64) {
    let [x, y] = flow.next(26.0 + letters::width(text, TEXT));
    let mut path = Path::new();
    path.chain(&[[x, y], [x + 18.0, y]]);
    flow.canvas.stroke(&path, color, width);
    flow.text([x + 26.0, y], text);
}

fn dashes(flow: &mut Flow<'_>, text: &str, color: &str) {
    let [x, y] = flow.next(30.0 + letters::width(text, TEXT));
    let mut path = Path::new();
    path.chain(&[[x, y], [x + 22.0, y]]);
    flow.canvas.stroke_dashed(&path, color, 1.6);
    flow.text([x + 30.0, y], text);
}

/// Levels of service, and the densities from which on they hold.
fn levels(flow: &mut Flow<'_>) {
    let limits = Facility::default().limits();
    for level in LevelOfService::ALL {
        let letter = level.letter();
        let text = match (level as usize).checked_sub(1).and_then(|index| limits.get(index)) {
            None => letter.to_string(),
            Some(limit) if level == LevelOfService::F => format!("{letter} from {limit} persons/m²"),
            Some(limit) => format!("{letter} from {limit}"),
        };
        swatch(flow, &text, &palette::level(level));
    }
    dot(flow, "character", palette::CHARACTER);
}

fn dot(flow: &mut Flow<'_>, text: &str, color: &str) {
    let [x, y] = flow.next(14.0 + letters::width(text, TEXT));
    let mut path = Path::new();
    path.dot([x + 3.0, y]);
    flow.canvas.stroke(&path, color, 5.0);
    flow.text([x + 14.0, y], text);
}

fn swatch(flow: &mut Flow<'_>, text: &str, color: &str) {
    let [x, y] = flow.next(26.0 + letters::width(text, TEXT));
    let mut path = Path::new();
    path.polygon(&[[x, y - 6.0], [x + 18.0, y - 6.0], [x + 18.0, y + 6.0], [x, y + 6.0]]);
    let line = palette::PALE_INK;
    flow.canvas.path(&path, &format!("fill=\"{color}\" stroke=\"{line}\" stroke-width=\".8\""));
    flow.text([x + 26.0, y], text);
}

/// The colors of clearance, from 0 to the largest.
fn ramp(flow: &mut Flow<'_>, max_clearance: f64) {
    let step = 14.0;
    let (from, to) = ("clearance 0", format!("{} m", number(max_clearance)));
    let before = letters::width(from, TEXT) + 8.0;
    let bar = step * f64::from(LEVELS);
    let [x, y] = flow.next(before + bar + 8.0 + letters::width(&to, TEXT));
    flow.text([x, y], from);
    for level in 0..LEVELS {
        let x = x + before + step * f64::from(level);
        let mut path = Path::new();
        path.polygon(&[[x, y - 6.0], [x + step, y - 6.0], [x + step, y + 6.0], [x, y + 6.0]]);
        flow.canvas.fill(&path, &palette::ramp(f64::from(level) / f64::from(LEVELS - 1)));
    }
    flow.text([x + before + bar + 8.0, y], &to);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_round() {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9 * b;
        assert!(near(round_length(7.3), 5.0) && near(round_length(23.0), 20.0), "below the limit");
        assert!(
            near(round_length(0.15), 0.1) && near(round_length(1.0), 1.0),
            "small ones, and the limit itself"
        );
        assert!(near(round_length(f64::NAN), 1e-3), "some length, whatever happens");
    }
}
