//! The border of a layer: from loose edges to rings and lines.
//!
//! 1. Edges that run both ways have floor on both sides, at different heights or with a thin wall between. In a layer they are lines.
//! 2. The others are followed from end to end. Where several go on, the one that keeps the floor on its left as one corner of it: the first one clockwise
//!    from where the walk came from.
//! 3. Corners that do not matter are left out: those on a straight line, but for the tolerance of sewing, that nothing else touches.
//!
//! Invariant: edges are balanced: as many start at a place as end there. So every walk closes.

use super::flat::{Spot, turn};
use super::leaf::LeafEdge;
use super::tolerance::beside;

/// A corner of a ring: place and height.
pub(crate) type RingCorner = (u32, i32);

/// The border of a layer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Border {
    /// Rings with floor to their left: those that turn left go around it, the others around holes.
    pub(crate) rings: Vec<Vec<RingCorner>>,
    /// Lines with floor on both sides.
    pub(crate) lines: Vec<[RingCorner; 2]>,
}

impl Border {
    /// The border of a layer with these edges. Corners in `fixed` (sorted) stay.
    pub(crate) fn new(spots: &[Spot], edges: &[LeafEdge], fixed: &[u32]) -> Self {
        // Step 1.
        let mut sorted: Vec<(u64, LeafEdge)> = edges
            .iter()
            .map(|edge| {
                let [a, b] = edge.ends;
                (u64::from(a.min(b)) << 32 | u64::from(a.max(b)), *edge)
            })
            .collect();
        sorted.sort_by_key(|(key, edge)| (*key, edge.ends, edge.heights));
        let mut border = Self::default();
        let mut kept: Vec<LeafEdge> = Vec::with_capacity(edges.len());
        for group in sorted.chunk_by(|one, two| one.0 == two.0) {
            let first = group[0].1.ends;
            let (there, back): (Vec<&LeafEdge>, Vec<&LeafEdge>) =
                group.iter().map(|(_, edge)| edge).partition(|edge| edge.ends == first);
            let both = there.len().min(back.len());
            if both > 0 {
                let [a, b] = there[0].ends;
                border.lines.push([(a, there[0].heights[0]), (b, there[0].heights[1])]);
            }
            kept.extend(there[both..].iter().chain(&back[both..]).copied());
        }
        // Step 2.
        kept.sort_by_key(|edge| (edge.ends, edge.heights));
        let mut used = vec![false; kept.len()];
        let mut touched: Vec<u32> = fixed.to_vec();
        touched.extend(border.lines.iter().flatten().map(|corner| corner.0));
        touched.sort_unstable();
        touched.dedup();
        for first in 0..kept.len() {
            if used[first] {
                continue;
            }
            let mut ring = Vec::new();
            let mut at = first;
            loop {
                used[at] = true;
                ring.push((kept[at].ends[0], kept[at].heights[0]));
                let Some(next) = go_on(spots, &kept, &used, at, first) else { break };
                at = next;
            }
            border.rings.push(ring);
        }
        // Corners where several rings meet, or one twice.
        let mut all: Vec<u32> = border.rings.iter().flatten().map(|corner| corner.0).collect();
        all.sort_unstable();
        touched.extend(all.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]));
        touched.sort_unstable();
        touched.dedup();
        for ring in &mut border.rings {
            *ring = simplify(spots, ring, |corner| touched.binary_search(&corner).is_ok());
        }
        border.rings.retain(|ring| ring.len() > 2 && twice_area(spots, ring) != 0);
        border
    }
}

/// The edge after one; `None` back at the first.
fn go_on(spots: &[Spot], edges: &[LeafEdge], used: &[bool], at: usize, first: usize) -> Option<usize> {
    let [from, here] = edges[at].ends;
    let start = edges.partition_point(|edge| edge.ends[0] < here);
    let choices = (start..edges.len())
        .take_while(|&index| edges[index].ends[0] == here)
        .filter(|&index| !used[index] || index == first);
    let (back, middle) = (spots[from as usize], spots[here as usize]);
    let best = choices.min_by(|&one, &two| {
        let [one, two] = [one, two].map(|index| spots[edges[index].ends[1] as usize]);
        clockwise(middle, back, one, two)
    })?;
    (best != first).then_some(best)
}

/// Which of two directions comes first, turning clockwise from `back`.
fn clockwise(middle: Spot, back: Spot, one: Spot, two: Spot) -> std::cmp::Ordering {
    // Clockwise from `back` the first half turn is to its right.
    let half = |to: Spot| {
        let side = turn(middle, back, to);
        let ahead = side == 0 && {
            let dot: i64 = (0..2)
                .map(|k| {
                    (i64::from(back[k]) - i64::from(middle[k])) * (i64::from(to[k]) - i64::from(middle[k]))
                })
                .sum();
            dot < 0
        };
        // Going straight back comes last.
        if side < 0 {
            0
        } else if ahead {
            1
        } else if side > 0 {
            2
        } else {
            3
        }
    };
    half(one).cmp(&half(two)).then_with(|| turn(middle, one, two).cmp(&0))
}

/// Step 3.
fn simplify(spots: &[Spot], ring: &[RingCorner], fixed: impl Fn(u32) -> bool) -> Vec<RingCorner> {
    let n = ring.len();
    if n <= 3 {
        return ring.to_vec();
    }
    // Start at a corner that stays: one that is fixed, or else the leftmost.
    let start = (0..n)
        .find(|&i| fixed(ring[i].0))
        .or_else(|| (0..n).min_by_key(|&i| spots[ring[i].0 as usize]))
        .unwrap_or(0);
    let at = |i: usize| ring[(start + i) % n];
    let mut kept = vec![at(0)];
    let mut from = 0;
    while from < n {
        let mut to = from + 1;
        while to < n && !fixed(at(to).0) && straight(spots, (from..=to + 1).map(at)) {
            to += 1;
        }
        if to < n {
            kept.push(at(to));
        }
        from = to;
    }
    if kept.len() > 2 { kept } else { ring.to_vec() }
}

/// Whether all corners between are close to the line from the first to the last, and between them. Half of the tolerance of sewing: so no other
/// corner, which is farther away than all of it, is passed over.
fn straight(spots: &[Spot], corners: impl Iterator<Item = RingCorner>) -> bool {
    let corners: Vec<RingCorner> = corners.collect();
    let [(first, low), .., (last, high)] = corners[..] else { return false };
    let (a, b) = (spots[first as usize], spots[last as usize]);
    if a == b {
        return false;
    }
    let d = [0, 1].map(|k| f64::from(b[k]) - f64::from(a[k]));
    let square = d[0] * d[0] + d[1] * d[1];
    let reach = beside(false) as f64 / 2.0;
    let mut before = 0.0;
    corners[1..corners.len() - 1].iter().all(|&(corner, height)| {
        let at = spots[corner as usize];
        let e = [0, 1].map(|k| f64::from(at[k]) - f64::from(a[k]));
        let (cross, t) = (turn(a, b, at) as f64, (d[0] * e[0] + d[1] * e[1]) / square);
        let level = f64::from(low) + t * (f64::from(high) - f64::from(low));
        let forward = t > before && t < 1.0;
        before = t;
        cross * cross <= reach * reach * square && forward && (f64::from(height) - level).abs() <= 50.0
    })
}

/// Twice the area of a ring, positive if it turns left.
pub(crate) fn twice_area(spots: &[Spot], ring: &[RingCorner]) -> i128 {
    let Some(&(first, _)) = ring.first() else { return 0 };
    let origin = spots[first as usize];
    let d = |corner: RingCorner, k: usize| i128::from(spots[corner.0 as usize][k]) - i128::from(origin[k]);
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(&a, &b)| d(a, 0) * d(b, 1) - d(b, 0) * d(a, 1)).sum()
}
