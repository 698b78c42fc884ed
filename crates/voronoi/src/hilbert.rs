//! Order along a Hilbert curve, in rounds.
//!
//! Inserting along a space-filling curve keeps walks short and memory close. Pure curve order is quadratic on combs
//! and parallel walls, because each insertion touches all later points; so a random eighth goes first,
//! recursively, and each round follows the curve.

/// Position of a cell of a 2^16 x 2^16 grid along the Hilbert curve, four bits of each coordinate at a time.
#[inline]
pub(crate) fn hilbert(x: u32, y: u32) -> u32 {
    let mut state = 0usize;
    let mut key = 0u32;
    for shift in [12, 8, 4, 0] {
        let cell = ((x >> shift) & 15) << 4 | ((y >> shift) & 15);
        let entry = TABLE[state][cell as usize];
        key = key << 8 | u32::from(entry as u8);
        state = usize::from(entry >> 8);
    }
    key
}

/// For each of the four orientations of the curve and each of 256 cells: position, and orientation inside the cell.
static TABLE: [[u16; 256]; 4] = table();

const fn table() -> [[u16; 256]; 4] {
    // One level: [orientation][x << 1 | y] = (position, orientation inside). Orientations: 0 as drawn
    // (up, right, down), 1 transposed, 2 turned by half, 3 both.
    const STEP: [[(u16, usize); 4]; 4] = [
        [(0, 1), (1, 0), (3, 3), (2, 0)],
        [(0, 0), (3, 2), (1, 1), (2, 1)],
        [(2, 2), (3, 1), (1, 2), (0, 3)],
        [(2, 3), (1, 3), (3, 0), (0, 2)],
    ];
    let mut table = [[0u16; 256]; 4];
    let mut orientation = 0;
    while orientation < 4 {
        let mut cell = 0;
        while cell < 256 {
            let (mut state, mut key, mut bit) = (orientation, 0u16, 4);
            while bit > 0 {
                bit -= 1;
                let quadrant = ((cell >> (4 + bit)) & 1) << 1 | ((cell >> bit) & 1);
                let (position, inside) = STEP[state][quadrant];
                key = key << 2 | position;
                state = inside;
            }
            table[orientation][cell] = (state as u16) << 8 | key;
            cell += 1;
        }
        orientation += 1;
    }
    table
}

/// The round of the i-th item, 0 the earliest: seven eighths of all items are in the last round, seven eighths of the rest
/// in the one before, and so on. A fixed function of the index, so that builds are reproducible.
#[inline]
pub(crate) fn round(index: u32, rounds: u32) -> u32 {
    // splitmix64's finalizer.
    let mut z = u64::from(index).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    // Each further triple of zero bits moves the item one round earlier.
    let earlier = z.trailing_zeros() / 3;
    rounds.saturating_sub(1).saturating_sub(earlier)
}

/// Sorts items by key, least significant digit first; keys of up to 40 bits above a 24-bit-or-more payload are
/// packed as `key << 32 | payload`.
pub(crate) fn radix_sort(items: &mut Vec<u64>, key_bits: u32) {
    const DIGIT: u32 = 11;
    if items.len() < 256 {
        items.sort_unstable();
        return;
    }
    let mut other = vec![0u64; items.len()];
    let mut shift = 32;
    while shift < 32 + key_bits {
        let mut counts = [0u32; 1 << DIGIT];
        for &item in items.iter() {
            counts[(item >> shift) as usize & ((1 << DIGIT) - 1)] += 1;
        }
        let mut sum = 0;
        for count in &mut counts {
            sum += std::mem::replace(count, sum);
        }
        for &item in items.iter() {
            let place = &mut counts[(item >> shift) as usize & ((1 << DIGIT) - 1)];
            other[*place as usize] = item;
            *place += 1;
        }
        std::mem::swap(items, &mut other);
        shift += DIGIT;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbors_along_the_curve_are_neighbors_in_the_plane() {
        let n = 64u32;
        let mut cells: Vec<(u32, u32, u32)> =
            (0..n).flat_map(|x| (0..n).map(move |y| (hilbert(x << 10, y << 10), x, y))).collect();
        cells.sort_unstable();
        for pair in cells.windows(2) {
            let step = pair[0].1.abs_diff(pair[1].1) + pair[0].2.abs_diff(pair[1].2);
            assert_eq!(step, 1, "{pair:?}");
        }
    }

    #[test]
    fn radix_sort_sorts() {
        let mut items: Vec<u64> = (0..5000u64)
            .map(|i| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 29) << 32 >> 32 << 32 | i)
            .collect();
        let mut expected = items.clone();
        expected.sort_unstable_by_key(|&item| (item >> 32, item as u32));
        radix_sort(&mut items, 32);
        assert_eq!(items, expected, "sorted by key, stable");
    }
}
