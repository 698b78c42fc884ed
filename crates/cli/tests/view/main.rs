//! `throng view` as pages use it, and as nobody should: the server behind the page, without a browser.

#[path = "../support/mod.rs"]
mod support;

mod client;
mod hostile;
mod models;
mod recorded;
mod rooms;
