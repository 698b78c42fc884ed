//! The mesh: a few flat arrays.
//!
//! The medial axis is stored as flanks. A cell is the region around one arc of the medial axis; it has two flanks, one on each side,
//! and each flank is also a direction along the arc, with the flank on its left:
//!
//! ```text
//!        ═══════════════════════════  the flank's obstacle: a wall, or a corner
//!          |        flank      |
//!          |                   |      spokes from the ends of the arc to their nearest obstacle points
//!   start  o─────────▶─────────o  end
//!          |        twin       |
//!        ═══════════════════════════
//! ```
//!
//! Across the spoke at its end lies `next`, across the one at its start `prev`, across the arc the twin. With the chord in place
//! of the arc every flank is a convex polygon of three or four sides, and together they tile the walkable space: walking
//! from flank to flank is all that queries need.
//!
//! Invariant ([`Mesh::check`]): flanks `2c` and `2c + 1` are the sides of cell `c`; the cells of an edge follow each other, and
//! their even flanks run in its direction; `next` and `prev` undo each other; each joint is equidistant
//! to the obstacles of the flanks around it; seen from a corner a flank spans less than half a turn.
//!
//! Ids stay what they are when a mesh changes, so its arrays get slots that are free: dead cells, edges, joints, walls and corners.
//! Nothing that is alive names them. A mesh that was built or loaded has none.

use std::sync::Arc;

use throng_voronoi::Grid;

use crate::blocks::Blocks;
use crate::height::Heights;
use crate::id::{CellId, CornerId, EdgeId, FlankId, JointId, WallId};
use crate::index::Index;
use crate::prepared::Prepared;
use crate::scene::{ConnectionId, LayerId, Region};

/// The Explicit Corridor Map of a place: its medial axis, annotated with nearest obstacles.
///
/// Queries take `&Mesh`, from as many threads as you like.
///
/// A clone is a snapshot: it shares the memory of the original, and stays as it is when that changes. Making one takes a few
/// microseconds for every ten thousand cells; a change copies no more than the small blocks of memory that it writes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    pub(crate) name: String,
    pub(crate) grid: Grid,
    pub(crate) joints: Blocks<Joint>,
    pub(crate) flanks: Blocks<Flank>,
    pub(crate) cells: Blocks<Cell>,
    pub(crate) edges: Blocks<Edge>,
    pub(crate) corners: Blocks<[f64; 2]>,
    pub(crate) walls: Blocks<Wall>,
    pub(crate) layers: Vec<LayerOf>,
    pub(crate) links: Vec<Link>,
    pub(crate) live: Counts,
    pub(crate) num_vertices: u32,
    pub(crate) num_components: u32,
    /// Twice the walkable area in grid units squared: a whole number, so that changes add up exactly.
    pub(crate) doubled_area: i128,
    /// How many updates it went through.
    pub(crate) version: u64,
    pub(crate) prepared: Prepared,
}

/// How many of each kind are not dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) joints: u32,
    pub(crate) cells: u32,
    pub(crate) edges: u32,
    pub(crate) corners: u32,
    pub(crate) walls: u32,
}

/// What a dead thing names instead of what it named.
pub(crate) const DEAD: u32 = u32::MAX;

/// A point of the medial axis where cells meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Joint {
    pub(crate) at: [f64; 2],
    pub(crate) clearance: f64,
    /// A flank that starts here.
    pub(crate) flank: FlankId,
    pub(crate) layer: LayerId,
}

/// One side of a cell, in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Flank {
    pub(crate) start: JointId,
    pub(crate) next: FlankId,
    pub(crate) prev: FlankId,
    pub(crate) obstacle: Obstacle,
}

/// The obstacle of a flank, packed: `index << 2 | right << 1 | is_wall`; `right` if the flank lies on the right of the wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Obstacle(pub(crate) u32);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cell {
    pub(crate) edge: EdgeId,
    /// The layer of the joint where the cell starts, and in the highest bit whether the cell may reach into others.
    pub(crate) layer: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Edge {
    pub(crate) first_cell: CellId,
    pub(crate) num_cells: u32,
    pub(crate) length: f64,
    pub(crate) min_clearance: f64,
    pub(crate) component: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wall {
    pub(crate) ends: [CornerId; 2],
    /// From the first end to the second, of length one.
    pub(crate) direction: [f64; 2],
    /// A connection that is closed is two walls, one for each of its layers.
    pub(crate) layer: LayerId,
}

/// What the mesh keeps of a layer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LayerOf {
    pub(crate) id: String,
    pub(crate) links: Vec<ConnectionId>,
    pub(crate) regions: Arc<[Region]>,
    pub(crate) heights: Arc<Heights>,
    pub(crate) index: Index,
}

/// A connection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Link {
    pub(crate) between: [LayerId; 2],
    /// Its ends, which are corners; the first layer lies on its left.
    pub(crate) segment: [[f64; 2]; 2],
    /// A closed one is a wall to both sides.
    pub(crate) open: bool,
    /// A place this near to it is on both of its layers. \[m\] Derived from the grid.
    pub(crate) near: f64,
}

impl Counts {
    /// Those of arrays without free slots.
    pub(crate) fn of_lengths([joints, cells, edges, corners, walls]: [usize; 5]) -> Self {
        let [joints, cells, edges, corners, walls] =
            [joints, cells, edges, corners, walls].map(|length| length as u32);
        Self { joints, cells, edges, corners, walls }
    }
}

impl Obstacle {
    #[inline]
    pub(crate) fn corner(corner: CornerId) -> Self {
        Self(corner.0 << 2)
    }

    #[inline]
    pub(crate) fn wall(wall: WallId, on_its_right: bool) -> Self {
        Self(wall.0 << 2 | u32::from(on_its_right) << 1 | 1)
    }

    #[inline]
    pub(crate) fn is_wall(self) -> bool {
        self.0 & 1 != 0
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// Whether the flank lies on the right of the wall.
    #[inline]
    pub(crate) fn is_right(self) -> bool {
        self.0 & 2 != 0
    }
}

impl Joint {
    #[inline]
    pub(crate) fn is_dead(&self) -> bool {
        self.flank == FlankId(DEAD)
    }
}

impl Flank {
    #[inline]
    pub(crate) fn is_dead(&self) -> bool {
        self.start == JointId(DEAD)
    }
}

impl Edge {
    #[inline]
    pub(crate) fn is_dead(&self) -> bool {
        self.num_cells == 0
    }
}

impl Wall {
    #[inline]
    pub(crate) fn is_dead(&self) -> bool {
        self.ends == [CornerId(DEAD); 2]
    }
}

#[inline]
pub(crate) fn is_dead_corner(at: &[f64; 2]) -> bool {
    at[0].is_nan()
}

impl Cell {
    const SPANS: u32 = 1 << 31;

    pub(crate) fn new(edge: EdgeId, layer: LayerId, spans: bool) -> Self {
        Self { edge, layer: layer.0 | if spans { Self::SPANS } else { 0 } }
    }

    #[inline]
    pub(crate) fn is_dead(&self) -> bool {
        self.edge == EdgeId(DEAD)
    }

    /// The layer of the joint where the cell starts.
    #[inline]
    pub(crate) fn layer(self) -> LayerId {
        LayerId(self.layer & !Self::SPANS)
    }

    /// Whether the cell may reach into other layers.
    #[inline]
    pub(crate) fn spans(self) -> bool {
        self.layer & Self::SPANS != 0
    }
}

impl Mesh {
    /// What people call the place; may be empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Number of vertices of the medial axis: of its joints those with one, three or more arcs.
    pub fn num_vertices(&self) -> usize {
        self.num_vertices as usize
    }

    /// Number of edges.
    pub fn num_edges(&self) -> usize {
        self.live.edges as usize
    }

    /// Number of bending points as the papers count them: along each edge, with both of its vertices.
    pub fn num_bending_points(&self) -> usize {
        self.num_cells() + self.num_edges()
    }

    /// Number of cells.
    pub fn num_cells(&self) -> usize {
        self.live.cells as usize
    }

    /// Number of corners of obstacles, point obstacles among them.
    pub fn num_corners(&self) -> usize {
        self.live.corners as usize
    }

    /// Number of walls.
    pub fn num_walls(&self) -> usize {
        self.live.walls as usize
    }

    /// Number of layers.
    pub fn num_layers(&self) -> usize {
        self.layers.len()
    }

    /// Number of connections.
    pub fn num_connections(&self) -> usize {
        self.links.len()
    }

    /// Number of parts between which there is no way.
    pub fn num_components(&self) -> usize {
        self.num_components as usize
    }

    /// Walkable area, seen from above. \[m²\]
    pub fn area(&self) -> f64 {
        self.doubled_area as f64 / 2.0 * self.grid.unit * self.grid.unit
    }

    /// Whether there is a cell with this id. Ids of cells that an update removed may be given to others by later updates.
    #[inline]
    pub fn has_cell(&self, id: CellId) -> bool {
        id.index() < self.cells.len() && !self.cells[id.index()].is_dead()
    }

    /// Whether there is an edge with this id. Ids of edges that an update removed may be given to others by later updates.
    #[inline]
    pub fn has_edge(&self, id: EdgeId) -> bool {
        id.index() < self.edges.len() && !self.edges[id.index()].is_dead()
    }

    /// How many updates this mesh went through: 0 for one that was just built or loaded.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Name of a layer.
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn layer_name(&self, layer: LayerId) -> &str {
        &self.layers[layer.0 as usize].id
    }

    /// The layer with this name.
    pub fn layer_named(&self, id: &str) -> Option<LayerId> {
        self.layers.iter().position(|layer| layer.id == id).map(|index| LayerId(index as u32))
    }

    /// The grid on which its corners lie.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Bytes held in memory, with what queries made to be quicker.
    pub fn bytes(&self) -> usize {
        fn of<T>(items: &Vec<T>) -> usize {
            items.capacity() * size_of::<T>()
        }
        let layers = self.layers.iter().map(|layer| {
            layer.id.capacity()
                + of(&layer.links)
                + layer
                    .regions
                    .iter()
                    .map(|region| of(&region.polygon) + region.label.capacity())
                    .sum::<usize>()
                + size_of_val(&*layer.regions)
                + layer.heights.bytes()
                + layer.index.bytes()
        });
        size_of::<Self>()
            + self.joints.bytes()
            + self.flanks.bytes()
            + self.cells.bytes()
            + self.edges.bytes()
            + self.corners.bytes()
            + self.walls.bytes()
            + of(&self.layers)
            + of(&self.links)
            + layers.sum::<usize>()
            + self.prepared.bytes()
    }

    /// Bytes of its arrays that it does not share with another mesh: what was copied since one was a snapshot of the other.
    pub fn bytes_apart(&self, other: &Self) -> usize {
        let layers =
            self.layers.iter().zip(&other.layers).map(|(one, two)| one.index.bytes_apart(&two.index));
        self.joints.bytes_apart(&other.joints)
            + self.flanks.bytes_apart(&other.flanks)
            + self.cells.bytes_apart(&other.cells)
            + self.edges.bytes_apart(&other.edges)
            + self.corners.bytes_apart(&other.corners)
            + self.walls.bytes_apart(&other.walls)
            + self.prepared.bytes_apart(&other.prepared)
            + layers.sum::<usize>()
    }

    #[inline]
    pub(crate) fn flank(&self, f: FlankId) -> &Flank {
        &self.flanks[f.index()]
    }

    #[inline]
    pub(crate) fn joint(&self, j: JointId) -> &Joint {
        &self.joints[j.index()]
    }

    /// A flank and its twin.
    #[inline]
    pub(crate) fn both(&self, f: FlankId) -> [&Flank; 2] {
        let [left, right] = self.flanks.pair(f.cell().left().index());
        if f == f.cell().left() { [left, right] } else { [right, left] }
    }

    /// The joints where a flank starts and ends.
    #[inline]
    pub(crate) fn ends(&self, f: FlankId) -> [&Joint; 2] {
        self.both(f).map(|flank| self.joint(flank.start))
    }
}
