//! What the views say about vertices, arcs and regions.

use std::f64::consts::TAU;

use crate::common::{diagram, every_sample, line, segments};
use throng_voronoi::naive::Scene;
use throng_voronoi::sample::{self, Random, Segment};
use throng_voronoi::{Arc, Diagram, Generator, GridPoint, MAX_COORD, PointId, Side, Site, VertexId};

fn distance(site: &Generator, z: [f64; 2]) -> f64 {
    let foot = site.foot(z);
    ((z[0] - foot[0]).powi(2) + (z[1] - foot[1]).powi(2)).sqrt()
}

/// Places along an arc, its ends included.
fn along(arc: &Arc) -> impl Iterator<Item = (f64, [f64; 2])> {
    let arc = *arc;
    (0..=8).map(move |i| (f64::from(i) / 8.0, arc.point(f64::from(i) / 8.0)))
}

#[test]
fn arcs_are_equally_far_from_both_sites() {
    for seed in 0..4 {
        for (name, input) in every_sample(seed, 400) {
            let diagram = diagram(&input);
            for half_edge in diagram.arcs().filter(|half_edge| half_edge.is_bounded()) {
                let arc = half_edge.arc();
                for (t, z) in along(&arc) {
                    // The distance from the closed segment: so the foot is checked to be on it, too.
                    let (left, right) = (distance(&arc.left, z), distance(&arc.right, z));
                    let off = (left - right).abs().max((left - arc.clearance(t)).abs());
                    assert!(off < 1e-3, "{name}, seed {seed}: {half_edge:?} is off by {off} at {t}: {arc:?}");
                }
            }
        }
    }
}

#[test]
fn no_site_is_nearer_to_an_arc_than_its_own() {
    for seed in 0..200 {
        let input = if seed % 2 == 0 { sample::small(seed, 8, 10) } else { sample::cocircular(seed) };
        let diagram = diagram(&input);
        let (points, pairs) = sample::indexed(&input);
        let scene = Scene { points: &points, segments: &pairs };
        for half_edge in diagram.arcs().filter(|half_edge| half_edge.is_bounded()) {
            let arc = half_edge.arc();
            for (t, z) in along(&arc) {
                let (nearest, own) = (scene.nearest(z).0, arc.clearance(t));
                assert!((nearest - own).abs() < 1e-6, "{half_edge:?}: {own} {nearest} in {}", line(&input));
            }
        }
    }
}

#[test]
fn spokes_run_into_their_end() {
    for (name, input) in every_sample(3, 200) {
        let diagram = diagram(&input);
        for half_edge in diagram.arcs().filter(|half_edge| half_edge.is_spoke() && half_edge.is_bounded()) {
            let (site, point) = match (half_edge.left(), half_edge.right()) {
                (Site::Segment(s), Site::Point(p)) | (Site::Point(p), Site::Segment(s)) => (s, p),
                other => panic!("{name}: a spoke between {other:?}"),
            };
            assert!(diagram.ends(site).contains(&point), "{name}: an end of another segment");
            let arc = half_edge.arc();
            let (t, least) = arc.min_clearance();
            assert!(least < 1e-3, "{name}: {half_edge:?} keeps {least} away from its end");
            let sides = [half_edge.left_side(), half_edge.right_side()];
            let through = half_edge.start().clearance() > 0.0 && half_edge.end().clearance() > 0.0;
            assert_eq!(through, sides == [None; 2], "{name}: {half_edge:?} has sides {sides:?}");
            assert_eq!(through, t > 0.0 && t < 1.0, "{name}: {half_edge:?} has its end at {t}");
        }
    }
}

#[test]
fn sides_are_those_of_the_geometry() {
    for (name, input) in every_sample(4, 200) {
        let diagram = diagram(&input);
        for half_edge in diagram.arcs().filter(|half_edge| half_edge.is_bounded()) {
            let Site::Segment(s) = half_edge.right() else { continue };
            let Some(side) = half_edge.right_side() else { continue };
            let [a, b] = diagram.ends(s).map(|p| diagram.point(p)).map(|p| [f64::from(p.x), f64::from(p.y)]);
            let z = half_edge.arc().point(0.5);
            let cross = (b[0] - a[0]) * (z[1] - a[1]) - (b[1] - a[1]) * (z[0] - a[0]);
            // The middle of a very short arc between almost parallel walls may be on the wall, up to rounding.
            let clear = half_edge.arc().clearance(0.5) > 1e-3;
            assert!(!clear || (cross > 0.0) == (side == Side::Left), "{name}: {half_edge:?} {side:?}");
        }
    }
}

#[test]
fn cells_are_closed_curves() {
    for (name, input) in every_sample(5, 200) {
        let diagram = diagram(&input);
        let points = diagram.points().map(Site::Point);
        let sites: Vec<Site> = points.chain(diagram.segments().map(Site::Segment)).collect();
        let mut count = 0;
        for &site in &sites {
            let cell: Vec<_> = diagram.cell(site).collect();
            count += cell.len();
            for (i, half_edge) in cell.iter().enumerate() {
                assert_eq!(half_edge.left(), site, "{name}");
                let after = cell[(i + 1) % cell.len()];
                // Between two arcs of the region there may be some with the frame.
                let joined = half_edge.end().id() == after.start().id();
                assert!(joined || half_edge.end().touches_frame(), "{name}: a gap after {half_edge:?}");
            }
        }
        assert_eq!(count, 2 * diagram.arcs().count(), "{name}: every arc is on the border of two regions");
    }
}

#[test]
fn half_edges_leave_a_vertex_counter_clockwise() {
    for seed in 0..300 {
        let input = if seed % 3 == 0 { sample::cocircular(seed) } else { sample::small(seed, 8, 10) };
        let diagram = diagram(&input);
        for vertex in diagram.vertices() {
            let half_edges: Vec<_> = vertex.half_edges().collect();
            assert!(half_edges.len() >= 3, "{vertex:?} has degree {}", half_edges.len());
            let mut turned = 0.0;
            for (i, half_edge) in half_edges.iter().enumerate() {
                assert_eq!(half_edge.start().id(), vertex.id(), "{half_edge:?} leaves {vertex:?}");
                assert_eq!(half_edge.twin().end().id(), vertex.id(), "{half_edge:?} leaves {vertex:?}");
                let after = half_edges[(i + 1) % half_edges.len()];
                assert_eq!(half_edge.left(), after.right(), "one region between two arcs of {vertex:?}");
                let [a, b] = [half_edge.arc().tangent(0.0), after.arc().tangent(0.0)];
                let angle = (a[0] * b[1] - a[1] * b[0]).atan2(a[0] * b[0] + a[1] * b[1]);
                // Two spokes inside a straight chain go the same way, up to rounding.
                turned += if angle < -1e-6 { angle + TAU } else { angle.max(0.0) };
            }
            assert!((turned - TAU).abs() < 1e-5, "{turned} around {vertex:?} of {}", line(&input));
            let sites = vertex.sites().count();
            let inner = vertex.clearance() == 0.0 && sites == half_edges.len() + 1;
            assert!(sites == half_edges.len() || inner, "{vertex:?} of {}", line(&input));
        }
    }
}

#[test]
fn vertices_have_one_id() {
    for (name, input) in every_sample(6, 200) {
        let diagram = diagram(&input);
        for vertex in diagram.vertices() {
            for half_edge in vertex.half_edges() {
                // The half-edge may leave from another of the ids.
                assert_eq!(diagram.vertex(half_edge.id().vertex()).id(), vertex.id(), "{name}");
            }
        }
        let ids: Vec<VertexId> = diagram.vertices().map(|vertex| vertex.id()).collect();
        assert!(ids.is_sorted(), "{name}: by id");
    }
}

/// Degrees of the vertices that are not of radius zero, highest first.
fn degrees(input: &str) -> Vec<usize> {
    let diagram = diagram(&segments(input));
    let open = diagram.vertices().filter(|vertex| vertex.clearance() > 0.0);
    let mut degrees: Vec<usize> = open.map(|vertex| vertex.degree()).collect();
    degrees.sort_by(|a, b| b.cmp(a));
    degrees
}

#[test]
fn degrees_of_known_vertices() {
    assert_eq!(degrees("0 0 8 0 | 8 0 8 8 | 8 8 0 8 | 0 8 0 0"), [4], "a box");
    assert_eq!(degrees("5 0 5 0 | 3 4 3 4 | -5 0 -5 0 | -4 -3 -4 -3 | 0 -5 0 -5"), [5], "a circle");
    assert_eq!(degrees("0 0 8 0 | 8 0 8 4 | 8 4 0 4 | 0 4 0 0"), [3, 3], "a room");
    assert_eq!(degrees("0 0 4 0 | 4 0 8 0 | 4 6 4 6"), [4, 3, 3], "a chain below a point");
    assert_eq!(degrees("0 0 4 0"), [], "a segment alone");
}

#[test]
fn an_end_without_a_region_is_still_a_site_of_its_vertex() {
    let diagram = diagram(&segments("0 0 9 1 | 0 0 -7 5 | 0 0 -1 -8"));
    let vertex = diagram.vertices().find(|vertex| vertex.position() == [0.0, 0.0]).expect("there is one");
    let sites: Vec<Site> = vertex.sites().collect();
    assert_eq!((vertex.degree(), sites.len(), vertex.clearance()), (3, 4, 0.0), "{vertex:?}");
    let Some(&Site::Point(end)) = sites.last() else { panic!("the end comes last: {sites:?}") };
    assert_eq!(diagram.point(end), GridPoint::new(0, 0), "{vertex:?}");
    assert_eq!(diagram.cell(Site::Point(end)).count(), 0, "its region is itself");
}

#[test]
fn nearest_sites_are_nearest() {
    for seed in 0..60 {
        let input = sample::small(seed, 12, 8);
        let diagram = diagram(&input);
        let (points, pairs) = sample::indexed(&input);
        let scene = Scene { points: &points, segments: &pairs };
        let mut random = Random::new(seed);
        let mut near = None;
        for _ in 0..200 {
            let place = GridPoint::new(random.range(-10, 22), random.range(-10, 22));
            let found = diagram.nearest_site(place, near).expect("there are sites");
            let z = [f64::from(place.x), f64::from(place.y)];
            let float = |p: PointId| [f64::from(diagram.point(p).x), f64::from(diagram.point(p).y)];
            let generator = match found {
                Site::Point(p) => Generator::Point(float(p)),
                Site::Segment(s) => {
                    let [from, to] = diagram.ends(s).map(float);
                    Generator::Segment { from, to }
                }
            };
            let (found_at, least) = (distance(&generator, z), scene.nearest(z).0);
            assert!((found_at - least).abs() < 1e-9, "{place:?}: {found:?} in {}", line(&input));
            near = random.one_in(2).then_some(found);
        }
    }
}

#[test]
fn nowhere_has_no_nearest_site() {
    let origin = GridPoint::new(0, 0);
    assert_eq!(Diagram::new().nearest_site(origin, None), None, "no sites");
    let diagram = diagram(&[[origin, origin]] as &[Segment]);
    assert_eq!(diagram.nearest_site(GridPoint::new(MAX_COORD, 5), None), Some(Site::Point(PointId(3))), "far");
    assert_eq!(diagram.nearest_site(GridPoint::new(MAX_COORD + 1, 5), None), None, "outside the box");
}
