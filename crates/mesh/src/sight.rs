//! What one can see from a position: its visibility polygon.
//!
//! Idea. Cut the walkable space into convex pieces whose corners are on obstacles ([`crate::piece`]). Look through the gaps of the piece
//! that one is in into those behind them, and so on, each time through what is left of the range of directions.
//!
//! 1. Walk from the cell of the position to the piece that it is in. Take the sides of that piece counter-clockwise; where the
//!    position is on a gap, take instead the sides of the piece behind it.
//! 2. For each side of a piece, counter-clockwise from the gap through which one looks in: clip its directions to the range.
//!    Two ranges that meet do so in the direction of one and the same point.
//! 3. If anything is left, look through the gap into the next piece (step 2), or add what is seen of the wall.
//! 4. Views of one wall that follow each other are one. Where walls do not meet there is a window between
//!    them: a straight line away from the position, from the corner in front to what is behind.
//!
//! Invariant: the stack holds ranges in counter-clockwise order, the next one on top; together with what has been added they are
//! the full turn. So nothing needs to be sorted.
//! Cost: linear in the number of visits to pieces. A piece is visited once for each gap between obstacles through which it
//! is seen; in the worst case that makes it quadratic in the number of obstacles, in practice it is about the number of cells in sight.
//! Degenerate: directions are vectors, compared by their cross product; a range without width is dropped, so points obstruct
//! nothing. Between two corners a piece is a line, and its two gaps are one. A position on a wall sees one side of it, and
//! is then a corner of its polygon.
//! Layers: cells know their neighbors, whatever their layers, so open connections are looked through. The polygon may overlap
//! itself seen from above if the surface does.
//! After: the thesis, 4.3.5; Bungiu et al., Efficient computation of visibility polygons, EuroCG 2014 (triangular expansion).
//! Differs: gets by without recursion, and straight lines separate the pieces. With the flanks of the mesh instead, whose corners are on the
//! medial axis, ranges fall apart where there is no obstacle: that took 3.5 times as long in a town of 2,100 corners.

mod glimpse;
mod surroundings;

pub(crate) use glimpse::Aim;
pub use surroundings::WallInSight;

use crate::id::{CellId, FlankId, WallId};
use crate::locate::Position;
use crate::mesh::{Mesh, Obstacle};
use crate::piece::{Behind, Piece, View};
use crate::plane::{Point, along, cross, distance_sq, dot, nearest_on_segment, sub};

/// What can be seen from a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Visibility {
    /// Corners of what is visible, counter-clockwise around the position.
    pub polygon: Vec<[f64; 2]>,
    /// For each side of the polygon, from its corner to the next, the wall that it is on; `None` for a window between two obstacles.
    pub walls: Vec<Option<WallId>>,
    /// Visible area, seen from above. \[m²\]
    pub area: f64,
    /// The cell of the position; a good hint for the next query.
    pub cell: CellId,
}

/// Memory for looking around: many queries in a row allocate nothing.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    ranges: Vec<Range>,
    /// The pieces that the position is in.
    star: Vec<Piece>,
    seen: Visibility,
    /// The wall between the last corner and the next one: the position is on it.
    beside: Option<WallId>,
    /// For a look in one direction: no farther than this. \[m\]
    reach: Option<f64>,
    /// What such a look has seen and nobody has judged.
    glimpses: Vec<Glimpse>,
    /// Whether such a look minds points.
    points: bool,
    /// The walls and points that it found, with their distances.
    found: Vec<(f64, Obstacle)>,
    /// Directions, for whoever judges them.
    pub(crate) turns: Vec<Point>,
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
        let cell = self.find(position, hint)?.cell();
        sight.clear(cell);
        let view = View { mesh: self, at: position.at };
        sight.start(view, cell);
        while let Some(range) = sight.ranges.pop() {
            match range.kind {
                Kind::Gap => sight.look(view, range),
                Kind::Wall => sight.add_wall(self.flank(range.flank).obstacle, position.at, &range),
                Kind::StarCell => sight.star_cell(view, range.flank, false),
                Kind::StarVertex => sight.star_vertex(view, range.flank, false),
                Kind::Own => sight.add_position(self.flank(range.flank).obstacle, position.at),
            }
        }
        sight.close();
        Some(&sight.seen)
    }
}

/// A position this near to a side is on it. \[m\] A thousand times the rounding.
const NEAR: f64 = 1e-9;

/// Corners of the polygon this near to each other are one. \[m\] A thousandth of a grid unit, a thousand times the rounding of feet.
const SAME: f64 = 1e-7;

/// What is to be done for a range of directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Look into the cell of a flank, through the gap at its start.
    Gap,
    /// Add what is seen of the obstacle of a flank.
    Wall,
    /// The position is on the gap at the start of a flank, and so in its cell.
    StarCell,
    /// The position is on the gap at the end of a flank, and so in the piece of the vertex there.
    StarVertex,
    /// The position is on the obstacle of a flank.
    Own,
}

/// A range of directions, and what is seen there. Points are relative to the position.
#[derive(Clone, Copy, Debug)]
struct Range {
    /// The first and last direction, counter-clockwise.
    low: Point,
    high: Point,
    /// The gap or wall that is seen there, from the right to the left, and beyond the range perhaps.
    right: Point,
    left: Point,
    flank: FlankId,
    /// How many pieces are in front.
    depth: u32,
    kind: Kind,
}

/// Something that was seen: a piece of a wall, or of a gap that is out of reach.
#[derive(Clone, Copy, Debug)]
struct Glimpse {
    /// From the right to the left, relative to the position.
    piece: [Point; 2],
    wall: Option<Obstacle>,
}

impl Sight {
    fn clear(&mut self, cell: CellId) {
        self.ranges.clear();
        self.star.clear();
        self.seen.polygon.clear();
        self.seen.walls.clear();
        self.seen.area = 0.0;
        self.seen.cell = cell;
        self.beside = None;
        self.reach = None;
        self.points = false;
        self.glimpses.clear();
    }

    /// Step 1: enters the piece that the position is in.
    fn start(&mut self, view: View<'_>, cell: CellId) {
        // A cell is cut off where its joint is far from the line between its feet, so the position may be in another piece.
        let mut f = cell.left();
        // A few steps. If rounding makes them go in circles, the position is on a gap, and any piece will do.
        for _ in 0..view.mesh.flanks.len() {
            let Some(out) = [f, f.twin()].into_iter().find(|&f| view.is_beyond(view.gap_at_end(f))) else {
                break;
            };
            f = match view.behind_end(out) {
                Behind::Nothing => break,
                Behind::Cell(g) => g,
                Behind::Vertex => {
                    let mut others = view.others_clockwise(out);
                    let Some(o) = others.find(|&o| view.is_beyond(view.gap_at_start(o))) else {
                        self.star.push(Piece::Vertex(view.mesh.flank(out.twin()).start));
                        return self.star_vertex(view, out, true);
                    };
                    o
                }
            };
        }
        self.star.push(Piece::Cell(f.cell()));
        self.star_cell(view, f, true);
    }

    /// Step 1: the sides of a cell that the position is in, clockwise, so that the first ends on top of the stack: all of
    /// them, or all but the gap at its start.
    fn star_cell(&mut self, view: View<'_>, f: FlankId, all: bool) {
        let ([right, left], [right_end, left_end]) = (view.gap_at_start(f), view.gap_at_end(f));
        if self.points {
            self.add_points(view, f, None);
        }
        if all {
            self.star_gap(view, f.twin(), [left, right]);
        }
        self.star_wall(view, f, [left_end, left]);
        self.star_gap(view, f, [right_end, left_end]);
        self.star_wall(view, f.twin(), [right, right_end]);
    }

    /// Step 1: the gaps of a vertex that the position is in, the one at the end of a flank: all of them, or all but that one.
    fn star_vertex(&mut self, view: View<'_>, f: FlankId, all: bool) {
        for o in view.others_clockwise(f).chain(all.then_some(f.twin())) {
            let [right, left] = view.gap_at_start(o);
            if is_on(right, left) {
                self.enter(Piece::Cell(o.cell()), Kind::StarCell, o);
            } else if cross(right, left) > 0.0 {
                let range =
                    Range { low: right, high: left, right, left, flank: o, depth: 0, kind: Kind::Gap };
                self.ranges.push(range);
            }
        }
    }

    fn star_gap(&mut self, view: View<'_>, f: FlankId, [right, left]: [Point; 2]) {
        if is_on(right, left) {
            match view.behind_end(f) {
                Behind::Nothing => {}
                Behind::Cell(g) => self.enter(Piece::Cell(g.cell()), Kind::StarCell, g),
                Behind::Vertex => {
                    self.enter(Piece::Vertex(view.mesh.flank(f.twin()).start), Kind::StarVertex, f);
                }
            }
        } else if cross(right, left) > 0.0 {
            let range = Range { low: right, high: left, right, left, flank: f, depth: 0, kind: Kind::Gap };
            match view.behind_end(f) {
                Behind::Nothing => {}
                Behind::Cell(g) => self.ranges.push(Range { flank: g, ..range }),
                Behind::Vertex => self.fan_out(view, &range),
            }
        }
    }

    fn star_wall(&mut self, view: View<'_>, f: FlankId, [right, left]: [Point; 2]) {
        if view.mesh.flank(f).obstacle.is_wall() {
            let on = is_on(right, left);
            let kind = if on { Kind::Own } else { Kind::Wall };
            if on || cross(right, left) > 0.0 {
                self.ranges.push(Range { low: right, high: left, right, left, flank: f, depth: 0, kind });
            }
        }
    }

    /// Step 1: the position is in one more piece.
    fn enter(&mut self, piece: Piece, kind: Kind, flank: FlankId) {
        if !self.star.contains(&piece) {
            self.star.push(piece);
            let nowhere = [0.0; 2];
            let (low, high, right, left) = (nowhere, nowhere, nowhere, nowhere);
            self.ranges.push(Range { low, high, right, left, flank, depth: 0, kind });
        }
    }

    /// Steps 2 and 3: looks into a cell, and on into the next as long as the way does not fork.
    fn look(&mut self, view: View<'_>, range: Range) {
        let mut range = range;
        // A ray visits a piece once; by rounding it might turn in circles.
        while (range.depth as usize) < view.mesh.flanks.len() {
            let Range { right, left, flank: f, depth, .. } = range;
            if self.reach.is_some_and(|reach| range.is_beyond(reach)) {
                return self.glimpses.push(Glimpse { piece: range.cut(), wall: None });
            }
            if self.points {
                self.add_points(view, f, Some(&range));
            }
            let end = view.mesh.flank(f.twin()).start;
            let [wall_on_left, wall_on_right] = [f, f.twin()].map(|f| view.mesh.flank(f).obstacle);
            if wall_on_right.is_wall() {
                let right_end = view.foot(wall_on_right, end);
                if let Some(wall) = range.clipped(right, right_end) {
                    self.add_wall(wall_on_right, view.at, &wall);
                }
                range.right = right_end;
            }
            if wall_on_left.is_wall() {
                let left_end = view.foot(wall_on_left, end);
                if let Some(wall) = range.clipped(left_end, left) {
                    self.ranges.push(Range { kind: Kind::Wall, ..wall });
                }
                range.left = left_end;
            }
            // Between two corners the gap at the end is that at the start.
            if wall_on_left.is_wall() || wall_on_right.is_wall() {
                let Some(gap) = range.clipped(range.right, range.left) else { return };
                range = gap;
            }
            range.depth = depth + 1;
            match view.behind_end(f) {
                Behind::Nothing => return,
                Behind::Cell(g) => range.flank = g,
                Behind::Vertex => return self.fan_out(view, &range),
            }
        }
    }

    /// Steps 2 and 3: looks into a vertex, through the gap at the end of a flank, and so through its other gaps.
    fn fan_out(&mut self, view: View<'_>, range: &Range) {
        let f = range.flank;
        let back = f.twin();
        let j = view.mesh.flank(back).start;
        let mut left = range.left;
        let mut o = view.mesh.flank(f).next;
        while o != back {
            let next = view.mesh.flank(o.twin()).next;
            let obstacle = view.mesh.flank(o.twin()).obstacle;
            let right = if next == back { range.right } else { view.foot(obstacle, j) };
            if let Some(gap) = range.clipped(right, left) {
                self.ranges.push(Range { flank: o, ..gap });
            }
            left = right;
            o = next;
        }
    }

    /// Steps 3 and 4: adds what is seen of a wall.
    fn add_wall(&mut self, wall: Obstacle, at: Point, range: &Range) {
        let [start, end] = range.cut();
        if self.reach.is_some() {
            return self.glimpses.push(Glimpse { piece: [start, end], wall: Some(wall) });
        }
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

impl Range {
    /// The part of the gap or wall that is seen.
    fn cut(&self) -> [Point; 2] {
        let Self { low, high, right, left, .. } = *self;
        let between = |from: f64, to: f64| along(right, sub(left, right), from / (from - to));
        let above = cross(low, right);
        let start = if above < 0.0 { between(above, cross(low, left)) } else { right };
        let below = cross(left, high);
        let end = if below < 0.0 { between(cross(right, high), below) } else { left };
        [start, end]
    }

    /// Step 2: what of it is in the directions of a gap or wall.
    #[inline]
    fn clipped(&self, right: Point, left: Point) -> Option<Self> {
        if !(cross(self.low, left) > 0.0 && cross(right, self.high) > 0.0) {
            return None;
        }
        let low = if cross(self.low, right) > 0.0 { right } else { self.low };
        let high = if cross(left, self.high) > 0.0 { left } else { self.high };
        (cross(low, high) > 0.0).then_some(Self { low, high, right, left, ..*self })
    }
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
