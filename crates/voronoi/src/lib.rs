//! Exact Voronoi diagrams of points and segments.

mod gate;
mod id;
mod sign;
mod site;

pub use gate::{Clean, CleanReport, CleanViolation, Grid, InputError, InputPoint};
pub use id::{HalfEdgeId, PointId, SegmentId, VertexId};
pub use site::{GridPoint, MAX_COORD, Side, Site};
