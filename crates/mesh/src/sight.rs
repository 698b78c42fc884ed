//! What one can see from a position: its visibility polygon.
//!
//! Idea. Look through the sides of the flank that one is in into the flanks behind them, and through those into the next, each time
//! through what is left of the range of directions. A range ends at obstacles. Flanks are convex, so behind one side a
//! ray leaves through one of the others, and these follow each other counter-clockwise: pieces of walls are found in order, and nothing is sorted.
//!
//! 1. Start with the flanks that the position is in: one, or several if it is on a border. Take their sides counter-clockwise;
//!    where the position is on a side, take instead the sides of the flank behind it.
//! 2. For each side of a flank, counter-clockwise from the side through which one looks in: clip its directions to the range.
//!    Two ranges that meet do so in the direction of one and the same point.
//! 3. If anything is left, look through it into the next flank (step 2), or add a piece of the wall.
//! 4. Pieces of one wall that follow each other are one. Pieces of walls that do not meet have a window between
//!    them: a straight line away from the position, from the corner in front to what is behind.
//!
//! Invariant: the stack holds ranges in counter-clockwise order, the next one on top; together with what has been added they are
//! the full turn.
//! Cost: linear in the number of visits to flanks. A flank is visited once for each gap between obstacles through which it
//! is seen; in the worst case that makes it quadratic in the number of obstacles, in practice it is about the number of flanks in sight.
//! Degenerate: directions are vectors, compared by their cross product; a range without width is dropped, so points obstruct
//! nothing. A position on a wall sees one side of it, and is then a corner of its polygon.
//! Layers: flanks know their neighbors, not their layers, so open connections are looked through. The polygon may overlap
//! itself seen from above if the surface does.
//! After: the thesis, 4.3.5; Bungiu et al., Efficient computation of visibility polygons, EuroCG 2014 (triangular expansion).
//! Differs: walks over flanks, and gets by without recursion.

use crate::flank::Outline;
use crate::id::{CellId, FlankId, WallId};
use crate::locate::Position;
use crate::mesh::{Mesh, Obstacle};
use crate::plane::{Point, along, cross, distance_sq, dot, nearest_on_segment, sub};

/// What can be seen from a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Visibility {
    /// Corners of what is visible, counter-clockwise around the position.
    pub polygon: Vec<[f64; 2]>,
    /// For each side of the polygon, from its corner to the next, the wall that it is on; `None` for a window between two obstacles.
    pub walls: Vec<Option<WallId>>,
    /// Visible area, seen from above. [m²]
    pub area: f64,
    /// The cell of the position; a good hint for the next query.
    pub cell: CellId,
}

/// Memory for looking around: many queries in a row allocate nothing.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    ranges: Vec<Range>,
    /// Flanks that the position is in.
    star: Vec<FlankId>,
    seen: Visibility,
    /// The wall between the last corner and the next one: the position is on it.
    beside: Option<WallId>,
}

impl Mesh {
    /// What can be seen from a position; `None` if it is not walkable. The hint is a cell nearby.
    pub fn visibility(&self, position: Position, hint: Option<CellId>) -> Option<Visibility> {
        let mut sight = Sight::default();
        self.visibility_with(position, hint, &mut sight)?;
        Some(sight.seen)
    }

    /// What can be seen from a position, with memory of an earlier query; `None` if it is not walkable. The hint is a cell nearby.
    pub fn visibility_with<'s>(
        &self,
        position: Position,
        hint: Option<CellId>,
        sight: &'s mut Sight,
    ) -> Option<&'s Visibility> {
        let f = self.find(position, hint)?;
        sight.clear(f);
        let at = position.at;
        sight.enter_star(self, at, f, None);
        while let Some(range) = sight.ranges.pop() {
            match range.kind {
                Kind::Star => sight.enter_star(self, at, range.flank, Some(range.side)),
                Kind::Wall => sight.add_wall(self.flank(range.flank).obstacle, at, &range),
                Kind::Own => sight.add_position(self.flank(range.flank).obstacle, at),
                Kind::Gap => sight.look(self, at, range),
            }
        }
        sight.close();
        Some(&sight.seen)
    }
}

/// Sides of an outline: the arc, the spoke at the end, the obstacle, the spoke at the start.
const ARC: u8 = 0;
const END: u8 = 1;
const OBSTACLE: u8 = 2;
const START: u8 = 3;

/// A position this near to a side is on it. [m] A thousand times the rounding.
const NEAR: f64 = 1e-9;

/// Corners of the polygon this near to each other are one. [m] A thousandth of a grid unit, a thousand times the rounding of feet.
const SAME: f64 = 1e-7;

/// What is to be done for a range of directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Look through a side into a flank.
    Gap,
    /// Add a piece of the obstacle of a flank.
    Wall,
    /// The position is on the side, and so in the flank.
    Star,
    /// The position is on the obstacle of the flank.
    Own,
}

/// A range of directions, and what is seen there. Points are relative to the position.
#[derive(Clone, Copy, Debug)]
struct Range {
    /// The first and last direction, counter-clockwise.
    low: Point,
    high: Point,
    /// The side that is seen there, from the right to the left, and beyond the range perhaps.
    right: Point,
    left: Point,
    /// The flank behind the side; of a wall the flank in front.
    flank: FlankId,
    /// How many flanks are in front: a ray visits each once.
    depth: u32,
    /// Which side of the flank it is.
    side: u8,
    kind: Kind,
}

impl Sight {
    /// What the last query saw.
    pub fn seen(&self) -> &Visibility {
        &self.seen
    }

    fn clear(&mut self, f: FlankId) {
        self.ranges.clear();
        self.star.clear();
        self.star.push(f);
        self.seen.polygon.clear();
        self.seen.walls.clear();
        self.seen.area = 0.0;
        self.seen.cell = f.cell();
        self.beside = None;
    }

    /// Step 1, for one flank.
    fn enter_star(&mut self, mesh: &Mesh, at: Point, f: FlankId, entered: Option<u8>) {
        let outline = mesh.outline(f);
        let z = corners(&outline).map(|z| sub(z, at));
        let count = if entered.is_some() { 3 } else { 4 };
        let first = entered.map_or(ARC, |side| (side + 1) % 4);
        // Clockwise, so that the first is on top of the stack.
        for k in (0..count).rev() {
            let side = (first + k) % 4;
            let (right, left) = (z[side as usize], z[(side as usize + 1) % 4]);
            let (flank, back) = mesh.behind(f, side);
            let is_obstacle = side == OBSTACLE;
            let kind = if is_on(right, left) {
                if is_obstacle {
                    Kind::Own
                } else if self.star.contains(&flank) {
                    continue;
                } else {
                    self.star.push(flank);
                    Kind::Star
                }
            } else if cross(right, left) <= 0.0 {
                continue;
            } else if is_obstacle {
                Kind::Wall
            } else {
                Kind::Gap
            };
            let is_wall = mesh.flank(f).obstacle.is_wall();
            if kind != Kind::Own || is_wall {
                self.ranges.push(Range {
                    low: right,
                    high: left,
                    right,
                    left,
                    flank,
                    depth: 0,
                    side: back,
                    kind,
                });
            }
        }
    }

    /// Steps 2 and 3: looks into a flank.
    #[inline]
    fn look(&mut self, mesh: &Mesh, at: Point, range: Range) {
        let Range { low, high, right, left, flank: f, depth, .. } = range;
        if depth as usize > mesh.flanks.len() {
            return;
        }
        let flank = mesh.flank(f);
        let foot = |z: Point| sub(mesh.foot(flank.obstacle, along(z, at, 1.0)), at);
        // From the right end of the side counter-clockwise to its left end, and what is behind the three sides between.
        let (first, z) = match range.side {
            ARC => (END, [right, foot(right), foot(left), left]),
            START => {
                let end = sub(mesh.joint(mesh.flank(f.twin()).start).at, at);
                (ARC, [right, end, if flank.obstacle.is_wall() { foot(end) } else { left }, left])
            }
            _ => {
                let start = sub(mesh.joint(flank.start).at, at);
                (OBSTACLE, [right, if flank.obstacle.is_wall() { foot(start) } else { right }, start, left])
            }
        };
        // Positive if inside of the range: by the low end, by the high end.
        let above = [-1.0, cross(low, z[1]), cross(low, z[2]), 1.0];
        let below = [1.0, cross(z[1], high), cross(z[2], high), -1.0];
        for k in (0..3).rev() {
            if !(above[k + 1] > 0.0 && below[k] > 0.0) {
                continue;
            }
            let low = if above[k] > 0.0 { z[k] } else { low };
            let high = if below[k + 1] > 0.0 { z[k + 1] } else { high };
            if cross(low, high) > 0.0 {
                let side = (first + k as u8) % 4;
                let (flank, back) = mesh.behind(f, side);
                let kind = if side == OBSTACLE { Kind::Wall } else { Kind::Gap };
                let (right, left, depth) = (z[k], z[k + 1], depth + 1);
                self.ranges.push(Range { low, high, right, left, flank, depth, side: back, kind });
            }
        }
    }

    /// Steps 3 and 4: adds what is seen of a wall.
    fn add_wall(&mut self, wall: Obstacle, at: Point, range: &Range) {
        let Range { low, high, right, left, .. } = *range;
        let between = |from: f64, to: f64| along(right, sub(left, right), from / (from - to));
        let above = cross(low, right);
        let start = if above < 0.0 { between(above, cross(low, left)) } else { right };
        let below = cross(left, high);
        let end = if below < 0.0 { between(cross(right, high), below) } else { left };
        self.seen.area += cross(start, end) / 2.0;
        let (start, end) = (along(start, at, 1.0), along(end, at, 1.0));
        let wall = Some(WallId(wall.index() as u32));
        let Visibility { polygon, walls, .. } = &mut self.seen;
        match polygon.last_mut() {
            None => polygon.push(start),
            Some(last) if self.beside.is_none() && walls.last() == Some(&wall) => {
                *last = end;
                return;
            }
            Some(last) if distance_sq(*last, start) > SAME * SAME => {
                walls.push(self.beside);
                polygon.push(start);
            }
            Some(_) => {}
        }
        self.beside = None;
        if distance_sq(start, end) > SAME * SAME {
            walls.push(wall);
            polygon.push(end);
        }
    }

    /// Step 4: adds the position itself, which is on a wall.
    fn add_position(&mut self, wall: Obstacle, at: Point) {
        let wall = Some(WallId(wall.index() as u32));
        let Visibility { polygon, walls, .. } = &mut self.seen;
        match polygon.last() {
            None => polygon.push(at),
            Some(&last) if distance_sq(last, at) > SAME * SAME => {
                walls.push(wall);
                polygon.push(at);
            }
            Some(_) => {}
        }
        self.beside = wall;
    }

    /// Step 4: where the turn ends it began.
    fn close(&mut self) {
        let Visibility { polygon, walls, .. } = &mut self.seen;
        let (Some(&first), Some(&last)) = (polygon.first(), polygon.last()) else { return };
        if walls.len() == polygon.len() {
            return;
        }
        if distance_sq(first, last) > SAME * SAME {
            walls.push(self.beside);
        } else if polygon.len() > 1 {
            polygon.pop();
        } else {
            walls.push(self.beside);
        }
        if walls.len() > 2 && walls.first() == walls.last() && walls[0].is_some() && self.beside.is_none() {
            walls.pop();
            polygon.swap_remove(0);
        }
    }
}

impl Mesh {
    /// The flank behind a side of another, and which of its sides that is. Behind the obstacle is nothing: the flank itself.
    #[inline]
    fn behind(&self, f: FlankId, side: u8) -> (FlankId, u8) {
        match side {
            ARC => (f.twin(), ARC),
            END => (self.flank(f).next, START),
            START => (self.flank(f).prev, END),
            _ => (f, OBSTACLE),
        }
    }
}

fn corners(outline: &Outline) -> [Point; 4] {
    [outline.start(), outline.end(), outline.end_foot(), outline.start_foot()]
}

/// Whether the origin is on a segment.
fn is_on(a: Point, b: Point) -> bool {
    let d = sub(b, a);
    let off = cross(a, b);
    if off > 0.0 && off * off > NEAR * NEAR * dot(d, d) {
        return false;
    }
    let near = nearest_on_segment(a, b, [0.0, 0.0]);
    dot(near, near) <= NEAR * NEAR
}

impl Default for Visibility {
    fn default() -> Self {
        Self { polygon: Vec::new(), walls: Vec::new(), area: 0.0, cell: CellId(0) }
    }
}
