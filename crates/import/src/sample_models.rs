//! Large 3D models from a few lines, for benchmarks and tests: the same triangles on every machine.
//!
//! - `hills`: open ground with bumps of all sizes, some of them too steep, boulders, crates, and bridges over valleys.
//! - `buildings`: a town of 500 by 500 m and 16 m height with storeys, stairs, walls with doors and windows, and furniture.
//! - `station`: a footbridge over two platforms, with stairs and ramps; small.
//!
//! What is solid is closed and faces outward, and solids touch and cross as they do in models that people draw.

mod buildings;
mod hills;
mod solids;
mod station;
mod write_obj;

#[cfg(test)]
mod tests;

pub use buildings::{LOTS, buildings, town};
pub use hills::{MILLION, hills};
pub use station::station;
pub use write_obj::write_obj;
