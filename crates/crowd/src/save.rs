//! Saving a crowd, and going on with it, exactly: the steps that follow give the same bits.
//!
//! Profiles and the place are not saved; whoever goes on brings the same ones. Of the place what changed is saved, in order: replayed on
//! the place as it was built, it makes the same mesh, id by id. Areas that several characters go to are saved once.
//!
//! The bytes end with a checksum; damaged ones are refused.

mod pieces;

use throng_mesh::{CellId, LiveMesh, Refused};

use self::pieces::{
    read_change, read_conduct, read_goals, read_mark, read_news, read_plan, read_position, write_change,
    write_conduct, write_goals, write_mark, write_news, write_plan, write_position,
};
use crate::bytes::{Damaged, Reader, Writer};
use crate::crowd::Crowd;
use crate::crowding::Shared;
use crate::id::{CharacterId, GroupId, ProfileId};
use crate::neighbors::Neighbors;
use crate::profile::Profile;
use crate::together::Group;
use crate::trail::{Progress, Trail};
use crate::walls::WallsInSight;

/// What the bytes begin with; the last digit is the version of the format.
const MAGIC: [u8; 8] = *b"THRONGC3";

/// Why a crowd cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum NotResumed {
    /// These are not the bytes of a saved crowd, or not of this version.
    #[error("this is not a crowd that was saved by this version")]
    Foreign,
    /// Bytes are missing or changed.
    #[error("the saved crowd is damaged")]
    Damaged,
    /// It was saved in another place.
    #[error("the crowd was saved in another place: it had {saved} cells, this one has {here}")]
    OtherPlace {
        /// Cells of the mesh then, before anything changed.
        saved: usize,
        /// Cells of the mesh now.
        here: usize,
    },
    /// It was saved with other profiles.
    #[error("the crowd was saved with {saved} profiles, and there are {here}")]
    OtherProfiles {
        /// Profiles then.
        saved: usize,
        /// Profiles now.
        here: usize,
    },
    /// A change of the place cannot be made again.
    #[error("a change of the place cannot be made again")]
    Refused(#[from] Refused),
}

impl From<Damaged> for NotResumed {
    fn from(Damaged: Damaged) -> Self {
        Self::Damaged
    }
}

impl Crowd {
    /// The crowd as bytes, between two steps.
    pub fn save(&self) -> Vec<u8> {
        let mut to = Writer(MAGIC.to_vec());
        to.u64(self.cells_at_first as u64);
        to.u64(self.profiles.len() as u64);
        to.u64(self.seed);
        to.u64(self.steps);
        to.list(&self.history, |to, changes| to.list(changes, write_change));
        to.list(&self.news, write_news);
        to.list(&self.leaving, |to, id| to.u32(id.0));
        to.list(&self.groups, Group::write);
        to.list(&self.shared, |to, shared| to.option(shared.as_ref(), Shared::write));
        let all = &self.all;
        to.u32(all.num_ids());
        to.list(&all.id, |to, id| to.u32(id.0));
        to.list(&all.profile, |to, profile| to.u16(profile.0));
        to.list(&all.group, |to, group| to.option(group.as_ref(), |to, group| to.u32(group.0)));
        for numbers in [
            &all.radius,
            &all.wall_radius,
            &all.speed,
            &all.haste,
            &all.clearance,
            &all.crowding,
            &all.strain,
        ] {
            to.list(numbers, |to, &number| to.f32(number));
        }
        to.list(&all.position, write_position);
        to.list(&all.cell, |to, cell| to.u32(cell.0));
        for vectors in [&all.velocity, &all.heading, &all.aim] {
            to.list(vectors, |to, &vector| to.vector(vector));
        }
        to.list(&all.walls, WallsInSight::write);
        to.list(&all.conduct, write_conduct);
        write_goals(&mut to, &all.goal);
        to.list(&all.detour, |to, whom| to.option(whom.as_ref(), |to, whom| to.u32(whom.0)));
        to.list(&all.plan, write_plan);
        to.list(&all.trail, |to, trail| to.option(trail.as_ref(), Trail::write));
        to.list(&all.progress, |to, progress| {
            write_mark(to, progress.here);
            write_mark(to, progress.aim);
        });
        to.bool(self.keeps_neighbors());
        if self.keeps_neighbors() {
            to.list(self.index.squares(), |to, &square| to.u32(square));
            to.list(&all.neighbors, Neighbors::write);
        }
        let sum = crc32fast::hash(&to.0);
        to.u32(sum);
        to.0
    }

    /// Goes on with a crowd that was saved: in the same place as it was then given to [`Crowd::new`], with the same profiles.
    ///
    /// # Errors
    /// If the bytes are not those of a crowd, or if place or profiles are others.
    pub fn resume(live: LiveMesh, profiles: Vec<Profile>, bytes: &[u8]) -> Result<Self, NotResumed> {
        let body = bytes.strip_prefix(&MAGIC).ok_or(NotResumed::Foreign)?;
        let (body, sum) = body.split_last_chunk::<4>().ok_or(NotResumed::Damaged)?;
        if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(*sum) {
            return Err(NotResumed::Damaged);
        }
        let mut from = Reader(body);
        let (saved, here) = (from.u64()? as usize, live.mesh().num_cells());
        if saved != here {
            return Err(NotResumed::OtherPlace { saved, here });
        }
        let (saved, here) = (from.u64()? as usize, profiles.len());
        if saved != here {
            return Err(NotResumed::OtherProfiles { saved, here });
        }
        let mut crowd = Self::new(live, from.u64()?);
        for profile in profiles {
            crowd.add_profile(profile);
        }
        crowd.steps = from.u64()?;
        for changes in from.list(|from| from.list(read_change))? {
            crowd.change(&changes)?;
        }
        crowd.news = from.list(read_news)?;
        crowd.leaving = from.list(|from| from.u32().map(CharacterId))?;
        crowd.groups = from.list(Group::read)?;
        crowd.read_shared(&mut from)?;
        crowd.read_characters(&mut from)?;
        from.end()?;
        for (&cell, &radius) in crowd.all.cell.iter().zip(&crowd.all.radius) {
            crowd.occupancy.enter(cell, f64::from(radius));
        }
        Ok(crowd)
    }

    fn read_shared(&mut self, from: &mut Reader<'_>) -> Result<(), Damaged> {
        let (mesh, profiles) = (self.live.mesh(), &self.profiles);
        let mut k = 0;
        self.shared = from.list(|from| {
            let profile = profiles.get(k).ok_or(Damaged)?;
            k += 1;
            from.option(|from| Shared::read(from, mesh, profile))
        })?;
        Ok(())
    }

    fn read_characters(&mut self, from: &mut Reader<'_>) -> Result<(), Damaged> {
        let num_ids = from.u32()?;
        let all = &mut self.all;
        all.id = from.list(|from| from.u32().map(CharacterId))?;
        all.profile = from.list(|from| from.u16().map(ProfileId))?;
        all.group = from.list(|from| from.option(|from| from.u32().map(GroupId)))?;
        for numbers in [
            &mut all.radius,
            &mut all.wall_radius,
            &mut all.speed,
            &mut all.haste,
            &mut all.clearance,
            &mut all.crowding,
            &mut all.strain,
        ] {
            *numbers = from.list(Reader::f32)?;
        }
        all.position = from.list(read_position)?;
        all.cell = from.list(|from| from.u32().map(CellId))?;
        for vectors in [&mut all.velocity, &mut all.heading, &mut all.aim] {
            *vectors = from.list(Reader::vector)?;
        }
        all.walls = from.list(WallsInSight::read)?;
        all.conduct = from.list(read_conduct)?;
        all.goal = read_goals(from)?;
        all.detour = from.list(|from| from.option(|from| from.u32().map(CharacterId)))?;
        all.plan = from.list(read_plan)?;
        all.trail = from.list(|from| from.option(Trail::read))?;
        all.progress = from.list(|from| Ok(Progress { here: read_mark(from)?, aim: read_mark(from)? }))?;
        all.neighbors = vec![Default::default(); all.id.len()];
        if from.bool()? {
            let squares = from.list(Reader::u32)?;
            let count = squares.len() as u32;
            all.neighbors = from.list(|from| Neighbors::read(from, count))?;
            // Whoever entered since has no neighbors yet, and then all are found again.
            self.has_neighbors = self.index.restore(squares);
            if !self.has_neighbors || all.neighbors.len() != all.id.len() {
                return Err(Damaged);
            }
        }
        let layers = self.live.mesh().num_layers() as u32;
        let is_sound = all.restore_rows(num_ids)
            && all.profile.iter().all(|profile| profile.index() < self.profiles.len())
            && all.group.iter().flatten().all(|group| (group.0 as usize) < self.groups.len())
            && all.position.iter().all(|position| position.layer.0 < layers);
        if is_sound { Ok(()) } else { Err(Damaged) }
    }
}
