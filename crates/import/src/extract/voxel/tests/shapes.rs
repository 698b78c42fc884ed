//! Small models that seek trouble.

use crate::model::Model;

/// Numbers from a seed.
pub(super) struct Random(pub(super) u64);

impl Random {
    /// A number from 0 to below `end`.
    pub(super) fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(end)) as u32
    }
}

/// Triangles with corners on a coarse grid of half cells, many of them flat, upright or on each other.
pub(super) fn soup(random: &mut Random, num: u32) -> Model {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for _ in 0..num {
        let flat = random.below(3);
        let z = random.below(8);
        let upright = random.below(4) == 0;
        let line = random.below(24);
        for _ in 0..3 {
            let x = if upright { line } else { random.below(30) };
            let z = match flat {
                0 => z,
                1 => z + random.below(2),
                _ => random.below(8),
            };
            vertices.push([f64::from(x) * 0.05, f64::from(random.below(30)) * 0.05, f64::from(z) * 0.2]);
        }
        let first = vertices.len() as u32 - 3;
        triangles.push(if random.below(3) == 0 {
            [first, first + 2, first + 1]
        } else {
            [first, first + 1, first + 2]
        });
    }
    Model::of_triangles("soup", vertices, triangles)
}

/// A floor with solids on it, in it and above it.
pub(super) fn boxes(random: &mut Random) -> Model {
    let mut model = Model::of_triangles("boxes", Vec::new(), Vec::new());
    quad(&mut model, [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0], [0.0, 2.0, 0.0]]);
    for _ in 0..random.below(12) + 2 {
        let low = [0, 1, 2].map(|axis| f64::from(random.below(if axis == 2 { 8 } else { 36 })) * 0.05 - 0.1);
        let high = [0, 1, 2].map(|axis| low[axis] + f64::from(random.below(14)) * 0.05 + 0.01);
        solid(&mut model, low, high);
    }
    // The only part has all of it.
    model.parts[0].triangles = 0..model.triangles.len() as u32;
    model
}

/// Stairs around a pole: 16 treads a turn, 0.1 m each.
pub(super) fn spiral(radius: f64, turns: u32) -> Model {
    let mut model = Model::of_triangles("spiral", Vec::new(), Vec::new());
    let at = |tread: u32, radius: f64| {
        let angle = f64::from(tread) / 16.0 * std::f64::consts::TAU + 0.1;
        [radius * libm::cos(angle), radius * libm::sin(angle)]
    };
    for tread in 0..16 * turns {
        let z = f64::from(tread) * 0.1;
        let corner = |tread: u32, radius: f64| {
            let [x, y] = at(tread, radius);
            [x, y, z]
        };
        quad(
            &mut model,
            [corner(tread, radius), corner(tread, 1.5), corner(tread + 1, 1.5), corner(tread + 1, radius)],
        );
    }
    model.parts[0].triangles = 0..model.triangles.len() as u32;
    model
}

/// Adds a quadrilateral, counterclockwise seen from outside.
pub(super) fn quad(model: &mut Model, corners: [[f64; 3]; 4]) {
    let first = model.vertices.len() as u32;
    model.vertices.extend(corners);
    model.triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
}

/// Adds a closed box.
pub(super) fn solid(model: &mut Model, [x0, y0, z0]: [f64; 3], [x1, y1, z1]: [f64; 3]) {
    quad(model, [[x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]]);
    quad(model, [[x0, y1, z0], [x1, y1, z0], [x1, y0, z0], [x0, y0, z0]]);
    quad(model, [[x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1]]);
    quad(model, [[x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1]]);
    quad(model, [[x1, y1, z0], [x0, y1, z0], [x0, y1, z1], [x1, y1, z1]]);
    quad(model, [[x0, y1, z0], [x0, y0, z0], [x0, y0, z1], [x0, y1, z1]]);
}
