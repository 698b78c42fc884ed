//! Bodies do not overlap: what is left of an overlap after everybody has chosen a velocity is pushed apart.
//!
//! Idea. Everybody has a move for this step. Where two discs would overlap at its end, each gives way by half of the overlap. All pairs
//! are looked at from both sides and from the same state, so the result does not depend on any order; a few rounds
//! do for dense crowds.
//!
//! 1. For each neighbor near enough: where would it be, seen from where one would be?
//! 2. If nearer than both radii (less, if they are held up and turn sideways: [`crate::headway`]), give way by half of what is missing, straight away from it.
//! 3. The sum of all pushes is limited, so that a crowd cannot shoot somebody away.
//! 4. A move does not lead into a wall: so in the next round the other one gives way by what is missing.
//!
//! Invariant: a move changes in a round only if it, or the move of somebody near, changed in the round before. Others are left alone.
//! Cost: a few neighbors in the first round; then little, but for those who touch.
//! Degenerate: two in one place part along a direction that their numbers give.
//! After: position based dynamics (Müller et al. 2007), Jacobi iteration. Contact forces (Moussaïd 2011) are the other choice; at steps of 0.1 s
//! they are near the edge of stability and leave overlaps of some centimeters.

use rayon::prelude::*;

use crate::headway::breadth;
use crate::index::Index;
use crate::neighbors::Neighbors;
use crate::plane::{Vector, clamp_length, dot, scale, sub};
use crate::step::GRAIN;
use crate::view::SeenWall;
use crate::walls::WallsInSight;

/// Rounds of pushing.
const ROUNDS: usize = 8;

/// The farthest that a round pushes. \[m\]
const MOST_PUSH: f32 = 0.1;

/// Two whose discs are this far apart may yet meet within the step: both move and are pushed. \[m\]
const MEETING: f32 = 0.7;

/// What a round needs to know of everybody, by row.
#[derive(Clone, Copy)]
pub(crate) struct Bodies<'a> {
    pub(crate) index: &'a Index,
    pub(crate) radii: &'a [f32],
    pub(crate) neighbors: &'a [Neighbors],
    pub(crate) walls: &'a [WallsInSight],
    pub(crate) wall_radii: &'a [f32],
    pub(crate) clearances: &'a [f32],
    pub(crate) strains: &'a [f32],
}

/// Memory of the rounds, by row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contacts {
    /// Moves after the round.
    moves: Vec<Vector>,
    /// How many neighbors may be met within the step: the first so many.
    near: Vec<u8>,
    /// Whether the last round changed the move, and whether this one does.
    changed: [Vec<bool>; 2],
}

impl Contacts {
    /// Changes moves so that discs overlap less.
    pub(crate) fn push_apart(&mut self, bodies: &Bodies<'_>, moves: &mut Vec<Vector>) {
        let n = moves.len();
        self.moves.resize(n, [0.0; 2]);
        self.near.resize(n, 0);
        for changed in &mut self.changed {
            changed.resize(n, false);
        }
        let Self { moves: after, near, changed: [now, before] } = self;
        let rows = (&mut *after, &mut *near, &mut *now).into_par_iter().enumerate();
        rows.with_min_len(GRAIN).for_each(|(row, (moved, near, changed))| {
            *near = bodies.near(row);
            *moved = bodies.pushed(row, *near, moves);
            *changed = *moved != moves[row];
        });
        for _ in 1..ROUNDS {
            std::mem::swap(moves, after);
            std::mem::swap(now, before);
            let (moves, before, near) = (&*moves, &*before, &*near);
            let rows = (&mut *after, &mut *now).into_par_iter().enumerate();
            rows.with_min_len(GRAIN).for_each(|(row, (moved, changed))| {
                // What a round makes of a move depends on it and on those of others near: if nobody's has changed, it stays.
                let is_same = !before[row] && !bodies.any_near(row, near[row], before);
                *moved = if is_same { moves[row] } else { bodies.pushed(row, near[row], moves) };
                *changed = *moved != moves[row];
            });
        }
        std::mem::swap(moves, after);
    }
}

impl Bodies<'_> {
    /// How many neighbors may be met within the step.
    #[inline]
    fn near(&self, row: usize) -> u8 {
        let (radius, at) = (self.radii[row], self.index.seen[self.index.slot_of[row] as usize].at);
        let slots = self.neighbors[row].slots().iter();
        let is_near = |&&slot: &&u32| {
            let other = &self.index.seen[slot as usize];
            let (offset, far) = (sub(other.at, at), radius + other.radius + MEETING);
            dot(offset, offset) <= far * far
        };
        // The rest is farther away still.
        slots.take_while(is_near).count() as u8
    }

    /// Whether it is so for one of those near.
    #[inline]
    fn any_near(&self, row: usize, near: u8, flags: &[bool]) -> bool {
        let slots = &self.neighbors[row].slots()[..usize::from(near)];
        slots.iter().any(|&slot| flags[self.index.who[slot as usize] as usize])
    }

    /// The move of a character after a round.
    #[inline]
    fn pushed(&self, row: usize, near: u8, moves: &[Vector]) -> Vector {
        let moved = self.off_others(row, near, moves);
        // Step 4.
        let (radius, clearance) = (self.wall_radii[row], self.clearances[row]);
        if clearance < radius + MEETING && clearance >= radius - TOUCHING {
            let at = self.index.seen[self.index.slot_of[row] as usize].at;
            let (seen, count) = self.walls[row].seen_from(at);
            return off_walls(moved, &seen[..count], radius);
        }
        moved
    }

    /// Steps 1 to 3.
    #[inline]
    fn off_others(&self, row: usize, near: u8, moves: &[Vector]) -> Vector {
        let (index, radius, own) = (self.index, self.radii[row], moves[row]);
        let at = index.seen[index.slot_of[row] as usize].at;
        let mut push = [0.0f32; 2];
        for &slot in &self.neighbors[row].slots()[..usize::from(near)] {
            // Step 1.
            let other = &index.seen[slot as usize];
            let whose = index.who[slot as usize] as usize;
            let offset = sub(other.at, at);
            let both = radius * breadth(self.strains[row]) + other.radius * breadth(self.strains[whose]);
            let moved = moves[whose];
            let apart = [offset[0] + moved[0] - own[0], offset[1] + moved[1] - own[1]];
            let square = dot(apart, apart);
            // Step 2.
            if square < both * both {
                let distance = square.sqrt();
                let away = if distance > COINCIDENT {
                    scale(apart, -1.0 / distance)
                } else if row < whose {
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
        [own[0] + push[0], own[1] + push[1]]
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
