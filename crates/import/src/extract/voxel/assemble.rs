//! From rings on the lattice to sheets on the grid.
//!
//! 1. Edges that one piece has on both sides are thin walls: one thread for both.
//! 2. The others are threads with the piece on the left; seams keep their mates.

use super::lattice::Lattice;
use super::stitch::{NONE, Rings};
use super::straighten::{Bend, straighten};
use super::touch::split_touching;
use crate::extract::sheets::{Sheets, Thread};

/// The sheets of rings, straightened within a number of cells.
pub(crate) fn assemble(mut rings: Rings, lattice: &Lattice, tolerance: f64) -> Sheets {
    split_touching(&mut rings);
    let inner = std::mem::take(&mut rings.inner);
    let pieces = rings.num_pieces as usize;
    let (bends, ends) = straighten(rings, tolerance);
    // Places of corners and of heights inside, each once, in order.
    let center = |cell: [i32; 2]| cell.map(|cell| 2 * cell + 1);
    let mut places: Vec<[i32; 2]> = bends.iter().map(|bend| bend.at).collect();
    places.extend(inner.iter().map(|&(_, cell, _)| center(cell)));
    places.sort_unstable();
    places.dedup();
    let spot = |at: [i32; 2]| places.binary_search(&at).unwrap_or_default() as u32;
    let mut threads = threads(&bends, &ends, spot);
    drop((bends, ends));
    fold_walls(&mut threads);
    let inner = inner.iter().map(|&(piece, cell, z)| (piece, spot(center(cell)), z)).collect();
    let spots = places.iter().map(|at| [0, 1].map(|axis| lattice.half_line(axis, at[axis]))).collect();
    let mut sheets = Sheets { spots, threads, pieces, starts: Vec::new(), inner, tangled: false };
    sheets.sort();
    sheets
}

/// One thread for each edge.
fn threads(bends: &[Bend], ends: &[[u32; 2]], spot: impl Fn([i32; 2]) -> u32) -> Vec<Thread> {
    let spots: Vec<u32> = bends.iter().map(|bend| spot(bend.at)).collect();
    let mut threads = Vec::with_capacity(bends.len());
    let mut start = 0;
    for &[piece, end] in ends {
        for index in start..end {
            let both = [index, if index + 1 == end { start } else { index + 1 }];
            let bend = &bends[index as usize];
            threads.push(Thread {
                ends: both.map(|corner| spots[corner as usize]),
                heights: both.map(|corner| bends[corner as usize].z_twice / 2),
                piece,
                wall: false,
                mate: bend.mate,
            });
        }
        start = end;
    }
    threads
}

/// Step 1.
fn fold_walls(threads: &mut Vec<Thread>) {
    let mut order: Vec<u32> =
        (0..threads.len() as u32).filter(|&thread| threads[thread as usize].mate == NONE).collect();
    let key = |thread: &Thread| (thread.piece, thread.key());
    order.sort_unstable_by_key(|&thread| (key(&threads[thread as usize]), thread));
    let mut gone: Vec<bool> = vec![false; threads.len()];
    let mut rest = &order[..];
    while let [one, two, ..] = *rest {
        rest = &rest[1..];
        if key(&threads[one as usize]) == key(&threads[two as usize]) {
            threads[one as usize].wall = true;
            gone[two as usize] = true;
            rest = &rest[1..];
        }
    }
    let mut moved: Vec<u32> = Vec::with_capacity(threads.len());
    let mut num = 0;
    for &gone in &gone {
        moved.push(num);
        num += u32::from(!gone);
    }
    let mut index = 0;
    threads.retain_mut(|thread| {
        if thread.mate != NONE {
            thread.mate = moved[thread.mate as usize];
        }
        index += 1;
        !gone[index - 1]
    });
}
