//! What the tests have in common: models from texts, and what is measured of them.

use throng_import::{Model, ModelOptions, ReadModel, read_model_bytes};

/// No files beside a model.
pub(crate) fn nothing(name: &str) -> std::io::Result<Vec<u8>> {
    Err(std::io::Error::new(std::io::ErrorKind::NotFound, format!("no {name} here")))
}

/// Reads a model that is fine.
pub(crate) fn read(name: &str, bytes: impl AsRef<[u8]>) -> ReadModel {
    read_model_bytes(name, bytes.as_ref(), &ModelOptions::default(), &nothing).unwrap()
}

/// The message about a model that is not.
pub(crate) fn error(name: &str, bytes: impl AsRef<[u8]>) -> String {
    let read = read_model_bytes(name, bytes.as_ref(), &ModelOptions::default(), &nothing);
    read.expect_err("it is wrong").to_string()
}

/// The corners of all triangles of some of a model, each from its smallest corner on, sorted.
pub(crate) fn corners(model: &Model) -> Vec<[[i64; 3]; 3]> {
    let grid = |corner: u32| model.vertices[corner as usize].map(|c| (c * 1e4).round() as i64);
    let mut all: Vec<[[i64; 3]; 3]> = model
        .triangles
        .iter()
        .map(|triangle| {
            let mut corners = triangle.map(grid);
            let first = (0..3).min_by_key(|&at| corners[at]).unwrap();
            corners.rotate_left(first);
            corners
        })
        .collect();
    all.sort_unstable();
    all
}

/// Volume and area of the triangles of a part.
pub(crate) fn volume_and_area(model: &Model, part: usize) -> [f64; 2] {
    let range = &model.parts[part].triangles;
    let (mut volume, mut area) = (0.0, 0.0);
    for triangle in &model.triangles[range.start as usize..range.end as usize] {
        let [a, b, c] = triangle.map(|corner| model.vertices[corner as usize]);
        let u = [0, 1, 2].map(|i| b[i] - a[i]);
        let v = [0, 1, 2].map(|i| c[i] - a[i]);
        let n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        area += (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt() / 2.0;
        volume += (a[0] * n[0] + a[1] * n[1] + a[2] * n[2]) / 6.0;
    }
    [volume, area]
}

/// Whether every edge of a part is used equally often both ways; corners are told apart by place.
pub(crate) fn is_closed(model: &Model, part: usize) -> bool {
    let range = &model.parts[part].triangles;
    let place = |corner: u32| model.vertices[corner as usize].map(|c| (c * 1e6).round() as i64);
    let mut edges = Vec::new();
    for &[a, b, c] in &model.triangles[range.start as usize..range.end as usize] {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let (from, to) = (place(from), place(to));
            edges.push(if from < to { (from, to, 1) } else { (to, from, -1) });
        }
    }
    edges.sort_unstable();
    let same = |a: &([i64; 3], [i64; 3], i32), b: &([i64; 3], [i64; 3], i32)| (a.0, a.1) == (b.0, b.1);
    edges.chunk_by(same).all(|group| group.iter().map(|edge| edge.2).sum::<i32>() == 0)
}

pub(crate) fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

/// Random numbers for damage.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }
}
