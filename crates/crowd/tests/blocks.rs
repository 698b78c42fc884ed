//! Crowding and routes: the jam of the thesis's experiment (9.6), and how it dissolves. `docs/blocks.md` has all of it; here it is the first half
//! of the way, for a shorter time.

#[path = "../examples/blocks/experiment.rs"]
mod experiment;
#[path = "../examples/blocks/place.rs"]
mod place;

use experiment::{Outcome, Settings, mean, profile, run};
use place::LINES;

/// 30 characters a second, on their way to a line behind the first three blocks.
fn half(weight: f64, replans: bool) -> Outcome {
    let lines = [LINES[0], 48.0];
    let settings = Settings { rate: 30.0, weight, replans, from: 40.0, until: 110.0, lines, seed: 1 };
    run(&settings, profile(&settings))
}

#[test]
fn a_jam_dissolves_when_characters_mind_it() {
    let (jam, spread) = rayon::join(|| half(0.0, false), || half(1.0, true));
    let told = |all: &Outcome| {
        format!(
            "{} finished at {:.2} m/s after {:.1} m, {} were turned away, {} are there, {} of them stuck",
            all.times.len(),
            mean(&all.speeds)[0],
            mean(&all.lengths)[0],
            all.turned_away,
            all.left_over,
            all.stuck
        )
    };
    let all = format!("w = 0: {}; w = 1, planned again: {}", told(&jam), told(&spread));
    // All want the shortest way, which does not hold 30 a second.
    assert!(mean(&jam.speeds)[0] < 1.0, "{all}");
    assert!(mean(&spread.speeds)[0] > 1.2 * mean(&jam.speeds)[0], "{all}");
    assert!(spread.times.len() * 2 > jam.times.len() * 3, "{all}");
    assert!(spread.left_over < jam.left_over, "{all}");
    // Some go another way, which is longer.
    let longest = jam.lengths.iter().copied().fold(0.0, f64::max);
    let others = spread.lengths.iter().filter(|&&length| length > longest).count();
    assert!(others > 20, "{others} go farther than {longest:.1} m; {all}");
}
