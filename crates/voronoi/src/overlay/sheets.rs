//! Which layers a place is on: usually one, near a seam those that it joins.
//!
//! A node whose pixel a seam meets is one node for both layers of the seam, so that a seam bends alike on both. Which places are
//! shared depends on the seams alone, and these stay; so it never changes.

use super::hash::Map;
use crate::gate::Probe;
use crate::site::GridPoint;

/// The seams, and the sets of layers that they make.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheets {
    seams: Vec<([u32; 2], Probe)>,
    /// The seams of each layer.
    of_layer: Vec<Vec<u32>>,
    /// Sets of layers, by number.
    classes: Vec<Vec<u32>>,
    numbers: Map<Vec<u32>, u32>,
    /// The number of each set of one layer.
    single: Vec<u32>,
}

impl Sheets {
    /// Adds a seam.
    pub(super) fn add_seam(&mut self, layers: [u32; 2], from: GridPoint, to: GridPoint) {
        for layer in layers {
            let index = layer as usize;
            self.of_layer.resize(self.of_layer.len().max(index + 1), Vec::new());
            self.of_layer[index].push(self.seams.len() as u32);
        }
        self.seams.push((layers, Probe::new(from, to)));
    }

    /// The set of the layers that a grid point of a layer is on.
    pub(super) fn class_at(&mut self, at: GridPoint, layer: u32) -> u32 {
        let near = |layer: u32| {
            let seams = self.of_layer.get(layer as usize).map_or(&[][..], |seams| seams);
            seams.iter().map(|&seam| &self.seams[seam as usize]).filter(|(_, probe)| probe.meets(at))
        };
        if near(layer).next().is_none() {
            return self.single(layer);
        }
        let mut set = vec![layer];
        let mut k = 0;
        while k < set.len() {
            for (layers, _) in near(set[k]) {
                for &other in layers {
                    if !set.contains(&other) {
                        set.push(other);
                    }
                }
            }
            k += 1;
        }
        set.sort_unstable();
        self.number(set)
    }

    /// The layers of a set.
    pub(super) fn layers(&self, class: u32) -> &[u32] {
        &self.classes[class as usize]
    }

    fn single(&mut self, layer: u32) -> u32 {
        const UNKNOWN: u32 = u32::MAX;
        let index = layer as usize;
        if index >= self.single.len() {
            self.single.resize(index + 1, UNKNOWN);
        }
        if self.single[index] == UNKNOWN {
            self.single[index] = self.number(vec![layer]);
        }
        self.single[index]
    }

    fn number(&mut self, set: Vec<u32>) -> u32 {
        let next = self.classes.len() as u32;
        let number = *self.numbers.entry(set.clone()).or_insert(next);
        if number == next {
            self.classes.push(set);
        }
        number
    }
}
