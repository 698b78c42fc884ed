//! Which obstacles may cover a place: a coarse grid of buckets, by layer.

use std::collections::BTreeMap;

use throng_voronoi::GridPoint;

use crate::change::obstacle::ObstacleId;

/// Width of a bucket is 2 to this power of grid units: about 13 m on the usual grid.
const SHIFT: u32 = 17;
/// A box over more buckets than this is asked about everywhere.
const MOST: i64 = 64;

/// Boxes of obstacles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Boxes {
    buckets: BTreeMap<(u32, i32, i32), Vec<(ObstacleId, u32)>>,
    /// Those that are too large for buckets, by layer.
    large: BTreeMap<u32, Vec<(ObstacleId, u32)>>,
}

impl Boxes {
    /// Enters the box of a part of an obstacle.
    pub(crate) fn insert(&mut self, layer: u32, bounds: [GridPoint; 2], item: (ObstacleId, u32)) {
        match buckets(layer, bounds) {
            Some(keys) => keys.for_each(|key| self.buckets.entry(key).or_default().push(item)),
            None => self.large.entry(layer).or_default().push(item),
        }
    }

    /// Takes a box out that was entered.
    pub(crate) fn remove(&mut self, layer: u32, bounds: [GridPoint; 2], item: (ObstacleId, u32)) {
        let Some(keys) = buckets(layer, bounds) else {
            self.large.entry(layer).or_default().retain(|other| *other != item);
            return;
        };
        for key in keys {
            if let Some(list) = self.buckets.get_mut(&key) {
                list.retain(|other| *other != item);
                if list.is_empty() {
                    self.buckets.remove(&key);
                }
            }
        }
    }

    /// The parts of obstacles whose boxes may contain a place.
    pub(crate) fn at(&self, layer: u32, at: GridPoint) -> impl Iterator<Item = (ObstacleId, u32)> + '_ {
        let near = self.buckets.get(&(layer, at.x >> SHIFT, at.y >> SHIFT));
        near.into_iter().chain(self.large.get(&layer)).flatten().copied()
    }
}

/// The buckets of a box; `None` if it is large.
fn buckets(layer: u32, [low, high]: [GridPoint; 2]) -> Option<impl Iterator<Item = (u32, i32, i32)>> {
    let [columns, rows] = [low.x >> SHIFT..=high.x >> SHIFT, low.y >> SHIFT..=high.y >> SHIFT];
    let count =
        |range: &std::ops::RangeInclusive<i32>| i64::from(*range.end()) - i64::from(*range.start()) + 1;
    (count(&columns) * count(&rows) <= MOST)
        .then(|| columns.flat_map(move |column| rows.clone().map(move |row| (layer, column, row))))
}
