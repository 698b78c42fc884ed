//! What happened in a step.

use throng_mesh::{ConnectionId, NoRoute, ObstacleId};

use crate::id::CharacterId;

/// Something that happened. Those of a step come in a fixed order: changes of the place, then characters by kind of event and by id.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CrowdEvent {
    /// A connection was opened.
    Opened(ConnectionId),
    /// A connection was closed.
    Closed(ConnectionId),
    /// An obstacle came.
    Appeared(ObstacleId),
    /// An obstacle went.
    Vanished(ObstacleId),
    /// A character came.
    Entered(CharacterId),
    /// A character reached its goal. From now on it stands.
    Arrived(CharacterId),
    /// There is no route to the goal of a character. It stands, and tries again from time to time.
    Blocked {
        /// Who.
        id: CharacterId,
        /// Why.
        reason: NoRoute,
    },
    /// A character would like to walk and has hardly moved for a while.
    Stuck {
        /// Who.
        id: CharacterId,
        /// Why, as far as can be seen.
        reason: StuckReason,
    },
    /// A character that was stuck moves again.
    Freed(CharacterId),
    /// A character was taken out.
    Left(CharacterId),
}

/// Why somebody hardly moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StuckReason {
    /// Others in front want the same way and do not move on.
    Queue,
    /// Others come toward it.
    Opposed,
    /// Others stand in its way.
    Bystanders,
    /// There is a wall between it and its route.
    Wall,
    /// It has no route.
    NoRoute,
}

impl std::fmt::Display for StuckReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Queue => "others in front do not move on",
            Self::Opposed => "others come toward it",
            Self::Bystanders => "others stand in its way",
            Self::Wall => "a wall is between it and its route",
            Self::NoRoute => "it has no route",
        })
    }
}
