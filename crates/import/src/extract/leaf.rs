//! A leaf: a part of the surface that hangs together and does not lie above itself. Layers of the scene are made of leaves.

use super::doors::Placed;
use super::fabric::Fabric;
use super::flat::Spot;
use super::layers::Layering;
use super::soup::NONE;
use super::thin::Net;

/// An edge of a leaf; the leaf is on its left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LeafEdge {
    /// Its ends, as places.
    pub(crate) ends: [u32; 2],
    /// Heights of its ends. \[units\]
    pub(crate) heights: [i32; 2],
    /// The surface goes on beyond it, on another leaf.
    pub(crate) is_cut: bool,
}

/// A part of a component.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaf {
    pub(crate) component: u32,
    pub(crate) edges: Vec<LeafEdge>,
    /// Places that are points of the border without an edge.
    pub(crate) points: Vec<u32>,
    /// Its heights as triangles; the corners are in meters times ten thousand, not on the grid.
    pub(crate) terrain: Vec<[[f64; 3]; 3]>,
    /// Which piece each triangle of the terrain is from.
    pub(crate) pieces: Vec<u32>,
    /// Lowest and highest height. \[units\]
    pub(crate) heights: [i32; 2],
    /// Mean height, by area. \[units\]
    pub(crate) mean: f64,
    /// Twice its area. \[units²\]
    pub(crate) twice_area: i128,
    /// Lower left and upper right corner.
    pub(crate) bounds: [Spot; 2],
}

/// A cut between two leaves: places of its ends, the first leaf on its left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    pub(crate) leaves: [u32; 2],
    pub(crate) ends: [u32; 2],
    /// The door that it is.
    pub(crate) door: Option<u32>,
}

impl Leaf {
    /// A component that does not lie above itself.
    pub(crate) fn of_component(component: u32, fabric: &Fabric) -> Self {
        let mut leaf = Self { component, ..Self::default() };
        for t in 0..fabric.triangles.len() as u32 {
            leaf.add_edges(fabric, t, |_| Some(false));
        }
        leaf
    }

    /// The leaves of a component with several layers, and the cuts between them. Leaves are numbered from `first` on.
    pub(crate) fn of_layers(
        component: u32,
        net: &Net,
        layering: &Layering,
        first: u32,
        doors: &[Placed],
    ) -> (Vec<Self>, Vec<Cut>) {
        let mut leaves = vec![Self { component, ..Self::default() }; layering.count];
        let fabric = &net.fabric;
        for t in 0..fabric.triangles.len() as u32 {
            let own = layering.of[t as usize];
            leaves[own as usize].add_edges(fabric, t, |k| {
                let other = fabric.across[t as usize][k];
                if other == NONE { Some(false) } else { (layering.of[other as usize] != own).then_some(true) }
            });
            for &spot in &fabric.triangles[t as usize] {
                if net.stuck.binary_search(&spot).is_ok() {
                    leaves[own as usize].points.push(spot);
                }
            }
        }
        for leaf in &mut leaves {
            leaf.points.sort_unstable();
            leaf.points.dedup();
        }
        let cuts = layering.cuts(net).map(|(t, k, other)| Cut {
            leaves: [t, other].map(|t| first + layering.of[t as usize]),
            ends: [fabric.triangles[t as usize][k], fabric.triangles[t as usize][(k + 1) % 3]],
            door: doors.iter().find(|door| door.is_edge(net, t, k)).map(|placed| placed.door),
        });
        (leaves, cuts.collect())
    }

    /// Adds the edges of a triangle that are border or cut: `Some(is_cut)`.
    fn add_edges(&mut self, fabric: &Fabric, t: u32, kind: impl Fn(usize) -> Option<bool>) {
        let (corners, heights) = (fabric.triangles[t as usize], fabric.heights[t as usize]);
        for k in 0..3 {
            let border = fabric.across[t as usize][k] == NONE;
            let Some(is_cut) = kind(k).filter(|&is_cut| is_cut || border) else { continue };
            let next = (k + 1) % 3;
            self.edges.push(LeafEdge {
                ends: [corners[k], corners[next]],
                heights: [heights[k], heights[next]],
                is_cut,
            });
        }
    }

    /// Works out area, heights and bounds from its terrain and edges.
    pub(crate) fn measure(&mut self, spots: &[Spot]) {
        let places = || self.edges.iter().flat_map(|edge| edge.ends).map(|end| spots[end as usize]);
        let low = [0, 1].map(|k| places().map(|p| p[k]).min().unwrap_or(0));
        let high = [0, 1].map(|k| places().map(|p| p[k]).max().unwrap_or(0));
        self.bounds = [low, high];
        // Twice the area by the edges, from the lower corner.
        self.twice_area = self
            .edges
            .iter()
            .map(|edge| {
                let [a, b] = edge.ends.map(|end| spots[end as usize]);
                let d = |p: Spot, k: usize| i128::from(p[k]) - i128::from(low[k]);
                d(a, 0) * d(b, 1) - d(b, 0) * d(a, 1)
            })
            .sum();
        let (mut least, mut most, mut sum, mut area) = (f64::INFINITY, f64::NEG_INFINITY, 0.0, 0.0);
        for [a, b, c] in &self.terrain {
            let own = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
            for corner in [a, b, c] {
                least = least.min(corner[2]);
                most = most.max(corner[2]);
                sum += own * corner[2] / 3.0;
            }
            area += own;
        }
        if area > 0.0 {
            self.heights = [least as i32, most as i32];
            self.mean = sum / area;
        }
    }
}
