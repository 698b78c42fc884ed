//! Trails against their routes, and what is asked of them against a walk along them in small steps.

use throng_mesh::sample::{Family, clutter, floors};
use throng_mesh::{Affected, Kind, LayerId, Mesh, Planner, Position, Request, Route, Scene};

use super::{Mark, Reach, TOLERANCE, Trail};
use crate::place::{Place, along, cross, distance, sub};
use crate::random::{Purpose, Random};

/// What rounding to `f32` may add on these small places. \[m\]
const SINGLE: f64 = 1e-5;

const KINDS: [Kind; 4] = [Kind::Short, Kind::MEDIAL, Kind::LEFT, Kind::Shortest];

/// Routes in small places, with the radius of their discs.
fn routes() -> Vec<(Mesh, Vec<(f64, Route)>)> {
    let mut scenes: Vec<Scene> = Family::ALL.iter().map(|family| family.scene(5)).collect();
    scenes.extend([clutter(3, 12, false), floors(), floors()]);
    let mut planner = Planner::default();
    let mut all = Vec::new();
    for (number, scene) in (0..).zip(&scenes) {
        let mesh = Mesh::build(scene).expect("a place").mesh;
        let mut random = Random::new(number, Purpose::Decision, 0, 0);
        let [low, high] = scene.bounds().expect("a place");
        let mut somewhere = || {
            let at = [0, 1].map(|k: usize| low[k] + (high[k] - low[k]) * random.unit());
            Position::new(at, LayerId(random.below(mesh.num_layers() as u32)))
        };
        let mut found = Vec::new();
        for k in 0..40 {
            let (from, to, radius) = (somewhere(), somewhere(), 0.1 + 0.02 * f64::from(k % 6));
            for (kind, clearance) in KINDS.into_iter().zip([0.4, 0.0, 0.3, 0.0]) {
                let request = Request { from, to, radius, clearance, kind };
                found.extend(planner.route(&mesh, &request).ok().map(|route| (radius, route.clone())));
            }
        }
        all.push((mesh, found));
    }
    all
}

/// Places along a trail, close together, with their marks.
fn dense(trail: &Trail, from: Mark, step: f64) -> Vec<(Mark, Place)> {
    let mut marks = vec![from];
    for segment in from.segment..trail.num_segments() as u32 {
        let ends = [0.0, 1.0].map(|part| trail.place(Mark { segment, part }));
        let count = (distance(ends[0], ends[1]) / step).ceil().max(1.0) as usize;
        let parts = (0..=count).map(|k| k as f32 / count as f32);
        marks.extend(parts.map(|part| Mark { segment, part }).filter(|mark| *mark >= from));
    }
    marks.into_iter().map(|mark| (mark, trail.place(mark))).collect()
}

fn off(trail: &Trail, at: Place) -> f64 {
    distance(trail.place(trail.nearest(at, Mark::default(), trail.end())), at)
}

#[test]
fn trails_are_where_their_routes_are() {
    let mut count = 0;
    for (mesh, routes) in &routes() {
        for (radius, route) in routes {
            for trail in [Trail::new(mesh, route), Trail::with_clearances(mesh, route)] {
                for Position { at, layer } in mesh.positions(route, 1e-4) {
                    let clearance = mesh.clearance(Position { at, layer }, None).expect("it is on the mesh");
                    let most = TOLERANCE.max(0.033 * clearance) + SINGLE;
                    assert!(off(&trail, at) <= most, "{at:?} is off by {}", off(&trail, at));
                }
                let length = route.length();
                assert!(
                    (trail.length() - length).abs() <= 0.02 * length + 0.01,
                    "{} {length}",
                    trail.length()
                );
                assert_eq!(trail.position(trail.end()).layer, route.to().layer, "the layer at the end");
                assert!(distance(trail.place(trail.end()), route.to().at) < SINGLE, "the end");
                // On the mesh, on the right layers, and with the clearance of the route.
                for (mark, at) in dense(&trail, Mark::default(), 0.05) {
                    let clearance =
                        mesh.clearance(Position { at, layer: trail.layer_of(mark.segment) }, None);
                    let clearance = clearance.unwrap_or_else(|| panic!("{mark:?} {at:?} is off the mesh"));
                    assert!(clearance >= radius - TOLERANCE - SINGLE, "{mark:?} {clearance} {radius}");
                    if let Some(first) = trail.clearance_of(mark.segment) {
                        let last = trail.clearance_of(mark.segment + 1).expect("all have one");
                        let kept = first + f64::from(mark.part) * (last - first);
                        assert!((kept - clearance).abs() < 0.5 / 8.0 + 2.0 * TOLERANCE, "{kept} {clearance}");
                    }
                }
                count += 1;
            }
        }
    }
    assert!(count > 500, "{count} trails");
}

#[test]
fn short_routes_without_clearance_lose_nothing() {
    for (mesh, routes) in &routes() {
        let mut planner = Planner::default();
        for (radius, route) in routes {
            let request = Request::new(route.from(), route.to(), *radius);
            let Ok(route) = planner.route(mesh, &request) else { continue };
            let trail = Trail::new(mesh, route);
            for (mark, at) in dense(&trail, Mark::default(), 0.02) {
                let position = Position { at, layer: trail.layer_of(mark.segment) };
                let clearance = mesh.clearance(position, None).expect("it is on the mesh");
                // A thing that the route itself goes near to is excused: half the tolerance, where corners between lines were left out.
                assert!(clearance >= radius - TOLERANCE / 2.0 - SINGLE, "{mark:?} {clearance} {radius}");
            }
        }
    }
}

#[test]
fn questions_agree_with_small_steps() {
    let mut random = Random::new(1, Purpose::Decision, 0, 0);
    let (mut found, mut rejoined) = (0, 0);
    for (mesh, routes) in &routes() {
        for (_, route) in routes.iter().filter(|(_, route)| route.length() > 1.0) {
            let trail = Trail::new(mesh, route);
            let from = trail.ahead(Mark::default(), random.unit() * trail.length());
            let to = trail.ahead(from, random.unit() * trail.length());
            let near = trail.place(trail.ahead(Mark::default(), random.unit() * trail.length()));
            let center = along(near, [random.unit() - 0.5, random.unit() - 0.5], 3.0);
            let steps = dense(&trail, from, 0.001);

            let nearest = distance(trail.place(trail.nearest(center, from, to)), center);
            let between = steps.iter().filter(|(mark, _)| *mark <= to).map(|&(_, at)| distance(at, center));
            let naive = between.fold(f64::INFINITY, f64::min);
            assert!((nearest - naive).abs() < 0.001, "{nearest} {naive}");

            let ahead = trail.length_between(from, to) + trail.remaining(to);
            assert!((ahead - trail.remaining(from)).abs() < 1e-3, "{ahead}");

            let radius = 2.0 * random.unit();
            let inside = |at: Place| distance(at, center) <= radius;
            let last = steps.iter().rfind(|&&(_, at)| inside(at));
            let reach = trail.reach(from, center, radius, f64::INFINITY);
            match (reach, last) {
                (Some(Reach { last, left }), Some(&(naive, _))) => {
                    let gap = trail.length_between(naive, last) + trail.length_between(last, naive);
                    assert!(
                        gap < 0.01 || distance(trail.place(last), center) - radius < 1e-6,
                        "{last:?} {naive:?}"
                    );
                    assert!(last >= naive || gap < 0.01, "{last:?} {naive:?}");
                    assert!(distance(trail.place(last), center) <= radius + SINGLE, "{last:?} is outside");
                    if let Some(left) = left {
                        assert!(left < last, "{left:?} {last:?}");
                        rejoined += 1;
                    }
                    found += 1;
                }
                // Steps may miss what hardly touches the disc.
                (Some(Reach { last, .. }), None) => {
                    assert!(distance(trail.place(last), center) > radius - 0.001, "{last:?}");
                }
                (None, Some(&(naive, _))) => panic!("{naive:?} is inside"),
                (None, None) => {}
            }
        }
    }
    assert!(found > 200 && rejoined > 2, "{found} {rejoined}");
}

#[test]
fn whoever_walks_through_a_change_is_told() {
    let mut random = Random::new(2, Purpose::Decision, 0, 0);
    let mut met = 0;
    for (mesh, routes) in &routes() {
        for (_, route) in routes {
            let trail = Trail::new(mesh, route);
            let near = trail.position(trail.ahead(Mark::default(), random.unit() * trail.length()));
            let center = along(near.at, [random.unit() - 0.5, random.unit() - 0.5], 2.0);
            let hull: Vec<Place> = [[-1.0, -0.5], [0.8, -0.6], [1.0, 0.4], [-0.2, 1.0]]
                .iter()
                .map(|&d| along(center, d, 1.0))
                .collect();
            let from = trail.ahead(Mark::default(), random.unit() * trail.length());
            let inside =
                |at: Place| (0..4).all(|k| cross(sub(hull[(k + 1) % 4], hull[k]), sub(at, hull[k])) >= 0.0);
            let naive = dense(&trail, from, 0.001)
                .into_iter()
                .any(|(mark, at)| trail.layer_of(mark.segment) == near.layer && inside(at));
            let meets = trail.meets(from, &Affected { layer: near.layer, hull: hull.clone() });
            // It may touch a corner between two steps.
            assert!(meets || !naive, "{from:?} {hull:?}");
            met += usize::from(meets);
            let elsewhere = Affected { layer: LayerId(99), hull };
            assert!(!trail.meets(from, &elsewhere), "that is not its layer");
        }
    }
    assert!(met > 100, "{met}");
}

#[test]
fn a_route_of_no_length_is_a_trail() {
    let mesh = Mesh::build(&floors()).expect("a place").mesh;
    let widest = mesh.vertices().max_by(|a, b| a.clearance().total_cmp(&b.clearance()));
    let here = widest.expect("a vertex").position();
    let route = mesh.route(&Request::new(here, here, 0.2)).expect("it is there already");
    for trail in [Trail::new(&mesh, &route), Trail::with_clearances(&mesh, &route)] {
        assert_eq!(trail.num_segments(), 1, "one segment");
        assert_eq!(trail.position(trail.end()), here, "where it is");
        assert_eq!(trail.remaining(Mark::default()), 0.0, "nothing ahead");
        assert_eq!(trail.place(trail.ahead(Mark::default(), 1.0)), here.at, "nothing ahead");
        assert_eq!(
            trail.place(trail.nearest([5.0, 5.0], Mark::default(), trail.end())),
            here.at,
            "nothing else"
        );
        let reach = trail.reach(Mark::default(), here.at, 0.0, 1.0).expect("it is in any disc around it");
        assert_eq!(trail.place(reach.last), here.at, "nothing else");
        assert_eq!(trail.reach(Mark::default(), [5.0, 5.0], 1.0, 1.0), None, "far away");
    }
}
