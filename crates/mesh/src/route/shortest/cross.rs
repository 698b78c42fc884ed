//! A fan crosses the piece of a cell, from the portal at one end to the portal at the other.
//!
//! Walls hide nothing: a ray beyond the end of a portal runs into the wall there. What hides is a corner beside the cell.
//!
//! 1. Does it? The line from the root that touches the circle of the corner, with the corner on its side, must do so before the far portal, on the
//!    arc of this cell; it must be inside of the fan; and the root must not have to turn the wrong way for it. A corner
//!    that is outside of a ray hides nothing, unless its circle bulges over it.
//! 2. That line bounds what is seen of the far portal. What is behind it is seen from the corner: a new root, which crosses the same piece. So a
//!    way that touches both corners of a cell is found in two steps, in whatever order.
//! 3. Both corners may hide something. A line to one of them that runs into the circle of the other one is no way, and then nothing is
//!    seen of the far portal.
//! 4. Rays that are still between the ends of the far portal go on, the others end.
//!
//! A root at a corner of the cell walks along its circle: its side is open, and the direction in which it leaves turns on. Turns are
//! added up, so a root may circle a pillar, and a spiral more than once.
//! Where the circles of a root and of a corner on the other side overlap there is no line between them. Then all of the far portal is seen, if
//! its end at the corner faces the root, or nothing.

use crate::angle::angle_between;
use crate::id::FlankId;
use crate::mesh::Obstacle;
use crate::plane::{Point, along, cross, distance_sq, dot, sub};
use crate::route::shortest::bound::{Bound, LEFT, NEAR, NOBODY, RIGHT, Ray, Side};
use crate::route::shortest::portal::Portal;
use crate::route::shortest::root::Root;
use crate::route::shortest::{Ask, Crossing, Fan, STRAIGHT, Shortest};
use crate::route::tangent::{Tangent, quarter, tangent};

/// What a corner hides.
enum Hidden {
    Nothing,
    Everything,
    /// All that is beyond a line.
    Beyond(Tangent),
}

/// A corner this near to the end of a portal's chord is that end. \[m\] A thousandth of a grid unit, a thousand times the rounding of feet.
const AT: f64 = 1e-7;

impl Shortest {
    /// A fan crosses the cell of its flank and those behind, up to a vertex.
    pub(super) fn cross(&mut self, ask: Ask<'_>, crossing: &Crossing) {
        let Crossing { mut fan, mut has_goal, mut passes } = *crossing;
        let root = self.roots[fan.root as usize];
        while self.cross_cell(ask, &root, &mut fan, has_goal, passes) {
            let Some(g) = ask.space.only_way(fan.flank) else {
                self.arrive(ask, &fan);
                return;
            };
            fan.flank = g;
            (has_goal, passes) = (ask.goal.is_reached_by(g), ask.space.passes(g.cell()));
            if root.is_back_at(g) || !(has_goal || passes || ask.squeezes) {
                return;
            }
        }
    }

    /// Crosses a cell, in the direction of the fan's flank. False if nothing is seen of the portal at its end.
    fn cross_cell(&mut self, ask: Ask<'_>, root: &Root, fan: &mut Fan, has_goal: bool, passes: bool) -> bool {
        let space = ask.space;
        let mesh = space.mesh;
        let f = fan.flank;
        let [on_left, on_right] = [f, f.twin()].map(|f| mesh.flank(f).obstacle);
        if has_goal {
            self.see_goal(ask, fan, [on_left.0, on_right.0]);
        }
        if !passes && ask.squeezes {
            self.see_narrow(ask, fan, [on_left.0, on_right.0]);
        }
        // Step 1.
        let hidden_left = self.hidden(ask, fan, root, LEFT, on_left);
        let hidden_right = self.hidden(ask, fan, root, RIGHT, on_right);
        // Steps 2 and 3.
        let mut sees = passes;
        for (side, hidden, obstacle, flank, other, opposite, other_hidden) in [
            (LEFT, &hidden_left, on_left, f, &fan.right, on_right, &hidden_right),
            (RIGHT, &hidden_right, on_right, f.twin(), &fan.left, on_left, &hidden_left),
        ] {
            let line = match hidden {
                Hidden::Nothing => continue,
                Hidden::Everything => {
                    sees = false;
                    continue;
                }
                Hidden::Beyond(line) => line,
            };
            let runs_into = !matches!(other_hidden, Hidden::Nothing)
                && is_in_way(mesh.corners[opposite.index()], -side, line, space.radius);
            let turned = self.turned(fan, root, line.direction);
            if runs_into || other.excludes(-side, line.to) || turned < -STRAIGHT {
                sees = false;
                continue;
            }
            let turned = turned.max(0.0);
            let next = Root {
                at: mesh.corners[obstacle.index()],
                corner: obstacle.0,
                side,
                cost: root.cost + space.radius * turned + line.length,
                direction: line.direction,
                line: line.length,
                turned,
                before: fan.root,
                walker: NOBODY,
                flank,
                arc: None,
            };
            if let Some(index) = self.add_root(ask, next) {
                let ray = Bound::Ray(Ray { from: line.to, direction: line.direction, corner: NOBODY });
                let (left, right) = if side == LEFT { (Bound::Open, ray) } else { (ray, Bound::Open) };
                let fan = Fan { root: index, left, right, direction: line.direction, turned: 0.0, ..*fan };
                self.crossing.push(Crossing { fan, has_goal, passes });
            }
        }
        if !sees {
            return false;
        }
        // Step 4.
        let portal = space.at_end(f);
        let bound =
            |bound: &Bound, hidden: &Hidden, side: Side, obstacle: Obstacle, near: Point, far: Point| {
                let new = match hidden {
                    Hidden::Beyond(line) => {
                        Bound::Ray(Ray { from: line.from, direction: line.direction, corner: obstacle.0 })
                    }
                    _ => *bound,
                };
                let is_own = match new {
                    Bound::Open => false,
                    Bound::Ray(ray) => ray.corner != NOBODY && self.is_at_end(ask, ray.corner, obstacle, f),
                };
                new.on(side, near, far, is_own)
            };
        let Portal { left, right } = portal;
        let Some(new_left) = bound(&fan.left, &hidden_left, LEFT, on_left, left, right) else { return false };
        let Some(new_right) = bound(&fan.right, &hidden_right, RIGHT, on_right, right, left) else {
            return false;
        };
        if let (Bound::Ray(left), Bound::Ray(right)) = (&new_left, &new_right)
            && cross(right.direction, left.direction) <= 0.0
        {
            return false;
        }
        (fan.left, fan.right, fan.portal) = (new_left, new_right, portal);
        // The root walks along its circle.
        for (side, obstacle, end) in [(LEFT, on_left, left), (RIGHT, on_right, right)] {
            if root.side == side && root.is_at(obstacle) {
                let ahead = quarter(sub(end, root.at)).map(|v| side * v / space.radius);
                fan.turned += (side * angle_between(fan.direction, ahead)).max(0.0);
                fan.direction = ahead;
            }
        }
        true
    }

    /// Step 1: what the obstacle on one side hides.
    #[inline]
    fn hidden(&self, ask: Ask<'_>, fan: &Fan, root: &Root, side: Side, obstacle: Obstacle) -> Hidden {
        if obstacle.is_wall() {
            return Hidden::Nothing;
        }
        if root.is_at(obstacle) {
            return if root.side == side { Hidden::Nothing } else { Hidden::Everything };
        }
        let radius = ask.space.radius;
        let at = ask.space.mesh.corners[obstacle.index()];
        let bound = if side == LEFT { &fan.left } else { &fan.right };
        if let Bound::Ray(ray) = bound
            && (ray.corner == obstacle.0 || ray.off(side, at) >= radius - NEAR)
        {
            return Hidden::Nothing;
        }
        let joint = ask.space.mesh.joint(ask.space.mesh.flank(fan.flank.twin()).start);
        let normal = sub(joint.at, at);
        let own = root.signed_radius(radius);
        let Some(line) = tangent(root.at, own, at, side * radius) else {
            let is_behind = matches!(bound, Bound::Ray(ray) if dot(ray.direction, sub(at, ray.from)) <= 0.0);
            // Does the end of the far portal face the root? Then lines to it are short, and end before the corner hides anything.
            let faces = || {
                let end = along(at, normal, radius / joint.clearance);
                tangent(root.at, own, end, 0.0).is_some_and(|line| dot(line.direction, normal) < 0.0)
            };
            return if is_behind || faces() { Hidden::Nothing } else { Hidden::Everything };
        };
        // Before the far portal: the direction from the corner to where the line touches comes before that to the joint.
        let touch = quarter(line.direction).map(|v| -side * v);
        if joint.clearance > 0.0 && side * cross(touch, normal) <= 0.0 {
            return Hidden::Nothing;
        }
        if matches!(bound, Bound::Ray(ray) if ray.off(side, line.to) > NEAR) {
            return Hidden::Nothing;
        }
        if root.side == -side && self.turned(fan, root, line.direction) < -STRAIGHT {
            return Hidden::Nothing;
        }
        Hidden::Beyond(line)
    }

    /// Whether a corner is the end of the chord at the end of a flank, on the side of an obstacle.
    fn is_at_end(&self, ask: Ask<'_>, corner: u32, obstacle: Obstacle, f: FlankId) -> bool {
        if corner == obstacle.0 || !obstacle.is_wall() {
            return corner == obstacle.0;
        }
        let mesh = ask.space.mesh;
        let joint = mesh.joint(mesh.flank(f.twin()).start);
        distance_sq(mesh.foot(obstacle, joint.at), mesh.corners[(corner >> 2) as usize]) < AT * AT
    }
}

/// Whether a corner is in the way of a straight line that should have it on a side: it is on the other side, or nearer than the radius.
pub(super) fn is_in_way(corner: Point, side: Side, line: &Tangent, radius: f64) -> bool {
    let least = radius - NEAR;
    let to_corner = sub(corner, line.from);
    let ahead = dot(line.direction, to_corner);
    if ahead > 0.0 && ahead < line.length {
        return side * cross(line.direction, to_corner) < least;
    }
    distance_sq(if ahead > 0.0 { line.to } else { line.from }, corner) < least * least
}
