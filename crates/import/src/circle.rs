//! Directions, circles, arcs and ellipses as points, from sums, products and square roots only: the same bits on every machine.
//!
//! The idea: the middle of an arc between two unit vectors is the direction of their sum. Halve arcs until their height above the
//! chord is within the tolerance.

use crate::affine::Affine;

/// Arcs are halved at most this often, so that a tolerance of nothing does not ask for points without end.
const MOST_HALVINGS: u32 = 10;

/// Cosine and sine of an angle in degrees. Exact at multiples of 90°; elsewhere within 2⁻⁵⁰.
pub(crate) fn direction(degrees: f64) -> [f64; 2] {
    // Taking away whole quarters is exact, so large angles lose nothing.
    let quarters = (degrees % 360.0 / 90.0).round();
    let rest = degrees % 360.0 - 90.0 * quarters;
    let x = rest * (std::f64::consts::PI / 180.0);
    let xx = x * x;
    // Taylor's series on [−π/4, π/4]; the first term left out is below 2⁻⁵³.
    let (mut cos, mut sin) = (0.0, 0.0);
    for k in (0..9).rev() {
        let k = f64::from(k);
        cos = 1.0 - xx / ((2.0 * k + 1.0) * (2.0 * k + 2.0)) * cos;
        sin = 1.0 - xx / ((2.0 * k + 2.0) * (2.0 * k + 3.0)) * sin;
    }
    sin *= x;
    match quarters as i32 {
        -3 | 1 => [-sin, cos],
        -2 | 2 => [-cos, -sin],
        -1 | 3 => [sin, -cos],
        _ => [cos, sin],
    }
}

/// A whole ellipse, counter-clockwise on the unit circle before `shape` is applied; the last point is not the first.
pub(crate) fn ellipse(shape: &Affine, tolerance: f64) -> Vec<[f64; 2]> {
    let mut points = vec![shape.apply([1.0, 0.0])];
    push_arc(shape, [[1.0, 0.0], [-1.0, 0.0]], tolerance, &mut points);
    push_arc(shape, [[-1.0, 0.0], [1.0, 0.0]], tolerance, &mut points);
    points.pop();
    points
}

/// Adds an arc to points that end where it begins: counter-clockwise on the unit circle between two unit vectors, with `shape`
/// applied. Both the same is nothing, not a whole turn.
pub(crate) fn push_arc(
    shape: &Affine,
    [from, to]: [[f64; 2]; 2],
    tolerance: f64,
    points: &mut Vec<[f64; 2]>,
) {
    let reach = shape.stretch();
    if reach.is_finite() && reach > 0.0 && from != to {
        halve(shape, [from, to], tolerance / reach, MOST_HALVINGS, points);
    }
    points.push(shape.apply(to));
}

/// Adds the points between both ends.
fn halve(shape: &Affine, [from, to]: [[f64; 2]; 2], height: f64, left: u32, points: &mut Vec<[f64; 2]>) {
    let cross = from[0] * to[1] - from[1] * to[0];
    let cos = from[0] * to[0] + from[1] * to[1];
    // Of half the arc: cos² = (1 + cos) / 2. At least a point every quarter, however small the circle.
    let flat = cross > 0.0 && cos > -1e-9 && 1.0 - ((1.0 + cos) * 0.5).sqrt() <= height;
    if flat || left == 0 {
        return;
    }
    let [x, y] = [from[0] + to[0], from[1] + to[1]];
    let length = (x * x + y * y).sqrt();
    // Opposite directions have no sum; the middle is a quarter further.
    let middle = if length < 1e-9 {
        [-from[1], from[0]]
    } else if cross < 0.0 {
        [-x / length, -y / length]
    } else {
        [x / length, y / length]
    };
    halve(shape, [from, middle], height, left - 1, points);
    points.push(shape.apply(middle));
    halve(shape, [middle, to], height, left - 1, points);
}

/// Adds an arc to points that end where it begins, given as in DXF files: `bulge` is the tangent of a quarter of its angle,
/// positive if it is counter-clockwise.
pub(crate) fn push_bulge(to: [f64; 2], bulge: f64, tolerance: f64, points: &mut Vec<[f64; 2]>) {
    if let Some(&from) = points.last()
        && bulge.is_finite()
    {
        halve_bulge([from, to], bulge, tolerance, MOST_HALVINGS, points);
    }
    points.push(to);
}

fn halve_bulge([from, to]: [[f64; 2]; 2], bulge: f64, tolerance: f64, left: u32, points: &mut Vec<[f64; 2]>) {
    let [x, y] = [to[0] - from[0], to[1] - from[1]];
    let height = bulge.abs() * 0.5 * (x * x + y * y).sqrt();
    if left == 0 || height <= tolerance || !height.is_finite() {
        return;
    }
    let middle = [(from[0] + to[0] + y * bulge) * 0.5, (from[1] + to[1] - x * bulge) * 0.5];
    // tan(a / 2) = tan a / (1 + √(1 + tan² a))
    let half = bulge / (1.0 + (1.0 + bulge * bulge).sqrt());
    halve_bulge([from, middle], half, tolerance, left - 1, points);
    points.push(middle);
    halve_bulge([middle, to], half, tolerance, left - 1, points);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: [f64; 2], b: [f64; 2], by: f64) -> bool {
        (a[0] - b[0]).abs() <= by && (a[1] - b[1]).abs() <= by
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the platform's functions are the judge here")]
    fn directions_are_those_of_the_platform() {
        for tenths in -10_000..10_000 {
            let degrees = f64::from(tenths) * 0.1;
            let (sin, cos) = degrees.to_radians().sin_cos();
            assert!(close(direction(degrees), [cos, sin], 4e-15), "{degrees}°: {:?}", direction(degrees));
        }
    }

    #[test]
    fn right_angles_are_exact() {
        let expected = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
        for quarter in -9..9i32 {
            let expected = expected[quarter.rem_euclid(4) as usize];
            assert_eq!(direction(f64::from(quarter) * 90.0), expected, "{quarter} quarters");
        }
    }

    #[test]
    fn circles_stay_within_the_tolerance() {
        let circle = ellipse(&Affine { x: [5.0, 0.0], y: [0.0, 5.0], origin: [1.0, 2.0] }, 0.01);
        assert_eq!(circle.len(), 64);
        assert_eq!((circle[0], circle[16], circle[32]), ([6.0, 2.0], [1.0, 7.0], [-4.0, 2.0]));
        for (a, b) in circle.iter().zip(circle.iter().cycle().skip(1)) {
            let [x, y] = [(a[0] + b[0]) / 2.0 - 1.0, (a[1] + b[1]) / 2.0 - 2.0];
            let height = 5.0 - (x * x + y * y).sqrt();
            assert!((0.0025..=0.01).contains(&height), "height {height}");
        }
        assert_eq!(ellipse(&Affine::scaling(1e-6, 1e-6), 0.01).len(), 4, "small circles keep four corners");
    }

    #[test]
    fn arcs_go_counter_clockwise_even_beyond_half_a_turn() {
        let mut points = vec![[0.0, 1.0]];
        push_arc(&Affine::IDENTITY, [[0.0, 1.0], [1.0, 0.0]], 0.1, &mut points);
        assert!(points.len() > 6 && points.contains(&[-1.0, 0.0]) || points.iter().any(|p| p[0] < -0.9));
        assert_eq!(points.last(), Some(&[1.0, 0.0]));
        assert!(
            points.iter().all(|p| p[0] <= 1e-9 || p[1] <= 1e-9),
            "no point in the quarter left out: {points:?}"
        );
    }

    #[test]
    fn a_bulge_of_one_is_half_a_circle() {
        let mut points = vec![[0.0, 0.0]];
        push_bulge([2.0, 0.0], 1.0, 0.2, &mut points);
        assert_eq!(points.len(), 5);
        assert_eq!(points[2], [1.0, -1.0]);
        for [x, y] in points {
            assert!(((x - 1.0) * (x - 1.0) + y * y - 1.0).abs() < 1e-12, "({x}, {y}) is on the circle");
        }
    }
}
