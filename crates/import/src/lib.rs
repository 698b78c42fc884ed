//! Places from files, and built-in ones.

mod imported;
mod options;
mod polygons;

pub use imported::{Diagnostic, Imported, Lines, Severity};
pub use options::{Coordinates, Meaning, ReadOptions};
