//! Planning routes, spread over steps.
//!
//! Idea. Who needs a route is put in a line, the most urgent first; a step plans as many as its share allows, on all threads, each with a
//! planner that keeps its memory.
//!
//! 1. Whose route was planned long ago needs a review. Who has no route and was refused tries again from time to time. Who
//!    is held up thinks again as well.
//! 2. Sort who needs a route: by urgency, then by how long ago it was planned, then by id. The first ones are planned now.
//! 3. Choose a target: the goal itself, or a place of the goal's area that is straight ahead.
//! 4. Plan: by weights of regions, by crowding, or the route in a corridor. Where it is crowded, or for somebody who is held up, the route turns
//!    in wider bows, for each in another one ([`crate::berth`]).
//! 5. Give out the routes, and tell who is blocked.
//!
//! Invariant: what is planned depends on the state only, not on threads or planners.
//! Cost: a few tens of microseconds for a route, and a share of [`SHARE`] of all characters a step.
//! After: the thesis, 9.5 (planning again every so often) and 8.6 (planning again when one sees a change).

use std::sync::Mutex;

use rayon::prelude::*;
use throng_mesh::{DensityPlanner, Event, Kind, Mesh, NoRoute, Planner, Position, Request, Sight};

use crate::area::Area;
use crate::berth::with_berth;
use crate::conduct::{Conduct, Need};
use crate::crowd::{Crowd, STEP};
use crate::crowding::Crowding;
use crate::event::CrowdEvent;
use crate::goal::Goal;
use crate::id::ProfileId;
use crate::own::Own;
use crate::profile::Profile;
use crate::random::{Purpose, Random};
use crate::step::GRAIN;
use crate::trail::{Progress, Trail};

/// Of so many characters one is planned in a step, ...
const SHARE: usize = 50;
/// ... and at least so many.
const LEAST_PLANNED: usize = 500;

/// After so many steps somebody who was refused tries again; longer each time, up to [`MOST_PATIENCE`] times as long.
const TRY_AGAIN: u32 = 20;
const MOST_PATIENCE: u32 = 16;

/// So much of its route everybody knows. \[m\]
const IN_SIGHT: f64 = 25.0;

/// A berth smaller than this is not worth the trouble. \[m\]
const LEAST_BERTH: f64 = 0.1;

/// Whoever is slow for so many steps is held up; after as many steps it may plan again for that reason.
pub(crate) const HELD_UP: u8 = 30;

/// Planners, one for each thread.
#[derive(Debug, Default)]
pub(crate) struct Planners(Vec<Mutex<OnePlanner>>);

#[derive(Debug, Default)]
struct OnePlanner {
    routes: Planner,
    by_density: DensityPlanner,
}

/// What is planned for.
struct Order<'a> {
    row: usize,
    from: Position,
    /// The target of the last plan, or some place of the goal.
    target: Position,
    has_target: bool,
    radius: f64,
    /// `None` if it looks for somebody: then the target is where that one is.
    goal: Option<&'a Goal>,
    profile: &'a Profile,
    profile_id: ProfileId,
    own: Own<'a>,
    /// Who it is: everybody has a side of its own.
    id: u32,
    /// How much wider than usual it turns around corners. \[m\]
    berth: f64,
    /// So much of a route will do: until it is planned again. \[m\]
    enough: f64,
}

impl Planners {
    /// As many as there are threads, and one for a caller that is none of them.
    fn prepare(&mut self) {
        self.0.resize_with(rayon::current_num_threads() + 1, Default::default);
    }

    fn with<T>(&self, work: impl FnOnce(&mut OnePlanner) -> T) -> T {
        let own = rayon::current_thread_index().map_or(self.0.len() - 1, |thread| thread % self.0.len());
        // A planner that somebody panicked with is as good as any: it keeps memory, not results.
        let mut planner = self.0[own].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        work(&mut planner)
    }
}

impl Crowd {
    /// Plans for those who need it most.
    pub(crate) fn plan_routes(&mut self) {
        self.review();
        self.planners.prepare();
        let all = &self.all;
        // Step 2.
        let mut rows: Vec<usize> = (0..all.len()).filter(|&row| all.plan[row].need != Need::None).collect();
        let share = LEAST_PLANNED.max(all.len() / SHARE);
        let key = |&row: &usize| {
            let plan = &all.plan[row];
            (std::cmp::Reverse(plan.need), plan.planned, all.id[row])
        };
        if rows.len() > share {
            rows.select_nth_unstable_by_key(share, key);
            rows.truncate(share);
        }
        rows.sort_unstable_by_key(|&row| all.id[row]);
        self.share_costs(&rows);
        let orders: Vec<Order<'_>> = rows.iter().filter_map(|&row| self.order(row)).collect();
        let (mesh, planners) = (self.live.mesh(), &self.planners);
        let crowding = self.crowding(&rows);
        let planned: Vec<_> = orders
            .par_iter()
            .map(|order| (order.row, planners.with(|planner| planner.plan(mesh, &crowding, order))))
            .collect();
        // Step 5.
        let step = self.steps as u32;
        for row in rows {
            self.all.plan[row].need = Need::None;
            self.all.plan[row].planned = step;
        }
        for (row, result) in planned {
            let plan = &mut self.all.plan[row];
            match result {
                Ok((trail, target)) => {
                    plan.failures = 0;
                    if self.all.detour[row].is_none() {
                        (plan.target, plan.has_target) = (target, true);
                    }
                    self.all.trail[row] = Some(trail);
                    self.all.progress[row] = Progress::default();
                }
                Err(reason) => {
                    let is_news = plan.failures == 0;
                    plan.failures = plan.failures.saturating_add(1);
                    // An old route is better than none, if it is there at all.
                    if is_news {
                        self.events.push(CrowdEvent::Blocked { id: self.all.id[row], reason });
                    }
                }
            }
        }
    }

    /// Step 1.
    fn review(&mut self) {
        let (profiles, seed, step) = (&self.profiles, self.seed, self.steps as u32);
        let all = &mut self.all;
        let rows = (&mut all.plan, &all.profile, &all.conduct, &all.id).into_par_iter();
        rows.with_min_len(GRAIN).for_each(|(plan, profile, conduct, id)| {
            if *conduct != Conduct::Walk || plan.need != Need::None {
                return;
            }
            let age = step.wrapping_sub(plan.planned);
            let gives_way = profiles[profile.index()].route.berth > 0.0;
            if gives_way && plan.slow == HELD_UP && !plan.is_held_up {
                plan.is_held_up = true;
                plan.need = Need::Review;
            } else if plan.failures > 0 {
                if age >= TRY_AGAIN * u32::from(plan.failures).min(MOST_PATIENCE) {
                    plan.need = Need::Missing;
                }
            } else if let Some(period) = profiles[profile.index()].of(seed, *id).review() {
                // Those who came at once do not all think again at once.
                let period = (period / STEP).round().clamp(1.0, 1e9) as u32;
                let is_turn = (step.wrapping_add(id.0.wrapping_mul(SPREAD))).is_multiple_of(period);
                if 2 * age >= 3 * period || (is_turn && 2 * age >= period) {
                    plan.need = Need::Review;
                }
            }
        });
    }

    fn order(&self, row: usize) -> Option<Order<'_>> {
        let (all, plan) = (&self.all, &self.all.plan[row]);
        let sought = all.detour[row].and_then(|id| all.row(id)).map(|other| all.position[other]);
        let goal = all.goal[row].as_ref()?;
        Some(Order {
            row,
            from: all.position[row],
            target: sought.unwrap_or(plan.target),
            has_target: plan.has_target,
            // A disc that was pushed nearer to a wall than it likes still gets away from there.
            radius: f64::from(if all.clearance[row] < all.wall_radius[row] {
                all.clearance[row]
            } else {
                all.wall_radius[row]
            }),
            goal: sought.is_none().then_some(goal),
            profile: &self.profiles[all.profile[row].index()],
            profile_id: all.profile[row],
            own: self.own(row),
            id: all.id[row].0,
            berth: self.berth(row),
            enough: self.enough(row),
        })
    }

    fn own(&self, row: usize) -> Own<'_> {
        self.profiles[self.all.profile[row].index()].of(self.seed, self.all.id[row])
    }

    /// How much of its route somebody needs who plans again after a while: what it walks in twice that time, and what it sees. \[m\]
    fn enough(&self, row: usize) -> f64 {
        let review = self.own(row).review();
        let speed = f64::from(self.all.speed[row] * self.all.haste[row]);
        review.map_or(f64::INFINITY, |period| 2.0 * period * speed + IN_SIGHT)
    }

    /// How much wider than usual somebody turns around corners, to give a crowd a wide berth. \[m\]
    fn berth(&self, row: usize) -> f64 {
        /// From this density on it is crowded. \[1/m²\]
        const CROWDED: f64 = 0.5;
        let all = &self.all;
        let edge = self.live.mesh().cell(all.cell[row]).edge().id();
        let crowding =
            if all.plan[row].is_held_up { 1.0 } else { self.occupancy.persons_per_area(edge) / CROWDED };
        let own = Random::new(self.seed, Purpose::Decision, all.id[row].0, 0).unit();
        self.profiles[all.profile[row].index()].route.berth
            * own
            * if crowding < 1.0 { crowding } else { 1.0 }
    }

    /// Whoever sees what an update did, and may be concerned, plans again.
    pub(crate) fn tell_witnesses(&mut self, event: &Event) {
        if event.is_empty() {
            return;
        }
        let (mesh, profiles, seed, all) = (self.live.mesh(), &self.profiles, self.seed, &mut self.all);
        let concerns_all = !event.edges_added.is_empty();
        let who = (&all.profile, &all.id);
        let rows = (&mut all.plan, &all.trail, &all.progress, &all.position, &all.cell, who, &all.conduct);
        rows.into_par_iter().with_min_len(64).for_each_init(Sight::default, |sight, of| {
            let (plan, trail, progress, &position, &cell, (profile, &id), conduct) = of;
            if *conduct != Conduct::Walk {
                return;
            }
            let Some(trail) = trail else {
                plan.need = Need::Missing;
                return;
            };
            let is_concerned =
                concerns_all || event.affected.iter().any(|part| trail.meets(progress.here, part));
            let own = profiles[profile.index()].of(seed, id);
            if is_concerned && mesh.sees(position, Some(cell), &event.affected, own.notice(), sight) {
                plan.need = plan.need.max(Need::Changed);
            }
        });
    }
}

/// A large odd number: ids that follow each other get turns far apart.
const SPREAD: u32 = 2_654_435_761;

impl OnePlanner {
    /// Steps 3 and 4.
    fn plan(
        &mut self,
        mesh: &Mesh,
        crowding: &Crowding<'_>,
        order: &Order<'_>,
    ) -> Result<(Trail, Position), NoRoute> {
        let mut target = order.target;
        if let Some(Goal::Area(area)) = order.goal {
            target = self.target_in(mesh, crowding, order, area)?;
        }
        let trail = self.trail(mesh, crowding, order, target, order.enough)?;
        Ok((trail, target))
    }

    /// Step 3. Of an area, a place that is straight ahead: first of oneself, if one sees it; else of the last corner of a
    /// route to its middle. Once that is known it stays.
    fn target_in(
        &mut self,
        mesh: &Mesh,
        crowding: &Crowding<'_>,
        order: &Order<'_>,
        area: &Area,
    ) -> Result<Position, NoRoute> {
        if let Some(target) = straight_into(mesh, area, order.from, order.target.at, order.radius) {
            return Ok(target);
        }
        if order.has_target {
            return Ok(order.target);
        }
        let middle = walkable_in(mesh, area, order.target, order.radius);
        let trail = self.trail(mesh, crowding, order, middle, f64::INFINITY)?;
        let corner = trail.last_corner_before(|position| area.contains(position));
        let target = straight_into(mesh, area, corner, middle.at, order.radius);
        Ok(target.unwrap_or(middle))
    }

    /// Step 4.
    fn trail(
        &mut self,
        mesh: &Mesh,
        crowding: &Crowding<'_>,
        order: &Order<'_>,
        target: Position,
        enough: f64,
    ) -> Result<Trail, NoRoute> {
        let Order { from, radius, profile, own, id, berth, .. } = *order;
        let choice = &profile.route;
        let kind = own.side().map_or(choice.kind, Kind::Side);
        let request = Request { from, to: target, radius, clearance: own.clearance(), kind };
        let request = if choice.varied { request.varied(u64::from(id)) } else { request };
        let mut whole = None;
        let route = if let Some(weights) = &choice.weights {
            self.routes.weighted(mesh, &request, weights)?.0
        } else if let Some(costs) = crowding.costs(order.profile_id.index(), own, choice) {
            let plan = costs.plan(&mut self.by_density, mesh, &request, own.viewing())?;
            let (route, is_whole) = self.routes.follow_part(mesh, &request, plan.path(), enough)?;
            whole = (!is_whole).then(|| plan.path().length(mesh));
            route
        } else {
            self.routes.route(mesh, &request)?
        };
        let wide = (berth > LEAST_BERTH).then(|| with_berth(mesh, route, radius, berth)).flatten();
        let trail = wide.unwrap_or_else(|| profile.following.trail(mesh, route));
        Ok(match whole {
            Some(length) => trail.part_of(length),
            None => trail,
        })
    }
}

/// How far inside of an area a target lies, if there is room. \[m\]
const INSIDE: f64 = 0.5;

/// The place of an area that is nearest to another place and a little inside, if a disc can go there straight. \[m\]
fn straight_into(
    mesh: &Mesh,
    area: &Area,
    from: Position,
    middle: [f64; 2],
    radius: f64,
) -> Option<Position> {
    let near = area.nearest(from.at);
    let inward = [middle[0] - near[0], middle[1] - near[1]];
    let length = (inward[0] * inward[0] + inward[1] * inward[1]).sqrt();
    let part = if length > INSIDE { INSIDE / length } else { 1.0 };
    let at = [near[0] + part * inward[0], near[1] + part * inward[1]];
    let target = Position::new(at, area.layer);
    let line = mesh.visible(from, target, None)?;
    (line.visible && line.clearance >= radius && area.has(at)).then_some(target)
}

/// A place of an area where a disc has room: the one that is told, or some other. \[m\]
fn walkable_in(mesh: &Mesh, area: &Area, middle: Position, radius: f64) -> Position {
    let has_room = |at: [f64; 2]| {
        let position = Position::new(at, area.layer);
        mesh.clearance(position, None).is_some_and(|clearance| clearance >= radius).then_some(position)
    };
    has_room(middle.at).or_else(|| area.grid().find_map(has_room)).unwrap_or(middle)
}
