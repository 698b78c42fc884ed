//! Views for tests: ordinary ones and nasty ones.

use crate::plane::{Vector, scale};
use crate::random::{Purpose, Random};
use crate::view::{MOST_NEIGHBORS, MOST_WALLS, Neighbor, SeenWall, View};

/// A character that walks to the right at 1.4 m/s, as it prefers, and sees nothing.
pub(super) fn alone() -> View<'static> {
    View {
        velocity: [1.4, 0.0],
        preferred: [1.4, 0.0],
        speed: 1.4,
        max_speed: 2.0,
        radius: 0.24,
        wall_radius: 0.28,
        neighbors: &[],
        walls: &[],
        random: 0,
        reach: f32::INFINITY,
        dt: 0.1,
    }
}

/// Random numbers for tests.
pub(super) struct Sampler(Random);

impl Sampler {
    pub(super) fn new(seed: u64) -> Self {
        Self(Random::new(seed, Purpose::Noise, 0, 0))
    }

    pub(super) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + self.0.unit() as f32 * (high - low)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound as u32) as usize
    }

    /// In a square around the origin.
    pub(super) fn vector(&mut self, most: f32) -> Vector {
        [self.between(-most, most), self.between(-most, most)]
    }

    /// On a coarse grid around the origin, so that much is equal, parallel, symmetric or zero.
    fn on_grid(&mut self, cells: usize, cell: f32) -> Vector {
        let mut coordinate = || (self.below(2 * cells + 1) as f32 - cells as f32) * cell;
        [coordinate(), coordinate()]
    }

    /// What somebody sees. Of four, one is on a coarse grid, one crowded, one crowded with walls, one roomy.
    pub(super) fn scene(&mut self) -> Scene {
        let kind = self.below(4);
        let most = [2.0, 1.0, 1.5, 5.0][kind];
        let place = |sampler: &mut Self| match kind {
            0 => sampler.on_grid(4, 0.24),
            _ => sampler.vector(most),
        };
        let speed = |sampler: &mut Self| match kind {
            0 => sampler.on_grid(2, 0.7),
            _ => sampler.vector(1.5),
        };
        let radius = |sampler: &mut Self| if kind == 0 { 0.24 } else { sampler.between(0.15, 0.3) };
        let neighbors: Vec<Neighbor> = (0..self.below(MOST_NEIGHBORS + 1))
            .map(|_| Neighbor {
                offset: place(self),
                velocity: speed(self),
                aim: [0.0, 0.0],
                radius: radius(self),
                crowding: self.between(0.0, 1.0),
            })
            .collect();
        let num_walls = if kind == 1 { 0 } else { self.below(MOST_WALLS + 1) };
        let walls = (0..num_walls)
            .map(|_| {
                let from = scale(place(self), 2.0);
                SeenWall { from, to: if self.below(8) == 0 { from } else { scale(place(self), 2.0) } }
            })
            .collect();
        let radius = radius(self);
        Scene {
            velocity: speed(self),
            preferred: speed(self),
            radius,
            wall_radius: radius + 0.04,
            neighbors,
            walls,
            random: self.0.bits(),
        }
    }
}

/// What somebody sees, with the lists that a view borrows.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) velocity: Vector,
    pub(super) preferred: Vector,
    pub(super) radius: f32,
    pub(super) wall_radius: f32,
    pub(super) neighbors: Vec<Neighbor>,
    pub(super) walls: Vec<SeenWall>,
    pub(super) random: u64,
}

impl Scene {
    pub(super) fn view(&self) -> View<'_> {
        View {
            velocity: self.velocity,
            preferred: self.preferred,
            radius: self.radius,
            wall_radius: self.wall_radius,
            neighbors: &self.neighbors,
            walls: &self.walls,
            random: self.random,
            reach: f32::INFINITY,
            ..alone()
        }
    }
}
