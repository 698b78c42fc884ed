//! Bézier curves as points.

/// A curve is cut into at most this many pieces.
const MOST_PIECES: f64 = 1024.0;

/// Adds a curve to points that end where it begins.
///
/// The number of pieces is Wang's bound: with second differences of the control points of at most m, a curve of degree d cut into
/// √(d·(d−1)·m / 8ε) equal pieces is nowhere further than ε from its chords.
pub(crate) fn push_cubic(controls: [[f64; 2]; 3], tolerance: f64, points: &mut Vec<[f64; 2]>) {
    let Some(&start) = points.last() else { return };
    let [a, b, end] = controls;
    let bend = second_difference(start, a, b).max(second_difference(a, b, end));
    let pieces = (0.75 * bend / tolerance).sqrt().ceil();
    let pieces = if pieces.is_finite() { pieces.clamp(1.0, MOST_PIECES) as u32 } else { 1 };
    for k in 1..pieces {
        let t = f64::from(k) / f64::from(pieces);
        let s = 1.0 - t;
        // p(t) = s³·start + 3s²t·a + 3st²·b + t³·end
        let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
        let at = |axis: usize| {
            weights[0] * start[axis] + weights[1] * a[axis] + weights[2] * b[axis] + weights[3] * end[axis]
        };
        points.push([at(0), at(1)]);
    }
    points.push(end);
}

/// Adds a curve with one control point, by the cubic that is the same curve.
pub(crate) fn push_quadratic(controls: [[f64; 2]; 2], tolerance: f64, points: &mut Vec<[f64; 2]>) {
    let Some(&start) = points.last() else { return };
    let [control, end] = controls;
    let toward = |p: [f64; 2]| [0, 1].map(|axis| p[axis] + (control[axis] - p[axis]) * (2.0 / 3.0));
    push_cubic([toward(start), toward(end), end], tolerance, points);
}

fn second_difference(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    let [x, y] = [0, 1].map(|axis| a[axis] - 2.0 * b[axis] + c[axis]);
    (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_curve_is_one_piece() {
        let mut points = vec![[0.0, 0.0]];
        push_cubic([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]], 0.01, &mut points);
        assert_eq!(points, [[0.0, 0.0], [3.0, 3.0]]);
    }

    #[test]
    fn curves_stay_within_the_tolerance() {
        let controls = [[0.0, 10.0], [10.0, 10.0], [10.0, 0.0]];
        let (mut coarse, mut fine) = (vec![[0.0, 0.0]], vec![[0.0, 0.0]]);
        push_cubic(controls, 0.01, &mut coarse);
        push_cubic(controls, 1e-5, &mut fine);
        assert!(coarse.len() > 20 && coarse.len() < 60, "{} points", coarse.len());
        for p in fine {
            let distance = coarse.windows(2).map(|piece| distance(p, piece[0], piece[1])).fold(1e9, f64::min);
            assert!(distance < 0.01, "{p:?} is {distance} m away");
        }
    }

    #[test]
    fn a_quadratic_passes_through_its_middle() {
        let mut points = vec![[0.0, 0.0]];
        push_quadratic([[1.0, 2.0], [2.0, 0.0]], 0.5, &mut points);
        assert_eq!(points, [[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]]);
    }

    #[test]
    fn what_is_not_finite_costs_little() {
        let mut points = vec![[0.0, 0.0]];
        push_cubic([[f64::NAN, 0.0], [1.0, f64::INFINITY], [2.0, 2.0]], 0.01, &mut points);
        push_cubic([[1e300, 0.0], [1.0, -1e300], [2.0, 2.0]], 0.01, &mut points);
        assert!(points.len() < 2000);
    }

    fn distance(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
        let [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], p[0] - a[0], p[1] - a[1]];
        let t = ((ux * vx + uy * vy) / (ux * ux + uy * uy)).clamp(0.0, 1.0);
        let [x, y] = [vx - t * ux, vy - t * uy];
        (x * x + y * y).sqrt()
    }
}
