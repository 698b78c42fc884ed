//! Local movement: how a character moves for the next moment, given what it sees.

mod moussaid;

pub use moussaid::{MOST_SAMPLES, Moussaid};

use crate::plane::Vector;
use crate::view::View;

/// A model of local movement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Avoidance {
    /// Nobody is avoided.
    None,
    /// Vision (Moussaïd et al. 2011).
    Moussaid(Moussaid),
}

impl Avoidance {
    /// The velocity that a character chooses. \[m/s\]
    #[inline]
    pub fn velocity(&self, view: &View<'_>) -> Vector {
        match self {
            Self::None => view.preferred,
            Self::Moussaid(model) => model.velocity(view),
        }
    }
}
