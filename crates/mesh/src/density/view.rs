//! The path of least cost where costs are known up to a viewing distance only.
//!
//! Idea. A* over the vertices of the medial axis, where each vertex remembers not only what it costs to get there but how long
//! the way is. As long as that is less than the viewing distance, an edge costs what it does; beyond, the least that an edge of
//! its length can: there the crowd is not seen. Far away nothing has changed since the last time then, so a path that was
//! planned before can be joined.
//!
//! 1. Begin at both ends of the edge that the start is on. If the goal is on the same edge, the way along it is a first
//!    candidate.
//! 2. Take the vertex with the least sum of cost so far and least cost of the straight line to the goal. Stop when that is not
//!    less than the best candidate.
//! 3. If the vertex is on the old path, and beyond the viewing distance on the old path as well as now, then nobody has seen a
//!    crowd from there on: the rest of the old path is still right. Join it, and stop.
//! 4. If the goal's edge begins or ends here, there is a candidate.
//! 5. Go along all edges that are wide enough. Of an edge that begins within the viewing distance and ends beyond it, the first
//!    part costs what it does, in proportion, and the rest the least.
//! 6. Put together the steps.
//!
//! Invariant: no edge costs less than the bound assumes, so the first time a vertex is taken it has its final cost.
//! Cost: O(n log n) in the vertices that are visited, and linear in the old path; no allocation once the arrays have grown.
//! Degenerate: with an infinite distance this is A*; with none it joins the old path at once.
//! After: the thesis, 9.5.1 and 9.5.2. Differs: start, goal and present place are anywhere on edges; the old path is joined
//! only where the new one has not been on what would follow, so that no path goes there and back; and if a candidate is better
//! than the joined path, it wins.

use crate::id::{EdgeId, FlankId, JointId};
use crate::mesh::Mesh;
use crate::plane::distance;
use crate::route::{Costs, Path, Queue, Spot, Step, Toll};

const NONE: u32 = u32::MAX;

/// What a search is asked.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub(crate) mesh: &'a Mesh,
    /// Clearance that every place of the path must have. \[m\]
    pub(crate) room: f64,
    pub(crate) costs: &'a dyn Costs,
    /// Length of the way from the start up to which costs are known. \[m\]
    pub(crate) viewing: f64,
    /// A path on the same mesh to the same goal, with the same room and viewing distance.
    pub(crate) old: Option<&'a Path>,
}

/// Memory of searches.
#[derive(Clone, Debug, Default)]
pub(crate) struct ViewSearch {
    nodes: Vec<Node>,
    queue: Queue,
    /// Number of the search: nodes of others are not known yet.
    search: u32,
    /// For the vertices of the old path that may be joined: how long the rest is from there.
    rests: Vec<f64>,
    reversed: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    cost: f64,
    /// Of the way from the start. \[m\]
    length: f64,
    search: u32,
    /// The edge by which it was reached, and the vertex from which; for a first one [`NONE`].
    by: Step,
    from: u32,
    done: bool,
    /// The search for which the next field holds.
    on_old: u32,
    /// The vertex is at the end of this step of the old path.
    old_step: u32,
}

const UNKNOWN: Node = Node {
    cost: f64::INFINITY,
    length: 0.0,
    search: 0,
    by: Step { edge: EdgeId(NONE), forward: true },
    from: NONE,
    done: false,
    on_old: 0,
    old_step: NONE,
};

/// How the path gets to its goal.
#[derive(Clone, Copy, Debug)]
enum Finish {
    /// Along the one edge that start and goal are on.
    Edge(Step),
    /// From a vertex, along the goal's edge.
    Goal(JointId, Step),
    /// From a vertex as the old path does.
    Old(JointId, usize),
}

impl ViewSearch {
    /// Finds the path of least cost; false if there is none.
    pub(crate) fn find(&mut self, question: &Question<'_>, from: &Spot, to: &Spot, path: &mut Path) -> bool {
        let Question { mesh, costs, viewing, .. } = *question;
        self.begin(mesh.joints.len());
        self.mark(question, from);
        let least = costs.least();
        let bound = |vertex: JointId| least * distance(mesh.joint(vertex).at, to.at);
        // Step 1.
        let mut best = question.along_edge(from, to).map(|(step, cost)| (cost, Finish::Edge(step)));
        for forward in [false, true] {
            let step = Step { edge: from.edge, forward };
            let length = from.length_ahead(step);
            let cost = question.part(step, 0.0, length);
            if from.is_open_ahead(step) && cost.is_finite() {
                self.reach(question.end(step), cost, length, step, NONE, &bound);
            }
        }
        let goal_ends = mesh.ends_of_edge(to.edge);
        while let Some((key, vertex)) = self.queue.pop() {
            // Step 2.
            if best.is_some_and(|(cost, _)| key >= cost) {
                break;
            }
            let node = &mut self.nodes[vertex as usize];
            if std::mem::replace(&mut node.done, true) {
                continue;
            }
            let (node, id) = (*node, JointId(vertex));
            // Step 3.
            if node.on_old == self.search && node.length >= viewing && !self.was_beyond(vertex) {
                let cost = node.cost + least * self.rests[node.old_step as usize];
                if best.is_none_or(|(other, _)| cost < other) {
                    best = Some((cost, Finish::Old(id, node.old_step as usize)));
                }
                break;
            }
            // Step 4.
            for forward in [false, true] {
                let step = Step { edge: to.edge, forward };
                if goal_ends[usize::from(!forward)] == id && to.is_open_ahead(step.reversed()) {
                    let cost = node.cost + question.part(step, node.length, to.length_ahead(step.reversed()));
                    if cost.is_finite() && best.is_none_or(|(other, _)| cost < other) {
                        best = Some((cost, Finish::Goal(id, step)));
                    }
                }
            }
            // Step 5.
            for f in mesh.around(id) {
                let step = question.step(f);
                let edge = &mesh.edges[step.edge.index()];
                if edge.min_clearance < question.room {
                    continue;
                }
                let cost = node.cost + question.part(step, node.length, edge.length);
                if best.is_none_or(|(other, _)| cost < other) {
                    self.reach(question.end(step), cost, node.length + edge.length, step, vertex, &bound);
                }
            }
        }
        let Some((cost, finish)) = best else { return false };
        self.put_together(question.old, finish, path);
        path.ends = Some([*from, *to]);
        path.cost = cost;
        (path.version, path.room) = (question.mesh.version, question.room);
        true
    }

    fn begin(&mut self, joints: usize) {
        self.queue.clear();
        self.rests.clear();
        if self.nodes.len() < joints {
            self.nodes.resize(joints, UNKNOWN);
        }
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.nodes.fill(UNKNOWN);
            self.search = 1;
        }
    }

    /// Notes the vertices of the old path that may be joined: those ahead that were beyond the viewing distance then.
    fn mark(&mut self, question: &Question<'_>, from: &Spot) {
        let Some(old) = question.old.filter(|_| question.viewing.is_finite()) else { return };
        let Some(([first, between @ .., last], [start, goal])) = Some(&old.steps[..]).zip(old.ends) else {
            return;
        };
        let mesh = question.mesh;
        let mut rest: f64 = between.iter().map(|step| mesh.edges[step.edge.index()].length).sum();
        rest += goal.length_ahead(last.reversed());
        let mut so_far = start.length_ahead(*first);
        let ahead = old.steps.iter().rposition(|step| step.edge == from.edge).unwrap_or(0);
        for (k, step) in old.steps[..old.steps.len() - 1].iter().enumerate() {
            if k > 0 {
                let length = mesh.edges[step.edge.index()].length;
                so_far += length;
                rest -= length;
            }
            self.rests.push(rest.max(0.0));
            if k >= ahead && so_far >= question.viewing {
                let node = &mut self.nodes[question.end(*step).index()];
                (node.on_old, node.old_step) = (self.search, k as u32);
            }
        }
    }

    /// Whether the way to a vertex of the old path has been on the rest of that path.
    fn was_beyond(&self, vertex: u32) -> bool {
        let here = self.nodes[vertex as usize].old_step;
        let mut from = self.nodes[vertex as usize].from;
        while from != NONE {
            let node = &self.nodes[from as usize];
            if node.on_old == self.search && node.old_step > here {
                return true;
            }
            from = node.from;
        }
        false
    }

    /// There is a way to a vertex.
    #[inline]
    fn reach(
        &mut self,
        vertex: JointId,
        cost: f64,
        length: f64,
        by: Step,
        from: u32,
        bound: &impl Fn(JointId) -> f64,
    ) {
        let node = &mut self.nodes[vertex.index()];
        if node.search != self.search {
            *node = Node { on_old: node.on_old, old_step: node.old_step, search: self.search, ..UNKNOWN };
        }
        if cost < node.cost && !node.done {
            (node.cost, node.length, node.by, node.from) = (cost, length, by, from);
            self.queue.push(cost + bound(vertex), vertex.0);
        }
    }

    /// Step 6.
    fn put_together(&mut self, old: Option<&Path>, finish: Finish, path: &mut Path) {
        path.steps.clear();
        let (vertex, rest): (JointId, &[Step]) = match (&finish, old) {
            (Finish::Edge(step), _) => {
                path.steps.push(*step);
                return;
            }
            (Finish::Old(vertex, k), Some(old)) => (*vertex, &old.steps[k + 1..]),
            (Finish::Old(vertex, _), None) => (*vertex, &[]),
            (Finish::Goal(vertex, step), _) => (*vertex, std::slice::from_ref(step)),
        };
        self.reversed.clear();
        let mut from = vertex.0;
        while from != NONE {
            let node = &self.nodes[from as usize];
            self.reversed.push(node.by);
            from = node.from;
        }
        path.steps.extend(self.reversed.iter().rev());
        path.steps.extend_from_slice(rest);
    }
}

impl Question<'_> {
    /// Along an edge that both places are on.
    fn along_edge(&self, from: &Spot, to: &Spot) -> Option<(Step, f64)> {
        self.toll().along_edge_in_view(from, to, self.viewing)
    }

    /// Cost of a part of an edge with some length, at the end of a way of some length.
    #[inline]
    fn part(&self, step: Step, so_far: f64, length: f64) -> f64 {
        self.toll().part_in_view(step, so_far, length, self.viewing)
    }

    #[inline]
    fn toll(&self) -> Toll<'_> {
        Toll { mesh: self.mesh, room: self.room, costs: Some(self.costs) }
    }

    /// The edge that begins with a flank that leaves a vertex.
    #[inline]
    fn step(&self, f: FlankId) -> Step {
        Step { edge: self.mesh.cells[f.cell().index()].edge, forward: f == f.cell().left() }
    }

    #[inline]
    fn end(&self, step: Step) -> JointId {
        self.mesh.ends_of_edge(step.edge)[usize::from(step.forward)]
    }
}

#[cfg(test)]
mod tests;
