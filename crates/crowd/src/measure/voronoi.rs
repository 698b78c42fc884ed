//! Density by Voronoi cells: who has much room makes little density, and the density does not jump when somebody enters.
//!
//! The room of a character is what is nearer to it than to all others, within a cut-off around it, and of that the piece of walkable
//! space that it stands in. The density of a zone is the sum over all characters of the share of their room that lies in the zone,
//! per walkable area of the zone. As Steffen and Seyfried (2010) define it and PedPy computes it.
//!
//! 1. Once: cut walkable space down to what can matter to the zone.
//! 2. For everybody whose cut-off reaches the zone: start with the polygon of the cut-off, and cut it by the bisector with everybody
//!    nearer than twice the cut-off.
//! 3. If walls are near, take the piece of walkable space in that polygon that holds the character.
//! 4. Add the share of the cell that is in the zone.
//!
//! Cost of a frame: the square of the number of characters near the zone, for comparing distances.
//! Degenerate: two characters at one place have the same cell. Who stands outside of walkable space has no cell. Characters on other
//! layers do not count, even beyond an open connection, so a zone should end before one by a cut-off.

use throng_mesh::Mesh;

use super::frame::Frame;
use super::piece::{cut_convex, piece_around};
use super::polygon::{HalfPlane, Point, bounds, clip, common_area, sides, signed_area};
use super::series::Series;
use super::zone::Zone;
use crate::area::{Area, distance_sq};

/// The largest room that a character may have: a regular polygon with its corners on a circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CutOff {
    /// The radius of the circle. \[m\]
    pub radius: f64,
}

impl Default for CutOff {
    /// 1 m, as in PedPy's guide.
    fn default() -> Self {
        Self { radius: 1.0 }
    }
}

impl CutOff {
    /// The polygon around a place: 12 corners, three sides for each quarter of the circle, the first one to the right of the center.
    fn around(self, [x, y]: Point) -> Vec<Point> {
        let long = 0.75_f64.sqrt();
        let quarter = [[1.0, 0.0], [long, 0.5], [0.5, long]];
        let turned = |k: usize| {
            let [u, v] = quarter[k % 3];
            let [u, v] = [[u, v], [-v, u], [-u, -v], [v, -u]][k / 3];
            [x + self.radius * u, y + self.radius * v]
        };
        (0..12).map(turned).collect()
    }
}

/// The density of a zone by Voronoi cells, over time.
#[derive(Clone, Debug, PartialEq)]
pub struct VoronoiDensity {
    zone: Zone,
    cut_off: CutOff,
    /// Walkable space near the zone.
    rings: Vec<Vec<Point>>,
    density: Series,
}

impl VoronoiDensity {
    /// Nothing measured yet. Walls are those of the mesh as it is now.
    pub fn new(mesh: &Mesh, area: Area, cut_off: CutOff) -> Self {
        let rings =
            if (area.layer.0 as usize) < mesh.num_layers() { mesh.border(area.layer) } else { Vec::new() };
        Self::in_rings(&rings, area, cut_off)
    }

    pub(crate) fn in_rings(rings: &[Vec<Point>], area: Area, cut_off: CutOff) -> Self {
        let zone = Zone::in_rings(rings, area);
        // Step 1: cells that reach the zone have their characters within a cut-off of it, and end within another one; a little more for
        // rounding.
        let [low, high] = zone.bounds();
        let far = 2.1 * cut_off.radius;
        let [l, h] = [low.map(|v| v - far), high.map(|v| v + far)];
        let near = [[l[0], l[1]], [h[0], l[1]], [h[0], h[1]], [l[0], h[1]]];
        Self { rings: cut_convex(rings, &near), zone, cut_off, density: Series::default() }
    }

    /// One more frame.
    pub fn add(&mut self, frame: &Frame) {
        let radius = self.cut_off.radius;
        let [low, high] = self.zone.bounds();
        let within = |at: Point, by: f64| (0..2).all(|k| low[k] - by <= at[k] && at[k] <= high[k] + by);
        let on_layer = frame.samples.iter().filter(|sample| sample.layer == self.zone.area().layer);
        let near: Vec<Point> =
            on_layer.map(|sample| sample.at).filter(|&at| within(at, 3.0 * radius)).collect();
        let mut sum = 0.0;
        for &at in near.iter().filter(|&&at| within(at, radius)) {
            sum += self.share(at, &near);
        }
        self.density.push(frame.time, self.zone.per_area(sum));
    }

    /// Where it is measured.
    pub fn zone(&self) -> &Zone {
        &self.zone
    }

    /// How large a cell may be.
    pub fn cut_off(&self) -> CutOff {
        self.cut_off
    }

    /// The density over time. \[1/m²\]
    pub fn density(&self) -> &Series {
        &self.density
    }

    /// The share of a character's cell that is in the zone.
    fn share(&self, at: Point, others: &[Point]) -> f64 {
        // Step 2.
        let reach = 4.0 * self.cut_off.radius * self.cut_off.radius;
        let mut cell = self.cut_off.around(at);
        for &other in others {
            let square = distance_sq(at, other);
            if square > 0.0 && square < reach {
                cell = clip(&cell, &HalfPlane::nearer(at, other));
            }
        }
        // Step 3.
        let box_of_cell = bounds(&cell);
        let is_near = |[a, b]: [Point; 2]| {
            let [low, high] = box_of_cell;
            (0..2).all(|k| a[k].min(b[k]) <= high[k] && low[k] <= a[k].max(b[k]))
        };
        let at_walls = self.rings.iter().any(|ring| sides(ring).any(is_near));
        let room = if at_walls { cut_convex(&self.rings, &cell) } else { vec![cell] };
        let room = if at_walls { piece_around(room, at) } else { room };
        // Step 4.
        let area: f64 = room.iter().map(|ring| signed_area(ring)).sum();
        if area > 0.0 { common_area(&room, &self.zone.area().polygon) / area } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::sample::walkers;
    use super::super::polygon::has;
    use super::*;
    use throng_mesh::LayerId;

    /// The density by points on a fine grid: each belongs to the character that is nearest, if that is within the cut-off polygon. For rooms
    /// in which every part of a cell can be reached straight from its character.
    fn counted(frame: &Frame, rings: &[Vec<Point>], area: &Area, cut_off: CutOff, fine: f64) -> f64 {
        let count = frame.samples.len();
        let (mut all, mut inside, mut walkable) = (vec![0.0; count], vec![0.0; count], 0.0);
        let [low, high] = bounds(&rings[0]);
        let steps = [0, 1].map(|k| ((high[k] - low[k]) / fine).round() as usize);
        for k in 0..steps[0] * steps[1] {
            let z = [
                low[0] + ((k % steps[0]) as f64 + 0.5) * fine,
                low[1] + ((k / steps[0]) as f64 + 0.5) * fine,
            ];
            if rings.iter().filter(|ring| has(ring, z)).count() % 2 == 0 {
                continue;
            }
            let in_area = area.has(z);
            walkable += if in_area { 1.0 } else { 0.0 };
            let nearest = (0..count)
                .min_by(|&a, &b| {
                    let of = |k: usize| distance_sq(frame.samples[k].at, z);
                    of(a).total_cmp(&of(b))
                })
                .expect("somebody");
            if has(&cut_off.around(frame.samples[nearest].at), z) {
                all[nearest] += 1.0;
                inside[nearest] += if in_area { 1.0 } else { 0.0 };
            }
        }
        let shares = all.iter().zip(&inside).filter(|(all, _)| **all > 0.0).map(|(all, inside)| inside / all);
        shares.sum::<f64>() / (walkable * fine * fine)
    }

    #[test]
    fn as_counted_on_a_grid() {
        let room = vec![vec![[0.0, 0.0], [8.0, 0.0], [8.0, 6.0], [0.0, 6.0]]];
        let area = Area::new(LayerId(0), vec![[1.0, 1.0], [7.0, 0.5], [6.0, 5.0], [4.0, 3.0], [2.0, 5.5]]);
        for (seed, count, radius) in [(1, 12, 0.8), (2, 40, 1.0), (3, 3, 2.0)] {
            let cut_off = CutOff { radius };
            let mut measure = VoronoiDensity::in_rings(&room, area.clone(), cut_off);
            for frame in walkers(seed, count, 60, [8.0, 6.0]).iter().skip(10).step_by(10) {
                measure.add(frame);
                let expected = counted(frame, &room, &area, cut_off, 0.01);
                let got = *measure.density().values.last().expect("one");
                assert!((got - expected).abs() < 3e-3 * expected.max(1.0), "{seed}: {got} {expected}");
            }
        }
    }

    #[test]
    fn a_wall_between_is_no_room() {
        // Two rooms side by side; one character in each, near to the wall of half a meter.
        let rooms = vec![
            vec![[0.0, 0.0], [2.0, 0.0], [2.0, 4.0], [0.0, 4.0]],
            vec![[2.5, 0.0], [4.5, 0.0], [4.5, 4.0], [2.5, 4.0]],
        ];
        let area = Area::rectangle(LayerId(0), [0.0, 0.0], [2.0, 4.0]);
        let mut measure = VoronoiDensity::in_rings(&rooms, area, CutOff { radius: 1.0 });
        let mut frame = walkers(1, 1, 1, [1.0, 1.0]).remove(0);
        frame.samples[0].at = [1.9, 2.0];
        let alone = frame.clone();
        frame.samples.push(frame.samples[0]);
        frame.samples[1].at = [3.0, 2.0];
        measure.add(&alone);
        measure.add(&frame);
        let [one, two] = measure.density().values[..] else { panic!("two frames") };
        assert!((one - 0.125).abs() < 1e-12 && (two - 0.125).abs() < 1e-12, "one on 8 m²: {one} {two}");
    }

    #[test]
    fn odd_crowds() {
        let room = vec![vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]];
        let area = Area::rectangle(LayerId(0), [0.0, 0.0], [4.0, 4.0]);
        let mut measure = VoronoiDensity::in_rings(&room, area, CutOff::default());
        let mut frame = walkers(1, 3, 5, [4.0, 4.0]).remove(4);
        frame.samples[0].at = frame.samples[1].at;
        frame.samples[2].at = [9.0, 9.0];
        measure.add(&frame);
        assert!((measure.density().values[0] - 0.125).abs() < 1e-12, "two at one place, one outside");
        measure.add(&Frame::default());
        assert_eq!(measure.density().values[1], 0.0, "nobody");
    }
}
