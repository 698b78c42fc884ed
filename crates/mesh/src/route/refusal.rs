//! Why there is no route.

use crate::locate::Position;

/// Why there is no route.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum NoRoute {
    /// A number of the request makes no sense.
    #[error("{what} cannot be {value}")]
    Senseless {
        /// Which one.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// The start or the goal is not walkable.
    #[error("the {which} is outside of the walkable space")]
    Outside {
        /// Which of the two.
        which: Which,
        /// The nearest walkable place on its layer, if there is one.
        nearest: Option<Position>,
    },
    /// The disc does not fit where it should start or end.
    #[error("the disc does not fit at the {which}, which is {clearance:.3} m from an obstacle")]
    NoRoom {
        /// Which of the two.
        which: Which,
        /// Distance to the nearest obstacle there. \[m\]
        clearance: f64,
    },
    /// There is no way, not even for a point.
    #[error("the start and the goal are not connected")]
    NotConnected,
    /// There are ways, but the disc is too large for all of them.
    #[error("every way is too narrow: the largest radius that passes is {largest:.3} m, at ({:.2}, {:.2})", at.at[0], at.at[1])]
    TooNarrow {
        /// The largest radius with which one gets from the start to the goal. \[m\]
        largest: f64,
        /// The narrowest place of the widest way.
        at: Position,
    },
    /// A weight is not a number above 0.
    #[error("a weight must be a number above 0, and is {value}")]
    BadWeight {
        /// The weight.
        value: f64,
    },
    /// The path that was to be followed is one between other places, for a smaller disc, or of another mesh.
    #[error("the path does not lead from the start to the goal; plan it again")]
    OtherPath,
    /// Closed regions, those of infinite weight, are in the way.
    #[error("{}", closed(*which))]
    Closed {
        /// The end that lies in one; `None` if they bar every way in between.
        which: Option<Which>,
    },
}

/// An end of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Where it starts.
    Start,
    /// Where it ends.
    Goal,
}

impl std::fmt::Display for Which {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Start => "start",
            Self::Goal => "goal",
        })
    }
}

fn closed(which: Option<Which>) -> String {
    match which {
        Some(which) => format!("the {which} is in a closed region"),
        None => "closed regions bar every way".to_owned(),
    }
}
