//! Angles by short polynomials: a few multiplications instead of a library call, and the same bits everywhere.
//!
//! The polynomials are the best of their degree (largest error least, by Remez exchange); errors are below 2e-6 radians,
//! and single precision adds about 3e-7.

use crate::plane::{Vector, cross, dot, greater, lesser};

/// A half turn. \[rad\]
pub(crate) const HALF_TURN: f32 = std::f32::consts::PI;

/// A quarter turn. \[rad\]
const QUARTER_TURN: f32 = std::f32::consts::FRAC_PI_2;

/// The angle between two vectors whose dot product and cross product are (up to one factor) given without their signs:
/// from 0 to a quarter turn, and 0 if both are zero.
#[inline]
pub(crate) fn quarter_angle(dot: f32, cross: f32) -> f32 {
    let large = greater(greater(dot, cross), f32::MIN_POSITIVE);
    let t = lesser(dot, cross) / large;
    let s = t * t;
    let arc = t
        * (0.999_977_2
            + s * (-0.332_622_83
                + s * (0.193_540_38 + s * (-0.116_426_48 + s * (0.052_647_352 + s * -0.011_719_136)))));
    if cross > dot { QUARTER_TURN - arc } else { arc }
}

/// The angle between two vectors, from 0 to a half turn; 0 if one has no length.
#[inline]
pub(crate) fn angle_between(a: Vector, b: Vector) -> f32 {
    let along = dot(a, b);
    let arc = quarter_angle(along.abs(), cross(a, b).abs());
    if along < 0.0 { HALF_TURN - arc } else { arc }
}

/// Sine and cosine of an angle from 0 to a quarter turn.
#[inline]
pub(crate) fn sin_cos(angle: f32) -> (f32, f32) {
    let s = angle * angle;
    let sin = angle * (0.999_996_6 + s * (-0.166_648_28 + s * (0.008_306_325 + s * -0.000_183_636_54)));
    let cos = 1.0 + s * (-0.499_999_3 + s * (0.041_663_99 + s * (-0.001_385_592_7 + s * 0.000_023_194_386)));
    (sin, cos)
}

/// A vector turned counter-clockwise by an angle of at most a half turn either way.
#[inline]
pub(crate) fn turned(a: Vector, by: f32) -> Vector {
    // The polynomials are good for a quarter turn: take half of the angle and double it again.
    let (half_sin, half_cos) = sin_cos(0.5 * by.abs());
    let sin = 2.0 * half_sin * half_cos * if by < 0.0 { -1.0 } else { 1.0 };
    let cos = 1.0 - 2.0 * half_sin * half_sin;
    [a[0] * cos - a[1] * sin, a[1] * cos + a[0] * sin]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the polynomials and rounding may cost. \[rad\]
    const ERROR: f64 = 2.5e-6;

    #[test]
    fn polynomials_are_as_good_as_told() {
        for i in 0..=100_000 {
            let angle = std::f64::consts::FRAC_PI_2 * f64::from(i) / 100_000.0;
            let (sin, cos) = sin_cos(angle as f32);
            assert!((f64::from(sin) - libm::sin(angle)).abs() < 1e-6, "sin {angle}");
            assert!((f64::from(cos) - libm::cos(angle)).abs() < 1e-6, "cos {angle}");
            let found = quarter_angle(libm::cos(angle) as f32, libm::sin(angle) as f32);
            assert!((f64::from(found) - angle).abs() < ERROR, "{angle} {found}");
        }
    }

    #[test]
    fn whole_circle() {
        for i in -1_000..=1_000 {
            let angle = std::f64::consts::PI * f64::from(i) / 1_000.0;
            let turned = turned([2.0, 0.0], angle as f32);
            let exact = [2.0 * libm::cos(angle), 2.0 * libm::sin(angle)];
            let error = (0..2).map(|k| (f64::from(turned[k]) - exact[k]).abs()).fold(0.0, f64::max);
            assert!(error < 2.0 * 3e-6, "{angle}: {error}");
            let found = angle_between([0.3, 0.0], turned);
            assert!((f64::from(found) - angle.abs()).abs() < 2.0 * ERROR, "{angle} {found}");
        }
    }

    #[test]
    fn vectors_without_length() {
        assert_eq!(angle_between([0.0, 0.0], [1.0, 0.0]), 0.0, "one");
        assert_eq!(angle_between([0.0, 0.0], [0.0, 0.0]), 0.0, "both");
        assert_eq!(turned([0.0, 0.0], 1.0), [0.0, 0.0], "turned");
    }
}
