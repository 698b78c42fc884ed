//! From the diagram to the medial axis: joints, edges, cells and their flanks.
//!
//! Idea. The medial axis is the diagram without what is not walkable and without its spokes. What is left of a vertex of the diagram
//! is a joint; joints with two arcs are bending points, the others are vertices.
//!
//! 1. Mark the vertices of the diagram that are walkable: the sides of segments tell.
//! 2. Make a joint of every vertex in the open, with a slot for each medial arc that leaves it, counter-clockwise. At an end of
//!    segments, where the clearance is zero, arcs end separately: a wall is between them.
//! 3. Follow the arcs from each vertex through bending points to the next vertex: that is an edge, and its arcs are cells, numbered in a row.
//! 4. Around each joint the flank that arrives along one slot goes on with the one that leaves along the slot clockwise of it.
//! 5. Number the corners and walls that the flanks need.
//!
//! Arcs that span half a turn or more are cut ([`crate::medial`]).
//!
//! Cost: linear.
//! Degenerate: a part of the medial axis without a vertex would be a loop of bending points; one of them counts as a vertex.
//! After: the thesis, 4.2. Differs: the extra bending point above.

use throng_voronoi::{Diagram, Grid, HalfEdgeId, SegmentId, Side, Site, VertexId};

use crate::connect::Ground;
use crate::id::{CellId, CornerId, EdgeId, FlankId, JointId, WallId};
use crate::medial::{Kind, MedialArc, Spot};
use crate::mesh::{Cell, Edge, Flank, Joint, Obstacle, Wall};
use crate::scene::LayerId;

const NONE: u32 = u32::MAX;

/// The medial axis of a surface, in meters. Layers are not known yet.
#[derive(Debug, Default)]
pub(crate) struct Axis {
    pub(crate) joints: Vec<Joint>,
    pub(crate) flanks: Vec<Flank>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) corners: Vec<[f64; 2]>,
    pub(crate) walls: Vec<Wall>,
    pub(crate) num_vertices: u32,
}

impl Axis {
    /// Extracts the medial axis of the walkable part of a surface. Tells also where in the diagram each part of it came from.
    pub(crate) fn new(ground: &Ground, grid: &Grid) -> (Self, Origin) {
        let diagram = ground.surface.diagram();
        // Steps 1 and 2.
        let open = diagram.vertices_beside(&ground.walkable);
        let mut axis = Self::default();
        let slots = Slots::new(diagram, &open, &mut axis.joints);
        // Steps 3 and 4.
        let out = axis.trace(diagram, &slots, grid);
        axis.join(&slots, &out);
        axis.renumber_joints();
        // Step 5.
        let (corner_of, wall_of) = axis.number_obstacles(diagram, ground, grid);
        for joint in &mut axis.joints {
            joint.at = [grid.origin[0] + grid.unit * joint.at[0], grid.origin[1] + grid.unit * joint.at[1]];
            joint.clearance *= grid.unit;
        }
        (axis, Origin { open, slots: slots.slots, out, corner_of, wall_of })
    }

    /// Step 3. Returns the flank that leaves along each slot.
    fn trace(&mut self, diagram: &Diagram, slots: &Slots, grid: &Grid) -> Vec<FlankId> {
        let mut out = vec![FlankId(NONE); slots.slots.len()];
        self.cells.reserve(slots.slots.len() / 2);
        self.flanks.reserve(slots.slots.len());
        // In the order of a site of each, which is along a space-filling curve: what is near in space is near in memory.
        let mut order: Vec<u64> = (0..self.joints.len())
            .filter(|&joint| slots.of_joint(joint).len() != 2)
            .map(|joint| {
                let site = diagram.half_edge(slots.slots[slots.of_joint(joint).start].half_edge).left();
                let point = match site {
                    Site::Point(p) => p,
                    Site::Segment(s) => diagram.ends(s)[0],
                };
                u64::from(point.0) << 32 | joint as u64
            })
            .collect();
        order.sort_unstable();
        // Loops of bending points, if there are any, come last.
        let loops = (0..self.joints.len() as u32).filter(|&joint| slots.of_joint(joint as usize).len() == 2);
        for joint in order.iter().map(|&item| item as u32).chain(loops) {
            let own = slots.of_joint(joint as usize);
            if own.len() == 2 && out[own.start] != FlankId(NONE) {
                continue;
            }
            self.num_vertices += 1;
            for slot in own {
                if out[slot] == FlankId(NONE) {
                    self.trace_edge(diagram, slots, slot, joint, grid, &mut out);
                }
            }
        }
        out
    }

    fn trace_edge(
        &mut self,
        diagram: &Diagram,
        slots: &Slots,
        first: usize,
        from: u32,
        grid: &Grid,
        out: &mut [FlankId],
    ) {
        let edge = EdgeId(self.edges.len() as u32);
        let first_cell = CellId(self.cells.len() as u32);
        let (mut length, mut min_clearance) = (0.0, f64::INFINITY);
        let mut slot = first;
        loop {
            let Slot { half_edge, joint: start, twin } = slots.slots[slot];
            let (twin, end) = (twin as usize, slots.slots[twin as usize].joint);
            let arc = MedialArc::new(diagram, half_edge, self.spot(start), self.spot(end));
            let [left, right] = arc.sites.map(raw_obstacle);
            length += arc.length;
            min_clearance = min_clearance.min(arc.min_clearance);
            out[slot] = FlankId(self.flanks.len() as u32);
            if let Some(cut) = arc.cut {
                let middle = self.joints.len() as u32;
                self.joints.push(joint(cut.at, cut.clearance));
                self.add_cell(edge, [start, middle], [left, right]);
                self.add_cell(edge, [middle, end], [left, right]);
                let f = self.flanks.len() as u32 - 4;
                self.link(FlankId(f), FlankId(f + 2));
                self.link(FlankId(f + 3), FlankId(f + 1));
                self.joints[middle as usize].flank = FlankId(f + 2);
            } else {
                self.add_cell(edge, [start, end], [left, right]);
            }
            out[twin] = FlankId(self.flanks.len() as u32 - 1);
            let around = slots.of_joint(end as usize);
            if around.len() != 2 || end == from {
                break;
            }
            // The other one of the two.
            slot = 2 * around.start + 1 - twin;
        }
        let num_cells = self.cells.len() as u32 - first_cell.0;
        self.edges.push(Edge {
            first_cell,
            num_cells,
            length: length * grid.unit,
            min_clearance: min_clearance * grid.unit,
            component: NONE,
        });
    }

    fn spot(&self, joint: u32) -> Spot {
        let Joint { at, clearance, .. } = self.joints[joint as usize];
        Spot { at, clearance }
    }

    fn add_cell(&mut self, edge: EdgeId, [start, end]: [u32; 2], [left, right]: [Obstacle; 2]) {
        self.cells.push(Cell::new(edge, LayerId(0), false));
        for (joint, obstacle) in [(start, left), (end, right)] {
            let nowhere = FlankId(NONE);
            self.flanks.push(Flank { start: JointId(joint), next: nowhere, prev: nowhere, obstacle });
        }
    }

    /// Joints in the order in which the flanks come to them.
    fn renumber_joints(&mut self) {
        let mut new = vec![NONE; self.joints.len()];
        let mut joints = Vec::with_capacity(self.joints.len());
        for flank in &mut self.flanks {
            let old = flank.start.index();
            if new[old] == NONE {
                new[old] = joints.len() as u32;
                joints.push(self.joints[old]);
            }
            flank.start = JointId(new[old]);
        }
        self.joints = joints;
    }

    /// Step 4.
    fn join(&mut self, slots: &Slots, out: &[FlankId]) {
        for joint in 0..slots.first.len() - 1 {
            let own = slots.of_joint(joint);
            self.joints[joint].flank = out[own.start];
            let mut clockwise = own.end - 1;
            for slot in own {
                self.link(out[slot].twin(), out[clockwise]);
                clockwise = slot;
            }
        }
    }

    fn link(&mut self, from: FlankId, to: FlankId) {
        self.flanks[from.index()].next = to;
        self.flanks[to.index()].prev = from;
    }

    /// Step 5. Until here obstacles are named by the ids of the diagram. Returns the corner of each point, and the walls on
    /// the left and right of each segment.
    fn number_obstacles(
        &mut self,
        diagram: &Diagram,
        ground: &Ground,
        grid: &Grid,
    ) -> (Vec<u32>, Vec<[u32; 2]>) {
        let most = |ids: &mut dyn Iterator<Item = u32>| ids.last().map_or(0, |last| last as usize + 1);
        let mut corner_of = vec![NONE; most(&mut diagram.points().map(|p| p.0))];
        let mut wall_of = vec![[NONE; 2]; most(&mut diagram.segments().map(|s| s.0))];
        for flank in &self.flanks {
            let index = flank.obstacle.index();
            if flank.obstacle.is_wall() {
                wall_of[index][usize::from(flank.obstacle.is_right())] = 0;
                for end in diagram.ends(SegmentId(index as u32)) {
                    corner_of[end.index()] = 0;
                }
            } else {
                corner_of[index] = 0;
            }
        }
        for p in diagram.points().filter(|p| corner_of[p.index()] == 0).collect::<Vec<_>>() {
            corner_of[p.index()] = self.corners.len() as u32;
            self.corners.push(grid.position(diagram.point(p)));
        }
        for (index, sides) in wall_of.iter_mut().enumerate().filter(|(_, sides)| **sides != [NONE; 2]) {
            let s = SegmentId(index as u32);
            let layers = ground.layers_of(s);
            let ends = diagram.ends(s).map(|p| CornerId(corner_of[p.index()]));
            let direction = direction_of(diagram, s);
            for side in 0..2 {
                if side == 1 && sides[0] != NONE && layers[0] == layers[1] {
                    sides[1] = sides[0];
                } else if sides[side] == 0 {
                    sides[side] = self.walls.len() as u32;
                    self.walls.push(Wall { ends, direction, layer: layers[side] });
                }
            }
        }
        for flank in &mut self.flanks {
            let old = flank.obstacle;
            flank.obstacle = if old.is_wall() {
                Obstacle::wall(WallId(wall_of[old.index()][usize::from(old.is_right())]), old.is_right())
            } else {
                Obstacle::corner(CornerId(corner_of[old.index()]))
            };
        }
        (corner_of, wall_of)
    }
}

/// The direction of a segment, of length one.
pub(crate) fn direction_of(diagram: &Diagram, s: SegmentId) -> [f64; 2] {
    let [a, b] = diagram.ends(s).map(|p| diagram.point(p));
    let [dx, dy] = [f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y)];
    let length = (dx * dx + dy * dy).sqrt();
    [dx / length, dy / length]
}

/// Where in the diagram the parts of a medial axis came from, by the ids of the diagram.
#[derive(Debug)]
pub(crate) struct Origin {
    /// The vertices in the open, on the walkable side.
    pub(crate) open: Vec<bool>,
    /// The medial arcs that leave joints.
    pub(crate) slots: Vec<Slot>,
    /// The flank that leaves along each of them.
    pub(crate) out: Vec<FlankId>,
    /// The corner of each point, if it has one.
    pub(crate) corner_of: Vec<u32>,
    /// The walls on the left and right of each segment. A side that is not walkable may have none.
    pub(crate) wall_of: Vec<[u32; 2]>,
}

/// A medial arc that leaves a joint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub(crate) half_edge: HalfEdgeId,
    joint: u32,
    /// The slot of the same arc the other way.
    twin: u32,
}

/// The medial arcs that leave each joint, counter-clockwise.
struct Slots {
    first: Vec<u32>,
    slots: Vec<Slot>,
    /// The slot of each half-edge.
    of_half_edge: Vec<u32>,
    /// Half-edges that leave corners of walls, until those get joints.
    corners: Vec<HalfEdgeId>,
}

impl Slots {
    /// Step 2. Positions are in grid units for now.
    fn new(diagram: &Diagram, open: &[bool], joints: &mut Vec<Joint>) -> Self {
        let bound = diagram.vertex_bound();
        let mut slots = Self {
            first: vec![0],
            slots: Vec::with_capacity(bound),
            of_half_edge: vec![NONE; 4 * bound],
            corners: Vec::new(),
        };
        joints.reserve(bound / 2);
        let mut seen = vec![false; bound];
        let mut kinds = Kinds(vec![None; 4 * bound]);
        for id in (0..bound).filter(|&id| open[id]) {
            if seen[id] {
                continue;
            }
            let vertex = VertexId(id as u32);
            let (mut at, mut clearance, mut error) = diagram.circle_of(vertex);
            // The faces of one vertex in the open form a tree, so a walk round it may start anywhere.
            let start = vertex.half_edge(0);
            let mut h = start;
            loop {
                // Round the vertex: to the next arc, and on across those of length zero.
                match kinds.of(diagram, h) {
                    Kind::Zero => {
                        h = diagram.half_edge(h).twin().id();
                        let other = diagram.circle_of(h.vertex());
                        if !seen[h.vertex().index()] && other.2 < error {
                            (at, clearance, error) = other;
                        }
                    }
                    Kind::Medial => {
                        let end = diagram.half_edge(h).twin().id();
                        slots.add(joints.len(), h, end);
                        if !open[end.vertex().index()] {
                            // In a corner of walls. It gets a joint of its own.
                            slots.corners.push(end);
                        }
                    }
                    Kind::Other => {}
                }
                seen[h.vertex().index()] = true;
                h = h.next();
                if h == start {
                    break;
                }
            }
            slots.first.push(slots.slots.len() as u32);
            joints.push(joint(at, clearance));
        }
        for h in std::mem::take(&mut slots.corners) {
            slots.add(joints.len(), h, diagram.half_edge(h).twin().id());
            slots.first.push(slots.slots.len() as u32);
            joints.push(joint(diagram.circle_of(h.vertex()).0, 0.0));
        }
        slots
    }

    fn add(&mut self, joint: usize, h: HalfEdgeId, twin: HalfEdgeId) {
        let slot = self.slots.len() as u32;
        self.of_half_edge[h.0 as usize] = slot;
        let twin = self.of_half_edge[twin.0 as usize];
        if let Some(other) = self.slots.get_mut(twin as usize) {
            other.twin = slot;
        }
        self.slots.push(Slot { half_edge: h, joint: joint as u32, twin });
    }

    fn of_joint(&self, joint: usize) -> std::ops::Range<usize> {
        match self.first.get(joint + 1) {
            Some(&end) => self.first[joint] as usize..end as usize,
            // A joint inside an arc: nothing but that arc leaves it.
            None => 0..0,
        }
    }
}

/// The kinds of arcs, each found out once for both of its half-edges.
struct Kinds(Vec<Option<Kind>>);

impl Kinds {
    fn of(&mut self, diagram: &Diagram, h: HalfEdgeId) -> Kind {
        if let Some(kind) = self.0[h.0 as usize] {
            return kind;
        }
        let half_edge = diagram.half_edge(h);
        let kind = Kind::of(half_edge);
        self.0[h.0 as usize] = Some(kind);
        self.0[half_edge.twin().id().0 as usize] = Some(kind);
        kind
    }
}

fn joint(at: [f64; 2], clearance: f64) -> Joint {
    Joint { at, clearance, flank: FlankId(NONE), layer: LayerId(0) }
}

/// A site as an obstacle, by its id in the diagram.
fn raw_obstacle((site, side): (Site, Side)) -> Obstacle {
    match site {
        Site::Point(p) => Obstacle::corner(CornerId(p.0)),
        Site::Segment(s) => Obstacle::wall(WallId(s.0), side == Side::Right),
    }
}
