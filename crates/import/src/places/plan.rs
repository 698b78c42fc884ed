//! Floor plans of rectangular rooms and doors, and the walls that remain between them.
//!
//! Rooms and doors are free; a door is a rectangle as deep as the wall that it goes through, so it touches
//! the rooms on its two sides along an edge. The outline of what is free is found by cancelling edges:
//!
//! 1. Every rectangle gives four directed edges with the free space on their left.
//! 2. On each line, opposite edges that lie on each other cancel. What remains has free space on one side.
//! 3. The remaining edges are chained to rings. Where four meet, the chain turns left, so that a ring never
//!    touches itself.
//!
//! Rectangles must not overlap. Integers (centimeters) make all comparisons exact.

use std::collections::BTreeMap;

use super::shape::{Point, Shape, rect};

/// A floor plan: free rectangles, and what stands in them.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    free: Vec<[Point; 2]>,
    /// Furniture and the like.
    pub(super) furniture: Vec<Shape>,
}

impl Plan {
    /// Adds a room, a part of a room or a door, by two opposite corners.
    pub(super) fn room(&mut self, a: Point, b: Point) {
        self.free.push([[a[0].min(b[0]), a[1].min(b[1])], [a[0].max(b[0]), a[1].max(b[1])]]);
    }

    /// Adds a piece of furniture, by two opposite corners.
    pub(super) fn furnish(&mut self, a: Point, b: Point) {
        self.furniture.push(rect([a[0].min(b[0]), a[1].min(b[1])], [a[0].max(b[0]), a[1].max(b[1])]));
    }

    /// Adds all of another plan, every point of it mapped. The map keeps axes parallel.
    pub(super) fn add(&mut self, other: &Plan, map: impl Fn(Point) -> Point) {
        for &[a, b] in &other.free {
            self.room(map(a), map(b));
        }
        for shape in &other.furniture {
            self.furniture.push(shape.iter().map(|&p| map(p)).collect());
        }
    }

    /// The outlines of the free space: outer ones counter-clockwise, those of pieces of wall in it clockwise.
    pub(super) fn outlines(&self) -> Vec<Shape> {
        trace(self.free.iter().map(|&rect| (rect, true)))
    }

    /// The pieces of wall between the free space and the rectangle `hull` around it.
    pub(super) fn walls(&self, hull: [Point; 2]) -> Vec<Shape> {
        let free = self.free.iter().map(|&rect| (rect, false));
        trace(std::iter::once((hull, true)).chain(free))
    }
}

/// Twice the signed area: positive if counter-clockwise.
pub(super) fn doubled_area(shape: &[Point]) -> f64 {
    let next = shape.iter().cycle().skip(1);
    shape.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum()
}

type Spot = [i64; 2];

/// Rings around the sum of rectangles, some of them taken away (`false`).
fn trace(rects: impl Iterator<Item = ([Point; 2], bool)>) -> Vec<Shape> {
    // 1. Directed edges by line: (is vertical, where), and along it (position, change of the sum of
    // directions).
    let mut lines: BTreeMap<(bool, i64), Vec<(i64, i32)>> = BTreeMap::new();
    for ([low, high], added) in rects {
        let [[x0, y0], [x1, y1]] = [low, high].map(|p| p.map(|meters| (meters * 100.0).round() as i64));
        let sign = if added { 1 } else { -1 };
        for (line, from, to, sign) in [
            ((false, y0), x0, x1, sign),
            ((true, x1), y0, y1, sign),
            ((false, y1), x0, x1, -sign),
            ((true, x0), y0, y1, -sign),
        ] {
            lines.entry(line).or_default().extend([(from, sign), (to, -sign)]);
        }
    }
    // 2. What does not cancel, by where it begins.
    let mut edges: BTreeMap<Spot, Vec<Spot>> = BTreeMap::new();
    for ((vertical, at), mut changes) in lines {
        changes.sort_unstable();
        let spot = |along: i64| if vertical { [at, along] } else { [along, at] };
        let (mut sum, mut since) = (0, 0);
        for group in changes.chunk_by(|a, b| a.0 == b.0) {
            let (here, new) = (group[0].0, sum + group.iter().map(|change| change.1).sum::<i32>());
            if new == sum {
                continue;
            }
            match sum {
                1 => edges.entry(spot(since)).or_default().push(spot(here)),
                -1 => edges.entry(spot(here)).or_default().push(spot(since)),
                _ => assert_eq!(sum, 0, "rectangles of a plan overlap"),
            }
            (sum, since) = (new, here);
        }
    }
    // 3. Chains.
    let mut rings = Vec::new();
    while let Some((&start, _)) = edges.first_key_value() {
        let mut ring: Vec<Spot> = Vec::new();
        let (mut from, mut here) = (start, start);
        loop {
            let next = take_leftmost(&mut edges, from, here);
            ring.push(here);
            (from, here) = (here, next);
            if here == start {
                break;
            }
        }
        rings.push(ring.iter().map(|spot| spot.map(|c| c as f64 / 100.0)).collect());
    }
    rings
}

/// Takes the edge that begins here and turns most to the left.
fn take_leftmost(edges: &mut BTreeMap<Spot, Vec<Spot>>, from: Spot, here: Spot) -> Spot {
    let ends = edges.get_mut(&here).expect("as many edges end at a spot as begin there");
    let turn = |to: &Spot| {
        let [a, b] = [[here[0] - from[0], here[1] - from[1]], [to[0] - here[0], to[1] - here[1]]];
        (a[0] * b[1] - a[1] * b[0]).signum()
    };
    let best = (0..ends.len()).max_by_key(|&k| turn(&ends[k])).expect("entries are not empty");
    let end = ends.swap_remove(best);
    if ends.is_empty() {
        edges.remove(&here);
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_rooms_and_a_door_have_one_outline_of_twelve_corners() {
        let mut plan = Plan::default();
        plan.room([0.0, 0.0], [4.0, 3.0]);
        plan.room([4.2, 0.0], [8.0, 3.0]);
        plan.room([4.0, 1.0], [4.2, 2.0]);
        let outlines = plan.outlines();
        assert_eq!(outlines.iter().map(Vec::len).collect::<Vec<_>>(), [12], "rooms 4 + 4, door 4");
        assert!((doubled_area(&outlines[0]) - 2.0 * (12.0 + 11.4 + 0.2)).abs() < 1e-9, "area");
    }

    #[test]
    fn a_ring_of_corridors_has_a_hole() {
        let mut plan = Plan::default();
        plan.room([0.0, 0.0], [4.0, 1.0]);
        plan.room([0.0, 3.0], [4.0, 4.0]);
        plan.room([0.0, 1.0], [1.0, 3.0]);
        plan.room([3.0, 1.0], [4.0, 3.0]);
        let areas: Vec<f64> = plan.outlines().iter().map(|ring| doubled_area(ring)).collect();
        assert_eq!(areas, [32.0, -8.0], "a square with a square hole");
    }

    #[test]
    fn walls_are_what_rooms_leave_of_the_hull() {
        let mut plan = Plan::default();
        plan.room([1.0, 1.0], [3.0, 3.0]);
        plan.room([1.5, 0.0], [2.5, 1.0]);
        let walls = plan.walls([[0.0, 0.0], [4.0, 4.0]]);
        assert_eq!(walls.len(), 1, "the wall is one piece, as it has a gap");
        assert_eq!(walls[0].len(), 12, "outer 4, gap 4, inner 4");
        assert!((doubled_area(&walls[0]) - 22.0).abs() < 1e-9, "area");
    }
}
