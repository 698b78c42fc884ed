//! Stairs, straight and winding, and a building with both.

use super::Case;
use crate::maker::Maker;
use crate::spirals::Spiral;

/// Three turns between 2 m and 4 m from the pole, 3 m a turn.
const THREE_TURNS: Spiral =
    Spiral { radii: [2.0, 4.0], sections: 24, count: 72, pitch: 3.0, start: (0, 0.0) };

pub(super) fn all() -> Vec<Case> {
    let at_pole = Spiral { radii: [0.0, 4.0], ..THREE_TURNS };
    let flat = Spiral { pitch: 1.5, ..THREE_TURNS };
    let mut tight = Case::new(flat.ramp(Maker::new("helix too low for itself")), flat.area() / 3.0, 1);
    tight = tight.at_most(1, 0);
    let one = Spiral { pitch: 6.0, count: 36, ..THREE_TURNS };
    let other = Spiral { start: (12, 0.0), ..one };
    let double = other.ramp(one.ramp(Maker::new("double helix").part("one")).part("other"));
    // A layer of a whole turn would have floor on both sides of the line where it begins and ends, so three turns are four layers.
    vec![
        Case::new(THREE_TURNS.ramp(Maker::new("helix ramp")), THREE_TURNS.area(), 1).at_most(4, 3),
        Case::new(THREE_TURNS.stairs(Maker::new("helix stairs"), true), THREE_TURNS.area(), 1).at_most(4, 3),
        Case::new(THREE_TURNS.stairs(Maker::new("helix stairs, open"), false), THREE_TURNS.area(), 1)
            .at_most(4, 3),
        Case::new(at_pole.stairs(Maker::new("helix stairs at a pole"), true), at_pole.area(), 1)
            .at_most(4, 3),
        Case::new(at_pole.stairs(Maker::new("helix stairs at a pole, open"), false), at_pole.area(), 1)
            .at_most(4, 3),
        tight,
        Case::new(double, 2.0 * one.area(), 2).at_most(4, 2),
        flight("stairs, open", false, 0.0),
        flight("stairs with risers", true, 0.0),
        flight("stairs with nosings", false, 0.03),
        solid_flight(),
        building(),
    ]
}

/// A ground floor of 12 m by 6 m, an upper floor from x = 6.7 m on, and 19 treads of 0.3 m by 2 m between them, 5 cm thick. The ground is
/// lost below the first 12 treads, which are too low to walk under.
fn flight(name: &str, risers: bool, nosing: f64) -> Case {
    let mut maker = Maker::new(name).part("ground").floor([0.0, 0.0], [12.0, 6.0], 0.0);
    maker = maker.part("upper").cuboid([6.7, 0.0, 2.8], [12.0, 6.0, 3.0]);
    for k in 1..20 {
        let (x, z) = (1.0 + 0.3 * f64::from(k - 1), 0.15 * f64::from(k));
        maker = maker.part("tread").cuboid([x - nosing, 2.0, z - 0.05], [x + 0.3, 4.0, z]);
        if risers {
            maker = maker.part("riser").sheet([x, 4.0], [x, 2.0], [z - 0.15, z]);
        }
    }
    // The nosing of the first tread hides a strip of the ground, and has the same area; others hide a strip of the tread below.
    Case::new(maker, 72.0 - 7.2 + 11.4 + 31.8, 1).at_most(2, 3)
}

/// The same of one block: nothing is walkable below the treads.
fn solid_flight() -> Case {
    let mut maker = Maker::new("solid stairs").part("ground").floor([0.0, 0.0], [12.0, 6.0], 0.0);
    maker = maker.part("upper").cuboid([6.7, 0.0, 2.8], [12.0, 6.0, 3.0]);
    for k in 1..20 {
        let (x, z) = (1.0 + 0.3 * f64::from(k - 1), 0.15 * f64::from(k));
        maker = maker.part("tread").cuboid([x, 2.0, 0.0], [x + 0.3, 4.0, z]);
    }
    Case::new(maker, 72.0 + 31.8, 1).at_most(2, 3)
}

/// Three storeys of 12 m by 8 m, 3 m high, slabs of 0.2 m, a stairwell of 5.7 m by 2 m each at another place. Flights as in
/// [`flight`], with treads 5 cm thick.
fn building() -> Case {
    let mut maker = Maker::new("building");
    let mut area = 0.0;
    for storey in 0..3 {
        let z = 3.0 * f64::from(storey);
        maker = maker.part("slab");
        // The well of the flight that comes from below: along the south for the first floor, along the north for the second.
        let well = match storey {
            0 => None,
            1 => Some([1.0, 3.0]),
            _ => Some([5.0, 7.0]),
        };
        if let Some([y0, y1]) = well {
            let pieces =
                [[0.0, 12.0, 0.0, y0], [0.0, 1.0, y0, y1], [6.7, 12.0, y0, y1], [0.0, 12.0, y1, 8.0]];
            for [x0, x1, y0, y1] in pieces {
                maker = maker.part("slab").cuboid([x0, y0, z - 0.2], [x1, y1, z]);
            }
            area += 96.0 - 5.7 * 2.0;
        } else {
            maker = maker.cuboid([0.0, 0.0, z - 0.2], [12.0, 8.0, z]);
            area += 96.0;
        }
    }
    for (storey, y) in [(0, 1.0), (1, 5.0)] {
        let ground = 3.0 * f64::from(storey);
        for k in 1..20 {
            let (x, z) = (1.0 + 0.3 * f64::from(k - 1), ground + 0.15 * f64::from(k));
            maker = maker.part("tread").cuboid([x, y, z - 0.05], [x + 0.3, y + 2.0, z]);
        }
        area += 11.4 - 7.2;
    }
    Case::new(maker, area, 1).at_most(3, 6)
}
