//! What the benchmarks share: contenders, their inputs, goals, measuring, and tables.

pub mod boost;
pub mod contender;
pub mod extract_files;
pub mod goals;
pub mod inputs;
pub mod measure;
pub mod options;
pub mod ours;
pub mod papers;
pub mod positions;
pub mod report;
pub mod rust_rivals;
pub mod worker;
