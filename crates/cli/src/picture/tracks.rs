//! Routes: what a disc follows, and how much room it takes.
//!
//! Seen from above, a line is a line, a turn a circular arc, and a piece of the medial axis a Bézier curve. What crosses from
//! layer to layer, and everything in the oblique view, is drawn as a chain of short lines over the surface.

use throng_mesh::{LayerId, Leg, Position};

use super::axis::handle;
use super::palette;
use super::pen::{Canvas, Path};
use super::seams::Seams;
use super::stage::Stage;
use super::style::Track;

/// Width of a route, and of the light line below it. (px)
const PEN: f64 = 2.6;
const HALO: f64 = 4.8;
/// Width of a route among many, and how much of what is below it shows. (px)
const THIN: f64 = 1.1;
const THIN_OPACITY: f64 = 0.7;
/// How much of the room that a disc takes is seen.
const BAND_OPACITY: f64 = 0.16;
/// The disc at an end of a route, and the light one below it. (px)
const END: f64 = 8.0;
const END_HALO: f64 = 11.0;
/// An arc that turns by more than this is drawn in several. SVG wants less than half a turn.
const ONE_ARC: f64 = 3.0;

/// Draws the parts of routes that are on a layer: bands below lines below ends.
pub(crate) fn draw(
    canvas: &mut Canvas,
    stage: &Stage<'_>,
    seams: &Seams<'_>,
    layer: LayerId,
    tracks: &[Track],
) {
    let paths: Vec<Path> = tracks.iter().map(|track| outline(stage, seams, layer, track)).collect();
    for (track, path) in tracks.iter().zip(&paths).filter(|(track, _)| track.band > 0.0) {
        // A band has one width only, which the oblique view would have to bend.
        if !stage.is_oblique() {
            canvas.stroke_faintly(path, &track.color, 2.0 * track.band * stage.scale, BAND_OPACITY);
        }
    }
    for (track, path) in tracks.iter().zip(&paths) {
        if track.thin {
            canvas.stroke_faintly(path, &track.color, THIN, THIN_OPACITY);
        } else {
            canvas.stroke(path, "#fff", HALO);
            canvas.stroke(path, &track.color, PEN);
        }
    }
    let all = || tracks.iter().filter(|track| !track.thin).map(|track| &track.legs);
    let starts = all().filter_map(|legs| legs.first()?.1.first());
    let goals = all().filter_map(|legs| legs.last()?.1.last());
    ends(canvas, stage, layer, &starts.copied().collect::<Vec<_>>(), palette::START);
    ends(canvas, stage, layer, &goals.copied().collect::<Vec<_>>(), palette::GOAL);
}

fn ends(canvas: &mut Canvas, stage: &Stage<'_>, layer: LayerId, places: &[Position], color: &str) {
    let mut path = Path::new();
    places.iter().filter(|p| p.layer == layer).for_each(|p| path.dot(stage.place(layer, p.at)));
    canvas.stroke(&path, "#fff", END_HALO);
    canvas.stroke(&path, color, END);
}

/// The part of a route that is on a layer.
fn outline(stage: &Stage<'_>, seams: &Seams<'_>, layer: LayerId, track: &Track) -> Path {
    let mut path = Path::new();
    if !stage.shows(layer) {
        return path;
    }
    for (leg, positions) in &track.legs {
        let parts: Vec<(LayerId, [[f64; 2]; 2])> =
            positions.windows(2).flat_map(|pair| seams.walk([pair[0], pair[1]])).collect();
        let stays = !stage.is_oblique() && parts.iter().all(|(on, _)| *on == layer);
        if stays && !parts.is_empty() && !matches!(leg, Leg::Line { .. }) {
            path.move_to(stage.place(layer, leg.start()));
            curve(&mut path, stage, layer, leg);
        } else {
            for (_, line) in parts.iter().filter(|(on, _)| *on == layer) {
                stage.chain(&mut path, layer, line);
            }
        }
    }
    path
}

/// Appends a leg on one layer, seen from above.
fn curve(path: &mut Path, stage: &Stage<'_>, layer: LayerId, leg: &Leg) {
    match *leg {
        Leg::Turn { radius, angle, to, .. } => {
            let count =
                if angle.is_finite() { (angle.abs() / ONE_ARC).ceil().clamp(1.0, 100.0) } else { 1.0 };
            for k in 1..=count as usize {
                let part = k as f64 / count;
                let end = if part < 1.0 { leg.point_at(part * leg.length()) } else { to };
                // On the page y points downward: what turns right is clockwise there too.
                path.arc_to(radius * stage.scale, angle < 0.0, stage.place(layer, end));
            }
        }
        Leg::Axis(arc) => match handle(&arc) {
            Some(handle) => stage.curve_to(path, layer, [arc.start, handle, arc.end]),
            None => stage.line_to(path, layer, [arc.start, arc.end]),
        },
        Leg::Line { from, to } => stage.line_to(path, layer, [from, to]),
    }
}
