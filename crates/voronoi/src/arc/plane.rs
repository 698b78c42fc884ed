//! Vectors in the plane, with a cross product that does not cancel.

pub(super) fn sub(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

pub(super) fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Cross product, to about two units in the last place of the result if the vectors are exact.
///
/// Differences of grid points have 28 bits, products 56: rounded to 53 bits, the cross product of
/// nearly parallel ones would have no digit right. So the rounding errors of the products are added again.
pub(super) fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    let (p, p_error) = product(a[0], b[1]);
    let (q, q_error) = product(a[1], b[0]);
    (p - q) + (p_error - q_error)
}

pub(super) fn norm(a: [f64; 2]) -> f64 {
    dot(a, a).sqrt()
}

pub(super) fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    norm(sub(a, b))
}

/// The vector at length one; zero stays zero.
pub(super) fn unit(a: [f64; 2]) -> [f64; 2] {
    // Scaled first, so that the squares of tiny components do not vanish.
    let scale = a[0].abs().max(a[1].abs());
    if scale == 0.0 {
        return [0.0, 0.0];
    }
    let b = [a[0] / scale, a[1] / scale];
    let n = norm(b);
    [b[0] / n, b[1] / n]
}

/// `(1 - t) * a + t * b`
pub(super) fn lerp(a: [f64; 2], b: [f64; 2], t: f64) -> [f64; 2] {
    // From the nearer end, so that the result does not jump there.
    let d = sub(b, a);
    if t < 0.5 {
        [a[0] + t * d[0], a[1] + t * d[1]]
    } else {
        [b[0] - (1.0 - t) * d[0], b[1] - (1.0 - t) * d[1]]
    }
}

/// `part / whole`, kept in 0..=1; 0 for 0 / 0.
pub(super) fn fraction(part: f64, whole: f64) -> f64 {
    // Not `clamp`, which keeps NaN.
    let t = part / whole;
    if t > 0.0 { t.min(1.0) } else { 0.0 }
}

/// A product and its rounding error, exactly.
///
/// After: Dekker, Numerische Mathematik 18 (1971) 224–242, doi:10.1007/BF01397083.
fn product(a: f64, b: f64) -> (f64, f64) {
    let p = a * b;
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    (p, a0 * b0 - (((p - a1 * b1) - a0 * b1) - a1 * b0))
}

/// The upper and the lower 26 bits of a number.
fn halves(a: f64) -> (f64, f64) {
    let c = a * ((1u64 << 27) + 1) as f64;
    let upper = c - (c - a);
    (upper, a - upper)
}
