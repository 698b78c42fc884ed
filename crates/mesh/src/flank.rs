//! The shape of a flank: a convex polygon between the medial axis and the nearest obstacle.

use crate::id::{CellId, CornerId, FlankId};
use crate::mesh::{Joint, Mesh, Obstacle};
use crate::plane::{Point, along, distance_sq, dot, sub, turn};

/// The outline of a flank, counter-clockwise: start, end, and the nearest obstacle points of the end and of the start, which are one
/// for a corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outline {
    corners: [Point; 4],
    is_wall: bool,
}

/// The outline of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellOutline {
    /// The bending points where it starts and ends.
    pub(crate) ends: [Point; 2],
    /// On the left and on the right: the obstacle points nearest to these.
    pub(crate) feet: [[Point; 2]; 2],
    is_wall: [bool; 2],
}

impl CellOutline {
    /// The polygon, counter-clockwise: in an array, with its length.
    #[inline]
    pub(crate) fn polygon(&self) -> ([Point; 6], usize) {
        let ([start, end], [left, right]) = (self.ends, self.feet);
        match self.is_wall {
            [true, true] => ([start, right[0], right[1], end, left[1], left[0]], 6),
            [true, false] => ([start, right[0], end, left[1], left[0], start], 5),
            [false, true] => ([start, right[0], right[1], end, left[0], start], 5),
            [false, false] => ([start, right[0], end, left[0], start, start], 4),
        }
    }
}

impl Outline {
    /// The corners: three, or four.
    #[inline]
    pub(crate) fn corners(&self) -> &[Point] {
        if self.is_wall { &self.corners } else { &self.corners[..3] }
    }

    #[inline]
    pub(crate) fn start(&self) -> Point {
        self.corners[0]
    }

    #[inline]
    pub(crate) fn end(&self) -> Point {
        self.corners[1]
    }

    /// The obstacle point nearest to the end.
    #[inline]
    pub(crate) fn end_foot(&self) -> Point {
        self.corners[2]
    }

    /// The obstacle point nearest to the start.
    #[inline]
    pub(crate) fn start_foot(&self) -> Point {
        self.corners[3]
    }

    /// Whether a place is inside or on the border.
    #[inline]
    pub(crate) fn contains(&self, z: Point) -> bool {
        let [a, b, c, d] = self.corners;
        turn(a, b, z) >= 0.0 && turn(b, c, z) >= 0.0 && turn(d, a, z) >= 0.0 && !self.is_behind(z)
    }

    /// Whether a place is beyond the arc, the spoke at the end, the spoke at the start, the obstacle.
    #[inline]
    pub(crate) fn beyond(&self, z: Point) -> [bool; 4] {
        let [a, b, c, d] = self.corners;
        [turn(a, b, z) < 0.0, turn(b, c, z) < 0.0, turn(d, a, z) < 0.0, self.is_behind(z)]
    }

    /// How far outside a place is; 0 inside. \[m\] Not the distance from the lines of the sides: beyond a sharp corner that is next to nothing.
    pub(crate) fn excess(&self, z: Point) -> f64 {
        distance_sq(self.nearest(z), z).sqrt()
    }

    /// Whether a place is behind the wall, or behind the corner: more than a quarter of a turn away from both spokes.
    #[inline]
    fn is_behind(&self, z: Point) -> bool {
        let [a, b, c, d] = self.corners;
        if self.is_wall {
            return turn(c, d, z) < 0.0;
        }
        let from_corner = sub(z, c);
        dot(from_corner, sub(a, c)) < 0.0 && dot(from_corner, sub(b, c)) < 0.0
    }
}

impl Mesh {
    /// The outline of a flank.
    #[inline]
    pub(crate) fn outline(&self, f: FlankId) -> Outline {
        let [flank, twin] = self.both(f);
        let [start, end] = [self.joint(flank.start), self.joint(twin.start)];
        let [start_foot, end_foot] = self.feet(flank.obstacle, [start, end]);
        let is_wall = flank.obstacle.is_wall();
        Outline { corners: [start.at, end.at, end_foot, start_foot], is_wall }
    }

    /// The outlines of both flanks of a cell.
    #[inline]
    pub(crate) fn cell_outline(&self, c: CellId) -> CellOutline {
        let [left, right] = self.both(c.left());
        let [start, end] = [self.joint(left.start), self.joint(right.start)];
        CellOutline {
            ends: [start.at, end.at],
            feet: [left, right].map(|flank| self.feet(flank.obstacle, [start, end])),
            is_wall: [left, right].map(|flank| flank.obstacle.is_wall()),
        }
    }

    /// The points of an obstacle that are nearest to two joints of a flank beside it.
    #[inline]
    fn feet(&self, obstacle: Obstacle, joints: [&Joint; 2]) -> [Point; 2] {
        if !obstacle.is_wall() {
            return [self.corners[obstacle.index()]; 2];
        }
        let [a, b, direction] = self.wall_frame(obstacle);
        joints.map(|joint| {
            // In a corner of walls the spoke has no length, and may have no direction by rounding.
            if joint.clearance == 0.0 {
                return joint.at;
            }
            let t = dot(sub(joint.at, a), direction);
            // Beyond an end only by rounding: then it is the end, the same for all flanks around it.
            if t <= 0.0 {
                a
            } else if t * t >= distance_sq(a, b) {
                b
            } else {
                along(a, direction, t)
            }
        })
    }

    /// The ends of a wall and its direction.
    #[inline]
    pub(crate) fn wall_frame(&self, obstacle: Obstacle) -> [Point; 3] {
        let wall = &self.walls[obstacle.index()];
        let [a, b] = wall.ends.map(|CornerId(corner)| self.corners[corner as usize]);
        [a, b, wall.direction]
    }

    /// The point of an obstacle that is nearest to a place.
    #[inline]
    pub(crate) fn foot(&self, obstacle: Obstacle, z: Point) -> Point {
        if !obstacle.is_wall() {
            return self.corners[obstacle.index()];
        }
        let [a, b, direction] = self.wall_frame(obstacle);
        let t = dot(sub(z, a), direction);
        if t <= 0.0 {
            a
        } else if t >= dot(sub(b, a), direction) {
            b
        } else {
            along(a, direction, t)
        }
    }
}
