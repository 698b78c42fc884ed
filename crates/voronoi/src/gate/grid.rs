//! From floating-point positions to the grid and back, and what can be wrong with a position.

use std::fmt;

use crate::site::{GridPoint, MAX_COORD};

/// A square grid in the plane: where its origin lies and how wide a cell is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Grid {
    /// Position of the grid point (0, 0), in meters: finite.
    pub origin: [f64; 2],
    /// Distance of neighboring grid points, in meters: finite and positive.
    pub unit: f64,
}

impl Default for Grid {
    /// Origin 0 and 0.1 mm a unit: a box of 13.4 km.
    fn default() -> Self {
        Self { origin: [0.0, 0.0], unit: Self::FINEST_UNIT }
    }
}

impl Grid {
    /// The unit of the default grid, and the finest that [`Grid::fitting`] chooses, in meters.
    pub const FINEST_UNIT: f64 = 1e-4;

    /// The finest grid of at least [`Grid::FINEST_UNIT`] on which all these positions lie, centered on
    /// their bounding box. Positions that are not finite are passed over; without any the default is
    /// returned.
    ///
    /// The center is rounded to whole meters where that fits, so that decimal input stays on the grid.
    pub fn fitting(positions: impl IntoIterator<Item = [f64; 2]>) -> Self {
        let mut low = [f64::INFINITY; 2];
        let mut high = [f64::NEG_INFINITY; 2];
        for position in positions.into_iter().filter(|p| p[0].is_finite() && p[1].is_finite()) {
            for k in 0..2 {
                low[k] = low[k].min(position[k]);
                high[k] = high[k].max(position[k]);
            }
        }
        if low[0] > high[0] {
            return Self::default();
        }
        let reach = |origin: [f64; 2]| {
            (0..2).map(|k| (high[k] - origin[k]).max(origin[k] - low[k])).fold(0.0, f64::max)
        };
        // One unit is left free on each side, for the rounding of the division in `snap`.
        let units = f64::from(MAX_COORD - 1);
        let center = [0, 1].map(|k| low[k] / 2.0 + high[k] / 2.0);
        let meters = center.map(f64::round);
        let origin = if reach(meters) <= Self::FINEST_UNIT * units { meters } else { center };
        Self { origin, unit: (reach(origin) / units).max(Self::FINEST_UNIT) }
    }

    /// The grid point nearest to a position; halves go up. `None` if the position is not finite or lies
    /// more than [`MAX_COORD`] units from the origin.
    #[inline]
    pub fn snap(&self, position: [f64; 2]) -> Option<GridPoint> {
        let x = nearest((position[0] - self.origin[0]) / self.unit)?;
        let y = nearest((position[1] - self.origin[1]) / self.unit)?;
        Some(GridPoint { x, y })
    }

    /// Where a grid point lies, in meters.
    #[inline]
    pub fn position(&self, p: GridPoint) -> [f64; 2] {
        [self.origin[0] + self.unit * f64::from(p.x), self.origin[1] + self.unit * f64::from(p.y)]
    }

    /// The box of positions that can be snapped, lower left and upper right corner, in meters.
    pub fn bounds(&self) -> [[f64; 2]; 2] {
        let corner = GridPoint::new(MAX_COORD, MAX_COORD);
        [self.position(GridPoint::new(-corner.x, -corner.y)), self.position(corner)]
    }
}

/// The integer `floor(value + 1/2)` if it is at most [`MAX_COORD`] in absolute value. The sum is never
/// formed, so that it cannot round; and `f64::round` is a call on targets without an instruction for it.
#[inline]
fn nearest(value: f64) -> Option<i32> {
    // Of NaN both comparisons fail.
    if !(value >= -f64::from(MAX_COORD) && value <= f64::from(MAX_COORD)) {
        return None;
    }
    let toward_zero = value as i32;
    let rest = value - f64::from(toward_zero);
    Some(toward_zero + i32::from(rest >= 0.5) - i32::from(rest < -0.5))
}

/// One position of the input, by the index of the element that has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum InputPoint {
    /// The isolated point with this index.
    Point(u32),
    /// The first end of the segment with this index.
    Start(u32),
    /// The second end of the segment with this index.
    End(u32),
}

impl fmt::Display for InputPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Point(index) => write!(f, "point {index}"),
            Self::Start(index) => write!(f, "the first end of segment {index}"),
            Self::End(index) => write!(f, "the second end of segment {index}"),
        }
    }
}

/// Why input was turned away. Everything else is repaired.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// A coordinate is NaN or infinite.
    #[error("{at} is ({}, {}), which is not finite; leave the element out or repair its source",
        position[0], position[1])]
    NotFinite {
        /// Whose position it is.
        at: InputPoint,
        /// The position as given.
        position: [f64; 2],
    },
    /// A position lies outside of the box of the grid.
    #[error("{at} is ({}, {}), outside of the grid's box from ({}, {}) to ({}, {}); \
        move the origin, take a larger unit, or let `Grid::fitting` choose both",
        position[0], position[1], bounds[0][0], bounds[0][1], bounds[1][0], bounds[1][1])]
    OutOfRange {
        /// Whose position it is.
        at: InputPoint,
        /// The position as given.
        position: [f64; 2],
        /// Lower left and upper right corner of the box.
        bounds: [[f64; 2]; 2],
    },
    /// A grid point lies outside of the box.
    #[error("{at} is ({}, {}), but coordinates on the grid reach from {} to {MAX_COORD}; \
        shift or scale the input", point.x, point.y, -MAX_COORD)]
    OutOfBox {
        /// Whose position it is.
        at: InputPoint,
        /// The grid point as given.
        point: GridPoint,
    },
    /// The grid itself makes no sense.
    #[error("a grid with unit {} and origin ({}, {}) maps nothing; \
        the unit must be positive, and all of them finite",
        grid.unit, grid.origin[0], grid.origin[1])]
    BadGrid {
        /// The grid as given.
        grid: Grid,
    },
    /// More elements than indices of 32 bits can tell apart.
    #[error("{points} points and {segments} segments are more than {most} positions; build them in parts")]
    TooMany {
        /// Number of isolated points given.
        points: usize,
        /// Number of segments given, of two positions each.
        segments: usize,
        /// Most positions that are possible.
        most: usize,
    },
}
