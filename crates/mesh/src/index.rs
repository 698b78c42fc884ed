//! Which of many small polygons may contain a place: a grid of buckets, each with a list.
//!
//! 1. Choose the width of a bucket such that there are about as many buckets as polygons.
//! 2. List for each polygon the buckets that it reaches into: row by row, from its leftmost to its rightmost place there.
//! 3. Sort the list by buckets, by counting.
//!
//! Cost: linear in the number of entries; a polygon of w by h buckets is entered at most w · h times, but a slanted one
//! only in the buckets near it.
//! Lists name a polygon too often rather than too rarely: [`SLACK`] covers the rounding.

use crate::plane::Point;

/// Polygons are entered as if they were larger by this. \[m\] Rounding of positions is a millionth of that.
const SLACK: f64 = 1e-6;

/// Buckets for each polygon: with more, lists are shorter and take more memory together.
const BUCKETS_PER_ITEM: f64 = 1.0;

/// A polygon whose box covers at most so many buckets is entered in all of them: looking closer takes longer than it saves.
const FEW_BUCKETS: u32 = 4;

/// Most buckets of one index: above that lists only get longer.
const MOST_BUCKETS: f64 = 4_000_000.0;

/// Lists of items by place.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Index {
    pub(crate) origin: Point,
    /// Buckets in a meter.
    pub(crate) per_meter: f64,
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    pub(crate) starts: Vec<u32>,
    pub(crate) items: Vec<u32>,
}

impl Index {
    /// Enters polygons, each with its item, that lie between two corners of a box.
    pub(crate) fn new<P: AsRef<[Point]>>(
        [low, high]: [Point; 2],
        polygons: impl ExactSizeIterator<Item = (u32, P)>,
    ) -> Self {
        if polygons.len() == 0 {
            return Self { starts: vec![0], ..Self::default() };
        }
        // Step 1.
        let size = [high[0] - low[0] + 4.0 * SLACK, high[1] - low[1] + 4.0 * SLACK];
        let wanted = (polygons.len() as f64 * BUCKETS_PER_ITEM).clamp(1.0, MOST_BUCKETS);
        let width = (size[0] * size[1] / wanted).sqrt().max(size[0].max(size[1]) / MOST_BUCKETS.sqrt());
        let mut index = Self {
            origin: [low[0] - 2.0 * SLACK, low[1] - 2.0 * SLACK],
            per_meter: 1.0 / width,
            columns: (size[0] / width) as u32 + 1,
            rows: (size[1] / width) as u32 + 1,
            ..Self::default()
        };
        // Step 2.
        let mut entries: Vec<[u32; 2]> = Vec::with_capacity(4 * polygons.len());
        for (item, polygon) in polygons {
            index.each_bucket(polygon.as_ref(), |bucket| entries.push([bucket, item]));
        }
        // Step 3.
        let mut starts = vec![0u32; (index.columns * index.rows) as usize + 1];
        for &[bucket, _] in &entries {
            starts[bucket as usize + 1] += 1;
        }
        for bucket in 1..starts.len() {
            starts[bucket] += starts[bucket - 1];
        }
        let mut items = vec![0; entries.len()];
        let mut next = starts.clone();
        for [bucket, item] in entries {
            items[next[bucket as usize] as usize] = item;
            next[bucket as usize] += 1;
        }
        index.starts = starts;
        index.items = items;
        index
    }

    /// The items whose polygons may contain a place.
    #[inline]
    pub(crate) fn at(&self, [x, y]: Point) -> &[u32] {
        let column = (x - self.origin[0]) * self.per_meter;
        let row = (y - self.origin[1]) * self.per_meter;
        if !(column >= 0.0 && column < f64::from(self.columns) && row >= 0.0 && row < f64::from(self.rows)) {
            return &[];
        }
        let bucket = (row as u32 * self.columns + column as u32) as usize;
        &self.items[self.starts[bucket] as usize..self.starts[bucket + 1] as usize]
    }

    /// Calls back for the items whose polygons may reach into a box, for some of them several times.
    pub(crate) fn each_in(&self, [low, high]: [Point; 2], mut each: impl FnMut(u32)) {
        let range = |low: f64, high: f64, origin: f64, count: u32| {
            let [low, high] = [low, high].map(|v| (v - origin) * self.per_meter);
            // Nothing is outside.
            let is_inside = high >= 0.0 && low < f64::from(count);
            let first = (low.max(0.0) as u32).min(count);
            if is_inside { first..((high as u32).saturating_add(1)).min(count) } else { 0..0 }
        };
        let columns = range(low[0], high[0], self.origin[0], self.columns);
        for row in range(low[1], high[1], self.origin[1], self.rows) {
            for bucket in columns.clone().map(|column| (row * self.columns + column) as usize) {
                let items = &self.items[self.starts[bucket] as usize..self.starts[bucket + 1] as usize];
                items.iter().for_each(|&item| each(item));
            }
        }
    }

    /// The items of all buckets at this distance, in buckets, from that of a place: a square ring. `None` if the ring is outside.
    pub(crate) fn ring(&self, place: Point, ring: u32) -> Option<impl Iterator<Item = u32> + '_> {
        let clamp = |value: f64, most: u32| (value.max(0.0) as u32).min(most.saturating_sub(1));
        let column = clamp((place[0] - self.origin[0]) * self.per_meter, self.columns);
        let row = clamp((place[1] - self.origin[1]) * self.per_meter, self.rows);
        if self.starts.len() <= 1 || ring >= self.columns.max(self.rows) {
            return None;
        }
        let rows = row.saturating_sub(ring)..=(row + ring).min(self.rows - 1);
        let items = rows.flat_map(move |r| {
            let whole = r.abs_diff(row) == ring;
            let columns = column.saturating_sub(ring)..=(column + ring).min(self.columns - 1);
            columns
                .filter(move |c| whole || c.abs_diff(column) == ring)
                .map(move |c| (r * self.columns + c) as usize)
        });
        Some(items.flat_map(|bucket| {
            self.items[self.starts[bucket] as usize..self.starts[bucket + 1] as usize].iter().copied()
        }))
    }

    /// Width of a bucket. \[m\]
    pub(crate) fn width(&self) -> f64 {
        1.0 / self.per_meter
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.starts.capacity() + self.items.capacity()) * size_of::<u32>()
    }

    /// The buckets that a polygon reaches into; and what is between them in the same row, if it is not convex.
    fn each_bucket(&self, polygon: &[Point], mut enter: impl FnMut(u32)) {
        let column = |x: f64| (((x - self.origin[0]) * self.per_meter).max(0.0) as u32).min(self.columns - 1);
        let row = |y: f64| (((y - self.origin[1]) * self.per_meter).max(0.0) as u32).min(self.rows - 1);
        let (mut low, mut high) = (polygon[0], polygon[0]);
        for p in &polygon[1..] {
            low = [low[0].min(p[0]), low[1].min(p[1])];
            high = [high[0].max(p[0]), high[1].max(p[1])];
        }
        let (first, last) = (row(low[1] - SLACK), row(high[1] + SLACK));
        let (leftmost, rightmost) = (column(low[0] - SLACK), column(high[0] + SLACK));
        let buckets = (last - first + 1) * (rightmost - leftmost + 1);
        if first == last || leftmost == rightmost || buckets <= FEW_BUCKETS {
            // In one row or column it leaves none of its buckets out, and of few buckets not many.
            for r in first..=last {
                (leftmost..=rightmost).for_each(|c| enter(r * self.columns + c));
            }
            return;
        }
        for r in first..=last {
            // The part of the polygon between the lower and the upper line of the row.
            let bottom = self.origin[1] + f64::from(r) * self.width() - SLACK;
            let top = self.origin[1] + f64::from(r + 1) * self.width() + SLACK;
            let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
            let mut a = polygon[polygon.len() - 1];
            for &b in polygon {
                // The part of the side from a to b, from bottom to top of the row.
                let (below, above) = if a[1] <= b[1] { (a, b) } else { (b, a) };
                if above[1] >= bottom && below[1] <= top {
                    let slope = (above[0] - below[0]) / (above[1] - below[1]);
                    let from =
                        if below[1] < bottom { below[0] + (bottom - below[1]) * slope } else { below[0] };
                    let to = if above[1] > top { below[0] + (top - below[1]) * slope } else { above[0] };
                    left = left.min(from.min(to));
                    right = right.max(from.max(to));
                }
                a = b;
            }
            for c in column(left - SLACK)..=column(right + SLACK) {
                enter(r * self.columns + c);
            }
        }
    }
}
