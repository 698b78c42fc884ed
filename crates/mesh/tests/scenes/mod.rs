//! Small places that seek trouble, a different one for each seed.

use throng_mesh::{Connection, Layer, LayerId, Region, Ring, Scene, Terrain};

/// A counter-based generator: the same numbers for years.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    /// In 0..1.
    pub(crate) fn part(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// One layer, 12 by 8 m, with obstacles of all kinds.
pub(crate) fn flat(seed: u64) -> Scene {
    let mut numbers = Numbers(seed);
    let mut layer = Layer::new("ground");
    layer.walkable.push(ring(&[[0.0, 0.0], [12.0, 0.0], [12.0, 8.0], [0.0, 8.0]]));
    for _ in 0..numbers.below(12) {
        let obstacle = obstacle(&mut numbers);
        layer.obstacles.push(obstacle);
    }
    Scene::of_layer("flat", layer)
}

/// A ground with obstacles, a ramp that rises from it, and a floor above both with a bumpy surface.
pub(crate) fn layered(seed: u64) -> Scene {
    let mut numbers = Numbers(seed);
    let mut ground = Layer::new("ground");
    ground.walkable.push(ring(&[[0.0, 0.0], [12.0, 0.0], [12.0, 8.0], [0.0, 8.0]]));
    let mut ramp = Layer::new("ramp");
    ramp.walkable.push(vec![[12.0, 3.0, 0.0], [16.0, 3.0, 3.0], [16.0, 6.0, 3.0], [12.0, 6.0, 0.0]]);
    let mut above = Layer::new("above");
    // Beyond the ramp, and from there back over it.
    let floor = [[16.0, 3.0], [18.0, 3.0], [18.0, 9.0], [6.0, 9.0], [6.0, 7.0], [16.0, 7.0]];
    above.walkable.push(ring(&floor));
    for _ in 0..numbers.below(8) {
        let obstacle = obstacle(&mut numbers);
        if obstacle.iter().all(|corner| corner[0] < 11.9) {
            ground.obstacles.push(obstacle);
        }
    }
    if numbers.below(2) == 0 {
        ramp.obstacles.push(vec![[13.5, 4.0 + numbers.part(), 0.0]]);
        above.obstacles.push(ring(&[[16.5, 4.0], [17.0, 4.0 + numbers.part()]]));
    }
    ground
        .regions
        .push(Region { label: "grass".to_owned(), polygon: ring(&[[0.0, 0.0], [3.0, 0.0], [3.0, 2.0]]) });
    above.terrain = Some(Terrain {
        vertices: vec![
            [6.0, 3.0, 3.0],
            [18.0, 3.0, 3.0],
            [18.0, 9.0, 3.5],
            [6.0, 9.0, 4.0],
            [11.0, 8.0, 3.2],
        ],
        triangles: vec![[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]],
    });
    Scene {
        name: "layered".to_owned(),
        layers: vec![ground, ramp, above],
        connections: vec![
            Connection::new([LayerId(0), LayerId(1)], [[12.0, 3.0], [12.0, 6.0]]),
            Connection::new([LayerId(2), LayerId(1)], [[16.0, 3.0], [16.0, 6.0]]),
        ],
    }
}

pub(crate) fn ring(corners: &[[f64; 2]]) -> Ring {
    corners.iter().map(|&[x, y]| [x, y, 0.0]).collect()
}

/// Corners on whole meters, so that walls touch, overlap and are in line; or anywhere.
fn obstacle(numbers: &mut Numbers) -> Ring {
    let whole = numbers.below(2) == 0;
    let place = |numbers: &mut Numbers, size: u64| {
        if whole { numbers.below(size + 1) as f64 } else { numbers.part() * size as f64 }
    };
    let [x, y] = [place(numbers, 11), place(numbers, 8)];
    let [w, h] = [place(numbers, 3), place(numbers, 3)];
    match numbers.below(6) {
        0 => ring(&[[x, y]]),
        1 => ring(&[[x, y], [x + w, y + h]]),
        // A thin wall, down to a unit of the grid.
        2 => ring(&[[x, y], [x + w, y], [x + w, y + 1e-4], [x, y + 1e-4]]),
        3 => ring(&[[x, y], [x + w, y + h], [x + w - h, y + h + w], [x - h, y + w]]),
        4 => (0..3 + numbers.below(4)).map(|_| [place(numbers, 11), place(numbers, 8), 0.0]).collect(),
        _ => ring(&[[x, y], [x + w, y], [x + w, y + h], [x, y + h]]),
    }
}
