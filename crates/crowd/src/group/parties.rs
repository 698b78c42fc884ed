//! Parties: what is left of a group that was torn apart, and how it grows together again.
//!
//! Idea. Two members are linked if they see each other and the gap between them along the route is not too long. Links
//! tear a party into parts; the largest one (the most advanced of equals) is its main part. Who is not in it is apart,
//! and a clock runs.
//!
//! 1. Merge: parties two members of which see each other and are within the coherent length become one.
//! 2. Parts of each party, by its links; clocks of those in the main part are set to zero, others run on.
//! 3. Split: those whose clock runs out leave; who are linked leave together.
//!
//! Invariant: a party has the number of its first member. Cost: O(n²) for each round of flooding, n at most eight.

use crate::bytes::{Damaged, Reader, Writer};
use crate::plane::dot;

use super::{MOST_MEMBERS, Member, Social, see_each_other};

/// What a group remembers from step to step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Company {
    count: u8,
    /// The first member of the party of each.
    party: [u8; MOST_MEMBERS],
    /// The main part of the party of each, as bits.
    main: [u8; MOST_MEMBERS],
    /// For how long each has been apart from the main part. \[s\]
    apart: [f32; MOST_MEMBERS],
}

impl Company {
    pub(crate) fn write(&self, to: &mut Writer) {
        to.u8(self.count);
        for k in 0..MOST_MEMBERS {
            to.u8(self.party[k]);
            to.u8(self.main[k]);
            to.f32(self.apart[k]);
        }
    }

    pub(crate) fn read(from: &mut Reader<'_>) -> Result<Self, Damaged> {
        let mut own = Self::new(usize::from(from.u8()?));
        for k in 0..MOST_MEMBERS {
            own.party[k] = from.u8()?;
            own.main[k] = from.u8()?;
            own.apart[k] = from.f32()?;
        }
        let is_sound = own.party.iter().all(|&party| usize::from(party) < MOST_MEMBERS);
        if is_sound { Ok(own) } else { Err(Damaged) }
    }

    /// A group that is together. At most [`MOST_MEMBERS`] count.
    pub fn new(num_members: usize) -> Self {
        let count = num_members.min(MOST_MEMBERS);
        let everybody = ((1u16 << count) - 1) as u8;
        Self {
            count: count as u8,
            party: [0; MOST_MEMBERS],
            main: [everybody; MOST_MEMBERS],
            apart: [0.0; MOST_MEMBERS],
        }
    }

    /// How many members the group has.
    pub fn num_members(&self) -> usize {
        usize::from(self.count)
    }

    /// The party of a member: the place of its first member in the list.
    pub fn party(&self, member: usize) -> usize {
        usize::from(self.party[member])
    }

    /// How many parties the group has at the moment.
    pub fn num_parties(&self) -> usize {
        (0..self.num_members()).filter(|&i| self.party(i) == i).count()
    }

    /// Somebody has left the group: those after it move up by one place.
    pub fn remove(&mut self, member: usize) {
        if member >= self.num_members() {
            return;
        }
        self.party.copy_within(member + 1.., member);
        self.main.copy_within(member + 1.., member);
        self.apart.copy_within(member + 1.., member);
        self.count -= 1;
        let gone = member as u8;
        for party in &mut self.party {
            // Whoever is the first now is found below.
            *party = if *party > gone {
                *party - 1
            } else if *party == gone {
                u8::MAX
            } else {
                *party
            };
        }
        let low = (1u8 << member) - 1;
        for main in &mut self.main {
            *main = (*main & low) | ((*main >> 1) & !low);
        }
        if let Some(first) = (0..self.num_members()).find(|&i| self.party[i] == u8::MAX) {
            for party in self.party.iter_mut().filter(|party| **party == u8::MAX) {
                *party = first as u8;
            }
        }
    }

    /// Whether a member has been apart and out of sight for too long.
    pub(super) fn is_lost(&self, member: usize, social: &Social, members: &[Member]) -> bool {
        self.apart[member] > social.lost_after
            && (0..self.num_members())
                .filter(|&k| k != member && self.main[member] & (1 << k) != 0)
                .all(|k| !see_each_other(members, member, k))
    }

    /// The main part of a member's party, as bits.
    pub(super) fn main_part(&self, member: usize) -> u8 {
        self.main[member]
    }

    /// 1 to 3.
    pub(super) fn update(&mut self, social: &Social, members: &[Member], dt: f32) {
        if self.num_members() != members.len() {
            *self = Self::new(members.len());
        }
        self.merge(social, members);
        for first in 0..members.len() {
            if self.party(first) == first {
                self.update_party(social, members, first, dt);
            }
        }
    }

    fn merge(&mut self, social: &Social, members: &[Member]) {
        for a in 0..members.len() {
            for b in a + 1..members.len() {
                let (one, two) = (self.party[a], self.party[b]);
                if one != two
                    && see_each_other(members, a, b)
                    && are_near(social, &members[a], &members[b])
                    && go_one_way(members, a, b)
                {
                    for party in &mut self.party[..members.len()] {
                        if *party == one || *party == two {
                            *party = one.min(two);
                        }
                    }
                }
            }
        }
    }

    fn update_party(&mut self, social: &Social, members: &[Member], first: usize, dt: f32) {
        // 2. Parts and the main part.
        let all = self.mask(|company, i| company.party(i) == first);
        let mut parts = [0; MOST_MEMBERS];
        let mut main = 0;
        let mut rest = all;
        while rest != 0 {
            let part = flood(social, members, rest.trailing_zeros() as usize, all);
            bits(part).for_each(|i| parts[i] = part);
            if outranks(members, part, main) {
                main = part;
            }
            rest &= !part;
        }
        for i in bits(all) {
            self.main[i] = main;
            self.apart[i] = if main & (1 << i) != 0 { 0.0 } else { self.apart[i] + dt };
        }
        // 3. Those who leave, part by part.
        let left = self.mask(|company, i| {
            let patience =
                if company.is_lost(i, social, members) { social.give_up_after } else { social.split_after };
            all & (1 << i) != 0 && company.apart[i] > patience
        });
        for i in bits(left) {
            let together = parts[i] & left;
            self.rename(i, together);
        }
        self.rename_rest(all & !left);
    }

    /// Makes a party of those who leave together, named after its first.
    fn rename(&mut self, member: usize, together: u8) {
        self.party[member] = together.trailing_zeros() as u8;
        self.main[member] = together;
        self.apart[member] = 0.0;
    }

    /// Names those who stay after their first, who may be another one now.
    fn rename_rest(&mut self, rest: u8) {
        for i in bits(rest) {
            self.party[i] = rest.trailing_zeros() as u8;
        }
    }

    fn mask(&self, counts: impl Fn(&Self, usize) -> bool) -> u8 {
        (0..self.num_members()).filter(|&i| counts(self, i)).fold(0, |mask, i| mask | (1 << i))
    }
}

/// The members of a mask, in order.
fn bits(mask: u8) -> impl Iterator<Item = usize> {
    (0..MOST_MEMBERS).filter(move |&i| mask & (1 << i) != 0)
}

/// Everybody within a mask whom links lead to from a member.
fn flood(social: &Social, members: &[Member], from: usize, within: u8) -> u8 {
    let mut part = 1 << from;
    loop {
        let before = part;
        for i in bits(before) {
            for k in bits(within & !part) {
                if is_linked(social, members, i, k) {
                    part |= 1 << k;
                }
            }
        }
        if part == before {
            return part;
        }
    }
}

fn is_linked(social: &Social, members: &[Member], a: usize, b: usize) -> bool {
    let gap = (members[a].remaining - members[b].remaining).abs();
    // A gap that is no number, between routes without end, does not tear anybody apart.
    see_each_other(members, a, b)
        && go_one_way(members, a, b)
        && !(gap > f64::from(social.split_gap) && gap.is_finite())
}

/// Whether two do not want to go opposite ways: around an obstacle, one may plan to pass it on the left and the other on
/// the right. Both then wait for the other one, so that must tear them apart after a while.
fn go_one_way(members: &[Member], a: usize, b: usize) -> bool {
    dot(members[a].aim, members[b].aim) > OPPOSITE
}

/// Aims with a smaller scalar product are opposite.
const OPPOSITE: f32 = -0.5;

/// Whether a part is larger than another, or as large and farther on its way.
fn outranks(members: &[Member], part: u8, other: u8) -> bool {
    let least = |mask: u8| bits(mask).map(|i| members[i].remaining).fold(f64::INFINITY, f64::min);
    part.count_ones() > other.count_ones()
        || (part.count_ones() == other.count_ones() && least(part) < least(other))
}

fn are_near(social: &Social, a: &Member, b: &Member) -> bool {
    let [x, y] = [a.position[0] - b.position[0], a.position[1] - b.position[1]];
    let near = f64::from(social.coherence);
    x * x + y * y <= near * near && (a.remaining - b.remaining).abs() <= near
}
