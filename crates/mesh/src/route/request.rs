//! What is asked of a planner.

use crate::locate::Position;

/// How far a disc may be larger than the way is wide, and how near to an obstacle a route may come beyond its radius. \[m\]
///
/// A door that is exactly as wide as the disc lets it pass. With the true radius the way through it would be a point, which
/// rounding closes; this is a hundredth of a grid unit.
pub(crate) const SLACK: f64 = 1e-6;

/// The radius of a disc that has none. \[m\] Less than half of [`SLACK`], and far above rounding: so corners have two sides, and obstacles that
/// touch are closed.
pub(crate) const POINT: f64 = 4e-7;

/// A route that somebody wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    /// Where it starts.
    pub from: Position,
    /// Where it ends.
    pub to: Position,
    /// Radius of the disc that follows it. \[m\]
    pub radius: f64,
    /// How far the disc prefers to stay away from obstacles, beyond its radius, where there is room. \[m\]
    pub clearance: f64,
    /// Which of the many routes.
    pub kind: Kind,
}

/// Which of the many routes between two places.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Kind {
    /// The shortest within the corridor around the shortest path on the medial axis: quick, and nearly always nearly the shortest.
    #[default]
    Short,
    /// The shortest of all, around whatever obstacles.
    Shortest,
    /// On one side of the corridor around the path: 0 is its left, 1 its right, and 0.5 the medial axis itself.
    Side(f64),
}

impl Kind {
    /// Along the medial axis, as far from obstacles as can be.
    pub const MEDIAL: Self = Self::Side(0.5);
    /// On the left side of the corridor.
    pub const LEFT: Self = Self::Side(0.0);
    /// On the right side of the corridor.
    pub const RIGHT: Self = Self::Side(1.0);
}

impl Request {
    /// A short route for a disc that has no preferred clearance.
    pub fn new(from: Position, to: Position, radius: f64) -> Self {
        Self { from, to, radius, clearance: 0.0, kind: Kind::Short }
    }

    /// The same with a preferred clearance.
    #[must_use]
    pub fn with_clearance(self, clearance: f64) -> Self {
        Self { clearance, ..self }
    }

    /// The same for another kind of route.
    #[must_use]
    pub fn with_kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    /// A route between the same places for one of many characters, so that they do not all walk on one line: with a random
    /// side, and up to twice the clearance. The same seed gives the same route.
    #[must_use]
    pub fn varied(self, seed: u64) -> Self {
        let [side, clearance] = [1, 2].map(|k| unit(seed.wrapping_add(k)));
        Self { kind: Kind::Side(side), clearance: 2.0 * clearance * self.clearance, ..self }
    }
}

/// A number from 0 to 1, scrambled from a seed by Stafford's thirteenth mixer, as in SplitMix64.
fn unit(seed: u64) -> f64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}
