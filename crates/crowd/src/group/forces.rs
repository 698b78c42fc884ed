//! The shape of a group: forces that keep its members together, apart, and in each other's view.
//!
//! Idea. People in a group like to see each other without turning their heads far. Who is ahead of the others slows down
//! until they are beside it; so those who have room walk abreast, and where there is less the ones in the middle fall
//! back: a V of three, a U of four, open to the front.
//!
//! 1. Vision: the head turns as far as needed to have the center of the others within a quarter turn; walking slows down
//!    with that angle.
//! 2. Attraction: toward the center of the group, if farther from it than [`Social::room`] for each other member.
//! 3. Repulsion: away from each member nearer than [`Social::distance`].
//! 4. The preferred velocity at which these forces and the pull of the goal hold the balance.
//!
//! Differs from the paper: accelerations become the velocity at which they would settle, since avoidance chooses
//! velocities (the slowing of step 1 then is a division, and stable for any step). Forces set in over a short length
//! instead of at once, so that nobody trembles at a threshold. Only members in sight count. Nobody is pulled backward:
//! waiting is enough.

use super::{Member, Social};
use crate::angle::{HALF_TURN, angle_between};
use crate::plane::{Vector, add, clamp_length, dot, greater, left_of, length, lesser, scale, sub};

impl Social {
    /// The preferred velocity of a member that would like to walk at a pace. \[m/s\]
    pub(super) fn shape(&self, members: &[Member], who: usize, party: &[usize], pace: f32) -> Vector {
        let me = &members[who];
        let mut sum = [0.0, 0.0];
        let mut push = [0.0, 0.0];
        let mut count = 0.0;
        for &k in party.iter().filter(|&&k| k != who && me.sees & (1 << k) != 0) {
            let other = &members[k];
            let offset =
                [(other.position[0] - me.position[0]) as f32, (other.position[1] - me.position[1]) as f32];
            let gap = length(offset);
            if !gap.is_finite() {
                continue;
            }
            sum = add(sum, offset);
            count += 1.0;
            // 3. At the same place, the first of the list goes left.
            let away = if gap > 0.0 {
                scale(offset, -1.0 / gap)
            } else {
                scale(left_of(me.aim), if who < k { 1.0 } else { -1.0 })
            };
            push = add(push, scale(away, self.repulsion * self.soft(self.distance - gap)));
        }
        let ahead = scale(me.aim, pace);
        if count == 0.0 {
            return ahead;
        }
        // 1. The angle fades out where the others' center is so near that it has no direction.
        let others = scale(sum, 1.0 / count);
        let turn = greater(angle_between(me.aim, others) - 0.5 * HALF_TURN, 0.0) * self.soft(length(others));
        // 2. The center of all is nearer than that of the others.
        let center = scale(sum, 1.0 / (count + 1.0));
        let far = length(center);
        let pull = self.attraction * self.soft(far - self.room * count) / greater(far, f32::MIN_POSITIVE);
        // 4. Balance.
        let force = add(push, scale(center, pull));
        let slowed = 1.0 + self.relaxation * self.vision * turn;
        let wanted = scale(add(ahead, scale(force, self.relaxation)), 1.0 / slowed);
        let along = dot(wanted, me.aim);
        let wanted = if along < 0.0 { sub(wanted, scale(me.aim, along)) } else { wanted };
        let wanted = clamp_length(wanted, self.hurry * me.speed);
        if wanted[0].is_finite() && wanted[1].is_finite() { wanted } else { ahead }
    }

    /// From 0 to 1, over the soft length.
    fn soft(&self, beyond: f32) -> f32 {
        lesser(greater(beyond / greater(self.softness, f32::MIN_POSITIVE), 0.0), 1.0)
    }
}
