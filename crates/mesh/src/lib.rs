//! The Explicit Corridor Map.

mod axis;
mod border;
mod build;
mod cast;
mod cleaning;
mod connect;
mod courses;
mod flank;
mod height;
mod id;
mod index;
mod layering;
mod locate;
mod mesh;
mod nearest;
mod piece;
mod plane;
mod problem;
mod scene;
mod sight;
mod span;
mod standing;
mod view;

pub use build::{BuildError, Built, Seconds, check};
pub use cast::{Cast, Sightline};
pub use id::{CellId, CornerId, EdgeId, FlankId, JointId, WallId};
pub use locate::Position;
pub use mesh::Mesh;
pub use nearest::{Nearest, Retraction};
pub use problem::{Fault, Problem, Whereabouts};
pub use scene::{Connection, ConnectionId, Corner, Layer, LayerId, Part, Region, Ring, Scene, Terrain};
pub use sight::{Sight, Visibility};
pub use view::{BendingPoint, Cell, Edge, Vertex, Wall};
