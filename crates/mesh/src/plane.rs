//! Arithmetic of positions in the plane.

pub(crate) type Point = [f64; 2];

#[inline]
pub(crate) fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

#[inline]
pub(crate) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Positive if b lies counter-clockwise of a.
#[inline]
pub(crate) fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// Positive if c lies on the left of the way from a to b.
#[inline]
pub(crate) fn turn(a: Point, b: Point, c: Point) -> f64 {
    cross(sub(b, a), sub(c, a))
}

/// a + t · b
#[inline]
pub(crate) fn along(a: Point, b: Point, t: f64) -> Point {
    [a[0] + t * b[0], a[1] + t * b[1]]
}

#[inline]
pub(crate) fn distance_sq(a: Point, b: Point) -> f64 {
    let d = sub(a, b);
    dot(d, d)
}

#[inline]
pub(crate) fn distance(a: Point, b: Point) -> f64 {
    distance_sq(a, b).sqrt()
}

/// The point of a segment that is nearest to z.
#[inline]
pub(crate) fn nearest_on_segment(a: Point, b: Point, z: Point) -> Point {
    let d = sub(b, a);
    let t = dot(sub(z, a), d) / dot(d, d);
    // A segment of length zero gives 0 / 0, which is neither: any end will do.
    if t >= 1.0 {
        b
    } else if t > 0.0 {
        along(a, d, t)
    } else {
        a
    }
}

/// Lower left and upper right corner of a box around places; around nothing if there are none.
pub(crate) fn bounds(places: impl IntoIterator<Item = Point>) -> [Point; 2] {
    let empty = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    places.into_iter().fold(empty, |[low, high], p| {
        [[low[0].min(p[0]), low[1].min(p[1])], [high[0].max(p[0]), high[1].max(p[1])]]
    })
}

/// Whether a place is inside a ring, by parity.
pub(crate) fn contains(ring: &[[f64; 3]], [x, y]: Point) -> bool {
    let mut inside = false;
    let mut a = ring[ring.len() - 1];
    for &b in ring {
        if (a[1] <= y) != (b[1] <= y) && x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) {
            inside = !inside;
        }
        a = b;
    }
    inside
}
