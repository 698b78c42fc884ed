//! Portals: the lines across a corridor that a route crosses one after the other.
//!
//! At a joint the line between its nearest obstacle points on the left and right cuts the corridor ([`crate::piece`]); the lines
//! of all joints cut the walkable space into the quads of cells and the polygons of vertices. Moved from the obstacle towards the joint by
//! the distance that a route must keep, both ends of a portal have that distance, and so has everything between them: it is in the disc around
//! the joint that touches the obstacles, made smaller by that distance.

use crate::id::FlankId;
use crate::mesh::{Joint, Mesh, Obstacle};
use crate::plane::{Point, along, distance, sub, turn};
use crate::route::partial::OnAxis;

/// A line across the corridor, crossed in the direction of a flank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Portal {
    /// At the end of the flank. Where an edge only bends, that is also the start of the next one.
    AtEnd(FlankId),
    /// At its start, at a vertex.
    AtStart(FlankId),
}

/// One end of a portal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PortalEnd {
    pub(crate) obstacle: Obstacle,
    /// The nearest point of the obstacle.
    pub(crate) foot: Point,
    /// Direction from there to the joint, of length one.
    pub(crate) normal: Point,
}

impl Portal {
    /// The same line, crossed the other way.
    pub(crate) fn reversed(self, mesh: &Mesh) -> Self {
        match self {
            Self::AtEnd(f) if mesh.only_bends_at_end(f) => Self::AtEnd(mesh.flank(f).next.twin()),
            Self::AtEnd(f) => Self::AtStart(f.twin()),
            Self::AtStart(f) => Self::AtEnd(f.twin()),
        }
    }

    /// Its left and its right end.
    #[inline]
    pub(crate) fn ends(self, mesh: &Mesh) -> [PortalEnd; 2] {
        let (Self::AtEnd(f) | Self::AtStart(f)) = self;
        let joint = self.joint(mesh);
        [f, f.twin()].map(|f| {
            let obstacle = mesh.flank(f).obstacle;
            let foot = mesh.foot(obstacle, joint.at);
            let scale = if joint.clearance > 0.0 { 1.0 / joint.clearance } else { 0.0 };
            PortalEnd { obstacle, foot, normal: sub(joint.at, foot).map(|v| v * scale) }
        })
    }

    /// The obstacles of the quad that it leads into, as they are at the quad's other end; `None` if it leads into the polygon of a
    /// vertex.
    pub(crate) fn quad_beyond(self, mesh: &Mesh) -> Option<[PortalEnd; 2]> {
        match self {
            Self::AtStart(f) => Some(Self::AtEnd(f).ends(mesh)),
            Self::AtEnd(f) if mesh.only_bends_at_end(f) => Some(Self::AtEnd(mesh.flank(f).next).ends(mesh)),
            Self::AtEnd(_) => None,
        }
    }

    #[inline]
    fn joint(self, mesh: &Mesh) -> &Joint {
        mesh.joint(match self {
            Self::AtEnd(f) => mesh.flank(f.twin()).start,
            Self::AtStart(f) => mesh.flank(f).start,
        })
    }

    /// Whether a place is beyond it. Where there is less room than wanted there is no way through, and nothing beyond.
    fn is_before(self, mesh: &Mesh, z: Point, wanted: f64) -> bool {
        let [left, right] = self.ends(mesh).map(|end| end.kept_off(wanted));
        self.joint(mesh).clearance > wanted && turn(right, left, z) < 0.0
    }
}

impl PortalEnd {
    /// The end of the portal for routes that keep a distance. \[m\]
    #[inline]
    pub(crate) fn kept_off(&self, wanted: f64) -> Point {
        along(self.foot, self.normal, wanted)
    }
}

impl Mesh {
    /// Whether there is one way only to go on at the end of a flank.
    #[inline]
    pub(crate) fn only_bends_at_end(&self, f: FlankId) -> bool {
        self.flank(self.flank(f).next.twin()).next == f.twin()
    }

    /// The portals that one crosses on the straight way from a place on the medial axis to a place whose retraction it is, and
    /// which keeps a distance from obstacles. \[m\]
    ///
    /// Such a place is in the disc around its retraction, but it may be beyond portals at the ends of the cell: they are
    /// straight, and the disc reaches over them.
    pub(crate) fn portals_to(&self, place: OnAxis, to: Point, wanted: f64, portals: &mut Vec<Portal>) {
        portals.clear();
        let cell = place.cell;
        let Some(mut f) =
            [cell.left(), cell.right()].into_iter().find(|&f| Portal::AtEnd(f).is_before(self, to, wanted))
        else {
            return;
        };
        // From the middle of the portal that would be at the place: itself it may be beyond the others too.
        let at = self.arc(cell).point(place.t);
        let [left, right] = [cell.left(), cell.right()].map(|f| {
            let foot = self.foot(self.flank(f).obstacle, at);
            along(foot, sub(at, foot), wanted / distance(foot, at))
        });
        let at = [f64::midpoint(left[0], right[0]), f64::midpoint(left[1], right[1])];
        // Straight ahead no portal is crossed twice.
        while portals.len() < self.flanks.len() && Portal::AtEnd(f).is_before(self, to, wanted) {
            let next = self.flank(f).next;
            if next == f.twin() {
                // The end of an edge in a corner of walls: beyond it only by rounding.
                return;
            }
            portals.push(Portal::AtEnd(f));
            if self.only_bends_at_end(f) {
                f = next;
                continue;
            }
            let mut others = self.around(self.flank(f.twin()).start).filter(|&o| o != f.twin());
            let way = others.find(|&o| {
                let [left, right] = Portal::AtStart(o).ends(self).map(|end| end.kept_off(wanted));
                turn(right, left, to) < 0.0 && turn(at, to, left) >= 0.0 && turn(at, to, right) <= 0.0
            });
            let Some(o) = way else { return };
            portals.push(Portal::AtStart(o));
            f = o;
        }
    }
}

/// Crosses one more portal; back over the last one is not to have crossed it.
pub(crate) fn cross_over(mesh: &Mesh, portals: &mut Vec<Portal>, portal: Portal) {
    if portals.last().is_some_and(|last| last.reversed(mesh) == portal) {
        portals.pop();
    } else {
        portals.push(portal);
    }
}
