//! Exact Voronoi diagrams of points and segments.

mod id;
pub mod sample;
mod sign;
mod site;

pub use id::{HalfEdgeId, PointId, SegmentId, VertexId};
pub use site::{GridPoint, MAX_COORD, Side, Site};
