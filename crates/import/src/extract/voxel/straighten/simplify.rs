//! Steps 3 and 4 of straightening: which sites of the chains become corners.

use rayon::prelude::*;

use super::chains::Chain;
use super::free::Index;
use super::graph::Graph;
use crate::extract::voxel::stitch::NONE;

impl Graph {
    /// Step 3: which sites are corners.
    pub(super) fn simplify(&self, chains: &[Chain], tolerance: f64) -> Vec<bool> {
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
