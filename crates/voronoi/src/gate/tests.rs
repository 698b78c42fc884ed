//! The gate against naive code, on input that is as bad as possible.

use std::collections::BTreeSet;

use super::crossing::Crossing;
use super::hot::{HotPixels, Probe};
use super::lines::{Line, Lines};
use super::route::route;
use super::sweep::meetings;
use super::vertices::Vertices;
use super::*;

/// Random numbers that depend on the seed and the count of calls only (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, end: i32) -> i32 {
        (self.next() % end as u64) as i32
    }

    fn point(&mut self, size: i32) -> GridPoint {
        GridPoint::new(self.below(size), self.below(size))
    }

    fn segment(&mut self, size: i32) -> [GridPoint; 2] {
        [self.point(size), self.point(size)]
    }
}

fn meets(a: GridPoint, b: GridPoint, p: GridPoint) -> bool {
    Probe::new(a, b).meets(p)
}

fn p(x: i32, y: i32) -> GridPoint {
    GridPoint::new(x, y)
}

/// Cleans and verifies everything that is promised: the invariant, that every input segment is still a chain
/// between its ends and within its pixels, and that cleaning again changes nothing.
fn verified(points: &[GridPoint], segments: &[[GridPoint; 2]]) -> Clean {
    verified_result(points, segments, Clean::new(points, segments).expect("all in the box"))
}

fn verified_result(points: &[GridPoint], segments: &[[GridPoint; 2]], clean: Clean) -> Clean {
    if let Err(violation) = clean.check() {
        panic!("{violation}: {points:?} {segments:?}");
    }
    verify_sources(points, segments, &clean);

    let again: Vec<_> = clean.segments().iter().map(|s| s.map(|v| clean.points()[v as usize])).collect();
    let again = Clean::new(clean.points(), &again).expect("all in the box");
    assert_eq!(again.points(), clean.points(), "points that are clean stay");
    assert_eq!(again.segments(), clean.segments(), "segments that are clean stay");
    assert_eq!(*again.report(), CleanReport::default(), "nothing to report of clean input");
    clean
}

fn verify_sources(points: &[GridPoint], segments: &[[GridPoint; 2]], clean: &Clean) {
    let at = |v: u32| clean.points()[v as usize];
    for (index, &point) in points.iter().enumerate() {
        let vertex = clean.point_of(InputPoint::Point(index as u32));
        assert_eq!(at(vertex), point, "an isolated point is where it was");
    }
    for vertex in 0..clean.points().len() {
        for &source in clean.point_sources(vertex) {
            assert_eq!(clean.point_of(source) as usize, vertex, "sources of points go there and back");
        }
    }
    let listed: usize = (0..clean.points().len()).map(|v| clean.point_sources(v).len()).sum();
    assert_eq!(listed, points.len() + 2 * segments.len(), "every position is listed once");

    let mut pieces = vec![Vec::new(); segments.len()];
    for (piece, ends) in clean.segments().iter().enumerate() {
        let sources = clean.segment_sources(piece);
        assert!(!sources.is_empty() && sources.is_sorted(), "sources ascend");
        for &source in sources {
            pieces[source as usize].push(*ends);
        }
    }
    let mut farthest = 0.0_f64;
    for (index, &[a, b]) in segments.iter().enumerate() {
        let start = clean.point_of(InputPoint::Start(index as u32));
        let end = clean.point_of(InputPoint::End(index as u32));
        assert_eq!([at(start), at(end)], [a, b], "ends stay on the grid point they were on");
        let mut left = std::mem::take(&mut pieces[index]);
        let mut last = start;
        while last != end {
            let next = left.iter().position(|ends| ends.contains(&last));
            let next =
                left.swap_remove(next.unwrap_or_else(|| panic!("segment {index} is torn: {segments:?}")));
            last = if next[0] == last { next[1] } else { next[0] };
            assert!(meets(a, b, at(last)), "a chain visits only pixels on its course");
            let height = b.minus(a).cross(at(last).minus(a)).abs() as f64;
            farthest = farthest.max(height / (b.minus(a).norm_sq() as f64).sqrt());
        }
        assert!(left.is_empty(), "segment {index} has pieces off its chain: {left:?} {segments:?}");
    }
    assert!(farthest <= 0.5_f64.sqrt() + 1e-12, "moved by {farthest}");
    assert!((farthest - clean.report().rerouted_by).abs() < 1e-9, "the largest move is reported");
}

/// The sweep against all pairs.
fn verify_sweep(segments: &[[GridPoint; 2]]) {
    let (vertices, vertex_of) = Vertices::distinct(segments.as_flattened());
    let pieces: Vec<[u32; 2]> = vertex_of.chunks(2).map(|s| [s[0], s[1]]).filter(|s| s[0] != s[1]).collect();
    let lines = Lines::new(&vertices, &pieces);
    let all = lines.lines.clone();
    let found = meetings(&vertices, lines, usize::MAX);

    let mut touches = BTreeSet::new();
    let mut pixels = BTreeSet::new();
    let mut crossing = BTreeSet::new();
    for s in &all {
        for (vertex, &point) in vertices.at.iter().enumerate() {
            if s.side(point) == 0 && s.from.minus(point).dot(s.right().minus(point)) < 0 {
                touches.insert((s.piece, vertex as u32));
            }
        }
        for t in &all {
            let apart = |s: &Line, t: &Line| s.side(t.from).signum() * s.side(t.right()).signum() < 0;
            if s.piece < t.piece && apart(s, t) && apart(t, s) {
                let at = Crossing::new(s, t);
                // At a vertex both lines touch it instead.
                if !vertices.at.iter().any(|&v| s.side(v) == 0 && t.side(v) == 0) {
                    pixels.insert(at.pixel());
                    crossing.insert([s.piece, t.piece]);
                }
            }
        }
    }
    assert_eq!(found.touches.len(), touches.len(), "each touch is found once: {segments:?}");
    assert_eq!(found.touches.into_iter().collect::<BTreeSet<_>>(), touches, "{segments:?}");
    let found_pixels: BTreeSet<GridPoint> = found.crossings.iter().map(|c| c.pixel).collect();
    assert_eq!(found_pixels, pixels, "{segments:?}");
    for pair in &found.crossings {
        let [s, t] = pair.pieces;
        assert!(crossing.contains(&[s.min(t), s.max(t)]), "{pair:?} do not cross: {segments:?}");
    }
}

#[test]
fn tiny_boxes_full_of_coincidences() {
    let mut random = Random(1);
    for run in 0..20_000 {
        let size = 2 + random.below(8);
        let segments: Vec<_> = (0..1 + random.below(12)).map(|_| random.segment(size)).collect();
        let points: Vec<_> = (0..random.below(4)).map(|_| random.point(size)).collect();
        verified(&points, &segments);
        if run % 4 == 0 {
            verify_sweep(&segments);
        }
    }
}

#[test]
fn medium_boxes() {
    let mut random = Random(2);
    for _ in 0..400 {
        let size = 10 + random.below(60);
        let segments: Vec<_> = (0..10 + random.below(40)).map(|_| random.segment(size)).collect();
        verified(&[random.point(size)], &segments);
        verify_sweep(&segments);
    }
}

#[test]
fn long_and_nearly_parallel() {
    // Lines that differ by a unit over the whole box cross at tiny angles, far from any grid point.
    let mut random = Random(3);
    for run in 0..600 {
        let length = [100, 10_000, MAX_COORD][run % 3];
        let tilt = random.below(length);
        let segments: Vec<_> = (0..12)
            .map(|_| {
                let mut end = |x: i32, y: i32| p(x + random.below(3) - 1, y + random.below(3) - 1);
                [end(1 - length, 1 - length + tilt), end(length - 1, length - 1 - tilt)]
            })
            .map(|ends| ends.map(|e| p(e.x.clamp(-MAX_COORD, MAX_COORD), e.y.clamp(-MAX_COORD, MAX_COORD))))
            .collect();
        verified(&[], &segments);
        verify_sweep(&segments);
    }
}

#[test]
fn at_the_corners_of_the_box() {
    let mut random = Random(4);
    for _ in 0..300 {
        let mut end = || {
            let mut coordinate = || match random.below(4) {
                0 => -MAX_COORD,
                1 => MAX_COORD,
                2 => -MAX_COORD + random.below(2 * MAX_COORD),
                _ => MAX_COORD - random.below(3),
            };
            p(coordinate(), coordinate())
        };
        let segments: Vec<_> = (0..12).map(|_| [end(), end()]).collect();
        verified(&[], &segments);
        verify_sweep(&segments);
    }
}

#[test]
fn hundreds_of_long_segments_with_thousands_of_crossings() {
    for (size, count) in [(1000, 60), (100_000, 120), (MAX_COORD, 300)] {
        let mut random = Random(u64::from(size as u32));
        let segments: Vec<_> = (0..count).map(|_| random.segment(size)).collect();
        let clean = verified(&[], &segments);
        assert!(clean.report().created_points > count as usize, "segments of this length cross often");
    }
}

#[test]
fn dense_crossings_on_a_coarse_grid() {
    // More crossings than pixels: nearly every pixel becomes hot.
    let mut random = Random(5);
    for size in [12, 20, 32] {
        let segments: Vec<_> = (0..150).map(|_| random.segment(size)).collect();
        verified(&[], &segments);
    }
}

#[test]
fn needles_through_a_crowd_of_vertices() {
    // Long thin needles pass vertices closer than half a unit: leading one of them carries it over others.
    let mut random = Random(6);
    let mut most_rounds = 0;
    for _ in 0..300 {
        let mut segments: Vec<_> = (0..10).map(|_| [p(0, random.below(6)), p(60, random.below(6))]).collect();
        segments.extend((0..20).map(|_| {
            let from = p(random.below(60), random.below(6));
            [from, p(from.x + random.below(5) - 2, from.y + random.below(5) - 2)]
        }));
        most_rounds = most_rounds.max(verified(&[], &segments).report().rounds);
    }
    assert!(most_rounds > 1, "some need a second round, or the test is too tame");
}

#[test]
fn crowds() {
    // Sweeps that lose patience after a handful of crossings.
    let mut random = Random(11);
    let mut num_crowds = 0;
    for run in 0..3000 {
        let size = [4, 6, 8, 12][run % 4];
        let segments: Vec<_> = (0..10 + random.below(40)).map(|_| random.segment(size)).collect();
        let (vertices, vertex_of) = Vertices::distinct(segments.as_flattened());
        let courses: Vec<[u32; 2]> =
            vertex_of.chunks(2).map(|s| [s[0], s[1]]).filter(|s| s[0] != s[1]).collect();
        num_crowds += usize::from(meetings(&vertices, Lines::new(&vertices, &courses), 0).crowded);
        let clean = clean(vertices, vertex_of, 0, CleanReport::default(), 0);
        verified_result(&[], &segments, clean);
    }
    assert!(num_crowds > 300, "only {num_crowds} crowds");
    let spot: Vec<_> = (0..2000).map(|_| random.segment(30)).collect();
    verified(&[], &spot);
}

#[test]
fn all_vertices_hot_ends_at_once() {
    // The last resort, taken at once: with all vertices and crossings hot one round leaves nothing.
    let mut random = Random(7);
    for run in 0..3000 {
        let size = [6, 12, 40, 1000][run % 4];
        let segments: Vec<_> = (0..4 + random.below(20)).map(|_| random.segment(size)).collect();
        let (mut vertices, vertex_of) = Vertices::distinct(segments.as_flattened());
        let courses: Vec<[u32; 2]> =
            vertex_of.chunks(2).map(|s| [s[0], s[1]]).filter(|s| s[0] != s[1]).collect();
        let met = meetings(&vertices, Lines::new(&vertices, &courses), usize::MAX);
        let pixels: BTreeSet<GridPoint> = met.crossings.iter().map(|crossing| crossing.pixel).collect();
        let new: Vec<GridPoint> =
            pixels.into_iter().filter(|&pixel| vertices.find(pixel).is_none()).collect();
        vertices.extend(&new);
        let hot = HotPixels::new(&vertices.at, 0..vertices.at.len() as u32);
        let chains = route(&vertices.at, &courses, &[], &hot);
        let met = meetings(&vertices, Lines::new(&vertices, &chains.pieces), usize::MAX);
        assert!(met.is_empty(), "{met:?}: {segments:?}");
    }
}

#[test]
fn hot_pixels_are_found_as_naively() {
    let mut random = Random(8);
    for size in [8, 40, 1000, MAX_COORD] {
        let vertices: Vec<GridPoint> = (0..700).map(|_| random.point(size)).collect();
        let hot = HotPixels::new(&vertices, 0..700);
        for _ in 0..300 {
            let [a, b] = random.segment(size);
            let mut found = Vec::new();
            hot.met_by(a, b, &mut found);
            found.sort_unstable();
            let naive: Vec<u32> = (0..700).filter(|&v| meets(a, b, vertices[v as usize])).collect();
            assert_eq!(found, naive, "pixels met by {a:?} {b:?}");
        }
    }
}

#[test]
fn pixels_are_half_open() {
    // The diagonal of slope -1 goes through corners of pixels only where it misses the centers.
    assert!(!meets(p(0, 1), p(1, 0), p(0, 0)), "the upper right corner belongs to another pixel");
    assert!(meets(p(0, 1), p(1, 0), p(1, 1)), "the lower left corner belongs to the pixel");
    assert!(!meets(p(0, 0), p(1, 1), p(1, 0)), "nor does the upper left corner");
    assert!(!meets(p(0, 0), p(1, 1), p(0, 1)), "nor the lower right one");
    assert!(meets(p(0, 0), p(5, 1), p(2, 0)) && !meets(p(0, 0), p(5, 1), p(2, 1)), "slope 1/5");
    assert!(!meets(p(0, 0), p(5, 0), p(6, 0)), "beyond the end");
}

#[test]
fn stars() {
    let mut random = Random(9);
    let mut star: Vec<_> =
        (0..300).map(|_| [p(0, 0), p(random.below(999) - 499, random.below(999) - 499)]).collect();
    let clean = verified(&[], &star);
    assert_eq!(clean.report().created_points, 0, "segments from one point cross nowhere else");
    // The same through the middle, which is a vertex of some, and of none.
    for ray in &mut star {
        ray[0] = p(-ray[1].x, -ray[1].y);
    }
    verified(&[], &star);
    for ray in &mut star {
        *ray = ray.map(|end| p(2 * end.x + 1, 2 * end.y + 1));
    }
    let clean = verified(&[], &star);
    assert_eq!(clean.report().created_points + clean.report().zero_length, 1, "one place where all cross");
}

#[test]
fn collinear_chains_share_pieces() {
    // 0--1--2--3--4--5 on a line with slope 1/2; overlapping pairs in both directions.
    let at = |k: i32| p(2 * k, k);
    let segments = [[at(0), at(3)], [at(5), at(1)], [at(2), at(4)], [at(2), at(2)], [at(0), at(3)]];
    let clean = verified(&[at(2)], &segments);
    let sources: Vec<(Vec<i32>, &[u32])> = (0..clean.segments().len())
        .map(|s| {
            (clean.segments()[s].map(|v| clean.points()[v as usize].y).to_vec(), clean.segment_sources(s))
        })
        .collect();
    let expected: [(Vec<i32>, &[u32]); 5] = [
        (vec![0, 1], &[0, 4]),
        (vec![1, 2], &[0, 1, 4]),
        (vec![2, 3], &[0, 1, 2, 4]),
        (vec![5, 4], &[1]),
        (vec![4, 3], &[1, 2]),
    ];
    assert_eq!(sources, expected, "pieces in order of the input, with all their sources");
    let report = clean.report();
    assert_eq!((report.zero_length, report.split_segments, report.rerouted_by), (1, 4, 0.0), "{report:?}");
    assert_eq!(
        clean.point_sources(0),
        [InputPoint::Point(0), InputPoint::Start(2), InputPoint::Start(3), InputPoint::End(3)],
        "a point lists the positions on it"
    );
}

#[test]
fn random_collinear_overlaps() {
    let mut random = Random(10);
    for _ in 0..2000 {
        let (dx, dy) = (random.below(7) - 3, random.below(7) - 3);
        let mut at = || {
            let k = random.below(9);
            p(k * dx, k * dy)
        };
        let mut segments: Vec<_> = (0..8).map(|_| [at(), at()]).collect();
        segments.push([p(-9, 9), p(20, 3)]);
        verified(&[], &segments);
    }
}

#[test]
fn a_point_on_a_segment_splits_it() {
    let clean = verified(&[p(3, 3), p(3, 3), p(4, 3)], &[[p(0, 0), p(6, 6)]]);
    assert_eq!(clean.points(), [p(3, 3), p(4, 3), p(0, 0), p(6, 6)], "in order of appearance");
    assert_eq!(clean.segments(), [[2, 0], [0, 3]], "split where the point is");
    assert_eq!(clean.report().rerouted_by, 0.0, "a point on the segment moves nothing");
}

#[test]
fn combs_and_grids() {
    // Teeth that touch the back from above, hang through it, or miss it by one unit.
    let mut comb = vec![[p(0, 0), p(600, 1)]];
    comb.extend((0..100).map(|k| [p(6 * k, k % 5 - 2), p(6 * k + k % 3, 50)]));
    verified(&[], &comb);
    let lines = (0..20).flat_map(|k| [[p(0, 7 * k), p(140, 7 * k)], [p(7 * k, 0), p(7 * k, 140)]]);
    let clean = verified(&[], &lines.collect::<Vec<_>>());
    assert_eq!(
        clean.points().len(),
        20 * 20 + 40,
        "all crossings are on grid points, and the far ends stand out"
    );
}

#[test]
fn clean_input_stays_as_it_is() {
    let square = [p(0, 0), p(9, 2), p(7, 11), p(-2, 9)];
    let segments: Vec<_> = (0..4).map(|k| [square[k], square[(k + 1) % 4]]).collect();
    let clean = verified(&[p(3, 3)], &segments);
    assert_eq!(clean.segments(), [[1, 2], [2, 3], [3, 4], [4, 1]], "in the order of the input");
    assert_eq!(*clean.report(), CleanReport::default(), "nothing happened");
    let nothing = verified(&[], &[]);
    assert!(nothing.points().is_empty() && nothing.segments().is_empty(), "nothing in, nothing out");
}

#[test]
fn errors_name_the_element_and_the_way_out() {
    let grid = Grid::default();
    let error = |points: &[[f64; 2]], segments: &[[[f64; 2]; 2]]| {
        grid.clean(points, segments).expect_err("bad input").to_string()
    };
    let good = [[0.0, 0.0], [1.0, 1.0]];
    let text = error(&[[0.0, 0.0], [f64::INFINITY, 0.0]], &[]);
    assert!(text.starts_with("point 1 is (inf, 0), which is not finite"), "{text}");
    let text = error(&[], &[good, good, [[f64::NAN, 0.0], [1.0, 1.0]]]);
    assert!(text.starts_with("the first end of segment 2 is (NaN, 0)"), "{text}");
    let text = error(&[], &[good, [[0.0, 0.0], [0.0, 1e5]]]);
    assert!(text.starts_with("the second end of segment 1 is (0, 100000), outside"), "{text}");
    assert!(text.contains("Grid::fitting"), "{text}");
    for point in [p(MAX_COORD + 1, 0), p(0, -MAX_COORD - 1), p(i32::MIN, 0)] {
        let error = Clean::new(&[p(1, 1), point], &[]);
        assert_eq!(error, Err(InputError::OutOfBox { at: InputPoint::Point(1), point }), "out of the box");
    }
    for unit in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = Grid { unit, ..grid }.clean(&[], &[]);
        assert!(matches!(error, Err(InputError::BadGrid { .. })), "unit {unit}");
    }
}

#[test]
fn positions_snap_to_the_nearest_grid_point() {
    let grid = Grid { origin: [1.0, -1.0], unit: 0.5 };
    assert_eq!(grid.snap([1.25, -1.25]), Some(p(1, 0)), "halves go up");
    assert_eq!(grid.snap([1.24, -1.26]), Some(p(0, -1)), "others to the nearest");
    assert_eq!(grid.position(p(1, -1)), [1.5, -1.5], "and back");
    let points = [[1.0, -1.0], [1.1, -1.2], [1.0, -1.0]];
    let clean = grid.clean(&points, &[]).expect("good input");
    assert_eq!(clean.points(), [p(0, 0)], "all fall on one");
    assert_eq!(clean.report().merged_points, 1, "one of them was elsewhere");
    let moved = (0.1_f64 * 0.1 + 0.2 * 0.2).sqrt();
    assert!((clean.report().snapped_by - moved).abs() < 1e-12, "and moved farthest");
}

#[test]
fn a_fitting_grid_takes_all_finite_positions() {
    for corner in [[0.0, 0.0], [3.0, 4.0], [7e5, -3e6], [1e300, 1e300], [f64::MAX, f64::MIN]] {
        let positions = [corner, [corner[0] / 2.0, -corner[1]], [f64::NAN, 0.0], [1.5, 0.25]];
        let grid = Grid::fitting(positions);
        assert!(grid.unit >= Grid::FINEST_UNIT, "{grid:?}");
        for position in [positions[0], positions[1], positions[3]] {
            assert!(grid.snap(position).is_some(), "{position:?} on {grid:?}");
        }
    }
    assert_eq!(
        Grid::fitting([[10.2, 3.1], [14.4, 9.9]]),
        Grid { origin: [12.0, 7.0], unit: 1e-4 },
        "whole meters"
    );
    assert_eq!(Grid::fitting([]), Grid::default(), "nothing to fit");
}
