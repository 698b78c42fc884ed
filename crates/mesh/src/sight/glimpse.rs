//! A look in some directions, and no farther than need be: what is in the way, piece by piece.
//!
//! The same as looking all around ([`super`]), with two differences: what is not in the given directions is dropped at the start, and gaps that
//! are out of reach are not looked through.

use super::{Kind, NEAR, Range, Sight};
use crate::id::CellId;
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::piece::View;
use crate::plane::{Point, cross, dot, nearest_on_segment};

/// Where to look, relative to the position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    /// The first and the last direction, counter-clockwise, less than half a turn; all around if `None`.
    pub(crate) between: Option<[Point; 2]>,
    /// How far. \[m\]
    pub(crate) reach: f64,
}

impl Mesh {
    /// Looks from a position until `stop` says so of what is in the way; false if it never does, or if the position is not walkable.
    ///
    /// `stop` gets pieces of walls, or of lines out of reach, each from its right to its left and relative to the position:
    /// the triangles between them and the position are what is visible.
    pub(crate) fn glimpse(
        &self,
        position: Position,
        hint: Option<CellId>,
        aim: &Aim,
        sight: &mut Sight,
        mut stop: impl FnMut([Point; 2]) -> bool,
    ) -> bool {
        let Some(f) = self.find(position, hint) else { return false };
        sight.clear(f.cell());
        sight.reach = Some(aim.reach);
        let view = View { mesh: self, at: position.at };
        sight.start(view, f.cell());
        while let Some(range) = sight.ranges.pop() {
            let range = match (range.kind, aim.between) {
                (Kind::Gap | Kind::Wall, Some(between)) if range.depth == 0 => range.within(between),
                _ => Some(range),
            };
            let Some(range) = range else { continue };
            match range.kind {
                Kind::Gap => sight.look(view, range),
                Kind::Wall => sight.add_wall(self.flank(range.flank).obstacle, position.at, &range),
                Kind::StarCell => sight.star_cell(view, range.flank, false),
                Kind::StarVertex => sight.star_vertex(view, range.flank, false),
                // The position itself hides nothing.
                Kind::Own => {}
            }
            while let Some(glimpse) = sight.glimpses.pop() {
                if stop(glimpse.piece) {
                    return true;
                }
            }
        }
        false
    }
}

impl Range {
    /// What of it is between two directions.
    fn within(self, [right, left]: [Point; 2]) -> Option<Self> {
        let is_in = |a: Point, b: Point, z: Point| cross(a, z) >= 0.0 && cross(z, b) >= 0.0;
        // Two sectors of less than half a turn meet in one sector. It begins where one of them does.
        let low = if is_in(right, left, self.low) {
            self.low
        } else if is_in(self.low, self.high, right) {
            right
        } else {
            return None;
        };
        let high = if is_in(right, left, self.high) { self.high } else { left };
        (cross(low, high) > 0.0).then_some(Self { low, high, ..self })
    }

    /// Whether its gap is farther away than this. \[m\]
    pub(super) fn is_beyond(&self, reach: f64) -> bool {
        let near = nearest_on_segment(self.right, self.left, [0.0; 2]);
        let far = reach + NEAR;
        dot(near, near) > far * far
    }
}
