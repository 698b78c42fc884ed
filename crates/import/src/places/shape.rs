//! Shapes that places are drawn with: rectangles, discs, and shapes turned and moved. In meters.

/// A point seen from above.
pub(super) type Point = [f64; 2];

/// A polygon, or a line of two points.
pub(super) type Shape = Vec<Point>;

/// A rectangle between its lower left and upper right corner, counter-clockwise from the lower left.
pub(super) fn rect(low: Point, high: Point) -> Shape {
    vec![low, [high[0], low[1]], high, [low[0], high[1]]]
}

/// A rectangle by its center and its size, turned by a part of a full turn.
pub(super) fn bar(center: Point, size: Point, turn: f64) -> Shape {
    let half = [size[0] / 2.0, size[1] / 2.0];
    moved(&turned(&rect([-half[0], -half[1]], half), turn), center)
}

/// A regular polygon. Its first edge faces down, so that four corners make an upright square.
pub(super) fn disc(center: Point, radius: f64, num_corners: usize) -> Shape {
    let corner = |k: usize| direction((k as f64 - 0.5) / num_corners as f64 - 0.25);
    (0..num_corners).map(corner).map(|d| along(center, d, radius)).collect()
}

/// The shape, turned round the origin by a part of a full turn, counter-clockwise.
pub(super) fn turned(shape: &[Point], turn: f64) -> Shape {
    let [cos, sin] = direction(turn);
    shape.iter().map(|&[x, y]| [x * cos - y * sin, x * sin + y * cos]).collect()
}

/// The shape, moved.
pub(super) fn moved(shape: &[Point], by: Point) -> Shape {
    shape.iter().map(|&[x, y]| [x + by[0], y + by[1]]).collect()
}

/// The point at `distance` from another in a direction.
pub(super) fn along(from: Point, direction: Point, distance: f64) -> Point {
    [from[0] + direction[0] * distance, from[1] + direction[1] * distance]
}

/// The point between `a` (t = 0) and `b` (t = 1).
pub(super) fn between(a: Point, b: Point, t: f64) -> Point {
    [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
}

/// The distance of two points.
pub(super) fn distance(a: Point, b: Point) -> f64 {
    let [x, y] = [b[0] - a[0], b[1] - a[1]];
    (x * x + y * y).sqrt()
}

/// A unit vector, turned from the x-axis by a part of a full turn.
///
/// The platform's sine and cosine differ in their last digits, so a turn is put together from halves of
/// halves: the cosine of half an angle needs a square root only, and square roots are exact everywhere.
pub(super) fn direction(turn: f64) -> Point {
    let mut rest = turn - turn.floor();
    let [mut x, mut y] = [1.0, 0.0];
    let [mut cos, mut sin] = [-1.0, 0.0]; // of half a turn
    for _ in 0..48 {
        rest *= 2.0;
        if rest >= 1.0 {
            rest -= 1.0;
            [x, y] = [x * cos - y * sin, x * sin + y * cos];
        }
        // From an angle to its half. The first is half of half a turn, where the formula for the sine is 0/0.
        let half = ((1.0 + cos) / 2.0_f64).sqrt();
        sin = if half > 0.0 { sin / (2.0 * half) } else { 1.0 };
        cos = half;
    }
    [x, y]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_lie_on_the_unit_circle_and_add_up() {
        for k in 0..60 {
            let [x, y] = direction(f64::from(k) / 60.0);
            assert!((x * x + y * y - 1.0).abs() < 1e-12, "not of length 1");
            let again = turned(&[[x, y]], f64::from(60 - k) / 60.0)[0];
            assert!(distance(again, [1.0, 0.0]) < 1e-12, "a full turn is not the identity");
        }
        assert!(distance(direction(0.125), [0.5_f64.sqrt(), 0.5_f64.sqrt()]) < 1e-12, "an eighth of a turn");
        assert!(distance(direction(1.0 / 12.0), [0.75_f64.sqrt(), 0.5]) < 1e-12, "a twelfth of a turn");
    }

    #[test]
    fn a_disc_of_four_corners_is_an_upright_square() {
        let square = disc([1.0, 1.0], 2.0_f64.sqrt(), 4);
        for (corner, expected) in square.iter().zip([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]) {
            assert!(distance(*corner, expected) < 1e-12, "{corner:?}");
        }
    }
}
