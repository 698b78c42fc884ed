//! Where things are: nodes and courses of each layer in a grid of several coarsenesses.
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
//! Cells are not stored: a cell's number and layer are hashed to a bucket, and a bucket is a linked list of entries. An item on several
//! layers has an entry on each, which form a list of their own.
//!
//! Invariant: every entry is in the list of its cell's bucket, once; `num_at` counts the entries by level, and `used` has
//! a bit for each level that has some.
//! Cost: O(1) expected to insert and remove; a question costs the cells that it passes, and what is in them.
//! Degenerate: many items in one place share a cell, and each is asked.

use crate::gate::z_curve;
use crate::site::GridPoint;

/// Something with a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Item {
    Node(u32),
    Course(u32),
}

/// The end of a list.
pub(super) const END: u32 = u32::MAX;
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
    item: Item,
    layer: u32,
    next: u32,
    previous: u32,
    /// The entry of the same item on another layer.
    twin: u32,
}

/// Nodes and courses by place.
#[derive(Clone, Debug)]
pub(super) struct Index {
    entries: Vec<Entry>,
    free: Vec<u32>,
    /// First entry of each bucket; a power of two of them.
    buckets: Vec<u32>,
    base: u32,
    num_at: [u32; LEVELS],
    used: u32,
    num: usize,
    /// How many items there may be before they are filed again.
    room: usize,
}

impl Default for Index {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            free: Vec::new(),
            buckets: vec![END; 2 * FEWEST],
            base: 8,
            num_at: [0; LEVELS],
            used: 0,
            num: 0,
            room: FEWEST,
        }
    }
}

impl Index {
    /// Adds an item that spans these two points, on all of its layers. Returns the first of its entries.
    pub(super) fn insert(&mut self, item: Item, layers: &[u32], a: GridPoint, b: GridPoint) -> u32 {
        let low = GridPoint::new(a.x.min(b.x), a.y.min(b.y));
        let high = GridPoint::new(a.x.max(b.x), a.y.max(b.y));
        let mut twin = END;
        for &layer in layers {
            let entry = Entry { cell: 0, low, high, item, layer, next: END, previous: END, twin };
            let slot = match self.free.pop() {
                Some(slot) => {
                    self.entries[slot as usize] = entry;
                    slot
                }
                None => {
                    self.entries.push(entry);
                    u32::try_from(self.entries.len() - 1).expect("fewer than 2^32 entries")
                }
            };
            self.num += 1;
            if self.num > self.room {
                self.refile();
            } else {
                self.file(slot);
            }
            twin = slot;
        }
        twin
    }

    /// Takes an item out, by the first of its entries.
    pub(super) fn remove(&mut self, first: u32) {
        let mut slot = first;
        while slot != END {
            let Entry { cell, layer, next, previous, twin, .. } = self.entries[slot as usize];
            self.entries[slot as usize].cell = NOWHERE;
            match previous {
                END => {
                    let bucket = self.bucket(cell, layer);
                    self.buckets[bucket] = next;
                }
                _ => self.entries[previous as usize].next = next,
            }
            if next != END {
                self.entries[next as usize].previous = previous;
            }
            let level = (cell >> (2 * COLUMN_BITS)) as usize;
            self.num_at[level] -= 1;
            self.used &= !(u32::from(self.num_at[level] == 0) << level);
            self.num -= 1;
            self.free.push(slot);
            slot = twin;
        }
    }

    /// Appends all items of a layer whose box meets that of a part of the segment from `a` to `b`, and others whose box meets
    /// that of the whole segment, in no particular order. Returns some node near the segment, if it came by one.
    pub(super) fn near(&self, layer: u32, a: GridPoint, b: GridPoint, found: &mut Vec<Item>) -> Option<u32> {
        self.ask(layer, a, b, found, |left, right, first, end| {
            rows_between(left, right, first.max(left.x), end.min(right.x))
        })
    }

    /// Appends all items of a layer whose box meets that of two points.
    pub(super) fn within(&self, layer: u32, a: GridPoint, b: GridPoint, found: &mut Vec<Item>) {
        self.ask(layer, a, b, found, |left, right, _, _| (left.y.min(right.y), left.y.max(right.y)));
    }

    /// Asks the cells between two points; `rows` tells for a range of columns which rows matter.
    #[inline]
    fn ask(
        &self,
        layer: u32,
        a: GridPoint,
        b: GridPoint,
        found: &mut Vec<Item>,
        rows: impl Fn(GridPoint, GridPoint, i32, i32) -> (i32, i32),
    ) -> Option<u32> {
        let (left, right) = if a.x <= b.x { (a, b) } else { (b, a) };
        let mut question = Question {
            layer,
            low: GridPoint::new(left.x, a.y.min(b.y)),
            high: GridPoint::new(right.x, a.y.max(b.y)),
            found,
            by_the_way: None,
        };
        let (low, high) = (question.low.y, question.high.y);
        // Step 3.
        let used = || {
            let mut levels = self.used;
            std::iter::from_fn(move || {
                let level = levels.trailing_zeros();
                levels &= levels.wrapping_sub(1);
                (level < u32::BITS).then_some(level)
            })
        };
        let cells = used().map(|level| {
            let [columns, rows] = [(right.x - left.x) >> level, (high - low) >> level].map(|n| n as usize);
            (columns + 2) * 4 + rows
        });
        if cells.sum::<usize>() > 64 + self.entries.len() {
            for entry in self.entries.iter().filter(|entry| entry.cell != NOWHERE) {
                question.ask(entry);
            }
            return question.by_the_way;
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
                    rows(left, right, first - 1, first + 2 * size)
                };
                for row in (y0 - (size - 1)) >> level..=y1 >> level {
                    self.ask_cell(cell_number(level, column, row), &mut question);
                }
            }
        }
        question.by_the_way
    }

    #[inline]
    fn ask_cell(&self, cell: u64, question: &mut Question<'_>) {
        let mut slot = self.buckets[self.bucket(cell, question.layer)];
        while slot != END {
            let entry = &self.entries[slot as usize];
            if entry.cell == cell {
                question.ask(entry);
            }
            slot = entry.next;
        }
    }

    #[inline]
    fn bucket(&self, cell: u64, layer: u32) -> usize {
        // Cells of a row are neighbors in memory. Rows, levels and layers are strewn: the high bits of a product depend
        // on all bits of its factor.
        let strewn =
            ((cell >> COLUMN_BITS) ^ u64::from(layer) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        (strewn.wrapping_add(cell) & (self.buckets.len() as u64 - 1)) as usize
    }

    /// Puts an entry into the list of its cell.
    fn file(&mut self, slot: u32) {
        let Entry { low, high, layer, .. } = self.entries[slot as usize];
        let extent = ((high.x - low.x) | (high.y - low.y)) as u32;
        let level = self.base.max(32 - extent.leading_zeros());
        let cell = cell_number(level, low.x >> level, low.y >> level);
        let bucket = self.bucket(cell, layer);
        let next = std::mem::replace(&mut self.buckets[bucket], slot);
        if next != END {
            self.entries[next as usize].previous = slot;
        }
        let entry = &mut self.entries[slot as usize];
        (entry.cell, entry.next, entry.previous) = (cell, next, END);
        self.num_at[level as usize] += 1;
        self.used |= 1 << level;
    }

    /// Step 4.
    fn refile(&mut self) {
        self.base = self.usual_level();
        self.room = 2 * self.num;
        self.buckets.clear();
        self.buckets.resize((2 * self.room).next_power_of_two(), END);
        (self.num_at, self.used) = ([0; LEVELS], 0);
        for slot in 0..self.entries.len() {
            if self.entries[slot].cell != NOWHERE {
                self.file(slot as u32);
            }
        }
    }

    /// Step 1.
    fn usual_level(&self) -> u32 {
        let is_node = |entry: &&Entry| entry.cell != NOWHERE && matches!(entry.item, Item::Node(_));
        let nodes = self.entries.iter().filter(is_node);
        let mut nodes: Vec<((u32, u64), GridPoint)> =
            nodes.map(|entry| ((entry.layer, z_curve(entry.low)), entry.low)).collect();
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

    /// What is filed under an entry: its item, layers and box. For checks.
    pub(super) fn filed(&self, first: u32) -> Option<(Item, Vec<u32>, [GridPoint; 2])> {
        let entry = self.entries.get(first as usize)?;
        let mut layers = Vec::new();
        let mut slot = first;
        while slot != END {
            let entry = self.entries.get(slot as usize).filter(|entry| entry.cell != NOWHERE)?;
            let mut listed = self.buckets[self.bucket(entry.cell, entry.layer)];
            while listed != slot {
                listed = self.entries.get(listed as usize)?.next;
            }
            layers.push(entry.layer);
            slot = entry.twin;
        }
        layers.sort_unstable();
        Some((entry.item, layers, [entry.low, entry.high]))
    }

    /// How many entries there are.
    pub(super) fn num(&self) -> usize {
        self.num
    }
}

/// A box on a layer, and what was found in it.
struct Question<'a> {
    layer: u32,
    low: GridPoint,
    high: GridPoint,
    found: &'a mut Vec<Item>,
    /// The last node seen, in the box or not.
    by_the_way: Option<u32>,
}

impl Question<'_> {
    #[inline]
    fn ask(&mut self, entry: &Entry) {
        if entry.layer != self.layer {
            return;
        }
        let (low, high) = (entry.low, entry.high);
        if low.x <= self.high.x && high.x >= self.low.x && low.y <= self.high.y && high.y >= self.low.y {
            self.found.push(entry.item);
        }
        if let Item::Node(node) = entry.item {
            self.by_the_way = Some(node);
        }
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
