//! Parking: one deck of a car park, with columns between the bays and cars in some of them.

use throng_mesh::Scene;
use throng_voronoi::sample::Random;

use super::draft::Draft;
use super::shape::{bar, rect};

const BAY: [f64; 2] = [2.5, 5.0];
const BAYS: usize = 12;
const CARS: usize = 17;

/// 36 x 36 m: four rows of twelve bays, two lanes; the middle rows stand nose to nose.
pub(super) fn parking() -> Scene {
    let mut draft = Draft::new("parking");
    let deck = draft.layer("deck", 0.0);
    let [width, depth] = [36.0, 36.0];
    draft.walkable(deck, &rect([0.0, 0.0], [width, depth]));
    let left = (width - BAYS as f64 * BAY[0]) / 2.0;
    let middles = [2.5, 15.5, 20.5, 33.5];
    // Columns stand between every third and fourth bay, where rows meet the lanes.
    for y in [5.0, 13.0, 23.0, 31.0] {
        for k in 0..3 {
            let x = left + BAY[0] * f64::from(3 * k + 3);
            draft.obstacle(deck, &bar([x, y], [0.4, 0.4], 0.0));
        }
    }
    let mut random = Random::new(7);
    let mut bays: Vec<usize> = (0..BAYS * middles.len()).collect();
    for k in 0..CARS {
        // A shuffle of the bays, as far as it is needed.
        bays.swap(k, k + random.below(BAYS * middles.len() - k));
        let [column, row] = [bays[k] % BAYS, bays[k] / BAYS];
        let center = [
            left + BAY[0] * (column as f64 + 0.5) + 0.3 * (random.unit() - 0.5),
            middles[row] + 0.5 * (random.unit() - 0.5),
        ];
        let size = [1.75 + 0.1 * random.unit(), 3.9 + 0.5 * random.unit()];
        draft.obstacle(deck, &bar(center, size, 0.008 * (random.unit() - 0.5)));
    }
    draft.finish()
}
