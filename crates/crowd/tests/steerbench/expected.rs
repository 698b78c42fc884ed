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
const MOUTH: &str = "walls push from 2 m away: at corners and at the mouth of a passage they are together as strong as the pull of the goal, so one stands there";
const STAND: &str = "standing costs less than any velocity that leads to somebody or to a wall within a few seconds, so they stand; no time makes it cost more";
const DOOR: &str =
    "the corners of the door together push as strongly as the goal pulls, and it stands before it, alone";

/// All that are not solved.
pub(crate) const UNSOLVED: &[Unsolved] = &[
    Unsolved("oncoming-obstacle", 3, Stays, STAND),
    Unsolved("surprise-1", 1, Solved, BACK),
    Unsolved("surprise-1", 2, Solved, MOUTH),
    Unsolved("surprise-2", 2, Solved, MOUTH),
    Unsolved("overtake-obstacle", 2, Solved, MOUTH),
    Unsolved("doorway-one-way", 2, Solved, MOUTH),
    Unsolved("doorway-one-way", 5, Solved, DOOR),
    Unsolved("doorway-two-way", 1, Solved, BACK),
    Unsolved("doorway-two-way", 2, Solved, MOUTH),
    Unsolved("3-squeeze", 0, Solved, NOBODY),
    Unsolved("wall-squeeze", 2, Solved, MOUTH),
    Unsolved("wall-squeeze", 4, Solved, BACK),
    Unsolved("oncoming-groups", 0, Solved, NOBODY),
];

/// The verdict that is expected.
pub(crate) fn expected(case: &str, model: usize) -> Verdict {
    let known = UNSOLVED.iter().find(|own| own.0 == case && own.1 == model);
    known.map_or(Solved, |own| own.2)
}
