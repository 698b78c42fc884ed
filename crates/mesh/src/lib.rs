//! The Explicit Corridor Map.

mod axis;
mod border;
mod build;
mod check;
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
pub mod naive;
mod nearest;
mod plane;
mod problem;
pub mod sample;
mod scene;
mod sound;
mod span;
mod standing;
mod view;
mod violation;

pub use build::{BuildError, Built, Seconds, Stage, check};
pub use id::{CellId, CornerId, EdgeId, FlankId, JointId, WallId};
pub use locate::Position;
pub use mesh::Mesh;
pub use nearest::{Nearest, Retraction};
pub use problem::{Fault, Problem, Whereabouts};
pub use scene::{Connection, ConnectionId, Corner, Layer, LayerId, Part, Region, Ring, Scene, Terrain};
pub use view::{BendingPoint, Cell, Edge, Vertex, Wall};
pub use violation::MeshViolation;
