//! Nearest obstacle, clearance, retraction and height of a position: each one cell away.

use throng_voronoi::{Arc, Generator};

use crate::id::{CellId, FlankId};
use crate::locate::Position;
use crate::mesh::{Mesh, Obstacle};
use crate::plane::{Point, along, distance, distance_sq, dot, sub};
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

/// How a position stands between obstacles: its nearest one, and its retraction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Footing {
    /// The cell of the position; a good hint for the next query.
    pub cell: CellId,
    /// The nearest obstacle point.
    pub nearest: [f64; 2],
    /// Its distance. \[m\]
    pub clearance: f64,
    /// The place on the medial axis, straight away from the nearest obstacle point, with its layer.
    pub retracted: Position,
    /// The clearance there. \[m\]
    pub retracted_clearance: f64,
    /// Where that is on the arc of the cell: 0 at its start, 1 at its end.
    pub t: f64,
}

/// Where a ray goes away from one obstacle nearly as fast as toward the other, it meets their arc too far away for doubles. Without unit.
const PARALLEL: f64 = 1e-6;

/// Nearer to a corner than this, the direction away from it is rounding. \[m\]
pub(crate) const AT_CORNER: f64 = 1e-7;

impl Mesh {
    /// The nearest obstacle point of a position; `None` if it is not walkable.
    pub fn nearest(&self, position: Position, hint: Option<CellId>) -> Option<Nearest> {
        let f = self.find(position, hint)?;
        let (f, point) = self.nearer_side(f, position.at);
        let cell = f.cell();
        let layer = self.layer_across(cell, position, point);
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
        let (t, point) = self.retract_along(f, foot, position.at);
        let layer = self.layer_across(cell, position, point);
        Some(Retraction { point, layer, clearance: distance(foot, point), cell, t })
    }

    /// The nearest obstacle point of a position and its retraction at once, in less time than [`Mesh::retract`] alone takes; but for rounding
    /// they are the same. `None` if the position is not walkable.
    pub fn footing(&self, position: Position, hint: Option<CellId>) -> Option<Footing> {
        let cell = self.find(position, hint)?.cell();
        self.footing_in(cell, position)
    }

    /// The same for somebody who knows the cell of the position, from [`Mesh::slide`] or [`Mesh::locate`] on this version of the mesh: nothing
    /// has to be looked up. Of another cell it tells something about the obstacles of that one. `None` if there is no such cell.
    pub fn footing_in(&self, cell: CellId, position: Position) -> Option<Footing> {
        let at = position.at;
        if cell.index() >= self.cells.len() || self.flank(cell.left()).is_dead() {
            return None;
        }
        let (f, nearest) = self.nearer_side(cell.left(), at);
        let clearance = distance(nearest, at);
        let (t, retracted, retracted_clearance) =
            self.retract_by_distance(f, nearest, at, clearance).unwrap_or_else(|| {
                let (t, point) = self.retract_along(f, nearest, at);
                (t, point, distance(nearest, point))
            });
        let cell = f.cell();
        let retracted = Position::new(retracted, self.layer_across(cell, position, retracted));
        Some(Footing { cell, nearest, clearance, retracted, retracted_clearance, t })
    }

    /// The layer of a place of a cell, straight across from another one.
    #[inline]
    fn layer_across(&self, cell: CellId, from: Position, to: Point) -> LayerId {
        if self.cells[cell.index()].spans() { self.layer_after(from.layer, from.at, to) } else { from.layer }
    }

    /// Where the ray from the nearest obstacle point through a place meets the arc.
    fn retract_along(&self, f: FlankId, foot: Point, at: Point) -> (f64, Point) {
        let arc = self.arc(f.cell());
        let mut away = sub(at, foot);
        if away == [0.0, 0.0] {
            away = self.away_from(f);
        }
        // The ray meets the arc but for rounding, where the arc is nearly parallel to it or at its ends.
        let hit = arc.intersect_ray(at, away)[0];
        let t = hit.map_or_else(|| arc.nearest(at), |hit| hit.t);
        (t, arc.point(t))
    }

    /// The same without the curve: its point on the ray is as far from the other obstacle as from this one, which is a linear equation.
    /// Also returns the clearance there. `None` where that is subject to rounding.
    #[inline]
    fn retract_by_distance(
        &self,
        f: FlankId,
        foot: Point,
        at: Point,
        clearance: f64,
    ) -> Option<(f64, Point, f64)> {
        let [own, other] = [f, f.twin()].map(|f| self.flank(f).obstacle);
        if clearance < AT_CORNER {
            return None;
        }
        let away = sub(at, foot);
        let away = [away[0] / clearance, away[1] / clearance];
        let far = if other.is_wall() {
            let [a, _, [x, y]] = self.wall_frame(other);
            let normal = if other.is_right() { [y, -x] } else { [-y, x] };
            let slower = 1.0 - dot(away, normal);
            if slower < PARALLEL {
                return None;
            }
            dot(sub(foot, a), normal) / slower
        } else {
            let from = sub(foot, self.corners[other.index()]);
            let toward = -dot(from, away);
            let length_sq = dot(from, from);
            if toward * toward < PARALLEL * PARALLEL * length_sq {
                return None;
            }
            length_sq / (2.0 * toward)
        };
        let point = along(foot, away, far);
        // The parameter of a parabola is measured along its wall.
        let [start, end] = self.ends(f.cell().left()).map(|joint| joint.at);
        let chord = sub(end, start);
        let axis = match [own.is_wall(), other.is_wall()] {
            [true, false] => self.walls[own.index()].direction,
            [false, true] => self.walls[other.index()].direction,
            _ => chord,
        };
        let t = dot(sub(point, start), axis) / dot(chord, axis);
        // At the ends of the arc the joints are more exact; and who is beyond them is there by rounding.
        (t > 0.0 && t < 1.0 && far >= clearance).then_some((t, point, far))
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
