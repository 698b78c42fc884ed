//! A mesh that changes: obstacles and doors come and go.

mod boxes;
mod check;
mod compare;
mod components;
mod delete;
mod event;
mod free;
mod hull;
mod inside;
mod kept;
mod label;
mod layout;
mod live;
mod mend;
mod obstacle;
mod obstacles;
mod openness;
mod reach;
mod refused;
mod regrow;
mod search;
mod settle;
mod sides;
mod survey;
mod tag;
#[cfg(test)]
mod tests;
mod ties;
mod trace;
#[cfg(test)]
mod trial;
mod turn;
mod update;
mod verify;
mod way;

pub(crate) use kept::KeptForest;
pub(crate) use layout::Layout;
pub(crate) use ties::Ties;

pub use event::{Affected, Event};
pub use live::LiveMesh;
pub use obstacle::{Change, Obstacle, ObstacleId};
pub use refused::Refused;
pub use verify::Mistake;
