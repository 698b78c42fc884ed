//! Every method against sampling, on random generators near the origin and far from it.

use super::*;
use crate::sample::Random;

fn at(p: [i64; 2]) -> [f64; 2] {
    p.map(|v| v as f64)
}

/// A random grid point of the box with this corner and size.
fn grid(random: &mut Random, corner: [i64; 2], size: i64) -> [i64; 2] {
    corner.map(|c| c + random.below(size as usize) as i64)
}

fn segment(from: [i64; 2], to: [i64; 2]) -> Generator {
    Generator::Segment { from: at(from), to: at(to) }
}

/// An arc, at random one of the four kinds, and the size of its generators.
fn random_arc(random: &mut Random) -> (Arc, f64) {
    let corner = [[0, 0], [1 << 26, -(1 << 26)], [-(1 << 25), 1 << 26]][random.below(3)];
    let size = 1 << random.range(2, 27);
    loop {
        let [p, q, r, s] = [(); 4].map(|()| grid(random, corner, size));
        let arc = match random.below(5) {
            0 => two_points(random, p, q),
            1 => point_and_segment(random, p, q, r),
            // A point as near to the line as points of the grid can be.
            2 => {
                let steps = random.range(-3, 4);
                point_and_segment(random, beside(q, r, steps), q, r)
            }
            3 => end_and_segment(random, p, q),
            _ => two_segments(random, [p, q], [r, s]),
        };
        if let Some(arc) = arc {
            let arc = if random.one_in(2) { reversed(&arc) } else { arc };
            return (arc, size as f64);
        }
    }
}

fn reversed(arc: &Arc) -> Arc {
    Arc { start: arc.end, end: arc.start, left: arc.right, right: arc.left }
}

/// A grid point near the segment that is `steps` steps of the nearest possible kind off its line.
fn beside(from: [i64; 2], to: [i64; 2], steps: i32) -> [i64; 2] {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    // dx * y - dy * x = gcd, by Euclid.
    let (mut a, mut b) = ((dx, 0, 1), (dy, -1, 0));
    while b.0 != 0 {
        let k = a.0 / b.0;
        (a, b) = (b, (a.0 - k * b.0, a.1 - k * b.1, a.2 - k * b.2));
    }
    [from[0] + a.1 * i64::from(steps), from[1] + a.2 * i64::from(steps)]
}

fn two_points(random: &mut Random, p: [i64; 2], q: [i64; 2]) -> Option<Arc> {
    let [s, t] = [(); 2].map(|()| 3.0 * random.unit() - 1.5);
    let (a, b) = (at(p), at(q));
    let z = |s: f64| [0.5 * (a[0] + b[0]) - s * (b[1] - a[1]), 0.5 * (a[1] + b[1]) + s * (b[0] - a[0])];
    // From p to q, upward is to the left: p is left of a way upward.
    let arc =
        Arc { start: z(s.min(t)), end: z(s.max(t)), left: Generator::Point(a), right: Generator::Point(b) };
    (p != q).then_some(arc)
}

fn point_and_segment(random: &mut Random, p: [i64; 2], from: [i64; 2], to: [i64; 2]) -> Option<Arc> {
    let d = [to[0] - from[0], to[1] - from[1]];
    let length = ((d[0] * d[0] + d[1] * d[1]) as f64).sqrt();
    let wide = |a: i64, b: i64| i128::from(a) * i128::from(b);
    let twice_area = wide(d[0], p[1] - from[1]) - wide(d[1], p[0] - from[0]);
    let h = twice_area as f64 / length;
    if twice_area == 0 {
        return None;
    }
    let (u, n) =
        ([d[0] as f64 / length, d[1] as f64 / length], [-d[1] as f64 / length, d[0] as f64 / length]);
    // Position of the focus along the segment; the foot stays on the segment and the arc in a box of 2^27.
    let focus = (wide(p[0] - from[0], d[0]) + wide(p[1] - from[1], d[1])) as f64 / length;
    let far = (2.0 * h.abs() * f64::from(1 << 26)).sqrt();
    let (low, high) = ((-focus).max(-far), (length - focus).min(far));
    if low > high {
        return None;
    }
    let z = |x: f64| {
        let up = (x - h) * (x + h) / (2.0 * h);
        [p[0] as f64 + (x * u[0] + up * n[0]), p[1] as f64 + (x * u[1] + up * n[1])]
    };
    let [a, b] = [(); 2].map(|()| low + (high - low) * random.unit());
    let (start, end) = if h > 0.0 { (z(a.min(b)), z(a.max(b))) } else { (z(a.max(b)), z(a.min(b))) };
    Some(Arc { start, end, left: Generator::Point(at(p)), right: segment(from, to) })
}

fn end_and_segment(random: &mut Random, from: [i64; 2], to: [i64; 2]) -> Option<Arc> {
    let [s, t] = [(); 2].map(|()| random.unit());
    let (a, b) = (at(from), at(to));
    let z = |s: f64| [a[0] - s * (b[1] - a[1]), a[1] + s * (b[0] - a[0])];
    let arc =
        Arc { start: z(s.min(t)), end: z(s.max(t)), left: Generator::Point(a), right: segment(from, to) };
    (from != to).then_some(arc)
}

fn two_segments(random: &mut Random, s: [[i64; 2]; 2], t: [[i64; 2]; 2]) -> Option<Arc> {
    // n . (z - from) = r for both, at two radii.
    let line = |[a, b]: [[i64; 2]; 2]| {
        let n = unit([(a[1] - b[1]) as f64, (b[0] - a[0]) as f64]);
        (n, at(a))
    };
    let ((n, a), (m, b)) = (line(s), line(t));
    let turn = n[0] * m[1] - n[1] * m[0];
    // Nearly parallel ones would test how well this test solves for z.
    if s[0] == s[1] || t[0] == t[1] || turn.abs() < 0.05 {
        return None;
    }
    let offset = dot(m, sub(b, a));
    let z = |r: f64| {
        let v = [(r * m[1] - (r + offset) * n[1]) / turn, (n[0] * (r + offset) - m[0] * r) / turn];
        [a[0] + v[0], a[1] + v[1]]
    };
    let size = norm(sub(at(s[0]), at(s[1])));
    let [e, f] = [(); 2].map(|()| size * random.unit());
    // z' x (m - n) = |m - n|² / turn, and the feet lie against the normals.
    let (start, end) = if turn > 0.0 { (z(e.min(f)), z(e.max(f))) } else { (z(e.max(f)), z(e.min(f))) };
    let arc = Arc { start, end, left: segment(s[0], s[1]), right: segment(t[0], t[1]) };
    (norm(start).max(norm(end)) < f64::from(1 << 28)).then_some(arc)
}

/// Whether the feet lie on the segments: of random ones, they may lie beyond the ends.
fn in_slabs(arc: &Arc, t: f64) -> bool {
    let (z, r) = (arc.point(t), arc.clearance(t));
    [arc.foot_left(t), arc.foot_right(t)].iter().all(|&foot| (distance(foot, z) - r).abs() < 2.0 * CLOSE)
}

/// Parameters to try: ends, close to the ends, between.
fn samples(n: usize) -> impl Iterator<Item = f64> {
    (0..=n).map(move |i| i as f64 / n as f64).chain([1e-12, 1e-6, 1.0 - 1e-6, 1.0 - 1e-12])
}

fn each_arc(seed: u64, n: usize, check: impl Fn(&mut Random, Arc, f64)) {
    let mut random = Random::new(seed);
    for _ in 0..n {
        let (arc, size) = random_arc(&mut random);
        check(&mut random, arc, size);
    }
}

/// How far the clearance of the arc may be off where its coordinates have rounding errors, doubled for safety.
const CLOSE: f64 = 1.0 / (1 << 23) as f64;

#[test]
fn points_are_equidistant() {
    each_arc(1, 20_000, |_, arc, _| {
        assert_eq!((arc.point(0.0), arc.point(1.0)), (arc.start, arc.end), "ends are exact");
        for t in samples(20) {
            let z = arc.point(t);
            let error = (arc.left.distance(z) - arc.right.distance(z)).abs();
            assert!(error < CLOSE, "{error} at {t} of {arc:?}");
            assert!((arc.clearance(t) - arc.right.distance(z)).abs() < CLOSE, "clearance at {t} of {arc:?}");
        }
        let jump = distance(arc.point(1e-15), arc.start).max(distance(arc.point(1.0 - 1e-15), arc.end));
        assert!(jump < 2.0 * CLOSE + 1e-14 * arc.length(), "{jump} at an end of {arc:?}");
    });
}

#[test]
fn left_is_left_of_the_tangent() {
    each_arc(2, 5_000, |_, arc, size| {
        if arc.length() < 1e-3 * size {
            return;
        }
        for t in samples(10) {
            let (z, d) = (arc.point(t), arc.tangent(t));
            assert!((norm(d) - 1.0).abs() < 1e-14, "length of the tangent");
            let (l, r) = (sub(arc.foot_left(t), z), sub(arc.foot_right(t), z));
            assert!(
                !in_slabs(&arc, t) || cross(d, sub(l, r)) > -1e-6 * size,
                "left is right at {t} of {arc:?}"
            );
            let (a, b) = (arc.point((t - 1e-4).max(0.0)), arc.point((t + 1e-4).min(1.0)));
            let chord = sub(b, a);
            let off = cross(d, chord).abs();
            assert!(dot(d, chord) >= 0.0, "tangent points back at {t} of {arc:?}");
            assert!(off < 0.1 * norm(chord) + 1e-4 || arc.min_clearance().1 < 1.0, "{off} at {t} of {arc:?}");
        }
    });
}

#[test]
fn standing_arcs_have_the_same_tangent() {
    each_arc(3, 5_000, |random, arc, size| {
        let t = random.unit();
        if arc.length() < 1e-3 * size || arc.clearance(t) < 1e-3 * size || !in_slabs(&arc, t) {
            return;
        }
        let z = arc.point(t);
        let standing = Arc { start: z, end: z, ..arc };
        let (a, b) = (arc.tangent(t), standing.tangent(0.3));
        assert!(distance(a, b) < 1e-2, "{a:?} {b:?} {standing:?} from {arc:?}");
        assert_eq!((standing.length(), standing.nearest([0.0; 2])), (0.0, 0.0), "standing");
    });
    let (p, s) = (Generator::Point([0.0; 2]), Generator::Segment { from: [0.0; 2], to: [4.0, 0.0] });
    let arc = Arc { start: [0.0, 2.0], end: [0.0, 2.0], left: p, right: s };
    assert_eq!(arc.tangent(0.0), [0.0, 1.0], "the segment is to the right");
    assert_eq!(reversed(&arc).tangent(0.0), [0.0, -1.0], "the segment is to the left");
    let collinear = Generator::Segment { from: [0.0; 2], to: [-3.0, 0.0] };
    assert_eq!(Arc { left: collinear, ..arc }.tangent(0.0), [0.0, 1.0], "two segments of one line");
}

#[test]
fn length_is_that_of_a_fine_polyline() {
    each_arc(4, 500, |_, arc, _| {
        let n = 4000;
        let points: Vec<_> = (0..=n).map(|i| arc.point(f64::from(i) / f64::from(n))).collect();
        let sum: f64 = points.windows(2).map(|w| distance(w[0], w[1])).sum();
        let length = arc.length();
        assert!((sum - length).abs() < 1e-4 * length + 1e-3, "{sum} {length} {arc:?}");
        let (a, b) = arc.split(0.37);
        assert_eq!((a.start, a.end, b.end), (arc.start, b.start, arc.end), "split");
        assert!((a.length() + b.length() - length).abs() < 1e-9 * length + 4.0 * CLOSE, "split {arc:?}");
    });
}

#[test]
fn length_of_an_almost_straight_parabola_is_exact() {
    // Far up the branch and far from the focus; the chord is shorter by w³ / 24R² at most.
    for h in [1.0, 1e3, 1e6, 6e7] {
        for x in [0.0, 0.1, 1.0, 17.0, 1000.0] {
            for w in [1e-6, 1e-3, 0.5] {
                let y = |x: f64| (x * x + h * h) / (2.0 * h);
                let arc = Arc {
                    start: [x, y(x)],
                    end: [x + w, y(x + w)],
                    left: Generator::Point([0.0, h]),
                    right: Generator::Segment { from: [-1e8, 0.0], to: [1e8, 0.0] },
                };
                let slope = (2.0 * x + w) / (2.0 * h);
                let chord = w * (1.0 + slope * slope).sqrt();
                let excess = arc.length() - chord;
                let rounding = 1e-13 * (x + y(x));
                assert!(
                    excess > -rounding && excess < w * w * w / (8.0 * h * h) + rounding,
                    "{excess} {arc:?}"
                );
            }
        }
    }
}

#[test]
fn clearance_bounds_hold() {
    each_arc(5, 5_000, |_, arc, _| {
        let ((t0, low), (t1, high)) = (arc.min_clearance(), arc.max_clearance());
        assert_eq!((arc.clearance(t0), arc.clearance(t1)), (low, high), "values belong to their parameters");
        for t in samples(100) {
            let r = arc.clearance(t);
            assert!((low - CLOSE..=high + CLOSE).contains(&r), "{r} not in {low}..{high} at {t} of {arc:?}");
        }
        // And the smallest is not far below what is sampled near it.
        let near = arc.clearance(t0 - 1e-9).min(arc.clearance(t0 + 1e-9));
        assert!(near >= low - CLOSE, "{near} {low} {arc:?}");
    });
    let [a, b] = [Generator::Point([0.0, 0.0]), Generator::Point([6.0, 0.0])];
    let arc = Arc { start: [3.0, -4.0], end: [3.0, 4.0], left: a, right: b };
    assert_eq!(
        (arc.min_clearance(), arc.max_clearance()),
        ((0.5, 3.0), (0.0, 5.0)),
        "points face each other"
    );
}

#[test]
fn nearest_is_nearest() {
    each_arc(6, 3_000, |random, arc, size| {
        let around = arc.point(random.unit());
        let scale = [1e-3, 1.0, size][random.below(3)];
        let p = around.map(|v| v + scale * (2.0 * random.unit() - 1.0));
        let t = arc.nearest(p);
        assert!((0.0..=1.0).contains(&t), "{t}");
        let found = distance(arc.point(t), p);
        let sampled = samples(500).map(|t| distance(arc.point(t), p)).fold(f64::INFINITY, f64::min);
        assert!(found <= sampled + CLOSE, "{found} {sampled} {p:?} {arc:?}");
        let back = distance(arc.point(arc.nearest(around)), around);
        assert!(back < 2.0 * CLOSE, "{back} {arc:?}");
    });
}

#[test]
fn rays_hit_where_the_arc_crosses_them() {
    each_arc(7, 5_000, |random, arc, size| {
        let a = arc.point(random.unit());
        let origin = a.map(|v| v + size * (2.0 * random.unit() - 1.0));
        let to = if random.one_in(2) { arc.point(random.unit()) } else { a };
        let direction = sub(to, origin).map(|v| v * 0.7);
        let hits = arc.intersect_ray(origin, direction);
        for hit in hits.into_iter().flatten() {
            assert!((0.0..=1.0).contains(&hit.t) && hit.s >= 0.0, "{hit:?}");
            let z = [0, 1].map(|i| origin[i] + hit.s * direction[i]);
            let off = distance(z, arc.point(hit.t));
            assert!(off < 1e-5, "{off} {hit:?} {origin:?} {direction:?} {arc:?}");
        }
        let s: Vec<f64> = hits.into_iter().flatten().map(|hit| hit.s).collect();
        assert!(s.is_sorted() && (hits[0].is_some() || hits[1].is_none()), "order {hits:?}");
        // It was aimed at a point of the arc.
        let aimed = s.iter().any(|s| (s - 1.0 / 0.7).abs() * norm(direction) < 1e-3 + 1e-9 * size);
        let flat = cross(unit(direction), arc.tangent(arc.nearest(to))).abs() < 1e-3;
        assert!(aimed || flat, "missed {to:?}: {hits:?} {origin:?} {direction:?} {arc:?}");
        // The arc changes sides of the line as often as the line, both ways, meets it.
        let sides: Vec<f64> =
            samples(64).take(65).map(|t| cross(unit(direction), sub(arc.point(t), origin))).collect();
        if sides.iter().all(|v| v.abs() > 1e-3) {
            let changes = sides.windows(2).filter(|w| w[0] * w[1] < 0.0).count();
            let back = arc.intersect_ray(origin, direction.map(|v| -v));
            let count = s.len() + back.into_iter().flatten().count();
            assert!(count >= changes && (count - changes).is_multiple_of(2), "{count} {changes} {arc:?}");
        }
    });
}

#[test]
fn a_ray_along_an_arc_meets_both_ends() {
    let [a, b] = [Generator::Point([0.0, 1.0]), Generator::Point([0.0, -1.0])];
    let arc = Arc { start: [2.0, 0.0], end: [6.0, 0.0], left: a, right: b };
    let cases = [
        (0.0, [Some((0.0, 2.0)), Some((1.0, 6.0))]),
        (3.0, [Some((0.25, 0.0)), Some((1.0, 3.0))]),
        (7.0, [None; 2]),
    ];
    for (x, expected) in cases {
        let hits = arc.intersect_ray([x, 0.0], [1.0, 0.0]).map(|hit| hit.map(|hit| (hit.t, hit.s)));
        assert_eq!(hits, expected, "from {x}");
    }
    assert_eq!(arc.intersect_ray([3.0, 1.0], [0.0, 0.0]), [None; 2], "no direction");
    assert_eq!(arc.intersect_ray([3.0, 1.0], [1.0, 0.0]), [None; 2], "beside");
}

#[test]
fn polylines_keep_within_the_tolerance() {
    each_arc(8, 400, |random, arc, size| {
        let tolerance = [1e-4, 0.01, 0.3][random.below(3)] * size.min(1000.0);
        let points = arc.points(tolerance);
        assert_eq!((points[0], points[points.len() - 1]), (arc.start, arc.end), "ends");
        // Order along the arc makes the piece beside a parameter easy to find.
        let ts: Vec<f64> = points.iter().map(|&p| arc.nearest(p)).collect();
        for t in samples(300) {
            let z = arc.point(t);
            let i = ts[..ts.len() - 1].partition_point(|&u| u < t).max(1);
            let off = (i.saturating_sub(2)..(i + 1).min(points.len() - 1))
                .map(|i| {
                    let (a, d) = (points[i], sub(points[i + 1], points[i]));
                    let s = fraction(dot(sub(z, a), d), dot(d, d));
                    distance(z, [a[0] + s * d[0], a[1] + s * d[1]])
                })
                .fold(f64::INFINITY, f64::min);
            assert!(off <= tolerance * 1.0001 + CLOSE, "{off} > {tolerance} at {t} of {arc:?}");
        }
        // Not wasteful: about the square root of the length over the tolerance.
        let budget = 8.0 * (arc.length() / tolerance).sqrt() + 4.0;
        assert!((points.len() as f64) < budget, "{} pieces, {budget} {arc:?}", points.len());
    });
}

#[test]
fn feet_are_nearest() {
    each_arc(9, 3_000, |_, arc, _| {
        for t in samples(5) {
            let (z, r) = (arc.point(t), arc.clearance(t));
            if let (Generator::Segment { .. }, Generator::Segment { .. }) = (arc.left, arc.right)
                && !in_slabs(&arc, t)
            {
                continue;
            }
            for foot in [arc.foot_left(t), arc.foot_right(t)] {
                let off = (distance(foot, z) - r).abs();
                assert!(off < CLOSE, "{off} at {t} of {arc:?}");
            }
        }
    });
}

#[test]
fn parallel_and_collinear_segments_are_straight() {
    let s = Generator::Segment { from: [0.0, 0.0], to: [8.0, 0.0] };
    let parallel = Generator::Segment { from: [8.0, 4.0], to: [0.0, 4.0] };
    let arc = Arc { start: [1.0, 2.0], end: [7.0, 2.0], left: parallel, right: s };
    assert_eq!((arc.shape(), arc.length(), arc.clearance(0.3)), (Shape::Line, 6.0, 2.0), "parallel");
    assert_eq!((arc.foot_left(0.5), arc.foot_right(0.5)), ([4.0, 4.0], [4.0, 0.0]), "feet");
    let collinear = Generator::Segment { from: [8.0, 0.0], to: [9.0, 0.0] };
    let arc = Arc { start: [8.0, 0.0], end: [8.0, 3.0], left: s, right: collinear };
    assert_eq!((arc.min_clearance(), arc.max_clearance()), ((0.0, 0.0), (1.0, 3.0)), "collinear");
}

#[test]
fn no_input_gives_nan() {
    let mut random = Random::new(10);
    let scales = [0.0, 1e-300, 1e-20, 1e-9, 1.0, 1e3, 1e8, 1e15, 1e30];
    for _ in 0..200_000 {
        let scale = scales[random.below(scales.len())];
        let mut place = || {
            let other = if random.one_in(4) { scales[random.below(scales.len())] } else { scale };
            [(); 2].map(|()| {
                (random.range(-3, 4) as f64 + if random.one_in(2) { 0.0 } else { random.unit() }) * other
            })
        };
        let [start, end, a, b, c, d, origin, direction] = [(); 8].map(|()| place());
        let kinds = [(); 2].map(|()| random.one_in(2));
        let generator = |point: bool, from, to| {
            if point { Generator::Point(from) } else { Generator::Segment { from, to } }
        };
        let (left, right) = (generator(kinds[0], a, b), generator(kinds[1], c, d));
        let start = if random.one_in(8) { a } else { start };
        let end = if random.one_in(8) { start } else { end };
        let arc = Arc { start, end, left, right };
        let t = random.unit();
        let mut all = vec![arc.length(), arc.clearance(t), arc.nearest(origin)];
        all.extend([arc.point(t), arc.tangent(t), arc.foot_left(t), arc.foot_right(t)].concat());
        all.extend([arc.min_clearance().0, arc.min_clearance().1, arc.max_clearance().1]);
        all.extend(arc.intersect_ray(origin, direction).into_iter().flatten().flat_map(|hit| [hit.t, hit.s]));
        all.extend(arc.points(scale / 100.0 + 1e-3 * arc.length()).concat());
        if let Shape::Parabola { directrix_point, directrix_direction, .. } = arc.shape() {
            all.extend([directrix_point, directrix_direction].concat());
        }
        assert!(all.iter().all(|v| v.is_finite()), "{all:?} at {t} of {arc:?}, ray {origin:?} {direction:?}");
    }
}

#[test]
fn parameters_with_a_clearance() {
    let wall = |from, to| Generator::Segment { from, to };
    let arcs = [
        // Two points that face each other: their bisector is narrowest between them.
        Arc {
            start: [0.0, -3.0],
            end: [0.0, 5.0],
            left: Generator::Point([-1.0, 0.0]),
            right: Generator::Point([1.0, 0.0]),
        },
        // A point over a wall.
        Arc {
            start: [-4.0, 5.0],
            end: [2.0, 2.0],
            left: Generator::Point([0.0, 2.0]),
            right: wall([-9.0, 0.0], [9.0, 0.0]),
        },
        // Two walls that meet in a right angle.
        Arc {
            start: [1.0, 1.0],
            end: [6.0, 6.0],
            left: wall([0.0, 9.0], [0.0, 0.0]),
            right: wall([0.0, 0.0], [9.0, 0.0]),
        },
    ];
    for arc in arcs {
        for k in 0..=20 {
            let t = f64::from(k) / 20.0;
            let clearance = arc.clearance(t);
            let found = arc.with_clearance(clearance).expect("it has this clearance");
            assert!(found.iter().any(|u| (u - t).abs() < 1e-7), "{arc:?} {t}: {found:?}");
        }
    }
    assert_eq!(arcs[0].with_clearance(0.9), None);
    assert_eq!(arcs[1].with_clearance(0.9), None);
}
