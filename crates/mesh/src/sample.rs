//! Scenes for tests and benchmarks: small and nasty, or of any size. The same seed gives the same scene.

mod cut;
mod family;
mod obstacles;

pub use cut::cut;
pub use family::Family;
pub use obstacles::obstacle;

use throng_voronoi::sample::Random;
use throng_voronoi::sample::layered::Place;

use crate::plane::bounds;
use crate::scene::{Connection, Layer, LayerId, Region, Ring, Scene, Terrain};

/// A room of 20 m by 14 m with `obstacles` of all kinds in it: convex, concave, crossing themselves and each other, touching, thin,
/// lines, points; and now and then a second walkable ring and an opening. `coarse` puts all corners on a grid of half a meter, so that
/// things touch.
pub fn clutter(seed: u64, obstacles: usize, coarse: bool) -> Scene {
    let mut random = Random::new(seed);
    let mut layer = Layer::new("floor");
    layer.walkable.push(ring(&[[0.0, 0.0], [20.0, 0.0], [20.0, 14.0], [0.0, 14.0]]));
    if random.one_in(2) {
        let c = place(&mut random, coarse);
        layer.walkable.push(blob(&mut random, c, 8.0, coarse));
    }
    for _ in 0..obstacles {
        let c = place(&mut random, coarse);
        let obstacle = match random.below(8) {
            0 => ring(&[c]),
            1 => ring(&[c, place(&mut random, coarse)]),
            2 => {
                // A wall, thinner than one would draw it.
                let d = place(&mut random, coarse);
                let thin = if coarse { 0.5 } else { 0.0002 };
                ring(&[c, d, [d[0] + thin, d[1]], [c[0] + thin, c[1]]])
            }
            3 => ring(&[c, place(&mut random, coarse), place(&mut random, coarse)]),
            _ => blob(&mut random, c, 2.0, coarse),
        };
        layer.obstacles.push(obstacle);
    }
    if random.one_in(3) {
        let c = place(&mut random, coarse);
        layer.openings.push(blob(&mut random, c, 3.0, coarse));
    }
    Scene::of_layer("clutter", layer)
}

/// A floor with a few obstacles, a ramp, and a bumpy floor: everything that a scene can have, and little of it.
pub fn floors() -> Scene {
    let mut floor = Layer::new("floor");
    floor.walkable.push(ring(&[[0.0, 0.0], [6.0, 0.0], [6.0, 4.0], [0.0, 4.0]]));
    floor.obstacles.push(ring(&[[2.0, 2.0], [3.0, 1.5], [3.5, 2.5]]));
    floor.obstacles.push(ring(&[[1.0, 1.0]]));
    let polygon = ring(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]);
    floor.regions.push(Region { label: "Gräser".to_owned(), polygon });
    let mut ramp = Layer::new("ramp");
    ramp.walkable.push(vec![[6.0, 1.0, 0.0], [9.0, 1.0, 2.0], [9.0, 3.0, 2.0], [6.0, 3.0, 0.0]]);
    let mut above = Layer::new("above");
    above.walkable.push(ring(&[[9.0, 0.0], [12.0, 0.0], [12.0, 4.0], [9.0, 4.0]]));
    let vertices = vec![[9.0, 0.0, 2.0], [12.0, 0.0, 2.0], [12.0, 4.0, 2.5], [9.0, 4.0, 2.25]];
    above.terrain = Some(Terrain { vertices, triangles: vec![[0, 1, 2], [0, 2, 3]] });
    let connection = |one, two, x| Connection::new([LayerId(one), LayerId(two)], [[x, 1.0], [x, 3.0]]);
    let connections = vec![connection(0, 1, 6.0), connection(2, 1, 9.0)];
    Scene { name: "zwei Böden".to_owned(), layers: vec![floor, ramp, above], connections }
}

/// A field with `m` times `m` rectangles, turned and of different sizes, that do not touch: 4 m² + 4 corners.
pub fn field(m: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let size = m as f64 * 10.0;
    let mut layer = Layer::new("field");
    layer.walkable.push(ring(&[[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]]));
    for row in 0..m {
        for column in 0..m {
            let [x, y] = random.direction();
            let (a, b) = (1.0 + 2.2 * random.unit(), 1.0 + 2.2 * random.unit());
            let corner = |s: f64, t: f64| {
                let at = [column as f64 * 10.0 + 5.0, row as f64 * 10.0 + 5.0];
                [at[0] + s * a * x - t * b * y, at[1] + s * a * y + t * b * x]
            };
            layer.obstacles.push(ring(&[
                corner(-1.0, -1.0),
                corner(1.0, -1.0),
                corner(1.0, 1.0),
                corner(-1.0, 1.0),
            ]));
        }
    }
    Scene::of_layer("field", layer)
}

/// A layered place of the kernel as a scene: 10,000 units are a meter.
pub fn of_place(place: &Place) -> Scene {
    let meters = |v: i32| f64::from(v) / 1e4;
    let layers = place.layers.iter().enumerate().map(|(k, segments)| {
        let mut layer = Layer::new(format!("layer {k}"));
        // The ring comes first; what follows are obstacles.
        let closed = segments.iter().position(|s| s[1] == segments[0][0]).map_or(0, |last| last + 1);
        let corner = |p: throng_voronoi::GridPoint| [meters(p.x), meters(p.y), 0.0];
        layer.walkable.push(segments[..closed].iter().map(|s| corner(s[0])).collect());
        layer.obstacles = segments[closed..]
            .iter()
            .map(|&[a, b]| if a == b { vec![corner(a)] } else { vec![corner(a), corner(b)] })
            .collect();
        layer
    });
    let layers = layers.collect();
    let connections = place.seams.iter().map(|&[(k, s), (l, _)]| {
        let between = [LayerId(k as u32), LayerId(l as u32)];
        Connection::new(between, place.layers[k][s].map(|p| [meters(p.x), meters(p.y)]))
    });
    Scene { name: "layered".to_owned(), layers, connections: connections.collect() }
}

/// The labels of [`with_regions`].
pub const LABELS: [&str; 4] = ["road", "grass", "mud", "pond"];

/// The same scene with labeled regions on every layer: triangles, boxes, blobs, rings of many corners, and some that overlap or are on whole
/// meters.
#[must_use]
pub fn with_regions(mut scene: Scene, seed: u64, count: usize) -> Scene {
    let mut random = Random::new(seed);
    for layer in &mut scene.layers {
        let places = layer.walkable.iter().flatten().map(|&[x, y, _]| [x, y]);
        let [low, high] = bounds(places);
        let size = (high[0] - low[0]).max(high[1] - low[1]);
        for _ in 0..count {
            let center = [0, 1].map(|axis| low[axis] + (high[axis] - low[axis]) * random.unit());
            let coarse = random.one_in(3);
            let reach = size * (0.05 + 0.25 * random.unit());
            let polygon = match random.below(3) {
                0 => blob(&mut random, center, reach, coarse),
                1 => {
                    let [x, y] = if coarse { [1.0, 0.0] } else { random.direction() };
                    let (long, wide) = (reach * (0.5 + random.unit()), reach * 0.7 * random.unit() + 0.3);
                    let signs = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
                    let corners = signs.map(|[s, t]: [f64; 2]| {
                        let (s, t) = (s * long, t * wide);
                        [center[0] + s * x - t * y, center[1] + s * y + t * x]
                    });
                    ring(&corners)
                }
                _ => {
                    // Round, by halving the turns of a square.
                    let mut spokes = vec![[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
                    for _ in 0..2 {
                        let middle = |k: usize| {
                            let (a, b): ([f64; 2], [f64; 2]) = (spokes[k], spokes[(k + 1) % spokes.len()]);
                            let [x, y] = [a[0] + b[0], a[1] + b[1]];
                            let length = (x * x + y * y).sqrt();
                            [a, [x / length, y / length]]
                        };
                        spokes = (0..spokes.len()).flat_map(middle).collect();
                    }
                    let around = |&[x, y]: &[f64; 2]| [center[0] + reach * x, center[1] + reach * y, 0.0];
                    spokes.iter().map(around).collect()
                }
            };
            layer.regions.push(Region { label: LABELS[random.below(4)].to_owned(), polygon });
        }
    }
    scene
}

/// A ring on the ground.
pub fn ring(corners: &[[f64; 2]]) -> Ring {
    corners.iter().map(|&[x, y]| [x, y, 0.0]).collect()
}

fn place(random: &mut Random, coarse: bool) -> [f64; 2] {
    let mut coordinate = |most: f64| {
        let v = most * (1.1 * random.unit() - 0.05);
        if coarse { (v * 2.0).round() / 2.0 } else { (v * 1e4).round() / 1e4 }
    };
    [coordinate(20.0), coordinate(14.0)]
}

/// A few corners around a place, not always in order.
fn blob(random: &mut Random, c: [f64; 2], size: f64, coarse: bool) -> Ring {
    let corners: Vec<[f64; 2]> = (0..3 + random.below(4))
        .map(|_| {
            let [x, y] = random.direction();
            let r = size * (0.2 + random.unit());
            let snap = |v: f64| if coarse { (v * 2.0).round() / 2.0 } else { (v * 1e4).round() / 1e4 };
            [snap(c[0] + r * x), snap(c[1] + r * y)]
        })
        .collect();
    // Corners that fall together may leave no ring.
    let different = corners.iter().enumerate().filter(|&(k, c)| !corners[..k].contains(c)).count();
    if different < 3 { ring(&[c, [c[0] + 1.0, c[1]], [c[0], c[1] + 1.0]]) } else { ring(&corners) }
}
