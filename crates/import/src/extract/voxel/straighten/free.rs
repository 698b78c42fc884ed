//! Whether a new line has anything between itself and the part of a chain that it replaces.
//!
//! All sites are sorted by row, so those near a line are found row by row. A site of another chain, or of another part of the same one, that is
//! enclosed by the old part and the new line would end up on the other side of the outline.

use super::chains::Chain;
use super::graph::Graph;
use crate::extract::voxel::stitch::NONE;

/// Where each site is in the chains, and all sites by row.
pub(super) struct Index {
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
    /// Whether no strange site is between a part of a chain and the line between its ends, or on one of them.
    pub(super) fn is_free(
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

    /// All sites by row, and where they are in these chains.
    pub(super) fn index(&self, chains: &[Chain]) -> Index {
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
