//! Moving a disc: as near to a target as it gets without touching anything.
//!
//! Idea. The center of the disc moves straight toward its target until the disc touches an obstacle. From there it goes on along the line that
//! touches neither more nor less, to where that is nearest to the target, and so on. The obstacle of a flank is convex (a wall or a corner), so
//! beyond that line there is nothing of it, and moving along the line is safe from this obstacle for any length.
//!
//! 1. If the nearest obstacle is farther away than the radius and the length of the move together, nothing can be touched: go.
//! 2. If an obstacle is nearer than the radius, move straight away from it first, until it is as far as the radius or the
//!    medial axis is met, where another one is as near. That way stays in the cell.
//! 3. Follow the straight line from flank to flank. The nearest obstacle is one of the two of each cell, so the line comes too near to an obstacle
//!    where it comes too near to one of those: for walls a linear equation, for corners a quadratic one.
//! 4. At a touch drop what of the way points into the obstacle, and go on with step 3. Without a touch, head for the target again. If step 2 moved the disc, and
//!    the straight line from its start to its end is not free, it stays where step 2 left it.
//!
//! Invariant: the center is in a flank, gets from one to another over their common sides only, and its clearance is nowhere on its way
//! less than at the start (after step 2) or than the radius, but for [`SLACK`]. So the disc passes through no gap that is too narrow for it, and through
//! every one that is exactly as wide. The way is never longer than the straight line to the target, or than step 2; steps only get nearer to it.
//! Cost: one or two flanks for step 1, which is most of all moves; else the flanks along at most [`ROUNDS`] lines.
//! Degenerate: in a wedge two touches in a row without a move end it. A disc that is larger than the place is wide ends
//! on the medial axis, and moves along it to where it is wider. A move straight at a corner stops there.
//! After: the usual "collide and slide" of games; sweeping over the flanks of the medial axis is our own.

#[cfg(test)]
mod tests;

use crate::cast::End;
use crate::id::{CellId, FlankId};
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::nearest::AT_CORNER;
use crate::plane::{Point, along, cross, distance, dot, sub};
use crate::route::SLACK;

/// Where a disc ends that moved, and how it stands there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slide {
    /// Its center. The layer is another one if open connections were crossed.
    pub position: Position,
    /// The cell of the center; a good hint for the next query.
    pub cell: CellId,
    /// Distance to the nearest obstacle. \[m\]
    pub clearance: f64,
    /// The obstacle point nearest to the center.
    pub nearest: [f64; 2],
    /// Whether an obstacle was in the way, or nearer than the radius at the start.
    pub touched: bool,
}

/// A disc smaller than this counts as one of this radius, so that points do not end on walls. \[m\] A few times [`SLACK`].
const LEAST_RADIUS: f64 = 4e-6;

/// A line may come nearer than the touch by this without touching. \[m\] Rounding is a ten-thousandth of it.
const GRAZE: f64 = 1e-9;

/// Less than this on the way along an obstacle is not worth a step. \[m\]
const ENOUGH: f64 = 1e-7;

/// Lines of one move. Three are usual; at the mouth of a passage that is as wide as the disc each gets it there by half.
const ROUNDS: usize = 12;

/// No target is farther away. \[m\] Larger than any place.
const FARTHEST: f64 = 1e6;

impl Mesh {
    /// Moves a disc from a position as far toward a place as obstacles let it, sliding along walls and around corners, over open connections.
    /// `None` if the position is not walkable; then [`Mesh::nearest_walkable`] helps. The hint is a cell nearby. Lengths are in meters.
    ///
    /// - The center never crosses a wall, and no gap that is narrower than the disc; one that is exactly as wide lets it through.
    /// - A disc that is clear of obstacles stays so, but for two micrometers.
    /// - One that is not is moved away from the nearest obstacle, until it is clear or has as little room on the other side,
    ///   and never gets nearer to obstacles than it was.
    /// - The way is not longer than the straight line to the target, or than what brings it clear. A target that is not finite is none.
    pub fn slide(&self, from: Position, to: [f64; 2], radius: f64, hint: Option<CellId>) -> Option<Slide> {
        self.slide_by(from, to, radius, hint, |_, _| {})
    }

    /// The same; calls `line` for each line of its way.
    #[inline]
    fn slide_by(
        &self,
        from: Position,
        to: Point,
        radius: f64,
        hint: Option<CellId>,
        mut line: impl FnMut(Point, Point),
    ) -> Option<Slide> {
        let f = self.find(from, hint)?;
        let radius = if radius > LEAST_RADIUS { radius } else { LEAST_RADIUS };
        let (side, foot) = self.nearer_side(f, from.at);
        let clearance = distance(foot, from.at);
        let to = target(from.at, to);
        let length = distance(from.at, to);
        // Step 1.
        if clearance - length >= radius {
            line(from.at, to);
            if self.outline(f).contains(to) {
                return Some(self.standing(f, to, false));
            }
            let end = self.march_with(f, from.at, to, |_, _, _| Some(f64::INFINITY));
            return Some(self.standing(end.flank, end.at, false));
        }
        // Step 2. A disc that slides along a wall rests within rounding of `keep`, and need not be moved out each time.
        let keep = radius - SLACK;
        let mut disc = Disc { flank: f, at: from.at, floor: keep - 2.0 * GRAZE };
        let overlaps = clearance < keep - 4.0 * GRAZE;
        if overlaps {
            let out = self.moved_out(f, from.at, (side, foot), radius);
            disc = Disc { floor: out.floor.min(keep) - 2.0 * GRAZE, ..out };
        }
        line(from.at, disc.at);
        let stay = (disc.flank, disc.at);
        // Steps 3 and 4.
        let left = (length - distance(from.at, disc.at)).max(0.0);
        let touched = self.go(&mut disc, to, left, line);
        let end = self.standing(disc.flank, disc.at, touched || overlaps);
        // Only rounding gets below the floor. Who came out of an obstacle and went on around its corner would have gone through the corner on a
        // straight line.
        if end.clearance < disc.floor - 2.0 * GRAZE || overlaps && !self.gets_to(f, from.at, &disc) {
            return Some(self.standing(stay.0, stay.1, true));
        }
        Some(end)
    }

    /// Whether the straight line from a place in a flank gets to where a disc is.
    fn gets_to(&self, f: FlankId, from: Point, disc: &Disc) -> bool {
        let end = self.march_with(f, from, disc.at, |_, _, _| Some(f64::INFINITY));
        end.hit.is_none() && (end.flank == disc.flank || self.outline(end.flank).contains(disc.at))
    }

    /// How a disc stands at a place in a flank.
    #[inline]
    fn standing(&self, f: FlankId, at: Point, touched: bool) -> Slide {
        let nearest = self.nearer_side(f, at).1;
        let position = Position::new(at, self.layer_in(f, at));
        Slide { position, cell: f.cell(), clearance: distance(nearest, at), nearest, touched }
    }

    /// Step 2: away from the nearest obstacle point, which belongs to a side of the cell. The floor is the clearance there.
    fn moved_out(&self, f: FlankId, at: Point, (side, foot): (FlankId, Point), radius: f64) -> Disc {
        let clearance = distance(foot, at);
        let stay = Disc { flank: f, at, floor: clearance };
        let obstacle = self.flank(side).obstacle;
        let away =
            if obstacle.is_wall() || clearance < AT_CORNER { self.away_from(side) } else { sub(at, foot) };
        let Some(axis) = self.arc(side.cell()).intersect_ray(foot, away)[0] else { return stay };
        let length = dot(away, away).sqrt();
        let far = (axis.s * length).min(radius);
        if far <= clearance {
            return stay;
        }
        let out = along(foot, away, far / length);
        // On the medial axis the place is in either flank: arcs are not their chords.
        let flanks = [side, side.twin()];
        let Some(flank) = flanks.into_iter().find(|&f| self.outline(f).contains(out)) else { return stay };
        let floor = distance(self.nearer_side(flank, out).1, out);
        if floor > clearance { Disc { flank, at: out, floor } } else { stay }
    }

    /// Steps 3 and 4: returns whether it touched anything. The way is no longer than `length`.
    fn go(&self, disc: &mut Disc, to: Point, length: f64, mut line: impl FnMut(Point, Point)) -> bool {
        let (mut left, mut touched) = (length, false);
        let mut last: Option<Touch> = None;
        let mut idle = 0;
        for _ in 0..ROUNDS {
            let mut way = sub(to, disc.at);
            if let Some(Touch { normal, depth, .. }) = last {
                way = along(way, normal, depth - dot(way, normal).min(0.0));
            }
            let full = dot(way, way).sqrt();
            if full < ENOUGH {
                break;
            }
            let part = (left / full).min(1.0);
            let (end, touch) = self.sweep(disc, along(disc.at, way, part));
            let at = touch.map_or(end.at, |touch| touch.at);
            let moved = distance(disc.at, at);
            left -= moved;
            line(disc.at, at);
            (disc.flank, disc.at) = (end.flank, at);
            touched |= touch.is_some();
            idle = if moved < ENOUGH { idle + 1 } else { 0 };
            // There, or out of breath, or in a wedge.
            if touch.is_none() && last.is_none() || left < ENOUGH || idle > 1 {
                break;
            }
            last = touch;
        }
        touched
    }

    /// Step 3: from the disc straight toward a place, to where it comes too near to an obstacle, if it does.
    fn sweep(&self, disc: &Disc, to: Point) -> (End, Option<Touch>) {
        let mut touch: Option<Touch> = None;
        let mut end = self.march_with(disc.flank, disc.at, to, |f, a, b| {
            touch = self.touch(f, [a, b], disc.floor);
            if touch.is_some() { None } else { Some(f64::INFINITY) }
        });
        // Where there is no room at all, it is the center that meets the wall.
        if touch.is_none() && end.hit.take().is_some() {
            let normal = self.away_from(end.flank);
            let length = dot(normal, normal).sqrt();
            if length > 0.0 {
                let normal = [normal[0] / length, normal[1] / length];
                touch = Some(Touch { at: end.at, normal, depth: 0.0, part: 0.0 });
            }
        }
        (end, touch)
    }

    /// Step 3: where a line in a flank first comes as near as `floor` to one of the obstacles of the cell, if it then comes nearer.
    #[inline]
    fn touch(&self, f: FlankId, [a, b]: [Point; 2], floor: f64) -> Option<Touch> {
        let way = sub(b, a);
        let mut first: Option<Touch> = None;
        for f in [f, f.twin()] {
            let obstacle = self.flank(f).obstacle;
            let touch = if obstacle.is_wall() {
                // The line of the wall is not nearer than the nearest obstacle anywhere in the cell: it touches empty circles only.
                let [start, _, [x, y]] = self.wall_frame(obstacle);
                let normal = if obstacle.is_right() { [y, -x] } else { [-y, x] };
                let (from, to) = (dot(sub(a, start), normal), dot(sub(b, start), normal));
                (to < from && to < floor - GRAZE).then(|| {
                    let part = ((from - floor) / (from - to)).max(0.0);
                    Touch { at: along(a, way, part), normal, depth: (floor - from).max(0.0), part }
                })
            } else {
                self.touch_corner(self.corners[obstacle.index()], a, way, floor)
            };
            if let Some(touch) = touch
                && first.is_none_or(|first| touch.part < first.part)
            {
                first = Some(touch);
            }
        }
        first
    }

    /// Step 3 for a corner.
    #[inline]
    fn touch_corner(&self, corner: Point, a: Point, way: Point, floor: f64) -> Option<Touch> {
        let from = sub(a, corner);
        let (length_sq, toward) = (dot(way, way), -dot(from, way));
        let least = floor - GRAZE;
        if !(toward > 0.0 && least > 0.0) {
            return None;
        }
        let nearest = if toward < length_sq {
            let off = cross(way, from);
            off * off / length_sq
        } else {
            let to = along(from, way, 1.0);
            dot(to, to)
        };
        if nearest >= least * least {
            return None;
        }
        let beyond = dot(from, from) - floor * floor;
        let root = (toward * toward - length_sq * beyond).max(0.0).sqrt();
        // (toward - root) / length_sq, without cancellation.
        let part = (beyond / (toward + root)).clamp(0.0, 1.0);
        let at = along(a, way, part);
        let away = sub(at, corner);
        let distance = dot(away, away).sqrt();
        let normal = [away[0] / distance, away[1] / distance];
        (distance > 0.0).then_some(Touch { at, normal, depth: (floor - distance).max(0.0), part })
    }
}

/// A disc on its way.
#[derive(Clone, Copy)]
struct Disc {
    /// The flank of its center.
    flank: FlankId,
    at: Point,
    /// Its clearance must not get smaller than this. \[m\]
    floor: f64,
}

/// Where a disc meets an obstacle.
#[derive(Clone, Copy)]
struct Touch {
    /// The center then.
    at: Point,
    /// Away from the obstacle, of length one.
    normal: Point,
    /// How much too near it is by rounding. \[m\]
    depth: f64,
    /// The part of the line before it.
    part: f64,
}

/// A target that one can reckon with: finite, and not farther than [`FARTHEST`].
#[inline]
fn target(from: Point, to: Point) -> Point {
    let way = sub(to, from);
    if !(way[0].is_finite() && way[1].is_finite()) {
        return from;
    }
    let most = way[0].abs().max(way[1].abs());
    if most <= FARTHEST { to } else { along(from, [way[0] / most, way[1] / most], FARTHEST) }
}
