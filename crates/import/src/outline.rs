//! Outlines of the regions of a grid of cells.
//!
//! What: each region of passable cells as rings: one around it, and one for each hole in it.
//! Idea: every side between a passable and a blocked cell belongs to exactly one ring, with the passable cell on its left. Follow
//! the sides; where four cells meet there is one way to go on.
//!
//! Cells that touch only at a corner are not connected, so where two passable and two blocked cells meet like on a chess board,
//! the walk turns left and stays with its own cell:
//!
//! ```text
//!     blocked | passable          a ring that comes from below on the right side of `own`
//!     --------+---------          turns left here, and never crosses the ring
//!         own | blocked           around the other passable cell
//! ```
//!
//! The ring can come back to such a corner a second time. It is then cut there in two, so that all rings are simple and touch each
//! other at corners only.
//!
//! 1. Number the regions by flooding.
//! 2. From each side that leads east and was not seen yet, follow the ring and write a corner at each turn.
//! 3. At a corner seen before on this ring, cut off what lies between.
//! 4. Counter-clockwise rings go around regions, clockwise ones around holes.
//! 5. Holes with another region inside are joined to the ring around them; see [`crate::bridge`].
//!
//! Cost: linear in the number of cells.

use crate::bridge::join;

/// Cells in rows, the lowest row first.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Invariant: `width * height` of them.
    passable: Vec<bool>,
}

/// A region of passable cells that are connected by sides. Corners are in cells, counted from the lower left.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Outline {
    /// Counter-clockwise, with the holes that have another region inside joined to it.
    pub(crate) outer: Vec<[u32; 2]>,
    /// The other holes, clockwise.
    pub(crate) holes: Vec<Vec<[u32; 2]>>,
}

/// A simple ring: around a region, or around a hole in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CellRing {
    /// The region that has cells along this ring, on its left.
    pub(crate) region: u32,
    /// Whether it goes around a hole.
    pub(crate) is_hole: bool,
    /// Only where it turns.
    pub(crate) corners: Vec<[u32; 2]>,
}

impl Cells {
    /// Blocked cells only.
    pub(crate) fn blocked(width: usize, height: usize) -> Self {
        Self { width, height, passable: vec![false; width * height] }
    }

    pub(crate) fn set_passable(&mut self, x: usize, y: usize) {
        self.passable[y * self.width + x] = true;
    }

    pub(crate) fn is_passable(&self, x: usize, y: usize) -> bool {
        x < self.width && y < self.height && self.passable[y * self.width + x]
    }

    /// The outlines of all regions, in the order of their lowest and then leftmost cells.
    pub(crate) fn outlines(&self) -> Vec<Outline> {
        let (regions, count) = self.regions();
        join(self, &regions, count, &self.rings(&regions))
    }

    /// The rings of all regions.
    fn rings(&self, regions: &[u32]) -> Vec<CellRing> {
        let mut rings = Vec::new();
        let mut seen = vec![false; self.passable.len()];
        let mut position = vec![0u32; (self.width + 1) * (self.height + 1)];
        for y in 0..self.height {
            for x in 0..self.width {
                let cell = y * self.width + x;
                let side = self.passable[cell] && !(y > 0 && self.passable[cell - self.width]);
                if !side || seen[cell] {
                    continue;
                }
                self.follow([x, y], &mut seen, &mut position, |corners| {
                    let is_hole = doubled_area(corners) < 0;
                    rings.push(CellRing { region: regions[cell], is_hole, corners: corners.to_vec() });
                });
            }
        }
        rings
    }

    /// Number of the region of each passable cell, and how many regions there are.
    fn regions(&self) -> (Vec<u32>, usize) {
        const NONE: u32 = u32::MAX;
        let mut regions = vec![NONE; self.passable.len()];
        let mut count = 0;
        let mut stack = Vec::new();
        for start in 0..self.passable.len() {
            if !self.passable[start] || regions[start] != NONE {
                continue;
            }
            regions[start] = count;
            stack.push(start);
            while let Some(cell) = stack.pop() {
                let (x, y) = (cell % self.width, cell / self.width);
                let sides = [
                    (x > 0).then(|| cell - 1),
                    (x + 1 < self.width).then_some(cell + 1),
                    (y > 0).then(|| cell - self.width),
                    (y + 1 < self.height).then_some(cell + self.width),
                ];
                for next in sides.into_iter().flatten() {
                    if self.passable[next] && regions[next] == NONE {
                        regions[next] = count;
                        stack.push(next);
                    }
                }
            }
            count += 1;
        }
        (regions, count as usize)
    }

    /// Follows the ring that leads east below the cell `start`, and hands on the simple rings it consists of.
    ///
    /// `seen` has the cells whose lower side is done; `position` is scratch, for each corner an index into the ring.
    fn follow(
        &self,
        start: [usize; 2],
        seen: &mut [bool],
        position: &mut [u32],
        mut found: impl FnMut(&[[u32; 2]]),
    ) {
        let mut ring: Vec<[u32; 2]> = Vec::new();
        let ([mut x, mut y], mut heading) = (start, Heading::East);
        loop {
            match heading {
                Heading::East => {
                    seen[y * self.width + x] = true;
                    x += 1;
                }
                Heading::North => y += 1,
                Heading::West => x -= 1,
                Heading::South => y -= 1,
            }
            let [left, right] = self.ahead(x, y, heading);
            if left && !right {
                continue;
            }
            heading = if left { heading.right() } else { heading.left() };
            let corner = [x as u32, y as u32];
            if !left && right {
                // What stands in `position` may be left from another ring; then the ring has another corner there.
                let place = &mut position[y * (self.width + 1) + x];
                if ring.get(*place as usize) == Some(&corner) {
                    found(&ring[*place as usize..]);
                    ring.truncate(*place as usize);
                }
                *place = ring.len() as u32;
            }
            ring.push(corner);
            if [x, y] == start && heading == Heading::East {
                break;
            }
        }
        found(&ring);
    }

    /// Whether the two cells ahead of a corner are passable: left and right.
    fn ahead(&self, x: usize, y: usize, heading: Heading) -> [bool; 2] {
        // Below 0 wraps around and is outside, so blocked.
        let (west, south) = (x.wrapping_sub(1), y.wrapping_sub(1));
        match heading {
            Heading::East => [self.is_passable(x, y), self.is_passable(x, south)],
            Heading::North => [self.is_passable(west, y), self.is_passable(x, y)],
            Heading::West => [self.is_passable(west, south), self.is_passable(west, y)],
            Heading::South => [self.is_passable(x, south), self.is_passable(west, south)],
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Heading {
    East,
    North,
    West,
    South,
}

impl Heading {
    fn left(self) -> Self {
        match self {
            Self::East => Self::North,
            Self::North => Self::West,
            Self::West => Self::South,
            Self::South => Self::East,
        }
    }

    fn right(self) -> Self {
        self.left().left().left()
    }
}

fn doubled_area(ring: &[[u32; 2]]) -> i64 {
    let next = ring.iter().cycle().skip(1);
    let cross =
        |a: &[u32; 2], b: &[u32; 2]| i64::from(a[0]) * i64::from(b[1]) - i64::from(b[0]) * i64::from(a[1]);
    ring.iter().zip(next).map(|(a, b)| cross(a, b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells from a drawing, top row first; `.` is passable.
    fn cells(drawing: &[&str]) -> Cells {
        let mut cells = Cells::blocked(drawing[0].len(), drawing.len());
        for (row, line) in drawing.iter().rev().enumerate() {
            for (x, _) in line.bytes().enumerate().filter(|&(_, byte)| byte == b'.') {
                cells.set_passable(x, row);
            }
        }
        cells
    }

    #[test]
    fn corners_on_straight_sides_are_left_out() {
        let outlines = cells(&["...", "..."]).outlines();
        assert_eq!(outlines, [Outline { outer: vec![[3, 0], [3, 2], [0, 2], [0, 0]], holes: vec![] }]);
    }

    #[test]
    fn a_hole_is_clockwise() {
        let outlines = cells(&["....", ".##.", "...."]).outlines();
        assert_eq!(outlines.len(), 1);
        assert_eq!(outlines[0].holes, [[[3, 2], [3, 1], [1, 1], [1, 2]]]);
    }

    #[test]
    fn cells_that_touch_at_a_corner_are_two_regions() {
        let outlines = cells(&["#.", ".#"]).outlines();
        let outers: Vec<_> = outlines.into_iter().map(|outline| outline.outer).collect();
        assert_eq!(outers, [[[1, 0], [1, 1], [0, 1], [0, 0]], [[2, 1], [2, 2], [1, 2], [1, 1]]]);
    }

    #[test]
    fn blocked_cells_that_touch_at_a_corner_are_two_holes() {
        let outlines = cells(&["....", "..#.", ".#..", "...."]).outlines();
        assert_eq!(outlines.len(), 1);
        assert_eq!(outlines[0].outer.len(), 4);
        assert_eq!(outlines[0].holes.len(), 2);
        assert!(
            outlines[0].holes.iter().all(|hole| hole.len() == 4 && hole.contains(&[2, 2])),
            "{outlines:?}"
        );
    }

    #[test]
    fn a_hole_that_touches_the_border_at_a_corner_is_cut_off() {
        // The blocked cell inside touches the blocked one of the border.
        let outlines = cells(&["...#", ".#..", "...."]).outlines();
        assert_eq!(outlines.len(), 1);
        assert_eq!(outlines[0].holes, Vec::<Vec<[u32; 2]>>::from([vec![[2, 2], [2, 1], [1, 1], [1, 2]]]));
        let outlines = cells(&["..#", ".#.", "..."]).outlines();
        assert_eq!((outlines[0].outer.len(), outlines[0].holes.len()), (6, 1));
    }

    #[test]
    fn a_hole_with_an_island_is_joined_by_a_bridge() {
        let outlines = cells(&[".....", ".###.", ".#.#.", ".###.", "....."]).outlines();
        assert_eq!(outlines.len(), 2);
        assert!(outlines.iter().all(|outline| outline.holes.is_empty()), "{outlines:?}");
        let expected =
            [[5, 0], [5, 5], [0, 5], [0, 1], [1, 1], [1, 4], [4, 4], [4, 1], [1, 1], [0, 1], [0, 0]];
        let mut outer = outlines[0].outer.clone();
        let start = outer.iter().position(|&corner| corner == [5, 0]).unwrap();
        outer.rotate_left(start);
        assert_eq!(outer, expected);
    }

    /// All small grids: rings are simple, and by even and odd they enclose exactly the cells of their region.
    #[test]
    fn rings_enclose_their_cells_on_all_small_grids() {
        let (width, height) = (4, 4);
        for bits in 0u32..1 << (width * height) {
            let mut cells = Cells::blocked(width, height);
            for cell in (0..width * height).filter(|cell| bits >> cell & 1 == 1) {
                cells.set_passable(cell % width, cell / width);
            }
            let (regions, count) = cells.regions();
            let rings = cells.rings(&regions);
            assert_eq!(rings.iter().filter(|ring| !ring.is_hole).count(), count);
            for ring in &rings {
                let mut corners = ring.corners.clone();
                corners.sort_unstable();
                corners.dedup();
                assert_eq!(corners.len(), ring.corners.len(), "grid {bits:#x}: a corner twice in {ring:?}");
            }
            for (cell, &of_cell) in regions.iter().enumerate() {
                for region in 0..count as u32 {
                    let own = rings.iter().filter(|ring| ring.region == region);
                    let at = [cell % width, cell / width];
                    let inside = own.filter(|ring| encloses(&ring.corners, at)).count() % 2 == 1;
                    let expected = cells.passable[cell] && of_cell == region;
                    assert_eq!(inside, expected, "grid {bits:#x}: cell {at:?} and region {region}");
                }
            }
        }
    }

    /// Larger grids, dense and sparse: what is in an outer ring and in no hole is passable, as layers have it.
    #[test]
    fn outlines_enclose_the_passable_cells() {
        let mut state = 1u64;
        for round in 0..3000 {
            let (width, height) = (5 + round % 9, 5 + round / 9 % 7);
            let mut cells = Cells::blocked(width, height);
            for cell in 0..width * height {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                if (state >> 33) % 100 < 35 + (round % 4) as u64 * 10 {
                    cells.set_passable(cell % width, cell / width);
                }
            }
            let outlines = cells.outlines();
            for cell in 0..width * height {
                let at = [cell % width, cell / width];
                let walkable = outlines.iter().any(|outline| encloses(&outline.outer, at));
                let covered =
                    outlines.iter().flat_map(|outline| &outline.holes).any(|hole| encloses(hole, at));
                assert_eq!(walkable && !covered, cells.passable[cell], "round {round}: {at:?} in {cells:?}");
            }
            for ring in outlines.iter().flat_map(|outline| outline.holes.iter().chain([&outline.outer])) {
                let next = ring.iter().cycle().skip(1);
                assert!(
                    ring.iter().zip(next).all(|(a, b)| a != b),
                    "round {round}: a corner repeated in {ring:?}"
                );
            }
        }
    }

    /// Counts the vertical sides east of the cell's middle.
    fn encloses(ring: &[[u32; 2]], [x, y]: [usize; 2]) -> bool {
        let next = ring.iter().cycle().skip(1);
        let east = ring.iter().zip(next).filter(|(a, b)| {
            let (low, high) = (a[1].min(b[1]) as usize, a[1].max(b[1]) as usize);
            a[0] == b[0] && a[0] as usize > x && low <= y && y < high
        });
        east.count() % 2 == 1
    }
}
