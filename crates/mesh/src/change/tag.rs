//! What a course of the arrangement belongs to, packed in a number.

use crate::scene::ConnectionId;

/// What a course belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tag {
    /// The place as it was built: whether the left and the right side are walkable.
    Fixed([bool; 2]),
    /// A connection.
    Seam(ConnectionId),
    /// An obstacle, by its slot, and whether the course belongs to a ring that encloses something.
    Obstacle(u32, bool),
}

impl Tag {
    pub(crate) fn pack(self) -> u32 {
        match self {
            Self::Fixed([left, right]) => u32::from(left) << 2 | u32::from(right) << 3,
            Self::Seam(connection) => 1 | connection.0 << 2,
            Self::Obstacle(slot, closed) => 2 | u32::from(closed) << 2 | slot << 3,
        }
    }

    pub(crate) fn unpack(tag: u32) -> Self {
        match tag & 3 {
            0 => Self::Fixed([tag & 4 != 0, tag & 8 != 0]),
            1 => Self::Seam(ConnectionId(tag >> 2)),
            _ => Self::Obstacle(tag >> 3, tag & 4 != 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_come_back() {
        for tag in [
            Tag::Fixed([true, false]),
            Tag::Fixed([true, true]),
            Tag::Seam(ConnectionId(77)),
            Tag::Obstacle(123_456, true),
            Tag::Obstacle(0, false),
        ] {
            assert_eq!(Tag::unpack(tag.pack()), tag);
        }
    }
}
