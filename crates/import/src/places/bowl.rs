//! The bowl of a stadium: a rectangle with round corners, and everything at some distance outside it.
//!
//! The bowl is a chain of sections: four straight sides, and wedges round the corners. A section lies between
//! two rails, which lead outward from the field; a point is given by its section, by how far it is along the
//! section, and by its distance from the field (`out`). Loops round the field have slots: rectangles across a
//! straight side, where the loop steps aside so that a gate or a tunnel has two corners of its own.

use super::shape::{Point, Shape, along, between, direction, distance};

/// Wedges of a corner. The middle one is left free by the stands.
pub(super) const WEDGES: usize = 9;
/// Sections of the whole bowl; a straight side, then the corner after it, and so on, counter-clockwise from
/// the east.
pub(super) const SECTIONS: usize = 4 * (WEDGES + 1);

/// A part of the bowl between two rails.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section {
    /// Where the rails begin, and their directions.
    rails: [(Point, Point); 2],
}

/// A rectangle across a straight side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The side: 0 is east, 1 north, 2 west, 3 south.
    pub(super) side: usize,
    /// Its middle, in meters along the side from the side's middle.
    pub(super) middle: f64,
    pub(super) half_width: f64,
    /// How far out its end lies.
    pub(super) out: f64,
}

/// A field with its corners.
#[derive(Clone, Debug)]
pub(super) struct Bowl {
    sections: Vec<Section>,
}

impl Bowl {
    /// Half the size of the field, and the radius of its corners.
    pub(super) fn new(center: Point, half: Point, radius: f64) -> Self {
        let mut sections = Vec::new();
        for side in 0..4 {
            let corner = |side: usize| {
                let [x, y] = [[1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]][side % 4];
                [center[0] + x * (half[0] - radius), center[1] + y * (half[1] - radius)]
            };
            let rail = |corner: Point, quarters: f64| {
                let outward = direction(quarters / 4.0);
                (along(corner, outward, radius), outward)
            };
            let begin = side as f64;
            sections.push(Section { rails: [rail(corner(side), begin), rail(corner(side + 1), begin)] });
            for wedge in 0..WEDGES {
                let ends = [wedge, wedge + 1].map(|k| begin + k as f64 / WEDGES as f64);
                sections.push(Section { rails: ends.map(|quarters| rail(corner(side + 1), quarters)) });
            }
        }
        Self { sections }
    }

    /// A section, by its number from the east side on.
    pub(super) fn section(&self, index: usize) -> Section {
        self.sections[index % SECTIONS]
    }

    /// One of the four straight sides.
    pub(super) fn side(&self, side: usize) -> Section {
        self.section(side * (WEDGES + 1))
    }

    /// The corners of a slot from `near` to its end: two at `near`, two at the end, counter-clockwise if that
    /// is outside.
    pub(super) fn slot(&self, slot: Slot, near: f64) -> Shape {
        let side = self.side(slot.side);
        let middle = side.length(0.0) / 2.0 + slot.middle;
        let [from, to] = [middle - slot.half_width, middle + slot.half_width];
        vec![side.at(from, near), side.at(from, slot.out), side.at(to, slot.out), side.at(to, near)]
    }

    /// The gate at the end of a slot.
    pub(super) fn gate(&self, slot: Slot) -> [Point; 2] {
        let shape = self.slot(slot, slot.out);
        [shape[1], shape[2]]
    }

    /// The loop at a distance from the field, stepping aside at the slots.
    pub(super) fn ring(&self, out: f64, slots: &[Slot]) -> Shape {
        self.chain(0..SECTIONS, out, slots)
    }

    /// A part of the loop, from the first rail of the first section; without the last rail if it goes all the
    /// way round.
    pub(super) fn chain(&self, sections: std::ops::Range<usize>, out: f64, slots: &[Slot]) -> Shape {
        let closed = sections.len() == SECTIONS;
        let last = sections.end;
        let mut shape = Shape::new();
        for index in sections {
            shape.push(self.section(index).at(0.0, out));
            if index % (WEDGES + 1) == 0 {
                let side = index / (WEDGES + 1) % 4;
                let mut here: Vec<Slot> = slots.iter().copied().filter(|slot| slot.side == side).collect();
                here.sort_by(|a, b| a.middle.total_cmp(&b.middle));
                for slot in here {
                    shape.extend(self.slot(slot, out));
                }
            }
        }
        if !closed {
            let end = self.section(last - 1);
            shape.push(end.at(end.length(out), out));
        }
        shape
    }
}

impl Section {
    /// How long it is at a distance from the field.
    pub(super) fn length(&self, out: f64) -> f64 {
        let [a, b] = self.ends(out);
        distance(a, b)
    }

    /// The point so many meters along it.
    pub(super) fn at(&self, meters: f64, out: f64) -> Point {
        let [a, b] = self.ends(out);
        between(a, b, meters / distance(a, b))
    }

    fn ends(&self, out: f64) -> [Point; 2] {
        self.rails.map(|(begin, outward)| along(begin, outward, out))
    }
}
