//! Tiles of 8 by 8 grid places, made as a search comes near.
//!
//! A search sees a small part of a large place, so tiles are found by a directory in the order of layers and places. Most questions are
//! about the tile of the question before. Memory of tiles is used again in the next search.

use std::collections::BTreeMap;
use std::ops::{Index, IndexMut};

use crate::route::weighted::lattice::{NONE, NodeId};
use crate::scene::LayerId;

/// Grid places along a side of a tile.
pub(crate) const TILE: i32 = 8;

/// The tiles that a search has seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tiles {
    tiles: Vec<Tile>,
    /// How many of them are in use.
    count: usize,
    last: usize,
    directory: BTreeMap<(u32, [i32; 2]), u32>,
}

/// What there is in a square of a layer.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    pub(crate) layer: LayerId,
    /// Where it is, in tiles.
    pub(crate) at: [i32; 2],
    pub(crate) grid: [NodeId; (TILE * TILE) as usize],
    /// All places that are not on the grid.
    pub(crate) others: Vec<NodeId>,
    /// Whether `others` is complete.
    pub(crate) is_filled: bool,
}

impl Tiles {
    /// Starts anew.
    pub(crate) fn clear(&mut self) {
        self.directory.clear();
        self.count = 0;
    }

    /// The index of the tile at a place of a layer.
    pub(crate) fn at(&mut self, layer: LayerId, at: [i32; 2]) -> usize {
        if self.last < self.count && (self.tiles[self.last].layer, self.tiles[self.last].at) == (layer, at) {
            return self.last;
        }
        let next = self.count;
        self.last = *self.directory.entry((layer.0, at)).or_insert(next as u32) as usize;
        if self.last == next {
            self.count += 1;
            if let Some(tile) = self.tiles.get_mut(next) {
                (tile.layer, tile.at, tile.is_filled) = (layer, at, false);
                tile.grid.fill(NONE);
                tile.others.clear();
            } else {
                let grid = [NONE; (TILE * TILE) as usize];
                self.tiles.push(Tile { layer, at, grid, others: Vec::new(), is_filled: false });
            }
        }
        self.last
    }
}

impl Index<usize> for Tiles {
    type Output = Tile;

    fn index(&self, index: usize) -> &Tile {
        &self.tiles[index]
    }
}

impl IndexMut<usize> for Tiles {
    fn index_mut(&mut self, index: usize) -> &mut Tile {
        &mut self.tiles[index]
    }
}
