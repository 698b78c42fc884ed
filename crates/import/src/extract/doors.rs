//! Doors: straight edges of a net, from jamb to jamb, on whose two sides there must be different layers.
//!
//! 1. A door of the model is a line in the middle of its wall. Look for corners of the border near both ends of it, at the height of its threshold.
//! 2. Try pairs of them, best first: as long as the door, and in its middle.
//! 3. Turn the edges of the net that cross the line between the two, until none does; then the line is an edge.
//! 4. The triangles on both sides of it are put into conflict, so that it becomes a connection.
//!
//! Cost: small; a door crosses few triangles.
//! Degenerate: a line that would run over a corner or through a border is not tried further. A door without any pair, as in a passage that is wider than its door,
//! is told.
//! After: Sloan, A fast algorithm for generating constrained Delaunay triangulations, Comput. Struct. 47 (1993) 441-450, for step 3.

use super::flat::{Spot, turn};
use super::soup::NONE;
use super::terrain::within;
use super::thin::Net;
use super::tolerance::PER_METER;
use crate::model::Door;

/// A door in a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    /// Which door of the model.
    pub(crate) door: u32,
    /// Its ends, as places.
    pub(crate) ends: [u32; 2],
    /// Height of its first end. \[units\]
    height: i32,
}

/// How far beyond the middle of the wall jambs are looked for, besides half of its thickness. \[m\]
const REACH: f64 = 0.3;
/// Floors at a door are this close to its threshold. \[units\]
const THRESHOLD: i32 = 4000;
/// So many pairs of corners are tried.
const TRIES: usize = 12;
/// So many turns of edges are allowed for one door.
const TURNS: usize = 400;

/// A corner at the border of a net.
#[derive(Clone, Copy, Debug)]
struct Jamb {
    slot: (u32, usize),
    spot: u32,
    height: i32,
}

/// Whether the door may be in a part of the surface with these bounds.
pub(crate) fn is_within(door: &Door, origin: [i64; 3], bounds: [Spot; 2], heights: [i32; 2]) -> bool {
    let [p, q] = on_grid(door, origin);
    let middle = [(p[0] + q[0]) / 2.0, (p[1] + q[1]) / 2.0];
    let bottom = door.bottom * PER_METER - origin[2] as f64;
    (0..2).all(|k| middle[k] >= f64::from(bounds[0][k]) && middle[k] <= f64::from(bounds[1][k]))
        && bottom >= f64::from(heights[0] - THRESHOLD)
        && bottom <= f64::from(heights[1] + THRESHOLD)
}

/// Makes edges of doors. Gives those that are in the net now.
pub(crate) fn place_doors(net: &mut Net, doors: &[(u32, &Door)], origin: [i64; 3]) -> Vec<Placed> {
    let mut placed: Vec<Placed> = Vec::new();
    for &(index, door) in doors {
        let [p, q] = on_grid(door, origin);
        let bottom = (door.bottom * PER_METER - origin[2] as f64) as i32;
        let reach = (REACH + door.depth / 2.0) * PER_METER;
        // Step 1.
        let near = |at: [f64; 2]| jambs(net, at, bottom, reach);
        let (first, second) = (near(p), near(q));
        let length = distance(p, q);
        let mut pairs: Vec<(f64, Jamb, Jamb)> = Vec::new();
        for &a in &first {
            for &b in &second {
                let [from, to] = [a, b].map(|jamb| flat(net.fabric.spots[jamb.spot as usize]));
                let own = distance(from, to);
                let along = (to[0] - from[0]) * (q[0] - p[0]) + (to[1] - from[1]) * (q[1] - p[1]);
                // Neither shorter than half of the door, nor across its passage.
                if a.spot == b.spot || own < length / 2.0 || along < 0.9 * own * length {
                    continue;
                }
                let off = distance(mean(from, to), mean(p, q));
                pairs.push((off + (own - length).abs(), a, b));
            }
        }
        // Step 2.
        pairs.sort_by(|one, two| {
            one.0.total_cmp(&two.0).then((one.1.spot, one.2.spot).cmp(&(two.1.spot, two.2.spot)))
        });
        for (_, a, b) in pairs.into_iter().take(TRIES) {
            let ends = [a.spot, b.spot];
            if placed.iter().any(|other| other.ends == ends && (other.height - a.height).abs() < THRESHOLD) {
                break;
            }
            if make_edge(net, a, b, &placed) {
                placed.push(Placed { door: index, ends, height: a.height });
                break;
            }
        }
    }
    placed
}

impl Placed {
    /// Where the door is in a net: the triangle on its left and the one on its right.
    pub(crate) fn sides(&self, net: &Net) -> Option<[u32; 2]> {
        let fabric = &net.fabric;
        for t in 0..fabric.triangles.len() as u32 {
            for k in 0..3 {
                if self.is_edge(net, t, k) && fabric.triangles[t as usize][k] == self.ends[0] {
                    return fabric.slot_across(t, k).map(|(other, _)| [t, other]);
                }
            }
        }
        None
    }

    /// Whether it is this edge of a triangle, in either direction.
    pub(crate) fn is_edge(&self, net: &Net, t: u32, k: usize) -> bool {
        let (corners, heights) = (net.fabric.triangles[t as usize], net.fabric.heights[t as usize]);
        let next = (k + 1) % 3;
        [(k, next), (next, k)].iter().any(|&(a, b)| {
            corners[a] == self.ends[0]
                && corners[b] == self.ends[1]
                && (heights[a] - self.height).abs() < THRESHOLD
        })
    }
}

/// Corners at the border near a place.
fn jambs(net: &Net, at: [f64; 2], height: i32, reach: f64) -> Vec<Jamb> {
    let fabric = &net.fabric;
    let mut found = Vec::new();
    for t in 0..fabric.triangles.len() as u32 {
        for k in 0..3 {
            // Each corner at the border once: where the border starts from it.
            let own = fabric.heights[t as usize][k];
            if fabric.across[t as usize][k] == NONE && (own - height).abs() <= THRESHOLD {
                let spot = fabric.triangles[t as usize][k];
                if distance(flat(fabric.spots[spot as usize]), at) <= reach {
                    found.push(Jamb { slot: (t, k), spot, height: own });
                }
            }
        }
    }
    found
}

/// Step 3. Says whether the line is an edge now.
fn make_edge(net: &mut Net, a: Jamb, b: Jamb, placed: &[Placed]) -> bool {
    // Slots of triangles change when edges turn, so the corner is looked for again by the border edge that starts there.
    let (t, k) = a.slot;
    let rim = net.rims[t as usize][k];
    for _ in 0..TURNS {
        let Some(start) = (0..net.rims.len() as u32)
            .find_map(|t| (0..3).find(|&k| net.rims[t as usize][k] == rim).map(|k| (t, k)))
        else {
            return false;
        };
        match crossings(net, start, b, placed) {
            None => return false,
            Some(edges) if edges.is_empty() => return true,
            Some(edges) => {
                let goal = net.fabric.spots[b.spot as usize];
                let from = net.fabric.spots[a.spot as usize];
                // Of those that can be turned, one that does not cross the line afterwards.
                let turnable = |&&(t, k): &&(u32, usize)| quad(net, t, k).is_some_and(|q| is_convex(&q));
                let clears = |&(t, k): &(u32, usize)| {
                    quad(net, t, k).is_some_and(|[_, d, _, c]| {
                        let (at_c, at_d) = (turn(from, goal, c), turn(from, goal, d));
                        at_c == 0 || at_d == 0 || (at_c > 0) == (at_d > 0)
                    })
                };
                let mut able = edges.iter().filter(turnable);
                let first = able.clone().find(|edge| clears(edge)).or_else(|| able.next()).copied();
                let Some((t, k)) = first else { return false };
                let Some((other, j)) = net.fabric.slot_across(t, k) else { return false };
                net.flip(t, k, other, j);
            }
        }
    }
    false
}

/// The edges that the line from a corner to another crosses; `None` if there is no straight way.
fn crossings(net: &Net, start: (u32, usize), b: Jamb, placed: &[Placed]) -> Option<Vec<(u32, usize)>> {
    let fabric = &net.fabric;
    let (around, _) = net.fan(start.0, start.1);
    let u = fabric.corners(start.0)[start.1];
    let v = fabric.spots[b.spot as usize];
    for &(t, k) in &around {
        let ends = [(k + 1) % 3, (k + 2) % 3].map(|k| fabric.triangles[t as usize][k]);
        if ends.contains(&b.spot) {
            return Some(Vec::new());
        }
    }
    let (mut t, k) = around.into_iter().find(|&(t, k)| within(fabric.corners(t), k, v))?;
    if turn(u, v, fabric.corners(t)[(k + 1) % 3]) == 0 {
        return None;
    }
    let mut edge = (k + 1) % 3;
    let mut edges = Vec::new();
    loop {
        if placed.iter().any(|door| door.is_edge(net, t, edge)) {
            return None;
        }
        edges.push((t, edge));
        let (next, j) = fabric.slot_across(t, edge)?;
        let apex = (j + 2) % 3;
        t = next;
        match turn(u, v, fabric.corners(t)[apex]) {
            0 => return (fabric.triangles[t as usize][apex] == b.spot).then_some(edges),
            1.. => edge = (j + 1) % 3,
            _ => edge = apex,
        }
    }
}

/// The corners around an edge between two triangles: its start, the corner beyond, its end, and the own corner.
fn quad(net: &Net, t: u32, k: usize) -> Option<[Spot; 4]> {
    let (other, j) = net.fabric.slot_across(t, k)?;
    let own = net.fabric.corners(t);
    let beyond = net.fabric.corners(other)[(j + 2) % 3];
    (other != t).then(|| [own[k], beyond, own[(k + 1) % 3], own[(k + 2) % 3]])
}

fn is_convex(quad: &[Spot; 4]) -> bool {
    (0..4).all(|i| turn(quad[i], quad[(i + 1) % 4], quad[(i + 2) % 4]) > 0)
}

fn on_grid(door: &Door, origin: [i64; 3]) -> [[f64; 2]; 2] {
    door.segment.map(|at| [0, 1].map(|k| at[k] * PER_METER - origin[k] as f64))
}

fn flat([x, y]: Spot) -> [f64; 2] {
    [f64::from(x), f64::from(y)]
}

fn mean(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    (dx * dx + dy * dy).sqrt()
}
