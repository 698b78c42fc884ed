//! Takes away every vertex inside a surface, so that all corners of its triangles are on its border.
//!
//! Edges of such triangles are legal connections: straight, with both ends on the border and nothing between. Layers can therefore be chosen as sets
//! of triangles, whatever shape the surface has.
//!
//! Idea. The triangles around a vertex inside the surface form a star, seen from above a simple polygon around it, however often the surface lies
//! above itself elsewhere. Fill that polygon with triangles that do without the vertex.
//!
//! 1. Visit the corners of all triangles in order. Walk around the corner; if the walk closes, the vertex is inside.
//! 2. If it has few neighbors, cut ears off the polygon around it until nothing is left, the shortest cut first.
//! 3. Repeat with more neighbors, until no vertex inside is left. So stars stay small, though each removal makes neighbors larger.
//! 4. Flip edges until the triangulation is Delaunay (Lawson), so that short edges are there to be cut along.
//!
//! Invariant: the surface stays what it is, and its border with it. Every test is exact.
//! Cost: expected linear in the number of vertices; a star of n vertices costs n².
//! Degenerate: a vertex around which the surface turns more than once cannot be taken away; it stays, and is told.
//! After: thesis, definition 5.2, for what a connection must be; the removal is the notes' flips, by ears.

use super::fabric::Fabric;
use super::flat::{Spot, distance_sq, in_circle, turn};
use super::soup::NONE;

/// A surface of which all corners are on its border, but for those that could not be taken away.
#[derive(Clone, Debug, Default)]
pub(crate) struct Net {
    /// Its triangles.
    pub(crate) fabric: Fabric,
    /// For edges at the border: triangle times three plus corner in the surface that it was made of.
    pub(crate) rims: Vec<[u32; 3]>,
    /// Places of vertices inside that could not be taken away.
    pub(crate) stuck: Vec<u32>,
}

/// So many neighbors are allowed, round by round.
const LIMITS: [usize; 8] = [6, 8, 10, 14, 24, 48, 128, usize::MAX];

impl Net {
    /// The net of a surface.
    pub(crate) fn new(fabric: Fabric) -> Self {
        let count = fabric.triangles.len();
        let rims = (0..count as u32)
            .map(|t| {
                [0, 1, 2]
                    .map(|k| if fabric.across[t as usize][k as usize] == NONE { 3 * t + k } else { NONE })
            })
            .collect();
        let mut thinner = Thinner {
            net: Self { fabric, rims, stuck: Vec::new() },
            gone: vec![false; count],
            at_border: vec![0; count],
        };
        for limit in LIMITS {
            while thinner.round(limit) > 0 {}
        }
        thinner.finish()
    }

    /// Step 4. Edges for which `fixed` holds stay.
    pub(crate) fn improve(&mut self, fixed: impl Fn(u32, u32) -> bool) {
        let fabric = &self.fabric;
        let mut waiting: Vec<(u32, u32)> = Vec::new();
        for t in 0..fabric.triangles.len() as u32 {
            waiting.extend((0..3).filter(|&k| fabric.across[t as usize][k as usize] > t).map(|k| (t, k)));
        }
        while let Some((t, k)) = waiting.pop() {
            let Some((other, j)) = self.fabric.slot_across(t, k as usize) else { continue };
            let k = k as usize;
            let [a, b] =
                [self.fabric.triangles[t as usize][k], self.fabric.triangles[t as usize][(k + 1) % 3]];
            if other == t || fixed(a, b) {
                continue;
            }
            let [p, q, r] = self.fabric.corners(t);
            let opposite = self.fabric.corners(other)[(j + 2) % 3];
            if in_circle(p, q, r, opposite) {
                self.flip(t, k, other, j);
                waiting.extend([t, other].into_iter().flat_map(|t| (0..3).map(move |k| (t, k))));
            }
        }
    }

    /// Turns the edge between two triangles, which form a convex quadrilateral.
    pub(crate) fn flip(&mut self, t: u32, k: usize, n: u32, j: usize) {
        // t is (a, b, c) from corner k on, n is (b, a, d) from corner j on; they become (a, d, c) and (d, b, c).
        let (k1, k2, j1, j2) = ((k + 1) % 3, (k + 2) % 3, (j + 1) % 3, (j + 2) % 3);
        let (ti, ni) = (t as usize, n as usize);
        let beyond = [(n, j1), (t, k2), (n, j2), (t, k1)].map(|(from, edge)| {
            let back = self.fabric.slot_across(from, edge);
            (back, self.rims[from as usize][edge])
        });
        let f = &mut self.fabric;
        let corner = |f: &Fabric, t: usize, k: usize| (f.triangles[t][k], f.heights[t][k]);
        let (a, b, c, d) = (corner(f, ti, k), corner(f, ti, k1), corner(f, ti, k2), corner(f, ni, j2));
        for (index, corners) in [(ti, [a, d, c]), (ni, [d, b, c])] {
            f.triangles[index] = corners.map(|corner| corner.0);
            f.heights[index] = corners.map(|corner| corner.1);
        }
        let [ad, ca, db, bc] = beyond;
        f.across[ti] = [ad.0.map_or(NONE, |s| s.0), n, ca.0.map_or(NONE, |s| s.0)];
        f.across[ni] = [db.0.map_or(NONE, |s| s.0), bc.0.map_or(NONE, |s| s.0), t];
        self.rims[ti] = [ad.1, NONE, ca.1];
        self.rims[ni] = [db.1, bc.1, NONE];
        for (own, slot) in [(t, ad.0), (t, ca.0), (n, db.0), (n, bc.0)] {
            if let Some((other, edge)) = slot {
                f.across[other as usize][edge] = own;
            }
        }
    }

    /// Walks around a corner, counterclockwise, from the border if the corner is on it. Gives triangles with the corner's index in each, and
    /// whether the walk closes.
    pub(crate) fn fan(&self, t: u32, k: usize) -> (Vec<(u32, usize)>, bool) {
        fan(&self.fabric, t, k)
    }
}

/// See [`Net::fan`].
pub(crate) fn fan(fabric: &Fabric, t: u32, k: usize) -> (Vec<(u32, usize)>, bool) {
    let (mut first, mut at) = ((t, k), (t, k));
    // Clockwise: over the edge that starts at the corner. There the corner is the end of the neighbor's edge.
    while let Some((other, j)) = fabric.slot_across(at.0, at.1) {
        at = (other, (j + 1) % 3);
        if at == first {
            break;
        }
    }
    let closed = fabric.across[at.0 as usize][at.1] != NONE;
    if !closed {
        first = at;
    } else {
        at = first;
    }
    let mut around = vec![at];
    // Counterclockwise: over the edge that ends at the corner. There it is the start of the neighbor's edge.
    while let Some((other, j)) = fabric.slot_across(at.0, (at.1 + 2) % 3) {
        at = (other, j);
        if at == first {
            return (around, true);
        }
        around.push(at);
    }
    (around, false)
}

struct Thinner {
    net: Net,
    gone: Vec<bool>,
    /// Bit k: corner k is known to be on the border.
    at_border: Vec<u8>,
}

/// A side of the polygon around a vertex: where it starts, and what is beyond it.
#[derive(Clone, Copy)]
struct Side {
    spot: u32,
    height: i32,
    /// The triangle beyond, and its edge.
    beyond: Option<(u32, usize)>,
    rim: u32,
}

impl Thinner {
    /// Steps 1 and 2, once for all vertices. Says how many went.
    fn round(&mut self, limit: usize) -> usize {
        let mut removed = 0;
        let mut t = 0;
        while t < self.net.fabric.triangles.len() {
            for k in 0..3 {
                if !self.gone[t] && self.at_border[t] & 1 << k == 0 && self.remove(t as u32, k, limit) {
                    removed += 1;
                }
            }
            t += 1;
        }
        removed
    }

    /// Takes a vertex away, if it is inside and has at most so many neighbors.
    fn remove(&mut self, t: u32, k: usize, limit: usize) -> bool {
        let fabric = &self.net.fabric;
        // Most vertices at the border are found to be so by few steps.
        let mut star: Vec<(u32, usize)> = Vec::with_capacity(8);
        let mut at = (t, k);
        loop {
            star.push(at);
            if star.len() > limit {
                return false;
            }
            match fabric.slot_across(at.0, (at.1 + 2) % 3) {
                Some((other, j)) if (other, j) == (t, k) => break,
                Some(next) => at = next,
                None => {
                    self.at_border[t as usize] |= 1 << k;
                    return false;
                }
            }
        }
        let middle = fabric.corners(t)[k];
        let mut sides: Vec<Side> = star
            .iter()
            .map(|&(t, k)| {
                let next = (k + 1) % 3;
                Side {
                    spot: fabric.triangles[t as usize][next],
                    height: fabric.heights[t as usize][next],
                    beyond: fabric.slot_across(t, next),
                    rim: self.net.rims[t as usize][next],
                }
            })
            .collect();
        let own = |t: u32| star.iter().any(|&(other, _)| other == t);
        let spots = &fabric.spots;
        let turns_once = sides.len() > 2 && {
            let half = |side: &Side| {
                let at = spots[side.spot as usize];
                let (dx, dy) = (at[0] - middle[0], at[1] - middle[1]);
                dy < 0 || (dy == 0 && dx < 0)
            };
            let n = sides.len();
            (0..n).filter(|&i| half(&sides[i]) && !half(&sides[(i + 1) % n])).count() == 1
        };
        if !turns_once || sides.iter().any(|side| side.beyond.is_some_and(|(t, _)| own(t))) {
            self.at_border[t as usize] |= 1 << k;
            self.net.stuck.push(fabric.triangles[t as usize][k]);
            return false;
        }
        // Step 2. The triangles of the star are used again, but for two.
        let Some(ears) = ears(spots, &sides) else {
            self.at_border[t as usize] |= 1 << k;
            self.net.stuck.push(fabric.triangles[t as usize][k]);
            return false;
        };
        let mut free: Vec<u32> = star.iter().map(|&(t, _)| t).collect();
        free.iter().for_each(|&t| self.gone[t as usize] = true);
        for (ear, t) in ears.into_iter().zip(free.drain(..)) {
            let n = sides.len();
            let (before, after) = ((ear + n - 1) % n, (ear + 1) % n);
            if n == 3 {
                self.place(t, [sides[0], sides[1], sides[2]]);
                break;
            }
            self.place(t, [sides[before], sides[ear], Side { beyond: None, rim: NONE, ..sides[after] }]);
            sides[before] = Side { beyond: Some((t, 2)), rim: NONE, ..sides[before] };
            sides.remove(ear);
        }
        true
    }

    /// Puts a triangle into a slot, and tells its neighbors.
    fn place(&mut self, t: u32, sides: [Side; 3]) {
        let index = t as usize;
        self.gone[index] = false;
        self.at_border[index] = 0;
        let net = &mut self.net;
        net.fabric.triangles[index] = sides.map(|side| side.spot);
        net.fabric.heights[index] = sides.map(|side| side.height);
        net.fabric.across[index] = sides.map(|side| side.beyond.map_or(NONE, |(other, _)| other));
        net.rims[index] = sides.map(|side| side.rim);
        for side in sides {
            if let Some((other, edge)) = side.beyond {
                net.fabric.across[other as usize][edge] = t;
            }
        }
    }

    /// Drops the slots that are not used any more.
    fn finish(self) -> Net {
        let Self { mut net, gone, .. } = self;
        let rims = net.rims.iter().zip(&gone).filter(|(_, gone)| !**gone).map(|(rim, _)| *rim).collect();
        net.fabric = net.fabric.keep(|t| !gone[t as usize]);
        net.rims = rims;
        net.stuck.sort_unstable();
        net.stuck.dedup();
        net
    }
}

/// The ears to cut off a polygon one after another, each as an index into what is left then; the last one is all that is left.
fn ears(spots: &[Spot], sides: &[Side]) -> Option<Vec<usize>> {
    let mut left: Vec<Spot> = sides.iter().map(|side| spots[side.spot as usize]).collect();
    let mut ears = Vec::with_capacity(left.len());
    while left.len() > 3 {
        let ear = find_ear(&left)?;
        ears.push(ear);
        left.remove(ear);
    }
    ears.push(1);
    (turn(left[0], left[1], left[2]) > 0).then_some(ears)
}

/// The ear with the shortest cut; of a large polygon the first one.
fn find_ear(polygon: &[Spot]) -> Option<usize> {
    let n = polygon.len();
    let at = |i: usize| polygon[i % n];
    let is_ear = |i: usize| {
        let (a, b, c) = (at(i + n - 1), at(i), at(i + 1));
        turn(a, b, c) > 0
            && !(2..n - 1).any(|j| {
                let q = at(i + j);
                turn(a, b, q) >= 0 && turn(b, c, q) >= 0 && turn(c, a, q) >= 0
            })
    };
    if n > 32 {
        return (0..n).find(|&i| is_ear(i));
    }
    (0..n).filter(|&i| is_ear(i)).min_by_key(|&i| distance_sq(at(i + n - 1), at(i + 1)))
}
