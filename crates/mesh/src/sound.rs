//! What queries rely on, verified: ids in range, numbers finite, chains that close.
//!
//! A mesh for which all of this holds may be nonsense, but no query on it panics or runs forever: whatever is followed is
//! in range, and since `next` is a permutation every way around a joint comes back to its start. So this is what a
//! mesh from a file has to pass, and it is written for speed: a pass over an array is a maximum without branches,
//! and only if that is too large the culprit is looked for.

use crate::height::Heights;
use crate::id::{CellId, EdgeId, FlankId, JointId};
use crate::index::Index;
use crate::mesh::{Mesh, Obstacle};
use crate::scene::{ConnectionId, LayerId};
use crate::violation::MeshViolation;

impl Mesh {
    /// Verifies what queries rely on.
    pub(crate) fn check_sound(&self) -> Result<(), MeshViolation> {
        let unit = self.grid.unit;
        if !(unit > 0.0 && unit.is_finite()) {
            return Err(MeshViolation::Grid { unit });
        }
        let [x, y] = self.grid.origin;
        finite(&[[x, y, self.area]], "the mesh", |numbers| *numbers)?;
        self.sound_flanks()?;
        self.sound_joints()?;
        self.sound_edges()?;
        self.sound_obstacles()?;
        self.sound_layers()
    }

    fn sound_joints(&self) -> Result<(), MeshViolation> {
        finite(&self.joints, "joint", |joint| [joint.at[0], joint.at[1], joint.clearance])?;
        in_range(&self.joints, "joint", "flank", self.flanks.len(), |joint| joint.flank.0)?;
        in_range(&self.joints, "joint", "layer", self.layers.len(), |joint| joint.layer.0)?;
        let start = |joint: usize| self.flank(self.joints[joint].flank).start;
        if (0..self.joints.len()).fold(true, |good, joint| good & (start(joint).index() == joint)) {
            return Ok(());
        }
        let wrong = (0..self.joints.len()).find(|&joint| start(joint).index() != joint);
        wrong.map_or(Ok(()), |joint| {
            let flank = self.joints[joint].flank;
            Err(MeshViolation::JointFlank { joint: JointId(joint as u32), flank, start: start(joint) })
        })
    }

    fn sound_flanks(&self) -> Result<(), MeshViolation> {
        let (flanks, cells) = (self.flanks.len(), self.cells.len());
        if flanks != 2 * cells {
            return Err(MeshViolation::NumFlanks { flanks, cells });
        }
        in_range(&self.flanks, "flank", "joint", self.joints.len(), |flank| flank.start.0)?;
        in_range(&self.flanks, "flank", "flank", flanks, |flank| flank.next.0.max(flank.prev.0))?;
        self.sound_sides()?;
        // If prev undoes next then next is one-to-one, so both are permutations and undo each other.
        let undone = |f: u32, next: FlankId| self.flank(next).prev == FlankId(f);
        let chained = |f: u32, next: FlankId| self.flank(next).start == self.flank(FlankId(f).twin()).start;
        let good = self
            .flanks
            .iter()
            .zip(0..)
            .fold(true, |good, (flank, f)| good & undone(f, flank.next) & chained(f, flank.next));
        if good {
            return Ok(());
        }
        for (flank, f) in self.flanks.iter().zip(0..) {
            if !undone(f, flank.next) {
                return Err(MeshViolation::NextPrev(FlankId(f)));
            }
            if !chained(f, flank.next) {
                let (end, start) = (self.flank(FlankId(f).twin()).start, self.flank(flank.next).start);
                return Err(MeshViolation::Chain { flank: FlankId(f), end, start });
            }
        }
        Ok(())
    }

    /// The obstacles of flanks exist.
    fn sound_sides(&self) -> Result<(), MeshViolation> {
        let counts = [self.corners.len(), self.walls.len()];
        let exists = |obstacle: Obstacle| obstacle.index() < counts[usize::from(obstacle.is_wall())];
        if self.flanks.iter().fold(true, |good, flank| good & exists(flank.obstacle)) {
            return Ok(());
        }
        let wrong = self.flanks.iter().position(|flank| !exists(flank.obstacle));
        wrong.map_or(Ok(()), |index| {
            let obstacle = self.flanks[index].obstacle;
            let names = if obstacle.is_wall() { "wall" } else { "corner" };
            let count = counts[usize::from(obstacle.is_wall())];
            Err(MeshViolation::OutOfRange { of: "flank", index, names, id: obstacle.index() as u32, count })
        })
    }

    /// The cells of edges follow each other.
    fn sound_edges(&self) -> Result<(), MeshViolation> {
        finite(&self.edges, "edge", |edge| [edge.length, edge.min_clearance, 0.0])?;
        let components = self.num_components as usize;
        in_range(&self.edges, "edge", "component", components, |edge| edge.component)?;
        in_range(&self.cells, "cell", "layer", self.layers.len(), |cell| cell.layer().0)?;
        let mut expected = 0usize;
        for (edge, e) in self.edges.iter().zip(0..) {
            let (first, own) = (edge.first_cell.index(), edge.num_cells as usize);
            let cells = self.cells.get(expected..expected.saturating_add(own)).unwrap_or_default();
            if first != expected || cells.is_empty() {
                let (edge, first_cell, num_cells) = (EdgeId(e), edge.first_cell, edge.num_cells);
                let expected = CellId(expected as u32);
                return Err(MeshViolation::EdgeCells { edge, first_cell, num_cells, expected });
            }
            if let Some(k) = cells.iter().position(|cell| cell.edge != EdgeId(e)) {
                let cell = CellId((first + k) as u32);
                return Err(MeshViolation::CellEdge { cell, edge: EdgeId(e), named: cells[k].edge });
            }
            expected += own;
        }
        if expected != self.cells.len() {
            let (cell, edge) = (CellId(expected as u32), EdgeId(self.edges.len() as u32));
            return Err(MeshViolation::CellEdge { cell, edge, named: self.cells[expected].edge });
        }
        Ok(())
    }

    fn sound_obstacles(&self) -> Result<(), MeshViolation> {
        finite(&self.corners, "corner", |&[x, y]| [x, y, 0.0])?;
        finite(&self.walls, "wall", |wall| [wall.direction[0], wall.direction[1], 0.0])?;
        in_range(&self.walls, "wall", "corner", self.corners.len(), |wall| {
            wall.ends[0].0.max(wall.ends[1].0)
        })?;
        in_range(&self.walls, "wall", "layer", self.layers.len(), |wall| wall.layer.0)?;
        for (link, index) in self.links.iter().zip(0..) {
            if link.between[0] == link.between[1] {
                let connection = ConnectionId(index);
                return Err(MeshViolation::SameLayer { connection, layer: link.between[0] });
            }
        }
        let layers = self.layers.len();
        in_range(&self.links, "connection", "layer", layers, |link| {
            link.between[0].0.max(link.between[1].0)
        })?;
        finite(&self.links, "connection", |link| {
            let [[a, b], [c, d]] = link.segment;
            [a, b, if c.is_finite() { d } else { c }]
        })
    }

    fn sound_layers(&self) -> Result<(), MeshViolation> {
        if self.layers.is_empty() {
            return Err(MeshViolation::NoLayers);
        }
        let mut named: Vec<Vec<ConnectionId>> = vec![Vec::new(); self.layers.len()];
        for (link, index) in self.links.iter().zip(0..) {
            for layer in link.between {
                named[layer.0 as usize].push(ConnectionId(index));
            }
        }
        for (index, layer) in self.layers.iter().enumerate() {
            let id = LayerId(index as u32);
            if layer.links != named[index] {
                return Err(MeshViolation::LayerLinks { layer: id });
            }
            sound_index(&layer.index, id, "cells", self.cells.len())?;
            let corners = layer.regions.iter().flat_map(|region| &region.polygon);
            finite(&corners.copied().collect::<Vec<_>>(), "the regions of layer", |corner| *corner)
                .map_err(|_| MeshViolation::NotFinite { of: "the regions of layer", index })?;
            match &layer.heights {
                Heights::Flat(height) => {
                    finite(&[[*height; 3]], "the heights of layer", |height| *height)
                        .map_err(|_| MeshViolation::NotFinite { of: "the heights of layer", index })?;
                }
                Heights::Triangles { triangles, index: lists } => {
                    finite(triangles.as_flattened(), "the heights of layer", |corner| *corner)
                        .map_err(|_| MeshViolation::NotFinite { of: "the heights of layer", index })?;
                    sound_index(lists, id, "triangles", triangles.len())?;
                }
            }
        }
        Ok(())
    }
}

/// An index has a list for each bucket, and items that exist.
fn sound_index(index: &Index, layer: LayerId, of: &'static str, count: usize) -> Result<(), MeshViolation> {
    let broken = |list: usize| Err(MeshViolation::Index { layer, of, list });
    finite(&[[index.origin[0], index.origin[1], index.per_meter]], of, |numbers| *numbers)
        .or_else(|_| broken(0))?;
    let buckets = u64::from(index.columns) * u64::from(index.rows);
    // Half of what an id can be, for sums of columns.
    if index.starts.len() as u64 != buckets + 1 || buckets > u64::from(u32::MAX / 2) {
        return broken(index.starts.len());
    }
    let grows = |pair: &[u32]| pair[0] <= pair[1];
    if !index.starts.windows(2).fold(true, |good, pair| good & grows(pair)) {
        return broken(index.starts.windows(2).position(|pair| !grows(pair)).unwrap_or(0));
    }
    if index.starts[0] != 0 || index.starts[index.starts.len() - 1] as usize != index.items.len() {
        return broken(index.starts.len() - 1);
    }
    in_range(&index.items, "the index", of, count, |&item| item)
}

/// Whether all ids that items name are below a count.
fn in_range<T>(
    items: &[T],
    of: &'static str,
    names: &'static str,
    count: usize,
    id: impl Fn(&T) -> u32,
) -> Result<(), MeshViolation> {
    let most = items.iter().fold(0, |most: u32, item| most.max(id(item)));
    if items.is_empty() || (most as usize) < count {
        return Ok(());
    }
    let found = items.iter().position(|item| id(item) as usize >= count);
    found.map_or(Ok(()), |index| {
        Err(MeshViolation::OutOfRange { of, index, names, id: id(&items[index]), count })
    })
}

/// Whether all numbers of items are finite.
fn finite<T>(items: &[T], of: &'static str, numbers: impl Fn(&T) -> [f64; 3]) -> Result<(), MeshViolation> {
    // The exponent of what is not finite is the largest there is.
    let exponent = |number: f64| (number.to_bits() >> 52) as u32 & 0x7ff;
    let most = |item: &T| {
        let [a, b, c] = numbers(item).map(exponent);
        a.max(b).max(c)
    };
    if items.iter().fold(0, |all, item| most(item).max(all)) < 0x7ff {
        return Ok(());
    }
    let found = items.iter().position(|item| most(item) == 0x7ff);
    found.map_or(Ok(()), |index| Err(MeshViolation::NotFinite { of, index }))
}
