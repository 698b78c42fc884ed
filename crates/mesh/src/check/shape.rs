//! Joints, walls and flanks: where they are and how they lie to each other.

use super::agree;
use crate::id::{CornerId, FlankId, JointId, WallId};
use crate::mesh::{Joint, Mesh};
use crate::plane::{Point, cross, distance, distance_sq, dot, sub, turn};
use crate::violation::MeshViolation;

impl Mesh {
    pub(super) fn check_shapes(&self, tolerance: f64) -> Result<(), MeshViolation> {
        for w in (0..self.walls.len() as u32).map(WallId) {
            let wall = &self.walls[w.index()];
            if wall.is_dead() {
                continue;
            }
            let [a, b] = wall.ends.map(|corner| self.corners[corner.index()]);
            let along =
                [a[0] + wall.direction[0] * distance(a, b), a[1] + wall.direction[1] * distance(a, b)];
            if a == b || distance(along, b) > tolerance {
                return Err(MeshViolation::Direction(w));
            }
        }
        for f in self.live_flanks() {
            for joint in self.ends(f) {
                self.check_side(f, joint, tolerance)?;
            }
            self.check_outline(f, tolerance)?;
        }
        for j in self.live_joints() {
            self.check_distances(j, tolerance)?;
        }
        Ok(())
    }

    /// A flank of a wall is on the side that it says, between the ends.
    fn check_side(&self, f: FlankId, joint: &Joint, tolerance: f64) -> Result<(), MeshViolation> {
        let obstacle = self.flank(f).obstacle;
        if !obstacle.is_wall() {
            return Ok(());
        }
        let wall = WallId(obstacle.index() as u32);
        let [a, b, direction] = self.wall_frame(obstacle);
        let from_a = sub(joint.at, a);
        let t = dot(from_a, direction);
        let by = (-t).max(t - distance(a, b));
        if by > tolerance {
            return Err(MeshViolation::FootOutside { flank: f, wall, by });
        }
        let left = cross(direction, from_a);
        if (if obstacle.is_right() { left } else { -left }) > tolerance {
            return Err(MeshViolation::WrongSide { flank: f, wall });
        }
        Ok(())
    }

    /// A flank is convex, counter-clockwise, and less than half a turn wide.
    fn check_outline(&self, f: FlankId, tolerance: f64) -> Result<(), MeshViolation> {
        let outline = self.outline(f);
        let obstacle = self.flank(f).obstacle;
        if !obstacle.is_wall() {
            let corner = outline.end_foot();
            let [a, b] = [sub(outline.start(), corner), sub(outline.end(), corner)];
            if cross(a, b) <= 0.0 && dot(a, b) < 0.0 {
                return Err(MeshViolation::HalfTurn { flank: f, corner: CornerId(obstacle.index() as u32) });
            }
        }
        let corners = outline.corners();
        let count = corners.len();
        for k in 0..count {
            let by = clockwise(corners[k], corners[(k + 1) % count], corners[(k + 2) % count]);
            if by > tolerance {
                return Err(MeshViolation::NotConvex { flank: f, corner: (k + 1) % count, by });
            }
        }
        Ok(())
    }

    /// A joint is as far from the obstacles of its flanks as its clearance says.
    fn check_distances(&self, j: JointId, tolerance: f64) -> Result<(), MeshViolation> {
        let joint = self.joint(j);
        for f in self.around(j).flat_map(|f| [f, f.twin()]) {
            let distance = distance(self.foot(self.flank(f).obstacle, joint.at), joint.at);
            if !agree(distance, joint.clearance, tolerance) {
                let clearance = joint.clearance;
                return Err(MeshViolation::Equidistance { joint: j, clearance, flank: f, distance });
            }
        }
        Ok(())
    }
}

/// By how much three points turn clockwise: their distance from one line. Measured against the longest of
/// their distances, for a short one has no direction but that of rounding.
fn clockwise(a: Point, b: Point, c: Point) -> f64 {
    let longest_sq = distance_sq(a, b).max(distance_sq(b, c)).max(distance_sq(c, a));
    if longest_sq > 0.0 { -turn(a, b, c) / longest_sq.sqrt() } else { 0.0 }
}
