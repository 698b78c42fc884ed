//! Where the columns of voxels are: a lattice of cells over the model, cut into tiles.

use super::super::{ExtractError, VoxelOptions};

/// Grid units in a meter.
pub(crate) const UNITS: f64 = 10_000.0;
/// Columns in each direction, at most: their numbers and all sums of them stay far inside of `i32`.
const MOST_CELLS: u64 = 1 << 24;
/// Tiles, at most: each costs a few bytes, even if nothing is there.
const MOST_TILES: u64 = 1 << 25;
/// A model may be this wide, so that grid units fit into `i32` with room for differences. \[m\]
const MOST_METERS: f64 = 100_000.0;

/// A lattice of cells, each as large as a voxel seen from above. Cell (i, j) reaches from line i to line i + 1 in x, and
/// from line j to line j + 1 in y; its column is the vertical line through its center.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lattice {
    /// Where line 0 is. A multiple of the cell, so that a model that grows does not move the lattice. \[m\]
    pub(crate) origin: [f64; 2],
    /// Width of a cell in x and y: a whole and even number, so that lines and the middles between them are on the grid.
    /// \[grid units\]
    pub(crate) cell: [f64; 2],
    /// Height of a voxel, or 0 for none. \[grid units\]
    pub(crate) height: f64,
    /// Cells in x and y.
    pub(crate) num: [i32; 2],
    /// Cells along a side of a tile.
    pub(crate) tile: i32,
    /// Tiles in x and y.
    pub(crate) tiles: [i32; 2],
}

impl Lattice {
    /// The lattice over a box in meters.
    pub(crate) fn new(low: [f64; 3], high: [f64; 3], options: &VoxelOptions) -> Result<Self, ExtractError> {
        for (setting, value) in
            [("the width of a voxel", options.cell[0]), ("the depth of a voxel", options.cell[1])]
        {
            if !(value >= 0.001 && value <= 1000.0) {
                let advice = "between 0.001 m and 1000 m are possible";
                return Err(ExtractError::Setting { setting, value, advice });
            }
        }
        if !(options.height >= 0.0 && options.height <= 1000.0) {
            let advice = "0 keeps heights as they are, and at most 1000 m are possible";
            return Err(ExtractError::Setting {
                setting: "the height of a voxel",
                value: options.height,
                advice,
            });
        }
        if options.tile == 0 || options.tile > 4096 {
            let advice = "1 to 4096 voxels are possible";
            return Err(ExtractError::Setting {
                setting: "the size of a tile",
                value: f64::from(options.tile),
                advice,
            });
        }
        if !(options.straighten >= 0.0 && options.straighten <= 4.0) {
            let advice = "0 leaves outlines as they are, and at most 4 cells are possible";
            return Err(ExtractError::Setting {
                setting: "straightening",
                value: options.straighten,
                advice,
            });
        }
        let size = (0..3).map(|axis| high[axis] - low[axis]).fold(0.0, f64::max);
        let far = low[2].abs().max(high[2].abs());
        if size > MOST_METERS || far > MOST_METERS {
            return Err(ExtractError::TooLarge { size: size.max(far), most: MOST_METERS });
        }
        let mut lattice = Self {
            origin: [0.0; 2],
            cell: options.cell.map(|cell| (cell * UNITS / 2.0).round() * 2.0),
            height: options.height * UNITS,
            num: [0; 2],
            tile: options.tile as i32,
            tiles: [0; 2],
        };
        let mut num_tiles = 1;
        for axis in 0..2 {
            let cell = lattice.cell[axis] / UNITS;
            lattice.origin[axis] = (low[axis] / cell).floor() * cell;
            let cells = ((high[axis] - lattice.origin[axis]) / cell).ceil().max(1.0) as u64 + 1;
            if cells > MOST_CELLS {
                return Err(ExtractError::TooManyVoxels { cells, most: MOST_CELLS });
            }
            lattice.num[axis] = cells as i32;
            lattice.tiles[axis] = (cells as i32 + lattice.tile - 1) / lattice.tile;
            num_tiles *= lattice.tiles[axis] as u64;
        }
        if num_tiles > MOST_TILES {
            let cells = lattice.num[0].max(lattice.num[1]) as u64;
            let side = num_tiles / MOST_TILES + 1;
            return Err(ExtractError::TooManyVoxels { cells, most: cells / side.isqrt().max(2) });
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

    /// Half a line of the lattice on the grid: even numbers are lines, odd ones are in the middle between two.
    pub(crate) fn half_line(&self, axis: usize, half: i32) -> i32 {
        half * (self.cell[axis] / 2.0) as i32
    }

    /// A height on the grid: that of the nearest voxel, if voxels have a height.
    pub(crate) fn level(&self, z: f64) -> i32 {
        if self.height > 0.0 {
            ((z / self.height).round() * self.height).round() as i32
        } else {
            z.round() as i32
        }
    }
}
