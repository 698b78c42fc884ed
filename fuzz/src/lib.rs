//! What the fuzz targets do with their bytes; without libFuzzer, so that findings replay as plain tests.

mod kernel;
mod operation;

pub use operation::{Operation, decode};

/// Decodes the bytes and runs the operations; panics on a finding.
pub fn run(bytes: &[u8]) {
    kernel::apply(&decode(bytes));
}
