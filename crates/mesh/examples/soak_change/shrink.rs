//! Leaves out of a script whatever it fails without.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::place::Place;
use crate::run::{Care, Counts, Failure, run};
use crate::script::{Step, Transaction};

/// The rings of an obstacle.
type Rings = Vec<Vec<[f64; 2]>>;

/// How long to try. A failure of a large place may stay a little larger than it has to be.
const PATIENCE: Duration = Duration::from_secs(60);

/// Carries out a script; a panic is a failure as well. `None` if the place makes no mesh.
pub(crate) fn judge(
    place: &Place,
    script: &[Transaction],
    care: Care,
) -> Option<(Counts, Result<(), Failure>)> {
    let judged = catch_unwind(AssertUnwindSafe(|| run(place, script, care)));
    judged.unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().cloned();
        let words = words.or_else(|| panic.downcast_ref::<&str>().map(|&words| words.to_owned()));
        let reason = format!("panic: {}", words.unwrap_or_default());
        Some((Counts::default(), Err(Failure { after: script.len(), reason })))
    })
}

/// A shorter script that fails as well, and how.
pub(crate) fn shrink(place: &Place, script: &[Transaction]) -> (Vec<Transaction>, String) {
    let start = Instant::now();
    let failure = |script: &[Transaction]| match judge(place, script, Care::ALWAYS) {
        Some((_, Err(failure))) => Some(failure),
        _ => None,
    };
    let Some(first) = failure(script) else {
        return (script.to_vec(), "fails no more when verified after every update".to_owned());
    };
    let mut kept = script[..script.len().min(first.after + 1)].to_vec();
    let mut reason = first.reason;
    let mut width = kept.len().div_ceil(2).max(1);
    // Transactions first, many at a time; then steps of transactions.
    loop {
        let mut from = 0;
        let mut shrunk = false;
        while from < kept.len() && start.elapsed() < PATIENCE {
            let mut fewer = kept.clone();
            fewer.drain(from..(from + width).min(kept.len()));
            if let Some(failure) = failure(&fewer) {
                fewer.truncate(failure.after + 1);
                (kept, reason, shrunk) = (fewer, failure.reason, true);
            } else {
                from += width;
            }
        }
        if width == 1 && !shrunk || start.elapsed() >= PATIENCE {
            break;
        }
        width = if shrunk { width.min(kept.len().max(1)) } else { width.div_ceil(2) };
    }
    loop {
        let fewer = simpler(&kept).into_iter().find_map(|fewer| {
            let failure = (start.elapsed() < PATIENCE).then(|| failure(&fewer))??;
            Some((fewer, failure.reason))
        });
        let Some((fewer, why)) = fewer else { return (kept, reason) };
        (kept, reason) = (fewer, why);
    }
}

/// Scripts with a step less, or with a ring or corner less.
fn simpler(script: &[Transaction]) -> Vec<Vec<Transaction>> {
    let mut scripts = Vec::new();
    for (t, transaction) in script.iter().enumerate() {
        for (s, step) in transaction.iter().enumerate() {
            let mut fewer = script.to_vec();
            fewer[t].remove(s);
            fewer.retain(|transaction| !transaction.is_empty());
            scripts.push(fewer);
            let Step::Insert(_, obstacle) = step else { continue };
            for (r, ring) in obstacle.rings.iter().enumerate() {
                let mut with = |change: &dyn Fn(&mut Rings)| {
                    let mut fewer = script.to_vec();
                    let Step::Insert(_, obstacle) = &mut fewer[t][s] else { return };
                    change(&mut obstacle.rings);
                    scripts.push(fewer);
                };
                if obstacle.rings.len() > 1 {
                    with(&|rings| {
                        rings.remove(r);
                    });
                }
                for corner in (0..ring.len()).filter(|_| ring.len() > 1) {
                    with(&|rings| {
                        rings[r].remove(corner);
                    });
                }
            }
        }
    }
    scripts
}
