//! Places from files, and built-in ones.

mod affine;
mod bezier;
mod bridge;
mod circle;
mod drawing;
mod grid_map;
mod imported;
mod nest;
mod options;
mod outline;
mod polygons;
mod svg;
mod svg_path;

pub use grid_map::read_grid_map;
pub use imported::{Diagnostic, Imported, Lines, Severity};
pub use options::{Coordinates, Meaning, ReadOptions};
pub use svg::read_svg;
