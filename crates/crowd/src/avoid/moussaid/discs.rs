//! The people that one sees, as moving discs in lanes of eight.

use super::{DRIFT, GRAZE, HUGE, LANES, Lanes};
use crate::plane::{Vector, greater, lesser};
use crate::view::{MOST_NEIGHBORS, View};

/// How many blocks of eight neighbors there are.
const BLOCKS: usize = MOST_NEIGHBORS.div_ceil(LANES);

/// Moving discs, relative to the preferred direction, in blocks of eight. A disc at the center of the character is inert.
pub(super) struct Discs {
    blocks: [Block; BLOCKS],
    used: usize,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Block {
    x: Lanes,
    y: Lanes,
    vx: Lanes,
    vy: Lanes,
    /// Offset times velocity.
    away: Lanes,
    /// The squared sum of radii.
    square: Lanes,
    /// One over squared distance less squared sum of radii; [`HUGE`] if they overlap.
    inverse: Lanes,
}

impl Discs {
    #[expect(clippy::needless_range_loop, reason = "lanes of several arrays side by side")]
    #[inline(always)]
    pub(super) fn of_neighbors(view: &View<'_>, ahead: Vector, contact: f32) -> Self {
        let mut blocks = [Block::default(); BLOCKS];
        let mut used = 0;
        for (block, neighbors) in blocks.iter_mut().zip(view.neighbors.chunks(LANES)) {
            // Gathered first and computed then: loads of eight right after a store of one would wait for it.
            let mut raw = [[0.0; LANES]; 5];
            for (k, neighbor) in neighbors.iter().enumerate() {
                raw[0][k] = neighbor.offset[0];
                raw[1][k] = neighbor.offset[1];
                raw[2][k] = neighbor.velocity[0];
                raw[3][k] = neighbor.velocity[1];
                raw[4][k] = neighbor.radius;
            }
            for k in 0..LANES {
                let (x, y) = (
                    ahead[0] * raw[0][k] + ahead[1] * raw[1][k],
                    ahead[0] * raw[1][k] - ahead[1] * raw[0][k],
                );
                let (vx, vy) = (
                    ahead[0] * raw[2][k] + ahead[1] * raw[3][k],
                    ahead[0] * raw[3][k] - ahead[1] * raw[2][k],
                );
                let radius = greater(view.radius + raw[4][k] - GRAZE, 0.0);
                let away = x * x + y * y;
                let square = lesser(radius * radius, contact * contact * away);
                let apart = away - square;
                block.x[k] = x;
                block.y[k] = y;
                block.vx[k] = vx;
                block.vy[k] = vy;
                block.away[k] = x * vx + y * vy;
                block.square[k] = square;
                block.inverse[k] = if apart > 1.0 / HUGE { 1.0 / apart } else { HUGE };
            }
            used += 1;
        }
        Self { blocks, used }
    }

    /// The nearest eight, the next eight.
    #[inline(always)]
    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks[..self.used]
    }

    /// The inverse of the time to the first contact, walking straight ahead.
    #[expect(clippy::needless_range_loop, reason = "lanes of several arrays side by side")]
    #[inline(always)]
    pub(super) fn ahead(&self, speed: f32) -> f32 {
        let mut urgency = [0.0; LANES];
        for block in self.blocks() {
            for k in 0..LANES {
                urgency[k] = greater(block.urgency(k, speed, 0.0), urgency[k]);
            }
        }
        urgency.into_iter().fold(0.0, greater)
    }
}

impl Block {
    /// Raises the inverse times to the first contact in eight directions.
    #[inline(always)]
    pub(super) fn meet(&self, x: &Lanes, y: &Lanes, urgency: &mut Lanes) {
        for at in 0..LANES {
            for k in 0..LANES {
                urgency[k] = greater(self.urgency(at, x[k], y[k]), urgency[k]);
            }
        }
    }

    /// The inverse of the time to contact with a disc at some own velocity; 0 if there is none.
    #[inline(always)]
    fn urgency(&self, at: usize, x: f32, y: f32) -> f32 {
        let toward = self.x[at] * x + self.y[at] * y - DRIFT;
        let closing = toward - self.away[at];
        let (wx, wy) = (x - self.vx[at], y - self.vy[at]);
        let past = self.x[at] * wy - self.y[at] * wx;
        let inside = (wx * wx + wy * wy) * self.square[at] - past * past;
        // Of less than nothing the root is none, which is not taken below.
        let urgency = (closing + inside.sqrt()) * self.inverse[at];
        if lesser(lesser(toward, closing), inside) > 0.0 { urgency } else { 0.0 }
    }
}
