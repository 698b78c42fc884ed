//! Routes: what a disc follows from one place to another.
//!
//! `request` is the question, `refusal` the answer where there is no way, `route` and `leg` the curve; `planner` holds the memory of
//! searches and calls them. Routes with weights: `weights` are the question, `ground` says what lines cost, `weighted` searches a `lattice`
//! (kept in `tiles`), `taut`, `slide` and `pull` improve what was found, and `widest` says why nothing was.

mod approach;
mod ground;
mod lattice;
mod leg;
mod pull;
mod refusal;
mod request;
#[expect(clippy::module_inception, reason = "a route is what routes are about")]
mod route;
mod slide;
mod taut;
mod tiles;
mod weighted;
mod weights;
mod widest;

pub use leg::Leg;
pub use refusal::{NoRoute, Which};
pub use request::{Kind, Request};
pub use route::Route;
pub use weighted::Weighted;
pub use weights::Weights;
