//! The triangles of a model by tile, and what each of them is good for.
//!
//! Cost: two passes over the triangles, one to find the floors that they make up, and 4 bytes for each pair of triangle and tile.

use super::lattice::Lattice;
use crate::extract::ExtractError;
use crate::extract::facets::Facets;
use crate::extract::soup::{BodyKind, Lean, Soup, normal};

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
/// All of these: they have five bits.
pub(crate) const EVERY_KIND: Kind = 31;

/// The triangles of a model by tile.
pub(crate) struct Tiled<'s> {
    soup: &'s Soup,
    /// What lattice coordinates are less than those of the soup, in x and y. \[grid units\]
    shift: [i32; 2],
    /// What each triangle is.
    kinds: Vec<Kind>,
    /// The floors of the model.
    facets: Facets,
    /// Where the list of each tile begins, and where the last one ends.
    starts: Vec<u32>,
    /// Triangles of tile after tile, by number.
    triangles: Vec<u32>,
}

impl<'s> Tiled<'s> {
    /// Hands the triangles out to tiles.
    pub(crate) fn new(soup: &'s Soup, lattice: &Lattice, slope: f64) -> Result<Self, ExtractError> {
        let limit = libm::cos(slope.to_radians());
        let kinds = (0..soup.triangles.len() as u32).map(|triangle| kind(soup, triangle, limit)).collect();
        let facets = Facets::new(soup);
        let (starts, triangles) = (Vec::new(), Vec::new());
        let mut tiled = Self { soup, shift: lattice.shift, kinds, facets, starts, triangles };
        let mut starts: Vec<u32> = vec![0; lattice.num_tiles() + 1];
        let mut pairs: u64 = 0;
        tiled.each_pair(lattice, |tile, _| {
            starts[tile + 1] = starts[tile + 1].saturating_add(1);
            pairs += 1;
        });
        if pairs > u64::from(u32::MAX) {
            let cells = lattice.num[0].max(lattice.num[1]) as u64;
            return Err(ExtractError::TooManyVoxels { cells, most: cells / 2 });
        }
        for tile in 1..starts.len() {
            starts[tile] += starts[tile - 1];
        }
        let mut ends = starts.clone();
        let mut triangles: Vec<u32> = vec![0; pairs as usize];
        tiled.each_pair(lattice, |tile, triangle| {
            triangles[ends[tile] as usize] = triangle;
            ends[tile] += 1;
        });
        (tiled.starts, tiled.triangles) = (starts, triangles);
        Ok(tiled)
    }

    /// The corners of a triangle, x and y from the first line of the lattice. \[grid units\]
    pub(crate) fn corners(&self, triangle: u32) -> [[i32; 3]; 3] {
        self.soup.corners(triangle).map(|[x, y, z]| [x + self.shift[0], y + self.shift[1], z])
    }

    /// What a triangle is.
    pub(crate) fn kind(&self, triangle: u32) -> Kind {
        self.kinds[triangle as usize]
    }

    /// The facet of a triangle that is a floor.
    pub(crate) fn facet(&self, triangle: u32) -> u32 {
        self.facets.facet_of[triangle as usize]
    }

    /// The floors of the model; their places are those of the soup.
    pub(crate) fn facets(&self) -> &Facets {
        &self.facets
    }

    /// The floors alone: all else is not needed any more.
    pub(crate) fn into_facets(self) -> Facets {
        self.facets
    }

    /// The triangles that touch a tile or its border of one cell.
    pub(crate) fn of_tile(&self, tile: usize) -> &[u32] {
        &self.triangles[self.starts[tile] as usize..self.starts[tile + 1] as usize]
    }

    /// How many triangles there are.
    #[cfg(test)]
    pub(crate) fn num(&self) -> u32 {
        self.kinds.len() as u32
    }

    /// Every tile with every triangle whose box touches it.
    fn each_pair(&self, lattice: &Lattice, mut pair: impl FnMut(usize, u32)) {
        for triangle in 0..self.kinds.len() as u32 {
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

/// What a triangle is; `limit` is the cosine of the steepest slope.
fn kind(soup: &Soup, triangle: u32, limit: f64) -> Kind {
    let solid = soup.bodies[soup.body_of[triangle as usize] as usize].kind == BodyKind::Solid;
    let lean = match soup.leans[triangle as usize] {
        Lean::Floor => UP | FLOOR,
        Lean::Steep => UP | STEEP,
        Lean::Upright => STEEP | UPRIGHT,
        Lean::Down => {
            let [x, y, z] = normal(soup.corners(triangle)).map(|value| value as f64);
            if z * z < limit * limit * (x * x + y * y + z * z) { STEEP } else { 0 }
        }
    };
    if solid { lean | SOLID } else { lean }
}
