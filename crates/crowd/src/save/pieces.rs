//! The pieces that a saved crowd consists of, each as bytes and back.

use std::sync::Arc;

use throng_mesh::{Change, ConnectionId, LayerId, Obstacle, ObstacleId, Position};

use crate::area::Area;
use crate::bytes::{Damaged, Reader, Writer};
use crate::conduct::{Conduct, Need, Plan};
use crate::event::CrowdEvent;
use crate::goal::Goal;
use crate::id::CharacterId;
use crate::neighbors::Neighbors;
use crate::trail::Mark;
use crate::walls::WallsInSight;

pub(super) fn write_position(to: &mut Writer, position: &Position) {
    to.place(position.at);
    to.u32(position.layer.0);
}

pub(super) fn read_position(from: &mut Reader<'_>) -> Result<Position, Damaged> {
    Ok(Position::new(from.place()?, LayerId(from.u32()?)))
}

pub(super) fn write_change(to: &mut Writer, change: &Change) {
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

pub(super) fn read_change(from: &mut Reader<'_>) -> Result<Change, Damaged> {
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

pub(super) fn write_news(to: &mut Writer, event: &CrowdEvent) {
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

pub(super) fn read_news(from: &mut Reader<'_>) -> Result<CrowdEvent, Damaged> {
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

pub(super) fn write_conduct(to: &mut Writer, conduct: &Conduct) {
    let (kind, velocity) = match *conduct {
        Conduct::Stand => (0, [0.0; 2]),
        Conduct::Walk => (1, [0.0; 2]),
        Conduct::Steered(velocity) => (2, velocity),
    };
    to.u8(kind);
    to.vector(velocity);
}

pub(super) fn read_conduct(from: &mut Reader<'_>) -> Result<Conduct, Damaged> {
    let (kind, velocity) = (from.u8()?, from.vector()?);
    match kind {
        0 => Ok(Conduct::Stand),
        1 => Ok(Conduct::Walk),
        2 => Ok(Conduct::Steered(velocity)),
        _ => Err(Damaged),
    }
}

/// First the areas, each once, then for each character which one, or which place.
pub(super) fn write_goals(to: &mut Writer, goals: &[Option<Goal>]) {
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

pub(super) fn read_goals(from: &mut Reader<'_>) -> Result<Vec<Option<Goal>>, Damaged> {
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

pub(super) fn write_plan(to: &mut Writer, plan: &Plan) {
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

pub(super) fn read_plan(from: &mut Reader<'_>) -> Result<Plan, Damaged> {
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

pub(super) fn write_mark(to: &mut Writer, mark: Mark) {
    to.u32(mark.segment);
    to.f32(mark.part);
}

pub(super) fn read_mark(from: &mut Reader<'_>) -> Result<Mark, Damaged> {
    Ok(Mark { segment: from.u32()?, part: from.f32()? })
}

impl WallsInSight {
    pub(super) fn write(to: &mut Writer, own: &Self) {
        to.list(&own.ends[..usize::from(own.count)], |to, ends| ends.iter().for_each(|&end| to.vector(end)));
        to.bool(own.is_known);
    }

    pub(super) fn read(from: &mut Reader<'_>) -> Result<Self, Damaged> {
        let seen = from.list(|from| Ok([from.vector()?, from.vector()?]))?;
        let mut own = Self { is_known: from.bool()?, ..Self::default() };
        own.ends.get_mut(..seen.len()).ok_or(Damaged)?.copy_from_slice(&seen);
        own.count = seen.len() as u8;
        Ok(own)
    }
}

impl Neighbors {
    pub(super) fn write(to: &mut Writer, own: &Self) {
        to.list(own.slots(), |to, &slot| to.u32(slot));
        to.f32(own.reach);
    }

    pub(super) fn read(from: &mut Reader<'_>, count: u32) -> Result<Self, Damaged> {
        let slots = from.list(Reader::u32)?;
        let mut own = Self { reach: from.f32()?, count: slots.len() as u32, ..Self::default() };
        own.slots.get_mut(..slots.len()).ok_or(Damaged)?.copy_from_slice(&slots);
        if slots.iter().all(|&slot| slot < count) { Ok(own) } else { Err(Damaged) }
    }
}
