//! Room for newcomers: places in an area where nobody stands and no wall is near.

use throng_mesh::{Mesh, Position};

use crate::area::Area;
use crate::crowd::Crowd;
use crate::random::Random;

/// Who stands in and around an area, in squares.
#[derive(Debug)]
pub(crate) struct Room {
    low: [f64; 2],
    columns: usize,
    rows: usize,
    /// Center and radius of who stands there, by square.
    squares: Vec<Vec<([f64; 2], f64)>>,
    /// Whether squares are of use: not for areas of absurd size.
    side: f64,
}

/// Side of a square: no disc reaches beyond the next one. \[m\]
const SIDE: f64 = 2.0;

/// More squares than this are not made; then they are larger.
const MOST_SQUARES: f64 = 250_000.0;

/// Distance that newcomers keep to others. \[m\]
const GAP: f64 = 0.02;

impl Room {
    /// Who stands in an area now.
    pub(crate) fn new(crowd: &Crowd, area: &Area) -> Self {
        let [low, high] = area.bounds();
        let [width, height] = [0, 1].map(|k| (high[k] - low[k]).max(1.0));
        let side = SIDE.max((width * height / MOST_SQUARES).sqrt());
        let low = low.map(|v| v - side);
        let [columns, rows] = [width, height].map(|length| (length / side) as usize + 3);
        let mut room = Self { low, columns, rows, squares: vec![Vec::new(); columns * rows], side };
        for character in crowd.iter().filter(|c| c.position().layer == area.layer) {
            room.add(character.position().at, f64::from(character.radius()));
        }
        room
    }

    pub(crate) fn add(&mut self, at: [f64; 2], radius: f64) {
        if let Some([column, row]) = self.square(at) {
            self.squares[row * self.columns + column].push((at, radius));
        }
    }

    /// Whether nobody is too near.
    pub(crate) fn is_free(&self, at: [f64; 2], radius: f64) -> bool {
        let Some([column, row]) = self.square(at) else { return false };
        let rows = row.saturating_sub(1)..(row + 2).min(self.rows);
        let squares = rows.flat_map(|row| {
            let columns = column.saturating_sub(1)..(column + 2).min(self.columns);
            columns.map(move |column| row * self.columns + column)
        });
        squares.flat_map(|square| &self.squares[square]).all(|&(other, own)| {
            let apart = radius + own + GAP;
            super::stage::distance_sq(at, other) >= apart * apart
        })
    }

    fn square(&self, at: [f64; 2]) -> Option<[usize; 2]> {
        let [column, row] = [0, 1].map(|k| (at[k] - self.low[k]) / self.side);
        let inside = column >= 0.0 && row >= 0.0 && column < self.columns as f64 && row < self.rows as f64;
        inside.then_some([column as usize, row as usize])
    }
}

/// A random place in an area, for a disc; `None` if none was found within so many tries.
pub(crate) fn place(
    mesh: &Mesh,
    area: &Area,
    wall_radius: f64,
    random: &mut Random,
    tries: usize,
    is_free: impl Fn([f64; 2]) -> bool,
) -> Option<Position> {
    let [low, high] = area.bounds();
    let mut hint = None;
    for _ in 0..tries {
        let at = [0, 1].map(|k| low[k] + random.unit() * (high[k] - low[k]));
        if !area.has(at) || !is_free(at) {
            continue;
        }
        let position = Position::new(at, area.layer);
        let Some(nearest) = mesh.nearest(position, hint) else { continue };
        hint = Some(nearest.cell);
        if nearest.distance >= wall_radius {
            return Some(position);
        }
    }
    None
}
