//! The distance between the curve of a route and the obstacles, by brute force.
//!
//! Straight lines are compared with every obstacle ([`Ground::line`]). A turn is looked at wherever it may be nearest to some obstacle: at its ends,
//! in the direction of each corner, at right angles to each wall and where it crosses one. Pieces of the medial axis are looked at
//! at their ends, where they should be narrowest, and about every [`STEP`].

use std::f64::consts::TAU;

use crate::angle::{angle_of, direction_at};
use crate::locate::Position;
use crate::naive::ground::Ground;
use crate::plane::{Point, along, distance, dot, sub};
use crate::route::{Leg, Route};
use crate::scene::LayerId;

/// Distance between places at which a piece of the medial axis is looked at. \[m\]
const STEP: f64 = 0.02;

/// Distance between places at which a straight line is looked at, whether they are walkable. \[m\]
const MIDDLE: f64 = 0.5;

/// A turn is followed from layer to layer by chords that turn no more than this: they are off by 0.0004 of its radius.
const CHORD: f64 = 0.05;

/// What is farther away than this is of no interest. \[m\]
const ENOUGH: f64 = 100.0;

/// Nearer to an obstacle than this nobody can tell whether a place is beside or inside of it. \[m\]
const TOUCHING: f64 = 1e-6;

impl Ground {
    /// The smallest distance from a route to an obstacle; less than 0 if it crosses a wall, or does not end on the layer where it should. \[m\]
    pub fn clearance_of(&self, route: &Route) -> f64 {
        self.smallest_clearance(route).unwrap_or(f64::NEG_INFINITY)
    }

    fn smallest_clearance(&self, route: &Route) -> Option<f64> {
        let start = Position { at: route.from().at, layer: self.layer_of(route.from()) };
        // Where it may be, and its clearance so far. In the end of a connection the next leg tells on which layer it is.
        let mut ways = vec![(start, self.clearance(start, ENOUGH))];
        for leg in route.legs() {
            let mut next: Vec<(Position, f64)> = Vec::new();
            for (here, least) in ways {
                for layer in self.layers_here(here) {
                    if let Some(way) = self.go_along(leg, Position { layer, ..here }, least)
                        && next.iter().all(|other| other.0.layer != way.0.layer)
                    {
                        next.push(way);
                    }
                }
            }
            ways = next;
        }
        let goal = self.layer_of(route.to());
        ways.into_iter().find(|(here, _)| self.layers_here(*here).contains(&goal)).map(|(_, least)| least)
    }

    /// The layers that meet in a place.
    fn layers_here(&self, position: Position) -> Vec<LayerId> {
        let mut layers = vec![position.layer];
        let mut known = 0;
        while known < layers.len() {
            let more: Vec<LayerId> =
                self.layers_glued(Position { layer: layers[known], ..position }).collect();
            layers.extend(more.into_iter().filter(|layer| !layers.contains(layer)).collect::<Vec<_>>());
            known += 1;
        }
        layers
    }

    /// Where a leg ends, and the smallest clearance until then; `None` if it crosses a wall.
    fn go_along(&self, leg: &Leg, start: Position, least: f64) -> Option<(Position, f64)> {
        let (mut here, mut least) = (start, least);
        if let Leg::Line { from, to } = *leg {
            let (layer, clearance) = self.line(here, to, 0.0, least)?;
            // It may slip through a corner into an obstacle.
            let count = (distance(from, to) / MIDDLE).ceil() as u32;
            for k in 1..=count {
                let at = along(from, sub(to, from), (f64::from(k) - 0.5) / f64::from(count));
                let layer = self.layer_after(here, at)?;
                self.is_walkable(Position { at, layer }).then_some(())?;
            }
            return Some((Position { at: to, layer }, clearance));
        }
        for at in self.looked_at(leg, least) {
            here = Position { at, layer: self.layer_after(here, at)? };
            least = self.clearance(here, least);
            self.is_walkable(here).then_some(())?;
        }
        Some((here, least))
    }

    fn is_walkable(&self, position: Position) -> bool {
        self.contains(position)
            || self.clearance(position, TOUCHING) < TOUCHING
            || self.layers_glued(position).next().is_some()
    }

    /// Places on a leg, in order, where it may be nearer to an obstacle than told. \[m\]
    fn looked_at(&self, leg: &Leg, least: f64) -> Vec<Point> {
        let (center, radius, from, to, angle) = match *leg {
            Leg::Line { to, .. } => return vec![to],
            Leg::Axis(arc) => {
                let count = (arc.length() / STEP).ceil().max(1.0) as u32;
                let mut parts: Vec<f64> = (1..=count).map(|k| f64::from(k) / f64::from(count)).collect();
                parts.push(arc.min_clearance().0.clamp(0.0, 1.0));
                parts.sort_by(f64::total_cmp);
                return parts.into_iter().map(|t| arc.point(t)).collect();
            }
            Leg::Turn { center, radius, from, to, angle } => (center, radius, from, to, angle),
        };
        let first = angle_of(sub(from, center));
        let count = (angle.abs() / CHORD).ceil().max(1.0) as u32;
        // How far along the turn, as parts of its angle.
        let mut parts: Vec<f64> = (1..count).map(|k| f64::from(k) / f64::from(count)).collect();
        for [a, b] in self.obstacles() {
            let ends = [a, b].map(|end| sub(end, center));
            let directions = if a == b { vec![ends[0]] } else { directions(ends, radius, least) };
            for direction in directions {
                // A spiral may come by more than once.
                let mut turned = (angle_of(direction) - first) * angle.signum();
                while turned > 0.0 {
                    turned -= TAU;
                }
                while turned < angle.abs() {
                    if turned > 0.0 {
                        parts.push(turned / angle.abs());
                    }
                    turned += TAU;
                }
            }
        }
        parts.sort_by(f64::total_cmp);
        let at = |part: f64| along(center, direction_at(first + part * angle), radius);
        parts.into_iter().map(at).chain([to]).collect()
    }
}

/// The directions from the center of a circle in which it may be nearest to a wall; none if the wall is farther away than told.
fn directions([a, b]: [Point; 2], radius: f64, least: f64) -> Vec<Point> {
    let d = sub(b, a);
    let length = distance(a, b);
    let normal = [-d[1] / length, d[0] / length];
    let height = dot(a, normal);
    if height.abs() > radius + least {
        return Vec::new();
    }
    let mut directions = vec![a, b, normal, [-normal[0], -normal[1]]];
    if height.abs() < radius {
        let aside = (radius * radius - height * height).sqrt();
        let foot = along([0.0; 2], normal, height);
        directions.extend([aside, -aside].map(|aside| along(foot, d, aside / length)));
    }
    directions
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;
    use crate::mesh::Mesh;
    use crate::sample::{floors, ring};
    use crate::scene::{Layer, Scene};

    fn route(from: Position, to: Position, legs: &[Leg]) -> Route {
        let mut route = Route::default();
        route.begin(from, to);
        route.legs = legs.to_vec();
        route
    }

    fn lines(places: &[Point]) -> Vec<Leg> {
        places.windows(2).map(|pair| Leg::Line { from: pair[0], to: pair[1] }).collect()
    }

    fn clearance(ground: &Ground, legs: &[Leg]) -> f64 {
        let ends = [legs[0].start(), legs[legs.len() - 1].end()].map(|at| Position::new(at, LayerId(0)));
        ground.clearance_of(&route(ends[0], ends[1], legs))
    }

    #[test]
    fn around_a_square() {
        let mut layer = Layer::new("room");
        layer.walkable.push(ring(&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]));
        layer.obstacles.push(ring(&[[4.0, 4.0], [6.0, 4.0], [6.0, 6.0], [4.0, 6.0]]));
        layer.obstacles.push(ring(&[[3.0, 7.5]]));
        let mesh = Mesh::build(&Scene::of_layer("room", layer)).expect("it is sound").mesh;
        for ground in [Ground::flat(&mesh), Ground::layered(&mesh)] {
            let past = lines(&[[1.0, 3.0], [9.0, 3.5]]);
            // From the corner (6, 4) to the line.
            let far = (4.0 - 3.3125) * 16.0 / (16.0_f64 * 16.0 + 1.0).sqrt();
            assert!((clearance(&ground, &past) - far).abs() < 1e-12, "beside the square");
            let turn = |angle: f64| {
                let to = along([4.0, 6.0], direction_at(PI + angle), 1.0);
                [Leg::Turn { center: [4.0, 6.0], radius: 1.0, from: [3.0, 6.0], to, angle }]
            };
            // The point is 1.8028 m from the corner.
            assert!(
                (clearance(&ground, &turn(-1.5)) - 0.802_775_637_731_994_6).abs() < 1e-12,
                "near the point"
            );
            assert!((clearance(&ground, &turn(-0.5)) - 1.0).abs() < 1e-12, "nearer to the corner");
            assert!(clearance(&ground, &turn(3.0)) < 0.0, "through the square");
            assert!(clearance(&ground, &turn(-5.0)) < 0.0, "through the square the other way around");
            assert!(clearance(&ground, &lines(&[[1.0, 5.0], [9.0, 5.0]])) < 0.0, "through the square");
            let touching = lines(&[[2.0, 2.0], [4.0, 4.0], [6.0, 4.0], [8.0, 2.0]]);
            assert_eq!(clearance(&ground, &touching), 0.0, "touching the square");
            let slipping = lines(&[[2.0, 2.0], [4.0, 4.0], [6.0, 6.0], [8.0, 8.0]]);
            assert!(clearance(&ground, &slipping) < 0.0, "from corner to corner through the square");
        }
    }

    #[test]
    fn from_floor_to_floor() {
        let mesh = Mesh::build(&floors()).expect("it is sound").mesh;
        let ground = Ground::layered(&mesh);
        let way = lines(&[[5.0, 2.0], [7.5, 2.0], [10.0, 3.0]]);
        let [from, up] = [Position::new([5.0, 2.0], LayerId(0)), Position::new([10.0, 3.0], LayerId(2))];
        // On the ramp the distance to its wall is 1 m, and less where it leaves it.
        let found = ground.clearance_of(&route(from, up, &way));
        assert!(found > 0.3 && found < 0.5, "{found}");
        let down = Position { layer: LayerId(0), ..up };
        assert!(ground.clearance_of(&route(from, down, &way)) < 0.0, "it ends on another layer");
    }
}
