//! The path of least cost on a mesh that has just changed: A* on the medial axis as it is, with nothing made in advance.
//!
//! The network ([`super::network`]) makes searches quick, but making it takes time that is linear in the mesh. After an update it is gone. This
//! search takes the vertices and edges as they are stored. It can also be told what an old path knows ([`Hints`]); why it then
//! still finds a path of least cost is written where that is used ([`crate::replan`]).
//!
//! 1. Enter the graph at the vertices where the search starts.
//! 2. Take the vertex with the least key: its cost so far plus a bound of what follows. Stop when that is no less than the best
//!    path known.
//! 3. Reach the other ends of its edges that are wide enough. Where that is at the goal's edge there is a path; so there is at a vertex of
//!    the old path, along what is left of that.
//! 4. From a vertex of the old path on, only ways over shortcuts are of interest. Their bound goes by way of the shortcuts, and
//!    crossing one sets the search free again.
//!
//! Invariant: the cost of a vertex is that of the way over its predecessors or more, and falls whenever it is changed; so
//! predecessors never form a circle.
//! Cost: O(n log n) in the vertices visited. Without hints the bound is consistent and each is visited once. No allocation
//! once the arrays have grown.
//! Degenerate: loops lead back to their own vertex and change nothing; of parallel edges the cheaper counts. Equal keys are settled by id. A
//! cost below 0 or not a number closes its edge.
//! After: Hart, Nilsson and Raphael 1968, and the thesis, 3.2.

use crate::id::{EdgeId, JointId};
use crate::mesh::Mesh;
use crate::plane::{Point, distance};
use crate::route::network::{NONE, Step};
use crate::route::path::Path;
use crate::route::queue::Queue;
use crate::route::spot::Spot;
use crate::route::toll::Toll;

/// Memory of searches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Search {
    nodes: Vec<Node>,
    queue: Queue,
    /// Number of the search: nodes of others are not known yet.
    search: u32,
    /// How many vertices the last search took from its queue.
    pub(crate) expanded: usize,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    cost: f64,
    search: u32,
    /// The step by which it was reached, its edge shifted by one and the lowest bit for forward; or [`NONE`] less 0 or 1 for one of the
    /// starts.
    by: u32,
    /// The step of the old path that begins here, or a number that whoever put together the path needed; else [`NONE`].
    mark: u32,
    done: bool,
    /// Only ways over shortcuts are of interest from here.
    bound: bool,
}

/// What a search is asked.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) toll: Toll<'a>,
    /// The vertices where it starts, with what it costs to get there.
    pub(crate) starts: [(JointId, f64); 2],
    /// The vertices where it may end, with what is left from there.
    pub(crate) goals: [(JointId, f64); 2],
    /// Where it ends.
    pub(crate) goal: Point,
}

/// What is known from an old path. Vertices that are on it have a mark.
#[derive(Clone, Copy)]
pub(crate) struct Hints<'a> {
    /// For each step of the old path what is left from where it begins.
    pub(crate) rests: &'a [f64],
    pub(crate) shortcuts: &'a Shortcuts,
    /// Whether only ways over shortcuts are of interest at the starts.
    pub(crate) bound: bool,
    /// Stop at the first vertex of the old path.
    pub(crate) first_will_do: bool,
}

/// Edges that have become cheaper.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shortcuts {
    /// Sorted.
    pub(crate) edges: Vec<EdgeId>,
    /// Lower left and upper right corner of a box around their ends.
    pub(crate) around: [Point; 2],
}

/// How a path ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Last {
    /// From one of the task's goals.
    Goal { vertex: JointId, end: usize },
    /// From this vertex along the old path, beginning with this step.
    Old { vertex: JointId, step: usize },
}

/// No vertex.
pub(crate) const NOWHERE: (JointId, f64) = (JointId(NONE), f64::INFINITY);

const UNKNOWN: Node =
    Node { cost: f64::INFINITY, search: 0, by: NONE, mark: NONE, done: false, bound: false };

impl<'a> Task<'a> {
    pub(crate) fn new(toll: Toll<'a>, from: &Spot, to: &Spot) -> Self {
        Self { toll, starts: Self::leaving(&toll, from), goals: Self::arriving(&toll, to), goal: to.at }
    }

    /// From a place to the ends of its edge.
    pub(crate) fn leaving(toll: &Toll<'_>, from: &Spot) -> [(JointId, f64); 2] {
        let ends = toll.mesh.ends_of_edge(from.edge);
        [0, 1].map(|end| {
            let step = Step { edge: from.edge, forward: end == 1 };
            (ends[end], toll.ahead(from, step, false))
        })
    }

    /// From the ends of its edge to a place.
    pub(crate) fn arriving(toll: &Toll<'_>, to: &Spot) -> [(JointId, f64); 2] {
        let ends = toll.mesh.ends_of_edge(to.edge);
        [0, 1].map(|end| {
            let step = Step { edge: to.edge, forward: end == 1 };
            (ends[end], toll.ahead(to, step, true))
        })
    }
}

impl Shortcuts {
    /// Whether an edge is one of them.
    pub(crate) fn contains(&self, edge: EdgeId) -> bool {
        self.edges.binary_search(&edge).is_ok()
    }

    /// Distance from the box around them; infinite if there are none. \[m\]
    #[inline]
    pub(crate) fn distance(&self, at: Point) -> f64 {
        let [low, high] = self.around;
        let out = [0, 1].map(|axis| (low[axis] - at[axis]).max(at[axis] - high[axis]).max(0.0));
        (out[0] * out[0] + out[1] * out[1]).sqrt()
    }
}

/// The bound of what follows: the least cost of the straight line to the goal, or by way of the box around all shortcuts.
struct Bound<'a> {
    mesh: &'a Mesh,
    least: f64,
    goal: Point,
    shortcuts: Option<&'a Shortcuts>,
    /// From the box to the goal. \[m\]
    beyond: f64,
}

impl<'a> Bound<'a> {
    fn new(task: &Task<'a>, hints: Option<&Hints<'a>>) -> Self {
        let shortcuts = hints.map(|hints| hints.shortcuts).filter(|shortcuts| !shortcuts.edges.is_empty());
        let beyond = shortcuts.map_or(0.0, |shortcuts| shortcuts.distance(task.goal));
        // A bound below 0 or not a number would be of no use.
        let least = task.toll.least().max(0.0);
        Self { mesh: task.toll.mesh, least, goal: task.goal, shortcuts, beyond }
    }

    #[inline]
    fn at(&self, joint: JointId, over_shortcuts: bool) -> f64 {
        let at = self.mesh.joint(joint).at;
        let straight = distance(at, self.goal);
        if !over_shortcuts {
            return self.least * straight;
        }
        let Some(shortcuts) = self.shortcuts else { return f64::INFINITY };
        self.least * straight.max(shortcuts.distance(at) + self.beyond)
    }
}

impl Search {
    /// Finds the path of least cost between two places; false if there is none.
    pub(crate) fn path(&mut self, toll: &Toll<'_>, [from, to]: [&Spot; 2], path: &mut Path) -> bool {
        path.begin(toll.mesh, [from, to], toll.room);
        self.expanded = 0;
        let [one, two] = [from, to].map(|spot| toll.mesh.edges[spot.edge.index()].component);
        if one != two {
            return false;
        }
        let direct = toll.along_edge(from, to);
        let known = direct.map_or(f64::INFINITY, |(_, cost)| cost);
        self.begin(toll.mesh);
        match self.find(&Task::new(*toll, from, to), None, known) {
            Some((cost, last)) => {
                path.cost = cost;
                self.put_together(toll, [from, to], last, &mut path.steps);
                true
            }
            None => direct.is_some_and(|(step, cost)| {
                path.cost = cost;
                path.steps.push(step);
                true
            }),
        }
    }

    /// Forgets what was found and marked.
    pub(crate) fn begin(&mut self, mesh: &Mesh) {
        self.queue.clear();
        self.expanded = 0;
        if self.nodes.len() < mesh.joints.len() {
            self.nodes.resize(mesh.joints.len(), UNKNOWN);
        }
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.nodes.fill(UNKNOWN);
            self.search = 1;
        }
    }

    /// Marks a vertex with a number.
    pub(crate) fn mark(&mut self, vertex: JointId, mark: u32) {
        self.node(vertex).mark = mark;
    }

    /// The number that a vertex was marked with.
    pub(crate) fn mark_of(&mut self, vertex: JointId) -> Option<u32> {
        Some(self.node(vertex).mark).filter(|&mark| mark != NONE)
    }

    /// Whether a search would end before it begins, with nothing better than what is known.
    pub(crate) fn is_idle(task: &Task<'_>, hints: &Hints<'_>, known: f64) -> bool {
        let bound = Bound::new(task, Some(hints));
        hints.bound
            && task.starts.iter().all(|&(joint, cost)| is_no_better(cost + bound.at(joint, true), known))
    }

    /// A path that costs less than what is known, the cheapest of all: what it costs, and how it ends.
    pub(crate) fn find(
        &mut self,
        task: &Task<'_>,
        hints: Option<&Hints<'_>>,
        known: f64,
    ) -> Option<(f64, Last)> {
        let Toll { mesh, room, costs } = task.toll;
        let bound = Bound::new(task, hints);
        let mut best = Best { cost: known, last: None };
        // Step 1.
        for (end, &(joint, cost)) in task.starts.iter().enumerate() {
            if (0.0..f64::INFINITY).contains(&cost) {
                let by = NONE - end as u32;
                let is_bound = hints.is_some_and(|hints| hints.bound);
                self.reach(task, hints, &bound, &mut best, joint, cost, by, is_bound);
            }
        }
        // Step 2.
        while let Some((key, j)) = self.queue.pop() {
            let is_met = matches!(best.last, Some(Last::Old { .. }));
            if key >= best.cost || is_met && hints.is_some_and(|hints| hints.first_will_do) {
                break;
            }
            let node = &mut self.nodes[j as usize];
            if std::mem::replace(&mut node.done, true) {
                continue;
            }
            self.expanded += 1;
            let (so_far, is_bound) = (node.cost, node.bound);
            // Both ends of a shortcut are in the box around all of them.
            let shortcuts = bound
                .shortcuts
                .filter(|shortcuts| is_bound && shortcuts.distance(mesh.joint(JointId(j)).at) == 0.0);
            // Step 3.
            for f in mesh.around(JointId(j)) {
                let edge_id = mesh.cells[f.cell().index()].edge;
                let edge = &mesh.edges[edge_id.index()];
                if edge.min_clearance < room {
                    continue;
                }
                let forward = f == f.cell().left();
                let step = Step { edge: edge_id, forward };
                let cost = so_far + costs.map_or(edge.length, |costs| costs.cost(mesh, step));
                if cost >= so_far && cost < best.cost {
                    let to = mesh.ends_of_edge(edge_id)[usize::from(forward)];
                    let by = edge_id.0 << 1 | u32::from(forward);
                    // Step 4.
                    let is_bound =
                        is_bound && !shortcuts.is_some_and(|shortcuts| shortcuts.contains(edge_id));
                    self.reach(task, hints, &bound, &mut best, to, cost, by, is_bound);
                }
            }
        }
        best.last.map(|last| (best.cost, last))
    }

    #[expect(clippy::too_many_arguments, reason = "half of them are the search itself")]
    #[inline]
    fn reach(
        &mut self,
        task: &Task<'_>,
        hints: Option<&Hints<'_>>,
        bound: &Bound<'_>,
        best: &mut Best,
        vertex: JointId,
        cost: f64,
        by: u32,
        is_bound: bool,
    ) {
        let node = self.node(vertex);
        if is_no_better(cost, node.cost) {
            return;
        }
        let mark = node.mark;
        *node = Node { cost, by, done: false, bound: is_bound || mark != NONE, ..*node };
        let is_bound = node.bound;
        for (end, &(goal, rest)) in task.goals.iter().enumerate() {
            if goal == vertex {
                best.consider(cost + rest, Last::Goal { vertex, end });
            }
        }
        if let Some(hints) = hints.filter(|_| mark != NONE) {
            let step = mark as usize;
            best.consider(cost + hints.rests[step], Last::Old { vertex, step });
        }
        let key = cost + bound.at(vertex, is_bound);
        if key < best.cost {
            self.queue.push(key, vertex.0);
        }
    }

    #[inline]
    fn node(&mut self, vertex: JointId) -> &mut Node {
        let node = &mut self.nodes[vertex.index()];
        if node.search != self.search {
            *node = Node { search: self.search, ..UNKNOWN };
        }
        node
    }

    /// Adds the steps from a start to a vertex, without the way to the start; returns which start it is.
    pub(crate) fn trace(&self, toll: &Toll<'_>, vertex: JointId, steps: &mut Vec<Step>) -> usize {
        let (first, mut vertex) = (steps.len(), vertex);
        loop {
            let by = self.nodes[vertex.index()].by;
            if by >= NONE - 1 {
                steps[first..].reverse();
                return (NONE - by) as usize;
            }
            let step = Step { edge: EdgeId(by >> 1), forward: by & 1 != 0 };
            steps.push(step);
            vertex = toll.ends(step)[0];
        }
    }

    /// Adds the steps from one place to another; those along an old path are left to whoever knows it.
    pub(crate) fn put_together(
        &self,
        toll: &Toll<'_>,
        [from, to]: [&Spot; 2],
        last: Last,
        steps: &mut Vec<Step>,
    ) {
        let (Last::Goal { vertex, .. } | Last::Old { vertex, .. }) = last;
        let first = steps.len();
        steps.push(Step { edge: from.edge, forward: true });
        let start = self.trace(toll, vertex, steps);
        steps[first].forward = start == 1;
        if let Last::Goal { end, .. } = last {
            steps.push(Step { edge: to.edge, forward: end == 0 });
        }
    }
}

/// Whether a cost is not below another; what is not a number never is.
#[inline]
fn is_no_better(cost: f64, known: f64) -> bool {
    cost >= known || cost.is_nan()
}

/// The best path known.
struct Best {
    cost: f64,
    last: Option<Last>,
}

impl Best {
    #[inline]
    fn consider(&mut self, cost: f64, last: Last) {
        if cost < self.cost {
            *self = Self { cost, last: Some(last) };
        }
    }
}

#[cfg(test)]
mod tests;
