//! Half-planes of walls.
//!
//! Idea. The wall, thickened by the radius r, is a capsule K. A velocity collides within the horizon T if it is in
//! { s k : k in K, s ≥ 1/T }, which is convex: the capsule K/T and the shadow behind it. Each line that touches this set is a half-plane
//! that avoids the collision. Take the one that the present velocity violates least (or satisfies most).
//! The normals of such lines are those of the two legs of the shadow, of the flat front, and of the two arcs between them.
//!
//! 1. Sort the walls by distance; leave out those that cannot be reached within the horizon.
//! 2. Skip a wall whose capsule K/T is outside of an earlier half-plane: the shadow is, too.
//! 3. Touching already: the half-plane of velocities that do not go nearer.
//! 4. Seen along its length (within r of its line, but beyond an end): the near end hides all else, so it is a disc.
//! 5. Else: if the velocity is in front of an arc, the line that touches the arc toward it; if not, the best of front and legs.
//!
//! Invariant: offsets are at most 0, so standing still is allowed.
//! Degenerate: walls of no length are discs; a center on a wall is pushed to the wall's left; a center on a point is not held.

use super::super::nearest::on_wall;
use super::HalfPlane;
use crate::plane::{Vector, cross, dot, left_of, length, lesser, scale, sub};
use crate::view::{MOST_WALLS, SeenWall, View};

/// The half-planes of the walls in reach, nearest first.
pub(super) struct Walls {
    planes: [HalfPlane; MOST_WALLS],
    count: usize,
}

impl Walls {
    pub(super) fn new(view: &View<'_>, horizon: f32) -> Self {
        let mut walls = Self { planes: [HalfPlane::default(); MOST_WALLS], count: 0 };
        let radius = view.wall_radius;
        let reach = radius + horizon * view.max_speed;
        // 1.
        let mut order = [(0.0, [0.0, 0.0], 0); MOST_WALLS];
        let mut count = 0;
        for (index, wall) in view.walls.iter().take(MOST_WALLS).enumerate() {
            let nearest = on_wall(wall, [0.0, 0.0]);
            let distance = dot(nearest, nearest);
            if distance <= reach * reach {
                let mut place = count;
                while place > 0 && order[place - 1].0 > distance {
                    order[place] = order[place - 1];
                    place -= 1;
                }
                order[place] = (distance, nearest, index);
                count += 1;
            }
        }
        let rate = 1.0 / horizon;
        for &(distance, nearest, index) in &order[..count] {
            let wall = &view.walls[index];
            if !walls.cover(wall, radius, rate) {
                let plane = if distance <= radius * radius {
                    touched(wall, nearest)
                } else {
                    Some(ahead(wall, nearest, view.velocity, radius, rate))
                };
                if let Some(plane) = plane {
                    walls.planes[walls.count] = plane;
                    walls.count += 1;
                }
            }
        }
        walls
    }

    pub(super) fn planes(&self) -> &[HalfPlane] {
        &self.planes[..self.count]
    }

    /// 2. Whether an earlier half-plane forbids all velocities that a wall would.
    fn cover(&self, wall: &SeenWall, radius: f32, rate: f32) -> bool {
        self.planes().iter().any(|plane| {
            let nearer = (dot(plane.normal, wall.from), dot(plane.normal, wall.to));
            (nearer.0 + radius) * rate <= plane.offset && (nearer.1 + radius) * rate <= plane.offset
        })
    }
}

/// 3. The half-plane of a wall that is touched, `nearest` being its nearest point.
fn touched(wall: &SeenWall, nearest: Vector) -> Option<HalfPlane> {
    let distance = length(nearest);
    if distance > 0.0 {
        return Some(HalfPlane { normal: scale(nearest, -1.0 / distance), offset: 0.0 });
    }
    let along = sub(wall.to, wall.from);
    let size = length(along);
    (size > 0.0).then(|| HalfPlane { normal: scale(left_of(along), 1.0 / size), offset: 0.0 })
}

/// The half-plane of a wall that is not touched, for one who moves at a velocity. `rate` is one over the horizon.
fn ahead(wall: &SeenWall, nearest: Vector, velocity: Vector, radius: f32, rate: f32) -> HalfPlane {
    let along = sub(wall.to, wall.from);
    let size = length(along);
    // Twice the area of the triangle of the wall and the center: positive if the center is on the left.
    let side = cross(wall.from, wall.to);
    if side.abs() <= radius * size || size == 0.0 {
        // 4.
        return disc(nearest, velocity, radius, rate);
    }
    // As one sees it, the wall goes from its right end to its left end.
    let (right, left, along) = if side > 0.0 {
        (wall.from, wall.to, scale(along, 1.0 / size))
    } else {
        (wall.to, wall.from, scale(along, -1.0 / size))
    };
    let right_leg = leg(right, radius, -1.0);
    let left_leg = leg(left, radius, 1.0);
    // 5.
    let beyond = sub(velocity, scale(left, rate));
    if dot(beyond, along) >= 0.0 && cross(left_leg, beyond) >= 0.0 {
        return arc(left, beyond, radius, rate, left_leg);
    }
    let beyond = sub(velocity, scale(right, rate));
    if dot(beyond, along) <= 0.0 && cross(right_leg, beyond) <= 0.0 {
        return arc(right, beyond, radius, rate, right_leg);
    }
    let front =
        HalfPlane { normal: left_of(along), offset: lesser((radius - side.abs() / size) * rate, 0.0) };
    let mut best = front;
    let mut most = dot(front.normal, velocity) - front.offset;
    for normal in [left_leg, right_leg] {
        let value = dot(normal, velocity);
        if value > most {
            (best, most) = (HalfPlane { normal, offset: 0.0 }, value);
        }
    }
    best
}

/// The half-plane of a standing disc of which only the center is given, for one of a radius.
fn disc(center: Vector, velocity: Vector, radius: f32, rate: f32) -> HalfPlane {
    let beyond = sub(velocity, scale(center, rate));
    let size = length(beyond);
    if -dot(beyond, center) > radius * size {
        return arc(center, beyond, radius, rate, scale(beyond, 1.0 / size));
    }
    let side = if cross(center, beyond) > 0.0 { 1.0 } else { -1.0 };
    HalfPlane { normal: leg(center, radius, side), offset: 0.0 }
}

/// The line that touches a round end toward the velocity. `beyond` leads from the center of the arc to the velocity.
fn arc(center: Vector, beyond: Vector, radius: f32, rate: f32, otherwise: Vector) -> HalfPlane {
    let size = length(beyond);
    let normal = if size > 0.0 { scale(beyond, 1.0 / size) } else { otherwise };
    HalfPlane { normal, offset: lesser((dot(normal, center) + radius) * rate, 0.0) }
}

/// The outward normal of the line through the origin that touches a disc, on its left (1) or right (-1) as seen from there.
fn leg(center: Vector, radius: f32, side: f32) -> Vector {
    let square = dot(center, center);
    let past = (square - radius * radius).abs().sqrt() * side;
    let [x, y] = center;
    scale([-x * radius - y * past, x * past - y * radius], 1.0 / square)
}
