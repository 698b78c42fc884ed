//! What must not change anything: turning, moving, splitting, shuffling, shaking and doubling a model ([`crate::changes`]); and the number of
//! threads.
//!
//! Areas may differ by the length of all borders times what these may move. Components are counted from 10 cm² on: rounding may part slivers from
//! edges.

use throng_import::Extraction;

use crate::changes::{Change, any, doublings, moves, rearrangements, shakings};
use crate::hand;
use crate::judged::{extracted, judged};
use crate::rational::Oracle;
use crate::slices::Slices;

/// Components below this are not counted. \[m²\]
const SLIVER: f64 = 1e-3;

#[test]
fn a_moved_model_is_the_same_place() {
    nothing_changes(&moves());
}

#[test]
fn a_rearranged_model_is_the_same_place() {
    nothing_changes(&rearrangements());
}

#[test]
fn a_doubled_model_is_the_same_place() {
    nothing_changes(&doublings());
}

#[test]
fn a_shaken_model_is_the_same_place() {
    nothing_changes(&shakings());
}

/// The changes themselves are judged: the oracles say the same before and after.
#[test]
fn the_oracles_do_not_mind_the_changes() {
    for change in rearrangements().into_iter().chain(doublings()).filter(|change| change.to_the_unit) {
        for case in hand::all().into_iter().filter(change.fits) {
            let [before, after] =
                [&case.model, &(change.change)(&case.model)].map(|model| Oracle::new(model, &case.options));
            let [low, high] = before.bounds();
            let mut random = crate::random::Random(11);
            for _ in 0..50 {
                let at = [0, 1].map(|k| random.between(low[k], high[k]));
                if before.margin(at).min(after.margin(at)) > 2.0 {
                    let same = before.walkable(at).len() == after.walkable(at).len();
                    assert!(same, "{}, {}: at {at:?}", case.name(), change.name);
                }
            }
            // Slices of many triangles take long.
            if after.triangles.len() < 200 {
                let count = Slices::new(&after, 1, 12).components().len();
                assert_eq!(count, case.components, "{}, {}", case.name(), change.name);
            }
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for case in hand::all() {
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| extracted(&case.model, &case.options)).map(|extraction| {
                // Times differ. Numbers are compared as they are written, so that -0 is not 0.
                let Extraction { scene, report } = extraction;
                (format!("{scene:?}"), report.remarks, report.components, report.area.to_bits())
            })
        };
        let one = on(1);
        for threads in [2, 3, 8] {
            assert!(one == on(threads), "{} on {threads} threads", case.name());
        }
    }
}

/// Changes every case that fits, and compares the extractions.
fn nothing_changes(changes: &[Change]) {
    let mut wrong = Vec::new();
    for case in hand::all().into_iter().filter(any) {
        let before = extracted(&case.model, &case.options);
        for change in changes.iter().filter(|change| (change.fits)(&case)) {
            let mut tell = |text: String| wrong.push(format!("{}, {}: {text}", case.name(), change.name));
            let after = judged(&(change.change)(&case.model), &case.options);
            let (before, after) = match (&before, after) {
                (Ok(before), Ok(after)) => (before, after),
                (Err(error), _) => {
                    tell(format!("before: {error}"));
                    continue;
                }
                (_, Err(error)) => {
                    tell(format!("after: {error}"));
                    continue;
                }
            };
            after.faults.iter().take(3).for_each(|fault| tell(fault.clone()));
            let (old, new) = (before.report.area, after.extraction.report.area);
            // The borders before count: ragged ones afterwards would be no excuse.
            let slack = change.border * perimeter(before) + 1e-6;
            if (old - new).abs() > slack {
                tell(format!("area {new} instead of {old}, which may differ by {slack:.4}"));
            }
            let (old, new) = (num_components(before), num_components(&after.extraction));
            if old != new {
                tell(format!("{new} components instead of {old}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} mistakes:\n{}", wrong.len(), wrong.join("\n"));
}

fn num_components(extraction: &Extraction) -> usize {
    extraction.report.components.iter().filter(|component| component.area >= SLIVER).count()
}

/// The length of all borders. \[m\]
fn perimeter(extraction: &Extraction) -> f64 {
    let rings = extraction.scene.layers.iter().flat_map(|layer| layer.rings());
    rings
        .flat_map(|(_, ring)| (0..ring.len()).map(move |k| (ring[k], ring[(k + 1) % ring.len()])))
        .map(|(a, b)| ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt())
        .sum()
}
