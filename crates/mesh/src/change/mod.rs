//! A mesh that changes: obstacles and doors come and go.

mod event;

pub use event::{Affected, Event};
