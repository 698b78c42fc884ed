//! Measurements: what a run was like, in numbers.
//!
//! Everything here takes frames one by one, in order of time, and is asked for series and summaries at the end. Nothing reads or
//! writes files, and nothing of the run depends on it.
//!
//! - `frame`: who is where at a time; `series`: values over time and how they spread.
//! - `zone`: an area of a layer with the walkable space in it, over `polygon`.
//! - `density`, `voronoi`, `flow`: what is measured in a zone or at a line; `piece` is the geometry of Voronoi cells among walls.
//! - `trips`, `overlaps`, `service`: what is measured of everybody; `coverage` is the walkable space in squares of a grid.
//! - `measurements`: all of them together, with names.

mod coverage;
mod density;
mod flow;
mod frame;
mod measurements;
mod overlaps;
mod piece;
mod polygon;
mod series;
mod service;
mod trips;
mod voronoi;
mod zone;

pub use coverage::Coverage;
pub use density::AreaMeasure;
pub use flow::{Crossing, Flow, FlowWindow};
pub use frame::{Frame, Sample};
pub use measurements::{MeasuredArea, MeasuredLine, MeasuredQueue, Measurements};
pub use overlaps::Overlaps;
pub use series::{Series, Spread, percentile};
pub use service::{Service, ServiceMap};
pub use trips::{ExitUse, Trip, Trips};
pub use voronoi::{CutOff, VoronoiDensity};
pub use zone::Zone;
