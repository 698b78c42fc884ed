//! How much of each square of a grid is walkable.
//!
//! Idea. At a height y a place is walkable if more sides of rings upward than downward are to the right of it: walkable space is on their
//! left. So each side gives its area on the left to squares, with a sign, and nobody has to clip anything.
//!
//! 1. Cut each side where it crosses lines of the grid. Each part is in one square.
//! 2. The part gives that square what is on its left inside of it, and all squares on the left of it in its row a whole strip. The strips
//!    are noted at the square only,
//! 3. and added up from right to left in the end.
//!
//! Cost: squares, and crossings of sides with lines. Exact but for rounding.

use super::polygon::{Point, bounds, sides};

/// A grid of squares over walkable space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coverage {
    /// The lower left corner. \[m\]
    low: Point,
    /// The side of a square. \[m\]
    side: f64,
    columns: usize,
    rows: usize,
    /// What is walkable of each square, row by row from below. \[m²\]
    areas: Vec<f32>,
}

impl Coverage {
    /// The grid of rings with walkable space on their left, such as [`throng_mesh::Mesh::border`]. Its lines are at multiples of the side of a square. \[m\]
    /// Without squares if there are no rings, or if the side makes no sense.
    pub fn new(rings: &[Vec<[f64; 2]>], side: f64) -> Self {
        let [low, high] = bounds(rings.iter().flatten());
        if !(low[0] <= high[0] && side > 0.0) {
            return Self { side, ..Self::default() };
        }
        let low = low.map(|v| (v / side).floor() * side);
        let [columns, rows] = [0, 1].map(|k| (((high[k] - low[k]) / side).ceil() as usize).max(1));
        let mut grid = Self { low, side, columns, rows, areas: Vec::new() };
        let (mut parts, mut strips) = (vec![0.0; columns * rows], vec![0.0; columns * rows]);
        for ends in rings.iter().flat_map(|ring| sides(ring)) {
            grid.add_side(ends, &mut parts, &mut strips);
        }
        // Step 3.
        for row in 0..rows {
            let mut strip = 0.0;
            for square in (row * columns..(row + 1) * columns).rev() {
                parts[square] += strip;
                strip += strips[square];
            }
        }
        grid.areas = parts.into_iter().map(|area| area.clamp(0.0, side * side) as f32).collect();
        grid
    }

    /// The lower left corner of the grid. \[m\]
    pub fn low(&self) -> [f64; 2] {
        self.low
    }

    /// The side of a square. \[m\]
    pub fn side(&self) -> f64 {
        self.side
    }

    /// How many squares are side by side.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many squares are above each other.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// What is walkable of each square, row by row from below, each from left to right. \[m²\]
    pub fn areas(&self) -> &[f32] {
        &self.areas
    }

    /// The square that holds a place, by its index among the [`Coverage::areas`]; `None` outside of the grid.
    pub fn square(&self, at: [f64; 2]) -> Option<usize> {
        let [x, y] = [0, 1].map(|k| (at[k] - self.low[k]) / self.side);
        let inside = x >= 0.0 && y >= 0.0 && x < self.columns as f64 && y < self.rows as f64;
        inside.then(|| y as usize * self.columns + x as usize)
    }

    /// The lower left corner of a square. \[m\]
    pub fn corner(&self, square: usize) -> [f64; 2] {
        let [column, row] = [square % self.columns, square / self.columns];
        [self.low[0] + column as f64 * self.side, self.low[1] + row as f64 * self.side]
    }

    /// Steps 1 and 2 for one side of a ring.
    fn add_side(&self, ends: [Point; 2], parts: &mut [f64], strips: &mut [f64]) {
        // In squares from the lower left corner.
        let [a, b] = ends.map(|z| [0, 1].map(|k| (z[k] - self.low[k]) / self.side));
        if a[1] == b[1] {
            return;
        }
        // Step 1.
        let mut cuts = vec![0.0, 1.0];
        for k in 0..2 {
            let (from, to) = (a[k].min(b[k]), a[k].max(b[k]));
            let mut line = from.floor() + 1.0;
            while line < to {
                cuts.push((line - a[k]) / (b[k] - a[k]));
                line += 1.0;
            }
        }
        cuts.sort_by(f64::total_cmp);
        // Step 2.
        for pair in cuts.windows(2) {
            let along = |t: f64, k: usize| a[k] + t * (b[k] - a[k]);
            let middle = [0, 1].map(|k| along(0.5 * (pair[0] + pair[1]), k));
            let column = (middle[0].max(0.0) as usize).min(self.columns - 1);
            let row = (middle[1].max(0.0) as usize).min(self.rows - 1);
            let height = (along(pair[1], 1) - along(pair[0], 1)) * self.side * self.side;
            parts[row * self.columns + column] += height * (middle[0] - column as f64);
            strips[row * self.columns + column] += height;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::polygon::area_in_convex;
    use super::*;
    use throng_mesh::{LayerId, Mesh, sample};

    #[test]
    fn as_clipped_square_by_square() {
        for seed in 0..12 {
            let mesh = Mesh::build(&sample::clutter(seed, 12, seed % 3 == 0)).expect("it builds").mesh;
            let rings = mesh.border(LayerId(0));
            for side in [0.5, 1.0, 1.7, 40.0] {
                let grid = Coverage::new(&rings, side);
                for square in 0..grid.areas.len() {
                    let [x, y] = grid.corner(square);
                    let corners = [[x, y], [x + side, y], [x + side, y + side], [x, y + side]];
                    let expected = area_in_convex(&rings, &corners);
                    let got = f64::from(grid.areas[square]);
                    assert!((got - expected).abs() < 1e-4 * side, "{seed} {side} {square}: {got} {expected}");
                }
            }
        }
    }

    #[test]
    fn places_have_squares() {
        let ring = vec![[-0.5, -0.5], [2.5, -0.5], [2.5, 1.0], [-0.5, 1.0]];
        let grid = Coverage::new(&[ring], 1.0);
        assert_eq!((grid.columns, grid.rows, grid.low), (4, 2, [-1.0, -1.0]));
        assert_eq!(grid.square([0.2, 0.3]), Some(5));
        assert_eq!(grid.corner(5), [0.0, 0.0]);
        assert_eq!((grid.square([3.1, 0.0]), grid.square([f64::NAN, 0.0])), (None, None));
        assert_eq!(Coverage::new(&[], 1.0).square([0.0, 0.0]), None, "nothing walkable");
    }
}
