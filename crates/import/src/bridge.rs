//! Holes with islands are joined to the ring around them.
//!
//! A layer takes its obstacles away from all walkable rings. A hole as an obstacle would therefore swallow a region that lies
//! inside it. Such a hole becomes part of the outer ring instead, by a bridge that is walked there and back and encloses nothing:
//!
//! ```text
//!     ┌─────────────┐        From the lowest of the leftmost corners of the hole the bridge
//!     │  ┌───────┐  │        runs left over passable cells, to the next side of the region.
//!     │  │ ┌───┐ │  │        So bridges cross nothing, and a hole that a bridge leads to lies
//!     │  │ └───┘ │  │        further left: following bridges ends at the outer ring.
//!     ├──┴───────┘  │
//!     └─────────────┘
//! ```
//!
//! 1. Note for each cell the rings along its left and right sides.
//! 2. Of each region, look left from its lowest and then leftmost cell. The first side there belongs to a hole around the
//!    region, or to a neighbor in the same hole.
//! 3. Find the bridges of the holes around regions, and of holes that bridges lead to.
//! 4. Walk along each outer ring, and around the holes where their bridges begin.
//!
//! Cost: linear in the number of cells, but for sorting bridges. A run of passable cells has at most one bridge.

use crate::outline::{CellRing, Cells, Outline};

const NONE: u32 = u32::MAX;

/// One outline a region, from the rings of all of them.
pub(crate) fn join(cells: &Cells, regions: &[u32], count: usize, rings: &[CellRing]) -> Vec<Outline> {
    let sides = Sides::of(cells, rings);
    let bridges = bridges(cells, rings, &sides, surrounding_holes(cells, regions, count, rings, &sides));
    let mut outlines = vec![Outline::default(); count];
    for (ring, traced) in rings.iter().enumerate() {
        let outline = &mut outlines[traced.region as usize];
        if !traced.is_hole {
            outline.outer = walk(ring as u32, rings, &bridges.by_side);
        } else if !bridges.joined[ring] {
            outline.holes.push(traced.corners.clone());
        }
    }
    outlines
}

/// What runs along the vertical sides of cells.
struct Sides {
    /// Ring and edge along the left side of each cell.
    left: Vec<[u32; 2]>,
    /// Ring along the right side of each cell.
    right: Vec<u32>,
}

impl Sides {
    fn of(cells: &Cells, rings: &[CellRing]) -> Self {
        let size = cells.width * cells.height;
        let mut sides = Self { left: vec![[NONE; 2]; size], right: vec![NONE; size] };
        for (ring, traced) in rings.iter().enumerate() {
            let next = traced.corners.iter().cycle().skip(1);
            for (edge, (a, b)) in traced.corners.iter().zip(next).enumerate() {
                // Region cells are on the left: north of them is their right side, south their left one.
                if a[0] == b[0] {
                    for y in a[1]..b[1] {
                        sides.right[y as usize * cells.width + a[0] as usize - 1] = ring as u32;
                    }
                    for y in b[1]..a[1] {
                        sides.left[y as usize * cells.width + a[0] as usize] = [ring as u32, edge as u32];
                    }
                }
            }
        }
        sides
    }
}

/// The holes with a region inside, each once.
fn surrounding_holes(
    cells: &Cells,
    regions: &[u32],
    count: usize,
    rings: &[CellRing],
    sides: &Sides,
) -> Vec<u32> {
    let mut hole_around = vec![NONE; count];
    let mut next_region = 0;
    for y in 0..cells.height {
        let mut last = NONE;
        let row = y * cells.width..(y + 1) * cells.width;
        for (&region, &side) in regions[row.clone()].iter().zip(&sides.right[row]) {
            // Regions are numbered by their lowest and then leftmost cells, so the neighbor was here before.
            if region == next_region {
                hole_around[next_region as usize] = match rings.get(last as usize) {
                    Some(ring) if ring.is_hole => last,
                    Some(ring) => hole_around[ring.region as usize],
                    None => NONE,
                };
                next_region += 1;
            }
            if side != NONE {
                last = side;
            }
        }
    }
    let mut holes: Vec<u32> = hole_around.into_iter().filter(|&hole| hole != NONE).collect();
    holes.sort_unstable();
    holes.dedup();
    holes
}

/// A bridge to a hole.
struct Bridge {
    /// The ring from which it leads, and the edge of it.
    side: [u32; 2],
    /// Where it begins.
    from: [u32; 2],
    /// The hole, and its corner where the bridge ends.
    to: [u32; 2],
}

struct Bridges {
    /// Sorted by side, and along it.
    by_side: Vec<Bridge>,
    /// Whether a bridge leads to it, of all rings.
    joined: Vec<bool>,
}

fn bridges(cells: &Cells, rings: &[CellRing], sides: &Sides, mut holes: Vec<u32>) -> Bridges {
    let mut joined = vec![false; rings.len()];
    holes.iter().for_each(|&hole| joined[hole as usize] = true);
    let mut by_side = Vec::new();
    while let Some(hole) = holes.pop() {
        let corners = &rings[hole as usize].corners;
        let Some((index, &[right, y])) = corners.iter().enumerate().min_by_key(|&(_, corner)| corner) else {
            continue;
        };
        let mut x = right as usize;
        let side = loop {
            x -= 1;
            let side = sides.left[y as usize * cells.width + x];
            if side[0] != NONE {
                break side;
            }
        };
        by_side.push(Bridge { side, from: [x as u32, y], to: [hole, index as u32] });
        let reached = side[0] as usize;
        if rings[reached].is_hole && !joined[reached] {
            joined[reached] = true;
            holes.push(side[0]);
        }
    }
    // Left sides of cells run south.
    by_side.sort_unstable_by_key(|bridge| (bridge.side, std::cmp::Reverse(bridge.from[1])));
    Bridges { by_side, joined }
}

/// A ring that is being walked.
struct Visit {
    ring: u32,
    /// The corner where it began.
    start: usize,
    /// How many edges are done.
    done: usize,
    /// The next bridge, if it is on this edge.
    next: usize,
    /// Where to go at the end.
    back: Option<[u32; 2]>,
}

/// The corners of a ring and of all holes that hang on it.
fn walk(ring: u32, rings: &[CellRing], bridges: &[Bridge]) -> Vec<[u32; 2]> {
    let first_on = |ring: u32, edge: usize| bridges.partition_point(|b| b.side < [ring, edge as u32]);
    let mut walked: Vec<[u32; 2]> = Vec::new();
    // Bridges can begin at corners, which are then not written twice.
    let mut step = |corner| {
        if walked.last() != Some(&corner) {
            walked.push(corner);
        }
    };
    step(rings[ring as usize].corners[0]);
    let mut visits = vec![Visit { ring, start: 0, done: 0, next: first_on(ring, 0), back: None }];
    while let Some(visit) = visits.last_mut() {
        let corners = &rings[visit.ring as usize].corners;
        let edge = (visit.start + visit.done) % corners.len();
        let bridge = bridges.get(visit.next).filter(|bridge| bridge.side == [visit.ring, edge as u32]);
        if visit.done == corners.len() {
            visit.back.into_iter().for_each(&mut step);
            visits.pop();
        } else if let Some(&Bridge { from, to: [hole, start], .. }) = bridge {
            visit.next += 1;
            let start = start as usize;
            step(from);
            step(rings[hole as usize].corners[start]);
            visits.push(Visit { ring: hole, start, done: 0, next: first_on(hole, start), back: Some(from) });
        } else {
            let edge = (edge + 1) % corners.len();
            step(corners[edge]);
            visit.done += 1;
            visit.next = first_on(visit.ring, edge);
        }
    }
    // The outer ring ends where it began.
    walked.pop();
    walked
}
