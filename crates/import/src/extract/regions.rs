//! Labels: flights of stairs, ramps and rooms as regions of layers.
//!
//! 1. A tread is a piece with a rise between 2 cm and a step on two sides. Two or more treads that follow each other, which is three rises, are stairs; so is
//!    everything whose part of the model says that it is.
//! 2. Triangles of stairs and of ramps, united by label within each leaf, are regions. Small holes in them do not matter and are filled.
//! 3. A room is a region of the layer whose floor lies in it: most of what is inside its outline, between its floor and its top.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;
use throng_mesh::{Region, Scene};

use super::exact::Surface;
use super::leaf::Leaf;
use super::scene::Places;
use super::sets::Sets;
use super::tolerance::{PER_METER, TREAD};
use crate::model::{Model, Role};

/// The label of stairs.
const STAIRS: &str = "stairs";
/// The label of ramps.
const RAMP: &str = "ramp";
/// Regions with less area than this are not worth a label. \[units²\]
const LEAST: i64 = 2 * 500 * 500;

/// Which label each piece of a surface has.
pub(crate) fn labels(model: &Model, surface: &Surface) -> Vec<Option<&'static str>> {
    let fabric = &surface.fabric;
    let count = surface.parts.len().max(fabric.pieces.iter().map(|&p| p as usize + 1).max().unwrap_or(0));
    let mut labels: Vec<Option<&'static str>> = (0..count)
        .map(|piece| {
            let part = surface.parts.get(piece).and_then(|&part| model.parts.get(part as usize));
            match part.map(|part| part.role) {
                Some(Role::Stairs) => Some(STAIRS),
                Some(Role::Ramp) => Some(RAMP),
                _ => None,
            }
        })
        .collect();
    // Step 1.
    let mut rises: Vec<[u32; 2]> = Vec::new();
    for t in 0..fabric.triangles.len() as u32 {
        for k in 0..3 {
            let Some((other, j)) = fabric.slot_across(t, k) else { continue };
            let (one, two) = (fabric.pieces[t as usize], fabric.pieces[other as usize]);
            let rise = fabric.heights[other as usize][(j + 1) % 3] - fabric.heights[t as usize][k];
            let end = fabric.heights[other as usize][j] - fabric.heights[t as usize][(k + 1) % 3];
            if one < two && rise.abs().min(end.abs()) >= TREAD && (rise > 0) == (end > 0) {
                rises.push([one, two]);
            }
        }
    }
    rises.sort_unstable();
    rises.dedup();
    let mut sets = Sets::new(count);
    let mut degree = vec![0_u32; count];
    for &[one, two] in &rises {
        degree[one as usize] += 1;
        degree[two as usize] += 1;
    }
    // Floors at the ends of stairs have many neighbors or one rise; treads have a rise on both sides.
    let tread = |piece: u32| degree[piece as usize] == 2;
    for &[one, two] in &rises {
        if tread(one) && tread(two) {
            sets.unite(one, two);
        }
    }
    let (set_of, sets) = sets.numbered();
    let mut treads = vec![0; sets];
    for piece in 0..count as u32 {
        treads[set_of[piece as usize] as usize] += u32::from(tread(piece));
    }
    for piece in 0..count as u32 {
        if tread(piece) && treads[set_of[piece as usize] as usize] >= 2 {
            labels[piece as usize].get_or_insert(STAIRS);
        }
    }
    labels
}

/// Adds regions to the layers of a scene. Says how many rooms have no floor.
pub(crate) fn add_regions(
    model: &Model,
    labels: &[Option<&'static str>],
    places: &Places<'_>,
    leaves: &[Leaf],
    layers: &[Vec<u32>],
    scene: &mut Scene,
) -> usize {
    for (layer, own) in scene.layers.iter_mut().zip(layers) {
        for &leaf in own {
            let leaf = &leaves[leaf as usize];
            for label in [STAIRS, RAMP] {
                let triangles: Vec<Vec<IntPoint<i32>>> = leaf
                    .terrain
                    .iter()
                    .zip(&leaf.pieces)
                    .filter(|(_, piece)| labels.get(**piece as usize).copied().flatten() == Some(label))
                    .map(|(corners, _)| corners.iter().map(|at| point(at[0], at[1])).collect())
                    .collect();
                if triangles.is_empty() {
                    continue;
                }
                // Step 2.
                let shapes = Overlay::from_subj(&triangles).overlay(OverlayRule::Subject, FillRule::NonZero);
                for outer in shapes.iter().filter_map(|shape| shape.first()).filter(|ring| large(ring)) {
                    let polygon = outer.iter().map(|at| {
                        let [x, y, _] = places.meters([f64::from(at.x), f64::from(at.y), 0.0]);
                        [x, y, 0.0]
                    });
                    layer.regions.push(Region { label: label.to_owned(), polygon: polygon.collect() });
                }
            }
        }
    }
    // Step 3.
    let mut bare = 0;
    for room in &model.rooms {
        let Some(layer) = layer_of_room(room, places, leaves, layers) else {
            bare += 1;
            continue;
        };
        let polygon = room.outline.iter().map(|&[x, y, _]| [x, y, 0.0]).collect();
        scene.layers[layer].regions.push(Region { label: room.name.clone(), polygon });
    }
    bare
}

/// The layer with most floor inside a room.
fn layer_of_room(
    room: &crate::model::Room,
    places: &Places<'_>,
    leaves: &[Leaf],
    layers: &[Vec<u32>],
) -> Option<usize> {
    let to_grid = |v: f64, k: usize| v * PER_METER - places.origin[k] as f64;
    let outline: Vec<IntPoint<i32>> =
        room.outline.iter().map(|at| point(to_grid(at[0], 0), to_grid(at[1], 1))).collect();
    let floor = room.outline.iter().map(|at| at[2]).fold(f64::INFINITY, f64::min);
    let (low, high) = (to_grid(floor, 2) - 5000.0, to_grid(room.top, 2));
    let bounds = [0, 1].map(|k| {
        let of = |p: &IntPoint<i32>| if k == 0 { p.x } else { p.y };
        (outline.iter().map(of).min().unwrap_or(0), outline.iter().map(of).max().unwrap_or(0))
    });
    let area_in = |leaf: &Leaf| {
        let apart = (0..2).any(|k| leaf.bounds[1][k] < bounds[k].0 || leaf.bounds[0][k] > bounds[k].1);
        if apart || f64::from(leaf.heights[1]) < low || f64::from(leaf.heights[0]) > high {
            return 0.0;
        }
        // By the middles of triangles, which is enough to choose a layer; small rooms on large triangles count by their own middle.
        let middle = outline.iter().fold([0.0; 2], |m, p| {
            [m[0] + f64::from(p.x) / outline.len() as f64, m[1] + f64::from(p.y) / outline.len() as f64]
        });
        let mut sum = 0.0;
        for [a, b, c] in &leaf.terrain {
            let at = [0, 1, 2].map(|k| (a[k] + b[k] + c[k]) / 3.0);
            let area = ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs();
            let turn = |p: &[f64; 3], q: &[f64; 3]| {
                (q[0] - p[0]) * (middle[1] - p[1]) - (q[1] - p[1]) * (middle[0] - p[0])
            };
            let holds = turn(a, b) >= 0.0 && turn(b, c) >= 0.0 && turn(c, a) >= 0.0;
            if at[2] >= low && at[2] <= high && (holds || inside(&outline, [at[0], at[1]])) {
                sum += area;
            }
        }
        sum
    };
    let mut best: Option<(f64, usize)> = None;
    for (layer, own) in layers.iter().enumerate() {
        let area: f64 = own.iter().map(|&leaf| area_in(&leaves[leaf as usize])).sum();
        if area > best.map_or(0.0, |(most, _)| most) {
            best = Some((area, layer));
        }
    }
    best.map(|(_, layer)| layer)
}

fn inside(ring: &[IntPoint<i32>], [x, y]: [f64; 2]) -> bool {
    let mut inside = false;
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let (ax, ay, bx, by) = (f64::from(a.x), f64::from(a.y), f64::from(b.x), f64::from(b.y));
        if (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax) {
            inside = !inside;
        }
    }
    inside
}

fn large(ring: &[IntPoint<i32>]) -> bool {
    let after = ring.iter().cycle().skip(1);
    let twice: i64 = ring
        .iter()
        .zip(after)
        .map(|(a, b)| i64::from(a.x) * i64::from(b.y) - i64::from(b.x) * i64::from(a.y))
        .sum();
    twice.abs() >= LEAST
}

fn point(x: f64, y: f64) -> IntPoint<i32> {
    IntPoint::new(x.round() as i32, y.round() as i32)
}
