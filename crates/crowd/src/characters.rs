//! All characters: one array a property.
//!
//! A character is the same row of all arrays. Rows move: when somebody leaves, those behind move up, and now and then all are put into
//! the order of where they stand, so that neighbors are near each other in memory too. Its id is a character's name.
//!
//! Invariant: all arrays are of one length; `row_of[id[row]] == row`.

use throng_mesh::{CellId, Position};

use crate::conduct::{Conduct, Plan};
use crate::goal::Goal;
use crate::id::{CharacterId, GroupId, ProfileId};
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
        self.arrange(&stay);
    }

    /// Puts rows into an order; rows that are not in it are lost.
    pub(crate) fn arrange(&mut self, order: &[u32]) {
        arrange(&mut self.id, order);
        arrange(&mut self.profile, order);
        arrange(&mut self.group, order);
        arrange(&mut self.radius, order);
        arrange(&mut self.wall_radius, order);
        arrange(&mut self.speed, order);
        arrange(&mut self.haste, order);
        arrange(&mut self.position, order);
        arrange(&mut self.cell, order);
        arrange(&mut self.clearance, order);
        arrange(&mut self.velocity, order);
        arrange(&mut self.heading, order);
        arrange(&mut self.aim, order);
        arrange(&mut self.crowding, order);
        arrange(&mut self.strain, order);
        arrange(&mut self.neighbors, order);
        arrange(&mut self.walls, order);
        arrange(&mut self.conduct, order);
        take(&mut self.goal, order);
        arrange(&mut self.detour, order);
        arrange(&mut self.plan, order);
        take(&mut self.trail, order);
        arrange(&mut self.progress, order);
        for (row, id) in self.id.iter().enumerate() {
            self.row_of[id.0 as usize] = row as u32;
        }
    }

    /// After all arrays were read: finds the row of each id. False if the arrays do not fit together.
    pub(crate) fn restore_rows(&mut self, num_ids: u32) -> bool {
        let n = self.id.len();
        let lengths = [
            self.profile.len(),
            self.group.len(),
            self.radius.len(),
            self.wall_radius.len(),
            self.speed.len(),
            self.haste.len(),
            self.position.len(),
            self.cell.len(),
            self.clearance.len(),
            self.velocity.len(),
            self.heading.len(),
            self.aim.len(),
            self.crowding.len(),
            self.strain.len(),
            self.neighbors.len(),
            self.walls.len(),
            self.conduct.len(),
            self.goal.len(),
            self.detour.len(),
            self.plan.len(),
            self.trail.len(),
            self.progress.len(),
        ];
        if lengths != [n; 22] || self.id.iter().any(|id| id.0 >= num_ids) {
            return false;
        }
        self.row_of = vec![GONE; num_ids as usize];
        for (row, id) in self.id.iter().enumerate() {
            self.row_of[id.0 as usize] = row as u32;
        }
        self.check().is_ok()
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

fn arrange<T: Copy>(rows: &mut Vec<T>, order: &[u32]) {
    let sorted: Vec<T> = order.iter().map(|&row| rows[row as usize]).collect();
    *rows = sorted;
}

fn take<T: Default>(rows: &mut Vec<T>, order: &[u32]) {
    let sorted: Vec<T> = order.iter().map(|&row| std::mem::take(&mut rows[row as usize])).collect();
    *rows = sorted;
}
