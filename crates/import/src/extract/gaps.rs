//! Closing gaps: narrow strips between two borders of the surface become floor, if there is room above them.
//!
//! Joints between slabs, grooves and thresholds that are modeled as gaps would cut a floor in two. Who can step over them may ask for that.
//!
//! 1. Take the edges of the surface that have no mate.
//! 2. For two that face each other within the width of the gap and a step in height: the part of each that is straight across from the other.
//! 3. The quadrilateral between both parts is a floor, if its slope is not too much for a step; what stands on it is taken away as from any floor.
//! 4. The pieces are sewn in with all others.
//!
//! Cost: O(n log n) for n edges at the border, and the pairs that are close.
//! Degenerate: edges that touch already are left alone; quadrilaterals may overlap each other by corners, which sewing sorts out.

use rayon::prelude::*;

use super::boxes::{Bounds, Boxes, around};
use super::facets::Plane;
use super::flat::{Spot, turn};
use super::floors::{Body, Overhead, Shadows};
use super::sheets::{Sheets, Thread};
use super::soup::NONE;
use super::tolerance::NEAR_ROUGH;

/// Edges of a piece with their heights.
pub(crate) type Patch = Vec<([Spot; 2], [i32; 2])>;

/// Pieces that close the gaps of a surface. `width` is in units.
pub(crate) fn close_gaps(sheets: &Sheets, overhead: &Overhead<'_>, body: Body, width: f64) -> Vec<Patch> {
    // Step 1.
    let border: Vec<&Thread> =
        sheets.threads.iter().filter(|thread| thread.mate == NONE && !thread.wall).collect();
    let ends = |thread: &Thread| thread.ends.map(|end| sheets.spots[end as usize]);
    let reach = width.ceil() as i32;
    let bounds: Vec<Bounds> = border
        .par_iter()
        .map(|thread| {
            let [a, b] = ends(thread);
            let corner = |p: Spot, z: i32| [p[0], p[1], z];
            around([corner(a, thread.heights[0]), corner(b, thread.heights[1])])
        })
        .collect();
    let boxes = Boxes::new(&bounds);
    (0..border.len())
        .into_par_iter()
        .flat_map_iter(|index| {
            let mut found: Vec<Patch> = Vec::new();
            let [low, high] = bounds[index];
            let step = body.step as i32;
            let wide = [
                [low[0] - reach, low[1] - reach, low[2] - step],
                [high[0] + reach, high[1] + reach, high[2] + step],
            ];
            let mut others: Vec<u32> = Vec::new();
            boxes.overlapping(&wide, |other| {
                if (other as usize) > index {
                    others.push(other);
                }
            });
            for other in others {
                let (one, two) = (border[index], border[other as usize]);
                if let Some(quad) = between(one, two, ends(one), ends(two), body.step, width) {
                    found.extend(clear(&quad, overhead, body));
                }
            }
            found
        })
        .collect()
}

/// Step 2: the corners between two edges that face each other, turning left, with heights.
fn between(
    one: &Thread,
    two: &Thread,
    [a, b]: [Spot; 2],
    [c, d]: [Spot; 2],
    step: f64,
    width: f64,
) -> Option<[[i32; 3]; 4]> {
    // The floor is left of both: the gap is to the right, and they run opposite ways.
    let u = [0, 1].map(|k| f64::from(b[k]) - f64::from(a[k]));
    let v = [0, 1].map(|k| f64::from(d[k]) - f64::from(c[k]));
    let (uu, vv) = (u[0] * u[0] + u[1] * u[1], v[0] * v[0] + v[1] * v[1]);
    let dot = u[0] * v[0] + u[1] * v[1];
    if dot >= -0.5 * (uu * vv).sqrt() {
        return None;
    }
    if turn(a, b, c) > 0 || turn(a, b, d) > 0 || turn(c, d, a) > 0 || turn(c, d, b) > 0 {
        return None;
    }
    // Where the ends of the other are along this one.
    let along = |p: Spot, from: Spot, w: [f64; 2], ww: f64| {
        (0..2).map(|k| (f64::from(p[k]) - f64::from(from[k])) * w[k]).sum::<f64>() / ww
    };
    let (s_d, s_c) = (along(d, a, u, uu), along(c, a, u, uu));
    let (low, high) = (s_d.max(0.0), s_c.min(1.0));
    if (high - low) * uu.sqrt() < 2.0 * NEAR_ROUGH as f64 {
        return None;
    }
    let at = |from: Spot, w: [f64; 2], s: f64, heights: [i32; 2]| {
        let z = f64::from(heights[0]) + s * (f64::from(heights[1]) - f64::from(heights[0]));
        [f64::from(from[0]) + s * w[0], f64::from(from[1]) + s * w[1], z]
    };
    let (p, q) = (at(a, u, low, one.heights), at(a, u, high, one.heights));
    // Straight across, on the other edge.
    let across = |p: [f64; 3]| {
        let t = ((p[0] - f64::from(c[0])) * v[0] + (p[1] - f64::from(c[1])) * v[1]) / vv;
        at(c, v, t.clamp(0.0, 1.0), two.heights)
    };
    let (r, s) = (across(q), across(p));
    let apart = |x: [f64; 3], y: [f64; 3]| {
        let (dx, dy) = (x[0] - y[0], x[1] - y[1]);
        (dx * dx + dy * dy).sqrt()
    };
    let rise = |x: [f64; 3], y: [f64; 3]| (x[2] - y[2]).abs();
    if apart(p, s) > width || apart(q, r) > width || rise(p, s) > step || rise(q, r) > step {
        return None;
    }
    // The floor of the first is left of p to q, so the gap is left of q to p.
    Some([q, p, s, r].map(|corner| corner.map(|v| v.round() as i32)))
}

/// Step 3: what is free of a quadrilateral.
fn clear(quad: &[[i32; 3]; 4], overhead: &Overhead<'_>, body: Body) -> Vec<Patch> {
    let flat = quad.map(|[x, y, _]| [x, y]);
    let mut patches = Vec::new();
    for [i, j, k] in [[0, 1, 2], [0, 2, 3]] {
        let own = [flat[i], flat[j], flat[k]];
        if turn(own[0], own[1], own[2]) <= 0 {
            continue;
        }
        let corners = [quad[i], quad[j], quad[k]];
        let plane = Plane::of(corners);
        let mut shadows = Shadows::default();
        overhead.cast(&plane, &around(corners), &[own], body, None, &mut shadows);
        let edges = shadows
            .subtract_from(&[own])
            .unwrap_or_else(|| vec![[own[0], own[1]], [own[1], own[2]], [own[2], own[0]]]);
        let height = |p: Spot| plane.height(f64::from(p[0]), f64::from(p[1])).round() as i32;
        if !edges.is_empty() {
            patches.push(edges.into_iter().map(|ends| (ends, ends.map(height))).collect());
        }
    }
    patches
}
