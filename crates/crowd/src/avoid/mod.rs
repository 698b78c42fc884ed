//! Local movement: which velocity a character chooses, out of what it sees.
//!
//! Each model is one struct of parameters; its default has the published values. A model never returns a velocity beyond
//! the largest speed of the character, nor anything that is not a number, whatever finite input it gets.

mod collision;
mod karamouzas2009;
mod karamouzas2010;
mod moussaid;
mod nearest;
mod orca;
mod social_force;

pub use karamouzas2009::Karamouzas2009;
pub use karamouzas2010::Karamouzas2010;
pub use moussaid::{MOST_SAMPLES, Moussaid};
pub use orca::Orca;
pub use social_force::SocialForce;

use crate::plane::{Vector, clamp_length};
use crate::view::View;

/// How characters of a profile avoid each other and the walls.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Avoidance {
    /// Not at all: everybody walks as preferred, and contacts do the rest.
    #[default]
    None,
    /// Vision: the direction in which one gets on best (Moussaïd, Helbing, Theraulaz 2011).
    Moussaid(Moussaid),
    /// Forces out of predicted collisions (Karamouzas, Heil, van Beek, Overmars 2009).
    Karamouzas2009(Karamouzas2009),
    /// The cheapest of sampled velocities (Karamouzas, Overmars 2010).
    Karamouzas2010(Karamouzas2010),
    /// Optimal reciprocal collision avoidance (van den Berg, Guy, Lin, Manocha 2011).
    Orca(Orca),
    /// Social forces (Helbing, Farkas, Vicsek 2000).
    SocialForce(SocialForce),
}

impl Avoidance {
    /// Whether what it chooses is what forces make of the present velocity within a step, so that bodies need no more time for it.
    #[inline]
    pub(crate) fn is_inert(&self) -> bool {
        matches!(self, Self::Karamouzas2009(_) | Self::SocialForce(_))
    }

    /// The velocity that a character wants, no larger than its largest speed. \[m/s\]
    #[inline]
    pub fn velocity(&self, view: &View<'_>) -> Vector {
        match self {
            Self::None => bounded(view.preferred, view.max_speed),
            Self::Moussaid(model) => model.velocity(view),
            Self::Karamouzas2009(model) => model.velocity(view),
            Self::Karamouzas2010(model) => model.velocity(view),
            Self::Orca(model) => model.velocity(view),
            Self::SocialForce(model) => model.velocity(view),
        }
    }
}

/// A velocity that one can have: no faster than told, and standing if the numbers went out of range.
#[inline]
fn bounded(velocity: Vector, most: f32) -> Vector {
    let bounded = clamp_length(velocity, most);
    if bounded[0].is_finite() && bounded[1].is_finite() { bounded } else { [0.0, 0.0] }
}

/// Two numbers between -1 and 1 out of random bits: a small push in some direction.
#[inline]
fn jitter(bits: u64) -> Vector {
    const STEP: f32 = 1.0 / (1 << 23) as f32;
    [(bits >> 40) as f32 * STEP - 1.0, ((bits >> 16) & 0xff_ffff) as f32 * STEP - 1.0]
}

#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;
