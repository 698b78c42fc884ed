//! What can be wrong with a mesh.

use crate::id::{CellId, CornerId, EdgeId, FlankId, JointId, WallId};
use crate::scene::{ConnectionId, LayerId};

/// An invariant of a mesh that does not hold. In a mesh that was built this is a mistake of the program; in one that was read
/// from a file, of whoever wrote the file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the variants and fields are")]
pub enum MeshViolation {
    // What queries rely on.
    #[error("{of} {index} names {names} {id}, and there are {count}")]
    OutOfRange { of: &'static str, index: usize, names: &'static str, id: u32, count: usize },
    #[error("a number of {of} {index} is not finite")]
    NotFinite { of: &'static str, index: usize },
    #[error("{flanks} flanks are not the sides of {cells} cells")]
    NumFlanks { flanks: usize, cells: usize },
    #[error("the flank after flank {} does not come after it but after another", .0.0)]
    NextPrev(FlankId),
    #[error("flank {} ends at joint {}, and the next one starts at joint {}", flank.0, end.0, start.0)]
    Chain { flank: FlankId, end: JointId, start: JointId },
    #[error("flank {} of joint {} starts at joint {}", flank.0, joint.0, start.0)]
    JointFlank { joint: JointId, flank: FlankId, start: JointId },
    #[error("{found} {of} are alive, and the mesh says {stored}")]
    NumLive { of: &'static str, stored: u32, found: u32 },
    #[error("{of} {index} names {names} {id}, which is dead")]
    Free { of: &'static str, index: usize, names: &'static str, id: u32 },
    #[error("a flank of cell {} is dead and the cell is not, or the reverse", .0.0)]
    HalfFree(CellId),
    #[error("edge {} begins with cell {} and has {num_cells}, and there are {cells}", edge.0, first_cell.0)]
    EdgeCells { edge: EdgeId, first_cell: CellId, num_cells: u32, cells: usize },
    #[error("cell {} names edge {}, which does not have it", cell.0, named.0)]
    NoEdge { cell: CellId, named: EdgeId },
    #[error("cell {} is among those of edge {} and names edge {}", cell.0, edge.0, named.0)]
    CellEdge { cell: CellId, edge: EdgeId, named: EdgeId },
    #[error("there is no layer")]
    NoLayers,
    #[error("the list of connections of layer {} is not that of the connections that name it", layer.0)]
    LayerLinks { layer: LayerId },
    #[error("connection {} joins layer {} to itself", connection.0, layer.0)]
    SameLayer { connection: ConnectionId, layer: LayerId },
    #[error("the index of the {of} of layer {} is broken at list {list}", layer.0)]
    Index { layer: LayerId, of: &'static str, list: usize },
    #[error("a grid of unit {unit} maps nothing")]
    Grid { unit: f64 },
    // What the arrays mean.
    #[error("flank {} starts at joint {}, and one does not meet it on the way around", flank.0, joint.0)]
    Around { flank: FlankId, joint: JointId },
    #[error("the direction of wall {} is not that from its first end to its second", .0.0)]
    Direction(WallId),
    #[error("joint {} with clearance {clearance} is {distance} m away from the obstacle of flank {}", joint.0, flank.0)]
    Equidistance { joint: JointId, clearance: f64, flank: FlankId, distance: f64 },
    #[error("a nearest obstacle point of flank {} is {by} m beyond the ends of wall {}", flank.0, wall.0)]
    FootOutside { flank: FlankId, wall: WallId, by: f64 },
    #[error("flank {} is not on the side of wall {} where it says it is", flank.0, wall.0)]
    WrongSide { flank: FlankId, wall: WallId },
    #[error("flank {} turns clockwise at its corner {corner}, by {by} m", flank.0)]
    NotConvex { flank: FlankId, corner: usize, by: f64 },
    #[error("flank {} spans half a turn or more, seen from corner {}", flank.0, corner.0)]
    HalfTurn { flank: FlankId, corner: CornerId },
    #[error("the length of edge {} is {stored} m, and that of its arcs {found} m", edge.0)]
    Length { edge: EdgeId, stored: f64, found: f64 },
    #[error("the smallest clearance of edge {} is {stored} m, and that of its arcs {found} m", edge.0)]
    MinClearance { edge: EdgeId, stored: f64, found: f64 },
    #[error("edges {} and {} meet and are in components {} and {}", edges[0].0, edges[1].0, components[0], components[1])]
    Component { edges: [EdgeId; 2], components: [u32; 2] },
    #[error("{found} components, and the mesh says {stored}")]
    NumComponents { stored: u32, found: u32 },
    #[error("edge {} is on the widest ways: {wanted}, and the mesh denies it", edge.0)]
    Forest { edge: EdgeId, wanted: bool },
    #[error("joint {} is not linked along an edge that ends there", .0.0)]
    Link(JointId),
    #[error("{found} vertices, and the mesh says {stored}")]
    NumVertices { stored: u32, found: u32 },
    #[error("an area of {found} m², and the mesh says {stored} m²")]
    Area { stored: f64, found: f64 },
    #[error("cell {} names layer {}, and the joint where it starts layer {}", cell.0, layer.0, joint.0)]
    CellLayer { cell: CellId, layer: LayerId, joint: LayerId },
    #[error("joint {} names layer {}, and seen from flank {} it is on layer {}", joint.0, layer.0, flank.0, found.0)]
    JointLayer { joint: JointId, layer: LayerId, flank: FlankId, found: LayerId },
    #[error("cell {} touches {touching} connections of its layer, which its mark denies", cell.0)]
    Spans { cell: CellId, touching: usize },
    #[error("the end ({}, {}) of connection {} is not a corner", end[0], end[1], connection.0)]
    LinkEnd { connection: ConnectionId, end: [f64; 2] },
    #[error("({}, {}) on layer {} is {stored} m from its nearest obstacle, and by brute force {found} m", at[0], at[1], layer.0)]
    Nearest { at: [f64; 2], layer: LayerId, stored: f64, found: f64 },
    #[error("the middle of flank {}, ({}, {}) on layer {}, is not found", flank.0, at[0], at[1], layer.0)]
    Lost { flank: FlankId, at: [f64; 2], layer: LayerId },
}
