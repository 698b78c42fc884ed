//! Small vectors, in single precision for what characters see of each other.
//!
//! Positions of record are `f64`; differences of positions a few meters apart are `f32`.

/// A difference of positions, or a velocity.
pub type Vector = [f32; 2];

#[inline]
pub(crate) fn add(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1]]
}

#[inline]
pub(crate) fn sub(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1]]
}

#[inline]
pub(crate) fn scale(a: Vector, by: f32) -> Vector {
    [a[0] * by, a[1] * by]
}

#[inline]
pub(crate) fn dot(a: Vector, b: Vector) -> f32 {
    a[0] * b[0] + a[1] * b[1]
}

/// Positive if the second is counter-clockwise of the first.
#[inline]
pub(crate) fn cross(a: Vector, b: Vector) -> f32 {
    a[0] * b[1] - a[1] * b[0]
}

#[inline]
pub(crate) fn length(a: Vector) -> f32 {
    dot(a, a).sqrt()
}

/// A quarter turn counter-clockwise.
#[inline]
pub(crate) fn left_of(a: Vector) -> Vector {
    [-a[1], a[0]]
}

/// The direction of a vector, of length one; `None` if it has none.
#[inline]
pub(crate) fn direction(a: Vector) -> Option<Vector> {
    let length = length(a);
    (length > 0.0 && length < f32::INFINITY).then(|| scale(a, 1.0 / length))
}

/// The vector itself, or one in its direction that is no longer than told.
#[inline]
pub(crate) fn clamp_length(a: Vector, most: f32) -> Vector {
    let square = dot(a, a);
    if square > most * most { scale(a, most / square.sqrt()) } else { a }
}

/// The smaller of two numbers; the second if one is none. Quicker than `f32::min`, which minds that.
#[inline]
pub(crate) fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The larger of two numbers; the second if one is none.
#[inline]
pub(crate) fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}
