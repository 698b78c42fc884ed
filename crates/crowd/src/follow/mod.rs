//! Following: where on its route a character heads next, and how it would like to move there.
//!
//! - [`Irm`], the Indicative Route Method: the farthest place in the largest free disc around. Quick, and for everybody.
//! - [`Miran`]: the best of many places in sight, by what the ground costs. For those who mind where they walk.
//! - [`CorridorMap`], the Corridor Map Method: forces in a corridor of discs.
//!
//! All of them aim at a place that a disc can reach straight ahead, and none ever goes back along the route.

mod corridor_map;
mod irm;
mod look_ahead;
mod miran;
mod situation;

pub use corridor_map::{Bystander, CorridorMap, Forces, Walk};
pub use irm::Irm;
pub use miran::Miran;
pub use situation::Situation;

use throng_mesh::{LayerId, Mesh, Route};

use crate::place::{distance, sub};
use crate::plane::Vector;
use crate::trail::{Mark, Progress, Trail};

/// A way to follow a route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Following {
    /// Indicative Route Method.
    Irm(Irm),
    /// The best place in sight, by what the ground costs.
    Miran(Miran),
    /// Forces in a corridor.
    CorridorMap(CorridorMap),
}

/// Where a character heads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The attraction point.
    pub at: [f64; 2],
    /// Its layer.
    pub layer: LayerId,
    /// The velocity that it would like to have. \[m/s\]
    pub preferred: Vector,
    /// Whether the attraction point is the end of the route.
    pub is_goal: bool,
}

/// A character has lost its route: no place on it that lies ahead is in sight. It needs another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no place ahead on the route is in sight")]
pub struct Lost;

impl Default for Following {
    fn default() -> Self {
        Self::Irm(Irm::default())
    }
}

impl Following {
    /// A route in the form that this way of following needs.
    pub fn trail(&self, mesh: &Mesh, route: &Route) -> Trail {
        match self {
            Self::Irm(_) | Self::Miran(_) => Trail::new(mesh, route),
            Self::CorridorMap(_) => Trail::with_clearances(mesh, route),
        }
    }

    /// Decides where to head; the progress moves along.
    ///
    /// # Errors
    /// If the character has lost its route.
    pub fn follow(&self, now: &Situation<'_>, trail: &Trail, progress: &mut Progress) -> Result<Aim, Lost> {
        let mark = match self {
            Self::Irm(irm) => irm.aim(now, trail, *progress)?,
            Self::Miran(miran) => miran.aim(now, trail, *progress)?,
            Self::CorridorMap(map) => map.aim(now, trail, *progress)?,
        };
        progress.here = trail.nearest(now.position.at, progress.here, mark);
        progress.aim = mark;
        let to = trail.position(mark);
        let is_goal = mark == trail.end() && !trail.is_part();
        let preferred = match self {
            Self::Irm(_) | Self::Miran(_) => toward(now, to.at),
            Self::CorridorMap(map) => map.preferred(now, trail, mark),
        };
        Ok(Aim { at: to.at, layer: to.layer, preferred, is_goal })
    }
}

/// Straight to a place, at the speed of the character; slower if it would get beyond it within the step.
fn toward(now: &Situation<'_>, to: [f64; 2]) -> Vector {
    let away = distance(now.position.at, to);
    let step = now.speed * now.dt;
    let speed = if away < step { away / now.dt } else { now.speed };
    // A place may be where the character is.
    let scale = if away > 0.0 { speed / away } else { 0.0 };
    sub(to, now.position.at).map(|v| (v * scale) as f32)
}

/// The end of a trail if a place is hardly before it, else the place: nobody aims beside a goal because of rounding.
fn or_end(trail: &Trail, mark: Mark) -> Mark {
    let end = trail.end();
    if mark.segment == end.segment && distance(trail.place(mark), trail.place(end)) < ROUNDING {
        end
    } else {
        mark
    }
}

/// What the rounding of trails may cost in clearance. \[m\] Three times what it is for a route of 500 m.
const ROUNDING: f64 = 1e-4;
