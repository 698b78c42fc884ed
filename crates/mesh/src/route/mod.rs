//! Routes: what a disc follows from one place to another.
//!
//! `request` is the question, `refusal` the answer where there is no way, and `refuse` gives it; `route` and `leg` are the curve;
//! `planner` holds the memory of searches and calls them. `widths` knows the largest disc between two places, `reach` how far
//! everything is from one.

mod approach;
mod astar;
mod corridor;
mod funnel;
mod leg;
mod network;
mod partial;
mod path;
mod planner;
mod portal;
mod queue;
mod reach;
mod refusal;
mod refuse;
mod request;
#[expect(clippy::module_inception, reason = "a route is what routes are about")]
mod route;
mod short;
mod side;
mod spot;
mod tangent;
mod widths;

mod shortest;

pub use leg::Leg;
pub use network::Step;
pub use path::{Costs, Path};
pub use planner::Planner;
pub use reach::Distances;
pub use refusal::{NoRoute, Which};
pub(crate) use request::SLACK;
pub use request::{Kind, Request};
pub use route::Route;
pub use widths::Width;

pub(crate) use network::Network;
pub(crate) use partial::Span;
pub(crate) use widths::Widths;
