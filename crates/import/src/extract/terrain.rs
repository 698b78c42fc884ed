//! Which part of the surface, with its heights, belongs to which leaf.
//!
//! Leaves were chosen on a net that has no vertices inside, and so no heights there. Their cuts are straight lines over the surface as it was.
//!
//! 1. Find where each cut starts on the surface: the corner of the border that both have in common, and the same angle from there.
//! 2. Follow it in a straight line from triangle to triangle, over vertices and along edges too; every turn is decided exactly.
//! 3. Split the triangles that cuts run through.
//! 4. Flood the others from there; edges that cuts run along are not crossed.
//!
//! Cost: linear in the triangles of the component. Heights are in doubles; no decision about topology reads them.
//! Degenerate: where the surface turns more than once around a corner, the sum of angles tells which turn is meant.

use super::fabric::Fabric;
use super::flat::{Spot, turn};
use super::layers::Layering;
use super::leaf::Leaf;
use super::soup::NONE;
use super::thin::{Net, fan};

/// Gives all triangles of a component to a leaf.
pub(crate) fn give_all(fabric: &Fabric, leaf: &mut Leaf) {
    for t in 0..fabric.triangles.len() as u32 {
        leaf.terrain.push(corners(fabric, t));
        leaf.pieces.push(fabric.pieces[t as usize]);
    }
}

/// Gives the triangles of a component to the leaves of its layers. Says how many cuts could not be followed.
pub(crate) fn share_out(fabric: &Fabric, net: &Net, layering: &Layering, leaves: &mut [Leaf]) -> usize {
    let mut paths = Paths::new(fabric);
    let mut lost = 0;
    for (t, k, other) in layering.cuts(net) {
        let sides = [layering.of[t as usize], layering.of[other as usize]];
        lost += usize::from(!paths.follow(net, t, k, sides));
    }
    let mut label = vec![NONE; fabric.triangles.len()];
    let mut stack: Vec<u32> = Vec::new();
    // Step 3.
    paths.chords.sort_by_key(|chord| chord.triangle);
    let mut is_crossed = vec![false; fabric.triangles.len()];
    paths.chords.iter().for_each(|chord| is_crossed[chord.triangle as usize] = true);
    for group in paths.chords.chunk_by(|one, two| one.triangle == two.triangle) {
        let t = group[0].triangle;
        let shards = split(fabric, t, group);
        for (shard, own) in &shards {
            for pair in 1..shard.len().saturating_sub(1) {
                if let Some(leaf) = leaves.get_mut(*own as usize) {
                    leaf.terrain.push([shard[0].at, shard[pair].at, shard[pair + 1].at]);
                    leaf.pieces.push(fabric.pieces[t as usize]);
                }
            }
        }
        for k in 0..3 {
            let other = fabric.across[t as usize][k];
            let whole =
                |shard: &[Mark]| [k, (k + 1) % 3].iter().all(|k| shard.iter().any(|m| m.corner == Some(*k)));
            let found = shards.iter().find(|(shard, _)| whole(shard));
            if let Some(&(_, own)) = found
                && other != NONE
                && !is_crossed[other as usize]
                && label[other as usize] == NONE
                && !paths.is_cut(t, k)
            {
                label[other as usize] = own;
                stack.push(other);
            }
        }
    }
    // Step 4.
    for &(t, own) in &paths.beside {
        if !is_crossed[t as usize] && label[t as usize] == NONE {
            label[t as usize] = own;
            stack.push(t);
        }
    }
    while let Some(t) = stack.pop() {
        for k in 0..3 {
            let other = fabric.across[t as usize][k];
            if other != NONE
                && !is_crossed[other as usize]
                && label[other as usize] == NONE
                && !paths.is_cut(t, k)
            {
                label[other as usize] = label[t as usize];
                stack.push(other);
            }
        }
    }
    for t in 0..fabric.triangles.len() as u32 {
        if is_crossed[t as usize] {
            continue;
        }
        // Without any cut there is one layer.
        let own = if layering.count == 1 { 0 } else { label[t as usize] };
        if let Some(leaf) = leaves.get_mut(own as usize) {
            leaf.terrain.push(corners(fabric, t));
            leaf.pieces.push(fabric.pieces[t as usize]);
        }
    }
    lost
}

/// A corner of a part of a triangle.
#[derive(Clone, Copy, Debug)]
struct Mark {
    at: [f64; 3],
    /// The corner of the triangle that it is.
    corner: Option<usize>,
}

/// A cut's way through a triangle, from side to side.
#[derive(Clone, Copy, Debug)]
struct Chord {
    triangle: u32,
    /// Its middle. Its ends can be so close together that they have no direction.
    middle: [f64; 2],
    /// The ends of the cut.
    line: [Spot; 2],
    /// Leaves on its left and right.
    sides: [u32; 2],
}

/// The ways of all cuts over a surface.
struct Paths<'f> {
    fabric: &'f Fabric,
    chords: Vec<Chord>,
    /// Edges that cuts run along, as triangle times three plus edge, of both sides; sorted before they are asked for.
    along: std::collections::BTreeSet<u32>,
    /// Triangles beside such edges, and their leaves.
    beside: Vec<(u32, u32)>,
}

impl<'f> Paths<'f> {
    fn new(fabric: &'f Fabric) -> Self {
        Self { fabric, chords: Vec::new(), along: std::collections::BTreeSet::new(), beside: Vec::new() }
    }

    fn is_cut(&self, t: u32, k: usize) -> bool {
        self.along.contains(&(3 * t + k as u32))
    }

    /// Follows a cut along edge `k` of a triangle of the net. Says whether it arrived.
    fn follow(&mut self, net: &Net, t: u32, k: usize, sides: [u32; 2]) -> bool {
        let fabric = self.fabric;
        let goal = net.fabric.triangles[t as usize][(k + 1) % 3];
        let [u, v] = [k, (k + 1) % 3].map(|k| net.fabric.corners(t)[k]);
        // Step 1.
        let (around, closed) = net.fan(t, k);
        let (first, at) = around[0];
        let rim = net.rims[first as usize][at];
        let Some(position) = around.iter().position(|&slot| slot == (t, k)) else { return false };
        if closed || rim == NONE {
            return false;
        }
        let target: f64 = around[..position].iter().map(|&(t, k)| corner_angle(&net.fabric, t, k)).sum();
        let (around, _) = fan(fabric, rim / 3, (rim % 3) as usize);
        let mut sum = 0.0;
        let mut start = None;
        for (t, k) in around {
            let own = fabric.corners(t);
            if within(own, k, v) && (sum + angle(u, own[(k + 1) % 3], v) - target).abs() < 1.0 {
                start = Some((t, k));
                break;
            }
            sum += corner_angle(fabric, t, k);
        }
        let Some(mut at) = start else { return false };
        // Step 2. Each turn of this loop starts at a vertex, in the triangle that the cut goes into.
        loop {
            let (t, k) = at;
            let own = fabric.corners(t);
            if turn(u, v, own[(k + 1) % 3]) == 0 {
                // Along an edge.
                self.along.insert(3 * t + k as u32);
                self.beside.push((t, sides[0]));
                if let Some((other, j)) = fabric.slot_across(t, k) {
                    self.along.insert(3 * other + j as u32);
                    self.beside.push((other, sides[1]));
                }
                if fabric.triangles[t as usize][(k + 1) % 3] == goal {
                    return true;
                }
                match self.onward(t, (k + 1) % 3, v) {
                    Some(next) => at = next,
                    None => return false,
                }
                continue;
            }
            let mut edge = (k + 1) % 3;
            let mut entered = flat(own[k]);
            let mut t = t;
            loop {
                let own = fabric.corners(t);
                let leaves = crossing(u, v, own[edge], own[(edge + 1) % 3]);
                self.chords.push(Chord { triangle: t, middle: middle(entered, leaves), line: [u, v], sides });
                let Some((next, j)) = fabric.slot_across(t, edge) else { return false };
                // The start of the neighbor's edge is left of the cut, its end right of it.
                let apex = (j + 2) % 3;
                let there = fabric.corners(next);
                t = next;
                entered = leaves;
                match turn(u, v, there[apex]) {
                    0 => {
                        let middle = middle(entered, flat(there[apex]));
                        self.chords.push(Chord { triangle: t, middle, line: [u, v], sides });
                        if fabric.triangles[t as usize][apex] == goal {
                            return true;
                        }
                        match self.onward(t, apex, v) {
                            Some(next) => at = next,
                            None => return false,
                        }
                        break;
                    }
                    1.. => edge = (j + 1) % 3,
                    _ => edge = apex,
                }
            }
        }
    }

    /// The triangle at a vertex inside the surface into which the way to a place leads.
    fn onward(&self, t: u32, k: usize, to: Spot) -> Option<(u32, usize)> {
        let (around, _) = fan(self.fabric, t, k);
        around.into_iter().find(|&(t, k)| within(self.fabric.corners(t), k, to))
    }
}

/// Step 3: the parts of a triangle, each with its leaf.
fn split(fabric: &Fabric, t: u32, chords: &[Chord]) -> Vec<(Vec<Mark>, u32)> {
    let (whole, spots) = (corners(fabric, t), fabric.corners(t));
    let marks = (0..3).map(|k| Mark { at: whole[k], corner: Some(k) }).collect();
    let mut shards: Vec<(Vec<Mark>, u32)> = vec![(marks, NONE)];
    for chord in chords {
        let [u, v] = chord.line;
        let [from, to] = [u, v].map(|[x, y]| [f64::from(x), f64::from(y), 0.0]);
        // Corners are on one side exactly, however near they are. Where other cuts meet edges was computed in doubles, but is not on this one.
        let off = |mark: &Mark| match mark.corner {
            Some(k) if turn(u, v, spots[k]) == 0 => 0.0,
            _ => side(from, to, [mark.at[0], mark.at[1]]),
        };
        // Cuts do not cross, so one part alone has corners on both sides; if the error of doubles lets several, it is the one that the chord is deepest in.
        let is_through =
            |shard: &[Mark]| shard.iter().any(|m| off(m) > 0.0) && shard.iter().any(|m| off(m) < 0.0);
        let depth = |shard: &[Mark]| {
            let next = shard.iter().cycle().skip(1);
            shard.iter().zip(next).map(|(p, q)| side(p.at, q.at, chord.middle)).fold(f64::INFINITY, f64::min)
        };
        let best = (0..shards.len()).max_by(|&i, &j| {
            let [i, j] = [i, j].map(|index| &shards[index].0);
            is_through(i).cmp(&is_through(j)).then(depth(i).total_cmp(&depth(j)))
        });
        let Some(best) = best else { continue };
        let (shard, _) = shards.swap_remove(best);
        for (sign, own) in [(1.0, chord.sides[0]), (-1.0, chord.sides[1])] {
            let mut part: Vec<Mark> = Vec::with_capacity(shard.len() + 1);
            for (p, q) in shard.iter().zip(shard.iter().cycle().skip(1)) {
                let (at_p, at_q) = (sign * off(p), sign * off(q));
                if at_p >= 0.0 {
                    part.push(*p);
                }
                if at_p * at_q < 0.0 {
                    let s = at_p / (at_p - at_q);
                    let at = [0, 1, 2].map(|k| p.at[k] + s * (q.at[k] - p.at[k]));
                    part.push(Mark { at, corner: None });
                }
            }
            if part.len() > 2 {
                shards.push((part, own));
            }
        }
    }
    shards
}

/// How far left of a line a place is. \[units\]
fn side(from: [f64; 3], to: [f64; 3], at: [f64; 2]) -> f64 {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let length = (dx * dx + dy * dy).sqrt().max(1e-9);
    (dx * (at[1] - from[1]) - dy * (at[0] - from[0])) / length
}

/// Where a line meets a segment with ends on both sides of it.
fn crossing(u: Spot, v: Spot, p: Spot, q: Spot) -> [f64; 2] {
    let (at_p, at_q) = (turn(u, v, p) as f64, turn(u, v, q) as f64);
    let s = at_p / (at_p - at_q);
    [0, 1].map(|k| f64::from(p[k]) + s * (f64::from(q[k]) - f64::from(p[k])))
}

/// Whether the way from corner `k` to a place leads into a triangle or along its edge from there.
pub(crate) fn within(corners: [Spot; 3], k: usize, to: Spot) -> bool {
    let (at, right, left) = (corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]);
    match turn(at, right, to) {
        0 => (0..2).map(|k| i64::from(right[k] - at[k]) * i64::from(to[k] - at[k])).sum::<i64>() > 0,
        1.. => turn(at, left, to) < 0,
        _ => false,
    }
}

fn corner_angle(fabric: &Fabric, t: u32, k: usize) -> f64 {
    let own = fabric.corners(t);
    angle(own[k], own[(k + 1) % 3], own[(k + 2) % 3])
}

/// The angle at a place between two others, less than a half turn.
fn angle(at: Spot, one: Spot, two: Spot) -> f64 {
    let dot: i64 = (0..2).map(|k| i64::from(one[k] - at[k]) * i64::from(two[k] - at[k])).sum();
    libm::atan2(turn(at, one, two) as f64, dot as f64)
}

fn corners(fabric: &Fabric, t: u32) -> [[f64; 3]; 3] {
    let (spots, heights) = (fabric.corners(t), fabric.heights[t as usize]);
    [0, 1, 2].map(|k| [f64::from(spots[k][0]), f64::from(spots[k][1]), f64::from(heights[k])])
}

fn middle(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]
}

fn flat([x, y]: Spot) -> [f64; 2] {
    [f64::from(x), f64::from(y)]
}
