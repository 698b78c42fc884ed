//! Planning again after something has changed.
//!
//! - `cost_change` is what changed, as far as paths care: edges that became dearer or went, edges that became cheaper or came.
//! - `replanner` finds a new path by one of three methods; `remains` is what it can still use of the old one, and `repair` mends it
//!   where it was hit.
//! - `witness` says who can see an event.

mod cost_change;
mod remains;
mod repair;
mod replanner;
mod witness;

pub use cost_change::CostChange;
pub use replanner::{Method, Replanned, Replanner};

#[cfg(test)]
mod tests;
