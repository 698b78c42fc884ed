//! The triangles of a model on the grid, what each of them is good for, and which tiles it touches.
//!
//! Idea. Nothing is asked of the model, so this only looks at single triangles, with one exception: whether a place is inside a
//! solid can be told only where triangles close. Those are found by counting edges, which needs no topology.
//!
//! 1. Vertices are rounded to the grid of 0.1 mm; equal ones are the same.
//! 2. Triangles that share vertices are a component. It is closed if each edge is used equally often both ways.
//! 3. A closed component with a negative volume was turned inside out, and is turned back.
//! 4. Each triangle goes to the list of every tile that it touches.
//!
//! Cost: sorting, O(n log n), and 4 bytes for each pair of triangle and tile.

use super::super::{ExtractError, ExtractOptions};
use super::lattice::{Lattice, UNITS};
use super::unite::Unite;
use crate::model::Model;

/// What a triangle is: a set of these.
pub(crate) type Kind = u8;
/// It faces up.
pub(crate) const UP: Kind = 1;
/// It faces up and is flat enough to walk on.
pub(crate) const FLOOR: Kind = 2;
/// It is part of the surface of a solid.
pub(crate) const SOLID: Kind = 4;
/// It is too steep to walk on, whichever way it faces: what it crosses between two columns is a wall.
pub(crate) const STEEP: Kind = 8;
/// It covers no place seen from above.
pub(crate) const UPRIGHT: Kind = 16;
/// It has no area at all.
const NOTHING: Kind = 32;

/// Slopes may exceed the limit by this: models with slopes exactly at it are common. \[degrees\]
const SLOPE_TOLERANCE: f64 = 0.5;

/// The triangles of a model on the grid.
pub(crate) struct Soup<'m> {
    /// Vertices of the model in grid units, x and y relative to the origin of the lattice.
    vertices: Vec<[i32; 3]>,
    /// Three vertices for each triangle.
    triangles: &'m [[u32; 3]],
    /// What each triangle is.
    kinds: Vec<Kind>,
    /// Where the list of each tile begins, and where the last one ends.
    tile_starts: Vec<u32>,
    /// Triangles of tile after tile, by number.
    tile_triangles: Vec<u32>,
}

impl<'m> Soup<'m> {
    /// The triangles of a model whose vertices are finite and lie on the lattice.
    pub(crate) fn new(
        model: &'m Model,
        lattice: &Lattice,
        options: &ExtractOptions,
    ) -> Result<Self, ExtractError> {
        let vertices: Vec<[i32; 3]> = model
            .vertices
            .iter()
            .map(|&[x, y, z]| {
                let grid = |value: f64| (value * UNITS).round() as i32;
                [grid(x - lattice.origin[0]), grid(y - lattice.origin[1]), grid(z)]
            })
            .collect();
        let mut soup = Self {
            vertices,
            triangles: &model.triangles,
            kinds: Vec::new(),
            tile_starts: Vec::new(),
            tile_triangles: Vec::new(),
        };
        soup.judge(options);
        soup.hand_out(lattice)?;
        Ok(soup)
    }

    /// The corners of a triangle in grid units.
    pub(crate) fn corners(&self, triangle: u32) -> [[i32; 3]; 3] {
        self.triangles[triangle as usize].map(|vertex| self.vertices[vertex as usize])
    }

    /// What a triangle is.
    pub(crate) fn kind(&self, triangle: u32) -> Kind {
        self.kinds[triangle as usize]
    }

    /// The triangles that touch a tile or its border of one cell.
    pub(crate) fn of_tile(&self, tile: usize) -> &[u32] {
        &self.tile_triangles[self.tile_starts[tile] as usize..self.tile_starts[tile + 1] as usize]
    }

    /// All triangles that are something, for the naive judge of the tests.
    #[cfg(test)]
    pub(crate) fn all(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.triangles.len() as u32).filter(|&triangle| self.kind(triangle) & NOTHING == 0)
    }

    /// Steps 1 to 3: finds out what each triangle is.
    fn judge(&mut self, options: &ExtractOptions) {
        let solids = self.solids();
        let limit = libm::cos((options.slope + SLOPE_TOLERANCE).to_radians());
        self.kinds = (0..self.triangles.len() as u32)
            .map(|triangle| {
                let normal = normal(self.corners(triangle));
                let length = (normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]).sqrt();
                if length == 0.0 {
                    return NOTHING;
                }
                let solid = solids[triangle as usize];
                // A solid knows its outside; what is left may have none.
                let up = match solid {
                    Some(turned) => (normal[2] > 0.0) != turned,
                    None => normal[2] > 0.0 || options.two_sided,
                };
                let steep = normal[2].abs() < limit * length;
                let upright = normal[2] == 0.0;
                let mut kind = 0;
                for (is, bit) in [
                    (up && !upright, UP),
                    (up && !upright && !steep, FLOOR),
                    (solid.is_some(), SOLID),
                    (steep || upright, STEEP),
                    (upright, UPRIGHT),
                ] {
                    kind |= if is { bit } else { 0 };
                }
                kind
            })
            .collect();
    }

    /// For each triangle of a closed component: whether it is turned inside out.
    fn solids(&self) -> Vec<Option<bool>> {
        // 1. Vertices at the same place get the number of the first of them.
        let mut order: Vec<u32> = (0..self.vertices.len() as u32).collect();
        order.sort_unstable_by_key(|&vertex| (self.vertices[vertex as usize], vertex));
        let mut same: Vec<u32> = vec![0; self.vertices.len()];
        for (rank, &vertex) in order.iter().enumerate() {
            let before = rank.checked_sub(1).map(|before| order[before] as usize);
            same[vertex as usize] = match before {
                Some(before) if self.vertices[before] == self.vertices[vertex as usize] => same[before],
                _ => vertex,
            };
        }
        drop(order);
        // 2. Components, and how often each edge is used one way more than the other.
        let welded = |triangle: &[u32; 3]| triangle.map(|vertex| same[vertex as usize]);
        let mut components = Unite::new(self.vertices.len());
        let mut edges: Vec<u64> = Vec::with_capacity(self.triangles.len() * 3);
        for triangle in self.triangles {
            let [a, b, c] = welded(triangle);
            if a == b || b == c || c == a {
                continue;
            }
            components.unite(a, b);
            components.unite(b, c);
            for [from, to] in [[a, b], [b, c], [c, a]] {
                let (low, high) = (from.min(to), from.max(to));
                // The lowest bit tells the way; there are less than 2^31 vertices because triangles hold 32 bits.
                edges.push(u64::from(low) << 33 | u64::from(high) << 1 | u64::from(from < to));
            }
        }
        edges.sort_unstable();
        let mut open: Vec<bool> = vec![false; self.vertices.len()];
        for edge in edges.chunk_by(|a, b| a >> 1 == b >> 1) {
            let forward = edge.iter().filter(|&&edge| edge & 1 == 1).count();
            if forward * 2 != edge.len() {
                open[components.root((edge[0] >> 33) as u32) as usize] = true;
            }
        }
        drop(edges);
        // 3. The volume tells which way a closed one is turned. It is measured from a vertex of its own, to keep digits.
        let mut volumes: Vec<f64> = vec![0.0; self.vertices.len()];
        for triangle in self.triangles {
            let root = components.root(welded(triangle)[0]);
            let from = self.vertices[root as usize];
            let [a, b, c] = triangle.map(|vertex| {
                [0, 1, 2].map(|axis| f64::from(self.vertices[vertex as usize][axis]) - f64::from(from[axis]))
            });
            volumes[root as usize] += a[0] * (b[1] * c[2] - b[2] * c[1])
                + a[1] * (b[2] * c[0] - b[0] * c[2])
                + a[2] * (b[0] * c[1] - b[1] * c[0]);
        }
        self.triangles
            .iter()
            .map(|triangle| {
                let root = components.root(welded(triangle)[0]) as usize;
                // Closed without a volume: a sheet that was doubled. It has two sides, but no inside.
                (!open[root] && volumes[root] != 0.0).then_some(volumes[root] < 0.0)
            })
            .collect()
    }

    /// Step 4: the list of each tile.
    fn hand_out(&mut self, lattice: &Lattice) -> Result<(), ExtractError> {
        let mut counts: Vec<u32> = vec![0; lattice.num_tiles() + 1];
        let mut pairs: u64 = 0;
        self.each_pair(lattice, |tile, _| {
            counts[tile + 1] = counts[tile + 1].saturating_add(1);
            pairs += 1;
        });
        if pairs > u64::from(u32::MAX) {
            let cells = lattice.num[0].max(lattice.num[1]) as u64;
            return Err(ExtractError::TooManyVoxels { cells, most: cells / 2 });
        }
        for tile in 1..counts.len() {
            counts[tile] += counts[tile - 1];
        }
        let mut ends = counts.clone();
        let mut triangles: Vec<u32> = vec![0; pairs as usize];
        self.each_pair(lattice, |tile, triangle| {
            triangles[ends[tile] as usize] = triangle;
            ends[tile] += 1;
        });
        (self.tile_starts, self.tile_triangles) = (counts, triangles);
        Ok(())
    }

    /// Every tile with every triangle whose box touches it.
    fn each_pair(&self, lattice: &Lattice, mut pair: impl FnMut(usize, u32)) {
        for triangle in 0..self.triangles.len() as u32 {
            if self.kind(triangle) & NOTHING != 0 {
                continue;
            }
            let corners = self.corners(triangle);
            let range = |axis: usize| {
                let values = corners.map(|corner| corner[axis]);
                let low = values[0].min(values[1]).min(values[2]);
                let high = values[0].max(values[1]).max(values[2]);
                lattice.tiles_along(axis, low, high)
            };
            let (columns, rows) = (range(0), range(1));
            for row in rows {
                for column in columns.clone() {
                    pair(row as usize * lattice.tiles[0] as usize + column as usize, triangle);
                }
            }
        }
    }
}

/// Twice the area, at a right angle to a triangle.
fn normal([a, b, c]: [[i32; 3]; 3]) -> [f64; 3] {
    let difference = |p: [i32; 3], q: [i32; 3]| [0, 1, 2].map(|axis| f64::from(q[axis]) - f64::from(p[axis]));
    let (u, v) = (difference(a, b), difference(a, c));
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}
