//! Whether two diagrams are the same, whatever their ids and however they were made.
//!
//! 1. Name sites by coordinates: a point by its own, a segment by its ends and the side that is meant.
//! 2. Where more than three sites have a common circle the dual may be cut into triangles in several ways. So join
//!    faces with equal centers across an arc (exactly equal, hence arcs of length zero) to clusters.
//! 3. A cluster is the set of its sites and its position. The diagrams are the same if their clusters pair up:
//!    equal sites, and positions as near as their error bounds and [`TOLERANCE`] say.
//!
//! Cost: O(n log n).
//! Degenerate: the same sites may have two circles (a pillar between two walls); they are told apart by position.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::diagram::{Diagram, Face};
use crate::id::PointId;
use crate::insert::InsertError;
use crate::predicate::{Counts, compare_centers};
use crate::sign::Sign;
use crate::site::{Code, GridPoint, NONE, Vector};

/// How far apart positions of the same vertex may be, beside the bounds of their errors, in grid units.
const TOLERANCE: f64 = 1e-6;

/// How two diagrams differ.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum Difference {
    /// A vertex of one diagram that the other lacks.
    #[error("only the {0} diagram has a vertex at ({1}, {2}) with the sites {3}")]
    Vertex(&'static str, f64, f64, String),
    /// The same sites meet at different places.
    #[error("the sites {0} meet at {1:?} and at {2:?}")]
    Position(String, Vec<[f64; 2]>, Vec<[f64; 2]>),
    /// Different numbers of sites.
    #[error("{0:?} and {1:?} points and segments")]
    Sites([usize; 2], [usize; 2]),
}

/// A site by coordinates; the last number is the side of a segment seen from its lesser end, 0 for a point.
type Name = (GridPoint, GridPoint, u8);

/// A position and how far off it may be.
type Place = ([f64; 2], f64);

impl Diagram {
    /// Whether this diagram has the same vertices as another, with the same sites at the same places.
    ///
    /// # Errors
    /// A difference, if there is one.
    pub fn same_as(&self, other: &Self) -> Result<(), Difference> {
        let sizes = [self, other].map(|diagram| [diagram.num_points(), diagram.num_segments()]);
        if sizes[0] != sizes[1] {
            return Err(Difference::Sites(sizes[0], sizes[1]));
        }
        let (mine, theirs) = (self.clusters(), other.clusters());
        for (one, two, which) in [(&mine, &theirs, "first"), (&theirs, &mine, "second")] {
            if let Some((names, places)) = one.iter().find(|(names, _)| !two.contains_key(*names)) {
                let [x, y] = places[0].0;
                return Err(Difference::Vertex(which, x, y, format!("{names:?}")));
            }
        }
        for ((names, one), two) in mine.iter().zip(theirs.values()) {
            if !pair_up(one, two) {
                let places = |list: &[Place]| list.iter().map(|place| place.0).collect();
                return Err(Difference::Position(format!("{names:?}"), places(one), places(two)));
            }
        }
        Ok(())
    }

    /// The diagram of the same sites, built from nothing. For a diagram in the plane.
    ///
    /// # Errors
    /// If sites meet; then this diagram is broken.
    pub fn rebuilt(&self) -> Result<Self, InsertError> {
        let points = self.sites.points.iter().enumerate().filter(|(i, _)| self.has_point(PointId(*i as u32)));
        let segments = self.sites.segments.iter().filter(|s| s.anchor != NONE);
        let all: Vec<[GridPoint; 2]> =
            points.map(|(_, p)| [p.at; 2]).chain(segments.map(|s| [s.from, s.to()])).collect();
        Self::of_segments(&all).map(|built| built.diagram)
    }

    /// Step 2, and the first half of step 3.
    fn clusters(&self) -> BTreeMap<Vec<Name>, Vec<Place>> {
        let mut clusters: BTreeMap<Vec<Name>, Vec<Place>> = BTreeMap::new();
        let mut seen = vec![false; self.faces.len()];
        let mut counts = Counts::default();
        let mut stack = Vec::new();
        for start in self.used_faces() {
            if std::mem::replace(&mut seen[start as usize], true) {
                continue;
            }
            let mut names: Vec<Name> = Vec::new();
            let mut best = &self.faces[start as usize];
            stack.push(start);
            while let Some(f) = stack.pop() {
                let face = &self.faces[f as usize];
                names.extend(face.c.map(|code| self.name(code)));
                if face.e < best.e {
                    best = face;
                }
                for n in face.n {
                    let other = self.face_of(n);
                    let g = (n >> 2) as usize;
                    if !seen[g] && !other.is_outer() && self.same_center(face, other, &mut counts) {
                        seen[g] = true;
                        stack.push(g as u32);
                    }
                }
            }
            names.sort_unstable();
            names.dedup();
            clusters.entry(names).or_default().push(([best.x, best.y], f64::from(best.e)));
        }
        clusters
    }

    fn same_center(&self, f: &Face, g: &Face, counts: &mut Counts) -> bool {
        [Vector { x: 1, y: 0 }, Vector { x: 0, y: 1 }]
            .into_iter()
            .all(|u| compare_centers(&self.sites, counts, f, g, u) == Sign::Zero)
    }

    /// Step 1.
    fn name(&self, code: Code) -> Name {
        if code.is_point() {
            let at = self.sites.at(code);
            return (at, at, 0);
        }
        let s = self.sites.seg(code);
        let (a, b) = (s.from, s.to());
        let right = code.is_right() != (b < a);
        (a.min(b), a.max(b), 1 + u8::from(right))
    }
}

/// Whether each place of one list is near one of the other.
fn pair_up(one: &[Place], two: &[Place]) -> bool {
    let near = |&(p, e): &Place, &(q, f): &Place| {
        let allowed = TOLERANCE + e + f;
        (p[0] - q[0]).abs() <= allowed && (p[1] - q[1]).abs() <= allowed
    };
    let mut left: Vec<&Place> = two.iter().collect();
    one.len() == two.len()
        && one.iter().all(|p| {
            let found = left.iter().position(|q| near(p, q));
            found.map(|i| left.swap_remove(i)).is_some()
        })
}

#[cfg(test)]
mod tests {
    use crate::{Diagram, sample};

    /// Building, inserting one by one, in any order and direction: the same diagram.
    #[test]
    fn the_way_does_not_matter() {
        for seed in 0..600 {
            let coords = [6, 8, 16, 1000][seed as usize % 4];
            let mut segments = sample::small(seed, coords, 10);
            let built = Diagram::of_segments(&segments).expect("disjoint").diagram;
            sample::Random::new(seed).shuffle(&mut segments);
            let mut grown = Diagram::new();
            for [a, b] in segments {
                let [p, q] = [b, a].map(|at| match grown.insert_point(at, None) {
                    Ok((p, _)) | Err(crate::InsertError::PointExists(p)) => p,
                    Err(error) => panic!("{error}"),
                });
                if p != q {
                    grown.insert_segment(p, q).expect("disjoint");
                }
            }
            if let Err(difference) = built.same_as(&grown) {
                panic!("seed {seed}: {difference}");
            }
        }
    }

    #[test]
    fn another_diagram_is_another() {
        let segments = sample::small(7, 8, 10);
        let built = Diagram::of_segments(&segments).expect("disjoint").diagram;
        let mut other = built.clone();
        other.insert_point(crate::GridPoint::new(100, 100), None).expect("there is room");
        assert!(built.same_as(&other).is_err(), "a point more");
        let shifted = Diagram::of_segments(&sample::shift(&segments, 1, 0)).expect("disjoint").diagram;
        assert!(built.same_as(&shifted).is_err(), "one unit off");
    }
}
