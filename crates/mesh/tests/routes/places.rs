//! Places for routes, a different one for each seed: all families on one layer, some of them cut into layers and glued again, and
//! places whose layers overlap.

use throng_mesh::naive::Ground;
use throng_mesh::sample::{Family, cut};
use throng_mesh::{LayerId, Mesh, Position, Scene};
use throng_voronoi::sample::Random;

use crate::common;
use crate::scenes;

/// A place, its mesh, and what brute force knows of it.
pub(crate) struct Place {
    pub(crate) name: String,
    pub(crate) mesh: Mesh,
    pub(crate) ground: Ground,
    bounds: [[f64; 2]; 2],
}

/// How many kinds of places there are.
pub(crate) const KINDS: u64 = 18;

impl Place {
    /// Of a kind that follows from the seed; `None` if obstacles cover everything, or rounding spoils a cut.
    pub(crate) fn new(seed: u64) -> Option<Self> {
        let (kind, seed) = (seed % KINDS, seed / KINDS);
        let family = |index: u64| Family::ALL[index as usize % Family::ALL.len()];
        match kind {
            0..9 => Self::flat(&family(kind).scene(seed)),
            9 => Self::flat(&common::room(seed)),
            10 => Self::flat(&scenes::flat(seed)),
            11..14 => {
                // The last family has more than a box to walk in.
                let scene = Family::ALL[(3 * seed + kind - 11) as usize % 8].scene(seed);
                let size = scene.layers[0].walkable[0][2][0];
                let parts = [[0.3187, 0.7077], [0.2711, 0.2811], [0.4147, 0.6189]][seed as usize % 3];
                Self::flat(&cut(&scene, &parts.map(|part| (part * size * 1e4).round() / 1e4))?)
            }
            14 => Self::layered(&common::two_floors()),
            15 => Self::layered(&common::spiral(1 + seed as usize % 3)),
            _ => Self::layered(&scenes::layered(seed)),
        }
    }

    /// A place whose layers do not overlap.
    fn flat(scene: &Scene) -> Option<Self> {
        let mesh = Mesh::build(scene).ok()?.mesh;
        let ground = Ground::flat(&mesh);
        Some(Self::with(scene, mesh, ground))
    }

    fn layered(scene: &Scene) -> Option<Self> {
        let mesh = Mesh::build(scene).ok()?.mesh;
        let ground = Ground::layered(&mesh);
        Some(Self::with(scene, mesh, ground))
    }

    fn with(scene: &Scene, mesh: Mesh, ground: Ground) -> Self {
        let name = format!("{} of {} layers", scene.name, scene.layers.len());
        Self { name, mesh, ground, bounds: scene.bounds().unwrap_or_default() }
    }

    /// Random places where a disc has room; one in three touches an obstacle. There may be fewer than asked for.
    pub(crate) fn spots(&self, random: &mut Random, radius: f64, count: usize) -> Vec<Position> {
        let mut spots = Vec::new();
        let [low, high] = self.bounds;
        for _ in 0..100 * count {
            if spots.len() == count {
                break;
            }
            let at = [0, 1].map(|k| low[k] + (high[k] - low[k]) * random.unit());
            let layer = LayerId(random.below(self.mesh.num_layers()) as u32);
            let spot = Position::new(at, layer);
            let Some(nearest) = self.mesh.nearest(spot, None) else { continue };
            if nearest.distance < radius + 1e-5 {
                continue;
            }
            spots.push(spot);
            if radius > 0.0 && random.one_in(3) {
                // Exactly as far from the obstacle as the radius, if that is on the same layer.
                let part = radius / nearest.distance;
                let touching = [0, 1].map(|k| nearest.point[k] + part * (at[k] - nearest.point[k]));
                let touching = Position::new(touching, layer);
                let clearance = self.mesh.clearance(touching, None);
                if clearance.is_some_and(|clearance| (clearance - radius).abs() < 1e-9) {
                    spots.pop();
                    spots.push(touching);
                }
            }
        }
        spots
    }
}
