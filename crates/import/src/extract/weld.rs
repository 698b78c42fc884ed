//! Corners that are nearly in the same place become one.
//!
//! Idea. Points come in an order that does not depend on the file; each joins the nearest point that is kept and close enough, or is
//! kept itself. So kept points are farther apart than the reach, and no point moves by more than that.
//!
//! 1. Visit the points in order.
//! 2. Look at the cells of a hashed grid that the reach touches; cells are eight times as wide, so that is two of them on average.
//! 3. Join the nearest kept point, of several the first; or be kept.
//!
//! Cost: expected linear, if points are not crowded within cells.
//! Degenerate: chains of points, each close to the next, are cut into groups instead of becoming one.

const NONE: u32 = u32::MAX;
/// Width of a cell, as a power of two.
const CELL: u32 = 6;

/// Kept points, found by where they are.
#[derive(Debug)]
pub(crate) struct Kept<const N: usize> {
    /// The first kept point of each bucket.
    heads: Vec<u32>,
    /// The next one of the same bucket.
    next: Vec<u32>,
    /// Positions of kept points.
    pub(crate) points: Vec<[i32; N]>,
}

impl<const N: usize> Kept<N> {
    /// Nothing yet, with room for about so many points.
    pub(crate) fn new(count: usize) -> Self {
        let buckets = (count * 2).next_power_of_two().max(16);
        Self {
            heads: vec![NONE; buckets],
            next: Vec::with_capacity(count),
            points: Vec::with_capacity(count),
        }
    }

    /// Keeps a point.
    pub(crate) fn keep(&mut self, point: [i32; N]) -> u32 {
        let bucket = self.bucket(point.map(|v| v >> CELL));
        let index = self.points.len() as u32;
        self.points.push(point);
        self.next.push(self.heads[bucket]);
        self.heads[bucket] = index;
        index
    }

    /// The nearest kept point within reach that will do; asked are its number and the square of its distance.
    pub(crate) fn nearest(
        &self,
        point: [i32; N],
        reach: i64,
        will_do: impl Fn(u32, i64) -> bool,
    ) -> Option<u32> {
        let mut best: Option<(i64, u32)> = None;
        let low = point.map(|v| (v - reach as i32) >> CELL);
        let high = point.map(|v| (v + reach as i32) >> CELL);
        let mut cell = low;
        // Step 2: all cells between both, like a counter with N digits.
        'cells: loop {
            let mut at = self.heads[self.bucket(cell)];
            while at != NONE {
                let kept = self.points[at as usize];
                let distance: i64 = (0..N).map(|k| (i64::from(kept[k]) - i64::from(point[k])).pow(2)).sum();
                if distance <= reach * reach
                    && best.is_none_or(|other| (distance, at) < other)
                    && will_do(at, distance)
                {
                    best = Some((distance, at));
                }
                at = self.next[at as usize];
            }
            for k in 0..N {
                if cell[k] < high[k] {
                    cell[k] += 1;
                    continue 'cells;
                }
                cell[k] = low[k];
            }
            return best.map(|(_, index)| index);
        }
    }

    fn bucket(&self, cell: [i32; N]) -> usize {
        let mut hash = 0x9e37_79b9_7f4a_7c15_u64;
        for digit in cell {
            hash = (hash ^ u64::from(digit as u32)).wrapping_mul(0xff51_afd7_ed55_8ccd);
            hash ^= hash >> 32;
        }
        hash as usize & (self.heads.len() - 1)
    }
}
