//! Shortest routes of a disc by brute force: the graph of all bitangents.
//!
//! Idea. The center of a disc of radius r keeps the distance r from all obstacles. A shortest way for it is made of straight lines and of
//! arcs with radius r around corners, and each line touches the arcs before and after it. So take a circle around every corner,
//! and all lines that touch two of them.
//!
//! 1. Circles: one around each corner, and one of radius zero for each place that is asked about.
//! 2. Lines: for each pair of circles the four that touch both; those that keep the distance from every obstacle stay ([`Ground::line`]).
//! 3. Stops on each circle: where lines touch it, and wherever it may cease to keep the distance from some obstacle: where it meets the circles
//!    of the other corners, and the lines beside walls. So between two stops that follow each other it keeps the distance everywhere or nowhere,
//!    and the place in the middle tells. A few more stops are there so that no arc is long.
//! 4. Dijkstra's search over stops.
//!
//! Invariant: every way in the graph can be walked by the disc, so no answer is too short; all that a shortest way can be made of is in the
//! graph, so none is too long. Directions are not looked at: a line that does not go on smoothly into an arc is only a detour.
//! Cost: n corners have 2 n² lines, each compared with all obstacles. A second for a few hundred corners.
//! Degenerate: a gap exactly as wide as the disc is open, as in the planner, because r is less than the radius by [`Request`](crate::Request)'s
//! slack. A disc of radius zero has r = [`POINT`], so that obstacles which touch are closed for it.
//! Layers: stops know their layer; lines and arcs are followed over the [`Ground`].

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::f64::consts::{PI, TAU};

use crate::angle::{angle_of, direction_at};
use crate::locate::Position;
use crate::naive::ground::{Ground, NEAR, between_segments};
use crate::plane::{Point, along, distance, dot, nearest_on_segment, sub};
use crate::route::{Leg, Route, SLACK};
use crate::scene::LayerId;

/// The radius with which a disc of radius zero is looked at. \[m\] Less than half of [`SLACK`]: far below the grid.
const POINT: f64 = 4e-7;

/// How much nearer than r a line or arc may come to an obstacle. \[m\] The lines touch circles, so rounding decides otherwise. Far below [`SLACK`].
const ROUNDING: f64 = 1e-9;

/// Stops on each circle at least.
const STOPS: u32 = 16;

/// All that shortest routes of one disc between a few places can be made of.
#[derive(Clone, Debug)]
pub struct NaiveRoutes {
    /// The places that were asked about are the first.
    stops: Vec<Stop>,
    hops: Vec<Vec<Hop>>,
    places: Vec<Position>,
}

/// A place on a circle.
#[derive(Clone, Copy, Debug)]
struct Stop {
    center: Point,
    radius: f64,
    position: Position,
}

/// From one stop to another: a straight line, or with an angle an arc around the corner of both.
#[derive(Clone, Copy, Debug)]
struct Hop {
    to: usize,
    length: f64,
    angle: f64,
}

/// A circle that a line touches: around which corner, at which angle, and where that is.
#[derive(Clone, Copy, Debug)]
struct Touch {
    circle: usize,
    angle: f64,
    position: Position,
}

/// A circle around a corner, or a place.
#[derive(Clone, Debug)]
struct Circle {
    center: Point,
    radius: f64,
    /// The layer, if it is a place.
    layer: Option<LayerId>,
    /// Walls that end in the center.
    walls: Vec<[Point; 2]>,
    /// Sorted angles of stops.
    angles: Vec<f64>,
}

impl NaiveRoutes {
    /// Prepares for routes of a disc between some places.
    pub fn new(ground: &Ground, radius: f64, places: &[Position]) -> Self {
        let radius = (radius - SLACK).max(POINT);
        let places: Vec<Position> =
            places.iter().map(|&place| Position { layer: ground.layer_of(place), ..place }).collect();
        // Step 1.
        let of_place = |place: &Position| Circle {
            center: place.at,
            radius: 0.0,
            layer: Some(place.layer),
            walls: Vec::new(),
            angles: vec![0.0],
        };
        let of_corner = |center| Circle {
            center,
            radius,
            layer: None,
            walls: ground.walls_at(center),
            angles: Vec::new(),
        };
        let mut circles: Vec<Circle> = places.iter().map(of_place).collect();
        circles.extend(ground.corners().into_iter().map(of_corner));
        let lines = lines(ground, &circles, radius - ROUNDING);
        // Step 3.
        for touch in lines.iter().flatten() {
            circles[touch.circle].angles.push(touch.angle);
        }
        for circle in &mut circles {
            circle.add_changes(ground);
            circle.angles.sort_by(f64::total_cmp);
            circle.angles.dedup();
        }
        let mut graph = Graph {
            ground,
            circles: &circles,
            needed: radius - ROUNDING,
            stops: Vec::new(),
            hops: Vec::new(),
            ids: BTreeMap::new(),
            todo: Vec::new(),
        };
        for (circle, &position) in places.iter().enumerate() {
            graph.stop(circle, 0, position);
        }
        for [a, b] in lines {
            let length = distance(a.position.at, b.position.at);
            let [from, to] = [a, b].map(|touch| graph.stop_at(touch));
            graph.hops[from].push(Hop { to, length, angle: 0.0 });
            graph.hops[to].push(Hop { to: from, length, angle: 0.0 });
        }
        graph.go_around();
        Self { stops: graph.stops, hops: graph.hops, places }
    }

    /// Length of the shortest route from one place to another, by their indices. \[m\] `None` if there is none.
    pub fn length(&self, from: usize, to: usize) -> Option<f64> {
        self.search(from, to).map(|(length, _)| length)
    }

    /// The shortest route from one place to another, by their indices.
    pub fn route(&self, from: usize, to: usize) -> Option<Route> {
        let (_, hops) = self.search(from, to)?;
        let mut route = Route::default();
        route.begin(self.places[from], self.places[to]);
        let mut last = from;
        for hop in hops {
            let [start, stop] = [last, hop.to].map(|index| &self.stops[index]);
            let [from, to] = [start, stop].map(|stop| stop.position.at);
            if hop.angle == 0.0 {
                route.line_to(to);
            } else if let Some(Leg::Turn { center, to: end, angle, .. }) = route.legs.last_mut()
                && *center == stop.center
                && (*angle > 0.0) == (hop.angle > 0.0)
            {
                (*end, *angle) = (to, *angle + hop.angle);
            } else {
                let Stop { center, radius, .. } = *stop;
                route.legs.push(Leg::Turn { center, radius, from, to, angle: hop.angle });
            }
            last = hop.to;
        }
        Some(route)
    }

    /// Step 4: the length of the shortest way, and its hops.
    fn search(&self, from: usize, to: usize) -> Option<(f64, Vec<Hop>)> {
        let mut best = vec![f64::INFINITY; self.stops.len()];
        let mut before: Vec<Option<(usize, Hop)>> = vec![None; self.stops.len()];
        // Lengths are not negative, so their bits are in the same order.
        let mut heap = BinaryHeap::from([Reverse((0_f64.to_bits(), from))]);
        best[from] = 0.0;
        while let Some(Reverse((bits, index))) = heap.pop() {
            let length = f64::from_bits(bits);
            if index == to {
                let mut hops = Vec::new();
                let mut last = to;
                while let Some((index, hop)) = before[last] {
                    hops.push(hop);
                    last = index;
                }
                hops.reverse();
                return Some((length, hops));
            }
            // Other places are not on the way.
            if length > best[index] || (index < self.places.len() && index != from) {
                continue;
            }
            for &hop in &self.hops[index] {
                if length + hop.length < best[hop.to] {
                    best[hop.to] = length + hop.length;
                    before[hop.to] = Some((index, hop));
                    heap.push(Reverse((best[hop.to].to_bits(), hop.to)));
                }
            }
        }
        None
    }
}

/// Step 2: all lines that touch two circles and keep the distance.
fn lines(ground: &Ground, circles: &[Circle], needed: f64) -> Vec<[Touch; 2]> {
    let mut lines = Vec::new();
    for (j, b) in circles.iter().enumerate() {
        for (i, a) in circles[..j].iter().enumerate() {
            for [from, to] in tangents(a, b) {
                // Most lines are too near to the walls of the corners themselves.
                let far = |&wall| between_segments([from, to], wall).is_some_and(|far| far >= needed);
                if !a.walls.iter().chain(&b.walls).all(far) {
                    continue;
                }
                for layer in a.layers(ground, from) {
                    let start = Position { at: from, layer };
                    let Some((layer, clearance)) = ground.line(start, to, needed, 2.0 * needed) else {
                        continue;
                    };
                    let end = Position { at: to, layer };
                    let arrives = b.layer.is_none_or(|goal| {
                        goal == layer || ground.layers_glued(end).any(|glued| glued == goal)
                    });
                    if clearance >= needed && arrives {
                        let end = Position { layer: b.layer.unwrap_or(layer), ..end };
                        lines.push([a.touch(i, start), b.touch(j, end)]);
                    }
                }
            }
        }
    }
    lines
}

/// The lines that touch two circles. For a point there is one side only.
fn tangents(a: &Circle, b: &Circle) -> Vec<[Point; 2]> {
    let sides = |circle: &Circle| if circle.radius > 0.0 { vec![1.0, -1.0] } else { vec![0.0] };
    let u = sub(b.center, a.center);
    let square = dot(u, u);
    let mut tangents = Vec::new();
    for side in sides(a) {
        for other in sides(b) {
            // The line has a on its left, or on its right with a side of -1; and so b.
            let offset = side * a.radius - other * b.radius;
            let rest = square - offset * offset;
            if square == 0.0 {
                // A place twice; corners have none of these.
                if side == 0.0 && other == 0.0 {
                    tangents.push([a.center, b.center]);
                }
                continue;
            }
            // Circles that touch have a line between them, and places on a circle one to it.
            if rest < -ROUNDING * (a.radius + b.radius) {
                continue;
            }
            let along_u = along([0.0; 2], u, rest.max(0.0).sqrt() / square);
            let direction = along(along_u, [-u[1], u[0]], offset / square);
            let left = [-direction[1], direction[0]];
            let touch = |circle: &Circle, side: f64| along(circle.center, left, -side * circle.radius);
            tangents.push([touch(a, side), touch(b, other)]);
        }
    }
    tangents
}

impl Circle {
    /// The layers on which one can be at a place of it.
    fn layers(&self, ground: &Ground, at: Point) -> Vec<LayerId> {
        self.layer.map_or_else(|| ground.layers_around(self.center, at), |layer| vec![layer])
    }

    fn touch(&self, circle: usize, position: Position) -> Touch {
        let angle = if self.radius > 0.0 { angle_of(sub(position.at, self.center)) } else { 0.0 };
        Touch { circle, angle, position }
    }

    fn at(&self, angle: f64) -> Point {
        along(self.center, direction_at(angle), self.radius)
    }

    /// Step 3: stops wherever it may begin or cease to keep the distance from an obstacle.
    fn add_changes(&mut self, ground: &Ground) {
        if self.layer.is_some() {
            return;
        }
        for k in 0..STOPS {
            self.angles.push((2.0 * f64::from(k) / f64::from(STOPS) - 1.0) * PI);
        }
        let reach = 2.0 * self.radius;
        for [a, b] in ground.obstacles() {
            if distance(self.center, nearest_on_segment(a, b, self.center)) > reach + NEAR {
                continue;
            }
            for end in [a, b] {
                // Both circles have the same radius, so they meet on the line halfway between their centers.
                let d = sub(end, self.center);
                let far = dot(d, d).sqrt();
                if far > 0.0 {
                    self.add_height(along([0.0; 2], d, 1.0 / far), far / 2.0);
                }
            }
            let length = distance(a, b);
            if length > 0.0 {
                let d = sub(b, a);
                let normal = [-d[1] / length, d[0] / length];
                let height = dot(sub(a, self.center), normal);
                self.add_height(normal, height - self.radius);
                self.add_height(normal, height + self.radius);
            }
        }
    }

    /// Where it is at a height in some direction, and where it is as high or low as can be if that is very near.
    fn add_height(&mut self, up: Point, height: f64) {
        if height.abs() > self.radius + NEAR {
            return;
        }
        let height = height.clamp(-self.radius, self.radius);
        let aside = (self.radius * self.radius - height * height).sqrt();
        let center = along([0.0; 2], up, height);
        for side in [aside, -aside] {
            self.angles.push(angle_of(along(center, [-up[1], up[0]], side)));
        }
    }
}

/// The stops and hops as they are found.
struct Graph<'a> {
    ground: &'a Ground,
    circles: &'a [Circle],
    needed: f64,
    stops: Vec<Stop>,
    hops: Vec<Vec<Hop>>,
    /// By circle, number on it, and layer.
    ids: BTreeMap<(usize, usize, LayerId), usize>,
    /// Stops whose neighbors on the circle are not yet known.
    todo: Vec<(usize, usize, usize)>,
}

impl Graph<'_> {
    fn stop_at(&mut self, touch: Touch) -> usize {
        let angles = &self.circles[touch.circle].angles;
        let number = angles.partition_point(|angle| angle.total_cmp(&touch.angle).is_lt());
        self.stop(touch.circle, number, touch.position)
    }

    fn stop(&mut self, circle: usize, number: usize, position: Position) -> usize {
        if let Some(&id) = self.ids.get(&(circle, number, position.layer)) {
            return id;
        }
        let id = self.stops.len();
        let Circle { center, radius, .. } = self.circles[circle];
        self.stops.push(Stop { center, radius, position });
        self.hops.push(Vec::new());
        self.ids.insert((circle, number, position.layer), id);
        if radius == 0.0 {
            return id;
        }
        self.todo.push((id, circle, number));
        // On a connection it is on both layers.
        for layer in self.ground.layers_glued(position).collect::<Vec<_>>() {
            let other = self.stop(circle, number, Position { layer, ..position });
            self.hops[id].push(Hop { to: other, length: 0.0, angle: 0.0 });
            self.hops[other].push(Hop { to: id, length: 0.0, angle: 0.0 });
        }
        id
    }

    /// Step 3: arcs from each stop to the next one on its circle and to the one before.
    fn go_around(&mut self) {
        while let Some((id, index, number)) = self.todo.pop() {
            let circle = &self.circles[index];
            let count = circle.angles.len();
            for next in [(number + 1) % count, (number + count - 1) % count] {
                let is_left = next == (number + 1) % count;
                let mut angle = circle.angles[next] - circle.angles[number];
                if is_left && angle < 0.0 {
                    angle += TAU;
                } else if !is_left && angle > 0.0 {
                    angle -= TAU;
                }
                let middle = circle.at(circle.angles[number] + angle / 2.0);
                let start = self.stops[id].position;
                let Some(layer) = self.ground.layer_after(start, middle) else { continue };
                let middle = Position { at: middle, layer };
                if self.ground.clearance(middle, 2.0 * self.needed) < self.needed {
                    continue;
                }
                let at = circle.at(circle.angles[next]);
                let Some(layer) = self.ground.layer_after(middle, at) else { continue };
                let to = self.stop(index, next, Position { at, layer });
                self.hops[id].push(Hop { to, length: circle.radius * angle.abs(), angle });
            }
        }
    }
}
