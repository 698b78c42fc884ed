//! An oracle for routes with weights: Dijkstra's search on a grid of 1 m with eight neighbors.
//!
//! The mesh tells how wide a hop is; what it costs is measured here, by looking at all regions.

use std::collections::{BTreeMap, BTreeSet};

use crate::locate::Position;
use crate::mesh::Mesh;
use crate::plane::{Point, along, contains, cross, distance, sub};
use crate::route::{Request, Weights};
use crate::scene::LayerId;

/// How far from a grid place a route may start or end. \[m\]
const REACH: f64 = 1.5;

/// How far a disc may be larger than the way is wide, as for all routes. \[m\]
const SLACK: f64 = 1e-6;

/// What the cheapest way on the grid costs; `None` if there is none.
pub fn cost(mesh: &Mesh, request: &Request, weights: &Weights) -> Option<f64> {
    let Request { from, to, radius, .. } = *request;
    let hop = |a: Position, b: Position| {
        let sight = mesh.visible(a, b, None)?;
        let cost = segment_cost(mesh, a, b.at, weights);
        (sight.visible && sight.clearance >= radius - SLACK && cost.is_finite()).then_some(cost)
    };
    let place = |i: i32, j: i32| [f64::from(i) + 0.5, f64::from(j) + 0.5];
    let mut known: BTreeMap<Key, f64> = BTreeMap::new();
    let mut open: BTreeSet<(u64, Key)> = BTreeSet::new();
    let mut best = if distance(from.at, to.at) <= REACH { hop(from, to) } else { None };
    let [i, j] = from.at.map(|v| v.floor() as i32);
    for (i, j) in (i - 2..=i + 2).flat_map(|i| (j - 2..=j + 2).map(move |j| (i, j))) {
        let at = place(i, j);
        let there = Position { at, layer: mesh.layer_after(from.layer, from.at, at) };
        if distance(at, from.at) <= REACH
            && let Some(cost) = hop(from, there)
        {
            known.insert((there.layer.0, i, j), cost);
            open.insert((cost.to_bits(), (there.layer.0, i, j)));
        }
    }
    while let Some((bits, key)) = open.pop_first() {
        let (layer, i, j) = key;
        let so_far = f64::from_bits(bits);
        if best.is_some_and(|best| best <= so_far) {
            break;
        }
        let here = Position { at: place(i, j), layer: LayerId(layer) };
        if distance(here.at, to.at) <= REACH
            && let Some(cost) = hop(here, to)
            && best.is_none_or(|best| so_far + cost < best)
        {
            best = Some(so_far + cost);
        }
        for (di, dj) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let at = place(i + di, j + dj);
            let there = Position { at, layer: mesh.layer_after(here.layer, here.at, at) };
            let key = (there.layer.0, i + di, j + dj);
            if let Some(cost) = hop(here, there).map(|cost| so_far + cost)
                && known.get(&key).is_none_or(|&old| cost < old)
            {
                if let Some(old) = known.insert(key, cost) {
                    open.remove(&(old.to_bits(), key));
                }
                open.insert((cost.to_bits(), key));
            }
        }
    }
    best
}

type Key = (u32, i32, i32);

/// What a straight line on the surface costs.
pub fn segment_cost(mesh: &Mesh, from: Position, to: [f64; 2], weights: &Weights) -> f64 {
    let (a, d) = (from.at, sub(to, from.at));
    let mut cuts = vec![0.0, 1.0];
    for layer in mesh.layers() {
        for region in mesh.regions(layer) {
            let corner = |k: usize| {
                let [x, y, _] = region.polygon[k % region.polygon.len()];
                [x, y]
            };
            cuts.extend((0..region.polygon.len()).filter_map(|k| cut(a, d, [corner(k), corner(k + 1)])));
        }
    }
    cuts.extend(mesh.links.iter().filter(|link| link.open).filter_map(|link| cut(a, d, link.segment)));
    cuts.sort_by(f64::total_cmp);
    let pieces = cuts.windows(2).map(|pair| {
        let middle = along(a, d, f64::midpoint(pair[0], pair[1]));
        let length = (pair[1] - pair[0]) * distance(a, to);
        let layer = mesh.layer_after(from.layer, a, middle);
        // A piece of no length in a closed region would make it infinite times nothing.
        if length < 1e-9 { 0.0 } else { length * weight(mesh, Position { at: middle, layer }, weights) }
    });
    pieces.sum()
}

/// The weight of a place.
pub fn weight(mesh: &Mesh, position: Position, weights: &Weights) -> f64 {
    let inside = |polygon: &Vec<[f64; 3]>| polygon.len() > 2 && contains(polygon, position.at);
    let region = mesh.regions(position.layer).iter().rev().find(|region| inside(&region.polygon));
    region.map_or(1.0, |region| weights.of(&region.label))
}

fn cut(a: Point, d: Point, [p, q]: [Point; 2]) -> Option<f64> {
    let v = sub(q, p);
    let turn = cross(d, v);
    let t = cross(sub(p, a), v) / turn;
    let s = cross(sub(p, a), d) / turn;
    (turn != 0.0 && t > 0.0 && t < 1.0 && (-1e-9..=1.0 + 1e-9).contains(&s)).then_some(t)
}
