//! Which triangles cannot be in one layer: those that lie above each other, and those that would stand in the way of a connection.

use rayon::prelude::*;

use super::boxes::{Bounds, Boxes};
use super::fabric::Fabric;
use super::flat::{Spot, triangle_grazes, triangle_touches, triangles_overlap};

/// Pairs of triangles that must be in different layers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conflicts {
    /// Both ways, sorted.
    pairs: Vec<[u32; 2]>,
    /// Where the pairs of each triangle begin.
    starts: Vec<u32>,
}

/// Triangles by where they are, seen from above.
pub(crate) struct Above {
    boxes: Boxes,
    corners: Vec<[Spot; 3]>,
}

impl Above {
    pub(crate) fn new(fabric: &Fabric) -> Self {
        let corners: Vec<[Spot; 3]> = (0..fabric.triangles.len() as u32).map(|t| fabric.corners(t)).collect();
        Self::of_corners(corners)
    }

    pub(crate) fn of_corners(corners: Vec<[Spot; 3]>) -> Self {
        let bounds: Vec<Bounds> = corners.par_iter().map(|corners| flat_bounds(corners)).collect();
        Self { boxes: Boxes::new(&bounds), corners }
    }

    /// All pairs of triangles that share some area.
    pub(crate) fn overlaps(&self) -> Conflicts {
        let pairs: Vec<[u32; 2]> = (0..self.corners.len() as u32)
            .into_par_iter()
            .flat_map_iter(|t| {
                let own = &self.corners[t as usize];
                let mut found = Vec::new();
                self.boxes.overlapping(&flat_bounds(own), |other| {
                    if other != t && triangles_overlap(own, &self.corners[other as usize]) {
                        found.push([t, other]);
                    }
                });
                found
            })
            .collect();
        let mut conflicts = Conflicts { pairs, starts: Vec::new() };
        conflicts.sort(self.corners.len());
        conflicts
    }

    /// The triangles that touch a segment between its ends.
    pub(crate) fn touching(&self, segment: [Spot; 2]) -> Vec<u32> {
        let mut found = Vec::new();
        self.boxes.overlapping(&flat_bounds(&segment), |other| {
            if triangle_touches(&self.corners[other as usize], segment) {
                found.push(other);
            }
        });
        found
    }

    /// The triangles on one side of a segment that are almost along it from one of its ends.
    pub(crate) fn grazing(&self, segment: [Spot; 2], is_left: bool) -> Vec<u32> {
        let mut found = Vec::new();
        self.boxes.overlapping(&flat_bounds(&segment), |other| {
            if triangle_grazes(&self.corners[other as usize], segment, is_left) {
                found.push(other);
            }
        });
        found
    }
}

impl Conflicts {
    /// What cannot be in one layer with a triangle.
    pub(crate) fn of(&self, t: u32) -> impl Iterator<Item = u32> {
        let [start, end] = [0, 1].map(|k| self.starts[t as usize + k] as usize);
        self.pairs[start..end].iter().map(|pair| pair[1])
    }

    /// Adds pairs. Says whether any of them is new.
    pub(crate) fn add(&mut self, pairs: &[[u32; 2]]) -> bool {
        let before = self.pairs.len();
        let count = self.starts.len() - 1;
        self.pairs.extend(pairs.iter().flat_map(|&[a, b]| [[a, b], [b, a]]));
        self.sort(count);
        self.pairs.len() > before
    }

    fn sort(&mut self, count: usize) {
        self.pairs.par_sort_unstable();
        self.pairs.dedup();
        self.starts = vec![0; count + 1];
        for pair in &self.pairs {
            self.starts[pair[0] as usize + 1] += 1;
        }
        for t in 0..count {
            self.starts[t + 1] += self.starts[t];
        }
    }
}

fn flat_bounds(points: &[Spot]) -> Bounds {
    let low = [0, 1].map(|k| points.iter().map(|p| p[k]).min().unwrap_or(0));
    let high = [0, 1].map(|k| points.iter().map(|p| p[k]).max().unwrap_or(0));
    [[low[0], low[1], 0], [high[0], high[1], 0]]
}
