//! Edges of pieces that fit exactly, as most do in a terrain: opposite ways between two points at equal heights. They are mates and need no sewing.
//!
//! 1. Pair such edges. Those at rough places are not paired, as they may be led anywhere; nor those of pieces with thin walls, which may stand on
//!    any of their edges.
//! 2. An edge of a piece that was cut may have a corner of such a piece on it, where a hole touches the border. Undo those pairs.
//! 3. Take out the others, which are loose.
//!
//! Cost: O(n log n), for sorting.

use rayon::prelude::*;

use super::boxes::Boxes;
use super::flat::Spot;
use super::floors::{Cleared, Floor};
use super::meet::{bounds_of, close_to};
use super::rough::Rough;
use super::sheets::{Sheets, Thread};
use super::soup::NONE;

/// Heights of settled edges differ by rounding only. \[units\]
const SETTLED: i32 = 2;

/// Pairs edges that fit; takes the others out of the sheets.
pub(crate) fn settle(sheets: &mut Sheets, cleared: &[Cleared], rough: &Rough) -> Vec<Thread> {
    let (threads, spots) = (&mut sheets.threads, &sheets.spots);
    let walled = |piece: u32| cleared.get(piece as usize).is_some_and(|own| !own.slits.is_empty());
    let is_rough = |thread: &Thread| thread.ends.iter().any(|&end| rough.has(spots[end as usize]));
    // Step 1.
    let mut order: Vec<(u64, u32)> = threads
        .par_iter()
        .enumerate()
        .filter(|(_, thread)| !thread.wall && !walled(thread.piece) && !is_rough(thread))
        .map(|(index, thread)| (thread.key(), index as u32))
        .collect();
    order.par_sort_unstable();
    for group in order.chunk_by(|one, two| one.0 == two.0) {
        for (k, &(_, one)) in group.iter().enumerate() {
            for &(_, two) in &group[k + 1..] {
                let (a, b) = (threads[one as usize], threads[two as usize]);
                let fits = a.mate == NONE
                    && b.mate == NONE
                    && a.ends[0] == b.ends[1]
                    && (a.heights[0] - b.heights[1]).abs() <= SETTLED
                    && (a.heights[1] - b.heights[0]).abs() <= SETTLED;
                if fits {
                    threads[one as usize].mate = two;
                    threads[two as usize].mate = one;
                }
            }
        }
    }
    let is_cut =
        |piece: u32| cleared.get(piece as usize).is_none_or(|own| matches!(own.floor, Floor::Cut(_)));
    unsettle(spots, threads, rough, is_cut);
    // Step 3. Mates are counted anew.
    let mut number = vec![NONE; threads.len()];
    let mut count = 0;
    for (index, thread) in threads.iter().enumerate() {
        if thread.mate != NONE {
            number[index] = count;
            count += 1;
        }
    }
    let loose = threads.extract_if(.., |thread| thread.mate == NONE).collect();
    threads.iter_mut().for_each(|thread| thread.mate = number[thread.mate as usize]);
    loose
}

/// Step 2.
fn unsettle(spots: &[Spot], threads: &mut [Thread], rough: &Rough, is_cut: impl Fn(u32) -> bool + Sync) {
    let mut ends: Vec<u32> =
        threads.iter().filter(|thread| is_cut(thread.piece)).flat_map(|thread| thread.ends).collect();
    ends.par_sort_unstable();
    ends.dedup();
    let boxes = Boxes::of_spots(ends.iter().map(|&end| spots[end as usize]));
    let touched: Vec<u32> = (0..threads.len() as u32)
        .into_par_iter()
        .filter(|&index| {
            let thread = threads[index as usize];
            if thread.mate == NONE || !is_cut(thread.piece) {
                return false;
            }
            let own = thread.ends.map(|end| spots[end as usize]);
            let mut touched = false;
            boxes.overlapping(&bounds_of(own, !rough.is_empty()), |found| {
                let end = ends[found as usize];
                let at = spots[end as usize];
                touched |= !thread.ends.contains(&end) && close_to(at, own, rough.has(at)).is_some();
            });
            touched
        })
        .collect();
    for index in touched {
        let mate = std::mem::replace(&mut threads[index as usize].mate, NONE);
        if mate != NONE {
            threads[mate as usize].mate = NONE;
        }
    }
}
