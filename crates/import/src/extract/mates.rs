//! Mates: edges that belong together, once edges that touch are the same edges between the same points.
//!
//! 1. Gather edges between two points; thin walls that repeat count once.
//! 2. Pair opposite ones that differ by at most a step at both ends, the nearest first; but none of a piece with a thin wall there. Two sides of
//!    one piece come first: there it folded to a line.
//! 3. What folded is gone.

use super::sheets::{Sheets, Thread};
use super::soup::NONE;

/// Finds mates among loose edges, and puts them back into the sheets.
pub(crate) fn find_mates(sheets: &mut Sheets, mut loose: Vec<Thread>, step: i32) {
    let first = sheets.threads.len();
    // Step 1.
    loose.sort_unstable_by_key(|thread| (thread.key(), thread.piece, thread.wall, thread.ends));
    loose.dedup_by(|one, two| one.wall && two.wall && (one.key(), one.piece) == (two.key(), two.piece));
    let mut start = 0;
    while start < loose.len() {
        let key = loose[start].key();
        let end = start + loose[start..].iter().take_while(|thread| thread.key() == key).count();
        match_group(&mut loose[start..end], (first + start) as u32, step);
        start = end;
    }
    sheets.threads.extend(loose);
    // Step 3.
    sheets.drop_folds();
}

/// Step 2: mates within edges between the same two points. `first` is the number of the first of them.
fn match_group(group: &mut [Thread], first: u32, step: i32) {
    let mut pairs: Vec<(i32, usize, usize)> = Vec::new();
    let walled = |piece: u32| group.iter().any(|thread| thread.wall && thread.piece == piece);
    for (one, a) in group.iter().enumerate() {
        for (two, b) in group.iter().enumerate().skip(one + 1) {
            if a.wall || b.wall || a.ends[0] != b.ends[1] || walled(a.piece) || walled(b.piece) {
                continue;
            }
            let rise = (a.heights[0] - b.heights[1]).abs().max((a.heights[1] - b.heights[0]).abs());
            // A unit more for rounding.
            if rise <= step + 1 {
                pairs.push((if a.piece == b.piece { -1 } else { rise }, one, two));
            }
        }
    }
    pairs.sort_unstable();
    for (_, one, two) in pairs {
        if group[one].mate == NONE && group[two].mate == NONE {
            group[one].mate = first + two as u32;
            group[two].mate = first + one as u32;
        }
    }
}
