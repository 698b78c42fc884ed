//! The ground of routes by brute force: walls, points and connections in lists, all of them looked at for every question.
//!
//! It takes only those lists from the mesh: no cells, no joints, no index.
//!
//! - *Flat*: all layers seen from above as one plane. Right wherever layers do not overlap, for then distances over the surface are those
//!   from above.
//! - *Layered*: a straight line is followed from layer to layer, through the connections that it crosses. An obstacle counts for a place
//!   if the straight line to it arrives there.
//!
//! Why a few lines are enough on layers. The largest free disc around a place q touches an obstacle at p. Nothing is inside of the disc, so the
//! line from q to p arrives; and p is the foot of q on a wall, or the end of a wall, or a point. The nearest obstacle of a
//! straight line is nearest to one of its ends, or it is a corner that has its foot on the line.

use crate::locate::Position;
use crate::mesh::Mesh;
use crate::plane::{Point, along, distance, dot, nearest_on_segment, sub, turn};
use crate::scene::{ConnectionId, LayerId};

/// Places this near to each other are the same. \[m\] A hundred-thousandth of a grid unit, a hundred thousand times the rounding.
pub(super) const NEAR: f64 = 1e-9;

/// Obstacles and connections, without any order.
#[derive(Clone, Debug)]
pub struct Ground {
    layers: Vec<Floor>,
    links: Vec<Link>,
    is_flat: bool,
}

/// What there is on a layer.
#[derive(Clone, Debug, Default)]
struct Floor {
    /// Walls, and points as walls of no length.
    obstacles: Vec<[Point; 2]>,
    /// Walls with one walkable side, and connections: where the layer ends.
    border: Vec<[Point; 2]>,
    /// Ends of walls, points and ends of connections, each once.
    corners: Vec<Point>,
}

/// A connection; the first layer lies on its left.
#[derive(Clone, Debug)]
struct Link {
    between: [LayerId; 2],
    segment: [Point; 2],
}

impl Ground {
    /// All layers of a mesh as one plane. Only right if they do not overlap.
    pub fn flat(mesh: &Mesh) -> Self {
        let mut floor = Floor::default();
        for layer in mesh.layers() {
            floor.add_walls(mesh, layer);
        }
        floor.obstacles.extend(mesh.points().map(|point| [point.at; 2]));
        floor.find_corners();
        Self { layers: vec![floor], links: Vec::new(), is_flat: true }
    }

    /// All layers of a mesh, glued by its connections.
    pub fn layered(mesh: &Mesh) -> Self {
        let mut layers: Vec<Floor> = mesh
            .layers()
            .map(|layer| {
                let mut floor = Floor::default();
                floor.add_walls(mesh, layer);
                floor
            })
            .collect();
        for point in mesh.points() {
            layers[point.layer.0 as usize].obstacles.push([point.at; 2]);
        }
        let mut links = Vec::new();
        let ids = (0..mesh.num_connections() as u32).map(ConnectionId);
        // Closed ones are walls.
        for id in ids.filter(|&id| mesh.is_open(id)) {
            let (between, segment) = mesh.connection(id);
            for layer in between {
                let floor = &mut layers[layer.0 as usize];
                floor.border.push(segment);
                // The ends are obstacles: corners of walls, if not of this layer then of the next one.
                floor.obstacles.extend(segment.map(|end| [end; 2]));
            }
            links.push(Link { between, segment });
        }
        for floor in &mut layers {
            floor.find_corners();
        }
        Self { layers, links, is_flat: false }
    }

    /// The layer of a position here: all are one if the ground is flat.
    pub(super) fn layer_of(&self, position: Position) -> LayerId {
        if self.is_flat { LayerId(0) } else { position.layer }
    }

    /// Corners of obstacles seen from above, each once.
    pub(super) fn corners(&self) -> Vec<Point> {
        let mut corners: Vec<Point> = self.layers.iter().flat_map(|floor| floor.corners.clone()).collect();
        sort_out(&mut corners);
        corners
    }

    /// Walls and points of all layers.
    pub(super) fn obstacles(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
        self.layers.iter().flat_map(|floor| floor.obstacles.iter().copied())
    }

    /// Walls that end in a corner; none if the ground is layered, where they may be on some other floor.
    pub(super) fn walls_at(&self, corner: Point) -> Vec<[Point; 2]> {
        let floors = self.layers.iter().filter(|_| self.is_flat);
        let walls = floors.flat_map(|floor| &floor.obstacles).filter(|ends| ends.contains(&corner));
        walls.copied().collect()
    }

    /// Layers with a place from which a corner can be seen. All if the ground is flat.
    pub(super) fn layers_around(&self, corner: Point, at: Point) -> Vec<LayerId> {
        if self.is_flat {
            return vec![LayerId(0)];
        }
        let sees = |&layer: &LayerId| {
            self.contains(Position { at, layer })
                && self
                    .follow(Position { at, layer }, corner)
                    .is_some_and(|end| self.layers[end.0 as usize].corners.contains(&corner))
        };
        (0..self.layers.len() as u32).map(LayerId).filter(sees).collect()
    }

    /// Whether a place is on its layer.
    pub(super) fn contains(&self, Position { at, layer }: Position) -> bool {
        self.layers[layer.0 as usize].contains(at)
    }

    /// Layers that are the same as another one at a place, because it is on a connection.
    pub(super) fn layers_glued(&self, position: Position) -> impl Iterator<Item = LayerId> + '_ {
        let links = self.links.iter().filter(move |link| link.between.contains(&position.layer));
        links.filter_map(move |link| {
            let [a, b] = link.segment;
            (distance(position.at, nearest_on_segment(a, b, position.at)) < NEAR)
                .then(|| link.across(position.layer))
        })
    }

    /// Distance to the nearest obstacle, or `enough` if that is less. \[m\]
    pub fn clearance(&self, position: Position, enough: f64) -> f64 {
        let Position { at, .. } = position;
        let mut least = enough;
        for (index, floor) in self.layers.iter().enumerate() {
            for &[a, b] in &floor.obstacles {
                let foot = nearest_on_segment(a, b, at);
                if distance(at, foot) >= least {
                    continue;
                }
                if self.is_flat {
                    least = distance(at, foot);
                    continue;
                }
                for p in [foot, a, b] {
                    if distance(at, p) < least && self.follow(position, p) == Some(LayerId(index as u32)) {
                        least = distance(at, p);
                    }
                }
            }
        }
        least
    }

    /// The layer at the end of a straight line and its distance to the nearest obstacle, or `enough` if that is less; `None` if a wall is
    /// in its way, which may be touched. \[m\] It may give up at less than `needed`.
    pub fn line(&self, from: Position, to: Point, needed: f64, enough: f64) -> Option<(LayerId, f64)> {
        if self.is_flat {
            let mut least = enough;
            let [low, high] = [0, 1].map(|k| [from.at[k].min(to[k]), from.at[k].max(to[k])]);
            for &[a, b] in &self.layers[0].obstacles {
                // Far away in x or y.
                if a[0].min(b[0]) - least > low[1]
                    || a[0].max(b[0]) + least < low[0]
                    || a[1].min(b[1]) - least > high[1]
                    || a[1].max(b[1]) + least < high[0]
                {
                    continue;
                }
                least = least.min(between_segments([from.at, to], [a, b])?);
                if least < needed {
                    return None;
                }
            }
            return Some((LayerId(0), least));
        }
        let layer = self.follow(from, to)?;
        let mut least = enough;
        for (index, floor) in self.layers.iter().enumerate() {
            for &corner in &floor.corners {
                let at = nearest_on_segment(from.at, to, corner);
                if distance(at, corner) < least {
                    let Some(layer) = self.follow(from, at) else { continue };
                    if self.follow(Position { at, layer }, corner) == Some(LayerId(index as u32)) {
                        least = distance(at, corner);
                    }
                }
            }
            if least < needed {
                return None;
            }
        }
        least = self.clearance(from, least);
        least = self.clearance(Position { at: to, layer }, least);
        Some((layer, least))
    }

    /// The same without a look at distances. Where the ground is flat walls do not count: those who ask look at the clearance.
    pub(super) fn layer_after(&self, from: Position, to: Point) -> Option<LayerId> {
        if self.is_flat { Some(from.layer) } else { self.follow(from, to) }
    }

    /// The layer at the end of a straight line; `None` if a wall is in its way. It may end on a wall, or start there.
    fn follow(&self, from: Position, to: Point) -> Option<LayerId> {
        let length = distance(from.at, to);
        let (mut layer, mut since, mut last) = (from.layer, 0.0, usize::MAX);
        loop {
            let mut first: Option<(f64, usize)> = None;
            for (index, link) in self.links.iter().enumerate() {
                if index != last
                    && link.between.contains(&layer)
                    && let Some(t) = link.leaving(layer, from.at, to)
                    && t * length >= since * length - NEAR
                    && first.is_none_or(|(least, _)| t < least)
                {
                    first = Some((t, index));
                }
            }
            let until = first.map_or(1.0, |(t, _)| t);
            let walls = &self.layers[layer.0 as usize].obstacles;
            let hit = walls
                .iter()
                .filter_map(|&wall| crossing(from.at, to, wall))
                .any(|t| t * length > since * length + NEAR && t * length < until * length - NEAR);
            if hit {
                return None;
            }
            let Some((t, index)) = first else { return Some(layer) };
            layer = self.links[index].across(layer);
            (since, last) = (t, index);
        }
    }
}

impl Floor {
    fn add_walls(&mut self, mesh: &Mesh, layer: LayerId) {
        for wall in mesh.walls(layer) {
            self.obstacles.push(wall.ends);
            if wall.walkable[0] != wall.walkable[1] {
                self.border.push(wall.ends);
            }
        }
    }

    fn find_corners(&mut self) {
        self.corners = self.obstacles.iter().flatten().copied().collect();
        sort_out(&mut self.corners);
    }

    /// Whether a place is on the layer, by parity of its border.
    fn contains(&self, [x, y]: Point) -> bool {
        let crossed = self.border.iter().filter(|[a, b]| {
            (a[1] <= y) != (b[1] <= y) && x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
        });
        crossed.count() % 2 == 1
    }
}

impl Link {
    fn across(&self, layer: LayerId) -> LayerId {
        self.between[usize::from(self.between[0] == layer)]
    }

    /// At which part of a line it leaves a layer here. A line that only touches the connection stays.
    fn leaving(&self, layer: LayerId, from: Point, to: Point) -> Option<f64> {
        let [a, b] = self.segment;
        let scale = distance(a, b) * if self.between[0] == layer { 1.0 } else { -1.0 };
        // Distances on the side of the layer.
        let [before, after] = [from, to].map(|p| turn(a, b, p) / scale);
        if before < -NEAR || after >= -NEAR {
            return None;
        }
        let t = (before / (before - after)).max(0.0);
        let at = along(from, sub(to, from), t);
        // Its ends belong to it.
        (distance(at, nearest_on_segment(a, b, at)) < NEAR).then_some(t)
    }
}

/// At which part of the way from a to b a wall is crossed. What only touches the way is not.
fn crossing(a: Point, b: Point, [p, q]: [Point; 2]) -> Option<f64> {
    let length = distance(a, b);
    // Distances from the way.
    let [u, v] = [p, q].map(|end| turn(a, b, end) / length);
    if !(u.min(v) < -NEAR && u.max(v) > NEAR) {
        return None;
    }
    let at = along(p, sub(q, p), u / (u - v));
    let t = dot(sub(at, a), sub(b, a)) / (length * length);
    (0.0..=1.0).contains(&t).then_some(t)
}

/// Distance of two segments; `None` if they cross.
pub(super) fn between_segments([a, b]: [Point; 2], [p, q]: [Point; 2]) -> Option<f64> {
    let length = distance(a, b);
    if crossing(a, b, [p, q]).is_some_and(|t| t * length > NEAR && (1.0 - t) * length > NEAR) {
        return None;
    }
    let ends = [p, q].map(|z| distance(z, nearest_on_segment(a, b, z)));
    let own = [a, b].map(|z| distance(z, nearest_on_segment(p, q, z)));
    Some(ends[0].min(ends[1]).min(own[0]).min(own[1]))
}

fn sort_out(corners: &mut Vec<Point>) {
    corners.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    corners.dedup();
}
