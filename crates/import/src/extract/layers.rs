//! Layers of a surface that lies above itself: sets of triangles without conflicts, with few and short cuts between them.
//!
//! The least number of cuts is NP-hard to find (thesis, section 12.1.2), so several ways are tried and the best result is kept.
//!
//! 1. Grow by the widest border: join triangles over their common edges, longest first, unless that brings conflicts together.
//! 2. Grow layer by layer, from the lowest or the highest triangle, breadth first or over the longest edge first.
//! 3. Move single triangles along cuts to the other layer while that saves cuts.
//! 4. Keep the cheapest: cuts count 1, those shorter than 0.3 m count one more, and those beside a triangle thinner than 2 cm, which run along a wall, count
//!    two more; then the sum of their lengths.
//! 5. A cut is a connection, and in each of its two layers nothing else may touch it, nor be almost along it on the side of the other one. What
//!    does, such as floor beyond a cliff beside the connection, is put into conflict, and all is done again. Conflicts only grow, so that ends; at worst each triangle is a layer.
//!
//! Invariant: no two triangles of a layer are in conflict, and a layer hangs together.
//! Cost: O(n log n) and the number of conflicts for each try.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};

use rayon::prelude::*;

use super::conflicts::{Above, Conflicts};
use super::flat::{Spot, distance_sq};
use super::sets::Sets;
use super::soup::NONE;
use super::thin::Net;

/// How layers are grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Growth {
    /// Over the widest borders, everywhere at once.
    Border,
    /// One by one from the lowest triangle, breadth first.
    FromBelow,
    /// From the highest.
    FromAbove,
    /// From the lowest, over the widest border.
    Widest,
}

const GROWTHS: [Growth; 4] = [Growth::Border, Growth::FromBelow, Growth::FromAbove, Growth::Widest];

/// Nets with more triangles are not tried in all ways again and again.
const LARGE: usize = 20_000;

/// A cut shorter than this counts twice. \[units\]
const SHORT: i64 = 3000;

/// A cut beside a triangle thinner than this counts two more: it would be almost on a wall. \[units\]
const THIN: i64 = 200;

/// The layer of each triangle of a net, and how many layers there are.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Layering {
    pub(crate) of: Vec<u32>,
    pub(crate) count: usize,
}

impl Layering {
    /// Chooses layers.
    pub(crate) fn choose(net: &Net, above: &Above, mut conflicts: Conflicts) -> Self {
        let mut ways: Vec<Growth> = GROWTHS.to_vec();
        loop {
            let (way, best) = Self::best(net, &conflicts, &ways);
            // Step 5. In a large net the way that was best first is good enough then.
            if net.fabric.triangles.len() > LARGE {
                ways = vec![way];
            }
            let mut more: Vec<[u32; 2]> = Vec::new();
            for (t, k, other) in best.cuts(net) {
                let ends = edge(net, t, k);
                for touching in above.touching(ends) {
                    for own in [t, other] {
                        if touching != own && best.of[touching as usize] == best.of[own as usize] {
                            more.push([own, touching]);
                        }
                    }
                }
                // The first triangle is left of the cut, so what is right of it is beyond.
                for (own, is_left) in [(t, false), (other, true)] {
                    let beyond = above.grazing(ends, is_left).into_iter();
                    let own_layer = |&grazing: &u32| best.of[grazing as usize] == best.of[own as usize];
                    more.extend(beyond.filter(own_layer).filter(|&g| g != own).map(|grazing| [own, grazing]));
                }
            }
            if more.is_empty() || !conflicts.add(&more) {
                return best;
            }
        }
    }

    /// Steps 1 to 4, with the way that was best.
    fn best(net: &Net, conflicts: &Conflicts, ways: &[Growth]) -> (Growth, Self) {
        let tries: Vec<((usize, i64), Growth, Self)> = ways
            .par_iter()
            .map(|&way| {
                let mut layering = match way {
                    Growth::Border => Self::by_border(net, conflicts),
                    Growth::FromBelow => Self::by_growth(net, conflicts, false, false),
                    Growth::FromAbove => Self::by_growth(net, conflicts, true, false),
                    Growth::Widest => Self::by_growth(net, conflicts, false, true),
                };
                layering.move_triangles(net, conflicts);
                layering.renumber(net);
                (layering.cost(net), way, layering)
            })
            .collect();
        let best = tries.into_iter().min_by(|one, two| one.0.cmp(&two.0));
        best.map_or_else(|| (Growth::Border, Self::default()), |(_, way, layering)| (way, layering))
    }

    /// Step 1.
    fn by_border(net: &Net, conflicts: &Conflicts) -> Self {
        let count = net.fabric.triangles.len();
        let mut edges: Vec<(Reverse<i64>, u32, u32)> = Vec::new();
        for t in 0..count as u32 {
            for k in 0..3 {
                let other = net.fabric.across[t as usize][k];
                if other != NONE && t < other {
                    let [a, b] = edge(net, t, k);
                    edges.push((Reverse(distance_sq(a, b)), t, other));
                }
            }
        }
        edges.sort_unstable();
        let mut sets = Sets::new(count);
        // Conflicts between sets. A set keeps the list of its larger half, so a pair is moved at most a logarithm of times.
        let mut against: Vec<BTreeSet<u32>> = (0..count as u32).map(|t| conflicts.of(t).collect()).collect();
        let mut list: Vec<u32> = (0..count as u32).collect();
        for (_, one, two) in edges {
            let (one, two) = (sets.find(one), sets.find(two));
            let [mut kept, mut gone] = [one, two].map(|set| list[set as usize]);
            if one == two || against[kept as usize].contains(&gone) {
                continue;
            }
            if against[kept as usize].len() < against[gone as usize].len() {
                std::mem::swap(&mut kept, &mut gone);
            }
            for other in std::mem::take(&mut against[gone as usize]) {
                against[other as usize].remove(&gone);
                against[other as usize].insert(kept);
                against[kept as usize].insert(other);
            }
            sets.unite(one, two);
            list[one.min(two) as usize] = kept;
        }
        let (of, count) = sets.numbered();
        Self { of, count }
    }

    /// Step 2.
    fn by_growth(net: &Net, conflicts: &Conflicts, from_above: bool, widest: bool) -> Self {
        let count = net.fabric.triangles.len();
        let height = |t: u32| {
            let sum: i64 = net.fabric.heights[t as usize].iter().map(|&h| i64::from(h)).sum();
            if from_above { -sum } else { sum }
        };
        let mut order: Vec<u32> = (0..count as u32).collect();
        order.sort_by_key(|&t| (height(t), t));
        let mut of = vec![NONE; count];
        // The last layer that each triangle is in conflict with.
        let mut against = vec![NONE; count];
        let mut layer = 0;
        for first in order {
            if of[first as usize] != NONE {
                continue;
            }
            let mut heap: BinaryHeap<(i64, Reverse<u32>)> = BinaryHeap::new();
            let mut queue: VecDeque<u32> = VecDeque::from([first]);
            while let Some(t) = queue.pop_front().or_else(|| heap.pop().map(|(_, Reverse(t))| t)) {
                if of[t as usize] != NONE || against[t as usize] == layer {
                    continue;
                }
                of[t as usize] = layer;
                conflicts.of(t).for_each(|other| against[other as usize] = layer);
                for k in 0..3 {
                    let other = net.fabric.across[t as usize][k];
                    if other != NONE && of[other as usize] == NONE {
                        if widest {
                            let [a, b] = edge(net, t, k);
                            heap.push((distance_sq(a, b), Reverse(other)));
                        } else {
                            queue.push_back(other);
                        }
                    }
                }
            }
            layer += 1;
        }
        Self { of, count: layer as usize }
    }

    /// Step 3.
    fn move_triangles(&mut self, net: &Net, conflicts: &Conflicts) {
        // Each move saves cuts or length, so this ends; far fewer passes are needed than allowed.
        for _ in 0..20 {
            let mut moved = false;
            for t in 0..self.of.len() as u32 {
                let own = self.of[t as usize];
                let around = net.fabric.across[t as usize];
                let near: Vec<u32> = around
                    .iter()
                    .filter(|&&other| other != NONE)
                    .map(|&other| self.of[other as usize])
                    .filter(|&layer| layer != own)
                    .collect();
                for layer in near {
                    let cost = |to: u32| {
                        let (mut cuts, mut length) = (0, 0.0);
                        for (k, &other) in around.iter().enumerate() {
                            if other != NONE && self.of[other as usize] != to {
                                let [a, b] = edge(net, t, k);
                                cuts += weight(net, t, k);
                                length += (distance_sq(a, b) as f64).sqrt();
                            }
                        }
                        (cuts, length as i64)
                    };
                    let free = || conflicts.of(t).all(|other| self.of[other as usize] != layer);
                    if cost(layer) < cost(own) && free() {
                        self.of[t as usize] = layer;
                        moved = true;
                        break;
                    }
                }
            }
            if !moved {
                break;
            }
        }
    }

    /// Numbers layers anew: parts of a layer that do not hang together become several.
    fn renumber(&mut self, net: &Net) {
        let mut sets = Sets::new(self.of.len());
        for t in 0..self.of.len() as u32 {
            for &other in &net.fabric.across[t as usize] {
                if other != NONE && self.of[other as usize] == self.of[t as usize] {
                    sets.unite(t, other);
                }
            }
        }
        (self.of, self.count) = sets.numbered();
    }

    /// Step 4.
    fn cost(&self, net: &Net) -> (usize, i64) {
        let mut cost = (0, 0.0);
        for (t, k, _) in self.cuts(net) {
            let [a, b] = edge(net, t, k);
            let square = distance_sq(a, b);
            cost.0 += weight(net, t, k);
            cost.1 += (square as f64).sqrt();
        }
        (cost.0, cost.1 as i64)
    }

    /// Edges between layers: triangle, edge, and the triangle beyond; each once.
    pub(crate) fn cuts<'n>(&'n self, net: &'n Net) -> impl Iterator<Item = (u32, usize, u32)> + 'n {
        (0..self.of.len() as u32).flat_map(move |t| {
            (0..3).filter_map(move |k| {
                let other = net.fabric.across[t as usize][k];
                let cut = other != NONE && t < other && self.of[t as usize] != self.of[other as usize];
                cut.then_some((t, k, other))
            })
        })
    }
}

/// How much a cut along an edge counts.
fn weight(net: &Net, t: u32, k: usize) -> usize {
    let [a, b] = edge(net, t, k);
    let is_short = distance_sq(a, b) < SHORT * SHORT;
    let other = net.fabric.across[t as usize][k];
    let is_thin = [t, other].iter().any(|&t| t != NONE && thickness_sq(net, t) < (THIN * THIN) as f64);
    1 + usize::from(is_short) + 2 * usize::from(is_thin)
}

/// The square of how thick a triangle is.
fn thickness_sq(net: &Net, t: u32) -> f64 {
    let longest = (0..3).map(|k| edge(net, t, k)).map(|[a, b]| distance_sq(a, b)).max().unwrap_or(1);
    let twice = net.fabric.twice_area(t) as f64;
    twice * twice / longest as f64
}

/// The ends of an edge.
pub(crate) fn edge(net: &Net, t: u32, k: usize) -> [Spot; 2] {
    let corners = net.fabric.corners(t);
    [corners[k], corners[(k + 1) % 3]]
}
