//! The distinct points of the input, and their order from left to right.
//!
//! Both come from one sort by x, then y: a radix sort over only as many bits as the width of the box needs,
//! two or three passes for a typical scene, and then points with equal x among themselves.

use crate::site::GridPoint;

/// Distinct points with their order in the sweep.
///
/// Invariant: `at` has no duplicates, `order` is the permutation that sorts it by x, then y, and `rank`
/// is the inverse of `order`.
#[derive(Debug)]
pub(super) struct Vertices {
    pub(super) at: Vec<GridPoint>,
    pub(super) order: Vec<u32>,
    pub(super) rank: Vec<u32>,
}

impl Vertices {
    /// The distinct points of the input in order of first appearance, and for each input its vertex.
    pub(super) fn distinct(input: &[GridPoint]) -> (Self, Vec<u32>) {
        let sorted = sorted_indices(input);
        // Equal points are neighbors now, lowest index first. Number the groups by rank ...
        let mut rank_of_input = vec![0_u32; input.len()];
        let mut num_groups = 0_u32;
        let mut previous = None;
        for &i in &sorted {
            let point = input[i as usize];
            num_groups += u32::from(previous != Some(point));
            previous = Some(point);
            rank_of_input[i as usize] = num_groups - 1;
        }
        // ... and the vertices by first appearance.
        const UNSEEN: u32 = u32::MAX;
        let mut order = vec![UNSEEN; num_groups as usize];
        let mut at = Vec::with_capacity(num_groups as usize);
        let mut rank = Vec::with_capacity(num_groups as usize);
        let mut vertex_of = rank_of_input;
        for (&point, vertex) in input.iter().zip(&mut vertex_of) {
            let slot = &mut order[*vertex as usize];
            if *slot == UNSEEN {
                *slot = at.len() as u32;
                at.push(point);
                rank.push(*vertex);
            }
            *vertex = *slot;
        }
        (Self { at, order, rank }, vertex_of)
    }

    /// The vertex at this point, if there is one.
    pub(super) fn find(&self, point: GridPoint) -> Option<u32> {
        let place = self.order.binary_search_by_key(&point, |&v| self.at[v as usize]);
        place.ok().map(|rank| self.order[rank])
    }

    /// Adds points that are no vertices yet; they must be distinct.
    pub(super) fn extend(&mut self, points: &[GridPoint]) {
        self.at.extend_from_slice(points);
        self.order = sorted_indices(&self.at);
        self.rank = vec![0; self.at.len()];
        for (rank, &vertex) in self.order.iter().enumerate() {
            self.rank[vertex as usize] = rank as u32;
        }
    }
}

/// The indices of the points sorted by x, then y, then index.
fn sorted_indices(points: &[GridPoint]) -> Vec<u32> {
    let Some(&first) = points.first() else { return Vec::new() };
    let (mut low, mut high) = (first, first);
    for p in points {
        low = GridPoint::new(low.x.min(p.x), low.y.min(p.y));
        high = GridPoint::new(high.x.max(p.x), high.y.max(p.y));
    }
    let extent = high.minus(low);
    let bits = |value: i64| u64::BITS - (value as u64).leading_zeros();
    let y_bits = bits(extent.y);
    let key = |p: &GridPoint| {
        let d = p.minus(low);
        (d.x as u64) << y_bits | d.y as u64
    };
    // Few points have the same x, unless much is aligned with the axes: comparing those is cheaper than
    // passing over the bits of y as well.
    let mut items: Vec<(u64, u32)> = points.iter().map(key).zip(0..).collect();
    radix_sort(&mut items, y_bits, y_bits + bits(extent.x));
    for column in items.chunk_by_mut(|s, t| s.0 >> y_bits == t.0 >> y_bits) {
        if column.len() > 1 {
            column.sort_unstable();
        }
    }
    items.into_iter().map(|(_, index)| index).collect()
}

/// Sorts by the bits `low..high` of the first number; items that agree in them keep their order.
pub(super) fn radix_sort(items: &mut Vec<(u64, u32)>, low: u32, high: u32) {
    /// Eleven bits a pass: the counters fit the first-level cache.
    const DIGIT: usize = 11;
    /// Below this length clearing the counters costs more than comparing.
    const SHORT: usize = 1000;

    if items.len() < SHORT {
        items.sort_by_key(|item| item.0 >> low);
        return;
    }
    let mut other = vec![(0, 0); items.len()];
    for shift in (low..high).step_by(DIGIT) {
        let digit = |key: u64| (key >> shift) as usize & ((1 << DIGIT) - 1);
        let mut place = [0_u32; 1 << DIGIT];
        for &(key, _) in items.iter() {
            place[digit(key)] += 1;
        }
        let mut sum = 0;
        for count in &mut place {
            sum += std::mem::replace(count, sum);
        }
        for &item in items.iter() {
            let slot = &mut place[digit(item.0)];
            other[*slot as usize] = item;
            *slot += 1;
        }
        std::mem::swap(items, &mut other);
    }
}
