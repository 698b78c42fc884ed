//! Pieces of surface by their edges, and which edges are sewn together.
//!
//! This is where the exact way and the way by voxels meet. A piece does not lie above itself. It is what is to the left of its edges, in any order;
//! its heights are known along them, and at further points inside if need be.

use super::flat::Spot;
use super::soup::NONE;

/// Pieces and their edges.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheets {
    /// Places, seen from above. \[units\]
    pub(crate) spots: Vec<Spot>,
    /// Edges by piece.
    pub(crate) threads: Vec<Thread>,
    /// How many pieces there are.
    pub(crate) pieces: usize,
    /// Where the edges of each piece begin in `threads`, and where the last one ends.
    pub(crate) starts: Vec<u32>,
    /// Heights inside of pieces: piece, place, height; sorted by piece.
    pub(crate) inner: Vec<(u32, u32, i32)>,
    /// Whether some edges could not be led apart.
    pub(crate) tangled: bool,
}

/// An edge of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Thread {
    /// Its ends, as places; the piece is on its left.
    pub(crate) ends: [u32; 2],
    /// Heights of its ends. \[units\]
    pub(crate) heights: [i32; 2],
    pub(crate) piece: u32,
    /// It is a thin wall, and the piece is on both sides.
    pub(crate) wall: bool,
    /// The edge that it is sewn to, which runs the other way.
    pub(crate) mate: u32,
}

impl Thread {
    /// The same for both directions.
    pub(crate) fn key(&self) -> u64 {
        let [a, b] = self.ends;
        u64::from(a.min(b)) << 32 | u64::from(a.max(b))
    }
}

impl Sheets {
    /// Takes away edges that have no length, and pairs of mates within one piece: the piece goes on there.
    pub(crate) fn drop_folds(&mut self) {
        let threads = &self.threads;
        let gone = |thread: &Thread| {
            thread.ends[0] == thread.ends[1]
                || (thread.mate != NONE && threads[thread.mate as usize].piece == thread.piece)
        };
        let gone: Vec<bool> = threads.iter().map(gone).collect();
        let order: Vec<u32> = (0..threads.len() as u32).filter(|&index| !gone[index as usize]).collect();
        self.reorder(&order);
    }

    /// Sorts edges by piece.
    pub(crate) fn sort(&mut self) {
        let mut order: Vec<u32> = (0..self.threads.len() as u32).collect();
        order.sort_by_key(|&index| self.threads[index as usize].piece);
        self.reorder(&order);
        self.starts = vec![0; self.pieces + 1];
        for thread in &self.threads {
            self.starts[thread.piece as usize + 1] += 1;
        }
        for piece in 0..self.pieces {
            self.starts[piece + 1] += self.starts[piece];
        }
    }

    /// The edges of a piece.
    pub(crate) fn of_piece(&self, piece: u32) -> &[Thread] {
        let [start, end] = [0, 1].map(|k| self.starts[piece as usize + k] as usize);
        &self.threads[start..end]
    }

    /// Keeps these edges in this order; mates of edges that go have none.
    fn reorder(&mut self, order: &[u32]) {
        let mut number = vec![NONE; self.threads.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old as usize] = new as u32;
        }
        let of = |old: u32| if old == NONE { NONE } else { number[old as usize] };
        self.threads = order
            .iter()
            .map(|&old| {
                let thread = self.threads[old as usize];
                Thread { mate: of(thread.mate), ..thread }
            })
            .collect();
    }
}
