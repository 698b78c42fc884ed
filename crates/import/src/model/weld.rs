//! Corners at the same place become one.
//!
//! A table of our own: its order never shows, so it is the same on every run, and a million corners take a tenth of the time of a
//! tree.

/// Corners by place.
#[derive(Default)]
pub(super) struct Weld {
    /// Corners plus one, 0 where there is none. Invariant: at most half of it is used, and its length is a power of two.
    table: Vec<u32>,
}

impl Weld {
    /// The index of a corner, which is added if it is new. All of `vertices` were added here.
    pub(super) fn vertex(&mut self, at: [f64; 3], vertices: &mut Vec<[f64; 3]>) -> u32 {
        // Adding 0 makes 0 of -0, whose bits differ.
        let at = at.map(|coordinate| coordinate + 0.0);
        if 2 * (vertices.len() + 1) > self.table.len() {
            let length = (4 * vertices.len()).next_power_of_two().max(64);
            self.table = vec![0; length];
            for (index, &vertex) in vertices.iter().enumerate() {
                let slot = self.slot(vertex, vertices);
                // Two that are not numbers may be the same place; the first stays.
                if self.table[slot] == 0 {
                    self.table[slot] = index as u32 + 1;
                }
            }
        }
        let slot = self.slot(at, vertices);
        if self.table[slot] == 0 {
            vertices.push(at);
            self.table[slot] = vertices.len() as u32;
        }
        self.table[slot] - 1
    }

    /// Where a place is in the table, or the free slot for it.
    fn slot(&self, at: [f64; 3], vertices: &[[f64; 3]]) -> usize {
        let bits = at.map(f64::to_bits);
        let mix = |hash: u64, bits: u64| (hash ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let hash = bits.iter().fold(0, |hash, &bits| mix(hash, bits));
        let mask = self.table.len() - 1;
        let mut slot = (hash ^ (hash >> 32)) as usize & mask;
        while let Some(index) = self.table[slot].checked_sub(1)
            && vertices[index as usize].map(f64::to_bits) != bits
        {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_again() {
        let (mut weld, mut vertices) = (Weld::default(), Vec::new());
        let place = |k: u32| [f64::from(k % 17), f64::from(k % 5) * 0.25, f64::from(k % 3) - 1.0];
        let names: Vec<u32> = (0..1000).map(|k| weld.vertex(place(k), &mut vertices)).collect();
        assert_eq!(vertices.len(), 17 * 5 * 3);
        for (k, &name) in (0..).zip(&names) {
            assert_eq!(vertices[name as usize], place(k));
        }
        let zero = weld.vertex([0.0; 3], &mut vertices);
        assert_eq!(weld.vertex([-0.0, 0.0, -0.0], &mut vertices), zero);
    }
}
