//! Stand-ins until `throng_voronoi::sample` is there; then this file goes and `inputs.rs` imports that module.

use throng_voronoi::GridPoint;

/// Cell size of all patterns, in grid units.
const CELL: i32 = 1_000;

/// splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `low` to `high`, both included.
    fn between(&mut self, low: i32, high: i32) -> i32 {
        low + (self.next() % (high - low + 1) as u64) as i32
    }
}

fn ring(corners: [(i32, i32); 4]) -> impl Iterator<Item = [GridPoint; 2]> {
    (0..4).map(move |i| {
        let ((ax, ay), (bx, by)) = (corners[i], corners[(i + 1) % 4]);
        [GridPoint::new(ax, ay), GridPoint::new(bx, by)]
    })
}

/// m x m squares of random size and turn in a box: 4 m^2 + 4 segments, the box last.
pub fn squares(m: usize, seed: u64) -> Vec<[GridPoint; 2]> {
    let m = m as i32;
    let mut random = Random(seed);
    let mut segments = Vec::new();
    for i in 0..m {
        for j in 0..m {
            let (dx, dy) = loop {
                let d = (random.between(-330, 330), random.between(-330, 330));
                if d.0 * d.0 + d.1 * d.1 > 10_000 && d.0 * d.0 + d.1 * d.1 < 330 * 330 {
                    break d;
                }
            };
            let x = i * CELL + CELL / 2 + random.between(-150, 150);
            let y = j * CELL + CELL / 2 + random.between(-150, 150);
            segments.extend(ring([(x + dx, y + dy), (x - dy, y + dx), (x - dx, y - dy), (x + dy, y - dx)]));
        }
    }
    let (low, high) = (-CELL, (m + 1) * CELL);
    segments.extend(ring([(low, low), (high, low), (high, high), (low, high)]));
    segments
}

/// One random segment in each cell of a grid.
pub fn random_disjoint(n: usize, seed: u64) -> Vec<[GridPoint; 2]> {
    let side = (n as f64).sqrt().ceil() as usize;
    let mut random = Random(seed);
    let mut segments = Vec::new();
    while segments.len() < n {
        let (i, j) = ((segments.len() % side) as i32, (segments.len() / side) as i32);
        let mut end =
            || GridPoint::new(i * CELL + random.between(0, CELL - 1), j * CELL + random.between(0, CELL - 1));
        let segment = [end(), end()];
        if segment[0] != segment[1] {
            segments.push(segment);
        }
    }
    segments
}

/// Long teeth, joined in one chain.
pub fn comb(n: usize) -> Vec<[GridPoint; 2]> {
    let corner =
        |i: usize| GridPoint::new(i as i32 / 2 * 100, if matches!(i % 4, 1 | 2) { 1_000_000 } else { 0 });
    (0..n).map(|i| [corner(i), corner(i + 1)]).collect()
}

/// Long parallel segments side by side.
pub fn needles(n: usize) -> Vec<[GridPoint; 2]> {
    (0..n as i32)
        .map(|i| [GridPoint::new(i * 10, i % 7), GridPoint::new(i * 10 + i % 3, 1_000_000 + i % 11)])
        .collect()
}

/// Walls between the cells of a square grid, half of them at random.
pub fn maze(n: usize, seed: u64) -> Vec<[GridPoint; 2]> {
    let side = (n as f64).sqrt().ceil() as i32 + 2;
    let mut random = Random(seed);
    let mut segments = Vec::new();
    for i in 0..side {
        for j in 0..side {
            let a = GridPoint::new(i * CELL, j * CELL);
            if random.next().is_multiple_of(2) {
                segments.push([a, GridPoint::new(a.x + CELL, a.y)]);
            }
            if random.next().is_multiple_of(2) {
                segments.push([a, GridPoint::new(a.x, a.y + CELL)]);
            }
        }
    }
    segments.truncate(n);
    segments
}

/// Equal squares along the axes, one in each cell of a grid.
pub fn grid_squares(n: usize) -> Vec<[GridPoint; 2]> {
    let side = (n as f64 / 4.0).sqrt().ceil() as i32;
    let mut segments = Vec::new();
    for i in 0..side {
        for j in 0..side {
            let (x, y, w) = (i * CELL, j * CELL, CELL / 2);
            segments.extend(ring([(x, y), (x + w, y), (x + w, y + w), (x, y + w)]));
        }
    }
    segments.truncate(n);
    segments
}
