//! The short route: the shortest one in the corridor of a path that keeps the preferred clearance wherever there is room for it.
//!
//! 1. Split the path where its clearance is exactly the distance to keep. Where it is narrower, the route is the medial axis.
//! 2. Where it is wider, list the portals at its joints, and pull a string through them ([`super::funnel`]).
//! 3. The ends of the route need not be in the quads of the cells that they retract to: the portals up to them are crossed too. To cross a portal
//!    and come back is not to cross it.
//! 4. Who wants the first part of the route only is done as soon as that is certain: after a narrow place, or where the string has got an
//!    apex. What comes later cannot change it, but for the last portals, which the way to the goal may cross back: those wait.
//!
//! Cost: linear in the number of cells along the path.
//! After: Geraerts 2010. Differs: exact arcs and event points instead of samples.

use throng_voronoi::Arc;

use crate::mesh::Mesh;
use crate::plane::Point;
use crate::route::approach::Approach;
use crate::route::corridor::{Stretch, stretches_of};
use crate::route::funnel::Funnel;
use crate::route::leg::Leg;
use crate::route::partial::OnAxis;
use crate::route::path::Path;
use crate::route::portal::{Portal, PortalEnd, cross_over};
use crate::route::route::Route;

/// Memory for short routes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Short {
    stretches: Vec<Stretch>,
    portals: Vec<Portal>,
    around: Vec<Portal>,
    funnel: Funnel,
    /// The obstacles of the quad where the section began, if it did in one.
    home: Option<[PortalEnd; 2]>,
    /// All strings passed their check.
    is_sound: bool,
    /// The last route ends at its goal.
    pub(crate) is_whole: bool,
}

/// So many portals are collected before it is tried whether they make a part of the route certain; then twice as many.
const FIRST_TRY: usize = 32;

impl Short {
    /// Adds the legs of the short route along a path, from one approach to the other, that keeps the distance `wanted` where it can; of a long
    /// route so much as is `enough`. False if rounding may have spoiled it. \[m\]
    pub(crate) fn plan(
        &mut self,
        mesh: &Mesh,
        path: &Path,
        [from, to]: [&Approach; 2],
        [wanted, enough]: [f64; 2],
        route: &mut Route,
    ) -> bool {
        (self.is_sound, self.is_whole) = (true, true);
        let mut num_legs = route.legs.len();
        let mut next_try = if enough < f64::INFINITY { FIRST_TRY } else { usize::MAX };
        let mut stretches = std::mem::take(&mut self.stretches);
        stretches_of(mesh, path, &mut stretches);
        let mut section = None;
        self.portals.clear();
        self.home = stretches.first().map(|stretch| Portal::AtEnd(stretch.flank).ends(mesh));
        if !from.is_narrow {
            section = Some(from.position.at);
            mesh.portals_to(
                OnAxis { cell: from.cell, t: from.t },
                from.position.at,
                wanted,
                &mut self.around,
            );
            let back = self.around.iter().rev().map(|portal| portal.reversed(mesh));
            self.portals.extend(back);
            if let Some(&last) = self.around.last() {
                self.home = last.quad_beyond(mesh);
            }
        }
        // Step 4. The first portals may be crossed back too.
        let first_k = 2 * self.portals.len();
        let mut held_back = 0;
        if enough < f64::INFINITY && !to.is_narrow {
            mesh.portals_to(OnAxis { cell: to.cell, t: to.t }, to.position.at, wanted, &mut self.around);
            held_back = self.around.len();
        }
        for (k, stretch) in stretches.iter().enumerate() {
            // Step 1.
            let edge = mesh.cells[stretch.flank.cell().index()].edge;
            if mesh.edges[edge.index()].min_clearance < wanted {
                section = self.cross_cell(mesh, stretch, section, wanted, route);
            } else if section.is_none() {
                section = Some(mesh.arc_along(stretch.flank).point(stretch.part[0]));
                self.home = Some(Portal::AtEnd(stretch.flank).ends(mesh));
            }
            // Step 2.
            if let Some(next) = stretches.get(k + 1)
                && section.is_some()
            {
                cross_over(mesh, &mut self.portals, Portal::AtEnd(stretch.flank));
                if !mesh.only_bends_at_end(stretch.flank) {
                    cross_over(mesh, &mut self.portals, Portal::AtStart(next.flank));
                }
            }
            // Step 4.
            let is_certain = enough < f64::INFINITY && k + 1 < stretches.len() && {
                let tries = section.filter(|_| self.portals.len() >= next_try + held_back && k >= first_k);
                let tries = tries.map(|start| (start, self.portals.len() - held_back));
                let has_grown = route.legs.len() > num_legs;
                num_legs = route.legs.len();
                (has_grown || tries.is_some()) && self.is_enough(mesh, tries, [wanted, enough], route)
            };
            if is_certain {
                self.is_whole = false;
                self.stretches = stretches;
                return self.is_sound;
            }
            if self.portals.len() >= next_try.saturating_add(held_back) {
                next_try = 2 * self.portals.len();
            }
        }
        if let Some(start) = section {
            // Step 3.
            if !to.is_narrow {
                mesh.portals_to(OnAxis { cell: to.cell, t: to.t }, to.position.at, wanted, &mut self.around);
                for k in 0..self.around.len() {
                    cross_over(mesh, &mut self.portals, self.around[k]);
                }
            }
            self.pull(mesh, start, to.position.at, wanted, route);
        }
        self.stretches = stretches;
        self.is_sound
    }

    /// Step 1: goes through a cell that may be narrow somewhere. Takes where the wide section began, if there is one, and returns the
    /// same for the end of the cell.
    fn cross_cell(
        &mut self,
        mesh: &Mesh,
        stretch: &Stretch,
        section: Option<Point>,
        wanted: f64,
        route: &mut Route,
    ) -> Option<Point> {
        let arc = mesh.arc_along(stretch.flank);
        let arc = Arc { start: arc.point(stretch.part[0]), end: arc.point(stretch.part[1]), ..arc };
        let (narrowest, least) = arc.min_clearance();
        let quad = Some(Portal::AtEnd(stretch.flank).ends(mesh));
        if least >= wanted {
            if section.is_none() {
                self.home = quad;
            }
            return section.or(Some(arc.start));
        }
        let leave =
            if arc.clearance(0.0) > wanted { with_clearance(&arc, wanted, [narrowest, 0.0]) } else { 0.0 };
        let enter =
            if arc.clearance(1.0) > wanted { with_clearance(&arc, wanted, [narrowest, 1.0]) } else { 1.0 };
        let narrow = Arc { start: arc.point(leave), end: arc.point(enter), ..arc };
        if let Some(start) = section.or((leave > 0.0).then_some(arc.start)) {
            if section.is_none() {
                self.home = quad;
            }
            self.pull(mesh, start, narrow.start, wanted, route);
        }
        self.home = quad;
        if narrow.start != narrow.end {
            route.legs.push(Leg::Axis(narrow));
        }
        self.portals.clear();
        (enter < 1.0).then_some(narrow.end)
    }

    /// Step 4: whether enough of the route is certain; in the section that begins at a place, by its first portals, if it is tried there. Then it
    /// is added.
    fn is_enough(
        &mut self,
        mesh: &Mesh,
        section: Option<(Point, usize)>,
        [wanted, enough]: [f64; 2],
        route: &mut Route,
    ) -> bool {
        let done = route.length();
        if done >= enough {
            return true;
        }
        let Some((start, portals)) = section else { return false };
        self.thread(mesh, start, portals, wanted);
        let is_enough = done + self.funnel.certain() >= enough;
        if is_enough {
            self.is_sound &= self.funnel.stop(wanted, route);
        }
        is_enough
    }

    /// Step 2: from one place through the portals to another.
    fn pull(&mut self, mesh: &Mesh, from: Point, to: Point, wanted: f64, route: &mut Route) {
        self.thread(mesh, from, self.portals.len(), wanted);
        let quad = self.portals.last().map_or(self.home, |last| last.quad_beyond(mesh));
        self.is_sound &= self.funnel.finish(to, quad.as_ref(), wanted, route);
        self.portals.clear();
    }

    /// From one place through the first portals.
    fn thread(&mut self, mesh: &Mesh, from: Point, count: usize, wanted: f64) {
        self.funnel.begin(from);
        for portal in &self.portals[..count] {
            let ends = portal.ends(mesh);
            // Between walls there is nothing to bend around.
            if ends.iter().any(|end| !end.obstacle.is_wall()) {
                self.funnel.add(&ends, wanted);
            }
        }
    }
}

/// Where on an arc the clearance is as wanted, between its narrowest place and an end that is wider.
pub(crate) fn with_clearance(arc: &Arc, wanted: f64, [narrowest, end]: [f64; 2]) -> f64 {
    let found = arc.with_clearance(wanted).unwrap_or([narrowest; 2]);
    if end < narrowest { found[0].clamp(end, narrowest) } else { found[1].clamp(narrowest, end) }
}
