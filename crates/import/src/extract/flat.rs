//! Exact tests on the grid, seen from above.
//!
//! Coordinates are less than 2^27 in absolute value, so differences have 28 bits, products 56, and sums of two 57: all of it fits into
//! 64 bits with room to spare. The test of circles needs 2 × 57 + 2 bits and uses 128.

/// A place on the grid, seen from above.
pub(crate) type Spot = [i32; 2];

/// Twice the area of a triangle: positive if it turns left.
#[inline]
pub(crate) fn turn(a: Spot, b: Spot, c: Spot) -> i64 {
    let d = |k: usize| i64::from(b[k]) - i64::from(a[k]);
    let e = |k: usize| i64::from(c[k]) - i64::from(a[k]);
    d(0) * e(1) - d(1) * e(0)
}

/// Whether two triangles that turn left share some area.
pub(crate) fn triangles_overlap(one: &[Spot; 3], two: &[Spot; 3]) -> bool {
    !separated(one, two) && !separated(two, one)
}

/// Whether an edge of the first triangle has all of the second on its outer side.
fn separated(one: &[Spot; 3], two: &[Spot; 3]) -> bool {
    (0..3).any(|k| {
        let (a, b) = (one[k], one[(k + 1) % 3]);
        two.iter().all(|&c| turn(a, b, c) <= 0)
    })
}

/// Whether a triangle that turns left, with its border, touches a segment between its ends.
pub(crate) fn triangle_touches(triangle: &[Spot; 3], [a, b]: [Spot; 2]) -> bool {
    // Clip the segment: parameters where it is inside of all three edges, as fractions.
    let (mut low, mut high) = ((0_i128, 1_i128), (1_i128, 1_i128));
    for k in 0..3 {
        let (p, q) = (triangle[k], triangle[(k + 1) % 3]);
        let (at_a, at_b) = (i128::from(turn(p, q, a)), i128::from(turn(p, q, b)));
        match (at_a < 0, at_b < 0) {
            (true, true) => return false,
            (false, false) => {}
            // It comes in at at_a / (at_a - at_b).
            (true, false) => {
                let enter = (-at_a, at_b - at_a);
                if enter.0 * low.1 > low.0 * enter.1 {
                    low = enter;
                }
            }
            (false, true) => {
                let leave = (at_a, at_a - at_b);
                if leave.0 * high.1 < high.0 * leave.1 {
                    high = leave;
                }
            }
        }
    }
    // The part inside must have a point that is not an end of the segment.
    let is_end = |(n, d): (i128, i128)| n == 0 || n == d;
    match (low.0 * high.1).cmp(&(high.0 * low.1)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Equal => !is_end(low),
        std::cmp::Ordering::Greater => false,
    }
}

/// Whether a triangle on a side of a segment leaves one of its ends at less than a twentieth of its length beside it, which is 3 degrees.
pub(crate) fn triangle_grazes(triangle: &[Spot; 3], [a, b]: [Spot; 2], is_left: bool) -> bool {
    [[a, b], [b, a]].into_iter().any(|[from, to]| {
        // Seen from its other end, the left side of the segment is on the right.
        let sign = if is_left == (from == a) { 1 } else { -1 };
        triangle.contains(&from)
            && triangle.iter().filter(|&&at| at != from).any(|&at| {
                let off = i128::from(sign * turn(from, to, at));
                let along =
                    (0..2).map(|k| i64::from(to[k] - from[k]) * i64::from(at[k] - from[k])).sum::<i64>();
                off >= 0 && 20 * off < i128::from(along)
            })
    })
}

/// Whether the fourth place is inside the circle of three that turn left.
pub(crate) fn in_circle(a: Spot, b: Spot, c: Spot, d: Spot) -> bool {
    let row = |p: Spot| {
        let [x, y] = [0, 1].map(|k| i64::from(p[k]) - i64::from(d[k]));
        (x, y, x * x + y * y)
    };
    let ((ax, ay, aa), (bx, by, bb), (cx, cy, cc)) = (row(a), row(b), row(c));
    let det = i128::from(aa) * i128::from(bx * cy - cx * by) - i128::from(bb) * i128::from(ax * cy - cx * ay)
        + i128::from(cc) * i128::from(ax * by - bx * ay);
    det > 0
}

/// The square of a distance.
pub(crate) fn distance_sq(a: Spot, b: Spot) -> i64 {
    (0..2).map(|k| (i64::from(a[k]) - i64::from(b[k])).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_that_only_touch_do_not_overlap() {
        let one = [[0, 0], [4, 0], [0, 4]];
        assert!(!triangles_overlap(&one, &[[4, 0], [4, 4], [0, 4]]), "a common edge");
        assert!(!triangles_overlap(&one, &[[4, 0], [8, 0], [8, 4]]), "a common corner");
        assert!(!triangles_overlap(&one, &[[2, 2], [4, 2], [4, 4]]), "a corner on an edge");
        assert!(triangles_overlap(&one, &[[1, 1], [4, 2], [4, 4]]), "a corner inside");
        assert!(triangles_overlap(&one, &one), "the same");
    }

    #[test]
    fn a_segment_is_touched_between_its_ends_only() {
        let triangle = [[0, 0], [4, 0], [0, 4]];
        assert!(!triangle_touches(&triangle, [[4, 0], [8, 0]]), "an end");
        assert!(triangle_touches(&triangle, [[3, 0], [8, 0]]), "along an edge");
        assert!(triangle_touches(&triangle, [[4, -4], [4, 4]]), "a corner in its middle");
        assert!(triangle_touches(&triangle, [[0, 0], [4, 0]]), "an edge itself");
        assert!(triangle_touches(&triangle, [[-1, 2], [9, 2]]), "across");
        assert!(!triangle_touches(&triangle, [[3, 2], [9, 2]]), "apart");
    }

    #[test]
    fn a_segment_is_grazed_on_one_side() {
        let segment = [[0, 0], [1000, 0]];
        let low = [[0, 0], [100, 1], [0, 100]];
        assert!(triangle_grazes(&low, segment, true) && !triangle_grazes(&low, segment, false));
        let back = [[1000, 0], [900, -1], [1000, -100]];
        assert!(triangle_grazes(&back, segment, false) && !triangle_grazes(&back, segment, true));
        assert!(!triangle_grazes(&[[0, 0], [100, 5], [0, 100]], segment, true), "a twentieth is enough");
        assert!(!triangle_grazes(&[[0, 0], [-100, 1], [-100, 2]], segment, true), "the other way");
        assert!(!triangle_grazes(&[[1, 1], [100, 1], [1, 100]], segment, true), "not at its end");
    }

    #[test]
    fn circles_at_the_largest_coordinates() {
        let far = 1 << 26;
        let square = [[-far, -far], [far, -far], [far, far], [-far, far]];
        assert!(!in_circle(square[0], square[1], square[2], square[3]), "on the circle");
        assert!(in_circle(square[0], square[1], square[2], [1 - far, far]), "one unit inside");
        assert!(!in_circle(square[0], square[1], square[2], [-far - 1, far]), "one unit outside");
    }
}
