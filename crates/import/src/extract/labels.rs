//! What floors are: stairs and ramps.
//!
//! A floor is a facet of the model here, whichever way its walkable part is found. What differs is where rises between floors are seen: along the
//! edges that pieces share (exact), or between columns (voxels).
//!
//! 1. A floor whose part of the model says that it is of stairs or of a ramp is that.
//! 2. A tread is a narrow floor ([`super::treads`]) with rises between 2 cm and a step: from another floor, and to a third one.
//! 3. Two or more treads that follow each other, which is three rises, are stairs.
//!
//! Cost: O(n log n) in the rises, for sorting.

use super::boxes::{Bounds, around};
use super::fabric::Fabric;
use super::flat::Spot;
use super::soup::NONE;
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
/// were seen. `tread_of` is which of so many treads each floor may be a part of, or [`NONE`].
pub(crate) fn labels_of(
    model: &Model,
    parts: &[u32],
    rises: &[[u32; 2]],
    (tread_of, count): (&[u32], usize),
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
    // Step 2. Other floors are numbered after treads.
    let tread = |floor: u32| tread_of.get(floor as usize).copied().filter(|&tread| tread != NONE);
    let number = |floor: u32| tread(floor).unwrap_or(count as u32 + floor);
    let mut rises: Vec<[u32; 2]> = rises.iter().map(|rise| rise.map(number)).collect();
    rises.sort_unstable();
    rises.dedup();
    // Two floors of which each is above the other somewhere do not follow each other.
    let follow = |&[low, high]: &[u32; 2]| rises.binary_search(&[high, low]).is_err();
    let rises: Vec<[u32; 2]> = rises.iter().copied().filter(follow).collect();
    let (mut has_above, mut has_below) = (vec![false; count], vec![false; count]);
    for &[low, high] in &rises {
        if let Some(has) = has_above.get_mut(low as usize) {
            *has = true;
        }
        if let Some(has) = has_below.get_mut(high as usize) {
            *has = true;
        }
    }
    let is_tread =
        |tread: u32| (tread as usize) < count && has_above[tread as usize] && has_below[tread as usize];
    // Step 3.
    let mut follows = vec![false; count];
    for &[low, high] in rises.iter().filter(|rise| rise.iter().all(|&tread| is_tread(tread))) {
        (follows[low as usize], follows[high as usize]) = (true, true);
    }
    for (floor, label) in (0..).zip(&mut labels) {
        if tread(floor).is_some_and(|tread| follows[tread as usize]) {
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
        let treads: Vec<u32> = (0..count as u32).collect();
        let labels = labels_of(&Model::default(), &vec![0; count], rises, (&treads, count));
        (0..count).filter(|&floor| labels[floor] == Some(STAIRS)).collect()
    }

    #[test]
    fn three_rises_are_stairs() {
        assert_eq!(stairs(3, &[[0, 1], [1, 2]]), [0; 0], "two are none");
        assert_eq!(stairs(4, &[[0, 1], [1, 2], [2, 3]]), [1, 2]);
        assert_eq!(stairs(4, &[[2, 3], [0, 1], [2, 3], [1, 2], [0, 1]]), [1, 2], "in any order, repeated");
    }

    #[test]
    fn things_beside_treads_do_not_matter() {
        assert_eq!(stairs(5, &[[0, 1], [1, 2], [2, 3], [1, 4]]), [1, 2], "a box stands on the first");
        assert_eq!(
            stairs(4, &[[0, 1], [1, 2], [0, 2], [2, 3]]),
            [1, 2],
            "the second can be stepped on from beside"
        );
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
