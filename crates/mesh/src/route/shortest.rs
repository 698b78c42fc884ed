//! The shortest of all routes for a disc, around whatever obstacles.
//!
//! Idea. A taut route is made of straight lines and of turns around corners. Search for it as one looks around: from the start into all
//! directions through the portals of the mesh, and where a corner hides something, from that corner again.
//!
//! The center of the disc moves in the space that is at least its radius away from obstacles. That space falls into pieces ([`portal`]): at
//! each joint the chord between its nearest obstacle points is moved towards the joint by the radius; between two such portals is the piece of a
//! cell, with an obstacle on each side, and between the portals of a vertex is a convex polygon. Corners are circles here, walls are lines.
//! A *root* is a place, or a corner with the side on which it is passed. A *fan* is what one root sees of one portal: everything between its
//! left and its right [`bound`]. Lines from a root are tangents of its circle.
//!
//! 1. Find the pieces of the start and the goal ([`place`]). Cross the piece of the start with the fans of the start.
//! 2. Cross the piece of a cell: see [`cross`]. A fan that arrives at a bending point goes on at once.
//! 3. A fan that arrives at a vertex waits in a queue, unless there is just one way on. It is worth the length of the shortest line from its
//!    start through the fan, and on to the goal over whatever is in the way.
//! 4. Take the best fan. Its ways on are the other portals of the vertex, as far as they are between its bounds. Go to step 2.
//! 5. In the piece of the goal: if it is seen, that is a way to it. The search ends when no fan is worth more.
//!
//! Invariant: each place of a portal between the bounds of a fan is seen by its root, and each taut way is in a fan.
//! Roots that cannot be on a shortest way are dropped ([`root`]).
//! Dead ends of the medial axis that do not have the goal are not entered: no shortest way turns back there.
//! Cost: as many fans as there are portals of vertices in sight of corners near the route; in the worst case quadratic in the number of corners.
//!
//! Layers: what is done is done with ids of flanks and with angles that are not wrapped, so a surface that overlaps itself needs no care. The
//! worth of a fan is the least length of a line from the root to a place of the portal and from there straight to the goal, seen from
//! above. On no surface a way from that place is shorter than seen from above, so it is never too large.
//! Degenerate: a disc of no radius has a tiny one ([`POINT`]), so that corners have two sides, and obstacles that touch are closed.
//! After: Cui, Harabor and Grastien, Compromise-free pathfinding on a navigation mesh, IJCAI 2017 (Polyanya). Differs: discs of any radius instead
//! of points, on one mesh for all of them; roots are circles, so a corner hides only where its circle touches.

mod bound;
mod cross;
mod dead_end;
mod narrow;
mod place;
mod portal;
mod root;
mod sight;
#[cfg(test)]
mod tests;
mod trace;
mod worth;

use crate::id::{EdgeId, FlankId};
use crate::mesh::Mesh;
use crate::plane::{Point, distance};
use crate::route::approach::Approach;
use crate::route::leg::Leg;
use crate::route::network::Network;
use crate::route::queue::Queue;
use crate::route::request::{POINT, SLACK};
use crate::route::route::Route;

use bound::{Bound, LEFT, NOBODY, RIGHT};
use narrow::Walker;
use place::{Piece, Place};
use portal::{Portal, Space};
use root::Root;

/// Marks walkers in the queue.
const WALKER: u32 = 1 << 31;

/// A turn in the wrong direction by less than this is none.
const STRAIGHT: f64 = 1e-7;

/// Memory of searches for shortest routes; reused, so that repeated searches allocate nothing.
#[derive(Debug, Default)]
pub(crate) struct Shortest {
    roots: Vec<Root>,
    fans: Vec<Fan>,
    /// By worth.
    queue: Queue,
    /// Fans that have yet to cross a cell.
    crossing: Vec<Crossing>,
    /// For each flank and side, the root with the shortest way to the arc that begins with the flank, and in which search.
    arrivals: Vec<[(u32, u32); 2]>,
    /// The edges of dead ends through which one gets to the goal.
    inward: Vec<EdgeId>,
    /// Those who walk through narrow places, and for each flank the shortest way to it and in which search.
    walkers: Vec<Walker>,
    walked: Vec<(u32, f64)>,
    /// The number of this search.
    search: u32,
    /// Ways that are not shorter are of no interest.
    limit: f64,
    /// The shortest way to the goal so far.
    found: Option<Found>,
    /// Its pieces from the goal back to the start, and its roots there with how far it turns around them.
    way: Vec<(Root, f64)>,
    legs: Vec<Leg>,
}

/// What a root sees of a portal.
#[derive(Clone, Copy, Debug)]
struct Fan {
    root: u32,
    /// At whose end the portal is.
    flank: FlankId,
    left: Bound,
    right: Bound,
    portal: Portal,
    /// A direction from the root, and how far it has turned there from the direction in which it was reached. All directions of the fan
    /// are less than half a turn away from this one.
    direction: Point,
    turned: f64,
}

/// A fan that has yet to cross the cell of its flank.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    fan: Fan,
    /// Whether the goal is there, and whether one gets to the far portal.
    has_goal: bool,
    passes: bool,
}

/// A way to the goal.
#[derive(Clone, Copy, Debug)]
struct Found {
    cost: f64,
    end: End,
}

/// Who has come to the goal.
#[derive(Clone, Copy, Debug)]
enum End {
    /// A root sees it, and turns so far for it.
    Root { index: u32, turned: f64 },
    /// A walker, up to a place on the arc.
    Walker { index: u32, t: f64 },
}

/// What is asked for.
#[derive(Clone, Copy)]
struct Ask<'a> {
    space: Space<'a>,
    network: Option<&'a Network>,
    goal: Place,
    /// Where the goal is on the medial axis.
    end: &'a Approach,
    /// Whether places that are narrower than the distance to keep can be walked through, and the clearance that the disc needs there. \[m\]
    squeezes: bool,
    room: f64,
}

impl Shortest {
    /// Appends the legs of the shortest way between two approaches to a route; false if there is none that is shorter than a limit, which may be
    /// infinite. \[m\]
    ///
    /// It keeps the distance radius + clearance from obstacles wherever there is room for that, and else follows the medial axis ([`narrow`]).
    pub(crate) fn plan(
        &mut self,
        mesh: &Mesh,
        [from, to]: [&Approach; 2],
        radius: f64,
        clearance: f64,
        limit: f64,
        route: &mut Route,
    ) -> bool {
        let room = (radius - SLACK).max(0.0);
        let wanted = room + clearance;
        let space = Space { mesh, radius: wanted.max(POINT) };
        let (network, goal) = (mesh.network_at_hand(), space.place(to));
        let ask = Ask { space, network, goal, end: to, squeezes: clearance > 0.0, room };
        self.begin(mesh);
        self.limit = limit;
        self.find_dead_ends(ask);
        if from.is_narrow {
            self.start_narrow(ask, from);
        } else {
            self.start(ask, &space.place(from));
        }
        while let Some((worth, index)) = self.queue.pop() {
            if self.best() <= worth {
                break;
            }
            if index & WALKER != 0 {
                self.walk(ask, index & !WALKER);
                self.run(ask);
                continue;
            }
            let fan = self.fans[index as usize];
            if self.is_useless(ask, fan.root) {
                continue;
            }
            // Step 4.
            self.fan_out(ask, &fan);
            self.run(ask);
        }
        let Some(found) = self.found else { return false };
        self.trace(mesh, wanted, &found, [from.position.at, to.position.at], route);
        true
    }

    fn begin(&mut self, mesh: &Mesh) {
        self.roots.clear();
        self.fans.clear();
        self.queue.clear();
        self.crossing.clear();
        self.walkers.clear();
        self.found = None;
        self.search = self.search.wrapping_add(1);
        if self.arrivals.len() != mesh.flanks.len() || self.search == 0 {
            self.search = 1;
            self.arrivals.clear();
            self.arrivals.resize(mesh.flanks.len(), [(0, 0); 2]);
            self.walked.clear();
            self.walked.resize(mesh.flanks.len(), (0, 0.0));
        }
    }

    /// Step 1.
    fn start(&mut self, ask: Ask<'_>, start: &Place) {
        let root = Root { at: start.at, ..Root::default() };
        self.roots.push(root);
        let nowhere = Portal { left: start.at, right: start.at };
        let fan = |flank| Fan {
            root: 0,
            flank,
            left: Bound::Open,
            right: Bound::Open,
            portal: nowhere,
            direction: [0.0; 2],
            turned: 0.0,
        };
        match start.piece {
            Piece::Vertex(j) => {
                if matches!(ask.goal.piece, Piece::Vertex(goal) if goal == j) {
                    self.see_goal(ask, &fan(FlankId(0)), [NOBODY; 2]);
                }
                for o in ask.space.mesh.around(j) {
                    self.go_on(ask, fan(o));
                }
                self.run(ask);
            }
            Piece::Cell { cell, start, end } => {
                let is_near = matches!(ask.goal.piece, Piece::Cell { cell: other, start: s, end: e }
                    if other == cell && (s && start || e && end || !(s || e || start || end)));
                for (f, passes) in [(cell.left(), end), (cell.right(), start)] {
                    self.crossing.push(Crossing { fan: fan(f), has_goal: is_near, passes });
                    self.run(ask);
                }
            }
        }
    }

    /// Step 2: all that is about to cross a cell.
    fn run(&mut self, ask: Ask<'_>) {
        while let Some(crossing) = self.crossing.pop() {
            self.cross(ask, &crossing);
        }
    }

    /// Steps 2 and 3: a fan at the end of its flank.
    fn arrive(&mut self, ask: Ask<'_>, fan: &Fan) {
        let back = fan.flank.twin();
        if ask.space.mesh.flank(fan.flank).next == back {
            return;
        }
        if let Piece::Vertex(goal) = ask.goal.piece
            && ask.space.mesh.flank(back).start == goal
        {
            self.see_goal(ask, fan, [NOBODY; 2]);
        }
        let mut ways = ask.space.ways(fan.flank).filter(|&o| self.is_way(ask, o));
        let Some(_) = ways.next() else { return };
        if ways.next().is_none() {
            drop(ways);
            self.fan_out(ask, fan);
            return;
        }
        drop(ways);
        let worth = self.worth(ask, fan);
        if self.best() <= worth {
            return;
        }
        self.queue.push(worth, self.fans.len() as u32);
        self.fans.push(*fan);
    }

    /// A way must be shorter than this to be of interest.
    #[inline]
    fn best(&self) -> f64 {
        self.found.map_or(self.limit, |found| found.cost)
    }

    /// Step 4: from a portal of a vertex to its others.
    fn fan_out(&mut self, ask: Ask<'_>, fan: &Fan) {
        let space = ask.space;
        let back = fan.flank.twin();
        let j = space.mesh.flank(back).start;
        let mut left = (fan.portal.left, Some(fan.left));
        for o in space.ways(fan.flank) {
            let is_last = space.mesh.flank(o.twin()).next == back;
            let right =
                if is_last { fan.portal.right } else { space.end(space.mesh.flank(o.twin()).obstacle, j) };
            if !fan.left.excludes(LEFT, right) && !fan.right.excludes(RIGHT, left.0) && self.is_way(ask, o) {
                let bounds = (
                    left.1.or_else(|| fan.left.on(LEFT, left.0, right, false)),
                    if is_last { Some(fan.right) } else { fan.right.on(RIGHT, right, left.0, false) },
                );
                if let (Some(left), Some(right)) = bounds {
                    self.go_on(ask, Fan { flank: o, left, right, ..*fan });
                }
            }
            left = (right, None);
        }
    }

    /// A fan goes on into the cell of its flank.
    #[inline]
    fn go_on(&mut self, ask: Ask<'_>, fan: Fan) {
        let (has_goal, passes) = (ask.goal.is_reached_by(fan.flank), ask.space.passes(fan.flank.cell()));
        if (has_goal || passes || ask.squeezes) && !self.roots[fan.root as usize].is_back_at(fan.flank) {
            self.crossing.push(Crossing { fan, has_goal, passes });
        }
    }

    /// Whether a better way to the arc of a root has been found.
    fn is_useless(&self, ask: Ask<'_>, index: u32) -> bool {
        let root = &self.roots[index as usize];
        let Some(arc) = root.arc else { return false };
        let (search, best) = self.arrivals[arc.index()][usize::from(root.side < 0.0)];
        search == self.search && best != index && ask.space.is_beaten(root, &self.roots[best as usize])
    }

    /// Adds a root; `None` if it is useless.
    fn add_root(&mut self, ask: Ask<'_>, root: Root) -> Option<u32> {
        if root.cost + distance(root.at, ask.goal.at) - ask.space.radius >= self.best() {
            return None;
        }
        let index = self.roots.len() as u32;
        // In a cell where the disc is stuck the circle has two parts; it is that of the start or the goal, so there are few such roots.
        if !ask.space.passes(root.flank.cell()) {
            self.roots.push(root);
            return Some(index);
        }
        let arc = ask.space.arc_of(root.flank);
        let root = Root { arc: Some(arc), ..root };
        let best = &mut self.arrivals[arc.index()][usize::from(root.side < 0.0)];
        if best.0 != self.search {
            *best = (self.search, index);
        } else {
            let other = &self.roots[best.1 as usize];
            if ask.space.is_beaten(&root, other) {
                return None;
            }
            if root.cost < other.cost {
                best.1 = index;
            }
        }
        self.roots.push(root);
        Some(index)
    }
}
