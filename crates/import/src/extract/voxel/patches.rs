//! Floors of a tile that hang together, as patches that do not lie above themselves.
//!
//! 1. Regions: linked floors inside the tile are united.
//! 2. Where a column has two floors of one region (a spiral inside one tile), the region is split: a patch grows from the first
//!    floor that is left, over links, into columns that it does not have yet, until all floors have a patch. It does not grow
//!    beside a floor of its own that is linked to another one there: the same line would be a seam and a cliff of one patch.
//! 3. Patches of one column lie above each other; the pairs are kept, since only the tile knows.
//!
//! Invariant: a patch is connected by links, and has each column once.
//! Cost: nearly linear in the floors.

use super::floors::{Floors, NONE};
use super::raster::Columns;
use crate::extract::sets::Sets;

/// The patches of a tile. Reused from tile to tile.
#[derive(Default)]
pub(crate) struct Patches {
    /// The patch of each floor, or none on the border of the tile.
    pub(crate) of_floor: Vec<u32>,
    /// How many patches there are.
    pub(crate) num: u32,
    /// Pairs of patches that share a column, the lower number first, in order.
    pub(crate) above: Vec<[u32; 2]>,
    /// For each root of a region: whether it lies above itself.
    split: Vec<bool>,
    /// For each column: the last floor that a patch of a split region took.
    taken: Vec<u32>,
    queue: Vec<u32>,
}

impl Patches {
    /// Finds the patches of a tile.
    pub(crate) fn fill(&mut self, columns: &Columns, floors: &Floors) {
        let num = floors.z.len();
        self.of_floor.clear();
        self.of_floor.resize(num, NONE);
        self.num = 0;
        // 1. Borders are told by a mark that is replaced below.
        for column in inside(columns) {
            for floor in floors.of(column) {
                self.of_floor[floor as usize] = NONE - 1;
            }
        }
        let mut regions = Sets::new(num);
        for column in inside(columns) {
            for floor in floors.of(column) {
                for side in [1, 2] {
                    let other = floors.links[floor as usize][side];
                    if other != NONE && self.of_floor[other as usize] != NONE {
                        regions.unite(floor, other);
                    }
                }
            }
        }
        self.mark_split(columns, floors, &mut regions);
        // 2. The root of a region is its first floor, so it is numbered before the others ask.
        self.taken.clear();
        self.taken.resize(columns.len(), NONE);
        for column in inside(columns) {
            for floor in floors.of(column) {
                let root = regions.find(floor);
                if self.split[root as usize] {
                    if self.of_floor[floor as usize] == NONE - 1 {
                        self.grow(floors, floor, columns.size[0] as usize);
                    }
                } else if root == floor {
                    self.of_floor[floor as usize] = self.num;
                    self.num += 1;
                } else {
                    self.of_floor[floor as usize] = self.of_floor[root as usize];
                }
            }
        }
        self.find_above(columns, floors);
    }

    fn mark_split(&mut self, columns: &Columns, floors: &Floors, regions: &mut Sets) {
        self.split.clear();
        self.split.resize(floors.z.len(), false);
        for column in inside(columns) {
            let here = floors.of(column);
            for (lower, upper) in pairs(here) {
                let root = regions.find(lower);
                if root == regions.find(upper) {
                    self.split[root as usize] = true;
                }
            }
        }
    }

    /// Step 2: a patch of a split region.
    fn grow(&mut self, floors: &Floors, seed: u32, width: usize) {
        let patch = self.num;
        self.num += 1;
        self.queue.clear();
        self.queue.push(seed);
        self.of_floor[seed as usize] = patch;
        self.taken[floors.column[seed as usize] as usize] = seed;
        let mut next = 0;
        while let Some(&floor) = self.queue.get(next) {
            next += 1;
            for other in floors.links[floor as usize] {
                if other != NONE
                    && self.of_floor[other as usize] == NONE - 1
                    && self.fits(floors, other, patch, width)
                {
                    self.taken[floors.column[other as usize] as usize] = other;
                    self.of_floor[other as usize] = patch;
                    self.queue.push(other);
                }
            }
        }
    }

    /// Whether a floor can join a growing patch.
    fn fits(&self, floors: &Floors, floor: u32, patch: u32, width: usize) -> bool {
        let own = |column: usize| {
            let floor = self.taken[column];
            (floor != NONE && self.of_floor[floor as usize] == patch).then_some(floor)
        };
        let column = floors.column[floor as usize] as usize;
        // A floor inside the border has columns on all sides.
        own(column).is_none()
            && [column - width, column + 1, column + width, column - 1].into_iter().enumerate().all(
                |(side, beside)| {
                    let link = floors.links[floor as usize][side];
                    own(beside).is_none_or(|other| {
                        link == other || (link == NONE && floors.links[other as usize][side ^ 2] == NONE)
                    })
                },
            )
    }

    /// Step 3.
    fn find_above(&mut self, columns: &Columns, floors: &Floors) {
        self.above.clear();
        let mut before = 0..0;
        for column in inside(columns) {
            let here = floors.of(column);
            if here.len() < 2 {
                continue;
            }
            // Most columns repeat the one before.
            let same = before.len() == here.len()
                && here
                    .clone()
                    .zip(before)
                    .all(|(a, b)| self.of_floor[a as usize] == self.of_floor[b as usize]);
            before = here.clone();
            if !same {
                for (lower, upper) in pairs(here) {
                    let [a, b] = [self.of_floor[lower as usize], self.of_floor[upper as usize]];
                    self.above.push([a.min(b), a.max(b)]);
                }
            }
        }
        self.above.sort_unstable();
        self.above.dedup();
    }
}

/// The columns inside the border, row by row.
pub(crate) fn inside(columns: &Columns) -> impl Iterator<Item = usize> + use<> {
    let [width, height] = columns.size.map(|size| size as usize);
    (1..height - 1).flat_map(move |row| row * width + 1..(row + 1) * width - 1)
}

/// All pairs of floors of a column.
fn pairs(floors: std::ops::Range<u32>) -> impl Iterator<Item = (u32, u32)> {
    let end = floors.end;
    floors.flat_map(move |lower| (lower + 1..end).map(move |upper| (lower, upper)))
}
