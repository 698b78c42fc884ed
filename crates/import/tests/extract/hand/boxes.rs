//! Boxes on, in, over and under a floor, and other clutter.

use super::{Case, floor};
use crate::maker::{Maker, flipped};

pub(super) fn all() -> Vec<Case> {
    vec![
        boxed("low box", [0.0, 0.3], 100.0, 1).at_most(1, 0),
        boxed("box as high as a step", [0.0, 0.35], 100.0, 1).at_most(1, 0),
        boxed("box 1 mm higher than a step", [0.0, 0.351], 100.0, 2),
        boxed("high box", [0.0, 1.0], 100.0, 2),
        boxed("box as high as the head room", [0.0, 1.8], 100.0, 2),
        boxed("pillar", [0.0, 3.0], 100.0, 2),
        boxed("sunk pillar", [-0.5, 3.0], 100.0, 2),
        boxed("pillar that begins 0.5 mm above the floor", [0.0005, 3.0], 100.0, 2),
        boxed("pillar that begins 0.2 m above the floor", [0.2, 3.0], 100.0, 2),
        boxed("sunk box, low", [-1.0, 0.2], 100.0, 1).at_most(1, 0),
        boxed("sunk box, high", [-1.0, 0.9], 100.0, 2),
        boxed("box under the floor", [-1.0, -0.1], 100.0, 1).at_most(1, 0),
        boxed("box far under the floor", [-3.0, -2.0], 101.0, 2),
        boxed("box flush with the floor", [-1.0, 0.0], 100.0, 1).at_most(1, 0),
        boxed("hovering box, low", [0.1, 0.3], 100.0, 1).at_most(1, 0),
        boxed("hovering box across the step", [0.2, 0.5], 100.0, 2),
        boxed("hovering box", [1.0, 1.3], 100.0, 2),
        boxed("hovering box, high enough", [1.8, 2.0], 101.0, 2),
        nested(),
        two_overlapping(),
        common_side(),
        pile(),
        low_pyramid(),
        high_pyramid(),
        upside_down_pyramid(),
        all_together(),
        inside_out("pillar, inside out", [0.0, 3.0], 100.0, 2),
        inside_out("low box, inside out", [0.0, 0.3], 100.0, 1),
        hovering_sheet("low sheet that faces up and is steep", true),
        hovering_sheet("low sheet that faces down", false),
    ]
}

/// A box of 1 m by 1 m somewhere between two heights.
fn boxed(name: &str, [z0, z1]: [f64; 2], area: f64, components: usize) -> Case {
    let maker = floor(name).part("box").cuboid([4.0, 4.0, z0], [5.0, 5.0, z1]);
    Case::new(maker, area, components)
}

/// The same, with its triangles the wrong way around.
fn inside_out(name: &str, heights: [f64; 2], area: f64, components: usize) -> Case {
    let mut case = boxed(name, heights, area, components);
    let whole = case.model.clone();
    case.model = flipped(whole.clone());
    // The floor stays as it is.
    case.model.triangles[..2].copy_from_slice(&whole.triangles[..2]);
    case
}

/// The inner one is nowhere to be seen.
fn nested() -> Case {
    let maker = floor("nested boxes").part("outer").cuboid([3.0, 3.0, 0.0], [5.0, 5.0, 2.5]);
    Case::new(maker.part("inner").cuboid([3.5, 3.5, 0.0], [4.5, 4.5, 0.5]), 100.0, 2)
}

/// They share a square of 1 m by 1 m, where the higher one is on top; both tops are too high to reach, and too far apart.
fn two_overlapping() -> Case {
    let maker = floor("overlapping boxes").part("a").cuboid([2.0, 2.0, 0.0], [4.0, 4.0, 1.0]);
    Case::new(maker.part("b").cuboid([3.0, 3.0, 0.0], [5.0, 5.0, 2.0]), 100.0, 3)
}

/// One is longer; two triangles of the one are also triangles of the other.
fn common_side() -> Case {
    let maker = floor("pillars with a common side").part("a").cuboid([4.0, 4.0, 0.0], [5.0, 5.0, 3.0]);
    Case::new(maker.part("b").cuboid([4.0, 4.0, 0.0], [6.0, 5.0, 3.0]), 100.0, 2)
}

/// Three boxes on each other, each a step high: one can climb them.
fn pile() -> Case {
    let maker = floor("pile of boxes")
        .part("a")
        .cuboid([2.0, 2.0, 0.0], [8.0, 8.0, 0.35])
        .part("b")
        .cuboid([3.0, 3.0, 0.35], [7.0, 7.0, 0.7])
        .part("c")
        .cuboid([4.0, 4.0, 0.7], [6.0, 6.0, 1.05]);
    Case::new(maker, 100.0, 1).at_most(1, 0)
}

/// Steep on all sides and lower than a step: one steps over it.
fn low_pyramid() -> Case {
    Case::new(floor("low pyramid").part("pyramid").pyramid([5.0, 5.0, 0.0], 0.2, 0.3), 100.0, 1).at_most(1, 0)
}

/// Steep on all sides; what is higher than a step is in the way: a square of 0.25 m.
fn high_pyramid() -> Case {
    let maker = floor("high pyramid").part("pyramid").pyramid([5.0, 5.0, 0.0], 0.3, 0.6);
    Case::new(maker, 100.0 - 0.0625, 1).at_most(1, 0)
}

/// It stands on its tip, 0.6 m high and 0.6 m wide, with a level top that is too high to reach. Near the tip it begins below
/// the step and ends above it; all of it is in the way.
fn upside_down_pyramid() -> Case {
    // A negative height turns it inside out; a closed component may be.
    let maker = floor("pyramid on its tip").part("pyramid").pyramid([5.0, 5.0, 0.6], 0.3, -0.6);
    Case::new(maker, 100.0, 2)
}

/// Boxes of all kinds on one floor.
fn all_together() -> Case {
    let maker = floor("boxes")
        .part("low")
        .cuboid([1.0, 1.0, 0.0], [2.0, 2.0, 0.3])
        .part("high")
        .cuboid([3.0, 1.0, 0.0], [4.0, 2.0, 1.0])
        .part("wall")
        .cuboid([5.0, 1.0, 0.0], [5.2, 9.0, 3.0])
        .part("sunk")
        .cuboid([1.0, 4.0, -0.5], [2.0, 5.0, 0.2])
        .part("hovering")
        .cuboid([3.0, 4.0, 1.0], [4.0, 5.0, 1.3])
        .part("double floor")
        .floor([6.0, 1.0], [9.0, 9.0], 0.0);
    Case::new(maker, 100.0, 4)
}

/// A sheet of 1 m by 0.1 m, 0.1 to 0.3 m above the floor, too steep to walk. If it faces up it is something low that one steps over; if
/// it faces down it is the underside of something that does not end.
fn hovering_sheet(name: &str, faces_up: bool) -> Case {
    let [a, b] = [[4.0, 4.0, 0.1], [5.0, 4.0, 0.1]];
    let [c, d] = [[5.0, 4.1, 0.3], [4.0, 4.1, 0.3]];
    let maker: Maker = floor(name).part("sheet");
    let maker = if faces_up { maker.quad([a, b, c, d]) } else { maker.quad([a, d, c, b]) };
    Case::new(maker, if faces_up { 100.0 } else { 99.9 }, 1).at_most(1, 0)
}
