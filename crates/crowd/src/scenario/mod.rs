//! Scenarios: who is where, when, and what they do, as plain data read from TOML.
//!
//! [`Scenario::from_toml`] reads a text and tells everything that is wrong with it at once, each with its line. What depends on the
//! place (names of layers, whether one can walk somewhere) is looked at when a simulation is made of it.

mod models;
mod names;
mod problem;
mod profile;
mod read;
mod reader;
#[expect(clippy::module_inception, reason = "the folder is about it; the file is the type itself")]
mod scenario;
mod spelling;
#[cfg(test)]
mod tests;

pub(crate) use profile::STAIRS;
pub(crate) use spelling::suggestion;

pub use problem::{ScenarioProblem, Spot};
pub use profile::ProfileSketch;
pub use scenario::{
    Action, Agenda, Announcement, AreaSketch, Choice, Coming, Condition, Exit, Happening, Line, Measured,
    Measurement, Named, ObstacleSketch, Scenario, Source, SourcePlace, Task, Until,
};
