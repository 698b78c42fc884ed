//! What the columns of a tile meet: triangles along the column, and walls between two columns.
//!
//! Idea. A column is the vertical line through the center of a cell, so a triangle either crosses it, at one height, or it does
//! not. Nothing is widened to whole cells, so nothing is lost to walls on both sides. Walls have no area and cross no
//! column: they are looked for between neighboring columns, in the upright plane through both centers.
//!
//! 1. Each row of cell centers cuts a triangle's outline in two places; the columns between them cross the triangle.
//! 2. In the same plane, a steep triangle is a line from the one place to the other: a wall for each pair of
//!    neighboring columns that it comes between, from its lowest to its highest point there.
//! 3. The same for steep triangles and lines of centers in y.
//! 4. Hits and walls are sorted by column (counting), and the hits of a column by height.
//!
//! Invariant: what a column meets does not depend on the tile that asks. The place where an edge crosses a line is computed
//! from the edge's lower to its upper end, so two triangles that share it leave no gap and no overlap between them.
//!
//! Degenerate: a center exactly on an edge or a wall counts as if it were a little further in x, and still less in y. That is one and
//! the same place for rows and columns, so that a wall through centers has the same side for both, and nothing leaks.
//!
//! Cost: O(rows + hits + walls) a triangle and tile; no memory is asked for once the buffers have grown.

use super::lattice::Lattice;
use super::tiled::{EVERY_KIND, Kind, STEEP, Tiled, UPRIGHT};

/// The columns of a tile with a border of one cell, and what they meet. Reused from tile to tile.
#[derive(Default)]
pub(crate) struct Columns {
    /// The first cell, in x and y.
    pub(crate) low: [i32; 2],
    /// Cells in x and y.
    pub(crate) size: [i32; 2],
    /// Where the hits of each column begin, and where the last ones end.
    hit_starts: Vec<u32>,
    /// Hits by column, then by height.
    hits: Vec<Hit>,
    /// Where the walls of each side begin: sides are to the right of and above (in y) each column.
    wall_starts: Vec<u32>,
    /// Lowest and highest point of walls, by side.
    walls: Vec<[i32; 2]>,
    /// What was found so far, in order of triangles.
    found_hits: Vec<(u32, Hit)>,
    found_walls: Vec<(u32, [i32; 2])>,
}

/// A triangle that crosses a column: its height in grid units, its kind and its facet, packed so that they sort by height. Of two facets at one
/// height the first comes last, and keeps the place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Hit(i64);

/// Facets have numbers below this one; others are not told apart. More triangles than that are not read from files.
const MOST_FACETS: u32 = (1 << 27) - 1;

impl Hit {
    fn new(z: i32, kind: Kind, facet: u32) -> Self {
        let rest = u32::from(kind) << 27 | (MOST_FACETS - facet.min(MOST_FACETS));
        Self(i64::from(z) << 32 | i64::from(rest))
    }

    /// Its height.
    pub(crate) fn z(self) -> i32 {
        (self.0 >> 32) as i32
    }

    /// Its kind.
    pub(crate) fn kind(self) -> Kind {
        (self.0 >> 27) as Kind & EVERY_KIND
    }

    /// Its facet, if it is a floor.
    pub(crate) fn facet(self) -> u32 {
        MOST_FACETS - (self.0 as u32 & MOST_FACETS)
    }
}

impl Columns {
    /// Bytes for each column: where its hits and the walls of its two sides begin.
    pub(crate) const BYTES: u64 = 12;
    /// Bytes for each hit: once as it is found, with its column, and once sorted.
    pub(crate) const BYTES_A_HIT: u64 = 24;

    /// Finds what the columns of a tile and its border meet.
    pub(crate) fn fill(&mut self, tiled: &Tiled<'_>, lattice: &Lattice, tile: usize) {
        let [low, high] = lattice.tile_cells(tile);
        self.low = low.map(|cell| cell - 1);
        self.size = [0, 1].map(|axis| high[axis] + 1 - self.low[axis]);
        self.found_hits.clear();
        self.found_walls.clear();
        for &triangle in tiled.of_tile(tile) {
            let kind = tiled.kind(triangle);
            let corners = tiled.corners(triangle).map(|corner| corner.map(f64::from));
            let facet = tiled.facet(triangle);
            // 1, 2.
            self.cut(lattice, corners, (kind, facet), 0);
            // 3.
            if kind & STEEP != 0 {
                self.cut(lattice, corners, (kind, facet), 1);
            }
        }
        self.sort();
    }

    /// The number of a column.
    pub(crate) fn column(&self, cell: [i32; 2]) -> usize {
        (cell[1] - self.low[1]) as usize * self.size[0] as usize + (cell[0] - self.low[0]) as usize
    }

    /// The cell of a column.
    pub(crate) fn cell(&self, column: u32) -> [i32; 2] {
        let column = column as i32;
        [self.low[0] + column % self.size[0], self.low[1] + column / self.size[0]]
    }

    /// How many columns there are.
    pub(crate) fn len(&self) -> usize {
        self.size[0] as usize * self.size[1] as usize
    }

    /// What a column meets, from below.
    pub(crate) fn hits(&self, column: usize) -> &[Hit] {
        &self.hits[self.hit_starts[column] as usize..self.hit_starts[column + 1] as usize]
    }

    /// The walls between a column and the next one in x (axis 0) or y (axis 1).
    pub(crate) fn walls(&self, column: usize, axis: usize) -> &[[i32; 2]] {
        let side = column * 2 + axis;
        &self.walls[self.wall_starts[side] as usize..self.wall_starts[side + 1] as usize]
    }

    /// Cuts a triangle with all lines of centers along an axis.
    fn cut(&mut self, lattice: &Lattice, corners: [[f64; 3]; 3], (kind, facet): (Kind, u32), along: usize) {
        let across = 1 - along;
        // From the lowest to the highest corner across the lines; equal ones in order along them.
        let mut sorted = corners;
        sorted.sort_by(|p, q| p[across].total_cmp(&q[across]).then(p[along].total_cmp(&q[along])));
        let [a, b, c] = sorted;
        let first = lattice.first_center(across, a[across]).max(self.low[across]);
        let end = lattice.first_center(across, c[across]).min(self.low[across] + self.size[across]);
        if first >= end {
            return;
        }
        let plane = (kind & UPRIGHT == 0).then(|| Plane::through(corners));
        let zs = corners.map(|corner| corner[2]);
        let lowest = zs[0].min(zs[1]).min(zs[2]);
        let highest = zs[0].max(zs[1]).max(zs[2]);
        let (long, lower, upper) =
            (Edge::new(a, c, across), Edge::new(a, b, across), Edge::new(b, c, across));
        for line in first..end {
            let center = lattice.center(across, line);
            let short = if center < b[across] { &lower } else { &upper };
            let (p, q) = (long.at(center, along), short.at(center, along));
            let (from, to) = if p.place <= q.place { (p, q) } else { (q, p) };
            if along == 0
                && let Some(plane) = &plane
            {
                if plane.is_flat() {
                    let hit = Hit::new(lattice.level(zs[0]), kind, facet);
                    self.row(lattice, line, from.place, to.place, |_| hit);
                } else {
                    self.row(lattice, line, from.place, to.place, |x| {
                        Hit::new(lattice.level(plane.at(x, center).clamp(lowest, highest)), kind, facet)
                    });
                }
            }
            if kind & STEEP != 0 {
                self.wall(lattice, line, along, [from, to]);
            }
        }
    }

    /// Step 1: the columns of a row between two places.
    fn row(&mut self, lattice: &Lattice, row: i32, from: f64, to: f64, hit: impl Fn(f64) -> Hit) {
        let first = lattice.first_center(0, from).max(self.low[0]);
        let end = lattice.first_center(0, to).min(self.low[0] + self.size[0]);
        if first >= end {
            return;
        }
        let column = self.column([first, row]) as u32;
        self.found_hits
            .extend((first..end).zip(column..).map(|(cell, column)| (column, hit(lattice.center(0, cell)))));
    }

    /// Step 2: the sides that a line in the plane of a row (or column) of centers crosses.
    fn wall(&mut self, lattice: &Lattice, line: i32, along: usize, [from, to]: [Cut; 2]) {
        let side = |cut: &Cut| {
            let cells = cut.place / lattice.cell[along] - 0.5;
            let before = cells.floor();
            // On the center itself: the center is a little further, unless the wall is still more so.
            if before == cells && !cut.rises { before as i32 - 1 } else { before as i32 }
        };
        let (mut first, mut last) = (side(&from), side(&to));
        if first > last {
            (first, last) = (last, first);
        }
        first = first.max(self.low[along]);
        last = last.min(self.low[along] + self.size[along] - 2);
        let [low, high] = [from.z.min(to.z), from.z.max(to.z)];
        let length = to.place - from.place;
        let z = |center: f64| {
            if center <= from.place {
                from.z
            } else if center >= to.place {
                to.z
            } else {
                (from.z + (center - from.place) * (to.z - from.z) / length).clamp(low, high)
            }
        };
        for cell in first..=last {
            let ends = if length > 0.0 {
                [cell, cell + 1].map(|cell| z(lattice.center(along, cell)))
            } else {
                [low, high]
            };
            let [a, b] = ends.map(|z| lattice.level(z));
            let place = if along == 0 { [cell, line] } else { [line, cell] };
            let side = self.column(place) * 2 + along;
            self.found_walls.push((side as u32, [a.min(b), a.max(b)]));
        }
    }

    /// Step 4.
    fn sort(&mut self) {
        let len = self.len();
        sort_by_place(&self.found_hits, len, &mut self.hit_starts, &mut self.hits);
        sort_by_place(&self.found_walls, len * 2, &mut self.wall_starts, &mut self.walls);
        for column in 0..len {
            let [start, end] = [self.hit_starts[column] as usize, self.hit_starts[column + 1] as usize];
            if end - start > 1 {
                self.hits[start..end].sort_unstable();
            }
        }
    }
}

/// Counting sort: values by place, and where each place begins.
fn sort_by_place<T: Copy + Default>(
    found: &[(u32, T)],
    num: usize,
    starts: &mut Vec<u32>,
    values: &mut Vec<T>,
) {
    starts.clear();
    starts.resize(num + 2, 0);
    for &(place, _) in found {
        starts[place as usize + 2] += 1;
    }
    for place in 2..starts.len() {
        starts[place] += starts[place - 1];
    }
    values.clear();
    values.resize(found.len(), T::default());
    // The start after a place runs while it fills, and ends as its end.
    for &(place, value) in found {
        let next = &mut starts[place as usize + 1];
        values[*next as usize] = value;
        *next += 1;
    }
    starts.pop();
}

/// An edge of a triangle, cut by lines.
struct Edge {
    from: [f64; 3],
    to: [f64; 3],
    across: usize,
}

impl Edge {
    /// From the lower end across the lines to the upper one.
    fn new(from: [f64; 3], to: [f64; 3], across: usize) -> Self {
        Self { from, to, across }
    }

    /// Where a line cuts it. Not called if the edge runs along the lines.
    fn at(&self, line: f64, along: usize) -> Cut {
        let offset = line - self.from[self.across];
        let length = self.to[self.across] - self.from[self.across];
        let between = |axis: usize| {
            let (a, b) = (self.from[axis], self.to[axis]);
            // One rounding, so that a center exactly on the edge is found to be there. It must not lead beyond the ends.
            (a + offset * (b - a) / length).clamp(a.min(b), a.max(b))
        };
        Cut { place: between(along), z: between(2), rises: along == 1 && self.to[along] > self.from[along] }
    }
}

/// Where a line cuts an edge.
struct Cut {
    /// The place along the line.
    place: f64,
    /// The height there.
    z: f64,
    /// For a line in y: whether a line a little further in x cuts further in y.
    rises: bool,
}

/// The plane of a triangle that is not upright.
struct Plane {
    through: [f64; 3],
    /// How far it rises along x and y on the length of `area`.
    rise: [f64; 2],
    area: f64,
}

impl Plane {
    fn through([a, b, c]: [[f64; 3]; 3]) -> Self {
        let [u, v] = [b, c].map(|p| [0, 1, 2].map(|axis| p[axis] - a[axis]));
        let rise = [u[2] * v[1] - v[2] * u[1], u[0] * v[2] - v[0] * u[2]];
        Self { through: a, rise, area: u[0] * v[1] - u[1] * v[0] }
    }

    fn is_flat(&self) -> bool {
        self.rise == [0.0; 2]
    }

    fn at(&self, x: f64, y: f64) -> f64 {
        let rise = self.rise[0] * (x - self.through[0]) + self.rise[1] * (y - self.through[1]);
        self.through[2] + rise / self.area
    }
}
