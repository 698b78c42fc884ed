//! How far everything is from one place: the lengths of shortest paths on the medial axis.
//!
//! Idea: Dijkstra over the vertices. The place lies inside an edge, or at its end, so the search starts with the two parts of that edge.
//!
//! 1. Retract the place; reach the two vertices of its edge along it, where the disc passes.
//! 2. Take the nearest vertex that is not settled, settle it, and reach the other ends of its edges that are wide enough.
//! 3. Any other place is reached from the vertices of its edge; on the edge of step 1 also directly.
//!
//! Invariant: the length of a settled vertex is final.
//!
//! Cost: O(n log n) for n vertices; a place then takes as long as its retraction and the cells of its edge.
//!
//! Degenerate cases: a loop leads back to its own vertex and changes nothing; of parallel edges the shortest that is wide enough counts. Ties
//! are settled by id. Lengths below zero, which only a forged file has, do not make it go on for ever: what is settled stays so.

use crate::id::JointId;
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::route::partial::OnAxis;
use crate::route::queue::Queue;
use crate::route::refusal::{NoRoute, Which};
use crate::route::refuse::{check_length, fits};

/// Distances from one place for a disc: lengths of the shortest paths on the medial axis that are wide enough for it.
///
/// They are measured from the retraction of the place and, where it is another place's distance, to the retraction of that one
/// ([`Mesh::retract`]): the ways between the places and the medial axis do not count. Seen from above, like all lengths.
#[derive(Clone, Debug, PartialEq)]
pub struct Distances {
    from: OnAxis,
    radius: f64,
    /// By joint; infinite for those that are out of reach, and for bending points.
    lengths: Vec<f64>,
}

impl Mesh {
    /// Distances from one place to everything, for a disc.
    ///
    /// # Errors
    /// [`NoRoute::Senseless`], [`NoRoute::Outside`] and [`NoRoute::NoRoom`], of the start.
    pub fn distances(&self, from: Position, radius: f64) -> Result<Distances, NoRoute> {
        check_length("the radius", radius)?;
        let start = self.enter(from, Which::Start)?;
        if !fits(radius, start.clearance) {
            return Err(NoRoute::NoRoom { which: Which::Start, clearance: start.clearance });
        }
        let mut distances =
            Distances { from: start.on_axis(), radius, lengths: vec![f64::INFINITY; self.joints.len()] };
        distances.spread(self);
        Ok(distances)
    }
}

impl Distances {
    /// Distance of a vertex; `None` if the disc cannot get there, or if it is no vertex. \[m\]
    pub fn to(&self, vertex: JointId) -> Option<f64> {
        self.lengths.get(vertex.index()).copied().filter(|length| length.is_finite())
    }

    /// Distance of any place, on the mesh that was asked; `None` if the disc cannot get there. \[m\]
    pub fn at(&self, mesh: &Mesh, position: Position) -> Option<f64> {
        let goal = mesh.approach(position, 0.0)?;
        // Of another mesh all answers are wrong, but they shall not be a panic.
        if !fits(self.radius, goal.clearance) || !mesh.has_cell(self.from.cell) {
            return None;
        }
        // Step 3.
        let goal = goal.on_axis();
        let direct = mesh.span_between(self.from, goal);
        let direct = direct.filter(|span| fits(self.radius, span.min_clearance)).map(|span| span.length);
        let partials = mesh.partials(goal).into_iter();
        let around = partials.filter(|partial| fits(self.radius, partial.min_clearance));
        let around = around.filter_map(|partial| Some(self.to(partial.vertex)? + partial.length));
        direct.into_iter().chain(around).min_by(f64::total_cmp)
    }

    /// The vertices that the disc can get to, by id, with their distances. \[m\]
    pub fn iter(&self) -> impl Iterator<Item = (JointId, f64)> + '_ {
        let all = self.lengths.iter().enumerate();
        all.filter(|(_, length)| length.is_finite()).map(|(j, &length)| (JointId(j as u32), length))
    }

    /// Finds the lengths.
    fn spread(&mut self, mesh: &Mesh) {
        let mut settled = vec![false; self.lengths.len()];
        // Lengths are not negative, so their bits are in the same order as they are.
        let mut open = Queue::default();
        // Step 1.
        for partial in mesh.partials(self.from) {
            if fits(self.radius, partial.min_clearance) {
                self.reach(partial.vertex, partial.length, &mut open);
            }
        }
        // Step 2.
        while let Some((_, j)) = open.pop() {
            let j = JointId(j);
            if std::mem::replace(&mut settled[j.index()], true) {
                continue;
            }
            for f in mesh.around(j) {
                let id = mesh.cells[f.cell().index()].edge;
                let edge = &mesh.edges[id.index()];
                let [start, end] = mesh.ends_of_edge(id);
                let other = if f == f.cell().left() { end } else { start };
                if fits(self.radius, edge.min_clearance) && !settled[other.index()] {
                    self.reach(other, self.lengths[j.index()] + edge.length, &mut open);
                }
            }
        }
    }

    fn reach(&mut self, vertex: JointId, length: f64, open: &mut Queue) {
        if length < self.lengths[vertex.index()] {
            self.lengths[vertex.index()] = length;
            open.push(length, vertex.0);
        }
    }
}
