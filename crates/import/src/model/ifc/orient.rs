//! Surfaces whose faces do not agree where outside is.
//!
//! 1. Triangles that share an edge with just one other agree with it if they use it in different directions; else one is turned over.
//! 2. A part that is closed then is turned outward; another one as most of its area was.

use super::solid::{Solid, unmatched};
use crate::model::transform::{cross, dot, minus};

/// The surface with its triangles turned so that neighbors agree.
pub(super) fn orient(mut solid: Solid) -> Solid {
    let count = solid.triangles.len();
    // Undirected edges with their triangle, and whether it goes from the smaller corner to the larger.
    let mut edges: Vec<([u32; 2], u32, bool)> = Vec::with_capacity(3 * count);
    for (at, &[a, b, c]) in (0_u32..).zip(&solid.triangles) {
        edges.extend([[a, b], [b, c], [c, a]].map(|[a, b]| ([a.min(b), a.max(b)], at, a < b)));
    }
    edges.sort_unstable();
    let mut neighbors: Vec<Vec<(u32, bool)>> = vec![Vec::new(); count];
    for pair in edges.chunk_by(|a, b| a.0 == b.0).filter(|pair| pair.len() == 2) {
        let disagree = pair[0].2 == pair[1].2;
        neighbors[pair[0].1 as usize].push((pair[1].1, disagree));
        neighbors[pair[1].1 as usize].push((pair[0].1, disagree));
    }
    // 1. Turned over or not, part by part.
    let mut turned: Vec<Option<bool>> = vec![None; count];
    for first in 0..count {
        if turned[first].is_some() {
            continue;
        }
        turned[first] = Some(false);
        let mut part = vec![first as u32];
        let mut next = 0;
        while next < part.len() {
            let at = part[next] as usize;
            for &(neighbor, disagree) in &neighbors[at] {
                if turned[neighbor as usize].is_none() {
                    turned[neighbor as usize] = turned[at].map(|turned| turned != disagree);
                    part.push(neighbor);
                }
            }
            next += 1;
        }
        let (mut turned_area, mut area) = (0.0, 0.0);
        for &at in &part {
            let [a, b, c] = solid.corners(solid.triangles[at as usize]);
            let normal = cross(minus(b, a), minus(c, a));
            let size = dot(normal, normal).sqrt();
            area += size;
            if turned[at as usize] == Some(true) {
                solid.triangles[at as usize].swap(1, 2);
                turned_area += size;
            }
        }
        // 2. Outward.
        let triangles: Vec<[u32; 3]> = part.iter().map(|&at| solid.triangles[at as usize]).collect();
        let is_closed =
            unmatched(triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])).is_empty();
        let is_wrong = if is_closed { volume(&solid, &triangles) < 0.0 } else { turned_area > 0.5 * area };
        if is_wrong {
            part.iter().for_each(|&at| solid.triangles[at as usize].swap(1, 2));
        }
    }
    solid
}

/// Six times the volume of a closed part.
fn volume(solid: &Solid, triangles: &[[u32; 3]]) -> f64 {
    let Some(&[first, ..]) = triangles.first() else { return 0.0 };
    let o = solid.vertices[first as usize];
    let six = |&triangle: &[u32; 3]| {
        let [a, b, c] = solid.corners(triangle).map(|corner| minus(corner, o));
        dot(a, cross(b, c))
    };
    triangles.iter().map(six).sum()
}
