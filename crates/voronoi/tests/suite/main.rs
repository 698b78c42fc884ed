//! The crate from outside, on inputs that look for trouble.

mod common;
mod invariance;
mod oracle;
mod published;
mod samples;
mod surface;
mod views;
