//! Random places to plan routes between. The same seed gives the same places on every machine.

use throng_mesh::{LayerId, Mesh, Position, Request};

/// Tries for a place or a pair of them; where these are too few, there is next to nothing to find.
const TRIES: usize = 2_000;

/// Random numbers: SplitMix64 by Steele, Lea and Flood.
#[derive(Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number from 0 to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Where a layer is: lower left and upper right corner of its border. (m)
pub(crate) fn bounds(mesh: &Mesh, layer: LayerId) -> [[f64; 2]; 2] {
    let corners = || mesh.walls(layer).flat_map(|wall| wall.ends);
    [
        corners().fold([f64::INFINITY; 2], |low, p| [low[0].min(p[0]), low[1].min(p[1])]),
        corners().fold([f64::NEG_INFINITY; 2], |high, p| [high[0].max(p[0]), high[1].max(p[1])]),
    ]
}

/// Random places on a mesh, evenly spread over its walkable space.
#[derive(Debug)]
pub(crate) struct Places {
    random: Random,
    layers: Vec<(LayerId, [[f64; 2]; 2])>,
    /// Up to which share of all boxes each layer has. (m²)
    sums: Vec<f64>,
}

impl Places {
    pub(crate) fn new(mesh: &Mesh, seed: u64) -> Self {
        let layers: Vec<(LayerId, [[f64; 2]; 2])> = mesh.layers().map(|id| (id, bounds(mesh, id))).collect();
        let mut sum = 0.0;
        let area = |[low, high]: [[f64; 2]; 2]| ((high[0] - low[0]) * (high[1] - low[1])).max(0.0);
        let mut up_to = |(_, bounds): &(LayerId, _)| {
            sum += area(*bounds);
            sum
        };
        let sums = layers.iter().map(&mut up_to).collect();
        Self { random: Random(seed), layers, sums }
    }

    /// The next place with room for a disc; `None` if such places are too hard to find.
    pub(crate) fn next(&mut self, mesh: &Mesh, radius: f64) -> Option<Position> {
        let random = &mut self.random;
        (0..TRIES).find_map(|_| {
            let share = random.unit() * self.sums.last()?;
            let (layer, [low, high]) = *self.layers.get(self.sums.partition_point(|&sum| sum < share))?;
            let at =
                [low[0] + random.unit() * (high[0] - low[0]), low[1] + random.unit() * (high[1] - low[1])];
            let position = Position::new(at, layer);
            mesh.clearance(position, None).is_some_and(|clearance| clearance >= radius).then_some(position)
        })
    }
}

/// Requests for short routes between random places, evenly spread over the walkable space, for a disc that gets from one to
/// the other; fewer than asked for if such pairs are too hard to find.
pub(crate) fn requests(mesh: &Mesh, count: usize, seed: u64, radius: f64) -> Vec<Request> {
    let mut places = Places::new(mesh, seed);
    let mut pair = || {
        (0..TRIES).find_map(|_| {
            let request = Request::new(places.next(mesh, radius)?, places.next(mesh, radius)?, radius);
            mesh.why_not(&request).is_none().then_some(request)
        })
    };
    (0..count).map_while(|_| pair()).collect()
}
