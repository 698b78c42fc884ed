//! Kerbs and ceilings, a millimeter more and less than allowed.

use super::{Case, floor};
use crate::maker::Maker;

pub(super) fn all() -> Vec<Case> {
    let mut cases = vec![
        bridge("bridge over a road", 2.5, 331.2),
        bridge("bridge too low to walk under", 1.5, 300.0),
        bridge("bridge just high enough", 1.8, 320.0),
    ];
    for (by, components) in [(-1, 1), (0, 1), (1, 2)] {
        for riser in [false, true] {
            cases.push(kerb(by, riser, components));
        }
    }
    for (by, area) in [(-1, 84.0), (0, 100.0), (1, 100.0)] {
        cases.push(ceiling(by, area));
        // The top of a slab is one more place.
        let maker = floor(&format!("slab at the head room {by:+} mm"));
        let z = 1.8 + f64::from(by) / 1e3;
        let maker = maker.part("slab").cuboid([3.0, 3.0, z], [7.0, 7.0, z + 0.3]);
        cases.push(Case::new(maker, area + 16.0, 2).at_most(2, 0));
    }
    for by in [-1, 0, 1] {
        let maker = floor(&format!("ceiling at the step {by:+} mm"));
        let maker = maker.part("ceiling").ceiling([3.0, 3.0], [7.0, 7.0], 0.35 + f64::from(by) / 1e3);
        cases.push(Case::new(maker, 84.0, 1).at_most(1, 0));
    }
    cases.push(sloped_ceiling());
    cases
}

/// Half of the floor is a step higher, and a bit.
fn kerb(by: i32, riser: bool, components: usize) -> Case {
    let z = 0.35 + f64::from(by) / 1e3;
    let with = if riser { ", with riser" } else { "" };
    let maker = Maker::new(&format!("kerb at the step {by:+} mm{with}"))
        .floor([0.0, 0.0], [5.0, 10.0], 0.0)
        .floor([5.0, 0.0], [10.0, 10.0], z);
    let maker = if riser { maker.sheet([5.0, 10.0], [5.0, 0.0], [0.0, z]) } else { maker };
    Case::new(maker, 100.0, components).at_most(2, 0)
}

/// A sheet that faces down, as high as the head room, and a bit.
fn ceiling(by: i32, area: f64) -> Case {
    let maker = floor(&format!("ceiling at the head room {by:+} mm"));
    let maker = maker.part("ceiling").ceiling([3.0, 3.0], [7.0, 7.0], 1.8 + f64::from(by) / 1e3);
    Case::new(maker, area, 1).at_most(1, 0)
}

/// A ceiling that comes down to 0.5 m, 1 m in 2 m: it is high enough from 2.6 m on.
fn sloped_ceiling() -> Case {
    let corners = [[0.0, 0.0, 0.5], [0.0, 10.0, 0.5], [10.0, 10.0, 5.5], [10.0, 0.0, 5.5]];
    Case::new(floor("a ceiling that comes down").part("ceiling").quad(corners), 74.0, 1).at_most(1, 0)
}

/// A ground of 30 m by 10 m; ramps of 1 in 2 lead up to a deck of 5 m and down again. All are sheets, 4 m wide. Below the ramps one can
/// walk where they are as high as the head room; elsewhere they take the place of the ground.
fn bridge(name: &str, height: f64, area: f64) -> Case {
    let run = 2.0 * height;
    let maker = Maker::new(name)
        .part("ground")
        .floor([0.0, 0.0], [30.0, 10.0], 0.0)
        .part("bridge")
        .ramp([5.0, 3.0, 0.0], [5.0 + run, 7.0, height])
        .floor([5.0 + run, 3.0], [10.0 + run, 7.0], height)
        .ramp([10.0 + run, 3.0, height], [10.0 + 2.0 * run, 7.0, 0.0]);
    Case::new(maker, area, 1).at_most(2, 4)
}
