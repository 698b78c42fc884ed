//! The places of the soak, by number.

use throng_mesh::sample::{Family, clutter, cut, field, floors, of_place, ring};
use throng_mesh::{Connection, Layer, LayerId, Mesh, Position, Scene};
use throng_voronoi::sample::Random;
use throng_voronoi::sample::layered::{Place as Glued, fan, ramp, spiral, tight_spiral};

/// What comes and goes in a place, and what else its mesh is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Anything. On one layer compared with [`throng_mesh::naive::Naive`].
    Any,
    /// Obstacles that stand on all layers. Compared with the same place on one layer, with cuts at these x.
    Twin,
    /// Upright obstacles on a grid of half a meter. Compared with the mesh of a scene that has them from the beginning.
    Upright,
}

/// A place, and what may happen in it.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) number: u64,
    pub(crate) name: String,
    pub(crate) scene: Scene,
    pub(crate) mode: Mode,
    /// The place before it was cut, and where. \[m\]
    pub(crate) flat: Option<(Scene, Vec<f64>)>,
}

/// Kinds of places; a place's number counts through them, and then through their seeds.
const KINDS: u64 = 40;

impl Place {
    /// The place with this number.
    pub(crate) fn new(number: u64) -> Self {
        let (kind, seed) = (number % KINDS, number / KINDS);
        let family = Family::ALL[kind as usize % 9];
        let any =
            |scene: Scene| Self { number, name: scene.name.clone(), scene, mode: Mode::Any, flat: None };
        let glued = |name: &str, glued: &Glued| {
            let mut scene = of_place(glued);
            name.clone_into(&mut scene.name);
            any(scene)
        };
        let size = 2 + seed as usize % 4;
        let mut place = match kind {
            0..9 => any(family.scene(seed)),
            9..18 => in_strips(number, family, seed, Mode::Any),
            18..27 => in_strips(number, family, seed, Mode::Twin),
            27 => any(floors()),
            28 => glued("spiral", &spiral(1 + seed as usize % 3, 4 + seed as usize % 5)),
            29 => glued("tight spiral", &tight_spiral(1 + seed as usize % 3, 5 + seed as usize % 6)),
            30 => glued("fan", &fan(3 + seed as usize % 6, false)),
            31 => glued("closed fan", &fan(3 + seed as usize % 6, true)),
            32 => glued("ramp", &ramp(2 + seed as usize % 6, 4 + seed as usize % 9)),
            33 => any(storeys(seed)),
            34 => any(field(size, seed)),
            35 => any(clutter(seed, 3 + seed as usize % 30, seed.is_multiple_of(3))),
            36 => Self { mode: Mode::Upright, ..any(Family::Grid.scene(seed)) },
            37 => Self { mode: Mode::Upright, ..any(Family::Lattice.scene(seed)) },
            38 => Self { mode: Mode::Upright, ..any(Family::Pillars.scene(seed)) },
            _ => Self { mode: Mode::Upright, ..any(hall(8.0 + seed as f64 % 9.0)) },
        };
        place.name = format!("{} ({:?}, seed {seed})", place.name, place.mode);
        place
    }
}

/// A place in strips that are glued again. Where rounding does not allow it, the next one.
fn in_strips(number: u64, family: Family, seed: u64, mode: Mode) -> Place {
    let cuts: [&[f64]; 4] = [&[4.0, 8.0], &[3.3, 6.1, 9.7], &[6.0], &[5.0, 5.004, 9.0, 9.5]];
    for further in 0.. {
        let flat = family.scene(seed + 1000 * further);
        let at = cuts[(seed + further) as usize % cuts.len()].to_vec();
        // A second walkable ring would not be cut.
        if flat.layers[0].walkable.len() == 1
            && let Some(scene) = cut(&flat, &at)
            && (mode == Mode::Any || ends_at_walls(&flat, &scene))
        {
            let name = format!("{} in strips", flat.name);
            return Place { number, name, scene, mode, flat: Some((flat, at)) };
        }
        if further > 50 {
            break;
        }
    }
    let flat = hall(12.0);
    let scene = cut(&flat, &[4.0, 8.0]).expect("an empty hall can be cut");
    Place { number, name: "hall in strips".to_owned(), scene, mode, flat: Some((flat, vec![4.0, 8.0])) }
}

/// Whether no connection ends in the open: there it is an obstacle, which the place on one layer does not have.
fn ends_at_walls(flat: &Scene, strips: &Scene) -> bool {
    let Ok(built) = Mesh::build(flat) else { return false };
    let ends = strips.connections.iter().flat_map(|connection| connection.segment);
    let clearances = ends.map(|end| built.mesh.clearance(Position::new(end, LayerId(0)), None));
    { clearances }.all(|clearance| clearance.is_none_or(|clearance| clearance < 1e-3))
}

/// An empty hall.
fn hall(size: f64) -> Scene {
    let mut layer = Layer::new("hall");
    layer.walkable.push(ring(&[[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]]));
    Scene::of_layer("hall", layer)
}

/// Storeys above each other, joined by stairs that pass above and below each other: a stair leaves a storey at its east side,
/// turns, and comes in above the place where it left.
fn storeys(seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let count = 2 + random.below(3) as u32;
    let mut scene = Scene { name: "storeys".to_owned(), ..Scene::default() };
    for k in 0..count {
        let mut storey = Layer::new(format!("storey {k}"));
        storey.walkable.push(ring(&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]));
        for _ in 0..random.below(5) {
            let [x, y] = [random.range(1, 8), random.range(1, 8)].map(f64::from);
            storey.obstacles.push(ring(&[[x, y], [x + 1.0, y], [x + 1.0, y + 0.5], [x, y + 1.0]]));
        }
        scene.layers.push(storey);
    }
    for k in 0..count - 1 {
        let mut stair = Layer::new(format!("stair {k}"));
        stair.walkable.push(ring(&[
            [10.0, 1.0],
            [14.0, 1.0],
            [14.0, 5.0],
            [10.0, 5.0],
            [10.0, 3.5],
            [12.5, 3.5],
            [12.5, 2.5],
            [10.0, 2.5],
        ]));
        let id = LayerId(scene.layers.len() as u32);
        scene.layers.push(stair);
        let join = |storey: u32, low: f64, high: f64| {
            Connection::new([LayerId(storey), id], [[10.0, low], [10.0, high]])
        };
        scene.connections.extend([join(k, 1.0, 2.5), join(k + 1, 3.5, 5.0)]);
    }
    scene
}
