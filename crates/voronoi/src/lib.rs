//! Exact Voronoi diagrams of points and segments.

mod arc;
mod build;
mod check;
mod circle;
mod diagram;
mod exact;
mod exists;
mod flood;
mod hilbert;
mod id;
mod insert;
mod locate;
mod predicate;
pub mod sample;
mod sign;
mod site;

pub use arc::{Arc, Generator, Hit, Shape};
pub use build::Built;
pub use check::Violation;
pub use diagram::{Change, Diagram};
pub use id::{HalfEdgeId, PointId, SegmentId, VertexId};
pub use insert::InsertError;
pub use predicate::Counts;
pub use site::{GridPoint, MAX_COORD, Side, Site};
