//! Exact Voronoi diagrams of points and segments.

mod arc;
mod id;
pub mod naive;
pub mod sample;
mod sign;
mod site;

pub use arc::{Arc, Generator, Hit, Shape};
pub use id::{HalfEdgeId, PointId, SegmentId, VertexId};
pub use site::{GridPoint, MAX_COORD, Side, Site};
