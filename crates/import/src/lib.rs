//! Places from files, and built-in ones.
//!
//! [`read_file`] reads a place in any known [`Format`]; [`write()`] writes one. What is wrong in a file comes back as a list
//! of [`Diagnostic`]s with lines, beside what could be understood, and what was assumed as notes.

mod imported;
mod options;
mod places;
mod read;
mod write;

mod scene_format;
mod scene_json;
mod write_scene;

mod geojson;
mod geojson_roles;
mod geojson_scene;
mod write_geojson;

mod wkt;
mod write_wkt;

mod dxf;
mod svg;

mod grid_map;

mod coordinates;
mod json;
mod polygons;
mod shapes;
mod spelling;

mod affine;
mod bezier;
mod chain;
mod circle;
mod drawing;
mod nest;
mod role;

mod bridge;
mod outline;

mod extract;
mod model;

#[doc(hidden)]
pub mod fuzzing;
#[doc(hidden)]
pub mod sample_models;
#[doc(hidden)]
pub use model::fuzzing as model_fuzzing;

pub use dxf::read_dxf;
pub use extract::{
    Component, ExtractError, ExtractOptions, ExtractReport, ExtractStage, Extraction, Variation,
    VoxelOptions, Watch, Way, extract, memory_estimate,
};
pub use geojson::read_geojson;
pub use grid_map::read_grid_map;
pub use imported::{Diagnostic, Imported, Lines, Severity};
pub use model::{
    Door, Model, ModelFormat, ModelOptions, ModelPart, ReadModel, Role, Room, Siblings, Storey, UpAxis,
    read_model, read_model_bytes,
};
pub use options::{Coordinates, Meaning, ReadOptions};
pub use places::{Complexity, PLACES, PlaceInfo, place};
pub use read::{Format, ReadError, read_bytes, read_file};
pub use scene_json::read_scene;
pub use svg::read_svg;
pub use wkt::read_wkt;
pub use write::{WriteError, write};
pub use write_scene::write_scene;
