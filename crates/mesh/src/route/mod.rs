//! Routes: what a disc follows from one place to another.
//!
//! `request` is the question, `refusal` the answer where there is no way, `route` and `leg` the curve; `planner` holds the memory of
//! searches and calls them.

mod approach;
mod astar;
mod leg;
mod network;
mod partial;
mod path;
mod planner;
mod queue;
mod refusal;
mod request;
#[expect(clippy::module_inception, reason = "a route is what routes are about")]
mod route;
mod shortest;
mod spot;
mod widths;

pub use leg::Leg;
pub use network::Step;
pub use path::{Costs, Path};
pub use planner::Planner;
pub use refusal::{NoRoute, Which};
pub(crate) use request::SLACK;
pub use request::{Kind, Request};
pub use route::Route;
pub use widths::Width;

pub(crate) use network::Network;
pub(crate) use partial::Span;
pub(crate) use widths::Widths;
