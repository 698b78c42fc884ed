//! Straight lines over the surface: how far one can go, and how wide the way is.
//!
//! Idea. Flanks are convex and tile the walkable space, so a straight line leaves each of them through one side. Follow it from
//! flank to flank, whatever layers they are on, until it has reached its target or would leave through an obstacle.
//!
//! 1. Find for each corner of the flank on which side of the line it lies. A corner on the line counts as left of it: the line
//!    leans a little to the right. So the line never runs through a corner, and leaves through the side that goes from its right to its left.
//! 2. If the target comes before that side, it is reached.
//! 3. Else cross the side. The ends of the side go along, so that the next flank sees the same points.
//! 4. If the side is an obstacle, but the line only touches the end of a wall, go around that end and let the line lean
//!    the other way. If the target is not behind the wall, the line runs along it: go on beside it.
//! 5. Where the line only touches the flank, cross the side that the target is farthest beyond.
//!
//! The clearance of a point is its distance to one of the two obstacles of its cell (the nearest is among them, by the definition of a
//! cell). So the clearance of the line is the minimum over the flanks on its way: to a wall the distance
//! changes linearly within a flank and is least at an end of the part inside; to a corner it is measured to the whole part.
//!
//! Invariant: the line enters a flank through a side that goes from its left to its right, but after steps 4 and 5.
//! Cost: linear in the number of flanks on the way.
//! Degenerate: a line that touches a corner or runs along a wall is not blocked by it, and has clearance 0. Sides of length zero
//! are on one side of the line and never crossed. By rounding a line may turn in circles; then it counts as blocked.
//! After: the thesis, 4.3.6 and 5.3.3. Differs: walks over flanks, and says where the line ends.

use crate::id::{CellId, FlankId, WallId};
use crate::locate::{Position, TOLERANCE};
use crate::mesh::{Mesh, Obstacle};
use crate::plane::{Point, along, cross, distance_sq, dot, nearest_on_segment, sub, turn};
use crate::scene::LayerId;

/// What there is between two positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sightline {
    /// Whether the straight line between them stays on the surface, and arrives on the right layer.
    pub visible: bool,
    /// Radius of the largest disc that can move straight from one to the other; 0 if there is no way. \[m\]
    pub clearance: f64,
}

/// How far one gets along a straight line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cast {
    /// Where it ends: at the target, or at an obstacle on the way.
    pub at: [f64; 2],
    /// On which layer.
    pub layer: LayerId,
    /// In which cell; a good hint for the next query.
    pub cell: CellId,
    /// The wall that it ends at; `None` if it reaches the target.
    pub hit: Option<WallId>,
    /// Radius of the largest disc that can move along it; 0 if it ends at a wall. \[m\]
    pub clearance: f64,
}

impl Mesh {
    /// Whether two positions see each other, and how large a disc can move between them; `None` if one is not walkable.
    /// The hint is a cell near `from`.
    pub fn visible(&self, from: Position, to: Position, hint: Option<CellId>) -> Option<Sightline> {
        let f = self.find(from, hint)?;
        if !is_finite(to.at) {
            return None;
        }
        let end = self.march(f, from.at, to.at);
        if end.hit.is_none() && self.is_on(end.flank, to.at, to.layer) {
            return Some(Sightline { visible: true, clearance: end.clearance });
        }
        let g = self.find(to, None)?;
        // A line that starts on a line obstacle or runs along it may be on either side, and went along one. On the way back it
        // meets the other first, if that leads to the target.
        if end.touched {
            let end = self.march(g, to.at, from.at);
            if end.hit.is_none() && self.is_on(end.flank, from.at, from.layer) {
                return Some(Sightline { visible: true, clearance: end.clearance });
            }
        }
        Some(Sightline { visible: false, clearance: 0.0 })
    }

    /// Follows the straight line from a position toward a place, over connections and whatever layers they lead to, until it gets
    /// there or a wall is in the way. `None` if the position is not walkable or the place not finite. The hint is a cell nearby.
    pub fn cast(&self, from: Position, to: [f64; 2], hint: Option<CellId>) -> Option<Cast> {
        let f = self.find(from, hint).filter(|_| is_finite(to))?;
        let End { flank, at, hit, clearance, .. } = self.march(f, from.at, to);
        Some(Cast { at, layer: self.layer_in(flank, at), cell: flank.cell(), hit, clearance })
    }

    /// The two ends of a wall.
    ///
    /// # Panics
    /// If there is no such wall.
    pub fn wall_ends(&self, wall: WallId) -> [[f64; 2]; 2] {
        let exists = wall.index() < self.walls.len() && !self.walls[wall.index()].is_dead();
        assert!(exists, "there is no wall {}", wall.0);
        self.walls[wall.index()].ends.map(|corner| self.corners[corner.index()])
    }
}

fn is_finite(at: Point) -> bool {
    at[0].is_finite() && at[1].is_finite()
}

/// Where a line ends.
pub(crate) struct End {
    pub(crate) flank: FlankId,
    pub(crate) at: Point,
    pub(crate) hit: Option<WallId>,
    pub(crate) clearance: f64,
    /// It touched an obstacle on the way.
    touched: bool,
}

/// A line this near to the end of a wall touches it. \[m\] A thousand times the rounding.
const TOUCH: f64 = 1e-9;

/// Sides of an outline: the arc, the spoke at the end, the obstacle, the spoke at the start.
const ARC: usize = 0;
const END: usize = 1;
const OBSTACLE: usize = 2;
const START: usize = 3;

impl Mesh {
    /// Follows a straight line that starts in a flank.
    pub(crate) fn march(&self, f: FlankId, from: Point, to: Point) -> End {
        self.march_with(f, from, to, |f, a, b| Some(self.part_clearance_sq(f, a, b)))
    }

    /// Follows a straight line that starts in a flank, and calls `measure` for each part of it, in order, with the flank that the part is in: it
    /// answers with the square of the clearance there, or with `None` to end the line before that part.
    #[inline]
    pub(crate) fn march_with(
        &self,
        f: FlankId,
        from: Point,
        to: Point,
        mut measure: impl FnMut(FlankId, Point, Point) -> Option<f64>,
    ) -> End {
        let line = Line::new(from, to);
        let (mut f, mut since, mut lean) = (f, from, Lean::Right);
        // The side through which the line came in, with its ends.
        let mut entered: Option<(usize, [Point; 2])> = None;
        let mut clearance_sq = f64::INFINITY;
        // A line visits a flank once, and turns once around each of its corners.
        for _ in 0..2 * self.flanks.len() {
            let outline = self.outline(f);
            let mut z = [outline.start(), outline.end(), outline.end_foot(), outline.start_foot()];
            if let Some((side, ends)) = entered {
                z[side] = ends[0];
                z[(side + 1) % 4] = ends[1];
            }
            // Step 1.
            let off = z.map(|z| line.off(z));
            let back = entered.map(|(side, _)| side);
            let mut exit = exit_of(&off, lean, back);
            if exit.is_none() {
                // The line only touches the flank, at most; leaning the other way it may cut off a corner.
                exit = exit_of(&off, lean.other(), back);
                lean = if exit.is_some() { lean.other() } else { lean };
            }
            let at = exit.map_or(since, |side| {
                let (from, to) = (off[side], off[(side + 1) % 4]);
                let at = along(z[side], sub(z[(side + 1) % 4], z[side]), from / (from - to));
                // Along a side the crossing may be anywhere on it; never go back.
                if dot(sub(at, since), line.direction) > 0.0 { at } else { since }
            });
            // Step 2.
            if exit.is_some() && line.is_beyond(at) {
                let Some(part_sq) = measure(f, since, to) else { return self.end(f, since, 0.0) };
                return self.end(f, to, clearance_sq.min(part_sq));
            }
            let Some(part_sq) = measure(f, since, at) else { return self.end(f, since, 0.0) };
            let (before_sq, part_start) = (clearance_sq, since);
            let touched =
                || before_sq.min(self.part_clearance_sq(f, part_start, part_start)) <= TOUCH * TOUCH;
            clearance_sq = clearance_sq.min(part_sq);
            since = at;
            // Step 4.
            if exit == Some(OBSTACLE) {
                let around =
                    [(START, Lean::Right), (OBSTACLE, Lean::Left)].into_iter().find_map(|(end, lean)| {
                        let g = line.touches(off[end]).then(|| self.around_end(f, z[end], &line, lean))??;
                        Some((g, z[end], lean.other()))
                    });
                if let Some((g, end, other)) = around {
                    (f, since, lean, entered) = (g, end, other, None);
                    clearance_sq = 0.0;
                    continue;
                }
                if self.is_behind(self.flank(f).obstacle, to) {
                    return self.stop(f, at, touched());
                }
                exit = None;
            }
            // Step 5.
            let Some(side) = exit.or_else(|| farthest_beyond(&z, to, back)) else {
                if outline.excess(to) <= TOLERANCE {
                    let Some(part_sq) = measure(f, since, to) else { return self.end(f, since, 0.0) };
                    return self.end(f, to, clearance_sq.min(part_sq));
                }
                return self.stop(f, since, touched());
            };
            // Step 3.
            let ends = [z[(side + 1) % 4], z[side]];
            let flank = self.flank(f);
            let way = match side {
                ARC => (f.twin(), ARC),
                END => (flank.next, START),
                _ => (flank.prev, END),
            };
            (f, entered) = (way.0, Some((way.1, ends)));
        }
        self.stop(f, since, true)
    }

    /// The line ends, but not at an obstacle.
    fn end(&self, f: FlankId, at: Point, clearance_sq: f64) -> End {
        End { flank: f, at, hit: None, clearance: clearance_sq.sqrt(), touched: false }
    }

    /// The line ends at the obstacle of a flank.
    fn stop(&self, f: FlankId, at: Point, touched: bool) -> End {
        let walls = [f, f.twin()].map(|f| self.flank(f).obstacle);
        // Only rounding stops a line at a corner, next to one of its walls.
        let wall = walls.into_iter().find(|obstacle| obstacle.is_wall()).unwrap_or(walls[0]);
        End { flank: f, at, hit: Some(WallId(wall.index() as u32)), clearance: 0.0, touched }
    }

    /// Square of the least distance from a part of the line in a flank to the obstacles of its cell.
    fn part_clearance_sq(&self, f: FlankId, a: Point, b: Point) -> f64 {
        let to = |obstacle: Obstacle| {
            if obstacle.is_wall() {
                distance_sq(self.foot(obstacle, a), a).min(distance_sq(self.foot(obstacle, b), b))
            } else {
                let corner = self.corners[obstacle.index()];
                distance_sq(nearest_on_segment(a, b, corner), corner)
            }
        };
        to(self.flank(f).obstacle).min(to(self.flank(f.twin()).obstacle))
    }

    /// Step 4: the flank at the end of a wall into which a line goes on that touches this end; `None` if it is blocked there.
    /// Leaning right it gets there clockwise around the end, leaning left counter-clockwise.
    fn around_end(&self, f: FlankId, end: Point, line: &Line, lean: Lean) -> Option<FlankId> {
        let mut g = f;
        for _ in 0..self.flanks.len() {
            g = if lean == Lean::Right { self.flank(g).prev } else { self.flank(g).next };
            let outline = self.outline(g);
            let (a, b) = (outline.start(), outline.end());
            let is_wall = self.flank(g).obstacle.is_wall();
            // The flank spans the directions from one neighbor of the end on its outline to the other, counter-clockwise.
            let (low, high, far) = if !is_wall {
                (a, b, end)
            } else if lean == Lean::Right {
                (outline.start_foot(), if b == outline.end_foot() { a } else { b }, outline.start_foot())
            } else {
                (if a == outline.start_foot() { b } else { a }, outline.end_foot(), outline.end_foot())
            };
            let (above, below) =
                (cross(sub(low, end), line.direction), cross(line.direction, sub(high, end)));
            if (above >= 0.0 || line.touches(above)) && (below >= 0.0 || line.touches(below)) {
                return Some(g);
            }
            if is_wall && distance_sq(far, end) > TOLERANCE * TOLERANCE {
                return None;
            }
        }
        None
    }

    /// Step 4: whether a place is behind a wall, seen from a flank of the wall.
    fn is_behind(&self, wall: Obstacle, z: Point) -> bool {
        let [a, _, direction] = self.wall_frame(wall);
        let left = cross(direction, sub(z, a));
        if wall.is_right() { left > TOLERANCE } else { left < -TOLERANCE }
    }
}

/// Step 1: the side through which a line leaves, by how far the corners are off the line.
#[inline]
fn exit_of(off: &[f64; 4], lean: Lean, back: Option<usize>) -> Option<usize> {
    let is_left = off.map(|off| if lean == Lean::Right { off >= 0.0 } else { off > 0.0 });
    // By rounding there may be two; then one that is no obstacle.
    let mut sides = [ARC, END, START, OBSTACLE].into_iter();
    sides.find(|&side| !is_left[side] && is_left[(side + 1) % 4] && back != Some(side))
}

/// Step 5: the side that a place is farthest beyond, of those that are no obstacle and not where one came from.
fn farthest_beyond(z: &[Point; 4], to: Point, back: Option<usize>) -> Option<usize> {
    let mut farthest = None;
    let mut most = 0.0;
    for side in [ARC, END, START].into_iter().filter(|&side| back != Some(side)) {
        let (a, b) = (z[side], z[(side + 1) % 4]);
        let beyond = -turn(a, b, to) / distance_sq(a, b).sqrt();
        // A side of length zero gives 0 / 0, and nothing is beyond it.
        if beyond > most {
            (farthest, most) = (Some(side), beyond);
        }
    }
    farthest
}

/// To which side a line leans where it meets a corner.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lean {
    Left,
    Right,
}

impl Lean {
    fn other(self) -> Self {
        if self == Self::Left { Self::Right } else { Self::Left }
    }
}

struct Line {
    from: Point,
    direction: Point,
    /// Its ends in an order that does not depend on its direction: there and back a corner is off by the same.
    ends: [Point; 2],
    sign: f64,
    length_sq: f64,
}

impl Line {
    fn new(from: Point, to: Point) -> Self {
        let direction = sub(to, from);
        let (ends, sign) = if from < to { ([from, to], 1.0) } else { ([to, from], -1.0) };
        Self { from, direction, ends, sign, length_sq: dot(direction, direction) }
    }

    /// Positive if a place is on its left.
    #[inline]
    fn off(&self, z: Point) -> f64 {
        self.sign * turn(self.ends[0], self.ends[1], z)
    }

    /// Whether it runs through a place that is this much off. Corners that should be on the line are off by rounding.
    #[inline]
    fn touches(&self, off: f64) -> bool {
        off * off <= TOUCH * TOUCH * self.length_sq
    }

    /// Whether a place on it comes after its end.
    #[inline]
    fn is_beyond(&self, z: Point) -> bool {
        dot(sub(z, self.from), self.direction) >= self.length_sq
    }
}
