//! Scenes for tests, each made from a seed: the same on every machine.

#![allow(dead_code, reason = "each test file uses some of it")]

pub(crate) mod naive;

use throng_mesh::{Connection, Layer, LayerId, Ring, Scene};

/// Random numbers: a linear congruential generator with the high bits mixed down.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 ^ (self.0 >> 31)) >> 11
    }

    /// From low to high.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() as f64 / (1u64 << 53) as f64)
    }

    /// Below a number.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.bits() % end
    }

    /// A place in a square with one corner in the origin.
    pub(crate) fn place(&mut self, size: f64) -> [f64; 2] {
        [self.between(0.0, size), self.between(0.0, size)]
    }

    /// A direction of length one, all about equally likely.
    pub(crate) fn direction(&mut self) -> [f64; 2] {
        loop {
            let [x, y] = [self.between(-1.0, 1.0), self.between(-1.0, 1.0)];
            let length = (x * x + y * y).sqrt();
            if length > 0.1 && length < 1.0 {
                return [x / length, y / length];
            }
        }
    }
}

/// A ring at height 0.
pub(crate) fn ring(corners: &[[f64; 2]]) -> Ring {
    corners.iter().map(|&[x, y]| [x, y, 0.0]).collect()
}

/// A square of 20 m with obstacles of all kinds, that overlap and touch. Every other one is on whole meters, where much is collinear.
pub(crate) fn room(seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut layer = Layer::new("room");
    layer.walkable.push(ring(&[[0.0, 0.0], [20.0, 0.0], [20.0, 20.0], [0.0, 20.0]]));
    let count = 2 + random.below(9);
    for _ in 0..count {
        let mut obstacle = shape(&mut random);
        if seed.is_multiple_of(2) {
            for corner in &mut obstacle {
                *corner = corner.map(f64::round);
            }
        }
        layer.obstacles.push(ring(&obstacle));
    }
    Scene::of_layer("room", layer)
}

/// A town: rectangles of all directions in a square.
pub(crate) fn town(seed: u64, size: f64, buildings: usize) -> Scene {
    let mut random = Random::new(seed);
    let mut layer = Layer::new("town");
    layer.walkable.push(ring(&[[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]]));
    while layer.obstacles.len() < buildings {
        let center = random.place(size);
        let (long, wide) = (random.between(3.0, 12.0), random.between(3.0, 9.0));
        let direction = random.direction();
        layer.obstacles.push(ring(&rectangle(center, direction, long, wide)));
    }
    Scene::of_layer("town", layer)
}

/// A floor, a ramp beside it and a second floor above the first, with a few obstacles.
pub(crate) fn two_floors() -> Scene {
    let mut ground = Layer::new("ground");
    ground.walkable.push(ring(&[[0.0, 0.0], [20.0, 0.0], [20.0, 10.0], [0.0, 10.0]]));
    ground.obstacles.push(ring(&[[4.0, 4.0], [6.0, 4.0], [6.0, 6.0]]));
    ground.obstacles.push(ring(&[[9.0, 1.0], [9.0, 8.0]]));
    ground.obstacles.push(ring(&[[12.0, 5.0]]));
    let mut ramp = Layer::new("ramp");
    ramp.walkable.push(ring(&[
        [20.0, 2.0],
        [30.0, 2.0],
        [30.0, 8.0],
        [20.0, 8.0],
        [20.0, 6.0],
        [28.0, 5.0],
        [20.0, 4.0],
    ]));
    let mut upper = Layer::new("upper");
    upper.walkable.push(ring(&[[5.0, 3.0], [20.0, 3.0], [20.0, 9.0], [5.0, 9.0]]));
    upper.obstacles.push(ring(&[[15.0, 5.0], [16.0, 5.0], [16.0, 8.0], [15.0, 8.0]]));
    Scene {
        name: "two floors".into(),
        layers: vec![ground, ramp, upper],
        connections: vec![
            Connection::new([LayerId(0), LayerId(1)], [[20.0, 2.0], [20.0, 4.0]]),
            Connection::new([LayerId(1), LayerId(2)], [[20.0, 6.0], [20.0, 8.0]]),
        ],
    }
}

/// A spiral ramp: sectors of a ring, eight a turn, each a layer, glued one to the next. Every other sector has a pillar.
pub(crate) fn spiral(turns: usize) -> Scene {
    // Eighths of a turn, with whole numbers.
    const RIM: [[f64; 2]; 8] = [
        [12.0, 0.0],
        [9.0, 9.0],
        [0.0, 12.0],
        [-9.0, 9.0],
        [-12.0, 0.0],
        [-9.0, -9.0],
        [0.0, -12.0],
        [9.0, -9.0],
    ];
    let mut scene = Scene { name: "spiral".into(), ..Scene::default() };
    for k in 0..8 * turns {
        let [outer, next] = [RIM[k % 8], RIM[(k + 1) % 8]];
        let inner = |[x, y]: [f64; 2]| [x / 3.0, y / 3.0];
        let mut layer = Layer::new(format!("sector {k}"));
        layer.walkable.push(ring(&[inner(outer), outer, next, inner(next)]));
        if k % 2 == 1 {
            let [x, y] = [(outer[0] + next[0]) / 3.0, (outer[1] + next[1]) / 3.0];
            layer.obstacles.push(ring(&[[x - 0.5, y - 0.5], [x + 0.5, y - 0.3], [x, y + 0.6]]));
        }
        scene.layers.push(layer);
        if k > 0 {
            let between = [LayerId(k as u32 - 1), LayerId(k as u32)];
            scene.connections.push(Connection::new(between, [inner(outer), outer]));
        }
    }
    scene
}

fn shape(random: &mut Random) -> Vec<[f64; 2]> {
    let center = random.place(20.0);
    let size = random.between(0.5, 4.0);
    let [x, y] = center;
    let direction = random.direction();
    match random.below(6) {
        0 => vec![center],
        1 => vec![center, [x + size * direction[0], y + size * direction[1]]],
        2 => rectangle(center, direction, size, 0.01),
        3 => rectangle(center, direction, size, size / 2.0),
        // A wedge that is not convex.
        4 => {
            let [p, q, r, s] = rectangle(center, direction, size, size)[..] else { return vec![center] };
            vec![p, q, r, [(p[0] + q[0] + r[0] + s[0]) / 4.0, (p[1] + q[1] + r[1] + s[1]) / 4.0]]
        }
        // A star, or something that crosses itself.
        _ => (0..5).map(|_| [x + random.between(-size, size), y + random.between(-size, size)]).collect(),
    }
}

fn rectangle([x, y]: [f64; 2], [dx, dy]: [f64; 2], long: f64, wide: f64) -> Vec<[f64; 2]> {
    let corner = |a: f64, b: f64| [x + a * dx - b * dy, y + a * dy + b * dx];
    vec![corner(long, wide), corner(-long, wide), corner(-long, -wide), corner(long, -wide)]
}
