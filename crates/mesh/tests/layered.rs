//! Layered places against distances marched over the surface, the self-overlapping spirals among them.

use throng_mesh::sample::of_place;
use throng_mesh::{LayerId, Mesh, Position};
use throng_voronoi::march::{March, Spot};
use throng_voronoi::sample::Random;
use throng_voronoi::sample::layered::{Place, fan, ramp, spiral, tight_spiral};

/// Compares at random places of all layers. Returns how many answers were on another layer than the question.
fn compare(name: &str, place: &Place, per_layer: usize) -> usize {
    let mesh = Mesh::build(&of_place(place)).unwrap_or_else(|error| panic!("{name}: {error}")).mesh;
    assert_eq!(mesh.num_components(), 1, "{name}");
    let mut surface = place.build().expect("layers are clean");
    surface.open_all();
    let march = March::new(place, &surface);
    let mut random = Random::new(3);
    let (mut hint, mut crossing) = (None, 0);
    for (layer, segments) in place.layers.iter().enumerate() {
        let corners = || segments.iter().map(|s| s[0]);
        let range = |of: fn(throng_voronoi::GridPoint) -> i32| {
            (corners().map(of).min().unwrap_or(0), corners().map(of).max().unwrap_or(0))
        };
        let (x, y) = (range(|p| p.x), range(|p| p.y));
        for _ in 0..per_layer {
            let at = [random.range(x.0, x.1), random.range(y.0, y.1)].map(f64::from);
            // Layers are convex rings, counter-clockwise; obstacles are points.
            let sides = segments.iter().filter(|s| s[0] != s[1]).map(|s| {
                let [a, b] = s.map(|p| [f64::from(p.x), f64::from(p.y)]);
                let d = [b[0] - a[0], b[1] - a[1]];
                (d[0] * (at[1] - a[1]) - d[1] * (at[0] - a[0])) / (d[0] * d[0] + d[1] * d[1]).sqrt()
            });
            let least = sides.fold(f64::INFINITY, f64::min);
            // Within two grid units of a connection a place is on both layers.
            if least.abs() <= 2.0 {
                continue;
            }
            let inside = least > 0.0;
            let position = Position::new(at.map(|v| v / 1e4), LayerId(layer as u32));
            let nearest = mesh.nearest(position, hint);
            assert_eq!(nearest.is_some(), inside, "{name}: {position:?}");
            let Some(nearest) = nearest else { continue };
            let truth = march.clearance(Spot { at, layer }) / 1e4;
            assert!(
                (nearest.distance - truth).abs() < 1e-8,
                "{name}: {position:?}: {nearest:?}, not {truth}"
            );
            let without = mesh.nearest(position, None).expect("it is walkable");
            assert!((without.distance - truth).abs() < 1e-8, "{name}: {position:?} without a hint");
            let retraction = mesh.retract(position, hint).expect("it is walkable");
            let there = Position::new(retraction.point, retraction.layer);
            let again = mesh.clearance(there, Some(retraction.cell));
            let again =
                again.unwrap_or_else(|| panic!("{name}: {position:?} retracts to {there:?}, not walkable"));
            assert!(
                (again - retraction.clearance).abs() < 1e-6,
                "{name}: {position:?}: {retraction:?}, not {again}"
            );
            crossing += usize::from(nearest.layer != position.layer || retraction.layer != position.layer);
            hint = Some(nearest.cell);
        }
    }
    crossing
}

#[test]
fn spirals_that_overlap_themselves() {
    compare("spiral", &spiral(3, 8), 60);
    compare("coarse spiral", &spiral(2, 5), 60);
}

#[test]
fn spirals_round_a_thin_pole() {
    let crossing = compare("tight spiral", &tight_spiral(3, 12), 60)
        + compare("very tight spiral", &tight_spiral(2, 24), 30);
    assert!(crossing > 100, "only {crossing} answers were on another layer");
}

#[test]
fn a_ramp_of_thin_layers() {
    let crossing = compare("ramp", &ramp(12, 9), 60);
    assert!(crossing > 100, "only {crossing} answers were on another layer");
}

#[test]
fn sectors_round_a_point() {
    compare("fan", &fan(7, false), 60);
    compare("closed fan", &fan(7, true), 60);
}

#[test]
fn on_a_connection_one_is_on_both_layers() {
    for (name, place) in
        [("spiral", spiral(3, 8)), ("tight spiral", tight_spiral(2, 12)), ("ramp", ramp(6, 5))]
    {
        let scene = of_place(&place);
        let mesh = Mesh::build(&scene).unwrap_or_else(|error| panic!("{name}: {error}")).mesh;
        for connection in &scene.connections {
            let [a, b] = connection.segment;
            for t in [0.1, 0.37, 0.5, 0.92] {
                let at = [0, 1].map(|k| a[k] + t * (b[k] - a[k]));
                let [one, two] = connection.between.map(|layer| {
                    let position = Position::new(at, layer);
                    let nearest = mesh.nearest(position, None);
                    let nearest = nearest.unwrap_or_else(|| panic!("{name}: {position:?} is not walkable"));
                    let hinted = mesh.nearest(position, Some(nearest.cell));
                    assert_eq!(hinted.map(|n| n.distance), Some(nearest.distance), "{name}: {position:?}");
                    assert!(
                        mesh.visibility(position, None).is_some_and(|seen| seen.area > 0.0),
                        "{name}: {position:?}"
                    );
                    nearest.distance
                });
                assert!((one - two).abs() < 1e-9, "{name}: {at:?} of {connection:?}: {one} and {two}");
            }
        }
    }
}

#[test]
fn sampled_places_agree_with_brute_force() {
    for (name, place) in
        [("spiral", spiral(3, 8)), ("tight spiral", tight_spiral(2, 12)), ("ramp", ramp(6, 5))]
    {
        let mesh = Mesh::build(&of_place(&place)).unwrap_or_else(|error| panic!("{name}: {error}")).mesh;
        mesh.check_sampled(1_000).unwrap_or_else(|violation| panic!("{name}: {violation}"));
    }
}
