//! Village: houses, walls, gardens and ponds as in a game, 100 x 100 m; and tiles of it.
//!
//! A palisade with four gates surrounds it, a little inside the borders, so that neighboring villages are
//! joined by the way between their palisades.

use throng_mesh::Scene;
use throng_voronoi::sample::Random;

use super::draft::Draft;
use super::shape::{Point, Shape, along, bar, direction, disc, distance, moved, rect, turned};

const SIZE: f64 = 100.0;
const NUM_TREES: usize = 33;

/// `n` x `n` villages side by side.
pub(super) fn village(n: usize) -> Scene {
    let name = if n == 1 { "village".into() } else { format!("village{n}x{n}") };
    let mut draft = Draft::new(&name);
    let ground = draft.layer("ground", 0.0);
    draft.walkable(ground, &rect([0.0, 0.0], [SIZE * n as f64; 2]));
    let tile = Tile::new();
    for k in 0..n * n {
        let by = [SIZE * (k % n) as f64, SIZE * (k / n) as f64];
        draft.obstacles(ground, tile.shapes.iter().map(|shape| moved(shape, by)));
    }
    draft.finish()
}

/// The obstacles of one village, and circles around them, in which no tree may stand.
struct Tile {
    shapes: Vec<Shape>,
    circles: Vec<(Point, f64)>,
}

impl Tile {
    fn new() -> Self {
        let mut tile = Self { shapes: Vec::new(), circles: Vec::new() };
        tile.palisade();
        tile.square();
        tile.houses();
        tile.church();
        tile.gardens();
        tile.ponds();
        tile.trees();
        tile
    }

    fn add(&mut self, shape: Shape) {
        let sum = shape.iter().fold([0.0, 0.0], |sum, p| [sum[0] + p[0], sum[1] + p[1]]);
        let center = sum.map(|c| c / shape.len() as f64);
        let radius = shape.iter().map(|&p| distance(center, p)).fold(0.0, f64::max);
        self.circles.push((center, radius));
        self.shapes.push(shape);
    }

    /// Four corners of wood, each with a watchtower inside; gates in the middle of the sides.
    fn palisade(&mut self) {
        for turn in 0..4 {
            let corner =
                [[-46.0, -5.0], [-46.0, -46.0], [-5.0, -46.0], [-5.0, -45.0], [-45.0, -45.0], [-45.0, -5.0]];
            // No circle around these: it would cover a quarter of the village.
            let turn = f64::from(turn) / 4.0;
            self.shapes.push(moved(&turned(&corner, turn), [50.0, 50.0]));
            self.add(moved(&turned(&rect([-44.0, -44.0], [-41.0, -41.0]), turn), [50.0, 50.0]));
        }
    }

    /// A well, and market stalls round it.
    fn square(&mut self) {
        self.add(disc([50.0, 50.0], 1.6, 8));
        for k in 0..6 {
            let turn = (f64::from(k) + 0.5) / 6.0;
            self.add(bar(along([50.0, 50.0], direction(turn), 8.0), [1.6, 3.2], turn));
        }
        for p in [[44.0, 38.5], [56.0, 38.5], [44.0, 61.5], [56.0, 61.5]] {
            self.circles.push((p, 2.0));
        }
        // The ways from gate to gate stay free.
        for k in 0..12 {
            let at = 6.0 + 8.0 * f64::from(k);
            self.circles.extend([([at, 50.0], 3.0), ([50.0, at], 3.0)]);
        }
    }

    /// Along the ways, each turned a little: plain, with a porch, or with a wing.
    fn houses(&mut self) {
        let plain = rect([-4.0, -3.0], [4.0, 3.0]);
        let porch = vec![
            [-4.5, -3.0],
            [-1.0, -3.0],
            [-1.0, -4.5],
            [1.5, -4.5],
            [1.5, -3.0],
            [4.5, -3.0],
            [4.5, 3.0],
            [-4.5, 3.0],
        ];
        let wing = vec![[-5.0, -3.0], [5.0, -3.0], [5.0, 6.0], [0.5, 6.0], [0.5, 2.5], [-5.0, 2.5]];
        let kinds = [plain, porch, wing];
        for (kind, x, y, turn) in [
            (1, 38.0, 60.5, 0.02),
            (2, 24.0, 60.0, 0.98),
            (0, 11.5, 59.5, 0.01),
            (0, 40.5, 73.0, 0.26),
            (2, 41.0, 87.0, 0.23),
            (1, 27.0, 73.0, 0.52),
            (0, 14.0, 73.0, 0.05),
            (1, 26.0, 86.5, 0.48),
            (0, 12.0, 86.0, 0.96),
            (2, 62.0, 39.0, 0.51),
            (0, 77.0, 40.0, 0.0),
            (1, 89.0, 40.0, 0.53),
            (1, 60.0, 25.0, 0.77),
            (0, 60.5, 12.0, 0.25),
            (0, 39.0, 40.0, 0.01),
            (1, 25.0, 40.0, 0.49),
            (2, 40.0, 24.0, 0.26),
            (0, 40.0, 11.0, 0.03),
        ] {
            self.add(moved(&turned(&kinds[kind], turn), [x, y]));
        }
    }

    /// A cross with a tower, and a churchyard with two walls and rows of graves.
    fn church(&mut self) {
        let church = [
            [-9.0, -3.0],
            [1.0, -3.0],
            [1.0, -6.0],
            [5.0, -6.0],
            [5.0, -3.0],
            [9.0, -3.0],
            [10.5, 0.0],
            [9.0, 3.0],
            [5.0, 3.0],
            [5.0, 6.0],
            [1.0, 6.0],
            [1.0, 3.0],
            [-9.0, 3.0],
        ];
        self.add(moved(&church, [70.0, 63.0]));
        // Small circles along the walls, so that trees can stand in the yard.
        for k in 0..18 {
            let at = f64::from(k);
            self.circles.extend([
                ([57.0, 72.0 + at], 0.6),
                ([57.0 + 2.0 * at, 88.8], 0.6),
                ([89.2, 56.0 + 1.8 * at], 0.6),
            ]);
        }
        self.shapes.push(vec![
            [57.0, 74.0],
            [57.5, 74.0],
            [57.5, 88.5],
            [89.5, 88.5],
            [89.5, 89.0],
            [57.0, 89.0],
        ]);
        self.shapes.push(vec![[89.5, 84.5], [89.0, 84.5], [89.0, 57.0], [89.5, 57.0]]);
        for k in 0..14 {
            let [column, row] = [f64::from(k % 7), f64::from(k / 7)];
            self.add(bar([61.5 + 4.0 * column, 76.0 + 6.5 * row], [0.9, 2.0], 0.0));
        }
    }

    /// Hedges round three sides of a garden, with rows of beds inside.
    fn gardens(&mut self) {
        for (x, y, turn) in [(72.0, 26.0, 0.0), (84.5, 26.0, 0.5), (72.0, 12.5, 0.0), (84.5, 12.5, 0.5)] {
            let hedge = [
                [-6.0, -5.0],
                [4.5, -5.0],
                [4.5, -4.5],
                [-5.5, -4.5],
                [-5.5, 4.5],
                [4.5, 4.5],
                [4.5, 5.0],
                [-6.0, 5.0],
            ];
            self.add(moved(&turned(&hedge, turn), [x, y]));
            for k in 0..3 {
                let bed = bar([0.0, -2.6 + 2.6 * f64::from(k)], [7.0, 0.9], 0.0);
                self.add(moved(&turned(&bed, turn), [x, y]));
            }
        }
    }

    /// Two ponds with uneven banks.
    fn ponds(&mut self) {
        for (center, radius, num_corners, seed) in [([23.0, 25.0], 8.0, 16, 1), ([12.5, 12.5], 4.0, 12, 2)] {
            let mut random = Random::new(seed);
            let bank = |p: Point| {
                let outward = [(p[0] - center[0]) / radius, (p[1] - center[1]) / radius];
                along(center, outward, radius * (0.82 + 0.3 * random.unit()))
            };
            self.add(disc(center, radius, num_corners).into_iter().map(bank).collect());
        }
    }

    /// Wherever there is room.
    fn trees(&mut self) {
        let mut random = Random::new(5);
        let mut num_placed = 0;
        while num_placed < NUM_TREES {
            let center = [0, 1].map(|_| 7.0 + 86.0 * random.unit());
            let radius = 0.5 + 0.6 * random.unit();
            if self.circles.iter().all(|&(other, taken)| distance(center, other) > taken + radius + 1.0) {
                self.add(disc(center, radius, 6));
                num_placed += 1;
            }
        }
    }
}
