//! Results of a run: files of trajectories, a summary, a report.
//!
//! - `sqlite`, `floor_files`, `csv`: trajectories, written frame by frame while a run lasts; `floors` are polygons for them.
//! - `facts`: what is known of a run beside its measurements; `tracks`: ways of some characters, for pictures.
//! - `summary`: all of it as JSON; `report`: all of it as one page of HTML, over `plot` and `scale`.
#![cfg_attr(not(test), expect(dead_code, reason = "the verb that writes results is not there yet"))]

mod csv;
mod facts;
mod floor_files;
mod floors;
mod plot;
mod report;
mod scale;
mod sqlite;
mod summary;
#[cfg(test)]
mod tests;
mod tracks;
