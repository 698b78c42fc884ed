//! Local movement: how a character moves for the next moment, given what it sees.

mod moussaid;

pub use moussaid::{MOST_SAMPLES, Moussaid};
