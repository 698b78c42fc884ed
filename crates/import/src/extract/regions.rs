//! Flights of stairs, ramps and rooms as regions of layers.
//!
//! 1. What has a label ([`super::labels`]) within a leaf: the triangles of a piece that has one, or what a floor has in common with those of a piece
//!    that it is a part of.
//! 2. That, united by label within each leaf, is regions. Small holes in them do not matter and are filled.
//! 3. A room is a region of the layer whose floor lies in it: most of what is inside its outline, between its floor and its top.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;
use throng_mesh::{Region, Scene};

use super::boxes::{Bounds, Boxes, around};
use super::labels::{LABELS, Label, Labeled, Labels};
use super::leaf::Leaf;
use super::scene::Places;
use super::soup::NONE;
use super::tolerance::PER_METER;
use crate::model::Model;

/// A closed line on the grid.
type Ring = Vec<IntPoint<i32>>;

/// Regions with less area than this are not worth a label. \[units²\]
const LEAST: i64 = 2 * 500 * 500;

/// Adds regions to the layers of a scene. Says how many rooms have no floor.
pub(crate) fn add_regions(
    model: &Model,
    labels: &Labels,
    places: &Places<'_>,
    leaves: &[Leaf],
    layers: &[Vec<u32>],
    scene: &mut Scene,
) -> usize {
    let boxes = match labels {
        Labels::Pieces(_) => Boxes::default(),
        Labels::Floors(floors) => Boxes::new(&floors.iter().map(Labeled::bounds).collect::<Vec<Bounds>>()),
    };
    for (layer, own) in scene.layers.iter_mut().zip(layers) {
        for &leaf in own {
            let leaf = &leaves[leaf as usize];
            for label in LABELS {
                // Step 2.
                let shapes = match labels {
                    Labels::Pieces(labels) => united(&of_pieces(labels, leaf, label)),
                    Labels::Floors(floors) => {
                        let mut parts = of_floors(floors, &boxes, leaf, label);
                        // What is of one piece is united already.
                        if parts.len() > 1 {
                            united(&parts.concat().concat())
                        } else {
                            parts.pop().unwrap_or_default()
                        }
                    }
                };
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

/// Shapes of several rings each: outside, then holes.
fn united(rings: &[Ring]) -> Vec<Vec<Ring>> {
    if rings.is_empty() {
        return Vec::new();
    }
    Overlay::from_subj(rings).overlay(OverlayRule::Subject, FillRule::NonZero)
}

/// Step 1: the triangles of pieces with a label.
fn of_pieces(labels: &[Option<Label>], leaf: &Leaf, label: Label) -> Vec<Ring> {
    let has = |piece: &u32| labels.get(*piece as usize).copied().flatten() == Some(label);
    let own = leaf.terrain.iter().zip(&leaf.pieces).filter(|(_, piece)| has(piece));
    own.map(|(corners, _)| triangle(corners)).collect()
}

/// Step 1: what floors with a label have in common with pieces, as shapes by piece: a floor of one piece may lie above another one.
fn of_floors(floors: &[Labeled], boxes: &Boxes, leaf: &Leaf, label: Label) -> Vec<Vec<Vec<Ring>>> {
    let [low, high] = leaf.bounds.map(|[x, y]| [x, y, 0]);
    let mut near: Vec<u32> = Vec::new();
    boxes.overlapping(&[low, high], |floor| near.push(floor));
    near.retain(|&floor| floors[floor as usize].label == label);
    near.sort_unstable();
    // Floors are sorted by piece.
    let own = |piece: u32| {
        let from = near.partition_point(|&floor| floors[floor as usize].piece < piece);
        near[from..]
            .iter()
            .map(|&floor| &floors[floor as usize])
            .take_while(move |floor| floor.piece == piece)
    };
    // Triangles of one piece follow each other, and most pieces have no label.
    let mut last = (NONE, false);
    let mut order: Vec<(u32, u32)> = Vec::new();
    for (&piece, index) in leaf.pieces.iter().zip(0..) {
        if piece != last.0 {
            last = (piece, own(piece).next().is_some());
        }
        if last.1 {
            order.push((piece, index));
        }
    }
    order.sort_unstable();
    let mut parts = Vec::new();
    for group in order.chunk_by(|one, two| one.0 == two.0) {
        let rings: Vec<Ring> = own(group[0].0)
            .map(|floor| floor.ring.iter().map(|&[x, y]| IntPoint::new(x, y)).collect())
            .collect();
        let boxes = Boxes::new(&rings.iter().map(around_ring).collect::<Vec<Bounds>>());
        let is_near = |ring: &Ring| {
            let mut any = false;
            boxes.overlapping(&around_ring(ring), |_| any = true);
            any
        };
        let triangles = group.iter().map(|&(_, index)| triangle(&leaf.terrain[index as usize]));
        let triangles: Vec<Ring> = triangles.filter(is_near).collect();
        let shapes = Overlay::from_subj_and_clip(&rings, &triangles)
            .overlay(OverlayRule::Intersect, FillRule::NonZero);
        parts.push(shapes);
    }
    parts
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

fn around_ring(ring: &Ring) -> Bounds {
    around(ring.iter().map(|at| [at.x, at.y, 0]))
}

fn triangle(corners: &[[f64; 3]; 3]) -> Ring {
    corners.iter().map(|at| point(at[0], at[1])).collect()
}

fn point(x: f64, y: f64) -> IntPoint<i32> {
    IntPoint::new(x.round() as i32, y.round() as i32)
}
