//! Reading and writing places, through the public interface only.

mod common;
mod formats;
mod geojson;
mod malformed;
mod round_trip;
mod scene_files;
mod wkt;
