//! Small inputs in which everything that is unlikely happens.

use super::transform::gcd;
use super::{Random, Segment, disjoint};
use crate::site::{GridPoint, MAX_COORD};

/// At most `n` segments and lone points with coordinates in `0..coords`.
///
/// With few coordinates (8, say) collinear, cocircular and parallel ones are common, and a third
/// of the segments start at an end of an earlier one. Fewer than `n` where the room is used up.
pub fn small(seed: u64, coords: i32, n: usize) -> Vec<Segment> {
    let mut random = Random::new(seed);
    let mut greedy = Greedy::default();
    for _ in 0..8 * n {
        if greedy.segments.len() == n {
            break;
        }
        let a = if random.one_in(3) { greedy.end(&mut random) } else { None };
        let a = a.unwrap_or_else(|| random.point(0, coords));
        let b = if random.one_in(6) { a } else { random.point(0, coords) };
        greedy.add([a, b]);
    }
    greedy.segments
}

/// One unit off a degenerate input: a [`small`] one, blown up by 2^10 to 2^22, of which every point
/// then moves by at most one unit in x and y.
///
/// Segments that shared an end still do, and stay disjoint: even at 2^10 everything else keeps
/// a distance of many units.
pub fn near_degenerate(seed: u64) -> Vec<Segment> {
    let mut random = Random::new(seed);
    let scale = 1 << random.range(10, 23);
    let (coords, n) = (random.range(4, 13), 4 + random.below(12));
    let key = random.bits();
    let wobble = |p: GridPoint| {
        // A function of the point, so that every segment that ends here moves along.
        let mut random = Random::new(key ^ ((p.x as u64) << 32 | p.y as u64));
        let by = random.point(-1, 2);
        GridPoint::new(p.x * scale + by.x, p.y * scale + by.y)
    };
    small(random.bits(), coords, n).iter().map(|s| s.map(wobble)).collect()
}

/// Points on circles of integer radius with many grid points (5, 25, 65, 325), segments that touch
/// such a circle, chords, and radial segments: many sites with a common center, at exactly one distance.
pub fn cocircular(seed: u64) -> Vec<Segment> {
    let mut random = Random::new(seed);
    let mut greedy = Greedy::default();
    let radius = [5, 25, 65, 325][random.below(4)];
    let center = random.point(-1000, 1000);
    let on_circle: Vec<[i32; 2]> = (-radius..=radius)
        .flat_map(|x| (-radius..=radius).map(move |y| [x, y]))
        .filter(|[x, y]| x * x + y * y == radius * radius)
        .collect();
    let n = 4 + random.below(20);
    for _ in 0..n {
        let [x, y] = on_circle[random.below(on_circle.len())];
        let at = |dx: i32, dy: i32| GridPoint::new(center.x + dx, center.y + dy);
        let p = at(x, y);
        let g = gcd(x.unsigned_abs().into(), y.unsigned_abs().into()) as i32;
        // The shortest grid vector along the tangent, and a few of them to either side.
        let (tx, ty) = (-y / g, x / g);
        let (back, on) = (random.range(0, 4), random.range(0, 4));
        greedy.add(match random.below(8) {
            0..=2 => [at(x - back * tx, y - back * ty), at(x + on * tx, y + on * ty)],
            3 => [p, at(x + x / g * on, y + y / g * on)],
            4 => {
                let [x, y] = on_circle[random.below(on_circle.len())];
                [p, at(x, y)]
            }
            _ => [p, p],
        });
    }
    greedy.segments
}

/// Segments and points at the largest coordinates and within two units of them, of the middle and of the axes.
pub fn extremes(seed: u64) -> Vec<Segment> {
    let mut random = Random::new(seed);
    let mut greedy = Greedy::default();
    let n = 4 + random.below(16);
    let coordinate = |random: &mut Random| {
        let sign = random.range(0, 2) * 2 - 1;
        sign * match random.below(4) {
            0 | 1 => MAX_COORD - random.range(0, 3),
            2 => MAX_COORD / 2 - random.range(-1, 2),
            _ => random.range(0, 3),
        }
    };
    for _ in 0..3 * n {
        let mut point = || GridPoint::new(coordinate(&mut random), coordinate(&mut random));
        let (a, b) = (point(), point());
        let a = if random.one_in(3) { greedy.end(&mut random).unwrap_or(a) } else { a };
        greedy.add(if random.one_in(5) { [a, a] } else { [a, b] });
    }
    greedy.segments
}

/// `n` segments with crossings, overlaps, ends on other segments, repetitions, and zero lengths:
/// not disjoint. Coordinates in `0..coords`.
pub fn dirty(seed: u64, coords: i32, n: usize) -> Vec<Segment> {
    let mut random = Random::new(seed);
    let mut segments: Vec<Segment> = Vec::with_capacity(n);
    for _ in 0..n {
        let [mut a, mut b] = [random.point(0, coords), random.point(0, coords)];
        if !segments.is_empty() {
            let [c, d] = segments[random.below(segments.len())];
            match random.below(8) {
                0 => (a, b) = (c, d),
                1 => (a, b) = (d, c),
                2 => a = c,
                3 => (a, b) = (c, c),
                4 => {
                    // Half of it, or twice it where that fits: an overlap.
                    let far = GridPoint::new(2 * d.x - c.x, 2 * d.y - c.y);
                    let fits = |v: i32| (0..coords).contains(&v);
                    a = c;
                    b = if fits(far.x) && fits(far.y) {
                        far
                    } else {
                        GridPoint::new((c.x + d.x) / 2, (c.y + d.y) / 2)
                    };
                }
                5 => b = a,
                _ => {}
            }
        }
        segments.push([a, b]);
    }
    segments
}

/// Accepts segments one by one, if they are disjoint from those before.
#[derive(Default)]
struct Greedy {
    segments: Vec<Segment>,
}

impl Greedy {
    fn add(&mut self, s: Segment) {
        if self.segments.iter().all(|&t| disjoint(s, t)) {
            self.segments.push(s);
        }
    }

    /// An end of some segment.
    fn end(&self, random: &mut Random) -> Option<GridPoint> {
        let n = self.segments.len();
        (n > 0).then(|| self.segments[random.below(n)][random.below(2)])
    }
}
