//! `throng view`: the web page, and the server behind it.
//!
//! - `verb`: options, and how it starts; `page`: the page that is built in; `server`: addresses and answers; `guard`: who may ask.
//! - `rooms`, `room`: places that are open, each with a thread of its own: `engine`, which obeys requests between steps.
//! - `origin`, `show`, `strollers`: what a room shows, and people who walk about; `replay`: recorded runs.
//! - `talk`: one page that is connected; `desk`: questions about the place; `edits`: changes, and how they are undone; `people`, `follow`: characters.
//! - `frame`, `history`: who is where, as bytes, and what is kept of it; `facts`, `drawing`: the place, for the page to draw.
//! - `uploads`, `models`: 3D models that a page sends, and their extraction.
//! - `record`, `share`: files of a run, for others.
//!
//! `docs/protocol.md` has the addresses, requests and formats.

mod desk;
mod drawing;
mod edits;
mod engine;
mod facts;
mod follow;
mod frame;
mod gallery;
mod guard;
mod history;
mod models;
mod origin;
mod page;
mod people;
mod record;
mod replay;
mod room;
mod rooms;
mod server;
mod share;
mod show;
mod strollers;
mod talk;
mod uploads;
mod verb;

pub(crate) use verb::View;
