//! Obstacles that look for trouble: on borders, on connections, on each other, in corners.

use throng_voronoi::sample::Random;

use crate::change::Obstacle;
use crate::plane::{Point, bounds};
use crate::scene::{LayerId, Scene};

/// A random obstacle for a scene. `others` are obstacles that are there already: some new ones share their corners or repeat them.
///
/// # Panics
/// If the scene has no layers.
pub fn obstacle(scene: &Scene, others: &[Obstacle], random: &mut Random) -> Obstacle {
    if !others.is_empty() && random.one_in(12) {
        return others[random.below(others.len())].clone();
    }
    let layer = LayerId(random.below(scene.layers.len()) as u32);
    let corners: Vec<Point> =
        scene.layers[layer.0 as usize].rings().flat_map(|(_, ring)| ring).map(|&[x, y, _]| [x, y]).collect();
    let edges: Vec<[Point; 2]> = scene.layers[layer.0 as usize]
        .rings()
        .map(|(_, ring)| ring)
        .flat_map(|ring| ring.windows(2).map(|pair| [0, 1].map(|k| [pair[k][0], pair[k][1]])))
        .chain(
            others
                .iter()
                .flat_map(|other| &other.rings)
                .flat_map(|ring| ring.windows(2).map(|pair| [pair[0], pair[1]])),
        )
        .collect();
    let [low, high] = bounds(corners.iter().copied());
    let size = (high[0] - low[0]).max(high[1] - low[1]).max(1.0);
    let coarse = random.one_in(2);
    let place = |random: &mut Random| -> Point {
        let kind = random.below(10);
        let connections = &scene.connections;
        let at = match kind {
            // A corner of the place, or of another obstacle.
            0 if !corners.is_empty() => corners[random.below(corners.len())],
            1 if !others.is_empty() => {
                let rings = &others[random.below(others.len())].rings;
                let ring = &rings[random.below(rings.len())];
                ring[random.below(ring.len())]
            }
            // On a connection.
            2 if !connections.is_empty() => {
                let [a, b] = connections[random.below(connections.len())].segment;
                let t = if random.one_in(3) { random.below(3) as f64 / 2.0 } else { random.unit() };
                [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]
            }
            _ => [0, 1].map(|k| low[k] - 0.05 * size + 1.1 * (high[k] - low[k]) * random.unit()),
        };
        if coarse { at.map(|v| (v * 2.0).round() / 2.0) } else { at }
    };
    let at = place(random);
    let reach = match random.below(16) {
        0 | 1 => 0.5 * size * random.unit().max(0.05),
        // Over nearly everything.
        2 => 0.6 * size,
        // A few grid units.
        3 => 1e-4 * (1 + random.below(8)) as f64,
        _ => 0.12 * size * random.unit().max(0.05),
    };
    let near = |random: &mut Random, reach: f64| -> Point {
        let p = [0, 1].map(|k| at[k] + reach * (2.0 * random.unit() - 1.0));
        if coarse { p.map(|v| (v * 2.0).round() / 2.0) } else { p }
    };
    let made = match random.below(10) {
        0 => Obstacle::new(layer, vec![at]),
        1 => Obstacle::new(layer, vec![at, near(random, 3.0 * reach)]),
        2 => Obstacle::new(layer, vec![at, place(random)]),
        // A turned or upright square.
        3 | 4 => {
            let d = if coarse { [1.0, 0.0] } else { random.direction() };
            let h = if coarse { (reach * 2.0).ceil() / 2.0 } else { reach };
            Obstacle::new(layer, square(at, d, h))
        }
        // A triangle, between any corners.
        5 => Obstacle::new(layer, vec![at, near(random, reach), place(random)]),
        // A ring that may cross itself.
        6 => {
            let count = 4 + random.below(5);
            Obstacle::new(layer, (0..count).map(|_| near(random, reach)).collect())
        }
        // A square with a hole, or with a part beside.
        7 => {
            let inner = near(random, 0.3 * reach);
            Obstacle::new(layer, square(at, [1.0, 0.0], reach)).with_ring(square(
                inner,
                [0.8, 0.6],
                0.4 * reach,
            ))
        }
        // In line with a wall: a part of it, beyond its end, or a box along it.
        8 if !edges.is_empty() => {
            let [a, b] = edges[random.below(edges.len())];
            let ts = [random.below(9), random.below(9)].map(|k| (k as f64 - 2.0) / 4.0);
            let [p, q] = ts.map(|t| [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
            let out = [0.3 * (a[1] - b[1]), 0.3 * (b[0] - a[0])];
            let beside = |z: Point| [z[0] + out[0], z[1] + out[1]];
            let ring = if random.one_in(2) { vec![p, q] } else { vec![p, q, beside(q), beside(p)] };
            Obstacle::new(layer, ring)
        }
        // A star.
        _ => {
            let count = 3 + random.below(4);
            let mut ring = Vec::new();
            for k in 0..count {
                let turn = 4.0 * k as f64 / count as f64;
                ring.push(on_diamond(at, reach, turn));
                ring.push(on_diamond(at, 0.35 * reach, turn + 2.0 / count as f64));
            }
            Obstacle::new(layer, ring)
        }
    };
    if random.one_in(6) { made.here_only() } else { made }
}

fn square(at: Point, d: Point, h: f64) -> Vec<Point> {
    let [x, y] = [h * d[0], h * d[1]];
    [[-x + y, -y - x], [x + y, y - x], [x - y, y + x], [-x - y, -y + x]]
        .map(|[dx, dy]| [at[0] + dx, at[1] + dy])
        .to_vec()
}

/// A place on the border of a square that stands on a corner, from 0 to 4 around it.
fn on_diamond(at: Point, reach: f64, turn: f64) -> Point {
    let t = turn % 4.0;
    let [x, y] = match t as u32 {
        0 => [1.0 - t, t],
        1 => [1.0 - t, 2.0 - t],
        2 => [t - 3.0, 2.0 - t],
        _ => [t - 3.0, t - 4.0],
    };
    [at[0] + reach * x, at[1] + reach * y]
}
