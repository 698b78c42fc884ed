//! Walls as solids and as sheets, with and without doors.

use super::{Case, floor};
use crate::maker::Maker;

pub(super) fn all() -> Vec<Case> {
    let across = ([5.0, 0.0], [5.0, 10.0]);
    let twice = sheet("sheet with two sides", across, [0.0, 2.5]).sheet(across.1, across.0, [0.0, 2.5]);
    let other = sheet("sheet, other side", (across.1, across.0), [0.0, 2.5]);
    let door = sheet("sheet with a door", ([5.0, 0.0], [5.0, 4.0]), [0.0, 2.5])
        .sheet([5.0, 5.0], [5.0, 10.0], [0.0, 2.5])
        .sheet([5.0, 4.0], [5.0, 5.0], [2.0, 2.5]);
    let low_door = sheet("sheet with a low door", ([5.0, 0.0], [5.0, 4.0]), [0.0, 2.5])
        .sheet([5.0, 5.0], [5.0, 10.0], [0.0, 2.5])
        .sheet([5.0, 4.0], [5.0, 5.0], [1.7, 2.5]);
    vec![
        solid_wall("solid wall", 0.0, 10.0, 3),
        solid_wall("solid wall that ends", 0.0, 9.0, 2),
        solid_wall("solid wall with a slit of 0.1 m", 0.0, 9.9, 2),
        solid_wall("solid wall that begins under the floor", -0.1, 10.0, 3),
        solid_door(),
        portcullis(),
        Case::new(sheet("sheet", across, [0.0, 2.5]), 100.0, 2),
        Case::new(other, 100.0, 2),
        Case::new(twice, 100.0, 2),
        Case::new(door, 100.0, 1),
        Case::new(low_door, 100.0, 2),
        Case::new(sheet("sheet that ends", ([5.0, 0.0], [5.0, 9.0]), [0.0, 2.5]), 100.0, 1),
        Case::new(sheet("low sheet", across, [0.0, 0.3]), 100.0, 1),
        Case::new(sheet("sheet as high as a step", across, [0.0, 0.35]), 100.0, 1),
        Case::new(sheet("sheet 1 mm higher than a step", across, [0.0, 0.351]), 100.0, 2),
        Case::new(sheet("hovering sheet", across, [1.0, 2.5]), 100.0, 2),
        Case::new(sheet("hovering sheet at the head room", across, [1.8, 2.5]), 100.0, 1),
        Case::new(sheet("hovering sheet 1 mm too low", across, [1.799, 2.5]), 100.0, 2),
        Case::new(sheet("sheet under the floor", across, [-2.0, 0.0]), 100.0, 1),
        Case::new(sheet("sheet across a corner", ([0.0, 7.0], [4.0, 10.0]), [0.0, 2.5]), 100.0, 2),
        booth(),
        crossed_sheets(),
        sheet_between_floors(),
        court(),
    ]
}

fn sheet(name: &str, (a, b): ([f64; 2], [f64; 2]), heights: [f64; 2]) -> Maker {
    floor(name).part("wall").sheet(a, b, heights)
}

/// A wall of 0.2 m across the floor; one can walk on top of it, but not in it.
fn solid_wall(name: &str, bottom: f64, length: f64, components: usize) -> Case {
    Case::new(floor(name).part("wall").cuboid([5.0, 0.0, bottom], [5.2, length, 3.0]), 100.0, components)
}

/// A wall in three pieces: two beside the door, one above it.
fn solid_door() -> Case {
    let maker = floor("solid wall with a door")
        .part("a")
        .cuboid([5.0, 0.0, 0.0], [5.2, 4.0, 3.0])
        .part("b")
        .cuboid([5.0, 5.0, 0.0], [5.2, 10.0, 3.0])
        .part("lintel")
        .cuboid([5.0, 4.0, 2.0], [5.2, 5.0, 3.0]);
    // Under the lintel, and the top of all three, which touch.
    Case::new(maker, 100.2, 2)
}

/// Bars of 0.1 m with gaps of 0.1 m: everything hangs together, and the tops of the bars are islands.
fn portcullis() -> Case {
    let mut maker = floor("portcullis");
    for bar in 0..50 {
        let y = f64::from(bar) * 0.2;
        maker = maker.part("bar").cuboid([5.0, y, 0.0], [5.1, y + 0.1, 2.5]);
    }
    Case::new(maker, 100.0, 51)
}

/// Four sheets around a square: nobody gets in.
fn booth() -> Case {
    let corners = [[3.0, 3.0], [6.0, 3.0], [6.0, 7.0], [3.0, 7.0]];
    let mut maker = floor("booth of sheets").part("booth");
    for k in 0..4 {
        maker = maker.sheet(corners[k], corners[(k + 1) % 4], [0.0, 2.2]);
    }
    Case::new(maker, 100.0, 2).at_most(2, 0)
}

/// Two sheets that cross in the middle of the floor.
fn crossed_sheets() -> Case {
    let maker = sheet("crossed sheets", ([5.0, 0.0], [5.0, 10.0]), [0.0, 2.5]);
    Case::new(maker.sheet([0.0, 3.0], [10.0, 6.0], [0.0, 2.5]), 100.0, 4).at_most(1, 0)
}

/// The sheet stands where two floors meet, and shares corners with them.
fn sheet_between_floors() -> Case {
    let maker = Maker::new("sheet between two floors")
        .floor([0.0, 0.0], [5.0, 10.0], 0.0)
        .floor([5.0, 0.0], [10.0, 10.0], 0.0)
        .sheet([5.0, 0.0], [5.0, 10.0], [0.0, 2.5]);
    Case::new(maker, 100.0, 2)
}

/// Four solid walls around a court, overlapping at their corners. Their tops are one ring.
fn court() -> Case {
    let maker = floor("solid walls around a court")
        .part("a")
        .cuboid([2.0, 2.0, 0.0], [8.0, 2.2, 3.0])
        .part("b")
        .cuboid([7.8, 2.0, 0.0], [8.0, 8.0, 3.0])
        .part("c")
        .cuboid([2.0, 7.8, 0.0], [8.0, 8.0, 3.0])
        .part("d")
        .cuboid([2.0, 2.0, 0.0], [2.2, 8.0, 3.0]);
    Case::new(maker, 100.0, 3)
}
