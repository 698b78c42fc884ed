//! Bodies do not overlap: what is left of an overlap after everybody has chosen a velocity is pushed apart.
//!
//! Idea. Everybody has a move for this step. Where two discs would overlap at its end, each gives way by half of the overlap. All pairs
//! are looked at from both sides and from the same state, so the result does not depend on any order; a few rounds
//! do for dense crowds.
//!
//! 1. For each neighbor near enough: where would it be, seen from where one would be?
//! 2. If nearer than both radii (less, if they are held up and turn sideways: [`crate::headway`]), give way by half of what is missing,
//!    straight away from it.
//! 3. The sum of all pushes is limited, so that a crowd cannot shoot somebody away; in the end so is the whole move.
//! 4. A move does not lead into a wall: so in the next round the other one gives way by what is missing.
//!
//! Invariant: a move changes in a round only if it, or the move of somebody near, changed in the round before. Others are left alone. Who
//! is near somebody has it near too, but where more stand in between than anybody keeps in mind, and so near none of them touch.
//! Cost: a few neighbors in the first round; then little, but for those who touch. By slot and not by row, as what a round reads of
//! a neighbor is then in one place: 39 instead of 56 ms for 100,000 in a jam.
//! Degenerate: two in one place part along a direction that their numbers give.
//! After: position based dynamics (Müller et al. 2007), Jacobi iteration. Contact forces (Moussaïd 2011) are the other choice; at steps of 0.1 s
//! they are near the edge of stability and leave overlaps of some centimeters.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;

use crate::characters::Characters;
use crate::headway::breadth;
use crate::index::{Index, Seen};
use crate::neighbors::Neighbors;
use crate::plane::{Vector, clamp_length, dot, scale, sub};
use crate::step::GRAIN;
use crate::view::SeenWall;
use crate::walls::WallsInSight;

/// Rounds of pushing.
const ROUNDS: usize = 8;

/// The farthest that a round pushes. \[m\]
const MOST_PUSH: f32 = 0.1;

/// The farthest that anybody gets in a step, whatever pushes. \[m\] Rounds add up, and walls push too; only where an obstacle falls upon a jam
/// is that ever so much.
const MOST_MOVE: f32 = 0.9;

/// Two whose discs are this far apart may yet meet within the step: both move and are pushed. \[m\]
const MEETING: f32 = 0.7;

/// What the rounds need to know of everybody, by row.
#[derive(Clone, Copy)]
pub(crate) struct Bodies<'a> {
    index: &'a Index,
    neighbors: &'a [Neighbors],
    walls: &'a [WallsInSight],
    wall_radii: &'a [f32],
    clearances: &'a [f32],
    strains: &'a [f32],
}

/// Memory of the rounds, by slot: those near each other are near in memory.
#[derive(Debug, Default)]
pub(crate) struct Contacts {
    discs: Vec<Disc>,
    /// Moves after the round, of those whom it looks at.
    moved: Vec<Vector>,
    /// How many neighbors may be met within the step: the first so many.
    near: Vec<u8>,
    /// Whom this round looks at, and whom the next one. Many say so of somebody, at the same time, and all say the same.
    due: [Vec<AtomicBool>; 2],
}

/// What a round has to know of a neighbor.
#[derive(Clone, Copy, Debug, Default)]
struct Disc {
    at: Vector,
    moved: Vector,
    /// What it needs toward others. \[m\]
    reach: f32,
}

impl Clone for Contacts {
    /// Nothing is kept from one step to the next.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Contacts {
    /// Changes moves, by row, so that discs overlap less.
    pub(crate) fn push_apart(&mut self, bodies: &Bodies<'_>, moves: &mut [Vector]) {
        let (n, index) = (moves.len(), bodies.index);
        let Self { discs, moved, near, due: [now, next] } = self;
        discs.resize(n, Disc::default());
        moved.resize(n, [0.0; 2]);
        near.resize(n, 0);
        now.resize_with(n, AtomicBool::default);
        next.resize_with(n, AtomicBool::default);
        let all = (&mut *discs, &mut *near, &mut *now, &mut *next, &index.who, &index.seen);
        all.into_par_iter().with_min_len(GRAIN).for_each(|(disc, near, now, next, &row, seen)| {
            let row = row as usize;
            let reach = seen.radius * breadth(bodies.strains[row]);
            *disc = Disc { at: seen.at, moved: moves[row], reach };
            *near = bodies.near(row, seen);
            (*now.get_mut(), *next.get_mut()) = (true, false);
        });
        for _ in 0..ROUNDS {
            let others = &*discs;
            let all = (&mut *moved, &*near, &*now).into_par_iter().enumerate();
            all.with_min_len(GRAIN).for_each(|(slot, (moved, &near, now))| {
                if now.load(Relaxed) {
                    let row = index.who[slot] as usize;
                    let near = &bodies.neighbors[row].slots()[..usize::from(near)];
                    *moved = bodies.pushed(row, others[slot], near, others);
                    // A move has changed: the next round looks at it, and at those near.
                    if *moved != others[slot].moved {
                        next[slot].store(true, Relaxed);
                        for &slot in near {
                            next[slot as usize].store(true, Relaxed);
                        }
                    }
                }
            });
            let all = (&mut *discs, &*moved, &mut *now).into_par_iter().with_min_len(GRAIN);
            all.for_each(|(disc, &moved, now)| {
                if std::mem::take(now.get_mut()) {
                    disc.moved = moved;
                }
            });
            std::mem::swap(now, next);
        }
        let rows = (moves, &index.slot_of).into_par_iter().with_min_len(GRAIN);
        rows.for_each(|(moved, &slot)| *moved = clamp_length(discs[slot as usize].moved, MOST_MOVE));
    }
}

impl<'a> Bodies<'a> {
    pub(crate) fn new(all: &'a Characters, index: &'a Index) -> Self {
        Self {
            index,
            neighbors: &all.neighbors,
            walls: &all.walls,
            wall_radii: &all.wall_radius,
            clearances: &all.clearance,
            strains: &all.strain,
        }
    }

    /// How many neighbors may be met within the step.
    #[inline]
    fn near(&self, row: usize, own: &Seen) -> u8 {
        let slots = self.neighbors[row].slots().iter();
        let is_near = |&&slot: &&u32| {
            let other = &self.index.seen[slot as usize];
            let (offset, far) = (sub(other.at, own.at), own.radius + other.radius + MEETING);
            dot(offset, offset) <= far * far
        };
        // The rest is farther away still.
        slots.take_while(is_near).count() as u8
    }

    /// The move of a character after a round.
    #[inline]
    fn pushed(&self, row: usize, own: Disc, near: &[u32], discs: &[Disc]) -> Vector {
        let moved = self.off_others(row, own, near, discs);
        // Step 4.
        let (radius, clearance) = (self.wall_radii[row], self.clearances[row]);
        if clearance < radius + MEETING && clearance >= radius - TOUCHING {
            let (seen, count) = self.walls[row].seen_from(own.at);
            return off_walls(moved, &seen[..count], radius);
        }
        moved
    }

    /// Steps 1 to 3.
    #[inline]
    fn off_others(&self, row: usize, own: Disc, slots: &[u32], discs: &[Disc]) -> Vector {
        let mut push = [0.0f32; 2];
        for &slot in slots {
            // Step 1.
            let other = &discs[slot as usize];
            let offset = sub(other.at, own.at);
            let both = own.reach + other.reach;
            let apart =
                [offset[0] + other.moved[0] - own.moved[0], offset[1] + other.moved[1] - own.moved[1]];
            let square = dot(apart, apart);
            // Step 2.
            if square < both * both {
                let distance = square.sqrt();
                let away = if distance > COINCIDENT {
                    scale(apart, -1.0 / distance)
                } else if row < self.index.who[slot as usize] as usize {
                    [-1.0, 0.0]
                } else {
                    [1.0, 0.0]
                };
                let half = 0.5 * (both - distance);
                push = [push[0] + half * away[0], push[1] + half * away[1]];
            }
        }
        // Step 3.
        let push = clamp_length(push, MOST_PUSH);
        [own.moved[0] + push[0], own.moved[1] + push[1]]
    }
}

/// Step 4.
fn off_walls(mut moved: Vector, walls: &[SeenWall], radius: f32) -> Vector {
    for wall in walls {
        let along = sub(wall.to, wall.from);
        let square = dot(along, along);
        let part = if square > 0.0 { dot(sub(moved, wall.from), along) / square } else { 0.0 };
        let part = part.clamp(0.0, 1.0);
        let near = [wall.from[0] + part * along[0], wall.from[1] + part * along[1]];
        let away = sub(moved, near);
        let distance = dot(away, away).sqrt();
        if distance < radius && distance > COINCIDENT {
            let out = (radius - distance) / distance;
            moved = [moved[0] + out * away[0], moved[1] + out * away[1]];
        }
    }
    moved
}

/// Whoever is nearer to a wall than this was pushed there, and is brought out when it moves. \[m\]
const TOUCHING: f32 = 1e-3;

/// Nearer than this, the direction between two centers is rounding. \[m\]
const COINCIDENT: f32 = 1e-5;

#[cfg(test)]
mod tests;
