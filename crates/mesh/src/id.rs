//! Ids: what the parts of a mesh are called.

/// Declares an id: a number of its own type.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            #[inline]
            pub(crate) fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A point of the medial axis where cells meet: a vertex, or a bending point between two cells of an edge.
    JointId
}
id! {
    /// An edge of the medial axis: the cells between two vertices.
    EdgeId
}
id! {
    /// A cell: the region around one arc of the medial axis, with one nearest obstacle on each side.
    CellId
}
id! {
    /// One side of a cell, and with it a direction along the medial axis: the side is the one on the left.
    FlankId
}
id! {
    /// A corner of an obstacle, or a point obstacle.
    CornerId
}
id! {
    /// A straight piece of the border of the walkable space, or of a line obstacle, without its ends.
    WallId
}

impl FlankId {
    /// The other side of the same cell, and the other direction.
    #[inline]
    pub fn twin(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// Its cell.
    #[inline]
    pub fn cell(self) -> CellId {
        CellId(self.0 >> 1)
    }
}

impl CellId {
    /// The side on the left in the direction of the cell's edge.
    #[inline]
    pub fn left(self) -> FlankId {
        FlankId(2 * self.0)
    }

    /// The side on the right in the direction of the cell's edge.
    #[inline]
    pub fn right(self) -> FlankId {
        FlankId(2 * self.0 + 1)
    }
}
