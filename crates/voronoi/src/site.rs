//! What the diagram is of: points on an integer grid, and open segments between them.
//!
//! A segment site has two sides. In the dual each corner says on which side of the segment the
//! vertex lies, so that a segment in a corner is an oriented line `height(z) = radius`: then any
//! three corners have at most one circle that touches them in counter-clockwise order.

use crate::id::{PointId, SegmentId};

/// Largest absolute coordinate of an input point: inside this box the diagram is exact.
/// At 0.1 mm a unit the box is 13.4 km wide.
pub const MAX_COORD: i32 = 1 << 26;

/// Half the size of the frame: three points around the box that close the diagram.
/// Every place in the box is nearer to any input site than to the frame.
pub(crate) const FRAME: i32 = 1 << 29;

/// A point on the grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct GridPoint {
    /// Grid units to the right.
    pub x: i32,
    /// Grid units up.
    pub y: i32,
}

impl GridPoint {
    /// The point with these coordinates.
    #[inline]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The vector from `other` to this point.
    #[inline]
    pub(crate) fn minus(self, other: Self) -> Vector {
        Vector { x: i64::from(self.x) - i64::from(other.x), y: i64::from(self.y) - i64::from(other.y) }
    }
}

/// A difference of two grid points: exact, at most 31 bits and a sign a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Vector {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl Vector {
    /// Cross product: positive if `other` lies counter-clockwise of this vector. At most 62 bits.
    #[inline]
    pub(crate) fn cross(self, other: Self) -> i64 {
        self.x * other.y - self.y * other.x
    }

    /// Dot product. At most 62 bits.
    #[inline]
    pub(crate) fn dot(self, other: Self) -> i64 {
        self.x * other.x + self.y * other.y
    }

    /// Squared length.
    #[inline]
    pub(crate) fn norm_sq(self) -> i64 {
        self.dot(self)
    }

    /// This vector turned by a quarter, counter-clockwise.
    #[inline]
    pub(crate) fn perp(self) -> Self {
        Self { x: -self.y, y: self.x }
    }

    /// The opposite vector.
    #[inline]
    pub(crate) fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }
}

/// A site of the diagram.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Site {
    /// A point.
    Point(PointId),
    /// The open segment between two points; its end points are sites of their own.
    Segment(SegmentId),
}

/// On which side of a segment something lies, seen along the segment from its first end to its second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// A corner of a dual triangle, packed: `index << 2 | right << 1 | is_segment`.
///
/// For a point the side bit is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Code(pub(crate) u32);

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.is_segment(), self.is_right()) {
            (false, _) => write!(f, "p{}", self.index()),
            (true, false) => write!(f, "s{}L", self.index()),
            (true, true) => write!(f, "s{}R", self.index()),
        }
    }
}

impl Code {
    #[inline]
    pub(crate) fn point(p: PointId) -> Self {
        Self(p.0 << 2)
    }

    #[inline]
    pub(crate) fn segment(s: SegmentId, side: Side) -> Self {
        Self(s.0 << 2 | 1 | if side == Side::Right { 2 } else { 0 })
    }

    #[inline]
    pub(crate) fn is_segment(self) -> bool {
        self.0 & 1 != 0
    }

    #[inline]
    pub(crate) fn is_point(self) -> bool {
        self.0 & 1 == 0
    }

    #[inline]
    pub(crate) fn is_right(self) -> bool {
        self.0 & 2 != 0
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// The point, if this is one. Call only for points.
    #[inline]
    pub(crate) fn point_id(self) -> PointId {
        debug_assert!(self.is_point(), "a segment is not a point");
        PointId(self.0 >> 2)
    }

    /// The segment, if this is one. Call only for segments.
    #[inline]
    pub(crate) fn segment_id(self) -> SegmentId {
        debug_assert!(self.is_segment(), "a point is not a segment");
        SegmentId(self.0 >> 2)
    }

    /// +1 on the left of a segment, -1 on its right.
    #[inline]
    pub(crate) fn sign(self) -> i64 {
        1 - (self.0 & 2) as i64
    }

    pub(crate) fn site(self) -> Site {
        if self.is_segment() { Site::Segment(self.segment_id()) } else { Site::Point(self.point_id()) }
    }

    /// Whether both are the same site, whatever the side.
    #[inline]
    pub(crate) fn same_site(self, other: Self) -> bool {
        (self.0 | 2) == (other.0 | 2)
    }
}

/// A point site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointSite {
    pub(crate) at: GridPoint,
    /// Some half-edge whose first corner is this point; `NONE` for a free slot.
    pub(crate) anchor: u32,
    /// How many segments end here.
    pub(crate) degree: u32,
}

/// A segment site with everything that predicates want of it, in one cache line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SegmentSite {
    pub(crate) a: PointId,
    pub(crate) b: PointId,
    /// Position of the first end.
    pub(crate) from: GridPoint,
    /// Second end minus first end; fits because the box has 27 bits.
    pub(crate) dx: i32,
    pub(crate) dy: i32,
    /// Unit direction, rounded.
    pub(crate) ux: f64,
    pub(crate) uy: f64,
    /// Length and its inverse, rounded.
    pub(crate) len: f64,
    pub(crate) inv_len: f64,
    /// Some half-edge whose first corner is this segment; `NONE` for a free slot.
    pub(crate) anchor: u32,
}

/// No half-edge, no slot.
pub(crate) const NONE: u32 = u32::MAX;

impl SegmentSite {
    pub(crate) fn new(a: PointId, b: PointId, from: GridPoint, to: GridPoint) -> Self {
        let d = to.minus(from);
        let len = (d.norm_sq() as f64).sqrt();
        let inv_len = 1.0 / len;
        Self {
            a,
            b,
            from,
            dx: d.x as i32,
            dy: d.y as i32,
            ux: d.x as f64 * inv_len,
            uy: d.y as f64 * inv_len,
            len,
            inv_len,
            anchor: NONE,
        }
    }

    /// Direction from the first end to the second.
    #[inline]
    pub(crate) fn dir(&self) -> Vector {
        Vector { x: i64::from(self.dx), y: i64::from(self.dy) }
    }

    /// Position of the second end.
    #[inline]
    pub(crate) fn to(&self) -> GridPoint {
        GridPoint { x: self.from.x + self.dx, y: self.from.y + self.dy }
    }

    /// Whether the point is one of the two ends.
    #[inline]
    pub(crate) fn has_end(&self, p: PointId) -> bool {
        self.a == p || self.b == p
    }

    /// Height of a point over the line, times the length, on the side with this sign: exact. At most 59 bits.
    #[inline]
    pub(crate) fn height(&self, sign: i64, p: GridPoint) -> i64 {
        sign * self.dir().cross(p.minus(self.from))
    }
}

/// All sites of a diagram.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sites {
    pub(crate) points: Vec<PointSite>,
    pub(crate) segments: Vec<SegmentSite>,
}

impl Sites {
    #[inline]
    pub(crate) fn at(&self, code: Code) -> GridPoint {
        self.points[code.index()].at
    }

    #[inline]
    pub(crate) fn seg(&self, code: Code) -> &SegmentSite {
        &self.segments[code.index()]
    }
}
