//! Steps 6 and 7: how everybody decides to move, by those whom it sees.

use rayon::prelude::*;

use super::{DT, GRAIN};
use crate::crowd::Crowd;
use crate::index::{Index, Seen};
use crate::plane::{Vector, direction, dot, sub};
use crate::random::{Purpose, Random};
use crate::stream::lateness;
use crate::view::{MOST_NEIGHBORS, Neighbor, View};

/// How many steps a count of those ahead is good for.
const CROWDING_LASTS: u32 = 4;

impl Crowd {
    /// Step 6.
    pub(super) fn go_with_the_stream(&mut self) {
        let Self { all, index, profiles, passes, steps, .. } = self;
        let (neighbors, step) = (&all.neighbors, *steps as u32);
        let rows = (
            &mut passes.preferred,
            &mut all.crowding,
            &all.profile,
            &all.position,
            &all.velocity,
            &all.radius,
            &passes.pace,
            &index.slot_of,
            (&all.trail, &all.plan),
            &all.id,
        );
        rows.into_par_iter().enumerate().with_min_len(GRAIN).for_each(|(row, of)| {
            let (
                preferred,
                crowding,
                profile,
                position,
                &velocity,
                &radius,
                &speed,
                &slot,
                (trail, plan),
                id,
            ) = of;
            let Some(stream) = &profiles[profile.index()].stream else { return };
            let at = index.seen[slot as usize].at;
            let Some(ahead) = direction(velocity).or_else(|| direction(*preferred)) else { return };
            // In even steps, when all have been sorted anew.
            if (2 * (id.0 % 2) + step).is_multiple_of(CROWDING_LASTS) {
                let count = index.count_ahead(position.layer, at, ahead, stream.reach);
                *crowding = share_covered(count, radius, stream.reach);
            }
            let mut others = Others::none();
            let neighbors = others.look_ahead(index, at, neighbors[row].slots(), ahead, stream.most);
            let view = View { neighbors, ..View::alone(velocity, *preferred, speed, radius) };
            let lateness = trail.as_ref().map_or(0.0, |trail| {
                let spent = step.wrapping_sub(plan.planned) as f32 * DT;
                lateness(spent, trail.length() as f32 / speed)
            });
            *preferred = stream.blend(&view, *crowding, 0.0, lateness);
        });
    }

    /// Step 7.
    pub(super) fn avoid(&mut self) {
        let Self { all, index, profiles, passes, seed, steps, .. } = self;
        let (neighbors, walls) = (&all.neighbors, &all.walls);
        let rows = (
            &mut passes.chosen,
            &mut all.strain,
            &passes.preferred,
            &all.profile,
            &all.velocity,
            &all.radius,
            &all.wall_radius,
            &passes.pace,
            &index.slot_of,
            (&all.id, &passes.reach),
        );
        rows.into_par_iter().enumerate().with_min_len(GRAIN).for_each(|(row, of)| {
            let (
                chosen,
                strain,
                &preferred,
                profile,
                &velocity,
                &radius,
                &wall_radius,
                &speed,
                &slot,
                (id, &reach),
            ) = of;
            let profile = &profiles[profile.index()];
            let at = index.seen[slot as usize].at;
            let mut others = Others::none();
            let (walls, count) = walls[row].seen_from(at);
            let view = View {
                max_speed: speed * profile.body.most_haste,
                wall_radius,
                reach,
                neighbors: others.look(index, at, neighbors[row].slots()),
                walls: &walls[..count],
                random: Random::new(*seed, Purpose::Noise, id.0, *steps).bits(),
                ..View::alone(velocity, preferred, speed, radius)
            };
            let own = profile.of(*seed, *id);
            let (Some(headway), Some(time)) = (&profile.headway, own.time_gap()) else {
                *chosen = profile.avoidance.velocity(&view);
                return;
            };
            let turned = View { preferred: headway.keep_right(&view), ..view };
            let wanted = profile.avoidance.velocity(&turned);
            (*chosen, *strain) = headway.limit(&view, wanted, *strain, time);
        });
    }
}

/// How crowded it is in a half disc: the part of it that people cover, three times; at most 1. After Stream. \[m\]
fn share_covered(count: f32, radius: f32, reach: f32) -> f32 {
    let share = 6.0 * count * radius * radius / (reach * reach);
    if share < 1.0 { share } else { 1.0 }
}

/// Neighbors, as one sees them.
struct Others {
    all: [Neighbor; MOST_NEIGHBORS],
}

impl Others {
    /// Nobody yet. They are filled in where they are: moving them would take longer than looking.
    #[inline]
    fn none() -> Self {
        Self { all: [Neighbor::default(); MOST_NEIGHBORS] }
    }

    /// All of them.
    #[inline]
    fn look(&mut self, index: &Index, at: Vector, slots: &[u32]) -> &[Neighbor] {
        for (other, &slot) in self.all.iter_mut().zip(slots) {
            let Seen { at: there, velocity, aim, radius, crowding } = index.seen[slot as usize];
            *other = Neighbor { offset: sub(there, at), velocity, aim, radius, crowding };
        }
        &self.all[..slots.len()]
    }

    /// Only the nearest few on the side of a direction.
    #[inline]
    fn look_ahead(
        &mut self,
        index: &Index,
        at: Vector,
        slots: &[u32],
        ahead: Vector,
        most: usize,
    ) -> &[Neighbor] {
        let mut count = 0;
        for &slot in slots {
            let Seen { at: there, velocity, aim, radius, crowding } = index.seen[slot as usize];
            let offset = sub(there, at);
            self.all[count % MOST_NEIGHBORS] = Neighbor { offset, velocity, aim, radius, crowding };
            count += usize::from(dot(offset, ahead) >= 0.0);
            if count == most {
                break;
            }
        }
        &self.all[..count]
    }
}
