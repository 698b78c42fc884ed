//! Spiral: a ramp of three full turns round a core, which overlaps itself again and again seen from above.
//!
//! Each layer is an eighth of a turn. Parapets stand along both rims, and leave the ends of each layer free.

use throng_mesh::Scene;

use super::draft::Draft;
use super::shape::{Point, Shape, along, bar, direction, disc};

const TURNS: usize = 3;
/// Layers of a turn.
const PARTS: usize = 8;
/// Straight pieces of a layer's rims.
const PIECES: usize = 4;
const INNER: f64 = 6.0;
const OUTER: f64 = 11.0;
/// Rise of a full turn.
const RISE: f64 = 4.0;

pub(super) fn spiral() -> Scene {
    let mut draft = Draft::new("spiral");
    let bottom = draft.layer("bottom", 0.0);
    draft.walkable(bottom, &landing(-1.0));
    let mut below = bottom;
    for part in 0..TURNS * PARTS {
        let layer = draft.layer(format!("turn {}, part {}", part / PARTS + 1, part % PARTS + 1), 0.0);
        // Pieces from the start of the ramp.
        let height = |piece: f64| RISE * piece / (PARTS * PIECES) as f64;
        let first = (part * PIECES) as f64;
        let last = first + PIECES as f64;
        let ring = arc([first, last], PIECES, [INNER, OUTER]);
        draft.walkable_at(layer, &ring.shape, |k| height(ring.pieces[k]));
        for radii in [[INNER + 0.25, INNER + 0.5], [OUTER - 0.5, OUTER - 0.25]] {
            let parapet = arc([first + 0.5, last - 0.5], PIECES, radii);
            draft.obstacle_at(layer, &parapet.shape, |k| height(parapet.pieces[k]));
        }
        // A planter in the middle of every other part.
        if part % 2 == 1 {
            let planter = arc([first + 1.4, last - 1.4], 2, [8.1, 8.9]);
            draft.obstacle_at(layer, &planter.shape, |k| height(planter.pieces[k]));
        }
        draft.connect([below, layer], [at(first, INNER), at(first, OUTER)]);
        below = layer;
    }
    let top = draft.layer("top", RISE * TURNS as f64);
    draft.walkable(top, &landing(1.0));
    let end = (TURNS * PARTS * PIECES) as f64;
    draft.connect([below, top], [at(end, INNER), at(end, OUTER)]);

    for [x, y] in [[-8.0, 16.5], [-3.0, 22.0], [3.0, 17.0], [10.0, 22.5]] {
        draft.obstacle(bottom, &disc([x, -y], 0.9, 8));
        draft.obstacle(top, &bar([x, y], [2.0, 0.6], 0.0));
    }
    draft.finish()
}

/// A square beside the ramp, and a way as wide as the ramp that leads to its end; below (-1) or above (1) the
/// x-axis.
fn landing(side: f64) -> Shape {
    let [near, far, half] = [12.5 * side, 26.5 * side, 14.0];
    vec![
        [INNER, 0.0],
        [OUTER, 0.0],
        [OUTER, near],
        [half, near],
        [half, far],
        [-half, far],
        [-half, near],
        [INNER, near],
    ]
}

/// A part of a ring, and for each of its corners how many pieces it is from the start of the ramp.
struct Arc {
    shape: Shape,
    pieces: Vec<f64>,
}

fn arc([from, to]: [f64; 2], num: usize, [inner, outer]: [f64; 2]) -> Arc {
    let steps = (0..=num).map(|k| from + (to - from) * k as f64 / num as f64);
    let rims = steps.clone().map(|s| (s, outer)).chain(steps.rev().map(|s| (s, inner)));
    let (shape, pieces) = rims.map(|(piece, radius)| (at(piece, radius), piece)).unzip();
    Arc { shape, pieces }
}

fn at(piece: f64, radius: f64) -> Point {
    along([0.0, 0.0], direction(piece / (PARTS * PIECES) as f64), radius)
}
