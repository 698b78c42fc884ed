//! Which floors of a model could be treads of stairs, by their shape.
//!
//! A tread need not be flat to the unit, and then it is several facets that go on in each other. Together they must be narrow.
//!
//! 1. From each floor with a rise beside it that is narrow and has no group yet, gather narrow neighbors over shared edges. A group that gets large
//!    is no tread, and its floors are left out.
//! 2. Groups that are not narrow as a whole are left out, too: landings are wider than treads, and so is a terrain of small triangles.
//!
//! Cost: linear in the floors beside rises and their outlines.

use super::boxes::around;
use super::facets::Facets;
use super::flat::{Spot, distance_sq, turn};
use super::soup::{NONE, Soup};

/// Treads are narrower than this: those of winding stairs are a meter deep at their wide ends, and landings are as deep as stairs are wide. \[units\]
const DEEPEST: f64 = 12_000.0;

/// Treads are of no more facets than this.
const MANY: usize = 32;

/// Outlines with more edges than this are no treads, unless it is plain that they are narrow: each edge is compared with all.
const LONG: usize = 128;

/// The tread that each facet may be a part of, or [`NONE`]; and how many there are. Only those beside rises are looked at.
pub(crate) fn possible_treads(soup: &Soup, facets: &Facets, rises: &[[u32; 2]]) -> (Vec<u32>, usize) {
    let mut tread_of = vec![NONE; facets.facets.len()];
    let mut seen = vec![false; facets.facets.len()];
    let mut count = 0;
    for &first in rises.iter().flatten() {
        if seen.get(first as usize) != Some(&false) {
            continue;
        }
        // Step 1.
        seen[first as usize] = true;
        let mut outline = edges(soup, facets, first);
        if !is_narrow(&outline) {
            continue;
        }
        let mut group = vec![first];
        let mut next = 0;
        while next < group.len() {
            for other in neighbors(soup, facets, group[next]) {
                let around = edges(soup, facets, other);
                if !seen[other as usize] && is_narrow(&around) {
                    seen[other as usize] = true;
                    group.push(other);
                    outline.extend(around);
                }
            }
            next += 1;
        }
        // Step 2.
        if group.len() <= MANY && is_narrow(&outline) {
            group.iter().for_each(|&facet| tread_of[facet as usize] = count);
            count += 1;
        }
    }
    (tread_of, count as usize)
}

/// Facets that go on where one ends.
fn neighbors(soup: &Soup, facets: &Facets, facet: u32) -> Vec<u32> {
    let across = facets.triangles_of(facet).iter().flat_map(|&t| soup.across[t as usize]);
    let others = across.filter(|&t| t != NONE).map(|t| facets.facet_of[t as usize]);
    others.filter(|&other| other != NONE && other != facet).collect()
}

/// The outline of a facet, seen from above.
fn edges(soup: &Soup, facets: &Facets, facet: u32) -> Vec<[Spot; 2]> {
    let spot = |point: u32| {
        let [x, y, _] = soup.points[point as usize];
        [x, y]
    };
    facets.outline(soup, facet).into_iter().map(|ends| ends.map(spot)).collect()
}

/// Whether what is in an outline is narrow. Its least width is across one of its edges, or it is narrower than it seems.
fn is_narrow(outline: &[[Spot; 2]]) -> bool {
    let across = |[a, b]: [Spot; 2]| {
        let offs = outline.iter().flatten().map(|&at| turn(a, b, at));
        let (low, high) = offs.fold((i64::MAX, i64::MIN), |(low, high), off| (low.min(off), high.max(off)));
        (high - low) as f64 / (distance_sq(a, b) as f64).sqrt()
    };
    let bounds = around(outline.iter().flatten().map(|&[x, y]| [x, y, 0]));
    let width = |k: usize| f64::from(bounds[1][k]) - f64::from(bounds[0][k]);
    width(0).min(width(1)) < DEEPEST
        || (outline.len() <= LONG && outline.iter().any(|&edge| edge[0] != edge[1] && across(edge) < DEEPEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn treads_are_narrow() {
        let ring = |corners: &[Spot]| -> Vec<[Spot; 2]> {
            (0..corners.len()).map(|k| [corners[k], corners[(k + 1) % corners.len()]]).collect()
        };
        assert!(is_narrow(&ring(&[[0, 0], [3000, 0], [3000, 20000], [0, 20000]])), "a tread");
        assert!(is_narrow(&ring(&[[0, 0], [20000, 20000], [18000, 22000], [-2000, 2000]])), "one across");
        assert!(!is_narrow(&ring(&[[0, 0], [12000, 0], [12000, 25000], [0, 25000]])), "a landing");
    }
}
