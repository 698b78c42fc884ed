//! Every generator keeps its promises: disjoint, as many as said, in range, the same for the same seed.

use super::*;
use crate::site::MAX_COORD;

fn p(x: i32, y: i32) -> GridPoint {
    GridPoint::new(x, y)
}

/// Panics unless the set is disjoint, in range, and has no segment of length zero where those are not expected.
fn check(name: &str, segments: &[Segment]) {
    assert!(!segments.is_empty(), "{name}: empty");
    let in_range = |q: &GridPoint| q.x.abs() <= MAX_COORD && q.y.abs() <= MAX_COORD;
    assert!(segments.iter().flatten().all(in_range), "{name}: out of range");
    for (i, &a) in segments.iter().enumerate() {
        for &b in &segments[..i] {
            assert!(disjoint(a, b), "{name}: {a:?} and {b:?} are not disjoint");
        }
    }
}

#[test]
fn disjoint_knows_the_cases() {
    let s = |x0, y0, x1, y1| [p(x0, y0), p(x1, y1)];
    let cases = [
        ("apart", s(0, 0, 1, 0), s(0, 1, 1, 1), true),
        ("common end", s(0, 0, 2, 0), s(0, 0, 0, 2), true),
        ("end to end", s(0, 0, 2, 0), s(2, 0, 4, 0), true),
        ("on one line apart", s(0, 0, 2, 0), s(3, 0, 4, 0), true),
        ("crossing", s(0, 0, 2, 2), s(0, 2, 2, 0), false),
        ("end inside", s(0, 0, 2, 0), s(1, 0, 1, 2), false),
        ("overlap", s(0, 0, 2, 0), s(1, 0, 3, 0), false),
        ("overlap from a common end", s(0, 0, 2, 0), s(0, 0, 1, 0), false),
        ("inside", s(0, 0, 4, 0), s(1, 0, 2, 0), false),
        ("the same", s(0, 0, 2, 0), s(0, 0, 2, 0), false),
        ("reversed", s(0, 0, 2, 0), s(2, 0, 0, 0), false),
        ("point apart", s(0, 0, 2, 0), s(1, 1, 1, 1), true),
        ("point on the line, outside", s(0, 0, 2, 0), s(3, 0, 3, 0), true),
        ("point inside", s(0, 0, 2, 0), s(1, 0, 1, 0), false),
        ("point at an end", s(0, 0, 2, 0), s(0, 0, 0, 0), false),
        ("point twice", s(1, 1, 1, 1), s(1, 1, 1, 1), false),
        ("two points", s(1, 1, 1, 1), s(1, 2, 1, 2), true),
        (
            "extreme",
            s(i32::MIN, i32::MIN, i32::MAX, i32::MAX),
            s(i32::MIN, i32::MAX, i32::MAX, i32::MIN),
            false,
        ),
        ("a unit beside", s(i32::MIN, 0, i32::MAX, 1), s(0, 0, i32::MAX, 0), true),
    ];
    for (name, a, b, expected) in cases {
        for [a, b] in [[a, b], [b, a], [[a[1], a[0]], b], [a, [b[1], b[0]]]] {
            assert_eq!(disjoint(a, b), expected, "{name}");
        }
    }
}

#[test]
fn large_inputs_are_disjoint() {
    check("squares", &squares(12, 3));
    check("random_disjoint", &random_disjoint(1500, 1));
    check("random_disjoint 1", &random_disjoint(1, 1));
    check("comb", &comb(300));
    check("needles", &needles(500));
    check("needles_diagonal", &needles_diagonal(500));
    check("maze", &maze(1000, 5));
    check("grid_squares", &grid_squares(12));
    check("lattice", &lattice(16));
    for n in [3, 4, 5, 7, 100, 1001] {
        check("polygon", &polygon(n));
    }
    check("chain", &chain(1000));
    check("walls_and_pillars", &walls_and_pillars(800, 2));
    for seed in 0..20 {
        check("star", &star(300, seed));
        check("slivers", &slivers(100, seed));
        check("random_disjoint", &random_disjoint(100, seed));
        check("walls_and_pillars", &walls_and_pillars(50 + 10 * seed as usize, seed));
    }
}

#[test]
fn a_large_polygon_is_simple() {
    // Its corners go round the origin once, in order: then no two sides cross.
    let sides = polygon(1_000_000);
    let origin = p(0, 0);
    assert!(sides.iter().all(|s| s[0].minus(origin).cross(s[1].minus(origin)) > 0), "not in order");
}

#[test]
fn small_inputs_are_disjoint() {
    let (mut shared, mut points) = (0, 0);
    for seed in 0..300 {
        for coords in [3, 8, 64] {
            let segments = small(seed, coords, 12);
            check("small", &segments);
            assert!(segments.iter().flatten().all(|q| (0..coords).contains(&q.x.max(q.y))), "out of range");
            points += segments.iter().filter(|s| s[0] == s[1]).count();
            shared += segments.iter().filter(|s| segments.iter().any(|t| s[1] == t[0])).count();
        }
        check("near_degenerate", &near_degenerate(seed));
        check("cocircular", &cocircular(seed));
        check("extremes", &extremes(seed));
    }
    assert!(shared > 300 && points > 300, "hardly any trouble: {shared} shared ends, {points} points");
}

#[test]
fn dirty_inputs_are_dirty() {
    for seed in 0..100 {
        let segments = dirty(seed, 16, 20);
        assert_eq!(segments.len(), 20, "size");
        assert!(!interior_disjoint(&segments), "seed {seed} is clean");
        assert!(
            segments.iter().flatten().all(|q| (0..16).contains(&q.x) && (0..16).contains(&q.y)),
            "out of range"
        );
    }
}

#[test]
fn sizes_are_as_promised() {
    for (m, count) in [(30, 3_604), (96, 36_868), (225, 202_504), (500, 1_000_004)] {
        let segments = squares(m, 1);
        assert_eq!(segments.len(), count, "squares({m})");
        assert!(segments.iter().flatten().all(|q| q.x.abs().max(q.y.abs()) <= MAX_COORD), "out of range");
    }
    assert_eq!(random_disjoint(40_000, 7).len(), 40_000, "random_disjoint");
    assert_eq!(comb(10).len(), 19, "comb");
    assert_eq!(needles(10).len(), 10, "needles");
    assert_eq!(needles_diagonal(10).len(), 10, "needles_diagonal");
    assert_eq!(maze(10_000, 1).len(), 9_999, "maze");
    assert_eq!(grid_squares(10).len(), 400, "grid_squares");
    assert_eq!(lattice(9).len(), 164, "lattice");
    assert_eq!(polygon(10).len(), 10, "polygon");
    assert_eq!(chain(10_000).len(), 10_000, "chain");
    assert_eq!(star(1000, 1).len(), 1000, "star");
    assert_eq!(slivers(1000, 1).len(), 3000, "slivers");
    let pillars = walls_and_pillars(10_000, 1).len();
    assert!((9_500..=10_000).contains(&pillars), "walls_and_pillars: {pillars}");
    assert!(chain(100_000).iter().flatten().all(|q| q.y.abs() <= MAX_COORD), "chain out of range");
}

#[test]
fn needles_almost_touch() {
    let needles = needles_diagonal(3);
    let d = needles[0][1].minus(needles[0][0]);
    assert_eq!(d.cross(needles[1][0].minus(needles[0][0])).abs(), 1, "not a neighbor on the grid");
    assert!(d.norm_sq() > 1 << 51, "short");
}

#[test]
fn lengths_are_mixed() {
    let segments = random_disjoint(2000, 3);
    let longer =
        |length: f64| segments.iter().filter(|s| (s[1].minus(s[0]).norm_sq() as f64).sqrt() > length).count();
    let counts = [10.0, 1e3, 1e5, 1e6].map(longer);
    assert!(counts[0] > 1800 && counts[1] > 1000 && counts[2] > 400 && counts[3] > 50, "{counts:?}");
    assert!(counts[1] < 1500, "{counts:?}");
}

#[test]
fn same_seed_same_bits() {
    // Golden: a change here changes the inputs of every recorded measurement.
    let checksum = |segments: &[Segment]| {
        segments.iter().flatten().fold(0u64, |sum, q| {
            sum.wrapping_mul(0x0100_0000_01b3) ^ ((q.x as u32 as u64) << 32 | q.y as u32 as u64)
        })
    };
    let inputs = [
        squares(10, 1),
        random_disjoint(100, 1),
        maze(100, 1),
        walls_and_pillars(100, 1),
        star(100, 1),
        slivers(100, 1),
        polygon(1000),
        small(1, 8, 12),
        near_degenerate(1),
        cocircular(1),
        extremes(1),
        dirty(1, 8, 12),
    ];
    let sums = inputs.map(|segments| checksum(&segments));
    assert_eq!(sums, GOLDEN, "{sums:#x?}");
    assert_ne!(squares(5, 1), squares(5, 2), "the seed has no effect");
}

const GOLDEN: [u64; 12] = [
    0x3186_3ed9_c2a1_6428,
    0xa958_7ef2_99f5_9ca6,
    0x6302_7731_3324_7380,
    0xc6de_cccf_b5c3_4f94,
    0x8650_da2c_5149_7cca,
    0xec92_a94f_4f93_78dc,
    0x92ea_ef44_6e5b_1028,
    0x00ea_ec21_00d2_848b,
    0xe91c_2ae4_a660_ef87,
    0x012a_b776_b62a_6152,
    0xc722_4e1b_c88c_89f3,
    0xa261_f3ea_e39e_f314,
];

#[test]
fn transforms_keep_the_sets_disjoint() {
    for seed in 0..50 {
        let segments = small(seed, 8, 12);
        check("shift", &shift(&segments, -1000, 77));
        check("mirror", &mirror(&segments));
        check("quarter_turn", &quarter_turn(&segments));
        check("shuffle", &shuffle(&segments, seed));
        let split = split_at_grid_points(&segments, 3);
        check("split", &split);
        assert!(split.len() >= segments.len(), "lost some");
        let mut turned = segments.clone();
        for _ in 0..4 {
            turned = quarter_turn(&turned);
        }
        assert_eq!(turned, segments, "four quarters are a whole turn");
        assert_eq!(mirror(&mirror(&segments)), segments, "mirrored twice");
        let sorted = |segments: &[Segment]| {
            let mut all: Vec<Segment> = segments.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
            all.sort();
            all
        };
        assert_eq!(sorted(&shuffle(&segments, seed)), sorted(&segments), "shuffle loses none");
    }
    let split = split_at_grid_points(&[[p(0, 0), p(6, -3)], [p(1, 1), p(1, 1)], [p(5, 5), p(6, 7)]], 8);
    let expected = [[0, 0, 2, -1], [2, -1, 4, -2], [4, -2, 6, -3], [1, 1, 1, 1], [5, 5, 6, 7]];
    assert_eq!(split, expected.map(|[a, b, c, d]| [p(a, b), p(c, d)]), "split");
    assert_eq!(split_at_grid_points(&[[p(0, 0), p(1000, 0)]], 4).len(), 4, "pieces");
}
