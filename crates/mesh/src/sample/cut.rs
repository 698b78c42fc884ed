//! A place on one layer, cut into layers that are glued again: the same space, so all answers must be the same.

use crate::mesh::Mesh;
use crate::plane::bounds;
use crate::sample::ring;
use crate::scene::{Connection, Layer, LayerId, Scene};

/// Cuts a scene of one layer, whose first walkable ring is a box, into strips from left to right at some x. \[m\] No line obstacle may be
/// along a cut. `None` where rounding to the grid makes the two sides of a cut differ, or where nothing is left of a strip.
///
/// The strips are built without connections first. Their walls along a cut are where it is open.
pub fn cut(scene: &Scene, at: &[f64]) -> Option<Scene> {
    let walkable = scene.layers.first()?.walkable.first()?;
    let [low, high] = bounds(walkable.iter().map(|corner| [corner[0], corner[1]]));
    let ends = [[low[0]].as_slice(), at, &[high[0]]].concat();
    let strip = |(k, pair): (usize, &[f64])| {
        let mut layer = Layer::new(format!("strip {k}"));
        let [left, right] = [pair[0], pair[1]];
        layer.walkable.push(ring(&[[left, low[1]], [right, low[1]], [right, high[1]], [left, high[1]]]));
        layer.obstacles.clone_from(&scene.layers[0].obstacles);
        layer.openings.clone_from(&scene.layers[0].openings);
        layer
    };
    let layers = ends.windows(2).enumerate().map(strip).collect();
    let mut cut = Scene { name: scene.name.clone(), layers, connections: Vec::new() };
    let strips = Mesh::build(&cut).ok()?.mesh;
    for (k, &x) in at.iter().enumerate() {
        let between = [LayerId(k as u32), LayerId(k as u32 + 1)];
        let [left, right] = between.map(|layer| open(&strips, layer, x));
        if left != right {
            return None;
        }
        cut.connections.extend(left.into_iter().map(|segment| Connection::new(between, segment)));
    }
    Some(cut)
}

/// The walls of a strip along a cut, from low to high.
fn open(strips: &Mesh, layer: LayerId, x: f64) -> Vec<[[f64; 2]; 2]> {
    // The grid is 0.1 mm wide, so nothing else is so near.
    let along = strips.walls(layer).filter(|wall| wall.ends.iter().all(|end| (end[0] - x).abs() < 1e-9));
    let mut segments: Vec<_> = along
        .map(|wall| if wall.ends[0][1] < wall.ends[1][1] { wall.ends } else { [wall.ends[1], wall.ends[0]] })
        .collect();
    segments.sort_by(|a, b| a[0][1].total_cmp(&b[0][1]));
    segments
}
