//! The piece of walkable space in a convex polygon that holds a place: Voronoi cells end at walls.
//!
//! 1. For each side of the polygon cut all rings along it. A ring that crosses the line falls into chains, each of which comes in
//!    somewhere on the line and goes out somewhere else.
//! 2. Sort the places where chains go out along the line, and those where chains come in. Walkable space is on the left of rings, so from
//!    where the k-th one goes out it is walkable along the line to where the k-th one comes in. Join chains there to new rings.
//! 3. Of the rings that are left in the end take the smallest outer one around the place, and the holes in it.
//!
//! Invariant: rings have walkable space on their left, before and after a cut.
//! Cost: corners times sides.
//! Degenerate: a corner on the line counts as outside, for both of its sides, so each chain has both of its ends. Rounding may put ends of
//! chains that nearly touch in the wrong order; the rings are joined the wrong way then, across a gap that has no width.

use super::polygon::{HalfPlane, Point, has, sides, signed_area};

/// What of walkable space is in a half-plane, as rings again.
pub(crate) fn cut(rings: &[Vec<Point>], half_plane: &HalfPlane) -> Vec<Vec<Point>> {
    let mut kept = Vec::with_capacity(rings.len());
    let mut chains = Vec::new();
    // Step 1.
    for ring in rings {
        let inside: Vec<bool> = ring.iter().map(|&z| half_plane.depth(z) > 0.0).collect();
        if inside.iter().all(|&is| is) {
            if !ring.is_empty() {
                kept.push(ring.clone());
            }
        } else {
            split(ring, &inside, half_plane, &mut chains);
        }
    }
    // Step 2.
    let along = |z: Point| -half_plane.normal[1] * z[0] + half_plane.normal[0] * z[1];
    let by_place = |ends: Vec<Point>| {
        let mut order: Vec<usize> = (0..ends.len()).collect();
        order.sort_by(|&a, &b| along(ends[a]).total_cmp(&along(ends[b])));
        order
    };
    let entries = by_place(chains.iter().map(|chain| chain[0]).collect());
    let exits = by_place(chains.iter().map(|chain| chain[chain.len() - 1]).collect());
    let mut next = vec![0; chains.len()];
    for (&exit, &entry) in exits.iter().zip(&entries) {
        next[exit] = entry;
    }
    let mut used = vec![false; chains.len()];
    for first in 0..chains.len() {
        let mut ring = Vec::new();
        let mut chain = first;
        while !used[chain] {
            used[chain] = true;
            ring.extend_from_slice(&chains[chain]);
            chain = next[chain];
        }
        if !ring.is_empty() {
            kept.push(ring);
        }
    }
    kept
}

/// What of walkable space is in a convex polygon, as rings.
pub(crate) fn cut_convex(rings: &[Vec<Point>], convex: &[Point]) -> Vec<Vec<Point>> {
    sides(convex).fold(rings.to_vec(), |rings, side| cut(&rings, &HalfPlane::left_of(side)))
}

/// Step 3: of walkable space the piece that holds a place; nothing if the place is not walkable.
pub(crate) fn piece_around(rings: Vec<Vec<Point>>, place: Point) -> Vec<Vec<Point>> {
    let areas: Vec<f64> = rings.iter().map(|ring| signed_area(ring)).collect();
    let smallest_around = |z: Point| {
        let around = (0..rings.len()).filter(|&k| areas[k] > 0.0 && has(&rings[k], z));
        around.min_by(|&a, &b| areas[a].total_cmp(&areas[b]))
    };
    let Some(outer) = smallest_around(place) else { return Vec::new() };
    let is_hole = |k: usize| areas[k] < 0.0 && smallest_around(rings[k][0]) == Some(outer);
    if (0..rings.len()).any(|k| is_hole(k) && has(&rings[k], place)) {
        return Vec::new();
    }
    let own: Vec<bool> = (0..rings.len()).map(|k| k == outer || is_hole(k)).collect();
    rings.into_iter().zip(own).filter_map(|(ring, own)| own.then_some(ring)).collect()
}

/// The chains of a ring that are inside, each from where it comes in to where it goes out.
fn split(ring: &[Point], inside: &[bool], half_plane: &HalfPlane, chains: &mut Vec<Vec<Point>>) {
    let count = ring.len();
    let Some(start) = (0..count).find(|&k| !inside[k] && inside[(k + 1) % count]) else { return };
    let mut chain: Option<Vec<Point>> = None;
    for k in start..start + count {
        let (a, b) = (k % count, (k + 1) % count);
        match (inside[a], inside[b]) {
            (false, true) => chain = Some(vec![half_plane.crossing(ring[a], ring[b]), ring[b]]),
            (true, true) => {
                if let Some(chain) = &mut chain {
                    chain.push(ring[b]);
                }
            }
            (true, false) => {
                if let Some(mut chain) = chain.take() {
                    chain.push(half_plane.crossing(ring[a], ring[b]));
                    chains.push(chain);
                }
            }
            (false, false) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::polygon::area_in_convex;
    use super::*;
    use crate::random::{Purpose, Random};

    fn total(rings: &[Vec<Point>]) -> f64 {
        rings.iter().map(|ring| signed_area(ring)).sum()
    }

    /// A comb: a bar with teeth downward, and a hole in the bar.
    fn comb() -> Vec<Vec<Point>> {
        let mut ring = vec![[9.0, 3.0], [0.0, 3.0]];
        for k in 0..5 {
            let x = 2.0 * f64::from(k);
            ring.extend([[x, 0.0], [x + 1.0, 0.0], [x + 1.0, 2.0], [x + 2.0, 2.0]]);
        }
        ring.pop();
        ring.pop();
        ring.push([9.0, 0.0]);
        vec![ring, vec![[4.0, 2.25], [4.0, 2.75], [5.0, 2.75], [5.0, 2.25]]]
    }

    #[test]
    fn teeth_are_pieces() {
        let low = HalfPlane { normal: [0.0, 1.0], limit: 1.0 };
        let teeth = cut(&comb(), &low);
        assert_eq!(teeth.len(), 5, "{teeth:?}");
        assert!((total(&teeth) - 5.0).abs() < 1e-12, "each of one square meter");
        let own = piece_around(teeth, [4.5, 0.5]);
        assert_eq!((own.len(), total(&own)), (1, 1.0), "the third one");
        let bar = cut(&comb(), &HalfPlane { normal: [0.0, -1.0], limit: -2.0 });
        let own = piece_around(bar, [8.0, 2.5]);
        assert!((total(&own) - 8.5).abs() < 1e-12, "the bar without its hole");
        assert!(piece_around(comb(), [4.5, 2.5]).is_empty(), "in the hole it is not walkable");
        assert!(piece_around(comb(), [1.5, 1.0]).is_empty(), "nor between the teeth");
    }

    #[test]
    fn cutting_keeps_the_area() {
        // Lines in all directions, many of them through corners, against plain clipping, which knows nothing of pieces.
        for seed in 0..400 {
            let mut random = Random::new(seed, Purpose::Properties, 0, 0);
            let mut place = || {
                let mut coordinate = |most: f64| {
                    let v = random.unit() * most;
                    if seed % 2 == 0 { v.round() } else { v }
                };
                [coordinate(9.0), coordinate(3.0)]
            };
            let (a, b, c) = (place(), place(), place());
            let mut triangle = vec![a, b, c];
            if signed_area(&triangle) < 0.0 {
                triangle.swap(0, 1);
            }
            if signed_area(&triangle) == 0.0 {
                continue;
            }
            let pieces = cut_convex(&comb(), &triangle);
            let expected = area_in_convex(&comb(), &triangle);
            assert!((total(&pieces) - expected).abs() < 1e-9, "{seed}: {} {expected}", total(&pieces));
            // Pieces around places: each is a part, and all places in it have it.
            for _ in 0..10 {
                let z = place();
                let own = piece_around(pieces.clone(), z);
                assert!(total(&own) <= expected + 1e-9, "{seed}");
            }
        }
    }
}
