//! Where one can walk in a scene, at one place: on which layers, and how high.
//!
//! Follows the format's words and nothing else: a layer's walkable space is (union of walkable - union of obstacles) with its openings,
//! each ring by the even-odd rule. Heights are those of the surface, or of the corners of the ring around the place if they lie in one plane.
//! Places on a border have no answer; callers stay away from borders.
//!
//! Cost: rings are sorted into slabs of y and the surface into squares, so that a question looks at few of them.

use throng_mesh::{Corner, Layer, Ring, Scene};

/// A scene, ready to be asked.
#[derive(Debug)]
pub(crate) struct Ground {
    layers: Vec<LayerGround>,
}

#[derive(Debug)]
struct LayerGround {
    walkable: Slabs,
    obstacles: Slabs,
    openings: Slabs,
    heights: Heights,
}

/// An edge, with the number of its ring.
type Edge = (u32, [[f64; 2]; 2]);

/// The edges of rings, by y.
#[derive(Debug)]
struct Slabs {
    low: f64,
    per_meter: f64,
    /// In each slab the edges that reach into it, by ring.
    slabs: Vec<Vec<Edge>>,
}

#[derive(Debug)]
enum Heights {
    /// For each walkable ring a height at the origin, and the rise in x and in y; nothing if its corners are not in one plane.
    Rings(Vec<Option<[f64; 3]>>),
    /// Triangles in squares.
    Surface(Squares),
}

#[derive(Debug)]
struct Squares {
    low: [f64; 2],
    per_meter: f64,
    size: [usize; 2],
    triangles: Vec<[Corner; 3]>,
    squares: Vec<Vec<u32>>,
}

impl Ground {
    pub(crate) fn new(scene: &Scene) -> Self {
        Self { layers: scene.layers.iter().map(LayerGround::new).collect() }
    }

    /// Every layer that one can walk on at a place, with the height there; no height if the layer does not tell.
    pub(crate) fn at(&self, place: [f64; 2]) -> Vec<(usize, Option<f64>)> {
        let layers = self.layers.iter().enumerate().filter(|(_, layer)| layer.is_walkable(place));
        layers.map(|(index, layer)| (index, layer.height(place))).collect()
    }

    /// The height of a layer at a place, walkable or not.
    pub(crate) fn height(&self, layer: usize, place: [f64; 2]) -> Option<f64> {
        self.layers[layer].height(place)
    }
}

impl LayerGround {
    fn new(layer: &Layer) -> Self {
        let (walkable, obstacles) = (Slabs::new(&layer.walkable), Slabs::new(&layer.obstacles));
        Self { walkable, obstacles, openings: Slabs::new(&layer.openings), heights: Heights::new(layer) }
    }

    fn is_walkable(&self, place: [f64; 2]) -> bool {
        let is_in = |rings: &Slabs| rings.around(place).is_some();
        is_in(&self.walkable) && (!is_in(&self.obstacles) || is_in(&self.openings))
    }

    fn height(&self, place: [f64; 2]) -> Option<f64> {
        match &self.heights {
            Heights::Rings(planes) => {
                let [z, dx, dy] = planes[self.walkable.around(place)?]?;
                Some(z + dx * place[0] + dy * place[1])
            }
            Heights::Surface(squares) => squares.at(place),
        }
    }
}

impl Slabs {
    fn new(rings: &[Ring]) -> Self {
        let corners = || rings.iter().flatten();
        let low = corners().map(|c| c[1]).fold(f64::MAX, f64::min);
        let high = corners().map(|c| c[1]).fold(f64::MIN, f64::max);
        let count = corners().count().clamp(1, 4096);
        let per_meter = if high > low { count as f64 / (high - low) } else { 0.0 };
        let mut own = Self { low, per_meter, slabs: vec![Vec::new(); count + 1] };
        for (number, ring) in rings.iter().enumerate().filter(|(_, ring)| ring.len() > 2) {
            for (i, a) in ring.iter().enumerate() {
                let b = ring[(i + 1) % ring.len()];
                let (from, to) = (own.slab(a[1].min(b[1])), own.slab(a[1].max(b[1])));
                for slab in &mut own.slabs[from..=to] {
                    slab.push((number as u32, [[a[0], a[1]], [b[0], b[1]]]));
                }
            }
        }
        own
    }

    fn slab(&self, y: f64) -> usize {
        (((y - self.low) * self.per_meter).max(0.0) as usize).min(self.slabs.len() - 1)
    }

    /// The first ring around a place.
    fn around(&self, [x, y]: [f64; 2]) -> Option<usize> {
        let beyond = |&(_, [a, b]): &Edge| {
            (a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
        };
        let mut rings = self.slabs[self.slab(y)].chunk_by(|a, b| a.0 == b.0);
        let is_around = |ring: &&[Edge]| ring.iter().filter(|edge| beyond(edge)).count() % 2 == 1;
        rings.find(is_around).map(|ring| ring[0].0 as usize)
    }
}

impl Heights {
    fn new(layer: &Layer) -> Self {
        let Some(terrain) = &layer.terrain else {
            return Self::Rings(layer.walkable.iter().map(|ring| plane(ring)).collect());
        };
        let corner = |v: u32| terrain.vertices[v as usize];
        Self::Surface(Squares::new(terrain.triangles.iter().map(|t| t.map(corner)).collect()))
    }
}

impl Squares {
    fn new(triangles: Vec<[Corner; 3]>) -> Self {
        let corners = || triangles.iter().flatten();
        let low = [0, 1].map(|k| corners().map(|c| c[k]).fold(f64::MAX, f64::min));
        let high = [0, 1].map(|k| corners().map(|c| c[k]).fold(f64::MIN, f64::max));
        let area = ((high[0] - low[0]) * (high[1] - low[1])).max(1e-6);
        let per_meter = (triangles.len() as f64 / area).sqrt();
        let size = [0, 1].map(|k| ((high[k] - low[k]).max(0.0) * per_meter) as usize + 1);
        let mut own = Self { low, per_meter, size, triangles, squares: Vec::new() };
        own.squares = vec![Vec::new(); size[0] * size[1]];
        for index in 0..own.triangles.len() {
            let t = own.triangles[index];
            let reach = |k: usize| {
                let ends = t.iter().map(|c| c[k]);
                (ends.clone().fold(f64::MAX, f64::min), ends.fold(f64::MIN, f64::max))
            };
            let ((x0, x1), (y0, y1)) = (reach(0), reach(1));
            let ([i0, j0], [i1, j1]) = (own.square([x0, y0]), own.square([x1, y1]));
            for j in j0..=j1 {
                for i in i0..=i1 {
                    own.squares[j * size[0] + i].push(index as u32);
                }
            }
        }
        own
    }

    fn square(&self, place: [f64; 2]) -> [usize; 2] {
        [0, 1].map(|k| (((place[k] - self.low[k]) * self.per_meter).max(0.0) as usize).min(self.size[k] - 1))
    }

    /// The height of the triangle that contains the place best.
    fn at(&self, place: [f64; 2]) -> Option<f64> {
        let [i, j] = self.square(place);
        let mut best: Option<(f64, f64)> = None;
        for &index in &self.squares[j * self.size[0] + i] {
            let [a, b, c] = self.triangles[index as usize];
            let area = turn(a, b, [c[0], c[1]]);
            if area == 0.0 {
                continue;
            }
            let weights = [turn(b, c, place) / area, turn(c, a, place) / area, turn(a, b, place) / area];
            let inside = weights.iter().fold(f64::MAX, |least, &w| least.min(w));
            let height = weights[0] * a[2] + weights[1] * b[2] + weights[2] * c[2];
            if best.is_none_or(|(most, _)| inside > most) {
                best = Some((inside, height));
            }
        }
        // A surface may have slits as wide as rounding; a place in one still has a height.
        best.filter(|&(inside, _)| inside > -1e-3).map(|(_, height)| height)
    }
}

/// The plane through all corners, if there is one, to half a millimeter.
fn plane(corners: &[Corner]) -> Option<[f64; 3]> {
    let a = *corners.first()?;
    if corners.iter().all(|c| c[2] == a[2]) {
        return Some([a[2], 0.0, 0.0]);
    }
    let far = |from: &dyn Fn(&Corner) -> f64| {
        corners.iter().copied().max_by(|p, q| from(p).total_cmp(&from(q))).unwrap_or(a)
    };
    let b = far(&|p| (p[0] - a[0]) * (p[0] - a[0]) + (p[1] - a[1]) * (p[1] - a[1]));
    let c = far(&|p| turn(a, b, [p[0], p[1]]).abs());
    let area = turn(a, b, [c[0], c[1]]);
    if area == 0.0 {
        return None;
    }
    let (u, v) = ([0, 1, 2].map(|k| b[k] - a[k]), [0, 1, 2].map(|k| c[k] - a[k]));
    let dx = (u[2] * v[1] - v[2] * u[1]) / area;
    let dy = (u[0] * v[2] - v[0] * u[2]) / area;
    let z = a[2] - dx * a[0] - dy * a[1];
    corners.iter().all(|p| (z + dx * p[0] + dy * p[1] - p[2]).abs() < 5e-4).then_some([z, dx, dy])
}

fn turn(a: Corner, b: Corner, p: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
}
