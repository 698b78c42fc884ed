//! Where things are: nodes and courses in a grid of several coarsenesses.
//!
//! Idea. Level `l` has cells of `2^l` units. An item lies in one cell only: that of its lower left corner, on the
//! finest level whose cells are wider than it. So it reaches at most into the cells right, above and
//! above right of its own, and a question looks one cell further left and down.
//!
//! 1. No level is finer than the base, about twice the usual distance of neighboring nodes (the median along a
//!    Z-curve, which a few crowds or far outliers do not move).
//! 2. A segment asks each level that has items, column by column of cells, for the rows that it passes.
//! 3. If that would be more cells than there are items, all items are asked instead.
//! 4. When the items have doubled, the base is chosen anew and all items are filed again.
//!
//! Cells are not stored: a cell's number is hashed to a bucket, and a bucket is a linked list through the items.
//!
//! Invariant: every item is in the list of its cell's bucket, once; `num_at` counts the items by level.
//! Cost: O(1) expected to insert and remove; a question costs the cells that it passes, and what is in them.
//! Degenerate: many items in one place share a cell, and each is asked.

use crate::gate::z_curve;
use crate::site::GridPoint;

/// Something with a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    Node(u32),
    Course(u32),
}

impl Item {
    /// Where its entry is.
    fn slot(self) -> usize {
        match self {
            Self::Node(node) => node as usize * 2,
            Self::Course(course) => course as usize * 2 + 1,
        }
    }

    fn of_slot(slot: u32) -> Self {
        if slot & 1 == 0 { Self::Node(slot >> 1) } else { Self::Course(slot >> 1) }
    }
}

/// The end of a list.
const END: u32 = u32::MAX;
/// The cell of an entry that is not in use.
const NOWHERE: u64 = u64::MAX;
/// Coordinates have 27 bits and a sign, so no item is wider than 2^27.
const LEVELS: usize = 29;
/// A column or row, on the finest level too.
const COLUMN_BITS: u32 = 29;
/// Fewest items for which filing again is worth the thought.
const FEWEST: usize = 32;

#[derive(Clone, Copy, Debug)]
struct Entry {
    cell: u64,
    low: GridPoint,
    high: GridPoint,
    next: u32,
    previous: u32,
}

const UNUSED: Entry =
    Entry { cell: NOWHERE, low: GridPoint::new(0, 0), high: GridPoint::new(0, 0), next: END, previous: END };

/// Nodes and courses by place.
#[derive(Clone, Debug)]
pub(super) struct Index {
    entries: Vec<Entry>,
    /// First entry of each bucket; a power of two of them.
    buckets: Vec<u32>,
    base: u32,
    num_at: [u32; LEVELS],
    num: usize,
    /// How many items there may be before they are filed again.
    room: usize,
}

impl Default for Index {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            buckets: vec![END; 2 * FEWEST],
            base: 8,
            num_at: [0; LEVELS],
            num: 0,
            room: FEWEST,
        }
    }
}

impl Index {
    /// Adds an item that spans these two points.
    pub(super) fn insert(&mut self, item: Item, a: GridPoint, b: GridPoint) {
        let slot = item.slot();
        if slot >= self.entries.len() {
            self.entries.resize(slot + 1, UNUSED);
        }
        let low = GridPoint::new(a.x.min(b.x), a.y.min(b.y));
        let high = GridPoint::new(a.x.max(b.x), a.y.max(b.y));
        self.entries[slot] = Entry { low, high, ..UNUSED };
        self.num += 1;
        if self.num > self.room {
            // Step 4: what is new has no cell yet, and would be left out.
            self.entries[slot].cell = 0;
            self.refile();
        } else {
            self.file(slot as u32);
        }
    }

    /// Takes an item out.
    pub(super) fn remove(&mut self, item: Item) {
        let Entry { cell, next, previous, .. } = std::mem::replace(&mut self.entries[item.slot()], UNUSED);
        match previous {
            END => {
                let bucket = self.bucket(cell);
                self.buckets[bucket] = next;
            }
            _ => self.entries[previous as usize].next = next,
        }
        if next != END {
            self.entries[next as usize].previous = previous;
        }
        self.num_at[(cell >> (2 * COLUMN_BITS)) as usize] -= 1;
        self.num -= 1;
    }

    /// Appends all items whose box meets that of a part of the segment from `a` to `b`, and others whose box meets
    /// that of the whole segment, in no particular order. Returns some node near the segment, if it came by one.
    pub(super) fn near(&self, a: GridPoint, b: GridPoint, found: &mut Vec<Item>) -> Option<u32> {
        let (left, right) = if a.x <= b.x { (a, b) } else { (b, a) };
        let mut question = Question {
            low: GridPoint::new(left.x, a.y.min(b.y)),
            high: GridPoint::new(right.x, a.y.max(b.y)),
            found,
            by_the_way: END,
        };
        let (low, high) = (question.low.y, question.high.y);
        // Step 3.
        let used = || (0..LEVELS as u32).filter(|&level| self.num_at[level as usize] > 0);
        let cells = used().map(|level| {
            let [columns, rows] = [(right.x - left.x) >> level, (high - low) >> level].map(|n| n as usize);
            (columns + 2) * 4 + rows
        });
        if cells.sum::<usize>() > 64 + self.entries.len() {
            for (slot, entry) in (0..).zip(&self.entries) {
                if entry.cell != NOWHERE {
                    question.ask(slot, entry);
                }
            }
            return question.node();
        }
        // Step 2.
        for level in used() {
            let size = 1 << level;
            for column in (left.x - (size - 1)) >> level..=right.x >> level {
                // Items of this column reach from its left side to the right side of the next. A unit more, as a
                // pixel's center may be beside the segment: in y by a unit, in x where it is steep.
                let first = column << level;
                let (y0, y1) = if (high - low) >> level <= 1 {
                    (low, high)
                } else {
                    rows_between(left, right, (first - 1).max(left.x), (first + 2 * size).min(right.x))
                };
                for row in (y0 - (size - 1)) >> level..=y1 >> level {
                    self.ask_cell(cell_number(level, column, row), &mut question);
                }
            }
        }
        question.node()
    }

    #[inline]
    fn ask_cell(&self, cell: u64, question: &mut Question<'_>) {
        let mut slot = self.buckets[self.bucket(cell)];
        while slot != END {
            let entry = &self.entries[slot as usize];
            if entry.cell == cell {
                question.ask(slot, entry);
            }
            slot = entry.next;
        }
    }

    #[inline]
    fn bucket(&self, cell: u64) -> usize {
        // Cells of a row are neighbors in memory. Rows and levels are strewn: the high bits of a product depend
        // on all bits of its factor.
        let strewn = (cell >> COLUMN_BITS).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        (strewn.wrapping_add(cell) & (self.buckets.len() as u64 - 1)) as usize
    }

    /// Puts an entry into the list of its cell.
    fn file(&mut self, slot: u32) {
        let Entry { low, high, .. } = self.entries[slot as usize];
        let extent = ((high.x - low.x) | (high.y - low.y)) as u32;
        let level = self.base.max(32 - extent.leading_zeros());
        let cell = cell_number(level, low.x >> level, low.y >> level);
        let bucket = self.bucket(cell);
        let next = std::mem::replace(&mut self.buckets[bucket], slot);
        if next != END {
            self.entries[next as usize].previous = slot;
        }
        let entry = &mut self.entries[slot as usize];
        (entry.cell, entry.next, entry.previous) = (cell, next, END);
        self.num_at[level as usize] += 1;
    }

    /// Step 4.
    fn refile(&mut self) {
        self.base = self.usual_level();
        self.room = 2 * self.num;
        self.buckets.clear();
        self.buckets.resize((2 * self.room).next_power_of_two(), END);
        self.num_at = [0; LEVELS];
        for slot in 0..self.entries.len() {
            if self.entries[slot].cell != NOWHERE {
                self.file(slot as u32);
            }
        }
    }

    /// Step 1.
    fn usual_level(&self) -> u32 {
        let nodes = self.entries.iter().step_by(2).filter(|entry| entry.cell != NOWHERE);
        let mut nodes: Vec<(u64, GridPoint)> = nodes.map(|entry| (z_curve(entry.low), entry.low)).collect();
        nodes.sort_unstable();
        let mut steps: Vec<u64> = nodes
            .windows(2)
            .map(|pair| {
                let step = pair[1].1.minus(pair[0].1);
                step.x.unsigned_abs().max(step.y.unsigned_abs())
            })
            .collect();
        if steps.is_empty() {
            return self.base;
        }
        let middle = steps.len() / 2;
        let (_, &mut median, _) = steps.select_nth_unstable(middle);
        (65 - median.leading_zeros()).clamp(1, LEVELS as u32 - 2)
    }

    /// What is filed under an item: its box. For checks.
    pub(super) fn bounds(&self, item: Item) -> Option<[GridPoint; 2]> {
        let entry = self.entries.get(item.slot()).filter(|entry| entry.cell != NOWHERE)?;
        let mut slot = self.buckets[self.bucket(entry.cell)];
        while slot as usize != item.slot() {
            slot = self.entries.get(slot as usize)?.next;
        }
        Some([entry.low, entry.high])
    }

    /// How many items there are.
    pub(super) fn num(&self) -> usize {
        self.num
    }
}

/// A box, and what was found in it.
struct Question<'a> {
    low: GridPoint,
    high: GridPoint,
    found: &'a mut Vec<Item>,
    /// The slot of the last node seen, in the box or not.
    by_the_way: u32,
}

impl Question<'_> {
    #[inline]
    fn ask(&mut self, slot: u32, entry: &Entry) {
        let (low, high) = (entry.low, entry.high);
        if low.x <= self.high.x && high.x >= self.low.x && low.y <= self.high.y && high.y >= self.low.y {
            self.found.push(Item::of_slot(slot));
        }
        if slot & 1 == 0 {
            self.by_the_way = slot;
        }
    }

    fn node(&self) -> Option<u32> {
        (self.by_the_way != END).then_some(self.by_the_way >> 1)
    }
}

/// Level, column and row in one number.
fn cell_number(level: u32, column: i32, row: i32) -> u64 {
    let bits = |n: i32| u64::from(n as u32) & ((1 << COLUMN_BITS) - 1);
    u64::from(level) << (2 * COLUMN_BITS) | bits(row) << COLUMN_BITS | bits(column)
}

/// The least and greatest y of a segment, directed to the right, between two of its abscissas, and a
/// unit more.
fn rows_between(left: GridPoint, right: GridPoint, x0: i32, x1: i32) -> (i32, i32) {
    let d = right.minus(left);
    if d.x == 0 || x0 >= x1 {
        return (left.y.min(right.y), left.y.max(right.y));
    }
    let [y0, y1] =
        [x0, x1].map(|x| ((i64::from(x) - i64::from(left.x)) * d.y).div_euclid(d.x) as i32 + left.y);
    (y0.min(y1) - 1, y0.max(y1) + 2)
}
