//! When a disc touches another one, or a wall, if nobody changes its velocity.
//!
//! Two discs: let P lead from one center to the other, W be one's own velocity minus the other's, R the sum of the radii. They
//! touch when |P - tW| = R. With b = P·W that is at t = (|P|² - R²) / (b + √(R²|W|² - (P×W)²)), the smaller root, written
//! without the difference of nearly equal numbers. Never if b ≤ 0 (they part) or the root has no value (they pass).
//!
//! A disc and a wall: the wall, thickened by the radius, is a convex shape (a capsule), and the center moves
//! along a ray. If the ray meets the line of the flat side within the wall, it enters there; else through one of the round ends.
//!
//! Invariant: times are not negative; infinite if there is no collision; 0 if they touch already, however they move.
//! Cost: constant. Degenerate: no relative velocity: infinite; a wall of no length is a disc of radius 0.

use super::nearest::on_wall;
use crate::plane::{Vector, cross, direction, dot, left_of, lesser, scale, sub};
use crate::view::SeenWall;

/// Time until two discs touch. `offset` leads from one's own center to the other's, `closing` is one's own velocity minus the other's,
/// `reach` the sum of the radii. \[s\]
#[inline]
pub(super) fn with_disc(offset: Vector, closing: Vector, reach: f32) -> f32 {
    let gap = dot(offset, offset) - reach * reach;
    if gap <= 0.0 {
        return 0.0;
    }
    let approach = dot(offset, closing);
    let across = cross(offset, closing);
    let square = reach * reach * dot(closing, closing) - across * across;
    if approach > 0.0 && square >= 0.0 { gap / (approach + square.sqrt()) } else { f32::INFINITY }
}

/// Time until a disc that moves touches a wall. \[s\]
pub(super) fn with_wall(wall: &SeenWall, velocity: Vector, radius: f32) -> f32 {
    let nearest = on_wall(wall, [0.0, 0.0]);
    if dot(nearest, nearest) <= radius * radius {
        return 0.0;
    }
    if let Some(along) = direction(sub(wall.to, wall.from)) {
        let normal = left_of(along);
        let side = -dot(normal, wall.from);
        // Toward one's own side of the wall's line.
        let (normal, height) = if side < 0.0 { (scale(normal, -1.0), -side) } else { (normal, side) };
        let sinking = -dot(normal, velocity);
        if sinking > 0.0 && height >= radius {
            let time = (height - radius) / sinking;
            let hit = scale(velocity, time);
            if dot(sub(hit, wall.from), along) >= 0.0 && dot(sub(wall.to, hit), along) >= 0.0 {
                return time;
            }
        }
    }
    lesser(with_disc(wall.from, velocity, radius), with_disc(wall.to, velocity, radius))
}

#[cfg(test)]
mod tests {
    use super::super::sample::Sampler;
    use super::*;
    use crate::plane::length;

    const STEP: f32 = 0.002;
    const STEPS: u32 = 5_000;

    /// The first of many small steps after which the distance is at most the reach.
    fn stepped(distance: impl Fn(f32) -> f32, reach: f32) -> f32 {
        (0..STEPS)
            .map(|step| step as f32 * STEP)
            .find(|&time| distance(time) <= reach)
            .unwrap_or(f32::INFINITY)
    }

    /// Compares, but for grazing touches that steps may miss or that rounding decides.
    fn compare(found: f32, distance: &impl Fn(f32) -> f32, reach: f32, what: &str) {
        let sure = stepped(distance, reach - 1e-3);
        let perhaps = stepped(distance, reach + 1e-3);
        let horizon = STEP * STEPS as f32;
        assert!(
            found >= lesser(perhaps, horizon) - 2.0 * STEP || perhaps == 0.0,
            "{what}: {found} before {perhaps}"
        );
        assert!(found <= sure + 2.0 * STEP || sure >= horizon, "{what}: {found} after {sure}");
        assert!(found >= 0.0, "{what}: {found}");
    }

    #[test]
    fn discs_touch_when_steps_say_so() {
        let mut sampler = Sampler::new(1);
        for case in 0..2_000 {
            let (offset, closing) = (sampler.vector(4.0), sampler.vector(2.0));
            let reach = sampler.between(0.0, 1.2);
            let distance = |time: f32| length(sub(offset, scale(closing, time)));
            compare(with_disc(offset, closing, reach), &distance, reach, &format!("disc {case}"));
        }
    }

    #[test]
    fn walls_are_touched_when_steps_say_so() {
        let mut sampler = Sampler::new(2);
        for case in 0..2_000 {
            let from = sampler.vector(4.0);
            let to = if case % 9 == 0 { from } else { sampler.vector(4.0) };
            let wall = SeenWall { from, to };
            let (velocity, radius) = (sampler.vector(2.0), sampler.between(0.1, 0.8));
            let distance = |time: f32| {
                let at = scale(velocity, time);
                length(sub(on_wall(&wall, at), at))
            };
            compare(with_wall(&wall, velocity, radius), &distance, radius, &format!("wall {case}"));
        }
    }

    #[test]
    fn by_hand() {
        assert_eq!(with_disc([3.0, 0.0], [2.0, 0.0], 1.0), 1.0, "head-on");
        assert_eq!(with_disc([3.0, 0.0], [-2.0, 0.0], 1.0), f32::INFINITY, "parting");
        assert_eq!(with_disc([3.0, 1.5], [2.0, 0.0], 1.0), f32::INFINITY, "passing");
        assert_eq!(with_disc([3.0, 0.0], [0.0, 0.0], 1.0), f32::INFINITY, "standing");
        assert_eq!(with_disc([0.5, 0.0], [0.0, 0.0], 1.0), 0.0, "overlapping");
        let wall = SeenWall { from: [-1.0, -2.0], to: [1.0, -2.0] };
        assert_eq!(with_wall(&wall, [0.0, -1.0], 0.5), 1.5, "flat side");
        assert_eq!(with_wall(&wall, [1.0, 0.0], 0.5), f32::INFINITY, "beside");
        assert_eq!(with_wall(&wall, [0.0, -1.0], 2.0), 0.0, "touching");
    }
}
