//! Overlaps: how many characters are too near to each other, and how much.
//!
//! Sort everybody by layer, by rows as high as the largest character is wide, and by x. Who overlaps somebody is in the same row or in the
//! next one, and within the width of the largest character along it.

use throng_mesh::LayerId;

use super::frame::{Frame, Sample};
use super::series::Series;

/// Overlaps of characters over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlaps {
    pairs: Series,
    deepest: Series,
}

impl Overlaps {
    /// One more frame.
    pub fn add(&mut self, frame: &Frame) {
        let (count, deepest) = overlaps(&frame.samples);
        self.pairs.push(frame.time, f64::from(count));
        self.deepest.push(frame.time, deepest);
    }

    /// Pairs of characters on one layer that overlap, over time.
    pub fn pairs(&self) -> &Series {
        &self.pairs
    }

    /// By how much the worst pair overlaps, over time: radii less distance. \[m\]
    pub fn deepest(&self) -> &Series {
        &self.deepest
    }
}

/// How many pairs overlap, and the deepest overlap.
fn overlaps(samples: &[Sample]) -> (u32, f64) {
    let largest = samples.iter().fold(0.0, |most, sample| f64::max(most, f64::from(sample.radius)));
    let width = 2.0 * largest;
    let mut found = (0, 0.0);
    if width <= 0.0 || !width.is_finite() {
        return found;
    }
    let row = |sample: &Sample| (sample.at[1] / width).floor();
    let mut order: Vec<(LayerId, f64, &Sample)> =
        samples.iter().map(|sample| (sample.layer, row(sample), sample)).collect();
    let key = |a: &(LayerId, f64, &Sample), b: &(LayerId, f64, &Sample)| {
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.at[0].total_cmp(&b.2.at[0]))
    };
    order.sort_by(key);
    let mut check = |a: &Sample, b: &Sample| {
        let radii = f64::from(a.radius) + f64::from(b.radius);
        let square = crate::area::distance_sq(a.at, b.at);
        if square < radii * radii {
            found = (found.0 + 1, f64::max(found.1, radii - square.sqrt()));
        }
    };
    // The first one in the next row that may be near enough; it only moves on.
    let mut next = 0;
    for (index, &(layer, row, sample)) in order.iter().enumerate() {
        let right = sample.at[0] + width;
        let own = order[index + 1..].iter();
        own.take_while(|other| other.0 == layer && other.1 == row && other.2.at[0] < right)
            .for_each(|other| check(sample, other.2));
        let is_before = |other: &(LayerId, f64, &Sample)| {
            (other.0, other.1) < (layer, row + 1.0)
                || (other.0, other.1) == (layer, row + 1.0) && other.2.at[0] <= sample.at[0] - width
        };
        while order.get(next).is_some_and(is_before) {
            next += 1;
        }
        let above = order[next.min(order.len())..].iter();
        above
            .take_while(|other| other.0 == layer && other.1 == row + 1.0 && other.2.at[0] < right)
            .for_each(|other| check(sample, other.2));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::frame::sample::walkers;
    use super::*;

    #[test]
    fn as_all_pairs() {
        for seed in 0..60 {
            let size = if seed % 2 == 0 { [3.0, 8.0] } else { [9.0, 1.0] };
            let mut frame = walkers(seed, 40, 20, size).remove(19);
            for sample in &mut frame.samples {
                sample.layer = LayerId(sample.id.0 % 2);
                sample.at[1] -= 2.0;
            }
            let mut expected = (0, 0.0);
            for (k, a) in frame.samples.iter().enumerate() {
                for b in &frame.samples[..k] {
                    let distance = crate::area::distance_sq(a.at, b.at).sqrt();
                    let depth = f64::from(a.radius) + f64::from(b.radius) - distance;
                    if a.layer == b.layer && depth > 0.0 {
                        expected = (expected.0 + 1, f64::max(expected.1, depth));
                    }
                }
            }
            let (count, deepest) = overlaps(&frame.samples);
            assert_eq!(count, expected.0, "{seed}");
            assert!((deepest - expected.1).abs() < 1e-12, "{seed}");
        }
    }

    #[test]
    fn nobody_and_points() {
        assert_eq!(overlaps(&[]), (0, 0.0));
        let mut frame = walkers(1, 3, 9, [1.0, 1.0]).remove(8);
        frame.samples.iter_mut().for_each(|sample| sample.radius = 0.0);
        let mut measure = Overlaps::default();
        measure.add(&frame);
        assert_eq!((measure.pairs().values[0], measure.deepest().values[0]), (0.0, 0.0));
    }
}
