//! Places from files, and built-in ones.

mod imported;

pub use imported::{Diagnostic, Imported, Lines, Severity};
