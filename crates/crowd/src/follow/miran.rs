//! MIRAN, the modified indicative routes and navigation method: of many places on the route head for the one that makes the rest of the way
//! cheapest, by what the ground costs.
//!
//! Idea. A short cut is only one if the ground between is not expensive. Look at places along the route, up to some way ahead. For each, add up what it
//! costs to walk straight there and on along the route to the last of them. The cheapest that is in sight is the aim.
//!
//! 1. Places on the route ahead, as far apart as told, with the last one and the last aim.
//! 2. Cost of each: straight there, then along the route. From the last place to the first, so that each piece of the route is measured once.
//! 3. In the order of their costs, of equal ones the farther first: the first that the character can reach straight ahead as a disc.
//! 4. To an aim before the last one it only turns back if that is cheaper by more than a hundredth: else it might turn to and fro where a region begins.
//! 5. If no place is in sight, or all are behind closed regions, stay on the route: head for what is hardly ahead
//!    ([`look_ahead`]). If that is not in sight either, the route is lost.
//!
//! Invariant: as that of the Indicative Route Method; and the aim is no more expensive than to stay on the route.
//! Cost: a few dozen measured lines, and usually one or two lines of sight: a few microseconds.
//! Degenerate: on ground that is all the same the farthest place in sight is the cheapest, or as cheap.
//! After: Jaklin, Cook, Geraerts, Real-time path planning in heterogeneous environments, 2013; the thesis, 10.3.3. The cost in step 2 and the turning back of
//! step 4 are our own: what is published of the method does not tell them.

use throng_mesh::Position;

use crate::follow::look_ahead::look_ahead;
use crate::follow::{Lost, ROUNDING, Situation, or_end};
use crate::place::distance;
use crate::trail::{Mark, Progress, Trail};

/// MIRAN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Miran {
    /// How far along the route a short cut may lead: 0 to stay on it exactly. \[m\]
    pub short_cut: f64,
    /// Distance between places on the route that are looked at. \[m\]
    pub spacing: f64,
    /// How much cheaper it must be to turn back to an aim before the last one, as a part of the cost.
    pub reluctance: f64,
}

impl Default for Miran {
    fn default() -> Self {
        Self { short_cut: 10.0, spacing: 0.5, reluctance: 0.01 }
    }
}

/// More places than this are not looked at; then they are farther apart.
const MOST_PLACES: f64 = 64.0;

/// A place that a character may head for.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    mark: Mark,
    cost: f64,
}

impl Miran {
    /// Where to head.
    pub(super) fn aim(&self, now: &Situation<'_>, trail: &Trail, progress: Progress) -> Result<Mark, Lost> {
        let here = trail.nearest(now.position.at, progress.here, progress.aim.max_of(progress.here));
        // Steps 1 and 2.
        let mut candidates = self.candidates(now, trail, here, progress.aim);
        // Step 3.
        let order = |a: &Candidate, b: &Candidate| {
            a.cost
                .total_cmp(&b.cost)
                .then(b.mark.segment.cmp(&a.mark.segment))
                .then(b.mark.part.total_cmp(&a.mark.part))
        };
        candidates.sort_unstable_by(order);
        let in_sight = |mark: Mark, slack: f64| now.can_reach(trail, mark, slack);
        // Nobody cuts through a closed region.
        let mut open = candidates.iter().take_while(|candidate| candidate.cost < f64::INFINITY);
        let best = open.find(|candidate| in_sight(candidate.mark, ROUNDING));
        if let Some(best) = best {
            // Step 4.
            let old = candidates.iter().find(|candidate| candidate.mark == progress.aim).filter(|old| {
                best.mark < old.mark
                    && old.cost <= best.cost * (1.0 + self.reluctance)
                    && in_sight(old.mark, ROUNDING)
            });
            return Ok(or_end(trail, old.unwrap_or(best).mark));
        }
        // Step 5.
        look_ahead(now, trail, here, None, self.spacing).map(|mark| or_end(trail, mark)).ok_or(Lost)
    }

    /// Steps 1 and 2.
    fn candidates(&self, now: &Situation<'_>, trail: &Trail, here: Mark, last: Mark) -> Vec<Candidate> {
        // To stay on the route one still has to get on: a few steps ahead.
        let window = self.short_cut.max(2.0 * now.step()).max(ROUNDING);
        let spacing = self.spacing.max(window / MOST_PLACES);
        let count = (window / spacing).ceil().max(1.0) as usize;
        let end = trail.ahead(here, window);
        let mut candidates: Vec<Candidate> = Vec::with_capacity(count + 2);
        // What is hardly ahead is no aim.
        let mut mark = trail.ahead(here, spacing.min(window));
        while mark < end && candidates.len() < count {
            candidates.push(Candidate { mark, cost: 0.0 });
            mark = trail.ahead(mark, spacing);
        }
        if last > here && last < end && trail.length_between(here, last) > now.step() {
            let k = candidates.partition_point(|candidate| candidate.mark < last);
            if candidates.get(k).is_none_or(|candidate| candidate.mark != last) {
                candidates.insert(k, Candidate { mark: last, cost: 0.0 });
            }
        }
        candidates.push(Candidate { mark: end, cost: 0.0 });
        let mut cuts = Vec::new();
        let mut after = 0.0;
        for k in (0..candidates.len()).rev() {
            if let Some(next) = candidates.get(k + 1) {
                let (from, to) = (candidates[k].mark, next.mark);
                let cost = route_cost(now, trail, from, to, &mut cuts);
                // A route that runs along a closed region is by rounding in it, here and there.
                after += if cost < f64::INFINITY { cost } else { trail.length_between(from, to) };
            }
            let to = trail.place(candidates[k].mark);
            candidates[k].cost = after + line_cost(now, now.position, to, &mut cuts);
        }
        candidates
    }
}

impl Mark {
    /// The later one.
    fn max_of(self, other: Self) -> Self {
        if self > other { self } else { other }
    }
}

/// What a piece of the route costs.
fn route_cost(now: &Situation<'_>, trail: &Trail, from: Mark, to: Mark, cuts: &mut Vec<f64>) -> f64 {
    let mut cost = 0.0;
    let mut position = trail.position(from);
    for segment in from.segment..to.segment {
        let corner = Mark { segment, part: 1.0 };
        cost += line_cost(now, position, trail.place(corner), cuts);
        position = trail.position(Mark { segment: segment + 1, part: 0.0 });
    }
    cost + line_cost(now, position, trail.place(to), cuts)
}

/// What a straight line costs.
fn line_cost(now: &Situation<'_>, from: Position, to: [f64; 2], cuts: &mut Vec<f64>) -> f64 {
    let mut position = from;
    match now.ground {
        Some(ground) if !ground.is_plain() => ground.line(now.mesh, &mut position, to, cuts),
        _ => distance(from.at, to),
    }
}
