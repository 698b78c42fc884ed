//! Whether a root sees a place, and how far it turns for that.

use crate::angle::{HALF_TURN, angle_between};
use crate::plane::Point;
use crate::route::shortest::bound::{Bound, LEFT, RIGHT};
use crate::route::shortest::cross;
use crate::route::shortest::root::Root;
use crate::route::shortest::{Ask, End, Fan, Found, STRAIGHT, Shortest};
use crate::route::tangent::tangent;

impl Shortest {
    /// Step 5: if the goal is in sight, that is a way.
    pub(super) fn see_goal(&mut self, ask: Ask<'_>, fan: &Fan, beside: [u32; 2]) {
        if let Some((turned, cost)) = self.sight(ask, fan, beside, ask.goal.at)
            && cost < self.best()
        {
            self.found = Some(Found { cost, end: End::Root { index: fan.root, turned } });
        }
    }

    /// Whether a place in the piece beyond the portal of a fan is in sight: then how far the root turns for it, and the length of the way. The
    /// obstacles beside the cell may be in the way, if they are corners.
    pub(super) fn sight(
        &self,
        ask: Ask<'_>,
        fan: &Fan,
        beside: [u32; 2],
        place: Point,
    ) -> Option<(f64, f64)> {
        let radius = ask.space.radius;
        let root = self.roots[fan.root as usize];
        for (bound, side) in [(&fan.left, LEFT), (&fan.right, RIGHT)] {
            // A root that walks along its circle in this cell may have to turn by more than half a turn from the bound to the place.
            let walks = beside[usize::from(root.side == RIGHT)] == root.corner;
            if bound.excludes(side, place) && !(walks && self.is_wrapped(ask, fan, &root, bound, place)) {
                return None;
            }
        }
        let Some(line) = tangent(root.at, root.signed_radius(radius), place, 0.0) else {
            return Some((0.0, root.cost));
        };
        let turned = self.turned(fan, &root, line.direction);
        let corners = &ask.space.mesh.corners;
        let is_hidden = beside.iter().zip([LEFT, RIGHT]).any(|(&code, side)| {
            code & 1 == 0
                && code != root.corner
                && cross::is_in_way(corners[(code >> 2) as usize], side, &line, radius)
        });
        if turned < -STRAIGHT || is_hidden {
            return None;
        }
        let turned = turned.max(0.0);
        Some((turned, root.cost + radius * turned + line.length))
    }

    /// Whether a root has to turn by more than half a turn from a bound to a place. Then it does not matter on which side of the bound that is.
    fn is_wrapped(&self, ask: Ask<'_>, fan: &Fan, root: &Root, bound: &Bound, place: Point) -> bool {
        let Bound::Ray(ray) = bound else { return false };
        let own = root.signed_radius(ask.space.radius);
        root.side != 0.0
            && tangent(root.at, own, place, 0.0).is_some_and(|line| {
                let [place, ray] = [line.direction, ray.direction].map(|way| self.turned(fan, root, way));
                (place - ray).abs() > HALF_TURN
            })
    }

    /// How far a root has turned when it leaves in some direction.
    #[inline]
    pub(super) fn turned(&self, fan: &Fan, root: &Root, direction: Point) -> f64 {
        if root.side == 0.0 {
            return 0.0;
        }
        fan.turned + root.side * angle_between(fan.direction, direction)
    }
}
