//! Triangles of one thing, in meters.

use crate::model::transform::{Transform, cross, dot, minus};
use crate::model::weld::Weld;

/// A surface; mostly closed, then it is a solid, and its triangles face outward.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Solid {
    pub(super) vertices: Vec<[f64; 3]>,
    /// Counterclockwise seen from outside.
    pub(super) triangles: Vec<[u32; 3]>,
}

impl Solid {
    /// With corners at the same place made one, and facing outward if closed.
    pub(super) fn tidy(self) -> Self {
        let (mut weld, mut vertices) = (Weld::default(), Vec::with_capacity(self.vertices.len()));
        let names: Vec<u32> = self.vertices.iter().map(|&at| weld.vertex(at, &mut vertices)).collect();
        let renamed = self.triangles.iter().map(|triangle| triangle.map(|corner| names[corner as usize]));
        let triangles = renamed.filter(|[a, b, c]| a != b && b != c && c != a).collect();
        let mut solid = Self { vertices, triangles };
        if solid.volume() < 0.0 && solid.is_closed() {
            solid.turn_over();
        }
        solid
    }

    pub(super) fn turn_over(&mut self) {
        self.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    }

    pub(super) fn transformed(&self, transform: &Transform) -> Self {
        let mut solid = self.clone();
        solid.vertices.iter_mut().for_each(|at| *at = transform.apply(*at));
        if transform.is_mirror() {
            solid.turn_over();
        }
        solid
    }

    /// The corners of a triangle.
    pub(super) fn corners(&self, triangle: [u32; 3]) -> [[f64; 3]; 3] {
        triangle.map(|corner| self.vertices[corner as usize])
    }

    /// Its volume, if it is closed; negative if it faces inward.
    pub(super) fn volume(&self) -> f64 {
        let Some(&o) = self.vertices.first() else { return 0.0 };
        let six: f64 = self
            .triangles
            .iter()
            .map(|&triangle| {
                let [a, b, c] = self.corners(triangle).map(|corner| minus(corner, o));
                dot(a, cross(b, c))
            })
            .sum();
        six / 6.0
    }

    /// Edges that are used one way more often than the other, in that direction.
    pub(super) fn open_edges(&self) -> Vec<[u32; 2]> {
        unmatched(self.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]))
    }

    /// Whether every edge is used equally often both ways.
    pub(super) fn is_closed(&self) -> bool {
        !self.triangles.is_empty() && self.open_edges().is_empty()
    }

    /// Lowest and highest coordinates.
    pub(super) fn bounds(&self) -> Option<[[f64; 3]; 2]> {
        let &first = self.vertices.first()?;
        let mut bounds = [first, first];
        for at in &self.vertices {
            for axis in 0..3 {
                bounds[0][axis] = bounds[0][axis].min(at[axis]);
                bounds[1][axis] = bounds[1][axis].max(at[axis]);
            }
        }
        Some(bounds)
    }

    /// Without corners that no triangle has.
    pub(super) fn compact(mut self) -> Self {
        const UNUSED: u32 = u32::MAX;
        let mut names = vec![UNUSED; self.vertices.len()];
        let mut vertices = Vec::new();
        for corner in self.triangles.iter_mut().flatten() {
            let name = &mut names[*corner as usize];
            if *name == UNUSED {
                *name = vertices.len() as u32;
                vertices.push(self.vertices[*corner as usize]);
            }
            *corner = *name;
        }
        self.vertices = vertices;
        self
    }
}

/// Directed edges without those that are there both ways.
pub(super) fn unmatched(edges: impl Iterator<Item = [u32; 2]>) -> Vec<[u32; 2]> {
    let mut keyed: Vec<([u32; 2], i32)> =
        edges.filter(|[a, b]| a != b).map(|[a, b]| if a < b { ([a, b], 1) } else { ([b, a], -1) }).collect();
    keyed.sort_unstable();
    let mut left = Vec::new();
    for group in keyed.chunk_by(|a, b| a.0 == b.0) {
        let [a, b] = group[0].0;
        let sum: i32 = group.iter().map(|(_, sign)| sign).sum();
        let edge = if sum > 0 { [a, b] } else { [b, a] };
        left.extend((0..sum.abs()).map(|_| edge));
    }
    left
}
