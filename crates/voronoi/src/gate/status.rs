//! The lines that the sweep line meets, from bottom to top: a list that is searched by position, and in
//! which each line knows where it is.
//!
//! The list is cut into chunks of at most [`CAP`] lines. A search halves the array of chunks and then one
//! chunk; a line is found again by scanning the chunk it is at home in; a full chunk is cut in half and an
//! empty one is given back. With m lines a search asks log m questions, and an insertion moves O(CAP) words,
//! plus m / CAP when it cuts.
//!
//! Two lines that are no pieces close the list below and above, so that every piece has neighbors.

use super::lines::Line;
use crate::site::GridPoint;

/// Lines in a chunk: with its links a chunk fills four cache lines. Half and twice as many make no
/// difference.
const CAP: usize = 61;
/// At home nowhere.
const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Chunk {
    len: u32,
    below: u32,
    above: u32,
    lines: [u32; CAP],
}

/// Where a line stands. Good until an insertion or removal at or below it in its chunk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    chunk: u32,
    index: u32,
}

/// The list.
///
/// Invariant: chunks in `order` are not empty, linked in that order, and `home` names the chunk of each line
/// in the list and `NONE` for all others.
#[derive(Debug)]
pub(super) struct Status {
    chunks: Vec<Chunk>,
    order: Vec<u32>,
    free: Vec<u32>,
    home: Vec<u32>,
}

impl Status {
    /// A list of nothing but its two ends, which are the lines `bottom` and `bottom + 1`; all other lines
    /// have lower numbers.
    pub(super) fn new(bottom: u32) -> Self {
        let mut lines = [0; CAP];
        lines[0] = bottom;
        lines[1] = bottom + 1;
        let mut home = vec![NONE; bottom as usize + 2];
        home[bottom as usize] = 0;
        home[bottom as usize + 1] = 0;
        let chunk = Chunk { len: 2, below: NONE, above: NONE, lines };
        Self { chunks: vec![chunk], order: vec![0], free: Vec::new(), home }
    }

    /// The last line strictly below a point.
    #[inline]
    pub(super) fn below(&self, lines: &[Line], p: GridPoint) -> Place {
        let is_below = |&line: &u32| lines[line as usize].side(p) > 0;
        // The bottom is below everything, hence both differences are at least zero.
        let chunk = self.order.partition_point(|&chunk| is_below(&self.chunks[chunk as usize].lines[0])) - 1;
        let chunk = self.order[chunk];
        let index = self.slice(chunk).partition_point(is_below) - 1;
        Place { chunk, index: index as u32 }
    }

    /// Where a line stands, if it is in the list.
    #[inline]
    pub(super) fn place(&self, line: u32) -> Option<Place> {
        let chunk = self.home[line as usize];
        if chunk == NONE {
            return None;
        }
        let index = self.slice(chunk).iter().position(|&other| other == line)?;
        Some(Place { chunk, index: index as u32 })
    }

    /// The line at a place.
    #[inline]
    pub(super) fn line(&self, at: Place) -> u32 {
        self.chunks[at.chunk as usize].lines[at.index as usize]
    }

    /// The next place above; the top has none.
    #[inline]
    pub(super) fn next(&self, at: Place) -> Place {
        let chunk = &self.chunks[at.chunk as usize];
        if at.index + 1 < chunk.len {
            Place { chunk: at.chunk, index: at.index + 1 }
        } else {
            Place { chunk: chunk.above, index: 0 }
        }
    }

    /// The next place below; the bottom has none.
    #[inline]
    pub(super) fn prev(&self, at: Place) -> Place {
        if at.index > 0 {
            return Place { chunk: at.chunk, index: at.index - 1 };
        }
        let chunk = self.chunks[at.chunk as usize].below;
        Place { chunk, index: self.chunks[chunk as usize].len - 1 }
    }

    /// Puts another line in a place.
    #[inline]
    pub(super) fn set(&mut self, at: Place, line: u32) {
        self.chunks[at.chunk as usize].lines[at.index as usize] = line;
        self.home[line as usize] = at.chunk;
    }

    /// Notes that a line is leaving the list; [`Status::set`] or [`Status::remove_above`] then do away
    /// with it.
    #[inline]
    pub(super) fn forget(&mut self, line: u32) {
        self.home[line as usize] = NONE;
    }

    /// Puts a line above a place and returns its own place.
    pub(super) fn insert_above(&mut self, at: Place, line: u32) -> Place {
        let mut at = at;
        if self.chunks[at.chunk as usize].len as usize == CAP {
            at = self.cut(at);
        }
        let chunk = &mut self.chunks[at.chunk as usize];
        let index = at.index as usize + 1;
        chunk.lines.copy_within(index..chunk.len as usize, index + 1);
        chunk.lines[index] = line;
        chunk.len += 1;
        self.home[line as usize] = at.chunk;
        Place { chunk: at.chunk, index: index as u32 }
    }

    /// Takes out the line above a place, which stays good.
    pub(super) fn remove_above(&mut self, at: Place) {
        let out = self.next(at);
        let chunk = &mut self.chunks[out.chunk as usize];
        let index = out.index as usize;
        chunk.lines.copy_within(index + 1..chunk.len as usize, index);
        chunk.len -= 1;
        if chunk.len == 0 {
            // Never the only chunk: the two ends stay.
            let (below, above) = (chunk.below, chunk.above);
            self.link(below, above);
            self.free.push(out.chunk);
            self.order.remove(self.rank(out.chunk));
        }
    }

    /// Moves the upper half of a full chunk to a new one and returns where the place is now.
    fn cut(&mut self, at: Place) -> Place {
        const HALF: usize = CAP / 2;
        let old = self.chunks[at.chunk as usize].clone();
        let mut lines = [0; CAP];
        lines[..CAP - HALF].copy_from_slice(&old.lines[HALF..]);
        let upper = Chunk { len: (CAP - HALF) as u32, below: at.chunk, above: old.above, lines };
        let new = match self.free.pop() {
            Some(new) => {
                self.chunks[new as usize] = upper;
                new
            }
            None => {
                self.chunks.push(upper);
                self.chunks.len() as u32 - 1
            }
        };
        self.chunks[at.chunk as usize].len = HALF as u32;
        for &line in &old.lines[HALF..] {
            self.home[line as usize] = new;
        }
        self.link(new, old.above);
        self.link(at.chunk, new);
        self.order.insert(self.rank(at.chunk) + 1, new);
        if at.index as usize >= HALF { Place { chunk: new, index: at.index - HALF as u32 } } else { at }
    }

    /// The position of a chunk in the order. Blocks are compared whole, which takes a few vector
    /// instructions.
    fn rank(&self, chunk: u32) -> usize {
        const BLOCK: usize = 32;
        let hit = |block: &[u32]| block.iter().fold(false, |hit, &other| hit | (other == chunk));
        let Some(block) = self.order.chunks(BLOCK).position(hit) else {
            unreachable!("a chunk without order")
        };
        let mut rank = block * BLOCK;
        while self.order[rank] != chunk {
            rank += 1;
        }
        rank
    }

    fn link(&mut self, below: u32, above: u32) {
        if below != NONE {
            self.chunks[below as usize].above = above;
        }
        if above != NONE {
            self.chunks[above as usize].below = below;
        }
    }

    #[inline]
    fn slice(&self, chunk: u32) -> &[u32] {
        let chunk = &self.chunks[chunk as usize];
        &chunk.lines[..chunk.len as usize]
    }
}
