//! A place with many ways from one end to the other: 50 x 100 m with seven blocks, and a region before and behind it.

use throng_mesh::{Layer, LayerId, Position, Scene};

/// Two opposite corners. \[m\]
pub(crate) type Rectangle = [[f64; 2]; 2];

/// The only layer.
pub(crate) const GROUND: LayerId = LayerId(0);

/// Where characters enter. \[m\]
pub(crate) const START: Rectangle = [[16.0, -14.0], [42.0, 0.0]];

/// Where they go. \[m\]
pub(crate) const GOAL: Rectangle = [[16.0, 100.0], [42.0, 114.0]];

/// Measurements begin and end where characters cross these lines: y is that. \[m\]
pub(crate) const LINES: [f64; 2] = [0.0, 100.0];

/// The field between the two lines. \[m\]
pub(crate) const FIELD: Rectangle = [[0.0, 0.0], [50.0, 100.0]];

/// The seven blocks. \[m\] The streets between them and the sides are 7 to 16 m wide; the shortest way keeps to the right and goes through two of 7 m.
pub(crate) const BLOCKS: [Rectangle; 7] = [
    [[10.0, 14.0], [34.0, 23.0]],
    [[7.0, 31.0], [22.0, 40.0]],
    [[32.0, 31.0], [43.0, 40.0]],
    [[10.0, 48.0], [34.0, 57.0]],
    [[7.0, 65.0], [22.0, 74.0]],
    [[32.0, 65.0], [43.0, 74.0]],
    [[10.0, 82.0], [34.0, 91.0]],
];

/// All of it.
pub(crate) fn place() -> Scene {
    let mut layer = Layer::new("ground");
    layer.walkable = [START, FIELD, GOAL].iter().map(ring).collect();
    layer.obstacles = BLOCKS.iter().map(ring).collect();
    Scene::of_layer("blocks", layer)
}

/// Some place of a rectangle, by two numbers from 0 to 1, a little away from its sides.
pub(crate) fn inside(own: &Rectangle, part: [f64; 2]) -> Position {
    const MARGIN: f64 = 0.3;
    let at = [0, 1].map(|k| own[0][k] + MARGIN + part[k] * (own[1][k] - own[0][k] - 2.0 * MARGIN));
    Position::new(at, GROUND)
}

fn ring(own: &Rectangle) -> Vec<[f64; 3]> {
    let [[x, y], [u, v]] = *own;
    [[x, y], [u, y], [u, v], [x, v]].map(|[x, y]| [x, y, 0.0]).to_vec()
}
