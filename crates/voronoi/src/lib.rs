//! Exact Voronoi diagrams of points and segments.

mod arc;
mod bearing;
mod build;
mod check;
mod circle;
mod cluster;
mod compare;
mod diagram;
mod exact;
mod exists;
mod flood;
#[doc(hidden)]
pub mod fuzzing;
mod gate;
mod hilbert;
mod id;
mod insert;
mod locate;
pub mod march;
pub mod naive;
mod overlay;
mod predicate;
mod remove;
pub mod sample;
mod sign;
mod site;
mod surface;
#[cfg(test)]
mod tests;
mod view;

pub use arc::{Arc, Generator, Hit, Shape};
pub use build::Built;
pub use check::Violation;
pub use compare::Difference;
pub use diagram::{Change, Diagram};
pub use gate::{Clean, CleanReport, CleanViolation, Grid, InputError, InputPoint};
pub use id::{HalfEdgeId, PointId, SegmentId, VertexId};
pub use insert::InsertError;
pub use overlay::{Overlay, OverlayChange, OverlayError, OverlayViolation, ShapeId};
pub use predicate::Counts;
pub use remove::RemoveError;
pub use site::{GridPoint, MAX_COORD, Side, Site};
pub use surface::{Border, SeamId, Surface, SurfaceError};
pub use view::{HalfEdge, Vertex};
