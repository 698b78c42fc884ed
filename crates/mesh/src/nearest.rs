//! Nearest obstacle, clearance, retraction and height of a position: each one cell away.

use throng_voronoi::{Arc, Generator};

use crate::id::{CellId, FlankId};
use crate::locate::Position;
use crate::mesh::{Mesh, Obstacle};
use crate::plane::{Point, along, distance, distance_sq, sub};
use crate::scene::LayerId;

/// The obstacle point nearest to a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Nearest {
    /// Where it is.
    pub point: [f64; 2],
    /// On which layer; the line from the position to the point may cross connections.
    pub layer: LayerId,
    /// How far away: the clearance of the position. \[m\]
    pub distance: f64,
    /// The cell of the position; a good hint for the next query.
    pub cell: CellId,
}

/// A position moved straight away from its nearest obstacle, until another one is as near.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Retraction {
    /// The place on the medial axis.
    pub point: [f64; 2],
    /// Its layer, which may be another one than that of the position.
    pub layer: LayerId,
    /// The clearance there. \[m\]
    pub clearance: f64,
    /// The cell of both.
    pub cell: CellId,
    /// Where it is on the arc of the cell: 0 at its start, 1 at its end, as [`Arc::point`] has it.
    pub t: f64,
}

impl Mesh {
    /// The nearest obstacle point of a position; `None` if it is not walkable.
    pub fn nearest(&self, position: Position, hint: Option<CellId>) -> Option<Nearest> {
        let f = self.find(position, hint)?;
        let (f, point) = self.nearer_side(f, position.at);
        let cell = f.cell();
        let layer = if self.cells[cell.index()].spans() {
            self.layer_after(position.layer, position.at, point)
        } else {
            position.layer
        };
        Some(Nearest { point, layer, distance: distance(point, position.at), cell })
    }

    /// Distance to the nearest obstacle; `None` if the position is not walkable. \[m\]
    pub fn clearance(&self, position: Position, hint: Option<CellId>) -> Option<f64> {
        let f = self.find(position, hint)?;
        Some(distance(self.nearer_side(f, position.at).1, position.at))
    }

    /// Moves a position straight away from its nearest obstacle onto the medial axis; `None` if it is not walkable.
    pub fn retract(&self, position: Position, hint: Option<CellId>) -> Option<Retraction> {
        let f = self.find(position, hint)?;
        let (f, foot) = self.nearer_side(f, position.at);
        let cell = f.cell();
        let arc = self.arc(cell);
        let mut away = sub(position.at, foot);
        if away == [0.0, 0.0] {
            away = self.away_from(f);
        }
        // The ray meets the arc but for rounding, where the arc is nearly parallel to it or at its ends.
        let hit = arc.intersect_ray(position.at, away)[0];
        let t = hit.map_or_else(|| arc.nearest(position.at), |hit| hit.t);
        let point = arc.point(t);
        let layer = if self.cells[cell.index()].spans() {
            self.layer_after(position.layer, position.at, point)
        } else {
            position.layer
        };
        Some(Retraction { point, layer, clearance: distance(foot, point), cell, t })
    }

    /// Height of a position, whether it is walkable or not. \[m\]
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn height(&self, position: Position) -> f64 {
        self.layers[position.layer.0 as usize].heights.at(position.at)
    }

    /// Whether all of a layer is at one height.
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn is_level(&self, layer: LayerId) -> bool {
        self.layers[layer.0 as usize].heights.is_flat()
    }

    /// The arc of a cell, in the direction of its edge. In meters.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn arc(&self, cell: CellId) -> Arc {
        assert!(cell.index() < self.cells.len(), "there is no cell {}", cell.0);
        let flanks = self.both(cell.left());
        assert!(!flanks[0].is_dead(), "there is no cell {}", cell.0);
        let [start, end] = flanks.map(|flank| self.joint(flank.start).at);
        let [left, right] = flanks.map(|flank| self.generator(flank.obstacle));
        Arc { start, end, left, right }
    }

    pub(crate) fn generator(&self, obstacle: Obstacle) -> Generator {
        if obstacle.is_wall() {
            let [from, to, _] = self.wall_frame(obstacle);
            Generator::Segment { from, to }
        } else {
            Generator::Point(self.corners[obstacle.index()])
        }
    }

    /// Of the two sides of a cell the one whose obstacle is nearer to a place in the cell, and its nearest point.
    #[inline]
    pub(crate) fn nearer_side(&self, f: FlankId, at: Point) -> (FlankId, Point) {
        let [here, there] = [f, f.twin()].map(|f| (f, self.foot(self.flank(f).obstacle, at)));
        // A flank ends at the chord of its arc, so a place may be in the flank of the obstacle that is farther away.
        if distance_sq(there.1, at) < distance_sq(here.1, at) { there } else { here }
    }

    /// Some direction from the obstacle of a flank into the flank.
    pub(crate) fn away_from(&self, f: FlankId) -> Point {
        let outline = self.outline(f);
        let middle = along(outline.start(), sub(outline.end(), outline.start()), 0.5);
        let obstacle = self.flank(f).obstacle;
        if obstacle.is_wall() {
            let [_, _, [x, y]] = self.wall_frame(obstacle);
            if obstacle.is_right() { [y, -x] } else { [-y, x] }
        } else {
            sub(middle, outline.end_foot())
        }
    }
}
