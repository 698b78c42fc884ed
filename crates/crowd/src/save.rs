//! Saving a crowd, and going on with it, exactly: the steps that follow give the same bits.
//!
//! Profiles and the place are not saved; whoever goes on brings the same ones. Of the place what changed is saved, in order: replayed on
//! the place as it was built, it makes the same mesh, id by id. Areas that several characters go to are saved once.
//!
//! The bytes end with a checksum; damaged ones are refused.

use std::sync::Arc;

use throng_mesh::{CellId, Change, ConnectionId, LayerId, LiveMesh, Obstacle, ObstacleId, Position, Refused};

use crate::area::Area;
use crate::bytes::{Damaged, Reader, Writer};
use crate::conduct::{Conduct, Need, Plan};
use crate::crowd::Crowd;
use crate::crowding::Shared;
use crate::event::CrowdEvent;
use crate::goal::Goal;
use crate::id::{CharacterId, GroupId, ProfileId};
use crate::neighbors::Neighbors;
use crate::profile::Profile;
use crate::together::Group;
use crate::trail::{Mark, Progress, Trail};
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

fn write_position(to: &mut Writer, position: &Position) {
    to.place(position.at);
    to.u32(position.layer.0);
}

fn read_position(from: &mut Reader<'_>) -> Result<Position, Damaged> {
    Ok(Position::new(from.place()?, LayerId(from.u32()?)))
}

fn write_change(to: &mut Writer, change: &Change) {
    let number = |to: &mut Writer, kind: u8, id: u32| {
        to.u8(kind);
        to.u32(id);
    };
    match change {
        Change::Insert(obstacle) => {
            to.u8(0);
            to.u32(obstacle.layer.0);
            to.bool(obstacle.spreads);
            to.list(&obstacle.rings, |to, ring| to.list(ring, |to, &at| to.place(at)));
        }
        Change::Remove(id) => number(to, 1, id.0),
        Change::Open(id) => number(to, 2, id.0),
        Change::Close(id) => number(to, 3, id.0),
    }
}

fn read_change(from: &mut Reader<'_>) -> Result<Change, Damaged> {
    let kind = from.u8()?;
    let id = from.u32()?;
    match kind {
        0 => {
            let spreads = from.bool()?;
            let rings = from.list(|from| from.list(Reader::place))?;
            Ok(Change::Insert(Obstacle { layer: LayerId(id), rings, spreads }))
        }
        1 => Ok(Change::Remove(ObstacleId(id))),
        2 => Ok(Change::Open(ConnectionId(id))),
        3 => Ok(Change::Close(ConnectionId(id))),
        _ => Err(Damaged),
    }
}

fn write_news(to: &mut Writer, event: &CrowdEvent) {
    let (kind, id) = match *event {
        CrowdEvent::Opened(id) => (0, id.0),
        CrowdEvent::Closed(id) => (1, id.0),
        CrowdEvent::Appeared(id) => (2, id.0),
        CrowdEvent::Vanished(id) => (3, id.0),
        CrowdEvent::Entered(id)
        | CrowdEvent::Arrived(id)
        | CrowdEvent::Blocked { id, .. }
        | CrowdEvent::Stuck { id, .. }
        | CrowdEvent::Freed(id)
        // Between steps characters can only enter.
        | CrowdEvent::Left(id) => (4, id.0),
    };
    to.u8(kind);
    to.u32(id);
}

fn read_news(from: &mut Reader<'_>) -> Result<CrowdEvent, Damaged> {
    let (kind, id) = (from.u8()?, from.u32()?);
    match kind {
        0 => Ok(CrowdEvent::Opened(ConnectionId(id))),
        1 => Ok(CrowdEvent::Closed(ConnectionId(id))),
        2 => Ok(CrowdEvent::Appeared(ObstacleId(id))),
        3 => Ok(CrowdEvent::Vanished(ObstacleId(id))),
        4 => Ok(CrowdEvent::Entered(CharacterId(id))),
        _ => Err(Damaged),
    }
}

fn write_conduct(to: &mut Writer, conduct: &Conduct) {
    let (kind, velocity) = match *conduct {
        Conduct::Stand => (0, [0.0; 2]),
        Conduct::Walk => (1, [0.0; 2]),
        Conduct::Steered(velocity) => (2, velocity),
    };
    to.u8(kind);
    to.vector(velocity);
}

fn read_conduct(from: &mut Reader<'_>) -> Result<Conduct, Damaged> {
    let (kind, velocity) = (from.u8()?, from.vector()?);
    match kind {
        0 => Ok(Conduct::Stand),
        1 => Ok(Conduct::Walk),
        2 => Ok(Conduct::Steered(velocity)),
        _ => Err(Damaged),
    }
}

/// First the areas, each once, then for each character which one, or which place.
fn write_goals(to: &mut Writer, goals: &[Option<Goal>]) {
    let mut areas: Vec<&Arc<Area>> = Vec::new();
    let numbers: Vec<usize> = goals
        .iter()
        .map(|goal| match goal {
            Some(Goal::Area(area)) => {
                areas.iter().position(|own| Arc::ptr_eq(own, area)).unwrap_or_else(|| {
                    areas.push(area);
                    areas.len() - 1
                })
            }
            _ => 0,
        })
        .collect();
    to.list(&areas, |to, area| {
        to.u32(area.layer.0);
        to.list(&area.polygon, |to, &at| to.place(at));
    });
    to.u64(goals.len() as u64);
    for (goal, number) in goals.iter().zip(numbers) {
        match goal {
            None => to.u8(0),
            Some(Goal::Place(place)) => {
                to.u8(1);
                write_position(to, place);
            }
            Some(Goal::Area(_)) => {
                to.u8(2);
                to.u32(number as u32);
            }
        }
    }
}

fn read_goals(from: &mut Reader<'_>) -> Result<Vec<Option<Goal>>, Damaged> {
    let areas = from.list(|from| {
        let layer = LayerId(from.u32()?);
        Ok(Arc::new(Area::new(layer, from.list(Reader::place)?)))
    })?;
    from.list(|from| match from.u8()? {
        0 => Ok(None),
        1 => Ok(Some(Goal::Place(read_position(from)?))),
        2 => areas.get(from.u32()? as usize).map(|area| Some(Goal::Area(area.clone()))).ok_or(Damaged),
        _ => Err(Damaged),
    })
}

fn write_plan(to: &mut Writer, plan: &Plan) {
    to.u8(plan.need as u8);
    to.u32(plan.planned);
    write_position(to, &plan.target);
    to.bool(plan.has_target);
    to.vector(plan.anchor);
    to.u32(plan.since);
    to.bool(plan.is_stuck);
    to.u8(plan.failures);
    to.u8(plan.slow);
    to.bool(plan.is_held_up);
}

fn read_plan(from: &mut Reader<'_>) -> Result<Plan, Damaged> {
    const NEEDS: [Need; 4] = [Need::None, Need::Review, Need::Changed, Need::Missing];
    Ok(Plan {
        need: *NEEDS.get(usize::from(from.u8()?)).ok_or(Damaged)?,
        planned: from.u32()?,
        target: read_position(from)?,
        has_target: from.bool()?,
        anchor: from.vector()?,
        since: from.u32()?,
        is_stuck: from.bool()?,
        failures: from.u8()?,
        slow: from.u8()?,
        is_held_up: from.bool()?,
    })
}

fn write_mark(to: &mut Writer, mark: Mark) {
    to.u32(mark.segment);
    to.f32(mark.part);
}

fn read_mark(from: &mut Reader<'_>) -> Result<Mark, Damaged> {
    Ok(Mark { segment: from.u32()?, part: from.f32()? })
}

impl WallsInSight {
    fn write(to: &mut Writer, own: &Self) {
        to.list(&own.ends[..usize::from(own.count)], |to, ends| ends.iter().for_each(|&end| to.vector(end)));
        to.bool(own.is_known);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, Damaged> {
        let seen = from.list(|from| Ok([from.vector()?, from.vector()?]))?;
        let mut own = Self { is_known: from.bool()?, ..Self::default() };
        own.ends.get_mut(..seen.len()).ok_or(Damaged)?.copy_from_slice(&seen);
        own.count = seen.len() as u8;
        Ok(own)
    }
}

impl Neighbors {
    fn write(to: &mut Writer, own: &Self) {
        to.list(own.slots(), |to, &slot| to.u32(slot));
        to.f32(own.reach);
    }

    fn read(from: &mut Reader<'_>, count: u32) -> Result<Self, Damaged> {
        let slots = from.list(Reader::u32)?;
        let mut own = Self { reach: from.f32()?, count: slots.len() as u32, ..Self::default() };
        own.slots.get_mut(..slots.len()).ok_or(Damaged)?.copy_from_slice(&slots);
        if slots.iter().all(|&slot| slot < count) { Ok(own) } else { Err(Damaged) }
    }
}
