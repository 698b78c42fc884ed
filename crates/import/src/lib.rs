//! Places from files, and built-in ones.

mod imported;
mod places;

pub use imported::{Diagnostic, Imported, Lines, Severity};
pub use places::{Complexity, PLACES, PlaceInfo, place};
