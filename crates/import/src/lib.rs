//! Places from files, and built-in ones.

mod imported;
mod json;
mod options;
mod polygons;
mod scene_json;
mod spelling;
mod write_scene;

pub use imported::{Diagnostic, Imported, Lines, Severity};
pub use options::{Coordinates, Meaning, ReadOptions};
pub use scene_json::read_scene;
pub use write_scene::write_scene;
