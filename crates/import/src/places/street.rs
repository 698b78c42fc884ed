//! The streets of a city: a bent grid, the blocks between them, the river, and what stands along the
//! pavements.

use throng_voronoi::sample::Random;

use super::shape::{Point, Shape, along, bar, between, disc, distance};

/// Side of a city.
pub(super) const SIZE: f64 = 500.0;
/// Blocks in a row.
pub(super) const CELLS: usize = 8;
/// A block by its corners, counter-clockwise from the lower left.
pub(super) type Block = [Point; 4];

/// Where streets run before they are bent.
const COLUMNS: [f64; CELLS + 1] = [0.0, 62.0, 124.0, 186.0, 252.0, 316.0, 377.0, 438.0, 500.0];
const ROWS: [f64; CELLS + 1] = [0.0, 60.0, 120.0, 182.0, 245.0, 318.0, 390.0, 446.0, 500.0];
/// Half the width of streets.
const STREET: f64 = 5.5;
const AVENUE: f64 = 9.5;
/// The avenues, and the row along which the river runs.
const AVENUE_COLUMN: usize = 4;
const AVENUE_ROW: usize = 3;
const RIVER_ROW: usize = 5;
/// Half the width of the river, and of a bridge; width of a quay.
const RIVER: f64 = 11.0;
const BRIDGE: f64 = 6.0;
const QUAY: f64 = 8.0;
const BRIDGES: [usize; 4] = [1, 3, 4, 6];

/// A bent grid of streets.
#[derive(Clone, Debug)]
pub(super) struct Streets {
    /// Crossings, row by row.
    crossings: Vec<Point>,
}

impl Streets {
    /// Streets meet the borders of the city straight, so that cities can stand side by side.
    pub(super) fn new(random: &mut Random) -> Self {
        let mut crossings = Vec::new();
        for (row, y) in ROWS.into_iter().enumerate() {
            for (column, x) in COLUMNS.into_iter().enumerate() {
                // Everything is turned about the center, most in the middle; and every crossing is moved a
                // little.
                let [u, v] = [x, y].map(|c| 4.0 * (c / SIZE) * (1.0 - c / SIZE));
                let turn = 0.13 * u * v;
                let inside = |index: usize| 0 < index && index < CELLS;
                let [dx, dy] = [inside(column), inside(row)]
                    .map(|inside| if inside { random.unit() - 0.5 } else { 0.0 });
                let [x, y] =
                    [x - turn * (y - SIZE / 2.0) + 11.0 * dx, y + turn * (x - SIZE / 2.0) + 11.0 * dy];
                crossings.push([x, y]);
            }
        }
        // The river leaves the city where it enters the next one.
        for column in [0, CELLS] {
            crossings[RIVER_ROW * (CELLS + 1) + column][1] = ROWS[RIVER_ROW];
        }
        Self { crossings }
    }

    /// The block between the streets left of and below a cell, and those right of and above another.
    pub(super) fn block(&self, [column, row]: [usize; 2], [to_column, to_row]: [usize; 2]) -> Block {
        let [right, top] = [to_column + 1, to_row + 1];
        let corners = [[column, row], [right, row], [right, top], [column, top]].map(|at| self.crossing(at));
        let half_row = |row: usize| match row {
            RIVER_ROW => RIVER + QUAY,
            AVENUE_ROW => AVENUE,
            _ => STREET,
        };
        let half_column = |column: usize| if column == AVENUE_COLUMN { AVENUE } else { STREET };
        shrunk(corners, [half_row(row), half_column(right), half_row(top), half_column(column)])
    }

    /// The river, in pieces from bridge to bridge.
    pub(super) fn river(&self) -> Vec<Shape> {
        let line: Vec<Point> = (0..=CELLS).map(|column| self.crossing([column, RIVER_ROW])).collect();
        let mut ends = vec![0.0];
        for column in BRIDGES {
            ends.extend([line[column][0] - BRIDGE, line[column][0] + BRIDGE]);
        }
        ends.push(SIZE);
        let piece = |ends: &[f64]| {
            let num = ((ends[1] - ends[0]) / 16.0).ceil() as usize;
            let xs: Vec<f64> =
                (0..=num).map(|k| ends[0] + (ends[1] - ends[0]) * k as f64 / num as f64).collect();
            let south = xs.iter().map(|&x| [x, smooth(&line, x) - RIVER]);
            let north = xs.iter().rev().map(|&x| [x, smooth(&line, x) + RIVER]);
            south.chain(north).collect()
        };
        ends.chunks(2).map(piece).collect()
    }

    fn crossing(&self, [column, row]: [usize; 2]) -> Point {
        self.crossings[row * (CELLS + 1) + column]
    }
}

/// Trees and parked cars along the pavement round a block.
pub(super) fn along_pavement(block: Block, random: &mut Random) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for k in 0..4 {
        let [a, b] = [block[k], block[(k + 1) % 4]];
        let length = distance(a, b);
        let forward = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
        let outward = [forward[1], -forward[0]];
        let curb = |meters: f64| along(between(a, b, meters / length), outward, 2.7);
        let mut at = 4.0;
        while at + 6.5 < length - 3.0 {
            shapes.push(disc(curb(at), 0.45, 6));
            if random.unit() < 0.8 {
                let middle = curb(at + 3.6);
                let half = 1.9 + 0.4 * random.unit();
                let corner = |s: f64, t: f64| along(along(middle, forward, s), outward, t);
                shapes.push(vec![
                    corner(-half, -0.9),
                    corner(half, -0.9),
                    corner(half, 0.9),
                    corner(-half, 0.9),
                ]);
            } else if random.unit() < 0.5 {
                shapes.push(bar(curb(at + 3.0), [1.2, 1.2], 0.0)); // a kiosk, a bin, a bench
            }
            at += 10.8;
        }
    }
    shapes
}

/// The quadrilateral, each side moved inward; sides as they follow each other from the first corner.
pub(super) fn shrunk(block: Block, by: [f64; 4]) -> Block {
    // Side k runs along a + t d, where n is inside and n · p = n · a + by on the moved side.
    let sides: [(Point, f64); 4] = [0, 1, 2, 3].map(|k| {
        let [a, b] = [block[k], block[(k + 1) % 4]];
        let length = distance(a, b);
        let n = [(a[1] - b[1]) / length, (b[0] - a[0]) / length];
        (n, n[0] * a[0] + n[1] * a[1] + by[k])
    });
    [0, 1, 2, 3].map(|k| {
        let [(n, c), (m, d)] = [sides[(k + 3) % 4], sides[k]];
        let det = n[0] * m[1] - n[1] * m[0];
        [(c * m[1] - d * n[1]) / det, (n[0] * d - m[0] * c) / det]
    })
}

/// The y of a smooth curve through points with increasing x: cubic pieces, with the slopes between neighbors.
fn smooth(line: &[Point], x: f64) -> f64 {
    let last = line.len() - 2;
    let k = line.iter().skip(1).position(|p| x <= p[0]).unwrap_or(last).min(last);
    let [a, b] = [line[k], line[k + 1]];
    let slope = |k: usize| {
        let [before, after] = [line[k.max(1) - 1], line[(k + 1).min(last + 1)]];
        // Flat at the ends, where the next city begins.
        if k == 0 || k == last + 1 { 0.0 } else { (after[1] - before[1]) / (after[0] - before[0]) }
    };
    let width = b[0] - a[0];
    let t = (x - a[0]) / width;
    let [s0, s1] = [slope(k) * width, slope(k + 1) * width];
    let (t2, t3) = (t * t, t * t * t);
    a[1] * (2.0 * t3 - 3.0 * t2 + 1.0)
        + s0 * (t3 - 2.0 * t2 + t)
        + b[1] * (3.0 * t2 - 2.0 * t3)
        + s1 * (t3 - t2)
}
