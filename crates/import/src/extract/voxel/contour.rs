//! The outlines of the patches of a tile: what is kept when its voxels are gone.
//!
//! Idea. A side of a floor belongs to an outline if there is no link over it (a wall, a cliff, an end), or if the link leads to
//! another patch or tile (a seam). Walking along the sides with the patch to the left, the next side is found by turning around
//! the corner through linked floors. That is a walk around the surface itself, not around a picture of it, so
//!  - a slash or antislash point, where a patch touches itself with a corner, is passed twice, once from each side: it is
//!    duplicated without being looked for, and outlines never cross;
//!  - a wall thinner than a cell is walked along on both sides, without width;
//!  - holes need no care: they come out clockwise.
//!
//! 1. Each side that is not walked yet starts a ring.
//! 2. Sides without link are merged into straight runs; a corner point is where a run ends.
//! 3. Sides on seams are kept one by one, with the heights on both sides, so that stitching finds the two halves of each.
//!
//! Invariant: runs end only at corner points of the first class of the paper (real ones) or at seams. Its second class (corners
//! only seen from the other tile) appears as the end of a run at a seam, and its third (made by the tile only) does not appear,
//! since seams cancel.
//! Cost: linear in the sides.

use super::floors::{Floors, NONE};
use super::patches::{Patches, inside};
use super::raster::Columns;
use super::walked::Walked;

/// A straight part of an outline: a run of sides without links, or one side of a seam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// The lattice point where it starts.
    pub(crate) from: [i32; 2],
    /// Height at its start; on a seam, height on its own side. \[grid units\]
    pub(crate) z: i32,
    /// Height at its end; on a seam, height on the other side. \[grid units\]
    pub(crate) z_end: i32,
    /// 0 to 3: towards +x, +y, -x, -y.
    pub(crate) way: u8,
    /// Whether it is one side of a seam.
    pub(crate) seam: bool,
}

/// What is kept of a tile.
#[derive(Debug, Default)]
pub(crate) struct Contours {
    /// The outlines of all patches, ring after ring.
    pub(crate) stretches: Vec<Stretch>,
    /// For each ring: its patch, and where its stretches end.
    pub(crate) rings: Vec<[u32; 2]>,
    /// How many patches there are.
    pub(crate) num_patches: u32,
    /// Pairs of patches that lie above each other.
    pub(crate) above: Vec<[u32; 2]>,
    /// Heights inside patches: patch, cell and height.
    pub(crate) inner: Vec<(u32, [i32; 2], i32)>,
    /// Which facets patches are of.
    pub(crate) walked: Walked,
}

/// The outlines of the patches of a tile. `walked` is a buffer.
pub(crate) fn contours(
    columns: &Columns,
    floors: &Floors,
    patches: &Patches,
    walked: &mut Vec<u8>,
) -> Contours {
    let mut contours =
        Contours { num_patches: patches.num, above: patches.above.clone(), ..Contours::default() };
    walked.clear();
    walked.resize(floors.z.len(), 0);
    let is_outline = |floor: u32, side: usize| {
        let other = floors.links[floor as usize][side];
        other == NONE || patches.of_floor[other as usize] != patches.of_floor[floor as usize]
    };
    for column in inside(columns) {
        for floor in floors.of(column) {
            for side in 0..4 {
                // 1.
                if is_outline(floor, side) && walked[floor as usize] & 1 << side == 0 {
                    let first = contours.stretches.len();
                    let (mut at, mut way) = (floor, side);
                    while walked[at as usize] & 1 << way == 0 {
                        walked[at as usize] |= 1 << way;
                        let cell = columns.cell(floors.column[at as usize]);
                        contours.push(stretch(cell, floors, at, way), first);
                        let patch = patches.of_floor[at as usize];
                        contours.walked.note(patch, floors.facet[at as usize], cell);
                        way = (way + 1) % 4;
                        while !is_outline(at, way) {
                            at = floors.links[at as usize][way];
                            way = (way + 3) % 4;
                        }
                    }
                    let patch = patches.of_floor[floor as usize];
                    contours.rings.push([patch, contours.stretches.len() as u32]);
                }
            }
        }
    }
    contours
}

impl Contours {
    /// Step 2.
    fn push(&mut self, stretch: Stretch, first: usize) {
        match self.stretches[first..].last_mut() {
            Some(last) if !last.seam && !stretch.seam && last.way == stretch.way => {
                last.z_end = stretch.z_end
            }
            _ => self.stretches.push(stretch),
        }
    }
}

/// One side of a floor.
fn stretch(cell: [i32; 2], floors: &Floors, floor: u32, side: usize) -> Stretch {
    let corner = [[0, 0], [1, 0], [1, 1], [0, 1]][side];
    let z = floors.z[floor as usize];
    let other = floors.links[floor as usize][side];
    let seam = other != NONE;
    let z_end = if seam { floors.z[other as usize] } else { z };
    Stretch { from: [cell[0] + corner[0], cell[1] + corner[1]], z, z_end, way: side as u8, seam }
}
