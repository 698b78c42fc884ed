//! The graph of a weighted search: places where a disc fits, and hops between them, made as the search comes near.
//!
//! 1. Grid places, a step apart on every layer. Hops lead to the eight neighbors and, like a knight's, to eight more.
//! 2. Places on the medial axis: joints, and beads between them where the space is so narrow that the grid may miss it. Hops follow
//!    the arcs, so whoever fits on the medial axis is on the graph.
//! 3. Places on borders of regions, a step apart at most: there routes bend.
//! 4. The two ends of the route, and where they retract to on the medial axis.
//!
//! Straight hops lead from all that is not on the grid to whatever is within [`REACH`] steps, and back.
//!
//! Places are kept in tiles of 8 by 8 grid places. A tile is filled when the search first looks into it: with the cells of
//! the mesh and the borders in it. Grid places are made one by one.
//!
//! Cost: the part of the place that the search sees. A step is 1 m; where the walkable area is so large that there would be more
//! than [`MOST_PLACES`] of them, it is longer.

use throng_voronoi::Arc;

use crate::id::{CellId, JointId};
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::plane::{Point, along, distance, distance_sq, nearest_on_segment, sub};
use crate::route::request::SLACK;
use crate::route::weighted::ground::Ground;
use crate::route::weighted::tiles::{TILE, Tile, Tiles};

/// How far apart grid places are. \[m\]
const STEP: f64 = 1.0;

/// Most grid places of a mesh.
const MOST_PLACES: f64 = 2e6;

/// How far straight hops lead that are not on the grid, in steps.
const REACH: f64 = 1.5;

/// Hops on the grid: to the eight neighbors, and to those that a knight reaches.
const MOVES: [[i32; 2]; 16] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
    [2, 1],
    [1, 2],
    [-1, 2],
    [-2, 1],
    [-2, -1],
    [-1, -2],
    [1, -2],
    [2, -1],
];

/// A place of the graph, by its index.
pub(crate) type NodeId = u32;

/// No place, not known yet.
pub(crate) const NONE: NodeId = u32::MAX;

/// No place, for the disc does not fit there.
const BLOCKED: NodeId = u32::MAX - 1;

/// A place of the graph, and what the search knows of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) position: Position,
    /// The cell of the mesh that it is in.
    pub(crate) cell: CellId,
    pub(crate) clearance: f64,
    spot: Spot,
    /// The least known cost from the start.
    pub(crate) cost: f64,
    /// The place before it on the way from the start.
    pub(crate) parent: NodeId,
    /// The arc from there, by its index; `NONE` for a straight line.
    pub(crate) arc: u32,
    pub(crate) is_done: bool,
}

/// A hop to a place, along an arc by its index, or straight if that is `NONE`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hop {
    pub(crate) to: NodeId,
    pub(crate) arc: u32,
}

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Spot {
    Grid([i32; 2]),
    Joint(JointId),
    /// On the arc of a cell.
    Bead(CellId, u32),
    /// An end of the route, its retraction, or on a border.
    Loose,
}

/// The graph.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lattice {
    pub(crate) nodes: Vec<Node>,
    pub(crate) arcs: Vec<Arc>,
    tiles: Tiles,
    /// For each joint its place.
    joints: Vec<Known>,
    /// For each cell its first bead, or `NONE`.
    beads: Vec<Known>,
    /// How many pieces the arcs of cells with known beads are cut into.
    pieces: Vec<u32>,
    stamp: u32,
    /// Hops between the ends, their retractions, and the medial axis.
    extra: Vec<(NodeId, Hop)>,
    edges: Vec<u32>,
    radius: f64,
    step: f64,
}

/// A place that is known in one search, and not in the next.
#[derive(Clone, Copy, Debug)]
struct Known {
    stamp: u32,
    node: NodeId,
}

impl Lattice {
    /// Starts anew with the two ends of a route, places 0 and 1; both have room for the disc.
    pub(crate) fn begin(&mut self, mesh: &Mesh, ends: [Position; 2], radius: f64) {
        self.nodes.clear();
        self.arcs.clear();
        self.extra.clear();
        self.tiles.clear();
        if self.stamp == u32::MAX || self.joints.len() != mesh.joints.len() {
            self.joints.clear();
            self.beads.clear();
            self.stamp = 0;
        }
        self.stamp += 1;
        let unknown = Known { stamp: 0, node: NONE };
        self.joints.resize(mesh.joints.len(), unknown);
        self.beads.resize(mesh.cells.len(), unknown);
        self.pieces.resize(mesh.cells.len(), 0);
        self.radius = radius - SLACK;
        self.step = STEP.max((mesh.area() / MOST_PLACES).sqrt());
        for end in ends {
            self.add_loose(mesh, end, None);
        }
        self.add_straight_hop(0, 1);
        let mut feet = [(CellId(0), 0.0, NONE); 2];
        for (end, foot) in (0..).zip(&mut feet) {
            let Some(retraction) = mesh.retract(ends[end as usize], None) else { continue };
            let position = Position { at: retraction.point, layer: retraction.layer };
            let node = self.add_loose(mesh, position, Some(retraction.cell));
            // By rounding only: a place has at most as much room as its retraction.
            if node >= BLOCKED {
                continue;
            }
            *foot = (retraction.cell, retraction.t, node);
            self.add_straight_hop(end, node);
            self.add_foot(mesh, retraction.cell, retraction.t, node);
        }
        let [(cell, s, one), (other, t, two)] = feet;
        if cell == other && one < BLOCKED && two < BLOCKED {
            self.add_arc_hop(mesh, cell, [s, t], [one, two]);
        }
    }

    /// Whether a disc can hop straight from one place to another.
    pub(crate) fn is_clear(&self, mesh: &Mesh, from: NodeId, to: NodeId) -> bool {
        let (a, b) = (&self.nodes[from as usize], &self.nodes[to as usize]);
        let length = distance(a.position.at, b.position.at);
        // All of the hop is within the free disc around one end, and clearance changes no faster than the way.
        let is_wide = length <= a.clearance && a.clearance + b.clearance - length >= 2.0 * self.radius;
        if is_wide && mesh.layer_after(a.position.layer, a.position.at, b.position.at) == b.position.layer {
            return true;
        }
        let sight = mesh.visible(a.position, b.position, Some(a.cell));
        sight.is_some_and(|sight| sight.visible && sight.clearance >= self.radius)
    }

    /// The hops from a place. Whether straight ones are clear is not said.
    pub(crate) fn hops(&mut self, mesh: &Mesh, ground: &Ground, from: NodeId, hops: &mut Vec<Hop>) {
        hops.clear();
        let Node { position, cell, spot, .. } = self.nodes[from as usize];
        let straight = |to: NodeId| Hop { to, arc: NONE };
        if let Spot::Grid([i, j]) = spot {
            for [di, dj] in MOVES {
                let to = self.grid_node(mesh, position, cell, [i + di, j + dj]);
                hops.extend((to < BLOCKED).then_some(straight(to)));
            }
        } else {
            let reach = REACH * self.step;
            let [low, high] = [-reach, reach].map(|off| self.square(along(position.at, [off, off], 1.0)));
            for j in low[1]..=high[1] {
                for i in low[0]..=high[0] {
                    if distance_sq(self.place([i, j]), position.at) <= reach * reach {
                        let to = self.grid_node(mesh, position, cell, [i, j]);
                        hops.extend((to < BLOCKED).then_some(straight(to)));
                    }
                }
            }
            self.axis_hops(mesh, spot, hops);
            let extra = self.extra.iter().filter(|&&(start, _)| start == from);
            hops.extend(extra.map(|&(_, hop)| hop));
        }
        self.near_hops(mesh, ground, from, position, hops);
    }

    /// Places near another one that are not on the grid, also across connections.
    fn near_hops(&mut self, mesh: &Mesh, ground: &Ground, from: NodeId, near: Position, hops: &mut Vec<Hop>) {
        self.near_on_layer(mesh, ground, from, near, hops);
        for id in &mesh.layers[near.layer.0 as usize].links {
            let link = &mesh.links[id.0 as usize];
            let foot = nearest_on_segment(link.segment[0], link.segment[1], near.at);
            if link.open && distance(foot, near.at) <= REACH * self.step {
                let across = Position { layer: link.across(near.layer), ..near };
                self.near_on_layer(mesh, ground, from, across, hops);
            }
        }
    }

    fn near_on_layer(
        &mut self,
        mesh: &Mesh,
        ground: &Ground,
        from: NodeId,
        near: Position,
        hops: &mut Vec<Hop>,
    ) {
        let reach = REACH * self.step;
        let [low, high] = [-reach, reach]
            .map(|off| self.square(along(near.at, [off, off], 1.0)).map(|v| v.div_euclid(TILE)));
        for j in low[1]..=high[1] {
            for i in low[0]..=high[0] {
                let tile = self.tiles.at(near.layer, [i, j]);
                if !self.tiles[tile].is_filled {
                    self.fill(mesh, ground, tile);
                }
                for &to in &self.tiles[tile].others {
                    let at = self.nodes[to as usize].position.at;
                    if to != from && distance_sq(at, near.at) <= reach * reach {
                        hops.push(Hop { to, arc: NONE });
                    }
                }
            }
        }
    }

    /// Hops along the medial axis.
    fn axis_hops(&mut self, mesh: &Mesh, spot: Spot, hops: &mut Vec<Hop>) {
        match spot {
            Spot::Joint(joint) => {
                for f in mesh.around(joint) {
                    self.add_cell(mesh, f.cell());
                    let n = self.pieces[f.cell().index()];
                    let ends = if f == f.cell().left() { [0, 1] } else { [n, n - 1] };
                    self.axis_hop(mesh, f.cell(), ends, hops);
                }
            }
            Spot::Bead(cell, k) => {
                self.axis_hop(mesh, cell, [k, k - 1], hops);
                self.axis_hop(mesh, cell, [k, k + 1], hops);
            }
            Spot::Grid(_) | Spot::Loose => {}
        }
    }

    /// The hop from one bead of a cell to the next, or to a joint, if the disc fits there.
    fn axis_hop(&mut self, mesh: &Mesh, cell: CellId, [from, to]: [u32; 2], hops: &mut Vec<Hop>) {
        let node = self.bead(mesh, cell, to);
        let n = f64::from(self.pieces[cell.index()]);
        if let Some(arc) = self.passable(mesh, cell, f64::from(from) / n, f64::from(to) / n)
            && node < BLOCKED
        {
            hops.push(Hop { to: node, arc: self.arcs.len() as u32 });
            self.arcs.push(arc);
        }
    }

    /// The arc of a cell from one parameter to another, if the disc fits everywhere on it.
    fn passable(&self, mesh: &Mesh, cell: CellId, from: f64, to: f64) -> Option<Arc> {
        let whole = mesh.arc(cell);
        let (start, end) = (whole.point(from), whole.point(to));
        let arc = if from <= to {
            Arc { start, end, ..whole }
        } else {
            Arc { start, end, left: whole.right, right: whole.left }
        };
        (arc.min_clearance().1 >= self.radius).then_some(arc)
    }

    /// Step 4: connects a place on the arc of a cell with the beads before and after it.
    fn add_foot(&mut self, mesh: &Mesh, cell: CellId, t: f64, node: NodeId) {
        self.add_cell(mesh, cell);
        let n = self.pieces[cell.index()];
        let k = ((t * f64::from(n)) as u32).min(n - 1);
        for k in [k, k + 1] {
            let bead = self.bead(mesh, cell, k);
            if bead < BLOCKED {
                self.add_arc_hop(mesh, cell, [t, f64::from(k) / f64::from(n)], [node, bead]);
            }
        }
    }

    fn add_arc_hop(&mut self, mesh: &Mesh, cell: CellId, [s, t]: [f64; 2], [one, two]: [NodeId; 2]) {
        for (from, to, start, end) in [(s, t, one, two), (t, s, two, one)] {
            if let Some(arc) = self.passable(mesh, cell, from, to) {
                self.extra.push((start, Hop { to: end, arc: self.arcs.len() as u32 }));
                self.arcs.push(arc);
            }
        }
    }

    /// Adds a straight hop there and back.
    fn add_straight_hop(&mut self, one: NodeId, two: NodeId) {
        self.extra.extend([(one, Hop { to: two, arc: NONE }), (two, Hop { to: one, arc: NONE })]);
    }

    /// Step 3: fills a tile with the places on borders and on the medial axis that are in it, if not more.
    fn fill(&mut self, mesh: &Mesh, ground: &Ground, tile: usize) {
        self.tiles[tile].is_filled = true;
        let Tile { layer, at, .. } = self.tiles[tile];
        let size = f64::from(TILE) * self.step;
        let low = [f64::from(at[0]) * size, f64::from(at[1]) * size];
        let high = [low[0] + size, low[1] + size];
        mesh.layers[layer.0 as usize].index.each_in([low, high], |cell| self.add_cell(mesh, CellId(cell)));
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        ground.each_edge(layer, [low, high], |edge| edges.push(edge));
        edges.sort_unstable();
        edges.dedup();
        for &edge in &edges {
            let [a, b] = ground.edge(layer, edge).ends;
            let count = (distance(a, b) / self.step).ceil().max(1.0);
            // The last one is the first of the next edge.
            for k in 0..count as u32 {
                let position = Position { at: along(a, sub(b, a), f64::from(k) / count), layer };
                if self.square(position.at).map(|v| v.div_euclid(TILE)) == at {
                    self.add_loose(mesh, position, None);
                }
            }
        }
        self.edges = edges;
    }

    /// Step 2: makes the joints and beads of a cell, once.
    fn add_cell(&mut self, mesh: &Mesh, cell: CellId) {
        if self.beads[cell.index()].stamp == self.stamp {
            return;
        }
        let arc = mesh.arc(cell);
        // Where the free disc is this large, grid places are all around.
        let is_wide = arc.min_clearance().1 >= self.radius + REACH * self.step;
        let count = if is_wide { 1.0 } else { (arc.length() / self.step).ceil().max(1.0) };
        self.beads[cell.index()] = Known { stamp: self.stamp, node: self.nodes.len() as u32 };
        self.pieces[cell.index()] = count as u32;
        for k in 1..count as u32 {
            let t = f64::from(k) / count;
            let at = arc.point(t);
            let position = Position { at, layer: mesh.layer_of(cell, at) };
            self.add(position, cell, arc.clearance(t), Spot::Bead(cell, k));
        }
        self.bead(mesh, cell, 0);
        self.bead(mesh, cell, count as u32);
    }

    /// A bead of a cell; the first and the last are joints.
    fn bead(&mut self, mesh: &Mesh, cell: CellId, k: u32) -> NodeId {
        let [start, end] = [cell.left(), cell.right()].map(|f| mesh.flank(f).start);
        if k > 0 && k < self.pieces[cell.index()] {
            let node = self.beads[cell.index()].node + k - 1;
            return if self.nodes[node as usize].clearance >= self.radius { node } else { BLOCKED };
        }
        let id = if k == 0 { start } else { end };
        let joint = mesh.joint(id);
        if self.joints[id.index()].stamp != self.stamp {
            let position = Position { at: joint.at, layer: joint.layer };
            let node = if joint.clearance >= self.radius {
                self.add(position, cell, joint.clearance, Spot::Joint(id))
            } else {
                BLOCKED
            };
            self.joints[id.index()] = Known { stamp: self.stamp, node };
        }
        self.joints[id.index()].node
    }

    /// Step 1: the grid place in a square, on the layer that a straight line from a position leads to.
    fn grid_node(&mut self, mesh: &Mesh, from: Position, hint: CellId, square: [i32; 2]) -> NodeId {
        let at = self.place(square);
        let layer = mesh.layer_after(from.layer, from.at, at);
        let tile = self.tiles.at(layer, square.map(|v| v.div_euclid(TILE)));
        let [i, j] = square.map(|v| v.rem_euclid(TILE));
        let slot = (j * TILE + i) as usize;
        if self.tiles[tile].grid[slot] == NONE {
            let position = Position { at, layer };
            let nearest = mesh.nearest(position, Some(hint)).filter(|n| n.distance >= self.radius);
            let node = nearest.map_or(BLOCKED, |nearest| {
                self.push(position, nearest.cell, nearest.distance, Spot::Grid(square))
            });
            self.tiles[tile].grid[slot] = node;
        }
        self.tiles[tile].grid[slot]
    }

    /// Adds a place that is not on the grid, if the disc fits there.
    fn add_loose(&mut self, mesh: &Mesh, position: Position, hint: Option<CellId>) -> NodeId {
        let nearest = mesh.nearest(position, hint).filter(|nearest| nearest.distance >= self.radius);
        nearest.map_or(BLOCKED, |nearest| self.add(position, nearest.cell, nearest.distance, Spot::Loose))
    }

    /// Adds a place that is not on the grid to its tile. Beads where the disc does not fit are in no tile.
    fn add(&mut self, position: Position, cell: CellId, clearance: f64, spot: Spot) -> NodeId {
        let node = self.push(position, cell, clearance, spot);
        if clearance >= self.radius {
            let tile = self.tiles.at(position.layer, self.square(position.at).map(|v| v.div_euclid(TILE)));
            self.tiles[tile].others.push(node);
        }
        node
    }

    fn push(&mut self, position: Position, cell: CellId, clearance: f64, spot: Spot) -> NodeId {
        let (cost, is_done) = (f64::INFINITY, false);
        self.nodes.push(Node { position, cell, clearance, spot, cost, parent: NONE, arc: NONE, is_done });
        self.nodes.len() as u32 - 1
    }

    /// The grid place in a square.
    fn place(&self, [i, j]: [i32; 2]) -> Point {
        [(f64::from(i) + 0.5) * self.step, (f64::from(j) + 0.5) * self.step]
    }

    /// The square that a place is in.
    fn square(&self, at: Point) -> [i32; 2] {
        at.map(|v| (v / self.step).floor() as i32)
    }
}
