//! Random numbers that are a function of a seed and a counter.
//!
//! The k-th number is the mixing function of SplitMix64 applied to `seed + k * G`, where G is the
//! odd number next to 2^64 over the golden ratio. Not for cryptography.
//! After: Steele, Lea & Flood, Fast splittable pseudorandom number generators, OOPSLA 2014,
//! doi:10.1145/2660193.2660195.

use crate::site::GridPoint;

/// A stream of random numbers: the same for the same seed, everywhere.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Self {
        // Mixed once, so that the streams of neighboring seeds are not shifts of one another.
        Self { state: mix(seed ^ 0x5bd1_e995_9d3c_a12f) }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A number in `0..n`, `n > 0`. Its bias is below `n / 2^64`.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// A number in `low..high`, `low < high`.
    pub fn range(&mut self, low: i32, high: i32) -> i32 {
        let width = (i64::from(high) - i64::from(low)) as usize;
        (i64::from(low) + self.below(width) as i64) as i32
    }

    /// A number in `0.0..1.0`, a multiple of 2^-53.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True once in `n` times on average.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A unit vector of any direction, all equally likely.
    pub fn direction(&mut self) -> [f64; 2] {
        // Reject what lies outside the disk; what lies near its center would lose digits.
        loop {
            let (x, y) = (2.0 * self.unit() - 1.0, 2.0 * self.unit() - 1.0);
            let norm_sq = x * x + y * y;
            if (0.01..=1.0).contains(&norm_sq) {
                let norm = norm_sq.sqrt();
                return [x / norm, y / norm];
            }
        }
    }

    /// A grid vector of about this length, of any direction.
    pub(super) fn vector(&mut self, length: f64) -> GridPoint {
        let [x, y] = self.direction();
        GridPoint::new((x * length).round() as i32, (y * length).round() as i32)
    }

    /// A grid point with both coordinates in `low..high`.
    pub(super) fn point(&mut self, low: i32, high: i32) -> GridPoint {
        let x = self.range(low, high);
        GridPoint::new(x, self.range(low, high))
    }

    /// The items in a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
