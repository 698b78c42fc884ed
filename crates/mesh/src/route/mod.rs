//! Routes: what a disc follows from one place to another.
//!
//! - `request` is the question, `refusal` the answer where there is no way, which `refuse` finds; `route` and `leg` are the curve.
//! - `network` is the medial axis as a graph, `landmarks` bound the ways in it, and `astar` finds a `path` in it between two `spot`s, or looks it up in a
//!   `tree`; `search` finds one on
//!   the medial axis as it is, `toll` says what steps cost; `corridor` and `portal` are the space around a path.
//! - `short` pulls a string through a corridor with `funnel` and `tangent`; `side` keeps to one side of it; `shortest` searches all
//!   corridors at once; `weighted` minds regions. `approach` is how a route gets from its start into the open.
//! - `widths` knows the largest disc between two places, `reach` how far everything is from one; both go by `partial` edges. `forest` is what
//!   `widths` asks of a mesh that changes.
//! - `gates` and `inspect` look at a route once more.
//! - `planner` holds the memory of all searches and calls them.

mod approach;
mod astar;
mod corridor;
mod forest;
mod funnel;
mod gates;
mod inspect;
mod landmarks;
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
mod search;
mod short;
mod shortest;
mod side;
mod spot;
mod tangent;
mod toll;
mod tree;
mod weighted;
mod weights;
mod widths;

pub(crate) use astar::{AStar, Question as NetworkQuestion};
pub(crate) use forest::{Forest, Strength, Up};
pub use leg::Leg;
pub(crate) use network::Network;
pub use network::Step;
pub(crate) use partial::Span;
pub use path::{Costs, Path};
pub use planner::Planner;
pub(crate) use queue::Queue;
pub use reach::Distances;
pub use refusal::{NoRoute, Which};
pub(crate) use request::SLACK;
pub use request::{Kind, Request};
pub use route::Route;
pub(crate) use search::{Hints, Last, NOWHERE, Search, Shortcuts, Task};
pub(crate) use spot::Spot;
pub(crate) use toll::Toll;
pub(crate) use tree::Trees;
pub use weighted::{Ground, Weighted};
pub use weights::Weights;
pub use widths::Width;

pub(crate) use widths::Widths;
