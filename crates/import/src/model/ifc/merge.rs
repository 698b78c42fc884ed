//! Faces in one plane become one polygon again, and are cut into as few triangles as possible.
//!
//! Cutting leaves a face in many triangles. Without this every opening of a wall would cut those that the openings before it left, and
//! their number would grow with every one.
//!
//! 1. Triangles that share an edge and a plane are a group.
//! 2. The border of each group is a few loops.
//! 3. A corner that is in the middle of a straight line in both of its loops goes.
//! 4. The loops are filled. A group whose area would change stays as it is, and so do the corners that it has.
//!
//! Invariant: every edge of a border is kept or goes on both of its sides, so a closed solid stays closed.

use std::collections::BTreeMap;

use super::cut::{ON_PLANE, fill, loops, view};
use super::solid::{Solid, unmatched};
use crate::model::transform::{cross, dot, minus, plus, unit};

/// Groups that cannot be merged are found one after another, at most so often.
const ROUNDS: usize = 8;

/// The merged solid.
pub(super) fn merge(solid: Solid) -> Solid {
    match merged(&solid, &vec![false; solid.triangles.len()]) {
        Some(faces) => {
            let triangles = faces.into_iter().map(|(triangle, _)| triangle).collect();
            Solid { vertices: solid.vertices, triangles }.compact()
        }
        None => solid,
    }
}

/// Merged triangles, of which each keeps its mark: only those with the same mark are merged. None if that cannot be done.
pub(super) fn merged(solid: &Solid, marks: &[bool]) -> Option<Vec<([u32; 3], bool)>> {
    // 1. Groups.
    let groups = groups(solid, marks);
    // 2. Borders. A group without them stays as it is.
    let mut borders: Vec<Option<Vec<Vec<u32>>>> = groups.iter().map(|group| border(solid, group)).collect();
    for _ in 0..ROUNDS {
        // 3. Corners in straight lines.
        let straight = straight(solid, &groups, &borders);
        // 4. Filling. If one group cannot do without a corner, it stays as it is, and its neighbors need the corner too.
        let mut triangles = Vec::with_capacity(solid.triangles.len());
        let mut has_failed = false;
        for (group, border) in groups.iter().zip(&mut borders) {
            let mark = marks[group.triangles[0] as usize];
            let filled = border.as_ref().map(|border| refill(solid, group, border, &straight));
            match filled {
                Some(Some(filled)) => triangles.extend(filled.into_iter().map(|triangle| (triangle, mark))),
                Some(None) => {
                    *border = None;
                    has_failed = true;
                }
                None => {
                    triangles.extend(group.triangles.iter().map(|&at| (solid.triangles[at as usize], mark)))
                }
            }
        }
        if !has_failed {
            return Some(triangles);
        }
    }
    None
}

struct Group {
    triangles: Vec<u32>,
    normal: [f64; 3],
}

fn groups(solid: &Solid, marks: &[bool]) -> Vec<Group> {
    let normals: Vec<Option<[f64; 3]>> = solid
        .triangles
        .iter()
        .map(|&triangle| {
            let [a, b, c] = solid.corners(triangle);
            unit(cross(minus(b, a), minus(c, a)))
        })
        .collect();
    let mut edges: Vec<([u32; 2], u32)> = Vec::with_capacity(3 * solid.triangles.len());
    for (at, &[a, b, c]) in (0_u32..).zip(&solid.triangles) {
        edges.extend([[a, b], [b, c], [c, a]].map(|[a, b]| ([a.min(b), a.max(b)], at)));
    }
    edges.sort_unstable();
    let mut neighbors: Vec<Vec<u32>> = vec![Vec::new(); solid.triangles.len()];
    for pair in edges.chunk_by(|a, b| a.0 == b.0).filter(|pair| pair.len() == 2) {
        neighbors[pair[0].1 as usize].push(pair[1].1);
        neighbors[pair[1].1 as usize].push(pair[0].1);
    }
    let mut grouped = vec![false; solid.triangles.len()];
    let mut groups = Vec::new();
    // Large triangles know their plane best.
    let area = |at: usize| {
        let [a, b, c] = solid.corners(solid.triangles[at]);
        let normal = cross(minus(b, a), minus(c, a));
        dot(normal, normal)
    };
    let mut order: Vec<usize> = (0..solid.triangles.len()).collect();
    order.sort_by(|&a, &b| area(b).total_cmp(&area(a)).then(a.cmp(&b)));
    for first in order {
        if std::mem::replace(&mut grouped[first], true) {
            continue;
        }
        let normal = normals[first].unwrap_or([0.0; 3]);
        let origin = solid.corners(solid.triangles[first])[0];
        let is_in_plane = |at: u32| {
            let faces_along = normals[at as usize].is_none_or(|other| dot(other, normal) > 0.9);
            let is_near = |corner: [f64; 3]| dot(minus(corner, origin), normal).abs() <= ON_PLANE;
            marks[at as usize] == marks[first]
                && faces_along
                && solid.corners(solid.triangles[at as usize]).into_iter().all(is_near)
        };
        let mut triangles = vec![first as u32];
        let mut next = 0;
        while next < triangles.len() && normals[first].is_some() {
            for &neighbor in &neighbors[triangles[next] as usize] {
                if !grouped[neighbor as usize] && is_in_plane(neighbor) {
                    grouped[neighbor as usize] = true;
                    triangles.push(neighbor);
                }
            }
            next += 1;
        }
        groups.push(Group { triangles, normal });
    }
    groups
}

/// The loops around a group. None if they are not all loops.
fn border(solid: &Solid, group: &Group) -> Option<Vec<Vec<u32>>> {
    let triangles = group.triangles.iter().map(|&at| solid.triangles[at as usize]);
    let edges = unmatched(triangles.flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]]));
    let count = edges.len();
    let axes = view(group.normal);
    let place = |corner: u32| axes.map(|axis| solid.vertices[corner as usize][axis]);
    let loops = loops(edges, place);
    (loops.iter().map(Vec::len).sum::<usize>() == count).then_some(loops)
}

/// The corners that are in the middle of a straight line in just two loops, with the same neighbors.
fn straight(solid: &Solid, groups: &[Group], borders: &[Option<Vec<Vec<u32>>>]) -> Vec<u32> {
    // For each corner how often it is there, and its neighbors where it is straight.
    let mut seen: BTreeMap<u32, (u32, Option<[u32; 2]>)> = BTreeMap::new();
    for border in borders {
        for ring in border.iter().flatten() {
            let count = ring.len();
            for at in 0..count {
                let [before, corner, after] =
                    [ring[(at + count - 1) % count], ring[at], ring[(at + 1) % count]];
                let pair = [before.min(after), before.max(after)];
                let entry = seen.entry(corner).or_insert((0, Some(pair)));
                let is_straight = count > 3 && is_between(solid, before, corner, after);
                entry.0 += 1;
                entry.1 = entry.1.filter(|&known| is_straight && known == pair);
            }
        }
    }
    // What a group that stays as it is has, must stay; whatever came after it.
    for (group, _) in groups.iter().zip(borders).filter(|(_, border)| border.is_none()) {
        for corner in group.triangles.iter().flat_map(|&at| solid.triangles[at as usize]) {
            seen.remove(&corner);
        }
    }
    seen.into_iter()
        .filter(|(_, (count, pair))| *count == 2 && pair.is_some())
        .map(|(corner, _)| corner)
        .collect()
}

fn is_between(solid: &Solid, before: u32, corner: u32, after: u32) -> bool {
    let [a, p, b] = [before, corner, after].map(|corner| solid.vertices[corner as usize]);
    let along = minus(b, a);
    let length_sq = dot(along, along);
    let t = dot(minus(p, a), along) / length_sq;
    let off = plus(minus(p, a), -t, along);
    // Well below a tenth of a millimeter: many such corners in a row must not bend a line.
    t > 0.0 && t < 1.0 && dot(off, off) <= 1e-12
}

fn refill(solid: &Solid, group: &Group, border: &[Vec<u32>], straight: &[u32]) -> Option<Vec<[u32; 3]>> {
    let stays = |corner: &&u32| straight.binary_search(corner).is_err();
    let border: Vec<Vec<u32>> =
        border.iter().map(|ring| ring.iter().filter(stays).copied().collect()).collect();
    if border.iter().any(|ring| ring.len() < 3) {
        return None;
    }
    let axes = view(group.normal);
    let place = |corner: u32| axes.map(|axis| solid.vertices[corner as usize][axis]);
    let area = |[a, b, c]: [u32; 3]| {
        let [a, b, c] = [a, b, c].map(place);
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let corners: usize = border.iter().map(Vec::len).sum();
    let holes = border.len();
    let before: f64 = group.triangles.iter().map(|&at| area(solid.triangles[at as usize])).sum();
    let filled = fill(border, place);
    let after: f64 = filled.iter().map(|&triangle| area(triangle)).sum();
    let is_turned = filled.iter().any(|&triangle| area(triangle) < -1e-9);
    let is_same = (after - before).abs() <= 1e-6 + 1e-6 * before.abs();
    (is_same && !is_turned && !filled.is_empty() && filled.len() <= corners + 2 * holes).then_some(filled)
}
