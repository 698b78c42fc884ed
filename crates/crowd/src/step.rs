//! One step of the simulation: a fixed list of passes over all characters.
//!
//! A pass reads the state that the passes before left, and writes its own array. So it runs on any number of threads, in any order, and
//! gives the same bits.
//!
//! 1. Who was taken out goes; now and then all are put in the order of where they stand.
//! 2. Routes are planned for those who need one ([`crate::plan`]).
//! 3. Everybody retracts, finds its attraction point, and knows how it would like to move ([`crate::follow`]); groups keep together
//!    ([`crate::together`]).
//! 4. The index of who is where is made anew ([`crate::index`]); in every other step only where everybody is by now.
//! 5. Walls in sight ([`crate::walls`]), and neighbors in sight ([`crate::neighbors`]). Who has as many as it can mind keeps them for two steps.
//! 6. How crowded it is ahead, and going with the stream ([`crate::stream`]).
//! 7. A velocity that avoids others and walls ([`crate::avoid`]), at a distance to those ahead ([`crate::headway`]).
//! 8. Acceleration; discs that would overlap are pushed apart ([`crate::contact`]).
//! 9. Everybody moves, along walls where they are in the way, never through one.
//! 10. Cells are counted; arrivals and who is stuck are told ([`crate::judge`]).

mod decide;
mod follow;

use std::time::Instant;

use rayon::prelude::*;
use throng_mesh::CellId;

use crate::contact::{Bodies, Contacts};
use crate::crowd::{Crowd, STEP};
use crate::event::CrowdEvent;
use crate::neighbors::{Observer, Search};
use crate::plane::{Vector, clamp_length, direction, dot, greater, length, scale, sub};
use crate::walls::{Looking, WALL_RANGE, WALLS_LAST};

/// Characters that a thread takes at once: constant, so that nothing can depend on the number of threads.
pub(crate) const GRAIN: usize = 512;

/// Every so many steps characters are put in the order of where they stand.
const ARRANGE_EVERY: u64 = 16;

/// So many steps those who have as many neighbors as they can mind keep them. In two steps nobody from beyond the 16 nearest gets into contact.
const NEIGHBORS_LAST: u64 = 2;

const DT: f32 = STEP as f32;

/// What passes write, by row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passes {
    /// How everybody would like to move. \[m/s\]
    pub(crate) preferred: Vec<Vector>,
    /// At which speed, here. \[m/s\]
    pub(crate) pace: Vec<f32>,
    pub(crate) reach: Vec<f32>,
    pub(crate) chosen: Vec<Vector>,
    pub(crate) moves: Vec<Vector>,
    contacts: Contacts,
    /// Cells before the step.
    pub(crate) cells: Vec<CellId>,
    pub(crate) seconds: StepSeconds,
}

/// Where the time of a step went. \[s\]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepSeconds {
    /// Planning routes.
    pub plan: f64,
    /// Retraction, attraction point, preferred velocity.
    pub follow: f64,
    /// The index of who is where.
    pub index: f64,
    /// Walls in sight.
    pub walls: f64,
    /// Neighbors in sight.
    pub neighbors: f64,
    /// Crowding and Stream.
    pub stream: f64,
    /// Avoidance.
    pub avoid: f64,
    /// Contacts.
    pub contact: f64,
    /// Moving and locating.
    pub motion: f64,
    /// Counting cells, arrivals and who is stuck.
    pub count: f64,
}

impl StepSeconds {
    /// All of it.
    pub fn total(&self) -> f64 {
        let Self { plan, follow, index, walls, neighbors, stream, avoid, contact, motion, count } = *self;
        plan + follow + index + walls + neighbors + stream + avoid + contact + motion + count
    }
}

impl Crowd {
    /// Makes a step of 0.1 s.
    pub fn step(&mut self) {
        let mut clock = Clock::new();
        self.events = std::mem::take(&mut self.news);
        self.take_out(); // 1
        self.plan_routes(); // 2
        clock.tick(&mut self.passes.seconds.plan);
        self.follow(); // 3
        self.walk_together();
        clock.tick(&mut self.passes.seconds.follow);
        self.find_all(); // 4
        clock.tick(&mut self.passes.seconds.index);
        self.look_at_walls(); // 5
        clock.tick(&mut self.passes.seconds.walls);
        self.find_neighbors();
        clock.tick(&mut self.passes.seconds.neighbors);
        self.go_with_the_stream(); // 6
        clock.tick(&mut self.passes.seconds.stream);
        self.avoid(); // 7
        clock.tick(&mut self.passes.seconds.avoid);
        self.accelerate(); // 8
        clock.tick(&mut self.passes.seconds.contact);
        self.move_on(); // 9
        clock.tick(&mut self.passes.seconds.motion);
        self.judge(); // 10
        clock.tick(&mut self.passes.seconds.count);
        self.steps += 1;
    }

    /// Where the time of the last step went.
    pub fn seconds(&self) -> StepSeconds {
        self.passes.seconds
    }

    /// Step 1.
    fn take_out(&mut self) {
        if !self.leaving.is_empty() {
            let mut is_gone = vec![false; self.all.len()];
            self.leaving.sort_unstable();
            self.leaving.dedup();
            for id in std::mem::take(&mut self.leaving) {
                if let Some(row) = self.all.row(id) {
                    is_gone[row] = true;
                    self.occupancy.leave(self.all.cell[row], f64::from(self.all.radius[row]));
                    self.events.push(CrowdEvent::Left(id));
                }
            }
            self.all.remove(&is_gone);
            self.has_neighbors = false;
        }
        if self.steps.is_multiple_of(ARRANGE_EVERY) {
            self.sort();
            let order = std::mem::take(&mut self.index.who);
            self.all.arrange(&order);
        }
        let n = self.all.len();
        let passes = &mut self.passes;
        passes.preferred.resize(n, [0.0; 2]);
        passes.pace.resize(n, 0.0);
        passes.reach.resize(n, f32::INFINITY);
        passes.chosen.resize(n, [0.0; 2]);
        passes.moves.resize(n, [0.0; 2]);
    }

    /// Step 4.
    fn find_all(&mut self) {
        if self.keeps_neighbors() && self.all.len() == self.index.who.len() {
            let (all, index) = (&self.all, &mut self.index);
            let origin = index.origin();
            index.keep(|row| all.seen(row, origin));
        } else {
            self.sort();
        }
    }

    /// Whether the next step goes on with the neighbors of the last one, if it can.
    pub(crate) fn keeps_neighbors(&self) -> bool {
        self.has_neighbors && !self.steps.is_multiple_of(NEIGHBORS_LAST)
    }

    /// Sorts everybody by where it is. Nobody has neighbors then.
    pub(crate) fn sort(&mut self) {
        let (all, index) = (&self.all, &mut self.index);
        let origin = index.origin();
        index.sort(&all.position, |row| all.seen(row, origin));
        self.has_neighbors = false;
    }

    /// Step 5: walls.
    fn look_at_walls(&mut self) {
        let (mesh, index, all, steps) = (self.live.mesh(), &self.index, &mut self.all, self.steps as u32);
        let rows = (&mut all.walls, &all.position, &all.cell, &all.clearance, &all.id).into_par_iter();
        rows.with_min_len(GRAIN).for_each_init(
            Looking::default,
            |looking, (walls, &position, &cell, &clearance, id)| {
                if f64::from(clearance) > WALL_RANGE {
                    walls.none_near();
                } else if !walls.is_known || (id.0.wrapping_add(steps)).is_multiple_of(WALLS_LAST) {
                    walls.look(mesh, index, position, cell, looking);
                }
            },
        );
    }

    /// Step 5: neighbors.
    fn find_neighbors(&mut self) {
        let are_known = std::mem::replace(&mut self.has_neighbors, true);
        let (mesh, index, doors, all) = (self.live.mesh(), &self.index, &self.doors, &mut self.all);
        let positions = &all.position;
        let rows = (&mut all.neighbors, positions, &all.cell, &all.clearance, &all.walls, &index.slot_of);
        rows.into_par_iter().with_min_len(GRAIN).for_each_init(
            Search::default,
            |search, (neighbors, &position, &cell, &clearance, walls, &slot)| {
                if are_known && neighbors.are_many() {
                    neighbors.put_in_order(index, slot);
                    return;
                }
                let own = Observer { slot, position, cell, clearance, walls };
                search.find(index, mesh, doors, own, positions, neighbors);
            },
        );
    }

    /// Step 8.
    fn accelerate(&mut self) {
        let Self { all, index, profiles, passes, seed, .. } = self;
        let rows = (&mut passes.moves, &passes.chosen, &all.profile, &all.velocity, &all.id);
        rows.into_par_iter().with_min_len(GRAIN).for_each(|(moved, &chosen, profile, &velocity, &id)| {
            let profile = &profiles[profile.index()];
            let own = profile.of(*seed, id);
            // What a model of forces has chosen is inert already: it takes time to change.
            let relaxation = if profile.avoidance.is_inert() { DT } else { own.relaxation() };
            let after = profile.body.accelerate(velocity, chosen, relaxation, own.acceleration());
            *moved = scale(after, DT);
        });
        let bodies = Bodies::new(all, index);
        passes.contacts.push_apart(&bodies, &mut passes.moves);
    }

    /// Step 9.
    fn move_on(&mut self) {
        let (mesh, all, passes) = (self.live.mesh(), &mut self.all, &mut self.passes);
        passes.cells.clone_from(&all.cell);
        let rows = (
            &mut all.position,
            &mut all.cell,
            &mut all.clearance,
            &mut all.velocity,
            &mut all.heading,
            &all.wall_radius,
            &passes.moves,
        );
        rows.into_par_iter().with_min_len(GRAIN).for_each(|of| {
            let (position, cell, clearance, velocity, heading, &radius, &moved) = of;
            let from = position.at;
            let to = [from[0] + f64::from(moved[0]), from[1] + f64::from(moved[1])];
            let Some(slide) = mesh.slide(*position, to, f64::from(radius), Some(*cell)) else {
                *velocity = [0.0; 2];
                return;
            };
            (*position, *cell, *clearance) = (slide.position, slide.cell, slide.clearance as f32);
            let gone = [position.at[0] - from[0], position.at[1] - from[1]].map(|v| (v / STEP) as f32);
            *velocity = gone;
            if dot(gone, gone) > TURNING * TURNING {
                *heading = direction(gone).unwrap_or(*heading);
            }
        });
    }
}

/// Slower than this a character does not turn where it goes: it is pushed about. \[m/s\]
const TURNING: f32 = 0.1;

impl crate::profile::Body {
    /// The velocity after a step, of somebody who would like to have another one, with its own relaxation and acceleration.
    /// \[m/s, s, m/s²\]
    #[inline]
    pub(crate) fn accelerate(
        &self,
        velocity: Vector,
        chosen: Vector,
        relaxation: f32,
        acceleration: f32,
    ) -> Vector {
        let change = scale(sub(chosen, velocity), DT / greater(relaxation, DT));
        let change = clamp_length(change, acceleration * DT);
        let after = [velocity[0] + change[0], velocity[1] + change[1]];
        // Whoever is too quick slows down at once.
        let (speed, wanted) = (length(after), length(chosen));
        if speed > wanted {
            let least = greater(wanted, speed - self.braking * DT);
            scale(after, least / speed)
        } else {
            after
        }
    }
}

/// Tells how long a pass took.
struct Clock(Instant);

impl Clock {
    fn new() -> Self {
        Self(Instant::now())
    }

    fn tick(&mut self, seconds: &mut f64) {
        let now = Instant::now();
        *seconds = (now - std::mem::replace(&mut self.0, now)).as_secs_f64();
    }
}
