//! Which of many small polygons may contain a place: a grid of buckets, each with a list.
//!
//! 1. Choose the width of a bucket such that there are about as many buckets as polygons.
//! 2. List for each polygon the buckets that it reaches into: row by row, from its leftmost to its rightmost place there.
//! 3. Sort the list by buckets, by counting.
//!
//! Later polygons come and go: lists are on pages ([`crate::page`]), of which those that name it are written to.
//!
//! Cost: linear in the number of entries; a polygon of w by h buckets is entered at most w · h times, but a slanted one
//! only in the buckets near it.
//! Lists name a polygon too often rather than too rarely: [`SLACK`] covers the rounding.

use std::ops::Range;
use std::sync::Arc;

use crate::page::{self, LISTS};
use crate::plane::Point;

/// Polygons are entered as if they were larger by this. \[m\] Rounding of positions is a millionth of that.
const SLACK: f64 = 1e-6;

/// Buckets for each polygon: with more, lists are shorter and take more memory together.
const BUCKETS_PER_ITEM: f64 = 1.0;

/// A polygon whose box covers at most so many buckets is entered in all of them: looking closer takes longer than it saves.
const FEW_BUCKETS: u32 = 4;

/// Most buckets of one index: above that lists only get longer.
const MOST_BUCKETS: f64 = 4_000_000.0;

/// An index whose lists together have become so many times longer is worth making anew, with more buckets.
const GROWTH: usize = 4;

/// Lists of items by place.
///
/// Lists are on pages, behind reference counts: copies of an index share them, and a change copies those shared pages that it changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    pub(crate) origin: Point,
    /// Buckets in a meter.
    pub(crate) per_meter: f64,
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    pub(crate) pages: Vec<Arc<[u32]>>,
    /// Items of all lists together.
    pub(crate) num_entries: usize,
    /// How many they were when the index was made, or how many lists if that is more.
    pub(crate) num_planned: usize,
}

impl Index {
    /// Enters polygons, each with its item, that lie between two corners of a box.
    pub(crate) fn new<P: AsRef<[Point]>>(
        [low, high]: [Point; 2],
        polygons: impl ExactSizeIterator<Item = (u32, P)>,
    ) -> Self {
        // Without polygons it may still be that some come later, if it is known where.
        if polygons.len() == 0
            && !(low[0] <= high[0] && low[1] <= high[1] && high[0] - low[0] < f64::INFINITY)
        {
            return Self::default();
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
            index.frame().each_row(polygon.as_ref(), |buckets| {
                entries.extend(buckets.map(|bucket| [bucket, item]));
            });
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
        index.set_lists(&starts, &items);
        index
    }

    /// Lists that follow each other: where each starts, and the last ends.
    pub(crate) fn set_lists(&mut self, starts: &[u32], items: &[u32]) {
        let lists = starts.len().saturating_sub(1);
        (self.num_entries, self.num_planned) = (items.len(), items.len().max(lists));
        self.pages = (0..lists)
            .step_by(LISTS)
            .map(|first| {
                let starts = &starts[first..=lists.min(first + LISTS)];
                let lengths = starts.windows(2).map(|pair| (pair[1] - pair[0]) as usize);
                page::new(lengths, &items[starts[0] as usize..starts[starts.len() - 1] as usize])
            })
            .collect();
    }

    /// Enters one more polygon.
    pub(crate) fn insert(&mut self, item: u32, polygon: &[Point]) {
        if self.pages.is_empty() {
            return;
        }
        self.frame().each_run(polygon, |number, lists| {
            self.num_entries += lists.len();
            page::add(&mut self.pages[number], lists, item);
        });
    }

    /// Takes out a polygon that was entered: the same one, for it is looked for in its buckets only.
    pub(crate) fn remove(&mut self, item: u32, polygon: &[Point]) {
        if self.pages.is_empty() {
            return;
        }
        self.frame().each_run(polygon, |number, lists| {
            self.num_entries -= page::take_out(&mut self.pages[number], lists, item);
        });
    }

    /// Gives items other names.
    pub(crate) fn renumber(&mut self, name: impl Fn(u32) -> u32) {
        let (lists, items): (Vec<usize>, Vec<&[u32]>) = self.lists().map(|list| (list.len(), list)).unzip();
        let items: Vec<u32> = items.into_iter().flatten().map(|&item| name(item)).collect();
        let mut starts = vec![0];
        starts.extend(lists.iter().scan(0, |end, length| {
            *end += *length as u32;
            Some(*end)
        }));
        self.set_lists(&starts, &items);
    }

    /// Whether lists have become so long that the index should be made anew.
    pub(crate) fn is_crowded(&self) -> bool {
        self.num_entries > GROWTH * self.num_planned
    }

    /// Number of lists: one for each bucket.
    pub(crate) fn num_lists(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// The list of a bucket.
    #[inline]
    pub(crate) fn list(&self, bucket: usize) -> &[u32] {
        page::list(&self.pages[bucket / LISTS], bucket % LISTS)
    }

    /// The items of all lists, with free slots among them.
    pub(crate) fn slots(&self) -> impl Iterator<Item = &[u32]> + Clone {
        self.pages.iter().map(|page| page::slots(page))
    }

    /// Whether there is a list for each bucket, and the lists of a page are its items; else a list for which it is not so.
    pub(crate) fn check_lists(&self) -> Result<(), usize> {
        // Half of what an id can be, for sums of columns.
        let most = u64::from(u32::MAX / 2);
        if u64::from(self.columns) * u64::from(self.rows) > most
            || self.pages.len() != self.num_lists().div_ceil(LISTS)
        {
            return Err(self.pages.len() * LISTS);
        }
        self.pages.iter().position(|page| !page::is_sound(page)).map_or(Ok(()), |page| Err(page * LISTS))
    }

    /// All lists, one for each bucket.
    pub(crate) fn lists(&self) -> impl Iterator<Item = &[u32]> + Clone {
        (0..self.num_lists()).map(|bucket| self.list(bucket))
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
        self.list(bucket)
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
                let items = self.list(bucket);
                items.iter().for_each(|&item| each(item));
            }
        }
    }

    /// The items of all buckets at this distance, in buckets, from that of a place: a square ring. `None` if the ring is outside.
    pub(crate) fn ring(&self, place: Point, ring: u32) -> Option<impl Iterator<Item = u32> + '_> {
        let clamp = |value: f64, most: u32| (value.max(0.0) as u32).min(most.saturating_sub(1));
        let column = clamp((place[0] - self.origin[0]) * self.per_meter, self.columns);
        let row = clamp((place[1] - self.origin[1]) * self.per_meter, self.rows);
        if self.pages.is_empty() || ring >= self.columns.max(self.rows) {
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
        Some(items.flat_map(|bucket| self.list(bucket).iter().copied()))
    }

    /// The box that it is of. \[m\]
    pub(crate) fn bounds(&self) -> [Point; 2] {
        let size = [self.columns, self.rows].map(|count| f64::from(count) * self.width());
        [self.origin, [self.origin[0] + size[0], self.origin[1] + size[1]]]
    }

    /// Width of a bucket. \[m\]
    pub(crate) fn width(&self) -> f64 {
        1.0 / self.per_meter
    }

    /// Bytes of the pages that it does not share with another index.
    pub(crate) fn bytes_apart(&self, other: &Self) -> usize {
        let shared = |k: usize| other.pages.get(k).is_some_and(|page| Arc::ptr_eq(page, &self.pages[k]));
        (0..self.pages.len()).filter(|&k| !shared(k)).map(|k| size_of_val(&*self.pages[k])).sum()
    }

    pub(crate) fn bytes(&self) -> usize {
        // Each page has its two reference counts beside it.
        let page = |page: &Arc<[u32]>| size_of_val(&**page) + 2 * size_of::<usize>();
        self.pages.len() * size_of::<Arc<[u32]>>() + self.pages.iter().map(page).sum::<usize>()
    }

    /// The buckets without their lists.
    #[inline]
    fn frame(&self) -> Frame {
        let Self { origin, per_meter, columns, rows, .. } = *self;
        Frame { origin, per_meter, columns, rows }
    }
}

/// Where the buckets of an index are.
#[derive(Clone, Copy)]
struct Frame {
    origin: Point,
    per_meter: f64,
    columns: u32,
    rows: u32,
}

impl Frame {
    /// The lists of the buckets that a polygon reaches into: some in a row on one page, then others.
    #[inline]
    fn each_run(&self, polygon: &[Point], mut enter: impl FnMut(usize, Range<usize>)) {
        self.each_row(polygon, |buckets| {
            let (mut from, end) = (buckets.start as usize, buckets.end as usize);
            while from < end {
                let page = from / LISTS;
                let to = end.min((page + 1) * LISTS);
                enter(page, from - page * LISTS..to - page * LISTS);
                from = to;
            }
        });
    }

    /// The buckets that a polygon reaches into, row by row; and what is between them in the same row, if it is not convex.
    fn each_row(&self, polygon: &[Point], mut enter: impl FnMut(Range<u32>)) {
        // What is negative becomes 0.
        let column = |x: f64| (((x - self.origin[0]) * self.per_meter) as u32).min(self.columns - 1);
        let row = |y: f64| (((y - self.origin[1]) * self.per_meter) as u32).min(self.rows - 1);
        let (mut low, mut high) = (polygon[0], polygon[0]);
        for p in &polygon[1..] {
            for axis in 0..2 {
                low[axis] = if p[axis] < low[axis] { p[axis] } else { low[axis] };
                high[axis] = if p[axis] > high[axis] { p[axis] } else { high[axis] };
            }
        }
        let (first, last) = (row(low[1] - SLACK), row(high[1] + SLACK));
        let (leftmost, rightmost) = (column(low[0] - SLACK), column(high[0] + SLACK));
        let buckets = (last - first + 1) * (rightmost - leftmost + 1);
        if first == last || leftmost == rightmost || buckets <= FEW_BUCKETS {
            // In one row or column it leaves none of its buckets out, and of few buckets not many.
            for start in (first..=last).map(|r| r * self.columns) {
                enter(start + leftmost..start + rightmost + 1);
            }
            return;
        }
        let width = 1.0 / self.per_meter;
        for r in first..=last {
            // The part of the polygon between the lower and the upper line of the row.
            let bottom = self.origin[1] + f64::from(r) * width - SLACK;
            let top = self.origin[1] + f64::from(r + 1) * width + SLACK;
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
            let start = r * self.columns;
            enter(start + column(left - SLACK)..start + column(right + SLACK) + 1);
        }
    }
}

impl PartialEq for Index {
    fn eq(&self, other: &Self) -> bool {
        let frame = |index: &Self| (index.origin, index.per_meter, index.columns, index.rows);
        frame(self) == frame(other) && self.lists().eq(other.lists())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use throng_voronoi::sample::Random;

    /// Triangles of all sizes, and where they are.
    fn triangles(count: u32) -> Vec<(u32, [Point; 3])> {
        let mut random = Random::new(5);
        let triangle = |item| {
            let (x, y, size) =
                (random.unit() * 90.0, random.unit() * 40.0, random.unit() * random.unit() * 9.0);
            (item, [[x, y], [x + size, y + 0.3 * size], [x + 0.2 * size, y + size]])
        };
        (0..count).map(triangle).collect()
    }

    fn sorted(index: &Index) -> Vec<Vec<u32>> {
        let sorted = |list: &[u32]| {
            let mut list = list.to_vec();
            list.sort_unstable();
            list
        };
        index.lists().map(sorted).collect()
    }

    #[test]
    fn what_comes_and_goes_is_found_or_not() {
        let all = triangles(500);
        let bounds = [[0.0, 0.0], [100.0, 50.0]];
        let whole = Index::new(bounds, all.iter().copied());
        assert_eq!(whole.check_lists(), Ok(()));
        let mut index = whole.clone();
        let half = || all.iter().filter(|(item, _)| item % 2 == 0);
        half().for_each(|(item, triangle)| index.remove(*item, triangle));
        assert_eq!(index.check_lists(), Ok(()));
        for (item, [a, b, c]) in &all {
            let middle = [0, 1].map(|k| (a[k] + b[k] + c[k]) / 3.0);
            assert!(whole.at(middle).contains(item), "a copy keeps what it had");
            assert_eq!(index.at(middle).contains(item), item % 2 != 0, "item {item}");
        }
        assert!(index.lists().flatten().all(|item| item % 2 != 0), "nothing of them is left");
        half().for_each(|(item, triangle)| index.insert(*item, triangle));
        assert_eq!(sorted(&index), sorted(&whole), "all is back");
        assert_eq!(index.num_entries, index.lists().map(<[u32]>::len).sum::<usize>());
    }

    #[test]
    fn an_empty_index_stays_empty() {
        let mut index = Index::new(
            [[0.0; 2]; 2],
            std::iter::empty::<(u32, [Point; 3])>().collect::<Vec<_>>().into_iter(),
        );
        index.insert(1, &[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
        index.remove(1, &[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
        assert!(index.at([0.1, 0.1]).is_empty() && index.check_lists() == Ok(()));
    }

    #[test]
    fn lists_that_grow_are_noticed() {
        let all = triangles(2000);
        let bounds = [[0.0, 0.0], [100.0, 50.0]];
        let mut index = Index::new(bounds, all[..100].iter().copied());
        assert!(!index.is_crowded());
        all[100..].iter().for_each(|(item, triangle)| index.insert(*item, triangle));
        assert!(index.is_crowded());
        assert!(!Index::new(bounds, all.iter().copied()).is_crowded(), "a new one has room");
    }
}
