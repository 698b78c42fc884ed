//! Through places that are narrower than the distance to keep: along the medial axis.
//!
//! With a preferred clearance the search keeps more distance than the disc needs. Where there is less room, a route gives up that distance and
//! follows the medial axis, as far from the obstacles as can be, until there is room again.
//!
//! 1. A fan that enters a cell which is too narrow somewhere looks at the place of the arc where the distance can just be kept: if that is in
//!    sight, a walker starts there.
//! 2. Walkers wait in the queue with the fans. A walker follows its arc to the end, and others go on from there, if there is room for the disc.
//!    Of those that come to the same flank the one with the shortest way goes on.
//! 3. Where the distance can be kept again, the place is a new root.
//! 4. A goal in such a narrow place is reached by walkers only, and a start there is where they begin.
//!
//! After: Wein, van den Berg and Halperin, The visibility-Voronoi complex, 2007. Differs: nothing is made in advance for one distance.

use throng_voronoi::Arc;

use crate::id::FlankId;
use crate::plane::distance;
use crate::route::approach::Approach;
use crate::route::short::with_clearance;
use crate::route::shortest::bound::{Bound, NOBODY};
use crate::route::shortest::portal::Portal;
use crate::route::shortest::root::Root;
use crate::route::shortest::{Ask, Crossing, End, Fan, Found, Shortest, WALKER};

/// One who walks along the medial axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walker {
    /// The direction along the arc, and the part of the arc that was walked.
    pub(super) flank: FlankId,
    pub(super) part: [f64; 2],
    /// Length of the way to where this one starts. \[m\]
    pub(super) cost: f64,
    /// The walker before; [`NOBODY`] if there is none.
    pub(super) before: u32,
    /// The root that saw where it starts, and how far it turned for that; [`NOBODY`] if there is none.
    pub(super) root: u32,
    pub(super) turned: f64,
}

/// Places where the distance can just be kept have this much more. \[m\] A place on two circles would lose its tangents by rounding.
const OFF: f64 = 1e-8;

impl Shortest {
    /// Step 1: a fan in a cell, in the direction of its flank, that is too narrow.
    pub(super) fn see_narrow(&mut self, ask: Ask<'_>, fan: &Fan, beside: [u32; 2]) {
        let arc = ask.space.mesh.arc_along(fan.flank);
        let narrowest = arc.min_clearance().0;
        let t = with_clearance(&arc, ask.space.radius + OFF, [narrowest, 0.0]);
        if let Some((turned, cost)) = self.sight(ask, fan, beside, arc.point(t)) {
            let walker =
                Walker { flank: fan.flank, part: [t, t], cost, before: NOBODY, root: fan.root, turned };
            self.add_walker(ask, walker);
        }
    }

    /// Step 4: walkers start in both directions.
    pub(super) fn start_narrow(&mut self, ask: Ask<'_>, start: &Approach) {
        for flank in [start.cell.left(), start.cell.right()] {
            let t = start.on_arc_along(flank);
            let walker = Walker { flank, part: [t, t], cost: 0.0, before: NOBODY, root: NOBODY, turned: 0.0 };
            self.add_walker(ask, walker);
        }
    }

    fn add_walker(&mut self, ask: Ask<'_>, walker: Walker) {
        let best = &mut self.walked[walker.flank.index()];
        if best.0 == self.search && best.1 <= walker.cost {
            return;
        }
        *best = (self.search, walker.cost);
        let at = ask.space.mesh.arc_along(walker.flank).point(walker.part[0]);
        let worth = walker.cost + distance(at, ask.goal.at);
        if self.best() <= worth {
            return;
        }
        self.queue.push(worth, WALKER | self.walkers.len() as u32);
        self.walkers.push(walker);
    }

    /// Steps 2 to 4.
    pub(super) fn walk(&mut self, ask: Ask<'_>, index: u32) {
        let mesh = ask.space.mesh;
        let Walker { flank: f, part: [t, _], cost, .. } = self.walkers[index as usize];
        let best = self.walked[f.index()];
        if best.0 == self.search && best.1 < cost {
            return;
        }
        let arc = mesh.arc_along(f);
        if ask.end.is_narrow && ask.end.cell == f.cell() {
            self.walk_to_goal(ask, index, &arc);
        }
        let rest = Arc { start: arc.point(t), ..arc };
        let (narrowest, least) = rest.min_clearance();
        if least < ask.room {
            return;
        }
        let wide = ask.space.radius + OFF;
        let is_wide = rest.clearance(1.0) > wide;
        let part = if is_wide { with_clearance(&rest, wide, [narrowest, 1.0]) } else { 1.0 };
        let walked = Arc { end: rest.point(part), ..rest };
        let cost = cost + walked.length();
        self.walkers[index as usize].part[1] = t + part * (1.0 - t);
        if is_wide {
            // Step 3.
            let root = Root { at: walked.end, cost, walker: index, ..Root::default() };
            let fan = Fan {
                root: self.roots.len() as u32,
                flank: f,
                left: Bound::Open,
                right: Bound::Open,
                portal: Portal { left: root.at, right: root.at },
                direction: [0.0; 2],
                turned: 0.0,
            };
            self.roots.push(root);
            let has_goal = ask.goal.is_reached_by(f.twin());
            self.crossing.push(Crossing { fan, has_goal, passes: true });
            return;
        }
        let mut o = mesh.flank(f).next;
        while o != f.twin() {
            // An edge may be too narrow for the disc elsewhere.
            let [this, next] = [f, o].map(|f| mesh.cells[f.cell().index()].edge);
            if this == next || self.is_way(ask, o) {
                let walker =
                    Walker { flank: o, part: [0.0; 2], cost, before: index, root: NOBODY, turned: 0.0 };
                self.add_walker(ask, walker);
            }
            o = mesh.flank(o.twin()).next;
        }
    }

    /// Step 4.
    fn walk_to_goal(&mut self, ask: Ask<'_>, index: u32, arc: &Arc) {
        let Walker { flank, part: [t, _], cost, .. } = self.walkers[index as usize];
        let goal = ask.end.on_arc_along(flank);
        if goal < t {
            return;
        }
        let walked = Arc { start: arc.point(t), end: arc.point(goal), ..*arc };
        let cost = cost + walked.length();
        if walked.min_clearance().1 >= ask.room && cost < self.best() {
            self.found = Some(Found { cost, end: End::Walker { index, t: goal } });
        }
    }
}

impl Approach {
    /// Where its retraction is on the arc in the direction of a flank of its cell.
    fn on_arc_along(&self, f: FlankId) -> f64 {
        if f == self.cell.left() { self.t } else { 1.0 - self.t }
    }
}
