//! The shapes of a layer that pictures are made of.

use throng_mesh::{ConnectionId, LayerId, Mesh, Position};

type Point = [f64; 2];

/// A layer, taken apart for drawing. In meters.
#[derive(Debug)]
pub(crate) struct Sheet {
    pub(crate) layer: LayerId,
    /// Outer rings of the walkable space, counter-clockwise.
    pub(crate) outer: Vec<Vec<Point>>,
    /// Holes that are obstacles, clockwise.
    pub(crate) holes: Vec<Vec<Point>>,
    /// Holes with a connection on their border, clockwise: other layers are there, such as stairs in a
    /// stairwell.
    pub(crate) voids: Vec<Vec<Point>>,
    /// The border without its connections, with walkable space on the left of each chain.
    pub(crate) borders: Vec<Vec<Point>>,
    /// Line obstacles.
    pub(crate) lines: Vec<Vec<Point>>,
    /// Point obstacles.
    pub(crate) points: Vec<Point>,
    /// Lower left and upper right corner.
    pub(crate) bounds: [Point; 2],
    /// Lowest and highest corner of the border.
    pub(crate) heights: [f64; 2],
}

impl Sheet {
    /// The sheets of all layers that have walkable space.
    pub(crate) fn all(mesh: &Mesh) -> Vec<Self> {
        let mut points = vec![Vec::new(); mesh.num_layers()];
        for position in mesh.points() {
            points[position.layer.0 as usize].push(position.at);
        }
        mesh.layers().zip(points).filter_map(|(layer, points)| Self::new(mesh, layer, points)).collect()
    }

    fn new(mesh: &Mesh, layer: LayerId, points: Vec<Point>) -> Option<Self> {
        let rings = mesh.border(layer);
        let mut bounds = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
        let mut heights = [f64::INFINITY, f64::NEG_INFINITY];
        for &z in rings.iter().flatten() {
            bounds = [
                [bounds[0][0].min(z[0]), bounds[0][1].min(z[1])],
                [bounds[1][0].max(z[0]), bounds[1][1].max(z[1])],
            ];
            let height = mesh.height(Position::new(z, layer));
            heights = [heights[0].min(height), heights[1].max(height)];
        }
        if rings.is_empty() {
            return None;
        }
        let mut doors: Vec<[Point; 2]> = connections(mesh, layer).map(|(_, segment)| segment).collect();
        doors.extend(doors.clone().iter().map(|&[a, b]| [b, a]));
        let (outer, inner): (Vec<_>, Vec<_>) = rings.into_iter().partition(|ring| area(ring) > 0.0);
        let is_void = |ring: &Vec<Point>| sides(ring).any(|side| doors.contains(&side));
        let (voids, holes) = inner.into_iter().partition(is_void);
        let (mut borders, mut lines) = (Vec::new(), Vec::new());
        for wall in mesh.walls(layer) {
            let [a, b] = wall.ends;
            match wall.walkable {
                [true, false] => borders.push([a, b]),
                [false, true] => borders.push([b, a]),
                [true, true] => lines.push([a, b]),
                [false, false] => {}
            }
        }
        let [borders, lines] = [borders, lines].map(chains);
        Some(Self { layer, outer, holes, voids, borders, lines, points, bounds, heights })
    }

    /// All rings: filled by the even-odd rule they are the walkable space.
    pub(crate) fn rings(&self) -> impl Iterator<Item = &Vec<Point>> {
        self.outer.iter().chain(&self.holes).chain(&self.voids)
    }

    /// Halfway between its lowest and highest corner. (m)
    pub(crate) fn height(&self) -> f64 {
        0.5 * (self.heights[0] + self.heights[1])
    }
}

/// The connections of a layer, each with whether it is open.
pub(crate) fn connections(mesh: &Mesh, layer: LayerId) -> impl Iterator<Item = (bool, [Point; 2])> + '_ {
    let all = (0..mesh.num_connections() as u32).map(ConnectionId);
    let here = all.filter(move |&id| mesh.connection(id).0.contains(&layer));
    here.map(|id| (mesh.is_open(id), mesh.connection(id).1))
}

/// The sides of a ring.
pub(crate) fn sides(ring: &[Point]) -> impl Iterator<Item = [Point; 2]> + '_ {
    ring.iter().zip(ring.iter().cycle().skip(1)).map(|(&a, &b)| [a, b])
}

/// Twice the area of a ring; negative if it is clockwise.
pub(crate) fn area(ring: &[Point]) -> f64 {
    let origin = ring.first().copied().unwrap_or_default();
    let part = |[a, b]: [Point; 2]| {
        (a[0] - origin[0]) * (b[1] - origin[1]) - (b[0] - origin[0]) * (a[1] - origin[1])
    };
    sides(ring).map(part).sum()
}

/// Joins directed pieces to chains that are as long as can be; those that close end where they start.
fn chains(mut pieces: Vec<[Point; 2]>) -> Vec<Vec<Point>> {
    let key = |p: Point| (p[0].to_bits(), p[1].to_bits());
    pieces.sort_unstable_by_key(|piece| key(piece[0]));
    let mut ends: Vec<_> = pieces.iter().map(|piece| key(piece[1])).collect();
    ends.sort_unstable();
    let mut used = vec![false; pieces.len()];
    let mut chains = Vec::new();
    // First those that start where none ends: a chain is not to begin in its middle.
    let (starts, rest): (Vec<usize>, Vec<usize>) =
        (0..pieces.len()).partition(|&index| ends.binary_search(&key(pieces[index][0])).is_err());
    for first in starts.into_iter().chain(rest) {
        if used[first] {
            continue;
        }
        let mut chain = vec![pieces[first][0]];
        let mut next = Some(first);
        while let Some(index) = next {
            used[index] = true;
            let end = pieces[index][1];
            chain.push(end);
            let from = pieces.partition_point(|piece| key(piece[0]) < key(end));
            let leaving = (from..pieces.len()).take_while(|&k| key(pieces[k][0]) == key(end));
            next = leaving.into_iter().find(|&k| !used[k]);
        }
        chains.push(chain);
    }
    chains
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_long() {
        let [a, b, c, d] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        assert_eq!(chains(vec![[b, c], [a, b], [c, d]]), [vec![a, b, c, d]], "one chain, from its start");
        assert_eq!(chains(vec![[a, b], [b, c], [c, a]]).len(), 1, "a ring");
        assert_eq!(chains(vec![[a, b], [c, d]]).len(), 2, "two that do not meet");
    }
}
