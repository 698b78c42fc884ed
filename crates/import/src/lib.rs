//! Places from files, and built-in ones.

mod imported;
mod outline;

pub use imported::{Diagnostic, Imported, Lines, Severity};
