//! From a place to where its route can keep the preferred clearance.
//!
//! A route keeps its distance C = radius + clearance wherever that is possible, but it may start or end nearer to an obstacle. There it goes
//! straight away from the obstacle: until the distance is C, or, where there is less room than that, onto the medial axis.
//! The clearance grows all the way.

use crate::id::CellId;
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::plane::{along, distance, sub};
use crate::route::refusal::{NoRoute, Which};
use crate::route::refuse::fits;
use crate::route::request::{Request, SLACK};

/// Where a route begins to keep its clearance, or ceases to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Approach {
    /// The place itself, if it has room enough.
    pub(crate) position: Position,
    /// The cell of the place's retraction, which is also that of `position`.
    pub(crate) cell: CellId,
    /// Where the retraction is on the arc of that cell.
    pub(crate) t: f64,
    /// Whether `position` is the retraction, because there is less room than wanted.
    pub(crate) is_narrow: bool,
    /// Clearance of the place. \[m\]
    pub(crate) clearance: f64,
}

/// Where the medial axis has less than this beyond what is wanted, it counts as too narrow. \[m\] A way through it would be narrower than
/// rounding; less than [`SLACK`], so that a disc that just fits is not concerned.
const MARGIN: f64 = 1e-7;

impl Mesh {
    /// Where a route begins and ceases to keep the distance `wanted` from obstacles, if the disc fits at both ends. \[m\]
    pub(crate) fn approaches(&self, request: &Request, wanted: f64) -> Result<[Approach; 2], NoRoute> {
        let end = |position, which| {
            let outside = || NoRoute::Outside { which, nearest: self.nearest_walkable(position) };
            let approach = self.approach(position, wanted).ok_or_else(outside)?;
            if fits(request.radius, approach.clearance) {
                Ok(approach)
            } else {
                Err(NoRoute::NoRoom { which, clearance: approach.clearance })
            }
        };
        Ok([end(request.from, Which::Start)?, end(request.to, Which::Goal)?])
    }

    /// Where a route from or to a position keeps the distance `wanted` from obstacles; `None` if it is not walkable. \[m\]
    pub(crate) fn approach(&self, position: Position, wanted: f64) -> Option<Approach> {
        let nearest = self.nearest(position, None)?;
        let retraction = self.retract(position, Some(nearest.cell))?;
        let clearance = nearest.distance;
        let approach =
            Approach { position, cell: retraction.cell, t: retraction.t, is_narrow: false, clearance };
        if retraction.clearance < wanted + MARGIN {
            let position = Position { at: retraction.point, layer: retraction.layer };
            return Some(Approach { position, is_narrow: true, ..approach });
        }
        if clearance >= wanted - SLACK {
            return Some(approach);
        }
        let spoke = sub(retraction.point, nearest.point);
        let at = along(nearest.point, spoke, wanted / distance(retraction.point, nearest.point));
        let position = Position { at, layer: self.layer_after(position.layer, position.at, at) };
        Some(Approach { position, ..approach })
    }
}
