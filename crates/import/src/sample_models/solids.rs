//! Closed solids, put together to a model.

use crate::model::{Model, ModelPart, Role, Storey};

/// A point in the plane. \[m\]
pub(super) type Point = [f64; 2];

/// A model in the making.
#[derive(Debug)]
pub(super) struct Solids {
    model: Model,
}

/// The eight directions, counterclockwise from the east.
pub(super) const COMPASS: [Point; 8] = {
    use std::f64::consts::FRAC_1_SQRT_2 as H;
    [[1.0, 0.0], [H, H], [0.0, 1.0], [-H, H], [-1.0, 0.0], [-H, -H], [0.0, -1.0], [H, -H]]
};

impl Solids {
    pub(super) fn new(name: &str) -> Self {
        Self { model: Model { name: name.into(), ..Model::default() } }
    }

    pub(super) fn storey(&mut self, name: String, elevation: f64) {
        self.model.storeys.push(Storey { name, elevation });
    }

    /// All that follows belongs to this part.
    pub(super) fn part(&mut self, name: String, role: Role, storey: Option<u32>) {
        self.end_part();
        let first = self.model.triangles.len() as u32;
        self.model.parts.push(ModelPart { name, role, storey, triangles: first..first });
    }

    /// The model. A part without triangles is left out.
    pub(super) fn finish(mut self) -> Model {
        self.end_part();
        self.model
    }

    fn end_part(&mut self) {
        let end = self.model.triangles.len() as u32;
        if let Some(last) = self.model.parts.last_mut() {
            last.triangles.end = end;
            if last.triangles.is_empty() {
                self.model.parts.pop();
            }
        }
    }

    /// A box along the axes.
    pub(super) fn cuboid(&mut self, low: [f64; 3], high: [f64; 3]) {
        let base = [[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]];
        self.block(base, [low[2]; 4], [high[2]; 4]);
    }

    /// A block over a quadrilateral, given counterclockwise. Its top may slope; it should be flat.
    pub(super) fn block(&mut self, base: [Point; 4], bottom: [f64; 4], top: [f64; 4]) {
        let first = self.model.vertices.len() as u32;
        for heights in [bottom, top] {
            self.model.vertices.extend(base.iter().zip(heights).map(|(&[x, y], z)| [x, y, z]));
        }
        let mut quad = |[a, b, c, d]: [u32; 4]| {
            self.model.triangles.push([first + a, first + b, first + c]);
            self.model.triangles.push([first + a, first + c, first + d]);
        };
        quad([3, 2, 1, 0]);
        quad([4, 5, 6, 7]);
        for k in 0..4 {
            let next = (k + 1) % 4;
            quad([k, next, next + 4, k + 4]);
        }
    }

    /// A stone of 32 triangles between two points and around two rings of eight corners, each `(radius, height)`.
    pub(super) fn boulder(&mut self, [x, y]: Point, ends: [f64; 2], rings: [[(f64, f64); 8]; 2]) {
        let first = self.model.vertices.len() as u32;
        let vertices = &mut self.model.vertices;
        vertices.extend(ends.map(|z| [x, y, z]));
        for ring in rings {
            vertices.extend(
                COMPASS.iter().zip(ring).map(|(&[u, v], (radius, z))| [x + radius * u, y + radius * v, z]),
            );
        }
        let lower = |k: u32| first + 2 + k % 8;
        let upper = |k: u32| first + 10 + k % 8;
        for k in 0..8 {
            self.model.triangles.extend([
                [first, lower(k + 1), lower(k)],
                [lower(k), lower(k + 1), upper(k + 1)],
                [lower(k), upper(k + 1), upper(k)],
                [first + 1, upper(k), upper(k + 1)],
            ]);
        }
    }

    /// An open sheet over a grid: `height` by column and row, `cells` squares a side.
    pub(super) fn sheet(
        &mut self,
        low: Point,
        spacing: f64,
        cells: usize,
        height: &dyn Fn(usize, usize) -> f64,
    ) {
        let first = self.model.vertices.len() as u32;
        for row in 0..=cells {
            for column in 0..=cells {
                let [x, y] = [low[0] + spacing * column as f64, low[1] + spacing * row as f64];
                self.model.vertices.push([x, y, height(column, row)]);
            }
        }
        let at = |column: usize, row: usize| first + (row * (cells + 1) + column) as u32;
        for row in 0..cells {
            for column in 0..cells {
                let [a, b] = [at(column, row), at(column + 1, row)];
                let [d, c] = [at(column, row + 1), at(column + 1, row + 1)];
                // The diagonals alternate, so that there is no grain.
                let pair =
                    if (row + column) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
                self.model.triangles.extend(pair);
            }
        }
    }
}
