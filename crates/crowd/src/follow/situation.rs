//! What a character knows when it decides where to head.

use throng_mesh::{CellId, Ground, Mesh, Position, Retraction};

use crate::follow::ROUNDING;
use crate::place::distance;
use crate::plane::Vector;
use crate::trail::{Mark, Trail};

/// Where a character is, and what it is like.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// Where it walks.
    pub mesh: &'a Mesh,
    /// What the ground costs for it; `None` if it is all the same.
    pub ground: Option<&'a Ground>,
    /// Where it is.
    pub position: Position,
    /// The retraction of that.
    pub retraction: Retraction,
    /// How it moves. \[m/s\]
    pub velocity: Vector,
    /// Of its disc, toward walls. \[m\]
    pub radius: f64,
    /// The speed at which it would like to walk, here. \[m/s\]
    pub speed: f64,
    /// Length of a step. \[s\]
    pub dt: f64,
}

impl Situation<'_> {
    /// Distance from the nearest obstacle: the retraction is straight away from it. \[m\]
    #[inline]
    pub(super) fn clearance(&self) -> f64 {
        self.retraction.clearance - distance(self.position.at, self.retraction.point)
    }

    /// The clearance that it keeps on its way: that of its radius, or what it has if it was pushed nearer to a wall. \[m\]
    #[inline]
    pub(super) fn kept_clearance(&self) -> f64 {
        let clearance = self.clearance();
        if clearance < self.radius { clearance } else { self.radius }
    }

    /// How far it gets in a step. \[m\]
    #[inline]
    pub(super) fn step(&self) -> f64 {
        self.speed * self.dt
    }

    /// Whether it can go straight to a place on a trail, and keeps its clearance but for some slack. \[m\]
    pub(super) fn can_reach(&self, trail: &Trail, mark: Mark, slack: f64) -> bool {
        let to = trail.position(mark);
        let Some(cast) = self.mesh.cast(self.position, to.at, self.cell()) else { return false };
        // What it has here it cannot have more of on the way, whatever the slack; a nanometer is for rounding.
        let needed = (self.radius - slack).min(self.clearance() - 1e-9);
        cast.hit.is_none() && cast.clearance >= needed && trail.is_on(mark, cast.layer)
    }

    /// Whether a place on a trail that is in the free disc around the retraction, seen from above, is on the same surface. It is if the trail
    /// was in that disc all the way and the disc is on one layer; else a straight line tells.
    #[inline]
    pub(super) fn is_same_surface(&self, trail: &Trail, mark: Mark, came_back: bool) -> bool {
        if self.mesh.num_layers() == 1 {
            return true;
        }
        (!came_back && trail.is_on(mark, self.position.layer))
            || self.can_reach(trail, mark, self.radius - self.kept_clearance() + ROUNDING)
    }

    fn cell(&self) -> Option<CellId> {
        Some(self.retraction.cell)
    }
}
