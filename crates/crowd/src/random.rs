//! Random numbers out of a counter: the same for the same seed, character and step, whoever asks and in whatever order.
//!
//! A number is a hash of its key. The mixing is that of SplitMix64 (Steele, Lea, Flood 2014), applied to each word of the key in turn.

/// A stream of random numbers that belongs to a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random {
    key: u64,
    count: u64,
}

/// What random numbers are for: streams of different purposes have nothing to do with each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Properties of a character: speed, radius, and the like.
    Properties,
    /// Where and when characters appear.
    Source,
    /// What a character does next.
    Decision,
    /// How long something takes: waiting, being served.
    Duration,
    /// Small disturbances of a movement.
    Noise,
    /// A parameter of which each character has its own value, drawn when it is asked for.
    Parameter,
}

impl Random {
    /// The stream of a character (or of whatever is counted) at a step.
    #[inline]
    pub fn new(seed: u64, purpose: Purpose, who: u32, step: u64) -> Self {
        let key = mix(seed ^ mix(purpose as u64 + 1));
        Self { key: mix(mix(key ^ u64::from(who)) ^ step.wrapping_mul(GOLDEN)), count: 0 }
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.count += 1;
        mix(self.key.wrapping_add(self.count.wrapping_mul(GOLDEN)))
    }

    /// The next number from 0 up to, but not including, 1.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// The next whole number below a bound, which is at least 1.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u32
    }
}

/// 2⁶⁴ over the golden ratio, made odd.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

#[inline]
fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(GOLDEN);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_make_streams_apart() {
        let mut seen = std::collections::BTreeSet::new();
        for purpose in [
            Purpose::Properties,
            Purpose::Source,
            Purpose::Decision,
            Purpose::Duration,
            Purpose::Noise,
            Purpose::Parameter,
        ] {
            for who in 0..20 {
                for step in 0..20 {
                    let mut random = Random::new(7, purpose, who, step);
                    assert!((0..5).all(|_| seen.insert(random.bits())), "{purpose:?} {who} {step}");
                }
            }
        }
    }

    #[test]
    fn evenly_spread() {
        let mut counts = [0; 10];
        for who in 0..100_000 {
            let mut random = Random::new(1, Purpose::Noise, who, 3);
            counts[(random.unit() * 10.0) as usize] += 1;
            assert!(random.below(3) < 3, "{who}");
        }
        // Five standard deviations of a count are 474.
        assert!(counts.iter().all(|&count| (9_526..10_474).contains(&count)), "{counts:?}");
    }
}
