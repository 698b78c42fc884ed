//! Walkable surfaces by voxels, tile by tile.
//!
//! Idea (the paper below). A grid of vertical columns asks the triangles where they are, so it does not matter how they
//! hang together. Tiles of columns are done one by one, and only outlines are kept of them.
//!
//! 1. Triangles are sorted into tiles ([`soup`]).
//! 2. Each column of a tile, and of a border of one cell around it, meets triangles ([`raster`]);
//! 3. some of these are floors, and floors of neighboring columns are linked ([`floors`]).
//! 4. Linked floors are patches ([`patches`]), and their outlines are kept ([`contour`]), with some heights ([`relief`]).
//! 5. Seams between tiles are sewn; outlines become rings of pieces ([`stitch`]).
//! 6. Outlines are straightened ([`straighten`]) and handed over ([`assemble`]). Making layers, and links between them,
//!    is the same for all ways.
//!
//! Invariant: the tile size changes nothing but time and memory (and where a surface that lies above itself is cut).
//! Memory: the buffers of one tile a thread, and outlines: with `n` floors in all, about 16 bytes for each of the n / tile
//! floors beside a border of a tile. Tiles are independent, and the result does not depend on the number of threads.
//!
//! Source: "Robust and scalable navmesh generation with multiple levels and stairs support", the paper about voxels and
//! tiles from which the settings of [`VoxelOptions`] come. Where we do what its authors meant, and not what is printed:
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
mod soup;
mod stitch;
mod straighten;
mod unite;

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
use self::soup::Soup;
use self::stitch::Stitched;
use super::sheets::Sheets;
use super::{ExtractError, ExtractOptions, ExtractStage, VoxelOptions, Watch};
use crate::model::Model;

/// What the way by voxels found.
#[derive(Debug, Default)]
pub(crate) struct VoxelSurface {
    /// The pieces.
    pub(crate) sheets: Sheets,
    /// How many columns have a floor, counted once for each floor.
    pub(crate) num_floors: u64,
    /// Seconds by stage.
    pub(crate) seconds: Vec<(&'static str, f64)>,
}

/// The walkable surface of a model, by voxels.
pub(crate) fn voxel_surface(
    model: &Model,
    options: &ExtractOptions,
    voxel: &VoxelOptions,
    watch: Watch<'_>,
) -> Result<VoxelSurface, ExtractError> {
    let mut seconds = Vec::new();
    let mut clock = std::time::Instant::now();
    let mut lap = |name: &'static str| {
        seconds.push((name, clock.elapsed().as_secs_f64()));
        clock = std::time::Instant::now();
    };
    let hear = |stage, done, of| {
        if watch(stage, done, of).is_break() { Err(ExtractError::Interrupted) } else { Ok(()) }
    };
    // 1.
    hear(ExtractStage::Reading, 0, 1)?;
    let lattice = lattice_of(model, voxel)?;
    let soup = Soup::new(model, &lattice, options)?;
    lap("triangles");
    // 2 to 4.
    let tiles = tiles(&soup, &lattice, options, watch)?;
    drop(soup);
    lap("tiles");
    // 5.
    hear(ExtractStage::Sewing, 0, 2)?;
    let num_floors = tiles.iter().map(|tile| tile.num_floors).sum();
    let rings = Stitched::new(tiles).rings();
    hear(ExtractStage::Sewing, 1, 2)?;
    lap("stitching");
    // 6.
    let sheets = assemble(rings, &lattice, voxel.straighten);
    lap("straightening");
    Ok(VoxelSurface { sheets, num_floors, seconds })
}

/// How many bytes the way by voxels needs at most, beside the model, for typical models: four hits in a column, and all
/// borders of tiles on three storeys.
pub(crate) fn memory_estimate(model: &Model, voxel: &VoxelOptions) -> Result<u64, ExtractError> {
    let lattice = lattice_of(model, voxel)?;
    let threads = rayon::current_num_threads() as u64;
    let [width, height] = lattice.num.map(|num| num as u64);
    let side = lattice.tile as u64 + 2;
    let [column, hit] = Columns::bytes_per_column_and_hit();
    let tile = side.min(width + 2) * side.min(height + 2) * (column + 4 * hit + 2 * Floors::BYTES);
    let borders = 2 * (width * lattice.tiles[1] as u64 + height * lattice.tiles[0] as u64);
    let triangles = model.triangles.len() as u64 * 40 + model.vertices.len() as u64 * 32;
    Ok(threads * tile + borders * 3 * 56 + triangles + lattice.num_tiles() as u64 * 200)
}

/// The lattice over a model, if that is sound.
fn lattice_of(model: &Model, voxel: &VoxelOptions) -> Result<Lattice, ExtractError> {
    if model.triangles.is_empty() {
        return Err(ExtractError::Empty);
    }
    let (mut low, mut high) = ([f64::MAX; 3], [f64::MIN; 3]);
    for vertex in &model.vertices {
        for axis in 0..3 {
            low[axis] = low[axis].min(vertex[axis]);
            high[axis] = high[axis].max(vertex[axis]);
        }
    }
    Lattice::new(low, high, voxel)
}

/// The outlines of all tiles, in order.
fn tiles(
    soup: &Soup<'_>,
    lattice: &Lattice,
    options: &ExtractOptions,
    watch: Watch<'_>,
) -> Result<Vec<Contours>, ExtractError> {
    let walker = Walker::new(options, lattice);
    let stop = AtomicBool::new(false);
    let done = AtomicUsize::new(0);
    let num = lattice.num_tiles();
    let tiles = (0..num)
        .into_par_iter()
        .map_init(Desk::default, |desk, tile| {
            if stop.load(Ordering::Relaxed) {
                return Contours::default();
            }
            let contours = desk.work(soup, lattice, &walker, tile);
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
    fn work(&mut self, soup: &Soup<'_>, lattice: &Lattice, walker: &Walker, tile: usize) -> Contours {
        if soup.of_tile(tile).is_empty() {
            return Contours::default();
        }
        self.columns.fill(soup, lattice, tile);
        self.floors.fill(&self.columns, walker);
        self.patches.fill(&self.columns, &self.floors);
        let mut contours = contours(&self.columns, &self.floors, &self.patches, &mut self.walked);
        contours.stretches.shrink_to_fit();
        add_relief(&mut contours, &self.columns, &self.floors, &self.patches, lattice.height);
        contours
    }
}
