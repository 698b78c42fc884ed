//! What queries rely on, verified: ids in range, numbers finite, chains that close.
//!
//! A mesh for which all of this holds may be nonsense, but no query on it panics or runs forever: whatever is followed is
//! in range and no free slot, and since `next` is a permutation every way around a joint comes back to its start. So this is what a
//! mesh from a file has to pass, and it is written for speed: a pass over an array is a maximum without branches,
//! and only if that is too large the culprit is looked for.

use std::iter::once;

use crate::height::Heights;
use crate::id::{CellId, EdgeId, FlankId, JointId};
use crate::index::Index;
use crate::mesh::{Cell, Counts, Edge, Flank, Joint, Mesh, Obstacle, Wall, is_dead_corner};
use crate::page::FREE;
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
        finite(once(&[[x, y, self.area()]][..]), "the mesh", |numbers| *numbers)?;
        self.sound_counts()?;
        self.sound_flanks()?;
        self.sound_joints()?;
        self.sound_edges()?;
        self.sound_obstacles()?;
        self.sound_layers()
    }

    /// Whether there are free slots. Without them nothing needs to be looked at twice: what names a free slot is out of range.
    fn has_holes(&self) -> bool {
        let lengths =
            [self.joints.len(), self.cells.len(), self.edges.len(), self.corners.len(), self.walls.len()];
        self.live != Counts::of_lengths(lengths)
    }

    /// As many of each kind are there as the mesh says.
    fn sound_counts(&self) -> Result<(), MeshViolation> {
        fn count(dead: impl Iterator<Item = bool>) -> u32 {
            dead.fold(0, |count, dead| count + u32::from(!dead))
        }
        let counts = [
            ("joints", self.live.joints, count(self.joints.iter().map(Joint::is_dead))),
            ("cells", self.live.cells, count(self.cells.iter().map(Cell::is_dead))),
            ("edges", self.live.edges, count(self.edges.iter().map(Edge::is_dead))),
            ("corners", self.live.corners, count(self.corners.iter().map(is_dead_corner))),
            ("walls", self.live.walls, count(self.walls.iter().map(Wall::is_dead))),
        ];
        let wrong = counts.into_iter().find(|(_, stored, found)| stored != found);
        wrong.map_or(Ok(()), |(of, stored, found)| Err(MeshViolation::NumLive { of, stored, found }))
    }

    fn sound_flanks(&self) -> Result<(), MeshViolation> {
        let (flanks, cells) = (self.flanks.len(), self.cells.len());
        if flanks != 2 * cells {
            return Err(MeshViolation::NumFlanks { flanks, cells });
        }
        let (all, holes) = (|| self.flanks.slices(), self.has_holes());
        // Both flanks of a cell are free if it is, and only then.
        let free = |(cell, c): (&Cell, u32)| {
            [CellId(c).left(), CellId(c).right()].map(|f| self.flank(f).is_dead()) == [cell.is_dead(); 2]
        };
        if let Some((_, c)) = self.cells.iter().zip(0..).find(|&item| holes && !free(item)) {
            return Err(MeshViolation::HalfFree(CellId(c)));
        }
        in_range(all(), "flank", "joint", self.joints.len(), |f| live(holes && f.is_dead(), f.start.0))?;
        in_range(all(), "flank", "flank", flanks, |f| live(holes && f.is_dead(), f.next.0.max(f.prev.0)))?;
        self.sound_sides()?;
        // If prev undoes next then next is one-to-one, so both are permutations and undo each other.
        let undone = |f: u32, flank: &Flank| self.flank(flank.next).prev == FlankId(f);
        let chained =
            |f: u32, flank: &Flank| self.flank(flank.next).start == self.flank(FlankId(f).twin()).start;
        // A joint that a flank names has one, too.
        let anchored = |flank: &Flank| !self.joint(flank.start).is_dead();
        let good = |(flank, f): (&Flank, u32)| {
            holes && flank.is_dead() || undone(f, flank) & chained(f, flank) & (!holes || anchored(flank))
        };
        if self.flanks.iter().zip(0..).fold(true, |all, item| all & good(item)) {
            return Ok(());
        }
        for (flank, f) in self.flanks.iter().zip(0..).filter(|(flank, _)| !flank.is_dead()) {
            if !undone(f, flank) {
                return Err(MeshViolation::NextPrev(FlankId(f)));
            }
            if !chained(f, flank) {
                let (end, start) = (self.flank(FlankId(f).twin()).start, self.flank(flank.next).start);
                return Err(MeshViolation::Chain { flank: FlankId(f), end, start });
            }
            if !anchored(flank) {
                let index = f as usize;
                return Err(MeshViolation::Free { of: "flank", index, names: "joint", id: flank.start.0 });
            }
        }
        Ok(())
    }

    /// The obstacles of flanks exist.
    fn sound_sides(&self) -> Result<(), MeshViolation> {
        let counts = [self.corners.len(), self.walls.len()];
        let exists = |obstacle: Obstacle| obstacle.index() < counts[usize::from(obstacle.is_wall())];
        let holes = self.has_holes();
        let good = |flank: &Flank| holes && flank.is_dead() || exists(flank.obstacle);
        if !self.flanks.iter().fold(true, |all, flank| all & good(flank)) {
            let wrong = self.flanks.iter().enumerate().find(|(_, flank)| !good(flank));
            return wrong.map_or(Ok(()), |(index, flank)| {
                let (is_wall, id) = (flank.obstacle.is_wall(), flank.obstacle.index() as u32);
                let (names, count) = (obstacle_kind(is_wall), counts[usize::from(is_wall)]);
                Err(MeshViolation::OutOfRange { of: "flank", index, names, id, count })
            });
        }
        let is_free = |obstacle: Obstacle| {
            if obstacle.is_wall() {
                self.walls[obstacle.index()].is_dead()
            } else {
                is_dead_corner(&self.corners[obstacle.index()])
            }
        };
        let mut flanks = self.flanks.iter().enumerate().filter(|(_, flank)| !flank.is_dead());
        let wrong = if holes { flanks.find(|(_, flank)| is_free(flank.obstacle)) } else { None };
        wrong.map_or(Ok(()), |(index, flank)| {
            let (names, id) = (obstacle_kind(flank.obstacle.is_wall()), flank.obstacle.index() as u32);
            Err(MeshViolation::Free { of: "flank", index, names, id })
        })
    }

    fn sound_joints(&self) -> Result<(), MeshViolation> {
        let (all, holes) = (|| self.joints.slices(), self.has_holes());
        finite(all(), "joint", |j| numbers(holes && j.is_dead(), [j.at[0], j.at[1], j.clearance]))?;
        in_range(all(), "joint", "flank", self.flanks.len(), |j| live(holes && j.is_dead(), j.flank.0))?;
        in_range(all(), "joint", "layer", self.layers.len(), |j| live(holes && j.is_dead(), j.layer.0))?;
        let start = |joint: &Joint| self.flank(joint.flank).start;
        let good = |(joint, j): (&Joint, u32)| holes && joint.is_dead() || start(joint) == JointId(j);
        if self.joints.iter().zip(0..).fold(true, |all, item| all & good(item)) {
            return Ok(());
        }
        let wrong = self.joints.iter().zip(0..).find(|&item| !good(item));
        wrong.map_or(Ok(()), |(joint, j)| {
            let (joint, flank, start) = (JointId(j), joint.flank, start(joint));
            Err(MeshViolation::JointFlank { joint, flank, start })
        })
    }

    /// Edges consist of cells in a row, and every cell is of one edge.
    fn sound_edges(&self) -> Result<(), MeshViolation> {
        let all = || self.edges.slices();
        finite(all(), "edge", |e| numbers(e.is_dead(), [e.length, e.min_clearance, 0.0]))?;
        // An update may leave numbers unused, but there are never more of them than edges.
        in_range(all(), "edge", "component", self.edges.len(), |e| live(e.is_dead(), e.component))?;
        let layers = self.layers.len();
        in_range(self.cells.slices(), "cell", "layer", layers, |c| live(c.is_dead(), c.layer().0))?;
        let mut count = 0usize;
        for (edge, e) in self.edges.iter().zip(0..).filter(|(edge, _)| !edge.is_dead()) {
            let (first, own) = (edge.first_cell.index(), edge.num_cells as usize);
            let Some(end) = first.checked_add(own).filter(|&end| end <= self.cells.len()) else {
                let (first_cell, num_cells) = (edge.first_cell, edge.num_cells);
                let cells = self.cells.len();
                return Err(MeshViolation::EdgeCells { edge: EdgeId(e), first_cell, num_cells, cells });
            };
            if let Some(c) = (first..end).find(|&c| self.cells[c].edge != EdgeId(e)) {
                let named = self.cells[c].edge;
                return Err(MeshViolation::CellEdge { cell: CellId(c as u32), edge: EdgeId(e), named });
            }
            count += own;
        }
        // Each cell of an edge names it, so no cell is of two edges. Are there cells of none?
        if count != self.live.cells as usize {
            let is_lost = |(cell, c): &(&Cell, u32)| {
                let own = (cell.edge.index() < self.edges.len()).then(|| self.edges[cell.edge.index()]);
                let holds =
                    |edge: Edge| (edge.first_cell.0..).take(edge.num_cells as usize).any(|own| own == *c);
                !cell.is_dead() && !own.is_some_and(holds)
            };
            let lost = self.cells.iter().zip(0..).find(is_lost);
            return lost.map_or(Ok(()), |(cell, c)| {
                Err(MeshViolation::NoEdge { cell: CellId(c), named: cell.edge })
            });
        }
        Ok(())
    }

    fn sound_obstacles(&self) -> Result<(), MeshViolation> {
        finite(self.corners.slices(), "corner", |p| numbers(is_dead_corner(p), [p[0], p[1], 0.0]))?;
        let walls = || self.walls.slices();
        finite(walls(), "wall", |w| numbers(w.is_dead(), [w.direction[0], w.direction[1], 0.0]))?;
        let corners = self.corners.len();
        in_range(walls(), "wall", "corner", corners, |w| live(w.is_dead(), w.ends[0].0.max(w.ends[1].0)))?;
        in_range(walls(), "wall", "layer", self.layers.len(), |w| live(w.is_dead(), w.layer.0))?;
        for (index, wall) in self.walls.iter().enumerate().filter(|(_, wall)| !wall.is_dead()) {
            if let Some(end) = wall.ends.iter().find(|end| is_dead_corner(&self.corners[end.index()])) {
                return Err(MeshViolation::Free { of: "wall", index, names: "corner", id: end.0 });
            }
        }
        for (link, index) in self.links.iter().zip(0..) {
            if link.between[0] == link.between[1] {
                let connection = ConnectionId(index);
                return Err(MeshViolation::SameLayer { connection, layer: link.between[0] });
            }
        }
        let links = || once(&self.links[..]);
        in_range(links(), "connection", "layer", self.layers.len(), |link| {
            link.between[0].0.max(link.between[1].0)
        })?;
        finite(links(), "connection", |link| {
            let [[a, b], [c, d]] = link.segment;
            [a, b, if c.is_finite() { d } else { c }]
        })
    }

    fn sound_layers(&self) -> Result<(), MeshViolation> {
        if self.layers.is_empty() {
            return Err(MeshViolation::NoLayers);
        }
        let holes = self.has_holes();
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
            let mut entered = layer.index.lists().flatten().filter(|_| holes);
            if let Some(&cell) = entered.find(|&&cell| self.cells[cell as usize].is_dead()) {
                return Err(MeshViolation::Free { of: "the index of layer", index, names: "cell", id: cell });
            }
            let corners = layer.regions.iter().map(|region| &region.polygon[..]);
            finite(corners, "the regions of layer", |corner| *corner)
                .map_err(|_| MeshViolation::NotFinite { of: "the regions of layer", index })?;
            match &*layer.heights {
                Heights::Flat(height) => {
                    finite(once(&[[*height; 3]][..]), "the heights of layer", |height| *height)
                        .map_err(|_| MeshViolation::NotFinite { of: "the heights of layer", index })?;
                }
                Heights::Triangles { triangles, index: lists } => {
                    finite(once(triangles.as_flattened()), "the heights of layer", |corner| *corner)
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
    let numbers = [[index.origin[0], index.origin[1], index.per_meter]];
    finite(once(&numbers[..]), of, |numbers| *numbers).or_else(|_| broken(0))?;
    if let Err(list) = index.check_lists() {
        return broken(list);
    }
    let item = |&item: &u32| if item == FREE { 0 } else { item };
    in_range(index.slots(), "the index", of, count, item)
}

fn obstacle_kind(is_wall: bool) -> &'static str {
    if is_wall { "wall" } else { "corner" }
}

/// An id that has to be in range, unless it is that of a free slot.
fn live(is_dead: bool, id: u32) -> u32 {
    if is_dead { 0 } else { id }
}

/// Numbers that have to be finite, unless they are those of a free slot.
fn numbers(is_dead: bool, numbers: [f64; 3]) -> [f64; 3] {
    if is_dead { [0.0; 3] } else { numbers }
}

/// Whether all ids that items name are below a count.
fn in_range<'a, T: 'a>(
    items: impl Iterator<Item = &'a [T]> + Clone,
    of: &'static str,
    names: &'static str,
    count: usize,
    id: impl Fn(&T) -> u32,
) -> Result<(), MeshViolation> {
    let most = items.clone().flatten().fold(0, |most: u32, item| most.max(id(item)));
    if (most as usize) < count {
        return Ok(());
    }
    let found = items.flatten().map(id).enumerate().find(|&(_, id)| id as usize >= count);
    found.map_or(Ok(()), |(index, id)| Err(MeshViolation::OutOfRange { of, index, names, id, count }))
}

/// Whether all numbers of items are finite.
fn finite<'a, T: 'a>(
    items: impl Iterator<Item = &'a [T]> + Clone,
    of: &'static str,
    numbers: impl Fn(&T) -> [f64; 3],
) -> Result<(), MeshViolation> {
    // The exponent of what is not finite is the largest there is.
    let exponent = |number: f64| (number.to_bits() >> 52) as u32 & 0x7ff;
    let most = |item: &T| {
        let [a, b, c] = numbers(item).map(exponent);
        a.max(b).max(c)
    };
    if items.clone().flatten().fold(0, |all, item| most(item).max(all)) < 0x7ff {
        return Ok(());
    }
    let found = items.flatten().position(|item| most(item) == 0x7ff);
    found.map_or(Ok(()), |index| Err(MeshViolation::NotFinite { of, index }))
}
