//! Areas of polygons, and of what polygons have in common.
//!
//! A polygon is a list of corners; counter-clockwise ones have positive areas. Walkable space is a list of rings with walkable space
//! on their left: outer ones are counter-clockwise, holes clockwise, and so areas of rings just add up.

/// A place. \[m\]
pub(crate) type Point = [f64; 2];

/// A half-plane: all places whose product with the normal is at most a limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HalfPlane {
    pub(crate) normal: Point,
    pub(crate) limit: f64,
}

impl HalfPlane {
    /// What is on the left of a line from one place to another.
    pub(crate) fn left_of([a, b]: [Point; 2]) -> Self {
        let normal = [b[1] - a[1], a[0] - b[0]];
        Self { normal, limit: normal[0] * a[0] + normal[1] * a[1] }
    }

    /// What is nearer to one place than to another.
    pub(crate) fn nearer(one: Point, other: Point) -> Self {
        let normal = [other[0] - one[0], other[1] - one[1]];
        let middle = [0.5 * (one[0] + other[0]), 0.5 * (one[1] + other[1])];
        Self { normal, limit: normal[0] * middle[0] + normal[1] * middle[1] }
    }

    /// Positive inside, growing with the distance from the border.
    pub(crate) fn depth(&self, z: Point) -> f64 {
        self.limit - self.normal[0] * z[0] - self.normal[1] * z[1]
    }

    /// Where a line crosses the border, from one place to another on different sides of it.
    pub(crate) fn crossing(&self, a: Point, b: Point) -> Point {
        let (from, to) = (self.depth(a), self.depth(b));
        let t = from / (from - to);
        [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]
    }
}

/// The area of a ring: positive if it is counter-clockwise. \[m²\]
pub(crate) fn signed_area(ring: &[Point]) -> f64 {
    let Some(&[x, y]) = ring.first() else { return 0.0 };
    // Relative to a corner: places far from the origin would lose digits.
    let cross = |[a, b]: [Point; 2]| (a[0] - x) * (b[1] - y) - (b[0] - x) * (a[1] - y);
    0.5 * sides(ring).map(cross).sum::<f64>()
}

/// The sides of a ring.
pub(crate) fn sides(ring: &[Point]) -> impl Iterator<Item = [Point; 2]> + '_ {
    ring.iter().zip(ring.iter().cycle().skip(1)).map(|(&a, &b)| [a, b])
}

/// What of a ring is in a half-plane. Where that is several pieces, lines there and back along the border join them, which have no area.
pub(crate) fn clip(ring: &[Point], half_plane: &HalfPlane) -> Vec<Point> {
    let mut kept = Vec::with_capacity(ring.len() + 2);
    for [a, b] in sides(ring) {
        let [from, to] = [a, b].map(|z| half_plane.depth(z) > 0.0);
        if from {
            kept.push(a);
        }
        if from != to {
            kept.push(half_plane.crossing(a, b));
        }
    }
    kept
}

/// The area that rings and any polygon have in common. \[m²\]
///
/// The polygon is a sum of triangles from its first corner to each side, those that turn clockwise counted with a minus. So there
/// is no need for it to be convex; where it winds around a place twice, that counts twice. A triangle is convex, and clipping a
/// ring by its sides leaves the right area with the right sign.
pub(crate) fn common_area(rings: &[Vec<Point>], polygon: &[Point]) -> f64 {
    let Some((&first, rest)) = polygon.split_first() else { return 0.0 };
    let mut sum = 0.0;
    for pair in rest.windows(2) {
        let mut triangle = [first, pair[0], pair[1]];
        let sign = signed_area(&triangle);
        if sign == 0.0 {
            continue;
        }
        if sign < 0.0 {
            triangle.swap(1, 2);
        }
        sum += sign.signum() * area_in_convex(rings, &triangle);
    }
    // The polygon may be clockwise.
    if signed_area(polygon) < 0.0 { -sum } else { sum }
}

/// The area of rings in a convex polygon whose corners are counter-clockwise. \[m²\]
pub(crate) fn area_in_convex(rings: &[Vec<Point>], convex: &[Point]) -> f64 {
    let mut sum = 0.0;
    for ring in rings {
        let mut part = ring.clone();
        for side in sides(convex) {
            if part.is_empty() {
                break;
            }
            part = clip(&part, &HalfPlane::left_of(side));
        }
        sum += signed_area(&part);
    }
    sum
}

/// The box around places: its lowest and its highest corner; empty, and so upside down, if there are none.
pub(crate) fn bounds<'a>(places: impl IntoIterator<Item = &'a Point>) -> [Point; 2] {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for place in places {
        for k in 0..2 {
            low[k] = low[k].min(place[k]);
            high[k] = high[k].max(place[k]);
        }
    }
    [low, high]
}

/// Whether a place is inside of a ring, by the even-odd rule.
pub(crate) fn has(ring: &[Point], [x, y]: Point) -> bool {
    let mut inside = false;
    for [a, b] in sides(ring) {
        // Each side counts with its lower end and without its upper one, so a corner counts once.
        if (a[1] <= y) != (b[1] <= y) {
            let (low, high) = if a[1] <= b[1] { (a, b) } else { (b, a) };
            inside ^= (high[0] - low[0]) * (y - low[1]) > (x - low[0]) * (high[1] - low[1]);
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The area by counting the middles of small squares.
    fn counted(rings: &[Vec<Point>], polygon: &[Point], fine: u32) -> f64 {
        let [low, high] = bounds(polygon);
        let at = |k: u32, i: usize| low[i] + (high[i] - low[i]) * (f64::from(k) + 0.5) / f64::from(fine);
        let mut hits = 0;
        for k in 0..fine * fine {
            let z = [at(k % fine, 0), at(k / fine, 1)];
            let walkable = rings.iter().filter(|ring| has(ring, z)).count() % 2 == 1;
            hits += u32::from(walkable && has(polygon, z));
        }
        f64::from(hits) / f64::from(fine * fine) * (high[0] - low[0]) * (high[1] - low[1])
    }

    #[test]
    fn shapes_that_are_not_convex() {
        let floor = vec![[0.0, 0.0], [10.0, 0.0], [10.0, 3.0], [4.0, 3.0], [4.0, 8.0], [0.0, 8.0]];
        let column = vec![[1.0, 1.0], [1.0, 2.0], [2.0, 2.0], [2.0, 1.0]];
        let rings = vec![floor.clone(), column];
        let star = vec![[1.5, 1.5], [8.0, -1.0], [6.0, 2.0], [9.0, 5.0], [3.0, 4.0], [-1.0, 6.0]];
        let whole = vec![[-1.0, -1.0], [11.0, -1.0], [11.0, 9.0], [-1.0, 9.0]];
        assert!((common_area(&rings, &whole) - 49.0).abs() < 1e-12, "the floor without its column");
        assert!((common_area(&rings, &floor) - 49.0).abs() < 1e-12, "sides on sides");
        let mut turned = star.clone();
        turned.reverse();
        let area = common_area(&rings, &star);
        assert!((area - common_area(&rings, &turned)).abs() < 1e-12, "either way around");
        assert!((area - counted(&rings, &star, 700)).abs() < 0.02, "{area}");
    }

    #[test]
    fn nothing_in_common() {
        let square = vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let away = vec![[5.0, 0.0], [6.0, 0.0], [6.0, 1.0]];
        assert_eq!(common_area(std::slice::from_ref(&square), &away), 0.0);
        assert_eq!(common_area(&[square], &[]), 0.0);
        assert_eq!(common_area(&[], &away), 0.0);
    }

    #[test]
    fn far_from_the_origin() {
        let at = 1e6;
        let square = vec![[at, at], [at + 0.5, at], [at + 0.5, at + 0.5], [at, at + 0.5]];
        assert_eq!(signed_area(&square), 0.25);
    }
}
