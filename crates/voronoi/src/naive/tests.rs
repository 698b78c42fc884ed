//! The oracle against pictures worked out by hand, and against subdivision of the plane.

use super::*;
use crate::sample::{Segment, indexed, mirror, quarter_turn, shuffle, small};

fn grid_points(points: &[[i32; 2]]) -> Vec<GridPoint> {
    points.iter().map(|&[x, y]| GridPoint::new(x, y)).collect()
}

/// Position, radius and sites of each vertex as text, by position: `p` for points, `s` for segments.
fn listed(points: &[[i32; 2]], segments: &[[usize; 2]]) -> Vec<String> {
    let points = grid_points(points);
    let mut vertices = Scene { points: &points, segments }.vertices();
    vertices.sort_by(|v, w| v.at[0].total_cmp(&w.at[0]).then(v.at[1].total_cmp(&w.at[1])));
    let name = |site: &Site| match site {
        Site::Point(p) => format!("p{}", p.0),
        Site::Segment(s) => format!("s{}", s.0),
    };
    let text = |v: &Vertex| {
        let sites: Vec<String> = v.sites.iter().map(name).collect();
        format!("{:.2} {:.2} r {:.2}: {}", v.at[0], v.at[1], v.radius, sites.join(" "))
    };
    vertices.iter().map(text).collect()
}

#[test]
fn hand_made_scenes() {
    let none: [&str; 0] = [];
    assert_eq!(listed(&[[0, 0], [6, 0], [0, 8]], &[]), ["3.00 4.00 r 5.00: p0 p1 p2"], "three points");
    assert_eq!(listed(&[[0, 0], [1, 0], [5, 0]], &[]), none, "on a line");
    assert_eq!(
        listed(&[[0, 0], [2, 0], [2, 2], [0, 2]], &[]),
        ["1.00 1.00 r 1.41: p0 p1 p2 p3"],
        "four points on a circle are one vertex"
    );
    assert_eq!(listed(&[[0, 0], [4, 0]], &[[0, 1]]), none, "a segment");
    assert_eq!(listed(&[[0, 0], [4, 0], [8, 0]], &[[0, 1], [1, 2]]), none, "a chain");
    assert_eq!(
        listed(&[[0, 0], [4, 0], [9, 1]], &[[0, 1], [1, 2]]),
        ["4.00 0.00 r 0.00: p1 s0 s1"],
        "a bend"
    );
    assert_eq!(
        listed(&[[0, 0], [4, 0], [8, 0], [4, 6]], &[[0, 1], [1, 2]]),
        ["0.00 4.33 r 4.33: p0 p3 s0", "4.00 3.00 r 3.00: p1 p3 s0 s1", "8.00 4.33 r 4.33: p2 p3 s1"],
        "a chain below a point"
    );
    assert_eq!(
        listed(&[[0, 0], [8, 0], [8, 8], [0, 8]], &[[0, 1], [1, 2], [2, 3], [3, 0]]),
        [
            "0.00 0.00 r 0.00: p0 s0 s3",
            "0.00 8.00 r 0.00: p3 s2 s3",
            "4.00 4.00 r 4.00: s0 s1 s2 s3",
            "8.00 0.00 r 0.00: p1 s0 s1",
            "8.00 8.00 r 0.00: p2 s1 s2"
        ],
        "a box"
    );
    assert_eq!(
        listed(&[[0, 0], [6, 0], [0, 2], [6, 2]], &[[0, 1], [2, 3]]),
        ["0.00 1.00 r 1.00: p0 p2 s0 s1", "6.00 1.00 r 1.00: p1 p3 s0 s1"],
        "two walls that face each other"
    );
}

#[test]
fn nearest_lists_all_at_one_distance() {
    let points = grid_points(&[[0, 0], [4, 0], [2, 6]]);
    let scene = Scene { points: &points, segments: &[[0, 1]] };
    let (p, s) = (|i| Site::Point(PointId(i)), Site::Segment(SegmentId(0)));
    assert_eq!(scene.nearest([2.0, 3.0]), (3.0, vec![p(2), s]), "between");
    assert_eq!(scene.nearest([4.0, -1.0]), (1.0, vec![p(1), s]), "on the normal of an end");
    assert_eq!(scene.nearest([7.0, -4.0]), (5.0, vec![p(1)]), "beyond an end");
    assert_eq!(scene.nearest([1.0, 0.0]), (0.0, vec![s]), "on the segment");
}

#[test]
fn turned_and_mirrored_scenes_have_turned_and_mirrored_vertices() {
    for seed in 0..60 {
        let sample = small(seed, 8, 6);
        let places = |sample: &[Segment], back: fn([f64; 2]) -> [f64; 2]| {
            let (points, segments) = indexed(sample);
            let vertices = Scene { points: &points, segments: &segments }.vertices();
            vertices.iter().map(|v| (back(v.at), v.radius, v.sites.len())).collect::<Vec<_>>()
        };
        let plain = places(&sample, |z| z);
        let others = [
            places(&quarter_turn(&sample), |[x, y]| [y, -x]),
            places(&mirror(&sample), |[x, y]| [-x, y]),
            places(&shuffle(&sample, seed), |z| z),
        ];
        for other in others {
            assert_eq!(plain.len(), other.len(), "seed {seed}");
            for &(at, radius, count) in &plain {
                let same = |w: &&([f64; 2], f64, usize)| {
                    norm(sub(w.0, at)) < 1e-6 && (w.1 - radius).abs() < 1e-6 && w.2 == count
                };
                assert!(other.iter().find(same).is_some(), "seed {seed}: {at:?} is missing");
            }
        }
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the last bits of a direction do not matter here")]
fn three_arcs_leave_every_vertex() {
    for seed in 0..60 {
        let (points, segments) = indexed(&small(seed, 8, 6));
        let scene = Scene { points: &points, segments: &segments };
        for v in scene.vertices() {
            assert!(v.sites.len() >= 3 && v.spread < 1e-9, "seed {seed}: {v:?}");
            // Round a small circle the nearest site changes three times or more. On the
            // normal of an end a segment and its end tie; the segment is listed last.
            let n = 1500;
            let nearest: Vec<Site> = (0..n)
                .map(|i| {
                    let angle = (f64::from(i) + 0.5) * std::f64::consts::TAU / f64::from(n);
                    let q = [v.at[0] + 1e-3 * angle.cos(), v.at[1] + 1e-3 * angle.sin()];
                    *scene.nearest(q).1.last().expect("some site is nearest")
                })
                .collect();
            let changes =
                (0..nearest.len()).filter(|&i| nearest[i] != nearest[(i + 1) % nearest.len()]).count();
            assert!(changes >= 3, "seed {seed}: {changes} arcs at {v:?}");
        }
    }
}

/// Divides a box until it can have no vertex, or is tiny; calls `found` with the middle of every tiny one.
fn subdivide(scene: &Scene, middle: [f64; 2], half: f64, found: &mut impl FnMut([f64; 2])) {
    // No place of the box is farther than `reach` from its middle.
    let reach = 1.5 * half;
    let along = |i: usize| {
        let (a, u, length) = scene.line(i);
        let s = dot(sub(middle, a), u);
        s.min(length - s)
    };
    let mut near: Vec<(f64, Site)> = Vec::new();
    for i in 0..scene.points.len() {
        // Between the normals of a segment its ends are never the nearest.
        let hidden = (0..scene.segments.len()).any(|s| scene.segments[s].contains(&i) && along(s) > reach);
        if !hidden {
            near.push((norm(sub(middle, scene.at(i))), Site::Point(PointId(i as u32))));
        }
    }
    for i in 0..scene.segments.len() {
        let (a, u, _) = scene.line(i);
        if along(i) > -reach {
            near.push((cross(u, sub(middle, a)).abs(), Site::Segment(SegmentId(i as u32))));
        }
    }
    let least = near.iter().map(|n| n.0).fold(f64::INFINITY, f64::min);
    near.retain(|n| n.0 <= least + 2.0 * reach);
    // An end and its own segments have no vertex but at the end itself.
    let family = |p: usize| {
        near.iter().all(|&(_, site)| match site {
            Site::Point(q) => q.index() == p,
            Site::Segment(s) => scene.segments[s.index()].contains(&p),
        })
    };
    if near.len() < 3 || (0..scene.points.len()).any(family) {
        return;
    }
    if half < 2e-5 {
        return found(middle);
    }
    for [x, y] in [[-0.5, -0.5], [-0.5, 0.5], [0.5, -0.5], [0.5, 0.5]] {
        subdivide(scene, [middle[0] + x * half, middle[1] + y * half], 0.5 * half, found);
    }
}

#[test]
fn no_vertex_is_missing() {
    for seed in 0..80 {
        let (points, segments) = indexed(&small(seed, 8, 6));
        let scene = Scene { points: &points, segments: &segments };
        let vertices = scene.vertices();
        let mut boxes = 0;
        subdivide(&scene, [3.51, 3.52], 8.0, &mut |z| {
            boxes += 1;
            let near = vertices.iter().any(|v| norm(sub(v.at, z)) < 0.02);
            assert!(near || !scene.in_reach(z), "seed {seed}: a vertex near {z:?} is missing");
        });
        assert!(
            boxes > 0 || vertices.iter().all(|v| v.radius == 0.0 || norm(v.at) > 4.0),
            "seed {seed}: {vertices:?}"
        );
    }
}
