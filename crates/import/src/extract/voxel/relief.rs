//! Heights inside of patches: an outline alone says nothing of a hill, or of stairs between two walls.
//!
//! 1. Places on a coarse lattice are looked at. Places that belong to a coarser one, too, are also judged there.
//! 2. A height is kept if it is not in the middle between those of its neighbors on its lattice, to both sides: the surface
//!    bends there. Even slopes need nothing.
//!    Places close to an outline are left out: it moves when it is straightened, and must not move over them.
//! 3. On the coarsest lattice everything is kept that is not flat: slow bends are seen by their sum only.
//!
//! Cost: a few looks for every 64 columns.

use super::contour::Contours;
use super::floors::Floors;
use super::patches::Patches;
use super::raster::Columns;

/// Cells between the places that are looked at, at each scale.
const SCALES: [i32; 4] = [8, 16, 32, 64];
/// Bends below this are not kept. \[grid units\]
const BEND: i64 = 200;
/// At most so many heights are kept in a tile; the coarse ones come first.
const MOST: usize = 512;

/// Adds the heights inside of a tile's patches. `level` is the height of a voxel in grid units, and `margin` the cells that must be
/// free around a height.
pub(crate) fn add_relief(
    contours: &mut Contours,
    columns: &Columns,
    floors: &Floors,
    patches: &Patches,
    level: f64,
    margin: i32,
) {
    let bend = BEND + level.ceil() as i64;
    let mut ranges: Vec<[i32; 2]> = vec![[i32::MAX, i32::MIN]; patches.num as usize];
    for (&patch, &z) in patches.of_floor.iter().zip(&floors.z) {
        if let Some(range) = ranges.get_mut(patch as usize) {
            *range = [range[0].min(z), range[1].max(z)];
        }
    }
    let is_flat = |patch: u32| {
        let [low, high] = ranges[patch as usize].map(i64::from);
        high - low <= bend
    };
    if (0..patches.num).all(is_flat) {
        return;
    }
    let [low, size] = [columns.low, columns.size];
    // The height of a patch in a cell of the tile.
    let height = |cell: [i32; 2], patch: u32| {
        let is_inside = |axis: usize| cell[axis] > low[axis] && cell[axis] < low[axis] + size[axis] - 1;
        if !is_inside(0) || !is_inside(1) {
            return None;
        }
        let mut here = floors.of(columns.column(cell));
        here.find(|&floor| patches.of_floor[floor as usize] == patch)
            .map(|floor| i64::from(floors.z[floor as usize]))
    };
    let mut found: Vec<(i32, u32, [i32; 2], i32)> = Vec::new();
    let first = |axis: usize| (low[axis] + SCALES[0]).div_euclid(SCALES[0]) * SCALES[0];
    let mut y = first(1);
    while y < low[1] + size[1] - 1 {
        let mut x = first(0);
        while x < low[0] + size[0] - 1 {
            for floor in floors.of(columns.column([x, y])) {
                let patch = patches.of_floor[floor as usize];
                let z = floors.z[floor as usize];
                if is_flat(patch) {
                    continue;
                }
                if !is_inside(columns, floors, patches, [x, y], patch, margin) {
                    continue;
                }
                // 1.
                for (rank, scale) in SCALES.into_iter().enumerate().rev() {
                    if x % scale != 0 || y % scale != 0 {
                        continue;
                    }
                    // 2.
                    let bends = |offset: [i32; 2]| {
                        let before = height([x - offset[0], y - offset[1]], patch);
                        let after = height([x + offset[0], y + offset[1]], patch);
                        let (Some(before), Some(after)) = (before, after) else { return false };
                        (before + after - 2 * i64::from(z)).abs() > 2 * bend
                    };
                    // 3.
                    if rank + 1 == SCALES.len() || bends([scale, 0]) || bends([0, scale]) {
                        found.push((-scale, patch, [x, y], z));
                        break;
                    }
                }
            }
            x += SCALES[0];
        }
        y += SCALES[0];
    }
    found.sort_unstable();
    found.truncate(MOST);
    contours.inner.extend(found.into_iter().map(|(_, patch, cell, z)| (patch, cell, z)));
}

/// Whether all cells around a cell belong to its patch and are linked.
fn is_inside(
    columns: &Columns,
    floors: &Floors,
    patches: &Patches,
    cell: [i32; 2],
    patch: u32,
    margin: i32,
) -> bool {
    let fits = |axis: usize| {
        cell[axis] - margin > columns.low[axis]
            && cell[axis] + margin < columns.low[axis] + columns.size[axis] - 1
    };
    if !fits(0) || !fits(1) {
        return false;
    }
    let of_patch = |floor: u32| patches.of_floor.get(floor as usize) == Some(&patch);
    (cell[1] - margin..=cell[1] + margin).all(|y| {
        (cell[0] - margin..=cell[0] + margin).all(|x| {
            let floor = floors.of(columns.column([x, y])).find(|&floor| of_patch(floor));
            floor.is_some_and(|floor| floors.links[floor as usize].iter().all(|&other| of_patch(other)))
        })
    })
}
