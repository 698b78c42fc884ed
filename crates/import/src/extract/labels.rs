//! What floors are: stairs and ramps.
//!
//! A floor is a facet of the model here, whichever way its walkable part is found. What differs is where rises between floors are seen: along the
//! edges that pieces share (exact), or between columns (voxels).
//!
//! 1. A floor whose part of the model says that it is of stairs or of a ramp is that.
//! 2. A tread is a floor with rises between 2 cm and a step on two sides: from one other floor, and to another one.
//! 3. Two or more treads that follow each other, which is three rises, are stairs.
//!
//! Cost: O(n log n) in the rises, for sorting.

use super::boxes::{Bounds, around};
use super::fabric::Fabric;
use super::flat::Spot;
use super::sets::Sets;
use super::tolerance::TREAD;
use crate::model::{Model, Role};

/// The label of a region.
pub(crate) type Label = &'static str;

/// The labels of floors.
pub(crate) const LABELS: [Label; 2] = [STAIRS, RAMP];
const STAIRS: Label = "stairs";
const RAMP: Label = "ramp";

/// What parts of a surface are.
pub(crate) enum Labels {
    /// The label of each piece: a piece is the walkable part of one floor.
    Pieces(Vec<Option<Label>>),
    /// Pieces are of many floors. By piece.
    Floors(Vec<Labeled>),
}

/// A floor that has a label.
#[derive(Clone, Debug)]
pub(crate) struct Labeled {
    pub(crate) label: Label,
    /// A piece that it is a part of.
    pub(crate) piece: u32,
    /// Its outline seen from above, or a part of it. It may reach beyond the piece. \[units\]
    pub(crate) ring: Vec<Spot>,
}

impl Labeled {
    /// The box around it, seen from above: heights are 0.
    pub(crate) fn bounds(&self) -> Bounds {
        around(self.ring.iter().map(|&[x, y]| [x, y, 0]))
    }
}

/// The labels of floors, by their parts of the model and the rises between them: the lower and the upper floor, in any order and as often as they
/// were seen. Not every floor may be a tread.
pub(crate) fn labels_of(
    model: &Model,
    parts: &[u32],
    mut rises: Vec<[u32; 2]>,
    may_be_tread: impl Fn(u32) -> bool,
) -> Vec<Option<Label>> {
    // Step 1.
    let mut labels: Vec<Option<Label>> = parts
        .iter()
        .map(|&part| match model.parts.get(part as usize).map(|part| part.role) {
            Some(Role::Stairs) => Some(STAIRS),
            Some(Role::Ramp) => Some(RAMP),
            _ => None,
        })
        .collect();
    // Step 2.
    rises.sort_unstable();
    rises.dedup();
    let mut above = vec![0_u32; parts.len()];
    let mut below = vec![0_u32; parts.len()];
    for &[low, high] in &rises {
        // Two floors of which each is above the other somewhere do not follow each other.
        let count = if rises.binary_search(&[high, low]).is_ok() { 2 } else { 1 };
        above[low as usize] += count;
        below[high as usize] += count;
    }
    // Floors at the ends of stairs have many neighbors, or all on one side.
    let tread = |floor: u32| above[floor as usize] == 1 && below[floor as usize] == 1 && may_be_tread(floor);
    // Step 3.
    let mut sets = Sets::new(labels.len());
    for &[one, two] in &rises {
        if tread(one) && tread(two) {
            sets.unite(one, two);
        }
    }
    let (set_of, count) = sets.numbered();
    let mut treads = vec![0_u32; count];
    for floor in 0..labels.len() as u32 {
        treads[set_of[floor as usize] as usize] += u32::from(tread(floor));
    }
    for (floor, label) in (0..).zip(&mut labels) {
        if tread(floor) && treads[set_of[floor as usize] as usize] >= 2 {
            label.get_or_insert(STAIRS);
        }
    }
    labels
}

/// The rises between the pieces of a surface: the lower and the upper one.
pub(crate) fn rises_between_pieces(fabric: &Fabric) -> Vec<[u32; 2]> {
    let mut rises = Vec::new();
    for t in 0..fabric.triangles.len() as u32 {
        for k in 0..3 {
            let Some((other, j)) = fabric.slot_across(t, k) else { continue };
            let (one, two) = (fabric.pieces[t as usize], fabric.pieces[other as usize]);
            let rise = fabric.heights[other as usize][(j + 1) % 3] - fabric.heights[t as usize][k];
            let end = fabric.heights[other as usize][j] - fabric.heights[t as usize][(k + 1) % 3];
            // Where it falls, it rises from the other side.
            if one != two && rise.min(end) >= TREAD {
                rises.push([one, two]);
            }
        }
    }
    rises
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stairs(count: usize, rises: &[[u32; 2]]) -> Vec<usize> {
        let labels = labels_of(&Model::default(), &vec![0; count], rises.to_vec(), |_| true);
        (0..count).filter(|&floor| labels[floor] == Some(STAIRS)).collect()
    }

    #[test]
    fn three_rises_are_stairs() {
        assert_eq!(stairs(3, &[[0, 1], [1, 2]]), [0; 0], "two are none");
        assert_eq!(stairs(4, &[[0, 1], [1, 2], [2, 3]]), [1, 2]);
        assert_eq!(stairs(4, &[[2, 3], [0, 1], [2, 3], [1, 2], [0, 1]]), [1, 2], "in any order, repeated");
    }

    #[test]
    fn a_tread_has_two_neighbors() {
        assert_eq!(stairs(5, &[[0, 1], [1, 2], [2, 3], [1, 4]]), [0; 0], "something is beside the first");
        assert_eq!(stairs(6, &[[0, 1], [1, 2], [2, 3], [3, 4], [1, 5]]), [2, 3]);
    }

    #[test]
    fn a_floor_with_rises_up_or_down_only_is_no_tread() {
        assert_eq!(stairs(5, &[[0, 1], [1, 2], [2, 3], [0, 4]]), [1, 2], "a carpet is on the ground");
        assert_eq!(stairs(4, &[[0, 1], [1, 2], [2, 3], [2, 1]]), [0; 0], "two cross each other");
    }

    #[test]
    fn things_on_the_ground_are_no_stairs() {
        let rises: Vec<[u32; 2]> = (1..1000).map(|thing| [0, thing]).collect();
        assert_eq!(stairs(1000, &rises), [0; 0]);
    }
}
