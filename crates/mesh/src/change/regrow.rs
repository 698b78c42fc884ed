//! The forest of the widest ways of a mesh that changes, at the cost of what changed and of the smaller side where it must be searched.
//!
//! Idea. An edge that comes closes a ring in the forest, and the weakest edge of the ring is out. Where an edge went there may be another
//! one, out so far, that now joins what is left of its tree. Such an edge was weaker than every edge of the ring that it closed; so it is weaker than
//! the lost one, and from a place of the loss it is reached over edges that are stronger than itself. If what is new joins both sides
//! at least as strongly as the lost edge did, there is nothing to look for; and if not, nothing beyond edges that are as weak as that.
//!
//! 1. Take lost edges out of the forest. Their ends are torn off from each other; climb from each towards its root, up to where another climb
//!    has been: this shows how they still hang together. Likewise from the ends of new edges ([`super::survey`]).
//! 2. Put in new edges, strongest first. Where one joins two trees, the way to the root of one of them is turned round. Else the ways from both of its ends
//!    up to where they meet are the ring.
//! 3. Go through the lost edges and the links of step 1, strongest first, and unite the vertices at their ends to groups: these hung together
//!    that strongly before the update. For each pair of torn vertices of two groups that become one, if they are of one component: find out
//!    whether they are joined as strongly now. Then one of them stands for both from now on; else search, and both remain.
//! 4. Search from both in turns. Each search has a set of vertices and looks at the strongest edge that leads out of it, over and over.
//!    All these edges belong into the forest (Prim): put in those that are not there. Stop if the two sets meet, if the two
//!    vertices are joined strongly enough, or if one of the searches comes to edges that are no stronger than the weakest between the two.
//!
//! Invariant: after the update it is the maximum spanning forest of all edges ([`Forest::check`]). An edge f that belongs in and is not there was
//! out before, so its ring had lost edges, and all of the ring was stronger than f. On both sides of f there is a torn vertex on the ring that is reached
//! over stronger edges. These two have become one group before, and are joined by nothing stronger than f: so those who stand for
//! them have been searched from, and whichever search went on that far has found f.
//! Cost: the climb from the update to the root of its tree, and the ways up from the ends of new edges to where they meet; and for each pair of
//! vertices that is not joined strongly enough the smaller of the two sets, times its logarithm for the queue.
//! Degenerate: vertices that are gone have lost all of their edges, so nothing is linked to them any more; groups go on without them.
//! Source: R. C. Prim, Shortest connection networks and some generalizations, 1957, for the searches.

use std::collections::BinaryHeap;

use super::search::Sets;
use super::survey::{Survey, Tie};
use super::ties::NONE;
use crate::id::{CellId, EdgeId, JointId};
use crate::mesh::Mesh;
use crate::route::{Forest, Strength, Up};

/// Working memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Regrowth {
    survey: Survey,
    /// By joint: in which climb it was met last, and from which side.
    climbed: Vec<u32>,
    climbs: u32,
    /// The ways upwards from two joints, up to where they meet.
    ways: [Vec<JointId>; 2],
    /// By joint: in which search it was found last, and from which side.
    found: Vec<u32>,
    searches: u32,
    /// The edges that lead out of what was found, with their far ends.
    queues: [BinaryHeap<(Strength, JointId)>; 2],
    sets: Sets,
    delegates: Vec<Delegate>,
    /// By place of the survey: the first of the delegates of the group that is named by it.
    groups: Vec<u32>,
}

/// A torn vertex. It stands for all those to which it is joined at least as strongly as they were before.
#[derive(Clone, Copy, Debug)]
struct Delegate {
    vertex: JointId,
    component: u32,
    /// All edges are found that lead out of what is joined to it more strongly than this.
    searched: Strength,
    /// The next one of its group.
    next: u32,
}

/// One update.
struct Regrowing<'a> {
    mesh: &'a Mesh,
    forest: &'a mut Forest,
    memory: &'a mut Regrowth,
}

impl Regrowth {
    /// Brings a forest up to date with a mesh that lost some edges and got others.
    pub(super) fn regrow(&mut self, forest: &mut Forest, mesh: &Mesh, lost: &[EdgeId], new: &[EdgeId]) {
        forest.grow(mesh);
        // Of memory that is all zero only the pages that are written to cost anything.
        let num_joints = mesh.joints.len();
        (self.climbed, self.found) = (vec![0; num_joints], vec![0; num_joints]);
        (self.climbs, self.searches) = (0, 0);
        // Step 1.
        let mut survey = std::mem::take(&mut self.survey);
        survey.make(forest, mesh, lost, new);
        // Step 2.
        let mut regrowing = Regrowing { mesh, forest, memory: self };
        regrowing.put_in_all(&mut survey);
        // Step 3.
        if !survey.torn.is_empty() {
            regrowing.replace(&survey);
        }
        self.survey = survey;
    }

    fn mark(&self, side: usize) -> u32 {
        2 * self.searches + side as u32
    }
}

impl Regrowing<'_> {
    /// Step 2.
    fn put_in_all(&mut self, survey: &mut Survey) {
        for k in 0..survey.new.len() {
            let (strength, places) = survey.new[k];
            match survey.unite(places) {
                None => self.put_in(strength),
                Some(side) => {
                    let ends = self.mesh.ends_of_edge(strength.edge());
                    let way = &mut self.memory.ways[side];
                    way.clear();
                    let mut j = ends[side];
                    while j.0 != NONE {
                        way.push(j);
                        j = self.forest.up(j).parent;
                    }
                    self.forest.turn(way, Up { parent: ends[1 - side], strength });
                }
            }
        }
    }

    /// Puts an edge in, unless it is the weakest of a ring; if another one is, that is out.
    fn put_in(&mut self, strength: Strength) {
        let ends = self.mesh.ends_of_edge(strength.edge());
        let meet = self.climb(ends);
        let ways = &self.memory.ways;
        let (side, last) = if meet {
            let of_side = |side: usize| {
                let links = ways[side].iter().map(|&j| self.forest.up(j).strength);
                links.enumerate().map(move |(last, strength)| (strength, side, last))
            };
            // An edge that ends where it starts is a ring of its own.
            match of_side(0).chain(of_side(1)).min() {
                Some((weakest, side, last)) if weakest < strength => (side, last),
                _ => return,
            }
        } else {
            let side = usize::from(ways[1].len() < ways[0].len());
            (side, ways[side].len() - 1)
        };
        self.forest.turn(&ways[side][..=last], Up { parent: ends[1 - side], strength });
    }

    /// Climbs from two joints in turns, until the ways meet. Keeps the joints below the meeting, or all of them if the ways do not meet.
    fn climb(&mut self, ends: [JointId; 2]) -> bool {
        let Regrowth { climbed, climbs, ways, .. } = &mut *self.memory;
        *climbs += 1;
        let mark = |side: usize| 2 * *climbs + side as u32;
        ways.iter_mut().for_each(Vec::clear);
        let mut at = ends;
        while at.iter().any(|j| j.0 != NONE) {
            for side in [0, 1] {
                let j = at[side];
                if j.0 == NONE {
                    continue;
                }
                if climbed[j.index()] == mark(1 - side) {
                    let other = &mut ways[1 - side];
                    let meeting = other.iter().rposition(|&other| other == j).unwrap_or(other.len());
                    other.truncate(meeting);
                    return true;
                }
                climbed[j.index()] = mark(side);
                ways[side].push(j);
                at[side] = self.forest.up(j).parent;
            }
        }
        false
    }

    /// Steps 3 and 4.
    fn replace(&mut self, survey: &Survey) {
        self.memory.sets.begin(survey.num_places());
        self.memory.delegates.clear();
        self.memory.groups.clear();
        self.memory.groups.resize(survey.num_places(), NONE);
        for &place in &survey.torn {
            let joint = self.mesh.joint(survey.joint(place));
            // An edge in the forest has two ends, and of one vertex several edges may be lost.
            if joint.is_dead() || self.memory.groups[place as usize] != NONE {
                continue;
            }
            let edge = self.mesh.cells[joint.flank.cell().index()].edge;
            self.memory.groups[place as usize] = self.memory.delegates.len() as u32;
            self.memory.delegates.push(Delegate {
                vertex: survey.joint(place),
                component: self.mesh.edges[edge.index()].component,
                searched: Strength::MOST,
                next: NONE,
            });
        }
        for &(strength, places) in &survey.ties {
            self.unite((strength, places));
        }
    }

    /// Two groups become one. Those who stand for the second one do so in future only if nobody of the first is joined to them strongly.
    fn unite(&mut self, (strength, places): Tie) {
        let [one, two] = places.map(|place| self.memory.sets.root(place));
        self.memory.sets.unite(one, two);
        let [own, mut rest] = [one, two].map(|group| self.memory.groups[group as usize]);
        let mut group = own;
        while rest != NONE {
            let (delegate, mut other, mut joined) = (rest, own, false);
            rest = self.memory.delegates[delegate as usize].next;
            while other != NONE && !joined {
                joined = self.join([other, delegate], strength);
                other = self.memory.delegates[other as usize].next;
            }
            if !joined {
                self.memory.delegates[delegate as usize].next = group;
                group = delegate;
            }
        }
        self.memory.groups[one.min(two) as usize] = group;
    }

    /// Finds the edges that join two vertices, if they are less strong than what was between them. Returns whether they are joined that strongly now.
    fn join(&mut self, pair: [u32; 2], before: Strength) -> bool {
        let delegates = pair.map(|k| self.memory.delegates[k as usize]);
        if delegates[0].component != delegates[1].component {
            return false;
        }
        let ends = delegates.map(|delegate| delegate.vertex);
        let mut weakest = self.weakest_between(ends);
        if weakest >= Some(before) {
            return true;
        }
        if delegates.iter().any(|delegate| weakest >= Some(delegate.searched)) {
            return false;
        }
        // Step 4.
        self.memory.searches += 1;
        self.memory.queues.iter_mut().for_each(BinaryHeap::clear);
        for side in [0, 1] {
            self.find(ends[side], side, weakest);
        }
        loop {
            for side in [0, 1] {
                let next = self.memory.queues[side].pop();
                let next = next.filter(|&(strength, _)| Some(strength) > weakest);
                let Some((strength, far)) = next else {
                    let searched = &mut self.memory.delegates[pair[side] as usize].searched;
                    *searched = weakest.unwrap_or(*searched);
                    return false;
                };
                let [own, others] = [side, 1 - side].map(|side| self.memory.mark(side));
                let found = self.memory.found[far.index()];
                if found == own {
                    continue;
                }
                if !self.forest.has(strength.edge()) {
                    self.put_in(strength);
                    weakest = self.weakest_between(ends);
                }
                if weakest >= Some(before) {
                    return true;
                }
                if found == others {
                    return false;
                }
                self.find(far, side, weakest);
            }
        }
    }

    /// Adds a vertex to what a search has found.
    fn find(&mut self, j: JointId, side: usize, weakest: Option<Strength>) {
        self.memory.found[j.index()] = self.memory.mark(side);
        for f in self.mesh.around(j) {
            let id = self.mesh.cells[f.cell().index()].edge;
            let edge = &self.mesh.edges[id.index()];
            let strength = Strength::new(edge.min_clearance, id);
            if Some(strength) > weakest {
                let last = CellId(edge.first_cell.0 + edge.num_cells - 1);
                let far = if f == edge.first_cell.left() { last.right() } else { edge.first_cell.left() };
                self.memory.queues[side].push((strength, self.mesh.flank(far).start));
            }
        }
    }

    fn weakest_between(&mut self, ends: [JointId; 2]) -> Option<Strength> {
        if !self.climb(ends) {
            return None;
        }
        let links = self.memory.ways.iter().flatten().map(|&j| self.forest.up(j).strength);
        Some(links.min().unwrap_or(Strength::MOST))
    }
}
