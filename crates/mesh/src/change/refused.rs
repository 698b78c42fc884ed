//! Why an update was refused.

use thiserror::Error;

use crate::change::obstacle::ObstacleId;
use crate::scene::{ConnectionId, LayerId};

/// Why a mesh was not updated. It is as it was.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum Refused {
    /// A coordinate is not a number.
    #[error("corner {corner} of ring {ring} is not finite; give numbers of meters")]
    NotFinite {
        /// The ring of the obstacle.
        ring: usize,
        /// The corner of the ring.
        corner: usize,
    },
    /// A corner is too far away.
    #[error(
        "corner {corner} of ring {ring} is off the grid of this place, which reaches from ({:.0}, {:.0}) to ({:.0}, {:.0}); cut the obstacle there",
        low[0], low[1], high[0], high[1]
    )]
    OutOfRange {
        /// The ring of the obstacle.
        ring: usize,
        /// The corner of the ring.
        corner: usize,
        /// Lower left corner of the grid. \[m\]
        low: [f64; 2],
        /// Upper right corner of the grid. \[m\]
        high: [f64; 2],
    },
    /// A ring is empty.
    #[error("ring {ring} has no corners; a point needs one, a line two")]
    NoCorners {
        /// The ring of the obstacle.
        ring: usize,
    },
    /// No such layer.
    #[error("there is no layer {}", .0.0)]
    NoLayer(LayerId),
    /// No such obstacle.
    #[error("there is no obstacle {}, or no more", .0.0)]
    NoObstacle(ObstacleId),
    /// No such connection.
    #[error("there is no connection {}", .0.0)]
    NoConnection(ConnectionId),
    /// Nothing to do.
    #[error("connection {} is {} already", .connection.0, if *.open { "open" } else { "closed" })]
    AlreadyThere {
        /// The connection.
        connection: ConnectionId,
        /// Whether it is open.
        open: bool,
    },
    /// One transaction says two things about the same.
    #[error("the transaction says two things about {0}; say one")]
    Twice(String),
    /// A mistake of ours.
    #[error("internal: {0}; the mesh is as it was, please report this")]
    Internal(String),
}
