//! Rings inside each other are holes: from the closed paths of one shape to polygons.

use throng_mesh::Corner;

use crate::polygons::{Bounds, Polygon, twice_area};

/// Shapes with more paths are taken as paths that have nothing to do with each other: finding holes compares all pairs.
const MOST_PATHS: usize = 10_000;

/// Polygons by the even-odd rule, for rings that do not cross each other. All rings are on `line` of the file.
pub(crate) fn nest(mut rings: Vec<Vec<Corner>>, line: u32) -> Vec<Polygon> {
    let alone = |outer| Polygon { outer, holes: Vec::new(), lines: vec![vec![line]] };
    if rings.len() == 1 || rings.len() > MOST_PATHS {
        return rings.into_iter().map(alone).collect();
    }
    // Larger ones first, so that what is around a ring comes before it.
    rings.sort_by(|a, b| twice_area(b).abs().total_cmp(&twice_area(a).abs()));
    let boxes: Vec<Bounds> = rings.iter().map(|ring| Bounds::of(ring)).collect();
    let mut depths: Vec<usize> = Vec::with_capacity(rings.len());
    let mut polygons: Vec<Polygon> = Vec::new();
    // The polygon of each ring.
    let mut owners: Vec<usize> = Vec::with_capacity(rings.len());
    for index in 0..rings.len() {
        let around =
            |&other: &usize| boxes[other].contains(&boxes[index]) && is_inside(&rings[index], &rings[other]);
        // The smallest ring around it is the last.
        let parent = (0..index).rev().find(around);
        let depth = parent.map_or(0, |parent| depths[parent] + 1);
        depths.push(depth);
        match parent.filter(|_| depth % 2 == 1) {
            Some(parent) => {
                let owner = owners[parent];
                owners.push(owner);
                polygons[owner].holes.push(rings[index].clone());
                polygons[owner].lines.push(vec![line]);
            }
            None => {
                owners.push(polygons.len());
                polygons.push(alone(rings[index].clone()));
            }
        }
    }
    polygons
}

/// Whether a ring lies inside another; decided by the middle of its first edge, which is less often on a border than a corner.
fn is_inside(ring: &[Corner], other: &[Corner]) -> bool {
    let (Some(a), Some(b)) = (ring.first(), ring.get(1).or(ring.first())) else { return false };
    let [x, y] = [(a[0] + b[0]) * 0.5, (a[1] + b[1]) * 0.5];
    let next = other.iter().cycle().skip(1);
    let crossed = other
        .iter()
        .zip(next)
        .filter(|(a, b)| (a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]));
    crossed.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64, y: f64, side: f64) -> Vec<Corner> {
        vec![[x, y, 0.0], [x + side, y, 0.0], [x + side, y + side, 0.0], [x, y + side, 0.0]]
    }

    #[test]
    fn every_second_ring_is_a_hole() {
        let [a, b, c, d, e] = [
            square(0.0, 0.0, 9.0),
            square(1.0, 1.0, 5.0),
            square(2.0, 2.0, 3.0),
            square(7.0, 7.0, 1.0),
            square(20.0, 0.0, 1.0),
        ];
        let polygons = nest(vec![c.clone(), e.clone(), a.clone(), d.clone(), b.clone()], 4);
        let found: Vec<_> = polygons.into_iter().map(|polygon| (polygon.outer, polygon.holes)).collect();
        assert_eq!(found, [(a, vec![b, d]), (c, vec![]), (e, vec![])]);
    }
}
