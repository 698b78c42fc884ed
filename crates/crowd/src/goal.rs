//! Where a character goes.

use std::sync::Arc;

use throng_mesh::Position;

use crate::area::Area;

/// Where a character goes.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// A place. It has arrived when its center is within a step of it.
    Place(Position),
    /// An area. It has arrived when its center is inside, wherever.
    Area(Arc<Area>),
}

impl Goal {
    /// Whether somebody at a position, who moves this far in a step, has arrived. \[m\]
    #[inline]
    pub(crate) fn is_reached(&self, position: Position, near: f64) -> bool {
        match self {
            Self::Place(goal) => {
                let [x, y] = [position.at[0] - goal.at[0], position.at[1] - goal.at[1]];
                position.layer == goal.layer && x * x + y * y <= near * near
            }
            Self::Area(area) => area.contains(position),
        }
    }
}
