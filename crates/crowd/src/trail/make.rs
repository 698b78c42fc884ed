//! Making trails out of routes.
//!
//! 1. Lines stay lines. A turn around an obstacle's corner becomes the polygon *around* its circle, not the one in it: so the trail comes no nearer to the
//!    obstacle than the route. A piece of the medial axis becomes chords.
//! 2. Cut the lines where they cross connections.
//! 3. If clearances are wanted: cut on until they are nearly linear between corners.
//! 4. Drop corners that are nearly on the line between others.
//!
//! Invariant: trail and route are nowhere farther apart than [`TOLERANCE`], or three hundredths of the clearance there, but for the rounding of `f32`: 0.03 mm for
//! every 500 m.
//! Cost: linear in the number of corners.
//! Degenerate: a route without length is one segment without length.

use throng_mesh::{LayerId, Leg, Mesh, Position, Route};

use crate::place::{Place, along, distance, distance_sq, dot, nearest_part, sub};
use crate::trail::{Mark, TOLERANCE, Trail};

/// Where there is more room it may be farther, by this part of the clearance.
const LOOSENESS: f64 = 0.03;

/// The widest angle that one side of a polygon around a circle spans: circles may be so small that the tolerance sets no bound. \[rad\]
const WIDEST: f64 = 1.0;

/// A corner of a trail that is being made.
#[derive(Clone, Copy)]
struct Corner {
    at: Place,
    /// The layer of the segment before it.
    layer: LayerId,
    clearance: f64,
    /// How far a line may be from it that leaves it out: 0 if it keeps the trail away from an obstacle. \[m\]
    slack: f64,
}

/// No more corners in a row are left out than this: looking at them all each time would take quadratic time.
const MOST_LEFT_OUT: usize = 32;

impl Trail {
    /// A route in few bytes, with clearances or without.
    pub(super) fn of(mesh: &Mesh, route: &Route, with_clearances: bool) -> Self {
        let from = route.from();
        // Step 1.
        let mut places = vec![from.at];
        let mut slacks = vec![0.0];
        for leg in route.legs() {
            let slack = add_leg(leg, &mut places);
            let last = slacks.len() - 1;
            slacks[last] = slack.min(slacks[last]);
            slacks.resize(places.len(), slack);
        }
        Self::of_places(mesh, from.layer, places, slacks, with_clearances)
    }

    /// Steps 2 to 4.
    pub(super) fn of_places(
        mesh: &Mesh,
        layer: LayerId,
        mut places: Vec<Place>,
        mut slacks: Vec<f64>,
        with_clearances: bool,
    ) -> Self {
        let origin = places[0];
        if places.len() == 1 {
            places.push(origin);
            slacks.push(0.0);
        }
        // Step 2.
        let mut layer = layer;
        let mut corners = vec![Corner { at: origin, layer, clearance: 0.0, slack: 0.0 }];
        for (pair, &slack) in places.windows(2).zip(&slacks[1..]) {
            let d = sub(pair[1], pair[0]);
            layer = mesh.layers_along(layer, pair[0], pair[1], |left, part| {
                let at = along(pair[0], d, part);
                corners.push(Corner { at, layer: left, clearance: 0.0, slack: 0.0 });
            });
            corners.push(Corner { at: pair[1], layer, clearance: 0.0, slack });
        }
        // Step 3.
        if with_clearances {
            corners = with_clearance(mesh, &corners);
        }
        // Step 4.
        thin_out(&mut corners);
        Self::pack(origin, &corners, with_clearances)
    }

    fn pack(origin: Place, corners: &[Corner], with_clearances: bool) -> Self {
        let mut kept: Vec<[f32; 2]> = Vec::with_capacity(corners.len());
        let mut clearances = Vec::new();
        let mut changes: Vec<(u32, LayerId)> = Vec::new();
        let mut layer = corners[1].layer;
        let first = layer;
        for (k, corner) in corners.iter().enumerate() {
            if k > 0 && corner.layer != layer {
                layer = corner.layer;
                changes.push((kept.len() as u32 - 1, layer));
            }
            let at = sub(corner.at, origin).map(|v| v as f32);
            if k < 2 || kept.last() != Some(&at) {
                kept.push(at);
                if with_clearances {
                    clearances.push(corner.clearance as f32);
                }
            }
        }
        let mut trail = Self {
            origin,
            corners: kept.into(),
            clearances: clearances.into(),
            changes: changes.into(),
            layer: first,
            rest: 0.0,
            length: 0.0,
        };
        trail.length = trail.remaining(Mark::default()) as f32;
        trail
    }
}

/// How far a trail may be from its route where there is this much room. \[m\]
fn tolerance(clearance: f64) -> f64 {
    TOLERANCE.max(LOOSENESS * clearance)
}

/// Step 1. Returns the slack of the corners that it adds: leaving some out takes half of the tolerance.
fn add_leg(leg: &Leg, places: &mut Vec<Place>) -> f64 {
    let Leg::Turn { center, radius, to, angle, .. } = *leg else {
        let half = match leg {
            Leg::Axis(arc) => tolerance(arc.left.distance(arc.start).min(arc.left.distance(arc.end))) / 2.0,
            _ => TOLERANCE / 2.0,
        };
        leg.add_points(half, places);
        return half;
    };
    // A corner of the polygon is off by r (1 / cos(step / 2) - 1), about r step² / 8.
    let step = (8.0 * tolerance(radius) / radius.max(TOLERANCE)).sqrt().min(WIDEST);
    let count = (angle.abs() / step).ceil().clamp(1.0, 1e4);
    let stretch = 1.0 / libm::cos(angle / count / 2.0);
    let corner = |k: usize| {
        let middle = leg.point_at(leg.length() * (k as f64 + 0.5) / count);
        along(center, sub(middle, center), stretch)
    };
    places.extend((0..count as usize).map(corner));
    places.push(to);
    0.0
}

/// Places at which clearances are looked at are at most a quarter of this apart: between them it may be wrong by an eighth of it. \[m\]
const WIDEST_GAP: f64 = 0.5;

/// Step 3. A clearance that is 1 cm off the line between two others would let an attraction point be 1 cm off.
fn with_clearance(mesh: &Mesh, corners: &[Corner]) -> Vec<Corner> {
    let mut hint = None;
    let mut measured = |corner: Corner| {
        let nearest = mesh.nearest(Position { at: corner.at, layer: corner.layer }, hint);
        hint = nearest.map(|nearest| nearest.cell).or(hint);
        Corner { clearance: nearest.map_or(0.0, |nearest| nearest.distance), ..corner }
    };
    let mut out = vec![measured(corners[0])];
    // Corners still to come, the next one last.
    let mut coming = Vec::new();
    for &corner in &corners[1..] {
        coming.push(measured(corner));
        while let Some(&next) = coming.last() {
            let last = out[out.len() - 1];
            let mut between = |part: f64| {
                let at = along(last.at, sub(next.at, last.at), part);
                let between = measured(Corner { at, slack: TOLERANCE / 2.0, ..next });
                let expected = last.clearance + part * (next.clearance - last.clearance);
                (between, (between.clearance - expected).abs() <= TOLERANCE)
            };
            let (middle, is_fine) = between(0.5);
            // What is right in the middle may be wrong on both sides of it.
            let is_fine = is_fine && between(0.25).1 && between(0.75).1;
            let length = distance(last.at, next.at);
            if length > WIDEST_GAP || (!is_fine && length > 4.0 * TOLERANCE) {
                coming.push(middle);
            } else {
                out.push(next);
                coming.pop();
            }
        }
    }
    out
}

/// Step 4, greedily: a line from a corner that is kept goes on for as long as all corners that it leaves out are within their slack, and their
/// clearances within half the tolerance.
fn thin_out(corners: &mut Vec<Corner>) {
    let all = std::mem::take(corners);
    let mut kept = 0;
    corners.push(all[0]);
    for next in 2..all.len() {
        let (a, b) = (all[kept], all[next]);
        let is_fine = (kept + 1..next).all(|k| {
            let c = all[k];
            let part = nearest_part(a.at, b.at, c.at);
            let off = distance_sq(along(a.at, sub(b.at, a.at), part), c.at);
            let clearance = a.clearance + part * (b.clearance - a.clearance);
            // Nothing turns back on a line.
            c.slack > 0.0
                && off <= c.slack * c.slack
                && (clearance - c.clearance).abs() <= TOLERANCE / 2.0
                && dot(sub(b.at, c.at), sub(c.at, all[k - 1].at)) >= 0.0
        });
        if !is_fine || next - kept > MOST_LEFT_OUT {
            kept = next - 1;
            corners.push(all[kept]);
        }
    }
    corners.push(all[all.len() - 1]);
}
