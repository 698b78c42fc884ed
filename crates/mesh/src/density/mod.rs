//! Crowding: where characters are, how slow that makes others, and the paths that avoid it.
//!
//! - `occupancy` counts who is where, per cell and per edge, as characters move and as the mesh changes.
//! - `diagram` says how fast people walk at a density, over `exponential`; `service` calls a density by a letter and a color.
//! - `costs` makes costs of edges of all that, for any search; `table` keeps them for many searches, `delays` for many weights.
//! - `planner` plans and plans again with densities that are known up to a viewing distance only, by the search in the network, or by the one in
//!   `view`, which can join an older path.
//!
//! After: the thesis, chapter 9.

mod costs;
mod delays;
mod diagram;
mod exponential;
mod occupancy;
mod planner;
mod service;
mod table;
mod view;

pub use costs::DensityCosts;
pub use delays::{DelayCosts, DelayTable};
pub use diagram::FundamentalDiagram;
pub use occupancy::{Occupancy, PERSON_AREA};
pub use planner::{DensityPlan, DensityPlanner};
pub use service::{Facility, LevelOfService};
pub use table::CostTable;
