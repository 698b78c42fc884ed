//! Every predicate against the [`oracle`], on inputs that seek trouble.

mod oracle;

use num_bigint::BigInt;

use crate::exact::int::Int;
use crate::exact::tower::{Number, Root, Tower};
use crate::exact::{compare_centers, line_form, line_power, point_power, turn};
use crate::id::{PointId, SegmentId};
use crate::sign::Sign;
use crate::site::{Code, FRAME, GridPoint, MAX_COORD, NONE, PointSite, SegmentSite, Side, Sites, Vector};
use oracle::Real;

#[test]
fn small_coordinates_with_ties_by_the_dozen() {
    let tally = check_all(1, 12_000, |rng| GridPoint::new(rng.below(8), rng.below(8)), Frame::No);
    tally.assert_all_answers_seen();
}

#[test]
fn ties_at_full_scale() {
    let step = MAX_COORD / 4;
    let coord = move |rng: &mut Rng| (rng.below(9) - 4) * step;
    let tally = check_all(2, 8_000, |rng| GridPoint::new(coord(rng), coord(rng)), Frame::No);
    tally.assert_all_answers_seen();
}

#[test]
fn one_unit_from_a_tie() {
    let step = MAX_COORD / 4 - 1;
    let coord =
        move |rng: &mut Rng| (rng.below(9) - 4) * step + i32::from(rng.below(6) == 0) * (rng.below(3) - 1);
    check_all(3, 6_000, |rng| GridPoint::new(coord(rng), coord(rng)), Frame::No);
}

#[test]
fn random_coordinates_of_full_range() {
    let coord = |rng: &mut Rng| rng.below(2 * MAX_COORD + 1) - MAX_COORD;
    check_all(4, 3_000, |rng| GridPoint::new(coord(rng), coord(rng)), Frame::Yes);
}

#[test]
fn slivers() {
    // Nearly parallel lines, nearly collinear points: far centers, large radii.
    let x = |rng: &mut Rng| rng.below(2 * MAX_COORD + 1) - MAX_COORD;
    check_all(5, 3_000, |rng| GridPoint::new(x(rng), rng.below(5) - 2), Frame::Yes);
}

#[test]
fn corners_of_the_box_and_of_the_frame() {
    let coord = |rng: &mut Rng| {
        let values = [MAX_COORD, -MAX_COORD, MAX_COORD - 1, 1 - MAX_COORD, 0, 1, -1];
        let choices = if rng.below(3) == 0 { 7 } else { 4 };
        values[rng.below(choices) as usize]
    };
    let tally = check_all(6, 8_000, |rng| GridPoint::new(coord(rng), coord(rng)), Frame::Yes);
    tally.assert_all_answers_seen();
}

#[test]
fn radius_zero_at_a_bend_and_on_a_straight_wall() {
    for far in [GridPoint::new(9, 0), GridPoint::new(9, 1), GridPoint::new(-3, 0)] {
        let pool = [GridPoint::new(0, 0), GridPoint::new(-7, 0), far];
        let mut sites = sites(&pool, 3);
        sites.segments.clear();
        sites.segments.push(SegmentSite::new(PointId(1), PointId(0), pool[1], pool[0]));
        sites.segments.push(SegmentSite::new(PointId(0), PointId(2), pool[0], pool[2]));
        let s = |i, side| Code::segment(SegmentId(i), side);
        for side in [Side::Left, Side::Right] {
            let f = [s(0, side), Code::point(PointId(0)), s(1, side)];
            let u = Vector { x: 3, y: 5 };
            assert_eq!(line_form(&sites, f, u, pool[0]), Sign::Zero, "the center is the point");
            assert_eq!(
                line_form(&sites, f, u, GridPoint::new(-1, 0)),
                Sign::Positive,
                "the center is the point"
            );
            assert_eq!(point_power(&sites, f, pool[0]), Sign::Zero, "the point is on the circle");
            assert_eq!(point_power(&sites, f, pool[1]), Sign::Positive, "other points are outside");
            assert_eq!(line_power(&sites, f, &sites.segments[1]), Sign::Zero, "the lines touch the circle");
        }
    }
}

#[test]
fn int_matches_big_int() {
    const N: usize = 12;
    let mut rng = Rng(7);
    for _ in 0..20_000 {
        let [(a, big_a), (b, big_b)] = [0; 2].map(|_| random_int::<N>(&mut rng, 5));
        for (ours, theirs) in [
            (a.add(&b), &big_a + &big_b),
            (a.sub(&b), &big_a - &big_b),
            (a.mul(&b), &big_a * &big_b),
            (a.sub(&a.add(&b)), -&big_b),
            (a.neg(), -&big_a),
        ] {
            // The difference in our arithmetic with the value read back from theirs.
            assert_eq!(ours, from_big(&theirs), "of {big_a} and {big_b}");
            assert_eq!(ours.sign(), Real::new(theirs).sign(), "of {big_a} and {big_b}");
        }
    }
}

#[test]
#[should_panic(expected = "outgrew its 3 limbs")]
fn int_says_when_it_runs_out_of_room() {
    let x = Int::<3>::product(i128::MAX, i128::from(u64::MAX));
    x.mul(&x);
}

/// Numbers up to depth 3 against their values, with squares, zeros and equal radicands among the radicands.
#[test]
fn tower_signs_match_values() {
    const N: usize = 24;
    type Depth1 = Root<Int<N>>;
    type Depth2 = Root<Depth1>;
    type Depth3 = Root<Depth2>;
    let mut rng = Rng(8);
    let mut seen = [0; 3];
    for round in 0..20_000 {
        let mut small = |low: i32, high: i32| {
            let value = i128::from(low + rng.below(high - low + 1));
            (Int::<N>::new(value), Real::new(value))
        };
        // Radicands: r1 a small integer; r2 = (p + q sqrt(r1))^2 or an integer; r3 likewise.
        let (r1, v1) = small(0, 9);
        let t1 = Tower::<Int<N>, N> { below: (), radicand: r1 };
        let root1 = v1.sqrt();
        let mut depth1 = |low, high| {
            let ((a, va), (b, vb)) = (small(low, high), small(low, high));
            (Depth1 { a, b }, va.add(&vb.mul(&root1)))
        };
        let (mut r2, mut v2) = if round % 3 == 0 { depth1(0, 3) } else { depth1(-2, 2) };
        if round % 3 != 0 {
            (r2, v2) = (r2.square(&t1), v2.mul(&v2));
        }
        let t2 = Tower::<Depth1, N> { below: t1.clone(), radicand: r2 };
        let root2 = v2.sqrt();
        let mut depth2 = |low, high| {
            let ((a, va), (b, vb)) = (depth1(low, high), depth1(low, high));
            (Depth2 { a, b }, va.add(&vb.mul(&root2)))
        };
        let (r3, v3) = depth2(-1, 1);
        let t3 = Tower::<Depth2, N> { below: t2.clone(), radicand: r3.square(&t2) };
        let root3 = v3.mul(&v3).sqrt();
        let [(p, vp), (q, vq)] = [0; 2].map(|_| {
            let ((a, va), (b, vb)) = (depth2(-2, 2), depth2(-2, 2));
            (Depth3 { a, b }, va.add(&vb.mul(&root3)))
        });
        let product = p.mul(&q, &t3);
        let value = vp.mul(&vq);
        for (number, value) in [
            (p.clone(), vp.clone()),
            (product.sub(&q.square(&t3)), value.sub(&vq.mul(&vq))),
            (
                p.add(&q).square(&t3).sub(&p.square(&t3)).sub(&q.square(&t3)).sub(&product).sub(&product),
                Real::new(0),
            ),
        ] {
            assert_eq!(number.sign(&t3), value.sign(), "round {round}");
            seen[value.sign() as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&n| n > 1000), "too few of one sign: {seen:?}");
}

/// Asks everything about random corners on random points, and compares.
fn check_all(seed: u64, rounds: usize, mut point: impl FnMut(&mut Rng) -> GridPoint, frame: Frame) -> Tally {
    let mut rng = Rng(seed);
    let mut tally = Tally::default();
    let mut done = 0;
    while done < rounds {
        let mut pool: Vec<GridPoint> = Vec::new();
        while pool.len() < 5 {
            let p = point(&mut rng);
            if !pool.contains(&p) {
                pool.push(p);
            }
        }
        let inner = pool.len();
        if frame == Frame::Yes {
            pool.extend([(-FRAME, -FRAME), (FRAME, -FRAME), (0, FRAME)].map(|(x, y)| GridPoint::new(x, y)));
        }
        let sites = sites(&pool, inner);
        let mut circles = Vec::new();
        for _ in 0..24 {
            let f = random_corners(&mut rng, &sites);
            if let Some(circle) = oracle::circle(&sites, f) {
                circles.push((f, circle));
            }
        }
        done += circles.len();
        for (f, c) in &circles {
            let kind = f.iter().filter(|code| code.is_segment()).count();
            let [p, q, o] = [0; 3].map(|_| match rng.below(2) {
                0 => point(&mut rng),
                _ => pool[rng.below(pool.len() as i32) as usize],
            });
            let u = p.minus(q);
            let s = &sites.segments[rng.below(sites.segments.len() as i32) as usize];
            tally.add(0, kind, line_form(&sites, *f, u, o), c.line_form(u, o), || {
                format!("{f:?} {u:?} {o:?} {pool:?}")
            });
            // A grid point on a circle that touches three lines is rare: try more of them.
            for o in [o].into_iter().chain((0..3 * kind).map(|_| point(&mut rng))) {
                let ours = point_power(&sites, *f, o);
                tally.add(1, kind, ours, c.point_power(o), || format!("{f:?} {o:?} {pool:?}"));
            }
            let ours = line_power(&sites, *f, s);
            tally.add(2, kind, ours, c.line_power(s), || format!("{f:?} {s:?} {pool:?}"));
            let (g, e) = &circles[rng.below(circles.len() as i32) as usize];
            let pair = kind.max(g.iter().filter(|code| code.is_segment()).count());
            let ours = compare_centers(&sites, *f, *g, u);
            tally.add(3, pair, ours, c.compare(e, u), || format!("{f:?} {g:?} {u:?} {pool:?}"));
            let ours = turn(&sites, *f, *g, o);
            tally.add(4, pair, ours, c.turn(e, o), || format!("{f:?} {g:?} {o:?} {pool:?}"));
        }
    }
    tally
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Frame {
    Yes,
    No,
}

/// How often each predicate gave each sign, by number of segments in the corners.
#[derive(Default)]
struct Tally([[[usize; 3]; 4]; 5]);

impl Tally {
    fn add(&mut self, predicate: usize, kind: usize, ours: Sign, theirs: Sign, input: impl Fn() -> String) {
        assert_eq!(ours, theirs, "predicate {predicate}, {kind} segments: {}", input());
        self.0[predicate][kind][ours as usize] += 1;
    }

    fn assert_all_answers_seen(&self) {
        for (predicate, by_kind) in self.0.iter().enumerate() {
            for (kind, by_sign) in by_kind.iter().enumerate() {
                assert!(
                    by_sign.iter().all(|&n| n > 0),
                    "predicate {predicate}, {kind} segments: {by_sign:?}"
                );
            }
        }
    }
}

/// The points as sites, and all segments between the first `inner` of them.
fn sites(pool: &[GridPoint], inner: usize) -> Sites {
    let mut sites = Sites::default();
    sites.points.extend(pool.iter().map(|&at| PointSite { at, anchor: NONE, degree: 0 }));
    for i in 0..inner {
        for j in 0..i {
            let ends = [PointId(i as u32), PointId(j as u32)];
            sites.segments.push(SegmentSite::new(ends[0], ends[1], pool[i], pool[j]));
        }
    }
    sites
}

/// Three different sites.
fn random_corners(rng: &mut Rng, sites: &Sites) -> [Code; 3] {
    let segments = rng.below(4);
    loop {
        let f = [0, 1, 2].map(|i| {
            if i < segments {
                let side = if rng.below(2) == 0 { Side::Left } else { Side::Right };
                Code::segment(SegmentId(rng.below(sites.segments.len() as i32) as u32), side)
            } else {
                Code::point(PointId(rng.below(sites.points.len() as i32) as u32))
            }
        });
        if !f[0].same_site(f[1]) && !f[1].same_site(f[2]) && !f[2].same_site(f[0]) {
            let turn = rng.below(3) as usize;
            return [f[turn], f[(turn + 1) % 3], f[(turn + 2) % 3]];
        }
    }
}

fn random_int<const N: usize>(rng: &mut Rng, max_limbs: i32) -> (Int<N>, BigInt) {
    let mut big = BigInt::from(0);
    for _ in 0..rng.below(max_limbs + 1) {
        // Limbs of all zeros and all ones make long carries.
        let limb = [0, u64::MAX, rng.next()][rng.below(3) as usize];
        big = (big << 64) + limb;
    }
    if rng.below(2) == 0 {
        big = -big;
    }
    (from_big(&big), big)
}

fn from_big<const N: usize>(big: &BigInt) -> Int<N> {
    let (sign, digits) = big.to_u64_digits();
    let base = Int::new(1 << 64);
    let sum = digits
        .iter()
        .rev()
        .fold(Int::ZERO, |sum: Int<N>, &digit| sum.mul(&base).add(&Int::new(digit.into())));
    if sign == num_bigint::Sign::Minus { sum.neg() } else { sum }
}

/// SplitMix64.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..bound`.
    fn below(&mut self, bound: i32) -> i32 {
        (self.next() % bound as u64) as i32
    }
}
