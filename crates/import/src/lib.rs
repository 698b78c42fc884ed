//! Places from files, and built-in ones.
