//! The care that surfaces with overlaps need must do no harm in the plane, where every answer can be checked by force.

use crate::Diagram;
use crate::sample::{self, Random};

#[test]
fn operations_with_care_are_right_in_the_plane() {
    for seed in 0..300 {
        let coords = [5, 8, 16, 1000][seed as usize % 4];
        let segments = sample::small(seed, coords, 12);
        let built = Diagram::of_segments(&segments).expect("the sample is clean");
        let mut diagram = built.diagram;
        diagram.layered = true;
        let mut random = Random::new(seed);
        let mut live: Vec<_> = built.segments.iter().flatten().copied().collect();
        let mut gone = Vec::new();
        for step in 0..24 {
            if gone.is_empty() || (!live.is_empty() && random.one_in(2)) {
                if live.is_empty() {
                    break;
                }
                let s = live.swap_remove(random.below(live.len()));
                gone.push(diagram.ends(s));
                diagram.remove_segment(s).expect("it is there");
            } else {
                let [a, b] = gone.swap_remove(random.below(gone.len()));
                live.push(diagram.insert_segment(a, b).expect("it was there before").0);
            }
            diagram.check_all().unwrap_or_else(|violation| panic!("seed {seed}, step {step}: {violation}"));
        }
        for s in live {
            diagram.remove_segment(s).expect("it is there");
        }
        let points: Vec<_> = diagram.points().collect();
        for p in points {
            diagram.remove_point(p).expect("it is there");
            diagram.check_all().unwrap_or_else(|violation| panic!("seed {seed}: {violation}"));
        }
        assert_eq!(diagram.num_points(), 0, "all gone");
    }
}
