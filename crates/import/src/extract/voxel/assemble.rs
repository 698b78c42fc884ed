//! From rings on the lattice to sheets on the grid.

use super::lattice::{Lattice, UNITS};
use super::stitch::{NONE, Rings};
use super::straighten::{Bend, straighten};
use crate::extract::sheets::{SheetCorner, Sheets};

/// The sheets of rings, straightened within a number of cells.
pub(crate) fn assemble(mut rings: Rings, lattice: &Lattice, tolerance: f64) -> Sheets {
    let inner = std::mem::take(&mut rings.inner);
    let num_pieces = rings.num_pieces;
    let (bends, ends) = straighten(rings, tolerance);
    let mut sheets = Sheets { origin: lattice.origin, ..Sheets::default() };
    // Places of corners and of heights inside, each once, in order.
    let center = |cell: [i32; 2]| cell.map(|cell| 2 * cell + 1);
    let mut places: Vec<[i32; 2]> = bends.iter().map(|bend| bend.at).collect();
    places.extend(inner.iter().map(|&(_, cell, _)| center(cell)));
    places.sort_unstable();
    places.dedup();
    let point = |at: [i32; 2]| places.binary_search(&at).unwrap_or_default() as u32;
    sheets.corners.reserve(bends.len() + inner.len());
    sheets.corners.extend(bends.iter().map(|bend: &Bend| SheetCorner {
        point: point(bend.at),
        height: f64::from(bend.z_twice) * 0.5 / UNITS,
    }));
    sheets.mates = bends.iter().map(|bend| bend.mate).collect();
    let mut start = 0;
    let mut ring_starts: Vec<u32> = vec![NONE; num_pieces as usize];
    for (&[piece, end], ring) in ends.iter().zip(0..) {
        sheets.rings.push(start..end);
        start = end;
        ring_starts[piece as usize] = ring_starts[piece as usize].min(ring);
    }
    let num_rings = sheets.rings.len() as u32;
    let mut heights = inner.iter().zip(bends.len() as u32..).peekable();
    for piece in 0..num_pieces as usize {
        let first = ring_starts[piece];
        let end = ring_starts.get(piece + 1).map_or(num_rings, |&end| end);
        sheets.pieces.push(first..end);
        let mut range = 0..0;
        while let Some((&(of, cell, z), index)) = heights.next_if(|((of, _, _), _)| *of as usize == piece) {
            let _ = of;
            range = if range.is_empty() { index..index + 1 } else { range.start..index + 1 };
            sheets.corners.push(SheetCorner { point: point(center(cell)), height: f64::from(z) / UNITS });
        }
        sheets.inner.push(range);
    }
    sheets.points = places.iter().map(|at| [0, 1].map(|axis| lattice.half_line(axis, at[axis]))).collect();
    sheets
}
