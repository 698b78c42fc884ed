//! Which layer a place is on.
//!
//! A layer does not overlap itself. So on the way along a straight line that stays on the surface one leaves a layer exactly where the line
//! crosses, seen from above, one of that layer's open connections: nothing else of the layer can be there.
//!
//! Walls know their layer. Flanks are convex, so every place of one can be reached by a straight line from a place whose layer is
//! known: from the middle of its piece of wall, or from its start if the obstacle is a corner.
//!
//! 1. A joint next to a wall is reached from there, and is on its layer if no connection is near. The others follow from
//!    their neighbors: the chord of an arc stays in the cell.
//! 2. A cell that no connection of its layer touches is on one layer; the others span several, perhaps.
//!
//! Cost: joints and cells times the connections of their layer, most of which a bounding box turns away.
//! The thesis (5.8) leaves this open.

use rayon::prelude::*;
use throng_voronoi::Grid;

use crate::id::{CellId, FlankId, JointId};
use crate::mesh::{Cell, Link, Mesh};
use crate::plane::{Point, distance, distance_sq, nearest_on_segment, sub, turn};
use crate::scene::LayerId;

/// How near to a connection a place is on both of its layers. In grid units.
const NEAR: f64 = 2.0;

impl Mesh {
    /// Finds the layers of joints and cells.
    pub(crate) fn assign_layers(&mut self) {
        if self.links.is_empty() {
            // Without connections every joint is on the layer of any of its walls; components that have none do not exist.
            self.assign_unconnected();
            return;
        }
        // Step 1.
        let mut layers: Vec<Option<LayerId>> = vec![None; self.joints.len()];
        for (flank, f) in self.flanks.iter().zip(0..) {
            let known = &mut layers[flank.start.index()];
            if known.is_none() && flank.obstacle.is_wall() {
                *known = Some(self.layer_beside_wall(FlankId(f)));
            }
        }
        self.spread(&mut layers);
        self.set_layers(&layers);
        // Step 2.
        let ids = (0..self.cells.len()).into_par_iter().with_min_len(1024);
        self.cells = ids.map(|index| self.placed(CellId(index as u32))).collect::<Vec<_>>().into();
    }

    /// The layer at the start of a flank that has a wall.
    pub(crate) fn layer_beside_wall(&self, f: FlankId) -> LayerId {
        let flank = self.flank(f);
        let layer = self.layer_of_wall(flank.obstacle.index());
        // Most cells are far from all connections.
        let near = self.links_near(f.cell(), layer).next().is_some();
        if near { self.layer_from_wall(f, self.joint(flank.start).at) } else { layer }
    }

    /// A cell whose joints know their layers, with its own.
    pub(crate) fn placed(&self, c: CellId) -> Cell {
        let layer = self.joint(self.flank(c.left()).start).layer;
        Cell::new(self.cells[c.index()].edge, layer, !self.links_touching(c, layer).is_empty())
    }

    fn assign_unconnected(&mut self) {
        let mut layers: Vec<Option<LayerId>> = vec![None; self.joints.len()];
        for flank in self.flanks.iter().filter(|flank| flank.obstacle.is_wall()) {
            layers[flank.start.index()] = Some(self.layer_of_wall(flank.obstacle.index()));
        }
        if self.layers.len() > 1 {
            self.spread(&mut layers);
        }
        self.set_layers(&layers);
        let mut flanks = self.flanks.iter().step_by(2);
        for cell in self.cells.slices_mut().flatten() {
            let start = flanks.next().map_or(JointId(0), |flank| flank.start);
            *cell = Cell::new(cell.edge, self.joints[start.index()].layer, false);
        }
    }

    /// Joints without a wall learn from their neighbors. They are few, but they may be next to each other.
    fn spread(&self, layers: &mut [Option<LayerId>]) {
        let mut unknown: Vec<u32> =
            (0..layers.len() as u32).filter(|&j| layers[j as usize].is_none()).collect();
        while !unknown.is_empty() {
            let before = unknown.len();
            unknown.retain(|&j| {
                let mut neighbors = self.around(JointId(j)).map(|f| self.flank(f.twin()).start);
                let found = neighbors.find_map(|neighbor| Some((neighbor, layers[neighbor.index()]?)));
                let Some((neighbor, layer)) = found else {
                    return true;
                };
                let [from, to] = [neighbor, JointId(j)].map(|j| self.joint(j).at);
                layers[j as usize] = Some(self.layer_after(layer, from, to));
                false
            });
            // A component without walls has no border: there is none.
            if unknown.len() == before {
                return;
            }
        }
    }

    fn set_layers(&mut self, layers: &[Option<LayerId>]) {
        for (joint, layer) in self.joints.slices_mut().flatten().zip(layers) {
            joint.layer = layer.unwrap_or(LayerId(0));
        }
    }

    /// The layer of a wall, by its index.
    #[inline]
    pub(crate) fn layer_of_wall(&self, wall: usize) -> LayerId {
        self.walls[wall].layer
    }

    /// The layer at the end of a straight line on the surface.
    pub(crate) fn layer_after(&self, layer: LayerId, from: Point, to: Point) -> LayerId {
        self.layers_along(layer, from, to, |_, _| {})
    }

    /// Follows a straight line on the surface to the layer at its end. Calls `leave` for each layer that it leaves on the way, with the part of the
    /// way there.
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn layers_along(
        &self,
        layer: LayerId,
        from: [f64; 2],
        to: [f64; 2],
        mut leave: impl FnMut(LayerId, f64),
    ) -> LayerId {
        let (mut layer, mut since) = (layer, 0.0);
        let mut last = None;
        // A straight line crosses a connection once at most. That more of them are crossed happens in a forged file only.
        for _ in 0..=self.links.len() {
            let mut first: Option<(f64, usize)> = None;
            for &id in &self.layers[layer.0 as usize].links {
                let index = id.0 as usize;
                if Some(index) == last {
                    continue;
                }
                let crossed = self.links[index].leaving(layer, from, to);
                if let Some(t) = crossed.filter(|&t| t >= since && first.is_none_or(|(least, _)| t < least)) {
                    first = Some((t, index));
                }
            }
            let Some((t, index)) = first else { return layer };
            leave(layer, t);
            layer = self.links[index].across(layer);
            since = t;
            last = Some(index);
        }
        layer
    }

    /// The layer of a place in a flank.
    #[inline]
    pub(crate) fn layer_in(&self, f: FlankId, at: Point) -> LayerId {
        let cell = self.cells[f.cell().index()];
        if !cell.spans() {
            return cell.layer();
        }
        let flank = self.flank(f);
        if flank.obstacle.is_wall() {
            self.layer_from_wall(f, at)
        } else {
            let start = self.joint(flank.start);
            self.layer_after(start.layer, start.at, at)
        }
    }

    /// The layer of a place in a flank that has a wall. Connections touch walls at their ends only, so its middle is on one layer.
    fn layer_from_wall(&self, f: FlankId, at: Point) -> LayerId {
        let outline = self.outline(f);
        let [a, b] = [outline.start_foot(), outline.end_foot()];
        let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
        self.layer_after(self.layer_of_wall(self.flank(f).obstacle.index()), middle, at)
    }

    /// Whether a place in a flank is on a layer; on a connection it is on both.
    #[inline]
    pub(crate) fn is_on(&self, f: FlankId, at: Point, layer: LayerId) -> bool {
        let found = self.layer_in(f, at);
        found == layer || self.cells[f.cell().index()].spans() && self.are_one(found, layer, at)
    }

    /// Whether a place of a layer is on another as well, over connections that it is on. Where many end at one place it is on all of their layers.
    pub(crate) fn are_one(&self, layer: LayerId, other: LayerId, at: Point) -> bool {
        if layer == other {
            return true;
        }
        let mut layers = vec![layer];
        let mut k = 0;
        while k < layers.len() {
            for id in &self.layers[layers[k].0 as usize].links {
                let link = &self.links[id.0 as usize];
                let across = link.across(layers[k]);
                if link.open && !layers.contains(&across) && link.is_near(at) {
                    if across == other {
                        return true;
                    }
                    layers.push(across);
                }
            }
            k += 1;
        }
        false
    }

    /// The open connections of a layer that may touch a cell.
    pub(crate) fn links_touching(&self, c: CellId, layer: LayerId) -> Vec<usize> {
        let touching = self.links_near(c, layer).filter(|&index| {
            let outlines = [c.left(), c.right()].map(|f| self.outline(f));
            outlines.iter().any(|outline| self.links[index].touches(outline.corners()))
        });
        touching.collect()
    }

    /// The open connections of a layer that are near a cell: nearer to the box around it than by rounding. Whatever is in a
    /// cell is within the clearance of one of its joints.
    fn links_near(&self, c: CellId, layer: LayerId) -> impl Iterator<Item = usize> + '_ {
        let [one, two] = self.ends(c.left());
        let near = 2.0 * Link::nearness(&self.grid);
        let (r, s) = (one.clearance + near, two.clearance + near);
        let low = [0, 1].map(|axis| (one.at[axis] - r).min(two.at[axis] - s));
        let high = [0, 1].map(|axis| (one.at[axis] + r).max(two.at[axis] + s));
        let links = self.layers[layer.0 as usize].links.iter().map(|id| id.0 as usize);
        links.filter(move |&index| {
            let Link { segment: [p, q], open, .. } = self.links[index];
            open && (0..2).all(|axis| p[axis].max(q[axis]) >= low[axis] && p[axis].min(q[axis]) <= high[axis])
        })
    }

    /// All layers that a cell may reach into, its own first.
    pub(crate) fn layers_of_cell(&self, c: CellId) -> Vec<LayerId> {
        let cell = self.cells[c.index()];
        let mut layers = vec![cell.layer()];
        if cell.spans() {
            let mut k = 0;
            while k < layers.len() {
                for index in self.links_touching(c, layers[k]) {
                    let across = self.links[index].across(layers[k]);
                    if !layers.contains(&across) {
                        layers.push(across);
                    }
                }
                k += 1;
            }
        }
        layers
    }

    /// The flanks around a joint.
    pub(crate) fn around(&self, j: JointId) -> impl Iterator<Item = FlankId> + '_ {
        let first = self.joint(j).flank;
        let mut next = Some(first);
        std::iter::from_fn(move || {
            let f = next?;
            let after = self.flank(f.twin()).next;
            next = (after != first).then_some(after);
            Some(f)
        })
    }
}

impl Link {
    /// How near to a connection a place is on both of its layers. \[m\] Where obstacles stand on a connection, rounding moves it by less than
    /// a grid unit.
    pub(crate) fn nearness(grid: &Grid) -> f64 {
        NEAR * grid.unit
    }

    /// The layer on the other side.
    pub(crate) fn across(&self, layer: LayerId) -> LayerId {
        if self.between[0] == layer { self.between[1] } else { self.between[0] }
    }

    /// At which part of the way from a to b one leaves a layer over it, if at all. A way may start on it, but not at its ends.
    /// No way on the surface leads over a closed one.
    #[inline]
    pub(crate) fn leaving(&self, layer: LayerId, a: Point, b: Point) -> Option<f64> {
        if self.open { self.crossing(layer, a, b) } else { None }
    }

    /// The same whether it is open or not.
    pub(crate) fn crossing(&self, layer: LayerId, a: Point, b: Point) -> Option<f64> {
        let [p, q] = self.segment;
        if a[0].max(b[0]) < p[0].min(q[0]) - self.near
            || a[0].min(b[0]) > p[0].max(q[0]) + self.near
            || a[1].max(b[1]) < p[1].min(q[1]) - self.near
            || a[1].min(b[1]) > p[1].max(q[1]) + self.near
        {
            return None;
        }
        // The first layer lies on the left.
        let inward = if self.between[0] == layer { 1.0 } else { -1.0 };
        let (from, to) = (inward * turn(p, q, a), inward * turn(p, q, b));
        if to >= 0.0 {
            return None;
        }
        let near = self.near * distance(p, q);
        // A way that ends on the line of the connection, but for rounding, and beyond its ends, does not lead over it.
        if from < -near || to >= -near && !self.is_near(b) {
            return None;
        }
        let (left, right) = (turn(a, b, p), turn(a, b, q));
        (left >= 0.0 && right <= 0.0 || left <= 0.0 && right >= 0.0)
            .then(|| from.max(0.0) / (from.max(0.0) - to))
    }

    fn is_near(&self, at: Point) -> bool {
        let [p, q] = self.segment;
        distance_sq(nearest_on_segment(p, q, at), at) <= self.near * self.near
    }

    /// Whether it may touch a convex polygon: no side of the polygon, nor its own line, parts them by more than rounding.
    fn touches(&self, polygon: &[Point]) -> bool {
        let [p, q] = self.segment;
        let beyond = |a: Point, b: Point, z: Point| {
            let d = sub(b, a);
            turn(a, b, z) < -self.near * (d[0] * d[0] + d[1] * d[1]).sqrt()
        };
        if polygon.iter().all(|&z| beyond(p, q, z)) || polygon.iter().all(|&z| beyond(q, p, z)) {
            return false;
        }
        let mut a = polygon[polygon.len() - 1];
        for &b in polygon {
            if a != b && beyond(a, b, p) && beyond(a, b, q) {
                return false;
            }
            a = b;
        }
        true
    }
}
