//! Ramps: a ground with two decks above it, joined by four ramps; and the same with obstacles on the flat
//! layers.
//!
//! A deck has arms as wide as a ramp, and a ramp leads on from the end of an arm, so that the connection
//! there is an edge between two corners of the deck. Below, the ramp stands on the lower layer as an
//! obstacle, and begins at one of its edges.

use throng_mesh::{LayerId, Scene};
use throng_voronoi::sample::Random;

use super::draft::Draft;
use super::shape::{Point, Shape, along, direction, disc, distance, rect};

/// 147 obstacle vertices in the papers.
pub(super) fn ramps() -> Scene {
    decks("ramps").0.finish()
}

/// 56 obstacles more: 422 obstacle vertices in the papers.
pub(super) fn ramps2() -> Scene {
    let (mut draft, flats) = decks("ramps2");
    let mut random = Random::new(3);
    for Flat { layer, area, mut taken, num_obstacles } in flats {
        let mut num_placed = 0;
        while num_placed < num_obstacles {
            let unit = [random.unit(), random.unit()];
            let center = [0, 1].map(|k| area[0][k] + unit[k] * (area[1][k] - area[0][k]));
            let radius = 0.9 + 1.3 * random.unit();
            let free =
                |&(other, other_radius): &(Point, f64)| distance(center, other) > radius + other_radius + 1.2;
            if taken.iter().all(free) {
                let num_corners = [4, 5, 5, 6][random.below(4)];
                draft.obstacle(layer, &disc(center, radius, num_corners));
                taken.push((center, radius));
                num_placed += 1;
            }
        }
    }
    draft.finish()
}

/// Where obstacles may stand on a flat layer, and the circles where they may not.
struct Flat {
    layer: LayerId,
    area: [Point; 2],
    taken: Vec<(Point, f64)>,
    num_obstacles: usize,
}

fn decks(name: &str) -> (Draft, [Flat; 3]) {
    let mut draft = Draft::new(name);
    let ground = draft.layer("ground", 0.0);
    let middle = draft.layer("middle deck", 4.0);
    let upper = draft.layer("upper deck", 8.0);

    draft.walkable(ground, &rect([0.0, 0.0], [100.0, 100.0]));
    draft.walkable(middle, &middle_deck());
    draft.walkable(upper, &upper_deck());
    // From the ground to the ends of the middle deck's arms, from the west and from the east.
    let west = [[6.0, 52.0], [6.0, 46.0], [26.0, 46.0], [26.0, 52.0]];
    let east = [[94.0, 48.0], [94.0, 54.0], [74.0, 54.0], [74.0, 48.0]];
    // From the middle deck to the ends of the upper deck's arms, from the south and from the north.
    let south = [[44.0, 18.0], [50.0, 18.0], [50.0, 38.0], [44.0, 38.0]];
    let north = [[56.0, 82.0], [50.0, 82.0], [50.0, 62.0], [56.0, 62.0]];
    for (id, [from, to], shape) in [
        ("west ramp", [ground, middle], &west),
        ("east ramp", [ground, middle], &east),
        ("south ramp", [middle, upper], &south),
        ("north ramp", [middle, upper], &north),
    ] {
        let ramp = draft.layer(id, 0.0);
        draft.flight(ramp, [from, to], shape);
        draft.obstacle(from, shape);
    }
    // Columns carry the decks; a fountain, a kiosk and two low walls stand on the ground.
    let mut on_ground = Vec::new();
    for [x, y] in [[33.0, 15.0], [67.0, 15.0], [33.0, 85.0], [67.0, 85.0], [37.0, 50.0], [63.0, 50.0]] {
        draft.obstacle(ground, &disc([x, y], 1.2, 4));
        on_ground.push(([x, y], 1.2));
    }
    draft.obstacle(ground, &disc([50.0, 50.0], 4.0, 12));
    draft.obstacle(ground, &disc([14.0, 84.0], 5.0, 6));
    draft.obstacle(ground, &rect([12.0, 12.0], [22.0, 18.0]));
    draft.obstacle(
        ground,
        &[[80.0, 14.0], [90.0, 14.0], [90.0, 30.0], [88.5, 30.0], [88.5, 15.5], [80.0, 15.5]],
    );
    draft.obstacle(
        ground,
        &[[78.0, 84.0], [92.0, 84.0], [92.0, 70.0], [93.5, 70.0], [93.5, 85.5], [78.0, 85.5]],
    );
    on_ground.extend([([50.0, 50.0], 4.0), ([14.0, 84.0], 5.0), ([17.0, 15.0], 6.0)]);
    on_ground.extend([([86.0, 22.0], 9.0), ([86.0, 78.0], 9.0)]);
    on_ground.extend([[9.0, 49.0], [16.0, 49.0], [23.0, 49.0]].map(|p| (p, 5.0)));
    on_ground.extend([[91.0, 51.0], [84.0, 51.0], [77.0, 51.0]].map(|p| (p, 5.0)));

    // Planters on the decks.
    draft.obstacle(middle, &rect([37.0, 44.0], [40.0, 56.0]));
    draft.obstacle(middle, &rect([60.0, 44.0], [63.0, 56.0]));
    draft.obstacle(upper, &disc([50.0, 50.0], 2.5, 8));
    let mut on_middle = vec![([38.5, 50.0], 6.5), ([61.5, 50.0], 6.5)];
    on_middle.extend([[47.0, 21.0], [47.0, 28.0], [47.0, 35.0]].map(|p| (p, 5.0)));
    on_middle.extend([[53.0, 79.0], [53.0, 72.0], [53.0, 65.0]].map(|p| (p, 5.0)));
    let on_upper = vec![([50.0, 50.0], 2.5)];
    let flats = [
        Flat { layer: ground, area: [[4.0, 4.0], [96.0, 96.0]], taken: on_ground, num_obstacles: 30 },
        Flat { layer: middle, area: [[35.0, 17.0], [65.0, 83.0]], taken: on_middle, num_obstacles: 18 },
        Flat { layer: upper, area: [[39.0, 45.0], [61.0, 55.0]], taken: on_upper, num_obstacles: 8 },
    ];
    (draft, flats)
}

/// A long deck with rounded ends, and an arm in the west and in the east.
fn middle_deck() -> Shape {
    let mut shape = vec![[74.0, 48.0], [74.0, 54.0], [68.0, 54.0]];
    shape.extend(corner([58.0, 80.0], 10.0, [0, 1, 2, 3]));
    shape.extend(corner([42.0, 80.0], 10.0, [3, 4, 5, 6]));
    shape.extend([[32.0, 52.0], [26.0, 52.0], [26.0, 46.0], [32.0, 46.0]]);
    shape.extend(corner([42.0, 20.0], 10.0, [6, 7, 8, 9]));
    shape.extend(corner([58.0, 20.0], 10.0, [9, 10, 11, 12]));
    shape.push([68.0, 48.0]);
    shape
}

/// A wide deck across the middle one, with an arm in the south and in the north.
fn upper_deck() -> Shape {
    let mut shape = vec![[44.0, 38.0], [50.0, 38.0], [50.0, 43.0]];
    shape.extend(corner([58.0, 50.0], 7.0, [9, 10, 11, 12, 13, 14, 15]));
    shape.extend([[56.0, 57.0], [56.0, 62.0], [50.0, 62.0], [50.0, 57.0]]);
    shape.extend(corner([42.0, 50.0], 7.0, [3, 4, 5, 6, 7, 8, 9]));
    shape.push([44.0, 43.0]);
    shape
}

/// Points on a circle, in twelfths of a turn from the east.
fn corner<const N: usize>(center: Point, radius: f64, twelfths: [usize; N]) -> Shape {
    twelfths.map(|k| along(center, direction(k as f64 / 12.0), radius)).to_vec()
}
