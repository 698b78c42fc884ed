//! Military: a base with barracks, a motor pool, bunkers and fences, 200 x 200 m.

use throng_mesh::Scene;

use super::draft::Draft;
use super::shape::{Shape, bar, disc, moved, rect, turned};

pub(super) fn military() -> Scene {
    let mut draft = Draft::new("military");
    let ground = draft.layer("ground", 0.0);
    draft.walkable(ground, &rect([0.0, 0.0], [200.0, 200.0]));
    // The fence, with a gate in the south and one in the east.
    draft.obstacle(ground, &fence_west());
    draft.obstacle(ground, &fence_east());
    draft.obstacle(ground, &rect([96.0, 16.0], [100.0, 21.0])); // guardhouse
    // Barracks in a row.
    for k in 0..4 {
        let y = 40.0 + 18.0 * f64::from(k);
        draft.obstacle(ground, &rect([34.0, y], [66.0, y + 9.0]));
    }
    draft.obstacle(ground, &headquarters());
    // The motor pool: an open shed and two trucks.
    let shed = [[124.0, 36.0], [176.0, 36.0], [176.0, 76.0], [168.0, 76.0], [168.0, 44.0], [124.0, 44.0]];
    draft.obstacle(ground, &shed);
    for [x, y, turn] in [[134.0, 56.0, 0.0], [155.0, 66.0, 0.2]] {
        draft.obstacle(ground, &bar([x, y], [3.0, 8.0], turn));
    }
    // Bunkers in the north, and a wall of sandbags in front of them.
    for center in [[44.0, 152.0], [150.0, 156.0]] {
        draft.obstacle(ground, &disc(center, 9.0, 8));
    }
    for [x, y, turn] in [[60.0, 139.0, 0.06], [133.0, 142.0, -0.07]] {
        draft.obstacle(ground, &bar([x, y], [14.0, 1.6], turn));
    }
    // A radar on its mound, a fuel tank, and watchtowers outside the fence.
    draft.obstacle(ground, &disc([97.0, 168.0], 6.0, 6));
    draft.obstacle(ground, &disc([166.0, 108.0], 4.5, 6));
    for [x, y] in [[9.0, 9.0], [191.0, 191.0]] {
        draft.obstacle(ground, &bar([x, y], [6.0, 6.0], 0.0));
    }
    draft.finish()
}

/// From the south gate round the west to the north-east.
fn fence_west() -> Shape {
    let outer = [[90.0, 18.0], [18.0, 18.0], [18.0, 182.0], [182.0, 182.0], [182.0, 132.0]];
    let inner = [[181.6, 132.0], [181.6, 181.6], [18.4, 181.6], [18.4, 18.4], [90.0, 18.4]];
    [outer, inner].concat()
}

/// From the east gate to the south gate.
fn fence_east() -> Shape {
    let outer = [[182.0, 120.0], [182.0, 18.0], [106.0, 18.0]];
    let inner = [[106.0, 18.4], [181.6, 18.4], [181.6, 120.0]];
    [outer, inner].concat()
}

/// An H with its parade ground to the south, slightly turned.
fn headquarters() -> Shape {
    let h = [
        [-20.0, -14.0],
        [-10.0, -14.0],
        [-10.0, -4.0],
        [10.0, -4.0],
        [10.0, -14.0],
        [20.0, -14.0],
        [20.0, 14.0],
        [10.0, 14.0],
        [10.0, 4.0],
        [-10.0, 4.0],
        [-10.0, 14.0],
        [-20.0, 14.0],
    ];
    moved(&turned(&h, 0.03), [106.0, 112.0])
}
