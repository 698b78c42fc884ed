//! Floors alone: flat, doubled, in pieces, sloped, with gaps.

use super::{Case, floor};
use crate::maker::{Maker, flipped};
use crate::random::Random;
use crate::spirals::Spiral;

pub(super) fn all() -> Vec<Case> {
    let slab = |name: &str| Maker::new(name).cuboid([0.0, 0.0, -0.3], [10.0, 10.0, 0.0]);
    // Alone it would be a room seen from inside.
    let other = |maker: Maker| maker.part("b").cuboid([11.0, 0.0, -0.3], [12.0, 10.0, 0.0]);
    let mut inside_out = Case::new(other(slab("slabs, inside out")), 110.0, 2).at_most(1, 0);
    inside_out.model = flipped(inside_out.model);
    let room = |name: &str| Maker::new(name).cuboid([0.0, 0.0, 0.0], [10.0, 10.0, 3.0]);
    let mut empty_room = Case::new(room("room seen from inside"), 100.0, 1).at_most(1, 0);
    empty_room.model = flipped(empty_room.model);
    let mut furnished = Case::new(room("furnished room seen from inside"), 100.0, 2);
    furnished.model = flipped(furnished.model);
    furnished.model =
        Maker::from(furnished.model).part("table").cuboid([3.0, 3.0, 0.0], [5.0, 4.0, 1.0]).done();
    let mut gap_closed = gap("gap of 5 mm, closed", 1);
    gap_closed.options.close_gaps = 0.01;
    // The gap may count as floor or not.
    (gap_closed.area, gap_closed.slack) = (100.025, 0.03);
    let next = slab("two slabs side by side").part("b").cuboid([10.0, 0.0, -0.5], [20.0, 10.0, 0.0]);
    let above = slab("two slabs, 3 m apart").part("b").cuboid([0.0, 0.0, 2.7], [10.0, 10.0, 3.0]);
    vec![
        Case::new(floor("flat"), 100.0, 1).at_most(1, 0),
        Case::new(slab("slab"), 100.0, 1).at_most(1, 0),
        inside_out,
        empty_room,
        furnished,
        Case::new(next, 200.0, 1).at_most(1, 0),
        Case::new(above, 200.0, 2).at_most(2, 0),
        gap("gap of 5 mm", 2),
        gap_closed,
        t_junctions(),
        annulus(),
        terrain(),
        loop_of_slabs(),
        doubled("the same floor twice", &[0.0, 0.0]),
        doubled("floors 0.5 mm apart", &[0.0, 0.0005]),
        doubled("the lower of floors 0.5 mm apart comes last", &[0.0005, 0.0]),
        doubled("floors 1 mm apart", &[0.0, 0.001]),
        doubled("three floors within 2 mm", &[0.0, 0.0009, 0.0018]),
        doubled("floors 0.1 m apart", &[0.0, 0.1]),
        doubled("floors a little less than the head room apart", &[0.0, 1.7999]),
        patch("a patch of 0.5 mm", 0.0005),
        patch("a patch of 0 mm", 0.0),
        patch("a patch of 3 mm", 0.003),
        crossing(),
        sloped("slope of 45.4 degrees", 45.4, 1),
        sloped("slope of 45.6 degrees", 45.6, 2),
        sloped("slope of 30 degrees", 30.0, 1),
    ]
}

fn gap(name: &str, components: usize) -> Case {
    let maker = Maker::new(name).floor([0.0, 0.0], [5.0, 10.0], 0.0).floor([5.005, 0.0], [10.005, 10.0], 0.0);
    Case::new(maker, 100.0, components)
}

/// One long edge meets three short ones; some of the corners of the short ones are inside of it.
fn t_junctions() -> Case {
    let maker = Maker::new("T-junctions")
        .floor([0.0, 0.0], [5.0, 10.0], 0.0)
        .floor([5.0, 0.0], [10.0, 3.3], 0.0)
        .floor([5.0, 3.3], [7.5, 10.0], 0.0)
        .floor([7.5, 3.3], [10.0, 10.0], 0.0);
    Case::new(maker, 100.0, 1).at_most(1, 0)
}

/// A flat ring.
fn annulus() -> Case {
    let ring = Spiral { radii: [2.0, 4.0], sections: 24, count: 24, pitch: 0.0, start: (0, 0.0) };
    Case::new(ring.ramp(Maker::new("ring floor")), ring.area(), 1).at_most(1, 0)
}

/// Hills that one can walk everywhere.
fn terrain() -> Case {
    let mut random = Random(4);
    let height: Vec<f64> = (0..121).map(|_| random.below(5000) as f64 / 1e4).collect();
    let corner = |i: usize, j: usize| [i as f64, j as f64, height[j * 11 + i]];
    let mut maker = Maker::new("hills");
    for j in 0..10 {
        for i in 0..10 {
            maker = maker.quad([corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)]);
        }
    }
    Case::new(maker, 100.0, 1).at_most(1, 0)
}

/// Four slabs around a court: the border has a hole that no single slab has.
fn loop_of_slabs() -> Case {
    let maker = Maker::new("slabs around a court")
        .part("a")
        .cuboid([0.0, 0.0, -0.2], [10.0, 2.0, 0.0])
        .part("b")
        .cuboid([8.0, 2.0, -0.2], [10.0, 8.0, 0.0])
        .part("c")
        .cuboid([0.0, 8.0, -0.2], [10.0, 10.0, 0.0])
        .part("d")
        .cuboid([0.0, 2.0, -0.2], [2.0, 8.0, 0.0]);
    Case::new(maker, 64.0, 1).at_most(1, 0)
}

/// Floors over each other, too near for two.
fn doubled(name: &str, heights: &[f64]) -> Case {
    let stack = |maker: Maker, &z: &f64| maker.part("floor").floor([0.0, 0.0], [10.0, 10.0], z);
    Case::new(heights.iter().fold(Maker::new(name), stack), 100.0, 1).at_most(1, 0)
}

/// A small floor on a large one.
fn patch(name: &str, z: f64) -> Case {
    Case::new(floor(name).part("patch").floor([3.0, 3.0], [7.0, 7.0], z), 100.0, 1).at_most(1, 0)
}

/// A ramp goes through a floor and out on the other side. It is 1 m below the floor at its lower end and 1 m above at the upper end; the
/// higher of the two is walkable. Where the ramp is more than a step above the floor it is a separate place at its sides, but hangs
/// together with the floor where they cross.
fn crossing() -> Case {
    let maker = floor("a ramp through a floor").part("ramp").ramp([3.0, 4.0, -1.0], [7.0, 6.0, 1.0]);
    Case::new(maker, 100.0, 1).at_most(1, 0)
}

/// Two floors with a slope between them, seen from above 2 m long.
fn sloped(name: &str, degrees: f64, components: usize) -> Case {
    let rise = (2.0 * libm::tan(degrees.to_radians()) * 1e4).round() / 1e4;
    let maker = Maker::new(name)
        .floor([0.0, 0.0], [4.0, 5.0], 0.0)
        .ramp([4.0, 0.0, 0.0], [6.0, 5.0, rise])
        .floor([6.0, 0.0], [10.0, 5.0], rise);
    Case::new(maker, if components == 1 { 50.0 } else { 40.0 }, components)
}
