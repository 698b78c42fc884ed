//! A diagram against the oracle: the same vertices at the same places, with the same sites.

use super::{Scene, Vertex, norm, sub};
use crate::build::Built;
use crate::diagram::Diagram;
use crate::sample::{Segment, indexed};
use crate::site::Site;

/// Distances of the oracle's sites that differ by more than this are a near miss, not rounding. In grid units.
const ROUNDING: f64 = 1e-11;

/// Vertices of the diagram and of the oracle differ by less than this. In grid units.
const NEAR: f64 = 1e-6;

/// Vertices of the diagram nearer to each other than this may be one to the oracle. In grid units.
const CLOSE: f64 = 1e-4;

/// What a comparison found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Both have the same vertices: this many.
    Same(usize),
    /// The oracle cannot tell a near miss from a hit here.
    Unclear,
    /// They differ, or the diagram could not be built or breaks an invariant.
    Different(String),
}

/// Builds the diagram of the segments and compares its vertices with those of the oracle, in both directions.
pub fn compare(segments: &[Segment]) -> Verdict {
    let (points, pairs) = indexed(segments);
    let ends: Vec<[u32; 2]> = pairs.iter().map(|pair| pair.map(|end| end as u32)).collect();
    let built = match Diagram::build(&points, &ends) {
        Ok(built) => built,
        Err(error) => return Verdict::Different(format!("not built: {error}")),
    };
    if let Err(violation) = built.diagram.check_all() {
        return Verdict::Different(format!("violation: {violation}"));
    }
    Scene { points: &points, segments: &pairs }.compare(&built)
}

impl Scene<'_> {
    /// Compares the vertices with those of a diagram that was built of the same points and segments, each there once.
    fn compare(&self, built: &Built) -> Verdict {
        let expected = self.vertices();
        let found: Vec<_> = built.diagram.vertices().collect();
        let places: Vec<[f64; 2]> = found.iter().map(|v| v.position()).collect();
        let close = |i: usize| places[..i].iter().any(|&q| norm(sub(places[i], q)) < CLOSE);
        if expected.iter().any(|v| v.spread > ROUNDING) || (0..places.len()).any(close) {
            return Verdict::Unclear;
        }
        for vertex in &expected {
            let near = |v: &&crate::view::Vertex<'_>| norm(sub(v.position(), vertex.at)) < NEAR;
            let matches: Vec<_> = found.iter().filter(near).collect();
            let [one] = matches[..] else {
                return Verdict::Different(format!("{} vertices instead of one: {vertex:?}", matches.len()));
            };
            let mut sites: Vec<Site> = one.sites().collect();
            sites.sort();
            if sites != self.sites_of(vertex, built) || (one.clearance() - vertex.radius).abs() > NEAR {
                return Verdict::Different(format!("{one:?} instead of {vertex:?}"));
            }
        }
        // Within reach, the places at its very border aside: rounding decides those.
        let beyond = found.iter().filter(|v| self.reach(v.position()) < 1.0 - NEAR);
        for vertex in beyond {
            if !expected.iter().any(|v| norm(sub(v.at, vertex.position())) < NEAR) {
                return Verdict::Different(format!("the oracle does not know {vertex:?}"));
            }
        }
        Verdict::Same(expected.len())
    }

    /// The sites of a vertex by their ids in the diagram, sorted.
    fn sites_of(&self, vertex: &Vertex, built: &Built) -> Vec<Site> {
        let id = |site: &Site| match site {
            Site::Point(p) => Site::Point(built.points[p.index()]),
            Site::Segment(s) => Site::Segment(built.segments[s.index()].expect("it has a length")),
        };
        let mut sites: Vec<Site> = vertex.sites.iter().map(id).collect();
        sites.sort();
        sites
    }
}
