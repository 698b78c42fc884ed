//! Every invariant on every kind of input.

use crate::common::{diagram, every_sample, line};
use throng_voronoi::{SegmentId, sample};

#[test]
fn every_kind_of_input_is_sound() {
    for seed in 0..4 {
        for (name, input) in every_sample(seed, 250) {
            let diagram = diagram(&input);
            assert_eq!(diagram.check_all(), Ok(()), "{name}, seed {seed}");
        }
    }
}

#[test]
fn trouble_is_sound() {
    for seed in 0..800 {
        for input in [
            sample::small(seed, 6 + (seed % 8) as i32, 14),
            sample::cocircular(seed),
            sample::near_degenerate(seed),
            sample::extremes(seed),
        ] {
            assert_eq!(diagram(&input).check_all(), Ok(()), "{}", line(&input));
        }
    }
}

/// Coordinates at the corners of the box, where the exact stage needs all of its bits.
#[test]
fn corners_of_the_box() {
    let m = throng_voronoi::MAX_COORD;
    let texts = [
        format!("{0} {0} {1} {0} | {1} {0} {1} {1} | {1} {1} {0} {1} | {0} {1} {0} {0}", -m, m),
        format!("{0} {0} {1} {1} | {0} {1} -1 0 | {1} {0} 1 0", -m, m),
        format!("{0} {0} {1} {2} | {0} {3} {2} {1} | 0 0 0 0", -m, m, m - 1, 1 - m),
        format!("{0} {0} {0} {0} | {1} {0} {1} {0} | {1} {1} {1} {1} | {0} {1} {0} {1}", -m, m),
        format!("{0} 0 {1} 0 | {0} 1 {1} 1 | {0} {0} {1} -1 | {0} {1} {1} 2", -m, m),
    ];
    for text in texts {
        let mut diagram = diagram(&crate::common::segments(&text));
        assert_eq!(diagram.check_all(), Ok(()), "{text}");
        let all: Vec<SegmentId> = diagram.segments().collect();
        for s in all {
            diagram.remove_segment(s).expect("it is there");
            assert_eq!(diagram.check_all(), Ok(()), "{text}");
        }
    }
}
