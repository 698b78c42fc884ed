//! Reading a mesh: borrowed views of its edges, cells and vertices, as the papers have them.
//!
//! A view is a reference to the mesh and an id: copy it, keep the id, ask the mesh for the view again.

use crate::flank::CellOutline;
use crate::id::{CellId, EdgeId, FlankId, JointId};
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::scene::{ConnectionId, LayerId, Region};

/// A vertex of the medial axis: where one, three or more arcs meet.
#[derive(Clone, Copy)]
pub struct Vertex<'a> {
    mesh: &'a Mesh,
    id: JointId,
}

/// An edge of the medial axis: the arcs between two vertices.
#[derive(Clone, Copy)]
pub struct Edge<'a> {
    mesh: &'a Mesh,
    id: EdgeId,
}

/// A cell: the region around one arc.
#[derive(Clone, Copy)]
pub struct Cell<'a> {
    mesh: &'a Mesh,
    id: CellId,
}

/// A point of an edge, with its nearest obstacle points on the left and right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BendingPoint {
    /// Where it is.
    pub at: [f64; 2],
    /// On which layer.
    pub layer: LayerId,
    /// Its nearest obstacle point on the left of the edge.
    pub left: [f64; 2],
    /// Its nearest obstacle point on the right.
    pub right: [f64; 2],
    /// Distance to both. \[m\]
    pub clearance: f64,
}

/// A straight piece of the border, or a line obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// Its two ends.
    pub ends: [[f64; 2]; 2],
    /// Whether its left and its right side are walkable.
    pub walkable: [bool; 2],
}

impl Mesh {
    /// All vertices, by id.
    pub fn vertices(&self) -> impl Iterator<Item = Vertex<'_>> {
        self.live_joints().filter(|&id| self.is_vertex(id)).map(|id| Vertex { mesh: self, id })
    }

    /// All edges, by id.
    pub fn edges(&self) -> impl Iterator<Item = Edge<'_>> {
        self.live_edges().map(|id| Edge { mesh: self, id })
    }

    /// All cells, by id.
    pub fn cells(&self) -> impl Iterator<Item = Cell<'_>> {
        self.live_cells().map(|id| Cell { mesh: self, id })
    }

    /// The edge with this id.
    ///
    /// # Panics
    /// If there is no such edge.
    pub fn edge(&self, id: EdgeId) -> Edge<'_> {
        assert!(self.has_edge(id), "there is no edge {}", id.0);
        Edge { mesh: self, id }
    }

    /// The cell with this id.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn cell(&self, id: CellId) -> Cell<'_> {
        assert!(self.has_cell(id), "there is no cell {}", id.0);
        Cell { mesh: self, id }
    }

    /// All layers, by id.
    pub fn layers(&self) -> impl Iterator<Item = LayerId> + use<> {
        (0..self.layers.len() as u32).map(LayerId)
    }

    /// The walls of a layer.
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn walls(&self, layer: LayerId) -> impl Iterator<Item = Wall> + '_ {
        assert!((layer.0 as usize) < self.layers.len(), "there is no layer {}", layer.0);
        let sides = self.walkable_sides();
        let own = move |wall: &crate::mesh::Wall| wall.layer == layer && !wall.is_dead();
        self.walls.iter().zip(sides).filter(move |(wall, _)| own(wall)).map(|(wall, walkable)| Wall {
            ends: wall.ends.map(|corner| self.corners[corner.index()]),
            walkable,
        })
    }

    /// Isolated point obstacles, each with a cell that it borders.
    pub fn points(&self) -> impl Iterator<Item = Position> + '_ {
        let mut isolated = vec![true; self.corners.len()];
        for corner in self.walls.iter().filter(|wall| !wall.is_dead()).flat_map(|wall| wall.ends) {
            isolated[corner.index()] = false;
        }
        self.flanks.iter().enumerate().filter_map(move |(f, flank)| {
            let corner = (!flank.is_dead() && !flank.obstacle.is_wall()).then(|| flank.obstacle.index())?;
            let at = self.corners[corner];
            std::mem::take(&mut isolated[corner])
                .then(|| Position::new(at, self.layer_in(FlankId(f as u32), at)))
        })
    }

    /// The two layers of a connection, and its ends; the first layer lies on its left.
    ///
    /// # Panics
    /// If there is no such connection.
    pub fn connection(&self, id: ConnectionId) -> ([LayerId; 2], [[f64; 2]; 2]) {
        let link = self.links[id.0 as usize];
        (link.between, link.segment)
    }

    /// Whether a connection is open; a closed one is a wall.
    ///
    /// # Panics
    /// If there is no such connection.
    pub fn is_open(&self, id: ConnectionId) -> bool {
        self.links[id.0 as usize].open
    }

    /// The labeled areas of a layer.
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn regions(&self, layer: LayerId) -> &[Region] {
        &self.layers[layer.0 as usize].regions
    }

    /// The layer of a place in a cell.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn layer_of(&self, cell: CellId, at: [f64; 2]) -> LayerId {
        assert!(self.has_cell(cell), "there is no cell {}", cell.0);
        let left = self.outline(cell.left());
        let side = if left.contains(at) { cell.left() } else { cell.right() };
        self.layer_in(side, at)
    }

    /// All joints that are not dead.
    pub(crate) fn live_joints(&self) -> impl Iterator<Item = JointId> + '_ {
        self.joints.iter().zip(0..).filter(|(joint, _)| !joint.is_dead()).map(|(_, j)| JointId(j))
    }

    /// All flanks that are not dead.
    pub(crate) fn live_flanks(&self) -> impl Iterator<Item = FlankId> + '_ {
        self.flanks.iter().zip(0..).filter(|(flank, _)| !flank.is_dead()).map(|(_, f)| FlankId(f))
    }

    /// All cells that are not dead.
    pub(crate) fn live_cells(&self) -> impl Iterator<Item = CellId> + '_ {
        self.cells.iter().zip(0..).filter(|(cell, _)| !cell.is_dead()).map(|(_, c)| CellId(c))
    }

    /// All edges that are not dead.
    pub(crate) fn live_edges(&self) -> impl Iterator<Item = EdgeId> + '_ {
        self.edges.iter().zip(0..).filter(|(edge, _)| !edge.is_dead()).map(|(_, e)| EdgeId(e))
    }

    pub(crate) fn is_vertex(&self, id: JointId) -> bool {
        let out = self.joint(id).flank;
        // The two cells of a bending point are of one edge and follow each other.
        self.around(id).count() != 2 || {
            let cell = out.cell();
            let edge = self.edges[self.cells[cell.index()].edge.index()];
            let at_end = |cell: CellId, joint_is_start: bool| {
                if joint_is_start {
                    cell == edge.first_cell
                } else {
                    cell.0 + 1 == edge.first_cell.0 + edge.num_cells
                }
            };
            at_end(cell, out == cell.left())
        }
    }

    /// For each wall whether its left and right side are walkable.
    fn walkable_sides(&self) -> Vec<[bool; 2]> {
        let mut sides = vec![[false; 2]; self.walls.len()];
        for flank in self.flanks.iter().filter(|flank| !flank.is_dead() && flank.obstacle.is_wall()) {
            sides[flank.obstacle.index()][usize::from(flank.obstacle.is_right())] = true;
        }
        sides
    }
}

impl<'a> Vertex<'a> {
    /// Its id.
    pub fn id(self) -> JointId {
        self.id
    }

    /// Where it is, and on which layer.
    pub fn position(self) -> Position {
        let joint = self.mesh.joint(self.id);
        Position::new(joint.at, joint.layer)
    }

    /// Distance to its nearest obstacles; zero in a corner of walls. \[m\]
    pub fn clearance(self) -> f64 {
        self.mesh.joint(self.id).clearance
    }

    /// The edges that meet here, counter-clockwise; a loop comes twice.
    pub fn edges(self) -> impl Iterator<Item = Edge<'a>> {
        let mesh = self.mesh;
        mesh.around(self.id).map(move |f| mesh.edge(mesh.cells[f.cell().index()].edge))
    }
}

impl<'a> Edge<'a> {
    /// Its id.
    pub fn id(self) -> EdgeId {
        self.id
    }

    /// Its cells, from start to end.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell<'a>> + ExactSizeIterator {
        let (mesh, edge) = (self.mesh, self.mesh.edges[self.id.index()]);
        (edge.first_cell.0..edge.first_cell.0 + edge.num_cells).map(move |id| Cell { mesh, id: CellId(id) })
    }

    /// The vertices where it starts and ends; the same for a loop.
    pub fn ends(self) -> [Vertex<'a>; 2] {
        let edge = self.mesh.edges[self.id.index()];
        let last = CellId(edge.first_cell.0 + edge.num_cells - 1);
        [edge.first_cell.left(), last.right()]
            .map(|f| Vertex { mesh: self.mesh, id: self.mesh.flank(f).start })
    }

    /// Its bending points, from the vertex where it starts to the one where it ends.
    pub fn bending_points(self) -> impl Iterator<Item = BendingPoint> + 'a {
        let mesh = self.mesh;
        let point = move |cell: CellId, at_end: bool| {
            let (left, right) = (mesh.flank(cell.left()), mesh.flank(cell.right()));
            let joint = mesh.joint(if at_end { right.start } else { left.start });
            BendingPoint {
                at: joint.at,
                layer: joint.layer,
                left: mesh.foot(left.obstacle, joint.at),
                right: mesh.foot(right.obstacle, joint.at),
                clearance: joint.clearance,
            }
        };
        let last = self.cells().next_back().map(|cell| point(cell.id, true));
        self.cells().map(move |cell| point(cell.id, false)).chain(last)
    }

    /// Length of its arcs. \[m\]
    pub fn length(self) -> f64 {
        self.mesh.edges[self.id.index()].length
    }

    /// The smallest clearance along it, inside of arcs too: the radius of the largest disc that passes. \[m\]
    pub fn min_clearance(self) -> f64 {
        self.mesh.edges[self.id.index()].min_clearance
    }

    /// The number of the component that it is part of: there is a way between two positions, if not always wide enough,
    /// exactly if the edges of their cells are in one component. Below the number of components at first; an update keeps
    /// the numbers of components that it does not touch, and may leave others unused.
    pub fn component(self) -> usize {
        self.mesh.edges[self.id.index()].component as usize
    }
}

impl<'a> Cell<'a> {
    /// Its id.
    pub fn id(self) -> CellId {
        self.id
    }

    /// The edge that it is part of.
    pub fn edge(self) -> Edge<'a> {
        self.mesh.edge(self.mesh.cells[self.id.index()].edge)
    }

    /// Its outline: the polygon of its two bending points and their nearest obstacle points, counter-clockwise. Some may coincide.
    pub fn outline(self) -> [[f64; 2]; 6] {
        let CellOutline { ends: [start, end], feet: [left, right], .. } = self.mesh.cell_outline(self.id);
        [start, right[0], right[1], end, left[1], left[0]]
    }

    /// The layer of the bending point where it starts.
    pub fn layer(self) -> LayerId {
        self.mesh.cells[self.id.index()].layer()
    }

    /// The layers that it may reach into: its own first.
    pub fn layers(self) -> Vec<LayerId> {
        self.mesh.layers_of_cell(self.id)
    }
}

impl std::fmt::Debug for Vertex<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut fields = f.debug_struct("Vertex");
        fields.field("id", &self.id).field("position", &self.position()).finish()
    }
}

impl std::fmt::Debug for Edge<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut fields = f.debug_struct("Edge");
        fields.field("id", &self.id).field("ends", &self.ends()).field("cells", &self.cells().len()).finish()
    }
}

impl std::fmt::Debug for Cell<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cell").field("id", &self.id).field("outline", &self.outline()).finish()
    }
}
