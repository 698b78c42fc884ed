//! Outlines of steps become straight lines where that moves them little and changes nothing else.
//!
//! Idea. All outlines, seen from above, are a graph of straight edges between lattice points. A point where two edges meet belongs
//! to one chain only, so each chain can be straightened once for all rings that use it: both sides of a thin wall, and
//! walls of storeys above each other, stay the same lines. A line that crosses the lattice at a small angle has a step of
//! one cell now and then, and leads through the middles of these sides, not through their ends: so the middles of sides of one
//! cell may become corners, and the ends of longer ones.
//!
//! 1. Points of all corners and edges between them, each once ([`graph`]). Points on seams, points with one edge or more than two, and
//!    points where a ring turns back stay.
//! 2. Chains between points that stay ([`chains`]). A closed one is cut at a point between two long edges, and at the farthest point from it.
//! 3. Douglas-Peucker ([`simplify`]): a line from end to end replaces a part of a chain if no place of it that may be a corner is farther from it
//!    than the tolerance (ends of steps are up to 0.7 cells farther: a center on the other side of a straight wall can put
//!    them there), and if no point that is or may become a corner of anything else is between them ([`free`]); otherwise the part is
//!    split where it is farthest.
//! 4. Chains that would become the same line enclose something, and are left as they were.
//!
//! Invariant: outlines do not cross, before and after. An outline that crossed a new line would have a corner between that and
//! the old one, or end there; step 3 looks at all corners that outlines had or can have, so the order does not matter and chains
//! are done in parallel.
//! Cost: O(n log n) typical; the inner test is O(k) for each strange point near a part of k points.
//! Degenerate: tolerance 0 leaves everything as it is.
//!
//! Source: D. Douglas, T. Peucker, "Algorithms for the reduction of the number of points required to represent a digitized line",
//! 1973, doi:10.3138/FM57-6770-U75U-7727; the condition after A. Saalfeld, "Topologically consistent line simplification with
//! the Douglas-Peucker algorithm", 1999, doi:10.1559/152304099782424901.

mod chains;
mod free;
mod graph;
mod simplify;

use self::graph::Graph;
use super::stitch::{NONE, Rings};

/// A corner after straightening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bend {
    /// Twice its place on the lattice.
    pub(crate) at: [i32; 2],
    /// Twice its height. \[grid units\]
    pub(crate) z_twice: i32,
    /// On a seam: the corner where the other side starts, or [`NONE`].
    pub(crate) mate: u32,
}

/// The corners of all rings after straightening; and for each ring its piece, and where its corners end.
pub(crate) fn straighten(rings: Rings, tolerance: f64) -> (Vec<Bend>, Vec<[u32; 2]>) {
    let double = |at: [i32; 2]| at.map(|place| place * 2);
    if tolerance <= 0.0 {
        let bends = rings.corners.iter();
        let bends =
            bends.map(|corner| Bend { at: double(corner.at), z_twice: corner.z_twice, mate: corner.mate });
        return (bends.collect(), rings.rings);
    }
    let graph = Graph::new(&rings);
    let chains = graph.chains();
    let kept = graph.simplify(&chains, tolerance);
    let mut bends: Vec<Bend> = Vec::new();
    let mut moved: Vec<u32> = vec![NONE; rings.corners.len()];
    let mut ends: Vec<[u32; 2]> = Vec::with_capacity(rings.rings.len());
    let mut start = 0;
    for &[piece, end] in &rings.rings {
        for index in start..end {
            let corner = &rings.corners[index as usize];
            if kept[graph.node_of[index as usize] as usize] {
                moved[index as usize] = bends.len() as u32;
                bends.push(Bend { at: double(corner.at), z_twice: corner.z_twice, mate: corner.mate });
            }
            let edge = graph.edge_of[index as usize];
            if edge != NONE && kept[graph.nodes.len() + edge as usize] {
                let next = &rings.corners[if index + 1 == end { start } else { index + 1 } as usize];
                let at = [corner.at[0] + next.at[0], corner.at[1] + next.at[1]];
                let z_twice = ((i64::from(corner.z_twice) + i64::from(next.z_twice)) / 2) as i32;
                bends.push(Bend { at, z_twice, mate: NONE });
            }
        }
        ends.push([piece, bends.len() as u32]);
        start = end;
    }
    for bend in &mut bends {
        if bend.mate != NONE {
            bend.mate = moved[bend.mate as usize];
        }
    }
    (bends, ends)
}
