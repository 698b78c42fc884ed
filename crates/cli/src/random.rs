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

/// Requests for short routes between random places, evenly spread over the walkable space, for a disc that gets from one to
/// the other; fewer than asked for if such pairs are too hard to find.
pub(crate) fn requests(mesh: &Mesh, count: usize, seed: u64, radius: f64) -> Vec<Request> {
    let mut random = Random(seed);
    let layers: Vec<(LayerId, [[f64; 2]; 2])> = mesh.layers().map(|id| (id, bounds(mesh, id))).collect();
    // Up to which share of all boxes each layer has.
    let mut sum = 0.0;
    let sums: Vec<f64> = layers
        .iter()
        .map(|(_, [low, high])| {
            sum += ((high[0] - low[0]) * (high[1] - low[1])).max(0.0);
            sum
        })
        .collect();
    let mut place = || {
        (0..TRIES).find_map(|_| {
            let share = random.unit() * sum;
            let (layer, [low, high]) = *layers.get(sums.partition_point(|&sum| sum < share))?;
            let at =
                [low[0] + random.unit() * (high[0] - low[0]), low[1] + random.unit() * (high[1] - low[1])];
            let position = Position::new(at, layer);
            mesh.clearance(position, None).is_some_and(|clearance| clearance >= radius).then_some(position)
        })
    };
    let mut pair = || {
        (0..TRIES).find_map(|_| {
            let request = Request::new(place()?, place()?, radius);
            mesh.why_not(&request).is_none().then_some(request)
        })
    };
    (0..count).map_while(|_| pair()).collect()
}
