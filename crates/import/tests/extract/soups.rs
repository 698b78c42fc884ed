//! Random models that seek trouble: whole coordinates, touching, equal heights, heights at a limit and just off it.

use throng_import::{ExtractOptions, Model};

use crate::maker::Maker;
use crate::random::Random;

pub(crate) fn options() -> ExtractOptions {
    ExtractOptions { min_area: 0.0, ..ExtractOptions::default() }
}

/// A height: a whole number of decimeters, or a step or the head room, or just off them. Less than 1.2 mm off means nothing:
/// corners that near are one.
fn height(random: &mut Random) -> f64 {
    match random.below(8) {
        0 => 0.35,
        1 => [0.3485, 0.3515][random.below(2)],
        2 => [1.7985, 1.8, 1.8015][random.below(3)],
        3 => 0.0015 * random.below(4) as f64,
        _ => random.below(40) as f64 / 10.0,
    }
}

/// Floors, ceilings, boxes and sheets with corners on whole meters, 8 m by 8 m.
pub(crate) fn blocks(seed: u64) -> Model {
    let mut random = Random(seed);
    let mut maker = Maker::new("blocks").part("floor").floor([0.0, 0.0], [8.0, 8.0], 0.0);
    for _ in 0..3 + random.below(7) {
        let low = [0, 1].map(|_| random.below(7) as f64);
        let high = low.map(|v| (v + 1.0 + random.below(4) as f64).min(8.0));
        let (a, b) = (height(&mut random), height(&mut random));
        let (z0, z1) = (a.min(b), a.max(b));
        maker = maker.part("");
        maker = match random.below(6) {
            0 => maker.floor(low, high, a),
            1 => maker.ceiling(low, high, a),
            2 if z0 < z1 => maker.sheet(low, [low[0], high[1]], [z0, z1]),
            _ if z0 < z1 => maker.cuboid([low[0], low[1], z0], [high[0], high[1], z1]),
            _ => maker,
        };
    }
    maker.done()
}

/// Triangles and pyramids with corners on half meters, level or sloped, facing anywhere.
pub(crate) fn slopes(seed: u64) -> Model {
    let mut random = Random(seed);
    let mut maker = Maker::new("slopes").part("floor").floor([0.0, 0.0], [8.0, 8.0], 0.0);
    for _ in 0..3 + random.below(8) {
        let corner = |random: &mut Random| {
            [random.below(17) as f64 / 2.0, random.below(17) as f64 / 2.0, height(random)]
        };
        let triangle = [corner(&mut random), corner(&mut random), corner(&mut random)];
        maker = maker.part("");
        maker = match random.below(4) {
            0 => {
                let [x, y, z] = triangle[0];
                maker.pyramid([x, y, z], 0.5 * (1 + random.below(3)) as f64, triangle[1][2] + 0.1)
            }
            _ => maker.triangle(triangle),
        };
    }
    maker.done()
}
