//! Arithmetic of places, in double precision.

/// In meters.
pub(crate) type Place = [f64; 2];

#[inline]
pub(crate) fn sub(a: Place, b: Place) -> Place {
    [a[0] - b[0], a[1] - b[1]]
}

#[inline]
pub(crate) fn dot(a: Place, b: Place) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Positive if b lies counter-clockwise of a.
#[inline]
pub(crate) fn cross(a: Place, b: Place) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// a + t · b
#[inline]
pub(crate) fn along(a: Place, b: Place, t: f64) -> Place {
    [a[0] + t * b[0], a[1] + t * b[1]]
}

#[inline]
pub(crate) fn distance_sq(a: Place, b: Place) -> f64 {
    let d = sub(a, b);
    dot(d, d)
}

#[inline]
pub(crate) fn distance(a: Place, b: Place) -> f64 {
    distance_sq(a, b).sqrt()
}

/// At which part of the way from a to b it is nearest to z; 0 if there is no way.
#[inline]
pub(crate) fn nearest_part(a: Place, b: Place, z: Place) -> f64 {
    let d = sub(b, a);
    let t = dot(sub(z, a), d) / dot(d, d);
    // A way of length zero gives 0 / 0, which is neither.
    if t >= 1.0 {
        1.0
    } else if t > 0.0 {
        t
    } else {
        0.0
    }
}
