//! Lines of sight by brute force over all walls.

use throng_mesh::{ConnectionId, LayerId, Mesh, Position};

pub(crate) type Point = [f64; 2];

/// The walls, points and connections of each layer, to be searched one by one.
pub(crate) struct Naive {
    pub(crate) walls: Vec<Vec<[Point; 2]>>,
    pub(crate) points: Vec<Vec<Point>>,
    pub(crate) links: Vec<([LayerId; 2], [Point; 2])>,
}

/// How far a straight line gets.
pub(crate) struct Way {
    pub(crate) layer: LayerId,
    pub(crate) at: Point,
    pub(crate) arrived: bool,
    /// How near it comes to the end of a wall or connection: below rounding, anything may happen.
    pub(crate) margin: f64,
}

impl Naive {
    pub(crate) fn new(mesh: &Mesh) -> Self {
        let mut points = vec![Vec::new(); mesh.num_layers()];
        for point in mesh.points() {
            points[point.layer.0 as usize].push(point.at);
        }
        Self {
            walls: mesh.layers().map(|layer| mesh.walls(layer).map(|wall| wall.ends).collect()).collect(),
            points,
            links: (0..mesh.num_connections() as u32)
                .map(ConnectionId)
                .filter(|&id| mesh.is_open(id))
                .map(|id| mesh.connection(id))
                .collect(),
        }
    }

    /// Marches from layer to layer: within one, to the first of its walls and connections.
    pub(crate) fn march(&self, from: Position, to: Point) -> Way {
        let mut layer = from.layer;
        let (mut since, mut margin) = (0.0, f64::INFINITY);
        let mut last = None;
        loop {
            let mut first: (f64, Option<usize>) = (f64::INFINITY, None);
            for ends in &self.walls[layer.0 as usize] {
                for end in ends {
                    margin = margin.min(distance(*end, from.at, to));
                }
                if let Some(t) = crossing(from.at, to, *ends)
                    && t >= since
                    && t < first.0
                {
                    first = (t, None);
                }
            }
            for (index, (between, ends)) in self.links.iter().enumerate() {
                if between.contains(&layer) && Some(index) != last {
                    for end in ends {
                        margin = margin.min(distance(*end, from.at, to));
                    }
                    if let Some(t) = crossing(from.at, to, *ends)
                        && t >= since
                        && t < first.0
                    {
                        first = (t, Some(index));
                    }
                }
            }
            let (t, link) = first;
            let Some(index) = link else {
                let t = t.min(1.0);
                let at = [from.at[0] + t * (to[0] - from.at[0]), from.at[1] + t * (to[1] - from.at[1])];
                return Way { layer, at, arrived: first.0 > 1.0 - 1e-9, margin };
            };
            let between = self.links[index].0;
            layer = if between[0] == layer { between[1] } else { between[0] };
            (since, last) = (t, Some(index));
        }
    }

    /// Distance from a line on one layer to everything on that layer.
    pub(crate) fn clearance(&self, layer: LayerId, a: Point, b: Point) -> f64 {
        let walls = self.walls[layer.0 as usize].iter().map(|&[p, q]| {
            let ends = distance(p, a, b).min(distance(q, a, b));
            ends.min(distance(a, p, q)).min(distance(b, p, q))
        });
        let points = self.points[layer.0 as usize].iter().map(|&p| distance(p, a, b));
        walls.chain(points).fold(f64::INFINITY, f64::min)
    }

    /// Visible area on one layer: between successive directions to corners and crossings one wall is the nearest.
    pub(crate) fn area(&self, layer: LayerId, at: Point) -> f64 {
        let walls = &self.walls[layer.0 as usize];
        let mut directions: Vec<Point> = vec![[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
        for end in walls.iter().flatten() {
            let d = sub(*end, at);
            let length = (d[0] * d[0] + d[1] * d[1]).sqrt();
            if length > 1e-9 {
                directions.push([d[0] / length, d[1] / length]);
            }
        }
        // Grows with the angle: the way around a square instead of a circle.
        let turned = |d: &Point| {
            let along = d[0] / (d[0].abs() + d[1].abs());
            if d[1] >= 0.0 { 1.0 - along } else { 3.0 + along }
        };
        directions.sort_by(|a, b| turned(a).total_cmp(&turned(b)));
        let mut area = 0.0;
        for (k, &low) in directions.iter().enumerate() {
            let high = directions[(k + 1) % directions.len()];
            if cross(low, high) < 1e-12 {
                continue;
            }
            let middle = [low[0] + high[0], low[1] + high[1]];
            let nearest = walls
                .iter()
                .filter_map(|&wall| Some((along_ray(at, middle, wall)?, wall)))
                .min_by(|a, b| a.0.total_cmp(&b.0));
            let Some((_, [p, q])) = nearest else { continue };
            let [p, q] = [sub(p, at), sub(q, at)];
            let corner = |d: Point| {
                let t = cross(p, sub(q, p)) / cross(d, sub(q, p));
                [t * d[0], t * d[1]]
            };
            area += cross(corner(low), corner(high)) / 2.0;
        }
        area
    }
}

pub(crate) fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

pub(crate) fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

pub(crate) fn length(a: Point) -> f64 {
    (a[0] * a[0] + a[1] * a[1]).sqrt()
}

/// From a point to a segment.
pub(crate) fn distance(z: Point, a: Point, b: Point) -> f64 {
    let d = sub(b, a);
    let t = (((z[0] - a[0]) * d[0] + (z[1] - a[1]) * d[1]) / (d[0] * d[0] + d[1] * d[1])).clamp(0.0, 1.0);
    let t = if t.is_nan() { 0.0 } else { t };
    length(sub(z, [a[0] + t * d[0], a[1] + t * d[1]]))
}

/// At which part of the way from a to b a segment is crossed.
pub(crate) fn crossing(a: Point, b: Point, [p, q]: [Point; 2]) -> Option<f64> {
    let t = along_ray(a, sub(b, a), [p, q])?;
    (t <= 1.0).then_some(t)
}

/// How far along a ray, in lengths of its direction, a segment is.
fn along_ray(from: Point, direction: Point, [p, q]: [Point; 2]) -> Option<f64> {
    let [u, v] = [cross(direction, sub(p, from)), cross(direction, sub(q, from))];
    if (u > 0.0) == (v > 0.0) {
        return None;
    }
    let t = cross(sub(p, from), sub(q, p)) / cross(direction, sub(q, p));
    (t >= 0.0).then_some(t)
}
