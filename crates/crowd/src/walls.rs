//! The walls that a character sees, kept for a few steps.

use throng_mesh::{CellId, Mesh, Position, Sight, WallInSight};

use crate::index::Index;
use crate::plane::{Vector, sub};
use crate::view::{MOST_WALLS, SeenWall};

/// How far characters mind walls. \[m\] Those farther away are the business of routes.
pub(crate) const WALL_RANGE: f64 = 5.0;

/// How many steps what was seen is good for: a character moves less than a meter, and walls are kept as a whole.
pub(crate) const WALLS_LAST: u32 = 5;

/// Walls that a character saw when it last looked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct WallsInSight {
    /// Relative to the origin of the index. \[m\]
    pub(crate) ends: [[Vector; 2]; MOST_WALLS],
    pub(crate) count: u8,
    /// Whether it has looked at all, and the place has not changed since.
    pub(crate) is_known: bool,
}

/// Memory for looking around.
#[derive(Debug, Default)]
pub(crate) struct Looking {
    sight: Sight,
    found: Vec<WallInSight>,
}

impl WallsInSight {
    /// Looks around.
    pub(crate) fn look(
        &mut self,
        mesh: &Mesh,
        index: &Index,
        position: Position,
        cell: CellId,
        looking: &mut Looking,
    ) {
        let Looking { sight, found } = looking;
        mesh.walls_in_sight(position, WALL_RANGE, Some(cell), sight, found);
        self.count = found.len().min(MOST_WALLS) as u8;
        self.is_known = true;
        for (ends, wall) in self.ends.iter_mut().zip(found.iter()) {
            *ends = wall.ends.map(|end| index.local(end));
        }
    }

    /// Nothing is near.
    pub(crate) fn none_near(&mut self) {
        *self = Self { is_known: true, ..Self::default() };
    }

    /// As seen from a place.
    #[inline]
    pub(crate) fn seen_from(&self, at: Vector) -> ([SeenWall; MOST_WALLS], usize) {
        let mut walls = [SeenWall::default(); MOST_WALLS];
        for (wall, &[from, to]) in walls.iter_mut().zip(&self.ends[..usize::from(self.count)]) {
            *wall = SeenWall { from: sub(from, at), to: sub(to, at) };
        }
        (walls, usize::from(self.count))
    }
}
