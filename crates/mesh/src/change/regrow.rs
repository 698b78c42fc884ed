//! The forest of the widest ways of a mesh that changes, at the cost of what changed and of the smaller side where it must be searched.
//!
//! Idea. An edge that comes closes a ring in the forest, and the weakest edge of the ring is out. Where an edge went there may be another
//! one, out so far, that now joins what is left of its tree. Such an edge was weaker than every edge of the ring that it closed; so it is weaker than
//! the lost one, and from a place of the loss it is reached over edges that are stronger than itself. If what is new joins both sides
//! at least as strongly as the lost edge did, there is nothing to look for; and if not, nothing beyond edges that are as weak as that.
//!
//! 1. Take lost edges out of the forest. Their ends are torn off from each other; climb from each towards its root, up to where another climb
//!    has been: this shows how they still hang together.
//! 2. Put in new edges, strongest first: the ways from both ends up to where they meet are the ring. If they do not meet, two
//!    trees become one, and the shorter of the ways is turned round.
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

use super::mend::Mending;
use super::search::Sets;
use crate::id::{CellId, EdgeId, JointId};
use crate::mesh::Mesh;
use crate::route::{Forest, Strength, Up};

/// Working memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Regrowth {
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
}

/// An edge with its ends, which it tied together before the update.
type Tie = (Strength, [JointId; 2]);

/// A vertex where an edge was lost. It stands for all those to which it is joined at least as strongly as they were before.
#[derive(Clone, Copy)]
struct Delegate {
    vertex: JointId,
    component: u32,
    /// All edges are found that lead out of what is joined to it more strongly than this.
    searched: Strength,
}

/// One update.
struct Regrowing<'a> {
    mesh: &'a Mesh,
    forest: &'a mut Forest,
    memory: &'a mut Regrowth,
}

impl Mending<'_> {
    /// Brings the forest of the widest ways up to date.
    pub(super) fn regrow(&mut self) {
        if let Some(mut forest) = self.mesh.prepared.forest.take() {
            let scratch = &mut *self.scratch;
            scratch.regrowth.regrow(&mut forest, self.mesh, &scratch.dead_edges, &scratch.new_edges);
            self.mesh.prepared.forest = Some(forest);
        }
    }
}

impl Regrowth {
    /// Brings a forest up to date with a mesh that lost some edges and got others.
    fn regrow(&mut self, forest: &mut Forest, mesh: &Mesh, lost: &[EdgeId], new: &[EdgeId]) {
        forest.grow(mesh);
        for (marks, count) in [(&mut self.climbed, &mut self.climbs), (&mut self.found, &mut self.searches)] {
            // One update never takes as many as are left then.
            if *count > u32::MAX / 4 {
                (*count, *marks) = (0, Vec::new());
            }
            marks.resize(mesh.joints.len(), 0);
        }
        // Step 1.
        let mut ties: Vec<Tie> = lost.iter().filter_map(|&e| forest.cut(e)).collect();
        let mut torn: Vec<JointId> = ties.iter().flat_map(|(_, ends)| *ends).collect();
        torn.sort_unstable();
        torn.dedup();
        ties.append(&mut self.links_between(forest, &torn));
        // Step 2.
        let mut new: Vec<Strength> = new.iter().map(|&e| Strength::of(mesh, e)).collect();
        new.sort_unstable_by(|a, b| b.cmp(a));
        let mut regrowing = Regrowing { mesh, forest, memory: self };
        for strength in new {
            regrowing.put_in(strength);
        }
        // Step 3.
        ties.sort_unstable_by(|a, b| b.cmp(a));
        regrowing.replace(&ties, &torn);
    }

    /// Step 1: the links along which some vertices hang together.
    fn links_between(&mut self, forest: &Forest, torn: &[JointId]) -> Vec<Tie> {
        // All climbs, one after the other, and where each begins; then how many links of it, counted from there, are of interest.
        let mut met: Vec<JointId> = Vec::new();
        let mut climbs: Vec<[usize; 2]> = Vec::with_capacity(torn.len());
        let first_mark = 2 * (self.climbs + 1);
        for &vertex in torn {
            let begin = met.len();
            let mut j = vertex;
            let end = loop {
                let mark = self.climbed[j.index()];
                if mark >= first_mark {
                    // The links above that are of interest only as far as others meet them.
                    let place = (mark - first_mark) as usize;
                    let other = climbs.partition_point(|climb| climb[0] <= place) - 1;
                    climbs[other][1] = climbs[other][1].max(place);
                    break met.len();
                }
                self.climbed[j.index()] = first_mark + met.len() as u32;
                met.push(j);
                let up = forest.up(j);
                if up.is_root() {
                    break begin;
                }
                j = up.parent;
            };
            climbs.push([begin, end]);
        }
        self.climbs += 1 + met.len() as u32;
        let links = climbs.iter().flat_map(|&[begin, end]| &met[begin..end]);
        links.map(|&j| (forest.up(j).strength, [j, forest.up(j).parent])).collect()
    }
}

impl Regrowing<'_> {
    /// Puts an edge in, unless it is the weakest of a ring; if another one is, that is out.
    fn put_in(&mut self, strength: Strength) {
        let ends = self.mesh.ends_of_edge(strength.edge);
        if ends[0] == ends[1] {
            return;
        }
        let meet = self.climb(ends);
        let ways = &self.memory.ways;
        let (side, last) = if meet {
            let weakest = |side: usize| {
                let links = ways[side].iter().map(|&j| self.forest.up(j).strength);
                links.enumerate().min_by_key(|&(_, strength)| strength)
            };
            let of_side = |side: usize| weakest(side).map(|(last, weakest)| (weakest, side, last));
            let weakest = [0, 1].into_iter().filter_map(of_side).min();
            let (weakest, side, last) = weakest.expect("the ends of the edge are two");
            if strength < weakest {
                return;
            }
            (side, last)
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
        let mut at = ends.map(Some);
        while at != [None; 2] {
            for side in [0, 1] {
                let Some(j) = at[side] else { continue };
                if climbed[j.index()] == mark(1 - side) {
                    let other = &mut ways[1 - side];
                    let meeting = other.iter().rposition(|&other| other == j).unwrap_or(other.len());
                    other.truncate(meeting);
                    return true;
                }
                climbed[j.index()] = mark(side);
                ways[side].push(j);
                let up = self.forest.up(j);
                at[side] = (!up.is_root()).then_some(up.parent);
            }
        }
        false
    }

    /// Steps 3 and 4.
    fn replace(&mut self, ties: &[Tie], torn: &[JointId]) {
        let mut joints: Vec<JointId> = ties.iter().flat_map(|(_, ends)| *ends).collect();
        joints.sort_unstable();
        joints.dedup();
        let index_of = |j: JointId| joints.partition_point(|&other| other < j);
        let mut sets = Sets::default();
        sets.begin(joints.len());
        let mut groups: Vec<Vec<Delegate>> = vec![Vec::new(); joints.len()];
        for &j in torn {
            groups[index_of(j)].extend(self.delegate(j));
        }
        for &(strength, ends) in ties {
            let [one, two] = ends.map(|j| sets.root(index_of(j) as u32));
            sets.unite(one, two);
            let mut group = std::mem::take(&mut groups[one as usize]);
            let own = group.len();
            for mut delegate in std::mem::take(&mut groups[two as usize]) {
                let component = delegate.component;
                let same = group[..own].iter_mut().filter(|other| other.component == component);
                if !{ same }.any(|other| self.join([other, &mut delegate], strength)) {
                    group.push(delegate);
                }
            }
            groups[sets.root(one) as usize] = group;
        }
    }

    /// A vertex that stands for itself; none if it is gone.
    fn delegate(&self, j: JointId) -> Option<Delegate> {
        let joint = self.mesh.joint(j);
        let edge = |cell: CellId| self.mesh.cells[cell.index()].edge;
        (!joint.is_dead()).then(|| Delegate {
            vertex: j,
            component: self.mesh.edges[edge(joint.flank.cell()).index()].component,
            searched: Strength::MOST,
        })
    }

    /// Finds the edges that join two vertices, if they are less strong than what was between them. Returns whether they are joined that strongly now.
    fn join(&mut self, [one, two]: [&mut Delegate; 2], before: Strength) -> bool {
        let ends = [one.vertex, two.vertex];
        let mut weakest = self.weakest_between(ends);
        if weakest >= Some(before) {
            return true;
        }
        if weakest >= Some(one.searched) || weakest >= Some(two.searched) {
            return false;
        }
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
                    let delegate = if side == 0 { one } else { two };
                    delegate.searched = weakest.unwrap_or(delegate.searched);
                    return false;
                };
                let [own, others] = [side, 1 - side].map(|side| self.memory.mark(side));
                let found = self.memory.found[far.index()];
                if found == own {
                    continue;
                }
                if !self.forest.has(strength.edge) {
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
            let strength = Strength::of(self.mesh, self.mesh.cells[f.cell().index()].edge);
            if Some(strength) > weakest {
                let edge = self.mesh.edges[strength.edge.index()];
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

impl Regrowth {
    fn mark(&self, side: usize) -> u32 {
        2 * self.searches + side as u32
    }
}
