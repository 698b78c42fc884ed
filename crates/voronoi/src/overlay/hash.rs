//! A quick hash for keys of a few integers.

#![expect(
    clippy::disallowed_types,
    reason = "only looked up, and walked through by checks; the hash has no random seed"
)]

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map from small keys.
pub(super) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

/// Multiplies by an odd number and folds, for each integer of the key.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, value: u64) {
        let product = u128::from(self.0 ^ value ^ 0x243f_6a88_85a3_08d3) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    fn write_i32(&mut self, value: i32) {
        self.write_u64(u64::from(value as u32));
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }
}
