//! Slots of a mesh's arrays that are free.
//!
//! Ids are stable, so what goes leaves a hole, and what comes fills one. The cells of an edge lie in a row: their holes are kept by
//! length, the shortest that is long enough is taken, and what it has too much stays a hole.
//!
//! What an update removes is free only for the next one ([`Free::release`]).

use crate::id::{CellId, EdgeId, JointId};

/// Rows of this many cells and more are in one list.
const LONG: usize = 32;

/// Free slots.
#[derive(Clone, Debug, Default)]
pub(super) struct Free {
    pub(super) joints: Vec<JointId>,
    pub(super) edges: Vec<EdgeId>,
    /// First cells of rows, by length.
    short: Vec<Vec<CellId>>,
    /// First cell and length.
    long: Vec<(CellId, u32)>,
}

impl Free {
    /// A row of free cells.
    pub(super) fn take_row(&mut self, count: u32) -> Option<CellId> {
        let fitting = (count as usize..self.short.len()).find(|&length| !self.short[length].is_empty());
        let (first, length) = match fitting {
            Some(length) => (self.short[length].pop()?, length as u32),
            None => {
                let fits = |&(_, length): &(CellId, u32)| length >= count;
                let index = self.long.iter().rposition(fits)?;
                self.long.swap_remove(index)
            }
        };
        self.add_row(CellId(first.0 + count), length - count);
        Some(first)
    }

    /// Cells, sorted by id, become free.
    pub(super) fn release(&mut self, cells: &[CellId]) {
        for row in cells.chunk_by(|a, b| a.0 + 1 == b.0) {
            self.add_row(row[0], row.len() as u32);
        }
    }

    fn add_row(&mut self, first: CellId, length: u32) {
        match length as usize {
            0 => {}
            length if length < LONG => {
                if self.short.is_empty() {
                    self.short.resize(LONG, Vec::new());
                }
                self.short[length].push(first);
            }
            _ => self.long.push((first, length)),
        }
    }
}
