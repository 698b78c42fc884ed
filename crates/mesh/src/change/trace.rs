//! New edges of a mesh that changes: along the medial arcs that have no flank yet.
//!
//! 1. Every vertex that was looked at keeps its joint if a flank is left there, or gets a new one.
//! 2. Follow arcs without a flank from each vertex through bending points to the next vertex, or into a corner of walls, where each
//!    arc has a joint of its own. Then from corners whose arcs nobody has met. What is left are loops of bending points; one of them counts as a vertex.
//! 3. The cells of an edge take a row of free slots, or come at the end.
//! 4. Around each joint the flank that arrives along one arc goes on with the one that leaves along the arc clockwise of it.
//!
//! Cost: linear in the arcs.

use throng_voronoi::HalfEdgeId;

use super::mend::Mending;
use super::ties::NONE;
use crate::id::{CellId, EdgeId, FlankId, JointId};
use crate::medial::{MedialArc, Spot};
use crate::mesh::{Cell, Edge, Flank, Joint, Obstacle};
use crate::scene::LayerId;

/// A joint whose layer is not known yet.
pub(super) const NO_LAYER: LayerId = LayerId(NONE);

/// An arc of an edge that is being traced.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    half_edge: HalfEdgeId,
    twin: HalfEdgeId,
    joints: [JointId; 2],
    arc: MedialArc,
}

/// An end of an arc.
#[derive(Clone, Copy)]
struct End {
    spot: Spot,
    joint: JointId,
    /// None in a corner of walls.
    knot: u32,
}

impl Mending<'_> {
    /// Traces all edges that are missing, and joins their flanks.
    pub(super) fn trace_all(&mut self) {
        let diagram = self.ground.surface.diagram();
        // Step 1.
        for k in 0..self.scratch.knots.len() {
            let knot = self.scratch.knots[k];
            let left = self.scratch.ways[knot.ways()].iter().find_map(|&h| self.ties.flank(h));
            let joint = match left {
                Some(f) => self.mesh.flank(f).start,
                None => {
                    self.mesh.num_vertices += u32::from(!knot.is_bend());
                    self.new_joint(knot.spot)
                }
            };
            self.scratch.knots[k].joint = joint;
        }
        // Step 2.
        for k in 0..self.scratch.knots.len() {
            let knot = self.scratch.knots[k];
            for way in if knot.is_bend() { 0..0 } else { knot.ways() } {
                let h = self.scratch.ways[way];
                if self.ties.flank(h).is_none() {
                    self.trace(h);
                }
            }
        }
        for way in 0..self.scratch.ways.len() {
            let h = self.scratch.ways[way];
            if self.ties.flank(h).is_none() {
                let twin = diagram.half_edge(h).twin().id();
                if !self.ties.open[twin.vertex().index()] {
                    self.trace(twin);
                }
            }
        }
        for k in 0..self.scratch.knots.len() {
            let h = self.scratch.ways[self.scratch.knots[k].ways().start];
            if self.ties.flank(h).is_none() {
                self.mesh.num_vertices += 1;
                self.trace(h);
            }
        }
        // Step 4; where cells met in an arc or in a corner it is done.
        for k in 0..self.scratch.knots.len() {
            let knot = self.scratch.knots[k];
            let ways = knot.ways();
            let flank_of =
                |mending: &Self, way: usize| mending.ties.flank_of[mending.scratch.ways[way].0 as usize];
            let first = flank_of(self, ways.start);
            let (mut f, mut clockwise) = (first, flank_of(self, ways.end - 1));
            for way in ways.start + 1..=ways.end {
                let other = if way == ways.end { first } else { flank_of(self, way) };
                self.join(f, other.twin(), clockwise);
                (clockwise, f) = (f, other);
            }
            if self.mesh.joint(knot.joint).flank.0 == NONE {
                self.mesh.joints[knot.joint.index()].flank = first;
            }
        }
    }

    /// A flank comes after one around its start, and its twin goes on with another.
    fn join(&mut self, f: FlankId, before: FlankId, after: FlankId) {
        let [flank, twin] = self.mesh.both(f);
        if flank.prev != before || twin.next != after {
            let pair = self.mesh.flanks.pair_mut(f.cell().left().index());
            pair[(f.0 & 1) as usize].prev = before;
            pair[(f.twin().0 & 1) as usize].next = after;
        }
    }

    /// Traces the edge that starts along a half-edge.
    fn trace(&mut self, first: HalfEdgeId) {
        let (diagram, unit) = (self.ground.surface.diagram(), self.mesh.grid.unit);
        self.scratch.steps.clear();
        let mut start = self.end_at(first);
        let from = start.knot;
        let (mut h, mut count) = (first, 0);
        let (mut length, mut min_clearance) = (0.0, f64::INFINITY);
        let to = loop {
            let twin = diagram.half_edge(h).twin().id();
            let end = self.end_at(twin);
            let arc = MedialArc::new(diagram, h, start.spot, end.spot);
            length += arc.length;
            min_clearance = min_clearance.min(arc.min_clearance);
            count += 1 + u32::from(arc.cut.is_some());
            self.scratch.steps.push(Step { half_edge: h, twin, joints: [start.joint, end.joint], arc });
            if end.knot == NONE || end.knot == from || !self.scratch.knots[end.knot as usize].is_bend() {
                break end.knot;
            }
            // The other one of the two.
            let ways = self.scratch.knots[end.knot as usize].ways();
            let [one, two] = [self.scratch.ways[ways.start], self.scratch.ways[ways.start + 1]];
            h = if one == twin { two } else { one };
            start = end;
        };
        // Step 3.
        let (edge, first_cell) = (self.new_edge(), self.new_row(count));
        self.mesh.edges[edge.index()] = Edge {
            first_cell,
            num_cells: count,
            length: length * unit,
            min_clearance: min_clearance * unit,
            component: NONE,
        };
        self.mesh.live.edges += 1;
        self.mesh.live.cells += count;
        self.scratch.new_edges.push(edge);
        let mut cell = first_cell;
        for k in 0..self.scratch.steps.len() {
            let Step { half_edge, twin, joints: [start, end], arc } = self.scratch.steps[k];
            self.tie(half_edge, cell.left());
            let [left, right] =
                arc.sites.map(|side| self.ties.obstacles.acquire(self.mesh, self.ground, side));
            if let Some(cut) = arc.cut {
                let middle = self.new_joint(cut);
                // One more flank on each side.
                for side in arc.sites {
                    self.ties.obstacles.acquire(self.mesh, self.ground, side);
                }
                let after = CellId(cell.0 + 1);
                self.fill_cell(cell, edge, [start, middle], [left, right]);
                self.fill_cell(after, edge, [middle, end], [left, right]);
                self.link(cell.left(), after.left());
                self.link(after.right(), cell.right());
                self.mesh.joints[middle.index()].flank = after.left();
                cell = after;
            } else {
                self.fill_cell(cell, edge, [start, end], [left, right]);
            }
            self.tie(twin, cell.right());
            cell.0 += 1;
        }
        // In a corner of walls nothing else is around the joint.
        let last = CellId(cell.0 - 1);
        for (knot, f) in [(from, first_cell.left()), (to, last.right())] {
            if knot == NONE {
                self.link(f.twin(), f);
                let joint = self.mesh.flank(f).start;
                self.mesh.joints[joint.index()].flank = f;
            }
        }
    }

    /// The end of an arc from which a half-edge starts, for the edge that is being traced.
    fn end_at(&mut self, h: HalfEdgeId) -> End {
        let v = h.vertex();
        if self.ties.open[v.index()] {
            let index = self.scratch.known_knot(v);
            self.scratch.meetings.push([self.scratch.new_edges.len() as u32, index]);
            let knot = &self.scratch.knots[index as usize];
            End { spot: knot.spot, joint: knot.joint, knot: index }
        } else {
            let spot = Spot { at: self.ground.surface.diagram().circle_of(v).0, clearance: 0.0 };
            self.mesh.num_vertices += 1;
            End { spot, joint: self.new_joint(spot), knot: NONE }
        }
    }

    fn tie(&mut self, h: HalfEdgeId, f: FlankId) {
        self.ties.flank_of[h.0 as usize] = f;
        self.ties.half_edge_of[f.index()] = h;
    }

    fn fill_cell(&mut self, cell: CellId, edge: EdgeId, joints: [JointId; 2], obstacles: [Obstacle; 2]) {
        self.mesh.cells[cell.index()] = Cell::new(edge, LayerId(0), false);
        let none = FlankId(NONE);
        let flank =
            |side: usize| Flank { start: joints[side], next: none, prev: none, obstacle: obstacles[side] };
        self.mesh.flanks.pair_mut(cell.left().index()).copy_from_slice(&[flank(0), flank(1)]);
        self.scratch.new_cells.push(cell);
    }

    fn new_joint(&mut self, spot: Spot) -> JointId {
        let grid = &self.mesh.grid;
        let at = [grid.origin[0] + grid.unit * spot.at[0], grid.origin[1] + grid.unit * spot.at[1]];
        let clearance = spot.clearance * grid.unit;
        // Where there is only one layer nobody has to ask.
        let layer = if self.mesh.layers.len() == 1 { LayerId(0) } else { NO_LAYER };
        let joint = Joint { at, clearance, flank: FlankId(NONE), layer };
        let id = match self.ties.free.joints.pop() {
            Some(id) => {
                self.mesh.joints[id.index()] = joint;
                id
            }
            None => {
                self.mesh.joints.push(joint);
                JointId(self.mesh.joints.len() as u32 - 1)
            }
        };
        self.mesh.live.joints += 1;
        self.scratch.new_joints.push(id);
        id
    }

    fn new_edge(&mut self) -> EdgeId {
        self.ties.free.edges.pop().unwrap_or_else(|| {
            let edge = Edge {
                first_cell: CellId(0),
                num_cells: 0,
                length: 0.0,
                min_clearance: 0.0,
                component: NONE,
            };
            self.mesh.edges.push(edge);
            EdgeId(self.mesh.edges.len() as u32 - 1)
        })
    }

    /// Slots for cells in a row, and for their flanks.
    fn new_row(&mut self, count: u32) -> CellId {
        self.ties.free.take_row(count).unwrap_or_else(|| {
            let first = CellId(self.mesh.cells.len() as u32);
            let none = FlankId(NONE);
            let flank = Flank { start: JointId(NONE), next: none, prev: none, obstacle: Obstacle(0) };
            for _ in 0..count {
                self.mesh.cells.push(Cell::new(EdgeId(NONE), LayerId(0), false));
                (0..2).for_each(|_| self.mesh.flanks.push(flank));
                self.ties.half_edge_of.extend([HalfEdgeId(NONE); 2]);
            }
            first
        })
    }
}
