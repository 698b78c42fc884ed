//! Pieces as the sweep wants them: directed to the right, grouped by their left end, fanned by angle.
//! Pieces that coincide fall next to each other here, and only the first of them stays.

use std::cmp::Ordering;

use super::vertices::Vertices;
use crate::site::{GridPoint, Vector};

/// A piece directed to the right, or up if it is vertical.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// The left end.
    pub(super) from: GridPoint,
    /// Right end minus left end.
    pub(super) dx: i32,
    pub(super) dy: i32,
    /// Rank of the right end.
    pub(super) to: u32,
    /// Which piece it is.
    pub(super) piece: u32,
}

impl Line {
    pub(crate) fn new(from: GridPoint, right: GridPoint, to: u32, piece: u32) -> Self {
        Self { from, dx: right.x - from.x, dy: right.y - from.y, to, piece }
    }

    #[inline]
    pub(super) fn dir(&self) -> Vector {
        Vector { x: i64::from(self.dx), y: i64::from(self.dy) }
    }

    /// The right end.
    #[inline]
    pub(super) fn right(&self) -> GridPoint {
        GridPoint { x: self.from.x + self.dx, y: self.from.y + self.dy }
    }

    /// Positive if the point lies above the line, zero if on it. Degree 2, 56 bits.
    #[inline]
    pub(super) fn side(&self, p: GridPoint) -> i64 {
        self.dir().cross(p.minus(self.from))
    }

    /// How the lines follow each other from bottom to top just right of a point that is on both.
    #[inline]
    pub(super) fn fan_order(&self, other: &Self) -> Ordering {
        0.cmp(&self.dir().cross(other.dir()))
    }
}

/// All lines by left end.
///
/// Invariant: those that start at the vertex of rank `r` are `first[r]..first[r + 1]`, by
/// [`Line::fan_order`], then by right end; no two have the same ends.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) first: Vec<u32>,
    pub(super) lines: Vec<Line>,
    /// Pieces left out, each with the piece of lowest index that has the same ends.
    pub(super) duplicates: Vec<(u32, u32)>,
}

impl Lines {
    /// Groups pieces by a counting sort over the ranks of their left ends. No piece has length zero.
    pub(super) fn new(vertices: &Vertices, pieces: &[[u32; 2]]) -> Self {
        let ranks = |piece: &[u32; 2]| {
            let [a, b] = piece.map(|v| vertices.rank[v as usize]);
            (a.min(b), a.max(b))
        };
        let mut first = vec![0_u32; vertices.at.len() + 1];
        for piece in pieces {
            first[ranks(piece).0 as usize] += 1;
        }
        let mut sum = 0;
        for count in &mut first {
            sum += *count;
            *count = sum;
        }
        // Filling backwards leaves `first` at the start of each group, and each group in order of index.
        let nowhere = Line { from: GridPoint::default(), dx: 0, dy: 0, to: 0, piece: 0 };
        let mut lines = vec![nowhere; pieces.len()];
        for (index, piece) in pieces.iter().enumerate().rev() {
            let (left, right) = ranks(piece);
            let at = |rank: u32| vertices.at[vertices.order[rank as usize] as usize];
            let slot = &mut first[left as usize];
            *slot -= 1;
            lines[*slot as usize] = Line::new(at(left), at(right), right, index as u32);
        }
        let mut all = Self { first, lines, duplicates: Vec::new() };
        all.fan_out();
        all
    }

    /// Sorts each group and drops the duplicates.
    fn fan_out(&mut self) {
        let mut kept = 0;
        for rank in 0..self.first.len() - 1 {
            let group = self.first[rank] as usize..self.first[rank + 1] as usize;
            self.first[rank] = kept as u32;
            if group.len() > 1 {
                let by_fan = |s: &Line, t: &Line| s.fan_order(t).then((s.to, s.piece).cmp(&(t.to, t.piece)));
                self.lines[group.clone()].sort_unstable_by(by_fan);
            }
            for index in group {
                let line = self.lines[index];
                // The same left end and the same right end.
                if kept > self.first[rank] as usize && self.lines[kept - 1].to == line.to {
                    self.duplicates.push((line.piece, self.lines[kept - 1].piece));
                } else {
                    self.lines[kept] = line;
                    kept += 1;
                }
            }
        }
        self.lines.truncate(kept);
        if let Some(end) = self.first.last_mut() {
            *end = kept as u32;
        }
    }
}
