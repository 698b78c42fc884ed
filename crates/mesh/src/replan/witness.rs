//! Who can see an event: characters plan again when they do.
//!
//! A character sees an event if part of what it sees, and not just a single line of sight, lies in the hull of the affected region, on the
//! layer of that hull. It looks over the mesh after the event, so what has come hides what is behind it, and open connections are
//! looked through. A character that stands in the hull sees it.
//!
//! 1. Who stands in the hull sees it; who is farther from it than characters see does not.
//! 2. Look only in the directions of the hull, and only as far as its farthest corner ([`crate::sight`]). What is visible comes as triangles from the character to a
//!    piece of wall, or to a gap beyond the hull.
//! 3. In a triangle, whether a line of sight meets the hull on its layer can only change in a few directions: those of corners of the hull, of the
//!    triangle, of connections, and where any two of them cross. Between two of these that follow each other one line in the
//!    middle decides for all.
//! 4. On that line find where it is in the hull, before the wall, and follow the layers that it crosses.
//!
//! Invariant: what is seen in one direction ends at the first wall.
//! Cost: the pieces of the mesh between the character and the hull; for each triangle the corners of the hull times the connections
//! near it.
//! Degenerate: a hull without area is seen by nobody. A line that touches the hull in a point sees nothing of it.
//! After: the thesis, 8.6.1, where start positions are in the visibility polygon of the obstacle's center. Differs: goes by what is affected
//! instead of one point.

use rayon::prelude::*;

use crate::change::Affected;
use crate::id::CellId;
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::plane::{Point, along, bounds, cross, distance_sq, dot, nearest_on_segment, sub, turn};
use crate::sight::{Aim, Sight};

impl Mesh {
    /// Which of these characters can see an event, by their indices: see [`Mesh::sees`]. On all threads at once.
    ///
    /// `affected` is where the event happened ([`crate::Event::affected`]), on the mesh after it; `range` how far characters see. \[m\]
    pub fn witnesses(&self, characters: &[Position], affected: &[Affected], range: f64) -> Vec<usize> {
        let sees =
            |sight: &mut Sight, &character: &Position| self.sees(character, None, affected, range, sight);
        let seen: Vec<bool> = characters.par_iter().with_min_len(64).map_init(Sight::default, sees).collect();
        (0..characters.len()).filter(|&k| seen[k]).collect()
    }

    /// Whether a character sees an event: whether it is no farther from the hull on some affected layer than `range`, seen
    /// from above, and some of the hull is in its visibility polygon, on that layer. \[m\]
    ///
    /// False if the position is not walkable. The hint is a cell nearby; the sight keeps its memory from query to query.
    pub fn sees(
        &self,
        position: Position,
        hint: Option<CellId>,
        affected: &[Affected],
        range: f64,
        sight: &mut Sight,
    ) -> bool {
        let sees = |affected: &Affected| self.sees_hull(position, hint, affected, range, sight);
        affected.iter().any(sees)
    }

    fn sees_hull(
        &self,
        position: Position,
        hint: Option<CellId>,
        affected: &Affected,
        range: f64,
        sight: &mut Sight,
    ) -> bool {
        let Affected { layer, ref hull } = *affected;
        let is_near = position.layer == layer || !self.links.is_empty();
        if hull.len() < 3 || !is_near || self.layers.get(position.layer.0 as usize).is_none() {
            return false;
        }
        // Step 1.
        let is_inside = sides(hull).all(|[a, b]| turn(a, b, position.at) >= 0.0);
        if is_inside && position.layer == layer {
            return self.find(position, hint).is_some();
        }
        let nearest = |[a, b]: [Point; 2]| distance_sq(nearest_on_segment(a, b, position.at), position.at);
        if !is_inside && !sides(hull).any(|side| nearest(side) <= range * range) {
            return false;
        }
        // Step 2.
        let mut between = [sub(hull[0], position.at); 2];
        let mut far = 0.0f64;
        for &corner in hull {
            let corner = sub(corner, position.at);
            if cross(between[0], corner) < 0.0 {
                between[0] = corner;
            }
            if cross(between[1], corner) > 0.0 {
                between[1] = corner;
            }
            far = far.max(dot(corner, corner));
        }
        let aim = Aim { between: (!is_inside).then_some(between), reach: far.sqrt() };
        let mut turns = std::mem::take(&mut sight.turns);
        let seen = self
            .glimpse(position, hint, &aim, sight, |piece| self.meets(position, piece, affected, &mut turns));
        sight.turns = turns;
        seen
    }

    /// Step 3: whether some of a visible triangle, between a position and a piece of a line, is in the hull. The piece is relative to the
    /// position.
    fn meets(
        &self,
        position: Position,
        piece: [Point; 2],
        affected: &Affected,
        turns: &mut Vec<Point>,
    ) -> bool {
        let [right, left] = piece;
        let at = position.at;
        turns.clear();
        let is_between = |z: Point| cross(right, z) > 0.0 && cross(z, left) > 0.0;
        let mut add = |z: Point| {
            if is_between(z) {
                turns.push(z);
            }
        };
        let hull = || sides(&affected.hull).map(|side| side.map(|corner| sub(corner, at)));
        for [a, b] in hull() {
            add(a);
            crossing([a, b], piece).into_iter().for_each(&mut add);
        }
        let [low, high] = bounds([[0.0; 2], right, left]);
        for link in &self.links {
            let [p, q] = link.segment.map(|end| sub(end, at));
            let is_near =
                (0..2).all(|axis| p[axis].min(q[axis]) <= high[axis] && p[axis].max(q[axis]) >= low[axis]);
            if is_near {
                [p, q].into_iter().for_each(&mut add);
                crossing([p, q], piece).into_iter().for_each(&mut add);
                hull().filter_map(|side| crossing([p, q], side)).for_each(&mut add);
            }
        }
        turns.extend([right, left]);
        turns.sort_unstable_by(|&a, &b| 0.0f64.total_cmp(&cross(a, b)));
        turns.windows(2).any(|pair| {
            let [a, b] = [pair[0], pair[1]].map(|z| along([0.0; 2], z, 1.0 / dot(z, z).sqrt()));
            cross(a, b) > 0.0 && self.meets_on(position, along(a, b, 1.0), piece, affected)
        })
    }

    /// Step 4: whether a line of sight meets the hull before it ends at a piece of wall.
    fn meets_on(
        &self,
        position: Position,
        line: Point,
        [right, left]: [Point; 2],
        affected: &Affected,
    ) -> bool {
        let Affected { layer, ref hull } = *affected;
        // Where it ends, as a multiple of its direction.
        let mut end = cross(right, left) / cross(line, sub(left, right));
        let mut start = 0.0f64;
        for [a, b] in sides(hull) {
            // How far inside the position is, and by how much more for each multiple.
            let (inside, more) = (turn(a, b, position.at), cross(sub(b, a), line));
            if more > 0.0 {
                start = start.max(-inside / more);
            } else if more < 0.0 {
                end = end.min(-inside / more);
            } else if inside < 0.0 {
                return false;
            }
        }
        if start >= end || end.is_nan() {
            return false;
        }
        if self.links.is_empty() {
            return position.layer == layer;
        }
        let (from, to) = (start / end, along(position.at, line, end));
        let mut seen = false;
        let mut since = 0.0f64;
        let last = self.layers_along(position.layer, position.at, to, |left, t| {
            seen |= left == layer && from.max(since) < t;
            since = t;
        });
        seen || last == layer && from.max(since) < 1.0
    }
}

/// The sides of a polygon.
fn sides(polygon: &[Point]) -> impl Iterator<Item = [Point; 2]> + Clone + '_ {
    (0..polygon.len()).map(|k| [polygon[k], polygon[(k + 1) % polygon.len()]])
}

/// Where two segments cross.
fn crossing([a, b]: [Point; 2], [p, q]: [Point; 2]) -> Option<Point> {
    let (from, to) = (turn(p, q, a), turn(p, q, b));
    let (right, left) = (turn(a, b, p), turn(a, b, q));
    (from * to < 0.0 && right * left <= 0.0 || from * to <= 0.0 && right * left < 0.0)
        .then(|| along(a, sub(b, a), from / (from - to)))
}

#[cfg(test)]
mod tests;
