//! All characters: one array a property.
//!
//! A character is the same row of all arrays. Rows move: when somebody leaves, those behind move up, and now and then all are put into
//! the order of where they stand, so that neighbors are near each other in memory too. Its id is a character's name.
//!
//! Invariant: all arrays are of one length; `row_of[id[row]] == row`.

use rayon::prelude::*;
use throng_mesh::{CellId, Position};

use crate::conduct::{Conduct, Plan};
use crate::goal::Goal;
use crate::id::{CharacterId, GroupId, ProfileId};
use crate::index::{Seen, local};
use crate::neighbors::Neighbors;
use crate::plane::Vector;
use crate::trail::{Progress, Trail};
use crate::walls::WallsInSight;

/// No row: the character has left.
const GONE: u32 = u32::MAX;

/// The arrays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Characters {
    // Who it is.
    pub(crate) id: Vec<CharacterId>,
    pub(crate) profile: Vec<ProfileId>,
    pub(crate) group: Vec<Option<GroupId>>,
    /// Of its disc, toward others. \[m\]
    pub(crate) radius: Vec<f32>,
    /// Of its disc, toward walls. \[m\]
    pub(crate) wall_radius: Vec<f32>,
    /// At which it walks when alone, on level ground. \[m/s\]
    pub(crate) speed: Vec<f32>,
    /// What its speed is multiplied with at present.
    pub(crate) haste: Vec<f32>,

    // Its body.
    pub(crate) position: Vec<Position>,
    pub(crate) cell: Vec<CellId>,
    /// Distance to the nearest obstacle. \[m\]
    pub(crate) clearance: Vec<f32>,
    /// \[m/s\]
    pub(crate) velocity: Vec<Vector>,
    /// Of length one.
    pub(crate) heading: Vec<Vector>,

    // What it minds.
    /// Where it would like to go: of length one, or zero.
    pub(crate) aim: Vec<Vector>,
    pub(crate) crowding: Vec<f32>,
    /// How long it has been held up by others who come toward it. \[s\]
    pub(crate) strain: Vec<f32>,
    pub(crate) neighbors: Vec<Neighbors>,
    pub(crate) walls: Vec<WallsInSight>,

    // What it is about.
    pub(crate) conduct: Vec<Conduct>,
    pub(crate) goal: Vec<Option<Goal>>,
    /// Whom it looks for, before it goes on to its goal.
    pub(crate) detour: Vec<Option<CharacterId>>,
    pub(crate) plan: Vec<Plan>,
    pub(crate) trail: Vec<Option<Trail>>,
    pub(crate) progress: Vec<Progress>,

    /// For each id its row.
    row_of: Vec<u32>,
}

/// What a new character is like.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) profile: ProfileId,
    pub(crate) group: Option<GroupId>,
    pub(crate) radius: f32,
    pub(crate) wall_radius: f32,
    pub(crate) speed: f32,
    pub(crate) position: Position,
    pub(crate) cell: CellId,
    pub(crate) clearance: f32,
    pub(crate) heading: Vector,
}

impl Characters {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.id.len()
    }

    /// How many there have been: the next id.
    pub(crate) fn num_ids(&self) -> u32 {
        self.row_of.len() as u32
    }

    /// The row of a character; `None` if it has left, or never was.
    #[inline]
    pub(crate) fn row(&self, id: CharacterId) -> Option<usize> {
        self.row_of.get(id.0 as usize).filter(|&&row| row != GONE).map(|&row| row as usize)
    }

    /// What others see of a character, relative to an origin. \[m\]
    #[inline]
    pub(crate) fn seen(&self, row: usize, origin: [f64; 2]) -> Seen {
        Seen {
            at: local(self.position[row].at, origin),
            velocity: self.velocity[row],
            aim: self.aim[row],
            radius: self.radius[row],
            crowding: self.crowding[row],
        }
    }

    /// Adds one.
    pub(crate) fn push(&mut self, row: Row) -> CharacterId {
        let id = CharacterId(self.row_of.len() as u32);
        self.row_of.push(self.id.len() as u32);
        self.id.push(id);
        self.profile.push(row.profile);
        self.group.push(row.group);
        self.radius.push(row.radius);
        self.wall_radius.push(row.wall_radius);
        self.speed.push(row.speed);
        self.haste.push(1.0);
        self.position.push(row.position);
        self.cell.push(row.cell);
        self.clearance.push(row.clearance);
        self.velocity.push([0.0; 2]);
        self.heading.push(row.heading);
        self.aim.push([0.0; 2]);
        self.crowding.push(0.0);
        self.strain.push(0.0);
        self.neighbors.push(Neighbors::default());
        self.walls.push(WallsInSight::default());
        self.conduct.push(Conduct::Stand);
        self.goal.push(None);
        self.detour.push(None);
        self.plan.push(Plan::default());
        self.trail.push(None);
        self.progress.push(Progress::default());
        id
    }

    /// Takes out the rows that are told, and lets those behind move up.
    pub(crate) fn remove(&mut self, is_gone: &[bool]) {
        for row in (0..self.len()).filter(|&row| is_gone[row]) {
            self.row_of[self.id[row].0 as usize] = GONE;
        }
        let stay: Vec<u32> = (0..self.len() as u32).filter(|&row| !is_gone[row as usize]).collect();
        self.each().into_par_iter().for_each(|rows| rows.keep(&stay));
        self.note_rows();
    }

    /// Puts rows into an order, which has each of them once.
    pub(crate) fn arrange(&mut self, order: &[u32]) {
        let cycles = cycles(order);
        self.each().into_par_iter().for_each(|rows| rows.permute(order, &cycles));
        self.note_rows();
    }

    /// After all arrays were read: finds the row of each id. False if the arrays do not fit together.
    pub(crate) fn restore_rows(&mut self, num_ids: u32) -> bool {
        let n = self.id.len();
        if self.each().iter().any(|rows| rows.count() != n) || self.id.iter().any(|id| id.0 >= num_ids) {
            return false;
        }
        self.row_of = vec![GONE; num_ids as usize];
        self.note_rows();
        self.check().is_ok()
    }

    /// All arrays.
    fn each(&mut self) -> [&mut dyn Rows; 23] {
        [
            &mut self.id,
            &mut self.profile,
            &mut self.group,
            &mut self.radius,
            &mut self.wall_radius,
            &mut self.speed,
            &mut self.haste,
            &mut self.position,
            &mut self.cell,
            &mut self.clearance,
            &mut self.velocity,
            &mut self.heading,
            &mut self.aim,
            &mut self.crowding,
            &mut self.strain,
            &mut self.neighbors,
            &mut self.walls,
            &mut self.conduct,
            &mut self.goal,
            &mut self.detour,
            &mut self.plan,
            &mut self.trail,
            &mut self.progress,
        ]
    }

    fn note_rows(&mut self) {
        for (row, id) in self.id.iter().enumerate() {
            self.row_of[id.0 as usize] = row as u32;
        }
    }

    /// Whether the invariant holds.
    pub(crate) fn check(&self) -> Result<(), String> {
        for (row, &id) in self.id.iter().enumerate() {
            if self.row(id) != Some(row) {
                return Err(format!(
                    "character {} is in row {row}, and is looked for in {:?}",
                    id.0,
                    self.row(id)
                ));
            }
        }
        let here = self.row_of.iter().filter(|&&row| row != GONE).count();
        if here != self.id.len() {
            return Err(format!("there are {} rows for {here} characters", self.id.len()));
        }
        Ok(())
    }
}

/// An array with a row for each character. It is put in order where it is: arrays that come and go would leave holes in memory between
/// trails.
trait Rows: Send {
    fn count(&self) -> usize;

    /// Lets these rows move up, which are in order, and drops the others.
    fn keep(&mut self, stay: &[u32]);

    /// Puts rows in another order, given one row of each cycle that is longer than one.
    fn permute(&mut self, order: &[u32], cycles: &[u32]);
}

impl<T: Send> Rows for Vec<T> {
    fn count(&self) -> usize {
        self.len()
    }

    fn keep(&mut self, stay: &[u32]) {
        for (to, &from) in stay.iter().enumerate() {
            self.swap(to, from as usize);
        }
        self.truncate(stay.len());
    }

    fn permute(&mut self, order: &[u32], cycles: &[u32]) {
        for &first in cycles {
            let mut to = first;
            while order[to as usize] != first {
                let from = order[to as usize];
                self.swap(to as usize, from as usize);
                to = from;
            }
        }
    }
}

/// One row of each cycle of an order, but for rows that stay.
fn cycles(order: &[u32]) -> Vec<u32> {
    let mut is_known = vec![false; order.len()];
    let mut cycles = Vec::new();
    for first in 0..order.len() {
        if is_known[first] {
            continue;
        }
        let mut row = order[first] as usize;
        if row != first {
            cycles.push(first as u32);
        }
        while row != first {
            is_known[row] = true;
            row = order[row] as usize;
        }
    }
    cycles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, Random};

    #[test]
    fn rows_are_put_in_order_where_they_are() {
        for seed in 0..200 {
            let mut random = Random::new(1, Purpose::Source, seed, 0);
            let n = random.below(40);
            let mut order: Vec<u32> = (0..n).collect();
            // From hardly to thoroughly.
            for _ in 0..random.below(2 * n + 1) {
                order.swap(random.below(n) as usize, random.below(n) as usize);
            }
            let mut rows: Vec<String> = (0..n).map(|row| row.to_string()).collect();
            let expected: Vec<String> = order.iter().map(|row| row.to_string()).collect();
            rows.permute(&order, &cycles(&order));
            assert_eq!(rows, expected, "{seed}");

            let stay: Vec<u32> = (0..n).filter(|_| random.below(3) > 0).collect();
            let expected: Vec<String> = stay.iter().map(|&row| rows[row as usize].clone()).collect();
            rows.keep(&stay);
            assert_eq!(rows, expected, "{seed}");
        }
    }
}
