//! Published inputs on which an implementation in wide use fails: wrong or missing vertices, crossing arcs, errors.
//! The names are those of the issues, in the trackers of Boost.Polygon and of its Rust port.

use crate::common::{diagram, line, segments};
use throng_voronoi::naive::{Verdict, compare};
use throng_voronoi::sample::{Segment, interior_disjoint};
use throng_voronoi::{GridPoint, SegmentId};

/// Builds the diagram, verifies it, and takes the segments away one by one.
fn check(input: &[Segment]) {
    assert!(interior_disjoint(input), "{} needs cleaning", line(input));
    let mut diagram = diagram(input);
    assert_eq!(diagram.check_all(), Ok(()), "built");
    let all: Vec<SegmentId> = diagram.segments().collect();
    for s in all {
        diagram.remove_segment(s).expect("it is there");
        assert_eq!(diagram.check_all(), Ok(()), "without {s:?}");
    }
}

/// The oracle has doubles only; an input may be too large for it to be sure.
fn check_with_oracle(input: &[Segment]) {
    check(input);
    let verdict = compare(input);
    assert!(matches!(verdict, Verdict::Same(_)), "{verdict:?}");
}

#[test]
fn boostvoronoi_4() {
    check_with_oracle(&segments(
        "50 9270 100 9280 | 100 9280 4060 9880 | 220 8290 250 8290 | 250 8290 270 8300
         | 2730 5630 42700 5920 | 3240 8740 5210 9040",
    ));
}

#[test]
fn polygon_66() {
    check_with_oracle(&segments(
        "-5138 -5149 -5038 -5142 | -5042 -5069 -5165 -5162 | -5011 -5195 -5404 -5134",
    ));
}

#[test]
fn polygon_67_first() {
    check_with_oracle(&segments("673 903 -985 -362 | -238 248 -179 453 | -136 323 -90 419"));
}

#[test]
fn polygon_67_second() {
    check_with_oracle(&segments("519 -635 342 -158 | -440 707 661 -976 | 269 -113 507 -171"));
}

#[test]
fn polygon_67_third() {
    check_with_oracle(&segments("597 -23 533 65 | 716 302 455 245 | -716 412 999 356"));
}

#[test]
fn polygon_43() {
    let corners = [
        (0, 10_000_000),
        (700_000, 1),
        (700_000, 9_000_000),
        (9_100_000, 9_000_000),
        (9_100_000, 0),
        (10_000_000, 10_000_000),
    ]
    .map(|(x, y)| GridPoint::new(x, y));
    let sides: Vec<Segment> = (0..6).map(|i| [corners[i], corners[(i + 1) % 6]]).collect();
    check(&sides);
}
