//! Grid points seen from above: exact predicates on whole numbers.

use std::cmp::Ordering;

/// A grid point, or a direction. \[units\]
pub(crate) type P = [i64; 2];

/// The grid point at a position in meters; `None` if there is none.
pub(crate) fn on_grid(position: [f64; 2]) -> Option<P> {
    let units = position.map(|v| v * 1e4);
    // Decimals of meters are not binary numbers; at 10 km they are off by a hundred-thousandth of a unit at most.
    units.iter().all(|v| (v - v.round()).abs() < 1e-3).then(|| units.map(|v| v.round() as i64))
}

pub(crate) fn minus(a: P, b: P) -> P {
    [a[0] - b[0], a[1] - b[1]]
}

pub(crate) fn cross(u: P, v: P) -> i128 {
    i128::from(u[0]) * i128::from(v[1]) - i128::from(u[1]) * i128::from(v[0])
}

pub(crate) fn dot(u: P, v: P) -> i128 {
    i128::from(u[0]) * i128::from(v[0]) + i128::from(u[1]) * i128::from(v[1])
}

/// Positive if `p` is to the left of the line from `a` to `b`.
pub(crate) fn turn(a: P, b: P, p: P) -> i128 {
    cross(minus(b, a), minus(p, a))
}

/// Whether two directions are the same.
pub(crate) fn same_way(u: P, v: P) -> bool {
    cross(u, v) == 0 && dot(u, v) > 0
}

/// Whether a point is on a segment but not one of its ends.
pub(crate) fn inside(a: P, b: P, p: P) -> bool {
    turn(a, b, p) == 0 && dot(minus(a, p), minus(b, p)) < 0
}

/// Whether two segments cross in one point that is inside both.
pub(crate) fn cross_properly([a, b]: [P; 2], [c, d]: [P; 2]) -> bool {
    let sides = |a, b, c, d| turn(a, b, c).signum() * turn(a, b, d).signum();
    sides(a, b, c, d) < 0 && sides(c, d, a, b) < 0
}

/// Whether two segments have more than one point in common.
pub(crate) fn overlap([a, b]: [P; 2], [c, d]: [P; 2]) -> bool {
    if a == b || c == d || turn(a, b, c) != 0 || turn(a, b, d) != 0 {
        return false;
    }
    let along = |p: P| dot(minus(p, a), minus(b, a));
    let (low, high) = (along(c).min(along(d)), along(c).max(along(d)));
    low.max(0) < high.min(along(b))
}

/// Directions in the order in which they are met counterclockwise from the direction of x.
pub(crate) fn by_angle(u: P, v: P) -> Ordering {
    let half = |w: P| w[1] < 0 || (w[1] == 0 && w[0] < 0);
    half(u).cmp(&half(v)).then_with(|| 0.cmp(&cross(u, v)))
}

/// Whether a point that is moved a little in some direction is inside of a ring, by the even-odd rule.
///
/// The point is given twice as large, so that middles of edges have whole coordinates. No edge may pass through it in that direction.
pub(crate) fn ring_contains(ring: &[P], twice: P, toward: P) -> bool {
    let mut inside = false;
    let beyond = |v: P| 2 * v[1] > twice[1] || (2 * v[1] == twice[1] && toward[1] < 0);
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        if beyond(a) != beyond(b) {
            // Upward edges have the point to their left if they are beyond it; downward ones to their right.
            let (low, high) = if a[1] < b[1] { (a, b) } else { (b, a) };
            let along = minus(high, low);
            let side = cross(along, minus(twice, [2 * low[0], 2 * low[1]]));
            let side = if side == 0 { cross(along, toward) } else { side };
            inside ^= side > 0;
        }
    }
    inside
}
