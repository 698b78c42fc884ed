//! Pictures as a whole.
