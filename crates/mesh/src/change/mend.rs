//! From a changed diagram to a changed mesh, at the cost of what changed.
//!
//! Idea. A cell lives as long as the arc that it came from. Arcs go with the vertices of the diagram at their ends, or because a new
//! vertex came between these, or because their side of a wall is not walkable any more. With an arc goes its whole edge, and what is left of
//! the edge is made again.
//!
//! 1. Find out which new vertices of the diagram are in the open, and which old ones changed sides ([`super::openness`]).
//! 2. Delete the edges of arcs that are gone. Every half-edge of a vertex that stays and loses its flank asks for a look at that vertex.
//! 3. Look at the vertices that are new or were asked for ([`Mending::judge`]): count their medial arcs. One with two is
//!    a bending point, so edges that end there are deleted too, to become one; any other is a vertex, so an edge that runs through it
//!    is deleted too, to become two. That asks for more looks, at the far ends of what was deleted.
//!    Until then what is gone stays linked, so that rings around joints can be walked; after that it is cleared away, all at once.
//! 4. Trace new edges along the medial arcs that have no flank ([`super::trace`]), and join the flanks around each vertex that was looked at.
//! 5. Free the walls and corners that nothing needs.
//! 6. Find the layers of new joints and cells, and enter the cells into the index ([`super::settle`]).
//! 7. Number components ([`super::components`]), and tell the forest of the widest ways ([`super::kept`]).
//!
//! Invariant: a flank starts along a half-edge in the open, or out of a corner of walls, exactly if that is medial; and the ties say which.
//! So the mesh is the one that would be built from the diagram, but for ids.
//! Cost: that of the vertices that went and came and of the edges at them. An edge goes as a whole, however long it is.
//! Degenerate: several vertices of the diagram at one place are looked at together, as when building.
//! After: the thesis, 6.4 and 6.5. Differs: there the medial axis itself is repaired; here it follows the diagram.

use throng_voronoi::{HalfEdgeId, OverlayChange, SegmentId, VertexId};

use super::event::Event;
use super::search::Search;
use super::ties::{NONE, Ties};
use super::trace::Step;
use crate::connect::Ground;
use crate::id::{CellId, EdgeId, FlankId, JointId};
use crate::medial::{Kind, Spot};
use crate::mesh::Mesh;
use crate::plane::Point;
use crate::scene::{ConnectionId, LayerId};

/// What became of a diagram.
#[derive(Clone, Debug, Default)]
pub(crate) struct Renewal {
    /// Vertices and sites that went and came.
    pub(crate) changes: OverlayChange,
    /// Segments that stayed, and of which a side became walkable, or is so no more.
    pub(crate) flipped: Vec<SegmentId>,
    /// Connections that are open now, or closed.
    pub(crate) opened: Vec<ConnectionId>,
    pub(crate) closed: Vec<ConnectionId>,
}

/// Brings meshes up to date; keeps the memory that it works in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mender {
    scratch: Scratch,
}

impl Mender {
    /// Brings a mesh up to date with its ground, which changed.
    pub(crate) fn mend(
        &mut self,
        mesh: &mut Mesh,
        ties: &mut Ties,
        ground: &Ground,
        renewal: &Renewal,
    ) -> Event {
        let mut mending = Mending { mesh, ties, ground, scratch: &mut self.scratch };
        mending.begin(&renewal.changes);
        mending.scratch.choose_places(renewal);
        // Step 1.
        mending.open_and_close(&renewal.changes, &renewal.flipped);
        // Steps 2 and 3.
        mending.delete_stale(&renewal.changes);
        mending.judge_all();
        mending.clear_away();
        mending.take_out_ends(renewal.opened.iter().chain(&renewal.closed));
        for (doors, open) in [(&renewal.opened, true), (&renewal.closed, false)] {
            doors.iter().for_each(|id| mending.mesh.links[id.0 as usize].open = open);
        }
        // Step 4.
        mending.trace_all();
        // Step 5.
        mending.ties.obstacles.settle(mending.mesh);
        // Step 6.
        mending.settle_layers();
        mending.enter_ends();
        mending.enter_cells();
        // Step 7.
        mending.number_components();
        if let Some(forest) = &mut mending.mesh.prepared.forest {
            let Scratch { dead_edges, new_edges, .. } = &*mending.scratch;
            forest.note(dead_edges, new_edges, mending.mesh.edges.len());
        }
        mending.finish()
    }
}

/// Working memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// Number of the present update.
    pub(super) epoch: u32,
    pub(super) marks: Vec<Mark>,
    /// Vertices of the diagram that changed sides.
    pub(super) turned: Vec<VertexId>,
    /// Vertices whose neighbors may have to learn from them, or that must learn themselves.
    pub(super) stack: Vec<VertexId>,
    pub(super) unset: Vec<VertexId>,
    /// Vertices to look at, each once.
    pub(super) asked: Vec<VertexId>,
    pub(super) knots: Vec<Knot>,
    /// The medial arcs that leave the knots.
    pub(super) ways: Vec<HalfEdgeId>,
    pub(super) steps: Vec<Step>,
    pub(super) dead_cells: Vec<CellId>,
    pub(super) dead_edges: Vec<EdgeId>,
    pub(super) dead_joints: Vec<JointId>,
    pub(super) new_cells: Vec<CellId>,
    pub(super) new_edges: Vec<EdgeId>,
    /// Which of the new edges meets which knot, at an end or inside.
    pub(super) meetings: Vec<[u32; 2]>,
    pub(super) new_joints: Vec<JointId>,
    /// Cells that stay at the ends of connections that open or close.
    pub(super) at_doors: Vec<CellId>,
    /// Whether the places of cells that go, or come, are of interest.
    pub(super) note_removed: bool,
    pub(super) note_added: bool,
    /// Places on layers that were touched.
    pub(super) reached: Vec<(LayerId, Vec<Point>)>,
    /// Joints that lose flanks, and whether they are vertices.
    pub(super) left_joints: Vec<(JointId, bool)>,
    /// By joint: the last update in which it lost one.
    pub(super) last_left: Vec<u32>,
    /// By joint and by corner: the last update in which it was noted there, and for which layer.
    pub(super) noted_joints: Vec<(u32, LayerId)>,
    pub(super) noted_corners: Vec<(u32, LayerId)>,
    pub(super) search: Search,
}

/// What is known of a vertex of the diagram; of another epoch it means nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    epoch: u32,
    state: State,
    /// Whether somebody asked for a look at it that is still to come.
    asked: bool,
    knot: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum State {
    #[default]
    Kept,
    Gone,
    Added,
    /// It is new, and nobody knows yet whether it is walkable.
    Unset,
}

/// A vertex of the diagram in the open that is looked at: one, or several at one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knot {
    pub(super) spot: Spot,
    first: u32,
    count: u32,
    pub(super) joint: JointId,
}

impl Knot {
    pub(super) fn ways(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    pub(super) fn is_bend(&self) -> bool {
        self.count == 2
    }
}

/// One update.
pub(super) struct Mending<'a> {
    pub(super) mesh: &'a mut Mesh,
    pub(super) ties: &'a mut Ties,
    pub(super) ground: &'a Ground,
    pub(super) scratch: &'a mut Scratch,
}

impl Mending<'_> {
    fn begin(&mut self, changes: &OverlayChange) {
        let bound = self.ground.surface.diagram().vertex_bound();
        self.ties.flank_of.resize(4 * bound, FlankId(NONE));
        self.ties.open.resize(bound, false);
        let scratch = &mut *self.scratch;
        scratch.marks.resize(bound, Mark::default());
        scratch.epoch += 1;
        scratch.turned.clear();
        scratch.asked.clear();
        scratch.knots.clear();
        scratch.ways.clear();
        scratch.dead_cells.clear();
        scratch.dead_edges.clear();
        scratch.dead_joints.clear();
        scratch.left_joints.clear();
        scratch.new_cells.clear();
        scratch.new_edges.clear();
        scratch.meetings.clear();
        scratch.new_joints.clear();
        for &v in &changes.vertices_removed {
            scratch.mark(v, State::Gone);
        }
        for &v in &changes.vertices_added {
            scratch.mark(v, State::Added);
        }
        changes.segments_removed.iter().for_each(|&s| self.ties.obstacles.forget_segment(s));
        changes.points_removed.iter().for_each(|&p| self.ties.obstacles.forget_point(p));
    }

    /// Step 2.
    fn delete_stale(&mut self, changes: &OverlayChange) {
        let diagram = self.ground.surface.diagram();
        for k in 0..changes.vertices_removed.len() + self.scratch.turned.len() {
            let v = match changes.vertices_removed.get(k) {
                Some(&v) => v,
                None => self.scratch.turned[k - changes.vertices_removed.len()],
            };
            for h in (0..3).map(|k| v.half_edge(k)) {
                self.delete_at(h);
            }
        }
        // Both ends of an arc may stay, and something new be between them.
        for &v in &changes.vertices_added {
            for h in (0..3).map(|k| v.half_edge(k)) {
                let twin = diagram.half_edge(h).twin().id();
                if self.scratch.state(twin.vertex()) == State::Kept {
                    self.delete_at(twin);
                }
            }
            self.scratch.ask(v);
        }
        for k in 0..self.scratch.turned.len() {
            self.scratch.ask(self.scratch.turned[k]);
        }
    }

    /// Step 3.
    fn judge_all(&mut self) {
        while let Some(v) = self.scratch.asked.pop() {
            self.scratch.fresh(v).asked = false;
            if self.ties.open[v.index()] && self.scratch.state(v) != State::Gone {
                let knot = self.knot_of(v);
                self.judge(knot);
            }
        }
    }

    /// Deletes edges at a vertex that do not fit the number of its arcs.
    fn judge(&mut self, knot: u32) {
        let diagram = self.ground.surface.diagram();
        let knot = self.scratch.knots[knot as usize];
        for k in knot.ways() {
            let h = self.scratch.ways[k];
            match self.ties.flank(h) {
                Some(f) if !knot.is_bend() && self.runs_through(f) => self.delete_edge_of(f),
                Some(_) => {}
                // A new edge will come here from the other end, which has to know.
                None => {
                    let far = diagram.half_edge(h).twin().id().vertex();
                    if self.ties.open[far.index()] && self.scratch.knot(far).is_none() {
                        self.scratch.ask(far);
                    }
                }
            }
        }
        if knot.is_bend() {
            let [one, two] = [0, 1].map(|k| self.ties.flank(self.scratch.ways[knot.ways().start + k]));
            let edge = |f: FlankId| self.mesh.cells[f.cell().index()].edge;
            // Of one edge they are two cells in a row, or both ends of a loop.
            if one.map(edge) != two.map(edge) {
                for f in [one, two].into_iter().flatten() {
                    self.delete_edge_of(f);
                }
            }
        }
    }

    /// Whether the edge of a flank goes on before the start of that flank.
    fn runs_through(&self, f: FlankId) -> bool {
        let cell = f.cell();
        let edge = self.mesh.edges[self.mesh.cells[cell.index()].edge.index()];
        if f == cell.left() {
            cell != edge.first_cell
        } else {
            cell.0 + 1 != edge.first_cell.0 + edge.num_cells
        }
    }

    /// The knot of a vertex of the diagram; goes round it if that has not been done.
    fn knot_of(&mut self, v: VertexId) -> u32 {
        if let Some(knot) = self.scratch.knot(v) {
            return knot;
        }
        let diagram = self.ground.surface.diagram();
        let (index, first) = (self.scratch.knots.len() as u32, self.scratch.ways.len() as u32);
        let (mut at, mut clearance, mut error) = diagram.circle_of(v);
        // The faces of one vertex in the open form a tree, so a walk round it may start anywhere.
        let start = v.half_edge(0);
        let mut h = start;
        loop {
            let half_edge = diagram.half_edge(h);
            match Kind::of(half_edge) {
                Kind::Zero => {
                    h = half_edge.twin().id();
                    let other = diagram.circle_of(h.vertex());
                    if other.2 < error {
                        (at, clearance, error) = other;
                    }
                }
                Kind::Medial => self.scratch.ways.push(h),
                Kind::Other => {}
            }
            self.scratch.set_knot(h.vertex(), index);
            h = h.next();
            if h == start {
                break;
            }
        }
        let count = self.scratch.ways.len() as u32 - first;
        let spot = Spot { at, clearance };
        self.scratch.knots.push(Knot { spot, first, count, joint: JointId(NONE) });
        index
    }

    pub(super) fn link(&mut self, from: FlankId, to: FlankId) {
        self.mesh.flanks[from.index()].next = to;
        self.mesh.flanks[to.index()].prev = from;
    }

    fn finish(&mut self) -> Event {
        let scratch = &mut *self.scratch;
        scratch.dead_cells.sort_unstable();
        scratch.dead_edges.sort_unstable();
        scratch.new_cells.sort_unstable();
        scratch.new_edges.sort_unstable();
        self.ties.free.release(&scratch.dead_cells);
        self.ties.free.edges.extend_from_slice(&scratch.dead_edges);
        self.ties.free.joints.extend_from_slice(&scratch.dead_joints);
        self.mesh.version += 1;
        self.mesh.prepared.forget();
        Event {
            version: self.mesh.version,
            cells_removed: scratch.dead_cells.clone(),
            cells_added: scratch.new_cells.clone(),
            edges_removed: scratch.dead_edges.clone(),
            edges_added: scratch.new_edges.clone(),
            affected: self.affected(),
        }
    }
}

impl Scratch {
    /// Points part no space: if only they change, cells that go and cells that come cover the same, and one of the two is enough.
    fn choose_places(&mut self, renewal: &Renewal) {
        let Renewal { changes, flipped, .. } = renewal;
        let same_space =
            changes.segments_added.is_empty() && changes.segments_removed.is_empty() && flipped.is_empty();
        let fewer_after = changes.points_added.len() < changes.points_removed.len();
        self.note_removed = !same_space || !fewer_after;
        self.note_added = !same_space || fewer_after;
    }

    pub(super) fn state(&self, v: VertexId) -> State {
        let mark = self.marks[v.index()];
        if mark.epoch == self.epoch { mark.state } else { State::Kept }
    }

    pub(super) fn mark(&mut self, v: VertexId, state: State) {
        self.fresh(v).state = state;
    }

    fn knot(&self, v: VertexId) -> Option<u32> {
        let mark = self.marks[v.index()];
        (mark.epoch == self.epoch && mark.knot != NONE).then_some(mark.knot)
    }

    fn set_knot(&mut self, v: VertexId, knot: u32) {
        self.fresh(v).knot = knot;
    }

    /// Asks for a look at a vertex.
    pub(super) fn ask(&mut self, v: VertexId) {
        if !std::mem::replace(&mut self.fresh(v).asked, true) {
            self.asked.push(v);
        }
    }

    /// The knot of a vertex that has been looked at.
    pub(super) fn known_knot(&self, v: VertexId) -> u32 {
        self.marks[v.index()].knot
    }

    fn fresh(&mut self, v: VertexId) -> &mut Mark {
        let mark = &mut self.marks[v.index()];
        if mark.epoch != self.epoch {
            *mark = Mark { epoch: self.epoch, state: State::Kept, asked: false, knot: NONE };
        }
        mark
    }
}
