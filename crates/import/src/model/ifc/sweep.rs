//! Profiles that are moved: along a line, around an axis; and discs along a curve.

use super::convex::Area;
use super::geometry::CHORD;
use super::solid::Solid;
use crate::circle::direction;
use crate::model::transform::{Transform, cross, dot, minus, plus, unit};
use crate::model::triangulate::triangulate;

/// Tubes have this many sides.
const SIDES: usize = 8;

/// An area moved along a vector.
pub(super) fn extrude(area: &Area, place: &Transform, along: [f64; 3]) -> Solid {
    let (points, ends) = area.flat();
    let step = place.direction(along);
    let bottom: Vec<[f64; 3]> = points.iter().map(|&[x, y]| place.apply([x, y, 0.0])).collect();
    let rings = vec![bottom.clone(), bottom.iter().map(|&at| plus(at, 1.0, step)).collect()];
    swept(&points, &ends, rings, false)
}

/// An area turned around an axis, by degrees.
pub(super) fn revolve(
    area: &Area,
    place: &Transform,
    origin: [f64; 3],
    axis: [f64; 3],
    degrees: f64,
) -> Solid {
    let (points, ends) = area.flat();
    let degrees = degrees.clamp(-360.0, 360.0);
    let is_whole = degrees.abs() >= 360.0 - 1e-9;
    // The corner that is farthest from the axis says how many steps.
    let from_axis = |&[x, y]: &[f64; 2]| {
        let apart = minus([x, y, 0.0], origin);
        let across = plus(apart, -dot(apart, axis), axis);
        dot(across, across).sqrt()
    };
    let radius = points.iter().map(from_axis).fold(0.0, f64::max);
    // An arc of angle a is 1 - cos(a / 2) off its chord, which is near a² / 8.
    let angle = (8.0 * CHORD / radius.max(CHORD)).sqrt().to_degrees().clamp(1.0, 30.0);
    let steps = ((degrees.abs() / angle).ceil() as usize).clamp(if is_whole { 3 } else { 1 }, 360);
    let count = if is_whole { steps } else { steps + 1 };
    let ring = |step: usize| -> Vec<[f64; 3]> {
        let [cos, sin] = direction(degrees * step as f64 / steps as f64);
        let turned = |&[x, y]: &[f64; 2]| {
            let apart = minus([x, y, 0.0], origin);
            let along = dot(apart, axis);
            let across = plus(apart, -along, axis);
            let side = cross(axis, apart);
            let at = [0, 1, 2].map(|i| origin[i] + along * axis[i] + cos * across[i] + sin * side[i]);
            place.apply(at)
        };
        points.iter().map(turned).collect()
    };
    swept(&points, &ends, (0..count).map(ring).collect(), is_whole)
}

/// A disc along a curve, with eight sides.
pub(super) fn tube(curve: &[[f64; 3]], radius: f64) -> Option<Solid> {
    let along = |at: usize| {
        let next = curve.get(at + 1).copied();
        let before = at.checked_sub(1).map(|before| curve[before]);
        let out = next.and_then(|next| unit(minus(next, curve[at])));
        let into = before.and_then(|before| unit(minus(curve[at], before)));
        match (into, out) {
            (Some(into), Some(out)) => unit(plus(into, 1.0, out)).or(Some(out)),
            (into, out) => into.or(out),
        }
    };
    let first = along(0)?;
    let hint = if first[2].abs() < 0.9 { [0.0, 0.0, 1.0] } else { [1.0, 0.0, 0.0] };
    let mut side = unit(cross(first, hint))?;
    let mut rings = Vec::with_capacity(curve.len());
    for (at, &middle) in curve.iter().enumerate() {
        let axis = along(at)?;
        // The side is carried along, so that the tube is not twisted.
        side = unit(plus(side, -dot(side, axis), axis)).unwrap_or(side);
        let other = cross(axis, side);
        let corner = |corner: usize| {
            let [cos, sin] = direction(360.0 * corner as f64 / SIDES as f64);
            [0, 1, 2].map(|i| middle[i] + radius * (cos * side[i] + sin * other[i]))
        };
        rings.push((0..SIDES).map(corner).collect());
    }
    let flat: Vec<[f64; 2]> =
        (0..SIDES).map(|corner| direction(360.0 * corner as f64 / SIDES as f64)).collect();
    Some(swept(&flat, &[SIDES as u32], rings, false))
}

/// The solid between copies of an area, one after another.
fn swept(points: &[[f64; 2]], ends: &[u32], rings: Vec<Vec<[f64; 3]>>, is_whole: bool) -> Solid {
    let (count, copies) = (points.len() as u32, rings.len() as u32);
    let mut triangles = Vec::new();
    if !is_whole {
        for [a, b, c] in triangulate(points, ends) {
            let last = (copies - 1) * count;
            triangles.extend([[a, c, b], [a + last, b + last, c + last]]);
        }
        if triangles.is_empty() {
            return Solid::default();
        }
    }
    let mut begin = 0;
    for (index, &end) in ends.iter().enumerate() {
        let ring = &points[begin as usize..end as usize];
        let o = ring.first().copied().unwrap_or_default();
        let turn = |pair: &[[f64; 2]]| {
            (pair[0][0] - o[0]) * (pair[1][1] - o[1]) - (pair[0][1] - o[1]) * (pair[1][0] - o[0])
        };
        let is_left = ring.windows(2).map(turn).sum::<f64>() > 0.0;
        for corner in begin..end {
            let next = if corner + 1 == end { begin } else { corner + 1 };
            // The area is on the left of outer rings that go around left, and of holes that go around right.
            let (a, b) = if is_left == (index == 0) { (corner, next) } else { (next, corner) };
            for copy in 0..if is_whole { copies } else { copies - 1 } {
                let (low, high) = (copy * count, (copy + 1) % copies * count);
                triangles.extend([[a + low, b + low, b + high], [a + low, b + high, a + high]]);
            }
        }
        begin = end;
    }
    Solid { vertices: rings.into_iter().flatten().collect(), triangles }.tidy()
}
