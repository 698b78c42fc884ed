//! Random walkable places, uniform over the surface of a mesh.

use throng_mesh::{LayerId, Mesh, Position};
use throng_voronoi::sample::Random;

/// For one place so many are tried, on average; then there is hardly room anywhere.
const TRIES: usize = 200;

/// The triangles of all layers, to pick from.
pub struct Places<'m> {
    mesh: &'m Mesh,
    triangles: Vec<(LayerId, [[f64; 2]; 3])>,
    /// Areas of the triangles up to each.
    sums: Vec<f64>,
}

impl<'m> Places<'m> {
    /// All of a mesh.
    pub fn new(mesh: &'m Mesh) -> Self {
        let (mut triangles, mut sums, mut sum) = (Vec::new(), Vec::new(), 0.0);
        for layer in mesh.layers() {
            let surface = mesh.surface(layer);
            for corners in &surface.triangles {
                let [a, b, c] = corners.map(|corner| {
                    let [x, y, _] = surface.corners[corner as usize];
                    [x, y]
                });
                sum += 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])).abs();
                triangles.push((layer, [a, b, c]));
                sums.push(sum);
            }
        }
        Self { mesh, triangles, sums }
    }

    /// Places with so much room around them; fewer than asked for if there is hardly any.
    pub fn pick(&self, radius: f64, count: usize, random: &mut Random) -> Vec<Position> {
        let mut places = Vec::new();
        for _ in 0..TRIES * count {
            if places.len() == count {
                break;
            }
            places.extend(self.one(random).filter(|&place| {
                self.mesh.clearance(place, None).is_some_and(|clearance| clearance >= radius)
            }));
        }
        places
    }

    fn one(&self, random: &mut Random) -> Option<Position> {
        let chosen = random.unit() * self.sums.last()?;
        let (layer, [a, b, c]) = *self.triangles.get(self.sums.partition_point(|&sum| sum <= chosen))?;
        // Half of the parallelogram is folded upon the other one.
        let (mut u, mut v) = (random.unit(), random.unit());
        if u + v > 1.0 {
            (u, v) = (1.0 - u, 1.0 - v);
        }
        let at = [0, 1].map(|k| a[k] + u * (b[k] - a[k]) + v * (c[k] - a[k]));
        Some(Position::new(at, layer))
    }
}

/// The component of the medial axis that a place belongs to.
pub fn component(mesh: &Mesh, place: Position) -> Option<usize> {
    mesh.locate(place, None).map(|cell| mesh.cell(cell).edge().component())
}
