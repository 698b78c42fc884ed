//! `throng simulate`: runs a scenario, and writes files of trajectories, a summary, a report.
//!
//! - `verb`: options, and the run itself; `outputs`: all that is written, together.
//! - `sqlite`, `floor_files`, `csv`: trajectories, written frame by frame while a run lasts; `floors` are polygons for them.
//! - `facts`: what is known of a run beside its measurements; `tracks`: ways of some characters, for pictures.
//! - `summary`: all of it as JSON; `report`: all of it as one page of HTML, over `plot` and `scale`.

mod csv;
mod facts;
mod floor_files;
mod floors;
mod outputs;
mod plot;
mod report;
mod scale;
mod sqlite;
mod summary;
#[cfg(test)]
mod tests;
mod tracks;
mod verb;

pub(crate) use floors::has;
pub(crate) use sqlite::{CharacterRow, TrajectoryFile};
pub(crate) use verb::{Ran, Simulate};
