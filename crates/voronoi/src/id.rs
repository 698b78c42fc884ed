//! Typed ids: indices into the flat arrays of a diagram.
//!
//! An id stays valid until the thing it names is removed; its slot may then be used again.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an array index.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A point site.
    PointId
}
id! {
    /// An open segment between two point sites.
    SegmentId
}
id! {
    /// A Voronoi vertex: a place with three nearest sites. Several of them lie at the same place
    /// where more than three sites are nearest; the views then show one of them for all.
    VertexId
}
id! {
    /// One direction of a Voronoi arc: `4 * vertex + k` is the k-th of the three arcs that leave a vertex.
    HalfEdgeId
}

impl VertexId {
    /// The k-th arc that leaves this vertex, `k < 3`.
    #[inline]
    pub fn half_edge(self, k: usize) -> HalfEdgeId {
        HalfEdgeId(self.0 * 4 + k as u32)
    }
}

impl HalfEdgeId {
    /// The vertex at which the arc starts.
    #[inline]
    pub fn vertex(self) -> VertexId {
        VertexId(self.0 >> 2)
    }

    /// Which of the three arcs of its vertex this is.
    #[inline]
    pub fn slot(self) -> usize {
        (self.0 & 3) as usize
    }

    /// The next arc of the same vertex, counter-clockwise.
    #[inline]
    pub fn next(self) -> HalfEdgeId {
        HalfEdgeId(if self.0 & 3 == 2 { self.0 - 2 } else { self.0 + 1 })
    }

    /// The previous arc of the same vertex.
    #[inline]
    pub fn prev(self) -> HalfEdgeId {
        HalfEdgeId(if self.0 & 3 == 0 { self.0 + 2 } else { self.0 - 1 })
    }
}
