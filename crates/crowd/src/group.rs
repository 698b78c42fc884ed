//! Social groups: people who walk together, side by side, and wait for each other.
//!
//! Idea. Each step, a group looks at its members and advises each of them: how fast to walk so that nobody is left
//! behind, where to walk so that all see each other (`forces.rs`), and whether to go and look for the others.
//! The advice is a preferred velocity, to be handed to avoidance.
//!
//! 1. Parties (`parties.rs`): a group that was torn apart consists of several parties, which are groups of their own
//!    until they meet again. All that follows is within a party.
//! 2. Order: by what is left of the route; the leader has the least.
//! 3. Pace: the slowest one's, and not more than the mean of all, which company makes slower.
//! 4. Gaps: who has a gap behind that is longer than [`Social::coherence`] slows down, to a stop at twice that length;
//!    who has one ahead hurries. Somebody who was out of sight for a while counts as a gap at which those ahead walk at
//!    half their pace.
//! 5. Who does not find the others for [`Social::lost_after`] is told to plan a route to the nearest of them; if it is
//!    ahead of all of them, it waits instead.
//! 6. Forces: the group's shape, around what 3 and 4 made of the speed.
//!
//! Invariant: finite; nobody is advised to walk backward, or faster than [`Social::hurry`] times its free speed. What
//! holds a party up also splits it after a while, so no group waits forever.
//! Cost: O(n²) for n members, n at most [`MOST_MEMBERS`]; 0.6 µs for a group of four.
//! Degenerate: members at the same place are pushed apart by their order; who wants to stand stands; a group of one is
//! left alone. Lengths of routes that are not finite are no gaps.
//! Source: forces after Moussaïd, Perozo, Garnier, Helbing, Theraulaz, PLoS ONE 5 (2010) e10047. The rules above them
//! are ours; they do what Kremyzas, Jaklin and Geraerts (Social Groups and Navigation, 2016) describe.

mod forces;
mod parties;

pub use parties::Company;

use crate::plane::{Vector, scale};

/// How many members a group has at most. The model was measured for two to four.
pub const MOST_MEMBERS: usize = 8;

/// How people behave in a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Social {
    /// How much turning the head toward the others slows one down, per radian beyond a quarter turn. \[1/s\]
    pub vision: f32,
    /// Acceleration toward the center of the group. \[m/s²\]
    pub attraction: f32,
    /// Acceleration away from members that are too near. \[m/s²\]
    pub repulsion: f32,
    /// Members nearer than this are too near. \[m\]
    pub distance: f32,
    /// How far one may be from the center, for each other member. \[m\]
    pub room: f32,
    /// Forces set in over this length instead of at once. \[m\]
    pub softness: f32,
    /// How long a force works until velocities have followed it: the body's relaxation time. \[s\]
    pub relaxation: f32,
    /// Gaps up to this length along the route are no gaps. \[m\]
    pub coherence: f32,
    /// Who is behind walks up to this many times its free speed.
    pub hurry: f32,
    /// By what share each further member slows a group down.
    pub slowing: f32,
    /// Who does not find the others for so long goes and looks for them. \[s\]
    pub lost_after: f32,
    /// A gap longer than this may split a group. Below twice the coherence, where those ahead stop. \[m\]
    pub split_gap: f32,
    /// A gap that lasts longer than this splits a group. \[s\]
    pub split_after: f32,
    /// Who looks for the others gives up after this time. \[s\]
    pub give_up_after: f32,
}

impl Default for Social {
    fn default() -> Self {
        Self {
            vision: 4.0,
            attraction: 3.0,
            repulsion: 1.0,
            distance: 0.8,
            room: 0.5,
            softness: 0.3,
            relaxation: 0.5,
            coherence: 3.0,
            hurry: 1.25,
            // 0.04 m/s of 1.22 m/s for each further member at low density (figure 2 of the paper).
            slowing: 0.033,
            lost_after: 2.0,
            split_gap: 4.5,
            split_after: 10.0,
            give_up_after: 30.0,
        }
    }
}

/// What a group knows of a member.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Member {
    /// \[m\]
    pub position: [f64; 2],
    /// The direction of its preferred velocity, of length one; zero if it wants to stand.
    pub aim: Vector,
    /// Its free walking speed here. \[m/s\]
    pub speed: f32,
    /// What is left of the route to the group's goal. For somebody who is on the way to another member: what is left
    /// to that one, plus what that one has left. \[m\]
    pub remaining: f64,
    /// Whom it sees: bit k is for member k. Its own bit does not matter.
    pub sees: u8,
}

/// What a member should do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Advice {
    /// The new preferred velocity. \[m/s\]
    pub preferred: Vector,
    /// The pace that was chosen, before forces. \[m/s\]
    pub pace: f32,
    /// Whom to plan a route to, if it has lost the group: a member's place in the list.
    pub rejoin: Option<u8>,
}

/// While somebody is out of sight, those ahead act as if the gap had this many times the coherent length.
const UNSEEN_GAP: f64 = 1.5;

impl Social {
    /// All parameters, in their order.
    pub(crate) fn numbers(mut self) -> [f32; 14] {
        self.numbers_mut().map(|number| *number)
    }

    pub(crate) fn numbers_mut(&mut self) -> [&mut f32; 14] {
        [
            &mut self.vision,
            &mut self.attraction,
            &mut self.repulsion,
            &mut self.distance,
            &mut self.room,
            &mut self.softness,
            &mut self.relaxation,
            &mut self.coherence,
            &mut self.hurry,
            &mut self.slowing,
            &mut self.lost_after,
            &mut self.split_gap,
            &mut self.split_after,
            &mut self.give_up_after,
        ]
    }

    /// Advice for each member, in the order of the list. Members beyond [`MOST_MEMBERS`] get none.
    ///
    /// `company` is what the group remembers; it belongs to the same members in the same order.
    pub fn advise(&self, members: &[Member], company: &mut Company, dt: f32) -> [Advice; MOST_MEMBERS] {
        let members = &members[..members.len().min(MOST_MEMBERS)];
        let mut advice = [Advice::default(); MOST_MEMBERS];
        // 1. Parties.
        company.update(self, members, dt);
        // 2. Order.
        let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
        let order = &mut order[..members.len()];
        order.sort_by(|&a, &b| members[a].remaining.total_cmp(&members[b].remaining).then(a.cmp(&b)));
        for first in 0..members.len() {
            // Each party once: by the member that gives it its name.
            if company.party(first) == first {
                let mut party = [0; MOST_MEMBERS];
                let mut count = 0;
                for &member in order.iter().filter(|&&member| company.party(member) == first) {
                    party[count] = member;
                    count += 1;
                }
                self.advise_party(members, &party[..count], company, &mut advice);
            }
        }
        advice
    }

    /// 3 to 6, for a party in its order.
    fn advise_party(
        &self,
        members: &[Member],
        party: &[usize],
        company: &Company,
        advice: &mut [Advice; MOST_MEMBERS],
    ) {
        // 3. Pace.
        let pace = self.pace(members, party);
        for (place, &i) in party.iter().enumerate() {
            let member = &members[i];
            // 4. Gaps behind and ahead, as shares of the coherent length.
            let excess = |ahead: &[usize]| self.excess(members, ahead, company);
            let wait = party[place..].windows(2).map(excess).fold(0.0, f32::max);
            let late = party[..=place].windows(2).map(excess).fold(0.0, f32::max);
            let own_pace = pace + (self.hurry * member.speed - pace) * late;
            let mut chosen = own_pace * (1.0 - wait);
            // 5. The lost.
            if company.is_lost(i, self, members) {
                let main = company.main_part(i);
                let is_main = |other: usize| main & (1 << other) != 0;
                let ahead_of_all =
                    party.iter().filter(|&&k| is_main(k)).all(|&k| members[k].remaining > member.remaining);
                if ahead_of_all {
                    chosen = 0.0;
                } else {
                    advice[i].rejoin = nearest(members, i, party, is_main);
                    chosen = self.hurry * member.speed;
                }
            }
            // 6. Forces.
            advice[i].pace = chosen;
            advice[i].preferred = if party.len() < 2 || member.aim == [0.0, 0.0] {
                scale(member.aim, chosen)
            } else {
                self.shape(members, i, party, chosen)
            };
        }
    }

    /// The speed that a party walks at. \[m/s\]
    fn pace(&self, members: &[Member], party: &[usize]) -> f32 {
        let count = party.len() as f32;
        let slowest = party.iter().map(|&i| members[i].speed).fold(f32::MAX, f32::min);
        // Divided one by one: sums of very large numbers have no end.
        let mean: f32 = party.iter().map(|&i| members[i].speed / count).sum();
        slowest.min(mean * (1.0 - self.slowing * (count - 1.0)).max(0.0))
    }

    /// 4. How much too long the gap between two that follow each other is: from 0 to 1.
    fn excess(&self, members: &[Member], pair: &[usize], company: &Company) -> f32 {
        let [ahead, behind] = [pair[0], pair[1]];
        let mut gap = members[behind].remaining - members[ahead].remaining;
        let coherence = f64::from(self.coherence);
        if company.is_lost(ahead, self, members) || company.is_lost(behind, self, members) {
            gap = gap.max(UNSEEN_GAP * coherence);
        }
        let excess = (gap - coherence) / coherence.max(f64::MIN_POSITIVE);
        if excess.is_finite() { excess.clamp(0.0, 1.0) as f32 } else { 0.0 }
    }
}

/// Whether a group walks as one: everybody is in sight of the next, with no gap longer than the coherent length.
pub fn is_coherent(social: &Social, members: &[Member]) -> bool {
    let members = &members[..members.len().min(MOST_MEMBERS)];
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by(|&a, &b| members[a].remaining.total_cmp(&members[b].remaining).then(a.cmp(&b)));
    order.windows(2).all(|pair| {
        let gap = members[pair[1]].remaining - members[pair[0]].remaining;
        gap <= f64::from(social.coherence) && see_each_other(members, pair[0], pair[1])
    })
}

/// Whether a member can talk to all others: they are in front of it or beside it, and none is farther than a meter for
/// each of them.
pub fn is_social(members: &[Member], who: usize) -> bool {
    let me = &members[who];
    let reach = members.len() as f64 - 1.0;
    members.iter().enumerate().filter(|&(k, _)| k != who).all(|(_, other)| {
        let [x, y] = [other.position[0] - me.position[0], other.position[1] - me.position[1]];
        x * f64::from(me.aim[0]) + y * f64::from(me.aim[1]) >= 0.0 && x * x + y * y <= reach * reach
    })
}

fn see_each_other(members: &[Member], a: usize, b: usize) -> bool {
    members[a].sees & (1 << b) != 0 && members[b].sees & (1 << a) != 0
}

fn nearest(members: &[Member], who: usize, party: &[usize], counts: impl Fn(usize) -> bool) -> Option<u8> {
    let square = |k: usize| {
        let [a, b] = [members[who].position, members[k].position];
        (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])
    };
    let mut others = [0; MOST_MEMBERS];
    let mut count = 0;
    for &k in party.iter().filter(|&&k| k != who && counts(k)) {
        others[count] = k;
        count += 1;
    }
    let found =
        others[..count].iter().copied().min_by(|&a, &b| square(a).total_cmp(&square(b)).then(a.cmp(&b)));
    found.map(|k| k as u8)
}

#[cfg(test)]
mod tests;
