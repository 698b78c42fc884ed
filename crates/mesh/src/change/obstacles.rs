//! Walls and corners of a mesh that changes: numbered as flanks need them, and freed when none does.
//!
//! A wall is counted once for each flank beside it, and a corner once for each flank that has it as its obstacle and for each wall
//! that ends there. A closed connection is two walls, one for each side.
//!
//! The counts of a wall's two sides say also which of them are walkable, and with that what the wall adds to the area: twice
//! the triangle between it and the origin, in grid units. These are integers, so nothing is lost however often walls come and go.

use throng_voronoi::{Diagram, PointId, SegmentId, Side, Site};

use super::ties::NONE;
use crate::axis::direction_of;
use crate::connect::Ground;
use crate::id::{CornerId, WallId};
use crate::mesh::{Mesh, Obstacle, Wall};

/// Which site is which wall or corner, and how many need it.
#[derive(Clone, Debug)]
pub(super) struct Obstacles {
    /// The walls on the left and right of each segment.
    wall_of: Vec<[WallId; 2]>,
    corner_of: Vec<CornerId>,
    walls: Vec<WallUse>,
    corners: Vec<CornerUse>,
    /// By how much twice the walkable area changed, in grid units.
    twice_area: i128,
    free_walls: Vec<WallId>,
    free_corners: Vec<CornerId>,
    /// Walls and corners that lost their last user, perhaps not for long; some of them several times.
    idle_walls: Vec<WallId>,
    idle_corners: Vec<CornerId>,
}

#[derive(Clone, Copy, Debug)]
struct WallUse {
    /// None if the segment is gone.
    segment: SegmentId,
    /// Number of flanks on the left and right.
    flanks: [u32; 2],
    /// Twice the area of the triangle between the wall and the origin.
    twice_area: i64,
}

#[derive(Clone, Copy, Debug)]
struct CornerUse {
    /// None if the point is gone.
    point: PointId,
    /// Number of flanks and walls.
    count: u32,
}

impl WallUse {
    /// What the wall adds to twice the walkable area.
    fn share(&self) -> i64 {
        match self.flanks.map(|count| count > 0) {
            [true, false] => self.twice_area,
            [false, true] => -self.twice_area,
            _ => 0,
        }
    }
}

impl Obstacles {
    /// Counts the users of a mesh that was just built.
    pub(super) fn new(mesh: &Mesh, diagram: &Diagram, corner_of: &[u32], wall_of: Vec<[u32; 2]>) -> Self {
        let no_wall = WallUse { segment: SegmentId(NONE), flanks: [0; 2], twice_area: 0 };
        let mut walls = vec![no_wall; mesh.walls.len()];
        for (s, sides) in wall_of.iter().enumerate() {
            for &wall in sides.iter().filter(|&&wall| wall != NONE) {
                let s = SegmentId(s as u32);
                walls[wall as usize] = WallUse { segment: s, twice_area: triangle(diagram, s), ..no_wall };
            }
        }
        let mut corners = vec![CornerUse { point: PointId(NONE), count: 0 }; mesh.corners.len()];
        for (p, &corner) in corner_of.iter().enumerate().filter(|(_, corner)| **corner != NONE) {
            corners[corner as usize].point = PointId(p as u32);
        }
        for wall in mesh.walls.iter() {
            wall.ends.iter().for_each(|corner| corners[corner.index()].count += 1);
        }
        for obstacle in mesh.flanks.iter().map(|flank| flank.obstacle) {
            if obstacle.is_wall() {
                walls[obstacle.index()].flanks[usize::from(obstacle.is_right())] += 1;
            } else {
                corners[obstacle.index()].count += 1;
            }
        }
        Self {
            wall_of: wall_of.into_iter().map(|sides| sides.map(WallId)).collect(),
            corner_of: corner_of.iter().map(|&corner| CornerId(corner)).collect(),
            twice_area: 0,
            walls,
            corners,
            free_walls: Vec::new(),
            free_corners: Vec::new(),
            idle_walls: Vec::new(),
            idle_corners: Vec::new(),
        }
    }

    /// The segment is gone, and its id may name another one. The wall stays as long as flanks need it.
    pub(super) fn forget_segment(&mut self, s: SegmentId) {
        if let Some(sides) = self.wall_of.get_mut(s.index()) {
            for wall in std::mem::replace(sides, [WallId(NONE); 2]) {
                if let Some(wall) = self.walls.get_mut(wall.index()) {
                    wall.segment = SegmentId(NONE);
                }
            }
        }
    }

    /// The point is gone, and its id may name another one. The corner stays as long as something needs it.
    pub(super) fn forget_point(&mut self, p: PointId) {
        if let Some(corner) = self.corner_of.get_mut(p.index()) {
            let corner = std::mem::replace(corner, CornerId(NONE));
            if let Some(corner) = self.corners.get_mut(corner.index()) {
                corner.point = PointId(NONE);
            }
        }
    }

    /// The site of an obstacle of the mesh.
    #[cfg_attr(not(test), expect(dead_code, reason = "for meshes that change"))]
    pub(super) fn site(&self, obstacle: Obstacle) -> Site {
        if obstacle.is_wall() {
            Site::Segment(self.walls[obstacle.index()].segment)
        } else {
            Site::Point(self.corners[obstacle.index()].point)
        }
    }

    /// The obstacle of one more flank.
    #[inline]
    pub(super) fn acquire(
        &mut self,
        mesh: &mut Mesh,
        ground: &Ground,
        (site, side): (Site, Side),
    ) -> Obstacle {
        match site {
            Site::Point(p) => {
                let corner = self.corner(mesh, ground, p);
                self.corners[corner.index()].count += 1;
                Obstacle::corner(corner)
            }
            Site::Segment(s) => {
                let right = side == Side::Right;
                let wall = self.wall(mesh, ground, s, usize::from(right));
                self.count(wall, usize::from(right), 1);
                Obstacle::wall(wall, right)
            }
        }
    }

    /// One flank less.
    #[inline]
    pub(super) fn release(&mut self, obstacle: Obstacle) {
        if obstacle.is_wall() {
            let wall = WallId(obstacle.index() as u32);
            self.count(wall, usize::from(obstacle.is_right()), -1);
            if self.walls[wall.index()].flanks == [0; 2] {
                self.idle_walls.push(wall);
            }
        } else {
            self.leave_corner(CornerId(obstacle.index() as u32));
        }
    }

    /// Frees what nothing needs. Its slots are for the next update.
    pub(super) fn settle(&mut self, mesh: &mut Mesh) {
        let mut idle = std::mem::take(&mut self.idle_walls);
        for wall in idle.drain(..) {
            let entry = self.walls[wall.index()];
            let ends = mesh.walls[wall.index()].ends;
            if entry.flanks != [0; 2] || ends[0].0 == NONE {
                continue;
            }
            if let Some(sides) = self.wall_of.get_mut(entry.segment.index()) {
                sides.iter_mut().filter(|side| **side == wall).for_each(|side| *side = WallId(NONE));
            }
            mesh.walls[wall.index()].ends = [CornerId(NONE); 2];
            mesh.live.walls -= 1;
            self.free_walls.push(wall);
            ends.into_iter().for_each(|corner| self.leave_corner(corner));
        }
        self.idle_walls = idle;
        let mut idle = std::mem::take(&mut self.idle_corners);
        for corner in idle.drain(..) {
            let entry = self.corners[corner.index()];
            if entry.count > 0 || mesh.corners[corner.index()][0].is_nan() {
                continue;
            }
            if let Some(of) = self.corner_of.get_mut(entry.point.index()) {
                *of = CornerId(NONE);
            }
            mesh.corners[corner.index()] = [f64::NAN; 2];
            mesh.live.corners -= 1;
            self.free_corners.push(corner);
        }
        self.idle_corners = idle;
        mesh.doubled_area += std::mem::take(&mut self.twice_area);
    }

    fn corner(&mut self, mesh: &mut Mesh, ground: &Ground, p: PointId) -> CornerId {
        if p.index() >= self.corner_of.len() {
            self.corner_of.resize(p.index() + 1, CornerId(NONE));
        }
        if self.corner_of[p.index()].0 != NONE {
            return self.corner_of[p.index()];
        }
        let at = mesh.grid.position(ground.surface.diagram().point(p));
        let entry = CornerUse { point: p, count: 0 };
        let corner = match self.free_corners.pop() {
            Some(corner) => {
                mesh.corners[corner.index()] = at;
                self.corners[corner.index()] = entry;
                corner
            }
            None => {
                mesh.corners.push(at);
                self.corners.push(entry);
                CornerId(mesh.corners.len() as u32 - 1)
            }
        };
        self.corner_of[p.index()] = corner;
        mesh.live.corners += 1;
        corner
    }

    fn wall(&mut self, mesh: &mut Mesh, ground: &Ground, s: SegmentId, side: usize) -> WallId {
        if s.index() >= self.wall_of.len() {
            self.wall_of.resize(s.index() + 1, [WallId(NONE); 2]);
        }
        let sides = self.wall_of[s.index()];
        if sides[side].0 != NONE {
            return sides[side];
        }
        let layers = ground.layers_of(s);
        if sides[1 - side].0 != NONE && layers[0] == layers[1] {
            self.wall_of[s.index()] = [sides[1 - side]; 2];
            return sides[1 - side];
        }
        let diagram = ground.surface.diagram();
        let ends = diagram.ends(s).map(|p| self.corner(mesh, ground, p));
        ends.iter().for_each(|corner| self.corners[corner.index()].count += 1);
        let wall = Wall { ends, direction: direction_of(diagram, s), layer: layers[side] };
        let entry = WallUse { segment: s, flanks: [0; 2], twice_area: triangle(diagram, s) };
        let id = match self.free_walls.pop() {
            Some(id) => {
                mesh.walls[id.index()] = wall;
                self.walls[id.index()] = entry;
                id
            }
            None => {
                mesh.walls.push(wall);
                self.walls.push(entry);
                WallId(mesh.walls.len() as u32 - 1)
            }
        };
        self.wall_of[s.index()][side] = id;
        mesh.live.walls += 1;
        id
    }

    /// Counts a flank more or less on one side of a wall.
    fn count(&mut self, wall: WallId, side: usize, more: i32) {
        let entry = &mut self.walls[wall.index()];
        let before = entry.share();
        entry.flanks[side] = entry.flanks[side].wrapping_add_signed(more);
        self.twice_area += i128::from(entry.share() - before);
    }

    fn leave_corner(&mut self, corner: CornerId) {
        let entry = &mut self.corners[corner.index()];
        entry.count -= 1;
        if entry.count == 0 {
            self.idle_corners.push(corner);
        }
    }
}

/// Twice the area of the triangle between a segment and the origin, in grid units.
fn triangle(diagram: &Diagram, s: SegmentId) -> i64 {
    let [a, b] = diagram.ends(s).map(|p| diagram.point(p));
    i64::from(a.x) * i64::from(b.y) - i64::from(a.y) * i64::from(b.x)
}
