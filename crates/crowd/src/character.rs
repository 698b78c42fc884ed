//! Reading a crowd: borrowed views of its characters.

#[cfg(test)]
mod tests;

use throng_mesh::{CellId, Position};

use crate::conduct::Conduct;
use crate::crowd::Crowd;
use crate::goal::Goal;
use crate::id::{CharacterId, GroupId, ProfileId};
use crate::own::Own;
use crate::plane::Vector;
use crate::trail::Mark;

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

    /// What is left of its route, as far as it knows it: from the place of the route where it is, the corners to come, each on the layer of the way
    /// there. Empty if it has none.
    pub fn route(self) -> Vec<Position> {
        let Some(trail) = &self.crowd.all.trail[self.row] else { return Vec::new() };
        let here = self.crowd.all.progress[self.row].here;
        let corners = (here.segment..=trail.end().segment).map(|segment| Mark { segment, part: 1.0 });
        [here].into_iter().chain(corners).map(|mark| trail.position(mark)).collect()
    }

    /// The place of its route that it heads for at present; `None` if it has no route. Whoever stands or is steered has none.
    pub fn attraction(self) -> Option<Position> {
        let trail = self.crowd.all.trail[self.row].as_ref()?;
        Some(trail.position(self.crowd.all.progress[self.row].aim))
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

    /// Whom it minded in the last step, the nearest first. Nobody if that is not known: before its first step, after a change of the place, and
    /// after resuming until there was a step.
    pub fn neighbors(self) -> impl Iterator<Item = CharacterId> + 'a {
        let Crowd { all, index, has_neighbors, .. } = self.crowd;
        // Rows move at the beginning of steps only, and then slots are found anew; whoever was added since has no slot and no neighbors.
        let slots = if *has_neighbors { all.neighbors[self.row].slots() } else { &[] };
        slots.iter().map(|&slot| all.id[index.who[slot as usize] as usize])
    }
}

impl std::fmt::Debug for Character<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut fields = f.debug_struct("Character");
        fields.field("id", &self.id()).field("position", &self.position()).finish_non_exhaustive()
    }
}
