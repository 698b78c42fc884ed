//! Reading a crowd: borrowed views of its characters.

use throng_mesh::{CellId, Position};

use crate::conduct::Conduct;
use crate::crowd::Crowd;
use crate::goal::Goal;
use crate::id::{CharacterId, GroupId, ProfileId};
use crate::own::Own;
use crate::plane::Vector;

/// A character, as it is now.
#[derive(Clone, Copy)]
pub struct Character<'a> {
    crowd: &'a Crowd,
    row: usize,
}

impl Crowd {
    /// A character; `None` if it is not there.
    pub fn get(&self, id: CharacterId) -> Option<Character<'_>> {
        self.all.row(id).map(|row| Character { crowd: self, row })
    }

    /// All characters, by id.
    pub fn iter(&self) -> impl Iterator<Item = Character<'_>> {
        (0..self.all.num_ids()).filter_map(|id| self.get(CharacterId(id)))
    }
}

impl Character<'_> {
    /// Its id.
    pub fn id(self) -> CharacterId {
        self.crowd.all.id[self.row]
    }

    /// Where it is, and on which layer.
    pub fn position(self) -> Position {
        self.crowd.all.position[self.row]
    }

    /// How high it is. \[m\]
    pub fn height(self) -> f64 {
        self.crowd.mesh().height(self.position())
    }

    /// The cell of the mesh that it is in.
    pub fn cell(self) -> CellId {
        self.crowd.all.cell[self.row]
    }

    /// Distance from its center to the nearest obstacle. \[m\]
    pub fn clearance(self) -> f32 {
        self.crowd.all.clearance[self.row]
    }

    /// How it moves, seen from above. \[m/s\]
    pub fn velocity(self) -> Vector {
        self.crowd.all.velocity[self.row]
    }

    /// Where it looks, of length one.
    pub fn heading(self) -> Vector {
        self.crowd.all.heading[self.row]
    }

    /// Of its disc. \[m\]
    pub fn radius(self) -> f32 {
        self.crowd.all.radius[self.row]
    }

    /// At which it walks when alone, on level ground. \[m/s\]
    pub fn speed(self) -> f32 {
        self.crowd.all.speed[self.row]
    }

    /// Of its disc, toward walls. \[m\]
    pub fn wall_radius(self) -> f32 {
        self.crowd.all.wall_radius[self.row]
    }

    /// Its profile.
    pub fn profile(self) -> ProfileId {
        self.crowd.all.profile[self.row]
    }

    /// Its social group.
    pub fn group(self) -> Option<GroupId> {
        self.crowd.all.group[self.row]
    }

    /// What it is doing.
    pub fn conduct(self) -> Conduct {
        self.crowd.all.conduct[self.row]
    }

    /// Whether it walks somewhere and has hardly moved for a while.
    pub fn is_stuck(self) -> bool {
        self.crowd.all.plan[self.row].is_stuck
    }
}

impl<'a> Character<'a> {
    /// What it has of its own: values out of the distributions of its profile.
    pub fn own(self) -> Own<'a> {
        self.crowd.profile(self.profile()).of(self.crowd.seed, self.id())
    }

    /// Where it goes.
    pub fn goal(self) -> Option<&'a Goal> {
        self.crowd.all.goal[self.row].as_ref()
    }
}

impl std::fmt::Debug for Character<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut fields = f.debug_struct("Character");
        fields.field("id", &self.id()).field("position", &self.position()).finish_non_exhaustive()
    }
}
