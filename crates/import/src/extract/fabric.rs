//! The walkable surface as triangles that know their neighbors.
//!
//! 1. A piece of three edges is a triangle already. Of others, a constrained Delaunay triangulation of their edges is made.
//! 2. What belongs to the piece: the winding number of its edges, counted from the outside over the triangles.
//! 3. Triangles of one piece are neighbors unless a thin wall is between them; those of different pieces are along edges that are mates.
//!
//! Invariant ([`Fabric::check`]): triangles turn left, and neighbors name each other along edges between the same two places.
//! Cost: O(n log n). Pieces run in parallel.

use rayon::prelude::*;
use spade::handles::FixedVertexHandle;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

use super::flat::{Spot, turn};
use super::sets::Sets;
use super::sheets::{Sheets, Thread};
use super::soup::NONE;

/// A surface of triangles. Seen from above it may lie above itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fabric {
    /// Places, seen from above. \[units\]
    pub(crate) spots: std::sync::Arc<Vec<Spot>>,
    /// Corners of triangles, as places; they turn left.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// Heights of corners. \[units\]
    pub(crate) heights: Vec<[i32; 3]>,
    /// The triangle across the edge from corner k to the next, or `NONE` at the border.
    pub(crate) across: Vec<[u32; 3]>,
    /// Piece of each triangle.
    pub(crate) pieces: Vec<u32>,
    /// Edges that could not be kept.
    pub(crate) lost: usize,
}

/// One piece as triangles.
#[derive(Default)]
struct Patch {
    triangles: Vec<[u32; 3]>,
    heights: Vec<[i32; 3]>,
    /// Within the patch.
    across: Vec<[u32; 3]>,
    /// For each edge of the piece: triangle and corner where it begins, or `NONE`.
    slots: Vec<[u32; 2]>,
    lost: usize,
}

impl Fabric {
    /// The surface of these pieces.
    pub(crate) fn new(sheets: Sheets) -> Self {
        let patches: Vec<Patch> = (0..sheets.pieces as u32)
            .into_par_iter()
            .map(|piece| {
                let inner = {
                    let from = sheets.inner.partition_point(|&(other, ..)| other < piece);
                    let to = sheets.inner.partition_point(|&(other, ..)| other <= piece);
                    &sheets.inner[from..to]
                };
                Patch::new(&sheets.spots, sheets.of_piece(piece), inner)
            })
            .collect();
        let count = patches.iter().map(|patch| patch.triangles.len()).sum();
        let mut fabric = Self {
            triangles: Vec::with_capacity(count),
            heights: Vec::with_capacity(count),
            across: Vec::with_capacity(count),
            pieces: Vec::with_capacity(count),
            ..Self::default()
        };
        let mut slots: Vec<[u32; 2]> = Vec::with_capacity(sheets.threads.len());
        for (piece, patch) in patches.into_iter().enumerate() {
            let first = fabric.triangles.len() as u32;
            let shift = |t: u32| if t == NONE { NONE } else { t + first };
            fabric.across.extend(patch.across.iter().map(|around| around.map(shift)));
            slots.extend(patch.slots.iter().map(|&[t, k]| [shift(t), k]));
            fabric.pieces.resize(fabric.pieces.len() + patch.triangles.len(), piece as u32);
            fabric.triangles.extend(patch.triangles);
            fabric.heights.extend(patch.heights);
            fabric.lost += patch.lost;
        }
        // Step 3.
        for (thread, &[t, k]) in sheets.threads.iter().zip(&slots) {
            if thread.mate == NONE || t == NONE {
                continue;
            }
            let [other, _] = slots[thread.mate as usize];
            fabric.across[t as usize][k as usize] = other;
        }
        fabric.spots = std::sync::Arc::new(sheets.spots);
        fabric
    }

    /// Where the corners of a triangle are.
    #[inline]
    pub(crate) fn corners(&self, t: u32) -> [Spot; 3] {
        self.triangles[t as usize].map(|spot| self.spots[spot as usize])
    }

    /// Corner of the neighbor across edge k where that edge begins.
    #[inline]
    pub(crate) fn slot_across(&self, t: u32, k: usize) -> Option<(u32, usize)> {
        let other = self.across[t as usize][k];
        if other == NONE {
            return None;
        }
        let start = self.triangles[t as usize][(k + 1) % 3];
        let j = (0..3)
            .find(|&j| self.across[other as usize][j] == t && self.triangles[other as usize][j] == start)?;
        Some((other, j))
    }

    /// Number of the component of each triangle, and how many there are.
    pub(crate) fn components(&self) -> (Vec<u32>, usize) {
        let mut sets = Sets::new(self.triangles.len());
        for (t, around) in self.across.iter().enumerate() {
            for &other in around.iter().filter(|&&other| other != NONE) {
                sets.unite(t as u32, other);
            }
        }
        sets.numbered()
    }

    /// Twice the area of a triangle. \[units²\]
    pub(crate) fn twice_area(&self, t: u32) -> i64 {
        let [a, b, c] = self.corners(t);
        turn(a, b, c)
    }

    /// The same surface without some triangles.
    pub(crate) fn keep(&self, kept: impl Fn(u32) -> bool) -> Self {
        let mut number = vec![NONE; self.triangles.len()];
        let mut count = 0;
        for t in 0..self.triangles.len() as u32 {
            if kept(t) {
                number[t as usize] = count;
                count += 1;
            }
        }
        let chosen = || (0..self.triangles.len()).filter(|&t| number[t] != NONE);
        let of = |t: u32| if t == NONE { NONE } else { number[t as usize] };
        Self {
            spots: self.spots.clone(),
            triangles: chosen().map(|t| self.triangles[t]).collect(),
            heights: chosen().map(|t| self.heights[t]).collect(),
            across: chosen().map(|t| self.across[t].map(of)).collect(),
            pieces: chosen().map(|t| self.pieces[t]).collect(),
            lost: self.lost,
        }
    }

    /// Verifies the invariant.
    pub(crate) fn check(&self) -> Result<(), String> {
        for t in 0..self.triangles.len() as u32 {
            if self.twice_area(t) <= 0 {
                return Err(format!("triangle {t} does not turn left"));
            }
            for k in 0..3 {
                if self.across[t as usize][k] == NONE {
                    continue;
                }
                let end = self.triangles[t as usize][k];
                match self.slot_across(t, k) {
                    Some((other, j)) if self.triangles[other as usize][(j + 1) % 3] == end => {}
                    _ => {
                        return Err(format!("triangle {t} has a neighbor at edge {k} that does not know it"));
                    }
                }
            }
        }
        Ok(())
    }
}

impl Patch {
    fn new(spots: &[Spot], threads: &[Thread], inner: &[(u32, u32, i32)]) -> Self {
        if let [one, two, three] = threads
            && inner.is_empty()
            && one.ends[1] == two.ends[0]
            && two.ends[1] == three.ends[0]
            && three.ends[1] == one.ends[0]
            && !threads.iter().any(|thread| thread.wall)
        {
            let corners = [one, two, three].map(|thread| thread.ends[0]);
            let [a, b, c] = corners.map(|spot| spots[spot as usize]);
            if turn(a, b, c) > 0 {
                return Self {
                    triangles: vec![corners],
                    heights: vec![[one, two, three].map(|thread| thread.heights[0])],
                    across: vec![[NONE; 3]],
                    slots: vec![[0, 0], [0, 1], [0, 2]],
                    lost: 0,
                };
            }
        }
        if threads.len() < 3 {
            return Self { slots: vec![[NONE; 2]; threads.len()], ..Self::default() };
        }
        Self::triangulate(spots, threads, inner)
    }

    fn triangulate(spots: &[Spot], threads: &[Thread], inner: &[(u32, u32, i32)]) -> Self {
        // Step 1. Places with their heights; what edges say comes first.
        let mut places: Vec<(u32, u32, i32)> = threads
            .iter()
            .flat_map(|thread| [0, 1].map(|k| (thread.ends[k], u32::from(thread.wall), thread.heights[k])))
            .chain(inner.iter().map(|&(_, spot, height)| (spot, 2, height)))
            .collect();
        places.sort_unstable();
        places.dedup_by_key(|place| place.0);
        let local = |spot: u32| places.binary_search_by_key(&spot, |place| place.0).unwrap_or(0);
        let low = places.iter().fold([i32::MAX; 2], |low, place| {
            let at = spots[place.0 as usize];
            [low[0].min(at[0]), low[1].min(at[1])]
        });
        let vertices: Vec<Point2<f64>> = places
            .iter()
            .map(|place| {
                let at = spots[place.0 as usize];
                Point2::new(f64::from(at[0] - low[0]), f64::from(at[1] - low[1]))
            })
            .collect();
        let mut constraints: Vec<[usize; 2]> = threads
            .iter()
            .map(|thread| {
                let [a, b] = thread.ends.map(local);
                [a.min(b), a.max(b)]
            })
            .collect();
        constraints.sort_unstable();
        constraints.dedup();
        let mut patch = Self { slots: vec![[NONE; 2]; threads.len()], ..Self::default() };
        let mut conflicts = 0;
        let made =
            ConstrainedDelaunayTriangulation::<Point2<f64>>::try_bulk_load_cdt(vertices, constraints, |_| {
                conflicts += 1;
            });
        patch.lost += conflicts;
        let Ok(cdt) = made else {
            patch.lost += threads.len();
            return patch;
        };
        if cdt.num_vertices() != places.len() {
            patch.lost += threads.len();
            return patch;
        }
        // Step 2. What crossing an edge adds, by direction; and which edges are walls.
        let mut counts: Vec<([u32; 2], i32)> = Vec::new();
        let mut walls: Vec<[u32; 2]> = Vec::new();
        for thread in threads {
            let [a, b] = thread.ends.map(|end| local(end) as u32);
            if thread.wall {
                walls.push([a.min(b), a.max(b)]);
            } else {
                counts.push(([a, b], 1));
                counts.push(([b, a], -1));
            }
        }
        counts.sort_unstable();
        walls.sort_unstable();
        let added = |ends: [u32; 2]| -> i32 {
            let from = counts.partition_point(|&(other, _)| other < ends);
            counts[from..].iter().take_while(|&&(other, _)| other == ends).map(|&(_, count)| count).sum()
        };
        let faces = cdt.num_all_faces();
        let mut winding: Vec<Option<i32>> = vec![None; faces];
        let outer = cdt.outer_face().fix().index();
        winding[outer] = Some(0);
        let mut stack = vec![outer];
        // From the outside in, over every edge of the hull; then from triangle to triangle.
        let ends_of = |edge: &spade::handles::DirectedEdgeHandle<'_, _, _, _, _>| {
            [edge.from().fix().index() as u32, edge.to().fix().index() as u32]
        };
        let hull: Vec<_> = cdt.convex_hull().collect();
        for edge in hull {
            let inward = edge.rev();
            let face = inward.face().fix().index();
            if winding[face].is_none() {
                winding[face] = Some(added(ends_of(&inward)));
                stack.push(face);
            }
        }
        let inner_faces: Vec<_> = {
            let mut all: Vec<Option<_>> = vec![None; faces];
            cdt.inner_faces().for_each(|face| all[face.fix().index()] = Some(face));
            all
        };
        while let Some(face) = stack.pop() {
            let (Some(own), Some(handle)) = (winding[face], inner_faces[face]) else { continue };
            for edge in handle.adjacent_edges() {
                let other = edge.rev().face().fix().index();
                if winding[other].is_none() {
                    winding[other] = Some(own - added(ends_of(&edge)));
                    stack.push(other);
                }
            }
        }
        let mut number = vec![NONE; faces];
        for (face, handle) in inner_faces.iter().enumerate() {
            if handle.is_some() && winding[face].is_some_and(|w| w > 0) {
                number[face] = patch.triangles.len() as u32;
                patch.triangles.push([0; 3]);
            }
        }
        patch.heights.resize(patch.triangles.len(), [0; 3]);
        patch.across.resize(patch.triangles.len(), [NONE; 3]);
        for (face, handle) in inner_faces.iter().enumerate() {
            let (t, Some(handle)) = (number[face] as usize, handle) else { continue };
            if number[face] == NONE {
                continue;
            }
            for (k, edge) in handle.adjacent_edges().into_iter().enumerate() {
                let [a, b] = ends_of(&edge);
                patch.triangles[t][k] = places[a as usize].0;
                patch.heights[t][k] = places[a as usize].2;
                let wall = walls.binary_search(&[a.min(b), a.max(b)]).is_ok();
                if !wall {
                    patch.across[t][k] = number[edge.rev().face().fix().index()];
                }
            }
        }
        for (slot, thread) in patch.slots.iter_mut().zip(threads) {
            if thread.wall {
                continue;
            }
            let [a, b] = thread.ends.map(|end| FixedVertexHandle::from_index(local(end)));
            match cdt.get_edge_from_neighbors(a, b) {
                Some(edge) => {
                    let t = number[edge.face().fix().index()];
                    // On the inside of another ring the piece goes on by itself.
                    if t != NONE {
                        let k =
                            (0..3).find(|&k| patch.triangles[t as usize][k] == thread.ends[0]).unwrap_or(0);
                        if patch.across[t as usize][k] == NONE {
                            *slot = [t, k as u32];
                        }
                    }
                }
                None => patch.lost += 1,
            }
        }
        patch.clear_repeated(threads);
        patch
    }

    /// Where corners became one, an edge can be there twice. One of them is the edge of the triangle there, and has a mate if one of them has.
    fn clear_repeated(&mut self, threads: &[Thread]) {
        let used = (0..threads.len()).filter(|&index| self.slots[index][0] != NONE);
        let mut order: Vec<([u32; 2], bool, usize)> =
            used.map(|index| (self.slots[index], threads[index].mate == NONE, index)).collect();
        order.sort_unstable();
        for pair in order.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            self.slots[pair[1].2] = [NONE; 2];
        }
    }
}
