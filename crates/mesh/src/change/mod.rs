//! A mesh that changes: obstacles and doors come and go.

mod components;
mod event;
mod free;
mod hull;
mod mend;
mod obstacles;
mod openness;
mod search;
mod settle;
#[cfg(test)]
mod tests;
mod ties;
mod trace;

pub use event::{Affected, Event};
