//! Which of many convex polygons may contain a place: a grid of buckets, each with a list.
//!
//! 1. Choose the width of a bucket such that there are about as many buckets as polygons.
//! 2. Count for each bucket the polygons that reach into it: row by row, from the leftmost to the rightmost place of the polygon there.
//! 3. Make room, and enter them.
//!
//! Cost: linear in the number of entries; a polygon of w by h buckets is entered at most w · h times, but a slanted one
//! only in the buckets near it.
//! Lists name a polygon too often rather than too rarely: [`SLACK`] covers the rounding.

use crate::plane::Point;

/// Polygons are entered as if they were larger by this. [m] Rounding of positions is a millionth of that.
const SLACK: f64 = 1e-6;

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
    /// Enters convex polygons, each with its item.
    pub(crate) fn new<P: AsRef<[Point]>>(polygons: impl Iterator<Item = (u32, P)> + Clone) -> Self {
        let (mut low, mut high, mut count) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2], 0usize);
        for (_, polygon) in polygons.clone() {
            count += 1;
            for p in polygon.as_ref() {
                low = [low[0].min(p[0]), low[1].min(p[1])];
                high = [high[0].max(p[0]), high[1].max(p[1])];
            }
        }
        if count == 0 {
            return Self { starts: vec![0], ..Self::default() };
        }
        // Step 1.
        let size = [high[0] - low[0] + 4.0 * SLACK, high[1] - low[1] + 4.0 * SLACK];
        let wanted = (count as f64 * 0.75).clamp(1.0, MOST_BUCKETS);
        let width = (size[0] * size[1] / wanted).sqrt().max(size[0].max(size[1]) / MOST_BUCKETS.sqrt());
        let mut index = Self {
            origin: [low[0] - 2.0 * SLACK, low[1] - 2.0 * SLACK],
            per_meter: 1.0 / width,
            columns: (size[0] / width) as u32 + 1,
            rows: (size[1] / width) as u32 + 1,
            ..Self::default()
        };
        // Step 2.
        let mut starts = vec![0u32; (index.columns * index.rows) as usize + 1];
        for (_, polygon) in polygons.clone() {
            index.each_bucket(polygon.as_ref(), |bucket| starts[bucket + 1] += 1);
        }
        for bucket in 1..starts.len() {
            starts[bucket] += starts[bucket - 1];
        }
        // Step 3.
        let mut items = vec![0; starts[starts.len() - 1] as usize];
        let mut next = starts.clone();
        for (item, polygon) in polygons {
            index.each_bucket(polygon.as_ref(), |bucket| {
                items[next[bucket] as usize] = item;
                next[bucket] += 1;
            });
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

    /// Width of a bucket. [m]
    pub(crate) fn width(&self) -> f64 {
        1.0 / self.per_meter
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.starts.capacity() + self.items.capacity()) * size_of::<u32>()
    }

    /// The buckets that a convex polygon reaches into.
    fn each_bucket(&self, polygon: &[Point], mut enter: impl FnMut(usize)) {
        let column = |x: f64| (((x - self.origin[0]) * self.per_meter).max(0.0) as u32).min(self.columns - 1);
        let row = |y: f64| (((y - self.origin[1]) * self.per_meter).max(0.0) as u32).min(self.rows - 1);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for p in polygon {
            low = low.min(p[1]);
            high = high.max(p[1]);
        }
        let (first, last) = (row(low - SLACK), row(high + SLACK));
        for r in first..=last {
            // The part of the polygon between the lower and the upper line of the row.
            let bottom = self.origin[1] + f64::from(r) * self.width() - SLACK;
            let top = self.origin[1] + f64::from(r + 1) * self.width() + SLACK;
            let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
            let mut see = |x: f64| {
                left = left.min(x);
                right = right.max(x);
            };
            let mut a = polygon[polygon.len() - 1];
            for &b in polygon {
                if b[1] >= bottom && b[1] <= top {
                    see(b[0]);
                }
                for line in [bottom, top] {
                    if (a[1] < line) != (b[1] < line) {
                        see(a[0] + (b[0] - a[0]) * ((line - a[1]) / (b[1] - a[1])));
                    }
                }
                a = b;
            }
            if left <= right {
                for c in column(left - SLACK)..=column(right + SLACK) {
                    enter((r * self.columns + c) as usize);
                }
            }
        }
    }
}
