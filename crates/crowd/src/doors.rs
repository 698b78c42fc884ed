//! Open connections, and where they are near: through them characters see each other.

use throng_mesh::{ConnectionId, LayerId, Mesh, Position};

use crate::area::{distance_sq, nearest_on_segment};
use crate::index::Index;
use crate::neighbors::RANGE;

/// The connections that are open, by layer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Doors {
    of_layer: Vec<Vec<Door>>,
    /// For each square of the index whether a connection is within range of some place in it.
    near: Vec<bool>,
}

/// What is behind connections nearby.
#[derive(Debug, Default)]
pub(crate) struct Beyond {
    pub(crate) layers: Vec<LayerId>,
    ways: Vec<[[f64; 2]; 2]>,
}

impl Beyond {
    /// Whether a straight line crosses one of the connections. Most do not, and this is quickly seen.
    #[inline]
    pub(crate) fn may_see(&self, from: [f64; 2], to: [f64; 2]) -> bool {
        let turn = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
            (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
        };
        self.ways.iter().any(|&[a, b]| {
            turn(from, to, a) * turn(from, to, b) <= 0.0 && turn(a, b, from) * turn(a, b, to) <= 0.0
        })
    }
}

#[derive(Clone, Copy, Debug)]
struct Door {
    segment: [[f64; 2]; 2],
    to: LayerId,
}

impl Doors {
    /// Those of a mesh as it is now.
    pub(crate) fn new(mesh: &Mesh, index: &Index) -> Self {
        let mut of_layer = vec![Vec::new(); mesh.num_layers()];
        for id in (0..mesh.num_connections() as u32).map(ConnectionId).filter(|&id| mesh.is_open(id)) {
            let ([left, right], segment) = mesh.connection(id);
            of_layer[left.0 as usize].push(Door { segment, to: right });
            of_layer[right.0 as usize].push(Door { segment, to: left });
        }
        let mut near = vec![false; index.num_squares()];
        for layer in mesh.layers().filter(|layer| !of_layer[layer.0 as usize].is_empty()) {
            for (square, [low, high]) in index.boxes(layer) {
                let middle = [0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])];
                let reach = f64::from(RANGE) + distance_sq(low, high).sqrt();
                near[square] = of_layer[layer.0 as usize].iter().any(|door| door.is_within(middle, reach));
            }
        }
        Self { of_layer, near }
    }

    /// Whether somebody in this square may see through a connection.
    #[inline]
    pub(crate) fn is_near(&self, square: usize) -> bool {
        self.near[square]
    }

    /// The other layers that a straight line of some length may get to, each once, and the connections of one's own layer that it has to
    /// cross one of.
    pub(crate) fn look_through(&self, position: Position, reach: f64, beyond: &mut Beyond) {
        let Beyond { layers, ways } = beyond;
        layers.clear();
        layers.push(position.layer);
        ways.clear();
        let own = self.of_layer[position.layer.0 as usize].iter();
        ways.extend(own.filter(|door| door.is_within(position.at, reach)).map(|door| door.segment));
        // A line as long as characters see crosses two connections at most, but for very short stairs.
        let mut from = 0;
        for _ in 0..2 {
            let to = layers.len();
            for k in from..to {
                for door in &self.of_layer[layers[k].0 as usize] {
                    if !layers.contains(&door.to) && door.is_within(position.at, reach) {
                        layers.push(door.to);
                    }
                }
            }
            from = to;
        }
        layers.remove(0);
    }
}

impl Door {
    fn is_within(&self, at: [f64; 2], reach: f64) -> bool {
        let [a, b] = self.segment;
        distance_sq(nearest_on_segment(a, b, at), at) <= reach * reach
    }
}
