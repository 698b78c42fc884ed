//! Outlines of steps become straight lines where that moves them little and changes nothing else.
//!
//! Idea. All outlines, seen from above, are a graph of straight edges between lattice points. A point where two edges meet belongs
//! to one chain only, so each chain can be straightened once for all rings that use it: both sides of a thin wall, and
//! walls of storeys above each other, stay the same lines. A line that crosses the lattice at a small angle has a step of
//! one cell now and then, and leads through the middles of these sides, not through their ends: so the middles of sides of one
//! cell may become corners, and the ends of longer ones.
//!
//! 1. Points of all corners and edges between them, each once. Points on seams, points with one edge or more than two, and
//!    points where a ring turns back stay.
//! 2. Chains between points that stay. A closed one is cut at a point between two long edges, and at the farthest point from it.
//! 3. Douglas-Peucker: a line from end to end replaces a part of a chain if no place of it that may be a corner is farther from it
//!    than the tolerance (ends of steps are up to 0.7 cells farther: a center on the other side of a straight wall can put
//!    them there), and if no point that is or may become a corner of anything else is between them; otherwise the part is
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

use rayon::prelude::*;

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

/// All outlines as a graph seen from above. A site is a node, or the middle of an edge: nodes come first.
struct Graph {
    /// Lattice points of corners, doubled, in order of y, then x.
    nodes: Vec<[i32; 2]>,
    /// The node of each corner.
    node_of: Vec<u32>,
    /// Pairs of nodes with an outline between them, seams left out; the lower one first.
    edges: Vec<[u32; 2]>,
    /// The edge that starts at each corner, or none on a seam.
    edge_of: Vec<u32>,
    /// For each node: its edges, if there are two.
    ends: Vec<[u32; 2]>,
    /// Whether a node stays.
    fixed: Vec<bool>,
    /// Pairs of nodes with a seam between them.
    seams: Vec<[u32; 2]>,
}

/// Sites from one end to the other.
type Chain = Vec<u32>;

/// Where each site is in the chains, and all sites by row.
struct Index {
    /// The chain of each site and its place there. Ends of chains are in several, and have none.
    place: Vec<[u32; 2]>,
    /// The lowest row.
    low: i32,
    /// Where each row starts.
    rows: Vec<u32>,
    /// Places in x and sites, by row.
    sites: Vec<(i32, u32)>,
}

impl Graph {
    /// Step 1.
    fn new(rings: &Rings) -> Self {
        let key = |at: [i32; 2]| (at[1] as u64) << 32 | at[0] as u64;
        let corners = &rings.corners;
        let mut keys: Vec<u64> = corners.iter().map(|corner| key(corner.at)).collect();
        keys.sort_unstable();
        keys.dedup();
        let node_of: Vec<u32> = corners
            .iter()
            .map(|corner| keys.binary_search(&key(corner.at)).unwrap_or_default() as u32)
            .collect();
        let nodes: Vec<[i32; 2]> =
            keys.iter().map(|&key| [(key as u32 as i32) * 2, ((key >> 32) as i32) * 2]).collect();
        drop(keys);
        let mut seams = Vec::new();
        let mut pairs: Vec<([u32; 2], u32)> = Vec::with_capacity(corners.len());
        let mut start = 0;
        for &[_, end] in &rings.rings {
            for index in start..end {
                let next = if index + 1 == end { start } else { index + 1 };
                let [a, b] = [node_of[index as usize], node_of[next as usize]];
                let pair = [a.min(b), a.max(b)];
                if corners[index as usize].mate == NONE {
                    pairs.push((pair, index));
                } else {
                    seams.push(pair);
                }
            }
            start = end;
        }
        pairs.sort_unstable();
        let mut edges: Vec<[u32; 2]> = Vec::new();
        let mut edge_of: Vec<u32> = vec![NONE; corners.len()];
        for (pair, corner) in pairs {
            if edges.last() != Some(&pair) {
                edges.push(pair);
            }
            edge_of[corner as usize] = edges.len() as u32 - 1;
        }
        let mut ends: Vec<[u32; 2]> = vec![[NONE; 2]; nodes.len()];
        let mut fixed: Vec<bool> = vec![false; nodes.len()];
        for (edge, number) in edges.iter().zip(0..) {
            for &node in edge {
                let slots = &mut ends[node as usize];
                match slots.iter_mut().find(|slot| **slot == NONE) {
                    Some(slot) => *slot = number,
                    None => fixed[node as usize] = true,
                }
            }
        }
        for (fixed, slots) in fixed.iter_mut().zip(&ends) {
            *fixed |= slots[1] == NONE;
        }
        for &node in seams.iter().flatten() {
            fixed[node as usize] = true;
        }
        // A thin wall may end where an outline above or below it goes on.
        start = 0;
        for &[_, end] in &rings.rings {
            for index in start..end {
                let before = if index == start { end - 1 } else { index - 1 };
                if edge_of[before as usize] == edge_of[index as usize] {
                    fixed[node_of[index as usize] as usize] = true;
                }
            }
            start = end;
        }
        Self { nodes, node_of, edges, edge_of, ends, fixed, seams }
    }

    /// Step 2.
    fn chains(&self) -> Vec<Chain> {
        let mut used: Vec<bool> = vec![false; self.edges.len()];
        let mut chains = Vec::new();
        for edge in 0..self.edges.len() as u32 {
            if used[edge as usize] {
                continue;
            }
            let [a, b] = self.edges[edge as usize];
            let mut forward = self.walk(edge, b, &mut used);
            if self.fixed[*forward.last().unwrap_or(&b) as usize] {
                // It is open; the other way leads to its other end.
                let mut chain = self.walk(edge, a, &mut used);
                chain.reverse();
                chain.pop();
                forward.remove(0);
                // Both walks begin with the middle of the first edge.
                chain.push(self.middle(edge));
                chain.extend(forward);
                if chain[0] == chain[chain.len() - 1] {
                    chains.extend(self.halves(chain));
                } else {
                    chains.push(chain);
                }
            } else {
                forward.insert(0, a);
                chains.extend(self.cut_loop(forward));
            }
        }
        for chain in &mut chains {
            chain.retain(|&site| !self.is_long(site));
        }
        chains
    }

    /// From the middle of an edge over one of its nodes to the next node that stays, or back to the other end of the edge.
    fn walk(&self, edge: u32, mut node: u32, used: &mut [bool]) -> Chain {
        let mut chain = vec![self.middle(edge), node];
        let mut at = edge;
        used[edge as usize] = true;
        while !self.fixed[node as usize] {
            let [a, b] = self.ends[node as usize];
            at = if a == at { b } else { a };
            if at == edge {
                break;
            }
            used[at as usize] = true;
            let [a, b] = self.edges[at as usize];
            node = if a == node { b } else { a };
            chain.extend([self.middle(at), node]);
        }
        chain
    }

    /// A closed chain, as two open ones. It comes with its first node at both ends.
    fn cut_loop(&self, mut chain: Chain) -> [Chain; 2] {
        chain.pop();
        // Nodes are at even places, middles of edges at odd ones.
        let len = chain.len();
        let length = |middle: usize| {
            let [a, b] = self.edges[chain[middle % len] as usize - self.nodes.len()];
            self.distance(a, b)
        };
        let quality = |place: &usize| {
            let lengths = [length(place + len - 1), length(place + 1)];
            (lengths[0].min(lengths[1]), lengths[0].max(lengths[1]), std::cmp::Reverse(chain[*place]))
        };
        let first = (0..len).step_by(2).max_by_key(quality).unwrap_or(0);
        chain.rotate_left(first);
        chain.push(chain[0]);
        self.halves(chain)
    }

    /// A chain that ends where it starts, cut at its farthest node.
    fn halves(&self, chain: Chain) -> [Chain; 2] {
        let far = |place: &usize| (self.distance(chain[0], chain[*place]), std::cmp::Reverse(chain[*place]));
        let cut = (2..chain.len() - 1).step_by(2).max_by_key(far).unwrap_or(0);
        [chain[..=cut].to_vec(), chain[cut..].to_vec()]
    }

    /// Step 3: which sites are corners.
    fn simplify(&self, chains: &[Chain], tolerance: f64) -> Vec<bool> {
        let index = self.index(chains);
        let inner: Vec<Vec<u32>> = (0..chains.len())
            .into_par_iter()
            .map(|chain| self.simplify_chain(chains, chain, &index, tolerance))
            .collect();
        let mut kept = self.fixed.clone();
        kept.resize(self.nodes.len() + self.edges.len(), false);
        // 4.
        let mut lines: Vec<([u32; 2], u32)> = self.seams.iter().map(|&seam| (seam, NONE)).collect();
        lines.dedup();
        for (chain, sites) in chains.iter().zip(&inner) {
            let [a, b] = [chain[0], chain[chain.len() - 1]];
            kept[a as usize] = true;
            kept[b as usize] = true;
            for &site in sites {
                kept[site as usize] = true;
            }
        }
        for ((chain, sites), number) in chains.iter().zip(&inner).zip(0..) {
            if sites.is_empty() {
                let [a, b] = [chain[0], chain[chain.len() - 1]];
                lines.push(([a.min(b), a.max(b)], number));
            }
        }
        lines.sort_unstable();
        for same in lines.chunk_by(|a, b| a.0 == b.0) {
            let strange = same.len() > 1 && same.iter().any(|&(_, chain)| chain != same[0].1);
            for &(_, chain) in same.iter().filter(|&&(_, chain)| strange && chain != NONE) {
                for &site in &chains[chain as usize] {
                    kept[site as usize] |= (site as usize) < self.nodes.len();
                }
            }
        }
        kept
    }

    /// The sites inside of a chain that are corners.
    fn simplify_chain(&self, chains: &[Chain], number: usize, index: &Index, tolerance: f64) -> Vec<u32> {
        let chain = &chains[number];
        let may = |place: usize| {
            let site = chain[place];
            // The end of a side of one cell is not a corner: its middle is.
            let beside = |other: usize| chain[other] as usize >= self.nodes.len();
            site as usize >= self.nodes.len() || !(beside(place - 1) || beside(place + 1))
        };
        let mut kept = Vec::new();
        let mut parts = vec![[0, chain.len() - 1]];
        while let Some([from, to]) = parts.pop() {
            if to - from < 2 {
                continue;
            }
            let [a, b] = [self.at(chain[from]), self.at(chain[to])];
            let mut best = None;
            for place in (from + 1..to).filter(|&place| may(place)) {
                let distance = distance_sq(self.at(chain[place]), a, b);
                if best.is_none_or(|(most, _)| distance > most) {
                    best = Some((distance, place));
                }
            }
            // Places are doubled, and so is the tolerance.
            let near = best.is_none_or(|(farthest, _)| farthest <= 4.0 * tolerance * tolerance);
            if near && self.is_free(chain, number, [from, to], index, tolerance) {
                continue;
            }
            match best {
                Some((_, place)) => {
                    kept.push(chain[place]);
                    parts.extend([[from, place], [place, to]]);
                }
                None => kept
                    .extend(chain[from + 1..to].iter().filter(|&&site| (site as usize) < self.nodes.len())),
            }
        }
        kept
    }

    /// Whether no strange site is between a part of a chain and the line between its ends, or on one of them.
    fn is_free(
        &self,
        chain: &Chain,
        number: usize,
        [from, to]: [usize; 2],
        index: &Index,
        tolerance: f64,
    ) -> bool {
        let [a, b] = [self.at(chain[from]), self.at(chain[to])];
        // Ends of steps are within a cell of their middles.
        let reach = (2.0 * (tolerance + 1.0)).ceil() as i32;
        let [low, high] = [
            [a[0].min(b[0]) - reach, a[1].min(b[1]) - reach],
            [a[0].max(b[0]) + reach, a[1].max(b[1]) + reach],
        ];
        let (dx, dy) = (f64::from(b[0] - a[0]), f64::from(b[1] - a[1]));
        for y in low[1]..=high[1] {
            // The part of the row within reach of the line.
            let (mut left, mut right) = (low[0], high[0]);
            if dy != 0.0 {
                let x = f64::from(a[0]) + f64::from(y - a[1]) * dx / dy;
                let wide = f64::from(reach) * (dx * dx + dy * dy).sqrt() / dy.abs() + 1.0;
                left = left.max((x - wide).floor() as i32);
                right = right.min((x + wide).ceil() as i32);
            }
            for &(x, site) in index.between(y, left, right) {
                let [owner, place] = index.place[site as usize];
                let own = owner == number as u32 && (from..=to).contains(&(place as usize));
                if !own
                    && site != chain[from]
                    && site != chain[to]
                    && self.encloses(&chain[from..=to], [x, y])
                {
                    return false;
                }
            }
        }
        true
    }

    /// Whether a place is inside the closed line through sites, or on it.
    fn encloses(&self, sites: &[u32], p: [i32; 2]) -> bool {
        let mut inside = false;
        let mut a = self.at(sites[sites.len() - 1]);
        for &site in sites {
            let b = self.at(site);
            let [ax, ay, bx, by] = [a[0] - p[0], a[1] - p[1], b[0] - p[0], b[1] - p[1]].map(i64::from);
            let cross = ax * by - ay * bx;
            if cross == 0 && ax * bx + ay * by <= 0 {
                return true;
            }
            if (ay > 0) != (by > 0) && (cross > 0) == (by > ay) {
                inside = !inside;
            }
            a = b;
        }
        inside
    }

    fn index(&self, chains: &[Chain]) -> Index {
        let num = self.nodes.len() + self.edges.len();
        let mut place: Vec<[u32; 2]> = vec![[NONE; 2]; num];
        for (chain, number) in chains.iter().zip(0..) {
            for (&site, at) in chain.iter().zip(0..).skip(1).take(chain.len() - 2) {
                place[site as usize] = [number, at];
            }
        }
        let low = self.nodes.first().map_or(0, |node| node[1]);
        let high = self.nodes.last().map_or(0, |node| node[1]);
        let mut rows: Vec<u32> = vec![0; (high - low) as usize + 3];
        let all = || (0..num as u32).filter(|&site| !self.is_long(site));
        for site in all() {
            rows[(self.at(site)[1] - low) as usize + 2] += 1;
        }
        for row in 2..rows.len() {
            rows[row] += rows[row - 1];
        }
        let mut sites: Vec<(i32, u32)> = vec![(0, 0); rows[rows.len() - 1] as usize];
        for site in all() {
            let [x, y] = self.at(site);
            let next = &mut rows[(y - low) as usize + 1];
            sites[*next as usize] = (x, site);
            *next += 1;
        }
        for row in 0..(high - low) as usize + 1 {
            sites[rows[row] as usize..rows[row + 1] as usize].sort_unstable();
        }
        Index { place, low, rows, sites }
    }

    /// The site in the middle of an edge.
    fn middle(&self, edge: u32) -> u32 {
        self.nodes.len() as u32 + edge
    }

    /// Whether a site is the middle of an edge that is longer than a cell: these are never corners.
    fn is_long(&self, site: u32) -> bool {
        (site as usize).checked_sub(self.nodes.len()).is_some_and(|edge| {
            let [a, b] = self.edges[edge];
            self.distance(a, b) > 4
        })
    }

    /// The place of a site, doubled.
    fn at(&self, site: u32) -> [i32; 2] {
        match (site as usize).checked_sub(self.nodes.len()) {
            None => self.nodes[site as usize],
            Some(edge) => {
                let [a, b] = self.edges[edge].map(|node| self.nodes[node as usize]);
                [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
            }
        }
    }

    /// The square of the distance between two nodes, doubled.
    fn distance(&self, a: u32, b: u32) -> i64 {
        let [p, q] = [self.nodes[a as usize], self.nodes[b as usize]];
        let [dx, dy] = [i64::from(q[0] - p[0]), i64::from(q[1] - p[1])];
        dx * dx + dy * dy
    }
}

impl Index {
    /// The sites of a row from one place to another.
    fn between(&self, y: i32, left: i32, right: i32) -> &[(i32, u32)] {
        let row = y - self.low;
        if row < 0 || row as usize + 1 >= self.rows.len() {
            return &[];
        }
        let sites = &self.sites[self.rows[row as usize] as usize..self.rows[row as usize + 1] as usize];
        let start = sites.partition_point(|site| site.0 < left);
        let end = sites.partition_point(|site| site.0 <= right);
        &sites[start..end.max(start)]
    }
}

/// The square of the distance from a place to the line between two.
fn distance_sq(p: [i32; 2], a: [i32; 2], b: [i32; 2]) -> f64 {
    let [px, py, dx, dy] = [p[0] - a[0], p[1] - a[1], b[0] - a[0], b[1] - a[1]].map(i64::from);
    let length_sq = dx * dx + dy * dy;
    let along = (px * dx + py * dy).clamp(0, length_sq);
    if along == 0 {
        return (px * px + py * py) as f64;
    }
    if along == length_sq {
        return ((px - dx) * (px - dx) + (py - dy) * (py - dy)) as f64;
    }
    let cross = (px * dy - py * dx) as f64;
    cross * cross / length_sq as f64
}
