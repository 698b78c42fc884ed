//! Exact Voronoi diagrams of points and segments.

mod build;
mod circle;
mod diagram;
mod exact;
mod flood;
mod hilbert;
mod id;
mod insert;
mod locate;
mod predicate;
mod sign;
mod site;

pub use build::Built;
pub use diagram::{Change, Diagram};
pub use id::{HalfEdgeId, PointId, SegmentId, VertexId};
pub use insert::InsertError;
pub use predicate::Counts;
pub use site::{GridPoint, MAX_COORD, Side, Site};
