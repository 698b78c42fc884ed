//! The border of a layer as closed rings.
//!
//! Idea. Walls with walkable space on one side are directed, with that space on their left. What is missing between them are open connections, but for
//! what obstacles cover of them. As many pieces come into every corner as leave it; that tells which pieces of connections are there.
//!
//! 1. Take the walls, each with walkable space on its left.
//! 2. Cut open connections at corners that lie on them.
//! 3. A corner with just one piece that is undecided decides it: the piece is there if the corner lacks it.
//! 4. Where there is no such corner (connections all around), look whether the middle of a piece is walkable, and go on.
//! 5. Chain the pieces.
//!
//! Invariant: every corner has as many pieces that come as pieces that leave.
//! Cost: sorting; a connection looks at the corners in its range of x.
//! Degenerate: where obstacles stand on a connection, rounding bends it by less than a grid unit, and so do its pieces here.

use std::collections::BTreeMap;

use crate::locate::Position;
use crate::mesh::{Link, Mesh};
use crate::plane::{Point, along, distance_sq, dot, nearest_on_segment, sub};
use crate::scene::LayerId;

/// A corner this near to a connection lies on it. In grid units: rounding moves less.
const ON: f64 = 1.0;

/// A corner by its bits, which are the same wherever it comes from.
type Key = [u64; 2];

impl Mesh {
    /// The border of a layer's walkable space as closed rings, with walkable space on their left: connections are
    /// part of it, line and point obstacles are not.
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn border(&self, layer: LayerId) -> Vec<Vec<[f64; 2]>> {
        chain(self.border_pieces(layer))
    }

    /// Its pieces, in no order.
    pub(crate) fn border_pieces(&self, layer: LayerId) -> Vec<[Point; 2]> {
        // Step 1.
        let mut pieces: Vec<[Point; 2]> = Vec::new();
        for wall in self.walls(layer) {
            let [a, b] = wall.ends;
            match wall.walkable {
                [true, false] => pieces.push([a, b]),
                [false, true] => pieces.push([b, a]),
                _ => {}
            }
        }
        let links = self.layers[layer.0 as usize].links.iter().map(|id| self.links[id.0 as usize]);
        // The others are among the walls.
        let open: Vec<Link> = links.filter(|link| link.open).collect();
        if !open.is_empty() {
            let parts = self.cut(layer, &open, &pieces);
            self.decide(layer, parts, &mut pieces);
        }
        pieces
    }

    /// Step 2.
    fn cut(&self, layer: LayerId, open: &[Link], walls: &[[Point; 2]]) -> Vec<[Point; 2]> {
        let mut corners: Vec<Point> = walls.iter().map(|piece| piece[0]).collect();
        corners.extend(walls.iter().map(|piece| piece[1]));
        corners.sort_unstable_by(|p, q| p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1])));
        corners.dedup();
        let near = ON * self.grid.unit;
        let mut parts = Vec::new();
        for link in open {
            // With the layer on the left.
            let [a, b] = link.segment;
            let [a, b] = if link.between[0] == layer { [a, b] } else { [b, a] };
            let first = corners.partition_point(|p| p[0] < a[0].min(b[0]) - near);
            let range = corners[first..].iter().take_while(|p| p[0] <= a[0].max(b[0]) + near);
            let on = range
                .filter(|&&p| p != a && p != b && distance_sq(nearest_on_segment(a, b, p), p) <= near * near);
            let mut stops: Vec<(f64, Point)> = on.map(|&p| (dot(sub(p, a), sub(b, a)), p)).collect();
            stops.sort_unstable_by(|p, q| p.0.total_cmp(&q.0));
            let mut from = a;
            for to in stops.into_iter().map(|(_, p)| p).chain([b]) {
                parts.push([std::mem::replace(&mut from, to), to]);
            }
        }
        parts
    }

    /// Steps 3 and 4.
    fn decide(&self, layer: LayerId, mut parts: Vec<[Point; 2]>, pieces: &mut Vec<[Point; 2]>) {
        // For each corner how many more pieces come than leave, and how many parts are undecided.
        let mut corners: BTreeMap<Key, (i32, u32)> = BTreeMap::new();
        let balance = |corners: &mut BTreeMap<Key, (i32, u32)>, [from, to]: [Point; 2]| {
            corners.entry(key(from)).or_default().0 -= 1;
            corners.entry(key(to)).or_default().0 += 1;
        };
        for &piece in &*pieces {
            balance(&mut corners, piece);
        }
        for &end in parts.iter().flatten() {
            corners.entry(key(end)).or_default().1 += 1;
        }
        while !parts.is_empty() {
            let before = parts.len();
            let mut decide = |part: [Point; 2], is_there: bool, corners: &mut BTreeMap<Key, (i32, u32)>| {
                for end in part {
                    corners.entry(key(end)).or_default().1 -= 1;
                }
                if is_there {
                    balance(corners, part);
                    pieces.push(part);
                }
            };
            parts.retain(|&part| {
                let [from, to] = part.map(|end| corners[&key(end)]);
                let is_there = match (from.1, to.1) {
                    (1, _) => from.0 > 0,
                    (_, 1) => to.0 < 0,
                    _ => return true,
                };
                decide(part, is_there, &mut corners);
                false
            });
            if parts.len() == before {
                let [from, to] = parts.swap_remove(0);
                let middle = along(from, sub(to, from), 0.5);
                let is_there = self.locate(Position::new(middle, layer), None).is_some();
                decide([from, to], is_there, &mut corners);
            }
        }
    }
}

fn key([x, y]: Point) -> Key {
    [x.to_bits(), y.to_bits()]
}

/// Closed rings out of directed pieces: at a corner where several leave, any will do to fill them.
fn chain(mut pieces: Vec<[Point; 2]>) -> Vec<Vec<Point>> {
    pieces.sort_unstable_by_key(|piece| key(piece[0]));
    let mut used = vec![false; pieces.len()];
    let mut rings = Vec::new();
    for first in 0..pieces.len() {
        let (mut ring, mut next) = (Vec::new(), Some(first));
        while let Some(index) = next.filter(|&index| !used[index]) {
            used[index] = true;
            let [a, b] = pieces[index];
            ring.push(a);
            let start = pieces.partition_point(|piece| key(piece[0]) < key(b));
            let leaving = (start..pieces.len()).take_while(|&k| key(pieces[k][0]) == key(b));
            next = leaving.into_iter().find(|&k| !used[k]);
        }
        if ring.len() > 2 {
            rings.push(ring);
        }
    }
    rings
}

#[cfg(test)]
mod tests {
    use throng_voronoi::sample::Random;

    use super::*;
    use crate::change::{LiveMesh, Obstacle};
    use crate::plane::cross;
    use crate::sample::{floors, obstacle};
    use crate::scene::ConnectionId;

    fn area(rings: &[Vec<Point>]) -> f64 {
        let sides = |ring: &Vec<Point>| -> f64 {
            (0..ring.len()).map(|k| cross(ring[k], ring[(k + 1) % ring.len()]) / 2.0).sum()
        };
        rings.iter().map(sides).sum()
    }

    fn check(mesh: &Mesh, what: &str) {
        let areas: f64 = mesh.layers().map(|layer| area(&mesh.border(layer))).sum();
        // Connections bend by a grid unit at most where something stands on them.
        assert!((areas - mesh.area()).abs() < 4e-4, "{what}: {areas} m², not {} m²", mesh.area());
        for layer in mesh.layers() {
            let mut balance: BTreeMap<Key, i32> = BTreeMap::new();
            for [a, b] in mesh.border_pieces(layer) {
                *balance.entry(key(a)).or_default() += 1;
                *balance.entry(key(b)).or_default() -= 1;
            }
            assert!(balance.values().all(|&sum| sum == 0), "{what}: layer {} is not closed", layer.0);
        }
    }

    /// The area is known exactly from elsewhere.
    #[test]
    fn rings_enclose_the_area_where_obstacles_stand_on_connections() {
        let mut live = LiveMesh::build(&floors()).expect("it makes a mesh");
        check(live.mesh(), "as it was");
        let boxes = [
            [[5.5, 1.5], [6.5, 2.5]],
            [[5.5, 1.5], [6.0, 2.5]],
            [[6.0, 1.5], [6.5, 2.5]],
            [[5.5, 0.5], [6.5, 3.5]],
            [[5.5, 0.5], [6.5, 2.5]],
            [[5.5, 1.0], [6.5, 3.0]],
            [[6.0, 1.0], [6.5, 3.0]],
            [[5.0, 1.5], [10.0, 2.0]],
        ];
        for [[x, y], [u, v]] in boxes {
            let (id, _) = live
                .insert(Obstacle::new(LayerId(0), vec![[x, y], [u, y], [u, v], [x, v]]))
                .expect("it makes sense");
            check(live.mesh(), &format!("{x} {y} {u} {v}"));
            live.remove(id).expect("it is there");
        }
        live.close(ConnectionId(0)).expect("it is open");
        check(live.mesh(), "closed");
    }

    #[test]
    fn rings_enclose_the_area_whatever_comes_and_goes() {
        for seed in 0..40 {
            let mut random = Random::new(seed);
            let mut live = LiveMesh::build(&floors()).expect("it makes a mesh");
            let mut ids = Vec::new();
            for k in 0..8 {
                if ids.len() > 3 {
                    live.remove(ids.swap_remove(random.below(ids.len()))).expect("it is there");
                } else if let Ok((id, _)) = live.insert(obstacle(&floors(), &[], &mut random)) {
                    ids.push(id);
                }
                check(live.mesh(), &format!("seed {seed}, change {k}"));
            }
        }
    }
}
