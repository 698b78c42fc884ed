//! Exact Voronoi diagrams of points and segments, that grow and shrink.
//!
#![doc = include_str!("../figures/room.svg")]
//!
//! A diagram says for every place which site is nearest. Sites are points on an integer grid and open segments
//! between them. The borders of their regions are arcs of lines and parabolas; here blue, with the
//! spokes to the ends of segments in gray.
//!
//! - **Exact.** Doubles with an error bound decide almost everything about topology, exact arithmetic the rest,
//!   one rule the ties: a site that only touches a circle does not cut it. Positions of vertices are `f64`.
//! - **Any input.** [`Clean`] snaps, splits and merges raw segments until they meet only at their ends, and tells what it did.
//! - **Alive.** Points and segments are inserted and removed at the cost of what changes:
//!   [`Diagram::insert_point`], [`Diagram::insert_segment`], [`Diagram::remove_segment`],
//!   [`Diagram::remove_point`]. An [`Overlay`] does it for shapes that cross each other.
//! - **Layered.** A [`Surface`] is many layers, one above the other, glued along seams that open and close.
//!
//! ```
//! use throng_voronoi::{Diagram, Grid, Site};
//!
//! // A room of 8 m by 5 m with a screen in it, in meters.
//! let walls = [
//!     [[0.0, 0.0], [8.0, 0.0]],
//!     [[8.0, 0.0], [8.0, 5.0]],
//!     [[8.0, 5.0], [0.0, 5.0]],
//!     [[0.0, 5.0], [0.0, 0.0]],
//!     [[3.0, 1.5], [5.0, 3.5]],
//! ];
//! let clean = Grid::default().clean(&[], &walls)?;
//! let mut diagram = Diagram::build(clean.points(), clean.segments())?.diagram;
//!
//! for vertex in diagram.vertices() {
//!     println!("{:?}: {} units to {:?}", vertex.position(), vertex.clearance(), vertex.sites().collect::<Vec<_>>());
//! }
//!
//! // Who is nearest to the middle of the left half, and what changes without the screen?
//! let place = Grid::default().snap([2.0, 2.5]).expect("in the box");
//! let nearest = diagram.nearest_site(place, None);
//! assert!(matches!(nearest, Some(Site::Segment(_) | Site::Point(_))));
//! let screen = diagram.segments().find(|&s| {
//!     let [a, b] = diagram.ends(s).map(|p| diagram.point(p));
//!     a.x != b.x && a.y != b.y
//! });
//! let change = diagram.remove_segment(screen.expect("it is there"))?;
//! assert!(!change.removed.is_empty());
//! diagram.check()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Points and segments, mixed:
//!
#![doc = include_str!("../figures/mixed.svg")]
//!
//! Before and after a segment is removed; only the tinted region changes:
//!
#![doc = include_str!("../figures/removal.svg")]
//!
//! Within the box of ±[`MAX_COORD`] grid units the diagram is exact. Arcs that leave it go on to a frame far
//! outside, which closes the diagram; views leave the frame out.

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
mod glue;
mod hilbert;
mod hole;
mod id;
mod insert;
mod locate;
pub mod march;
pub mod naive;
mod overlay;
mod predicate;
mod regions;
mod remove;
pub mod sample;
mod sheet;
mod sign;
mod site;
mod surface;
mod svg;
mod tally;
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
pub use overlay::{
    Arrangement, Course, Differences, Node, Overlay, OverlayChange, OverlayError, OverlayViolation, Piece,
    PieceKey, ShapeId,
};
pub use predicate::Counts;
pub use regions::Regions;
pub use remove::RemoveError;
pub use site::{GridPoint, MAX_COORD, Side, Site};
pub use surface::{Border, SeamId, Surface, SurfaceError};
pub use svg::{SvgStyle, svg_side_by_side};
pub use tally::Tally;
pub use view::{HalfEdge, Vertex};
