//! Whether a place is in one piece, by scan lines: the naive check of the generators.
//!
//! On lines a quarter of a meter apart, along x and along y, the walkable stretches are found exactly.
//! Stretches that cross are in the same piece, and so are the stretches on the two sides of a connection. A
//! piece counts if it has crossings enough for a square meter; smaller ones are gaps behind furniture.

use std::collections::BTreeMap;

use throng_mesh::{Layer, Part, Ring, Scene};

/// Distance of scan lines.
const SPACING: f64 = 0.25;
/// Scan lines lie half a unit of the grid of 0.1 mm beside it, so that none goes through a corner.
const BESIDE: f64 = 0.000_05;
/// How many crossings of scan lines a piece has at least.
const LEAST: usize = 16;

/// The sizes of all pieces in square meters, largest first.
pub(super) fn pieces(scene: &Scene) -> Vec<f64> {
    let layers: Vec<[Scan; 2]> =
        scene.layers.iter().map(|layer| [0, 1].map(|axis| Scan::new(layer, axis))).collect();
    // Stretches are numbered over all layers and both axes.
    let mut first = BTreeMap::new();
    let mut count = 0;
    for (index, scans) in layers.iter().enumerate() {
        for (axis, scan) in scans.iter().enumerate() {
            for (&line, stretches) in &scan.lines {
                first.insert((index, axis, line), count);
                count += stretches.len();
            }
        }
    }
    let mut union = Union((0..count).collect());
    let mut crossings = vec![0; count];
    for (index, [along_x, along_y]) in layers.iter().enumerate() {
        for (&row, stretches) in &along_x.lines {
            for (k, &[from, to]) in stretches.iter().enumerate() {
                let number = first[&(index, 0, row)] + k;
                for column in lines_between(from, to) {
                    let inside =
                        along_y.stretch_at(column, position(row)).expect("walkable along x but not along y");
                    union.join(number, first[&(index, 1, column)] + inside);
                    crossings[number] += 1;
                }
            }
        }
    }
    for connection in &scene.connections {
        let [a, b] = connection.segment;
        for axis in [0, 1] {
            for line in lines_between(a[1 - axis].min(b[1 - axis]), a[1 - axis].max(b[1 - axis])) {
                let t = (position(line) - a[1 - axis]) / (b[1 - axis] - a[1 - axis]);
                let at = a[axis] + t * (b[axis] - a[axis]);
                let [one, two] = connection.between.map(|layer| {
                    let index = layer.0 as usize;
                    let stretch = layers[index][axis].stretch_ending_at(line, at);
                    let stretch = stretch.unwrap_or_else(|| panic!("{connection:?}: nothing ends there"));
                    first[&(index, axis, line)] + stretch
                });
                union.join(one, two);
            }
        }
    }
    let mut sizes = BTreeMap::new();
    for (number, crossings) in crossings.into_iter().enumerate() {
        *sizes.entry(union.root(number)).or_insert(0) += crossings;
    }
    let mut sizes: Vec<usize> = sizes.into_values().filter(|&size| size >= LEAST).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes.into_iter().map(|size| size as f64 * SPACING * SPACING).collect()
}

/// The walkable stretches of a layer along the scan lines of one axis.
struct Scan {
    lines: BTreeMap<i64, Vec<[f64; 2]>>,
}

impl Scan {
    /// Lines along the axis: 0 for x, 1 for y.
    fn new(layer: &Layer, axis: usize) -> Self {
        let mut events: BTreeMap<i64, Vec<(f64, usize)>> = BTreeMap::new();
        let rings: Vec<(Part, &Ring)> = layer.rings().collect();
        for (index, (_, ring)) in rings.iter().enumerate() {
            let num_edges = if ring.len() == 2 { 1 } else { ring.len() };
            for (k, a) in ring.iter().enumerate().take(num_edges) {
                let b = ring[(k + 1) % ring.len()];
                let [from, to] = [a[1 - axis], b[1 - axis]];
                for line in lines_between(from.min(to), from.max(to)) {
                    let t = (position(line) - from) / (to - from);
                    // Where edges lie on each other, both events must be at the same place.
                    let at = ((a[axis] + t * (b[axis] - a[axis])) * 1e6).round() / 1e6;
                    events.entry(line).or_default().push((at, index));
                }
            }
        }
        let lines = events.into_iter().map(|(line, events)| (line, stretches(events, &rings))).collect();
        Self { lines }
    }

    fn stretch_at(&self, line: i64, at: f64) -> Option<usize> {
        self.lines.get(&line)?.iter().position(|&[from, to]| from <= at && at <= to)
    }

    fn stretch_ending_at(&self, line: i64, at: f64) -> Option<usize> {
        let near = |end: f64| (end - at).abs() < 1e-5;
        self.lines.get(&line)?.iter().position(|&[from, to]| near(from) || near(to))
    }
}

/// What is walkable on one line, of the places where it enters or leaves rings.
fn stretches(mut events: Vec<(f64, usize)>, rings: &[(Part, &Ring)]) -> Vec<[f64; 2]> {
    events.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut inside = vec![false; rings.len()];
    // How many walkable rings, obstacles and openings one is in.
    let mut depth = [0_i32; 3];
    let mut since = None;
    let mut found = Vec::new();
    for group in events.chunk_by(|a, b| a.0 <= b.0 && b.0 <= a.0) {
        let mut line = false;
        for &(_, index) in group {
            let (part, ring) = rings[index];
            if ring.len() == 2 {
                line |= matches!(part, Part::Obstacle(_));
                continue;
            }
            inside[index] ^= true;
            let kind = match part {
                Part::Walkable(_) => 0,
                Part::Obstacle(_) => 1,
                _ => 2,
            };
            depth[kind] += if inside[index] { 1 } else { -1 };
        }
        let [walkable, obstacles, openings] = depth;
        let free = walkable > 0 && (obstacles == 0 || openings > 0);
        if let Some(from) = since
            && (!free || line)
        {
            found.push([from, group[0].0]);
            since = None;
        }
        if free && since.is_none() {
            since = Some(group[0].0);
        }
    }
    found
}

/// The scan lines between two coordinates.
fn lines_between(low: f64, high: f64) -> std::ops::Range<i64> {
    let above = |at: f64| ((at - BESIDE) / SPACING).ceil() as i64;
    above(low)..above(high)
}

fn position(line: i64) -> f64 {
    line as f64 * SPACING + BESIDE
}

/// Sets that merge.
struct Union(Vec<usize>);

impl Union {
    fn root(&mut self, mut k: usize) -> usize {
        while self.0[k] != k {
            self.0[k] = self.0[self.0[k]];
            k = self.0[k];
        }
        k
    }

    fn join(&mut self, a: usize, b: usize) {
        let [a, b] = [self.root(a), self.root(b)];
        self.0[a.max(b)] = a.min(b);
    }
}
