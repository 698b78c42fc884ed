//! When velocities lead to the first collision: all speeds in a direction at once.
//!
//! What does not depend on the direction is computed before. For neighbors the formula is that of `collision.rs`, as one over the time; for walls the
//! way in the direction, which is the same for all speeds.

use super::super::nearest::on_wall;
use super::LANES;
use crate::plane::{Vector, cross, direction, dot, greater, left_of, lesser, scale, sub};
use crate::view::{MOST_NEIGHBORS, MOST_WALLS, SeenWall, View};

/// What one can collide with, prepared for many velocities.
pub(super) struct Obstacles {
    neighbors: [Obstacle; MOST_NEIGHBORS],
    count: usize,
    walls: [Barrier; MOST_WALLS],
    num_walls: usize,
    reach: f32,
}

/// A wall, prepared for many directions.
#[derive(Clone, Copy, Default)]
struct Barrier {
    from: Vector,
    to: Vector,
    /// Direction of the wall.
    along: Vector,
    /// Toward one's own side.
    normal: Vector,
    /// Distance to its line, minus the radius.
    height: f32,
    /// Squares of the lengths of tangents to the discs around its ends.
    gaps: [f32; 2],
    /// Square of the radius.
    square: f32,
    /// Its nearest point, if one touches it.
    touched: Option<Vector>,
}

impl Barrier {
    fn new(wall: &SeenWall, radius: f32) -> Self {
        let square = radius * radius;
        let nearest = on_wall(wall, [0.0, 0.0]);
        let along = direction(sub(wall.to, wall.from)).unwrap_or_default();
        let side = -dot(left_of(along), wall.from);
        let normal = scale(left_of(along), if side < 0.0 { -1.0 } else { 1.0 });
        Self {
            from: wall.from,
            to: wall.to,
            along,
            normal,
            height: side.abs() - radius,
            gaps: [dot(wall.from, wall.from) - square, dot(wall.to, wall.to) - square],
            square,
            touched: (dot(nearest, nearest) <= square).then_some(nearest),
        }
    }

    /// How far one can go in a direction.
    #[inline]
    fn way(&self, direction: Vector) -> f32 {
        if let Some(nearest) = self.touched {
            return if dot(nearest, direction) > 0.0 { 0.0 } else { f32::INFINITY };
        }
        let sinking = -dot(self.normal, direction);
        if sinking > 0.0 && self.height >= 0.0 {
            let way = self.height / sinking;
            let hit = scale(direction, way);
            if dot(sub(hit, self.from), self.along) >= 0.0 && dot(sub(self.to, hit), self.along) >= 0.0 {
                return way;
            }
        }
        let mut first = f32::INFINITY;
        for (end, gap) in [(self.from, self.gaps[0]), (self.to, self.gaps[1])] {
            let approach = dot(end, direction);
            let across = cross(end, direction);
            let root = self.square - across * across;
            if approach > 0.0 && root >= 0.0 {
                first = lesser(gap / (approach + root.sqrt()), first);
            }
        }
        first
    }
}

#[derive(Clone, Copy, Default)]
struct Obstacle {
    offset: Vector,
    velocity: Vector,
    /// Square of the sum of the radii.
    reach: f32,
    /// One over the square of the length of a tangent to the disc; large for those in contact.
    over_gap: f32,
    /// Products with the obstacle's velocity: offset · velocity, offset × velocity, velocity · velocity.
    products: [f32; 3],
}

impl Obstacles {
    pub(super) fn new(view: &View<'_>) -> Self {
        let mut neighbors = [Obstacle::default(); MOST_NEIGHBORS];
        let mut count = 0;
        for (obstacle, neighbor) in neighbors.iter_mut().zip(view.neighbors) {
            let reach = view.radius + neighbor.radius;
            let gap = dot(neighbor.offset, neighbor.offset) - reach * reach;
            *obstacle = Obstacle {
                offset: neighbor.offset,
                velocity: neighbor.velocity,
                reach: reach * reach,
                over_gap: if gap > 1.0 / AT_ONCE { 1.0 / gap } else { AT_ONCE },
                products: [
                    dot(neighbor.offset, neighbor.velocity),
                    cross(neighbor.offset, neighbor.velocity),
                    dot(neighbor.velocity, neighbor.velocity),
                ],
            };
            count += 1;
        }
        let mut walls = [Barrier::default(); MOST_WALLS];
        let num_walls = view.walls.len().min(MOST_WALLS);
        for (barrier, wall) in walls.iter_mut().zip(view.walls) {
            *barrier = Barrier::new(wall, view.wall_radius);
        }
        Self { neighbors, count, walls, num_walls, reach: view.reach }
    }

    /// One over the time of the first collision, for each speed in a direction; 0 if there is none.
    #[inline]
    pub(super) fn rates(&self, direction: Vector, speeds: &[f32; LANES]) -> [f32; LANES] {
        let mut rates = [0.0; LANES];
        for obstacle in &self.neighbors[..self.count] {
            let (toward, across) = (dot(obstacle.offset, direction), cross(obstacle.offset, direction));
            let along = 2.0 * dot(obstacle.velocity, direction);
            let [own_toward, own_across, own_square] = obstacle.products;
            for lane in 0..LANES {
                let speed = speeds[lane];
                let approach = speed * toward - own_toward;
                let past = speed * across - own_across;
                let square = (speed - along) * speed + own_square;
                let root = obstacle.reach * square - past * past;
                // Products select quicker than branches do.
                let nears = if approach > 0.0 { 1.0 } else { 0.0 };
                let meets = if root >= 0.0 { 1.0 } else { 0.0 };
                let rate = (approach + root.abs().sqrt()) * obstacle.over_gap * nears * meets;
                rates[lane] = greater(rate, rates[lane]);
            }
        }
        let mut way = f32::INFINITY;
        for wall in &self.walls[..self.num_walls] {
            way = lesser(wall.way(direction), way);
        }
        // A wall beyond the place that one heads for is not in the way.
        way = if way < self.reach { way } else { f32::INFINITY };
        let over_way = 1.0 / greater(way, 1.0 / AT_ONCE);
        for lane in 0..LANES {
            rates[lane] = greater(rates[lane], speeds[lane] * over_way);
        }
        rates
    }
}

/// One over a time, a way or a square that is as good as zero.
const AT_ONCE: f32 = 1e30;
