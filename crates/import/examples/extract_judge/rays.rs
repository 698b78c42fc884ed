//! Vertical lines through a model, compared with its extracted scene.
//!
//! Half of the lines are anywhere, half are a few units of the grid beside corners of the model. On each line the walkable heights of the
//! model, by the definition, must be those of the scene's layers, one for one.

use throng_import::{ExtractOptions, Model};
use throng_mesh::Scene;

use crate::ground::Ground;
use crate::plumb::{Plumb, UNITS};
use crate::random::Random;

/// How near to an edge the answers may differ. \[units\]
pub(crate) const MARGIN: f64 = 2.0;

/// How far heights may be off. \[units\]
const HEIGHT: f64 = 20.0;

/// What lines found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Floors that were met: what faces up and is not too steep.
    pub(crate) hits: usize,
    /// Walkable ones of them.
    pub(crate) walkable: usize,
    /// The walkable area, guessed from the lines that are anywhere. \[m²\]
    pub(crate) area: f64,
    /// Where model and scene differ, and how far from an edge, farthest first.
    pub(crate) differences: Vec<Difference>,
}

/// A place where model and scene differ.
#[derive(Debug)]
pub(crate) struct Difference {
    /// Distance to the nearest edge. \[units\]
    pub(crate) margin: f64,
    /// \[m\]
    pub(crate) at: [f64; 2],
    /// Heights that only the model has, and that only the scene has. \[m\]
    pub(crate) missing: Vec<f64>,
    pub(crate) extra: Vec<f64>,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { margin, at, missing, extra } = self;
        write!(
            f,
            "{margin:.2} units from an edge, at {at:?}, only the model has {missing:?} and only the scene {extra:?}"
        )
    }
}

pub(crate) fn shoot(
    model: &Model,
    options: &ExtractOptions,
    scene: &Scene,
    lines: usize,
    seed: u64,
) -> Found {
    let plumb = Plumb::new(model, options);
    let ground = Ground::new(scene);
    let mut random = Random(seed);
    let mut found = Found::default();
    let [low, high] = plumb.bounds();
    let size = [0, 1].map(|k| (high[k] - low[k]) as f64 / UNITS);
    let share = size[0] * size[1] / lines.div_ceil(2) as f64;
    for line in 0..lines {
        let place = if line % 2 == 0 {
            [0, 1].map(|k| low[k] + (random.unit() * (high[k] - low[k]) as f64) as i64)
        } else {
            let corner = plumb.corner(random.below(plumb.num_corners()));
            corner.map(|v| v + random.between(-5, 5))
        };
        let units = place.map(|v| v as f64);
        let met = plumb.meetings(units);
        found.hits += met.iter().filter(|m| plumb.is_floor(m)).count();
        let walkable = met.iter().filter(|m| plumb.is_walkable(&met, m));
        let mut missing: Vec<f64> = walkable.map(|m| m.height).collect();
        found.walkable += missing.len();
        found.area += if line % 2 == 0 { share * missing.len() as f64 } else { 0.0 };
        let mut extra = Vec::new();
        for (_, height) in ground.at(units.map(|v| v / UNITS)) {
            let height = height.map_or(f64::NAN, |z| z * UNITS);
            match missing.iter().position(|z| (z - height).abs() <= HEIGHT) {
                Some(same) => drop(missing.swap_remove(same)),
                None => extra.push(height / UNITS),
            }
        }
        if !missing.is_empty() || !extra.is_empty() {
            let missing = missing.iter().map(|z| z / UNITS).collect();
            let (margin, at) = (plumb.margin(units, &met), units.map(|v| v / UNITS));
            found.differences.push(Difference { margin, at, missing, extra });
        }
    }
    found.differences.sort_by(|a, b| b.margin.total_cmp(&a.margin));
    found
}
