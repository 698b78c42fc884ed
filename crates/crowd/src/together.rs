//! Social groups in a crowd: members wait for each other and walk together.
//!
//! 1. For each group, list its members that walk, and who of them sees whom.
//! 2. Ask for advice ([`crate::group`]).
//! 3. Members follow it: their preferred velocity, and their route if they have to look for the others.
//!
//! Groups are independent of each other, so step 2 runs on all threads.

use rayon::prelude::*;
use throng_mesh::Mesh;

use crate::bytes::{Damaged, Reader, Writer};
use crate::characters::Characters;
use crate::conduct::{Conduct, Need};
use crate::crowd::{Crowd, STEP};
use crate::group::{Advice, Company, MOST_MEMBERS, Member, Social};
use crate::id::{CharacterId, GroupId};
use crate::plane::direction;
use crate::step::Passes;

/// A group of a crowd.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) social: Social,
    pub(crate) members: Vec<CharacterId>,
    pub(crate) company: Company,
    /// Who walked when it last took counsel.
    pub(crate) walked: Vec<CharacterId>,
}

impl Crowd {
    /// Founds a group without members; up to eight can be added to the crowd with its id.
    pub fn add_group(&mut self, social: Social) -> GroupId {
        let [members, walked] = [Vec::new(), Vec::new()];
        self.groups.push(Group { social, members, walked, company: Company::new(0) });
        GroupId(self.groups.len() as u32 - 1)
    }

    /// Lets groups walk together.
    pub(crate) fn walk_together(&mut self) {
        let Self { all, live, passes, groups, .. } = self;
        let mesh = live.mesh();
        // Steps 1 and 2.
        let advised: Vec<Vec<(usize, Advice, Option<CharacterId>)>> =
            groups.par_iter_mut().map(|group| group.take_counsel(mesh, all, passes)).collect();
        // Step 3.
        for (row, advice, rejoin) in advised.into_iter().flatten() {
            passes.preferred[row] = advice.preferred;
            passes.pace[row] = advice.pace;
            all.aim[row] = direction(advice.preferred).unwrap_or(all.aim[row]);
            if all.detour[row] != rejoin {
                all.detour[row] = rejoin;
                all.plan[row].need = Need::Missing;
            }
        }
    }
}

impl Group {
    fn take_counsel(
        &mut self,
        mesh: &Mesh,
        all: &Characters,
        passes: &Passes,
    ) -> Vec<(usize, Advice, Option<CharacterId>)> {
        let walks = |&id: &CharacterId| {
            let row = all.row(id)?;
            (all.conduct[row] == Conduct::Walk && all.trail[row].is_some()).then_some(row)
        };
        self.members.retain(|&id| all.row(id).is_some());
        let rows: Vec<usize> = self.members.iter().filter_map(walks).take(MOST_MEMBERS).collect();
        if !rows.iter().map(|&row| all.id[row]).eq(self.walked.iter().copied()) {
            self.walked = rows.iter().map(|&row| all.id[row]).collect();
            self.company = Company::new(rows.len());
        }
        if rows.len() < 2 {
            // Whoever is left alone goes on alone.
            let alone = rows.iter().filter(|&&row| all.detour[row].is_some()).map(|&row| {
                let (preferred, pace) = (passes.preferred[row], passes.pace[row]);
                (row, Advice { preferred, pace, rejoin: None }, None)
            });
            return alone.collect();
        }
        let mut members = [Member::default(); MOST_MEMBERS];
        for (place, &row) in rows.iter().enumerate() {
            members[place] = Member {
                position: all.position[row].at,
                aim: all.aim[row],
                speed: passes.pace[row],
                remaining: self.remaining(all, row),
                sees: who_is_seen(mesh, all, &rows, row),
            };
        }
        let advice = self.social.advise(&members[..rows.len()], &mut self.company, STEP as f32);
        let rejoin = |advice: &Advice| advice.rejoin.map(|place| all.id[rows[usize::from(place)]]);
        rows.iter().zip(advice).map(|(&row, advice)| (row, advice, rejoin(&advice))).collect()
    }

    /// As bytes.
    pub(crate) fn write(to: &mut Writer, own: &Self) {
        for number in own.social.numbers() {
            to.f32(number);
        }
        to.list(&own.members, |to, id| to.u32(id.0));
        to.list(&own.walked, |to, id| to.u32(id.0));
        own.company.write(to);
    }

    /// From bytes.
    pub(crate) fn read(from: &mut Reader<'_>) -> Result<Self, Damaged> {
        let mut social = Social::default();
        for number in social.numbers_mut() {
            *number = from.f32()?;
        }
        Ok(Self {
            social,
            members: from.list(|from| from.u32().map(CharacterId))?,
            walked: from.list(|from| from.u32().map(CharacterId))?,
            company: Company::read(from)?,
        })
    }

    /// What is left of the way to the goal. Whoever looks for somebody has that one's way before it as well. \[m\]
    fn remaining(&self, all: &Characters, row: usize) -> f64 {
        let own =
            |row: usize| all.trail[row].as_ref().map_or(0.0, |trail| trail.remaining(all.progress[row].here));
        let sought = all.detour[row].and_then(|id| all.row(id)).filter(|&other| all.detour[other].is_none());
        own(row) + sought.map_or(0.0, own)
    }
}

/// Whom of some rows a character sees: bit by bit.
fn who_is_seen(mesh: &Mesh, all: &Characters, rows: &[usize], row: usize) -> u8 {
    let mut seen = 0;
    for (place, &other) in rows.iter().enumerate().filter(|&(_, &other)| other != row) {
        let line = mesh.visible(all.position[row], all.position[other], Some(all.cell[row]));
        seen |= u8::from(line.is_some_and(|line| line.visible)) << place;
    }
    seen
}
