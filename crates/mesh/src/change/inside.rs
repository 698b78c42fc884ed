//! Inside and outside of chains on the grid, exactly.
//!
//! Idea. Look up from the middle of a piece, a hair to the right of it, and count the pieces above: an odd number means inside. Pieces meet at
//! nodes only, so the middle of one lies on no other, and a hair is narrower than everything else.
//!
//! Coordinates of middles are doubled, so that they are integers.

use std::cmp::Ordering;

use throng_voronoi::GridPoint;

/// A place with doubled coordinates.
pub(crate) type Place2 = [i64; 2];

/// The middle of a piece.
pub(crate) fn middle([a, b]: [GridPoint; 2]) -> Place2 {
    [i64::from(a.x) + i64::from(b.x), i64::from(a.y) + i64::from(b.y)]
}

/// A grid point as such a place.
pub(crate) fn doubled(p: GridPoint) -> Place2 {
    [2 * i64::from(p.x), 2 * i64::from(p.y)]
}

/// Which of the sides of a piece, 0 for left and 1 for right, is above it; right of it if it is vertical.
pub(crate) fn upper_side([a, b]: [GridPoint; 2]) -> usize {
    if a.x != b.x { usize::from(a.x > b.x) } else { usize::from(b.y > a.y) }
}

/// Positive if a place lies on the left of the line from one point to another, negative if on the right.
pub(crate) fn turn(a: GridPoint, b: GridPoint, place: GridPoint) -> i64 {
    let [a, b, place] = [a, b, place].map(|p| [i64::from(p.x), i64::from(p.y)]);
    (b[0] - a[0]) * (place[1] - a[1]) - (b[1] - a[1]) * (place[0] - a[0])
}

/// Whether the way up from a place, a hair to its right, crosses a piece above the place. `None` if the place lies on the piece.
pub(crate) fn is_below(place: Place2, piece: [GridPoint; 2]) -> Option<bool> {
    let [a, b] = piece.map(doubled);
    if (a[0] <= place[0]) == (b[0] <= place[0]) {
        // Beside it, or in line with a vertical piece.
        return Some(false);
    }
    let (a, b) = if a[0] < b[0] { (a, b) } else { (b, a) };
    let turn = i128::from(b[0] - a[0]) * i128::from(place[1] - a[1])
        - i128::from(b[1] - a[1]) * i128::from(place[0] - a[0]);
    match turn.cmp(&0) {
        Ordering::Less => Some(true),
        Ordering::Equal => None,
        Ordering::Greater => Some(false),
    }
}

/// Whether a place is farther from the line of a segment than anything that rounding led along the segment: more than half a unit in x and y.
pub(crate) fn is_apart(place: Place2, segment: [GridPoint; 2]) -> bool {
    let [a, b] = segment.map(doubled);
    let (x, y) = (b[0] - a[0], b[1] - a[1]);
    // At most 2^57: coordinates are at most 2^26, doubled 2^27, their differences 2^28. Half a unit is one here; two, to be safe.
    (x * (place[1] - a[1]) - y * (place[0] - a[0])).abs() > 2 * (x.abs() + y.abs())
}

/// Compares two pieces that are above a place by their heights there, a hair to the right.
pub(crate) fn compare_heights(x: i64, one: [GridPoint; 2], two: [GridPoint; 2]) -> Ordering {
    let [one, two] = [one, two].map(|piece| {
        let [a, b] = piece.map(doubled);
        if a[0] < b[0] { [a, b] } else { [b, a] }
    });
    // The height at x as a fraction with a positive denominator.
    let height = |[a, b]: [Place2; 2]| {
        let width = i128::from(b[0] - a[0]);
        (i128::from(a[1]) * width + i128::from(b[1] - a[1]) * i128::from(x - a[0]), width)
    };
    let ((p, q), (r, s)) = (height(one), height(two));
    let slope = |[a, b]: [Place2; 2]| (i128::from(b[1] - a[1]), i128::from(b[0] - a[0]));
    let ((dp, dq), (dr, ds)) = (slope(one), slope(two));
    (p * s).cmp(&(r * q)).then((dp * ds).cmp(&(dr * dq)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: i32, y: i32) -> GridPoint {
        GridPoint::new(x, y)
    }

    #[test]
    fn a_square_has_an_inside() {
        let corners = [p(0, 0), p(4, 0), p(4, 4), p(0, 4)];
        let sides: Vec<[GridPoint; 2]> = (0..4).map(|k| [corners[k], corners[(k + 1) % 4]]).collect();
        for (k, &side) in sides.iter().enumerate() {
            let m = middle(side);
            let above = sides.iter().filter(|&&other| is_below(m, other) == Some(true)).count() % 2 == 1;
            // Counter-clockwise, the inside is on the left.
            assert_eq!(above, upper_side(side) == 0, "side {k}");
        }
        let inside =
            |x, y| sides.iter().filter(|&&s| is_below(doubled(p(x, y)), s) == Some(true)).count() % 2;
        assert_eq!([inside(2, 2), inside(5, 2), inside(-1, 2), inside(2, 5)], [1, 0, 0, 0]);
    }

    #[test]
    fn heights_are_compared_a_hair_to_the_right() {
        let (flat, steep) = ([p(0, 0), p(4, 0)], [p(0, 0), p(4, 2)]);
        assert_eq!(compare_heights(0, flat, steep), Ordering::Less);
        assert_eq!(compare_heights(2, [p(4, 2), p(0, 0)], flat), Ordering::Greater);
        assert_eq!(compare_heights(2, flat, flat), Ordering::Equal);
    }
}
