//! Tests that need the inside of several modules.

mod filter;
