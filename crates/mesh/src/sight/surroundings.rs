//! The walls around a position that it can see, no farther than need be.
//!
//! The same as looking all around ([`super`]), with these differences:
//!
//! 1. Where no obstacle is within range there is nothing to look at. Gaps that are out of reach are not looked through.
//! 2. What is seen of a wall counts if some of it is within range. Points hide nothing, but they count too, where they are in one of the
//!    directions in which their cell is seen.
//! 3. A wall may be seen in several pieces. The nearest of them counts.
//!
//! Cost: linear in the number of pieces of the walkable space that are in sight and within range.
//! Layers: as for looking around. What is on another floor is not in sight, whatever lies above it.
//! Degenerate: a wall that is seen exactly from its end is not seen. A position on a wall sees one side of it, at distance 0.

use super::{Glimpse, Kind, Range, Sight};
use crate::id::{CellId, FlankId, WallId};
use crate::locate::Position;
use crate::mesh::{Mesh, Obstacle};
use crate::piece::View;
use crate::plane::{Point, cross, distance, dot, nearest_on_segment, sub};

/// A wall, or a point obstacle, of which something can be seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WallInSight {
    /// From corner to corner, with the position on its left. For a point obstacle both are the same.
    pub ends: [[f64; 2]; 2],
    /// Which wall it is; `None` for a point obstacle.
    pub wall: Option<WallId>,
    /// How far away the nearest part of it is that can be seen. \[m\]
    pub distance: f64,
}

impl Mesh {
    /// Lists the walls and point obstacles of which something can be seen from a position within a range, nearest first.
    /// They are looked for over open connections, and never on another floor.
    ///
    /// Returns the cell of the position, or `None` if it is not walkable; then the list is empty. The hint is a cell nearby. `range` is in
    /// meters. Memory of earlier queries is used again.
    pub fn walls_in_sight(
        &self,
        from: Position,
        range: f64,
        hint: Option<CellId>,
        sight: &mut Sight,
        out: &mut Vec<WallInSight>,
    ) -> Option<CellId> {
        out.clear();
        let f = self.find(from, hint)?;
        let cell = f.cell();
        // Step 1.
        let clearance = distance(self.nearer_side(f, from.at).1, from.at);
        if clearance > range || range.is_nan() {
            return Some(cell);
        }
        sight.clear(cell);
        sight.reach = Some(range);
        sight.points = true;
        let view = View { mesh: self, at: from.at };
        sight.start(view, cell);
        while let Some(part) = sight.ranges.pop() {
            match part.kind {
                Kind::Gap => sight.look(view, part),
                Kind::Wall => sight.add_wall(self.flank(part.flank).obstacle, from.at, &part),
                Kind::StarCell => sight.star_cell(view, part.flank, false),
                Kind::StarVertex => sight.star_vertex(view, part.flank, false),
                Kind::Own => {
                    let wall = Some(self.flank(part.flank).obstacle);
                    sight.glimpses.push(Glimpse { piece: [[0.0; 2]; 2], wall });
                }
            }
        }
        // Step 2.
        let found = &mut sight.found;
        found.clear();
        for &Glimpse { piece: [right, left], wall } in &sight.glimpses {
            let Some(wall) = wall else { continue };
            let near = nearest_on_segment(right, left, [0.0; 2]);
            let distance = dot(near, near).sqrt();
            // The parts of a wall that follow each other are mostly next to each other here, too.
            match found.last_mut() {
                _ if distance > range => {}
                Some((least, last)) if *last == wall => *least = least.min(distance),
                _ => found.push((distance, wall)),
            }
        }
        // Step 3.
        let key = |&(distance, Obstacle(bits)): &(f64, Obstacle)| (bits & 1, bits >> 2, distance);
        found.sort_unstable_by(|a, b| key(a).partial_cmp(&key(b)).expect("distances are finite"));
        found.dedup_by_key(|item| (key(item).0, key(item).1));
        out.extend(found.iter().map(|&(distance, obstacle)| self.in_sight(obstacle, distance)));
        // The sort is stable: of two that are equally near the one with the lower number is first.
        out.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        Some(cell)
    }

    fn in_sight(&self, obstacle: Obstacle, distance: f64) -> WallInSight {
        if !obstacle.is_wall() {
            return WallInSight { ends: [self.corners[obstacle.index()]; 2], wall: None, distance };
        }
        let [a, b, _] = self.wall_frame(obstacle);
        let ends = if obstacle.is_right() { [b, a] } else { [a, b] };
        WallInSight { ends, wall: Some(WallId(obstacle.index() as u32)), distance }
    }

    /// Whether the obstacle of a flank is a point and no wall ends there.
    fn is_lone(&self, f: FlankId) -> bool {
        let obstacle = self.flank(f).obstacle;
        let mut g = f;
        // Around a point come the flanks that it belongs to, around the end of a wall also the wall.
        for _ in 0..self.flanks.len() {
            if self.flank(g).obstacle != obstacle || obstacle.is_wall() {
                return false;
            }
            g = self.flank(g).next;
            if g == f {
                return true;
            }
        }
        false
    }
}

impl Sight {
    /// Step 2: the points of a cell that one looks into, or is in if there is no range of directions.
    pub(super) fn add_points(&mut self, view: View<'_>, f: FlankId, range: Option<&Range>) {
        for f in [f, f.twin()] {
            let obstacle = view.mesh.flank(f).obstacle;
            if obstacle.is_wall() {
                continue;
            }
            let point: Point = sub(view.mesh.corners[obstacle.index()], view.at);
            let is_seen =
                range.is_none_or(|range| cross(range.low, point) >= 0.0 && cross(point, range.high) >= 0.0);
            if is_seen
                && self.reach.is_none_or(|reach| dot(point, point) <= reach * reach)
                && view.mesh.is_lone(f)
            {
                self.glimpses.push(Glimpse { piece: [point; 2], wall: Some(obstacle) });
            }
        }
    }
}
