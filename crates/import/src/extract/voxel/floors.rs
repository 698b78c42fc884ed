//! Which of the surfaces that a column meets can be walked on, and between which neighboring columns.
//!
//! A surface that faces up and is flat enough is a floor if, on the column above it,
//! a. there is no other such surface below the head room: the upper one takes the place;
//! b. there is nothing at all between the step and the head room;
//! c. what begins up to a step above it also ends there: the signed count of surfaces is not negative (low clutter is
//!    stepped over, a hovering block is not);
//! d. above the step, as many solids begin as end: it is not inside of one.
//!
//! Two floors of neighboring columns are linked if a step leads from one to the other, the head room is free above both, and no
//! wall comes between them. Where a floor could be linked to several, only the nearest counts, and only if it is so both ways:
//! every side of a floor has at most one neighbor, and the whole is a surface.
//!
//! Cost: O(1) a hit, for columns that meet few things below the head room. Floors of one column are at least the head room
//! apart.

use super::lattice::Lattice;
use super::raster::{Columns, Hit};
use super::tiled::{FLOOR, SOLID, UP};
use crate::extract::ExtractOptions;
use crate::extract::tolerance::{HOVER, PER_METER, SLOPE};

pub(crate) use crate::extract::soup::NONE;

/// Who walks there, in grid units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walker {
    /// The highest step.
    pub(crate) step: i64,
    /// The least head room; at least 1, so that floors of one column have different heights.
    pub(crate) head_room: i64,
    /// What the steepest slope rises between two columns, in x and y. So much of the head room may be missing between columns.
    pub(crate) rise: [i64; 2],
}

impl Walker {
    /// Of the options.
    pub(crate) fn new(options: &ExtractOptions, lattice: &Lattice) -> Self {
        let grid = |meters: f64| (meters * PER_METER).round() as i64;
        let slope = (options.slope + SLOPE).clamp(0.0, 89.0).to_radians();
        let tangent = libm::sin(slope) / libm::cos(slope);
        let rise = lattice.cell.map(|cell| (cell * tangent + lattice.height).ceil() as i64);
        Self { step: grid(options.step), head_room: grid(options.head_room).max(1), rise }
    }
}

/// The floors of a tile and its border, and how they are linked. Reused from tile to tile.
#[derive(Default)]
pub(crate) struct Floors {
    /// Where the floors of each column begin, and where the last ones end.
    pub(crate) starts: Vec<u32>,
    /// The column of each floor.
    pub(crate) column: Vec<u32>,
    /// The height of each floor, upwards in each column. \[grid units\]
    pub(crate) z: Vec<i32>,
    /// The facet of the model that each floor is of.
    pub(crate) facet: Vec<u32>,
    /// What is above it and the step. \[grid units\]
    ceiling: Vec<i32>,
    /// For each floor and each side, counterclockwise from the lower one (in y): the linked floor beyond, or none.
    pub(crate) links: Vec<[u32; 4]>,
    /// Links between floors of different facets: a floor, and the side over which it is linked.
    pub(crate) changes: Vec<[u32; 2]>,
}

impl Floors {
    /// Bytes for each floor, with its patch and the marks of its outline.
    pub(crate) const BYTES: u64 = 4 + 4 + 4 + 4 + 16 + 4 + 4 + 4 + 2;

    /// Finds the floors of all columns, and links them.
    pub(crate) fn fill(&mut self, columns: &Columns, walker: &Walker) {
        self.starts.clear();
        self.z.clear();
        self.facet.clear();
        self.ceiling.clear();
        self.column.clear();
        for column in 0..columns.len() {
            self.starts.push(self.z.len() as u32);
            let hits = columns.hits(column);
            if !hits.is_empty() {
                self.judge(hits, walker);
                self.column.resize(self.z.len(), column as u32);
            }
        }
        self.starts.push(self.z.len() as u32);
        self.changes.clear();
        self.links.clear();
        self.links.resize(self.z.len(), [NONE; 4]);
        let [width, height] = columns.size.map(|size| size as usize);
        for row in 0..height {
            for column in row * width..(row + 1) * width {
                if self.starts[column] == self.starts[column + 1] {
                    continue;
                }
                if column + 1 < (row + 1) * width {
                    self.link(columns, walker, column, column + 1, 0);
                }
                if row + 1 < height {
                    self.link(columns, walker, column, column + width, 1);
                }
            }
        }
        if walker.step * 4 >= walker.head_room {
            self.cut_poles(columns);
        }
    }

    /// The floors of a column, by number.
    pub(crate) fn of(&self, column: usize) -> std::ops::Range<u32> {
        self.starts[column]..self.starts[column + 1]
    }

    /// Rules a to d, for the hits of one column from below.
    fn judge(&mut self, hits: &[Hit], walker: &Walker) {
        let solid = |hit: Hit| match hit.kind() & (SOLID | UP) {
            SOLID => -1,
            0 | UP => 0,
            _ => 1,
        };
        let all: i32 = hits.iter().map(|&hit| solid(hit)).sum();
        let mut below = 0;
        for (index, &hit) in hits.iter().enumerate() {
            below += solid(hit);
            if hit.kind() & FLOOR == 0 {
                continue;
            }
            let mut above = all - below;
            let mut count = 0;
            let mut ceiling = i32::MAX;
            let mut free = true;
            for &other in &hits[index + 1..] {
                let gap = i64::from(other.z()) - i64::from(hit.z());
                if gap >= walker.head_room && gap > walker.step {
                    ceiling = other.z();
                    break;
                }
                // a, b. At the same height, the last one keeps the place.
                if gap < walker.head_room && (other.kind() & FLOOR != 0 || gap > walker.step) {
                    free = false;
                    break;
                }
                if gap > HOVER as i64 {
                    count += if other.kind() & UP != 0 { 1 } else { -1 };
                }
                above -= solid(other);
            }
            // c, d.
            if free && count >= 0 && above <= 0 {
                self.z.push(hit.z());
                self.facet.push(hit.facet());
                self.ceiling.push(ceiling);
            }
        }
    }

    /// Links the floors of two neighboring columns.
    fn link(&mut self, columns: &Columns, walker: &Walker, column: usize, next: usize, axis: usize) {
        let (here, there) = (self.of(column), self.of(next));
        if there.is_empty() {
            return;
        }
        let mut first = there.start;
        for floor in here.clone() {
            let z = i64::from(self.z[floor as usize]);
            while first < there.end && i64::from(self.z[first as usize]) < z - walker.step {
                first += 1;
            }
            let Some(other) = self.nearest(z, first..there.end, walker) else { continue };
            let back = self.nearest(i64::from(self.z[other as usize]), here.clone(), walker);
            if back == Some(floor) && self.is_open(columns, walker, [floor, other], column, axis) {
                // Sides 1 and 3 are to the right and to the left, 2 and 0 above and below (in y).
                self.links[floor as usize][1 + axis] = other;
                self.links[other as usize][(3 + axis) % 4] = floor;
                if self.facet[floor as usize] != self.facet[other as usize] {
                    self.changes.push([floor, 1 + axis as u32]);
                }
            }
        }
    }

    /// The nearest floor of a range that is at most a step away from a height; the lower one of two.
    fn nearest(&self, z: i64, range: std::ops::Range<u32>, walker: &Walker) -> Option<u32> {
        let mut best = None;
        let mut least = walker.step + 1;
        for other in range {
            let offset = i64::from(self.z[other as usize]) - z;
            if offset.abs() < least {
                (best, least) = (Some(other), offset.abs());
            } else if offset > 0 {
                break;
            }
        }
        best
    }

    /// Whether head room and walls let somebody pass between two floors.
    fn is_open(
        &self,
        columns: &Columns,
        walker: &Walker,
        [a, b]: [u32; 2],
        column: usize,
        axis: usize,
    ) -> bool {
        let [za, zb] = [a, b].map(|floor| i64::from(self.z[floor as usize]));
        let floor = za.max(zb);
        let ceiling = i64::from(self.ceiling[a as usize].min(self.ceiling[b as usize]));
        // On a slope below a slope, the upper column's floor and the lower one's ceiling are a cell apart.
        let slack = if (za - zb).abs() <= walker.rise[axis] { (za - zb).abs() } else { 0 };
        if ceiling - floor + slack < walker.head_room {
            return false;
        }
        let walls = columns.walls(column, axis);
        walls.iter().all(|&[low, high]| {
            i64::from(high) <= floor + walker.step || i64::from(low) >= floor + walker.head_room - slack
        })
    }

    /// Around a pole without width, steep stairs of four cells a turn can lead above themselves. Then there is no way to
    /// flatten the surface around the pole, so the highest step of the four is not linked.
    fn cut_poles(&mut self, columns: &Columns) {
        let [width, height] = columns.size.map(|size| size as usize);
        let mut cuts: Vec<[u32; 2]> = Vec::new();
        for row in 0..height - 1 {
            for column in row * width..(row + 1) * width - 1 {
                // Cells around the upper right corner, counterclockwise, and the side to the next.
                for (start, cell) in
                    [column, column + 1, column + width + 1, column + width].into_iter().enumerate()
                {
                    for floor in self.of(cell) {
                        self.cut_pole(floor, start, &mut cuts);
                    }
                }
            }
        }
        for [floor, side] in cuts {
            let other = std::mem::replace(&mut self.links[floor as usize][side as usize], NONE);
            if other != NONE {
                self.links[other as usize][side as usize ^ 2] = NONE;
            }
        }
    }

    /// Four links in a turn from a floor, if they do not lead back to it: the highest step of them.
    fn cut_pole(&self, floor: u32, start: usize, cuts: &mut Vec<[u32; 2]>) {
        let mut turn = [floor; 5];
        for step in 0..4 {
            turn[step + 1] = self.links[turn[step] as usize][(start + step + 1) % 4];
            if turn[step + 1] == NONE {
                return;
            }
        }
        if turn[4] == floor {
            return;
        }
        let height = |step: &usize| {
            let [a, b] = [turn[*step], turn[*step + 1]].map(|floor| i64::from(self.z[floor as usize]));
            (b - a).abs()
        };
        if let Some(step) = (0..4).max_by_key(height) {
            cuts.push([turn[step], ((start + step + 1) % 4) as u32]);
        }
    }
}
