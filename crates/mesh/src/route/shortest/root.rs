//! Roots: the corners around which routes turn, and which of their arrivals are worth keeping.
//!
//! Along an arc around a corner one can walk both ways. So of two arrivals at the same arc one is useless if
//!
//! 1. it takes longer than the other one and a walk along the arc between the two, or
//! 2. it takes longer, arrives earlier on the arc, and all that can leave the arc before the other one arrives crosses the way on which
//!    the other one comes.
//!
//! One arrival is kept for comparison at each arc, the one with the smallest cost.

use crate::angle::{HALF_TURN, angle_between};
use crate::id::FlankId;
use crate::mesh::Obstacle;
use crate::plane::{Point, cross, dot};
use crate::route::shortest::bound::{LEFT, NOBODY, RIGHT, Side};
use crate::route::shortest::portal::Space;

/// Where a straight line starts that sees something: a place, or a corner and the side on which it is passed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    /// The place or corner.
    pub(super) at: Point,
    /// The corner as the code of an obstacle, or [`NOBODY`].
    pub(super) corner: u32,
    /// On which side of the way the corner is; 0 for a place.
    pub(super) side: Side,
    /// Length of the way to where it arrives at the circle around the corner. \[m\]
    pub(super) cost: f64,
    /// Direction of arrival.
    pub(super) direction: Point,
    /// Length of the straight line on which it arrives. \[m\]
    pub(super) line: f64,
    /// How far the way has turned around the root before.
    pub(super) turned: f64,
    /// The root before; [`NOBODY`] if there is none.
    pub(super) before: u32,
    /// The walker who came to this place; [`NOBODY`] if none did.
    pub(super) walker: u32,
    /// The flank of its corner where it arrives.
    pub(super) flank: FlankId,
    /// The first flank of the arc that it arrives at; `None` if it is not compared with others.
    pub(super) arc: Option<FlankId>,
}

impl Root {
    /// The radius of its circle as tangents have it.
    #[inline]
    pub(super) fn signed_radius(&self, radius: f64) -> f64 {
        self.side * radius
    }

    /// Whether a way along its circle has been all around it, when it comes to the cell of a flank.
    #[inline]
    pub(super) fn is_back_at(&self, f: FlankId) -> bool {
        (self.side == LEFT && self.flank == f) || (self.side == RIGHT && self.flank == f.twin())
    }

    #[inline]
    pub(super) fn is_at(&self, obstacle: Obstacle) -> bool {
        self.corner == obstacle.0
    }
}

/// An arrival that takes this much longer than another one is not the same. \[m\] Rounding of a length of 10 km.
const SAME: f64 = 1e-11;

/// The second rule holds for smaller angles: then lines that leave the arc cross within the free circles around it.
const THIRD: f64 = 2.0 / 3.0 * HALF_TURN;

impl Space<'_> {
    /// The first flank of the arc around a corner that a flank belongs to: one can walk along all of it. If that is a full circle,
    /// the flank with the smallest number.
    pub(super) fn arc_of(&self, f: FlankId) -> FlankId {
        let obstacle = self.mesh.flank(f).obstacle;
        let (mut first, mut least) = (f, f);
        for _ in 0..self.mesh.flanks.len() {
            let prev = self.mesh.flank(first).prev;
            if prev == f {
                return least;
            }
            if self.mesh.flank(prev).obstacle != obstacle || !self.passes(prev.cell()) {
                break;
            }
            first = prev;
            least = least.min(first);
        }
        first
    }

    /// Whether an arrival at an arc is useless, because of another one at the same arc. If both are the same, it is.
    pub(super) fn is_beaten(&self, root: &Root, other: &Root) -> bool {
        if other.cost > root.cost + SAME {
            return false;
        }
        let (ccw, cw) = (self.counter_clockwise(other, root), self.counter_clockwise(root, other));
        // Rule 1.
        if other.cost + self.radius * ccw.min(cw) <= root.cost + SAME {
            return true;
        }
        // Rule 2. How much later the other one arrives, in the direction of travel.
        let later = if root.side > 0.0 { cw } else { ccw };
        if later > THIRD {
            return false;
        }
        // With the tangent of half the angle.
        let (sine, cosine) =
            (cross(other.direction, root.direction).abs(), dot(other.direction, root.direction));
        other.line * (1.0 + cosine) >= self.radius * sine
    }

    /// How far one has to turn counter-clockwise along their arc from one arrival to another; infinitely far if there is no such way.
    fn counter_clockwise(&self, a: &Root, b: &Root) -> f64 {
        let [from, to] = [a, b].map(|root| {
            let [x, y] = root.direction;
            if root.side > 0.0 { [y, -x] } else { [-y, x] }
        });
        if a.flank == b.flank {
            let angle = angle_between(from, to);
            return if angle >= 0.0 { angle } else { f64::INFINITY };
        }
        let mut turned = angle_between(from, self.normal(a.flank, true)).max(0.0);
        let mut f = a.flank;
        loop {
            f = self.mesh.flank(f).next;
            if f == b.flank {
                return turned + angle_between(self.normal(f, false), to).max(0.0);
            }
            if f == a.flank || self.mesh.flank(f).obstacle.0 != a.corner || !self.passes(f.cell()) {
                return f64::INFINITY;
            }
            turned += self.span(f);
        }
    }

    /// The angle of a flank around its corner.
    fn span(&self, f: FlankId) -> f64 {
        angle_between(self.normal(f, false), self.normal(f, true)).max(0.0)
    }

    /// The direction from the corner of a flank to where its arc starts or ends.
    fn normal(&self, f: FlankId, at_end: bool) -> Point {
        let [start, end] = self.mesh.ends(f).map(|joint| joint.at);
        let corner = self.mesh.corners[self.mesh.flank(f).obstacle.index()];
        let [x, y] = if at_end { end } else { start };
        [x - corner[0], y - corner[1]]
    }
}

impl Default for Root {
    fn default() -> Self {
        Self {
            at: [0.0; 2],
            corner: NOBODY,
            side: 0.0,
            cost: 0.0,
            direction: [0.0; 2],
            line: 0.0,
            turned: 0.0,
            before: NOBODY,
            walker: NOBODY,
            flank: FlankId(0),
            arc: None,
        }
    }
}
