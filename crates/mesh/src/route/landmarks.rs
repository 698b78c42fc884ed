//! Landmarks: bounds on how far it is between two crossings.
//!
//! Idea. If the way from a landmark to one place is long and to another one short, then the way between the two is at least as long as
//! the difference. Straight lines are shorter than ways around buildings, or up a ramp; this bound knows of both.
//!
//! 1. Take as the first landmark the crossing that is farthest from the first crossing, then always the one that is farthest from all
//!    landmarks: they come to lie at the rim of the place, behind the ends of most ways.
//! 2. Find the lengths of the shortest ways from each landmark to all crossings, whatever their width. Narrow ways that a disc cannot take only
//!    make its way longer.
//!
//! Cost: preparation O(k n log n), a bound O(k).
//! Degenerate: crossings that are not connected to a landmark learn nothing from it.
//! After: Goldberg and Harrelson 2005.

use crate::route::network::{Crossing, Way, ways_of};
use crate::route::queue::Queue;

/// How many landmarks there are.
const COUNT: usize = 8;

/// Lengths are kept as `f32`, which rounds by this part of them at most.
const ROUNDING: f32 = 1e-7;

/// For each crossing the lengths of the ways from all landmarks. \[m\]
#[derive(Clone, Debug)]
pub(crate) struct Landmarks {
    lengths: Vec<[f32; COUNT]>,
}

impl Landmarks {
    pub(crate) fn new(crossings: &[Crossing], ways: &[Way]) -> Self {
        let mut lengths = vec![[f32::INFINITY; COUNT]; crossings.len()];
        if crossings.is_empty() {
            return Self { lengths };
        }
        let mut queue = Queue::default();
        let mut from_one = search(crossings, ways, 0, &mut queue);
        // Step 1.
        let mut nearest = from_one.clone();
        for landmark in 0..COUNT {
            let mut farthest = 0;
            for (crossing, &length) in nearest.iter().enumerate() {
                if length.is_finite() && (length > nearest[farthest] || !nearest[farthest].is_finite()) {
                    farthest = crossing;
                }
            }
            // Step 2.
            from_one = search(crossings, ways, farthest as u32, &mut queue);
            for ((own, near), &length) in lengths.iter_mut().zip(&mut nearest).zip(&from_one) {
                own[landmark] = length as f32;
                *near = if landmark == 0 { length } else { near.min(length) };
            }
        }
        Self { lengths }
    }

    /// The way between two crossings is at least this long. \[m\]
    #[inline]
    pub(crate) fn bound(&self, a: u32, b: u32) -> f64 {
        let (a, b) = (&self.lengths[a as usize], &self.lengths[b as usize]);
        let mut most = 0.0f32;
        for (a, b) in a.iter().zip(b) {
            // Infinite ones give no number, and none is larger than that.
            let least = (a - b).abs() - ROUNDING * (a + b);
            most = if least > most { least } else { most };
        }
        f64::from(most)
    }

    /// Bytes held in memory.
    pub(crate) fn bytes(&self) -> usize {
        self.lengths.capacity() * size_of::<[f32; COUNT]>()
    }
}

/// Lengths of the shortest ways from a crossing to all others.
fn search(crossings: &[Crossing], ways: &[Way], from: u32, queue: &mut Queue) -> Vec<f64> {
    let mut lengths = vec![f64::INFINITY; crossings.len()];
    lengths[from as usize] = 0.0;
    queue.clear();
    queue.push(0.0, from);
    while let Some((length, crossing)) = queue.pop() {
        if length > lengths[crossing as usize] {
            continue;
        }
        for way in ways_of(crossings, ways, crossing) {
            let longer = length + way.length;
            if longer < lengths[way.to as usize] {
                lengths[way.to as usize] = longer;
                queue.push(longer, way.to);
            }
        }
    }
    lengths
}
