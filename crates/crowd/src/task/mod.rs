//! What to do: the tasks of a scenario, carried out on a crowd.
//!
//! A [`Simulation`] is a crowd and the director who tells characters where to go. Between steps the director lets characters in
//! (`source`), gives each the next task of its agenda (`director`), keeps lines in order (`queue`) and exits within their capacity,
//! and lets happen what is to happen (`happen`). Characters themselves only walk.
//!
//! The same scenario gives the same bits: everything is done in a fixed order, and random numbers are keyed by who decides and how
//! often it has decided before.

mod actor;
mod choose;
mod condition;
mod director;
mod exit;
mod happen;
mod news;
mod queue;
mod room;
mod save;
mod simulation;
mod source;
mod stage;
#[cfg(test)]
mod tests;
mod wait;

pub use director::Director;
pub use news::News;
pub use save::BadState;
pub use simulation::{NotContinued, Simulation};
pub use stage::Stage;
