//! Finding out why there is no route, without looking for one.
//!
//! A disc gets from one place to another exactly if it fits at both and on the narrowest place of the widest way between them. All widths are
//! compared as searches on the medial axis do: a disc passes where the clearance is at least its radius less [`SLACK`].

use crate::mesh::Mesh;
use crate::route::refusal::{NoRoute, Which};
use crate::route::request::{Kind, Request, SLACK};

impl Mesh {
    /// Why there is no route, or `None` if there is one: of several reasons the first in the order of [`NoRoute`].
    ///
    /// It takes as long as [`Mesh::largest_radius`], whatever the distance.
    pub fn why_not(&self, request: &Request) -> Option<NoRoute> {
        self.admit(request).err()
    }

    fn admit(&self, request: &Request) -> Result<(), NoRoute> {
        request.check()?;
        let start = self.enter(request.from, Which::Start)?;
        let goal = self.enter(request.to, Which::Goal)?;
        for (place, which) in [(&start, Which::Start), (&goal, Which::Goal)] {
            if !fits(request.radius, place.clearance) {
                return Err(NoRoute::NoRoom { which, clearance: place.clearance });
            }
        }
        let width = self.width_between(&start, &goal)?;
        if fits(request.radius, width.radius) {
            Ok(())
        } else {
            Err(NoRoute::TooNarrow { largest: width.radius, at: width.at })
        }
    }
}

impl Request {
    /// Whether its numbers make sense.
    pub(crate) fn check(&self) -> Result<(), NoRoute> {
        check_length("the radius", self.radius)?;
        check_length("the clearance", self.clearance)?;
        match self.kind {
            Kind::Side(side) if !(0.0..=1.0).contains(&side) => {
                Err(NoRoute::Senseless { what: "the side", value: side })
            }
            _ => Ok(()),
        }
    }
}

/// Whether a number can be a radius or a distance.
pub(crate) fn check_length(what: &'static str, value: f64) -> Result<(), NoRoute> {
    // This way round NaN fails too.
    if value >= 0.0 && value.is_finite() { Ok(()) } else { Err(NoRoute::Senseless { what, value }) }
}

/// Whether a disc passes where the clearance is this.
#[inline]
pub(crate) fn fits(radius: f64, clearance: f64) -> bool {
    clearance >= radius - SLACK
}
