//! Half-planes of neighbors, eight at once.
//!
//! Idea. As for the end of a wall, with velocities relative to the neighbor, and each of the two does half of what is needed. Let P lead
//! to the neighbor, W be the own velocity minus its, R the sum of the radii, T the horizon (one step for those who overlap).
//!
//! 1. w = W - P/T leads from the center of the disc that ends the shadow to the velocity. In front of the disc (-w·P > R|w|, or
//!    overlapping) the half-plane touches the disc, with normal w/|w|, and W is |w| - R/T beyond it.
//! 2. Else it touches the disc's shadow along a leg, on the side on which W is; the leg goes through the origin, so W is n·W beyond it.
//! 3. Half of what W lacks is the neighbor's task: the offset is n·v - (what W has beyond it) / 2.
//!
//! All cases are computed for all lanes and one is selected by products with 0 and 1, so that the loops have no branches and become vector code.
//! Lanes without a neighbor have the normal 0 and the offset -1: everything is allowed.
//! Degenerate: w = 0 takes the way straight back from the neighbor, and if the centers coincide a direction out of random bits.

use super::super::jitter;
use super::HalfPlane;
use crate::plane::{Vector, direction, dot, greater};
use crate::view::{MOST_NEIGHBORS, View};

/// How many half-planes are computed at once.
pub(super) const LANES: usize = 8;
/// How many blocks hold all neighbors.
pub(super) const BLOCKS: usize = MOST_NEIGHBORS / LANES;

/// The half-planes of all neighbors, in blocks.
pub(super) struct Neighbors {
    pub(super) blocks: [Block; BLOCKS],
    /// How many blocks are in use.
    pub(super) count: usize,
}

/// Eight half-planes.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub(super) x: [f32; LANES],
    pub(super) y: [f32; LANES],
    pub(super) offset: [f32; LANES],
}

/// Eight neighbors, before their half-planes are known.
#[derive(Clone, Copy)]
struct Seen {
    x: [f32; LANES],
    y: [f32; LANES],
    vx: [f32; LANES],
    vy: [f32; LANES],
    reach: [f32; LANES],
    rate: [f32; LANES],
}

impl Neighbors {
    pub(super) fn new(view: &View<'_>, horizon: f32) -> Self {
        let mut seen = [Seen::NOBODY; BLOCKS];
        let mut neighbors = Self { blocks: [Block::FREE; BLOCKS], count: 0 };
        let rates = [1.0 / horizon, 1.0 / view.dt];
        let known = view.neighbors.len().min(MOST_NEIGHBORS);
        for (index, neighbor) in view.neighbors[..known].iter().enumerate() {
            let block = &mut seen[index / LANES];
            let lane = index % LANES;
            let reach = view.radius + neighbor.radius;
            [block.x[lane], block.y[lane]] = neighbor.offset;
            [block.vx[lane], block.vy[lane]] = neighbor.velocity;
            block.reach[lane] = reach;
            block.rate[lane] = rates[usize::from(overlap(neighbor.offset, reach))];
        }
        neighbors.count = known.div_ceil(LANES);
        for (block, seen) in neighbors.blocks.iter_mut().zip(&seen).take(neighbors.count) {
            *block = seen.half_planes(view.velocity);
        }
        // The lanes beyond the last neighbor have all zero, which gives no usable half-plane.
        for index in known..neighbors.count * LANES {
            neighbors.set(index, HalfPlane { normal: [0.0, 0.0], offset: -1.0 });
        }
        neighbors.part(view, known, rates);
        neighbors
    }

    pub(super) fn get(&self, index: usize) -> HalfPlane {
        let (block, lane) = (&self.blocks[index / LANES], index % LANES);
        HalfPlane { normal: [block.x[lane], block.y[lane]], offset: block.offset[lane] }
    }

    fn set(&mut self, index: usize, plane: HalfPlane) {
        let (block, lane) = (&mut self.blocks[index / LANES], index % LANES);
        [block.x[lane], block.y[lane]] = plane.normal;
        block.offset[lane] = plane.offset;
    }

    /// Gives half-planes to the rare neighbors whose relative velocity is the very center of the disc, so that they got none.
    fn part(&mut self, view: &View<'_>, known: usize, rates: [f32; 2]) {
        for (index, neighbor) in view.neighbors[..known].iter().enumerate() {
            let plane = self.get(index);
            if plane.normal != [0.0, 0.0] {
                continue;
            }
            let reach = view.radius + neighbor.radius;
            let rate = rates[usize::from(overlap(neighbor.offset, reach))];
            let back = [-neighbor.offset[0], -neighbor.offset[1]];
            let Some(normal) = direction(back).or_else(|| direction(jitter(view.random))) else { continue };
            self.set(index, HalfPlane { normal, offset: dot(normal, view.velocity) + 0.5 * reach * rate });
        }
    }
}

/// Whether two discs overlap: then they are to be apart after one step.
#[inline]
pub(super) fn overlap(offset: Vector, reach: f32) -> bool {
    dot(offset, offset) <= reach * reach
}

impl Block {
    const FREE: Self = Self { x: [0.0; LANES], y: [0.0; LANES], offset: [-1.0; LANES] };
}

impl Seen {
    const NOBODY: Self = Self {
        x: [0.0; LANES],
        y: [0.0; LANES],
        vx: [0.0; LANES],
        vy: [0.0; LANES],
        reach: [0.0; LANES],
        rate: [0.0; LANES],
    };

    #[inline]
    fn half_planes(&self, velocity: Vector) -> Block {
        let mut beyond_x = [0.0; LANES];
        let mut beyond_y = [0.0; LANES];
        let mut size = [0.0; LANES];
        let mut square = [0.0; LANES];
        let mut past = [0.0; LANES];
        let mut root = [0.0; LANES];
        for lane in 0..LANES {
            beyond_x[lane] = velocity[0] - self.vx[lane] - self.x[lane] * self.rate[lane];
            beyond_y[lane] = velocity[1] - self.vy[lane] - self.y[lane] * self.rate[lane];
            square[lane] = self.x[lane] * self.x[lane] + self.y[lane] * self.y[lane];
            past[lane] = square[lane] - self.reach[lane] * self.reach[lane];
        }
        // Loops of roots and quotients alone become vector code, too.
        for lane in 0..LANES {
            size[lane] = (beyond_x[lane] * beyond_x[lane] + beyond_y[lane] * beyond_y[lane]).sqrt();
        }
        for lane in 0..LANES {
            root[lane] = past[lane].abs().sqrt();
        }
        // What has no size has no normal: `part` finds one.
        let over_size = size.map(|size| 1.0 / greater(size, f32::MIN_POSITIVE));
        let over_square = square.map(|square| 1.0 / greater(square, f32::MIN_POSITIVE));
        // 1 in front of the disc or overlapping, else 0; products select quicker than branches do.
        let mut is_round = [0.0; LANES];
        let mut is_leg = [0.0; LANES];
        let mut side = [0.0; LANES];
        for lane in 0..LANES {
            let (x, y) = (self.x[lane], self.y[lane]);
            // 1.
            let ahead = -(beyond_x[lane] * x + beyond_y[lane] * y) - self.reach[lane] * size[lane];
            let margin = greater(ahead, -past[lane]);
            is_round[lane] = if margin >= 0.0 { 1.0 } else { 0.0 };
            is_leg[lane] = 1.0 - is_round[lane];
            // 2. The sign says which leg; straight on it is the right one.
            side[lane] = -root[lane].copysign(y * beyond_x[lane] - x * beyond_y[lane]);
        }
        let mut block = Block::FREE;
        for lane in 0..LANES {
            let round = beyond_x[lane] * over_size[lane];
            let leg = (-self.x[lane] * self.reach[lane] - self.y[lane] * side[lane]) * over_square[lane];
            block.x[lane] = round * is_round[lane] + leg * is_leg[lane];
        }
        for lane in 0..LANES {
            let round = beyond_y[lane] * over_size[lane];
            let leg = (self.x[lane] * side[lane] - self.y[lane] * self.reach[lane]) * over_square[lane];
            block.y[lane] = round * is_round[lane] + leg * is_leg[lane];
        }
        // 3. The value of a leg is n·W, so the offset is n·(own + other's velocity) / 2.
        for lane in 0..LANES {
            let own = block.x[lane] * velocity[0] + block.y[lane] * velocity[1];
            let other = block.x[lane] * self.vx[lane] + block.y[lane] * self.vy[lane];
            let round = own - 0.5 * (size[lane] - self.reach[lane] * self.rate[lane]);
            let leg = 0.5 * (own + other);
            block.offset[lane] = round * is_round[lane] + leg * is_leg[lane];
        }
        block
    }
}
