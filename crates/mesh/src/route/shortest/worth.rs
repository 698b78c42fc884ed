//! The worth of a fan: no way through it is shorter.
//!
//! It is the least length of a line from the root to a place of the portal between the bounds, and from there straight to the goal. If the goal
//! is on this side of the portal, its mirror image is as far away.

use crate::angle::HALF_TURN;
use crate::plane::{Point, cross, distance, dot, sub, turn};
use crate::route::shortest::bound::{Bound, LEFT, RIGHT, Side};
use crate::route::shortest::portal::Portal;
use crate::route::shortest::root::Root;
use crate::route::shortest::{Ask, Fan, Shortest};
use crate::route::tangent::{quarter, tangent};

impl Shortest {
    /// At least how far: the chord instead of the arc.
    #[inline]
    fn turned_at_least(fan: &Fan, root: &Root, direction: Point) -> f64 {
        if root.side == 0.0 || fan.turned > 1.0 {
            return (fan.turned - HALF_TURN).max(0.0);
        }
        if root.side * cross(root.direction, direction) <= 0.0 {
            return 0.0;
        }
        (2.0 - 2.0 * dot(root.direction, direction)).max(0.0).sqrt()
    }

    /// Step 3: no way through a fan is shorter than this.
    pub(super) fn worth(&self, ask: Ask<'_>, fan: &Fan) -> f64 {
        let root = &self.roots[fan.root as usize];
        let radius = ask.space.radius;
        let Portal { left, right } = fan.portal;
        // What is on this side of the portal is as far away as its mirror image.
        let goal = if turn(right, left, ask.goal.at) > 0.0 {
            mirrored(ask.goal.at, right, left)
        } else {
            ask.goal.at
        };
        // A root that walks along its circle does so at least up to the portal, if the goal is beyond the tangent there.
        let [on_left, on_right] = [fan.flank, fan.flank.twin()].map(|f| ask.space.mesh.flank(f).obstacle);
        for (side, obstacle, end) in [(LEFT, on_left, left), (RIGHT, on_right, right)] {
            if root.side == side && root.is_at(obstacle) && side * cross(fan.direction, sub(goal, end)) >= 0.0
            {
                return root.cost + radius * fan.turned + distance(end, goal);
            }
        }
        let own = root.signed_radius(radius);
        let Some(line) = tangent(root.at, own, goal, 0.0) else {
            return root.cost;
        };
        let beyond = |bound: &Bound, side: Side, end: Point| match bound {
            Bound::Ray(ray) => ray.off(side, goal) > 0.0,
            Bound::Open => side * cross(line.direction, sub(end, line.from)) < 0.0,
        };
        let missed = if beyond(&fan.left, LEFT, left) {
            Some((&fan.left, left, right))
        } else if beyond(&fan.right, RIGHT, right) {
            Some((&fan.right, right, left))
        } else {
            None
        };
        let Some((bound, end, other)) = missed else {
            return root.cost + radius * Self::turned_at_least(fan, root, line.direction) + line.length;
        };
        let (from, direction, end) = match bound {
            Bound::Ray(ray) => (ray.from, ray.direction, ray.meet(end, other)),
            Bound::Open => match tangent(root.at, own, end, 0.0) {
                Some(line) => (line.from, line.direction, end),
                // On its own circle.
                None => (end, fan.direction, end),
            },
        };
        root.cost
            + radius * Self::turned_at_least(fan, root, direction)
            + distance(from, end)
            + distance(end, goal)
    }
}

/// The mirror image of a place at the line through two others; the place itself if they are one.
fn mirrored(z: Point, a: Point, b: Point) -> Point {
    let d = sub(b, a);
    let square = dot(d, d);
    if square == 0.0 {
        return z;
    }
    let off = 2.0 * cross(d, sub(z, a)) / square;
    let normal = quarter(d);
    [z[0] - off * normal[0], z[1] - off * normal[1]]
}
