//! The place as bytes for the page to draw: floors, and cells of the mesh in blocks. The formats are in `docs/protocol.md`.
//!
//! Cells keep their ids through updates, so after one only the blocks of those that went and came are to be had again.

use throng_crowd::measure::Coverage;
use throng_mesh::{CellId, LayerId, Mesh};

use super::facts::{BLOCK, raised};
use super::frame::fill;

const FLOOR: u32 = 0x4f4c_4654;
const CELLS: u32 = 0x4c4c_4543;

/// The side of a square in which density is counted, and how many squares a layer has at most. (m)
const SIDE: f64 = 1.0;
const MOST_SQUARES: f64 = 1e6;
/// How far pieces of arcs may be from them. (m)
const TOLERANCE: f64 = 0.02;

/// The floor of a layer. Positions are relative to a place.
pub(super) fn floor(mesh: &Mesh, layer: LayerId, low: [f64; 3]) -> Vec<u8> {
    let surface = mesh.surface(layer);
    let grid = grid(mesh, layer);
    let walls: Vec<_> = mesh.walls(layer).collect();
    let mut bytes = Vec::new();
    let numbers = [
        FLOOR,
        mesh.version() as u32,
        surface.corners.len() as u32,
        surface.triangles.len() as u32,
        walls.len() as u32,
        grid.columns() as u32,
        grid.rows() as u32,
    ];
    numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    let corner = grid.low();
    for number in [corner[0] - low[0], corner[1] - low[1], grid.side()] {
        bytes.extend((number as f32).to_le_bytes());
    }
    surface.corners.iter().for_each(|&corner| put(&mut bytes, corner, low));
    for index in surface.triangles.iter().flatten() {
        bytes.extend(index.to_le_bytes());
    }
    for end in walls.iter().flat_map(|wall| wall.ends) {
        put(&mut bytes, raised(mesh, end, layer), low);
    }
    bytes.extend(walls.iter().map(|wall| u8::from(wall.walkable[0]) | u8::from(wall.walkable[1]) << 1));
    fill(&mut bytes);
    let square = grid.side() * grid.side();
    bytes.extend(grid.areas().iter().map(|&area| (f64::from(area) / square * 255.0).round() as u8));
    fill(&mut bytes);
    bytes
}

/// A block of cells.
pub(super) fn cells(mesh: &Mesh, block: u32, low: [f64; 3]) -> Vec<u8> {
    let first = block.saturating_mul(BLOCK);
    let ids = first..first.saturating_add(BLOCK);
    let cells: Vec<_> = ids.map(CellId).filter(|&id| mesh.has_cell(id)).map(|id| mesh.cell(id)).collect();
    let mut points: Vec<u8> = Vec::new();
    let mut starts = Vec::with_capacity(cells.len() + 1);
    let mut feet = Vec::new();
    let mut places = Vec::new();
    for cell in &cells {
        starts.push((points.len() / 16) as u32);
        let arc = mesh.arc(cell.id());
        places.clear();
        places.extend(arc.points(TOLERANCE));
        for &at in &places {
            let layer = mesh.layer_of(cell.id(), at);
            put(&mut points, raised(mesh, at, layer), low);
            points.extend((arc.left.distance(at) as f32).to_le_bytes());
        }
        let [_, right_start, right_end, _, left_end, left_start] = cell.outline();
        for at in [left_start, right_start, left_end, right_end] {
            let layer = mesh.layer_of(cell.id(), at);
            put(&mut feet, raised(mesh, at, layer), low);
        }
    }
    let num_points = (points.len() / 16) as u32;
    starts.push(num_points);
    let mut bytes = Vec::new();
    let head = [CELLS, mesh.version() as u32, block, cells.len() as u32, num_points];
    let edges = cells.iter().map(|cell| cell.edge().id().0);
    let components = cells.iter().map(|cell| cell.edge().component() as u32);
    let layers = cells.iter().map(|cell| cell.layer().0);
    let ids = cells.iter().map(|cell| cell.id().0);
    let words = head.into_iter().chain(ids).chain(edges).chain(components).chain(layers).chain(starts);
    words.for_each(|word| bytes.extend(word.to_le_bytes()));
    bytes.extend(feet);
    bytes.extend(points);
    bytes
}

/// What is walkable, by squares.
fn grid(mesh: &Mesh, layer: LayerId) -> Coverage {
    let rings = mesh.border(layer);
    let [low, high] = crate::random::bounds(mesh, layer);
    let area = ((high[0] - low[0]) * (high[1] - low[1])).max(0.0);
    let side = if area.is_finite() { SIDE.max((area / MOST_SQUARES).sqrt().ceil()) } else { SIDE };
    Coverage::new(&rings, side)
}

fn put(bytes: &mut Vec<u8>, at: [f64; 3], low: [f64; 3]) {
    for k in 0..3 {
        bytes.extend(((at[k] - low[k]) as f32).to_le_bytes());
    }
}
