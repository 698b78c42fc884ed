//! Bodies do not overlap: what is left of an overlap after everybody has chosen a velocity is pushed apart.
//!
//! Idea. Everybody has a move for this step. Where two discs would overlap at its end, each gives way by half of the overlap. All pairs
//! are looked at from both sides and from the same state, so the result does not depend on any order; a few rounds
//! do for dense crowds.
//!
//! 1. For each neighbor near enough: where would it be, seen from where one would be?
//! 2. If nearer than both radii, give way by half of what is missing, straight away from it.
//! 3. The sum of all pushes is limited, so that a crowd cannot shoot somebody away.
//! 4. A move does not lead into a wall: so in the next round the other one gives way by what is missing.
//!
//! Cost: a few neighbors a round; whoever has nobody near does nothing.
//! Degenerate: two in one place part along a direction that their numbers give.
//! After: position based dynamics (Müller et al. 2007), Jacobi iteration. Contact forces (Moussaïd 2011) are the other choice; at steps of 0.1 s
//! they are near the edge of stability and leave overlaps of some centimeters.

use rayon::prelude::*;

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

/// Changes moves so that discs overlap less. `moves` and `spare` are by row; what comes out is in `moves`.
pub(crate) fn push_apart(
    index: &Index,
    radii: &[f32],
    neighbors: &[Neighbors],
    (walls, wall_radii, clearances): (&[WallsInSight], &[f32], &[f32]),
    moves: &mut Vec<Vector>,
    spare: &mut Vec<Vector>,
) {
    spare.resize(moves.len(), [0.0; 2]);
    for _ in 0..ROUNDS {
        let rows = (&mut *spare, neighbors, radii).into_par_iter().enumerate();
        rows.with_min_len(GRAIN).for_each(|(row, (moved, near, &radius))| {
            *moved = pushed(index, row, radius, near, moves);
            // Step 4.
            let (wall_radius, clearance) = (wall_radii[row], clearances[row]);
            if clearance < wall_radius + MEETING && clearance >= wall_radius - TOUCHING {
                let (seen, count) = walls[row].seen_from(index.seen[index.slot_of[row] as usize].at);
                *moved = off_walls(*moved, &seen[..count], wall_radius);
            }
        });
        std::mem::swap(moves, spare);
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

/// The move of a character after a round.
#[inline]
fn pushed(index: &Index, row: usize, radius: f32, near: &Neighbors, moves: &[Vector]) -> Vector {
    let (own, at) = (moves[row], index.seen[index.slot_of[row] as usize].at);
    let mut push = [0.0f32; 2];
    for &slot in near.slots() {
        // Step 1.
        let other = &index.seen[slot as usize];
        let (offset, both) = (sub(other.at, at), radius + other.radius);
        let far = both + MEETING;
        // The rest is farther away still.
        if dot(offset, offset) > far * far {
            break;
        }
        let whose = index.who[slot as usize] as usize;
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

/// Whoever is nearer to a wall than this was pushed there, and is brought out when it moves. \[m\]
const TOUCHING: f32 = 1e-3;

/// Nearer than this, the direction between two centers is rounding. \[m\]
const COINCIDENT: f32 = 1e-5;
