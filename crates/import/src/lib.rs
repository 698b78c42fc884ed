//! Places from files, and built-in ones.

mod affine;
mod bezier;
mod bridge;
mod circle;
mod imported;
mod outline;

pub use imported::{Diagnostic, Imported, Lines, Severity};
