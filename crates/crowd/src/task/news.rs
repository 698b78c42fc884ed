//! What the director did in a step.

use crate::id::CharacterId;

/// Something that the director did.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// A character came.
    Entered {
        /// Who.
        id: CharacterId,
        /// Through which source.
        source: usize,
    },
    /// A character left.
    Left {
        /// Who.
        id: CharacterId,
        /// Through which exit; `None` if it was removed elsewhere.
        exit: Option<usize>,
    },
    /// A character joined a line.
    Joined {
        /// Who.
        id: CharacterId,
        /// Which queue.
        queue: usize,
    },
    /// A character was served.
    Served {
        /// Who.
        id: CharacterId,
        /// By which queue.
        queue: usize,
    },
    /// Something happened: an index of [`crate::scenario::Scenario::happenings`].
    Happened(usize),
    /// A change of the place was refused.
    Refused {
        /// Which happening.
        happening: usize,
        /// Why.
        why: String,
    },
}
