//! In which piece a place is.
//!
//! The place is on the spoke of its retraction, but the portals at the ends of that cell may be on either side of it. So walk straight from the
//! portal at the retraction to the place, through whatever portals are on the way. The walk stays in the free circle around the retraction.

use crate::id::{CellId, FlankId, JointId};
use crate::plane::{Point, along, cross, distance, sub, turn};
use crate::route::approach::Approach;
use crate::route::shortest::portal::{Portal, Space};

/// The piece of a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) at: Point,
    pub(super) piece: Piece,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    /// The polygon around a vertex.
    Vertex(JointId),
    /// The part of a cell between the portals at its ends, and from which of them one gets to the place.
    Cell { cell: CellId, start: bool, end: bool },
}

/// Places are kept this much farther away from obstacles than the radius. \[m\] Ten times what rounding may decide.
const OFF: f64 = 1e-8;

impl Place {
    /// Whether it is in a cell, and can be reached from the start of one of its flanks.
    #[inline]
    pub(super) fn is_reached_by(&self, f: FlankId) -> bool {
        match self.piece {
            Piece::Vertex(_) => false,
            Piece::Cell { cell, start, end } => {
                cell == f.cell() && if f == cell.left() { start } else { end }
            }
        }
    }
}

impl Space<'_> {
    /// The piece of the place where a route begins or ceases to keep its distance.
    pub(super) fn place(&self, approach: &Approach) -> Place {
        let Approach { cell, t, .. } = *approach;
        let at = self.kept_off(approach);
        let arc = self.mesh.arc(cell);
        let axis = arc.point(t);
        let clearance = arc.clearance(t);
        let (before, after) = arc.split(t);
        let piece = Piece::Cell {
            cell,
            start: before.min_clearance().1 > self.radius,
            end: after.min_clearance().1 > self.radius,
        };
        if clearance <= self.radius {
            return Place { at, piece };
        }
        let [left, right] = [cell.left(), cell.right()].map(|f| {
            let foot = self.mesh.foot(self.mesh.flank(f).obstacle, axis);
            along(foot, sub(axis, foot), self.radius / clearance)
        });
        // On which side of the portal at the retraction?
        let f = if is_beyond(Portal { left, right }, at) { cell.left() } else { cell.right() };
        let from = along(right, sub(left, right), 0.5);
        Place { at, piece: self.walk(f, from, at).unwrap_or(piece) }
    }

    /// The place itself, but a little away from the obstacle that it may touch.
    fn kept_off(&self, approach: &Approach) -> Point {
        let Approach { position, cell, t, .. } = *approach;
        let feet =
            [cell.left(), cell.right()].map(|f| self.mesh.foot(self.mesh.flank(f).obstacle, position.at));
        let [left, right] = feet.map(|foot| distance(foot, position.at));
        let foot = feet[usize::from(right < left)];
        let wanted = self.radius + OFF;
        if left.min(right) >= wanted {
            return position.at;
        }
        let axis = self.mesh.arc(cell).point(t);
        let spoke = distance(axis, foot);
        if spoke <= wanted { axis } else { along(foot, sub(axis, foot), wanted / spoke) }
    }

    /// The piece in which a straight walk ends that begins in a cell, in the direction of a flank; `None` if that is this cell.
    fn walk(&self, f: FlankId, from: Point, to: Point) -> Option<Piece> {
        let mut f = f;
        let mut is_first = true;
        // A straight walk visits a portal once.
        for _ in 0..self.mesh.flanks.len() {
            let joint = self.mesh.joint(self.mesh.flank(f.twin()).start);
            let stays = joint.clearance <= self.radius || !is_beyond(self.at_end(f), to);
            if stays {
                if is_first {
                    return None;
                }
                let passes = self.passes(f.cell());
                let is_left = f == f.cell().left();
                return Some(Piece::Cell {
                    cell: f.cell(),
                    start: passes || is_left,
                    end: passes || !is_left,
                });
            }
            is_first = false;
            if let Some(g) = self.only_way(f) {
                f = g;
                continue;
            }
            // At a vertex: the way on whose portal is crossed by the walk, or no way.
            let j = self.mesh.flank(f.twin()).start;
            let direction = sub(to, from);
            let on = self.ways(f).find(|&o| {
                let right = self.end(self.mesh.flank(o.twin()).obstacle, j);
                self.mesh.flank(o.twin()).next == f.twin() || cross(direction, sub(right, from)) <= 0.0
            });
            match on {
                Some(o) if is_beyond(self.at_end(o.twin()).reversed(), to) => f = o,
                _ => return Some(Piece::Vertex(j)),
            }
        }
        None
    }
}

/// Whether a place is beyond a portal.
fn is_beyond(portal: Portal, z: Point) -> bool {
    turn(portal.right, portal.left, z) < 0.0
}

impl Portal {
    /// The same in the other direction.
    fn reversed(self) -> Self {
        Self { left: self.right, right: self.left }
    }
}
