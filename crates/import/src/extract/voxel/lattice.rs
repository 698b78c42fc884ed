//! Where the columns of voxels are: a lattice of cells over the model, cut into tiles.

use crate::extract::soup::Soup;
use crate::extract::tolerance::PER_METER;
use crate::extract::{ExtractError, VoxelOptions};

/// Columns in each direction, at most: their numbers and all sums of them stay far inside of `i32`.
const MOST_CELLS: u64 = 1 << 24;
/// Tiles, at most: each costs a few bytes, even if nothing is there.
const MOST_TILES: u64 = 1 << 25;

/// A lattice of cells, each as large as a voxel seen from above. Cell (i, j) reaches from line i to line i + 1 in x, and
/// from line j to line j + 1 in y; its column is the vertical line through its center.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lattice {
    /// What is added to the places of the soup, so that line 0 is at 0. Lines are at multiples of the cell in the
    /// file, so that a model that grows does not move the lattice. \[grid units\]
    pub(crate) shift: [i32; 2],
    /// Width of a cell in x and y: a whole and even number, so that lines and the middles between them are on the grid.
    /// \[grid units\]
    pub(crate) cell: [f64; 2],
    /// Height of a voxel, or 0 for none. \[grid units\]
    pub(crate) height: f64,
    /// What heights of the soup are above the voxel that they are counted from. \[grid units\]
    phase: f64,
    /// Cells in x and y.
    pub(crate) num: [i32; 2],
    /// Cells along a side of a tile.
    pub(crate) tile: i32,
    /// Tiles in x and y.
    pub(crate) tiles: [i32; 2],
}

impl Lattice {
    /// The lattice over a model.
    pub(crate) fn new(soup: &Soup, options: &VoxelOptions) -> Result<Self, ExtractError> {
        check(options)?;
        let cell = options.cell.map(|cell| (cell * PER_METER / 2.0).round() as i64 * 2);
        let height = options.height * PER_METER;
        let floor = soup.origin[2] as f64;
        let mut lattice = Self {
            shift: [0, 1].map(|axis| soup.origin[axis].rem_euclid(cell[axis]) as i32),
            cell: cell.map(|cell| cell as f64),
            height,
            phase: if height > 0.0 { floor - (floor / height).floor() * height } else { 0.0 },
            num: [0; 2],
            tile: options.tile as i32,
            tiles: [0; 2],
        };
        let mut num_tiles = 1;
        for axis in 0..2 {
            let highest = soup.points.iter().map(|point| point[axis]).max().unwrap_or(0);
            // One more: a border at the end lies in a cell, too.
            let cells = (i64::from(highest) + i64::from(lattice.shift[axis])) / cell[axis] + 1;
            if cells as u64 > MOST_CELLS {
                return Err(ExtractError::TooManyVoxels { cells: cells as u64, most: MOST_CELLS });
            }
            lattice.num[axis] = cells as i32;
            lattice.tiles[axis] = (cells as i32 + lattice.tile - 1) / lattice.tile;
            num_tiles *= lattice.tiles[axis] as u64;
        }
        if num_tiles > MOST_TILES {
            let cells = lattice.num[0].max(lattice.num[1]) as u64;
            let times = num_tiles / MOST_TILES + 1;
            return Err(ExtractError::TooManyVoxels { cells, most: cells / times.isqrt().max(2) });
        }
        Ok(lattice)
    }

    /// How many tiles there are.
    pub(crate) fn num_tiles(&self) -> usize {
        self.tiles[0] as usize * self.tiles[1] as usize
    }

    /// The first and the last cell of a tile, in x and y; the last one is not part of it.
    pub(crate) fn tile_cells(&self, tile: usize) -> [[i32; 2]; 2] {
        let place = [tile as i32 % self.tiles[0], tile as i32 / self.tiles[0]];
        let low = place.map(|place| place * self.tile);
        [low, [0, 1].map(|axis| (low[axis] + self.tile).min(self.num[axis]))]
    }

    /// The tiles whose columns, or whose border of one cell, a range of grid units can touch along an axis.
    pub(crate) fn tiles_along(&self, axis: usize, low: i32, high: i32) -> std::ops::RangeInclusive<i32> {
        // One cell more on both sides: a wall between two columns belongs to both of them.
        let first = ((f64::from(low) / self.cell[axis]).floor() as i32 - 2).div_euclid(self.tile);
        let last = ((f64::from(high) / self.cell[axis]).floor() as i32 + 2).div_euclid(self.tile);
        first.max(0)..=last.min(self.tiles[axis] - 1)
    }

    /// The column through the center of a cell, in grid units.
    pub(crate) fn center(&self, axis: usize, cell: i32) -> f64 {
        (f64::from(cell) + 0.5) * self.cell[axis]
    }

    /// The first cell whose center is not before a place in grid units.
    pub(crate) fn first_center(&self, axis: usize, place: f64) -> i32 {
        (place / self.cell[axis] - 0.5).ceil() as i32
    }

    /// Half a line of the lattice, on the grid of the soup: even numbers are lines, odd ones are in the middle between two.
    pub(crate) fn half_line(&self, axis: usize, half: i32) -> i32 {
        half * (self.cell[axis] / 2.0) as i32 - self.shift[axis]
    }

    /// A height on the grid: that of the nearest voxel, if voxels have a height.
    pub(crate) fn level(&self, z: f64) -> i32 {
        if self.height > 0.0 {
            (((z + self.phase) / self.height).round() * self.height - self.phase).round() as i32
        } else {
            z.round() as i32
        }
    }
}

/// Refuses settings that mean nothing.
fn check(options: &VoxelOptions) -> Result<(), ExtractError> {
    let tile = f64::from(options.tile);
    for (setting, value, range, advice) in [
        ("the width of a voxel", options.cell[0], 0.001..=1000.0, "0.001 m to 1000 m are possible"),
        ("the depth of a voxel", options.cell[1], 0.001..=1000.0, "0.001 m to 1000 m are possible"),
        (
            "the height of a voxel",
            options.height,
            0.0..=1000.0,
            "0 m keeps heights as they are, and 1000 m is the most",
        ),
        ("the size of a tile", tile, 1.0..=4096.0, "1 to 4096 voxels are possible"),
        (
            "straightening",
            options.straighten,
            0.0..=4.0,
            "0 leaves outlines as they are, and 4 voxels are the most",
        ),
    ] {
        if !range.contains(&value) {
            return Err(ExtractError::Setting { setting, value, advice });
        }
    }
    Ok(())
}
