//! What the benchmarks share: contenders, their inputs, measuring, and tables.

pub mod boost;
pub mod contender;
pub mod inputs;
pub mod measure;
pub mod options;
pub mod ours;
pub mod report;
pub mod rust_rivals;
