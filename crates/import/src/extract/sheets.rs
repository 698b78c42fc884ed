//! Pieces of surface and their seams: what every way of finding floors hands over to the making of layers.

use std::ops::Range;

/// Pieces of surface that do not lie above themselves, and along which edges they are sewn together.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sheets {
    /// Places on the grid of 0.1 mm, relative to `origin`.
    pub(crate) points: Vec<[i32; 2]>,
    /// Corners of all rings, then heights inside the pieces.
    pub(crate) corners: Vec<SheetCorner>,
    /// The corners of each ring; the piece lies to the left.
    pub(crate) rings: Vec<Range<u32>>,
    /// The rings of each piece, the outer one first.
    pub(crate) pieces: Vec<Range<u32>>,
    /// For each piece: corners that are only heights inside of it.
    pub(crate) inner: Vec<Range<u32>>,
    /// For each ring corner: the corner at which the edge starts that the edge from here to the next one is sewn to, or
    /// `u32::MAX`. That edge runs the opposite way between the same two points.
    pub(crate) mates: Vec<u32>,
    /// Where point (0, 0) is. \[m\]
    pub(crate) origin: [f64; 2],
}

/// A corner of a ring, or a known height inside a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SheetCorner {
    /// An index into the points.
    pub(crate) point: u32,
    /// Its height. \[m\]
    pub(crate) height: f64,
}
