//! Leaves that do not get in each other's way share a layer of the scene, so that a storey is a layer if it can be.
//!
//! 1. Visit the leaves by area, largest first. Each goes to the first layer of its storey and of about its height where it fits, or begins a new one.
//! 2. Two leaves fit if their outlines, holes filled, share no area and do not cross, and neither touches a cut of the other between its ends, nor
//!    any edge of the other with a corner that the other does not have. The exact way has sewn all edges, so that never happens there; voxels leave
//!    such corners. Areas are on the grid, so those of outlines that cross by less than a unit are none; hence crossings are looked for as well.
//! 3. Layers are numbered by their heights.
//!
//! Holes are filled because a layer takes its holes away from everything in it. Leaves that only touch each other get a line between them later.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;

use super::boxes::Boxes;
use super::cross::cross;
use super::flat::{Spot, triangle_grazes, turn};
use super::leaf::{Leaf, LeafEdge};
use super::meet::{bounds_of, close_to};
use super::rings::{Border, twice_area};

/// Leaves of one layer are at most this far apart in height. \[units\]
const APART: f64 = 15_000.0;

/// The leaves of each layer, lowest first. `storeys` are heights of floors, in order. \[units\]
pub(crate) fn pack(spots: &[Spot], leaves: &[Leaf], storeys: &[i64]) -> Vec<Vec<u32>> {
    let outlines: Vec<Vec<Vec<IntPoint<i32>>>> = leaves
        .iter()
        .map(|leaf| {
            let border = Border::new(spots, &leaf.edges, &[]);
            let outer = border.rings.iter().filter(|ring| twice_area(spots, ring) > 0);
            outer
                .map(|ring| {
                    let places = ring.iter().map(|corner| spots[corner.0 as usize]);
                    places.map(|[x, y]| IntPoint::new(x, y)).collect()
                })
                .collect()
        })
        .collect();
    let mut order: Vec<u32> = (0..leaves.len() as u32).collect();
    order.sort_by_key(|&leaf| (-leaves[leaf as usize].twice_area, leaf));
    let storey = |leaf: &Leaf| storey_of(storeys, leaf.mean);
    let mut layers: Vec<Vec<u32>> = Vec::new();
    for leaf in order {
        let own = &leaves[leaf as usize];
        let fits = |layer: &Vec<u32>| {
            layer.iter().all(|&other| {
                let theirs = &leaves[other as usize];
                let near = (own.mean - theirs.mean).abs() <= APART
                    && (storeys.is_empty() || storey(own) == storey(theirs));
                near && !(boxes_touch(own, theirs)
                    && (has_foreign_corner(spots, own, theirs)
                        || has_foreign_corner(spots, theirs, own)
                        || cut_is_touched(spots, own, theirs)
                        || cut_is_touched(spots, theirs, own)
                        || leaves_cross(spots, own, theirs)
                        || share_area(&outlines[leaf as usize], &outlines[other as usize])))
            })
        };
        match layers.iter_mut().find(|layer| fits(layer)) {
            Some(layer) => layer.push(leaf),
            None => layers.push(vec![leaf]),
        }
    }
    // Step 3.
    let mean = |layer: &Vec<u32>| {
        let (sum, area) = layer.iter().fold((0.0, 0.0), |(sum, area), &leaf| {
            let leaf = &leaves[leaf as usize];
            let own = leaf.twice_area as f64;
            (sum + own * leaf.mean, area + own)
        });
        if area > 0.0 { sum / area } else { 0.0 }
    };
    layers.sort_by(|one, two| mean(one).total_cmp(&mean(two)).then(one.cmp(two)));
    layers
}

/// The storey of a height: the highest one whose floor is not above it, with half a meter of grace; or the lowest.
pub(crate) fn storey_of(storeys: &[i64], height: f64) -> usize {
    storeys.iter().rposition(|&floor| floor as f64 <= height + 5000.0).unwrap_or(0)
}

fn boxes_touch(one: &Leaf, two: &Leaf) -> bool {
    (0..2).all(|k| one.bounds[0][k] <= two.bounds[1][k] && two.bounds[0][k] <= one.bounds[1][k])
}

fn share_area(one: &[Vec<IntPoint<i32>>], two: &[Vec<IntPoint<i32>>]) -> bool {
    !Overlay::from_subj_and_clip(one, two).overlay(OverlayRule::Intersect, FillRule::NonZero).is_empty()
}

/// Whether a corner of the second leaf is on an edge of the first, but is no corner of it.
fn has_foreign_corner(spots: &[Spot], one: &Leaf, two: &Leaf) -> bool {
    let inside = |edge: &&LeafEdge| {
        let [x, y] = spots[edge.ends[0] as usize];
        let [low, high] = one.bounds;
        low[0] <= x && x <= high[0] && low[1] <= y && y <= high[1]
    };
    let corners: Vec<u32> = two.edges.iter().filter(inside).map(|edge| edge.ends[0]).collect();
    let boxes = Boxes::of_spots(corners.iter().map(|&corner| spots[corner as usize]));
    one.edges.iter().any(|edge| {
        let own = edge.ends.map(|end| spots[end as usize]);
        let mut found = false;
        // Both may be rough.
        boxes.overlapping(&bounds_of(own, true), |corner| {
            let corner = corners[corner as usize];
            found |= !edge.ends.contains(&corner) && close_to(spots[corner as usize], own, true).is_some();
        });
        found
    })
}

/// Whether an edge of one leaf crosses one of the other.
fn leaves_cross(spots: &[Spot], one: &Leaf, two: &Leaf) -> bool {
    let ends = |edge: &LeafEdge| edge.ends.map(|end| spots[end as usize]);
    let [low, high] = [0, 1].map(|side| {
        [0, 1].map(|k| match side {
            0 => one.bounds[0][k].max(two.bounds[0][k]),
            _ => one.bounds[1][k].min(two.bounds[1][k]),
        })
    });
    let common = |leaf: &Leaf| -> Vec<[Spot; 2]> {
        let inside =
            |[a, b]: &[Spot; 2]| (0..2).all(|k| a[k].min(b[k]) <= high[k] && a[k].max(b[k]) >= low[k]);
        leaf.edges.iter().map(ends).filter(inside).collect()
    };
    cross(&common(one), &common(two))
}

/// Whether a cut of the first leaf is touched by an edge of the second between its ends, or has one almost along it.
fn cut_is_touched(spots: &[Spot], one: &Leaf, two: &Leaf) -> bool {
    let ends = |ends: [u32; 2]| ends.map(|end| spots[end as usize]);
    one.edges.iter().filter(|edge| edge.is_cut).any(|cut| {
        let cut = ends(cut.ends);
        two.edges.iter().any(|edge| {
            let [c, d] = ends(edge.ends);
            touches(cut, [c, d]) || [true, false].iter().any(|&left| triangle_grazes(&[c, d, d], cut, left))
        })
    })
}

/// Whether a segment with its ends touches another one between its ends.
fn touches([a, b]: [Spot; 2], [c, d]: [Spot; 2]) -> bool {
    let boxed = |k: usize| a[k].min(b[k]) <= c[k].max(d[k]) && c[k].min(d[k]) <= a[k].max(b[k]);
    if !(boxed(0) && boxed(1)) {
        return false;
    }
    let (at_c, at_d) = (turn(a, b, c), turn(a, b, d));
    if at_c == 0 && at_d == 0 {
        // In one line: do they overlap by more than an end?
        let along = |p: Spot| (0..2).map(|k| i64::from(b[k] - a[k]) * i64::from(p[k] - a[k])).sum::<i64>();
        let (low, high) = (along(c).min(along(d)), along(c).max(along(d)));
        return low < along(b) && high > 0;
    }
    if (at_c > 0 && at_d > 0) || (at_c < 0 && at_d < 0) {
        return false;
    }
    let (at_a, at_b) = (turn(c, d, a), turn(c, d, b));
    // The line of the other segment must pass strictly between the ends.
    (at_a > 0 && at_b < 0) || (at_a < 0 && at_b > 0)
}
