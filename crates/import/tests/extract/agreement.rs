//! The extractor and the oracles on random models: what is walkable, and what hangs together.

use throng_import::{ExtractError, Model};
use throng_mesh::{LayerId, Position};

use crate::compare::compare;
use crate::ground::Ground;
use crate::judged::{Judged, judged};
use crate::rational::{Oracle, UNITS};
use crate::slices::{Slices, Spot};
use crate::soups;

#[test]
fn blocks_agree_with_the_oracles() {
    let wrong: Vec<String> =
        (0..60).flat_map(|seed| differences("blocks", seed, &soups::blocks(seed), true)).collect();
    assert!(wrong.is_empty(), "{} mistakes:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn slopes_agree_with_the_oracles() {
    let wrong: Vec<String> =
        (0..60).flat_map(|seed| differences("slopes", seed, &soups::slopes(seed), false)).collect();
    assert!(wrong.is_empty(), "{} mistakes:\n{}", wrong.len(), wrong.join("\n"));
}

/// Everything that is wrong about one model. If slices see `all`, what does not hang together there must not hang together in the scene.
fn differences(kind: &str, seed: u64, model: &Model, all: bool) -> Vec<String> {
    let options = soups::options();
    let oracle = Oracle::new(model, &options);
    let judged = match judged(model, &options) {
        Ok(judged) => judged,
        Err(ExtractError::NothingWalkable { .. }) => return Vec::new(),
        Err(error) => return vec![format!("{kind} {seed}: {error}")],
    };
    let mut found = judged.faults.clone();
    let compared = compare(&oracle, &judged.extraction.scene, seed, 300);
    found.extend(compared.differences.into_iter().take(3));
    found.extend(apart(&oracle, &judged, all).into_iter().take(3));
    found.into_iter().map(|what| format!("{kind} {seed}: {what}")).collect()
}

/// Where slices and mesh differ about what hangs together.
fn apart(oracle: &Oracle, judged: &Judged, all: bool) -> Vec<String> {
    let Some(mesh) = &judged.mesh else { return Vec::new() };
    let ground = Ground::new(&judged.extraction.scene);
    let component = |spot: &Spot| {
        let place = spot.at.map(|v| v as f64 / UNITS);
        let layers = ground.at(place).into_iter();
        let near = |height: Option<f64>| height.is_some_and(|z| (z - spot.height / UNITS).abs() < 2e-3);
        let (layer, _) = layers.filter(|&(_, height)| near(height)).min_by_key(|&(layer, _)| layer)?;
        let cell = mesh.locate(Position::new(place, LayerId(layer as u32)), None)?;
        Some(mesh.cell(cell).edge().component())
    };
    let mut found = Vec::new();
    let mut first: Vec<(usize, Spot)> = Vec::new();
    for spots in Slices::new(oracle, 3, 12).components() {
        // Spots in small cells of the model are left to the comparison of places.
        let mut known = spots.iter().filter_map(|spot| Some((component(spot)?, *spot)));
        let Some((number, one)) = known.next() else { continue };
        if let Some((_, other)) = known.find(|&(other, _)| other != number) {
            found.push(format!("{one:?} and {other:?} hang together, but not in the mesh"));
        }
        if let Some((_, other)) = first.iter().find(|&&(other, _)| all && other == number) {
            found.push(format!("{one:?} and {other:?} hang together in the mesh only"));
        }
        first.push((number, one));
    }
    found
}
