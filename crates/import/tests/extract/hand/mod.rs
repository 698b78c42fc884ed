//! Models made by hand, with answers found by hand.

mod boxes;
mod floors;
mod heights;
mod stairs;
mod walls;

use throng_import::{ExtractOptions, Model};

use crate::maker::Maker;

/// A model with its answer.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) model: Model,
    pub(crate) options: ExtractOptions,
    /// Walkable area. \[m²\]
    pub(crate) area: f64,
    /// How far the area may be off: cuts are rounded to the grid, at most 0.05 mm along borders of at most 100 m here. \[m²\]
    pub(crate) slack: f64,
    /// Parts that hang together.
    pub(crate) components: usize,
    /// At most so many layers and connections, where that is worth saying.
    pub(crate) layers: Option<usize>,
    pub(crate) connections: Option<usize>,
}

impl Case {
    fn new(maker: Maker, area: f64, components: usize) -> Self {
        let options = ExtractOptions { min_area: 0.0, ..ExtractOptions::default() };
        Self { model: maker.done(), options, area, slack: 0.005, components, layers: None, connections: None }
    }

    fn at_most(self, layers: usize, connections: usize) -> Self {
        Self { layers: Some(layers), connections: Some(connections), ..self }
    }

    pub(crate) fn name(&self) -> &str {
        &self.model.name
    }
}

/// All of them. Their settings: slope 45 degrees, head room 1.8 m, step 0.35 m, nothing is too small.
pub(crate) fn all() -> Vec<Case> {
    [floors::all(), heights::all(), boxes::all(), walls::all(), stairs::all()].concat()
}

/// The one with this name.
pub(crate) fn named(name: &str) -> Case {
    all().into_iter().find(|case| case.name() == name).expect("there is such a case")
}

/// A floor of 10 m by 10 m at height 0.
fn floor(name: &str) -> Maker {
    Maker::new(name).part("floor").floor([0.0, 0.0], [10.0, 10.0], 0.0)
}
