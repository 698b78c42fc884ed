//! Angles and directions, with the same bits on every machine: only `+ - * /` and comparisons are used.
//!
//! The arc tangent is reduced to a small argument with tan(a - b) = (tan a - tan b) / (1 + tan a tan b), where tan b is the nearest
//! multiple of a quarter, and summed by its power series; sine and cosine are reduced to an eighth of a turn. Errors are a few units
//! in the last place.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use crate::plane::{Point, cross, dot};

/// Half a turn.
pub(crate) const HALF_TURN: f64 = PI;

/// The angle from one direction to another, counter-clockwise positive, from -π to π; 0 if one has no length.
pub(crate) fn angle_between(a: Point, b: Point) -> f64 {
    angle_of([dot(a, b), cross(a, b)])
}

/// The angle of a direction, from -π to π; 0 for a direction of no length.
pub(crate) fn angle_of([x, y]: Point) -> f64 {
    let (low, high) = if y.abs() < x.abs() { (y.abs(), x.abs()) } else { (x.abs(), y.abs()) };
    if high == 0.0 {
        return 0.0;
    }
    let eighth = arc_tangent(low / high);
    let quarter = if y.abs() < x.abs() { eighth } else { FRAC_PI_2 - eighth };
    let half = if x < 0.0 { PI - quarter } else { quarter };
    if y < 0.0 { -half } else { half }
}

/// The direction of length one at an angle.
pub(crate) fn direction_at(angle: f64) -> Point {
    let quarters = (angle / FRAC_PI_2).round();
    let [c, s] = cos_sin(angle - quarters * FRAC_PI_2);
    // Angles of many turns do not occur; the cast saturates anyway.
    match (quarters as i64).rem_euclid(4) {
        0 => [c, s],
        1 => [-s, c],
        2 => [-c, -s],
        _ => [s, -c],
    }
}

/// For arguments from 0 to 1.
fn arc_tangent(z: f64) -> f64 {
    const AT_QUARTERS: [f64; 5] =
        [0.0, 0.244_978_663_126_864_15, 0.463_647_609_000_806_1, 0.643_501_108_793_284_4, FRAC_PI_4];
    let nearest = (4.0 * z).round();
    let center = nearest / 4.0;
    let t = (z - center) / (1.0 + z * center);
    let square = t * t;
    // t is at most an eighth: ten terms reach the last digit.
    let mut sum = 0.0;
    for k in (0..10).rev() {
        sum = 1.0 / f64::from(2 * k + 1) - square * sum;
    }
    AT_QUARTERS[nearest as usize] + t * sum
}

/// For arguments up to an eighth of a turn.
fn cos_sin(angle: f64) -> [f64; 2] {
    let square = angle * angle;
    let (mut cosine, mut sine) = (0.0, 0.0);
    for k in (0..10).rev() {
        let n = f64::from(2 * k);
        cosine = 1.0 - square / ((n + 1.0) * (n + 2.0)) * cosine;
        sine = 1.0 - square / ((n + 2.0) * (n + 3.0)) * sine;
    }
    [cosine, angle * sine]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::disallowed_methods, reason = "the functions of the platform are the judge")]
    fn as_the_platform_has_it() {
        for k in -4000..4000 {
            let angle = f64::from(k) * 1e-3 + 1e-7;
            let [x, y] = direction_at(angle);
            assert!((x - angle.cos()).abs() < 1e-15 && (y - angle.sin()).abs() < 1e-15, "{angle}");
            for scale in [1e-9, 1.0, 1e12] {
                let (x, y) = (scale * x, scale * y);
                assert!((angle_of([x, y]) - y.atan2(x)).abs() < 1e-15, "{x} {y}");
            }
        }
        assert_eq!(angle_of([0.0, 0.0]), 0.0);
        assert_eq!(angle_of([-1.0, 0.0]), PI);
        assert_eq!(angle_of([0.0, -1.0]), -FRAC_PI_2);
    }

    #[test]
    fn between_directions() {
        assert_eq!(angle_between([1.0, 0.0], [0.0, 2.0]), FRAC_PI_2);
        assert_eq!(angle_between([0.0, 3.0], [1.0, 0.0]), -FRAC_PI_2);
        assert_eq!(angle_between([0.0, 0.0], [1.0, 0.0]), 0.0);
    }
}
