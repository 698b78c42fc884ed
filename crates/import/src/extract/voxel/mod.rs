//! Walkable surfaces by voxels, tile by tile.
//!
//! Idea (the paper below). A grid of vertical columns asks the triangles where they are, so it does not matter how they
//! hang together. Tiles of columns are done one by one, and only outlines are kept of them.
//!
//! 1. Triangles are sorted into tiles ([`tiled`]).
//! 2. Each column of a tile, and of a border of one cell around it, meets triangles ([`raster`]);
//! 3. some of these are floors, and floors of neighboring columns are linked ([`floors`]).
//! 4. Linked floors are patches ([`patches`]), and their outlines are kept ([`contour`]), with some heights ([`relief`]) and the floors of the model
//!    that they are of ([`walked`]).
//! 5. Seams between tiles are sewn; outlines become rings of pieces ([`stitch`]).
//! 6. Outlines are straightened ([`touch`], [`straighten`]) and handed over ([`mod@assemble`]). Making layers, and links between them,
//!    is the same for all ways.
//!
//! Invariant: the tile size changes nothing but time and memory (and where a surface that lies above itself is cut).
//! Memory: the buffers of one tile a thread, and outlines: with `n` floors in all, about 16 bytes for each of the n / tile
//! floors beside a border of a tile. Tiles are independent, and the result does not depend on the number of threads.
//!
//! Source: "Robust and Scalable Navmesh Generation with multiple levels and stairs support", WSCG 2013, pages 161-170; its table 2
//! has the settings of [`VoxelOptions`]. Where we do what its authors meant, and not what is printed:
//!  - Columns are lines through centers, not boxes: a voxel that a triangle only grazes is not full. Heights are rounded to
//!    the nearest voxel, or kept (`height` 0), so that a gap of exactly the head room stays one.
//!  - Steep triangles are not taken away before (§2.3.1), or walls would be no obstacles. They are kept as what they are, and
//!    those between two columns, too, so walls may be thinner than a cell.
//!  - Floors are connected if a step leads from one to the other, not if they have the same height (§3.1.1), which makes
//!    terraces of every slope: stairs and ramps are parts of one region, and need no links afterwards (§5.2).
//!  - Four neighbors, not eight: nobody walks through a corner without width.
//!  - Outlines are walked, not paired by rows and columns (§4.2): that pairing needs each corner point once, and no slits.
//!  - Tiles are merged over sides, not over corner points of the third class (§4.3): a region that meets the next tile between
//!    two real corners has none. Merging sorts once, and does not search a list for each region.
//!  - A surface that lies above itself (a spiral) is several pieces with seams.
//!  - Outlines of steps of one cell are straightened, unless that is not wanted (`straighten` 0): a medial axis has a branch for
//!    each corner.
//!
//! [`VoxelOptions`]: super::VoxelOptions

mod assemble;
mod contour;
mod floors;
mod lattice;
mod patches;
mod raster;
mod relief;
mod stitch;
mod straighten;
mod tiled;
mod touch;
mod walked;

#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;

use self::assemble::assemble;
use self::contour::{Contours, contours};
use self::floors::{Floors, Walker};
use self::lattice::Lattice;
use self::patches::Patches;
use self::raster::Columns;
use self::relief::add_relief;
use self::stitch::Stitched;
use self::tiled::Tiled;
use self::walked::{Ground, is_wide};
use super::exact::Surface;
use super::fabric::Fabric;
use super::labels::{Labels, labels_of};
use super::sheets::Sheets;
use super::soup::{NONE, Soup};
use super::tolerance::SLOPE;
use super::treads::possible_treads;
use super::{ExtractError, ExtractOptions, ExtractStage, VoxelOptions, Watch};
use crate::model::Model;

/// Finds the walkable surface of a model, by voxels.
pub(crate) fn voxel(
    model: &Model,
    soup: Soup,
    options: &ExtractOptions,
    voxel: &VoxelOptions,
    watch: Watch<'_>,
    lap: &mut dyn FnMut(&'static str),
) -> Result<Surface, ExtractError> {
    let (sheets, labels) = voxel_sheets(model, &soup, options, voxel, watch, lap)?;
    let Soup { origin, mut remarks, .. } = soup;
    let fabric = Fabric::new(sheets);
    lap("surface");
    if fabric.lost > 0 {
        remarks.push(format!("{} edges could not be kept; the surface may have gaps there", fabric.lost));
    }
    Ok(Surface { fabric, origin, labels, remarks })
}

/// Pieces of the walkable surface of a model, and what they are.
fn voxel_sheets(
    model: &Model,
    soup: &Soup,
    options: &ExtractOptions,
    voxel: &VoxelOptions,
    watch: Watch<'_>,
    lap: &mut dyn FnMut(&'static str),
) -> Result<(Sheets, Labels), ExtractError> {
    let hear = |done| {
        let answer = watch(ExtractStage::Sewing, done, 2);
        if answer.is_break() { Err(ExtractError::Interrupted) } else { Ok(()) }
    };
    // 1.
    let lattice = Lattice::new(soup, voxel)?;
    let tiled = Tiled::new(soup, &lattice, options.slope + SLOPE)?;
    lap("sorting into tiles");
    // 2 to 4.
    let tiles = tiles(&tiled, &lattice, options, voxel, watch)?;
    let facets = tiled.into_facets();
    lap("tiles");
    // 5.
    hear(0)?;
    let mut rings = Stitched::new(tiles).rings();
    let mut walked = std::mem::take(&mut rings.walked);
    let rises = std::mem::take(&mut walked.rises);
    let (mut treads, count) = possible_treads(soup, &facets, &rises);
    for (tread, facet) in treads.iter_mut().zip(&facets.facets) {
        if !is_wide(facet, &lattice) {
            *tread = NONE;
        }
    }
    let labels = labels_of(model, &facets.parts(soup), &rises, (&treads, count));
    let labeled = walked.labeled(&labels, soup, &facets, &lattice);
    drop((walked, facets));
    lap("stitching");
    // 6.
    hear(1)?;
    let sheets = assemble(rings, &lattice, voxel.straighten);
    lap("straightening");
    Ok((sheets, Labels::Floors(labeled)))
}

/// How many bytes the way by voxels needs at most, beside the model, for typical models: four hits in a column, and all borders of
/// tiles on three storeys.
pub(crate) fn memory_estimate(model: &Model, voxel: &VoxelOptions) -> u64 {
    let cells = [0, 1].map(|axis| {
        let places = || model.vertices.iter().map(|vertex| vertex[axis]).filter(|place| place.is_finite());
        let [low, high] = [places().fold(f64::MAX, f64::min), places().fold(f64::MIN, f64::max)];
        // A cast keeps within range, also for a model without vertices.
        ((high - low) / voxel.cell[axis]).ceil() as u64 + 1
    });
    let side = u64::from(voxel.tile) + 2;
    let tile_columns = side.min(cells[0] + 2).saturating_mul(side.min(cells[1] + 2));
    let tile = tile_columns.saturating_mul(Columns::BYTES + 4 * Columns::BYTES_A_HIT + 2 * Floors::BYTES);
    let tiles = cells.map(|cells| cells.div_ceil(u64::from(voxel.tile).max(1)));
    let borders = cells[0].saturating_mul(tiles[1]).saturating_add(cells[1].saturating_mul(tiles[0]));
    // Both tiles beside a border write it down; each side on a seam is sorted once.
    let outlines = borders.saturating_mul(2 * 3 * 80);
    let triangles = model.triangles.len() as u64 * 120 + model.vertices.len() as u64 * 40;
    (rayon::current_num_threads() as u64)
        .saturating_mul(tile)
        .saturating_add(outlines)
        .saturating_add(triangles)
}

/// The outlines of all tiles, in order.
fn tiles(
    tiled: &Tiled<'_>,
    lattice: &Lattice,
    options: &ExtractOptions,
    voxel: &VoxelOptions,
    watch: Watch<'_>,
) -> Result<Vec<Contours>, ExtractError> {
    let walker = Walker::new(options, lattice);
    // Outlines move by the tolerance, and steps of them by a cell more.
    let margin = (voxel.straighten + 1.0).ceil() as i32;
    let stop = AtomicBool::new(false);
    let done = AtomicUsize::new(0);
    let num = lattice.num_tiles();
    let tiles = (0..num)
        .into_par_iter()
        .map_init(Desk::default, |desk, tile| {
            if stop.load(Ordering::Relaxed) {
                return Contours::default();
            }
            let contours = desk.work(tiled, lattice, &walker, margin, tile);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if watch(ExtractStage::Tiles, done, num).is_break() {
                stop.store(true, Ordering::Relaxed);
            }
            contours
        })
        .collect();
    if stop.into_inner() { Err(ExtractError::Interrupted) } else { Ok(tiles) }
}

/// The buffers of a thread.
#[derive(Default)]
struct Desk {
    columns: Columns,
    floors: Floors,
    patches: Patches,
    walked: Vec<u8>,
}

impl Desk {
    /// Steps 2 to 4, for one tile.
    fn work(
        &mut self,
        tiled: &Tiled<'_>,
        lattice: &Lattice,
        walker: &Walker,
        margin: i32,
        tile: usize,
    ) -> Contours {
        if tiled.of_tile(tile).is_empty() {
            return Contours::default();
        }
        self.columns.fill(tiled, lattice, tile);
        self.floors.fill(&self.columns, walker);
        self.patches.fill(&self.columns, &self.floors);
        let mut contours = contours(&self.columns, &self.floors, &self.patches, &mut self.walked);
        contours.stretches.shrink_to_fit();
        add_relief(&mut contours, &self.columns, &self.floors, &self.patches, lattice.height, margin);
        let ground = Ground { tiled, lattice, tile };
        contours.walked.add_changes(&self.columns, &self.floors, &self.patches, &ground);
        contours
    }
}
