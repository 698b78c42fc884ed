//! Where the new parts of a mesh are: their layers, their entries in the index, and the places that an update touched.
//!
//! 1. A new joint next to a wall learns its layer from there, the others from their neighbors, as when building ([`crate::layering`]).
//! 2. A connection that opens or closes changes what cells at its ends may reach into, even if those stay: look at them again.
//!
//! Cost: that of the new joints and cells.

use super::event::Affected;
use super::hull::hull;
use super::mend::{Mending, Scratch};
use super::trace::NO_LAYER;
use crate::flank::CellOutline;
use crate::id::CellId;
use crate::mesh::{Flank, Mesh};
use crate::scene::{ConnectionId, LayerId};

impl Mending<'_> {
    /// Step 1.
    pub(super) fn settle_layers(&mut self) {
        if self.mesh.layers.len() == 1 {
            return;
        }
        for &c in &self.scratch.new_cells {
            for f in [c.left(), c.right()] {
                let flank = *self.mesh.flank(f);
                if flank.obstacle.is_wall() && self.mesh.joint(flank.start).layer == NO_LAYER {
                    let layer = self.mesh.layer_beside_wall(f);
                    self.mesh.joints[flank.start.index()].layer = layer;
                }
            }
        }
        let mut unknown = std::mem::take(&mut self.scratch.new_joints);
        loop {
            let before = unknown.len();
            unknown.retain(|&j| {
                if self.mesh.joint(j).layer != NO_LAYER {
                    return false;
                }
                let neighbors = self.mesh.around(j).map(|f| *self.mesh.ends(f)[1]);
                let known = { neighbors }.find(|neighbor| neighbor.layer != NO_LAYER);
                let Some(from) = known else { return true };
                let layer = self.mesh.layer_after(from.layer, from.at, self.mesh.joint(j).at);
                self.mesh.joints[j.index()].layer = layer;
                false
            });
            // A component without walls has no border: there is none.
            if unknown.len() == before || unknown.is_empty() {
                break;
            }
        }
        self.scratch.new_joints = unknown;
        for &c in &self.scratch.new_cells {
            self.mesh.cells[c.index()] = self.mesh.placed(c);
        }
    }

    /// Step 2: takes cells that touch connections out of the index.
    pub(super) fn take_out_ends<'a>(&mut self, doors: impl Iterator<Item = &'a ConnectionId>) {
        let ends = &mut self.scratch.at_doors;
        ends.clear();
        for door in doors {
            let link = &self.mesh.links[door.0 as usize];
            let [p, q] = link.segment;
            let low = [0, 1].map(|axis| p[axis].min(q[axis]) - link.near);
            let high = [0, 1].map(|axis| p[axis].max(q[axis]) + link.near);
            for layer in link.between {
                let index = &self.mesh.layers[layer.0 as usize].index;
                index.each_in([low, high], |cell| ends.push(CellId(cell)));
            }
        }
        ends.sort_unstable();
        ends.dedup();
        for &c in &self.scratch.at_doors {
            self.mesh.take_out_cell(c);
        }
    }

    /// Step 2: finds out again what they reach into, and enters them.
    pub(super) fn enter_ends(&mut self) {
        if self.scratch.at_doors.is_empty() {
            return;
        }
        // A joint on an open connection has the name of either layer. If that closes, only one is right.
        let Scratch { at_doors, new_cells, .. } = &*self.scratch;
        for c in at_doors.iter().chain(new_cells) {
            for f in [c.left(), c.right()] {
                let flank = *self.mesh.flank(f);
                let joint = *self.mesh.joint(flank.start);
                if flank.obstacle.is_wall() {
                    let layer = self.mesh.layer_beside_wall(f);
                    if !self.mesh.are_one(layer, joint.layer, joint.at) {
                        self.mesh.joints[flank.start.index()].layer = layer;
                    }
                }
            }
        }
        for &c in at_doors.iter().chain(new_cells) {
            self.mesh.cells[c.index()] = self.mesh.placed(c);
        }
        for &c in at_doors {
            self.mesh.enter_cell(c);
        }
    }

    /// Takes a cell that goes out of the index.
    pub(super) fn take_out_cell(&mut self, c: CellId) {
        let (cell, outline) = (self.mesh.cells[c.index()], self.mesh.cell_outline(c));
        let (polygon, length) = outline.polygon();
        let note = self.scratch.note_removed;
        if cell.spans() {
            for layer in self.mesh.layers_of_cell(c) {
                self.mesh.layers[layer.0 as usize].index.remove(c.0, &polygon[..length]);
                self.scratch.reach(note, layer, self.mesh, c, &outline);
            }
        } else {
            self.mesh.layers[cell.layer().0 as usize].index.remove(c.0, &polygon[..length]);
            self.scratch.reach(note, cell.layer(), self.mesh, c, &outline);
        }
    }

    /// Enters new cells into the index.
    pub(super) fn enter_cells(&mut self) {
        let note = self.scratch.note_added;
        for k in 0..self.scratch.new_cells.len() {
            let c = self.scratch.new_cells[k];
            let (cell, outline) = (self.mesh.cells[c.index()], self.mesh.cell_outline(c));
            let (polygon, length) = outline.polygon();
            if cell.spans() {
                for layer in self.mesh.layers_of_cell(c) {
                    self.scratch.reach(note, layer, self.mesh, c, &outline);
                    self.mesh.enter_cell_on(c, layer, &polygon[..length]);
                }
            } else {
                self.scratch.reach(note, cell.layer(), self.mesh, c, &outline);
                self.mesh.enter_cell_on(c, cell.layer(), &polygon[..length]);
            }
        }
    }

    /// The hulls of all that went or came, by layer.
    pub(super) fn affected(&mut self) -> Vec<Affected> {
        let mut affected: Vec<Affected> = Vec::new();
        for (layer, places) in &mut self.scratch.reached {
            if !places.is_empty() {
                affected.push(Affected { layer: *layer, hull: hull(places) });
                places.clear();
            }
        }
        affected.sort_unstable_by_key(|affected| affected.layer);
        affected
    }
}

impl Scratch {
    /// Notes that a cell of a layer was touched: its joints and corners, each once, and what it touches of walls.
    fn reach(&mut self, note: bool, layer: LayerId, mesh: &Mesh, c: CellId, outline: &CellOutline) {
        if !note {
            return;
        }
        let index = self.reached.iter().position(|(other, _)| *other == layer).unwrap_or_else(|| {
            self.reached.push((layer, Vec::new()));
            self.reached.len() - 1
        });
        let places = &mut self.reached[index].1;
        let noted = (self.epoch, layer);
        for (side, f) in [c.left(), c.right()].into_iter().enumerate() {
            let Flank { start, obstacle, .. } = *mesh.flank(f);
            if is_first(&mut self.noted_joints, start.index(), noted) {
                places.push(outline.ends[side]);
            }
            if obstacle.is_wall() {
                places.extend(outline.feet[side]);
            } else if is_first(&mut self.noted_corners, obstacle.index(), noted) {
                places.push(outline.feet[side][0]);
            }
        }
    }
}

/// Whether something was not noted before; notes it.
fn is_first(notes: &mut Vec<(u32, LayerId)>, index: usize, note: (u32, LayerId)) -> bool {
    if index >= notes.len() {
        notes.resize(index + 1, (0, LayerId(0)));
    }
    std::mem::replace(&mut notes[index], note) != note
}
