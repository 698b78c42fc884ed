//! Tiles become one surface: seams are matched, patches are merged into pieces, and rings lead through all tiles.
//!
//! Idea. Each side of a seam was written down by both of its patches, as a step from one height to another between the same two
//! cells. That is its name: sorting brings the two halves together, whatever the shapes of the patches. A walk along an outline that
//! comes to a seam inside of a piece goes on behind the other half, so no corner is ever made by a tile.
//!
//! 1. All stretches of all tiles are numbered; each knows the next one of its ring, and its patch.
//! 2. The two halves of each side of a seam are found.
//! 3. Patches that share seams are components.
//! 4. A component of which no two patches lie above each other is one piece. In others, patches are merged as long as they do not,
//!    the longest common border first. Nor is a patch merged with what lies above or below its neighbor: where the two meet, a
//!    seam and a cliff of one piece could be on the same line.
//! 5. Rings of pieces: seams inside are passed over, straight stretches are merged. A seam between two pieces is split
//!    on both sides wherever it is on one.
//!
//! Invariant: a piece is connected, has each column at most once, and so has one outer ring, counterclockwise. Seams between
//! pieces have the same two corners on both sides.
//! Cost: O(n log n) in the sides on seams, for sorting. Degenerate: a piece whose seams all cancel and that has no other ring does
//! not exist, since surfaces in the plane end somewhere.

use super::contour::{Contours, Stretch};
use super::walked::Walked;
use crate::extract::sets::Sets;

pub(crate) use crate::extract::soup::NONE;

/// The rings of all pieces, on the lattice.
#[derive(Debug, Default)]
pub(crate) struct Rings {
    /// Corners of ring after ring.
    pub(crate) corners: Vec<RingCorner>,
    /// For each ring: its piece and where its corners end. Rings of a piece follow each other, the outer one first.
    pub(crate) rings: Vec<[u32; 2]>,
    /// How many pieces there are.
    pub(crate) num_pieces: u32,
    /// Heights inside pieces, by piece: piece, cell, height.
    pub(crate) inner: Vec<(u32, [i32; 2], i32)>,
    /// Which facets pieces are of.
    pub(crate) walked: Walked,
}

/// A corner of a ring, and the edge that starts there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RingCorner {
    /// Its lattice point.
    pub(crate) at: [i32; 2],
    /// Its height, twice. \[grid units\]
    pub(crate) z_twice: i32,
    /// On a seam: the corner where the other side of the edge starts, or [`NONE`].
    pub(crate) mate: u32,
}

/// The surface of all tiles.
pub(crate) struct Stitched {
    stretches: Vec<Stretch>,
    /// For each stretch: the next one of its ring.
    next: Vec<u32>,
    /// For each stretch: its patch.
    patch: Vec<u32>,
    /// For each stretch on a seam: its other half.
    mate: Vec<u32>,
    num_patches: u32,
    /// Pairs of patches that lie above each other.
    above: Vec<[u32; 2]>,
    inner: Vec<(u32, [i32; 2], i32)>,
    walked: Walked,
}

impl Stitched {
    /// Steps 1 and 2. Uses up the tiles.
    pub(crate) fn new(tiles: Vec<Contours>) -> Self {
        let total: usize = tiles.iter().map(|tile| tile.stretches.len()).sum();
        let mut stitched = Self {
            stretches: Vec::with_capacity(total),
            next: Vec::with_capacity(total),
            patch: Vec::with_capacity(total),
            mate: Vec::new(),
            num_patches: 0,
            above: Vec::new(),
            inner: Vec::new(),
            walked: Walked::default(),
        };
        // 1.
        for tile in tiles {
            let before = stitched.num_patches;
            let base = stitched.stretches.len() as u32;
            let mut start = 0;
            for [patch, end] in tile.rings {
                stitched.next.extend((base + start + 1)..(base + end));
                stitched.next.push(base + start);
                stitched.patch.extend((start..end).map(|_| before + patch));
                start = end;
            }
            stitched.stretches.extend_from_slice(&tile.stretches);
            stitched.above.extend(tile.above.iter().map(|pair| pair.map(|patch| before + patch)));
            stitched.inner.extend(tile.inner.iter().map(|&(patch, cell, z)| (before + patch, cell, z)));
            stitched.walked.append(tile.walked, before);
            stitched.num_patches += tile.num_patches;
        }
        stitched.match_seams();
        stitched
    }

    /// Step 2.
    fn match_seams(&mut self) {
        let mut halves: Vec<(u64, [i32; 2], u32)> = (self.stretches.iter().zip(0..))
            .filter(|(stretch, _)| stretch.seam)
            .map(|(stretch, index)| {
                let [x, y] = stretch.from;
                // Where the side starts if it ran towards +x or +y, and what is to its left and right then.
                let (low, heights) = match stretch.way {
                    0 | 1 => ([x, y], [stretch.z, stretch.z_end]),
                    2 => ([x - 1, y], [stretch.z_end, stretch.z]),
                    _ => ([x, y - 1], [stretch.z_end, stretch.z]),
                };
                let name = (low[1] as u64) << 33 | (low[0] as u64) << 1 | u64::from(stretch.way % 2);
                (name, heights, index)
            })
            .collect();
        halves.sort_unstable();
        self.mate = vec![NONE; self.stretches.len()];
        for pair in halves.windows(2) {
            let [(name, heights, a), (other_name, other_heights, b)] = [pair[0], pair[1]];
            if name == other_name && heights == other_heights {
                self.mate[a as usize] = b;
                self.mate[b as usize] = a;
            }
        }
    }

    /// Step 3: the component of each patch, as its lowest patch.
    pub(crate) fn components(&self) -> Vec<u32> {
        let mut components = Sets::new(self.num_patches as usize);
        for (&patch, &mate) in self.patch.iter().zip(&self.mate) {
            if mate != NONE {
                components.unite(patch, self.patch[mate as usize]);
            }
        }
        (0..self.num_patches).map(|patch| components.find(patch)).collect()
    }

    /// Step 4: the piece of each patch, numbered from 0, and how many pieces there are.
    fn pieces(&self) -> (Vec<u32>, u32) {
        let components = self.components();
        let mut overlaps: Vec<bool> = vec![false; components.len()];
        for &[a, b] in &self.above {
            if components[a as usize] == components[b as usize] {
                overlaps[components[a as usize] as usize] = true;
            }
        }
        let mut pieces = Sets::new(components.len());
        let mut borders: Vec<[u32; 2]> = Vec::new();
        for (&patch, &mate) in self.patch.iter().zip(&self.mate) {
            if mate == NONE {
                continue;
            }
            let other = self.patch[mate as usize];
            if !overlaps[components[patch as usize] as usize] {
                pieces.unite(patch, other);
            } else if patch < other {
                borders.push([patch, other]);
            }
        }
        borders.sort_unstable();
        let mut longest: Vec<(u32, [u32; 2])> =
            borders.chunk_by(|a, b| a == b).map(|same| (u32::MAX - same.len() as u32, same[0])).collect();
        drop(borders);
        longest.sort_unstable();
        let mut above = self.apart(&components, &longest);
        for (_, [a, b]) in longest {
            let [a, b] = [pieces.find(a), pieces.find(b)];
            if a == b {
                continue;
            }
            let few = if above[a as usize].len() <= above[b as usize].len() { a } else { b };
            let many = a + b - few;
            if above[few as usize].iter().any(|&patch| pieces.find(patch) == many) {
                continue;
            }
            pieces.unite(a, b);
            let added = std::mem::take(&mut above[few as usize]);
            above[many as usize].extend(added);
            above.swap(many as usize, a.min(b) as usize);
        }
        let mut numbers: Vec<u32> = Vec::with_capacity(components.len());
        let mut num = 0;
        for patch in 0..self.num_patches {
            let root = pieces.find(patch);
            if root == patch {
                numbers.push(num);
                num += 1;
            } else {
                numbers.push(numbers[root as usize]);
            }
        }
        (numbers, num)
    }

    /// For each patch: the patches of its component that it must not be merged with.
    fn apart(&self, components: &[u32], borders: &[(u32, [u32; 2])]) -> Vec<Vec<u32>> {
        let mut above: Vec<Vec<u32>> = vec![Vec::new(); components.len()];
        for &[a, b] in &self.above {
            if components[a as usize] == components[b as usize] {
                above[a as usize].push(b);
                above[b as usize].push(a);
            }
        }
        let mut beside: Vec<[u32; 2]> = Vec::new();
        for &(_, [a, b]) in borders {
            for [a, b] in [[a, b], [b, a]] {
                beside.extend(above[b as usize].iter().filter(|&&other| other != a).map(|&other| [a, other]));
            }
        }
        for [a, b] in beside {
            above[a as usize].push(b);
            above[b as usize].push(a);
        }
        for patches in &mut above {
            patches.sort_unstable();
            patches.dedup();
        }
        above
    }

    /// Step 5. Uses up the stretches.
    pub(crate) fn rings(mut self) -> Rings {
        let (pieces, num_pieces) = self.pieces();
        // From here on only the piece of a stretch matters.
        for patch in &mut self.patch {
            *patch = pieces[*patch as usize];
        }
        let mut rings = Rings { num_pieces, ..Rings::default() };
        rings.inner = std::mem::take(&mut self.inner);
        for (patch, _, _) in &mut rings.inner {
            *patch = pieces[*patch as usize];
        }
        rings.inner.sort_unstable();
        rings.walked = std::mem::take(&mut self.walked);
        rings.walked.merge(&pieces);
        let mut found: Vec<(u32, bool, u32)> = Vec::new();
        let mut ends: Vec<u32> = vec![0];
        let mut corners: Vec<RingCorner> = Vec::new();
        // For each edge on a seam: the first stretch of the other side, and the corner; and its own first stretch.
        let mut seams: Vec<[u32; 2]> = Vec::new();
        let mut firsts: Vec<[u32; 2]> = Vec::new();
        let mut walked: Vec<bool> = vec![false; self.stretches.len()];
        let mut ring: Vec<u32> = Vec::new();
        for start in 0..self.stretches.len() as u32 {
            if walked[start as usize] || self.is_inside(start) {
                continue;
            }
            ring.clear();
            let mut at = start;
            while !walked[at as usize] {
                walked[at as usize] = true;
                ring.push(at);
                at = self.after(at);
            }
            let low = corners.len();
            self.push_ring(&ring, &mut corners, &mut seams, &mut firsts);
            if corners.len() > low {
                let is_hole = twice_area(&corners[low..]) <= 0;
                found.push((self.patch[start as usize], is_hole, ends.len() as u32 - 1));
                ends.push(corners.len() as u32);
            }
        }
        drop((self, walked));
        // Rings by piece, the outer one first; corners follow.
        found.sort_unstable();
        let mut moved: Vec<u32> = vec![0; corners.len()];
        rings.corners.reserve(corners.len());
        for (piece, _, ring) in found {
            for corner in ends[ring as usize]..ends[ring as usize + 1] {
                moved[corner as usize] = rings.corners.len() as u32;
                rings.corners.push(corners[corner as usize]);
            }
            rings.rings.push([piece, rings.corners.len() as u32]);
        }
        firsts.sort_unstable();
        for [first, corner] in seams {
            if let Ok(rank) = firsts.binary_search_by_key(&first, |pair| pair[0]) {
                rings.corners[moved[corner as usize] as usize].mate = moved[firsts[rank][1] as usize];
            }
        }
        rings
    }

    /// Whether a stretch is a seam inside of one piece.
    fn is_inside(&self, stretch: u32) -> bool {
        let mate = self.mate[stretch as usize];
        mate != NONE && self.patch[mate as usize] == self.patch[stretch as usize]
    }

    /// The next stretch of a ring of a piece.
    fn after(&self, stretch: u32) -> u32 {
        let mut next = self.next[stretch as usize];
        while self.is_inside(next) {
            next = self.next[self.mate[next as usize] as usize];
        }
        next
    }

    /// Whether two stretches that follow each other are one edge.
    fn is_straight(&self, before: u32, after: u32) -> bool {
        let [p, q] = [before, after].map(|stretch| &self.stretches[stretch as usize]);
        let [mate, next_mate] = [before, after].map(|stretch| self.mate[stretch as usize]);
        p.way == q.way
            && match [mate, next_mate] {
                [NONE, NONE] => true,
                [NONE, _] | [_, NONE] => false,
                _ => self.after(next_mate) == mate,
            }
    }

    /// The corners of a ring.
    fn push_ring(
        &self,
        ring: &[u32],
        corners: &mut Vec<RingCorner>,
        seams: &mut Vec<[u32; 2]>,
        firsts: &mut Vec<[u32; 2]>,
    ) {
        let len = ring.len();
        let starts_edge = |index: usize| !self.is_straight(ring[(index + len - 1) % len], ring[index]);
        let Some(first) = (0..len).find(|&index| starts_edge(index)) else { return };
        let at = |index: usize| ring[(first + index) % len];
        for index in 0..len {
            if !starts_edge((first + index) % len) {
                continue;
            }
            let before = &self.stretches[at(index + len - 1) as usize];
            let here = &self.stretches[at(index) as usize];
            // On a seam the other height is that of the other side.
            let z_before = if before.seam { before.z } else { before.z_end };
            let corner = corners.len() as u32;
            corners.push(RingCorner { at: here.from, z_twice: z_before + here.z, mate: NONE });
            if self.mate[at(index) as usize] != NONE {
                let mut last = index;
                while !starts_edge((first + last + 1) % len) {
                    last += 1;
                }
                firsts.push([at(index), corner]);
                seams.push([self.mate[at(last) as usize], corner]);
            }
        }
    }
}

/// Twice the area inside a ring; negative if it runs clockwise. Exact: 2^24 cells each way.
pub(crate) fn twice_area(ring: &[RingCorner]) -> i64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter()
        .zip(next)
        .map(|(a, b)| i64::from(a.at[0]) * i64::from(b.at[1]) - i64::from(a.at[1]) * i64::from(b.at[0]))
        .sum()
}
