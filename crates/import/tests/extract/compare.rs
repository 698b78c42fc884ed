//! The rational oracle and an extracted scene, compared at many places.
//!
//! At a place the oracle has some walkable heights. The scene must have as many layers that are walkable there, at the same heights. Places
//! nearer to an edge than two units of the grid are passed over.

use throng_mesh::Scene;

use crate::ground::Ground;
use crate::random::Random;
use crate::rational::{Oracle, UNITS};

/// How near to an edge the answers may differ. \[units\]
pub(crate) const MARGIN: f64 = 2.0;

/// How far heights may be off. \[m\]
const HEIGHT: f64 = 2e-3;

/// What a comparison found.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    /// Places that were compared.
    pub(crate) places: usize,
    /// Walkable heights that the oracle found there.
    pub(crate) walkable: usize,
    /// Where they differ, one sentence each.
    pub(crate) differences: Vec<String>,
}

/// Compares at random places, and at corners and on edges of the model a little aside.
pub(crate) fn compare(oracle: &Oracle, scene: &Scene, seed: u64, random_places: usize) -> Comparison {
    let ground = Ground::new(scene);
    let mut found = Comparison::default();
    for at in places(oracle, seed, random_places) {
        if oracle.margin(at) <= MARGIN {
            continue;
        }
        found.places += 1;
        let expected = oracle.walkable(at);
        found.walkable += expected.len();
        let mut got: Vec<f64> = Vec::new();
        for (layer, height) in ground.at(at.map(|v| v as f64 / UNITS)) {
            match height {
                Some(height) => got.push(height),
                None => found.differences.push(format!("at {at:?} layer {layer} has no height")),
            }
        }
        got.sort_by(f64::total_cmp);
        let same =
            expected.len() == got.len() && expected.iter().zip(&got).all(|(e, g)| (e - g).abs() <= HEIGHT);
        if !same {
            let margin = oracle.margin(at);
            found.differences.push(format!(
                "at {at:?} the oracle walks at {expected:?} and the scene at {got:?}, {margin:.1} units from an edge"
            ));
        }
    }
    found
}

/// Grid points: random ones, and around corners and middles of edges.
fn places(oracle: &Oracle, seed: u64, random_places: usize) -> Vec<[i64; 2]> {
    let mut random = Random(seed);
    let [low, high] = oracle.bounds();
    let anywhere = |random: &mut Random| [0, 1].map(|k| random.between(low[k] - 100, high[k] + 100));
    let mut places: Vec<[i64; 2]> = (0..random_places).map(|_| anywhere(&mut random)).collect();
    for triangle in &oracle.triangles {
        for k in 0..3 {
            let [a, b] = [triangle.corners[k], triangle.corners[(k + 1) % 3]];
            let aside = |random: &mut Random| [0, 1].map(|_| random.between(-4, 4));
            let (s, t) = (aside(&mut random), aside(&mut random));
            places.push([a[0] + s[0], a[1] + s[1]]);
            places.push([(a[0] + b[0]) / 2 + t[0], (a[1] + b[1]) / 2 + t[1]]);
        }
    }
    places
}
