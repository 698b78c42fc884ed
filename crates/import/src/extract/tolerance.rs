//! The numbers of the extraction, each with its unit and reason. Units are those of the grid: 0.1 mm.

/// A unit of the grid, as everywhere in the project. \[m\]
pub(crate) const UNIT: f64 = 1e-4;

/// Units in a meter.
pub(crate) const PER_METER: f64 = 1e4;

/// The widest model: the kernel's grid has 13.4 km. \[m\]
pub(crate) const MOST: f64 = 13_000.0;

/// Corners of triangles are rounded to the grid, and what was one corner may come out as two. \[units\]
pub(crate) const ROUNDING: i64 = 1;

/// Corners of triangles closer than this are one, where edges do not fit. Exporters round to single floats; a model whose triangles were each
/// moved by 0.2 mm in every direction must stay whole: that is 0.7 mm between two corners, and 0.2 mm for rounding. It also moves heights, so it
/// is no more than that. \[units\]
pub(crate) const WELD: i64 = 9;

/// Corners of pieces closer than this, seen from above, are one: clipping rounds, each piece for itself. \[units\]
const NEAR: i64 = 2;

/// The same where pieces are of triangles that did not fit, or cut by them: clipping cuts what was moved in other places. With 2 mm a stair of
/// a real building fell apart. \[units\]
pub(crate) const NEAR_ROUGH: i64 = 12;

/// Corners closer than this are one, seen from above.
pub(crate) fn near(is_rough: bool) -> i64 {
    if is_rough { NEAR_ROUGH } else { NEAR }
}

/// A corner this close to an edge is on it. Half of [`near`]: then a corner on an edge sees its ends at more than 120 degrees, so none of the
/// three is close to the edge between the other two. \[units\]
pub(crate) fn beside(is_rough: bool) -> i64 {
    near(is_rough) / 2
}

/// Slopes may exceed the limit by this: chamfers of 45 degrees come as 45.0003. \[degrees\]
pub(crate) const SLOPE: f64 = 0.5;

/// What hovers above a floor by no more than this stands on it. \[units\]
pub(crate) const HOVER: f64 = 10.0;

/// Floors at the same height to this much are one floor; the facet with the lower number stays, which is the one with the largest triangle. \[units\]
pub(crate) const SAME: f64 = 0.5;

/// A triangle is upright if it is steeper than this (the square of the cosine) and seen from above thinner than [`near`].
pub(crate) const UPRIGHT_SQ: f64 = 0.03;

/// A corner this close to the plane of a facet is in it: corners are on the grid, so it is the error of doubles. With a unit, floors that are
/// a unit apart were each above the other. \[units\]
pub(crate) const FLAT: f64 = 1e-6;

/// Floors differ by a step, not by rounding, from here on. \[units\]
pub(crate) const TREAD: i32 = 200;
