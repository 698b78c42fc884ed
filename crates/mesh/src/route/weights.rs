//! What it costs to walk in labeled regions.

use crate::route::refusal::NoRoute;

/// The weights of a profile: how many times a meter in a region counts, by the region's label.
///
/// Grass with weight 2.5 is worth a detour of two and a half times its length. Regions whose label is not listed, and places in no region, have
/// weight 1. An infinite weight closes regions: no route enters them, though it may go along their border.
///
/// A character is where its center is: that is in a region or not. Where regions of a layer overlap, the last one listed in the scene counts. On
/// a border between two weights the smaller one counts.
///
/// ```
/// use throng_mesh::Weights;
///
/// let weights = Weights::new().with("grass", 2.5).with("flowers", f64::INFINITY);
/// assert_eq!(weights.of("grass"), 2.5);
/// assert_eq!(weights.of("road"), 1.0);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    of: Vec<(String, f64)>,
}

impl Weights {
    /// Weight 1 everywhere.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with another weight for a label: more than 0, perhaps infinite. Whoever plans with a weight that makes no sense
    /// is told so.
    #[must_use]
    pub fn with(mut self, label: impl Into<String>, weight: f64) -> Self {
        let label = label.into();
        match self.of.iter_mut().find(|(known, _)| *known == label) {
            Some((_, known)) => *known = weight,
            None => self.of.push((label, weight)),
        }
        self
    }

    /// The weight of regions with this label.
    pub fn of(&self, label: &str) -> f64 {
        self.of.iter().find(|(known, _)| known == label).map_or(1.0, |&(_, weight)| weight)
    }

    /// Refuses weights that are not more than 0.
    pub(crate) fn check(&self) -> Result<(), NoRoute> {
        let bad = self.of.iter().find(|&&(_, weight)| weight <= 0.0 || weight.is_nan());
        bad.map_or(Ok(()), |&(_, value)| Err(NoRoute::BadWeight { value }))
    }
}
