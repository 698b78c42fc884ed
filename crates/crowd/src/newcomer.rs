//! Who is to be added to a crowd, and why somebody was not.

use throng_mesh::Position;

use crate::id::{CharacterId, GroupId, ProfileId};
use crate::plane::Vector;
use crate::profile::Traits;

/// Somebody who is to be added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Newcomer {
    /// Where.
    pub position: Position,
    /// What it does on all levels.
    pub profile: ProfileId,
    /// What it is like.
    pub traits: Traits,
    /// Its social group.
    pub group: Option<GroupId>,
    /// Where it looks.
    pub heading: Vector,
}

/// Why somebody was not added.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum NotAdded {
    /// There is no such profile.
    #[error("there is no profile {}", .0.0)]
    NoProfile(ProfileId),
    /// There is no such group.
    #[error("there is no group {}", .0.0)]
    NoGroup(GroupId),
    /// A number makes no sense.
    #[error("{what} cannot be {value}")]
    Senseless {
        /// Which one.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// The place is not walkable.
    #[error("({:.2}, {:.2}) is not walkable", at.at[0], at.at[1])]
    Outside {
        /// The place.
        at: Position,
    },
    /// A wall is too near.
    #[error("a disc of {radius:.2} m does not fit {clearance:.2} m from a wall")]
    NoRoom {
        /// How large it is, with its gap to walls. \[m\]
        radius: f64,
        /// Distance to the nearest wall. \[m\]
        clearance: f64,
    },
    /// Somebody is there.
    #[error("character {} is there", .0.0)]
    Occupied(CharacterId),
}

impl Newcomer {
    /// Somebody of a radius of 0.18 m and a speed of 1.34 m/s.
    pub fn new(position: Position, profile: ProfileId) -> Self {
        Self {
            position,
            profile,
            traits: Traits { radius: 0.18, speed: 1.34 },
            group: None,
            heading: [1.0, 0.0],
        }
    }
}
