//! Cutting what belongs to a cell where it crosses connections: each part is drawn on its own layer.
//!
//! A connection ends at corners of obstacles, and there are none inside of a cell; so where it enters a cell
//! it cuts it in two.

use throng_mesh::Arc;
use throng_mesh::{Cell, ConnectionId, LayerId, Mesh, Position};

type Point = [f64; 2];

/// The open connections of a mesh, by layer.
#[derive(Debug)]
pub(crate) struct Seams<'a> {
    mesh: &'a Mesh,
    of_layer: Vec<Vec<([LayerId; 2], [Point; 2])>>,
    /// For each layer its connections, with the layer on the other side.
    around: Vec<Vec<(LayerId, [Point; 2])>>,
}

/// Steps of bisection on an arc: to a thousandth of its length is not enough, to a billionth is.
const BISECTIONS: usize = 30;
/// Samples of an arc, between which it crosses a connection at most once.
const SAMPLES: u32 = 16;
/// How near to a connection a line starts that starts on it. (m)
const TOUCH: f64 = 1e-6;

impl<'a> Seams<'a> {
    pub(crate) fn new(mesh: &'a Mesh) -> Self {
        let mut of_layer = vec![Vec::new(); mesh.num_layers()];
        let mut around = vec![Vec::new(); mesh.num_layers()];
        // A closed connection is a wall, which nothing crosses.
        let all = (0..mesh.num_connections() as u32).map(ConnectionId);
        for id in all.filter(|&id| mesh.is_open(id)) {
            let (between, segment) = mesh.connection(id);
            of_layer[between[0].0 as usize].push((between, segment));
            for [on, beyond] in [between, [between[1], between[0]]] {
                around[on.0 as usize].push((beyond, segment));
            }
        }
        Self { mesh, of_layer, around }
    }

    /// The parts of a cell's arc.
    pub(crate) fn arc(&self, cell: Cell<'_>) -> Vec<(LayerId, Arc)> {
        let arc = self.mesh.arc(cell.id());
        let seams = self.of_cell(cell);
        if seams.is_empty() {
            return vec![(cell.layer(), arc)];
        }
        let mut cuts = vec![0.0, 1.0];
        for seam in &seams {
            let side = |t: f64| turn(seam[0], seam[1], arc.point(t)) > 0.0;
            for k in 0..SAMPLES {
                let [mut low, mut high] = [k, k + 1].map(|k| f64::from(k) / f64::from(SAMPLES));
                if side(low) != side(high) {
                    for _ in 0..BISECTIONS {
                        let middle = 0.5 * (low + high);
                        if side(middle) == side(low) { low = middle } else { high = middle }
                    }
                    // On the line of the connection; whether it is on the connection does not matter for
                    // where it is cut.
                    cuts.push(low);
                }
            }
        }
        cuts.sort_by(f64::total_cmp);
        let part = |pair: &[f64]| {
            let layer = self.mesh.layer_of(cell.id(), arc.point(0.5 * (pair[0] + pair[1])));
            (layer, Arc { start: arc.point(pair[0]), end: arc.point(pair[1]), ..arc })
        };
        cuts.windows(2).filter(|pair| pair[1] > pair[0]).map(part).collect()
    }

    /// The parts of a line inside of a cell.
    pub(crate) fn line(&self, cell: Cell<'_>, [a, b]: [Point; 2]) -> Vec<(LayerId, [Point; 2])> {
        let seams = self.of_cell(cell);
        if seams.is_empty() {
            return vec![(cell.layer(), [a, b])];
        }
        let mut cuts = vec![0.0, 1.0];
        cuts.extend(seams.iter().filter_map(|&seam| crossing([a, b], seam)));
        cuts.sort_by(f64::total_cmp);
        let part = |pair: &[f64]| {
            let layer = self.mesh.layer_of(cell.id(), mix(a, b, 0.5 * (pair[0] + pair[1])));
            (layer, [mix(a, b, pair[0]), mix(a, b, pair[1])])
        };
        cuts.windows(2).filter(|pair| pair[1] > pair[0]).map(part).collect()
    }

    /// The parts of a convex polygon inside of a cell.
    pub(crate) fn polygon(&self, cell: Cell<'_>, corners: Vec<Point>) -> Vec<(LayerId, Vec<Point>)> {
        let seams = self.of_cell(cell);
        if seams.is_empty() {
            return vec![(cell.layer(), corners)];
        }
        let mut parts = vec![corners];
        for [a, b] in seams {
            parts = parts.into_iter().flat_map(|part| halves(&part, [a, b])).collect();
        }
        let layer = |part: &Vec<Point>| {
            let sum = part.iter().fold([0.0; 2], |sum, z| [sum[0] + z[0], sum[1] + z[1]]);
            self.mesh.layer_of(cell.id(), sum.map(|v| v / part.len() as f64))
        };
        parts.into_iter().filter(|part| part.len() > 2).map(|part| (layer(&part), part)).collect()
    }

    /// The parts of a straight line on the surface, from layer to layer.
    pub(crate) fn walk(&self, [a, b]: [Position; 2]) -> Vec<(LayerId, [Point; 2])> {
        let mut parts = Vec::new();
        let (mut layer, mut since, mut last) = (a.layer, 0.0, None);
        // A straight line crosses a connection once at most; where there is nonsense, this ends too.
        while let Some((beyond, t, seam)) = self.next_seam(layer, [a.at, b.at], since, last) {
            parts.push((layer, [mix(a.at, b.at, since), mix(a.at, b.at, t)]));
            (layer, since, last) = (beyond, t, Some(seam));
            if parts.len() > self.around.len() {
                break;
            }
        }
        parts.push((layer, [mix(a.at, b.at, since), b.at]));
        if layer == b.layer {
            return parts;
        }
        // It starts or ends on a connection, so that nothing is crossed: the layer of the other end has it all.
        let touches = |z: Point| {
            let both = self.around.get(a.layer.0 as usize).into_iter().flatten();
            both.filter(|(beyond, _)| *beyond == b.layer).any(|(_, [p, q])| {
                let length_sq = (q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1]);
                turn(*p, *q, z).abs() <= TOUCH * length_sq.sqrt()
            })
        };
        let layer = if touches(a.at) { b.layer } else { a.layer };
        vec![(layer, [a.at, b.at])]
    }

    /// The next connection of a layer that a line crosses, the layer beyond it, and where.
    fn next_seam(
        &self,
        layer: LayerId,
        line: [Point; 2],
        since: f64,
        last: Option<[Point; 2]>,
    ) -> Option<(LayerId, f64, [Point; 2])> {
        let seams = self.around.get(layer.0 as usize)?.iter().filter(|(_, seam)| Some(*seam) != last);
        let crossed = seams.filter_map(|&(beyond, seam)| Some((beyond, crossing(line, seam)?, seam)));
        crossed.filter(|(_, t, _)| *t >= since).min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The connections between the layers that a cell may reach into.
    fn of_cell(&self, cell: Cell<'_>) -> Vec<[Point; 2]> {
        let layers = cell.layers();
        if layers.len() < 2 {
            return Vec::new();
        }
        let all = layers.iter().flat_map(|layer| &self.of_layer[layer.0 as usize]);
        let inner = all.filter(|(between, _)| between.iter().all(|layer| layers.contains(layer)));
        inner.map(|&(_, segment)| segment).collect()
    }
}

/// The two sides of a convex polygon cut by a segment; the polygon itself if the segment does not enter it.
fn halves(corners: &[Point], seam: [Point; 2]) -> Vec<Vec<Point>> {
    let side = |z: Point| turn(seam[0], seam[1], z);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let mut meets = Vec::new();
    for (&a, &b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let (at_a, at_b) = (side(a), side(b));
        if at_a >= 0.0 {
            left.push(a);
        }
        if at_a <= 0.0 {
            right.push(a);
        }
        if at_a * at_b < 0.0 {
            let z = mix(a, b, at_a / (at_a - at_b));
            left.push(z);
            right.push(z);
            meets.push(z);
        } else if at_a == 0.0 {
            meets.push(a);
        }
    }
    // The chord along the seam's line has to overlap the seam.
    let direction = [seam[1][0] - seam[0][0], seam[1][1] - seam[0][1]];
    let length_sq = direction[0] * direction[0] + direction[1] * direction[1];
    let along =
        |z: Point| ((z[0] - seam[0][0]) * direction[0] + (z[1] - seam[0][1]) * direction[1]) / length_sq;
    let middle = meets.iter().map(|&z| along(z)).sum::<f64>() / meets.len().max(1) as f64;
    if meets.len() < 2 || !(0.0..=1.0).contains(&middle) {
        return vec![corners.to_vec()];
    }
    vec![left, right]
}

/// Where a line crosses a segment, from 0 to 1 along the line.
fn crossing([a, b]: [Point; 2], [p, q]: [Point; 2]) -> Option<f64> {
    let (at_a, at_b) = (turn(p, q, a), turn(p, q, b));
    let (at_p, at_q) = (turn(a, b, p), turn(a, b, q));
    (at_a * at_b < 0.0 && at_p * at_q <= 0.0).then(|| at_a / (at_a - at_b))
}

fn turn(a: Point, b: Point, c: Point) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn mix(a: Point, b: Point, t: f64) -> Point {
    [0, 1].map(|i| a[i] + t * (b[i] - a[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Point; 4] = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];

    #[test]
    fn a_seam_cuts_a_polygon_in_two() {
        let parts = halves(&SQUARE, [[1.0, -1.0], [1.0, 5.0]]);
        let widths: Vec<f64> = parts.iter().map(|part| super::super::sheet::area(part) / 8.0).collect();
        assert_eq!(widths, [1.0, 3.0], "left and right of the seam");
    }

    #[test]
    fn a_seam_elsewhere_cuts_nothing() {
        assert_eq!(halves(&SQUARE, [[1.0, 6.0], [1.0, 9.0]]), [SQUARE.to_vec()], "on the same line, beyond");
        assert_eq!(crossing([[0.0, 0.0], [4.0, 0.0]], [[1.0, 1.0], [1.0, 2.0]]), None, "beside the line");
        assert_eq!(crossing([[0.0, 0.0], [4.0, 0.0]], [[1.0, -1.0], [1.0, 2.0]]), Some(0.25), "across");
    }
}
