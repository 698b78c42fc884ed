//! Convex hulls.

use crate::plane::{Point, turn};

/// Corners are at least this far apart. \[m\] Less than a thousandth of a grid unit.
const APART: f64 = 1.0 / (1u64 << 30) as f64;

/// The convex polygon around places, counter-clockwise. Sorts them, and may drop some.
pub(super) fn hull(places: &mut Vec<Point>) -> Vec<Point> {
    // Nearly equal places would make turns that rounding decides, and dents.
    // Adding zero makes a zero of those below zero, which would be sorted before it.
    places.iter_mut().for_each(|z| *z = z.map(|x| (x / APART).round() * APART + 0.0));
    drop_inner(places);
    places.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    places.dedup();
    if places.len() < 3 {
        return places.clone();
    }
    let mut hull: Vec<Point> = Vec::with_capacity(places.len());
    // The lower side from left to right, then the upper one back.
    for pass in 0..2 {
        let bottom = hull.len();
        let mut extend = |z: Point| {
            while hull.len() >= bottom + 2 && turn(hull[hull.len() - 2], hull[hull.len() - 1], z) <= 0.0 {
                hull.pop();
            }
            hull.push(z);
        };
        if pass == 0 {
            places.iter().for_each(|&z| extend(z));
        } else {
            places.iter().rev().for_each(|&z| extend(z));
        }
        hull.pop();
    }
    hull
}

/// Drops most of what is inside: inside of the places that are farthest out to eight sides.
fn drop_inner(places: &mut Vec<Point>) {
    const FEW: usize = 24;
    if places.len() < FEW {
        return;
    }
    let mut far = [places[0]; 8];
    let mut values = [f64::NEG_INFINITY; 8];
    for &z in places.iter() {
        let (sum, difference) = (z[0] + z[1], z[0] - z[1]);
        let reach = [-z[1], difference, z[0], sum, z[1], -difference, -z[0], -sum];
        for k in 0..8 {
            if reach[k] > values[k] {
                (values[k], far[k]) = (reach[k], z);
            }
        }
    }
    let inside = |z: Point| {
        (0..8).all(|k| {
            let (a, b) = (far[k], far[(k + 1) % 8]);
            a == b || turn(a, b, z) > 0.0
        })
    };
    places.retain(|&z| !inside(z));
}

#[cfg(test)]
mod tests {
    use super::*;
    use throng_voronoi::sample::Random;

    #[test]
    fn zeros_are_equal() {
        let mut places = vec![[-1e-17, 0.4], [0.0, 0.0], [0.3, -0.6], [0.0, -0.4], [0.3, 0.6]];
        assert_eq!(hull(&mut places).len(), 4, "one of the places at x = 0 is inside");
    }

    #[test]
    fn around_all_places_and_convex() {
        let mut random = Random::new(7);
        for count in [1, 2, 3, 5, 30, 200] {
            let coarse = |v: f64| (8.0 * v).round();
            let places: Vec<Point> =
                (0..count).map(|_| [coarse(random.unit()), coarse(random.unit())]).collect();
            let found = hull(&mut places.clone());
            assert!(found.iter().all(|z| places.contains(z)), "{found:?}");
            for k in 0..found.len() {
                let (a, b, c) = (found[k], found[(k + 1) % found.len()], found[(k + 2) % found.len()]);
                assert!(found.len() < 3 || turn(a, b, c) > 0.0, "{found:?}");
                assert!(found.len() < 3 || places.iter().all(|&z| turn(a, b, z) >= 0.0), "{found:?}");
            }
        }
    }
}
