//! What is expected of each model, and why some cases are not solved.

use crate::trial::Verdict::{self, Solved, Stays};

/// A case that a model does not solve: the name of the case, the column of the model, what happens, and why.
pub(crate) struct Unsolved(
    pub(crate) &'static str,
    pub(crate) usize,
    pub(crate) Verdict,
    pub(crate) &'static str,
);

const NOBODY: &str =
    "they stand before each other, each waits for the other one, and the model knows nobody who goes first";
const BACK: &str = "they meet where only one can pass, and nobody ever steps back";
const SPACE: &str = "the place is narrower than the personal space of 1 m that everybody wants beside its disc: nobody gets past the other one";
const STAND: &str = "standing costs less than any velocity that leads to somebody or to a wall within a few seconds, so they stand; no time makes it cost more";
const FOUR: &str = "four that come together at once leave each other no velocity but to stand, and the disturbance against symmetry is too small";

/// All that are not solved.
pub(crate) const UNSOLVED: &[Unsolved] = &[
    Unsolved("oncoming-obstacle", 3, Stays, STAND),
    Unsolved("oncoming-trick", 3, Stays, STAND),
    Unsolved("surprise-2", 2, Stays, SPACE),
    Unsolved("squeeze", 2, Stays, SPACE),
    Unsolved("squeeze", 3, Stays, STAND),
    Unsolved("doorway-one-way", 0, Stays, NOBODY),
    Unsolved("doorway-two-way", 0, Stays, BACK),
    Unsolved("doorway-two-way", 3, Stays, STAND),
    Unsolved("doorway-two-way", 4, Stays, BACK),
    Unsolved("doorway-two-way", 5, Stays, BACK),
    Unsolved("3-squeeze", 2, Stays, SPACE),
    Unsolved("3-squeeze", 3, Stays, STAND),
    Unsolved("double-squeeze", 0, Stays, NOBODY),
    Unsolved("double-squeeze", 2, Stays, SPACE),
    Unsolved("double-squeeze", 3, Stays, STAND),
    Unsolved("wall-squeeze", 0, Stays, BACK),
    Unsolved("wall-squeeze", 1, Stays, BACK),
    Unsolved("wall-squeeze", 3, Stays, STAND),
    Unsolved("4-way-confusion", 4, Stays, FOUR),
];

/// The verdict that is expected.
pub(crate) fn expected(case: &str, model: usize) -> Verdict {
    let known = UNSOLVED.iter().find(|own| own.0 == case && own.1 == model);
    known.map_or(Solved, |own| own.2)
}
