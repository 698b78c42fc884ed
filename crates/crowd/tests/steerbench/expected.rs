//! What is expected of each model, and why some cases are not solved.

use crate::trial::Verdict;

/// A case that a model does not solve: the name of the case, the column of the model, what happens, and why.
pub(crate) struct Unsolved(
    pub(crate) &'static str,
    pub(crate) usize,
    pub(crate) Verdict,
    pub(crate) &'static str,
);

/// All that are not solved.
pub(crate) const UNSOLVED: &[Unsolved] = &[];

/// The verdict that is expected.
pub(crate) fn expected(case: &str, model: usize) -> Verdict {
    let known = UNSOLVED.iter().find(|own| own.0 == case && own.1 == model);
    known.map_or(Verdict::Solved, |own| own.2)
}
