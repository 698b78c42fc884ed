//! Pulls a bend of a route tight between its neighbors, around the corners that come in the way.
//!
//! Let the bend slide along its second leg, from where it is to the next bend, and let the route follow like a string:
//!
//! 1. Slide on as long as the last piece of the string is wide enough and not in heavier regions than the legs were, by bisection. If it
//!    reaches the next bend, done.
//! 2. Else that piece touches a corner of an obstacle or of a region: of an obstacle, the one that a piece a little farther comes too near to;
//!    of a region, one in between the two.
//! 3. From now on the string goes around the circle about this corner, and its last piece is a tangent to it. The circle has the disc's
//!    radius about an obstacle, and none about a region.
//!
//! The string is a convex chain of corners. Around each it bends from tangent to tangent, a little outside of the circle, so that
//! the legs in between are tangents too.
//!
//! Only corners of obstacles can be touched: the distance to a wall changes linearly along a piece, so it is least where the piece or the wall ends.
//! The chain is a proposal: whoever asked tests it.

use crate::angle::{angle_between, angle_of, direction_at};
use crate::locate::Position;
use crate::plane::{Point, along, bounds, distance, nearest_on_segment, sub, turn};
use crate::route::request::SLACK;
use crate::route::weighted::ground::SKIN;
use crate::route::weighted::taut::{Bend, On, Taut};

/// Most corners for one bend.
const MOST_CORNERS: usize = 24;

/// Halvings of the way that a bend slides: 10 m become a millimeter.
const HALVINGS: usize = 14;

/// The shortest steps along a piece: at least so long, and at least this part of it. \[m\]
const SHORTEST_STEP: f64 = 0.05;
const SHORTEST_PART: f64 = 1.0 / 400.0;

/// The largest turn at a bend around a corner: the chain is longer than the circle by a hundredth.
const TURN: f64 = std::f64::consts::FRAC_PI_8;

/// A corner that the string goes around.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Post {
    at: Point,
    radius: f64,
}

/// The last piece of the string.
#[derive(Clone, Copy)]
struct Piece {
    from: Bend,
    to: Position,
}

impl Taut {
    /// Makes the chain that would take the place of a bend between straight legs, with room to spare around corners of obstacles. \[m\]
    pub(crate) fn pull(&mut self, on: On<'_>, k: usize, spare: f64) {
        let [a, p, b] = [k - 1, k, k + 1].map(|k| self.bends[k]);
        let [from, start, to] = [a, p, b].map(|bend| bend.position.at);
        let side = if turn(from, start, to) > 0.0 { 1.0 } else { -1.0 };
        let heaviest = (p.cost / distance(from, start)).max(b.cost / distance(start, to));
        let source = Post { at: from, radius: 0.0 };
        let (mut last, mut before) = (source, a);
        let (mut good, mut end) = (0.0, to);
        self.posts.clear();
        while self.posts.len() < MOST_CORNERS {
            // Step 1.
            let piece = |part: f64| {
                let at = along(start, sub(to, start), part);
                let normal = tangent(last, Post { at, radius: 0.0 }, side);
                let leaves = along(last.at, normal, last.radius);
                let from = if last == source { a } else { before.moved(on.step(&before, leaves)) };
                Piece { from, to: on.step(&p, at) }
            };
            let cuts = &mut self.cuts;
            let mut is_good = |part: f64| {
                let Piece { from, to } = piece(part);
                let most = heaviest * distance(from.position.at, to.at) * (1.0 + 1e-9) + SKIN;
                on.ground.line(on.mesh, &mut from.position.clone(), to.at, cuts) <= most
                    && on.is_clear(&from, to)
            };
            if is_good(1.0) {
                end = to;
                break;
            }
            let mut bad = 1.0;
            for _ in 0..HALVINGS {
                let part = f64::midpoint(good, bad);
                if is_good(part) { good = part } else { bad = part }
            }
            end = along(start, sub(to, start), good);
            // Steps 2 and 3.
            let pieces = [piece(good), piece(bad)];
            let Some(post) = on.touched(pieces, side, spare).filter(|&post| post != last) else { break };
            self.posts.push(post);
            (last, before) = (post, pieces[0].from);
        }
        self.chain.clear();
        let target = Post { at: end, radius: 0.0 };
        for (k, &post) in self.posts.iter().enumerate() {
            let before = if k == 0 { source } else { self.posts[k - 1] };
            let after = self.posts.get(k + 1).copied().unwrap_or(target);
            let turn = [tangent(before, post, side), tangent(post, after, side)];
            wrap(post, turn, side, |at| self.chain.push((at, None)));
        }
        if end != to {
            self.chain.push((end, None));
        }
    }
}

impl On<'_> {
    /// The position at the end of a straight line from a bend.
    fn step(&self, from: &Bend, at: Point) -> Position {
        Position { at, layer: self.mesh.layer_after(from.position.layer, from.position.at, at) }
    }

    /// Step 2: the corner on one side that a good piece touches and a bad one, a little farther, collides with.
    fn touched(&self, [good, bad]: [Piece; 2], side: f64, spare: f64) -> Option<Post> {
        let [a, b] = [good.from.position.at, good.to.at];
        let [c, d] = [bad.from.position.at, bad.to.at];
        let mut best: Option<(f64, Point)> = None;
        if self.is_clear(&bad.from, bad.to) {
            let layer = good.to.layer;
            self.ground.each_edge(layer, bounds([a, b, c, d]), |edge| {
                let z = self.ground.edge(layer, edge).ends[0];
                let is_between = side * turn(a, b, z) >= -SKIN && side * turn(c, d, z) <= SKIN;
                let off = distance(nearest_on_segment(a, b, z), z);
                // The farthest along, so that the string does not come back to it.
                let far = -distance(a, z);
                if is_between && off < distance(b, d) + SKIN && best.is_none_or(|(least, _)| far < least) {
                    best = Some((far, z));
                }
            });
            return best.map(|(_, at)| Post { at, radius: 0.0 });
        }
        let length = distance(c, d);
        let (mut done, mut cell) = (0.0, bad.from.cell);
        while done < length {
            let position = self.step(&bad.from, along(c, sub(d, c), done / length));
            let mut gap = 0.0;
            if let Some(nearest) = self.mesh.nearest(position, Some(cell)) {
                cell = nearest.cell;
                gap = nearest.distance - self.radius;
                let off = distance(nearest_on_segment(c, d, nearest.point), nearest.point);
                let is_inside = side * turn(a, b, nearest.point) > 0.0 || off < SKIN;
                if is_inside && off < self.radius + SKIN && best.is_none_or(|(least, _)| off < least) {
                    best = Some((off, nearest.point));
                }
            }
            // Nothing can be nearer than the gap tells; but do not creep along walls.
            done += gap.max(SHORTEST_STEP).max(length * SHORTEST_PART);
        }
        best.map(|(_, at)| Post { at, radius: self.radius + SLACK / 2.0 + spare })
    }
}

/// From a post toward the place where a tangent to the circles of two posts touches its own, of length one; from the other it is the
/// same. Both are on one side of the way from the first to the second: positive is left.
fn tangent(one: Post, two: Post, side: f64) -> Point {
    let length = distance(one.at, two.at);
    let [x, y] = sub(two.at, one.at).map(|v| v / length);
    let cosine = ((one.radius - two.radius) / length).clamp(-1.0, 1.0);
    let sine = side * (1.0 - cosine * cosine).sqrt();
    [cosine * x + sine * y, cosine * y - sine * x]
}

/// Step 3: bends around a post between two directions, with the post on one side: positive is left. None if there is nothing to turn.
fn wrap(post: Post, [first, last]: [Point; 2], side: f64, mut bend: impl FnMut(Point)) {
    let angle = side * angle_between(first, last);
    // Two posts at one place have no tangent.
    if angle <= 0.0 || angle.is_nan() {
        return;
    }
    // A point turns on the spot.
    let count = if post.radius > SLACK { (angle / TURN).ceil() } else { 1.0 };
    let half = angle / count / 2.0;
    let far = if post.radius > SLACK { post.radius / direction_at(half)[0] } else { post.radius };
    let start = angle_of(first);
    for k in 0..count as u32 {
        bend(along(post.at, direction_at(start + side * f64::from(2 * k + 1) * half), far));
    }
}
