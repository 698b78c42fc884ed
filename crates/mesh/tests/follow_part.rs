//! The first part of a route against the whole: the same legs, and enough of them.

use throng_mesh::{LayerId, Leg, Mesh, Planner, Position, Request, sample};
use throng_voronoi::sample::Random;

#[test]
fn the_first_part_is_what_the_whole_route_begins_with() {
    let mut random = Random::new(4);
    let (mut parts, mut wholes, mut across) = (0, 0, 0);
    let scenes = [
        sample::field(8, 1),
        sample::field(12, 5),
        sample::floors(),
        sample::clutter(3, 20, false),
        sample::clutter(8, 30, true),
    ];
    for scene in scenes {
        let mesh = Mesh::build(&scene).expect("it makes a mesh").mesh;
        let [low, high] = scene.bounds().expect("there is something");
        let mut planner = Planner::default();
        let mut place = || {
            let at = [0, 1].map(|k| low[k] + random.unit() * (high[k] - low[k]));
            Position::new(at, LayerId(random.below(mesh.num_layers()) as u32))
        };
        for k in 0..20_000 {
            let (from, to) = (place(), place());
            let radius = [0.05, 0.2, 0.3][k % 3];
            let request = Request::new(from, to, radius).with_clearance([0.0, 0.3, 2.0][k / 3 % 3]);
            let Ok(path) = planner.path(&mesh, from, to, radius, None).cloned() else { continue };
            let whole = planner.follow(&mesh, &request, &path).expect("the path leads there").clone();
            let enough = [1.0, 5.0, 20.0, 60.0][k / 9 % 4];
            let (part, is_whole) =
                planner.follow_part(&mesh, &request, &path, enough).expect("the path leads there");
            if is_whole {
                assert_eq!(*part, whole, "{} {k}", scene.name);
                wholes += 1;
                continue;
            }
            parts += 1;
            across += u32::from(part.to().layer != from.layer);
            assert!(part.length() >= enough, "{} {k}: {} < {enough}", scene.name, part.length());
            assert!(part.length() <= whole.length() + 1e-9, "{} {k}", scene.name);
            part.check().expect("its legs follow each other");
            let (last, before) = part.legs().split_last().expect("it has legs");
            assert_eq!(before, &whole.legs()[..before.len()], "{} {k}", scene.name);
            // A line may go on.
            let same = &whole.legs()[before.len()];
            match (last, same) {
                (Leg::Line { from, to }, Leg::Line { from: start, to: end }) => {
                    assert_eq!(from, start, "{} {k}", scene.name);
                    assert!(off_line(*to, [*start, *end]) < 1e-9, "{} {k}: {last:?} {same:?}", scene.name);
                }
                _ => assert_eq!(last, same, "{} {k}", scene.name),
            }
        }
    }
    assert!(parts > 5000 && wholes > 5000 && across > 10, "{parts} {wholes} {across}");
}

/// How far a place is from a line. \[m\]
fn off_line(z: [f64; 2], [a, b]: [[f64; 2]; 2]) -> f64 {
    let (d, e) = ([b[0] - a[0], b[1] - a[1]], [z[0] - a[0], z[1] - a[1]]);
    let square = d[0] * d[0] + d[1] * d[1];
    let part = if square > 0.0 { ((d[0] * e[0] + d[1] * e[1]) / square).clamp(0.0, 1.0) } else { 0.0 };
    let off = [e[0] - part * d[0], e[1] - part * d[1]];
    (off[0] * off[0] + off[1] * off[1]).sqrt()
}
