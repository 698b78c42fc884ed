//! What is expected of each model, and why some cases are not solved.

use crate::trial::Verdict::{self, Overlaps, Solved, Stays};

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
const MOUTH: &str = "walls push from 2 m away: at corners and at the mouth of a passage they are together as strong as the pull of the goal, so one stands there";
const STAND: &str = "standing costs less than any velocity that leads to somebody or to a wall within a few seconds, so they stand; no time makes it cost more";
const FOUR: &str = "four that come together at once leave each other no velocity but to stand, and the disturbance against symmetry is too small";
const DOOR: &str =
    "the corners of the door together push as strongly as the goal pulls, and it stands before it, alone";
const WALL: &str =
    "one is pressed against a wall: both give way by half, but the wall takes one of the halves away";
const CROWD: &str =
    "several discs press at once, and the rounds of pushing apart are over before all have room";

/// All that are not solved.
pub(crate) const UNSOLVED: &[Unsolved] = &[
    Unsolved("oncoming-trick", 3, Stays, STAND),
    Unsolved("surprise-1", 1, Overlaps, WALL),
    Unsolved("surprise-1", 2, Stays, MOUTH),
    Unsolved("surprise-1", 3, Stays, STAND),
    Unsolved("surprise-2", 0, Stays, NOBODY),
    Unsolved("surprise-2", 2, Stays, MOUTH),
    Unsolved("overtake-obstacle", 2, Stays, MOUTH),
    Unsolved("squeeze", 2, Stays, SPACE),
    Unsolved("squeeze", 3, Stays, STAND),
    Unsolved("doorway-one-way", 0, Stays, NOBODY),
    Unsolved("doorway-one-way", 2, Stays, MOUTH),
    Unsolved("doorway-one-way", 5, Stays, DOOR),
    Unsolved("doorway-two-way", 0, Stays, BACK),
    Unsolved("doorway-two-way", 1, Overlaps, WALL),
    Unsolved("doorway-two-way", 2, Stays, MOUTH),
    Unsolved("doorway-two-way", 3, Stays, STAND),
    Unsolved("doorway-two-way", 4, Stays, BACK),
    Unsolved("doorway-two-way", 5, Stays, BACK),
    Unsolved("3-squeeze", 0, Overlaps, WALL),
    Unsolved("3-squeeze", 2, Stays, SPACE),
    Unsolved("3-squeeze", 3, Stays, STAND),
    Unsolved("double-squeeze", 0, Stays, NOBODY),
    Unsolved("double-squeeze", 2, Stays, SPACE),
    Unsolved("double-squeeze", 3, Stays, STAND),
    Unsolved("wall-squeeze", 0, Stays, BACK),
    Unsolved("wall-squeeze", 1, Stays, BACK),
    Unsolved("wall-squeeze", 2, Stays, MOUTH),
    Unsolved("wall-squeeze", 3, Stays, STAND),
    Unsolved("wall-squeeze", 4, Overlaps, WALL),
    Unsolved("4-way-confusion", 4, Stays, FOUR),
    Unsolved("oncoming-groups", 0, Overlaps, CROWD),
];

/// The verdict that is expected.
pub(crate) fn expected(case: &str, model: usize) -> Verdict {
    let known = UNSOLVED.iter().find(|own| own.0 == case && own.1 == model);
    known.map_or(Solved, |own| own.2)
}
