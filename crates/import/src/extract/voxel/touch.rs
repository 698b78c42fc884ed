//! Where the two sides of a thin wall have corners at different places, both get all of them.
//!
//! A wall without width is two edges of one piece that run in opposite directions on the same line. If another wall meets it from one side,
//! that side has a corner there, and the other has not. What comes next wants edges that are the same or apart.
//!
//! 1. Edges without seam are sorted by piece and line.
//! 2. Edges of one line that overlap are split at each other's ends.
//!
//! Cost: O(n log n). Most lines have edges that do not overlap.

use super::stitch::{NONE, RingCorner, Rings};

/// An edge on a line of the lattice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    piece: u32,
    /// 0 if it runs in x, 1 in y.
    axis: u8,
    /// Where the line is.
    line: i32,
    low: i32,
    high: i32,
    corner: u32,
}

/// Splits edges of rings so that those of one piece that share a line are the same or share ends only.
pub(crate) fn split_touching(rings: &mut Rings) {
    let splits = splits(&edges(rings));
    if splits.is_empty() {
        return;
    }
    let mut corners: Vec<RingCorner> = Vec::with_capacity(rings.corners.len() + splits.len());
    let mut moved: Vec<u32> = Vec::with_capacity(rings.corners.len());
    let mut splits = splits.into_iter().peekable();
    let mut start = 0;
    for ring in &mut rings.rings {
        let end = ring[1];
        for index in start..end {
            moved.push(corners.len() as u32);
            let corner = rings.corners[index as usize];
            let next = rings.corners[if index + 1 == end { start } else { index + 1 } as usize];
            corners.push(corner);
            let axis = usize::from(corner.at[0] == next.at[0]);
            let first = corners.len();
            while let Some((_, place)) = splits.next_if(|split| split.0 == index) {
                let mut at = corner.at;
                at[axis] = place;
                let [whole, part] = [next.at[axis], place].map(|end| i64::from(end - corner.at[axis]));
                let rise = i64::from(next.z_twice) - i64::from(corner.z_twice);
                let z_twice = (i64::from(corner.z_twice) + rise * part / whole) as i32;
                corners.push(RingCorner { at, z_twice, mate: NONE });
            }
            if next.at[axis] < corner.at[axis] {
                corners[first..].reverse();
            }
        }
        ring[1] = corners.len() as u32;
        start = end;
    }
    for corner in &mut corners {
        if corner.mate != NONE {
            corner.mate = moved[corner.mate as usize];
        }
    }
    rings.corners = corners;
}

/// Step 1.
fn edges(rings: &Rings) -> Vec<Edge> {
    let mut edges = Vec::with_capacity(rings.corners.len());
    let mut start = 0;
    for &[piece, end] in &rings.rings {
        for index in start..end {
            let corner = &rings.corners[index as usize];
            let next = &rings.corners[if index + 1 == end { start } else { index + 1 } as usize];
            if corner.mate != NONE {
                continue;
            }
            let axis = usize::from(corner.at[0] == next.at[0]);
            let [a, b] = [corner.at[axis], next.at[axis]];
            let line = corner.at[1 - axis];
            edges.push(Edge { piece, axis: axis as u8, line, low: a.min(b), high: a.max(b), corner: index });
        }
        start = end;
    }
    edges.sort_unstable();
    edges
}

/// Step 2: corners whose edges are split, and where, in order of both.
fn splits(edges: &[Edge]) -> Vec<(u32, i32)> {
    let mut splits = Vec::new();
    for line in edges.chunk_by(|a, b| (a.piece, a.axis, a.line) == (b.piece, b.axis, b.line)) {
        for (index, edge) in line.iter().enumerate() {
            // At most two edges are on a place, so few overlap.
            for other in line[index + 1..].iter().take_while(|other| other.low < edge.high) {
                for (split, ends) in [(edge, other), (other, edge)] {
                    for place in [ends.low, ends.high] {
                        if split.low < place && place < split.high {
                            splits.push((split.corner, place));
                        }
                    }
                }
            }
        }
    }
    splits.sort_unstable();
    splits.dedup();
    splits
}
