//! Whether edges cross, exactly.
//!
//! Polygon booleans put crossings on the grid. What outlines share that cross by less than a unit is nothing then, and still it is floor above floor.

use rayon::prelude::*;

use super::boxes::{Bounds, Boxes, around};
use super::flat::{Spot, turn};

/// Whether an edge of the first ones crosses one of the second ones. Touching is not crossing.
pub(crate) fn cross(own: &[[Spot; 2]], theirs: &[[Spot; 2]]) -> bool {
    let bounds = |ends: &[Spot; 2]| around(ends.map(|[x, y]| [x, y, 0]));
    let boxed: Vec<Bounds> = theirs.iter().map(bounds).collect();
    let boxes = Boxes::new(&boxed);
    own.par_iter().any(|ends| {
        let mut found = false;
        boxes.overlapping(&bounds(ends), |other| found |= crosses(*ends, theirs[other as usize]));
        found
    })
}

fn crosses([a, b]: [Spot; 2], [c, d]: [Spot; 2]) -> bool {
    let opposite = |p: i64, q: i64| (p > 0 && q < 0) || (p < 0 && q > 0);
    opposite(turn(a, b, c), turn(a, b, d)) && opposite(turn(c, d, a), turn(c, d, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_that_only_touch_do_not_cross() {
        let one = [[[0, 0], [4, 0]]];
        assert!(cross(&one, &[[[9, 9], [8, 8]], [[1, -1], [2, 1]]]), "between two columns of the grid");
        assert!(!cross(&one, &[[[2, 0], [2, 5]]]), "an end on the other edge");
        assert!(!cross(&one, &[[[4, 0], [9, 1]]]), "a common end");
        assert!(!cross(&one, &[[[1, 0], [9, 0]]]), "along each other");
        assert!(!cross(&one, &[]), "nothing");
    }
}
