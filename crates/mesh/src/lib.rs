//! The Explicit Corridor Map.

mod problem;
mod scene;

pub use problem::{Fault, Problem, Whereabouts};
pub use scene::{Connection, ConnectionId, Corner, Layer, LayerId, Part, Region, Ring, Scene, Terrain};
