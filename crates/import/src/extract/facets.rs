//! Floors: triangles that can be walked, joined to flat facets.
//!
//! Idea. Floors of buildings are made of many triangles in one plane. What lies above a floor is taken away from it once for the
//! facet, not once for each triangle.
//!
//! 1. Visit floor triangles by area, largest first, so that planes are well determined.
//! 2. From each that has no facet yet, join neighbors over shared edges while all their corners are in the plane of the first.
//! 3. The outline: edges that no two triangles of the facet share, followed one after another.
//!
//! Cost: O(n log n), for sorting.
//! Degenerate: a facet that touches itself in a corner has rings that do, which does no harm to what follows.

use rayon::prelude::*;

use super::boxes::{Bounds, around};
use super::soup::{Lean, NONE, Soup, normal};
use super::tolerance::FLAT;

/// A flat floor.
#[derive(Clone, Debug)]
pub(crate) struct Facet {
    pub(crate) plane: Plane,
    /// Its triangles, as a range of [`Facets::triangles`].
    pub(crate) triangles: std::ops::Range<u32>,
    pub(crate) bounds: Bounds,
}

/// A plane that is not upright: a height over every place. \[units\]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    at: [f64; 3],
    slope: [f64; 2],
}

/// All floors of a model.
#[derive(Debug, Default)]
pub(crate) struct Facets {
    pub(crate) facets: Vec<Facet>,
    /// Triangles by facet.
    pub(crate) triangles: Vec<u32>,
    /// Facet of each triangle of the soup, or `NONE`.
    pub(crate) facet_of: Vec<u32>,
}

impl Plane {
    /// The plane of three corners. They must not be in one line, seen from above.
    pub(crate) fn of(corners: [[i32; 3]; 3]) -> Self {
        let [nx, ny, nz] = normal(corners).map(|v| v as f64);
        Self { at: corners[0].map(f64::from), slope: [-nx / nz, -ny / nz] }
    }

    /// The height over a place.
    #[inline]
    pub(crate) fn height(&self, x: f64, y: f64) -> f64 {
        self.at[2] + self.slope[0] * (x - self.at[0]) + self.slope[1] * (y - self.at[1])
    }

    /// How far a point is above the plane.
    #[inline]
    pub(crate) fn above(&self, [x, y, z]: [i32; 3]) -> f64 {
        f64::from(z) - self.height(f64::from(x), f64::from(y))
    }
}

impl Facets {
    /// The floors of a soup.
    pub(crate) fn new(soup: &Soup) -> Self {
        let floors = (0..soup.triangles.len() as u32).filter(|&t| soup.leans[t as usize] == Lean::Floor);
        // Step 1.
        let mut order: Vec<(i64, u32)> = floors.map(|t| (-normal(soup.corners(t))[2], t)).collect();
        order.par_sort_unstable();
        let mut made = Self { facet_of: vec![NONE; soup.triangles.len()], ..Self::default() };
        for &(_, first) in &order {
            if made.facet_of[first as usize] == NONE {
                made.grow(soup, first);
            }
        }
        made
    }

    /// Step 2.
    fn grow(&mut self, soup: &Soup, first: u32) {
        let plane = Plane::of(soup.corners(first));
        let facet = self.facets.len() as u32;
        let start = self.triangles.len();
        self.facet_of[first as usize] = facet;
        self.triangles.push(first);
        let mut next = start;
        while let Some(&t) = self.triangles.get(next) {
            next += 1;
            for k in 0..3 {
                let other = soup.across[t as usize][k];
                let joins = other != NONE
                    && self.facet_of[other as usize] == NONE
                    && soup.leans[other as usize] == Lean::Floor
                    && opposite(soup, t, k, other)
                    && soup.corners(other).iter().all(|&corner| plane.above(corner).abs() <= FLAT);
                if joins {
                    self.facet_of[other as usize] = facet;
                    self.triangles.push(other);
                }
            }
        }
        let own = &self.triangles[start..];
        let bounds = around(own.iter().flat_map(|&t| soup.corners(t)));
        self.facets.push(Facet { plane, triangles: start as u32..self.triangles.len() as u32, bounds });
    }

    /// The triangles of a facet.
    pub(crate) fn triangles_of(&self, facet: u32) -> &[u32] {
        let range = &self.facets[facet as usize].triangles;
        &self.triangles[range.start as usize..range.end as usize]
    }

    /// The part of the model of each facet.
    pub(crate) fn parts(&self, soup: &Soup) -> Vec<u32> {
        let part_of = |facet: u32| self.triangles_of(facet).first().map_or(0, |&t| soup.parts[t as usize]);
        (0..self.facets.len() as u32).map(part_of).collect()
    }

    /// Step 3: directed edges of the outline, the facet to their left, as corners of the soup.
    pub(crate) fn outline(&self, soup: &Soup, facet: u32) -> Vec<[u32; 2]> {
        let mut edges = Vec::new();
        for &t in self.triangles_of(facet) {
            let corners = soup.triangles[t as usize];
            for k in 0..3 {
                let other = soup.across[t as usize][k];
                let inside =
                    other != NONE && self.facet_of[other as usize] == facet && opposite(soup, t, k, other);
                if !inside {
                    edges.push([corners[k], corners[(k + 1) % 3]]);
                }
            }
        }
        edges
    }
}

/// Whether the edge of a triangle runs the other way in its neighbor.
fn opposite(soup: &Soup, t: u32, k: usize, other: u32) -> bool {
    let [a, b] = [soup.triangles[t as usize][k], soup.triangles[t as usize][(k + 1) % 3]];
    let theirs = soup.triangles[other as usize];
    (0..3).any(|j| theirs[j] == b && theirs[(j + 1) % 3] == a)
}
